"""Gradient descent, in closed form: the LMI certifies its exact rate for every step size.

At beta = 0 take P = diag(1, 0), c = 0 and one multiplier c_0.  The form of (22) is a single square:

    alpha <= 2/(mu+L):   rho = 1 - alpha mu,  c_0 = alpha (1 - alpha mu)/(L - mu),  (g - mu x)^2,
    alpha >= 2/(mu+L):   rho = alpha L - 1,   c_0 = alpha (alpha L - 1)/(L - mu),   (g - L x)^2,

times alpha |2 - alpha (mu + L)| / (L - mu).  These are the rates of gradient descent on mu x^2/2
and on L x^2/2, so that no certificate can be faster.  Here kappa = 2/L and R = L/2 (P22 = 0).
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Encodes, Outcome, all_of, because, broken
from workbench.rigor import certify, inequality
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, relation
from workbench.symbolic import theorem as th
from workbench_papers.accel._heavy_ball import P11, P12, P22, X0, L, Phi, alpha, form, g, mu, p, x
from workbench_papers.accel.algorithms import _descent as steps
from workbench_papers.accel.lmi import _descent

CLOSED = {P11: 1, P12: 0, P22: 0}
APART, SHORT, LONG = (mu, "<", L), (alpha * (mu + L), "<=", 2), (alpha * (mu + L), ">=", 2)


def solves(
    *, long: bool = False, rate: sp.Expr | None = None, given: tuple[Any, ...] = ()
) -> tuple[Relation, Relation]:
    """(22) at P = diag(1, 0), c = 0, beta = 0 and this c_0 >= 0, as a form of three numbers."""
    rate = rate if rate is not None else alpha * L - 1 if long else 1 - alpha * mu
    first = alpha * rate / (L - mu)
    matrix = first * X0() - Phi(rate**2, momentum=sp.Integer(0)).subs(CLOSED)
    where = given or (APART, LONG if long else SHORT)
    whole = form(matrix, (x[1], p[1], g[1]))
    return relation(0, "<=", whole, where=where), relation(0, "<=", first, where=where)


STATED: dict[str, tuple[Encodes, ...]] = {
    "solution": (*solves(), *solves(long=True)),
    "bound": (_descent.bound().theorem, _descent.bound(long=True).theorem),
}

CLAIM = Claim(
    "accel.lmi-gd-closed-form",
    title="Exact certificates of gradient descent (no momentum)",
    ours=("lemma", "not in the paper; Proposition 3.4 at beta = 0"),
    statement=r"""\beta = 0:\; P = \begin{bmatrix} 1 & 0 \\ 0 & 0 \end{bmatrix},\; c = 0
        \text{ and } c_0 = \frac{\alpha \rho}{L - \mu} \text{ solve (22) with }
        \rho = \max(1 - \alpha\mu,\; \alpha L - 1), \text{ so } E_t \le \rho^{2t} \frac L2
        \lVert x_0 - x^\ast \rVert^2 + \frac{1 - \rho^{2t}}{1 - \rho^2}
        \frac{L \alpha^2}{2} \mathcal{E}_T""",
    hypotheses=r"""0 < \mu < L
        0 < \alpha < 2/L
        F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d),\; \mathbb{E}[w_t \mid \text{past}] = 0,\; \
            \mathbb{E} \lVert w_t \rVert^2 \le \mathcal{E}_T""",
    parts=("solution", "bound"),
    encoded=STATED,
    uses=("accel.prop-3-4.repaired", "accel.lmi-lower-bound", "accel.problem-class"),
    note="P22 = 0 here, so that kappa is c + 2 P11/L. No faster rate is certified: gradient descent"
    " on the two extreme parabolas has exactly these rates. As encoded, alpha (mu + L) <= 2 and"
    " >= 2 are two statements, by which end is the larger; (22) needs no alpha < 2/L.",
)


@CLAIM.exact(part="solution", uses=("accel.prop-3-4.repaired",))
@broken("rate_of_the_other_end", rate=1 - alpha * L)
@because("With 1 - alpha L, the rate of the other end, in place of 1 - alpha mu: it is too fast.")
@broken("slow_end_for_long_steps", late=1 - alpha * mu)
@because("With 1 - alpha mu in place of alpha L - 1: for long steps it is too fast.")
@broken("short_steps_of_any_size", given=(APART,))
@because("alpha (mu + L) <= 2 is dropped: the rate of the slow end is too fast for long steps.")
@broken("an_order_of_the_constants", "With mu > L in place of mu < L.", given=((L, "<", mu), SHORT))
def the_form_is_a_single_square(
    *, rate: sp.Expr | None = None, late: sp.Expr | None = None, given: tuple[Any, ...] = ()
) -> Outcome:
    """It is size/(L - mu) (g - mu x)^2 or (g - L x)^2 with size = alpha |2 - alpha (mu + L)|."""
    found = []
    for long, (whole, first) in enumerate(
        (solves(rate=rate, given=given), solves(long=True, rate=late))
    ):
        size = alpha * (alpha * (mu + L) - 2 if long else 2 - alpha * (mu + L))
        square = (g[1] - (L if long else mu) * x[1]) ** 2
        found += [inequality(whole, gap=size / (L - mu) * square), certify(first)]
    return all_of(*found)


@CLAIM.proof(part="bound", uses=("accel.problem-class",))
@broken("rate_of_the_other_end", each={"rho": 1 - steps.alpha * steps.L * 3 / 4})
@because("Three quarters of alpha L in place of alpha mu: too fast.")
@broken("without_a_bound_on_the_noise", each={"given": _descent.SHORT[:2]})
@because("E|w|^2 <= E_T is dropped.")
@broken("short_steps_of_any_size", each={"given": _descent.SHORT[::2]})
@because("alpha (mu + L) <= 2 is dropped.")
@broken("convexity_is_not_enough", each={"objective": _descent.CONVEX})
@because("F = lam x^2/2 with lam < mu, without noise: (1 - alpha lam)^(2t) fades more slowly.")
@broken("noise_of_any_mean", each={"noises": th.draws("w", steps.i, mean=None)})
@because("E[w | past] = 0 is dropped.")
@broken("half_the_constant", "With L/4 in place of L/2.", each={"half": steps.L / 4})
@broken("half_the_noise", each={"paid": steps.alpha**2 / 2})
@because("F = L x^2/2 from x_0 = x*, t = 1 leaves (L/2) alpha^2 E_T, twice that.")
@broken("long_steps_of_any_size", late={"given": (_descent.LONG[0], *_descent.LONG[2:])})
@because("alpha (mu + L) >= 2 is dropped.")
def both_ends_contract_the_distance(
    *, each: dict[str, Any] = {}, late: dict[str, Any] = {}
) -> Outcome:
    """E|x_t - x*|^2 <= rho^2 E|x_{t-1} - x*|^2 + alpha^2 E_T, and F - F* <= (L/2)|x - x*|^2.
    No mutant: mu < L (else F is a parabola at most), alpha < 2/L (true beyond, 0/0 at 2/L).
    """
    return proved(_descent.bound(**each), _descent.bound(long=True, **late))
