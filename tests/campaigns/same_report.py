"""One set of claims, verified in every way there is: reports equal byte for byte apart from times.

    python -m tests.campaigns.same_report sparse --kills 2 --seed 1
    python -m tests.campaigns.same_report --cover .workbench --kills 6 --record

One process, one worker, eight workers, a dask cluster, ray where it is installed, and runs that are
killed as a group at a random moment and go on in the same store until they come to their end.  The
first differences are printed, with exit code 1.  --cover chooses the claims by the evidence of a
store: every kind of certificate, method, decision and grade that it holds is among them.  --record
writes what was compared into same_report.json and the README of this folder.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from workbench.report.canonical import canonical_json, without_times

HERE = Path(__file__)
FILE = HERE.with_suffix(".json")
README = HERE.with_name("README.md")
MARKS = ("<!-- same report: written by the command -->", "<!-- end of same report -->")
START = 0.3  # seconds of a claim beside its checks, when claims are chosen by their cost
WAYS = {
    "-j 0": ("-j", "0"),
    "-j 1": ("-j", "1"),
    "-j 8": ("-j", "8"),
    "dask": ("-j", "2", "--executor", "dask"),
    "ray": ("-j", "2", "--executor", "ray"),
}


def started(ids: Sequence[str], folder: Path, words: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """The command, in a process group and with a store of its own."""
    where = ("--store", str(folder / "store"), "--out", str(folder / "out"))
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", "verify", *ids, *where, *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


def finished(ids: Sequence[str], folder: Path, words: tuple[str, ...]) -> Any:
    """The report of a run that nobody disturbs, without its times."""
    code = started(ids, folder, words).wait()
    if code not in (0, 1, 6):  # 1 and 6: the papers have false and open claims
        raise SystemExit(f"verify {' '.join(ids)} {' '.join(words)}: exit code {code}")
    return without_times(json.loads((folder / "out" / "verification.json").read_text()))


def killed(
    ids: Sequence[str], folder: Path, kills: int, longest: float, rng: random.Random
) -> list[int]:
    """Kill runs of one store at random moments; how much evidence each left that was at work."""
    found = []
    for _ in range(kills):
        process = started(ids, folder, ("-j", "2"))
        time.sleep(rng.uniform(0.1, 0.8) * longest / max(1, kills / 2))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            found.append(len(list(folder.glob("store/evidence/*/[!.]*.json"))))
        process.wait()
    return found


def features(record: dict[str, Any]) -> set[tuple[str, str]]:
    """What kind of check a stored record is of: kinds, methods and grade, with what was decided."""
    outcome, found = record["outcome"], set[str]()
    parts = [outcome["certificate"]]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            found |= {part["kind"]} if isinstance(part.get("kind"), str) else set()
            parts += part.values()
        elif isinstance(part, list):
            parts += part
    found |= {*outcome["method"].split(" + "), str(outcome["grade"])}
    return {(one, outcome["decision"]) for one in found}


def cover(store: Path) -> list[str]:
    """Claims, cheap ones, whose checks are of every kind that the store knows."""
    kinds: dict[str, set[tuple[str, str]]] = {}
    cost: dict[str, float] = {}
    for path in sorted(store.glob("evidence/*/[!.]*.json")):
        record = json.loads(path.read_text())
        kinds.setdefault(record["claim"], set()).update(features(record))
        cost[record["claim"]] = cost.get(record["claim"], START) + record["seconds"]
    left, chosen = set().union(*kinds.values()), []
    while left:
        best = max(kinds, key=lambda claim: (len(kinds[claim] & left) / cost[claim], claim))
        chosen.append(best)
        left -= kinds[best]
    return sorted(chosen)


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where two documents differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            yield from differences(one.get(key), other.get(key), f"{path}/{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from differences(a, b, f"{path}/{place}")
    elif one != other:
        yield f"{path}: {str(one)[:200]} is not {str(other)[:200]}"


def record(about: str, rows: list[tuple[str, int, str, str]]) -> None:
    """Write what was compared into same_report.json and the README."""
    names = ("way", "rows", "what happened", "report")
    document = {"about": about, "rows": [dict(zip(names, row, strict=True)) for row in rows]}
    FILE.write_text(json.dumps(document, indent=1) + "\n")
    lines = [about, "", "| way | rows | what happened | report |", "|---|---:|---|---|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    begin, rest = README.read_text().split(MARKS[0])
    _, end = rest.split(MARKS[1])
    README.write_text("\n".join([begin + MARKS[0], *lines, MARKS[1] + end]))


def main() -> None:
    """Compare, and say of each way whether its report is that of the first."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ids", nargs="*", help="claims, or papers")
    parser.add_argument("--cover", type=Path, metavar="STORE", help="claims of every kind")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS))
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="into the README of this folder")
    asked = parser.parse_args()
    ids = [*asked.ids, *(cover(asked.cover) if asked.cover else [])]
    if not ids:
        parser.error("name claims, or a store with --cover")
    ways = [w for w in asked.ways if w != "ray" or importlib.util.find_spec("ray")]
    rows: list[tuple[str, int, str, str]] = []
    with tempfile.TemporaryDirectory() as name:
        first: Any = None
        longest = 0.0
        for way in (*ways, *(["killed"] if asked.kills else [])):
            folder, note, began = Path(name) / way.replace(" ", ""), "", time.monotonic()
            if way == "killed":
                left = killed(ids, folder, asked.kills, longest, random.Random(asked.seed))
                held = ", ".join(map(str, left))
                note = f"{len(left)} kills, after which the store held {held} checks"
            found = finished(ids, folder, WAYS.get(way, ("-j", "2")))
            longest = longest or time.monotonic() - began
            first = first or found
            same = canonical_json(found) == canonical_json(first)
            count = sum(len(claim["evidence"]) for claim in found["claims"])
            rows.append((way, count, note, "equal" if same else "DIFFERENT"))
            print(*rows[-1], flush=True)
            for line in list(differences(first, found))[:5]:
                print(f"  {line}", flush=True)
    chosen = f"{len(ids)} claims of every kind" if asked.cover else ", ".join(ids)
    if asked.record:
        record(f"{chosen}; seed {asked.seed}.", rows)
    raise SystemExit(any(row[-1] != "equal" for row in rows))


if __name__ == "__main__":
    main()
