"""What all nodes of a tree of plain differences charge to one record: over all levels and nodes.

A level of nodes of up to N steps charges 4 (L eta N)^2 for each use of the record, and a level of
longer ones, of p steps, 8 T mu^2/p + 8 mu^2 with mu = min{G, p L eta}.  Here

    sum mu^2/p <= 3 G L eta,      sum mu^2 <= 2 G^2 log2(1 + p L eta/G)

over the levels below p.  The notation is that of `workbench.rigor.provers.difference_levels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import sympy as sp

from workbench.rigor.provers.difference_levels import (
    A,
    B,
    G,
    L,
    charged,
    eta,
    h,
    least,
    level_of_long,
    level_of_short,
    smaller,
    split,
    uses_of_windows,
    w,
    y,
)
from workbench.rigor.provers.digit_weights import lemma
from workbench.rigor.provers.private_trees import once, shorter_uses
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import longer
from workbench.rigor.provers.tree_levels import (
    BIT,
    ENDS,
    FALLS,
    NO_MORE,
    SMALL,
    ZERO,
    E,
    K,
    N,
    T,
    at_least_one,
    grown,
    j,
    k,
    m,
    power,
    s,
    uses,
    x,
    z,
)
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses


def share(count: Num) -> Num:
    """min{G, p L eta} for the level of this number above K."""
    return least(G, power(K + 1 + count) * A)


def over_lengths(count: Num) -> Num:
    """The squares of these over the lengths, in the first of the levels above K."""
    return th.total(k, 0, count - 1, share(k) ** 2 / power(K + 1 + k))


def in_squares(count: Num) -> Num:
    """And the squares alone."""
    return th.total(k, 0, count - 1, share(k) ** 2)


LEVELS = (K, m, G, L, eta)


def of_step(proof: Proof, at: Num, *said: str) -> tuple[Num, list[int]]:
    """The length of a level above K, which is at least 1, and facts about its share."""
    length = power(K + 1 + at)
    proof.by(at_least_one(), {"n": K + 1 + at})
    return length, smaller(proof, G, length * A, *said)


def at_most_geometric() -> Proof:
    """The squares over the lengths add up to at most p (L eta)^2 below length p."""

    def said(count: Num) -> th.Said:
        return over_lengths(count), "<=", power(K + 1 + count) * A**2

    proof = Proof(Theorem(LEVELS, concludes=said(m)))
    one = proof.by(at_least_one(), {"n": K + 1 + ZERO})
    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), [(A**2, one)]))
    length, (low, _) = of_step(proof, j, "at most second", "positive")
    proof.gram(said(j + 1), [(1, here), ((length * A + share(j)) / length, low)])
    proof.at(proof.close(), m)
    return proof


def at_most_three() -> Proof:
    """They add up to at most 3 G L eta."""

    def said(count: Num) -> th.Said:
        rest = 2 * G * share(count) / power(K + 1 + count)
        return over_lengths(count) + rest, "<=", 3 * G * A

    proof = Proof(Theorem(LEVELS, concludes=(over_lengths(m), "<=", 3 * G * A)))
    length, (low, _) = of_step(proof, ZERO, "at most second", "positive")
    first = proof.gram(said(ZERO), [(2 * G / length, low)])
    here = proof.induction(j, 0, said(j), first)
    length, (by_G, by_A, _) = of_step(proof, j, "at most first", "at most second", "positive")
    few = proof.by(at_most_geometric(), {"K": K, "m": j, "G": G, "L": L, "eta": eta})
    _, (next_G, next_A) = of_step(proof, j + 1, "at most first", "at most second")
    proof.cases(said(j + 1), (G, length * A))
    (large,) = smaller(proof, G, length * A, "first")
    proof.gram(said(j + 1), [(1, here), (share(j) / length, by_G), (G / length, next_G),
                             (G / length, large)])  # fmt: skip
    proof.otherwise()
    proof.gram(said(j + 1), [
        (1, few), ((length * A + share(j)) / length, by_A), (A, next_G),
        ((G - length * A) / length, next_A)])  # fmt: skip
    proof.close()
    every = proof.at(proof.close(), m)
    length, _ = of_step(proof, m, "positive")
    end = proof.visible((0, "<=", 2 * G * share(m) / length))
    proof.gram(proof.theorem.concludes, [(1, every), (1, end)])
    return proof


LOG = th.ln(2)


@cache
def one_level() -> Proof:
    """y^2 + 2 log2(1 + w) <= 2 log2(1 + 2w) for y <= 1 and y <= w."""
    v, u = (sp.Symbol(name, nonnegative=True) for name in "wy")
    share = v / (1 + v)
    said = y**2 + 2 * th.ln(1 + w) / LOG, "<=", 2 * th.ln(1 + 2 * w) / LOG
    return lemma((y, w), said, given=[(y, "<=", 1), (y, "<=", w)], facts=[
        (parse("v*log(2) <= log(1 + v)", where="0 <= v, v <= 1"), {"v": share}),
        (parse("log(a) + log(b) <= log(c)", where="a, b, c > 0, a*b = c"),
         {"a": 1 + v, "b": 1 + share, "c": 1 + 2 * v}),
        (parse("y^2 <= 2*w/(1 + w)", where="0 <= y, y <= 1, y <= w, w >= 0"), {"y": u, "w": v}),
        (parse("q + 2*a/h <= 2*c/h", where="h > 0, q <= 2*v, v*h <= b, a + b <= c"),
         {"q": u**2, "a": sp.log(1 + v), "b": sp.log(1 + share), "c": sp.log(1 + 2 * v),
          "h": sp.log(2), "v": share}),
    ])  # fmt: skip


@cache
def positive_log() -> Proof:
    """0 <= log2(1 + w)."""
    v = sp.Symbol("w", nonnegative=True)
    return lemma((w,), (0, "<=", th.ln(1 + w) / LOG),
                 facts=[(parse("log(1 + v) >= 0", where="v >= 0"), {"v": v})])  # fmt: skip


@cache
def longest() -> Proof:
    """16 log2(1 + h) <= 24 + 16 log2(2 + w) for h <= 2w."""
    u, v = (sp.Symbol(name, nonnegative=True) for name in "hw")
    said = 16 * th.ln(1 + h) / LOG, "<=", 24 + 16 * th.ln(2 + w) / LOG
    return lemma((h, w), said, given=[(h, "<=", 2 * w)], facts=[
        (parse("log(a) <= log(2) + log(b)", where="a, b > 0, a <= 2*b"), {"a": 1 + u, "b": 2 + v}),
        (parse("16*a/h <= 24 + 16*b/h", where="h > 0, a <= h + b"),
         {"a": sp.log(1 + u), "b": sp.log(2 + v), "h": sp.log(2)}),
    ])  # fmt: skip


def logarithmic() -> Proof:
    """The squares alone add up to at most 2 G^2 log2(1 + p L eta/G) below length p."""

    def most(length: Num) -> Num:
        return 2 * G**2 * th.ln(1 + length * A / G) / LOG

    def said(count: Num) -> th.Said:
        return in_squares(count), "<=", most(power(K + 1 + count))

    proof = Proof(Theorem(LEVELS, concludes=said(m)))
    length, _ = of_step(proof, ZERO)
    low = proof.by(positive_log(), {"w": length * A / G})
    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), [(2 * G**2, low)]))
    length, (by_G, by_A, _) = of_step(proof, j, "at most first", "at most second", "positive")
    proof.gram((share(j) / G, "<=", 1), [(1 / G, by_G)])
    proof.gram((share(j) / G, "<=", length * A / G), [(1 / G, by_A)])
    more = proof.by(one_level(), {"y": share(j) / G, "w": length * A / G})
    grown = proof.gram((in_squares(j + 1), "<=", most(2 * length)), [(1, here), (G**2, more)])
    proof.rewrite(said(j + 1), grown, proof.gram((power(K + 1 + j + 1), "=", 2 * length), []))
    proof.at(proof.close(), m)
    return proof


NODES: tuple[Any, ...] = (
    BIT, NO_MORE, SMALL, FALLS, ENDS, once(x), (T, "<=", E * N), (power(K), "<=", N),
    (N, "<=", power(K + 1)), (power(K + m), "<=", T),
)  # fmt: skip


def in_all_levels(last: Num) -> Num:
    """What the levels 0, ..., last charge."""
    return th.total(k, 0, last, charged(power(k)))


def levels_up_to() -> Proof:
    """The levels 0, ..., K charge 4 (L eta N)^2 for each of at most E uses."""
    given, share = (*NODES[:3], *NODES[5:8]), 4 * B**2 * E

    def so_far(count: Num) -> th.Said:
        return in_all_levels(count), "<=", share * (count + 1)

    proof = Proof(Theorem((N, E, T, K, G, L, eta, x, z), given=given, concludes=so_far(K)))
    height = 5
    proof.gram((1, "<=", N), [(1, proof.by(at_least_one(), {"n": K})), (1, height)])
    windows = proof.by(uses_of_windows(), {"N": N, "n": ZERO, "Q": E, "x": x})
    fewer = proof.by(shorter_uses(), {"n": ZERO, "M": T, "r": E * N - T, "x": x})
    few = proof.gram((uses(T), "<=", E), [(1, windows), (1, fewer)])
    put = {"T": T, "N": N, "G": G, "L": L, "eta": eta, "x": x, "z": z}

    def low(at: Num, rest: Num) -> list[Any]:
        proof.by(at_least_one(), {"n": at})
        up = proof.by(longer(), {"n": at, "r": rest})
        proof.gram((power(at), "<=", N), [(1, up), (1, height)])
        return [(1, proof.by(level_of_short(), put | {"p": power(at)})), (4 * B**2, few)]

    first = proof.gram(so_far(ZERO), low(ZERO, K))
    here = proof.induction(j, 0, so_far(j), first, last=K)
    proof.gram(so_far(j + 1), [(1, here), *low(j + 1, K - j - 1)])
    proof.close()
    return proof


def levels_above() -> Proof:
    """What the levels K + 1, ..., K + m charge."""
    given = (BIT, *NODES[2:6], *NODES[7:9])

    def further(count: Num) -> th.Said:
        rest = 8 * T * over_lengths(count) + 8 * in_squares(count)
        return in_all_levels(K + count), "<=", in_all_levels(K) + rest

    proof = Proof(Theorem((N, T, K, m, G, L, eta, x, z), given=given, concludes=further(m)))
    height, next_height = 5, 6
    proof.gram((1, "<=", N), [(1, proof.by(at_least_one(), {"n": K})), (1, height)])
    put = {"T": T, "N": N, "G": G, "L": L, "eta": eta, "x": x, "z": z}

    def step() -> list[Any]:
        length, many = power(K + 1 + s), power(s + 1)
        for at in (K + 1 + s, s + 1):
            proof.by(at_least_one(), {"n": at})
        whole = proof.by(split(), {"n": K, "r": s + 1})
        proof.gram((length, "<=", many * N), [(1, whole), (many, height)])
        proof.gram((many * N, "<=", 2 * length), [(many, next_height), (-2, whole)])
        return [(1, proof.by(level_of_long(), put | {"p": length, "Q": many}))]

    grown(proof, further, step, m, by=s)
    return proof


LONG = 8 * T * A * G + G**2 * (6 + 4 * th.ln(2 + T * A / G) / LOG)


def closed_form() -> Proof:
    """In closed form, where 2^(K+m) <= T."""
    said = 8 * T * over_lengths(m) + 8 * in_squares(m), "<=", 4 * LONG
    proof = Proof(Theorem((T, *LEVELS), given=[NODES[9]], concludes=said))
    own = {"K": K, "m": m, "G": G, "L": L, "eta": eta}
    three, log = proof.by(at_most_three(), own), proof.by(logarithmic(), own)
    last = power(K + 1 + m) * A / G
    proof.gram((last, "<=", 2 * (T * A / G)), [(2 * A / G, 0)])
    most = proof.by(longest(), {"h": last, "w": T * A / G})
    some = proof.gram((0, "<=", T), [(1, 0), (1, proof.by(at_least_one(), {"n": K + m}))])
    proof.gram(said, [(8 * T, three), (8, log), (G**2, most), (8 * G * A, some)])
    return proof


def charge(*, given: Given = NODES, times: int = 4) -> Proof:
    """4 ((K+1) E (L eta N)^2 + 8 T L eta G + G^2 (6 + 4 log2(2 + T L eta/G))) at most.

    given, times: the hypotheses, and the factor 4
    """
    said = in_all_levels(K + m), "<=", times * ((K + 1) * E * B**2 + LONG)
    proof = Proof(Theorem((N, E, T, K, m, G, L, eta, x, z), given=given, concludes=said))
    proof.gram((1, "<=", N), [(1, proof.by(at_least_one(), {"n": K})), (1, proof.given(NODES[7]))])
    own: dict[str, Any] = {"T": T, "K": K, "G": G, "L": L, "eta": eta}
    end = proof.by(closed_form(), own | {"m": m})
    own |= {"N": N, "x": x, "z": z}
    above = proof.by(levels_above(), own | {"m": m})
    short = proof.by(levels_up_to(), own | {"E": E})
    proof.gram(said, [(1, short), (1, above), (1, end)])
    return proof
