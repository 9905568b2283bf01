"""What smoothness and strong convexity give at once: the inequalities behind every rate proof.

F is in S(mu, L) when F(p) - F(q) - <grad F(q), p - q> lies between (mu/2)|p - q|^2 and
(L/2)|p - q|^2 for all p, q.  Textbooks derive from it

    distance     (mu/2)|x - x*|^2 <= F(x) - F* <= (L/2)|x - x*|^2
    gradient     2 mu (F(x) - F*) <= |grad F(x)|^2 <= 2 L (F(x) - F*)
    cocoercive   mu L |x - y|^2 + |g - h|^2 <= (mu + L) <g - h, x - y>,   g, h the two gradients

(Nesterov 2004, Theorems 2.1.5, 2.1.10 and 2.1.12).  They are proved here and not cited: each one is
the definition at two, three or four well chosen points, added up; the difference of the two sides
is a sum of squares and of what the definition leaves.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers.cocoercivity import ORDERED, F, L, cocoercive, mu, star, x, y
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic.theorem import Many, Num, Theorem, function, square

CONVEX = function("F", smooth=L, minimiser=star)  # without strong convexity


def made(concludes: Any, *, objective: Many = F, given: Any = ORDERED) -> Proof:  # noqa: ANN401
    """A proof without steps of a statement about F, its minimiser s and the points x and y."""
    return Proof(Theorem(((mu, L, star, x, y, objective)), given=[given], concludes=concludes))


def distance_from_below(low: Num = mu, objective: Many = F) -> Proof:
    """(low/2)|x - s|^2 <= F(x) - F(s): the definition at s, where the gradient vanishes."""
    proof = made((low / 2 * square(x - star), "<=", F(x) - F(star)), objective=objective)
    proof.gram(proof.theorem.concludes, [(1, proof.convexity(F, x, star))])
    return proof


def distance_from_above(high: Num = L) -> Proof:
    """F(x) - F(s) <= (high/2)|x - s|^2, likewise."""
    proof = made((F(x) - F(star), "<=", high / 2 * square(x - star)))
    proof.gram(proof.theorem.concludes, [(1, proof.descent(F, x, star))])
    return proof


def gradient_from_below(low: Num = 2 * mu, objective: Many = F) -> Proof:
    """|g|^2 - 2 mu (F(x) - F(s)) >= |g - mu (x - s)|^2, by strong convexity from x to s."""
    g = F.grad(x)
    proof = made((low * (F(x) - F(star)), "<=", square(g)), objective=objective)
    towards = [(2 * mu, proof.convexity(F, star, x))]
    proof.gram(proof.theorem.concludes, towards, squares=[(1, g - mu * (x - star))])
    return proof


def gradient_from_above(high: Num = 2 * L) -> Proof:
    """2 L (F(x) - F(s)) - |g|^2 >= 0: the value at x - g/L is at least F(s)."""
    g = F.grad(x)
    z = x - 1 / L * g
    proof = made((square(g), "<=", high * (F(x) - F(star))))
    lower = [(2 * L, proof.descent(F, z, x)), (2 * L, proof.minimum(F, z))]
    proof.gram(proof.theorem.concludes, lower)
    return proof


CLAIM = Claim(
    "ext.smooth-strongly-convex-inequalities",
    title="Inequalities of smooth strongly convex functions",
    reconstructed=("lemma",
                   "Nesterov (2004), Introductory lectures on convex optimization, Section 2.1"),
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
    encoded={
        "distance": (distance_from_below().theorem, distance_from_above().theorem),
        "gradient": (gradient_from_below().theorem, gradient_from_above().theorem),
        "cocoercive": (cocoercive().theorem,),
    },
    note="Proved from the definition for any dimension. With y = x* the last line is the"
    " cocoercivity that the heavy-ball certificates use; the second one at x* says that the"
    " gradient vanishes there. As encoded, x* is s. The first two lines do not need mu <= L.",
)  # fmt: skip


@CLAIM.proof(part="distance")
@broken("twice_the_curvature", low=2 * mu)
@because("A bound mu |x - x*|^2, without the half, is too large a lower bound.")
@broken("convexity_is_not_enough", "A linear part of F has no curvature.", objective=CONVEX)
@broken("half_the_smoothness", "(L/4)|x - x*|^2 is exceeded by (L/2)|x|^2.", high=L / 2)
def suboptimality_is_between_two_parabolas(
    *, low: Num = mu, high: Num = L, objective: Many = F
) -> Outcome:
    """The definition at x*, where the gradient vanishes, from below and from above."""
    return proved(distance_from_below(low, objective), distance_from_above(high))


@CLAIM.proof(part="gradient")
@broken("lost_factor_two", "|grad F|^2 <= L (F - F*) is too strong.", high=L)
@broken("twice_the_curvature", "At F = mu |x|^2/2: 2 mu^2 |x|^2.", low=4 * mu)
@broken("convexity_is_not_enough", "A flat F has a small gradient.", objective=CONVEX)
def squared_gradient_is_between_two_multiples_of_the_gap(
    *, low: Num = 2 * mu, high: Num = 2 * L, objective: Many = F
) -> Outcome:
    """Strong convexity from x to x*; smoothness from x to x - g/L, where F is at least F*."""
    return proved(gradient_from_below(low, objective), gradient_from_above(high))


@CLAIM.proof(part="cocoercive")
@broken("square_of_L", "L^2 |x - y|^2 in place of mu L |x - y|^2 is false.", product=L * L)
@broken("convexity_is_not_enough", "mu is then no modulus of F.", objective=CONVEX)
@broken("nine_tenths", "F = mu x^2/2: both sides are equal.", total=9 * (mu + L) / 10)
def gradients_are_cocoercive(
    *, product: Num = mu * L, objective: Many = F, total: Num = mu + L
) -> Outcome:
    """Both gradients are compared at two points between, or at one where mu = L."""
    return proved(cocoercive(product, objective, total))
