"""What happens on the way: kills, full disks, damaged stores, want of memory, odd clocks.

    python -m tests.campaigns.survival --moments 100 --seed 1
    python -m tests.campaigns.survival --moments 25 --faults 0 --seed 2 --add

A paper of a dozen small checks is verified by the real command, in a store of its own each time;
something is done to it; then the same command runs again undisturbed.  What is asked:

- the undisturbed run ends with the report of a run that nothing happened to, byte for byte apart
  from times;
- what a run had stored before it was killed is not made again;
- no process outlives the run by more than two seconds;
- a run that could not do its work says so, with a code of its interface and without a traceback.

The figures go to survival.json and into the README of this folder; with --add to those that are
there, so that a long campaign can be run in pieces, each with a seed of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tests.campaigns.survival_faults import Fault, faults
from tests.workbench.runner.toy import GOOD, Toys, check
from workbench.report.canonical import without_times

HERE = Path(__file__)
FILE = HERE.with_suffix(".json")
README = HERE.with_name("README.md")
MARKS = ("<!-- survival: written by the command -->", "<!-- end of survival -->")
CODES = {0, 1, 2, 3, 6}
"""Exit codes of a run that could not do its work, or did it."""

KILL = "SIGKILL of the"
VICTIMS = ("parent", "worker", "group")
PATIENCE = 120  # seconds until a run counts as hung


class World:
    """A folder with a paper, and the report of a run that nothing happened to."""

    def __init__(self, folder: Path) -> None:
        self.toys = Toys(folder / "papers")
        checks = {f"m{i}": check(f"c-{i}", "time.sleep(0.05); return yes()") for i in range(11)}
        self.toys.paper(good=GOOD, **checks)
        self.folder, self._stores = folder, 0
        store = self.store()
        began = time.monotonic()
        self.expect = self.report(store)
        self.seconds = time.monotonic() - began
        assert self.expect is not None, "the undisturbed run has a report"

    def store(self) -> Path:
        """A new store."""
        self._stores += 1
        return self.folder / f"store-{self._stores}"

    def start(self, store: Path, **how: object) -> subprocess.Popen[str]:
        """The command, in a process group of its own."""
        words = ["verify", "-j", "2", "--store", str(store), "--out", f"{store}-out", "--json"]
        environment = self.toys.environment() | dict(how.pop("env", {}))  # type: ignore[call-overload]
        return subprocess.Popen(
            self.toys.command(*words), cwd=self.folder, env=environment, text=True,
            errors="replace", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, **how,  # type: ignore[call-overload]
        )  # fmt: skip

    def report(self, store: Path) -> str | None:
        """The report of an undisturbed run on this store; None if it has none."""
        process = self.start(store)
        process.communicate(timeout=PATIENCE)
        path = Path(f"{store}-out") / "verification.json"
        if process.returncode not in (0, 1, 6) or not path.exists():
            return None
        found = without_times(json.loads(path.read_text()))
        path.unlink()
        return json.dumps(found, sort_keys=True)


def children(pid: int) -> list[int]:
    """All processes below one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found += [int(path.parent.name), *children(int(path.parent.name))]
    return found


def is_tracker(pid: int) -> bool:
    """Whether it is loky's own helper, which cleans up and tells its own traces when it is gone."""
    try:
        return "resource_tracker" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return True  # it has just ended: no victim


def alive(pid: int) -> bool:
    """Whether it runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def stored(store: Path) -> dict[str, int]:
    """The evidence of a store and when each file was written."""
    return {p.name: p.stat().st_mtime_ns for p in store.glob("evidence/*/[!.]*.json")}


def kill(world: World, victim: str, rng: random.Random) -> list[str]:
    """Kill a run at a random moment; what is wrong afterwards."""
    store, wrong = world.store(), []
    process = world.start(store)
    time.sleep(rng.uniform(0, world.seconds))
    below = [pid for pid in children(process.pid) if not is_tracker(pid)]
    target = process.pid if victim != "worker" else rng.choice(below or [process.pid])
    with contextlib.suppress(ProcessLookupError):  # it was done
        (os.killpg if victim == "group" else os.kill)(target, signal.SIGKILL)
    try:
        _, told = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return ["a run hung after the kill"]
    if victim == "worker" and target != process.pid and process.returncode not in (0, 1, 6):
        wrong.append(f"a worker's death ended the run with {process.returncode}")
    if "Traceback" in told:
        wrong.append("traceback")
    deadline = time.monotonic() + 2 + world.seconds  # the machine may be busy
    while any(map(alive, below)) and time.monotonic() < deadline:
        time.sleep(0.05)
    if any(map(alive, below)):
        wrong.append("a process outlived its run")
    before = stored(store)
    if world.report(store) != world.expect:
        wrong.append("the report differs")
    if any(stored(store).get(name) != when for name, when in before.items()):
        wrong.append("finished work was done again")
    return wrong


def disturb(world: World, fault: Fault) -> list[str]:
    """Run with a fault, then without; what is wrong."""
    store, wrong = world.store(), []
    with fault.applied(world, store) as how:
        if how is None:
            return ["not tried"]
        runs = [world.start(store, **how) for _ in range(fault.runs)]
        for process in runs:
            try:
                _, told = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                wrong.append("a run hung")
                continue
            if process.returncode not in CODES:
                wrong.append(f"exit code {process.returncode}")
            if "Traceback" in told:
                wrong.append("traceback: " + told.strip().splitlines()[-1][:100])
    if world.report(store) != world.expect:
        wrong.append("the report differs")
    return wrong


def campaign(moments: int, seed: int, *, times: int = 1) -> Iterator[dict[str, Any]]:
    """Every fault, and kills at so many moments; what is known after each of them."""
    rng, began = random.Random(seed), time.monotonic()
    tried, failed, words = Counter[str](), Counter[str](), dict[str, list[str]]()

    def count(name: str, wrong: list[str]) -> None:
        if wrong == ["not tried"]:
            return
        tried[name] += 1
        failed[name] += bool(wrong)
        if wrong:
            words.setdefault(name, []).extend(w for w in wrong if w not in words.get(name, []))
            print(f"{name}: {'; '.join(wrong)}", file=sys.stderr)

    def found() -> dict[str, Any]:
        rows = {n: {"tried": tried[n], "failed": failed[n], "how": words.get(n, [])} for n in tried}
        return {"seeds": [seed], "seconds": round(time.monotonic() - began), "rows": rows}

    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        some = [fault for _ in range(times) for fault in faults(rng)]
        for i, fault in zip_longest(range(moments), some):  # in turn: a run cut short has both
            if i is not None:
                victim = VICTIMS[i % len(VICTIMS)]
                count(f"{KILL} {victim}", kill(world, victim, rng))
            if fault is not None:
                count(fault.name, disturb(world, fault))
            yield found()


def table(figures: dict[str, Any]) -> str:
    """The figures as Markdown."""
    rows: dict[str, dict[str, Any]] = figures["rows"]
    seeds: list[int] = figures["seeds"]
    kills = sum(row["tried"] for name, row in rows.items() if name.startswith(KILL))
    lines = [
        f"Seeds {', '.join(map(str, seeds))}; {figures['seconds']} seconds; {kills} kills.", "",
        "| what was done to a run | tried | failed | how |", "|---|---:|---:|---|",
    ]  # fmt: skip
    lines += [
        f"| {name} | {row['tried']} | {row['failed']} | {'; '.join(row['how'])} |"
        for name, row in rows.items()
    ]
    return "\n".join(lines)


def together(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The figures of two campaigns as those of one; one of a seed already counted is refused."""
    if set(first["seeds"]) & set(second["seeds"]):
        raise SystemExit(f"seeds {first['seeds']} are counted already: choose another --seed")
    rows = {name: dict(row) for name, row in first["rows"].items()}
    for name, row in second["rows"].items():
        old = rows.setdefault(name, {"tried": 0, "failed": 0, "how": []})
        rows[name] = {
            "tried": old["tried"] + row["tried"],
            "failed": old["failed"] + row["failed"],
            "how": old["how"] + [how for how in row["how"] if how not in old["how"]],
        }
    seconds = first["seconds"] + second["seconds"]
    return {"seeds": first["seeds"] + second["seeds"], "seconds": seconds, "rows": rows}


def record(figures: dict[str, Any]) -> None:
    """Write the figures into survival.json and the README."""
    FILE.write_text(json.dumps(figures, indent=1) + "\n")
    begin, rest = README.read_text().split(MARKS[0])
    _, end = rest.split(MARKS[1])
    README.write_text(f"{begin}{MARKS[0]}\n{table(figures)}\n{MARKS[1]}{end}")


def main() -> None:
    """Run it, write the figures, and end with 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--faults", type=int, default=1, help="how often each fault")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--add", action="store_true", help="to the figures that are there")
    options = parser.parse_args()
    old = json.loads(FILE.read_text()) if options.add else None
    figures: dict[str, Any] = {"rows": {}}
    for figures in campaign(options.moments, options.seed, times=options.faults):
        record(together(old, figures) if old else figures)
    sys.exit(any(row["failed"] for row in figures["rows"].values()))


if __name__ == "__main__":
    main()
