"""Proofs of statements about integrals and draws: pieces with primitives, and induction.

    proof = IntegralProof(MOMENTS)
    proof.induct(M, k, 0, factorial(k) * b**k, base=[Segment(-exp(-u / b))],
                 step=[Segment(-u**(k + 1) * exp(-u / b))], factor=(k + 1) * b)
    outcome = proof.outcome()

Between two cuts there is one part.  What the checker asks for on the way, signs and equations, is
searched for when it asks; it judges the whole: `workbench.rigor.check.integration`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from workbench.claims import Grade, Outcome, holds
from workbench.claims.deciding import refused
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.answer import Answer
from workbench.rigor.check.drawn import DrawnMean
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.integration import IntegrationReader, NotShown
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.expectations import NotProved
from workbench.rigor.provers.outcomes import TRUST, stamped
from workbench.rigor.provers.remembering import prove
from workbench.rigor.provers.run import METHODS
from workbench.rigor.provers.searched import searched
from workbench.symbolic.freezer import Freezer
from workbench.symbolic.integrals import IntegralStatement


@dataclass(frozen=True)
class Segment:
    """What is shown on one piece of a range.

    primitive: whose derivative is compared with the integrand
    branches:  which pieces of its law the distribution function has here, for each place at which
               the integrand takes it
    sign:      that of the integrand, "+" or "-"
    facts:     steps on the way to the comparison
    signed:    steps on the way to the sign
    twice:     whether an equation is shown from both sides, as those with absolute values are
    back:      steps on the way to its other side, if they are others
    """

    primitive: Any
    branches: Sequence[int] = ()
    sign: str = "+"
    facts: Sequence[Fact] = ()
    signed: Sequence[Fact] = ()
    twice: bool = False
    back: Sequence[Fact] = ()


class IntegralProof:
    """A proof as data, step by step; what is not proved makes its outcome a refused one.

    statement: what is shown
    rising:    for each law and piece, steps on the way to that its distribution does not fall
    seconds:   the time for each relation
    """

    def __init__(
        self, statement: IntegralStatement, *,
        rising: Sequence[Sequence[Sequence[Fact]]] | None = None, seconds: float = 20,
    ) -> None:  # fmt: skip
        self.statement, self.seconds, self.why = statement, seconds, ""
        self.steps: list[dict[str, Any]] = []
        self.laws: list[dict[str, Any]] = []
        self.reader: IntegrationReader | None = None

        def read() -> None:
            self.reader = IntegrationReader(statement.tree, self._filled)
            for place, law in enumerate(self.reader.laws):
                hints = [()] * len(law.pieces) if rising is None else rising[place]
                order = [_wanted() for _ in law.pieces[2:]]
                self.laws.append({"order": order, "rising": [_wanted(h) for h in hints]})
            self.reader.are_laws(self.laws)

        self._try(read)

    def evaluate(
        self, mean: Any, parts: Sequence[Segment], *, op: str = "=", cuts: Sequence[Any] = (),  # noqa: ANN401
        methods: Sequence[str] = METHODS,
    ) -> None:  # fmt: skip
        """The mean is what the increments of the primitives come to, or at most that."""

        def step(reader: IntegrationReader) -> dict[str, Any]:
            shown = _pieces(reader.means[str(mean)], parts, cuts, methods)
            return {"rule": "evaluate", "mean": str(mean), "op": op, **shown}

        self._take(step)

    def induct(
        self, mean: Any, variable: Any, start: int, value: Any, *, base: Sequence[Segment],  # noqa: ANN401
        step: Sequence[Segment], factor: Any = 1, cuts: Sequence[Any] = (),  # noqa: ANN401
        first: Sequence[Fact] = (), after: Sequence[Fact] = (), methods: Sequence[str] = METHODS,
    ) -> None:  # fmt: skip
        """The mean is the value for all integers from the start on.

        base, step: the pieces for the first one, and for what the next one is more than `factor`
                    times the one before
        first, after: steps on the way to the two equations between values
        """

        def made(reader: IntegrationReader) -> dict[str, Any]:
            of, freezer = reader.means[str(mean)], Freezer()
            return {"rule": "induct", "mean": str(mean), "variable": str(variable), "start": start,
                    "value": freezer(value).tree, "base": _pieces(of, base, cuts),
                    "step": _pieces(of, step, cuts), "factor": freezer(factor).tree,
                    "first": _wanted(first, methods), "next": _wanted(after, methods)}  # fmt: skip

        self._take(made)

    def grow(self, mean: Any, op: str, primitive: Any, *, facts: Sequence[Fact] = ()) -> None:  # noqa: ANN401
        """An increment is at most, or at least, that of the primitive.

        facts: steps on the way to that its derivative is so
        """

        def step(_: IntegrationReader) -> dict[str, Any]:
            return {"rule": "grow", "mean": str(mean), "op": op, "order": _wanted(),
                    "primitive": Freezer()(primitive).tree, "shown": _wanted(facts)}  # fmt: skip

        self._take(step)

    def outcome(
        self, *, facts: Iterable[Fact] = (), methods: Sequence[str] = METHODS, summary: str = ""
    ) -> Outcome:
        """The statement from all that is known now; refused where a step has no proof."""
        proof = _wanted(facts, methods)
        self._try(lambda: self._filled(self._reader().end(), proof))
        if self.why:
            return refused("integration", self.why)
        certificate = stamped({"kind": "integration", "integration": self.statement.tree,
                               "laws": self.laws, "steps": self.steps, "proof": proof})  # fmt: skip
        answer = check_certificate(certificate)
        if not answer.accepted:
            return refused("integration", answer.message)
        return holds(
            "integration", summary or "primitives on pieces, differentiated by the checker",
            grade=Grade.CERTIFIED, certificate=certificate, trust=TRUST,
        )  # fmt: skip

    def _reader(self) -> IntegrationReader:
        if self.reader is None:
            raise NotProved(self.why)
        return self.reader

    def _take(self, make: Callable[[IntegrationReader], dict[str, Any]]) -> None:
        def take() -> None:
            step = make(self._reader())
            self._reader().take(step)
            self.steps.append(step)

        self._try(take, f"step {len(self.steps)}: ")

    def _try(self, work: Callable[[], object], where: str = "") -> None:
        if self.why:
            return
        try:
            work()
        except (Malformed, NotProved, NotReducible, NotShown, ZeroDivisionError) as error:
            self.why = f"{where}{error}"

    def _filled(self, statement: dict[str, Any], evidence: Any) -> Answer:  # noqa: ANN401
        """What the checker asks for: a proof is put where one is wanted."""
        if "wanted" in evidence:
            facts, methods = evidence.pop("wanted")
            evidence |= searched(statement, facts, seconds=self.seconds, methods=methods)
        return prove(statement, evidence)


def _wanted(facts: Iterable[Fact] = (), methods: Sequence[str] = METHODS) -> dict[str, Any]:
    """The place of a proof that is searched for when the checker asks for it."""
    return {"wanted": (tuple(facts), methods)}


def _pieces(
    mean: DrawnMean, parts: Sequence[Segment], cuts: Sequence[Any],
    methods: Sequence[str] = METHODS,
) -> Mapping[str, Any]:  # fmt: skip
    """The pieces between the cuts, with places for all proofs."""
    freezer = Freezer()
    ends = [mean.ends[0], *cuts, mean.ends[1]]
    inner = sum(a is not None and b is not None for a, b in pairwise(ends))
    pieces = [
        {"branches": list(p.branches), "sign": p.sign, "primitive": freezer(p.primitive).tree,
         "inside": [_wanted((), methods) for _ in mean.places(list(p.branches))],
         "signed": _wanted(p.signed, methods),
         "shown": [_wanted(f, methods) for f in (p.facts, p.back or p.facts)] if p.twice
         else _wanted(p.facts, methods)}
        for p in parts
    ]  # fmt: skip
    return {"cuts": [freezer(c).tree for c in cuts], "order": [_wanted() for _ in range(inner)],
            "pieces": pieces}  # fmt: skip
