"""Counterexamples that are finite laws, written with terms and steps.

    w, X = terms("w X")
    tree = FiniteTree(
        start={"w": 0},
        steps=[LawStep(times=3, draws={"X": [("1/2", 1), ("1/2", -1)]}, then={"w": w + X})],
        claims=(mean(abs(w)), "<=", 1),
    )
    outcome = tree.outcome()

The checker computes the law and both sides anew: `workbench.rigor.check.finite_tree`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal

from workbench.claims import Counterexample, Example, Grade, Outcome, fails, holds, inconclusive
from workbench.errors import ClaimError
from workbench.rigor.check.conclusions import conclusions
from workbench.rigor.check.finite_tree import compared, relations
from workbench.rigor.check.fuel import OutOfFuel, tank
from workbench.rigor.check.points import decide_at
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.outcomes import TRUST, exact, side_figure, stamped
from workbench.symbolic import Expr, freeze
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.law_text import law_formulas

_ZERO, _ONE, _MINUS = ["q", "0"], ["q", "1"], ["q", "-1"]
Comparison = Literal["<=", "<", "=", ">=", ">"]
Claims = tuple[Any, Comparison, Any]


@dataclass(frozen=True, slots=True)
class LawTerm:
    """An expression in numbers, state and draws; `tree` is what the checker reads."""

    tree: list[Any]

    def __add__(self, other: Any) -> LawTerm:  # noqa: ANN401 - a term or an exact number
        more = term(other)
        if _ZERO in (self.tree, more.tree):  # what is read by hand has no zeros to add
            return more if self.tree == _ZERO else self
        return LawTerm(["+", self.tree, more.tree])

    def __mul__(self, other: Any) -> LawTerm:  # noqa: ANN401
        factor = term(other)
        if _ONE in (self.tree, factor.tree):
            return factor if self.tree == _ONE else self
        return -self if factor.tree == _MINUS else LawTerm(["*", self.tree, factor.tree])

    def __truediv__(self, other: Any) -> LawTerm:  # noqa: ANN401
        return LawTerm(["/", self.tree, term(other).tree])

    def __sub__(self, other: Any) -> LawTerm:  # noqa: ANN401
        less = term(other)
        return self if less.tree == _ZERO else self + -less

    def __rsub__(self, other: Any) -> LawTerm:  # noqa: ANN401
        return term(other) - self

    def __rtruediv__(self, other: Any) -> LawTerm:  # noqa: ANN401
        return term(other) / self

    def __neg__(self) -> LawTerm:
        return LawTerm(["neg", self.tree])

    def __abs__(self) -> LawTerm:
        return LawTerm(["abs", self.tree])

    def __pow__(self, n: int) -> LawTerm:
        return LawTerm(["^", self.tree, n])

    def __rmul__(self, other: Any) -> LawTerm:  # noqa: ANN401 - in the order in which it is read
        return term(other) * self

    __radd__ = __add__


def terms(names: str) -> Any:  # noqa: ANN401 - a term, or as many as there are names
    """A term for each name of a text; a single one as it is."""
    found = [LawTerm(["v", name]) for name in names.split()]
    return found[0] if len(found) == 1 else tuple(found)


def term(value: Any) -> LawTerm:  # noqa: ANN401
    """A term as it is; an int, a Fraction or a text such as "3/7" as a constant; a symbol by name.

    Raises:
        ClaimError: the value is a float, or no number.
    """
    if isinstance(value, LawTerm):
        return value
    if hasattr(value, "free_symbols") and value.free_symbols:
        return LawTerm(list(freeze(value).tree))
    return LawTerm(["q", exact("a constant", value)])


def entry(table: str, at: Any) -> LawTerm:  # noqa: ANN401
    """An entry of a table of data; the first one has the place 1."""
    return LawTerm(["idx", table, term(at).tree])


def when(left: Any, op: Comparison, right: Any, yes: Any, no: Any) -> LawTerm:  # noqa: ANN401
    """`yes` where left op right, and `no` elsewhere."""
    condition = [term(left).tree, op, term(right).tree]
    return LawTerm(["if", condition, term(yes).tree, term(no).tree])


def largest(*values: Any) -> LawTerm:  # noqa: ANN401
    """The largest of some terms."""
    first, *rest = map(term, values)
    for other in rest:
        first = when(first, ">=", other, first, other)
    return first


def mean(value: LawTerm) -> LawTerm:
    """The mean over the last state; it stands in the sides of the statement only."""
    return LawTerm(["E", value.tree])


@dataclass(frozen=True, slots=True)
class LawStep:
    """One step, or `times` of them: draws in their order, and what the state becomes.

    draws: for each name the pairs of a chance and a value; both may depend on the state, on the
           number `step` of steps that were taken before, and on the draws before
    then:  the new values of the state; the rest stays
    """

    draws: Mapping[str, Iterable[tuple[Any, Any]]] = field(default_factory=dict)
    then: Mapping[str, Any] = field(default_factory=dict)
    times: int = 1


@dataclass(frozen=True, slots=True)
class FiniteTree(StatementCard, Example):
    """A finite law, and a statement about its means that is false for it.

    claims:  (left, op, right); each side a term, or an expression without means
    start:   the state before anything is drawn
    steps:   what is drawn, and what is made of it
    numbers: parameters that the statement names
    data:    tables, such as the records
    where:   conditions of the statement; they have to hold
    note:    what a reader has to know of the construction
    """

    domain: ClassVar[tuple[str, ...]] = ()  # the formula says it

    claims: Claims
    start: Mapping[str, Any]
    steps: Sequence[LawStep]
    numbers: Mapping[str, Any] = field(default_factory=dict)
    data: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    where: Sequence[Claims] = ()
    note: str = ""

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate of the kind `finite-tree`."""
        left, op, right = self.claims
        return stamped(
            {
                "kind": "finite-tree",
                "numbers": [[n, exact(n, v)] for n, v in self.numbers.items()],
                "data": [[n, [exact(n, v) for v in row]] for n, row in self.data.items()],
                "start": _trees(self.start),
                "steps": [
                    {
                        "times": step.times,
                        "draws": [
                            [n, [[term(p).tree, term(v).tree] for p, v in outcomes]]
                            for n, outcomes in step.draws.items()
                        ],
                        "next": _trees(step.then),
                    }
                    for step in self.steps
                ],
                "where": [[_side(low), sign, _side(high)] for low, sign, high in self.where],
                "left": _side(left),
                "op": op,
                "right": _side(right),
            }
        )

    def says(self) -> FiniteTree:
        """Itself: the statement for this law."""
        return self

    def place(self) -> dict[str, str]:
        """The numbers of the law."""
        return dict(self.certificate["numbers"])

    @property
    def tree(self) -> dict[str, Any]:
        """What the certificate says to be false, as data."""
        (shown,) = conclusions(self.certificate)
        return dict(shown["statement"])

    def latex(self) -> str:
        """The statement, its conditions and the law."""
        (_, said), *law = law_formulas(self.tree)
        return r",\quad ".join([said, *(rf"\text{{{label}: }} {text}" for label, text in law)])

    def outcome(self) -> Outcome:
        """Decide the statement for the law; `fails` carries the law as its counterexample.

        Raises:
            ClaimError: the law is none; the message says why.
        """
        certificate = self.certificate
        numbers, method = dict[str, Any](certificate["numbers"]), "finite law"
        try:
            with tank():
                put_in = relations(certificate)
        except Malformed as error:
            raise ClaimError(f"finite tree: {error}. Correct the law.") from error
        except OutOfFuel as error:
            return inconclusive(method, f"finite-tree: too large to check: {error}")
        (left, op, right), *conditions = put_in
        unmet = [c for c in conditions if decide_at(*c, numbers) is not True]
        sides = (("left", left), ("right", right))
        figures = tuple(side_figure(name, Expr.from_tree(side), numbers) for name, side in sides)
        answer = compared(put_in, numbers)
        if answer.accepted:
            both = f"it says {figures[0].value:.6g} {op} {figures[1].value:.6g} for a finite law"
            example = Counterexample(tuple(numbers.items()), self.note or answer.message)
            return fails(
                method, self.note or both, grade=Grade.CERTIFIED, figures=figures, trust=TRUST,
                certificate=certificate, counterexample=example,
            )  # fmt: skip
        if not unmet and decide_at(left, op, right, numbers):
            return holds(
                method, "it holds for this law", grade=Grade.SUPPORTED, figures=figures, trust=TRUST
            )
        return inconclusive(method, answer.message)


def _trees(named: Mapping[str, Any]) -> list[list[Any]]:
    return [[name, term(value).tree] for name, value in named.items()]


def _side(side: Any) -> list[Any]:  # noqa: ANN401
    return term(side).tree if isinstance(side, LawTerm) else list(freeze(side).tree)


def total(values: Iterable[Any]) -> LawTerm:
    """The sum of some terms."""
    return sum(map(term, values), term(0))


def randomised_responses(
    count: int, truth: str, heads: int, *, step: Any, within: tuple[Any, Any],  # noqa: ANN401
    **numbers: Any,  # noqa: ANN401
) -> FiniteTree:  # fmt: skip
    """That `count` answers about one bit are private within (epsilon, delta), at one event.

    The event is that at least `heads` answers are 1.  An answer is the bit with chance `truth`, and
    it has to be step-private.

    step, within: expressions in the numbers
    """
    bit, seen, answer, drawn = terms("bit seen answer drawn")
    epsilon, delta = within
    one = when(bit, "=", 1, truth, 1 - term(truth))
    hit = [mean(when(bit, "=", b, when(seen, ">=", heads, 2, 0), 0)) for b in (1, 0)]
    return FiniteTree(
        (hit[0], "<=", exp(epsilon) * hit[1] + delta),
        start={"bit": 0, "seen": 0}, numbers=numbers,
        where=[(term(truth) / (1 - term(truth)), "<=", exp(step)), (0, "<", delta)],
        steps=[
            LawStep(draws={"drawn": uniform((0, 1))}, then={"bit": drawn}),
            LawStep({"answer": [(one, 1), (1 - one, 0)]}, {"seen": seen + answer}, count),
        ],
    )  # fmt: skip


def exp(value: Any) -> LawTerm:  # noqa: ANN401
    """e to a power; it stands in the sides of the statement only."""
    return LawTerm(["exp", term(value).tree])


def certain(value: Any) -> list[tuple[int, Any]]:  # noqa: ANN401
    """A draw without chance: a name for a term, which later draws and `then` may use."""
    return [(1, value)]


def uniform(values: Iterable[Any]) -> list[tuple[Fraction, Any]]:
    """A draw with equal chances."""
    found = list(values)
    return [(Fraction(1, len(found)), value) for value in found]
