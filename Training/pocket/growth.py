# SPDX-License-Identifier: Apache-2.0
"""Makes a trained model deeper (Gong et al. 2019, *Efficient training of BERT by progressively stacking*): the first part of training is
cheaper with few layers, and what it found stays. Not all that is added comes into play: `pruned` takes out what did not."""
from collections.abc import Sequence
from dataclasses import replace

import torch
import torch.nn.functional as F

from batches import Batch
from model import Attention, Pocket

IDLE = 0.015  # nats a token; a layer that saves less does no work
TWIN = 0.02  # the difference of two heads' queries, as a share of them, up to which they are one
ADDS = ("o_proj.weight", "down_proj.weight")  # what a layer adds goes through these


def grown(model: Pocket, wanted: int) -> Pocket:
    """A model of `wanted` layers with the same output: the new ones, spread from the top down, are those below them that add nothing yet."""
    layers = model.size.layers
    if not layers < wanted <= 2 * layers:
        raise SystemExit(f"a model of {layers} layers grows to at most {2 * layers}, not to {wanted}")
    repeated = [*range(layers - 1, -1, -2), *range(layers - 2, -1, -2)][: wanted - layers]
    places = [(layer, again) for layer in range(layers) for again in (False, True)[: 1 + (layer in repeated)]]
    deeper = _laid_out(model, [layer for layer, _ in places], places.index((model.finder, False)))
    for (_, again), layer in zip(places, deeper.layers):
        for name, parameter in layer.named_parameters():
            if again and name.endswith(ADDS):
                torch.nn.init.zeros_(parameter)
    return deeper


def _laid_out(model: Pocket, places: Sequence[int], finder: int) -> Pocket:
    """A model whose layers are these of `model`."""
    new = Pocket(replace(model.size, layers=len(places), finder=finder))
    weights = {name: value for name, value in model.state_dict().items() if not name.startswith("layers.")}
    for at, place in enumerate(places):
        weights |= {f"layers.{at}.{name}": value for name, value in model.layers[place].state_dict().items()}
    new.load_state_dict(weights)
    return new


@torch.no_grad()
def pruned(model: Pocket, sample: Sequence[Batch], generator: torch.Generator) -> Pocket:
    """The model without the layers that do no work, and with heads that were twins of another beginning anew; itself where there are none.
    The two layers whose heads are told where to look stay."""
    base, told = loss(model, sample), (model.finder, model.finder + 1)
    idle = [layer for layer in range(model.size.layers) if layer not in told and loss(model, sample, without=layer) - base < IDLE]
    kept = [layer for layer in range(model.size.layers) if layer not in idle]
    new = _laid_out(model, kept, kept.index(model.finder))
    twins = sum(parted(layer.self_attn, generator) for layer in new.layers)
    print(f"without layers {idle}; {twins} heads begin anew", flush=True)
    return new if idle or twins else model


@torch.no_grad()
def parted(attention: Attention, generator: torch.Generator) -> int:
    """Of heads with the same queries, keys and values the first does the work of all; gives how many others begin anew."""
    size, count = attention.size, 0
    group, dim = size.heads // size.key_value_heads, size.head_dim
    queries = attention.q_proj.weight.view(size.heads, dim, -1)
    out = attention.o_proj.weight.view(-1, size.heads, dim)
    for first in range(0, size.heads, group):
        for head in range(first + 1, first + group):
            if (queries[head] - queries[first]).norm() < TWIN * queries[first].norm():
                out[:, first] += out[:, head]
                out[:, head] = 0
                queries[head] = queries[first].square().mean().sqrt() * torch.randn(queries[head].shape, generator=generator)
                count += 1
    return count


@torch.no_grad()
def loss(model: Pocket, sample: Sequence[Batch], without: int | None = None) -> float:
    """Nats a token, with all layers or without one."""
    total = count = 0
    for batch in sample:
        tokens, targets, chosen = (torch.from_numpy(one).long() for one in (batch.tokens, batch.targets, batch.chosen))
        logits = model.logits(model.hidden(tokens, without).flatten(0, 1)[chosen])
        total += F.cross_entropy(logits, targets.flatten()[chosen], reduction="sum").item()
        count += len(chosen)
    return total / count
