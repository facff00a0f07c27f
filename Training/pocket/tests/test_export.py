#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must hold of the mean of several states of training: `test_export.py`. Needs PyTorch; smoke.py exports one."""
import os
import sys
import unittest

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from export import mean  # noqa: E402


class MeanTests(unittest.TestCase):
    def test_every_state_counts_the_same(self) -> None:
        states = [{"a": torch.tensor([[one, 2.0 * one]]), "b": torch.tensor([-one])} for one in (1.0, 2.0, 6.0)]
        found = mean(states)
        self.assertEqual({name: value.tolist() for name, value in found.items()}, {"a": [[3.0, 6.0]], "b": [-3.0]})
        self.assertEqual(states[0]["a"].tolist(), [[1.0, 2.0]])


if __name__ == "__main__":
    unittest.main()
