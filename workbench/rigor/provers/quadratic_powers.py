"""Heavy ball on a quadratic without noise: how far two iterates are from the minimiser, at most.

Along an eigenvector e_{t+1} = tau e_t - beta e_{t-1}, from any e_0 and e_{-1}.  With the responses
h_{-1} = 0, h_0 = 1, h_{j+1} = tau h_j - beta h_{j-1}, and H = h_t, K = h_{t-1},

    e_t = H e_0 - beta K e_{-1},    e_{t-1} = K e_0 + (H - tau K) e_{-1}.

The roots p + i s, q - i s are at most rho in modulus.  H - (p + i s) K and H - (q - i s) K shrink
by rho in each step, so both are at most R = rho^t, and rho |K| <= t R.  For x and y, their real
parts, w = s K, the determinant D = x y + w^2 of the matrix of the two equations, its trace x + y
and the sum F of its squared entries,

    F = (x + y)^2 - 2 D + (1 + beta)^2 K^2,    R |x + y| <= R^2 + D,    |D| <= R^2;

hence M = R + N, N = (1 + beta) t rho^(t-1), has 2 M^2 > F and M^4 - F M^2 + D^2 >= 0: the norm of
the matrix is at most M.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.quadratic_walks import (
    ABOVE,
    BELOW,
    INSIDE,
    LIGHT,
    SHRINKS,
    R,
    a,
    beta,
    d,
    e,
    f,
    k,
    lam,
    n,
    p,
    q,
    rho,
    s,
    tau,
)
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

b, H, K = declare("real b H K")
far, first = declare("real S_n S_0")
N = (1 + beta) * n * rho ** (n - 1)
WHERE: tuple[Any, ...] = (
    (tau, "=", p + q), (beta, "=", p * q + s**2), (s * (p - q), "=", 0),
    (p**2 + s**2, "<=", rho**2), (q**2 + s**2, "<=", rho**2),
)  # fmt: skip


def power(bound: Any = rho**n + N, where: Sequence[Any] = WHERE) -> ProcessStatement:  # noqa: ANN401
    """|xi_n - xi*|^2 <= bound^2 |xi_0 - xi*|^2, summed over the eigenvectors."""
    return ProcessStatement(
        (far, "<=", bound**2 * first), steps=n, clock=k, drawn=(), where=where, shows=(far,),
        states=[(e, a, tau * e - beta * f), (f, b, e)],
        means={far: e**2 + f**2, first: a**2 + b**2}, over=(d, (lam, p, q, s, a, b)),
    )  # fmt: skip


def _shrinks(p: Any, q: Any, s: Any) -> list[Any]:  # noqa: ANN401 - sympy
    """The square of |H - (p + i s) K| in the next step is at most rho^2 times it."""
    left, before = tau * H - beta * K - p * H, (H - p * K) ** 2 + s**2 * K**2
    return [
        (parse("u = q*g - v*h", where="t = p + q, b = v, u = t*g - b*h - p*g"),
         {"u": left, "q": q, "g": H, "v": p * q + s**2, "h": K, "t": tau, "b": beta, "p": p}),
        (SHRINKS[1], {"u": left, "s": s, "g": H, "q": q, "p": p, "h": K}),
        (SHRINKS[2], {"a": left**2 + s**2 * H**2, "b": (q**2 + s**2) * before, "m": s * (p - q),
                      "j": s * K * (2 * (H - p * K) + (p + q) * K)}),
        (parse("x <= (r*g)^2", where="x = c*y, y <= r^2, c <= g^2, y >= 0, c >= 0"),
         {"x": left**2 + s**2 * H**2, "r": R, "g": rho, "c": q**2 + s**2, "y": before}),
    ]  # fmt: skip


def _grows(sign: int) -> list[Any]:
    """H - p K is at most R, and p K at most t R."""
    then, long = tau * H - beta * K, R * (1 + k)
    left, side = then - p * H, ABOVE if sign > 0 else BELOW
    return [
        *_shrinks(p, q, s), (side, {"u": left, "t": s**2 * H**2, "b": R * rho}),
        *((one, {"u": p, "t": s**2, "b": rho}) for one in (ABOVE, BELOW)),
        (INSIDE, {"p": p, "x": sign * H, "g": rho, "b": long}),
        (parse("x <= g*r*(1 + (k + 1))", where="x = u + v, u <= r*g, v <= g*(r*(1 + k))"),
         {"x": sign * then, "u": sign * left, "v": sign * p * H, "r": R, "g": rho, "k": k}),
    ]  # fmt: skip


ROW, OTHER = (H, -beta * K), (K, H - tau * K)  # of the power of the matrix
X, Y, W = H - p * K, H - q * K, s * K
DET, SQUARES = X * Y + W**2, sum(x**2 for x in (*ROW, *OTHER))
SIZE, CORNER = R + N, (1 + beta) * K
ALWAYS: list[Any] = [
    (R, "=", rho**k), (e, "=", ROW[0] * a + ROW[1] * b), (f, "=", OTHER[0] * a + OTHER[1] * b),
    (X**2 + W**2, "<=", R**2), (Y**2 + W**2, "<=", R**2),
    *((sign * H, "<=", R * (1 + k)) for sign in (1, -1)),
    *((sign * rho * K, "<=", R * k) for sign in (1, -1)),
]  # fmt: skip
_INSIDE = "d = x*y + w^2, x^2 + w^2 <= r^2, y^2 + w^2 <= r^2"
_ROOTS = "t = p + q, b = p*q + s^2"
_PARTS = "(v - g^2 - k^2)*a - (g*h + k*l)*b", "(v - h^2 - l^2)*b - (g*h + k*l)*a"


def _sides() -> list[Any]:
    """R |x + y| <= R^2 + D and |D| <= R^2, squared."""
    at = {"x": X, "y": Y, "w": W, "d": DET, "r": R}
    each = [
        (parse(f"{sign}x <= r", where="x^2 + w^2 <= r^2, r > 0"), {"x": x, "w": W, "r": R})
        for x in (X, Y) for sign in ("", "-")
    ]  # fmt: skip
    return [
        (parse("d <= r^2", where=_INSIDE), at), (parse("-d <= r^2", where=_INSIDE), at),
        (parse("d^2 <= r^4", where="d <= r^2, -d <= r^2"), {"d": DET, "r": R}), *each,
        (parse("r*(x + y) <= r^2 + d", where="d = x*y + w^2, x <= r, y <= r"), at),
        (parse("-r*(x + y) <= r^2 + d", where="d = x*y + w^2, -x <= r, -y <= r"), at),
        (parse("(r*t)^2 <= u^2", where="r*t <= u, -r*t <= u"),
         {"r": R, "t": X + Y, "u": R**2 + DET}),
    ]  # fmt: skip


def _corner() -> list[Any]:
    """((1 + beta) K)^2 <= N^2."""
    each = [
        one for sign in (1, -1) for one in (
            (parse("(1 + b)*k <= (1 + b)*m", where="k <= m, b >= 0"),
             {"k": sign * rho * K, "m": R * n, "b": beta}),
            (parse("x <= n", where="g*x <= y, n*g = y, g > 0"),
             {"x": sign * CORNER, "g": rho, "n": N, "y": (1 + beta) * (R * n)}))
    ]  # fmt: skip
    square = parse("c <= n^2", where="c = x^2, x <= n, -x <= n")
    return [*each, (square, {"c": CORNER**2, "x": CORNER, "n": N})]


def _norm() -> list[Any]:
    """R^2 F <= R^4 + D^2 + R^2 N^2, so 2 M^2 - F > 0 and M^4 - F M^2 + D^2 >= 0."""
    at = {"h": H, "k": K, "t": tau, "b": beta, "p": p, "q": q, "s": s}
    v, w, u = SIZE**2, R**2 * SQUARES, R**4 + DET**2 + R**2 * N**2
    det, trace = v**2 - SQUARES * v + DET**2, 2 * v - SQUARES
    gap = v * (a**2 + b**2) - ALWAYS[1][2] ** 2 - ALWAYS[2][2] ** 2
    (g, h), (c, l) = ROW, OTHER  # noqa: E741
    parts = (v - g**2 - c**2) * a - (g * h + c * l) * b, (v - h**2 - l**2) * b - (g * h + c * l) * a
    zero = parse("0 <= x", where="0 <= y*x, y > 0")
    return [
        (parse("h^2 + (b*k)^2 + k^2 + (h - t*k)^2 = (h - p*k + h - q*k)^2"
               " - 2*((h - p*k)*(h - q*k) + (s*k)^2) + ((1 + b)*k)^2", where=_ROOTS), at),
        (parse("(h - p*k)*(h - q*k) + (s*k)^2 = h*(h - t*k) + b*k*k", where=_ROOTS), at),
        (parse("r^2*f <= r^4 + d^2 + r^2*n^2",
               where="f = t^2 - 2*d + c, c <= n^2, (r*t)^2 <= (r^2 + d)^2"),
         {"r": R, "f": SQUARES, "d": DET, "n": N, "t": X + Y, "c": CORNER**2}),
        (parse("w <= 2*r^4 + r^2*n^2", where="w <= r^4 + v + r^2*n^2, v <= r^4"),
         {"w": w, "v": DET**2, "r": R, "n": N}),
        (parse("f <= 2*r^2 + n^2", where="r^2*f <= 2*r^4 + r^2*n^2, r > 0"),
         {"r": R, "n": N, "f": SQUARES}),
        (parse("2*r^2 + n^2 < 2*(r + n)^2", where="r > 0, n > 0"), {"r": R, "n": N}),
        (parse("0 < x - f", where="f <= y, y < x"),
         {"x": 2 * v, "y": 2 * R**2 + N**2, "f": SQUARES}),
        (parse("f*v <= u*v", where="f <= u, v >= 0"), {"f": w, "v": v, "u": u}),
        (parse("0 <= r^2*(((r + n)^2 - r^2)^2 - n^2*(r + n)^2)", where="r > 0, n > 0"),
         {"r": R, "n": N}),
        (parse("0 <= ((r + n)^2 - r^2)*(r^4 - d)", where="r > 0, n > 0, d <= r^4"),
         {"r": R, "n": N, "d": DET**2}),
        (parse("0 <= x - y", where="y <= u, x = u + p + m, 0 <= p, 0 <= m"),
         {"x": R**2 * (v**2 + DET**2), "y": w * v, "u": u * v,
          "p": R**2 * ((v - R**2) ** 2 - N**2 * v), "m": (v - R**2) * (R**4 - DET**2)}),
        (zero, {"x": det, "y": R**2}),
        (parse("(2*v - f)*(v*(a^2 + b^2) - (g*a + h*b)^2 - (k*a + l*b)^2)"
               f" = ({_PARTS[0]})^2 + ({_PARTS[1]})^2 + (v^2 - f*v + d^2)*(a^2 + b^2)",
               where="f = g^2 + h^2 + k^2 + l^2, d = g*l - h*k"),
         {"v": v, "f": SQUARES, "d": DET, "g": g, "h": h, "k": c, "l": l, "a": a, "b": b}),
        (parse("0 <= z", where="z = x^2 + y^2 + g*v, 0 <= g, v >= 0"),
         {"z": trace * gap, "x": parts[0], "y": parts[1], "g": det, "v": a**2 + b**2}),
        (zero, {"x": gap, "y": trace}),
    ]  # fmt: skip


def power_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The powers of the matrix, entry by entry, and their norm at the end."""
    statement = power(**changes)
    proof = ProcessProof(
        statement, helpers=[(R, 1, rho * R), (H, 1, tau * H - beta * K), (K, 0, H)],
        methods=LIGHT, seconds=4, always=ALWAYS,
        facts={3: _shrinks(p, q, s), 4: _shrinks(q, p, -s), 5: _grows(1), 6: _grows(-1)},
    )  # fmt: skip
    (one,) = proof.potential(sp.S.One, "=", methods=LIGHT)
    one.exists(NEXT, (1, 1), methods=LIGHT)
    one.integrate("=", (1, NEXT), (-1, 1), methods=LIGHT)
    if proof.doubt:
        return refused("process", proof.doubt)
    now, start = e**2 + f**2, a**2 + b**2
    most = (rho**n + N) ** 2 * start
    proof.end().exists(far, ((rho**n + N) ** 2, first), methods=LIGHT, facts=[
        *_sides(), *_corner(), *_norm(),
        (parse("u <= y", where="0 <= z - g - h, u = g + h, y = z"),
         {"u": now, "y": most, "z": SIZE**2 * start, "g": ALWAYS[1][2] ** 2,
          "h": ALWAYS[2][2] ** 2}),
        (parse("-b <= u", where="u <= b, 0 <= u"), {"u": now, "b": most}),
    ])  # fmt: skip
    return proof.outcome(methods=LIGHT)
