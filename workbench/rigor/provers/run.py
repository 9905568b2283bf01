"""The methods of `certify`, their order, and one run through them within a budget.

Parts of a proof (a factor, a piece of the domain, a slope) are statements again, and go through the
same methods.  The run deepens: proofs without parts come first, then proofs whose parts have none,
and so on, so that a short proof is not missed behind a long search.  A part that is false at a
rational point is given up at once.  What a method returns counts when the checker accepts it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.rigor.boxes import split_until_certain
from workbench.rigor.check.boxes import box_of
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.points import check_counterexample
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers import oracle
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation, from_equation
from workbench.rigor.provers.bernstein import bernstein_tree
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.chains import logchain_steps
from workbench.rigor.provers.covers import cut
from workbench.rigor.provers.expansions import expanded
from workbench.rigor.provers.factoring import factored
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.handelman import by_products
from workbench.rigor.provers.quadratics import in_two
from workbench.rigor.provers.reductions import grown, in_exponentials, in_logarithms, substituted
from workbench.rigor.provers.remembering import prove
from workbench.rigor.provers.roots import one_root, raised, without_roots
from workbench.rigor.provers.sight import at_sight
from workbench.rigor.provers.squares import multiplied, sum_of_squares
from workbench.rigor.provers.sums import by_induction, inductive, strengthened, termwise
from workbench.rigor.provers.symmetries import by_symmetry, in_cases
from workbench.rigor.provers.tidy import tidy
from workbench.rigor.provers.trace import Trace
from workbench.rigor.provers.variations import varied
from workbench.symbolic import Relation

NAMES = {
    "identity": "normal form",
    "induction": "induction",
    "sign": "visible sign",
    "symmetry": "symmetry",
    "termwise": "term by term",
    "logarithms": "logarithms of both sides",
    "exponentials": "exponentials of both sides",
    "inductive": "induction",
    "radicals": "roots of variables",
    "factors": "exact factors",
    "chain": "derivative chain",
    "logchain": "derivative chain with logarithms",
    "quadratic": "exact factors",
    "variation": "derivatives that change sign once",
    "taylor": "expansion about a centre",
    "cases": "two cases",
    "cover": "cover of the domain",
    "substitution": "substitution",
    "powers": "powers of both sides",
    "sos": "sum of squares",
    "products": "products of conditions",
    "bernstein": "Bernstein coefficients",
    "boxes": "Arb boxes",
    "growth": "growth from an end",
    "between": "something in between",
}
METHODS = tuple(NAMES)
SHOWN_BY = {**NAMES, "lemmas": "facts first"}  # the facts are an author's, and never searched for
_INTO_PARTS: dict[str, Callable[[Relation, ProvePart], Evidence]] = {
    "symmetry": by_symmetry,
    "termwise": termwise,
    "inductive": inductive,
    "radicals": without_roots,
    "cases": in_cases,
    "cover": cut,
    "taylor": expanded,
    "substitution": substituted,
    "logarithms": in_logarithms,
    "exponentials": in_exponentials,
    "powers": raised,
    "quadratic": in_two,
    "variation": varied,
    "growth": grown,
    "between": strengthened,
    "factors": factored,
}
_DEEPEST = 5  # parts of parts
# they simplify for certain
_FREE = ("factors", "quadratic", "symmetry", "radicals", "termwise", "logarithms", "exponentials")
_FOR_EQUATIONS = ("identity", "induction")
_POINTS = 40  # at which a part of a proof is tried before it is taken up
_UNDONE = {"logarithms": "exponentials", "exponentials": "logarithms"}  # one after the other


@dataclass
class ProofSearch:
    """One call: the statement asked about, the time left, and what turned up on the way."""

    asked: Relation
    budget: Budget
    point: dict[str, str] | None = None
    excluded: bool = False  # z3 says that there is no such point
    open_parts: list[tuple[int, Relation]] = field(default_factory=list)
    boxes_note: str = ""  # where the subdivision of the whole statement ended
    deepest: int = 0
    curtailed: bool = False  # something was left out for want of depth
    failed: dict[Any, int] = field(default_factory=dict)  # and how much depth it had
    ways: list[str] = field(default_factory=list)  # the methods that made the part at hand
    reasons: dict[Any, str] = field(default_factory=dict)
    leaves: dict[Any, str] = field(default_factory=dict)
    trace: Trace = field(default_factory=Trace)
    met: dict[str, str] | None = None  # where an author says that the conditions hold
    end: float = field(init=False)

    def __post_init__(self) -> None:
        self.end = time.process_time() + self.budget.seconds

    @property
    def left(self) -> float:
        return self.end - time.process_time()

    def attempt(self, r: Relation, methods: Sequence[str]) -> Evidence:
        """A certificate for `r`, without its statement, or where every method is stuck."""
        found: Evidence = (None, "no method is for a statement of this shape")
        for deepest in range(_DEEPEST + 1):
            self.deepest, self.curtailed = deepest, False
            found = self._part(r, methods, 0)
            if found[0] is not None or self.point is not None or not self.curtailed:
                break
        return found

    def _part(
        self, r: Relation, methods: Sequence[str], depth: int, *, is_part: bool = False
    ) -> Evidence:
        key = (r, tuple(methods))
        rest = self.deepest - depth
        if self.failed.get(key, -1) >= rest:
            self.curtailed = True  # with more depth it may still succeed
            self.trace.goal(r)
            return None, self.reasons[key]
        if is_part and key not in self.reasons and (seen := at_sight(r, methods)):
            return seen, ""
        if is_part and key not in self.reasons and falsify(r, _POINTS) is not None:
            self.failed[key], self.reasons[key] = _DEEPEST, "it is false"
            self.trace.goal(r).note = "it is false"
            return None, "it is false"
        before, self.curtailed = self.curtailed, False
        evidence, why = self._tidied(r, methods, depth) if is_part else (None, "")
        if evidence is None:
            evidence, why = self._by_any(r, methods, depth)
        if evidence is None and self.left > 0:
            self.failed[key] = rest if self.curtailed else _DEEPEST
            self.reasons[key] = why
            self.open_parts.append((depth, r))
        self.curtailed |= before
        return evidence, why

    def _tidied(self, r: Relation, methods: Sequence[str], depth: int) -> Evidence:
        """The same gap in normal form, if that is a good deal shorter."""
        if r.op == "=":
            return None, ""
        gap = difference(r.left.tree, r.op, r.right.tree)
        neat = tidy(gap, r.bare["vars"])
        if _size(neat) >= _size(gap):
            return None, ""
        part = as_relation(sign_of(r.bare, neat, "<" if r.op in ("<", ">") else "<="))
        evidence, why = self._by_any(part, methods, depth)
        if evidence is None:
            return None, why
        whole = {"kind": "factors", "factors": [{"tree": neat, "power": 1, "proof": evidence}]}
        return (whole, "") if prove(r.bare, whole).accepted else (None, why)

    def _by_any(self, r: Relation, methods: Sequence[str], depth: int) -> Evidence:
        notes, goal = [], self.trace.goal(r)
        for method in NAMES:
            if method not in methods or (method in _FOR_EQUATIONS) != (r.op == "="):
                continue
            if self.left <= 0:
                notes.append(f"no time left of {self.budget.seconds:g} s")
                break
            if method in _INTO_PARTS and not _is_free(method, r) and depth >= self.deepest:
                self.curtailed = True
                continue
            with self.trace.trying(goal, method) as attempt:
                evidence, why = self._accepted(method, r, methods, depth)
            if why is None:
                del goal.attempts[method]
                continue
            attempt.why = why
            if self.point is not None:
                return None, "refuted"
            if evidence is not None:
                return evidence, ""
            if why:
                notes.append(why)
        return None, notes[0] if notes and depth else "; ".join(notes)

    def _accepted(
        self, method: str, r: Relation, methods: Sequence[str], depth: int
    ) -> tuple[dict[str, Any] | None, str | None]:
        """What a method found, if the checker accepts it, or why not; no reason if it is unfit."""
        try:
            evidence, why = self._by(method, r, methods, depth)
            if evidence is None or self.point is not None:
                return None, why
            answer = prove(r.bare, evidence)
            return (evidence, "") if answer.accepted else (None, answer.message)
        except Unfit:
            return None, None
        except (NotReducible, Malformed, ZeroDivisionError, OverflowError) as error:
            return None, f"{method}: {error}"

    def _by(self, method: str, r: Relation, methods: Sequence[str], depth: int) -> Evidence:
        if method in _INTO_PARTS:
            if self.ways and self.ways[-1] == _UNDONE.get(method):
                raise Unfit("it would lead back to what this is a part of")
            below = depth if _is_free(method, r) else depth + 1
            self.ways.append(method)
            try:
                return _INTO_PARTS[method](
                    r, lambda part: self._part(part, methods, below, is_part=True)
                )
            finally:
                self.ways.pop()
        key = (r, method)
        if key in self.leaves:  # what fails without parts fails at any depth
            return None, self.leaves[key]
        evidence, why = self._leaf(method, r, depth)
        if evidence is None:
            self.leaves[key] = why
        return evidence, why

    def _leaf(self, method: str, r: Relation, depth: int) -> Evidence:
        s = r.bare
        match method:
            case "identity":
                return from_equation(s), ""
            case "induction":
                return by_induction(r)
            case "logchain":
                steps, why = logchain_steps(s)
                return (None if steps is None else {"kind": method, "steps": steps}), why
            case "products":
                terms, why = by_products(s)
                return (None if terms is None else {"kind": "sos", **terms}), why
            case "sos":
                if depth == 0:
                    self._ask_oracle(r)
                terms, why = (None, "") if self.point else sum_of_squares(s)
                if terms is None and not self.point:
                    return multiplied(r, why) if depth == 0 else (None, why)
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
                    seconds=self.left / 2 ** (depth + 2), narrowest=self.budget.narrowest,
                )  # fmt: skip
                self._consider(tried.point)
                made_tree = None if tried.tree is None else {"kind": method, "tree": tried.tree}
                if r is self.asked:
                    self.boxes_note = f"boxes: {tried.reason}" if tried.reason else ""
                return made_tree, f"boxes: {tried.reason}" if tried.reason else ""
        return {"kind": method}, ""

    def _ask_oracle(self, r: Relation) -> None:
        if oracle.is_installed():
            point, answer = oracle.ask(r, seconds=min(5.0, self.left))
            self._consider(point)
            self.excluded = answer == "none"

    def _consider(self, point: dict[str, str] | None) -> None:
        """Keep a point that refutes the statement asked about, not merely a part of a proof."""
        if point is None:
            return
        own = {v.name: point[v.name] for v in self.asked.variables if v.name in point}
        if check_counterexample({"statement": self.asked.tree, "point": own}).accepted:
            self.point = own


def _is_free(method: str, r: Relation) -> bool:
    """Whether the parts are simpler for certain, so that they count as no deeper."""
    return method in _FREE or (method == "powers" and one_root(r))


def _size(tree: list[Any]) -> int:
    return 1 + sum(_size(a) for a in tree[1:] if isinstance(a, list))
