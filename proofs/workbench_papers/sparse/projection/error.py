r"""How far projecting a noisy point back onto a convex set can leave it from where it was.

With u = zhat - zbar the nearest point zhat of K to zbar + xi obeys <xi - u, -u> <= 0: otherwise a
small step from zhat towards zbar, which stays in K, would come nearer.  So |u|^2 <= <xi, u>, and

    |u|^2 <= |xi|^2                       as |xi - u|^2 >= 0,
    |u|^2 <= |xi|_oo |u|_1 <= 2 R |xi|_oo     in the l1 ball of radius R (Hoelder).

The second bound grows with the largest noise, not with the dimension: this is the whole gain of the
projection mechanism.  From zbar = -R e_1 the noise 2 R e_1 attains both.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "sparse.proj-error",
    title="Error of a projected noisy point",
    reconstructed=("lemma", "behind Table 1: the analysis of the projection mechanism"),
    statement=r"""\lVert \hat z - \bar z \rVert_2^2 \le \langle \xi, \hat z - \bar z \rangle, \quad
        \lVert \hat z - \bar z \rVert_2^2 \le \lVert \xi \rVert_2^2, \quad
        K \subseteq B_1(0, R): \;
        \lVert \hat z - \bar z \rVert_2^2 \le 2 R\, \lVert \xi \rVert_\infty;
        \text{ no smaller constants}""",
    hypotheses=r"""K \subseteq \mathbb{R}^d \text{ closed and convex}, \; \bar z \in K
        \hat z = \Pi_K(\bar z + \xi) \text{ (Euclidean)}""",
    parts=("variational", "euclidean", "hoelder", "attained"),
)

d, i = declare("integer d > 0, integer i")
u, xi = sp.IndexedBase("u", real=True), sp.IndexedBase("xi", real=True)
R, M, P, N, t = declare("R M P > 0, N >= 0, real t")


def total(term: sp.Expr) -> sp.Expr:
    """Sum over the d coordinates."""
    return sp.Sum(term, (i, 1, d))


error, inner = total(u[i] ** 2), total(xi[i] * u[i])


@CLAIM.exact(part="variational")
@broken("twice_the_square_is_not_bounded", weight=sp.Integer(2))
@because("2 |u|^2 <= <xi, u> fails for u = xi.")
def the_nearest_point_has_a_variational_inequality(*, weight: sp.Expr = sp.Integer(1)) -> Outcomes:
    """<zbar + xi - zhat, zbar - zhat> <= 0, that is |u|^2 <= <xi, u>.
    |a - t b|^2 - |a|^2 < 0 for a step 0 < t < 1 if P = <a, b> > 0, N = |b|^2; then a = xi - u.
    a = zbar + xi - zhat, b = zbar - zhat = -u, and t = P/(N + P).
    """
    a, b = sp.IndexedBase("a", real=True), sp.IndexedBase("b", real=True)
    moved = total((a[i] - t * b[i]) ** 2) - total(a[i] ** 2)
    step = P / (N + P)
    change = step**2 * N - 2 * step * P
    yield identity(moved, t**2 * total(b[i] ** 2) - 2 * t * total(a[i] * b[i]))
    yield visible(change, "<", 0, gap=P**2 * (N + 2 * P) / (N + P) ** 2)
    yield visible(step, "<=", 1, gap=N / (N + P))
    left = weight * error
    yield follows(left, inner, [(1, total((xi[i] - u[i]) * -u[i]), 0)], rest=(1 - weight) * error)
    yield "a step towards the old point would come nearer, if <xi - u, -u> > 0"


@CLAIM.exact(part="euclidean")
@broken("it_need_not_halve_it", weight=2)
@because("2 |u|^2 <= |xi|^2 fails where the noisy point stays in K: u = xi.")
def projection_does_not_add_error(*, weight: int = 1) -> Outcome:
    """|u|^2 <= |xi|^2, as |xi|^2 - |u|^2 = |xi - u|^2 + 2 (<xi, u> - |u|^2)."""
    rest = total((xi[i] - u[i]) ** 2) - (weight - 1) * error
    return follows(weight * error, total(xi[i] ** 2), [(2, error, inner)], rest=rest)


@CLAIM.exact(part="hoelder")
@broken("the_radius_is_not_the_diameter", "R |xi|_oo is too small.", share=sp.S.Half)
def largest_noise_times_the_diameter(*, share: sp.Rational = sp.Integer(1)) -> Outcomes:
    """|u|^2 <= |xi|_oo |u|_1 <= 2 R |xi|_oo.
    xi u <= M |u| for both signs of u; |u|_1 <= |zhat|_1 + |zbar|_1 <= 2R; share = 1/2, 1.
    """
    noise, size = declare("real noise, size > 0")
    known = [(noise, "<=", M), (-M, "<=", noise)]
    length, new, old, square = declare("length new old square >= 0")
    premises = [(1, square, M * length), (M, length, new + old), (M, new, R), (M, old, R)]
    yield visible(noise * size, "<=", M * size, where=known, gap=(M - noise) * size)
    yield visible(noise * -size, "<=", M * size, where=known, gap=(M + noise) * size)
    at = {"square": 2, "M": 1, "length": 2, "new": 1, "old": 1, "R": 1}
    yield follows(square, 2 * share * R * M, premises, at=at)
    yield "Hoelder on every coordinate, and both points lie in the ball"


@CLAIM.exact(part="attained")
@broken("a_smaller_noise_does_not_attain_the_second", "xi = R e_1: R^2 < 2 R^2.", noise=R)
def one_vertex_to_the_opposite_one(*, noise: sp.Expr = 2 * R) -> Outcomes:
    """The noise is xi = 2 R e_1: |u|^2 = 4 R^2 = |xi|^2 = 2 R |xi|_oo.
    zbar = -R e_1, xi = noise e_1: zbar + xi lies in K = B_1(0, R), so it is its projection.
    """
    moved = -R + noise
    yield inequality(relation(moved, "<=", R))
    yield inequality(relation(-R, "<=", moved))
    yield identity((moved + R) ** 2, noise**2)
    yield identity((moved + R) ** 2, 2 * R * noise)
    yield "one instance on which both bounds are equalities"
