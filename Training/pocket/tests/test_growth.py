#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must hold of a model that is made deeper, and of attention: `test_growth.py`. Needs PyTorch."""
import os
import sys
import tempfile
import unittest
from dataclasses import replace

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from batches import Batch, shifted  # noqa: E402
from growth import grown, loss, parted, pruned  # noqa: E402
from model import Pocket, Size, attended  # noqa: E402
from train import Run  # noqa: E402

SIZE = Size(vocabulary=300, width=128, layers=4, heads=4, key_value_heads=2, head_dim=32, inner=192)


def sample() -> list[Batch]:
    tokens = np.random.default_rng(4).integers(1, 300, (4, 41))
    return [shifted(tokens, np.ones_like(tokens))]


def busy() -> Pocket:
    """A model each of whose layers changes what is said."""
    torch.manual_seed(1)
    model = Pocket(SIZE)
    with torch.no_grad():
        for layer in model.layers:
            for matrix in (layer.self_attn.o_proj, layer.mlp.down_proj):
                matrix.weight.mul_(20)
    return model


def half_idle(model: Pocket) -> Pocket:
    """The same weights, but for two layers below the finder that write nothing."""
    new = Pocket(replace(SIZE, finder=2))
    new.load_state_dict(model.state_dict())
    with torch.no_grad():
        for layer in new.layers[:2]:
            for matrix in (layer.self_attn.o_proj, layer.mlp.down_proj):
                matrix.weight.zero_()
    return new


def anew(layer: torch.nn.Module) -> bool:
    return not layer.self_attn.o_proj.weight.any() and not layer.mlp.down_proj.weight.any()


class GrowthTests(unittest.TestCase):
    def setUp(self) -> None:
        self.model = busy()
        self.tokens = torch.randint(300, (2, 20))
        self.generator = torch.Generator().manual_seed(5)

    def test_a_deeper_model_says_the_same(self) -> None:
        for layers, new in ((5, [4]), (6, [2, 5]), (8, [1, 3, 5, 7])):
            deeper = grown(self.model, layers)
            self.assertTrue(torch.equal(deeper.hidden(self.tokens), self.model.hidden(self.tokens)))
            self.assertEqual([at for at, layer in enumerate(deeper.layers) if anew(layer)], new)
            self.assertTrue(deeper.layers[-2].self_attn.q_proj.weight.equal(deeper.layers[-1].self_attn.q_proj.weight))

    def test_the_finder_goes_where_its_layer_goes(self) -> None:
        deeper = grown(self.model, 7)
        self.assertEqual((self.model.finder, deeper.finder, deeper.size.finder), (3, 5, 5))
        self.assertTrue(deeper.layers[5].self_attn.q_proj.weight.equal(self.model.layers[3].self_attn.q_proj.weight))

    def test_it_grows_to_twice_at_most(self) -> None:
        for layers in (3, 4, 9):
            with self.assertRaises(SystemExit):
                grown(self.model, layers)

    def test_layers_that_do_no_work_are_taken_out(self) -> None:
        model = half_idle(self.model)
        base = loss(model, sample())
        self.assertEqual([loss(model, sample(), without=layer) == base for layer in range(4)], [True, True, False, False])
        new = pruned(model, sample(), self.generator)
        self.assertEqual((new.size.layers, new.finder), (2, 0))
        self.assertTrue(torch.equal(new.hidden(self.tokens), model.hidden(self.tokens)))
        self.assertIs(pruned(new, sample(), self.generator), new)

    def test_of_twin_heads_one_does_the_work(self) -> None:
        attention = self.model.layers[2].self_attn
        with torch.no_grad():
            attention.q_proj.weight[96:] = attention.q_proj.weight[64:96]
        before, queries = self.model.hidden(self.tokens), attention.q_proj.weight[96:].clone()
        self.assertEqual([parted(layer.self_attn, self.generator) for layer in self.model.layers], [0, 0, 1, 0])
        self.assertLess((self.model.hidden(self.tokens) - before).abs().max(), 1e-4)
        self.assertFalse(attention.o_proj.weight[:, 96:].any())
        self.assertFalse(attention.q_proj.weight[96:].equal(queries))

    def test_a_run_goes_on_deeper(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = Run(folder, "cpu", SIZE)
            run.tokens, run.steps = 1_000, 10
            run.save()
            deeper = Run(folder, "cpu", replace(SIZE, layers=6))
            self.assertEqual((deeper.model.size.layers, deeper.model.finder, deeper.tokens, deeper.steps), (6, 4, 1_000, 10))
            deeper.save()
            # One that is asked for fewer keeps what it has.
            self.assertEqual(Run(folder, "cpu", SIZE).model.size, deeper.model.size)

    def test_a_run_is_pruned_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = Run(folder, "cpu", replace(SIZE, finder=2))
            run.model.load_state_dict(half_idle(self.model).state_dict())
            run.tokens = 1_000
            run.step(run.model, sample()[0], 0.0)
            run.save()
            for optimizers_go_on in (False, True):
                run = Run(folder, "cpu", replace(SIZE, layers=8), sample=sample, prune=True)
                self.assertEqual((run.model.size.layers, run.tokens), (2, 1_000 + run.steps * sample()[0].tokens.size))
                self.assertEqual(bool(run.optimizers[0].state), optimizers_go_on)
                run.step(run.model, sample()[0], 0.0)
                run.save()


class AttentionTests(unittest.TestCase):
    def test_plain_products_are_the_fused_operation(self) -> None:
        generator = torch.Generator().manual_seed(2)
        q, k, v = (torch.randn(2, 4, 37, 64, generator=generator) for _ in range(3))
        expected = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        self.assertLess((attended(q, k, v) - expected).abs().max(), 1e-5)


if __name__ == "__main__":
    unittest.main()
