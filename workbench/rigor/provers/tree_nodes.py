"""How many nodes of a tree one record is in: level by level, and in all.

x_i is 1 where step i uses the record and 0 elsewhere.  Node a of a level has the p steps from
a p + 1 on, and U_a is 1 if one of them uses the record and 0 if not: U_a <= 1, U_a <= sum x_i.  The
nodes of a level are disjoint, so sum_a U_a is at most the number of uses, and that of nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

Given = Sequence[Any]  # hypotheses
T, f, K, m, n, r = (th.integer(name, at_least=0) for name in ("T", "f", "K", "m", "n", "r"))
N, E, p = (th.integer(name, at_least=1) for name in ("N", "E", "p"))
a, b, i, j, k = (th.integer(name) for name in "abijk")
s = th.integer("s", at_least=0)
x, U, C, h = (th.numbers(name) for name in ("x", "U", "C", "h"))
P = th.numbers("P", above=0)
USES: Any = (i, 0, (0, "<=", x[i]))


def _uses(count: Num, after: Num | None = None) -> Num:
    return th.total(i, 1, count, x[i if after is None else after + i])


def joined() -> Proof:
    """The uses up to n + r are those up to n and those after it."""

    def said(more: Num) -> th.Said:
        return _uses(n + more), "=", _uses(n) + _uses(more, n)

    proof = Proof(Theorem((n, r, x), concludes=said(r)))
    here = proof.induction(j, 0, said(j), proof.gram(said(0 * n), []))
    proof.gram(said(j + 1), [(1, here)])
    proof.at(proof.close(), r)
    return proof


def later() -> Proof:
    """Up to n there are no more uses than up to n + r."""

    def said(more: Num) -> th.Said:
        return _uses(n), "<=", _uses(n + more)

    proof = Proof(Theorem((n, r, x), given=[USES], concludes=said(r)))
    here = proof.induction(j, 0, said(j), proof.gram(said(0 * n), []))
    proof.gram(said(j + 1), [(1, here), (1, proof.at(0, n + j + 1))])
    proof.at(proof.close(), r)
    return proof


FITS: Any = (f * p, "<=", T)
HOLDS: Any = (a, 0, (U[a], "<=", _uses(p, a * p)))
FOUND = th.total(b, 0, f - 1, U[b])


def level() -> Proof:
    """The nodes of a level that hold the record are no more than its uses up to T."""
    proof = Proof(Theorem((T, f, p, x, U), given=(USES, HOLDS, FITS),
                          concludes=(FOUND, "<=", _uses(T))))  # fmt: skip

    def said(count: Num) -> th.Said:
        return th.total(b, 0, count - 1, U[b]), "<=", _uses(count * p)

    here = proof.induction(s, 0, said(s), proof.gram(said(0 * T), []))
    more = proof.by(joined(), {"n": s * p, "r": p, "x": x})
    proof.gram(said(s + 1), [(1, here), (-1, more), (1, proof.at(1, s))])
    all_of_them = proof.at(proof.close(), f)
    rest = proof.by(later(), {"n": f * p, "r": T - f * p, "x": x})
    proof.gram(proof.theorem.concludes, [(1, all_of_them), (1, rest)])
    return proof


EPOCHS: tuple[Any, ...] = (
    USES, HOLDS, FITS, (j, 0, (_uses(N, j * N), "<=", 1)), (T, "<=", E * N),
)  # fmt: skip


def in_epochs(*, given: Given = EPOCHS, less: int = 0) -> Proof:
    """At most E of the f nodes of a level, where each of E epochs of N steps uses it once."""
    most = E - less if less else E
    proof = Proof(Theorem((T, N, E, f, p, x, U), given=given, concludes=(FOUND, "<=", most)))

    def said(count: Num) -> th.Said:
        return _uses(count * N), "<=", count

    here = proof.induction(s, 0, said(s), proof.gram(said(0 * T), []))
    more = proof.by(joined(), {"n": s * N, "r": N, "x": x})
    proof.gram(said(s + 1), [(1, here), (1, more), (1, proof.at(3, s))])
    every = proof.at(proof.close(), E)
    before = proof.by(later(), {"n": T, "r": E * N - T, "x": x})
    of_level = proof.by(level(), {"T": T, "f": f, "p": p, "x": x, "U": U})
    proof.gram(proof.theorem.concludes, [(1, of_level), (1, before), (1, every)])
    return proof


LEAF: tuple[Any, ...] = (USES, HOLDS, FITS, (_uses(T), "<=", 1))


def once(*, given: Given = LEAF) -> Proof:
    """At most one node of a level, where one step alone uses it."""
    proof = Proof(Theorem((T, f, p, x, U), given=given, concludes=(FOUND, "<=", 1)))
    of_level = proof.by(level(), {"T": T, "f": f, "p": p, "x": x, "U": U})
    proof.gram(proof.theorem.concludes, [(1, of_level), (1, 3)])
    return proof


WHOLE: tuple[Any, ...] = ((a, 0, (U[a], "<=", 1)),)


def of_a_level(*, given: Given = WHOLE) -> Proof:
    """At most all f nodes of a level."""
    proof = Proof(Theorem((f, U), given=given, concludes=(FOUND, "<=", f)))

    def said(count: Num) -> th.Said:
        return th.total(b, 0, count - 1, U[b]), "<=", count

    here = proof.induction(s, 0, said(s), proof.gram(said(0 * f), []))
    proof.gram(said(s + 1), [(1, here), (1, proof.at(0, s))])
    proof.at(proof.close(), f)
    return proof


COUNTS: tuple[Any, ...] = ((k, 0, (C[k], "<=", E)), (k, 0, (C[k], "<=", h[k])))
ONES: tuple[Any, ...] = ((k, 0, (C[k], "<=", 1)), (k, 1, (C[K + k], "<=", 0)))


def in_all(*, given: Given = COUNTS, levels: int = 1, leaf: bool = False) -> Proof:
    """sum C_k <= E (K + 1) + sum_(k > K) h_k over m levels above K; or K + 1, with `leaf`.

    given, levels: the hypotheses, and how many levels are counted beside K
    """
    times = th.num(1) if leaf else E

    def most(more: Num, beside: int = 1) -> Num:
        low = times * (K + beside)
        return low if leaf else low + th.total(b, 1, more, h[K + b])

    found = th.total(b, 0, K + m, C[b])
    symbols = (K, m, C) if leaf else (E, K, m, C, h)
    proof = Proof(Theorem(symbols, given=given, concludes=(found, "<=", most(m, levels))))

    def short(top: Num) -> th.Said:
        return th.total(b, 0, top, C[b]), "<=", times * (top + 1)

    def long(more: Num) -> th.Said:
        return th.total(b, 0, K + more, C[b]), "<=", most(more)

    zero = th.num(0)
    here = proof.induction(s, 0, short(s), proof.gram(short(zero), [(1, proof.at(0, zero))]))
    proof.gram(short(s + 1), [(1, here), (1, proof.at(0, s + 1))])
    low = proof.at(proof.close(), K)
    here = proof.induction(j, 0, long(j), proof.gram(long(zero), [(1, low)]))
    proof.gram(long(j + 1), [(1, here), (1, proof.at(1, j + 1 if leaf else K + j + 1))])
    proof.at(proof.close(), m)
    return proof


DOUBLES: Any = (k, 0, (P[k + 1], "=", 2 * P[k]))
LENGTHS: tuple[Any, ...] = (DOUBLES, (k, 0, (h[k] * P[k], "<=", T)), (N, "<=", P[K + 1]))


def long_ones(*, given: Given = LENGTHS, times: int = 2) -> Proof:
    """E (K + 1) + sum_(k > K) h_k <= E (K + 1) + times T/N, where 2^(K+1) >= N."""
    short = E * (K + 1)
    proof = Proof(Theorem((T, N, E, K, m, P, h), given=given, concludes=(
        short + th.total(b, 1, m, h[K + b]), "<=", short + times * T / N)))  # fmt: skip

    def said(more: Num) -> th.Said:
        return th.total(b, 1, more, h[K + b]), "<=", T / P[K] - T / P[K + more]

    here = proof.induction(j, 0, said(j), proof.gram(said(th.num(0)), []))
    now, then = P[K + j], P[K + j + 1]
    proof.gram(said(j + 1), [
        (1, here), (1 / then, proof.at(1, K + j + 1)), (-T / (now * then), proof.at(0, K + j)),
    ])  # fmt: skip
    most = proof.at(proof.close(), m)
    proof.visible((0, "<=", T / P[K + m]))
    scale = T / (N * P[K])
    proof.gram(proof.theorem.concludes, [(1, most), (scale, 2), (scale, proof.at(0, K))])
    return proof


SIZES: tuple[Any, ...] = (DOUBLES, (P[K], "<=", N), (s, "<=", K))


def first_of_each(*, given: Given = SIZES) -> Proof:
    """The first node of each level up to K fits, as 2^s <= 2^K <= N for s <= K."""
    proof = Proof(Theorem((N, K, s, P), given=given, concludes=(P[s], "<=", N)))

    def said(more: Num) -> th.Said:
        return P[s], "<=", P[s + more]

    here = proof.induction(j, 0, said(j), proof.gram(said(th.num(0)), []))
    proof.gram(said(j + 1), [(1, here), (-1, proof.at(0, s + j))])
    proof.gram(proof.theorem.concludes, [(1, proof.at(proof.close(), K - s)), (1, 1)])
    return proof


d = th.numbers("d")


def drawn(mean: int | None = 0) -> Many:
    """The noise of each node of a prefix."""
    return th.draws("z", k, mean=mean)


z = drawn()
LEVEL: tuple[Any, ...] = (
    (k, 0, (d[k] * d[k], "=", d[k])),
    (k, 0, (th.mean(th.square(z[k])), "=", th.mean(th.square(z[0])))),
)  # fmt: skip


def variance(*, given: Given = LEVEL, of: Many = z, beside: int = 0) -> Proof:
    """The variance of the sum of d_k z_k is sum d_k times that of one, for digits d_k."""
    none = Vec(["zero"])
    bare = th.iterates("S", k, before=none, start=none)
    S = th.iterates("S", k, before=none, start=none, following=bare[k] + d[k] * of[k])
    one = th.mean(th.square(of[0]))

    def said(v: Vec, count: Num, more: int = 0) -> th.Said:
        return th.mean(th.square(v)), "=", (th.total(b, 0, count - 1, d[b]) + more) * one

    proof = Proof(Theorem((m, d, of, S), given=given, concludes=said(S[m], m, beside)))
    zero = th.num(0)
    start = proof.unfold(said(S[0], zero), proof.gram(said(none, zero), []), [(S, 0)])
    here = proof.induction(j, 0, said(S[j], j), start)
    across, same = proof.centred(of[j], S[j]), proof.at(1, j)
    square, new = proof.at(0, j), th.mean(th.square(S[j] + d[j] * of[j]))
    before, fresh = th.total(b, 0, j - 1, d[b]) * one, th.mean(th.square(of[j]))
    apart = proof.gram((new, "=", before + d[j] * d[j] * fresh), [(1, here), (2 * d[j], across)])
    apart = proof.rewrite((new, "=", before + d[j] * fresh), apart, square)
    grown = proof.gram(said(S[j] + d[j] * of[j], j + 1), [(1, apart), (d[j], same)])
    proof.unfold(said(S[j + 1], j + 1), grown, [(S, j + 1)])
    proof.at(proof.close(), m)
    return proof


g, v = (th.draws(name, i, mean=None) for name in "gv")
REPLACED: tuple[Any, ...] = (
    USES, (i, 0, (abs(g[i]), "<=", 1)), (i, 0, (abs(v[i]), "<=", 1)),
    (i, 0, (abs((1 - x[i]) * (g[i] - v[i])), "<=", 0)),
)  # fmt: skip


def moved(*, given: Given = REPLACED, factor: int = 2) -> Proof:
    """The sum over p steps after n moves by at most factor times the vectors replaced there."""
    proof = Proof(Theorem((n, p, x, g, v), given=given, concludes=(
        abs(th.total(i, 1, p, g[n + i]) - th.total(i, 1, p, v[n + i])), "<=", factor * _uses(p, n)
    )))  # fmt: skip

    def said(count: Num) -> th.Said:
        return abs(th.total(i, 1, count, g[n + i] - v[n + i])), "<=", 2 * _uses(count, n)

    here = proof.induction(j, 0, said(j), proof.gram(said(0 * n), []))
    at = n + j + 1
    known = [proof.at(place, at) for place in range(4)]
    one = proof.triangle((1, x[at] * (g[at] - v[at])), (1, (1 - x[at]) * (g[at] - v[at])))
    short = proof.triangle((x[at], g[at]), (-x[at], v[at]))
    both = proof.triangle((1, th.total(i, 1, j, g[n + i] - v[n + i])), (1, g[at] - v[at]))
    proof.gram(said(j + 1), [
        (1, here), (1, both), (1, one), (1, short), (1, known[3]), (x[at], known[1]),
        (x[at], known[2]),
    ])  # fmt: skip
    proof.at(proof.close(), p)
    return proof
