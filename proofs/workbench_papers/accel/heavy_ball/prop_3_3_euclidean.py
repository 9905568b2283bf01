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

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare
from workbench_papers.accel.heavy_ball.prop_3_3_trace import variance

CLAIM = Claim(
    "accel.prop-3-3.euclidean",
    title="Total variance of gradients of bounded Euclidean diameter, or in a ball",
    ours=("lemma", "Proposition 3.3: not in the paper"),
    statement=r"""\lVert g_i - g_j \rVert_2 \le S_2 \;\Longrightarrow\;
        \operatorname{tr} \Sigma \le \Bigl(1 - \frac1n\Bigr) \frac{S_2^2}{2},
        \ \text{attained by the simplex } g_i = \tfrac{S_2}{\sqrt 2} e_i;\qquad
        \lVert g_i - c \rVert_2 \le r \;\Longrightarrow\; \operatorname{tr} \Sigma \le r^2""",
    hypotheses=r"n, d \ge 1 \;(d \ge n \text{ for the simplex})",
    parts=("diameter", "attained", "ball"),
    uses=("accel.sensitivity",),
    note="The l2 sensitivity is at most the l1 sensitivity, so the first bound holds with S_1 too;"
    " `accel.erratum-17.repaired` is twice as good.",
)

n, i, j, S, radius = declare("integer n > 0, integer i j, S_2 radius > 0")
g = sp.IndexedBase("g", real=True)


@CLAIM.exact(part="diameter")
@broken("a_quarter_does_not_follow", share=sp.Rational(1, 4))
@because("The constant 1/4 is not enough for Euclidean distances.")
def variance_is_half_the_mean_square_distance(*, share: sp.Rational = sp.S.Half) -> Outcomes:
    """Here tr Sigma = (1/(2 n^2)) sum ||g_i - g_j||^2 <= n(n-1) S_2^2/(2 n^2).
    Var = 1/(2 n^2) sum_{i,j} (g_i - g_j)^2 per coordinate; then the count of pairs.
    """
    pairs = sp.Sum(sp.Sum((g[i] - g[j]) ** 2, (j, 1, n)), (i, 1, n))
    doubled = identity(variance(g[i]), pairs / (2 * n**2))
    total = declare("pairs >= 0")  # sum of ||g_i - g_j||^2 over i != j
    others = declare("integer others >= 0")  # n - 1
    size = others + 1
    count = [(total, "<=", size * others * S**2)]
    bound = share * (1 - 1 / size) * S**2
    yield doubled
    yield visible(total / (2 * size**2), "<=", bound, where=count)


@CLAIM.exact(part="attained")
@broken("a_quarter_is_exceeded_by_the_simplex", value=(1 - 1 / n) * S**2 / 4)
@because("With 1/4 in place of 1/2: the simplex has (1 - 1/n) S_2^2/2.")
def the_simplex_attains_the_first_bound(*, value: sp.Expr = (1 - 1 / n) * S**2 / 2) -> Outcomes:
    """Here tr Sigma = n (S_2^2/2) (1/n - 1/n^2).
    g_i = S/sqrt 2 e_i: each of the n coordinates has one entry S/sqrt 2 and n - 1 zeros.
    """
    edge = S / sp.sqrt(2)
    one = edge**2 / n - (edge / n) ** 2
    yield identity(edge**2 + edge**2, S**2)
    yield identity(sp.Sum(one, (i, 1, n)), value)


@CLAIM.exact(part="ball")
@broken("half_the_square", bound=radius**2 / 2)
@because("With r^2/2 in place of r^2: two opposite gradients of length r have the variance r^2.")
def gradients_in_a_ball_have_variance_at_most_its_square(*, bound: sp.Expr = radius**2) -> Outcomes:
    """Here tr Sigma <= (1/n) sum ||g_i - c||^2 <= r^2, for any centre c.
    Var <= (1/n) sum (g_i - c)^2 per coordinate; over coordinates ||g_i - c||^2 = r^2 - w_i.
    """
    centre = declare("real c")
    mean = sp.Sum(g[i], (i, 1, n)) / n
    spread = sp.Sum((g[i] - centre) ** 2, (i, 1, n)) / n
    w = sp.IndexedBase("w", nonnegative=True)
    inside = sp.Sum(radius**2 - w[i], (i, 1, n)) / n
    yield visible(variance(g[i]), "<=", spread, gap=(mean - centre) ** 2)
    yield visible(inside, "<=", bound, gap=bound - radius**2 + sp.Sum(w[i], (i, 1, n)) / n)
