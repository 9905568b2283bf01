"""Proofs of statements about means: relations between values, integrated.

    proof = LawProof(MARKOV)
    proof.integrate("<=", (1, EX), (-a, chance))  # 0 <= X - a s, whatever the outcome
    outcome = proof.outcome()

Each relation is put to the provers of scalar statements, case by case; the checker judges the
whole: `workbench.rigor.check.expectation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from workbench.claims import Grade, Outcome, holds
from workbench.claims.deciding import refused, rejections_decide
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.expectation import LawReader
from workbench.rigor.check.lemmas import instance
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.attempts import Evidence, Fact, as_relation
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.covers import covered
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.hypotheses import doubts, reason
from workbench.rigor.provers.lemmas import with_facts
from workbench.rigor.provers.outcomes import TRUST, stamped
from workbench.rigor.provers.remembering import PartsFound, prove, remembered, text_of
from workbench.rigor.provers.run import METHODS, ProofSearch
from workbench.rigor.provers.sight import at_first_sight, at_sight
from workbench.symbolic import Relation
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.freezer import Freezer
from workbench.symbolic.plain import plain_sides

_ZERO = ["q", "0"]
_POINTS = 24  # at which a relation is tried before it is searched for; most of them are true
Facts = Iterable[Fact] | Mapping[int, Sequence[Any]]  # in each case, or in those that are named
Term = tuple[Any, Any]  # a fixed coefficient, and the symbol of a mean or 1


class NotProved(Exception):
    """A relation between values for which no proof was found."""


@dataclass(frozen=True)
class LawTree:
    """A statement about means of which only the tree is there."""

    tree: Mapping[str, Any]
    means: Mapping[Any, Any] = field(default_factory=dict)
    where: Sequence[Any] = ()


class LawProof:
    """A proof as data, step by step; what is not proved makes its outcome a refused one.

    statement: what is shown
    seconds:   the time for each relation
    cuts:      rational points, by variable, at which relations about this variable are cut in two
    """

    def __init__(
        self, statement: LawStatement | LawTree, *, seconds: float = 100,
        cuts: Mapping[str, Sequence[Any]] | None = None,
    ) -> None:  # fmt: skip
        self.statement, self.seconds, self.why = statement, seconds, ""
        self.cuts = {name: [Fraction(c) for c in at] for name, at in (cuts or {}).items()}
        self.steps: list[dict[str, Any]] = []
        self._known: dict[Relation, Evidence] = {}  # general facts serve several times
        self.law: LawReader | None = None
        self._found = PartsFound()
        try:
            # whether it is about nothing, the checker of the whole finds out
            self.law = LawReader(statement.tree, self._found, is_part=True)
        except Malformed as error:
            self.why = str(error)

    def integrate(
        self, op: str, *terms: Term, facts: Facts = (), methods: Sequence[str] = METHODS,
        uses: Sequence[int] | None = None,
    ) -> None:  # fmt: skip
        """0 op the sum of the terms for every outcome, and so for their means.

        facts: steps on the way, shown in each case, or a list of them for some of the cases
        uses:  the places of the conditions and of earlier steps that are used, by default of all
        """
        kept = None if uses is None else list(uses)

        def step(law: LawReader) -> dict[str, Any]:
            made = _terms(terms)
            inner, _ = law.combined(made)
            cases = enumerate(law.cases(_ZERO, op, inner, uses=kept))
            proofs = [self.shown(s, facts_of(facts, k), methods) for k, s in cases]
            return {"rule": "integrate", "op": op, "terms": made, "uses": kept, "proofs": proofs}

        self._take(step)

    def exists(
        self, mean: Any, *terms: Term, of: Any = None, facts: Facts = (),  # noqa: ANN401
        methods: Sequence[str] = METHODS, uses: Sequence[int] | None = None,
    ) -> None:  # fmt: skip
        """The mean exists, because its absolute value is at most the sum of the terms.

        of: of what it is the mean, where the statement does not say so
        """
        kept = None if uses is None else list(uses)

        def step(law: LawReader) -> dict[str, Any]:
            made = _terms(terms)
            bound, _ = law.combined(made)
            stated = {m["name"]: m["of"] for m in law.law["means"]}
            tree = stated[str(mean)] if of is None else Freezer()(of).tree
            low, high = (
                [
                    self.shown(s, facts_of(facts, k), methods)
                    for k, s in enumerate(law.cases(*sides, uses=kept))
                ]
                for sides in ((["neg", bound], "<=", tree), (tree, "<=", bound))
            )
            return {"rule": "exists", "mean": str(mean), "of": tree, "terms": made, "uses": kept,
                    "low": low, "high": high}  # fmt: skip

        self._take(step)

    def instance(self, mean: Any, place: int, at: Mapping[Any, Any]) -> None:  # noqa: ANN401
        """A hypothesis for all numbers at some of them, as the mean of this name."""

        def step(law: LawReader) -> dict[str, Any]:
            if place >= len(law.law["all"]):
                raise NotProved(f"there is no hypothesis {place} for all numbers")
            one, freezer = law.law["all"][place], Freezer()
            trees = {str(name): freezer(value).tree for name, value in at.items()}
            general = {"vars": one["vars"], "where": one["where"], "left": _ZERO, "op": one["op"],
                       "right": one["bound"]}  # fmt: skip
            parts, _ = instance(law.said(_ZERO, "=", _ZERO), general, trees)
            inside = [self.shown(part, (), METHODS) for part in parts]
            return {"rule": "take", "mean": str(mean), "all": place, "at": trees, "inside": inside}

        self._take(step)

    def fact(
        self, said: tuple[Any, str, Any], *, facts: Iterable[Fact] = (),
        methods: Sequence[str] = METHODS, uses: Sequence[int] | None = None,
        multiples: Mapping[int, Any] | None = None,
    ) -> None:  # fmt: skip
        """A relation between numbers and means, from what is known.

        multiples: of an equation, which multiples of earlier equations it is, by their places
        """
        kept = None if uses is None else list(uses)

        def step(law: LawReader) -> dict[str, Any]:
            freezer = Freezer()
            left, op, right = freezer(said[0]).tree, said[1], freezer(said[2]).tree
            stated = law.said(left, op, right, uses=kept)
            if multiples is None:
                proof = self.shown(stated, facts, methods)
            else:
                by = [[place, freezer(c).tree] for place, c in multiples.items()]
                proof = {"kind": "identity", "multiples": by}
            return {"rule": "fact", "fact": [left, op, right], "uses": kept, "proof": proof}

        self._take(step)

    @property
    def known(self) -> int:
        """How many conditions and facts there are so far: the place of the next one."""
        return 0 if self.law is None else len(self.law.facts)

    def parts(
        self, *, facts: Iterable[Fact] = (), methods: Sequence[str] = METHODS
    ) -> dict[str, Any]:
        """The steps, and how the statement follows from all that is known now; or NotProved."""
        law, tree = self.law, self.statement.tree
        if law is None or self.why:
            raise NotProved(self.why)
        try:
            law.is_ready()
            stated = law.said(tree["left"], tree["op"], tree["right"])
        except Malformed as error:
            raise NotProved(str(error)) from None
        return {"steps": self.steps, "proof": self.shown(stated, facts, methods)}

    def outcome(
        self, *, facts: Iterable[Fact] = (), methods: Sequence[str] = METHODS, summary: str = ""
    ) -> Outcome:
        """The statement from all that is known now; refused where a step has no proof."""
        tree = self.statement.tree
        try:
            made = self.parts(facts=facts, methods=methods)
        except NotProved as error:
            return refused("expectation", reason(error, lambda: LawReader(tree, prove)))
        certificate = stamped({"kind": "expectation", "law": tree, **made})
        answer = check_certificate(certificate)
        if not answer.accepted:
            return refused("expectation", answer.message)
        return holds(
            "expectation", summary or "relations between values, integrated over any law",
            grade=Grade.CERTIFIED, certificate=certificate,
            trust=(*TRUST, *doubts(tree)),
        )  # fmt: skip

    def _take(self, make: Any) -> None:  # noqa: ANN401 - of the law, a step
        if self.law is None or self.why:
            return
        try:
            step = make(self.law)
            self.why = self.law.take(step)
        except (Malformed, NotProved) as error:
            self.why = f"step {len(self.steps)}: {error}"
            return
        self.steps.append(step)

    def shown(
        self, statement: dict[str, Any], facts: Iterable[Fact], methods: Sequence[str] = METHODS
    ) -> dict[str, Any]:
        """A proof of a relation between numbers; raises NotProved where none is found."""
        r, given, budget = as_relation(statement), list(facts), Budget(seconds=self.seconds)
        asked = text_of(budget, methods, self.cuts, given)
        key = asked and ["shown", r.bare, self.seconds, asked]
        return self._found.keep(
            seen_or_found(r, given, key, lambda: self._searched(r, given, methods, budget))
        )

    def _searched(
        self, r: Relation, facts: Sequence[Fact], methods: Sequence[str], budget: Budget
    ) -> dict[str, Any]:
        tried = False

        def attempt(part: Relation) -> Evidence:
            if part not in self._known and (seen := at_sight(part, methods)):
                self._known[part] = seen, ""
            elif part not in self._known:
                at = {n: c for n, c in self.cuts.items() if n in {v.name for v in part.variables}}
                asked = ["part", part.bare, self.seconds, text_of(budget, methods, at, ())]
                self._known[part] = remembered(asked, lambda: search(part, at), is_proved)
            return self._known[part]

        def search(part: Relation, at: dict[str, list[Fraction]]) -> Evidence:
            if rejections_decide():
                refute(part)
            run = ProofSearch(part, budget)
            if not at:
                found, why = run.attempt(part, methods)
            else:
                pieces, why = covered(part, at, lambda piece: run.attempt(piece, methods))
                found = None if pieces is None else {"kind": "cover", "pieces": pieces}
            if found is None:
                refute(part)
            return found, why

        def refute(part: Relation) -> None:
            nonlocal tried
            asked = () if tried else (r,)
            tried = True
            for one in asked if part.variables == r.variables else (*asked, part):
                if falsify(one, _POINTS) is not None:
                    raise NotProved(f"{plain_sides(one)} is false for some values")

        evidence, why = with_facts(r, facts, attempt)
        if evidence is None:
            raise NotProved(f"{plain_sides(r)} is not proved: {why}")
        return evidence


def seen_or_found(
    r: Relation, facts: Sequence[Fact], asked: Any, search: Callable[[], dict[str, Any]]  # noqa: ANN401
) -> dict[str, Any]:  # fmt: skip
    """What is seen of a relation, or what a search with facts finds; else it raises NotProved.

    asked: all that the search depends on, as for `remembered`
    """
    seen = at_first_sight(r) if facts else at_sight(r)  # often nothing is left to show
    try:
        return seen or remembered(asked, search, bool)
    except NotProved:  # facts that are not shown may not be needed
        if facts and (seen := at_sight(r)) is not None:
            return seen
        raise


def is_proved(found: Evidence) -> bool:
    """Whether a search found a proof; only this is remembered."""
    return found[0] is not None


def facts_of(facts: Facts, case: int) -> Iterable[Fact]:
    """The steps on the way that are meant for a case."""
    return facts.get(case, ()) if isinstance(facts, Mapping) else facts


def _terms(terms: Iterable[Term]) -> list[Any]:
    freezer = Freezer()
    return [[freezer(c).tree, None if mean == 1 else str(mean)] for c, mean in terms]
