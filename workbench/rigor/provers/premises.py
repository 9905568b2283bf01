"""Inequalities that follow from others: a weighted sum of premises, as one visible sign.

    right - left  =  sum over premises of weight * (upper - lower)  +  rest

with weights and rest visibly non-negative.  That is how the steps of a proof are put together: each
premise is a lemma, or a hypothesis, and the weights say how often it was used.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.inequalities import inequality
from workbench.symbolic import Expr, freeze, relation
from workbench.symbolic.expr import ZERO

Premise = tuple[Any, Any, Any]


def follows(
    left: Any,  # noqa: ANN401 - sympy, int or Fraction
    right: Any,  # noqa: ANN401
    premises: Sequence[Premise],
    *,
    rest: Any = 0,  # noqa: ANN401
    where: Iterable[tuple[Any, Any, Any]] = (),
    at: Mapping[str, Any] | None = None,
    summary: str = "",
) -> Outcome:
    """`left <= right`, because of premises (weight, lower, upper), each saying lower <= upper.

    `where` adds definitions and further conditions; the gap is checked to be what is stated above.
    `at` is the first point to try: where the premises hold and a false variant does not.

    rest: what is left of the gap beside the weighted premises, visibly non-negative
    summary: what the outcome says, in a sentence
    """
    terms = [_gap(freeze(w), freeze(lower), freeze(upper)) for w, lower, upper in premises]
    terms += [freeze(rest)] if freeze(rest) != ZERO or not terms else []
    gap = Expr("+", tuple(terms)) if len(terms) > 1 else terms[0]
    known = [(lower, "<=", upper) for _, lower, upper in premises]
    claimed = relation(left, "<=", right, where=[*known, *where])
    told = summary or f"a sum of {len(premises)} premises with non-negative weights"
    return inequality(claimed, gap=gap, at=at, methods=("sign",), summary=told)


def _gap(weight: Expr, lower: Expr, upper: Expr) -> Expr:
    """What one premise adds, without a 0 to take away."""
    gap = upper if lower == ZERO else Expr("+", (upper, Expr("neg", (lower,))))
    return Expr("*", (weight, gap))
