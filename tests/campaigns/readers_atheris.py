"""Coverage-guided fuzzing of the JSON readers, where atheris is installed.

    python -m tests.campaigns.readers_atheris certificate -max_total_time=600
    python -m tests.campaigns.readers_atheris all -max_total_time=60

The first argument names a reader of `readers.py`, the others are libFuzzer's.  The fuzzer's bytes
choose a real document and what is changed in it, so that it gets past the first line of a reader.
`all` takes all readers, as many at a time as there are processors, and writes what they did into
the README of this folder.
"""

from __future__ import annotations

import copy
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

README = Path(__file__).with_name("README.md")
MARKS = ("<!-- readers: written by the command -->", "<!-- end of readers -->")
VALUES = (None, True, 0, -1, 10**30, 0.5, "", "0", "-1", "1/0", "1e9", "x", "n", "<", [], {}, [[]])


def damaged(data: Any, documents: list[Any]) -> Any:
    """A document with up to four changes, as the bytes say."""
    from tests.campaigns.readers import places

    document = copy.deepcopy(documents[data.ConsumeIntInRange(0, len(documents) - 1)])
    for _ in range(data.ConsumeIntInRange(1, 4)):
        spots = list(places(document))
        if not spots:
            break
        box, key = spots[data.ConsumeIntInRange(0, len(spots) - 1)]
        other, name = spots[data.ConsumeIntInRange(0, len(spots) - 1)]
        match data.ConsumeIntInRange(0, 3):
            case 0:
                del box[key]
            case 1:
                box[key] = copy.deepcopy(other[name])
            case 2 if isinstance(box[key], str):
                box[key] = data.ConsumeUnicodeNoSurrogates(8)
            case _:
                box[key] = copy.deepcopy(VALUES[data.ConsumeIntInRange(0, len(VALUES) - 1)])
    return document


def every_reader(options: list[str]) -> int:
    """Fuzz them all, each in a process of its own; how many ended with a finding."""
    from tests.campaigns.readers import READERS

    def fuzzed(name: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tests.campaigns.readers_atheris", name, *options]
        return subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False
        )

    lines, found = ["| reader | documents | branches seen | findings |", "|---|---:|---:|---:|"], 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(fuzzed, READERS))
    for name, done in zip(READERS, answers, strict=True):
        runs = re.findall(r"Done (\d+) runs", done.stderr)
        seen = re.findall(r"cov: (\d+)", done.stderr)
        bad = done.returncode != 0
        if bad:
            print(done.stderr[-3000:], file=sys.stderr)
        found += bad
        tried = f"{int(runs[-1]):,}" if runs else "?"
        lines.append(f"| {name} | {tried} | {seen[-1] if seen else '?'} | {int(bad)} |")
        print(lines[-1], flush=True)
    text = README.read_text()
    before, rest = text.split(MARKS[0])
    told = "\n".join([MARKS[0], f"With `{' '.join(options)}`.", "", *lines, MARKS[1]])
    README.write_text(before + told + rest.split(MARKS[1])[1])
    return found


def main() -> None:
    """Feed damaged documents to one reader; any error that it does not declare is a finding."""
    try:
        import atheris
    except ImportError:
        sys.exit("atheris is not installed: pip install --group campaigns")
    if sys.argv[1] == "all":
        sys.exit(every_reader(sys.argv[2:]))
    with atheris.instrument_imports(include=["workbench"]):
        from tests.campaigns.readers import READERS
    reader = READERS[sys.argv.pop(1)]
    documents = reader.documents()

    def one(data: bytes) -> None:
        reader(damaged(atheris.FuzzedDataProvider(data), documents))

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
