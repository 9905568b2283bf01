"""Upper against lower bound in numbers: how far apart the explicit constants are.

d = 10^5, eps = 1/100 and P = n eps = 1, 10, ..., 10^6, pure DP.  Upper: the output 0 and the
projection mechanism, L^2 min{1, 4 s (1 + ln d)/P, 8 s d/P^2}.  Lower: the best number of blocks for
the sparse code, 1/(8K), or of coordinates and points for opposite signs; the condition of the code
is part of the statement.  The blocks and points of the table are the best ones of a scan.
"""

import math
from collections.abc import Iterator

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import inequality
from workbench.symbolic import Relation, relation

DIMENSION, PER_UNIT = 10**5, 100  # d, 1/eps
# for P = 1, 10, ..., 10^6: blocks K of the sparse code, or coordinates and points of opposite signs
TABLE: dict[int, tuple[int | tuple[int, int], ...]] = {
    1: ((1, 100), 1, 13, 180, 3991, (78125, 128), (100000, 221)),
    10: ((1, 100), 1, 3, 34, 1187, (78125, 128), (100000, 221)),
}


def words(t: int, s: int) -> sp.Rational:
    """The number of words M(t, s) of the sparse code."""
    j = s // 2 + 1
    return sp.Rational(math.comb(t, j), math.comb(s, j) ** 2)


def compared(s: int, factor: sp.Rational) -> Iterator[tuple[sp.Expr, sp.Expr, list[Relation]]]:
    """Upper and lower bound at each P, and what is claimed of them."""
    for exponent, choice in enumerate(TABLE[s]):
        P = sp.Integer(10) ** exponent
        n, condition = int(P) * PER_UNIT, []
        upper = min(1, 4 * s * (1 + sp.log(DIMENSION)) / P, 8 * s * DIMENSION / P**2, key=float)
        if isinstance(choice, int):
            spent = sp.Rational(-(-n // choice), PER_UNIT)
            fits = relation(spent, "<=", sp.log(words(DIMENSION // choice, s) / 2))
            lower, condition = sp.Rational(1, 8 * choice), [fits]
        else:
            K, m = choice  # K <= d and K m <= n in each case of the table
            lower = sp.Rational(K * m**2, n**2) / (1 + sp.exp(sp.Rational(m, PER_UNIT)))
        yield upper, lower, [*condition, relation(upper, "<=", factor**2 * lower)]


def gaps(s: int, factor: sp.Rational) -> tuple[Relation, ...]:
    """The bounds are close: upper <= factor^2 lower at the seven budgets."""
    return tuple(one for *_, said in compared(s, factor) for one in said)


SINGLE, TEN = sp.Rational(127, 10), sp.Integer(22)
CLAIM = Claim(
    "sparse.packing-lb.gap",
    title="Explicit upper and lower bounds side by side",
    ours=("remark", "Table 1, row 1; constants ours"),
    statement=r"""\min\Big\{ 1, \frac{4 s (1 + \ln d)}P, \frac{8 s d}{P^2} \Big\}
        \le f^2 \Lambda: \quad f = 12.7 \; (s = 1), \; 22 \; (s = 10) \text{ bounds the ratio of
        the root mean square errors}""",
    hypotheses=r"""d = 10^5, \; \epsilon = \tfrac1{100}, \; P = n \epsilon = 1, 10, \dots, 10^6
        \Lambda = \tfrac1{8K} \text{ where } \epsilon \lceil n/K \rceil \le \ln(M/2), \; M = \
            \tbinom{\lfloor d/K \rfloor}{j} / \tbinom sj^2, \; j = \lfloor \tfrac s2 \rfloor + 1: \
            \; K = 1, 13, 180, 3991 \; (s = 1), \; 1, 3, 34, 1187 \; (s = 10) \text{ for } P = \
            10, \dots, 10^4
        \Lambda = K (\tfrac mn)^2/(1 + e^{\epsilon m}) \text{ where } K \le d, \; K m \le n: \; \
            (K, m) = (1, 100), \; (78125, 128), \; (100000, 221) \text{ for } P = 1, 10^5, 10^6""",
    encoded=(*gaps(1, SINGLE), *gaps(10, TEN)),
    uses=("sparse.me-ub-pure", "sparse.packing-lb", "sparse.packing-lb.two-points"),
    note="For larger s the factor comes from the constants of the code. As encoded of the minimum"
    " the member that is least, and M/2 as a number.",
)


def gap(s: int, factor: sp.Rational) -> Outcome:
    """All that is claimed of one sparsity."""
    found, figures = [], []
    for exponent, (upper, lower, said) in enumerate(compared(s, factor)):
        found += [inequality(one, methods=("boxes",)) for one in said]
        ratio = round(math.sqrt(float(upper) / float(lower)), 2)
        figures.append(Figure(f"n eps = 10^{exponent}, s = {s}", ratio))
    worst = max(float(f.value) for f in figures)
    told = all_of(*found, summary=f"s = {s}: a factor of at most {worst}")
    return told.with_figures(*figures)


@CLAIM.exact(uses=())
@broken("they_are_not_within_a_factor_of_five", single=sp.Integer(5))
@because("The case s = 1 needs more at n eps = 10^4.")
def explicit_bounds_are_within_a_moderate_factor(*, single: sp.Rational = SINGLE) -> Outcomes:
    """The explicit bounds are compared at seven budgets each."""
    yield gap(1, single)
    yield gap(10, TEN)
