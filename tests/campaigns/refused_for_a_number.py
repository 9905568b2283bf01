"""Refusals of variants for the number of a fact, and for a hypothesis that is lacking, counted.

A variant of a proof that drops a hypothesis numbers all later facts anew. Where the proof asks for
them by number, the refusal speaks of another fact than the one that is lacking, and says nothing of
the mathematics; where it asks by `Proof.given` or `Proof.places`, it names the hypothesis.

    .venv/bin/python -m tests.campaigns.refused_for_a_number .workbench/report/verification.json
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

NUMBER = re.compile(r"fact \d+ is not|there is no fact \d+")
NAMED = re.compile(r"the hypothesis .* is not given")


def counted(report: dict[str, Any]) -> tuple[Counter[str], Counter[str]]:
    """How many variants of each claim are refused for a number, and for a named hypothesis."""
    numbers, names = Counter[str](), Counter[str]()
    for claim in report["claims"]:
        for mutant in (m for check in claim["evidence"] for m in check["mutants"]):
            reason = str(mutant["summary"])
            numbers[claim["id"]] += bool(NUMBER.search(reason))
            names[claim["id"]] += bool(NAMED.search(reason))
    return +numbers, +names


def main(path: str) -> None:
    """Print both sums, and the claims with refusals for a number."""
    numbers, names = counted(json.loads(Path(path).read_text()))
    print(f"refused for a number: {numbers.total()} variants of {len(numbers)} claims")
    print(f"refused for a hypothesis that is named: {names.total()} of {len(names)} claims")
    for claim, count in numbers.most_common():
        print(f"{count:5} {claim}")


if __name__ == "__main__":
    main(sys.argv[1])
