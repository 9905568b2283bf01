"""One paper, verified in every way there is: the reports are equal, byte for byte apart from times.

    python -m tests.campaigns.same_report sparse --kills 2 --seed 1

One process, one worker, eight workers, a dask cluster, and runs that are killed as a group at a
random moment and go on in the same store until they come to their end.  The first difference is
printed, with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.report.canonical import canonical_json, without_times

WAYS = {
    "-j 0": ("-j", "0"),
    "-j 1": ("-j", "1"),
    "-j 8": ("-j", "8"),
    "dask": ("-j", "2", "--executor", "dask"),
}


def started(paper: str, folder: Path, words: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """The command, in a process group and with a store of its own."""
    where = ("--store", str(folder / "store"), "--out", str(folder / "out"))
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", "verify", paper, *where, *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


def finished(paper: str, folder: Path, words: tuple[str, ...]) -> Any:
    """The report of a run that nobody disturbs, without its times."""
    code = started(paper, folder, words).wait()
    if code not in (0, 1, 6):  # 1 and 6: the papers have false and open claims
        raise SystemExit(f"verify {paper} {' '.join(words)}: exit code {code}")
    return without_times(json.loads((folder / "out" / "verification.json").read_text()))


def killed(paper: str, folder: Path, kills: int, longest: float, rng: random.Random) -> int:
    """Kill runs of one store at random moments; how many of them were still at work."""
    found = 0
    for _ in range(kills):
        process = started(paper, folder, ("-j", "2"))
        time.sleep(rng.uniform(0.1, 0.8) * longest)
        if process.poll() is None:
            found += 1
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return found


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


def main() -> None:
    """Compare, and say of each way whether its report is that of one worker."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paper")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS))
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        first: Any = None
        longest, wrong = 0.0, 0
        for way in (*asked.ways, *(["killed"] if asked.kills else [])):
            folder, note, began = Path(name) / way.replace(" ", ""), "", time.monotonic()
            if way == "killed":
                count = killed(asked.paper, folder, asked.kills, longest, random.Random(asked.seed))
                note = f" after {count} of {asked.kills} kills"
            found = finished(asked.paper, folder, WAYS.get(way, ("-j", "2")))
            longest = longest or time.monotonic() - began
            first = first or found
            same = canonical_json(found) == canonical_json(first)
            wrong += not same
            rows = sum(len(claim["evidence"]) for claim in found["claims"])
            print(f"{way}: {rows} rows{note}, {'equal' if same else 'DIFFERENT'}", flush=True)
            for line in list(differences(first, found))[:5]:
                print(f"  {line}", flush=True)
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
