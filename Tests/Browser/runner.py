# SPDX-License-Identifier: Apache-2.0
"""Runs the walks, each once: `runner.py [NAME OF A TEST…]`."""
import sys
import unittest


def main() -> int:
    names = sys.argv[1:]
    suite = unittest.defaultTestLoader.loadTestsFromNames(names) if names else unittest.defaultTestLoader.discover(".")
    if not suite.countTestCases():
        print("There are no walks.")
        return 1
    return 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
