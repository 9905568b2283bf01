"""Faults of the checker: those that it once had, and steps that a rule leaves out.

A campaign has to find each of them.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any
from unittest.mock import patch

from flint import arb, fmpz

from tests.campaigns import faults_geometries, faults_theorems, fuzz
from tests.campaigns.faults_theorems import Patch, always, nothing
from workbench.rigor.check import moments_answer, moments_families, moments_prior
from workbench.rigor.check.cases import cases_of
from workbench.rigor.check.duties import _sides
from workbench.rigor.check.expectation import LawReader
from workbench.rigor.check.lemmas import instance
from workbench.rigor.check.moments_families import FamilyMoments
from workbench.rigor.check.process_steps import Process

Certificate = dict[str, Any]
_BATCH = 15
_ONE = ["q", "1"]
_MOST = 120  # batches in which a fault has to be found


def root_of_zero(value: int, order: int) -> tuple[int, int]:
    """The root of 0 is 1, because the empty product of prime factors is."""
    outside, inside = 1, 1
    for prime, power in fmpz(value).factor_smooth() if value > 1 else ():
        outside *= int(prime) ** (int(power) // order)
        inside *= int(prime) ** (int(power) % order)
    return outside, inside


def counted_where_declared(counter: dict[str, Any], start: int) -> dict[str, Any]:
    """The step is checked on the declared domain only, though it is used from `start` on."""
    if counter["name"] == "n~":
        return {**counter, "low": "0", "low_open": False, "high": None, "high_open": False}
    return counter


def domain_believed(s: dict[str, Any], rules: list[Any], base: list[Any]) -> dict[str, Any]:
    """A defined sequence has the domain that it was declared with, whatever defines it."""
    return s


def positive(*_: Any, **__: Any) -> int:
    """Everything is positive."""
    return 1


def none(*_: Any) -> arb:
    """There is nothing."""
    return arb(0)


def zero(*_: Any) -> list[Any]:
    """It tends to 0."""
    return ["q", "0"]


def no_text(*_: Any) -> str:
    """Nothing is wrong."""
    return ""


def no_pairs(*_: Any) -> Iterator[Any]:
    """There are no two pieces next to each other."""
    return iter(())


def none_apart(*_: Any) -> int:
    """They do not differ."""
    return 0


def normal_moment(_: str, k: int) -> int:
    """The moment of a normal law, of whatever law the noise is."""
    return 0 if k % 2 else math.prod(range(1, k, 2))


def open_end_counts(v: dict[str, Any]) -> int:
    """The largest integer of an interval is its end, even where that is open."""
    return math.floor(Fraction(v["high"]))


def requirements_believed(statement: dict[str, Any]) -> list[Any]:
    """What a statement lists as required is so, as if a side of it asked for it."""
    asking = {"nonzero": ("/", _ONE), "positive": ("ln",), "nonnegative": ("root", 2)}
    found = []
    for duty in statement.get("requires", []):
        tree = [*asking.get(duty["kind"], ("neg",)), duty["tree"]]
        for index, low, high in reversed(duty["bound"]):
            tree = ["sum", index, low, high, tree]
        found.append(tree)
    return [*_sides(statement), *found]


def anywhere(s: Any, general: Any, at: Any) -> tuple[list[Any], list[Any]]:
    """An instance of which no condition has to be shown."""
    parts, fact = instance(s, general, at)
    always_so = {**s, "left": ["q", "0"], "op": "=", "right": ["q", "0"], "where": []}
    return [always_so for _ in parts], fact


def bare(tree: Any) -> Any:
    """A side without its logarithm, and any other side itself."""
    return tree[1] if tree[0] == "ln" else tree


def above_twice(s: dict[str, Any], tree: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both cases are those where the expression is not negative."""
    above, _ = cases_of(s, tree)
    return above, above


def first_case(self: LawReader, *given: Any, **more: Any) -> Iterator[Any]:
    """The first of the cases stands for all."""
    yield from itertools.islice(CASES(self, *given, **more), 1)


def strictly(self: LawReader, step: Any) -> str:
    """What is integrated holds strictly."""
    why = TAKE(self, step)
    if not why and step["rule"] == "integrate":
        self.facts[-1][1] = "<"
    return why


def so_anyhow(self: Process, *_: Any) -> dict[str, Any]:
    """What is asked of a process is that 0 <= 0."""
    return {"vars": self.numbers, "where": [], "left": ["q", "0"], "op": "<=",
            "right": ["q", "0"], "requires": []}  # fmt: skip


def raised(self: Process, one: Any) -> dict[str, Any]:
    """A potential may grow by 1 in each step."""
    law = STEP(self, one)
    return {**law, "right": ["+", law["right"], _ONE]}


def from_nothing(_told: Any, op: str, last: Any, _first: Any) -> dict[str, Any]:
    """Over coordinates what a potential is at first is forgotten."""
    return {"op": op, "of": last, "bound": ["q", "0"]}


def replaced(one: Any, s: dict[str, Any]) -> FamilyMoments:
    """Of any two of a batch the product has the mean of independent ones."""
    family = FAMILY(one, s)
    return replace(family, pair=["*", family.mean, family.mean])


def put_back(order: FamilyMoments, f: Any, g: Any, j: str) -> FamilyMoments:
    """Two entries of an order are independent."""
    family = IN_ORDER(order, f, g, j)
    return replace(family, pair=["*", family.mean, IN_ORDER(order, g, f, j).mean])


def for_nothing(answer: Any, of: Any, step: Any) -> Any:
    """Words of a part are exchanged for nothing."""
    return DUTIES(replace(answer, cost=["q", "0"]), of, step)


def without_others(answer: Any, of: Any, step: Any) -> Any:
    """What an answer errs beside its words may be negative."""
    duties, said = DUTIES(answer, of, step)
    return [duties[0], ([], [], [["q", "0"], "<=", ["q", "0"]]), *duties[2:]], said


def by_share(answer: Any, of: Any, step: Any) -> Any:
    """The least error of a part counts m_k/n times, and not (m_k/n)^2 times."""
    duties, (said, *rest) = HARD(answer, of, step)
    (_, square, least) = said[4]
    return duties, [[*said[:4], ["*", square[1], least]], *rest]


CASES, TAKE, STEP = LawReader.cases, LawReader.take, Process.step_law
FAMILY, IN_ORDER = moments_families._family, moments_families.in_order
HARD = moments_prior.hard_duties_of
DUTIES, MOMENTS = moments_answer.duties_of, "workbench.rigor.check.moments"

INTEGRALS = "workbench.rigor.check.integration"
DRAWN = "workbench.rigor.check.drawn.DrawnMean"
STEPS = "workbench.rigor.check.process_steps"
PROCESS = f"{STEPS}.Process"
# fault: (kind that shows it, what is replaced)
FAULTS: dict[str, tuple[str, Patch]] = {
    "the root of zero is one": (
        "identity", ("workbench.rigor.check.normalizer.extract", root_of_zero)),
    "an induction starts before its domain": (
        "induction", ("workbench.rigor.check.induction.counted_from", counted_where_declared)),
    "the domain of a defined sequence is believed": (
        "induction", ("workbench.rigor.check.definitions.settled", domain_believed)),
    "logarithms do not count where powers are tied": (
        "rate-comparison", ("workbench.rates.check.comparison._has_inside", always)),
    "every gap is homogeneous": (
        "symmetry", ("workbench.rigor.check.symmetry._has_symmetry", always)),
    "a middle need not have a value": ("between", ("workbench.rigor.check.between.unmet", nothing)),
    "a fact need not have a value": ("lemmas", ("workbench.rigor.check.lemmas.unmet", nothing)),
    "an instance may lie anywhere": ("lemmas", ("workbench.rigor.check.lemmas.instance", anywhere)),
    "a side that is no logarithm stays as it is": (
        "exponentials", ("workbench.rigor.check.exponentials._exponential", bare)),
    "what is negative is never looked at": (
        "cases", ("workbench.rigor.check.cases.cases_of", above_twice)),
    "what is raised need not be a side": (
        "powers", ("workbench.rigor.check.powers.is_zero", always)),
    "a term of an expansion is taken for 0": (
        "taylor", ("workbench.rigor.check.expansion.is_zero", always)),
    "what varies need not have a value": (
        "variation", ("workbench.rigor.check.variation.lost", nothing)),
    "near an end all is positive": (
        "variation", ("workbench.rigor.check.variation.sign_at_end", positive)),
    "what is beyond the nodes is nothing": (
        "accounting", ("workbench.rigor.check.sequences.Composition.tail", none)),
    "what comes back is nothing": (
        "accounting", ("workbench.rigor.check.accounting.Inversion._repeats", none)),
    "every matrix is semidefinite": (
        "worst-case", ("workbench.rigor.check.worst_case.is_semidefinite", always)),
    "the sign of a formula is as wished": (
        "worst-case-family",
        ("workbench.rigor.check.worst_case_family.holds_by_sign", always)),
    "an induction goes on where there is no value": (
        "induction", ("workbench.rigor.check.induction.Frame.breaks", no_text)),
    "one case is enough": (
        "expectation", ("workbench.rigor.check.expectation.LawReader.cases", first_case)),
    "a strict relation is what is integrated": (
        "expectation", ("workbench.rigor.check.expectation.LawReader.take", strictly)),
    "a potential need not be bounded below": ("process", (f"{PROCESS}.at_least", so_anyhow)),
    "a potential may grow": ("process", (f"{PROCESS}.step_law", raised)),
    "what always holds need not hold at first": ("process", (f"{PROCESS}.at_start", so_anyhow)),
    "a sum over coordinates starts at nothing": ("process", (f"{STEPS}.ended", from_nothing)),
    "a batch is drawn with replacement": ("moments", (f"{MOMENTS}_families._family", replaced)),
    "two of an order are independent": ("moments", (f"{MOMENTS}_mean.in_order", put_back)),
    "words are exchanged for nothing": ("moments", (f"{MOMENTS}_steps.duties_of", for_nothing)),
    "an answer may err by less than nothing": (
        "moments", (f"{MOMENTS}_steps.duties_of", without_others)),
    "a part with a hard prior counts by its share": (
        "moments", (f"{MOMENTS}_answer.hard_duties_of", by_share)),
    "the mean of a product is a factor": ("moments", (f"{MOMENTS}_mean._AVERAGED", ())),
    "a primitive may have a pole": ("integration", (f"{INTEGRALS}.unmet", nothing)),
    "far out there is nothing": ("integration", (f"{INTEGRALS}.limit", zero)),
    "anything is a law": ("integration", (f"{INTEGRALS}.law_fault", no_text)),
    "the formula of a piece holds elsewhere": (
        "integration", (f"{DRAWN}.places", no_pairs)),
    "any number of draws is one": ("integration", (f"{DRAWN}._is_count", nothing)),
    "what a function bends is not looked at": (
        "instance", ("workbench.rigor.check.members.is_semidefinite", always)),
    "pieces of a function need not fit": (
        "instance", ("workbench.rigor.check.members._neighbours", no_pairs)),
    "gradients are as short as wished": (
        "instance", ("workbench.rigor.check.members._dual_at_most", always)),
    "a function is known off its set": (
        "instance", ("workbench.rigor.check.regions.Region.holds", always)),
    "all noise is normal": (
        "instance", ("workbench.rigor.check.instance._moment_of", normal_moment)),
    "any families are neighbours": (
        "instance", ("workbench.rigor.check.instance._apart", none_apart)),
    "no range is empty": ("sign", ("workbench.rigor.check.duties._has_terms", always)),
    "what is required is so": (
        "sign", ("workbench.rigor.check.duties._sides", requirements_believed)),
    "an interval without an integer has one": (
        "sign", ("workbench.rigor.check.trees.greatest", open_end_counts)),
    **faults_theorems.FAULTS,
    **faults_geometries.FAULTS,
}  # fmt: skip


# What else would refuse what such a fault lets through, and is taken away with it.
BESIDE: dict[str, Patch] = {
    "the domain of a defined sequence is believed": (
        "workbench.rigor.check.definitions.refuse_vacuous", nothing),
    "what always holds need not hold at first": (
        "workbench.rigor.check.process.refuse_no_run", nothing),
}  # fmt: skip


@contextlib.contextmanager
def _patched(patches: Iterable[Patch]) -> Iterator[None]:
    with contextlib.ExitStack() as block:
        for place, value in patches:
            block.enter_context(patch(place, value))
        yield


def found(
    fault: str, seed: str, known: dict[str, list[Certificate]], most: int = _MOST
) -> int | None:
    """How many certificates were tried when the put back fault was found; None if it was not.

    Only what the sound checker refuses is judged: a fault shows itself in nothing else.
    """
    kind, planted = FAULTS[fault]
    faulty = [planted, *([BESIDE[fault]] if fault in BESIDE else [])]
    sound = [(place, pkgutil.resolve_name(place)) for place, _ in faulty]

    def newly_accepted(c: Certificate) -> bool:
        if not fuzz.accepted(c):
            return False
        with _patched(sound):
            return not fuzz.accepted(c)

    tried = 0
    with _patched(faulty):
        for number in range(most):
            counts, findings = fuzz.batch(
                kind, f"{seed}/{number}", known, _BATCH, passes=newly_accepted, first=True
            )
            tried += counts["tried"]
            if findings:
                return tried
    return None
