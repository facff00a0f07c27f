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
GROUPS = (0, 1)  # groups of heads that share keys, in each of these layers
SHARP = (60.0, 45.0, 30.0, 12.0, 12.0, 12.0, 12.0, 12.0)  # squared amplitudes of the fastest rotary pairs
CONSTANT = 4.0  # every embedding's part along one direction; the difference of two logits does not see it
KEPT = 0.5  # how large the token before is kept, beside an embedding of size 1
MATCH = 16.0  # the score at which a token is found
COPY = 4.0  # how large the found token is handed on


@torch.no_grad()
def lay(model: Pocket, seed: int = 11) -> None:
    """Writes the heads into a model that is new; one too small to have room for them stays as it is."""
    size = model.size
    dim, pairs = size.head_dim, size.head_dim // 2
    if size.layers <= max(AFTER) or size.key_value_heads < len(GROUPS) or size.width < 6 * dim:
        return
    basis = torch.linalg.qr(torch.randn(size.width, size.width, generator=torch.Generator().manual_seed(seed))).Q
    lanes_end = 1 + dim * len(GROUPS)
    constant, lanes, words = basis[:, 0], basis[:, 1:lanes_end], basis[:, lanes_end:].T
    table = model.embed_tokens.weight
    table.copy_(table @ words.T @ words + CONSTANT * constant)

    angle = size.rope_base ** (-torch.arange(pairs) / pairs)
    # These hardly turn within a conversation, so they can compare what tokens are, not where.
    slow = list(range(pairs // 2, pairs)) + list(range(pairs + pairs // 2, dim))
    for group in GROUPS:
        identity, lane = words[dim * group : dim * (group + 1)], lanes[:, dim * group : dim * (group + 1)]
        queries, keys = torch.zeros(dim, size.width), torch.zeros(dim, size.width)
        for pair, power in enumerate(SHARP):
            amplitude = math.sqrt(power) / CONSTANT
            keys[pair] = amplitude * constant
            queries[pair] = amplitude * math.cos(angle[pair]) * constant
            queries[pairs + pair] = -amplitude * math.sin(angle[pair]) * constant
        _write(model, BEFORE, group, queries, keys, identity, KEPT * lane)
        for turn, layer in enumerate(AFTER):
            half = slice(pairs * turn, pairs * (turn + 1))
            strength = math.sqrt(MATCH * math.sqrt(dim) / (KEPT * pairs))
            queries, keys = torch.zeros(dim, size.width), torch.zeros(dim, size.width)
            queries[slow], keys[slow] = strength * identity[half], strength * lane.T[half]
            first = dim * (turn * len(GROUPS) + group) % (len(words) - dim)
            handed = words[first : first + dim]
            _write(model, layer, group, queries, keys, handed, COPY * handed.T)


def _write(model: Pocket, layer: int, group: int, queries: Tensor, keys: Tensor, values: Tensor, out: Tensor) -> None:
    """Sets a group of heads: `(head_dim, width)` that read the normalised stream, `(width, head_dim)` that writes to it."""
    attention, size = model.layers[layer].self_attn, model.size
    heads = size.heads // size.key_value_heads
    own = slice(size.head_dim * group, size.head_dim * (group + 1))
    attention.k_proj.weight[own], attention.v_proj.weight[own] = keys, values
    for head in range(heads * group, heads * (group + 1)):
        own = slice(size.head_dim * head, size.head_dim * (head + 1))
        attention.q_proj.weight[own], attention.o_proj.weight[:, own] = queries, out / heads
