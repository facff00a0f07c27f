# SPDX-License-Identifier: Apache-2.0
"""Lays induction heads into the weights that training begins with.

What looks up how something went on before (Olsson et al. 2022, *In-context learning and induction heads*) comes late when it has to be
found by gradient descent: after more tokens than a small machine can learn from. Its two parts can be written down. In the first layer, heads
look at the token before, which rotary angles alone select, and put what they see where embeddings have nothing. In two higher
layers, heads look for places whose token before is the current one, and hand on the token that stands there.
"""
import math

import torch
from torch import Tensor

from model import Pocket

BEFORE = 0  # the layer that sees the token before
AFTER = (2, 3)  # the layers that look it up
HALVES = 2  # groups of heads in each of these; each compares half of what is kept
SHARP = (60.0, 45.0, 30.0, 12.0, 12.0, 12.0, 12.0, 12.0)  # squared amplitudes of the fastest rotary pairs
CONSTANT = 4.0  # every embedding's part along one direction; the difference of two logits does not see it
KEPT = 0.5  # how large the token before is kept, beside an embedding of size 1
MATCH = 24.0  # the score at which a token is found
COPY = 4.0  # how large the found token is handed on
NOISE = 0.02  # what a head does not need begins as small as elsewhere; from zero on both sides nothing would ever grow


@torch.no_grad()
def lay(model: Pocket, seed: int = 11) -> None:
    """Writes the heads into a model that is new; one too small to have room for them stays as it is."""
    size = model.size
    dim, pairs = size.head_dim, size.head_dim // 2
    if size.layers <= max(AFTER) or size.key_value_heads < HALVES or size.width < 1 + 2 * dim or pairs < 2 * len(SHARP):
        return
    generator = torch.Generator().manual_seed(seed)

    def small() -> Tensor:
        return NOISE * torch.randn(dim, size.width, generator=generator)

    basis = torch.linalg.qr(torch.randn(size.width, size.width, generator=generator)).Q
    constant, lanes, words = basis[:, 0], basis[:, 1 : 1 + dim], basis[:, 1 + dim :].T
    table = model.embed_tokens.weight
    table.copy_(table @ words.T @ words + CONSTANT * constant)

    angle = size.rope_base ** (-torch.arange(pairs) / pairs)
    queries, keys = small(), small()
    for pair, power in enumerate(SHARP):
        amplitude = math.sqrt(power) / CONSTANT
        keys[pair] += amplitude * constant
        queries[pair] += amplitude * math.cos(angle[pair]) * constant
        queries[pairs + pair] -= amplitude * math.sin(angle[pair]) * constant
    _write(model, BEFORE, 0, queries, keys, words[:dim], KEPT * lanes)

    # These pairs hardly turn within a conversation, so they can compare what tokens are, not where.
    slow = list(range(pairs // 2, pairs)) + list(range(pairs + pairs // 2, dim))
    strength = math.sqrt(MATCH * math.sqrt(dim) / (KEPT * len(slow)))
    for turn, (layer, half) in enumerate((layer, half) for layer in AFTER for half in range(HALVES)):
        compared = slice(len(slow) * half, len(slow) * (half + 1))
        queries, keys = small(), small()
        queries[slow] += strength * words[compared]
        keys[slow] += strength * lanes.T[compared]
        # Between them they hand on all of a token, then some of it once more.
        first = min(dim * turn, len(words) - dim) if dim * turn < len(words) else dim * turn % (len(words) - dim)
        handed = words[first : first + dim]
        _write(model, layer, half, queries, keys, handed, COPY * handed.T)


def _write(model: Pocket, layer: int, group: int, queries: Tensor, keys: Tensor, values: Tensor, out: Tensor) -> None:
    """Sets the first head of a group: `(head_dim, width)` that read the normalised stream, `(width, head_dim)` that writes to it. The others that
    share its keys and values stay as they are: two that begin alike are given the same gradients, and remain one for ever."""
    attention, size = model.layers[layer].self_attn, model.size
    own = slice(size.head_dim * group, size.head_dim * (group + 1))
    attention.k_proj.weight[own], attention.v_proj.weight[own] = keys, values
    first = size.head_dim * group * (size.heads // size.key_value_heads)
    own = slice(first, first + size.head_dim)
    attention.q_proj.weight[own], attention.o_proj.weight[:, own] = queries, out
