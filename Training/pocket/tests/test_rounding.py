#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must hold of weights rounded for training: `test_rounding.py`. Needs PyTorch; smoke.py compares with the converter."""
import os
import sys
import unittest

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from rounding import GROUP, rounded  # noqa: E402


class RoundingTests(unittest.TestCase):
    def test_a_group_has_few_values_which_are_near(self) -> None:
        generator = torch.Generator().manual_seed(1)
        weights = torch.randn(40, 3 * GROUP, generator=generator)
        near = rounded(weights, 4).view(-1, GROUP)
        for exact, group in zip(weights.view(-1, GROUP), near):
            self.assertLessEqual(len(group.unique()), 16)
            step = (exact.max() - exact.min()) / 15
            self.assertLess((exact - group).abs().max(), 1.01 * step)
            self.assertTrue(torch.isclose(group, exact[exact.abs().argmax()], rtol=0.01).any())

    def test_groups_of_one_value_stay(self) -> None:
        for value in (0.0, 0.25, -3.0):
            self.assertTrue(torch.allclose(rounded(torch.full((1, GROUP), value), 4), torch.full((1, GROUP), value)))


if __name__ == "__main__":
    unittest.main()
