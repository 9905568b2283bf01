"""How often the tests of an example pass, over many seeds: good ones always, broken ones never.

    python tests/examples/seeds.py 200

runs all six tests of `noisy-queries` with the seeds 0 to 199, in an environment in which the
example is installed with its extra `test`, and ends with 1 if one of them did not come out as it
should.  OpenDP draws from the system's randomness, so that a seed is a repetition there.
"""

import contextlib
import io
import sys
from collections import Counter
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent / "noisy-queries"


class Seeds:
    """A plugin that repeats every test with a seed of its own, and counts the outcomes."""

    def __init__(self, seeds: range) -> None:
        self.seeds = seeds
        self.passed: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.other: list[str] = []

    def pytest_generate_tests(self, metafunc):
        metafunc.fixturenames.append("seed_of_the_run")
        metafunc.parametrize("seed_of_the_run", self.seeds)

    def pytest_runtest_setup(self, item):
        seed = item.callspec.params["seed_of_the_run"]
        item.add_marker(pytest.mark.dp(seed=seed), append=False)

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.partition("[")[0]
        if report.when == "call" and report.outcome in ("passed", "failed"):
            refuted = report.passed or "is not (" in report.longreprtext
            counts = self.passed if report.passed else self.failed
            counts[name] += refuted
        if report.when != "call" and not report.passed:
            self.other.append(f"{report.nodeid}: {report.outcome} in {report.when}")


def outcomes(folder: str, seeds: range, only: str) -> Seeds:
    """Run one folder of the example with these seeds; `only` is a query: counting, summing, ..."""
    plugin = Seeds(seeds)
    where = EXAMPLE / folder / (f"test_{only}.py" if only else "")
    words = ["-q", "-p", "no:cacheprovider", "--tb=short", f"--rootdir={EXAMPLE}",
             "-c", str(EXAMPLE / "pyproject.toml"), str(where)]  # fmt: skip
    with contextlib.redirect_stdout(io.StringIO()) as told:
        code = pytest.main(words, plugins=[plugin])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) or plugin.other:
        raise RuntimeError("\n".join([told.getvalue(), *plugin.other]))
    return plugin


def main(number: int, only: str = "") -> int:
    """Print how often each test passed and failed; 1 if that is not always or never."""
    wrong = 0
    for folder, colour in (("tests", "green"), ("broken", "red")):
        found = outcomes(folder, range(number), only)
        counts = found.passed if colour == "green" else found.failed
        for name in sorted({*found.passed, *found.failed}):
            print(f"{name}: {counts[name]} of {number} {colour}", flush=True)
            wrong += number - counts[name]
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, *sys.argv[2:]))
