"""A function that is 1-smooth in the 1-norm on the simplex, and whose first derivative is a length.

With one coordinate a, the others u_j, and r^2 = sum u_j^2 + a^2/2,

    F = sqrt(2) a r - (a^2 + a sum u_j + sum u_j^2)/2.

Between two points, h = b - a, S = sum (v_j - u_j)^2 and s for r at the second one, F differs from
its model by sqrt(2) (h (s - r) + a (r s - c)/r) - S/2, where c = sum u_j v_j + a b/2 <= r s.  As
a <= sqrt(2) r this is at most h^2 + S/2; and r falls by no more than the sum of the (v_j - u_j)_-.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.rises_and_falls import (
    against_falls,
    against_rises,
    change,
    falls,
    l,
    n,
    not_negative,
    r,
    rises,
    rises_not_negative,
    s,
    size_at_most,
    size_of,
    squares,
    total,
    u,
    v,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem

Given = Sequence[Any]  # hypotheses
a, b = (th.number(name, at_least=0) for name in "ab")
i = th.integer("i")
ROOT = th.root(th.num(2))


def value(first: Num, of: Many, length: Num) -> Num:
    """F at a point."""
    square = first**2 + first * total(lambda t: of[t]) + total(lambda t: of[t] ** 2)
    return ROOT * first * length - square / 2


def slope(first: Any, of: Any, length: Num) -> Num:  # noqa: ANN401 - a number, and one by index
    """The first entry of its gradient."""
    return ROOT * (length + first**2 / (2 * length)) - first - total(of) / 2


def model_error() -> Num:
    """F at the second point, less its model at the first one."""
    others = total(lambda t: (ROOT * a * u[t] / r - u[t] - a / 2) * change(t))
    return value(b, v, s) - value(a, u, r) - slope(a, lambda t: u[t], r) * (b - a) - others


POINTS: tuple[Any, ...] = (
    (a + total(lambda t: u[t]), "=", 1), (b + total(lambda t: v[t]), "=", 1),
    (r**2, "=", total(lambda t: u[t] ** 2) + a**2 / 2),
    (s**2, "=", total(lambda t: v[t] ** 2) + b**2 / 2),
)  # fmt: skip
SIZE = abs(b - a) + total(lambda t: abs(change(t)))


def product() -> Proof:
    """2 r s c <= s^2 times the first square of the length, and r^2 times the second one."""
    first = total(lambda t: u[t] ** 2) + a**2 / 2
    second = total(lambda t: v[t] ** 2) + b**2 / 2
    mixed = total(lambda t: u[t] * v[t]) + a * b / 2
    said = 2 * r * s * mixed, "<=", s**2 * first + r**2 * second
    proof = Proof(Theorem((n, a, b, r, s, u, v), concludes=said))
    apart = total(lambda t: (s * u[t] - r * v[t]) ** 2) + (s * a - r * b) ** 2 / 2
    proof.gram(said, [(1, proof.visible((0, "<=", apart)))])
    return proof


SYMBOLS = (n, a, b, r, s, u, v)
VERTICES: dict[str, Any] = {  # where both points are the vertex e_2, for d = 2
    "n": "1", "a": "0", "b": "0", "r": "1", "s": "1", "u": {"0": "1"}, "v": {"0": "1"},
}  # fmt: skip
PUT: dict[str, Any] = {"n": n, "a": a, "b": b, "r": r, "s": s, "u": u, "v": v}
h = b - a
C = total(lambda t: u[t] * v[t]) + a * b / 2
S = total(lambda t: change(t) ** 2)
M = total(lambda t: abs(change(t)))
HALF = th.num(1) / 2


def exact() -> Proof:
    """What the model leaves out."""
    left = ROOT * (h * (s - r) + a * (r * s - C) / r) - S / 2
    proof = Proof(Theorem(SYMBOLS, given=POINTS, concludes=(model_error(), "=", left)))
    proof.gram(proof.theorem.concludes, [(HALF * h, 0), (-HALF * h, 1), (-ROOT * a / r, 2)])
    return proof


def few() -> Proof:
    """S <= (M^2 + h^2)/2."""
    proof = Proof(Theorem(SYMBOLS, given=POINTS[:2], concludes=(S, "<=", (M**2 + h**2) / 2)))
    every = proof.by(squares(), {"m": n, "u": u, "v": v})
    low, high = falls(n), rises(n)
    down = proof.gram((low, "=", (M + h) / 2), [(HALF, 0), (-HALF, 1)])
    up = proof.gram((high, "=", (M - h) / 2), [(-HALF, 0), (HALF, 1)])
    proof.gram(proof.theorem.concludes, [
        (1, every), (low + (M + h) / 2, down), (high + (M - h) / 2, up)])  # fmt: skip
    return proof


def near() -> Proof:
    """|h| <= M."""
    proof = Proof(Theorem(SYMBOLS, given=POINTS[:2], concludes=(abs(h), "<=", M)))
    put = {"m": n, "u": u, "v": v}
    down, up = proof.by(not_negative(), put), proof.by(rises_not_negative(), put)
    proof.gram((h, "<=", M), [(2, up), (-1, 0), (1, 1)])
    proof.gram((-h, "<=", M), [(2, down), (1, 0), (-1, 1)])
    proof.by(size_at_most(), {"x": h, "y": M})
    return proof


def lengths(proof: Proof) -> int:
    """c <= r s."""
    free, scale = proof.by(product(), PUT), 1 / (2 * r * s)
    return proof.gram((C, "<=", r * s), [
        (scale, free), (-(s**2) * scale, proof.given(POINTS[2])),
        (-(r**2) * scale, proof.given(POINTS[3]))])  # fmt: skip


MOST = SIZE**2 / 2


def above(*, given: Given = POINTS, bend: Any = 1) -> Proof:  # noqa: ANN401
    """F is above its model by at most half of the square of the step."""
    said = model_error(), "<=", bend * MOST
    proof = Proof(Theorem(SYMBOLS, given=given, concludes=said), met=VERTICES)
    whole, squares_, size = (proof.by(one(), PUT) for one in (exact, few, near))
    product_ = lengths(proof)
    short = proof.visible((0, "<=", total(lambda t: u[t] ** 2)))
    first = proof.gram((a, "<=", ROOT * r), [
        (2 / (ROOT * r + a), short), (-2 / (ROOT * r + a), proof.given(POINTS[2]))])  # fmt: skip
    proof.gram((0, "<=", r * s - C), [(1, product_)])
    square = proof.visible((0, "<=", (s - r - h * ROOT / 2) ** 2))
    sign = proof.by(size_of("square"), {"x": h})
    proof.visible((0, "<=", abs(h)))
    proof.gram((0, "<=", M - abs(h)), [(1, size)])
    proof.gram((model_error(), "<=", MOST), [
        (1, whole), (ROOT * (r * s - C) / r, first), (1, square), (HALF, squares_),
        (1, proof.given(POINTS[2])), (1, proof.given(POINTS[3])),
        (abs(h), size), (th.num(5) / 4, sign),
    ])  # fmt: skip
    return proof


def below(*, given: Given = POINTS, bend: Any = 1) -> Proof:  # noqa: ANN401
    """And it is not further below it."""
    said = -model_error(), "<=", bend * MOST
    proof = Proof(Theorem(SYMBOLS, given=given, concludes=said), met=VERTICES)
    whole, squares_, size = (proof.by(one(), PUT) for one in (exact, few, near))
    product_, points = lengths(proof), [proof.given(one) for one in POINTS]
    for of, length, first, place in ((u, r, a, 2), (v, s, b, 3)):
        proof.gram((total(lambda t, of=of: of[t] ** 2), "<=", length**2), [
            (-1, points[place]), (HALF, proof.visible((0, "<=", first**2)))])  # fmt: skip
    falling = proof.by(against_falls(), {"n": n, "r": r, "u": u, "v": v})
    rising = proof.by(against_rises(), {"n": n, "s": s, "u": u, "v": v})
    proof.gram((0, "<=", r * s - C), [(1, product_)])
    proof.gram((0, "<=", M - abs(h)), [(1, size)])
    up, down = (proof.by(size_of(one), {"x": h}) for one in ("above", "below"))
    square, last = proof.by(size_of("square"), {"x": h}), th.num(3) / 2
    root = proof.visible((ROOT, "<=", last), gap=1 / (4 * (last + ROOT)))
    told = -ROOT * h * (s - r), "<=", th.num(3) / 4 * abs(h) * (M + abs(h))
    ends = [(HALF, points[0]), (-HALF, points[1])]
    more = th.num(3) / 4
    proof.cases(told, (h, th.num(0)))
    sign = proof.visible((h, "<=", 0))
    proof.gram((0, "<=", M - h), [(1, size), (1, up)])
    far = proof.gram((s - r, "<=", (M - h) / 2), [
        (1 / s, product_), (1 / s, rising), (1 / s, points[3]), (b / (2 * s), sign),
        *((-c, one) for c, one in ends)])  # fmt: skip
    proof.gram(told, [(-ROOT * h, far), (-h * (M - h) / 2, root), (more * M, down), (more, square)])
    sign = proof.otherwise()
    proof.gram((0, "<=", M + h), [(1, size), (1, down)])
    far = proof.gram((r - s, "<=", (M + h) / 2), [
        (1 / r, product_), (1 / r, falling), (1 / r, points[2]), (a / (2 * r), sign),
        *ends])  # fmt: skip
    proof.gram(told, [(ROOT * h, far), (h * (M + h) / 2, root), (more * M, up), (more, square)])
    most = proof.close()
    quarter = th.num(1) / 4
    proof.gram((-model_error(), "<=", MOST), [
        (-1, whole), (ROOT * a / r, product_), (1, most), (HALF, squares_), (quarter, square),
        (HALF * abs(h) + quarter * M, size)])  # fmt: skip
    return proof


N = th.integer("N", at_least=1)
c = th.numbers("c", at_least=0)
COUNTS: tuple[Any, ...] = (
    (i, 0, (c[i], "<=", c[i] ** 2)), (total(lambda t: c[t]), "=", N),
    (r**2, "=", total(lambda t: (c[t] / N) ** 2)), (s**2, "=", total(lambda t: (1 / n) ** 2)),
)  # fmt: skip


def bias(*, given: Given = COUNTS, share: int = 1) -> Proof:
    """The first derivative at a mean of N vertices less that at the centre of the others."""
    here, centre = (slope(th.num(0), of, at) for of, at in (
        (lambda t: c[t] / N, r), (lambda t: 1 / n, s)))  # fmt: skip
    ends = 1 / th.root(N), 1 / th.root(n)
    said = ROOT * (share * ends[0] - ends[1]), "<=", here - centre
    proof = Proof(Theorem((n, N, r, s, c), given=given, concludes=said))
    whole, many, long, short = (proof.given(one) for one in COUNTS)

    def squares_of(count: Num) -> th.Said:
        return total(lambda t: c[t], count) / N**2, "<=", total(lambda t: (c[t] / N) ** 2, count)

    so_far = proof.induction(l, 0, squares_of(l), proof.gram(squares_of(0 * n), []))
    proof.gram(squares_of(l + 1), [(1, so_far), (1 / N**2, proof.at(whole, l))])
    square = proof.at(proof.close(), n)

    least = proof.gram((1 / N, "<=", r**2), [(1, square), (-1, long), (-1 / N**2, many)])
    low = proof.gram((ends[0], "<=", r), [(1 / (r + ends[0]), least)])
    high = proof.gram((s, "<=", ends[1]), [(1 / (s + ends[1]), short)])
    proof.gram((ROOT * (ends[0] - ends[1]), "<=", here - centre), [
        (ROOT, low), (ROOT, high), (1 / (2 * N), many)])  # fmt: skip
    return proof
