"""Upper against lower bound in numbers: how far apart the explicit constants are.

d = 10^5, eps = 1/100 and P = n eps = 1, 10, ..., 10^6, pure DP.  Upper: the output 0 and the
projection mechanism, L^2 min{1, 4 s (1 + ln d)/P, 8 s d/P^2}.  Lower: the best number of blocks for
the sparse code, or of coordinates and points for opposite signs; the condition of the code is
checked in each case.
"""

import math
from collections.abc import Iterator

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import inequality
from workbench.symbolic import relation

CLAIM = Claim(
    "sparse.packing-lb.gap",
    title="Explicit upper and lower bounds side by side",
    ours=("remark", "Table 1, row 1; constants ours"),
    statement=r"""d = 10^5, \; \epsilon = \tfrac1{100}, \; n \epsilon = 1, 10, \dots, 10^6: \;
        \text{upper and lower bound of the root mean square error differ by a factor of at most }
        12.7 \; (s = 1), \; 22 \; (s = 10)""",
    uses=("sparse.me-ub-pure", "sparse.packing-lb", "sparse.packing-lb.two-points"),
    note="For larger s the factor comes from the constants of the code.",
)

DIMENSION, PER_UNIT = 10**5, 100  # d, 1/eps


def words(t: int, s: int) -> sp.Rational:
    """The number of words M(t, s) of the sparse code."""
    j = s // 2 + 1
    return sp.Rational(math.comb(t, j), math.comb(s, j) ** 2)


def code(budget: int, s: int) -> tuple[sp.Rational, Outcome] | None:
    """The least K that the condition of the code admits, with its certificate; 1/(8K)."""
    n, top = budget * PER_UNIT, DIMENSION // s

    def room(K: int) -> float:
        size = words(DIMENSION // K, s)
        log = math.log(size.p) - math.log(2 * size.q) if size else -math.inf
        return log - -(-n // K) / PER_UNIT

    found = next((K for K in _grid(top) if room(K) > 0), None)
    if found is None:
        return None
    left = sp.Rational(-(-n // found), PER_UNIT)
    claimed = relation(left, "<=", sp.log(words(DIMENSION // found, s) / 2))
    return sp.Rational(1, 8 * found), inequality(claimed, methods=("boxes",))


def _grid(top: int) -> Iterator[int]:
    """1, 2, 3, ... in steps of about two per cent."""
    K = 1
    while K <= top:
        yield K
        K += max(1, K // 50)


def opposite(budget: int) -> sp.Expr:
    """The best K (m/n)^2/(1 + e^(eps m)) over m, with K = min(d, n/m)."""
    n = budget * PER_UNIT
    best, at = 0.0, (1, 1)
    for m in _grid(min(n, 5 * PER_UNIT)):
        K = min(DIMENSION, n // m)
        value = K * (m / n) ** 2 / (1 + math.exp(m / PER_UNIT))
        if value > best:
            best, at = value, (K, m)
    K, m = at
    return sp.Rational(K * m * m, n * n) / (1 + sp.exp(sp.Rational(m, PER_UNIT)))


def gap(s: int, factor: sp.Rational) -> Outcome:
    """The bounds are close: upper <= factor^2 lower at the seven budgets."""
    found, figures = [], []
    H = 1 + sp.log(DIMENSION)  # at least H_d
    for exponent in range(7):
        P = sp.Integer(10) ** exponent
        upper = min(sp.Integer(1), 4 * s * H / P, 8 * s * DIMENSION / P**2)
        lower: sp.Expr = opposite(int(P))
        coded = code(int(P), s)
        if coded is not None and float(coded[0]) > float(lower):
            lower, condition = coded
            found.append(condition)
        found.append(inequality(relation(upper, "<=", factor**2 * lower), methods=("boxes",)))
        ratio = math.sqrt(float(upper) / float(lower))
        figures.append(Figure(f"n eps = 10^{exponent}, s = {s}", round(ratio, 2)))
    worst = max(float(f.value) for f in figures)
    told = all_of(*found, summary=f"s = {s}: a factor of at most {worst}")
    return told.with_figures(*figures)


@CLAIM.exact
@broken("they_are_not_within_a_factor_of_five", single=sp.Integer(5))
@because("The case s = 1 needs more at n eps = 10^4.")
def explicit_bounds_are_within_a_moderate_factor(
    *, single: sp.Rational = sp.Rational(127, 10)
) -> Outcomes:
    """The explicit bounds are compared at seven budgets each."""
    yield gap(1, single)
    yield gap(10, sp.Integer(22))
