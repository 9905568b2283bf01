"""Losses that share one coordinate, and whose regularised minimiser moves far in the 1-norm.

One record has the loss L x_0, and after it is replaced -L x_0.  The n - 1 others have the losses
phi(u_j) for u_j = a x_0 + b times the sum of s - 1 coordinates of their own, where phi is (H/2) v^2
up to |v| = L/H and goes on linearly.  The minimiser has X at x_0, and Y at all other coordinates;
that of the other data has -X and -Y.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcomes
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.sampled_levels import LIGHT
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

L, H, lam, n, s = declare("L H lambda n s > 0")
X, Y, a, b = declare("real X Y, a b >= 0")
KAPPA, UNIT = H / lam, L / (lam * n)
ALL, OTHERS = 2 * n + KAPPA - 2, s - 1
W = sp.sqrt((KAPPA - 1) / OTHERS)
RANGE = ((lam, "<=", H), (KAPPA, "<=", n - 1), (s, ">=", 2))
DIRECTION = ((a, "=", sp.sqrt(lam / H)), (b, "=", a * W))
SOLUTION = ((X, "=", -UNIT * (n + KAPPA - 1) / ALL), (Y, "=", UNIT * W / ALL))
U = a * X + b * OTHERS * Y
WHERE = (*RANGE, *DIRECTION, *SOLUTION)


# points to try first: H/lambda = 25/16, or 289/64 with a single record
NEAR: dict[str, Any] = {
    "L": 1,
    "lambda": 1,
    "H": "25/16",
    "s": 2,
    "n": 3,
    "X": "-19/89",
    "Y": "4/89",
}
POINT = {**NEAR, "a": "4/5", "b": "3/5"}
ALONE: dict[str, Any] = {**NEAR, "H": "289/64", "n": 1, "X": -1, "Y": "120/289"}


def solution(share: Any = 1, where: Sequence[Any] = WHERE) -> tuple[Relation, ...]:  # noqa: ANN401
    """The direction is a unit vector, and the gradient of the risk vanishes in both kinds."""
    return (
        relation(a**2 + OTHERS * b**2, "=", 1, where=[*RANGE, *DIRECTION]),
        relation(n * lam * X + L + (n - 1) * a * H * U, "=", 0, where=where),
        relation(share * n * lam * Y + b * H * U, "=", 0, where=where),
    )


def slopes(limit: Any = 1, where: Sequence[Any] = WHERE) -> tuple[Relation, ...]:  # noqa: ANN401
    """|H u_j| <= limit L: the losses are quadratic at the minimiser."""
    return (relation(H * U, "<=", limit * L, where=where),
            relation(-H * U, "<=", limit * L, where=where))  # fmt: skip


TWO_THIRDS = sp.Rational(2, 3)


def moved(share: Any = TWO_THIRDS,  # noqa: ANN401
          inside: Sequence[Any] = RANGE) -> tuple[Relation, ...]:  # fmt: skip
    """X <= 0 <= Y, and so the minimiser moves by 2 (-X) + 2 (n - 1)(s - 1) Y."""
    least = UNIT * (1 + share * sp.sqrt(OTHERS * (KAPPA - 1)))
    far = -2 * X + 2 * (n - 1) * OTHERS * Y
    return (relation(X, "<=", 0, where=[*RANGE, *SOLUTION]),
            relation(Y, ">=", 0, where=[*RANGE, *SOLUTION]),
            relation(far, ">=", least, where=[*inside, *SOLUTION]))  # fmt: skip


_ABOVE = [(KAPPA, ">=", 1), (OTHERS, ">", 0), (ALL, ">", 0), ((KAPPA - 1) / OTHERS, ">=", 0)]
_BASE: list[Any] = [
    *_ABOVE, (KAPPA, "=", 1 + W**2 * OTHERS), (lam, "=", a**2 * H), (a**2 * KAPPA, "=", 1),
    (parse("X + w*g*Y = -k*n/m", where="X = -k*(n + w^2*g)/m, Y = k*w/m, m > 0"),
     {"X": X, "Y": Y, "w": W, "g": OTHERS, "k": UNIT, "m": ALL, "n": n}),
    (parse("a*X + b*g*Y = a*z", where="b = a*w, X + w*g*Y = z"),
     {"a": a, "b": b, "X": X, "Y": Y, "w": W, "g": OTHERS, "z": -UNIT * n / ALL}),
    (parse("a*H*u = -l*k*n/m", where="u = -a*k*n/m, l = a^2*H, m > 0"),
     {"a": a, "H": H, "u": U, "l": lam, "k": UNIT, "n": n, "m": ALL}),
]  # fmt: skip


def solved(**changes: Any) -> Outcomes:  # noqa: ANN401
    """u_j = -L a/(lam (2 n + H/lam - 2))."""
    unit, centre, leaf = solution(**changes)
    t = a * H * U
    yield certify(unit, methods=LIGHT, facts=[
        *_BASE[:7], (parse("a^2 + g*b^2 = d", where="b = a*w, d = a^2*(1 + w^2*g)"),
                     {"a": a, "b": b, "g": OTHERS, "w": W, "d": sp.Integer(1)})])  # fmt: skip
    yield certify(centre, methods=LIGHT, facts=[
        *_BASE, (parse("n*l*X + L + (n-1)*t = 0",
                       where="X = -k*(m-n+1)/m, t = -l*k*n/m, L = k*n*l, m > 0"),
                 {"n": n, "l": lam, "X": X, "L": L, "t": t, "k": UNIT, "m": ALL})])  # fmt: skip
    yield certify(leaf, at=POINT, methods=LIGHT, facts=[
        *_BASE, (parse("n*l*Y + w*t = 0", where="Y = k*w/m, t = -l*k*n/m, m > 0"),
                 {"n": n, "l": lam, "Y": Y, "w": W, "t": t, "k": UNIT, "m": ALL}),
        (b * H * U, "=", W * t)])  # fmt: skip


def not_left(**changes: Any) -> Outcomes:  # noqa: ANN401
    """|H u_j| = L sqrt(H/lam)/(2 n + H/lam - 2)."""
    r = sp.sqrt(KAPPA)
    facts = [
        *_BASE, (r, ">=", 1), (n, ">=", 2), (r**2, "=", KAPPA),
        (parse("r <= 2*n + c - 2", where="r >= 1, r^2 = c, c <= n - 1"),
         {"r": r, "c": KAPPA, "n": n}),
        (parse("r/m <= 1", where="r <= m, m > 0"), {"r": r, "m": ALL}),
        (H * U, "=", -L * r / ALL),
        (parse("L*p <= L", where="p <= 1, L > 0"), {"L": L, "p": r / ALL}),
    ]  # fmt: skip
    for one in slopes(**changes):
        yield certify(one, at=POINT, methods=LIGHT, facts=facts)


def moves_far(*, at: Any = NEAR, **changes: Any) -> Outcomes:  # noqa: ANN401
    """2 (n + c - 1)/(2 n + c - 2) >= 1 and 2 (n - 1)/(2 n + c - 2) >= 2/3 for c = H/lam."""
    left, right, far = moved(**changes)
    root, low, high = sp.sqrt(OTHERS * (KAPPA - 1)), 2 * (n + KAPPA - 1) / ALL, 2 * (n - 1) / ALL
    yield certify(left, methods=LIGHT, facts=[*_ABOVE, (n + KAPPA - 1, ">=", 0)])
    yield certify(right, methods=LIGHT, facts=_ABOVE)
    yield certify(far, at=at, methods=LIGHT, facts=[
        *_ABOVE, (root, ">=", 0),
        (parse("sqrt(g*h) <= g*sqrt(h/g)", where="g > 0, h >= 0"), {"g": OTHERS, "h": KAPPA - 1}),
        (parse("2*(m-n+1)/m >= 1", where="m >= 2*n - 2, m > 0"), {"n": n, "m": ALL}),
        (parse("2*(n-1)/m >= 2/3", where="m = 2*n + c - 2, c >= 1, c <= n - 1, m > 0"),
         {"n": n, "c": KAPPA, "m": ALL}),
        (parse("-2*x + 2*j*g*y = k*(2*p/m) + k*(2*j/m)*(g*w)",
               where="x = -k*p/m, y = k*w/m, m > 0"),
         {"x": X, "y": Y, "k": UNIT, "p": n + KAPPA - 1, "m": ALL, "j": n - 1, "g": OTHERS,
          "w": W}),
        (parse("z >= k*(1 + 2/3*v)",
               where="z = k*f + k*h*t, f >= 1, h >= 2/3, v <= t, v >= 0, k > 0"),
         {"z": -2 * X + 2 * (n - 1) * OTHERS * Y, "k": UNIT, "f": low, "h": high, "v": root,
          "t": OTHERS * W}),
    ])  # fmt: skip
