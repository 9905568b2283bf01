"""Noise of a prefix that is put together from nodes, one for each binary digit 1 of its length.

The node of digit k ended r_k = t mod 2^k steps ago and has the factor alpha (1 - alpha)^(r_k); the
noises of different nodes are new draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.rigor.provers.digit_weights import (
    BELOW_ONE,
    DIGITS,
    TWO,
    ZERO,
    alpha,
    bits,
    d,
    decays,
    digit,
    i,
    j,
    k,
    l,
    lemma,
    n,
    r,
    series,
    x,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

Given = Sequence[Any]  # hypotheses
RATE = th.ln(1 / (1 - alpha))
sigma, above, most, t, T = (th.number(name, above=0) for name in ("sigma", "P", "x", "t", "T"))
dimension = th.integer("D", at_least=1)
NONE = Vec(["zero"])


def drawn(mean: int | None = 0) -> Many:
    """The noise of each node."""
    return th.draws("z", k, mean=mean)


def momentum(of: Many) -> Many:
    """The noises of the nodes, each with its factor, one node after the other."""
    bare = th.iterates("Z", k, before=NONE, start=NONE)
    new = bare[k] + d[k] * th.exp(-RATE * r[k]) * of[k]
    return th.iterates("Z", k, before=NONE, start=NONE, following=new)


def spread(count: Num) -> Num:
    """The sum of the squares of these factors."""
    return th.total(j, 0, count - 1, d[j] * th.exp(-2 * RATE * r[j]))


z = drawn()
BIT: Any = (i, 0, (d[i] * d[i], "=", d[i]))
ALIKE: tuple[Any, ...] = (
    *BELOW_ONE, BIT, (k, 0, (th.mean(th.square(z[k])), "=", th.mean(th.square(z[0])))),
)  # fmt: skip


def variance(*, given: Given = ALIKE, of: Many = z, power: int = 2) -> Proof:
    """E |alpha Z_n|^2 = alpha^2 sum d_k (1 - alpha)^(2 r_k) E |z_0|^2."""
    Z, one = momentum(of), th.mean(th.square(of[0]))
    stated = th.total(j, 0, n - 1, d[j] * th.exp(-power * RATE * r[j]))
    proof = Proof(Theorem((n, alpha, d, r, of, Z), given=given, concludes=(
        th.mean(th.square(alpha * Z[n])), "=", alpha**2 * stated * one)))  # fmt: skip
    factor, shrunk = d[l] * th.exp(-RATE * r[l]), th.exp(-2 * RATE * r[l])

    def said(v: Vec, count: Num) -> th.Said:
        return th.mean(th.square(v)), "=", spread(count) * one

    start = proof.unfold(said(Z[0], ZERO), proof.gram(said(NONE, ZERO), []), [(Z, 0)])
    here = proof.induction(l, 0, said(Z[l], l), start)
    new = th.mean(th.square(Z[l] + factor * of[l]))
    bit, alike = proof.given(BIT), proof.given(ALIKE[-1])
    fresh, square = proof.at(alike, l), proof.at(bit, l)
    apart = proof.gram((new, "=", spread(l) * one + d[l] * d[l] * (shrunk * one)), [
        (1, here), (2 * factor, proof.centred(of[l], Z[l])), (d[l] * d[l] * shrunk, fresh),
    ])  # fmt: skip
    apart = proof.rewrite((new, "=", spread(l) * one + d[l] * (shrunk * one)), apart, square)
    grown = proof.gram((new, "=", spread(l + 1) * one), [(1, apart)])
    proof.unfold(said(Z[l + 1], l + 1), grown, [(Z, l + 1)])
    proof.gram(proof.theorem.concludes, [(alpha**2, proof.at(proof.close(), n))])
    return proof


DRAWN: tuple[Any, ...] = (
    *BELOW_ONE, BIT, (k, 0, (th.mean(th.square(z[k])), "<=", dimension * sigma**2)),
    (dimension * (alpha**2 * sigma**2 * spread(n)), "<=", most**2),
)  # fmt: skip


def length(*, given: Given = DRAWN, of: Many = z, share: Any = 1) -> Proof:  # noqa: ANN401
    """E |alpha Z_n| <= share x for each x > 0 with D alpha^2 sigma^2 spread <= x^2."""
    Z, one = momentum(of), dimension * sigma**2
    proof = Proof(Theorem((n, dimension, alpha, sigma, most, d, r, of, Z), given=given, concludes=(
        th.mean(abs(alpha * Z[n])), "<=", share * most)))  # fmt: skip
    factor, shrunk = d[l] * th.exp(-RATE * r[l]), th.exp(-2 * RATE * r[l])

    def said(v: Vec, count: Num) -> th.Said:
        return th.mean(th.square(v)), "<=", spread(count) * one

    start = proof.unfold(said(Z[0], ZERO), proof.gram(said(NONE, ZERO), []), [(Z, 0)])
    here = proof.induction(l, 0, said(Z[l], l), start)
    _, bit, size, whole_noise = proof.places(DRAWN)
    new = proof.gram(said(Z[l] + factor * of[l], l + 1), [
        (1, here), (2 * factor, proof.centred(of[l], Z[l])), (factor**2, proof.at(size, l)),
        (shrunk * one, proof.at(bit, l)),
    ])  # fmt: skip
    proof.unfold(said(Z[l + 1], l + 1), new, [(Z, l + 1)])
    whole = proof.at(proof.close(), n)
    middle = proof.expect(proof.middle(alpha * Z[n], most))
    proof.gram(proof.theorem.concludes, [
        (1, middle), (alpha**2 / (2 * most), whole), (1 / (2 * most), whole_noise)])  # fmt: skip
    return proof


BITS: tuple[Any, ...] = (BIT, *BELOW_ONE)


def pieces(*, given: Given = BITS, less: int = 0) -> Proof:
    """alpha^2 sigma^2 spread <= alpha^2 sigma^2 (d_0 + ... + d_(n-1)), as no factor is above 1."""
    unit, ones = alpha**2 * sigma**2, th.total(j, 0, n - 1, d[j])
    proof = Proof(Theorem((n, alpha, sigma, d, r), given=given, concludes=(
        unit * spread(n), "<=", unit * (ones - less if less else ones))))  # fmt: skip
    proof.visible((0, "<=", RATE))

    def said(count: Num) -> th.Said:
        return spread(count), "<=", th.total(j, 0, count - 1, d[j])

    here = proof.induction(l, 0, said(l), proof.gram(said(ZERO), []))
    small = proof.by(shrinks(), {"x": 2 * RATE * r[l]})
    proof.gram(
        (0, "<=", d[l]),
        [(1, proof.visible((0, "<=", d[l] ** 2))), (1, proof.at(proof.given(BIT), l))],
    )
    proof.gram(said(l + 1), [(1, here), (d[l], small)])
    proof.gram(proof.theorem.concludes, [(unit, proof.at(proof.close(), n))])
    return proof


def shrinks() -> Proof:
    """e^(-x) <= 1."""
    return lemma((x,), (th.exp(-x), "<=", 1))


_LINES = ("sign", "variation", "exponentials", "products")


def grows() -> Proof:
    """d ln 2 + ln(r + 1) <= ln(r + d P + 1) for r + 1 <= P, 0 <= d <= 1."""
    u, s = (sp.Symbol(name, nonnegative=True) for name in "dx")
    P = sp.Symbol("P", positive=True)
    two, end = sp.exp(sp.log(2) * u), s + u * P + 1
    said = digit * th.ln(2) + th.ln(x + 1), "<=", th.ln(x + digit * above + 1)
    return lemma((x, digit, above), said, given=[(digit, "<=", 1), (x + 1, "<=", above)], facts=[
        (parse("exp(v*u) <= 1 - u + u*exp(v)", where="0 <= u, u <= 1"), {"v": sp.log(2), "u": u}),
        (parse("(1 + u)*(s + 1) <= s + u*p + 1", where="0 <= u, s + 1 <= p, s >= 0"),
         {"u": u, "s": s, "p": P}),
        (parse("y*v <= w*v", where="y <= w, v > 0"), {"y": two, "w": 1 + u, "v": s + 1}),
        (parse("q <= c", where="q <= m, m <= c"),
         {"q": two * (s + 1), "m": (1 + u) * (s + 1), "c": end}),
        (parse("y <= log(w)", where="exp(y) <= w, w > 0"),
         {"y": u * sp.log(2) + sp.log(s + 1), "w": end}),
    ], methods=_LINES)  # fmt: skip


UP_TO: tuple[Any, ...] = ((1, "<=", t), (t, "<=", T))


def doubled() -> Proof:
    """ln(t + 1) <= ln 2 + ln T for 1 <= t <= T."""
    u, v = (sp.Symbol(name, positive=True) for name in "tT")
    return lemma((t, T), (th.ln(t + 1), "<=", th.ln(2) + th.ln(T)), given=UP_TO, facts=[
        (parse("log(u + 1) <= log(2) + log(u)", where="u >= 1"), {"u": u}),
        (parse("log(u) <= log(v)", where="u, v > 0, u <= v"), {"u": u, "v": v}),
        (parse("q <= l + c", where="q <= l + m, m <= c"),
         {"q": sp.log(u + 1), "l": sp.log(2), "m": sp.log(u), "c": sp.log(v)}),
    ], methods=_LINES)  # fmt: skip


COUNTED: tuple[Any, ...] = (*DIGITS, (r[n], "=", t), *UP_TO)


def logarithmic(*, given: Given = COUNTED, less: int = 0) -> Proof:
    """d_0 + ... + d_(n-1) <= 1 + log2 T for the digits of t <= T."""
    proof = Proof(Theorem((n, t, T, d, r), given=given, concludes=(
        th.total(j, 0, n - 1, d[j]), "<=", 1 - less + th.ln(T) / th.ln(2))))  # fmt: skip

    bit_is, none_yet, next_rest, *_ = proof.places(COUNTED)

    def ones(count: Num) -> Num:
        return th.total(j, 0, count - 1, d[j])

    def bit(place: Num) -> tuple[int, int]:
        now, square = d[place], proof.at(bit_is, place)
        squares = proof.visible((0, "<=", now**2)), proof.visible((0, "<=", (1 - now) ** 2))
        return (proof.gram((0, "<=", now), [(1, squares[0]), (1, square)]),
                proof.gram((now, "<=", 1), [(1, squares[1]), (1, square)]))  # fmt: skip

    s, u = th.integer("s"), th.integer("u")
    here = proof.induction(s, 0, (r[s] + 1, "<=", TWO**s),
                           proof.gram((r[ZERO] + 1, "<=", TWO**ZERO), [(1, none_yet)]))  # fmt: skip
    proof.visible((0, "<=", TWO**s))
    proof.gram((r[s + 1] + 1, "<=", TWO ** (s + 1)),
               [(1, here), (1, proof.at(next_rest, s)), (TWO**s, bit(s)[1])])  # fmt: skip
    short = proof.close()

    def said(count: Num) -> th.Said:
        return ones(count) * th.ln(2), "<=", th.ln(r[count] + 1)

    none = proof.gram((ones(ZERO) * th.ln(2), "<=", th.ln(ZERO + 1)), [])
    here = proof.induction(u, 0, said(u), proof.rewrite(said(ZERO), none, none_yet))
    proof.at(short, u), bit(u), proof.visible((0, "<", TWO**u))
    more = proof.by(grows(), {"x": r[u], "d": d[u], "P": TWO**u})
    next_one = proof.at(next_rest, u)
    grown = d[u] * th.ln(2) + th.ln(r[u] + 1), "<=", th.ln(r[u + 1] + 1)
    moved = proof.rewrite(grown, more, next_one)
    proof.gram(said(u + 1), [(1, here), (1, moved)])
    every = proof.at(proof.close(), n)
    last = proof.by(doubled(), {"t": t, "T": T})
    scale = 1 / th.ln(2)
    proof.gram(proof.theorem.concludes, [(scale, every), (scale, last)])
    return proof


def sharp(*, given: Given = (*DIGITS, *BELOW_ONE), inside: int = 2) -> Proof:
    """alpha^2 sigma^2 spread <= alpha^2 sigma^2 (1 + log2(1 + 1/(2 alpha)))."""
    unit, most = alpha**2 * sigma**2, 1 + th.ln(1 + 1 / (inside * alpha)) / th.ln(2)
    proof = Proof(Theorem((n, alpha, sigma, d, r), given=given,
                          concludes=(unit * spread(n), "<=", unit * most)))  # fmt: skip
    low = proof.by(bits(), {"n": n, "c": 2, "alpha": alpha, "d": d, "r": r})
    middle = proof.by(series(), {"n": n, "c": 2, "alpha": alpha})
    last = proof.by(decays(), {"c": 2, "alpha": alpha})
    proof.gram(proof.theorem.concludes, [(unit, low), (unit, middle), (unit, last)])
    return proof
