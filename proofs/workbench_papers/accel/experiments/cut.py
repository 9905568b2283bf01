"""Cuts `results.json` beside this file from what the experiment wrote.

    workbench experiment accel.section-5 -k stated --runs 1000 --out A
    workbench experiment accel.section-5 -k published --out B

and then, in Python, `main(["A/results.json", "B/results.json"])`.

Only the final errors are kept: every answer is computed from them again.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.errors import DataError
from workbench_papers.accel.experiments.setting import cells
from workbench_papers.accel.experiments.stored import PATH


def cut(documents: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Seed and final errors of the cells of all documents, in the order of the grid."""
    seeds = {document["seed"] for document in documents}
    found: dict[str, list[float]] = {}
    for document in documents:
        found |= document["finals"]
    missing = [one.id for one in cells() if one.id not in found]
    if len(seeds) != 1 or missing:
        what = f"seeds {sorted(seeds)}" if len(seeds) != 1 else f"no runs of {missing[0]}"
        raise DataError(
            f"documents: {what}; the whole grid with one seed is needed.\n"
            "  Run the experiment again, with the same --seed and without what is missing in -k."
        )
    return {
        "experiment": documents[0]["experiment"], "seed": seeds.pop(),
        "finals": {one.id: found[one.id] for one in cells()},
    }  # fmt: skip


def main(paths: Sequence[str]) -> None:
    """Write the stored document, a line for each cell."""
    document = cut([json.loads(Path(path).read_text(encoding="utf-8")) for path in paths])
    rows = [
        f"{json.dumps(id)}: {json.dumps(values, separators=(',', ':'))}"
        for id, values in document.pop("finals").items()
    ]
    head = json.dumps(document)[:-1]
    PATH.write_text(f'{head}, "finals": {{\n' + ",\n".join(rows) + "\n}}\n", encoding="utf-8")
