"""The privacy of a method, derived by running its own `step` on symbols.

The step runs once, on a state, parameters and a problem that are symbols, under a curator that
answers nothing and notes what it is asked.  Symbols have no value: a step that branches on one
raises.  What was noted, and the new state as an expression in what was released, is the program
whose privacy `workbench.rigor.check.private.judgement` checks; the source is read nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.claims import Outcome
from workbench.errors import PrivacyError
from workbench.rigor.provers.privacy import shown_private
from workbench.symbolic.private import PrivateStatement, apart, private, pure, release
from workbench.symbolic.theorem import Num, Vec, num

ALIKE = "that the step does the same at every state"


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
    """The mean gradient at a point, and what is known of the gradients."""

    at: Vec
    bound: list[Any]


class _Problem:
    """A problem of which only the l1 sensitivity of its gradients is known."""

    def __init__(self, bound: Num) -> None:
        self.l1_sensitivity = Symbolic(bound)
        self._bound = apart("1", bound)

    def mean_gradient(self, point: Vec) -> _Asked:
        """The query that the curator is to be asked."""
        return _Asked(point, self._bound)


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
        asked = ["batch", batch.term, query.bound, query.at]
        self.releases.append(release(name, ["laplace", scale.term], asked, moves=sensitivity.term))
        return Vec(["vec", name])


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
    varying: Iterable[Num] = (),
    index: Num | None = None,
) -> PrivateStatement:
    """That `rounds` steps of the method are (epsilon, 0)-DP when one record is replaced.

    method:     the class whose `step(state, problem, curator)` is run
    state:      makes a state from its points and the index of the step
    parameters: the fields of the method as symbols; the batch size is an integer
    points:     the names of the points in a state, which are its first fields
    bound:      how far two gradients at one point are apart, at most, in l1 norm
    symbols:    what is declared; `where` lists conditions on it
    varying:    symbols that may differ from step to step, by what was released before
    index:      the number of a step, where parameters are fixed in advance for each of them

    Raises:
        PrivacyError: the step branches on a parameter, or asks for what no rule knows.
    """
    made, curator, names = object.__new__(method), RecordingCurator(), list(points)
    for name, value in parameters.items():
        object.__setattr__(made, name, Symbolic(value))
    before = state(*(Vec(["vec", name]) for name in names), Symbolic(Num(["v", "t"])))
    after = made.step(before, _Problem(bound), curator)
    return private(
        symbols, where=where, varying=varying, index=index, records=records, rounds=rounds,
        releases=curator.releases, state={name: getattr(after, name) for name in names},
        guarantee=pure(epsilon),
    )  # fmt: skip


def source_is_private(statement: PrivateStatement) -> Outcome:
    """Whether the rules for what a step was recorded to release give the method its privacy."""
    return shown_private(statement, also=(ALIKE,))
