"""A noisy mirror descent for one stage, in a norm with a strongly convex square, such as l_p.

A stage minimises Phi = F + beta h over X, h = |. - c|^2/2.  F is above its tangents up to
(rho_w/2) |.|^2, with slopes g of dual norm at most L_0; h is strongly convex with the modulus
p - 1.  Along the way w = y/t + (1 - 1/t) y* from the minimiser y* to another point the inequalities
at w towards both ends show that Phi grows; towards the centre they show that y* is near.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Outcome, all_of
from workbench.rigor.provers import strongly_convex_stages as stage
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem, Vec

HALF = Fraction(1, 2)
beta, L_0, p_ = th.number("beta", above=0), th.number("L_0", above=0), th.number("p", above=1)
weak, t, N = th.number("rho_w", at_least=0), th.integer("t"), th.integer("N")
X, Y = th.geometry("X"), th.convex("Y")
F = th.function("F", on=X)
y, best, c, w = (th.point(name, X) for name in ("y", "y_best", "c", "w"))
g, j = th.points("g", Y), th.points("j", Y)
MODULUS = beta * (p_ - 1) - weak


def value(at: Vec) -> Num:
    """The objective of the stage."""
    return F(at) + beta / 2 * X.square(at - c)


def toward(to: Vec, at: Num) -> Vec:
    """A point on the way from the minimiser."""
    return 1 / at * to + (1 - 1 / at) * best


def tangent(end: Vec, to: Vec, at: Num) -> th.Said:
    """F at one end is not far below its tangent on the way to another point."""
    far = end - toward(to, at)
    return F(toward(to, at)) + g[at] @ far - weak / 2 * X.square(far), "<=", F(end)


def bent(end: Vec, at: Num) -> th.Said:
    """The strong convexity of h, on the way to y."""
    far, here = end - toward(y, at), toward(y, at) - c
    grown = HALF * X.square(here) + j[at] @ far + (p_ - 1) / 2 * X.square(far)
    return grown, "<=", HALF * X.square(end - c)


LEAST = (th.supremum((w,), value(best) - value(w)), "<=", 0)
BENT: tuple[Any, ...] = (
    LEAST, *((t, 1, tangent(end, y, t)) for end in (y, best)),
    *((t, 1, bent(end, t)) for end in (y, best)),
)  # fmt: skip


def grows(*, share: int = 1, given: Sequence[Any] = BENT) -> Proof:
    """Phi(y) - Phi(y*) >= (Lambda/2) |y - y*|^2."""
    apart = X.square(y - best)
    said = (share * MODULUS / 2 * apart, "<=", value(y) - value(best))
    p = Proof(Theorem((beta, weak, p_, X, Y, F, c, best, y, g, j), given=given, concludes=said))
    fine = p.limit(N, said, MODULUS / 2 * apart)
    near = 1 / N
    parts = [(1, p.under(LEAST[0], [toward(y, N)])), (1, p.given(LEAST))]
    for weight, flat, curved in ((near, *BENT[1::2]), (1 - near, *BENT[2::2])):
        parts += [(weight, p.at(p.given(flat), N)), (weight * beta, p.at(p.given(curved), N))]
    for weight, factor in ((near, 1 - near), (1 - near, -near)):
        size = p.scaled(X, factor, y - best, which="sq")
        parts.append((-1 * weight * MODULUS / 2, size))
    p.gram(fine, [(N * weight, place) for weight, place in parts])
    p.close()
    return p


SLOPES = (t, 1, (X.dual(g[t]), "<=", L_0**2))
NEAR: tuple[Any, ...] = (LEAST, (t, 1, tangent(best, c, t)), SLOPES)


def reach(*, factor: int = 1, given: Sequence[Any] = NEAR) -> Proof:
    """|y* - c|^2 <= (L_0/beta)^2."""
    apart = X.square(best - c)
    said = (factor * apart, "<=", (L_0 / beta) ** 2)
    p = Proof(Theorem((beta, weak, L_0, X, Y, F, c, best, g), given=given, concludes=said))
    p.limit(N, said, (beta + weak) / beta * apart)
    near, far = 1 / N, c - best
    young = p.young(X, 1 / beta * g[N], far)
    parts = [
        (1, p.under(LEAST[0], [toward(c, N)])), (1, p.given(LEAST)),
        (1, p.at(p.given(NEAR[1]), N)),
        (beta / 2, p.scaled(X, 1 - near, best - c, which="sq")),
        (weak / 2, p.scaled(X, near, best - c, which="sq")),
        (near * beta, young), (near * beta / 2, p.scaled(X, 1 / beta, g[N], which="dual")),
        (near * beta / 2, p.scaled(X, -1, best - c, which="sq")),
        (near / (2 * beta), p.at(p.given(SLOPES), N)),
    ]  # fmt: skip
    left, op, right = said
    p.gram((left, op, right + (beta + weak) / beta * apart / N),
           [(2 * N / beta * weight, place) for weight, place in parts])  # fmt: skip
    p.close()
    return p


i = th.integer("k")
start, point = th.point("y_first", X, inner=True), th.point("w", X)
s = th.points("s", Y)
v = th.prox("y", X, i, start=start, step=s[i])


def step(*, part: Fraction = HALF) -> Proof:
    """D(w, y_{k+1}) <= D(w, y_k) - <s_k, y_k - w> + |s_k|_*^2/2 for a step along any slope s_k."""
    k = th.integer("n", at_least=0)
    after, now = X.divergence(point, v[k + 1]), X.divergence(point, v[k])
    said = (after, "<=", now - s[k] @ (v[k] - point) + part * X.dual(s[k]))
    p = Proof(Theorem((k, X, Y, start, point, s, v), concludes=said))
    p.gram(said, [(1, p.prox(v, k, point)), (1, p.strong(X, v[k + 1], v[k])),
                  (1, p.young(X, s[k], v[k] - v[k + 1])),
                  (Fraction(1, 2), p.scaled(X, -1, v[k + 1] - v[k], which="sq"))])  # fmt: skip
    return p


_SIZES = "beta, L_0, R, mu > 0, rho_w, near, a, b, r, out >= 0"
TRIANGLES: tuple[str, ...] = (
    "F_z-F_w-rho_w/2*b^2 <= g_zw", "-L_0*out <= g_yz", "out <= u_yw", "mu/2*r^2 <= D",
    "b <= r+out", "a <= near+out", "near <= R", "out <= R", "r <= 2*R",
)  # fmt: skip


def ball(*, curved: int = 5, where: Sequence[str] = TRIANGLES) -> Relation:
    """What the steps gain at points outside of the ball, whose distance s pays for."""
    s_ = f"(L_0+(3*beta+{curved}*rho_w)/2*R)"
    gained = "F_z+beta/2*a^2-(F_w+beta*h_w)+(beta-rho_w/mu)*D"
    return parse(f"{gained} <= g_zw+g_yz+beta*(near^2/2-h_w+D)+{s_}*u_yw",
                 where=", ".join([*where, _SIZES]))  # fmt: skip


def slopes() -> Relation:
    """The size of a step's slope: a subgradient, the proximal term, and s."""
    return parse("L_0+beta*R+(L_0+(3*beta+5*rho_w)/2*R) = 2*L_0+5*(beta+rho_w)/2*R", where="R > 0")


_FLAT = parse("w/2*b^2 <= w/2*r^2+5/2*w*R*o",
              where="b <= r+o, r <= 2*R, o <= R, w >= 0, b, r, o >= 0")  # fmt: skip
_CURVED = parse("t/2*a^2 <= t/2*n^2+3/2*t*R*o",
                where="a <= n+o, n <= R, o <= R, t > 0, a, n, o >= 0")  # fmt: skip
_DIVERGED = parse("w/2*r^2 <= w/m*D", where="m/2*r^2 <= D, m > 0, w >= 0")
_PAID = parse("s*o <= s*u", where="o <= u, s >= 0")
_ALL = parse("f+A+C <= g+y+B+U", where="f <= g+P, P <= Q+G, A <= N+T, C = B-N-Z, Q <= Z,"
             " -L <= y, O = L+G+T, O <= U")  # fmt: skip


_POINT = {"beta": 1, "L_0": 1, "R": 1, "mu": 1, "rho_w": 1, "out": 1, "u_yw": 1, "g_yz": -1,
          "F_z": 0, "F_w": 0, "h_w": 0}  # fmt: skip
FAR: dict[int, dict[str, Any]] = {
    6: {**_POINT, "near": 10, "a": 11, "r": 2, "b": 3, "D": 2, "g_zw": "-9/2"},
    8: {**_POINT, "near": 1, "a": 2, "r": 20, "b": 21, "D": 200, "g_zw": "-441/2"},
}
"""Where the condition of this place is needed."""


def pays(*, without: int | None = None, **changes: Any) -> Outcome:  # noqa: ANN401
    """The triangle inequalities, squared, and s |y - z| <= s <u, y - w>."""
    if without is not None:
        kept = tuple(one for place, one in enumerate(TRIANGLES) if place != without)
        return certify(ball(where=kept), at=FAR.get(without))

    def term(text: str) -> Any:  # noqa: ANN401 - a tree
        return parse(f"{text} <= 1", where=_SIZES).left

    s_ = "(L_0+(3*beta+5*rho_w)/2*R)"
    flat = {"w": "rho_w", "b": "b", "r": "r", "R": "R", "o": "out"}
    curved = {"t": "beta", "a": "a", "n": "near", "R": "R", "o": "out"}
    bent = {"w": "rho_w", "r": "r", "m": "mu", "D": "D"}
    whole = {
        "f": "F_z-F_w", "A": "beta/2*a^2", "C": "-beta*h_w+(beta-rho_w/mu)*D", "g": "g_zw",
        "y": "g_yz", "B": "beta*(near^2/2-h_w+D)", "U": f"{s_}*u_yw", "P": "rho_w/2*b^2",
        "Q": "rho_w/2*r^2", "G": "5/2*rho_w*R*out", "N": "beta/2*near^2", "T": "3/2*beta*R*out",
        "Z": "rho_w/mu*D", "L": "L_0*out", "O": f"{s_}*out",
    }  # fmt: skip
    paid = {"s": s_, "o": "out", "u": "u_yw"}
    told = (_FLAT, flat), (_CURVED, curved), (_DIVERGED, bent), (_PAID, paid), (_ALL, whole)
    facts = [(lemma, {key: term(text) for key, text in put.items()}) for lemma, put in told]
    return all_of([certify(ball(**changes), facts=facts), certify(slopes())])


Lambda = declare("Lambda > 0")
SIDES = stage.sides_of(1, Lambda)
REGRET = stage.regret(sides=SIDES, modulus=Lambda)
TOTAL = ("S <= K*M^2/Lambda", "gap <= S/(K*(K+1)/2)")


def averaged(*, factor: int = 2, where: Sequence[str] = TOTAL) -> Relation:
    """The sum of all k f_k over that of all k bounds the gap at the average."""
    return parse(f"gap <= {factor}*M^2/(Lambda*(K+1))",
                 where=", ".join([*where, "Lambda, M, K > 0"]))  # fmt: skip


_OVER = parse("x/(K*(K+1)/2) <= 2*m/(l*(K+1))", where="x <= K*m/l, K > 0, l > 0")
_THEN = parse("z <= y", where="z <= x, x <= y")


def is_averaged(**changes: Any) -> Outcome:  # noqa: ANN401
    """K M^2/Lambda over K (K + 1)/2."""

    def term(text: str) -> Any:  # noqa: ANN401 - a tree
        return parse(f"{text} <= 1", where="Lambda, M, K > 0").left

    over = {"x": term("S"), "K": term("K"), "m": term("M^2"), "l": term("Lambda")}
    then = {"z": term("gap"), "x": term("S/(K*(K+1)/2)"), "y": term("2*M^2/(Lambda*(K+1))")}
    return certify(averaged(**changes), facts=[(_OVER, over), (_THEN, then)])
