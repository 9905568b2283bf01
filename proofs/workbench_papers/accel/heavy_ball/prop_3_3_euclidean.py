"""The spread of gradients in the Euclidean norm: two more bounds on the sampling error.

`accel.prop-3-3.repaired` measures records by the l1 distance of their gradients.  Two bounds need
Euclidean information only, in any dimension:

    any two gradients at distance at most S_2      tr Sigma <= (1 - 1/n) S_2^2 / 2,
    all gradients within r of one point c          tr Sigma <= r^2.

First bound: n^2 tr Sigma is half the sum of all squared distances, and n(n-1) of them are not
zero. The regular simplex with n corners attains it, so with S_2 in place of S_1 the constant 1/4
of (21) would be false.  Second bound: the mean minimises the mean square distance.  With r = S_1/2
it gives 1/4 again; logistic regression is of this kind, with c = 0.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import spreads

CLAIM = Claim(
    "accel.prop-3-3.euclidean",
    title="Total variance of gradients of bounded Euclidean diameter, or in a ball",
    ours=("lemma", "Proposition 3.3: not in the paper"),
    statement=r"""\lVert g_i - g_j \rVert_2 \le S_2 \;\Longrightarrow\;
        \operatorname{tr} \Sigma \le \Bigl(1 - \frac1n\Bigr) \frac{S_2^2}{2},
        \ \text{attained by } g_i = \tfrac{S_2}{\sqrt 2} e_i \in \mathbb{R}^n;\qquad
        \lVert g_i - c \rVert_2 \le r \;\Longrightarrow\; \operatorname{tr} \Sigma \le r^2""",
    hypotheses=r"n, d \ge 1",
    parts=("diameter", "attained", "ball"),
    encoded={
        "diameter": (spreads.euclidean(),),
        "attained": (spreads.simplex(), spreads.corners()),
        "ball": (spreads.ball(),),
    },
    uses=("accel.sensitivity",),
    note="As encoded a = S_2/sqrt 2, and any two of the points a e_i are at the distance S_2. The"
    " l2 sensitivity is at most the l1 sensitivity, so the first bound holds with S_1 too;"
    " `accel.erratum-17.repaired` is then the same at n = 2, and up to twice as good beyond.",
)


@CLAIM.proof(part="diameter")
@broken("a_quarter_does_not_follow", share=sp.Rational(1, 4))
@because("The simplex has more than with the constant 1/4.")
@dropped("every", [spreads.CLOSE], {0: "Records may be anywhere."})
def variance_is_half_the_mean_square_distance(**changes: Any) -> Outcome:  # noqa: ANN401
    """Here tr Sigma = (1/(2 n^2)) sum ||g_i - g_j||^2 <= n(n-1) S_2^2/(2 n^2)."""
    return spreads.euclidean_shown(**changes)


@CLAIM.proof(part="attained")
@broken("a_quarter_is_exceeded_by_the_simplex", share=sp.Rational(1, 4))
@because("With 1/4 in place of 1/2: the simplex has (1 - 1/n) S_2^2/2.")
@dropped("every", spreads.SIMPLEX, {0: "The corners may all be 0.", 1: "They may be anywhere.",
    2: "They may still be."})  # fmt: skip
def the_simplex_attains_the_first_bound(**changes: Any) -> Outcomes:  # noqa: ANN401
    """Here tr Sigma = n (S_2^2/2) (1/n - 1/n^2), and two corners are at the distance S_2."""
    yield spreads.simplex_shown(**changes)
    yield spreads.corners_shown(**{name: c for name, c in changes.items() if name != "share"})


@CLAIM.proof(part="ball")
@broken("half_the_square", factor=sp.S.Half)
@because("With r^2/2 in place of r^2: two opposite gradients of length r have the variance r^2.")
@dropped("every", [spreads.NEAR], {0: "Records may be anywhere."})
def gradients_in_a_ball_have_variance_at_most_its_square(**changes: Any) -> Outcome:  # noqa: ANN401
    """Here tr Sigma <= (1/n) sum ||g_i - c||^2 <= r^2, for any centre c."""
    return spreads.ball_shown(**changes)
