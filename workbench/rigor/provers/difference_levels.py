"""What a level of a tree of plain differences charges to one record.

The tree serves prefixes: node a of a level has the p steps after 2 a p.  One that uses the record c
times moves by 2 min{2G, c L eta N} at most.  Up to N steps it has one use, so a level charges
4 (L eta N)^2 for each use.  A longer one has 2p/N uses at most and T/(2p) + 1/2 fit: so a level
charges 8 T mu^2/p + 8 mu^2 with mu = min{G, p L eta}.  The rest of the notation is that of
`workbench.rigor.provers.tree_levels`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from workbench.rigor.provers.private_trees import later_uses, not_negative, once, shorter_uses
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import falling, steps_of_node
from workbench.rigor.provers.tree_levels import (
    BIT,
    ENDS,
    FALLS,
    NO_MORE,
    SMALL,
    ZERO,
    N,
    T,
    a,
    grown,
    j,
    joined,
    n,
    p,
    power,
    r,
    s,
    uses,
    x,
    z,
)
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses
G = th.number("G", above=0)
L, eta, g, h, q, w, y = (th.number(v, at_least=0) for v in ("L", "eta", "g", "h", "q", "w", "y"))
Q, u = th.integer("Q", at_least=1), th.integer("u")
A, B = L * eta, L * eta * N


def least(first: Any, second: Any) -> Num:  # noqa: ANN401 - numbers
    """The smaller one of two numbers."""
    return (first + second - abs(first - second)) / 2


@cache
def of_two(said: str) -> Proof:
    """What is known of it; `first` and `second` where this is the smaller one."""
    low = least(g, h)
    told = {"at most first": (low, "<=", g), "at most second": (low, "<=", h),
            "positive": (0, "<=", low),
            "first": (g, "<=", low), "second": (h, "<=", low)}  # fmt: skip
    given = {"first": [(g, "<=", h)], "second": [(h, "<=", g)]}.get(said, [])
    proof = Proof(Theorem((g, h), given=given, concludes=told[said]))
    proof.scalar(told[said], {"kind": "cases", "tree": (g - h).tree, "above": {"kind": "sign"},
                              "below": {"kind": "sign"}})  # fmt: skip
    return proof


def smaller(proof: Proof, first: Any, second: Any, *said: str) -> list[int]:  # noqa: ANN401
    """These facts about the smaller one of two numbers."""
    return [proof.by(of_two(one), {"g": first, "h": second}) for one in said]


def node(length: Num, place: Num) -> Num:
    """By how much a node moves at most."""
    return 2 * least(2 * G, uses(length, 2 * place * length) * B)


def charged(length: Num, count: Num = T) -> Num:
    """The squares of this over the first nodes of a level that fit."""
    return th.total(a, 0, count - 1, z[(2 * a + 1) * length] * node(length, a) ** 2)


def fitting(length: Num, count: Num = T) -> Num:
    """How many of these fit."""
    return th.total(a, 0, count - 1, z[(2 * a + 1) * length])


def node_with_one_use() -> Proof:
    """y (2 min{2G, w h})^2 <= 4 h^2 w for w, y in [0, 1]."""
    move, told = least(2 * G, w * h), [(w, "<=", 1), (y, "<=", 1)]
    said = y * (2 * move) ** 2, "<=", 4 * h**2 * w
    proof = Proof(Theorem((G, h, w, y), given=told, concludes=said))
    few, _ = smaller(proof, 2 * G, w * h, "at most second", "positive")
    proof.gram(said, [(4 * h**2 * w, 1), (4 * y * h**2 * w, 0), (4 * y * (w * h + move), few)])
    return proof


def level_of_short() -> Proof:
    """A level of nodes of at most N steps."""
    given = (BIT, NO_MORE, SMALL, once(x), (p, "<=", N))
    said = charged(p), "<=", 4 * B**2 * uses(T)
    proof = Proof(Theorem((T, N, p, G, L, eta, x, z), given=given, concludes=said))

    def step() -> Iterable[Any]:
        start, end = 2 * j * p, (2 * j + 1) * p
        here = {"n": start, "r": p, "x": x}
        fewer = proof.by(shorter_uses(), {"n": start, "M": p, "r": N - p, "x": x})
        proof.gram((uses(p, start), "<=", 1), [(1, fewer), (1, proof.at(3, start))])
        proof.by(not_negative(), here)
        proof.at(2, end)
        both = [proof.by(joined(), {"n": one, "r": p, "x": x}) for one in (start, end)]
        rest = proof.by(not_negative(), {**here, "n": end})
        put = {"G": G, "h": B, "w": uses(p, start), "y": z[end]}
        scale = 4 * B**2
        return [(1, proof.by(node_with_one_use(), put)), (scale, rest),
                *((-scale, one) for one in both)]  # fmt: skip

    every = grown(proof, lambda c: (charged(p, c), "<=", 4 * B**2 * uses(2 * c * p)), step, T)
    last = proof.by(later_uses(), {"T": T, "n": ZERO, "r": 2 * T * p, "x": x})
    proof.gram(said, [(1, every), (4 * B**2, last)])
    return proof


def node_with_many_uses() -> Proof:
    """(2 min{2G, h})^2 <= 16 min{G, q}^2 for h <= 2q."""
    move, most = least(2 * G, h), least(G, q)
    said = (2 * move) ** 2, "<=", 16 * most**2
    proof = Proof(Theorem((G, h, q), given=[(h, "<=", 2 * q)], concludes=said))
    first, second, _ = smaller(proof, 2 * G, h, "at most first", "at most second", "positive")
    proof.by(of_two("positive"), {"g": G, "h": q})
    proof.cases(said, (G, q))
    (low,) = smaller(proof, G, q, "first")
    proof.gram(said, [(4 * (2 * G + move), first), (16 * (most + G), low)])
    proof.otherwise()
    (low,) = smaller(proof, G, q, "second")
    proof.gram(
        said, [(4 * (2 * q + move), second), (4 * (2 * q + move), 0), (16 * (most + q), low)]
    )
    proof.close()
    return proof


def nodes_that_fit() -> Proof:
    """Every second node of p steps, from the first one on: at most T/(2p) + 1/2."""
    said = 2 * p * fitting(p), "<=", T + p
    proof = Proof(Theorem((T, p, z), given=(SMALL, FALLS, ENDS), concludes=said))

    def so_far(count: Num) -> th.Said:
        end = 2 * count * p
        return 2 * p * fitting(p, count), "<=", p + uses(end, of=z) - p * z[end]

    def step() -> Iterable[Any]:
        start, end = 2 * j * p, (2 * j + 1) * p
        put = [{"n": one, "r": p, "z": z} for one in (start, end)]
        return [*((1, proof.by(steps_of_node(), one)) for one in put),
                *((-1, proof.by(joined(z), one)) for one in put),
                (p, proof.by(falling(), put[0]))]  # fmt: skip

    every = grown(proof, so_far, step, T, base=[(p, proof.at(0, ZERO))])
    low = grown(proof, lambda c: (uses(c, of=z), "<=", c), lambda: [(1, proof.at(0, s + 1))], T,
                by=s)  # fmt: skip
    top = grown(proof, lambda c: (uses(T + c, of=z), "<=", T), lambda: [(1, proof.at(2, u + 1))],
                T * (2 * p - 1), base=[(1, low)], by=u)  # fmt: skip
    end = proof.visible((0, "<=", p * z[2 * T * p]))
    proof.gram(said, [(1, every), (1, top), (1, end)])
    return proof


def uses_of_windows() -> Proof:
    """Q N steps have Q uses at most."""
    proof = Proof(Theorem((N, n, Q, x), given=[once(x)], concludes=(uses(Q * N, n), "<=", Q)))

    def step() -> Iterable[Any]:
        start = n + j * N
        return [(1, proof.by(joined(), {"n": start, "r": N, "x": x})), (1, proof.at(0, start))]

    every = grown(proof, lambda c: (uses(n + c * N), "<=", uses(n) + c), step, Q)
    after = proof.by(joined(), {"n": n, "r": Q * N, "x": x})
    proof.gram(proof.theorem.concludes, [(1, every), (-1, after)])
    return proof


def level_of_long() -> Proof:
    """A level of nodes of p steps, with at most Q uses each, for Q N between p and 2 p."""
    most = least(G, p * A)
    said = charged(p), "<=", (8 * T / p + 8) * most**2
    given = (BIT, SMALL, FALLS, ENDS, once(x), (1, "<=", p), (p, "<=", Q * N),
             (Q * N, "<=", 2 * p))  # fmt: skip
    proof = Proof(Theorem((T, N, p, Q, G, L, eta, x, z), given=given, concludes=said))
    few = proof.by(nodes_that_fit(), {"T": T, "p": p, "z": z})

    def step() -> Iterable[Any]:
        start, end = 2 * j * p, (2 * j + 1) * p
        proof.by(not_negative(), {"n": start, "r": p, "x": x})
        fewer = proof.by(shorter_uses(), {"n": start, "M": p, "r": Q * N - p, "x": x})
        windows = proof.by(uses_of_windows(), {"N": N, "n": start, "Q": Q, "x": x})
        proof.gram((uses(p, start) * B, "<=", 2 * (p * A)), [(B, fewer), (B, windows), (A, 7)])
        put = {"G": G, "h": uses(p, start) * B, "q": p * A}
        return [(z[end], proof.by(node_with_many_uses(), put))]

    every = grown(proof, lambda c: (charged(p, c), "<=", 16 * most**2 * fitting(p, c)), step, T)
    proof.gram(said, [(1, every), (8 * most**2 / p, few)])
    return proof


def split() -> Proof:
    """2^(n + r) = 2^n 2^r."""
    proof = Proof(Theorem((n, r), concludes=(power(n + r), "=", power(n) * power(r))))
    grown(proof, lambda c: (power(n + c), "=", power(n) * power(c)), tuple, r, times=2)
    return proof
