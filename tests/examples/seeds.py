"""How often the tests of an example pass, over many seeds: good ones always, broken ones never.

    python tests/examples/seeds.py 200
    python tests/examples/seeds.py 40:80 counting --record

runs the six tests of `noisy-queries`, or the two of one query, with the seeds 0 to 199, or 40 to
79, in an environment in which the example is installed with its extra `test`, and ends with 1 if
one of them did not come out as it should.  `--record` writes what came out into `seeds.json`: a
piece from 0 on begins anew, a further one has to begin where the last ended.  OpenDP draws from the
system's randomness, so that a seed is a repetition there.
"""

import argparse
import contextlib
import importlib.metadata
import io
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parent / "noisy-queries"
RECORD = Path(__file__).parent / "seeds.json"
LIBRARIES = ("opendp", "diffprivlib", "dp-accounting", "dp-workbench")


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


def run(seeds: range, only: str) -> dict[str, list[int]]:
    """For each test, how many seeds it was run with and how many came out as they should."""
    found: dict[str, list[int]] = {}
    for folder, colour in (("tests", "green"), ("broken", "red")):
        counted = outcomes(folder, seeds, only)
        counts = counted.passed if colour == "green" else counted.failed
        for name in sorted({*counted.passed, *counted.failed}):
            print(f"{name}: {counts[name]} of {len(seeds)} {colour}", flush=True)
            found[name] = [len(seeds), counts[name]]
    return found


def record(found: dict[str, list[int]], seeds: range) -> None:
    """Add these counts to those of the seeds before, or begin anew from the seed 0 on."""
    kept: dict[str, Any] = json.loads(RECORD.read_text()) if RECORD.exists() else {"tests": {}}
    versions = {name: importlib.metadata.version(name) for name in LIBRARIES}
    for name, counts in found.items():
        before = kept["tests"].get(name) if seeds.start else None
        last = before["seeds"] if before else 0
        if last != seeds.start or (before and before["versions"] != versions):
            raise SystemExit(
                f"seeds = {seeds.start}:{seeds.stop} do not go on from {RECORD.name}, which has the"
                f" first {last} of {name}: begin with 0, or there and with the same versions"
            )
        good = counts[1] + (before["as wanted"] if before else 0)
        kept["tests"][name] = {"seeds": seeds.stop, "as wanted": good, "versions": versions}
    RECORD.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def main(words: list[str]) -> int:
    """Print how often each test passed and failed; 1 if that is not always or never."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="?", default="200", help="how many, or FIRST:END")
    parser.add_argument("query", nargs="?", default="", help="counting, summing or averaging")
    parser.add_argument("--record", action="store_true")
    asked = parser.parse_args(words)
    first, _, end = asked.seeds.rpartition(":")
    seeds = range(int(first or 0), int(end))
    found = run(seeds, asked.query)
    if asked.record:
        record(found, seeds)
    return int(any(wanted != count for wanted, count in found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
