"""Runs the tests of this folder on every rank of a job: gasnetgo run -n 4 python3 run.py [--without-numpy] [unittest's words].

Tests are collective: all ranks run the same ones in the same order, and the first failure on any rank ends the job. Rank 0 reports; the
others print only failures.
"""

import io
import pathlib
import sys
import unittest

if "--without-numpy" in sys.argv:
    sys.argv.remove("--without-numpy")
    sys.modules["numpy"] = None  # import numpy raises ImportError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import gasnetgo  # noqa: E402  (numpy had to be blocked before)


def main():
    here = str(pathlib.Path(__file__).resolve().parent)
    sys.path.insert(0, here)
    loader = unittest.defaultTestLoader
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    suite = loader.loadTestsFromNames(names) if names else loader.discover(here)
    stream = sys.stderr if gasnetgo.rank() == 0 else io.StringIO()
    result = unittest.TextTestRunner(stream=stream, failfast=True, verbosity=2 if "-v" in sys.argv else 1).run(suite)
    if not result.wasSuccessful():
        if isinstance(stream, io.StringIO):
            for test, trace in result.errors + result.failures:
                print(f"rank {gasnetgo.rank()}: {test}: {trace.strip().splitlines()[-1]}", file=sys.stderr)
        sys.exit(1)


main()
