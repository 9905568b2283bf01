"""Proofs of statements about random variables that are drawn one after the other.

    proof = ProcessProof(AZUMA)
    step = proof.potential(sp.exp(s * S - s**2 * V / 8), "<=", of=(s,))
    step.instance(...), step.exists(NEXT, ...), step.integrate(...)  # of one step, given the past
    end = proof.end()
    end.instance(m, 0, {s: 4 * b / V}), end.integrate(...)  # of all of them
    outcome = proof.outcome()

Steps and end are statements about means, each proved as a `LawProof`; the checker makes both from
the statement itself and judges the whole: `workbench.rigor.check.process`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Grade, Outcome, holds
from workbench.claims.deciding import refused
from workbench.rigor.asking import check_certificate
from workbench.rigor.check import process_steps as checker
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.expectations import Facts, LawProof, LawTree, NotProved, facts_of
from workbench.rigor.provers.hypotheses import doubts, reason
from workbench.rigor.provers.outcomes import TRUST, stamped
from workbench.rigor.provers.remembering import prove
from workbench.rigor.provers.run import METHODS
from workbench.symbolic.freezer import Freezer
from workbench.symbolic.processes import ProcessStatement, frozen_states

NEXT = sp.Symbol(checker.NEXT, real=True)
Said = tuple[Any, str, Any]


class ProcessProof:
    """A proof as data; what is not proved makes its outcome a refused one.

    statement: what is shown
    helpers:   more states, as in the statement, of which it does not speak
    always:    relations between states that always hold: they are shown before the first draw and
               from one step to the next, all of them together
    facts:     steps on the way from one step to the next, for some of these relations by their
               place; in each case, or a list of them for some of the cases
    starts:    the same for the start
    last:      places of relations that are shown when all else is, for they are the longest
    """

    def __init__(
        self, statement: ProcessStatement, *, helpers: Sequence[tuple[Any, Any, Any]] = (),
        always: Sequence[Said] = (), facts: Mapping[int, Facts] | None = None,
        starts: Mapping[int, Facts] | None = None, methods: Sequence[str] = METHODS,
        seconds: float = 20, last: Collection[int] = (),
    ) -> None:  # fmt: skip
        self.statement, self.seconds, self.why = statement, seconds, ""
        self.always: list[dict[str, Any]] = []
        self.rises: list[dict[str, Any]] = []
        self.potentials: list[dict[str, Any]] = []
        self._steps: list[tuple[LawProof, ...]] = []
        self._end: LawProof | None = None
        self._open: dict[int, tuple[Any, Facts, Facts, Sequence[str]]] = {}
        self._numbers = LawProof(LawTree({}), seconds=seconds)  # for relations without a mean
        told, freezer = statement.tree, Freezer()
        random = [v["name"] for key in ("known", "drawn") for v in told[key]]
        random += [s["var"]["name"] for s in told["states"] if not s["fixed"]]
        self.helpers = frozen_states(freezer, helpers, random)
        try:
            self.process = checker.Process(told, self.helpers, prove, is_part=True)
            own = [[freezer(a).tree, op, freezer(b).tree] for a, op, b in always]
            intervals = self.process.kept
            known = self.process.paired([{"relation": r} for r in [*intervals, *own]])
            for place, (relation, _) in enumerate(known):
                own_place = place - len(intervals)
                first, later = ((one or {}).get(own_place, ()) for one in (starts, facts))
                self._open[place] = relation, first, later, methods
                self.always.append({} if own_place in last else self._kept(place))
            self.rises = [self._numbers.shown(s, (), methods) for s in self.process.rises()]
        except (Malformed, NotProved) as error:
            self.why = str(error)

    def potential(
        self, value: Any, op: str, *, of: Sequence[Any] = (), where: Sequence[Said] = (),  # noqa: ANN401
        below: Iterable[tuple[Any, int]] = (), cases: Sequence[Said] = (), facts: Facts = (),
        methods: Sequence[str] = METHODS,
    ) -> tuple[LawProof, ...]:  # fmt: skip
        """E[next value | past] op value, for all values of the symbols `of`; proved in the answer.

        below: multiples of earlier potentials, with which the value is at least 0, by `facts`
        cases: inequalities, each a case with a proof of its own; the last one is where none holds
        """
        freezer = Freezer()
        tree = freezer(value).tree
        for symbol in of:
            freezer(symbol)
        one: dict[str, Any] = {
            "vars": [freezer.variables[str(s)].tree for s in of],
            "where": [[freezer(a).tree, sign, freezer(b).tree] for a, sign, b in where],
            "value": tree, "op": op, "below": [[freezer(c).tree, k] for c, k in below],
            "least": {}, "step": {},
        }  # fmt: skip
        step: dict[str, Any] = {}
        for a, sign, b in reversed(cases):
            step = {"if": [freezer(a).tree, sign, freezer(b).tree], "then": {}, "else": step}
        laws = [LawProof(LawTree({}), seconds=self.seconds) for _ in range(len(cases) + 1)]
        try:
            if not self.why:
                self.process.read_potential(one, self.potentials)
                lower = self.process.at_least(one, self.potentials)
                one["least"] = self._numbers.shown(lower, facts_of(facts, 0), methods)
                split = self.process.split(step, self.process.step_law(one))
                laws = [LawProof(LawTree(law), seconds=self.seconds) for law, _ in split]
        except (Malformed, NotProved) as error:
            self.why = f"potential {len(self.potentials)}: {error}"
        self.potentials.append({**one, "step": step})
        self._steps.append(tuple(laws))
        return tuple(laws)

    @property
    def doubt(self) -> str:
        """Why the proof is refused already, or the empty text."""
        return self.why or next((law.why for step in self._steps for law in step if law.why), "")

    def end(self) -> LawProof:
        """The proof of what is said at the end: the potentials are its hypotheses, in order."""
        tree = {} if self.why else self.process.last_law(self.potentials)
        self._end = LawProof(LawTree(tree), seconds=self.seconds)
        return self._end

    def outcome(
        self, *, facts: Iterable[Any] = (), methods: Sequence[str] = METHODS, summary: str = ""
    ) -> Outcome:
        """The statement; `facts` are steps from what is known at the end to what is claimed."""
        told = self.statement.tree
        if self.why:
            return refused("process", reason(self.why, lambda: checker.Process(told, [], prove)))
        made = []
        try:
            self.always = [one or self._kept(place) for place, one in enumerate(self.always)]
            for place, one in enumerate(self.potentials):
                parts = [_part(law, f"step of potential {place}") for law in self._steps[place]]
                made.append({**one, "step": _joined(one["step"], parts)})
            end = _part(self._end or self.end(), "end", facts, methods)
        except NotProved as error:
            return refused("process", reason(error, lambda: checker.Process(told, [], prove)))
        certificate = stamped(
            {"kind": "process", "process": told, "helpers": self.helpers,
             "always": self.always, "potentials": made, "end": end,
             **({"rises": self.rises} if self.process.endless else {})}
        )  # fmt: skip
        answer = check_certificate(certificate)
        if not answer.accepted:
            return refused("process", answer.message)
        return holds(
            "process", summary or "means given the past, from one draw to the next",
            grade=Grade.CERTIFIED, certificate=certificate,
            trust=(*TRUST, *doubts(told)),
        )  # fmt: skip

    def _kept(self, place: int) -> dict[str, Any]:
        relation, first, facts, methods = self._open[place]
        start = self.process.at_start(relation)
        cases = enumerate(self.process.cases(relation))
        return {
            "relation": relation,
            "start": self._numbers.shown(start, facts_of(first, 0), methods),
            "steps": [self._numbers.shown(case, facts_of(facts, k), methods) for k, case in cases],
        }


def before_all(statement: ProcessStatement) -> LawProof:
    """A proof from what is told of numbers, to see at once what does not follow.

    It is part of no certificate: what it shows is shown again where it is used.
    """
    try:
        return LawProof(LawTree(checker.Process(statement.tree, [], prove, is_part=True).bare.law))
    except Malformed as error:
        proof = LawProof(LawTree({}))
        proof.why = str(error)
        return proof


def _part(
    law: LawProof, where: str, facts: Iterable[Any] = (), methods: Sequence[str] = METHODS
) -> dict[str, Any]:
    """Steps and proof of a statement about means, without the statement."""
    try:
        return law.parts(facts=facts, methods=methods)
    except NotProved as error:
        raise NotProved(f"{where}: {error}") from None


def _joined(step: dict[str, Any], parts: list[dict[str, Any]]) -> dict[str, Any]:
    first, *rest = parts
    return {**step, "then": first, "else": _joined(step["else"], rest)} if rest else first
