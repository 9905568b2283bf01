"""PEPit's own examples: its value, our certified bracket, the time of both.

Run with PEPit installed (it is not a dependency): python tests/benchmarks/worst_case.py [WORD ...]
A word selects the examples whose path contains it.  PEPit solves with Clarabel, and without its
dimension reduction, whose second programme moves the value on purpose.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import runpy
import statistics
import sys
import time
import warnings
from pathlib import Path
from typing import Any

from workbench.errors import WorkbenchError
from workbench.worst_case import WorstCaseBounds, from_pepit

CLOSE = 1e-6


def examples(words: list[str]) -> list[Path]:
    """The example files that PEPit ships."""
    spec = importlib.util.find_spec("PEPit")
    if spec is None or spec.origin is None:
        print("PEPit is not installed: pip install PEPit")
        return []
    found = sorted((Path(spec.origin).parent / "examples").glob("*/*.py"))
    return [p for p in found if p.stem != "__init__" and all(w in str(p) for w in words)]


def solved(path: Path) -> list[tuple[float, float, WorstCaseBounds | str]]:
    """(PEPit's value, its seconds, our answer or why there is none) for every solve."""
    from PEPit import PEP

    rows: list[tuple[float, float, WorstCaseBounds | str]] = []
    original = PEP.solve

    def solve(self: Any, **options: Any) -> float:
        del options
        start = time.perf_counter()
        value = original(self, wrapper="cvxpy", solver="CLARABEL", verbose=0)
        seconds = time.perf_counter() - start
        try:
            answer: WorstCaseBounds | str = from_pepit(self)
        except WorkbenchError as error:
            answer = str(error).splitlines()[0]
        except Exception as error:  # noqa: BLE001 - one example must not end the table
            answer = f"fault of ours: {type(error).__name__}: {error}"
        rows.append((float("nan") if value is None else value, seconds, answer))
        return value

    PEP.solve = solve
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            runpy.run_path(str(path), run_name="__main__")
    finally:
        PEP.solve = original
    return rows


def off(bound: Any, value: float) -> float:
    """The distance of a bound from PEPit's value, relative unless that value is 0 in disguise."""
    size = abs(value) if abs(value) > CLOSE else 1.0
    return abs(float(bound) - value) / size if bound is not None else float("inf")


def main(words: list[str]) -> None:
    """Print the table and what it adds up to."""
    print(f"{'example':62} {'PEPit':>13} {'upper off':>10} {'lower off':>10} {'gap':>9}"
          f" {'PEPit s':>8} {'solve s':>8} {'exact s':>8} {'check s':>8}")  # fmt: skip
    uppers = lowers = count = 0
    times: list[tuple[float, float, float, float]] = []
    for path in examples(words):
        name = f"{path.parent.name}/{path.stem}"
        try:
            rows = solved(path)
        except Exception as error:  # noqa: BLE001 - a stranger's example
            print(f"{name:62} not run: {type(error).__name__}: {str(error)[:80]}")
            continue
        upper_fits, lower_fits = bool(rows), bool(rows)
        for value, seconds, answer in rows:
            if isinstance(answer, str):
                print(f"{name:62} {value:13.8g} out of reach: {answer}")
                upper_fits = lower_fits = False
                continue
            above, below = off(answer.upper, value), off(answer.lower, value)
            upper_fits, lower_fits = upper_fits and above <= CLOSE, lower_fits and below <= CLOSE
            t = answer.seconds
            times.append((seconds, t.solve, t.certify, t.check))
            print(f"{name:62} {value:13.8g} {above:10.1e} {below:10.1e} {answer.gap:9.1e}"
                  f" {seconds:8.3f} {t.solve:8.3f} {t.certify:8.3f} {t.check:8.4f}"
                  f" {answer.reason}", flush=True)  # fmt: skip
        count += 1
        uppers, lowers = uppers + upper_fits, lowers + lower_fits
    print(f"{count} examples: {uppers} with an upper bound, {lowers} with a lower bound, certified"
          f" within {CLOSE:g} of PEPit's value")  # fmt: skip
    if times:
        medians = [statistics.median(column) for column in zip(*times, strict=True)]
        print("median seconds: PEPit {:.3f}, solve {:.3f}, exact {:.3f}, check {:.4f}; ".format(
            *medians) + f"slowest check {max(t[3] for t in times):.3f}")  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
