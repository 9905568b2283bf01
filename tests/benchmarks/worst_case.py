"""PEPit's own examples: its value, the certified bracket, processor seconds of all parts.

    python -m tests.benchmarks.worst_case --record tests/benchmarks/pepit.json [WORD ...]
    python -m tests.benchmarks.worst_case --record tests/benchmarks/pepit.json --table README

The first, where PEPit is installed (it is not a dependency), runs the examples whose path contains
all words and keeps what it measures in the record, example by example: a run that is cut off goes
on, and with `--again` nothing of the record is kept.  The second writes the record as a table into
a file, between its marks.  Each example runs in a process of its own, on one thread, with a limit.

An example is a file that PEPit ships, and each holds one problem.  Some of them are a second look
at a problem of another folder, and count as examples too.  PEPit solves with Clarabel, and without
its dimension reduction, whose second programme moves the value on purpose.  `upper` and `lower` are
reproduced where the certified bound is within 1e-6 of PEPit's value, relative unless that is 0.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import math
import multiprocessing
import runpy
import statistics
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from workbench.errors import WorkbenchError
from workbench.worst_case import WorstCaseBounds, from_pepit

CLOSE = 1e-6
LIMIT = 90  # seconds for an example
TIMES = ("pepit", "solve", "exact", "check")
MARKS = ("<!-- table: written by the command -->", "<!-- end of the table -->")
Solve = tuple[float, float, WorstCaseBounds | str]
Row = dict[str, Any]


def examples(words: list[str]) -> list[Path]:
    """The example files that PEPit ships; none where it is not installed."""
    spec = importlib.util.find_spec("PEPit")
    if spec is None or spec.origin is None:
        return []
    found = sorted((Path(spec.origin).parent / "examples").glob("*/*.py"))
    return [p for p in found if p.stem != "__init__" and all(w in str(p) for w in words)]


def solved(path: Path) -> list[Solve]:
    """(PEPit's value, its processor seconds, our answer or why there is none) for every solve."""
    from PEPit import PEP

    rows: list[Solve] = []
    original = PEP.solve

    def solve(self: Any, **options: Any) -> float:
        del options
        start = time.process_time()
        value = original(self, wrapper="cvxpy", solver="CLARABEL", verbose=0)
        seconds = time.process_time() - start
        try:
            answer: WorstCaseBounds | str = from_pepit(self)
        except WorkbenchError as error:
            answer = str(error).splitlines()[0]
        rows.append((float("nan") if value is None else value, seconds, answer))
        return value

    PEP.solve = solve
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(),
            threadpool_limits(1),
        ):  # fmt: skip
            warnings.simplefilter("ignore")
            runpy.run_path(str(path), run_name="__main__")
    finally:
        PEP.solve = original
    return rows


def off(bound: Any, value: float) -> float:
    """The distance of a bound from PEPit's value, relative unless that value is 0 in disguise."""
    size = abs(value) if abs(value) > CLOSE else 1.0
    return abs(float(bound) - value) / size if bound is not None else math.inf


def _row(solve: Solve) -> Row:
    value, seconds, answer = solve
    if isinstance(answer, str):
        return {"value": value, "pepit": seconds, "reason": answer}
    t = answer.seconds
    row = {"value": value, "pepit": seconds, "solve": t.solve, "exact": t.certify, "check": t.check}
    for side in ("upper", "lower"):
        bound = getattr(answer, side)
        row[side] = None if bound is None else str(bound)
    return {**row, "reason": answer.reason}


def _run(path: Path, to: Any) -> None:
    try:
        to.send([_row(one) for one in solved(path)])
    except Exception as error:  # noqa: BLE001 - a stranger's example
        to.send([{"reason": f"not run: {type(error).__name__}: {error}"[:200]}])


def measured(path: Path) -> list[Row]:
    """The rows of an example, from a process of its own."""
    processes = multiprocessing.get_context("fork")
    here, there = processes.Pipe(duplex=False)
    child = processes.Process(target=_run, args=(path, there), daemon=True)
    child.start()
    there.close()
    try:
        if here.poll(LIMIT):
            found: list[Row] = here.recv()
            return found
        return [{"reason": f"not finished in {LIMIT} s, PEPit's solve included"}]
    finally:
        child.kill()
        child.join()


def reproduced(row: Row, side: str) -> bool:
    """Whether the certified bound is close to PEPit's value."""
    bound = row.get(side)
    return bound is not None and off(as_float(bound), row["value"]) <= CLOSE


def as_float(text: str) -> float:
    """A fraction as a float."""
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def summary(record: dict[str, Any]) -> list[str]:
    """What the record adds up to, as sentences."""
    rows = [row for found in record["examples"].values() for row in found]
    timed = [row for row in rows if "exact" in row]
    medians = {name: statistics.median(row[name] for row in timed) for name in TIMES}
    ratio = {
        name: statistics.median(row["exact"] / row[name] for row in timed)
        for name in ("solve", "pepit")
    }
    uppers, lowers = (sum(reproduced(row, side) for row in rows) for side in ("upper", "lower"))
    return [
        f"{len(record['examples'])} examples of PEPit {record['pepit']}: {uppers} are reproduced by"
        f" a certified upper bound, {lowers} by a certified lower bound, within {CLOSE:g}.",
        f"To make both certificates costs {ratio['solve']:.2f} times the solver's own time (the"
        f" median over {len(timed)} examples; {sum(r['exact'] < r['solve'] for r in timed)} of them"
        f" below 1) and {ratio['pepit']:.2f} times PEPit's.",
        "Median processor seconds: " + ", ".join(f"{n} {medians[n]:.4f}" for n in TIMES) + ";"
        f" the slowest check of one side takes {max(row['check'] for row in timed):.3f}.",
    ]


def table(record: dict[str, Any]) -> Iterator[str]:
    """The record as Markdown."""
    yield from summary(record)
    yield ""
    yield ("| example | PEPit | lower bound | upper bound | PEPit s | solve s | exact s | check s"
           " | out of reach |")  # fmt: skip
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---|"
    for name, rows in sorted(record["examples"].items()):
        for row in rows:
            value = f"{row['value']:.8g}" if "value" in row else ""
            sides = [
                "" if row.get(s) is None else f"{as_float(row[s]):.9g}" for s in ("lower", "upper")
            ]
            seconds = [f"{row[t]:.3g}" if t in row else "" for t in TIMES]
            yield f"| {name} | {' | '.join([value, *sides, *seconds])} | {_reason(row)} |"


def _reason(row: Row) -> str:
    """Why a side is missing, or how far it is off where that is more than it should be."""
    far = [
        f"{side} bound off by {off(as_float(row[side]), row['value']):.1e}"
        for side in ("lower", "upper")
        if row.get(side) is not None and not reproduced(row, side)
    ]
    return "; ".join([*([row["reason"]] if row["reason"] else []), *far]).replace("|", "/")


def main() -> None:
    """Measure, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--record", type=Path, required=True)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--table", type=Path)
    args = parser.parse_args()
    record: dict[str, Any] = {"pepit": "", "examples": {}}
    if args.record.exists():
        record = json.loads(args.record.read_text())
    if args.table is not None:
        before, rest = args.table.read_text().split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        lines = "\n".join(table(record))
        args.table.write_text(f"{before}{MARKS[0]}\n{lines}\n{MARKS[1]}{after}")
        return
    paths = examples(args.words)
    if not paths:
        print("PEPit is not installed (pip install PEPit), or no example has these words")
        return
    from importlib.metadata import version

    record["pepit"] = version("PEPit")
    solved(examples([])[0])  # imports, and what both sides do once, are not counted
    for path in paths:
        name = f"{path.parent.name}/{path.stem}"
        if name in record["examples"] and not args.again:
            continue
        record["examples"][name] = measured(path)
        args.record.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")
        print(name, *(_reason(row) or "both sides" for row in record["examples"][name]), flush=True)
    print(*summary(record), sep="\n")


if __name__ == "__main__":
    main()
