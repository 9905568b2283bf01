"""The value of a best response that is smoothed by the entropy: how smooth, and how close.

For a function F of points of two simplices, convex in the first and concave in the second, let

    A(a) = max over b of F(a, b) - beta omega(b),   omega(b) = sum of b_i ln b_i = D(b, c) - ln d,

where D is the divergence of the entropy and c the uniform point.  The best response r(a) moves by
L_xy/beta times the distance, and with B = L_xx + L_xy^2/beta, along the way from P to e in M parts,

    A(P + (j+1)/M (e - P)) <= A(P + j/M (e - P)) + <grad A(P + (j+1)/M (e - P)), e - P>/M,
    <grad A(P + j/M (e - P)) - grad A(P), e - P> <= B j/M |e - P|^2,

whose sum is A(e) <= A(P) + <grad A(P), e - P> + (B/2)(1 + 1/M) |e - P|^2.  With e = v and e = o
for an average P of these, the gradients cancel.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rigor.provers.fine_walks import M, j
from workbench.rigor.provers.saddle_means import a, a_2, b, b_2
from workbench.rigor.provers.saddle_outputs import RESPONSE, beta
from workbench.rigor.provers.saddle_paths import HALF, F, X, Y, d_x, d_y, w, y_first
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

L_xx, L_xy, share = (
    th.number("L_xx", above=0),
    th.number("L_xy", above=0),
    th.number("s", at_least=0),
)
v, o, r = th.point("v", X), th.point("o", X), RESPONSE[0]
BENT = L_xy**2 / beta
SLOW = {
    "xx": (th.supremum((a, a_2, b), X.dual(F.slope("x", a, b) - F.slope("x", a_2, b))
                       - L_xx**2 * X.square(a - a_2)), "<=", 0),
    "xy": (th.supremum((a, b, b_2), X.dual(F.slope("x", a, b) - F.slope("x", a, b_2))
                       - L_xy**2 * Y.square(b - b_2)), "<=", 0),
    "yx": (th.supremum((a, a_2, b), Y.dual(F.slope("y", a, b) - F.slope("y", a_2, b))
                       - L_xy**2 * X.square(a - a_2)), "<=", 0),
}  # fmt: skip


def _smoothed(point: Vec, at: Vec, logs: int = 1) -> Num:
    return F(point, at) - beta * (Y.divergence(at, y_first) - logs * th.ln(d_y))


def value(point: Vec, logs: int = 1) -> Num:
    """A, as a supremum; logs: of the ln d in the entropy."""
    return th.supremum((w,), _smoothed(point, w, logs))


def _met(point: Vec) -> Num:
    """A, at the best response."""
    return _smoothed(point, r(point))


def _gradient(point: Vec) -> Vec:
    return F.slope("x", point, r(point))


def _best() -> Num:
    """The first-order condition of the response, as a supremum that is at most 0."""
    at, to = th.point("at", X), th.point("to", Y)
    near = Y.divergence(to, r(at)) + Y.divergence(r(at), y_first)
    gains = F.slope("y", at, r(at)) @ (to - r(at))
    return th.supremum((at, to), gains + beta * (near - Y.divergence(to, y_first)))


def _step(p: Proof, holds: int, to: Vec, at: Vec) -> int:
    """A(to) <= A(at) + <grad A(to), to - at>."""
    there, here = r(to), r(at)
    return p.gram((_met(to), "<=", _met(at) + _gradient(to) @ (to - at)), [
        (1, p.saddle(F, "x", at, (to, there))), (1, p.saddle(F, "y", there, (at, here))),
        (1, p.under(_best(), (at, there))), (1, holds), (beta, p.strong(Y, there, here)),
        (beta / 2, p.norm(Y, there - here, which="sq")),
    ])  # fmt: skip


def _slower(p: Proof, holds: int, to: Vec, at: Vec) -> int:
    """<grad A(to) - grad A(at), to - at> <= (L_xx + L_xy^2/beta) |to - at|^2."""
    there, here, apart = r(to), r(at), to - at
    moved = there - here
    one = F.slope("x", to, there) - F.slope("x", at, there)
    two = F.slope("x", at, there) - F.slope("x", at, here)
    across = F.slope("y", to, there) - F.slope("y", at, there)
    facts: list[Any] = [
        (beta, p.strong(Y, there, here)), (beta, p.strong(Y, here, there)),
        (-1 * beta / 2, p.scaled(Y, -1, moved, which="sq")),
        (1, p.under(_best(), (to, here))), (1, p.under(_best(), (at, there))), (2, holds),
        (1, p.saddle(F, "y", here, (at, there))), (1, p.saddle(F, "y", there, (at, here))),
    ]  # fmt: skip
    for of, size, off, way in (
        (X, L_xx, one, apart),
        (X, BENT, two, apart),
        (Y, beta, across, moved),
    ):
        facts.append((size, p.young(of, 1 / size * off, way)))
        facts.append((size / 2, p.scaled(of, 1 / size, off, which="dual")))
    for name, size, points in (("xx", L_xx, (to, at, there)), ("xy", BENT, (at, there, here)),
                               ("yx", beta, (to, at, there))):  # fmt: skip
        facts += [(1 / (2 * size), p.under(SLOW[name][0], points)),
                  (1 / (2 * size), p.given(SLOW[name]))]  # fmt: skip
    said = (_gradient(to) - _gradient(at)) @ apart, "<=", (L_xx + BENT) * X.square(apart)
    return p.gram(said, facts)


def _walk(p: Proof, holds: int, P: Vec, e: Vec) -> int:
    """A(e) <= A(P) + <grad A(P), e - P> + (B/2) |e - P|^2."""
    way, bend = e - P, L_xx + BENT
    far = X.square(way)
    fine = p.limit(M, (_met(e), "<=", _met(P) + _gradient(P) @ way + HALF * bend * far),
                   HALF * bend * far)  # fmt: skip

    def at(count: Num) -> Vec:
        return P + count / M * way

    def parts(count: Num) -> Any:  # noqa: ANN401 - a relation
        cost = count * (count + 1) / M**2 * (HALF * bend * far)
        return _met(at(count)), "<=", _met(P) + count / M * (_gradient(P) @ way) + cost

    here = p.induction(j, 0, parts(j), p.gram(parts(0 * M), []), last=M)
    moved, slow = _step(p, holds, at(j + 1), at(j)), _slower(p, holds, at(j + 1), P)
    scale = (j + 1) / M
    p.gram(parts(j + 1), [
        (1, here), (1, moved), (1 / (j + 1), slow),
        (bend / (j + 1), p.scaled(X, scale, way, which="sq")),
    ])  # fmt: skip
    p.gram(fine, [(1, p.close())])
    return p.close()


def smooth(*, kept: str = "s xx xy yx", factor: Fraction | int = 1) -> Proof:
    """s A(v) + (1-s) A(o) <= A(s v + (1-s) o) + (B/2) s (1-s) |v - o|^2.

    kept: the hypotheses that are: s <= 1, and those on gradients; factor: of B
    """
    P, rest = share * v + (1 - share) * o, 1 - share
    bend = HALF * (L_xx + BENT)
    left = share * value(v) + rest * value(o)
    said = (left, "<=", value(P) + factor * bend * share * rest * X.square(v - o))
    told: dict[str, Any] = {"s": (share, "<=", 1), **SLOW}
    given = [told[name] for name in kept.split()]
    symbols = (d_x, d_y, X, Y, beta, L_xx, L_xy, share, F, y_first, v, o)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    holds = p.best(r.name, F, "y", said, weight=beta, centre=y_first)
    facts: list[Any] = [(1, p.under(value(P), (r(P),)))]
    for e, weight, back in ((v, share, rest), (o, rest, -1 * share)):
        met = r(e)
        below = (_smoothed(e, w), "<=", _met(e))
        p.over((w,), below)
        p.gram(below, [
            (1, p.saddle(F, "y", w, (e, met))), (1, p.under(_best(), (e, w))), (1, holds),
            (beta, p.strong(Y, w, met)), (beta / 2, p.norm(Y, w - met, which="sq")),
        ])  # fmt: skip
        facts += [(weight, p.close()), (weight, _walk(p, holds, P, e)),
                  (weight * bend, p.scaled(X, back, v - o, which="sq"))]  # fmt: skip
    p.gram(said, facts)
    p.close()
    return p


def convex() -> Proof:
    """A(s v + (1-s) o) <= s A(v) + (1-s) A(o)."""
    P, rest = share * v + (1 - share) * o, 1 - share
    said = (value(P), "<=", share * value(v) + rest * value(o))
    symbols = (d_x, d_y, X, Y, beta, share, F, y_first, v, o)
    p = Proof(Theorem(symbols, given=[(share, "<=", 1)], concludes=said))
    p.over((b,), (_smoothed(P, b), "<=", said[2]))
    facts: list[Any] = []
    for e, weight in ((v, share), (o, rest)):
        facts += [(weight, p.saddle(F, "x", e, (P, b))), (weight, p.under(value(e), (b,)))]
    p.gram((_smoothed(P, b), "<=", said[2]), facts)
    p.close()
    return p


def squeezed(side: str, *, logs: int = 1, most: Fraction | int = 1) -> Proof:
    """max F <= A at v ("low"), or A <= max F + most beta ln d ("high").

    logs: of the ln d in the entropy
    """
    top, near = th.supremum((w,), F(v, w)), value(v, logs)
    high = top + most * beta * th.ln(d_y)
    said = (top, "<=", near) if side == "low" else (near, "<=", high)
    p = Proof(Theorem((d_x, d_y, X, Y, beta, F, y_first, v), concludes=said))
    if side == "low":
        p.over((b,), (F(v, b), "<=", near))
        p.gram((F(v, b), "<=", near), [
            (1, p.under(near, (b,))), (beta, p.entropy(Y, b, y_first)),
        ])  # fmt: skip
    else:
        p.over((b,), (_smoothed(v, b, logs), "<=", high))
        p.gram((_smoothed(v, b, logs), "<=", high), [
            (1, p.under(top, (b,))), (beta, p.strong(Y, b, y_first)),
            (beta / 2, p.norm(Y, b - y_first, which="sq")),
        ])  # fmt: skip
    p.close()
    return p
