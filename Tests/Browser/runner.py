# SPDX-License-Identifier: Apache-2.0
"""Runs the walks: `runner.py [NAME OF A TEST…]`. What fails is walked once more, and is named even if it then succeeds.

Drivers of browsers lose a tap now and then where a machine is busy; what is broken fails both times.
"""
import sys
import unittest


def tests(suite: unittest.TestSuite) -> list[unittest.TestCase]:
    return [test for part in suite for test in (tests(part) if isinstance(part, unittest.TestSuite) else [part])]


def run(names: list[str]) -> unittest.TestResult:
    return unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromNames(names))


def main() -> int:
    names = sys.argv[1:] or [test.id() for test in tests(unittest.defaultTestLoader.discover("."))]
    result = run(names)
    failed = [test.id() for test, _ in result.failures + result.errors]
    if not failed:
        return 0
    # A class or a file that cannot be set up has no test of its own to walk again.
    if len(failed) > 3 or any("(" in name or name.startswith("unittest.") for name in failed):
        return 1
    print(f"\nOnce more: {', '.join(failed)}\n", flush=True)
    return 0 if run(failed).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
