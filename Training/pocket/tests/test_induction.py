# SPDX-License-Identifier: Apache-2.0
"""The heads that are laid into the first weights: python tests/test_induction.py."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import torch

import induction
from batches import shifted
from copying import exercises
from growth import parted
from model import Pocket, Size


class Induction(unittest.TestCase):
    def loss(self, model: Pocket) -> float:
        """Nats a token of what returns, where confidence is as it is after some training."""
        batch = shifted(*next(exercises(5, model.size.vocabulary, 3, 4_096)))
        with torch.no_grad():
            model.norm.weight.fill_(1 / 16)
            return model(*(torch.from_numpy(one).long() for one in (batch.tokens, batch.targets, batch.chosen, batch.sources)))[0].item()

    def test_a_new_model_copies_before_it_has_learned_anything(self) -> None:
        torch.manual_seed(1)
        model = Pocket(Size())
        self.assertGreater(self.loss(model), 8.0)
        induction.lay(model)
        self.assertLess(self.loss(model), 3.0)

    def test_no_two_heads_begin_alike(self) -> None:
        model = Pocket(Size())
        induction.lay(model)
        self.assertEqual([parted(layer.self_attn, torch.Generator()) for layer in model.layers], [0] * model.size.layers)

    def test_what_has_no_room_stays_as_it_is(self) -> None:
        model = Pocket(Size(vocabulary=512, width=64, layers=2, heads=2, key_value_heads=1, inner=192))
        before = {name: value.clone() for name, value in model.state_dict().items()}
        induction.lay(model)
        self.assertTrue(all(torch.equal(value, before[name]) for name, value in model.state_dict().items()))


if __name__ == "__main__":
    unittest.main()
