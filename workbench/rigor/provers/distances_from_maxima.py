"""How far from the maximum a linear form is, in a ball whose norm is uniformly convex.

|x*| is the radius of the ball and <z, x*> = |z|_* |x*|; s is |z|_*/|x*|.  Let |.|^2/2 be strongly
convex with modulus mu = p - 1, and w = x/t + (1 - 1/t) x* on the way to another point x of the
ball.  The inequality at w towards both ends bounds |w|^2, and with <z, w> <= s (|x*|^2 + |w|^2)/2

    <z, x* - x> >= s (mu/2) (1 - 1/t) |x - x*|^2,      for each t >= 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

HALF = Fraction(1, 2)
p_, s = th.number("p", above=1), th.number("s", above=0)
t, N = th.integer("t"), th.integer("N")
mu = p_ - 1
X, S = th.convex("X"), th.convex("S")
z, x, best = (th.vector(name) for name in ("z", "x", "x_best"))
j = th.points("j", S)


def between(at: Num) -> Vec:
    """A point of the segment, nearer to the maximum the larger t is."""
    middle: Vec = 1 / at * x + (1 - 1 / at) * best
    return middle


def above(at: Num, to: Vec) -> th.Said:
    """Strong convexity of |.|^2/2 at this point, with the slope j_t."""
    far = to - between(at)
    bend = HALF * X.square(between(at)) + j[at] @ far + mu / 2 * X.square(far)
    return bend, "<=", HALF * X.square(to)


SIZE = (X.dual(z), "<=", s**2 * X.square(best))
PAIR = (s * X.square(best), "<=", z @ best)
BALL = (X.square(x), "<=", X.square(best))
ENDS = tuple((t, 1, above(t, to)) for to in (x, best))
GIVEN: tuple[Any, ...] = (SIZE, PAIR, BALL, *ENDS)


def gap(share: Fraction = HALF, *, given: Sequence[Any] = GIVEN) -> Proof:
    """<z, x* - x> >= share mu s |x - x*|^2."""
    apart = X.square(x - best)
    said = (share * mu * s * apart, "<=", z @ (best - x))
    p = Proof(Theorem((p_, s, X, S, z, x, best, j), given=given, concludes=said))
    sharp = (HALF * mu * apart, "<=", 1 / s * (z @ (best - x)))
    p.limit(N, sharp, HALF * mu * apart)
    w, near = between(N), 1 / N
    young = p.young(X, 1 / s * z, w)
    dual = p.scaled(X, 1 / s, z, which="dual")
    parts = [(near, p.at(p.given(ENDS[0]), N)), (1 - near, p.at(p.given(ENDS[1]), N)),
             (-1 * near * mu / 2, p.scaled(X, 1 - near, x - best, which="sq")),
             ((near - 1) * mu / 2, p.scaled(X, -near, x - best, which="sq"))]  # fmt: skip
    told = [(1, young), (HALF, dual), (HALF / s**2, p.given(SIZE)), (1 / s, p.given(PAIR)),
            (HALF * near, p.given(BALL))]  # fmt: skip
    left, _, right = sharp
    fine = left, "<=", right + HALF * mu * apart / N
    p.gram(fine, [(N * c, place) for c, place in parts + told])
    end = p.close()
    p.gram(said, [(s, end), ((HALF - share) * mu * s, p.norm(X, x - best, which="sq"))])
    return p


RADIUS = ((th.square(x), "=", th.square(best)),)


def attained(*, radius: Sequence[Any] = RADIUS) -> Proof:
    """In the Euclidean norm it is an equality on the sphere, where z = s x*."""
    said = (s * (best @ (best - x)), "=", s / 2 * th.square(x - best))
    p = Proof(Theorem((s, x, best), given=radius, concludes=said))
    p.gram(said, [(-1 * s / 2, p.given(RADIUS[0]))])
    return p
