r"""The best noise schedule under subsampling is a convex problem (eq. (30) with m < n).

The paper calls this case intractable, and it looks so in the scales b_t.  In the budget shares e_t
it is not: with k = n/m a share e buys S/(m b) = h(e) = ln(1 + k (e^e - 1)), so (30) becomes

    minimise  sum_t a_t h(e_t)^(-2)   subject to   sum_t e_t = eps,  e_t > 0,

and h is positive and concave, so h^(-2) is convex.  In numbers: let y = h(e*) and
g = h'(e*) = 1 + (k - 1) e^(-y).  From e^(g s) >= 1 + g (e^s - 1) for g >= 1, an identity with
u(t) = e^t - 1 - t >= 0,

    e^(g s) - 1 - g (e^s - 1)  =  e^s [ u((g - 1) s) + (g - 1) u(-s) ],        s = e - e*,

h lies below its tangent, and h^(-2) above its own:  h(e)^(-2) >= y^(-2) - (2 g/y^3)(e - e*).

Summed over the steps this gives both what an optimum is, 2 a_t g_t/y_t^3 the same for all t, and a
lower bound that needs no optimum: for any y_t > 0 and any number nu, with sigma_t = 2 a_t g_t/y_t^3
and e*_t = h^(-1)(y_t),

    sum_t a_t h(e_t)^(-2)  >=  sum_t [a_t/y_t^2 + sigma_t e*_t] - eps [nu + sum_t (sigma_t - nu)_+].

At the optimum it is an equality, so rational y_t close to the optimum certify a value from both
sides.  `accel.allocation-subsampled.guide` does this for the schedules of the paper.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import certify, identity, visible
from workbench.symbolic import declare
from workbench.symbolic.text import parse
from workbench_papers.accel.notation import symbols

CLAIM = Claim(
    "accel.allocation-subsampled",
    title="Optimal noise schedule under subsampling: a convex problem and its dual bound",
    ours=("proposition", "not in the paper, which calls eq. (30) with m < n intractable"),
    statement=r"""\text{With } k = n/m,\; h(e) = \ln(1 + k (e^e - 1)) \text{ the problem (30) is }
        \min \frac{S_1^2}{m^2} \sum_t \frac{a_t}{h(e_t)^2} \text{ s.t. } \sum_t e_t = \epsilon,
        \text{ strictly convex}; \; e^\star \text{ is optimal if }
        \frac{2 a_t h'(e_t^\star)}{h(e_t^\star)^3} = \nu \text{ for all } t; \quad
        \sum_t \frac{a_t}{h(e_t)^2} \ge \sum_t \left[ \frac{a_t}{y_t^2} + \sigma_t h^{-1}(y_t)
        \right] - \epsilon \Bigl[ \nu + \sum_t (\sigma_t - \nu)_+ \Bigr],
        \; \sigma_t = \frac{2 a_t (1 + (k-1) e^{-y_t})}{y_t^3},
        \text{ for all } y_t > 0 \text{ and } \nu""",
    hypotheses=r"a_t, e_t, \epsilon > 0,\; \sum_t e_t = \epsilon,\; k \ge 1,\; T \ge 1",
    parts=("shares", "convex", "optimality", "dual bound"),
    uses=("accel.noise-allocation-problem", "accel.eps-function"),
    note="T stays symbolic. A solution is found by two nested bisections, in the logarithm of the"
    " shares, which may be as small as 1e-11.",
)

S, n, m, T, eps = symbols("S_1", "n", "m", "T", "epsilon")
t = declare("integer t")
e = sp.IndexedBase("e", positive=True)
ratio, share = declare("k v > 0")


def bought(e: sp.Expr, over: sp.Expr) -> sp.Expr:
    """h(e) for k = over."""
    return sp.log(1 + over * (sp.exp(e) - 1))


@CLAIM.exact(part="shares")
@broken("inverted_ratio", over=m / n)
@because("With m/n in place of k = n/m the inverse is another function.")
def problem_in_terms_of_shares(*, over: sp.Expr = n / m) -> Outcomes:
    """The inverse of (11), put into the cost.
    The scale that spends `share` is S/(m h), so a b^2 = (S/m)^2 a/h^2.
    """
    weight = declare("w > 0")
    scale = S / (m * sp.log(1 + n / m * (sp.exp(share) - 1)))
    cost = sp.log(1 + m / n * (sp.exp(S / (scale * m), evaluate=False) - 1))
    yield identity(cost, share)
    yield identity(weight * scale**2, (S / m) ** 2 * weight / bought(share, over) ** 2)


@CLAIM.exact(part="convex")
@broken("wrong_sign_of_the_curvature", sign=-1)
@because("With - 2 C/h^3 in place of + 2 C/h^3 the cost could bend either way.")
def cost_of_a_share_is_strictly_convex(*, sign: int = 1) -> Outcomes:
    """(h^(-2))'' = 6 h'^2/h^4 - 2 h''/h^3, both terms positive.
    h'' = k e^e (1 - k)/(1 + k (e^e - 1))^2 < 0 for k > 1, and (h^(-2))'' > 0.
    H, D and -C stand for h, h' and h''; `sign` is that of the second term of the derivative.
    """
    over = ratio + 1
    H, D, C, x = declare("H D C x > 0")
    f = sp.Function("f")(x)
    second = sp.diff(f**-2, x, 2).subs(sp.diff(f, x, 2), -C).subs(sp.diff(f, x), D).subs(f, H)
    closed = 6 * D**2 / H**4 + sign * 2 * C / H**3
    left = sp.diff(bought(share, over), share, 2)
    yield identity(left, over * sp.exp(share) * (1 - over) / (1 + over * (sp.exp(share) - 1)) ** 2)
    yield visible(1 + over * (sp.exp(share) - 1), ">", 1)
    yield identity(second, closed)
    yield visible(closed, ">", 0)
    # k = 1: h(e) = e, and e^(-2) is strictly convex as well
    yield visible(6 / share**4, ">", 0)


def tangent(slope: sp.Expr) -> Outcome:
    """h(e* + s) <= y + g s, and y'^(-2) >= y^(-2) - (2 g/y^3) s for y' <= y + g s.
    `slope` is the claimed g in terms of k and w = e^y.
    """
    s, at = declare("real s, c > 0")  # c = e*
    w, g = declare("w g > 0")
    inner = 1 + ratio * (sp.exp(at) - 1)
    moved = 1 + ratio * (sp.exp(at + s) - 1)
    up, down = (sp.exp(v) - 1 - v for v in ((g - 1) * s, -s))
    bernoulli = sp.exp(s) * (up + (g - 1) * down)
    y, after, slack = declare("y z r > 0")
    gap = (after - y) ** 2 * (y + 2 * after) / (after**2 * y**3) + 2 * slack / y**3
    return all_of(
        identity(moved, inner * (1 + slope.subs(w, inner) * (sp.exp(s) - 1))),
        identity(sp.exp(g * s) - 1 - g * (sp.exp(s) - 1), bernoulli),
        certify(parse("exp(v) - 1 - v >= 0")),
        visible(slope - 1, ">=", 0, where=[(ratio, ">=", 1)]),
        identity(after**-2 - y**-2 + 2 / y**3 * (after + slack - y), gap), visible(gap, ">=", 0),
        summary="h is below its tangent, h^(-2) above its own",
    )  # fmt: skip


W = declare("w > 0")
SLOPE = 1 + (ratio - 1) / W


@CLAIM.exact(part="optimality")
@broken("unequal_slopes_do_not_cancel", tilt=sp.IndexedBase("d", nonnegative=True)[t])
@because("With slopes that differ from step to step a rival may be cheaper.")
@broken("slope_of_the_full_batch", slope=sp.Integer(1))
@because("With slope 1, which belongs to k = 1, the tangent is not one.")
def equal_slopes_are_optimal(*, slope: sp.Expr = SLOPE, tilt: sp.Expr = sp.Integer(0)) -> Outcomes:
    """1 + k(e^(c+s) - 1) = w (1 + g (e^s - 1)) <= w e^(g s), g = 1 + (k - 1)/w; then sum up.
    Tangents with the slopes nu + tilt_t at e*_t = f_t: the rival's cost is sum c_t + sum r_t.
    c_t is a/h^2 at e*_t and r_t >= 0 what the tangent leaves; both schedules spend eps.
    """
    best, gap = (sp.IndexedBase(name, nonnegative=True) for name in ("c", "r"))
    optimum = sp.IndexedBase("f", positive=True)
    nu, spent = declare("nu E > 0")
    rival = sp.Sum(best[t] - (nu + tilt) * (e[t] - optimum[t]) + gap[t], (t, 1, T))
    left_over = sp.Sum(best[t], (t, 1, T)) + sp.Sum(gap[t], (t, 1, T))
    spend = [(eps, "=", sp.Sum(e[t], (t, 1, T))), (spent, "=", sp.Sum(optimum[t], (t, 1, T)))]
    yield tangent(slope)
    yield identity(rival, left_over - nu * (eps - spent), where=spend)


@CLAIM.exact(part="dual bound")
@broken("slopes_above_nu_are_not_free", excess=0)
@because("Without the positive parts of the slopes above nu the bound fails.")
def any_centres_give_a_lower_bound(*, excess: int = 1) -> Outcomes:
    """No share exceeds eps, so slopes above nu cost at most eps (sigma_t - nu) each.
    sum sigma_t e_t <= eps (nu + sum p_t) for sigma_t = nu + p_t - n_t, 0 <= e_t <= eps.
    p and n are the positive and negative parts of sigma - nu, and e_t = eps - f_t.
    """
    p, minus, rest = (sp.IndexedBase(name, nonnegative=True) for name in ("p", "d", "f"))
    nu = declare("real nu")
    parts = sp.Sum(p[t] * (eps - rest[t]) - minus[t] * e[t], (t, 1, T))  # sum (sigma - nu) e
    left = sp.Sum((nu + p[t] - minus[t]) * e[t], (t, 1, T))
    right = nu * eps + sp.Sum(p[t] * e[t] - minus[t] * e[t], (t, 1, T))
    whole = identity(left, right, where=[(eps, "=", sp.Sum(e[t], (t, 1, T)))])
    bound = eps * excess * sp.Sum(p[t], (t, 1, T))
    lost = sp.Sum(p[t] * rest[t] + minus[t] * e[t], (t, 1, T))
    yield tangent(SLOPE)
    yield whole
    yield visible(parts, "<=", bound, gap=lost + (excess - 1) * eps * sp.Sum(p[t], (t, 1, T)))
