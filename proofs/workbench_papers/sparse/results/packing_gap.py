"""Upper against lower bound in numbers: how far apart the explicit constants are.

d = 10^5, eps = 1/100 and P = n eps = 1, 10, ..., 10^6, pure DP.  Upper: the output 0 and the
projection mechanism, L^2 min{1, 4 s (1 + ln d)/P, 8 s d/P^2}.  Lower: K blocks of m points each,
with one entry in each of s groups of floor(d/(K s)) places, or opposite points in K coordinates.
The blocks and points of the table are the best ones of a scan.
"""

import math
from collections.abc import Iterator

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import inequality
from workbench.symbolic import Relation, relation

DIMENSION, PER_UNIT = 10**5, 100  # d, 1/eps
# for P = 1, 10, ..., 10^6: blocks K and points m, of groups of places (True) or of opposite points
TABLE: dict[int, tuple[tuple[bool, int, int], ...]] = {
    1: ((False, 1, 100), (True, 2, 500), (True, 25, 400), (False, 800, 125), (False, 7874, 127),
        (False, 78740, 127), (False, 100000, 222)),
    10: ((True, 1, 100), (True, 1, 1000), (True, 3, 3333), (True, 36, 2777), (True, 526, 1520),
         (False, 78740, 127), (False, 100000, 222)),
}  # fmt: skip


def compared(s: int, factor: sp.Rational) -> Iterator[tuple[sp.Expr, sp.Expr, Relation]]:
    """Upper and lower bound at each P, and what is claimed of them; K m <= n each time."""
    for exponent, (is_group, K, m) in enumerate(TABLE[s]):
        P = sp.Integer(10) ** exponent
        share, spent = K * sp.Rational(m, int(P) * PER_UNIT) ** 2, sp.Rational(m, PER_UNIT)
        upper = min(1, 4 * s * (1 + sp.log(DIMENSION)) / P, 8 * s * DIMENSION / P**2, key=float)
        lower = 2 * share / (1 + sp.exp(spent))
        if is_group:
            q = sp.Integer(DIMENSION // (K * s))
            lower = share / 2 * (sp.log(q / 2) - spent / s) / sp.log(q)
        yield upper, lower, relation(upper, "<=", factor**2 * lower)


def gaps(s: int, factor: sp.Rational) -> tuple[Relation, ...]:
    """The bounds are close: upper <= factor^2 lower at the seven budgets."""
    return tuple(said for *_, said in compared(s, factor))


SINGLE, TEN = sp.Rational(19, 2), sp.Rational(183, 10)
CLAIM = Claim(
    "sparse.packing-lb.gap",
    title="Bounds on private means of s-sparse vectors, side by side",
    ours=("remark", "Table 1, row 1; constants ours"),
    statement=r"""\min\Big\{ 1, \frac{4 s (1 + \ln d)}P, \frac{8 s d}{P^2} \Big\}
        \le f^2 \Lambda: \quad f = 9.5 \; (s = 1), \; 18.3 \; (s = 10) \text{ bounds the ratio of
        the root mean square errors}""",
    hypotheses=r"""d = 10^5, \; \epsilon = \tfrac1{100}, \; P = n \epsilon = 1, 10, \dots, 10^6
        \Lambda = \tfrac12 K (\tfrac mn)^2 (\ln(q/2) - \epsilon m/s)/\ln q, \; q = \lfloor d/(K s) \
            \rfloor: \; (K, m) = (2, 500), \; (25, 400) \; (s = 1) \text{ for } P = 10, 100, \
            \text{ and } (1, 100), \; (1, 1000), \; (3, 3333), \; (36, 2777), \; (526, 1520) \; \
            (s = 10) \text{ for } P = 1, \dots, 10^4
        \Lambda = 2 K (\tfrac mn)^2/(1 + e^{\epsilon m}), \; K \le d: \; (K, m) = (1, 100), \; \
            (800, 125), \; (7874, 127) \; (s = 1) \text{ for } P = 1, 10^3, 10^4, \text{ and } \
            (78740, 127), \; (100000, 222) \text{ for } P = 10^5, 10^6
        K m \le n""",
    encoded=(*gaps(1, SINGLE), *gaps(10, TEN)),
    uses=("sparse.me-ub-pure", "sparse.packing-lb", "sparse.packing-lb.two-points"),
    note="On mean squared errors, for L = 1 and delta = 0; the last two (K, m) serve s = 10, too."
    " As encoded of the minimum the member that is least.",
)


def gap(s: int, factor: sp.Rational) -> Outcome:
    """All that is claimed of one sparsity."""
    found, figures = [], []
    for exponent, (upper, lower, said) in enumerate(compared(s, factor)):
        found.append(inequality(said, methods=("boxes",)))
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
