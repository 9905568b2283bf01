"""Estimating the root of a tree from noisy releases of all of its nodes, with the least variance.

Nodes are numbered as in a heap: 1 is the root, 2c and 2c + 1 are below c, and the A = 2^H leaves
are A, ..., 2A - 1.  Node c is q_(2c) times the first below it plus the second; q_c is q^(2^k) where
c has 2^k leaves.  An estimate is the sum of lambda_c times the release of c, and theta_c what is
still to be estimated of node c.  Each step of the proof moves on from a node to those below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import falling
from workbench.rigor.provers.tree_levels import ZERO, at_least_one, power
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses
H, n = (th.integer(name, at_least=0) for name in "Hn")
c, i, j, l = (th.integer(name) for name in "cijl")  # noqa: E741
s = th.number("v", above=0)  # the variance of each noise
weight, left, G = (th.numbers(name) for name in ("lambda", "theta", "G"))
q, inner = th.numbers("q", at_least=0), th.numbers("z", at_least=0)
nu = th.numbers("nu", above=0)
LEAVES = power(H)
SPLIT: tuple[Any, ...] = (
    (left[1], "=", 1), (c, 1, (left[2 * c], "=", q[2 * c] * (left[c] - weight[c]))),
    (c, 1, (left[2 * c + 1], "=", left[c] - weight[c])),
)  # fmt: skip
SUMS: Any = (c, 1, (G[c], "=", q[2 * c] * G[2 * c] + G[2 * c + 1]))


def _all(last: Num, of: Any) -> Num:  # noqa: ANN401 - what there is at a node
    return th.total(c, 1, last, of(c))


def _estimated(leaves: Num, last: int = 1) -> th.Said:
    rest = th.total(i, 0, leaves - 1, (weight[leaves + i] - left[leaves + i]) * G[leaves + i])
    return _all(2 * leaves - last, lambda k: weight[k] * G[k]), "=", G[1] + rest


def _of_leaves(proof: Proof, rest: Any, more: Any = ()) -> int:  # noqa: ANN401
    """A sum over all nodes is that over the inner ones and that over the leaves."""

    def joined(count: Num) -> th.Said:
        own = th.total(i, 0, count - 1, rest(n + 1 + i))
        return _all(n + count, rest), "=", _all(n, rest) + own

    here = proof.induction(l, 0, joined(l), proof.gram(joined(ZERO), []))
    proof.gram(joined(l + 1), [(1, here)])
    return proof.at(proof.close(), n + 1)


def _unbiased() -> Proof:
    proof = Proof(Theorem((n, weight, left, q, G), given=(*SPLIT, SUMS),
                          concludes=_estimated(n + 1)))  # fmt: skip

    def rest(k: Num) -> Num:
        return (weight[k] - left[k]) * G[k]

    def said(count: Num) -> th.Said:
        told = _all(count, rest) + _all(2 * count + 1, lambda k: left[k] * G[k])
        return told, "=", G[1]

    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), [(G[1], 0)]))
    k = j + 1
    proof.gram(said(k), [
        (1, here), (G[2 * k], proof.at(1, k)), (G[2 * k + 1], proof.at(2, k)),
        (weight[k] - left[k], proof.at(3, k)),
    ])  # fmt: skip
    most = proof.at(proof.close(), n)
    proof.gram(proof.theorem.concludes, [(1, most), (1, _of_leaves(proof, rest))])
    return proof


def unbiased(*, given: Given = (*SPLIT, SUMS), last: int = 1) -> Proof:
    """sum lambda_c G_c = G_1 + sum over the leaves of (lambda_c - theta_c) G_c."""
    symbols = (H, weight, left, q, G)
    proof = Proof(Theorem(symbols, given=given, concludes=_estimated(LEAVES, last)))
    proof.by(at_least_one(), {"n": H})
    proof.by(_unbiased(), {"n": LEAVES - 1, "lambda": weight, "theta": left, "q": q, "G": G})
    return proof


def _tree(leaves: Num) -> tuple[Any, ...]:
    """z_c is 1 for inner nodes and 0 for leaves, and nu_c the claimed variance at node c."""
    below = inner[c] / ((1 + q[c]) * nu[2 * c])
    return (
        *SPLIT, (c, 1, (q[c], "=", q[2 * c] ** 2)), (c, 1, (nu[2 * c + 1], "=", nu[2 * c])),
        (c, 1, (1 / nu[c], "=", 1 / s + below)), (c, 0, (inner[c], "<=", 1)),
        (c, 0, (inner[c + 1], "<=", inner[c])), (inner[leaves - 1], "=", 1),
        (i, 0, (inner[leaves + i], "=", 0)),
    )  # fmt: skip


EXACT: tuple[Any, ...] = ((i, 0, (weight[LEAVES + i], "=", left[LEAVES + i])),)
BEST: tuple[Any, ...] = ((c, 1, (weight[c], "=", nu[c] * left[c] / s)),)
TREE = _tree(LEAVES)
SYMBOLS = (s, weight, left, q, inner, nu)


def _spread(last: Num) -> Num:
    return s * _all(last, lambda k: weight[k] ** 2)


def _least(*, best: bool) -> Proof:
    """The sum over inner nodes before C of v lambda^2, and over C, ..., 2C - 1 of nu theta^2."""
    op = "=" if best else "<="
    choice = BEST if best else ((i, 0, (weight[n + 1 + i], "=", left[n + 1 + i])),)
    proof = Proof(Theorem((n, *SYMBOLS), given=(*_tree(n + 1), *choice),
                          concludes=(nu[1], op, _spread(2 * n + 1))))  # fmt: skip

    def rest(k: Num) -> Num:
        return s * weight[k] ** 2 - nu[k] * left[k] ** 2

    def said(count: Num) -> th.Said:
        return nu[1], op, _all(count, rest) + _all(2 * count + 1, lambda k: nu[k] * left[k] ** 2)

    root = proof.gram(said(ZERO), [(-nu[1] * (left[1] + 1), 0)])
    here = proof.induction(j, 0, said(j), root, last=n)
    k = j + 1
    proof.visible((0, "<=", j))
    low = proof.by(falling(), {"n": k, "r": n - k, "z": inner})
    proof.gram((1, "<=", inner[k]), [(1, low), (-1, 8)])
    v, gone = (1 + q[k]) * nu[2 * k], left[k] - weight[k]
    inverse = proof.rewrite((1 / nu[k], "=", 1 / s + 1 / v), proof.at(5, k), proof.at(6, k))
    off = s * weight[k] - v * gone
    parts = [
        (1, here), (-nu[k] * (s * weight[k] ** 2 + v * gone**2), inverse),
        (nu[2 * k] * gone**2, proof.at(3, k)), (-(gone**2), proof.at(4, k)),
        (-nu[2 * k + 1] * (gone + left[2 * k + 1]), proof.at(2, k)),
        (-nu[2 * k] * (q[2 * k] * gone + left[2 * k]), proof.at(1, k)),
    ]  # fmt: skip
    if best:  # off = v theta nu (1/v + 1/s - 1/nu), as s lambda = nu theta
        scale = nu[k] / (s * v) * off
        parts += [(-scale * (s + v), proof.at(10, k)), (scale * v * left[k] * nu[k], inverse)]
    else:
        parts += [(1, proof.visible((0, "<=", nu[k] / (s * v) * off**2)))]
    proof.gram(said(k), parts)
    whole = proof.close()

    def sure(count: Num) -> th.Said:  # at the leaves nothing is left
        return _all(n + count, rest), "=", _all(n, rest)

    here = proof.induction(l, 0, sure(l), proof.gram(sure(ZERO), []))
    k = n + 1 + l
    inverse = proof.rewrite((1 / nu[k], "=", 1 / s), proof.at(5, k), proof.at(9, l))
    same = proof.gram((nu[k], "=", s), [(-s * nu[k], inverse)])
    if best:
        used = proof.rewrite((weight[k], "=", s * left[k] / s), proof.at(10, k), same)
    else:
        used = proof.at(10, l)
    square = left[k] + weight[k]
    proof.gram(sure(l + 1), [(1, here), (-(left[k] ** 2), same), (s * square, used)])
    leaves = proof.at(proof.close(), n + 1)
    proof.gram(proof.theorem.concludes, [(1, whole), (-1, leaves)])
    return proof


def least(*, best: bool = False, given: Given | None = None, share: int = 1) -> Proof:
    """nu_1 <= v sum lambda_c^2 for unbiased estimates; equal with lambda_c = nu_c theta_c/v."""
    op, choice = ("=", BEST) if best else ("<=", EXACT)
    told = (*TREE, *choice) if given is None else given
    proof = Proof(Theorem((H, *SYMBOLS), given=told, concludes=(
        share * nu[1] if share > 1 else nu[1], op, _spread(2 * LEAVES - 1))))  # fmt: skip
    proof.by(at_least_one(), {"n": H})
    lowest = proof.given(TREE[8])
    proof.gram(_tree(LEAVES - 1 + 1)[8], [(1, lowest)])  # as the theorem about n + 1 leaves says it
    put = {one.tree[1] if isinstance(one, Num) else one.name: one for one in SYMBOLS}
    proof.by(_least(best=best), {"n": LEAVES - 1, **put})
    return proof
