# SPDX-License-Identifier: Apache-2.0
"""Makes a trained model deeper (Gong et al. 2019, *Efficient training of BERT by progressively stacking*): the first part of training is
cheaper with few layers, and what it found stays."""
from torch import Tensor

ADDS = ("o_proj.weight", "down_proj.weight")  # what a layer adds goes through these


def grown(weights: dict[str, Tensor], layers: int, wanted: int) -> dict[str, Tensor]:
    """The weights of `wanted` layers instead of `layers`, with the same output: the new ones, spread from the top down, are those below them
    that add nothing yet."""
    if not layers < wanted <= 2 * layers:
        raise SystemExit(f"a model of {layers} layers grows to at most {2 * layers}, not to {wanted}")
    new = {name: value for name, value in weights.items() if not name.startswith("layers.")}
    repeated = [*range(layers - 1, -1, -2), *range(layers - 2, -1, -2)][: wanted - layers]
    at = 0
    for layer in range(layers):
        for again in (False, True)[: 1 + (layer in repeated)]:
            for name in (name for name in weights if name.startswith(f"layers.{layer}.")):
                value = weights[name].clone()
                new[name.replace(f".{layer}.", f".{at}.", 1)] = value.zero_() if again and name.endswith(ADDS) else value
            at += 1
    return new
