"""A geometric series over epochs (Proposition 13), and its sharper form.

    sum_(i >= 0) (1 - alpha)^(iN) = 1/(1 - (1 - alpha)^N) <= max{2, 2/(alpha N)}

Sharper, it is at most 1 + 1/(alpha N), which says (1 - alpha)^N (1 + alpha N) <= 1, and that is an
identity:

    1 - (1 - alpha)^N (1 + alpha N) = sum_(i < N) (1 - alpha)^i alpha^2 (i + 1) >= 0.

It implies the printed one, as 1 + 1/x <= 2/x for x <= 1 and <= 2 for x >= 1.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import certify
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse
from workbench.symbolic.variables import Op

alpha, eps, epochs, n, v, i = declare(
    "alpha epsilon > 0, integer N > 0, integer n v >= 0, integer i"
)
PART = sp.Sum((1 - alpha) ** (i * epochs), (i, 0, n - 1))
ONE, TAIL = (1 - alpha) ** epochs, (1 - alpha) ** (n * epochs)
MOST = (alpha, "<=", 1)


def partial(op: Op = "=", *, tail: sp.Expr = TAIL) -> Relation:
    """The first n terms against the sum of all, short of it by a power."""
    return relation(PART, op, (1 - tail) / (1 - ONE), where=[MOST])


def vanishing(rate: int = 1) -> Relation:
    """From some number of terms on the power is below eps."""
    return relation(
        TAIL, "<=", eps, where=[MOST, (rate * alpha * n * epochs, ">=", sp.log(1 / eps))]
    )


def bounds(constant: int = 2, most: Sequence[Any] = (MOST,)) -> tuple[Relation, Relation]:
    """No partial sum is above the larger number of the two, whichever it is."""
    x = alpha * epochs
    return (
        relation(PART, "<=", constant / x, where=[*most, (x, "<=", 1)]),
        relation(PART, "<=", constant, where=[*most, (x, ">=", 1)]),
    )


def sharper(slope: int = 1) -> Relation:
    """1/(1 - (1 - alpha)^N) <= 1 + 1/(slope alpha N)."""
    sum_of_all = 1 / (1 - (1 - alpha) ** epochs)
    return relation(sum_of_all, "<=", 1 + 1 / (slope * alpha * epochs), where=[(alpha, "<=", 1)])


CLAIM = Claim(
    "momentum.prop-13",
    title="Geometric series over epochs",
    reconstructed=("proposition", "Proposition 13"),
    statement=r"""\sum_{i=0}^\infty (1-\alpha)^{iN} = \frac{1}{1 - (1-\alpha)^N}
        \le \max\Big\{ 2, \frac{2}{\alpha N} \Big\}""",
    hypotheses=r"0 < \alpha \le 1, \; N \ge 1",
    parts=("sum", "bound"),
    encoded={"sum": (partial(), vanishing()), "bound": bounds()},
    note="As encoded, the series is its partial sums of n terms: they fall short of the limit by a"
    " power that tends to 0, and each is below the bound, which is 2/(alpha N) up to alpha N = 1"
    " and 2 from there on.",
)

SHARP = Claim(
    "momentum.prop-13.sharp",
    title="Geometric series over epochs, sharper",
    ours=("proposition", "Proposition 13, sharpened"),
    statement=r"""\frac{1}{1 - (1-\alpha)^N} \le 1 + \frac{1}{\alpha N}""",
    hypotheses=r"0 < \alpha \le 1, \; N \ge 1",
    encoded=(sharper(),),
)


@CLAIM.exact(part="sum", uses=())
@broken("the_power_is_n", "(1 - alpha)^((n + 1) N) belongs to one more term.", more=1)
@broken("it_does_not_vanish_so_soon", "Half as many terms leave the root of eps.", rate=2)
def partial_sums_stay_below_the_limit_by_a_power(*, more: int = 0, rate: int = 1) -> Outcomes:
    """(1 - alpha)^v <= e^(-alpha v), which is at most eps from alpha v = ln(1/eps) on."""
    size = alpha * n * epochs
    power = relation((1 - alpha) ** v, "<=", sp.exp(-alpha * v), where=[MOST])
    facts = [
        (power, {"alpha": alpha, "v": n * epochs}),
        (parse("exp(-x) <= w", where="x >= log(1/w), w > 0"), {"x": size, "w": eps}),
        (parse("a <= c", where="a <= b, b <= c"), {"a": TAIL, "b": sp.exp(-size), "c": eps}),
    ]
    yield certify(partial(tail=TAIL * ONE**more))
    yield certify(vanishing(rate), facts=facts)


def below(said: Relation, limits: str) -> Outcome:
    """That the partial sums are below one of the two numbers, within these limits of alpha N."""
    same, x = {"alpha": alpha, "N": epochs}, alpha * epochs
    last = parse("1 + 1/x <= 2/x" if "<" in limits else "1 + 1/x <= 2", where=limits)
    return certify(said, facts=[
        (relation(ONE, "<", 1, where=[MOST]), same),
        (relation((1 - alpha) ** v, ">=", 0, where=[MOST]), {"alpha": alpha, "v": n * epochs}),
        (partial("<="), {**same, "n": n}), (sharper(), same), (last, {"x": x}),
        (parse("(1 - t)/(1 - w) <= 1/(1 - w)", where="t >= 0, w < 1"), {"t": TAIL, "w": ONE}),
        (parse("s <= c", where="s <= a, a <= f, f <= b, b <= c"),
         {"s": PART, "a": (1 - TAIL) / (1 - ONE), "f": 1 / (1 - ONE), "b": 1 + 1 / x,
          "c": said.right}),
    ])  # fmt: skip


@CLAIM.exact(part="bound", uses=())
@broken("the_constant_is_not_one", "N = 2, alpha = 1/2, n = 2: 5/4 > 1.", constant=1)
@broken("longer_steps", "Where alpha N >= 1: near alpha = 2, N even.", most=())
def the_sharper_bound_implies_it(*, constant: int = 2, most: Sequence[Any] = (MOST,)) -> Outcomes:
    """Each is below 1 + 1/x for x = alpha N: at most 2/x for x <= 1, and 2 for x >= 1."""
    late_first = reversed(bounds(constant, most))
    yield from map(below, late_first, ("x >= 1", "0 < x <= 1"))


@SHARP.exact
@broken("twice_the_slope_is_too_much", slope=2)
@because("(1 - alpha)^N (1 + 2 alpha N) exceeds 1 for small alpha.")
def the_geometric_series_is_below_the_harmonic_bound(*, slope: int = 1) -> Outcome:
    """(1 - alpha)^N (1 + alpha N) <= 1, by induction over N."""
    return certify(sharper(slope))
