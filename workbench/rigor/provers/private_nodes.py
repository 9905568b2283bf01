"""Privacy of all nodes of a tree whose weights fall, where one order is repeated in every epoch.

A node weighs its steps by c_j = (1 - alpha)^j, j steps before its last one, with alpha >= 1/N.  So
c_N <= 1/2, and a record that is used once in any N steps has the weight 2 at most in a node, and 0
in one that does not use it: the squares add up to at most four times the nodes that use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers import noise_scales as scales
from workbench.rigor.provers.falling_weights import (
    FIRST,
    POWERS,
    alpha,
    falls,
    next_weight,
    three_eighths,
)
from workbench.rigor.provers.noise_scales import BELOW_ONE, LOG, MODERATE, delta, eps
from workbench.rigor.provers.privacy import left_of, shown_private
from workbench.rigor.provers.private_trees import (
    FALLING,
    PAST,
    N,
    c,
    once,
    records,
    shorter_uses,
    sigma,
    weight_after,
    weight_at_most_uses,
    weight_not_negative,
)
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_levels import (
    BIT,
    SMALL,
    ZERO,
    Given,
    K,
    T,
    a,
    at_least_one,
    at_most_one,
    found,
    grown,
    i,
    in_levels,
    j,
    joined,
    k,
    n,
    p,
    power,
    r,
    s,
    unused,
    uses,
    x,
    z,
)
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.theorem import Num, Theorem

G, V = th.number("G", above=0), th.integer("V", at_least=1)


def first_step() -> Proof:
    """The weight of r + 1 steps is that of the first of them, and that of the others."""
    told = weight_after(r + 1, n), "=", c[r] * x[n + 1] + weight_after(r, n + 1)
    proof = Proof(Theorem((n, r, c, x), concludes=told))

    def said(count: Num) -> th.Said:
        left = th.total(i, 1, count + 1, c[r + 1 - i] * x[n + i])
        return left, "=", c[r] * x[n + 1] + th.total(i, 1, count, c[r - i] * x[n + 1 + i])

    grown(proof, said, tuple, r)
    return proof


def long_weight() -> Proof:
    """2 for a record in the last N steps, times its weight there, and 1 for one that is not."""

    def said(count: Num) -> th.Said:
        last = n + count
        return weight_after(N + count, n), "<=", 2 * weight_after(N, last) + 1 - uses(N, last)

    half_left: Any = (2 * c[N], "<=", 1)
    given = [FIRST, POWERS, BIT, once(x), half_left, (alpha, "<=", 1)]
    proof = Proof(Theorem((alpha, N, n, r, c, x), given=given, concludes=said(r)))
    low = proof.by(weight_not_negative(), {"n": n, "p": N, "c": c, "x": x})
    first = proof.gram(said(ZERO), [(1, low), (1, proof.at(3, n))])
    here = proof.induction(j, 0, said(j), first)
    put = {"alpha": alpha, "c": c, "x": x}
    later = proof.by(next_weight(), put | {"n": n, "r": N + j})
    within = proof.by(next_weight(), put | {"n": n + j, "r": N})
    without = proof.by(first_step(), {"n": n + j, "r": N, "c": c, "x": x})
    more = proof.by(joined(), {"n": n + j, "r": N + 1, "x": x})
    fewer = proof.by(joined(), {"n": n + j + 1, "r": N, "x": x})
    gone = x[n + j + 1]
    proof.gram(said(j + 1), [
        (1 - alpha, here), (1, later), (-2, within), (2, without), (1, more), (-1, fewer),
        (alpha, proof.at(3, n + j)), (gone**2, 4), (1 - 2 * c[N], proof.at(2, n + j + 1)),
    ])  # fmt: skip
    proof.at(proof.close(), r)
    return proof


def at_most_two() -> Proof:
    """No record has a weight above 2."""
    told = weight_after(p, n), "<=", 2
    given = [FIRST, POWERS, BIT, once(x), (2 * c[N], "<=", 1), (alpha, "<=", 1), FALLING]
    proof = Proof(Theorem((alpha, N, n, p, c, x), given=given, concludes=told))

    def few(length: Num, after: Num) -> int:
        put = {"n": after, "p": length, "c": c, "x": x}
        return proof.by(weight_at_most_uses(), put)

    proof.cases(told, (p, N))
    more = proof.by(shorter_uses(), {"n": n, "M": p, "r": N - p, "x": x})
    proof.gram(told, [(1, few(p, n)), (1, more), (1, proof.at(3, n))])
    proof.otherwise()
    put = {"alpha": alpha, "N": N, "n": n, "r": p - N, "c": c, "x": x}
    most, last = proof.by(long_weight(), put), n + p - N
    proof.gram(told, [(1, most), (2, few(N, last)), (1, proof.at(3, last))])
    proof.close()
    return proof


def none_without_use() -> Proof:
    """Steps that do not use the record have no weight of it."""

    def said(count: Num) -> th.Said:
        part = th.total(i, 1, count, c[p - i] * x[n + i])
        return part * unused(count, n), "=", 0

    proof = Proof(Theorem((n, p, c, x), given=[BIT], concludes=said(p)))

    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), []))
    bit, scale = proof.at(0, n + j + 1), c[p - j - 1] * unused(j, n)
    proof.gram(said(j + 1), [(1 - x[n + j + 1], here), (-scale, bit)])
    proof.at(proof.close(), p)
    return proof


y = th.number("y", at_least=0)


def square_of_node() -> Proof:
    """At most 4 for a node that uses the record, and 0 for one that does not, times y <= 1."""
    whole, free = weight_after(p, n), unused(p, n)
    told = th.total(i, 1, p, y * c[p - i] * x[n + i]) ** 2, "<=", 4 * y * (1 - free)
    proof = Proof(Theorem((n, p, c, x, y), given=[BIT, (whole, "<=", 2), (y, "<=", 1)],
                          concludes=told))  # fmt: skip
    proof.by(weight_not_negative(), {"n": n, "p": p, "c": c, "x": x})
    proof.by(at_most_one(), {"n": n, "r": p, "x": x})
    none = proof.by(none_without_use(), {"n": n, "p": p, "c": c, "x": x})
    proof.visible((0, "<=", 1 - free))
    used = proof.gram((whole**2, "<=", 4 * (1 - free)),
                      [((1 - free) * (2 + whole), 1), (whole, none)])  # fmt: skip
    proof.gram(told, [(y**2, used), (4 * y * (1 - free), 2)])
    return proof


def weights(length: Num, count: Num) -> Num:
    """The sum of the squares over the first nodes of a level, of those that fit."""
    fits = z[(a + 1) * length]
    node = th.total(i, 1, length, fits * c[length - i] * x[a * length + i])
    return th.total(a, 0, count - 1, node**2)


def weights_of_level() -> Proof:
    """At most four times the nodes of a level that use the record."""
    given = [FIRST, POWERS, BIT, once(x), (2 * c[N], "<=", 1), (alpha, "<=", 1), FALLING, SMALL]
    proof = Proof(Theorem((alpha, N, T, p, c, x, z), given=given,
                          concludes=(weights(p, T), "<=", 4 * found(p))))  # fmt: skip

    def step() -> Iterable[Any]:
        put = {"n": j * p, "p": p, "c": c, "x": x}
        proof.by(at_most_two(), put | {"alpha": alpha, "N": N})
        end = (j + 1) * p
        proof.at(7, end)
        return [(1, proof.by(square_of_node(), put | {"y": z[end]}))]

    grown(proof, lambda count: (weights(p, count), "<=", 4 * found(p, count)), step, T)
    return proof


h = th.integer("h")
FEW: Any = (h, 0, (in_levels(h), "<=", V))  # of the nodes that fit
TREE: tuple[Any, ...] = (FIRST, POWERS, BIT, once(x), (1, "<=", alpha * N), SMALL, FEW)


def private(factor: int = 8, tree: tuple[Any, ...] = TREE) -> tuple[Any, ...]:
    """All conditions, with so much noise."""
    return (*tree, BELOW_ONE, MODERATE, (sigma, ">=", factor * G * th.root(V * LOG) / eps))


SYMBOLS = (N, T, K, V, records, alpha, G, c, x, z, sigma, eps, delta)
PRIVATE = private()


def nodes(
    where: Given = PRIVATE, *, symbols: Sequence[Any] = SYMBOLS, last: Any = K  # noqa: ANN401
) -> PrivateStatement:  # fmt: skip
    """(eps, delta)-DP for sigma >= 8 G sqrt(V L)/eps; `last` is the last level."""
    length = power(k)
    asked = pv.in_steps(i, 1, length, weight=z[(a + 1) * length] * c[length - i],
                        turn=x[a * length + i], bound=pv.size("2", G), at=PAST)  # fmt: skip
    return pv.private(
        symbols, where=where, records=records, index=[(k, 0, last), (a, 0, T - 1)],
        adjacency="replace-record", state={"past": pv.beside(PAST, pv.released("y"))},
        releases=[pv.release("y", ["gaussian", sigma], asked)],
        guarantee=pv.approximate(eps, delta),
    )  # fmt: skip


ORDER = 2 * th.root(th.num(2)) * LOG / eps


def cost_left(
    symbols: Sequence[Any], where: Given, statement: PrivateStatement, tree: Given
) -> tuple[Proof, int, Num]:
    """The proof that is left, that 8 G^2 V/sigma^2 is converted, and what a square costs.

    tree: the conditions that are not those on sigma, eps and delta
    """
    proof = left_of(symbols, where, statement, above=ORDER)
    most = 8 * G**2 * V / sigma**2
    same = {"rho": most, "sigma": sigma, "G": G, "V": V, "eps": eps, "delta": delta}
    proof.visible((most, "<=", most))
    scale = [one for one in where if not any(one is other for other in tree)]
    return proof, proof.by(scales.simple_scale(scale), same), (1 + ORDER) * 2 * G**2 / sigma**2


def nodes_shown(where: Given = PRIVATE) -> Outcome:
    """The squares of the weights add up to 4 V, which costs eps^2/(8 L)."""
    statement = nodes(where)
    proof, enough, share = cost_left(SYMBOLS, where, statement, TREE)
    slope = proof.at(proof.given(POWERS), ZERO)
    first = proof.gram((c[ZERO], "=", 1), [(1, proof.given(FIRST))])
    proof.gram((alpha, "<=", 1), [(1, slope), (1 - alpha, first)])
    put = {"alpha": alpha, "c": c}
    small = proof.by(three_eighths(), put | {"n": N})
    proof.gram((2 * c[N], "<=", 1), [(th.num(1) / 4, small)])
    start = proof.by(falls(), put | {"n": ZERO})
    proof.induction(s, 0, (c[s], "<=", 1), start)
    proof.by(falls(), put | {"n": s + 1})
    proof.close()

    def so_far(last: Num) -> Num:
        return th.total(k, 0, last, weights(power(k), T))

    def level(at: Num) -> list[Any]:
        proof.by(at_least_one(), {"n": at})
        told = put | {"N": N, "T": T, "p": power(at), "x": x, "z": z}
        return [(1, proof.by(weights_of_level(), told))]

    every = grown(proof, lambda last: (so_far(last), "<=", 4 * in_levels(last)),
                  lambda: level(j + 1), K, base=level(ZERO))  # fmt: skip
    few = proof.at(proof.given(FEW), K)
    proof.gram(proof.theorem.concludes, [(1, enough), (share, every), (4 * share, few)])
    return shown_private(statement, above=ORDER, proof=proof)
