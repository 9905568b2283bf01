"""A sample of real certificates, over all kinds: what the mutations begin from.

    python -m tests.campaigns.corpus reports/verification.json

writes corpus.json from a report, and adds rates that hold for every number of steps, which take
seconds to prove.  Members of "all" are taken apart; each gets a digest of its own.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from fractions import Fraction as Q
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from tests.campaigns import geometry_proofs, lemmas, rates
from tests.campaigns.instances import instance
from tests.campaigns.laws import finite_tree
from tests.campaigns.moments import moments
from tests.campaigns.private import private
from tests.campaigns.processes import process
from tests.workbench.rigor import (
    test_attacks_integration,
    test_attacks_lengths,
    test_attacks_theorems,
    test_enumeration,
    test_reductions,
    test_worst_case,
    test_worst_case_family,
)
from tests.workbench.worst_case import methods
from workbench.rigor.check import check_certificate
from workbench.rigor.provers import batches, hard_priors, martingales, private_answers, ville
from workbench.worst_case import worst_case
from workbench.worst_case.family_prover import prove_family
from workbench.worst_case.textbook import TEXTBOOK

Certificate = dict[str, Any]
FILE = Path(__file__).with_name("corpus.json")
_MOST_OF_A_KIND = 60
_LONGEST = 6_000  # characters of one certificate


def of_report(path: str | Path) -> list[Certificate]:
    """Every certificate of a report, sealed, each once."""
    found: dict[str, Certificate] = {}

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if node.get("certificate"):
                for one in parts(node["certificate"]):
                    found.setdefault(json.dumps(one, sort_keys=True), one)
            for key, value in node.items():
                if key != "certificate":
                    walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(json.loads(Path(path).read_text()))
    return list(found.values())


def parts(c: Certificate) -> Iterator[Certificate]:
    """The members of "all", at any depth; any other certificate as it is."""
    if c["kind"] == "all":
        for member in c["members"]:
            yield from parts(member)
    else:
        yield sealed(c)


def sealed(c: Certificate) -> Certificate:
    """The certificate with its digest computed anew, as the two formats define it."""
    if c["kind"] in rates.KINDS:
        return {**c, "digest": rates.digest(c)}
    bare = {k: v for k, v in c.items() if k != "digest"}
    text = json.dumps(bare, sort_keys=True, separators=(",", ":"))
    return {**bare, "digest": hashlib.sha256(text.encode()).hexdigest()[:16]}


def read(path: str | Path = FILE) -> dict[str, list[Certificate]]:
    """The certificates of the corpus, or of a report, by kind; and the true ones of the tests."""
    listed = json.loads(Path(path).read_text())
    by_kind = {kind: list(group) for kind, group in written().items()}
    for c in listed if isinstance(listed, list) else of_report(path):
        by_kind.setdefault(c["kind"], []).append(c)
    return by_kind


@cache
def written() -> dict[str, list[Certificate]]:
    """True certificates of the unit tests, by kind: few reports have all the kinds."""
    found: dict[str, list[Certificate]] = {}
    both = (test_worst_case.upper(), test_worst_case.lower())
    for c in (*test_reductions.TRUE.values(), *test_enumeration.TRUE.values(), *both):
        found.setdefault(c["kind"], []).append(sealed(c))
    steps = (test_attacks_theorems.STEP, test_attacks_theorems.ALL, *lemmas.LEMMAS,
             test_attacks_lengths.DESCENT)  # fmt: skip
    found["theorem"] = [proof.certificate for proof in steps]
    found["geometry"] = [p.certificate for p in (geometry_proofs.REGRET, *geometry_proofs.LEMMAS)]
    rng = random.Random(1)
    tries = (private(rng) for _ in range(100))
    true = (sealed(c) for c in tries if check_certificate(c).accepted)
    found["private"] = list(islice(true, 20))
    for kind, make in (("instance", instance), ("finite-tree", finite_tree), ("process", process),
                       ("moments", moments)):  # fmt: skip
        made = (sealed(make(rng)) for _ in range(100))
        found[kind] = list(islice((c for c in made if check_certificate(c).accepted), 6))
    found["integration"] = [sealed(c) for c in test_attacks_integration.TRUE.values()]
    found["moments"].append(sealed(batches.along_shown().certificate))
    found["moments"].append(sealed(private_answers.signs_shown().certificate))
    found["moments"].append(sealed(hard_priors.blocks_shown().certificate))
    found["process"].append(sealed(martingales.small_differences_add_up().certificate))
    found["process"].append(sealed(ville.seldom_large().certificate))
    for problem in (methods.gradient_descent(2), methods.contraction(Q(1, 10), Q(3, 2))):
        answer = worst_case(problem)
        for side in (answer.certificate, answer.instance):
            if side is not None:
                found["worst-case"].append(sealed(side))
    found["worst-case-family"] = [sealed(test_worst_case_family.proof())]
    return found


def families() -> list[Certificate]:
    """Textbook rates for every number of steps, proved."""
    return [sealed(_proved(name)) for name in ("gradient_descent", "contraction", "heavy_ball")]


def _proved(name: str) -> Certificate:
    made = prove_family(TEXTBOOK[name]()).certificate
    assert made is not None, name
    return made


def sample(certificates: list[Certificate]) -> list[Certificate]:
    """A few of each kind, spread evenly over their lengths."""
    by_kind: dict[str, list[Certificate]] = {}
    for c in sorted(
        certificates, key=lambda c: (len(json.dumps(c)), json.dumps(c, sort_keys=True))
    ):
        if len(json.dumps(c)) <= _LONGEST:
            by_kind.setdefault(c["kind"], []).append(c)
    chosen = []
    for kind in sorted(by_kind):
        group = by_kind[kind]
        step = max(1.0, len(group) / _MOST_OF_A_KIND)
        chosen += [group[int(k * step)] for k in range(int(len(group) / step))]
    return chosen


if __name__ == "__main__":
    chosen = [*sample(of_report(sys.argv[1])), *families()]
    lines = ",\n".join(json.dumps(c, sort_keys=True) for c in chosen)
    FILE.write_text(f"[\n{lines}\n]\n")
