"""How many of the faults that are put back a campaign finds, with seeds that no test uses.

    python -m tests.campaigns.put_back --seeds 5 [--about geometry]

writes put_back.json and its table in README.md: for every fault the certificates that were tried
until it was found, by seed; none where 1,800 were not enough.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median
from typing import Any

import joblib

from tests.campaigns import corpus, figures
from tests.campaigns.faults import FAULTS, found

FILE = Path(__file__).with_name("put_back.json")
MARKS = ("<!-- put back: written by the command -->", "<!-- end of put back -->")


def table(told: dict[str, Any]) -> str:
    """A Markdown table of what was found."""
    tried = told["tried"]
    all_of = [n for by_seed in tried.values() for n in by_seed]
    share = sum(n is not None for n in all_of) / len(all_of)
    lines = [
        f"{share:.1%} of {len(tried)} faults with {len(told['seeds'])} seeds, checkers"
        f" {told['checker']}.",
        "",
        "| fault | found with | tried until then (median) |",
        "|---|---:|---:|",
    ]
    for fault, by_seed in tried.items():
        hits = [n for n in by_seed if n is not None]
        lines.append(
            f"| {fault} | {len(hits)} of {len(by_seed)} | {median(hits) if hits else '-'} |"
        )
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=1, help="processes that share the faults")
    parser.add_argument("--about", default="", help="only faults that this kind shows")
    given = parser.parse_args()
    known, now = corpus.read(), figures.checker()
    seeds = [f"put back {n}" for n in range(given.seeds)]
    chosen = [fault for fault, (kind, _) in FAULTS.items() if given.about in ("", kind)]
    searches = [(fault, seed) for fault in chosen for seed in seeds]
    search = joblib.Parallel(given.workers, return_as="generator")
    answers = search(joblib.delayed(found)(fault, seed, known) for fault, seed in searches)
    tried: dict[str, list[int | None]] = {fault: [] for fault in chosen}
    for (fault, seed), answer in zip(searches, answers, strict=True):
        tried[fault].append(answer)
        print(f"{fault}, {seed!r}: {answer}", flush=True)
    told = {"seeds": seeds, "checker": now, "tried": tried}
    if not given.about:
        FILE.write_text(json.dumps(told, indent=1) + "\n")
        figures.put_into_readme(table(told), MARKS)


if __name__ == "__main__":
    main()
