"""Methods with any number of steps and any parameter: what a family says, as data.

The functions that start a method and make a step are written once, with formulas for numbers; the
statement is derived from what they do.  `prove_family` finds what shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from workbench.errors import ParameterError, require
from workbench.symbolic.variables import Variable
from workbench.worst_case.combinations import Number, Vector, terms
from workbench.worst_case.language import Oracle, PerformanceProblem
from workbench.worst_case.numbers import Json, exact_or_formula, weight

Entries = dict[str, Any]  # of a state: vectors and numbers by name
Work = Callable[..., Entries]
Expression = Callable[[Any], Number]
Relation = tuple[Any, str, Any]
_ZERO = "zero"


@dataclass(frozen=True, kw_only=True)
class MethodFamily:
    """A method, and a bound on a measure of its state at every step k = 0, 1, 2, ...:

        measure <= rate * (factor^k initial + floor (1 + factor + ... + factor^(k-1)))

    symbols    the index, parameters and scalars, each with its domain as an assumption
    index      the symbol of k; with a `horizon` N the bound is that of step N alone
    after      the first step that the bound is about
    where      conditions on parameters, triples (left, op, right)
    scalars    {symbol: (first value, next value)}: sequences of numbers
    oracles    {name: (class, parameters)}
    vectors, numbers   the names of the state's entries, separated by spaces
    calls      (oracle, point, gradient, value) by names of the state; the gradient "zero" makes a
               point stationary
    start      (problem, *oracles) -> the state before the first step
    step       (problem, *oracles, state) -> the entries that change in a step
    finish     (problem, *oracles, state) -> further entries that the measure needs
    potential  the expression in the state that shows the bound (`lyapunov` seeks it)
    invariants what holds for the scalars at every k
    """  # noqa: D400 - the formula belongs to the sentence

    symbols: Sequence[Any]
    index: Any
    oracles: Mapping[str, tuple[str, Mapping[str, Any]]]
    vectors: str
    numbers: str = ""
    calls: Sequence[tuple[str, str, str, str | None]] = ()
    start: Work
    step: Work
    finish: Work | None = None
    initial: Expression
    measure: Expression
    potential: Expression | None = None
    rate: Any = 1
    factor: Any = 1
    floor: Any = 0
    horizon: Any = None
    after: int = 0
    where: Sequence[Relation] = ()
    scalars: Mapping[Any, tuple[Any, Any]] = field(default_factory=dict)
    invariants: Sequence[Relation] = ()

    def statement(self) -> Json:
        """The family as the checker reads it, without what proves it."""
        start, begun = self._fragment(self.start, is_start=True)
        step, _ = self._fragment(self.step)
        finish, ended = self._fragment(self.finish or (lambda *_: {}))
        del finish["map"]
        place = {name: i for i, name in enumerate(self.oracles)}
        state: Json = {
            "vectors": self.vectors.split(), "numbers": self.numbers.split(),
            "calls": [[place[o], x, g, f] for o, x, g, f in self.calls],
        }  # fmt: skip
        if any(_ZERO in call for call in self.calls):
            state["points"] = [[_ZERO, []]]
        return {
            "vars": [Variable.of(str(s), s, "real").tree for s in self.symbols],
            "where": self.relations(self.where),
            "index": str(self.index),
            "horizon": None if self.horizon is None else str(self.horizon),
            "after": self.after,
            "scalars": {
                str(name): {"start": formula(a), "next": formula(b)}
                for name, (a, b) in self.scalars.items()
            },
            "oracles": [
                {"class": kind, "parameters": {n: formula(v) for n, v in parameters.items()}}
                for kind, parameters in self.oracles.values()
            ],
            "state": state, "start": start, "step": step, "finish": finish,
            "initial": terms(self.initial(SimpleNamespace(**begun))),
            "measure": terms(self.measure(SimpleNamespace(**ended))),
            "rate": formula(self.rate), "factor": formula(self.factor),
            "floor": formula(self.floor),
        }  # fmt: skip

    def potential_terms(self) -> list[list[Any]]:
        """The potential over the names of the state."""
        if self.potential is None:
            raise ParameterError("potential = None shows nothing.\n"
                                 "  Pass one, or let seek_potential find it.")  # fmt: skip
        return terms(self.at_state(self.potential))

    def at_state(self, work: Callable[[Any], Any]) -> Any:  # noqa: ANN401
        """What a function makes of the vectors and numbers of the state."""
        return work(SimpleNamespace(**self._with_state()[2]))

    @staticmethod
    def relations(found: Sequence[Relation]) -> list[list[Any]]:
        """Conditions as the checker reads them."""
        return [[formula(a), op, formula(b)] for a, op, b in found]

    def _oracles(self, problem: PerformanceProblem) -> dict[str, Oracle]:
        return {n: problem.oracle(kind, **parameters)
                for n, (kind, parameters) in self.oracles.items()}  # fmt: skip

    def _with_state(self) -> tuple[PerformanceProblem, dict[str, Oracle], Entries]:
        """A problem with the state as free vectors and numbers, and with the calls it knows."""
        names = [*self.vectors.split(), *self.numbers.split()]
        require(_ZERO not in names, "vectors", _ZERO, "is the name of the vector 0", "Rename it.")
        problem = PerformanceProblem()
        state: Entries = {n: problem.vector(n) for n in self.vectors.split()}
        state |= {n: problem.number(n) for n in self.numbers.split()}
        oracles = self._oracles(problem)
        every = {**state, _ZERO: Vector(problem, {})}
        for name, x, g, f in self.calls:
            unknown = sorted({x, g} - set(every)) + ([f] if f and f not in state else [])
            require(not unknown, "calls", unknown, "is not in the state",
                    "Name it among vectors or numbers.")  # fmt: skip
            oracles[name].know(every[x], every[g], None if f is None else every[f])
        return problem, oracles, state

    def _fragment(self, work: Work, *, is_start: bool = False) -> tuple[Json, Entries]:
        """What a function adds to the problem, and the state that it arrives at."""
        if is_start:
            problem, state = PerformanceProblem(), Entries()
            oracles = self._oracles(problem)
            made = work(problem, *oracles.values())
        else:
            problem, oracles, state = self._with_state()
            made = work(problem, *oracles.values(), SimpleNamespace(**state))
        entries = {**state, **made}
        names = [*self.vectors.split(), *self.numbers.split()]
        missing = [n for n in names if n not in entries]
        require(not missing, "start", missing, "is missing from the state", "Return it, too.")
        renamed = {n: problem.named(entries[n]) for n in self.vectors.split()}
        renamed |= {n: problem.named_number(entries[n]) for n in self.numbers.split()}
        if any(_ZERO in call for call in self.calls):
            renamed[_ZERO] = problem.named(Vector(problem, {}))
        data = problem.parts()
        known = 0 if is_start else len(names)
        held = {} if is_start else {o: sum(c[0] == o for c in self.calls) for o in self.oracles}
        return {
            "vectors": data["vectors"][len(self.vectors.split()) if known else 0 :],
            "points": [p for p in data["points"] if is_start or p[0] != _ZERO],
            "numbers": data["numbers"][len(self.numbers.split()) if known else 0 :],
            "values": data["values"], "conditions": data["conditions"], "noise": data["noise"],
            "calls": [[i, *call] for i, (name, o) in enumerate(zip(oracles, data["oracles"],
                      strict=True)) for call in o["calls"][held.get(name, 0):]],
            "map": renamed,
        }, entries  # fmt: skip


def formula(value: Any) -> Any:  # noqa: ANN401 - a tree
    """A number or a sympy expression as a tree."""
    found = weight(exact_or_formula("value", value))
    return ["q", found] if isinstance(found, str) else found
