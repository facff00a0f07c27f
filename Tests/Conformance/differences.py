# SPDX-License-Identifier: Apache-2.0
"""Rows of numbers, compared."""
import math


def largest(got, expected):
    """How far two rows are apart at most; infinite where a difference is not finite, as max() passes over what is not a number."""
    differences = [abs(x - y) for x, y in zip(got, expected, strict=True)]
    return max(differences) if all(map(math.isfinite, differences)) else math.inf
