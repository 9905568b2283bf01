"""The privacy of a method, derived by running its own `step` on symbols.

The step runs once, on a state, parameters and a problem that are symbols, under a curator that
answers nothing and notes what it is asked.  Symbols have no value: a step that branches on one
raises.  What was noted, and the new state as an expression in what was released, is the program
whose privacy `workbench.rigor.check.private.judgement` checks; the source is read nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.claims import Grade, Outcome, holds, refused
from workbench.errors import PrivacyError
from workbench.rigor.check import check_certificate
from workbench.rigor.check.kinds import digest
from workbench.rigor.provers.outcomes import TRUST
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.theorem import Num, Vec, num, said

RULES = (
    "the rules for Laplace noise, subsampling, adaptive composition and post-processing",
    "that the step does the same at every state",
)


class Symbolic(float):
    """A number without a value: floats are what methods ask for.  Comparing it raises."""

    term: Num

    def __new__(cls, term: Num) -> Symbolic:
        """A symbol in place of a float."""
        made = super().__new__(cls, "nan")
        made.term = term
        return made

    def _with(self, other: Any, combine: Callable[[Num, Any], Any]) -> Any:  # noqa: ANN401
        if isinstance(other, Vec):
            return combine(self.term, other)
        value = other.term if isinstance(other, Symbolic) else other
        return Symbolic(combine(self.term, num(value)))

    def __add__(self, other: Any) -> Any:  # noqa: ANN401
        return self._with(other, lambda a, b: a + b)

    def __radd__(self, other: Any) -> Any:  # noqa: ANN401
        return self._with(other, lambda a, b: b + a)

    def __sub__(self, other: Any) -> Any:  # noqa: ANN401
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:  # noqa: ANN401
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:  # noqa: ANN401
        return self._with(other, lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Any:  # noqa: ANN401
        return self._with(other, lambda a, b: b * a)

    def __truediv__(self, other: Any) -> Any:  # noqa: ANN401
        return self._with(other, lambda a, b: a / b)

    def __rtruediv__(self, other: Any) -> Any:  # noqa: ANN401
        return self._with(other, lambda a, b: b / a)

    def _valueless(self, *_: object) -> Any:  # noqa: ANN401
        raise PrivacyError(
            f"{self.term.tree} has no value: the step asks for the value of a parameter, so its"
            " releases may differ from one value to the next.\n  Record a step that does not."
        )

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _valueless
    __float__ = __int__ = __neg__ = __abs__ = __pow__ = _valueless
    __hash__ = float.__hash__


@dataclass(frozen=True, slots=True)
class _Asked:
    """The mean gradient at a point."""

    at: Vec


class _Problem:
    """A problem of which only the l1 sensitivity of its gradients is known."""

    def __init__(self, bound: Num) -> None:
        self.l1_sensitivity = Symbolic(bound)

    def mean_gradient(self, point: Vec) -> _Asked:
        """The query that the curator is to be asked."""
        return _Asked(point)


class RecordingCurator:
    """Notes the releases of one round, and answers each with a symbol."""

    def __init__(self) -> None:
        self.releases: list[dict[str, Any]] = []

    def laplace(
        self, query: _Asked, *, scale: Symbolic, sensitivity: Symbolic, batch: Symbolic
    ) -> Vec:
        """Laplace noise on the mean of a query over a hidden batch."""
        if not isinstance(query, _Asked):
            raise PrivacyError(
                f"query = {query!r} is not the problem's mean gradient: no rule knows it.\n"
                "  Ask for problem.mean_gradient(points)."
            )
        name = f"release_{len(self.releases) + 1}"
        self.releases.append(
            {"name": name, "law": "laplace", "scale": scale.term.tree, "at": query.at.tree,
             "sensitivity": sensitivity.term.tree, "batch": batch.term.tree}
        )  # fmt: skip
        return Vec(["vec", name])


@dataclass(frozen=True, slots=True)
class RecordedPrivacy(StatementCard):
    """That a recorded method is (epsilon, 0)-DP, as a statement with a certificate of its own."""

    private: Mapping[str, Any]

    @property
    def tree(self) -> dict[str, Any]:
        """What an accepted certificate shows."""
        return {"says": "private", "statement": dict(self.private)}

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON form, first 16 hexadecimal digits."""
        return digest(self.tree)

    def latex(self) -> str:
        """Rounds and epsilon, each release and each new state, and what the parameters are."""
        from workbench.symbolic.latex import name as written  # brings sympy
        from workbench.symbolic.theorem_text import relation, symbol, term, vector

        told = self.private
        lines = [rf"{term(told['rounds'])} \text{{ rounds are }} ({term(told['epsilon'])},"
                 r" 0)\text{-DP where one record is replaced}"]  # fmt: skip
        lines += [rf"\text{{if }} {relation(one)}" for one in told["where"]]
        lines += [
            rf"\text{{{one['name'].replace('_', ' ')}: mean gradient of }} {term(one['batch'])}"
            rf" \text{{ of }} {term(told['records'])} \text{{ records, hidden, at }}"
            rf" {vector(one['at'])} \text{{, plus Laplace noise of scale }} {term(one['scale'])}"
            for one in told["releases"]
        ]
        moves = [rf"{written(name)} \leftarrow {vector(v)}" for name, v in told["next"].items()]
        lines.append(r"\text{then" + " at once" * (len(moves) > 1) + " } " + r",\quad ".join(moves))
        apart = r"\text{two gradients at one point differ in 1-norm by at most }"
        lines.append(rf"{apart} {term(told['bound'])}")
        lines += [symbol(one, None) for one in told["vars"]]
        return r"\begin{array}{l} " + r" \\ ".join(lines) + r" \end{array}"

    def outcome(self) -> Outcome:
        """Whether the rules for its releases bound its cost by epsilon."""
        bare = {"kind": "private", "private": dict(self.private), "evidence": {"kind": "sign"}}
        answer = check_certificate(bare)
        if not answer.accepted:
            return refused("recorded privacy", answer.message)
        return holds(
            "recorded privacy",
            answer.message,
            grade=Grade.CERTIFIED,
            certificate={**bare, "digest": digest(bare)},
            trust=(*TRUST, *RULES),
        )


def recorded_privacy(
    method: type[Any],
    state: Callable[..., Any],
    *,
    parameters: Mapping[str, Num],
    points: Iterable[str],
    records: Num,
    bound: Num,
    rounds: Num,
    epsilon: Num,
    symbols: Iterable[Num],
    where: Iterable[Any] = (),
) -> RecordedPrivacy:
    """That `rounds` steps of the method are (epsilon, 0)-DP when one record is replaced.

    method:     the class whose `step(state, problem, curator)` is run
    state:      makes a state from its points and the index of the step
    parameters: the fields of the method as symbols; the batch size is an integer
    points:     the names of the points in a state, which are its first fields
    bound:      how far two gradients at one point are apart, at most, in l1 norm
    symbols:    what is declared; `where` lists conditions on it

    Raises:
        PrivacyError: the step branches on a parameter, or asks for what no rule knows.
    """
    made, curator, names = object.__new__(method), RecordingCurator(), list(points)
    for name, value in parameters.items():
        object.__setattr__(made, name, Symbolic(value))
    before = state(*(Vec(["vec", name]) for name in names), Symbolic(Num(["v", "t"])))
    after = made.step(before, _Problem(bound), curator)
    statement = {
        "vars": [dict(s.symbol or {}) for s in symbols],
        "where": [said(one) for one in where],
        "records": records.tree,
        "bound": bound.tree,
        "rounds": rounds.tree,
        "epsilon": epsilon.tree,
        "adjacency": "replace-one",
        "space": "densities",
        "state": names,
        "releases": curator.releases,
        "next": {name: getattr(after, name).tree for name in names},
    }
    return RecordedPrivacy(json.loads(json.dumps(statement)))
