"""Empirical risk of output perturbation, pure DP: the printed noise, and a smaller one.

Without constraints the noise itself is released: F_S(x_lam + xi) - F_S(x_lam) <= sqrt(s) L |xi|_oo,
and the largest of d Laplace noises is sigma H_d in the mean, H_d the harmonic number.

    printed noise   (lam/2) D^2 + (2 sqrt(2) s L^2 H_d/(lam P)) (2H/lam + 1)       exponent 1/3
    sharp noise     (lam/2) D^2 + (s L^2 H_d/(lam P)) (sqrt(2H/lam) + 2)           exponent 2/5

with P = n eps.  Where H/lam is large these are a lam + c lam^(-2) and a lam + c lam^(-3/2); both
minima are exact, by polynomials with a double root.  The second noise divides the sharper
sensitivity by eps: the rate improves from (s ln d/P)^(1/3) to (s ln d/P)^(2/5).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rates import rate_is
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare
from workbench_papers.sparse.output_perturbation.method import one_coordinate
from workbench_papers.sparse.output_perturbation.risk_approx import regularisation

_HYPOTHESES = (
    r"\mathcal{X} = \mathbb{R}^d, \; f(\cdot; z) \text{ convex}, L\text{-Lipschitz},"
    r" H\text{-smooth, with } s\text{-sparse gradients}",
    r"\lVert x^\ast \rVert_2 \le D, \; H_d = \sum_{k \le d} 1/k",
)

CLAIM = Claim(
    "sparse.outpert-pure",
    title="Convex ERM by output perturbation, pure DP, printed noise",
    reconstructed=("theorem", "Table 2, row 3, with the block Output Perturbation"),
    statement=r"""\begin{gathered}
        \mathbb{E} F_S(\tilde x) - F_S(x^\ast) \le \frac{\lambda D^2}2 + \frac{2 \sqrt2\, s L^2
        H_d}{\lambda n \epsilon} \Big( \frac{2H}\lambda + 1 \Big); \\
        2H \ge \lambda = (2c/a)^{1/3}: \; \le \frac{3}{2^{2/3}} a^{2/3} c^{1/3}, \quad
        a = \frac{D^2}2, \; c = \frac{8 \sqrt2\, s L^2 H H_d}{n \epsilon}
        \end{gathered}""",
    hypotheses=(*_HYPOTHESES, r"\tilde x = x_\lambda + \operatorname{Lap}(\sigma)^{\otimes d}"
                r" \text{ with the printed } \sigma"),
    parts=("bound", "optimum", "order"),
    uses=("sparse.erm-l1-sens", "sparse.setting", "sparse.largest-noise"),
    note="A projection onto a constraint set would double the second term, but the noise is not"
    " private for constrained minimisers (`sparse.erm-l1-constrained`).",
)  # fmt: skip

SHARP = Claim(
    "sparse.outpert-pure.sharp",
    title="Convex ERM by output perturbation, pure DP, smaller noise: exponent 2/5",
    ours=("theorem", "in place of Table 2, row 3"),
    statement=r"""\begin{gathered}
        \sigma = \frac{\sqrt s L}{\lambda n \epsilon} \Big( \sqrt{\frac{2H}\lambda} + 2 \Big)
        \text{ is } \epsilon\text{-DP}, \quad
        \mathbb{E} F_S(\tilde x) - F_S(x^\ast) \le \frac{\lambda D^2}2 + \frac{s L^2
        H_d}{\lambda n \epsilon} \Big( \sqrt{\frac{2H}\lambda} + 2 \Big); \\
        \min_\lambda \{ a \lambda + c' \lambda^{-3/2} \}
        = \tfrac53 \big( \tfrac32 \big)^{2/5} a^{3/5} c'^{2/5}, \quad
        a = \frac{D^2}2, \; c' = \frac{\sqrt2\, s L^2 \sqrt H H_d}{n \epsilon}
        \end{gathered}""",
    hypotheses=_HYPOTHESES,
    parts=("privacy", "bound", "optimum", "order"),
    uses=("sparse.erm-l1-sens-sharp", "sparse.setting", "sparse.largest-noise"),
)

L, D, H, lam, P, s, h = declare("L D H lambda P s h > 0")  # h = H_d


def bound(scale: sp.Expr, claimed: sp.Expr) -> Outcome:
    """sqrt(s) L E|xi|_oo, E|xi|_oo = sigma H_d; the regularisation costs (lam/2) D^2."""
    gap, first, lost, size = declare("gap first lost size >= 0")
    root, sigma = declare("root sigma > 0")  # root = sqrt(s)
    return all_of(
        regularisation(sp.S.Half),
        follows(
            gap, lam / 2 * D**2 + root * L * sigma * h,
            [
                (1, gap, first + lost), (1, first, lam / 2 * D**2), (1, lost, root * L * size),
                (root * L, size, sigma * h),
            ],
        ),
        identity(sp.sqrt(s) * L * scale * h, claimed),
    )  # fmt: skip


PRINTED = 2 * sp.sqrt(2 * s) * L / (lam * P) * (2 * H / lam + 1)
SMALLER = sp.sqrt(s) * L / (lam * P) * (sp.sqrt(2 * H / lam) + 2)


@CLAIM.exact(part="bound", uses=("sparse.setting", "sparse.largest-noise"))
@broken("half_of_the_noise_costs_less", "The displayed bound is that of sigma.", factor=sp.S.Half)
def the_largest_noise_times_the_one_norm(*, factor: sp.Rational = sp.Integer(1)) -> Outcome:
    """The noise costs sqrt(s) L sigma H_d, with the printed sigma."""
    return bound(factor * PRINTED, 2 * sp.sqrt(2) * s * L**2 * h / (lam * P) * (2 * H / lam + 1))


@CLAIM.exact(part="optimum", uses=())
@broken("twice_that_is_not_a_lower_bound", "The minimum is attained.", factor=sp.Integer(2))
def a_double_root_gives_the_minimum(*, factor: sp.Rational = sp.Integer(1)) -> Outcomes:
    """2 lam^3 + u^3 - 3 u lam^2 = (lam - u)^2 (2 lam + u).
    a lam + c lam^(-2) with c = a u^3/2 is at least factor 3 a u/2, and equal at lam = u.
    """
    a, u, c = declare("a u c > 0")
    value = a * lam + a * u**3 / 2 / lam**2
    gap = a * (lam - u) ** 2 * (2 * lam + u) / (2 * lam**2)
    more = sp.Rational(3, 2) * a * u
    best = (2 * c / a) ** sp.Rational(1, 3)
    third = sp.Rational(1, 3)
    yield visible(factor * more, "<=", value, gap=gap + (1 - factor) * more)
    left = sp.Rational(3, 2) * a * best
    yield identity(left, 3 / sp.Integer(2) ** (2 * third) * a ** (2 * third) * c**third)
    left = 2 * H / lam + 1
    yield visible(left, "<=", 4 * H / lam, where=[(lam, "<=", 2 * H)], gap=(2 * H - lam) / lam)


def order(condition: str, claimed: str) -> Outcome:
    """The best order over lam; h = H_d is of the order of ln d, and P = n eps."""
    terms = ["D**2*lam", f"s*L**2*h*{condition}/(lam*P)", "s*L**2*h/(lam*P)"]
    return rate_is(claimed, terms, free=["lam"])


@CLAIM.exact(part="order")
@broken("one_half_alone_forgets_the_smoothness", claimed="D*L*(s*h/P)**(1/2)")
@because("(s H_d/P)^(1/2) is the rate of linear losses.")
def the_exponent_of_the_table_is_one_third(
    *, claimed: str = "D**(4/3)*(s*L**2*H*h/P)**(1/3) + D*L*(s*h/P)**(1/2)"
) -> Outcome:
    """(s H H_d/P)^(1/3), and (s H_d/P)^(1/2) where H is small."""
    return order("(H/lam)", claimed)


@SHARP.exact(part="privacy", uses=("sparse.erm-l1-sens-sharp",))
@broken("half_of_it_does_not", "Twice the sensitivity would need twice the noise.", factor=2)
def the_smaller_noise_matches_the_sharp_sensitivity(*, factor: int = 1) -> Outcomes:
    """The scale is sigma = Delta_1/eps; the Laplace mechanism as in the printed one.
    Delta_1/sigma = eps with the sharp sensitivity; P = n eps.
    """
    n, eps = declare("n epsilon > 0")
    sensitivity = sp.sqrt(s) * L / (lam * n) * (sp.sqrt(2 * H / lam) + 2)
    yield one_coordinate(1)
    yield identity(factor * sensitivity / SMALLER.subs(P, n * eps), eps)


@SHARP.exact(part="bound", uses=("sparse.setting", "sparse.largest-noise"))
@broken("the_replaced_record_counts_twice", extra=1)
@because("Its two gradients each have a 1-norm of sqrt(s) L.")
def the_same_with_the_smaller_noise(*, extra: int = 2) -> Outcome:
    """The smaller scale and linear losses: s L^2 H_d (sqrt(2H/lam) + 2)/(lam n eps)."""
    return bound(SMALLER, s * L**2 * h / (lam * P) * (sp.sqrt(2 * H / lam) + extra))


@SHARP.exact(part="optimum", uses=())
@broken("it_is_not_a_bound_from_below_by_twice_as_much", factor=sp.Integer(2))
@because("The minimum is attained.")
def another_double_root_gives_the_minimum(*, factor: sp.Rational = sp.Integer(1)) -> Outcomes:
    """3v^5 - 5w^2 v^3 + 2w^5 = (v - w)^2 (3v^3 + 6wv^2 + 4w^2 v + 2w^3).
    lam = v^2, c' = (2/3) a w^5: a v^2 + c'/v^3 - (5/3) a w^2 has the double root v = w.
    """
    a, v, w, c = declare("a v w c > 0")
    value = a * v**2 + sp.Rational(2, 3) * a * w**5 / v**3
    more = sp.Rational(5, 3) * a * w**2
    gap = a * (v - w) ** 2 * (3 * v**3 + 6 * w * v**2 + 4 * w**2 * v + 2 * w**3) / (3 * v**3)
    best = (3 * c / (2 * a)) ** sp.Rational(2, 5)  # w^2
    fifth = sp.Rational(1, 5)
    told = sp.Rational(5, 3) * sp.Rational(3, 2) ** (2 * fifth)
    yield visible(factor * more, "<=", value, gap=gap + (1 - factor) * more)
    yield identity(sp.Rational(5, 3) * a * best, told * a ** (3 * fifth) * c ** (2 * fifth))
    left = s * L**2 * h / (lam * P) * sp.sqrt(2 * H / lam)
    yield identity(left, sp.sqrt(2) * s * L**2 * sp.sqrt(H) * h / P * lam ** sp.Rational(-3, 2))


@SHARP.exact(part="order")
@broken("one_half_alone_is_not_reached", claimed="D*L*(s*h/P)**(1/2)")
@because("Where H is large the other term is larger.")
def the_exponent_improves_to_two_fifths(
    *, claimed: str = "D**(6/5)*H**(1/5)*(s*L**2*h/P)**(2/5) + D*L*(s*h/P)**(1/2)"
) -> Outcome:
    """(s H_d/P)^(2/5) H^(1/5), and (s H_d/P)^(1/2) where H is small."""
    return order("(H/lam)**(1/2)", claimed)
