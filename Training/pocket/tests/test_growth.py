#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must hold of a model that is made deeper, and of attention: `test_growth.py`. Needs PyTorch."""
import os
import sys
import tempfile
import unittest
from dataclasses import replace

import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from growth import grown  # noqa: E402
from model import Pocket, Size, attended  # noqa: E402
from train import Run  # noqa: E402

SIZE = Size(vocabulary=300, width=128, layers=3, heads=2, key_value_heads=1, inner=192)


class GrowthTests(unittest.TestCase):
    def test_a_deeper_model_says_the_same(self) -> None:
        torch.manual_seed(1)
        model = Pocket(SIZE)
        tokens = torch.randint(300, (2, 20))
        for layers in (4, 5, 6):
            deeper = Pocket(replace(SIZE, layers=layers))
            deeper.load_state_dict(grown(model.state_dict(), 3, layers))
            self.assertTrue(torch.equal(deeper.hidden(tokens), model.hidden(tokens)))
            self.assertEqual(sum(not layer.mlp.down_proj.weight.any() for layer in deeper.layers), layers - 3)
            self.assertTrue(deeper.layers[-2].self_attn.q_proj.weight.equal(deeper.layers[-1].self_attn.q_proj.weight))

    def test_it_grows_to_twice_at_most(self) -> None:
        for layers in (2, 3, 7):
            with self.assertRaises(SystemExit):
                grown(Pocket(SIZE).state_dict(), 3, layers)

    def test_a_run_goes_on_deeper(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = Run(folder, "cpu", SIZE)
            run.tokens, run.steps = 1_000, 10
            run.save()
            deeper = Run(folder, "cpu", replace(SIZE, layers=4))
            self.assertEqual((deeper.model.size.layers, deeper.tokens, deeper.steps), (4, 1_000, 10))
            deeper.save()
            # One that is asked for fewer keeps what it has.
            self.assertEqual(Run(folder, "cpu", SIZE).model.size.layers, 4)


class AttentionTests(unittest.TestCase):
    def test_plain_products_are_the_fused_operation(self) -> None:
        generator = torch.Generator().manual_seed(2)
        q, k, v = (torch.randn(2, 4, 37, 64, generator=generator) for _ in range(3))
        expected = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        self.assertLess((attended(q, k, v) - expected).abs().max(), 1e-5)


if __name__ == "__main__":
    unittest.main()
