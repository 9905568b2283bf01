"""How many dyadic intervals make up [a, b], by the binary digits of its ends.

With x_0 = a - 1 and y_0 = b let u_k and v_k be 1 where x_k and y_k are odd, and else 0:

    x_k + u_k = 2 x_(k+1),      y_k = 2 y_(k+1) + v_k,

up to the level m with x_m = y_m.  An odd end needs a node of that level, and nothing else does: so
there are sum (u_k + v_k) pieces.  The length y_k - x_k is 2 l + w with w = u_k + v_k and the length
l of the next level, and 2^(w/2) (l + 2) <= 2 l + w + 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import sympy as sp

from workbench.rigor.provers.digit_weights import TWO, ZERO, i, j, l, lemma, m, one
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Many, Num, Theorem

Given = Sequence[Any]  # hypotheses
a, b, K = th.integer("a"), th.integer("b"), th.integer("K", at_least=1)
k, r, n = (th.integer(name, at_least=0) for name in "krn")
s, t = (th.integer(name) for name in "st")
w, e, P = (*(th.number(name, at_least=0) for name in "we"), th.number("P", above=0))
c = th.number("c")
x, y, u, v = (th.numbers(name) for name in "xyuv")
UP: Any = (i, 0, (x[i] + u[i], "=", 2 * x[i + 1]))
DOWN: Any = (i, 0, (y[i], "=", 2 * y[i + 1] + v[i]))
BITS: tuple[Any, ...] = ((i, 0, (u[i] * u[i], "=", u[i])), (i, 0, (v[i] * v[i], "=", v[i])))
ENDS: tuple[Any, ...] = (UP, DOWN, *BITS, (x[0], "=", a - 1), (y[0], "=", b))
INTERVAL: tuple[Any, ...] = (*ENDS, (x[m], "=", y[m]), (a, "<=", b))
ROOM = th.num(3) / 4  # it is 2 log2(5/4) or more, and less than 1
HALF_BIT = th.ln(2) / 2


def pieces(count: Num) -> Num:
    """How many pieces there are in the first levels."""
    return th.total(j, 0, count - 1, u[j] + v[j])


def bound(length: Num, plus: int = 2) -> Num:
    """2 log2((l + 2)/2)."""
    return 2 * th.ln((length + plus) / 2) / th.ln(2)


@cache
def chord() -> Proof:
    """2^(w/2) <= 1 + w/2 for w <= 2."""
    fact = parse("exp(v*u) <= 1 - u + u*exp(v)", where="0 <= u, u <= 1")
    at = {"v": sp.log(2), "u": sp.Symbol("w", nonnegative=True) / 2}
    said = th.exp(HALF_BIT * w), "<=", 1 + w / 2
    return lemma(
        (w,), said, given=[(w, "<=", 2)], facts=[(fact, at)], methods=("sign", "variation")
    )


@cache
def in_logarithms() -> Proof:
    """c <= 2 log2((e + 2)/2) from 2^(1 + c/2) <= e + 2."""
    length, many = sp.Symbol("e", nonnegative=True), sp.Symbol("c", real=True)
    return lemma(
        (c, e), (c, "<=", bound(e)), given=[(2 * th.exp(HALF_BIT * c), "<=", e + 2)],
        facts=[(parse("y <= log(w)", where="exp(y) <= w, w > 0"),
                {"y": many * sp.log(2) / 2, "w": (length + 2) / 2})],
    )  # fmt: skip


def bit(proof: Proof, of: Many, place: int, index: Num) -> tuple[int, int]:
    """0 <= a digit, and a digit <= 1."""
    now, square = of[index], proof.at(place, index)
    low, high = proof.visible((0, "<=", now**2)), proof.visible((0, "<=", (1 - now) ** 2))
    return (proof.gram((0, "<=", now), [(1, low), (1, square)]),
            proof.gram((now, "<=", 1), [(1, high), (1, square)]))  # fmt: skip


@cache
def length_left() -> Proof:
    """x_k <= y_k for every level k up to that where both are the same."""
    given = (UP, DOWN, *BITS, (x[m], "=", y[m]), (r, "<=", m))
    proof = Proof(
        Theorem((m, r, x, y, u, v), given=given, concludes=(0, "<=", y[m - r] - x[m - r]))
    )

    def said(level: Num) -> th.Said:
        return 0, "<=", y[level] - x[level]

    here = proof.induction(l, 0, said(m - l), proof.gram(said(m - 0), [(1, 4)]), last=r)
    level = m - l - 1
    proof.gram((0, "<=", level), [(1, here - 1), (1, 5)])
    proof.gram(said(level), [
        (2, here), (1, proof.at(0, level)), (-1, proof.at(1, level)),
        (1, bit(proof, u, 2, level)[0]), (1, bit(proof, v, 3, level)[0])])  # fmt: skip
    proof.close()
    return proof


def so_far(level: Num) -> th.Said:
    """The bound for the pieces from a level on."""
    return 2 * th.exp(HALF_BIT * (pieces(m) - pieces(level))), "<=", y[level] - x[level] + 2


@cache
def one_level() -> Proof:
    """What is shown of the levels from k + 1 on follows for those from k on."""
    given = (UP, DOWN, *BITS, (0, "<=", y[k + 1] - x[k + 1]), so_far(k + 1))
    proof = Proof(Theorem((k, m, x, y, u, v), given=given, concludes=so_far(k)))
    now = u[k] + v[k]
    bits = [*bit(proof, u, 2, k), *bit(proof, v, 3, k)]
    proof.gram((now, "<=", 2), [(1, bits[1]), (1, bits[3])])
    proof.gram((0, "<=", now), [(1, bits[0]), (1, bits[2])])
    line = proof.by(chord(), {"w": now})
    before = 2 * th.exp(HALF_BIT * (pieces(m) - pieces(k + 1)))
    more = 2 * th.exp(HALF_BIT * (pieces(m) - pieces(k + 1) + now))
    grown = proof.gram((more, "<=", y[k] - x[k] + 2), [
        (before, line), (1 + now / 2, 5), (1 - now / 2, 4),
        (1, proof.at(0, k)), (-1, proof.at(1, k))])  # fmt: skip
    proof.rewrite(so_far(k), grown, proof.gram((pieces(k), "=", pieces(k + 1) - now), []))
    return proof


def general(*, given: Given = INTERVAL, plus: int = 2) -> Proof:
    """All pieces are at most 2 log2((l + 2)/2), l = b - a + 1.

    given, plus: the hypotheses, and what is added to the length
    """
    said = pieces(m), "<=", bound(b - a + 1, plus)
    proof = Proof(Theorem((a, b, m, x, y, u, v), given=given, concludes=said))
    first, last, meet = (proof.given(one) for one in INTERVAL[4:7])
    here = proof.induction(l, 0, so_far(m - l), proof.gram(so_far(m - 0), [(1, meet)]), last=m)
    proof.gram((0, "<=", m - l - 1), [(1, here - 1)])
    digits = {"m": m, "x": x, "y": y, "u": u, "v": v}
    proof.by(length_left(), {"r": l, **digits})
    proof.by(one_level(), {"k": m - l - 1, **digits})
    every = 2 * th.exp(HALF_BIT * pieces(m)), "<=", b - a + 1 + 2
    proof.gram(every, [(1, proof.close()), (-1, first), (1, last)])
    proof.by(in_logarithms(), {"c": pieces(m), "e": b - a + 1})
    return proof


@cache
def next_power() -> Proof:
    """2 log2((e + 2)/2) <= 3/4 + 2 log2 P for 2 <= P, e + 1 <= 2 P."""
    length, power = sp.Symbol("e", nonnegative=True), sp.Symbol("P", positive=True)
    at = {"w": (length + 2) / 2, "P": power}
    return lemma(
        (e, P), (bound(e), "<=", ROOM + 2 * th.ln(P) / th.ln(2)),
        given=[(2, "<=", P), (e + 1, "<=", 2 * P)], facts=[
            (parse("log(w) <= 3/8*log(2) + log(P)", where="w > 0, P > 0, w <= 5/4*P"), at),
            (parse("2*y/h <= 3/4 + 2*z/h", where="h > 0, y <= 3/8*h + z"),
             {"y": sp.log(at["w"]), "z": sp.log(power), "h": sp.log(2)}),
        ],
    )  # fmt: skip


@cache
def not_between() -> Proof:
    """q <= q^2 for an integer q >= 0."""
    proof = Proof(Theorem((n,), concludes=(n, "<=", n * n)))
    here = proof.induction(l, 0, (l, "<=", l * l), proof.gram((ZERO, "<=", ZERO * ZERO), []))
    proof.gram((l + 1, "<=", (l + 1) * (l + 1)), [(1, here), (1, proof.visible((0, "<=", l)))])
    proof.at(proof.close(), n)
    return proof


NUMBER: Any = (n, "=", pieces(m))
FLOOR: tuple[Any, ...] = (*INTERVAL, NUMBER, (b - a + 2, "<=", TWO ** (K + 1)))


def twice_the_floor(*, given: Given = FLOOR, times: int = 2) -> Proof:
    """Their number is at most 2 K for l < 2^(K+1), K >= 1."""
    said = n, "<=", times * K
    proof = Proof(Theorem((a, b, K, m, n, x, y, u, v), given=given, concludes=said))
    number, short = proof.given(NUMBER), proof.given(FLOOR[-1])
    put = {"a": a, "b": b, "m": m, "x": x, "y": y, "u": u, "v": v}
    few = proof.by(general(), put)
    proof.gram((2, "<=", TWO**K), [(2, proof.by(one(), {"n": K - 1}))])
    proof.visible((0, "<=", b - a + 1))
    proof.gram((b - a + 2, "<=", 2 * TWO**K), [(1, short)])
    below = proof.by(next_power(), {"e": b - a + 1, "P": TWO**K})
    proof.cases(said, (n, 2 * K))
    proof.visible(said)
    proof.otherwise()
    q = n - 2 * K
    gap = proof.by(not_between(), {"n": q})
    low = proof.gram((q, "<=", ROOM), [(1, few), (1, number), (1, below)])
    proof.gram(said, [(1 / (1 - ROOM), gap), (q / (1 - ROOM), low)])
    proof.close()
    return proof
