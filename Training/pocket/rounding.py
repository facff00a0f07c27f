# SPDX-License-Identifier: Apache-2.0
"""Training with the weights that are shipped: each step sees them rounded as `hearth model convert` rounds them, and changes the exact ones
(the straight-through estimator of Bengio et al. 2013)."""
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

GROUP = 32  # weights that share a scale


def rounded(weights: Tensor, bits: int) -> Tensor:
    """The nearest weights of so many bits: in each group steps of one size, which meet 0 and the end of the range that is farther
    from it, written as bf16."""
    groups = weights.reshape(-1, GROUP)
    low, high = groups.amin(1, keepdim=True), groups.amax(1, keepdim=True)
    down = low.abs() > high.abs()
    scale = ((high - low) / (2**bits - 1)).clamp_min(1e-7)
    scale = torch.where(down, scale, -scale)
    edge = torch.where(down, low, high)
    steps = (edge / scale).round()
    met = steps != 0
    scale = torch.where(met, edge / torch.where(met, steps, 1), scale)
    bias = torch.where(met, edge, 0)
    levels = ((groups - bias) / scale).round().clamp(0, 2**bits - 1)
    return (levels * scale.bfloat16() + bias.bfloat16()).reshape(weights.shape)


@contextmanager
def rounding(model: nn.Module, bits: int | None, embedding_bits: int) -> Iterator[None]:
    """Inside, the model's matrices are rounded; without `bits`, nothing changes."""
    if not bits:
        yield
        return
    exact = {name: parameter.data.clone() for name, parameter in model.named_parameters() if parameter.ndim == 2}
    parameters = dict(model.named_parameters())
    for name, kept in exact.items():
        parameters[name].data.copy_(rounded(kept, embedding_bits if "embed" in name else bits))
    try:
        yield
    finally:
        for name, kept in exact.items():
            parameters[name].data.copy_(kept)
