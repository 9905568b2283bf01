"""Finding solutions and refutations of the heavy-ball LMI, in closed form at each rho (L = 1).

A response that grows like z^t, |z|^2 = r = rho^2, has e = (1, 1/z, g) with alpha g = (1 + beta)
- beta / z - z, and Phi(P) vanishes on it whatever P is.  So the form N = c0 X0 + c (X1 + (1-r) X2)
must be >= 0 there; scaled to c0 = t, c = 1 - t, it is a quadratic q(s) = A s^2 + B s + C in
s = Re z, linear in t.  It is >= 0 on |s| <= rho exactly when (Fejer and Riesz, degree two)

    q(rho) >= 0,   q(-rho) >= 0   and   C - A r + sqrt(q(rho) q(-rho)) >= 0,

and then q = |h|^2 with h(z) = b + a/z + c z, whose coefficients are square roots of these numbers.
Of all P with N - Phi(P) >= 0 the one read off from the h with zeros outside |z| < rho is the
largest (in a control engineer's words: the required supply).  Some P >= 0 exists iff it is >= 0.

Both conditions are concave in t.  A t that violates one yields a cut: a Z >= 0 with
t <X0, Z> + (1 - t) <X1 + (1-r) X2, Z> < 0, namely

    atom        Z = Re e e* of one z with |z|^2 >= r, or
    trajectory  Z = sum over the path with h = 0 that ends in a direction x with x^T P x < 0.

Cutting from [0, 1] either meets a good t, or ends with one or two cuts that leave none: their sum
is the refutation.  Everything runs with balls of a few hundred bits; nothing found here is believed
before `exact` has accepted its rounded copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from flint import arb

from workbench.solvers.balls import away_from_zero, ball, least, most

Number = TypeVar("Number", arb, Fraction)

_CUTS = 400  # each halves the interval of t at least
_NEARER = (1, 2, 4, 8, 16, 32, 64, 96)  # powers of 1/2 towards an end of the interval of t


@dataclass(frozen=True, slots=True)
class RealQuadratic:
    """A s^2 + B s + C in s = Re z."""

    A: arb
    B: arb
    C: arb

    def __call__(self, s: arb) -> arb:
        return (self.A * s + self.B) * s + self.C


@dataclass(frozen=True, slots=True)
class Atom:
    """One z with real part s and |z|^2 = p; `real` where z is meant to lie on the real axis."""

    s: arb
    p: arb
    real: bool


@dataclass(frozen=True, slots=True)
class Trajectory(Generic[Number]):
    """The path g = k1 x_t + k2 x_{t-1} that ends in the direction (x1, x2)."""

    k1: Number
    k2: Number
    x1: Number
    x2: Number


@dataclass(frozen=True, slots=True)
class Cut:
    """first = <X0, Z> and second = <X1 + (1-r) X2, Z> of a Z, which the source describes."""

    first: arb
    second: arb
    source: Atom | Trajectory[arb]


class Circle:
    """The two quadratics at one r, and what a value of t yields."""

    def __init__(self, mu: arb, alpha: arb, beta: arb, r: arb) -> None:
        self.mu, self.alpha, self.beta, self.r = mu, alpha, beta, r
        self.rho = r.sqrt()
        a, b, m = alpha, beta, mu
        lag = 1 + b / r
        # coefficients of Re g, |g|^2 and Re(g/z) in s; Re(1/z) is s/r and |1/z|^2 is 1/r
        g1, g0 = -lag / a, (1 + b) / a
        n2 = 4 * b / (r * a * a)
        n1 = -2 * (1 + b) * lag / (a * a)
        self.n0 = n0 = ((1 + b) * (1 + b) + (r - b) * (r - b) / r) / (a * a)
        self.norm = RealQuadratic(n2, n1, n0 + 1 + 1 / r)  # |e|^2
        y2, y1, y0 = -2 / (r * a), (1 + b) / (r * a), (r - b) / (r * a)
        w, v, h = a * (2 - a) / 2, (1 - a) * b, (1 - r) / 2
        self.q0 = RealQuadratic(
            2 * n2, 2 * n1 - 2 * (1 + m) * g1, 2 * n0 - 2 * (1 + m) * g0 + 2 * m
        )
        self.q1 = RealQuadratic(
            v * y2 + w * n2,
            b * b / r + v * (y1 - g1) + w * n1 - 2 * h * g1,
            -b * b * (1 + 1 / r) / 2 + v * (y0 - g0) + w * n0 + h * (m - 2 * g0),
        )

    def mixed(self, t: arb, eps: arb | int = 0) -> RealQuadratic:
        """The quadratic of t, less eps |e|^2."""
        u, v, n = self.q0, self.q1, self.norm
        return RealQuadratic(
            t * u.A + (1 - t) * v.A - eps * n.A,
            t * u.B + (1 - t) * v.B - eps * n.B,
            t * u.C + (1 - t) * v.C - eps * n.C,
        )

    def cut(self, z: Atom) -> Cut:
        """The cut of an atom on the circle itself."""
        return Cut(self.q0(z.s), self.q1(z.s), z)

    def probe(self, t: arb, eps: arb | int = 0) -> Solution | Cut:
        """The largest P for the form N - eps I at t, if it exists and is positive; else a cut."""
        q, rho = self.mixed(t, eps), self.rho
        right, left = q(rho), q(-rho)
        if not right > 0:
            return self.cut(Atom(rho, self.r, True))
        if not left > 0:
            return self.cut(Atom(-rho, self.r, True))
        inside = q.C - q.A * self.r + (right * left).sqrt()
        if not inside > 0:
            return self.cut(Atom(-q.B / (2 * q.A), self.r, False))
        total = (right.sqrt() + left.sqrt()) / 2
        spread = (inside / 2).sqrt()
        b = (right.sqrt() - left.sqrt()) / 2
        a, c = (total + spread) / 2 * rho, (total - spread) / (2 * rho)
        # h in the basis 1, 1/z, g of e
        h = (b + c * (1 + self.beta), a - c * self.beta, -c * self.alpha)
        P = self._storage(t, h, eps)
        if P[0] > 0 and P[0] * P[2] - P[1] * P[1] > 0:
            return Solution(t, P)
        return self._trajectory(t, P, (h[0], h[1], -self.alpha * away_from_zero(c, a)))

    def _storage(self, t: arb, h: tuple[arb, arb, arb], eps: arb | int) -> tuple[arb, arb, arb]:
        """P11, P12, P22 of N - Phi(P) = h h^T + eps I, from its entries (3,3), (1,3), (2,2)."""
        a, b, r = self.alpha, self.beta, self.r
        n33 = 2 * t + (1 - t) * a * (2 - a) / 2
        n13 = -t * (1 + self.mu) - (1 - t) * ((1 - a) * b + 1 - r) / 2
        n22 = -(1 - t) * b * b / 2
        p11 = (n33 - h[2] * h[2] - eps) / (a * a)
        p12 = (h[0] * h[2] - n13) / a - (1 + b) * p11
        p22 = (h[1] * h[1] + eps - n22 + b * b * p11) / r
        return p11, p12, p22

    def _trajectory(self, t: arb, P: tuple[arb, arb, arb], h: tuple[arb, arb, arb]) -> Cut:
        """The cut of the path with h = 0 that ends where the largest P is most negative."""
        p11, p12, p22 = P
        # eigenvector of the smaller eigenvalue: (p11 - low) x1 + p12 x2 = 0
        half, mean = (p11 - p22) / 2, (p11 + p22) / 2
        low = mean - (half * half + p12 * p12).sqrt()
        x = (-p12, p11 - low) if abs(p11 - low) > abs(p22 - low) else (p22 - low, -p12)
        path = Trajectory(-h[0] / h[2], -h[1] / h[2], *x)
        y11, y12, y22 = solve_path(self.alpha, self.beta, self.r, path)
        k1, k2 = path.k1, path.k2
        z13, z23 = k1 * y11 + k2 * y12, k1 * y12 + k2 * y22
        z33 = k1 * z13 + k2 * z23
        first = 2 * (self.mu * y11 - (1 + self.mu) * z13 + z33)
        a, b = self.alpha, self.beta
        bend, lag = b * b * (y11 - 2 * y12 + y22), (1 - a) * b * (z13 - z23)
        second = (a * (2 - a) * z33 - bend - 2 * lag + (1 - self.r) * (self.mu * y11 - 2 * z13)) / 2
        return Cut(first, second, path)

    def peak(self) -> arb | None:
        """A t where the third condition is best; None if no t meets the three conditions."""
        low, high = ball(0), ball(1)
        ends = []
        for s in (self.rho, -self.rho):
            u, w = self.q0(s), self.q1(s)
            if u < 0 and w < 0:
                return None
            if u < 0:
                high = least(high, w / (w - u))
            elif w < 0:
                low = most(low, w / (w - u))
            ends.append((w, u - w))
        if not low < high:
            return None
        (a0, a1), (b0, b1) = ends
        slope = (self.q0.C - self.q1.C) - (self.q0.A - self.q1.A) * self.r
        k, linear = a1 * b1, a0 * b1 + a1 * b0
        if slope * slope > k and abs(k) > 0:
            gap = abs(a0 * b1 - a1 * b0)
            t = -(slope * gap / (slope * slope - k).sqrt() + linear) / (2 * k)
            if low < t and t < high:
                return t.mid()
        near, far = (low, high) if self._inside(low) > self._inside(high) else (high, low)
        if self._inside(near) > 0:
            for t in (near + (far - near) * ball(Fraction(1, 2**j)) for j in _NEARER):
                if self._inside(t) > 0:
                    return t.mid()
        return None

    def _inside(self, t: arb) -> arb:
        q = self.mixed(t)
        product = (q(self.rho) * q(-self.rho)).mid()
        return (q.C - q.A * self.r).mid() + (product if product > 0 else ball(0)).sqrt()


@dataclass(frozen=True, slots=True)
class Solution:
    """c0 = t, c = 1 - t and the largest P of the form N - eps I."""

    t: arb
    P: tuple[arb, arb, arb]


def solve_path(
    alpha: Number, beta: Number, r: Number, path: Trajectory[Number]
) -> tuple[Number, Number, Number]:
    """Y11, Y12, Y22 with F Y F^T = r Y + x x^T for the closed loop F = (f1 f2; 1 0).

    The second row gives Y12 and Y22 in terms of Y11 = y; the first is then linear in y.
    """
    f1, f2 = 1 + beta - alpha * path.k1, -beta - alpha * path.k2
    # row (2,2): y = r Y22 + x2^2; row (1,2): f1 y + f2 Y12 = r Y12 + x1 x2
    # row (1,1): f1^2 y + 2 f1 f2 Y12 + f2^2 Y22 = r y + x1^2
    x1, x2 = path.x1, path.x2
    u1, u0 = f1 / (r - f2), -x1 * x2 / (r - f2)  # Y12 = u1 y + u0
    w1, w0 = 1 / r, -x2 * x2 / r  # Y22 = w1 y + w0
    y = (x1 * x1 - 2 * f1 * f2 * u0 - f2 * f2 * w0) / (
        f1 * f1 + 2 * f1 * f2 * u1 + f2 * f2 * w1 - r
    )
    return y, u1 * y + u0, w1 * y + w0


@dataclass(frozen=True, slots=True)
class CircleSearch:
    """What cutting found: a solution, or the cuts that leave no t, or neither."""

    solution: Solution | None
    cuts: tuple[Cut, ...]


def search(circle: Circle, *, start: arb | None = None) -> CircleSearch:
    """Cut [0, 1] until a t works or none is left."""
    low, high = ball(0), ball(1)
    left: Cut | None = None
    right: Cut | None = None
    t = (low + high) / 2 if start is None else start
    for _ in range(_CUTS):
        found = circle.probe(t)
        if isinstance(found, Solution):
            return CircleSearch(found, ())
        if found.first < 0 and found.second < 0:
            return CircleSearch(None, (found,))
        edge = (found.second / (found.second - found.first)).mid()
        if found.first < 0 and edge > low and edge < high:
            high, right = edge, found
        elif found.second < 0 and edge > low and edge < high:
            low, left = edge, found
        elif found.first < 0 and left is not None and edge < high:
            return CircleSearch(None, (left, found))
        elif found.second < 0 and right is not None and edge > low:
            return CircleSearch(None, (found, right))
        else:
            return CircleSearch(None, ())
        t = ((low + high) / 2).mid()
    return CircleSearch(None, ())


def decide(circle: Circle) -> Solution | None:
    """A solution at this r, or None if there seems to be none."""
    t = circle.peak()
    if t is None:
        return None
    found = circle.probe(t)
    if isinstance(found, Solution):
        return found
    return search(circle, start=t).solution
