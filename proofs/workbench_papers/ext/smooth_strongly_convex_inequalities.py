"""What smoothness and strong convexity give at once: the inequalities behind every rate proof.

F is in S(mu, L) when F(p) - F(q) - <grad F(q), p - q> lies between (mu/2)|p - q|^2 and
(L/2)|p - q|^2 for all p, q.  Textbooks derive from it

    distance     (mu/2)|x - x*|^2 <= F(x) - F* <= (L/2)|x - x*|^2
    gradient     2 mu (F(x) - F*) <= |grad F(x)|^2 <= 2 L (F(x) - F*)
    cocoercive   mu L |x - y|^2 + |g - h|^2 <= (mu + L) <g - h, x - y>,   g, h the two gradients

(Nesterov 2004, Theorems 2.1.5, 2.1.10 and 2.1.12).  They are proved here and not cited: each one is
the definition at two or three well chosen points, added up.  A use of the definition that is not
sharp leaves a slack u, v or w >= 0, and the difference of the two sides is a sum of squares and
slacks.  The dimension d is symbolic.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "ext.smooth-strongly-convex-inequalities",
    title="Inequalities of smooth strongly convex functions",
    reconstructed=(
        "lemma",
        "Nesterov (2004), Introductory lectures on convex optimization, Section 2.1",
    ),
    statement=r"""\begin{aligned}
        &\tfrac{\mu}{2} \lVert x - x^\star \rVert^2 \le F(x) - F^\star
            \le \tfrac{L}{2} \lVert x - x^\star \rVert^2, \\
        &2\mu (F(x) - F^\star) \le \lVert \nabla F(x) \rVert^2 \le 2L (F(x) - F^\star), \\
        &\mu L \lVert x - y \rVert^2 + \lVert \nabla F(x) - \nabla F(y) \rVert^2
            \le (\mu + L) \langle \nabla F(x) - \nabla F(y), x - y \rangle
        \end{aligned}""",
    hypotheses=r"""F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d), \quad 0 < \mu \le L
        F^\star = F(x^\star) = \min F""",
    parts=("distance", "gradient", "cocoercive"),
    note="Proved from the definition for any dimension. With y = x* the last line is the"
    " cocoercivity that the heavy-ball certificates use; the second one at x* says that the"
    " gradient vanishes there.",
)

mu = declare("mu > 0")
M = declare("M > 0")  # L - mu
spread = declare("M >= 0")  # the same where L = mu is no special case
d, i, Fx, Fy, Fz, F_star = declare("integer d > 0, integer i, real F_x F_y F_z F_star")
u, v, w = declare("u v w >= 0")
x, y, g, h = (sp.IndexedBase(name, real=True) for name in ("x", "y", "g", "h"))
s = sp.IndexedBase("s", real=True)  # a difference of two points, coordinate by coordinate


def dot(p: sp.Expr, q: sp.Expr) -> sp.Expr:
    """The inner product of two vectors given by their i-th coordinates."""
    return sp.Sum(p * q, (i, 1, d))


def model(value: sp.Expr, gradient: sp.Expr, step: sp.Expr, curvature: sp.Expr) -> sp.Expr:
    """The sum value + <gradient, step> + (curvature / 2) |step|^2: a bound on F after the step."""
    return value + dot(gradient, step) + curvature / 2 * dot(step, step)


@CLAIM.exact(part="distance")
@broken("twice_the_curvature", low=2 * mu)
@because("A bound mu |x - x*|^2, without the half, is too large a lower bound.")
def suboptimality_is_between_two_parabolas(
    *, low: sp.Expr = mu, high: sp.Expr = mu + spread
) -> Outcomes:
    """The definition at x*, where the gradient vanishes.
    (low/2)|s|^2 <= F(x* + s) - F* <= (high/2)|s|^2, from the definition at x*.
    """
    L = mu + spread
    flat = sp.Integer(0)  # the gradient at the minimiser
    above = [(Fx, "=", model(F_star, flat, s[i], mu) + u)]
    below = [(Fx, "=", model(F_star, flat, s[i], L) - u)]
    size = dot(s[i], s[i])
    yield visible(low / 2 * size, "<=", Fx - F_star, where=above)
    yield visible(Fx - F_star, "<=", high / 2 * size, where=below, gap=u)


@CLAIM.exact(part="gradient")
@broken("lost_factor_two", "|grad F|^2 <= L (F - F*) is too strong.", high=mu + spread)
def squared_gradient_is_between_two_multiples_of_the_gap(
    *, low: sp.Expr = 2 * mu, high: sp.Expr = 2 * (mu + spread)
) -> Outcomes:
    """|g|^2 - 2 mu (F - F*) = |g + mu s|^2 + 2 mu u;  2 L (F - F*) - |g|^2 = 2 L (u + v).
    Show low (F - F*) <= |g|^2 <= high (F - F*).
    Lower: strong convexity at x, looking at x* = x + s.
    Upper: smoothness at x, looking at z = x - g/L; and F* <= F(z).
    """
    L = mu + spread
    size = dot(g[i], g[i])
    towards = [(F_star, "=", model(Fx, g[i], s[i], mu) + u)]
    squares = sp.Sum((g[i] + mu * s[i]) ** 2, (i, 1, d))
    descent = [(Fz, "=", model(Fx, g[i], -g[i] / L, L) - u), (F_star, "=", Fz - v)]
    yield visible(low * (Fx - F_star), "<=", size, where=towards, gap=squares + 2 * mu * u)
    yield visible(size, "<=", high * (Fx - F_star), where=descent, gap=2 * L * (u + v))


def interpolation(share: sp.Expr) -> Outcome:
    """F(x) >= F(y) + <h, x - y> + (mu/2)|x - y|^2 + share |r|^2, r = g - h - mu (x - y).
    The value at z = x - r / (L - mu) is bracketed: from above by the model at x with curvature L,
    from below by the model at y with curvature mu.
    """
    L = mu + M
    r = g[i] - h[i] - mu * (x[i] - y[i])
    z = x[i] - r / M
    bracket = [
        (Fz, "=", model(Fy, h[i], z - y[i], mu) + v),
        (Fx, "=", Fz - dot(g[i], z - x[i]) - L / 2 * dot(z - x[i], z - x[i]) + u),
    ]
    left = model(Fy, h[i], x[i] - y[i], mu) + share * dot(r, r)
    return visible(left, "<=", Fx, where=bracket, gap=u + v)


def cocoercivity(product: sp.Expr) -> Outcome:
    """With s = x - y, g = grad F(x) - grad F(y): product |s|^2 + |g|^2 <= (mu + L) <g, s>.
    The interpolation inequality at (x, y) plus the one at (y, x) is the condition below, with g in
    place of g - h: the values of F cancel.
    """
    L = mu + M
    step = x[i] - y[i]
    r = g[i] - h[i] - mu * step
    forth = Fx - model(Fy, h[i], step, mu) - dot(r, r) / (2 * M)
    back = Fy - model(Fx, g[i], -step, mu) - dot(r, r) / (2 * M)
    added = dot(g[i] - h[i], step) - mu * dot(step, step) - dot(r, r) / M
    rest = sp.Sum((g[i] - mu * s[i]) ** 2, (i, 1, d)) / M
    doubled = (dot(g[i], s[i]) - mu * dot(s[i], s[i]), ">=", rest)
    claimed = relation(
        product * dot(s[i], s[i]) + dot(g[i], g[i]), "<=", (mu + L) * dot(g[i], s[i]),
        where=[doubled],
    )  # fmt: skip
    gap = M * (doubled[0] - rest)
    return all_of(identity(forth + back, added), inequality(claimed, gap=gap))


def equal_constants(product: sp.Expr) -> Outcome:
    """If mu = L: |r|^2 + u + v + w = 0 with slacks, so g - h = mu (x - y); then equality holds."""
    r = g[i] - h[i] - mu * (x[i] - y[i])
    z = x[i] - r
    value_z = model(Fy, h[i], z - y[i], mu) + v
    value_x = value_z - dot(g[i], z - x[i]) - mu / 2 * dot(z - x[i], z - x[i]) + u
    too_much = value_x + w - model(Fy, h[i], x[i] - y[i], mu)  # is 0, by smoothness at (x, y)
    pulled = mu * s[i]  # the difference of the gradients
    return all_of(
        identity(too_much, dot(r, r) + u + v + w),
        identity(product * dot(s[i], s[i]) + dot(pulled, pulled), 2 * mu * dot(pulled, s[i])),
    )


@CLAIM.exact(part="cocoercive")
@broken("square_of_L", "L^2 |x - y|^2 in place of mu L |x - y|^2 is false.", product=(mu + M) ** 2)
@broken("full_interpolation_term", "|r|^2 / (L - mu), without the half, is false.", share=1 / M)
def gradients_are_cocoercive(
    *, product: sp.Expr = mu * (mu + M), share: sp.Expr = 1 / (2 * M)
) -> Outcomes:
    """Interpolation at (x, y), its sum with the one at (y, x), and the case mu = L."""
    yield interpolation(share)
    yield cocoercivity(product)
    yield equal_constants(mu**2)
