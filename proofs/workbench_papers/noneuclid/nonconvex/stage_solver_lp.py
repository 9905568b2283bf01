"""A private solver for proximal stages in l_p, 1 < p <= 2, with all its constants.

A stage minimises F(y) + beta/2 |y - c|_p^2 over |y|_p <= D, F a mean over m records.  Noisy mirror
descent runs with the map h = |. - c|_p^2/2 of the stage's own centre: the proximal term is beta h,
and what is rho_w-weakly convex in the norm is so relative to h, with rho_w/(p-1).  Steps that keep
to a ball around c and to one around 0 have no closed form; so the latter is left, and what that
can gain is paid for:

strong convexity   Lam = beta (p-1) - rho_w, so beta (p-1) has to be above rho_w
reach              the minimiser is within L0/beta of the centre
ball               z = y scaled into the ball, g a subgradient at z, u the gradient of |y|_p where
                   y is outside:  <g + beta grad h(y) + s u, y - w>
                                  >= Phi(z) - Phi(w) + lam D_h(w, y),   lam = beta - rho_w/(p-1)
optimised          steps 2/(lam (k+1)), weights k: the divergences telescope as in l_2
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import First, Rule, follows, identity, induction, inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.nc-weak.lp-solver",
    title="A private solver for proximal stages in l_p, explicit",
    ours=("lemma", '"DP Stochastic Weakly Convex Optimization", the solver of a stage, 1 < p <= 2'),
    statement=r"""\mathbb{E} \Phi(\bar z) - \min_X \Phi \le \frac{2 M^2}{\Lambda (K + 1)}, \quad
        M^2 = G^2 + \kappa\, \mathbb{E} \lVert \xi \rVert_q^2; \qquad
        \Phi(y) - \min_X \Phi \ge \tfrac{\Lambda}{2} \lVert y - y^\ast \rVert_p^2, \quad
        \lVert y^\ast - c \rVert_p \le \tfrac{L_0}{\beta}, \quad
        y^\ast = \arg\min_X \Phi""",
    hypotheses=r"""\Phi(y) = F(y) + \beta h(y), \; h(y) = \tfrac12 \lVert y - c \rVert_p^2, \; X = \
            \{ \lVert y \rVert_p \le D \} \ni c, \; 1 < p \le 2, \; \tfrac1p + \tfrac1q = 1, \; \
            \kappa = q - 1
        F(u) \ge F(y) + \langle g, u - y \rangle - \tfrac{\rho_w}{2} \lVert u - y \rVert_p^2, \; \
            \lVert g \rVert_q \le L_0 \text{ for a } g = g(y), \; u, y \in X; \; \Lambda = \beta \
            (p - 1) - \rho_w > 0
        \lambda = \tfrac{\Lambda}{p - 1}, \; R = \min\{ \tfrac{L_0}{\beta}, 2 D \}, \; s = L_0 + \
            \tfrac{3 \beta + 5 \rho_w}{2} R, \; G = 2 L_0 + \tfrac{5 (\beta + \rho_w)}{2} R
        z_k = y_k \min\{ 1, D/\lVert y_k \rVert_p \}, \; u_k = [\lVert y_k \rVert_p > D] \nabla \
            \lVert \cdot \rVert_p (y_k); \; y_1 = c, \; y_{k+1} = \arg\min_{\lVert y - c \rVert_p \
            \le R} \tfrac{2}{\lambda (k+1)} \langle g(z_k) + \xi_k + \beta \nabla h(y_k) + s u_k, \
            y \rangle + D_h(y, y_k)
        \bar z = \tfrac{2}{K (K+1)} \sum_{k \le K} k z_k; \; \xi_k \text{ of mean zero given the \
            past}""",
    parts=("strong convexity", "reach", "ball", "optimised"),
    uses=(
        "ext.lp-strong-convexity", "ext.bregman-projection", "ext.conditional-expectation",
        "noneuclid.kappa-regular.lq",
    ),
    note="For d = 1 all norms agree, and p - 1 and kappa stand for 1.",
)  # fmt: skip

beta, weak, L0, R, M, G = declare("beta rho_w L0 R M G > 0")
eta, lam, mu, strong = declare("eta lambda mu Lambda > 0")  # mu = p - 1
a, t = declare("a t > 0")


@CLAIM.exact(part="strong convexity", uses=("ext.lp-strong-convexity",))
@broken("the_square_is_not_one_strongly_convex", modulus=beta - weak)
@because("beta - rho_w belongs to a square of modulus one.")
def a_stage_is_strongly_convex(*, modulus: sp.Expr = beta * mu - weak) -> Outcomes:
    """Lam = beta (p - 1) - rho_w.
    w = t y + (1-t) u, a = |y - u|: t Phi(y) + (1-t) Phi(u) - Phi(w) >= modulus t (1-t) a^2/2.
    At a minimiser u, divided by t and with t to 0, it is Phi(y) - Phi(u) >= modulus a^2/2.
    """
    f_y, f_u, f_w, h_y, h_u, h_w, slope, tilt = declare("real f_y f_u f_w h_y h_u h_w g e")
    end = declare("end >= 0")  # 1 - t
    least = declare("real least")

    def below(value: sp.Expr, inner: sp.Expr, bend: sp.Expr, share: sp.Expr) -> sp.Expr:
        return value + share * inner + bend / 2 * (share * a) ** 2

    left = f_w + beta * h_w + modulus * t * end * a**2 / 2
    right = t * (f_y + beta * h_y) + end * (f_u + beta * h_u)
    premises = [
        (t, below(f_w, slope, -weak, end), f_y), (end, below(f_w, slope, -weak, -t), f_u),
        (t * beta, below(h_w, tilt, mu, end), h_y), (end * beta, below(h_w, tilt, mu, -t), h_u),
    ]  # fmt: skip
    yield follows(left, right, premises, where=[(end, "=", 1 - t)])
    premises = [(1 / t, least + modulus * t * end * a**2 / 2, t * f_y + end * least)]
    yield follows(modulus * end * a**2 / 2, f_y - least, premises, where=[(end, "=", 1 - t)])


@CLAIM.exact(part="reach", uses=())
@broken("half_of_it_is_too_near", factor=2)
@because("L0/(2 beta) does not follow; whether it is true is not claimed.")
def no_minimiser_is_far_from_the_centre(*, factor: int = 1) -> Outcome:
    """|u - c| <= L0/beta; and 2 D, as both are in the ball.
    |u - c| = r: against w = t c + (1-t) u, factor beta t r^2 (1 - t/2) <= L0 t r; t to 0.
    """
    r, at, there = declare("r at there > 0")
    premises = [
        (1, at + beta / 2 * r**2, there + beta / 2 * ((1 - t) * r) ** 2),
        (1, there - at, L0 * t * r),
    ]
    return follows(factor * beta * t * r**2 * (1 - t / 2), L0 * t * r, premises)


@CLAIM.exact(part="ball", uses=("ext.lp-strong-convexity",))
@broken("a_penalty_for_convex_losses_is_too_small", "s = L0 + 3 beta R/2.", curved=0)
def leaving_the_ball_is_paid(*, curved: int = 5) -> Outcome:
    """Phi(z) - Phi(w) + lam D_h(w, y) <= <g + beta grad h(y) + s u, y - w>.
    s = L0 + (3 beta + 5 rho_w) R/2; `out` = |y - z| = (|y|_p - D)_+ <= |y - c|.
    <u, y - w> >= out as <u, y> = |y|_p and <u, w> <= D; all of y, w are within R of c.
    """
    near, z_c, w_y, w_z, out = declare("y_c z_c w_y w_z out >= 0")
    g_zw, g_yz, u_yw, F_z, F_w, h_w, div = declare("real g_zw g_yz u_yw F_z F_w h_w div")
    s = L0 + (3 * beta + curved * weak) * R / 2
    product = g_zw + g_yz + beta * (near**2 / 2 - h_w + div) + s * u_yw
    objective = F_z - F_w + beta * (z_c**2 / 2 - h_w)
    left = objective + (beta - weak / mu) * div
    premises = [
        (1, F_z - F_w - weak / 2 * w_z**2, g_zw), (1, -L0 * out, g_yz), (s, out, u_yw),
        (weak / mu, mu / 2 * w_y**2, div), (weak / 2 * (w_z + w_y + out), w_z, w_y + out),
        (beta / 2 * (z_c + near + out), z_c, near + out), (beta * out, near, R),
        ((beta + weak) / 2 * out, out, R), (weak * out, w_y, 2 * R),
    ]  # fmt: skip
    return follows(left, product, premises, rest=(curved - 5) * weak * R * out / 2)


k, K, n, i = declare("integer k K > 0, integer K >= 0, integer t")
d_k, f_k, slack = (sp.IndexedBase(name, real=True) for name in ("d", "f", "s"))


def one_step(share: sp.Expr) -> Outcome:
    """D_h(w, y+) <= (1 - eta lam) D_h(w, y) - eta f + share eta^2 M^2/mu, in the mean.
    Prox inequality, duality, strong convexity of h; then E|v + xi|_q^2 <= G^2 + kappa E|xi|_q^2.
    """
    before, after, closer, step, size = declare("before after closer step size >= 0")
    inner, moved, value, square, noise = declare("real inner moved value square noise")
    path = follows(
        after,
        before - eta * inner + eta**2 * size**2 * share / mu,
        [
            (1, eta * (inner - moved), before - after - closer),  # moved = <g, y - y+>
            (eta, moved, size * step),
            (1, mu / 2 * step**2, closer),
        ],
        rest=(mu * step - eta * size) ** 2 / (2 * mu) + (share - sp.S.Half) * eta**2 * size**2 / mu,
    )
    left = before - eta * inner + eta**2 * square / (2 * mu)
    right = (1 - eta * lam) * before - eta * value + eta**2 * M**2 / (2 * mu)
    premises = [(eta, value + lam * before, inner), (eta**2 / (2 * mu), square, G**2 + noise)]
    mean = follows(left, right, premises, where=[(noise, "=", M**2 - G**2)])
    slopes = identity(
        L0 + beta * R + L0 + (3 * beta + 5 * weak) * R / 2, 2 * L0 + 5 * (beta + weak) * R / 2
    )
    return all_of(path, mean, slopes)


def telescoped(share: sp.Expr) -> Outcome:
    """Sum k f_k + lam k (k+1)/2 s_k = 2 share M^2/(mu lam) sum k/(k+1) - lam K (K+1)/2 d_K+1."""
    j = i + 1
    body = (j - 1) * d_k[j] / (j + 1) - 2 * f_k[j] / (lam * (j + 1)) - slack[j]
    body += 2 * M**2 / (mu * lam**2 * (j + 1) ** 2)
    kept = i * f_k[i] + lam * i * (i + 1) / 2 * slack[i]
    kept -= 2 * share * i * M**2 / (mu * lam * (i + 1))
    claimed = relation(sp.Sum(kept, (i, 1, n)), "=", -lam * n * (n + 1) / 2 * d_k[n + 1])
    rules = [Rule("d", "t", body, shift=2)]
    return induction(claimed, "K", rules=rules, base=[First("d", 1, declare("real first"))])


@CLAIM.exact(part="optimised", uses=CLAIM.uses)
@broken("a_step_costs_half_of_its_square", share=sp.Rational(1, 4))
@because("A quarter of the square does not suffice.")
def the_mean_is_close_to_optimal(*, share: sp.Expr = sp.S.Half) -> Outcomes:
    """2 M^2/(Lam (K+1)): the last distance is dropped, and the objective is convex.
    k/(k+1) <= 1; K M^2/(mu lam) over K (K+1)/2 is 2 M^2/(Lam (K+1)), Lam = mu lam.
    """
    mean = K * 2 * share * M**2 / (mu * lam) / (K * (K + 1) / 2)
    yield one_step(share)
    yield telescoped(share)
    yield inequality(relation(k / (k + 1), "<=", 1), gap=1 / (k + 1))
    yield identity(mean, 2 * M**2 / (strong * (K + 1)), where=[(mu, "=", strong / lam)])
