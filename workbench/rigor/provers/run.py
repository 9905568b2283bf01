"""The methods of `certify`, their order, and one run through them within a budget.

Parts of a proof (a factor, a piece of the domain, a slope) are statements again, and go through the
same methods with less time.  Whatever a method returns is judged by the checker before it counts.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from textwrap import shorten

from workbench.errors import require
from workbench.rigor.boxes import split_until_certain
from workbench.rigor.check.boxes import box_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.kinds import prove
from workbench.rigor.check.points import check_counterexample
from workbench.rigor.provers import oracle
from workbench.rigor.provers.attempts import Evidence, Unfit
from workbench.rigor.provers.bernstein import bernstein_tree
from workbench.rigor.provers.chains import logchain_steps
from workbench.rigor.provers.covers import covered, guesses
from workbench.rigor.provers.factoring import factored
from workbench.rigor.provers.reductions import grown, in_logarithms, substituted
from workbench.rigor.provers.squares import multiplied, sum_of_squares
from workbench.rigor.provers.sums import inductive, termwise
from workbench.symbolic import Relation

NAMES = {
    "identity": "normal form",
    "sign": "visible sign",
    "termwise": "term by term",
    "inductive": "induction",
    "factors": "exact factors",
    "chain": "derivative chain",
    "logchain": "derivative chain with logarithms",
    "cover": "cover of the domain",
    "substitution": "substitution",
    "logarithms": "logarithms of both sides",
    "sos": "sum of squares",
    "bernstein": "Bernstein coefficients",
    "boxes": "Arb boxes",
    "growth": "growth from an end",
}
METHODS = tuple(NAMES)
_LIGHT = ("sign", "chain", "logchain", "factors", "growth")  # for the pieces of a guessed cut
_UNFIT_FOR_CHAIN = re.compile("normal form|one variable|must range")
_LONGEST_NOTE = 160  # characters, about a part of a proof
_INTO_PARTS = (
    "factors", "substitution", "logarithms", "termwise", "inductive", "growth", "cover",
)  # fmt: skip
_DEEPEST = 3  # factors of factors


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search: seconds in all, boxes of one subdivision, its narrowest side."""

    seconds: float = 20.0
    boxes: int = 20_000
    narrowest: Fraction = Fraction(1, 2**40)

    def __post_init__(self) -> None:
        require(self.seconds > 0, "seconds", self.seconds, "is not positive", "Allow some time.")
        require(self.boxes > 0, "boxes", self.boxes, "is not positive", "Allow at least one box.")
        require(
            self.narrowest > 0, "narrowest", self.narrowest, "is not positive",
            "Give a width: without one the search dives into any point where both sides touch.",
        )  # fmt: skip


@dataclass
class Run:
    """One call: the statement asked about, the time left, and what turned up on the way."""

    asked: Relation
    budget: Budget
    point: dict[str, str] | None = None
    excluded: bool = False  # z3 says that there is no such point
    end: float = field(init=False)

    def __post_init__(self) -> None:
        self.end = time.monotonic() + self.budget.seconds

    @property
    def left(self) -> float:
        return self.end - time.monotonic()

    def attempt(self, r: Relation, methods: Sequence[str], depth: int = 0) -> Evidence:
        """A certificate for `r`, without its statement, or where every method is stuck."""
        notes, unfit = [], []
        for method in NAMES:
            if method not in methods or (method == "identity") != (r.op == "="):
                continue
            if self.left <= 0:
                notes.append(f"{method}: no time left of {self.budget.seconds:g} s")
                break
            try:
                evidence, why = self._by(method, r, methods, depth)
            except Unfit:
                unfit.append(method)
                continue
            except (NotReducible, ZeroDivisionError, OverflowError) as error:
                notes.append(f"{method}: {error}")
                continue
            if self.point is not None:
                return None, "refuted"
            if evidence is not None:
                answer = prove(r.tree, evidence)
                if answer.accepted:
                    return evidence, ""
                why = answer.message
                if method == "chain" and _UNFIT_FOR_CHAIN.search(why):
                    unfit.append(method)
                    continue
            notes.append(why if depth == 0 else shorten(why, _LONGEST_NOTE, placeholder=" ..."))
        if unfit and depth == 0:
            notes.append(f"not of the shape for {', '.join(unfit)}")
        return None, "; ".join(notes) or "no method is for a statement of this shape"

    def _by(self, method: str, r: Relation, methods: Sequence[str], depth: int) -> Evidence:
        s = r.tree

        def inner(part: Relation) -> Evidence:
            return self.attempt(part, methods, depth + 1)

        if depth >= _DEEPEST and method in _INTO_PARTS:
            raise Unfit(f"a part of a part {depth} times over")
        match method:
            case "factors":
                made, why = factored(r, inner)
                return (None if made is None else {"kind": method, "factors": made}), why
            case "logchain":
                steps, why = logchain_steps(s)
                return (None if steps is None else {"kind": method, "steps": steps}), why
            case "substitution":
                return substituted(r, inner)
            case "logarithms":
                return in_logarithms(r, inner)
            case "termwise":
                return termwise(r, inner)
            case "inductive":
                return inductive(r, inner)
            case "growth":
                return grown(r, inner)
            case "cover":
                return self._cut(r)
            case "sos":
                if depth == 0:
                    self._ask_oracle(r)
                terms, why = (None, "") if self.point else sum_of_squares(s)
                if terms is None and depth == 0 and not self.point:
                    return multiplied(r, why)
                return (None if terms is None else {"kind": method, **terms}), why
            case "bernstein":
                tree, point, why = bernstein_tree(
                    s, boxes=min(self.budget.boxes, 500), seconds=self.left / 4
                )
                self._consider(point)
                return (None if tree is None else {"kind": method, "tree": tree}), why
            case "boxes":
                if isinstance(box_of(s), str):
                    raise Unfit("the domain is not a bounded box")
                tried = split_until_certain(  # parts of a proof get less: there are many of them
                    s, boxes=max(100, self.budget.boxes // 8**depth),
                    seconds=self.left / 2 ** (depth + 1), narrowest=self.budget.narrowest,
                )  # fmt: skip
                self._consider(tried.point)
                made_tree = None if tried.tree is None else {"kind": method, "tree": tried.tree}
                return made_tree, f"boxes: {tried.reason}" if tried.reason else ""
        return {"kind": method}, ""

    def _cut(self, r: Relation) -> Evidence:
        if len(r.variables) != 1 or r.variables[0].sort == "seq":
            raise Unfit("one variable is needed")
        why = "cover: nowhere to cut"
        for at in guesses(r):
            pieces, why = covered(
                r,
                {r.variables[0].name: [at]},
                lambda part: self.attempt(part, _LIGHT, _DEEPEST - 2),
            )
            if pieces is not None:
                return {"kind": "cover", "pieces": pieces}, ""
        return None, why

    def _ask_oracle(self, r: Relation) -> None:
        if oracle.is_installed():
            point, answer = oracle.ask(r, seconds=min(5.0, self.left))
            self._consider(point)
            self.excluded = answer == "none"

    def _consider(self, point: dict[str, str] | None) -> None:
        """Keep a point that refutes the statement asked about, not merely a part of a proof."""
        if point is None:
            return
        certificate = {"statement": self.asked.tree, "point": point}
        if check_counterexample(certificate).accepted:
            self.point = point
