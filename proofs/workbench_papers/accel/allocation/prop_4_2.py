"""How to split a privacy budget over T noisy steps (Proposition 4.2, eq. (31)).

Step t blurs a gradient of l1 sensitivity S/n by Laplace noise of scale b_t: it spends S/(n b_t) of
the budget eps and adds a_t b_t^2 to the error bound.  With A = sum_j a_j^(1/3) the best scales are
b*_t = A S / (a_t^(1/3) n eps).  For any scales that spend eps, the excess cost is the sum over t of

    a_t (b_t - b*_t)^2 (b_t + 2 b*_t) / b_t  >=  0,

an identity in the number T of steps: the terms that mix signs cancel, because both allocations
spend the same budget.  So b* is optimal, and the only optimum.
"""

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "accel.prop-4-2",
    title="Optimal Laplace scales without subsampling",
    printed=("proposition", "Proposition 4.2, eq. (31), proof B.4"),
    statement=r"""b_t^\star = \frac{\sum_j a_{T,j}^{1/3}}{a_{T,t}^{1/3}} \frac{S_1}{n\epsilon}
        \;\text{ is the unique minimiser of }\; \sum_{t=1}^T a_{T,t} b_t^2
        \;\text{ subject to }\; \sum_{t=1}^T \frac{S_1}{n b_t} = \epsilon, \quad
        \epsilon_t = \frac{S_1}{n b_t^\star}
        = \frac{a_{T,t}^{1/3}}{\sum_j a_{T,j}^{1/3}}\, \epsilon""",
    hypotheses=r"""m = n
        a_{T,t}, b_t, S_1, \epsilon > 0
        T \ge 1""",
    parts=("feasible", "optimal", "unique", "shares"),
    uses=("accel.noise-allocation-problem",),
    note="The number of steps stays symbolic. Uniqueness is not printed. The bordered Hessian of"
    " the paper's proof is not used: what the paper says of it is false (accel.erratum-22).",
)

S, eps, n, T, t, j = declare("S_1 epsilon > 0, integer n T > 0, integer t j")
a, b = sp.IndexedBase("a", positive=True), sp.IndexedBase("b", positive=True)
root_sum = sp.Sum(sp.cbrt(a[j]), (j, 1, T))
spent = S / n * sp.Sum(1 / b[t], (t, 1, T))


def scale(power: sp.Rational) -> sp.Expr:
    """The scale of step t when the budget is split in proportion to a_t^power."""
    return sp.Sum(a[j] ** power, (j, 1, T)) / a[t] ** power * S / (n * eps)


THIRD = sp.Rational(1, 3)
optimum = root_sum**3 * S**2 / (n * eps) ** 2


@CLAIM.exact(part="optimal")
@broken("square_root_split", power=sp.S.Half)
@because("The tempting exponent 1/2, right when the cost is linear in b, fails the same check.")
def excess_cost_is_a_sum_of_nonnegative_terms(*, power: sp.Rational = THIRD) -> Outcome:
    """Excess: sum a b^2 - sum a b*^2 = sum a (b - b*)^2 (b + 2 b*) / b for any b spending eps.
    The cost sum a b^2 minus the optimal value is a sum of visibly non-negative terms.
    """
    best = scale(power)
    value = sp.Sum(a[t] * best**2, (t, 1, T))
    terms = a[t] * (b[t] - best) ** 2 * (b[t] + 2 * best) / b[t]
    right = sp.Sum(a[t] * b[t] ** 2, (t, 1, T))
    return visible(value, "<=", right, where=[(eps, "=", spent)], gap=sp.Sum(terms, (t, 1, T)))


@CLAIM.exact(part="feasible")
@broken("square_root_split_misses_the_value", best=scale(sp.S.Half))
@because("Scales proportional to a^(-1/2) spend eps as well, at a higher cost.")
@broken("forgotten_sum_overspends", best=S / (n * eps * sp.cbrt(a[t])))
@because("Scales S/(n eps a^(1/3)) without the factor sum_j a_j^(1/3) spend another budget.")
def scales_spend_the_budget_and_reach_the_value(*, best: sp.Expr = scale(THIRD)) -> Outcomes:
    """The budget: sum S/(n b*) = eps, and sum a b*^2 = (S/(n eps))^2 (sum a^(1/3))^3."""
    yield identity(sp.Sum(S / (n * best), (t, 1, T)), eps)
    yield identity(sp.Sum(a[t] * best**2, (t, 1, T)), optimum)


@CLAIM.exact(part="unique")
@broken("a_term_that_changes_sign", weight=-1)
@because("With b - b* as the last factor a scale below b* would be cheaper.")
def every_term_is_positive_away_from_the_optimum(*, weight: int = 2) -> Outcomes:
    """One term of the excess is positive unless b = b*.
    a (b - b*)^2 (b + weight b*)/b > 0 for b = b* + delta and for b* = b + delta, delta > 0.
    """
    x, y, w, delta = declare("b b_opt a delta > 0")
    term = w * (x - y) ** 2 * (x + weight * y) / x
    yield visible(term.subs(x, y + delta), ">", 0)
    yield visible(term, ">", 0, where=[(y, "=", x + delta)])


@CLAIM.exact(part="shares")
@broken("shares_are_not_proportional_to_the_weights", power=3)
@because("Shares a_t / sum_j a_j belong to another cost.")
def shares_follow_the_cube_root(*, power: int = 1) -> Outcome:
    """Step t spends a_t^(1/3) / sum_j a_j^(1/3) of the budget.
    S/(n b*_t), for the cube-root split, against w_t^power / sum w^power eps, w_t = a_t^(1/3).
    """
    w = sp.IndexedBase("w", positive=True)
    claimed = w[t] ** power / sp.Sum(w[j] ** power, (j, 1, T)) * eps
    best = declare("b_opt > 0")  # named, or sympy would cancel S and n unseen
    cube_root_split = sp.Sum(w[j], (j, 1, T)) / w[t] * S / (n * eps)
    return identity(S / (n * best), claimed, where=[(best, "=", cube_root_split)])


def scales(weights: np.ndarray, *, budget: float) -> np.ndarray:
    """Optimal b_t for weights a_t of shape (..., T); `budget` is n eps / S_1."""
    roots = np.cbrt(weights)
    return roots.sum(axis=-1, keepdims=True) / (roots * budget)


_SPLITS = st.lists(st.tuples(st.floats(-6, 6), st.floats(-3, 3)), min_size=1, max_size=40)


@CLAIM.sampled(
    logs=_SPLITS,
    budget=st.floats(1e-3, 1e3),
    corner="the numeric allocator, up to 40 steps in floating point",
    part="optimal",
)
@broken("uniform_split_is_beaten", "Even scales are not optimal: some rival is cheaper.", even=True)
def no_rival_split_is_cheaper(
    logs: list[tuple[float, float]], budget: float, *, even: bool = False
) -> None:
    """Any positive split, rescaled to spend the same budget, costs at least as much."""
    weights, rival = np.exp(np.array(logs)).T
    rival = rival * (1 / rival).sum() / budget
    best = scales(np.ones(len(weights)) if even else weights, budget=budget)
    assert weights @ best**2 <= weights @ rival**2 * (1 + 1e-12)  # rounding of 40 positive terms
