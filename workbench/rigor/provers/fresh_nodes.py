"""Privacy of all nodes of a tree whose weights fall, where each epoch has a new order.

A record is used once in each epoch of N steps, and c_N <= 3/8 for alpha >= 1/N, so it weighs 8/5 at
most at the end of an epoch, and 13/5 anywhere.  A node of at most N steps has two uses at most, and
the square of its weight is at most twice its uses.  There are E of these at each of the K + 1
levels of such nodes, and U <= 2 E nodes above: 2 E (K + 1) + (13/5)^2 U <= 4 (E (K + 1) + U).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers import fresh_orders as fresh
from workbench.rigor.provers import private_nodes as repeated
from workbench.rigor.provers.falling_weights import FIRST, POWERS, alpha, falls, three_eighths
from workbench.rigor.provers.fresh_orders import EPOCH
from workbench.rigor.provers.noise_scales import delta, eps
from workbench.rigor.provers.privacy import shown_private
from workbench.rigor.provers.private_nodes import G, V, weights
from workbench.rigor.provers.private_trees import (
    FALLING,
    N,
    c,
    not_negative,
    records,
    shorter_uses,
    sigma,
    weight_after,
    weight_at_most_uses,
    weight_not_negative,
)
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import EPOCHS, LENGTHS, long_ones, longer, uses_in_epochs
from workbench.rigor.provers.tree_levels import (
    BIT,
    ENDS,
    FALLS,
    SMALL,
    ZERO,
    E,
    K,
    T,
    at_least_one,
    beyond,
    fit,
    grown,
    higher,
    i,
    j,
    joined,
    k,
    m,
    n,
    p,
    power,
    s,
    uses,
    x,
    z,
)
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses
HEAVY = th.num(13) / 5
FAST: Any = (1, "<=", alpha * N)
q, h = th.integer("q", at_least=0), th.integer("h")
y = th.number("y", at_least=0)


def everywhere(proof: Proof, inside: Callable[[Num, Num], int]) -> None:
    """A bound at n, from one at any q N + r, r <= N: where it fails, j N <= n for all j."""
    told = left, _, bound = proof.theorem.concludes
    proof.cases(told, (bound, left))
    here = proof.induction(j, 0, (j * N, "<=", n), proof.gram((ZERO * N, "<=", n), []))
    later = (j + 1) * N, "<=", n
    proof.cases(later, (n, later[0]))
    proof.gram(later, [(1, here), (N / (left - bound), inside(j, n - j * N))])
    proof.gram(later, [(1, proof.otherwise())])
    proof.close()
    every, above = proof.close(), left - bound
    rest = proof.visible((0, "<=", above * ((n + 1) * (N - 1))))
    proof.gram(told, [(above, proof.at(every, n + 1)), (1, rest)])
    proof.gram(told, [(1, proof.otherwise())])
    proof.close()


def two_uses() -> Proof:
    """N steps hold no more than two uses."""
    proof = Proof(Theorem((N, n, x), given=[BIT, EPOCH], concludes=(uses(N, n), "<=", 2)))

    def inside(epoch: Num, step: Num) -> int:
        start = epoch * N
        pairs = (n, N), (n + N, N - step), (start, step), (start, N), (start + N, N)
        ends = [proof.by(joined(), {"n": at, "r": more, "x": x}) for at, more in pairs]
        low = [proof.by(not_negative(), {"n": at, "r": more, "x": x}) for at, more in pairs[1:3]]
        both = [proof.at(1, epoch + later) for later in (0, 1)]
        return proof.gram(
            proof.theorem.concludes,
            [*zip((-1, -1, -1, 1, 1), ends, strict=True), *((1, one) for one in (*low, *both))],
        )

    everywhere(proof, inside)
    return proof


def heaviest() -> Proof:
    """No record has a weight above 13/5 in the steps up to n."""
    given = [FIRST, POWERS, BIT, EPOCH, FAST]
    proof = Proof(Theorem((alpha, N, n, c, x), given=given,
                          concludes=(weight_after(n, ZERO), "<=", HEAVY)))  # fmt: skip
    put: dict[str, Any] = {"alpha": alpha, "c": c, "x": x}
    small = proof.by(three_eighths(), {"alpha": alpha, "n": N, "c": c})

    def said(count: Num) -> th.Said:
        return weight_after(count * N, ZERO), "<=", th.num(8) / 5

    here = proof.induction(k, 0, said(k), proof.gram(said(ZERO), []))
    epoch = proof.by(fresh.inside(), put | {"n": k * N, "q": N})
    proof.by(fresh.not_below(), put | {"n": k * N})
    proof.gram(said(k + 1), [(1, epoch), (1, proof.at(3, k)), (th.num(3) / 8, here),
                             (weight_after(k * N, ZERO) / 8, small)])  # fmt: skip
    every = proof.close()

    def inside(at: Num, step: Num) -> int:
        one = proof.by(shorter_uses(), {"n": at * N, "M": step, "r": N - step, "x": x})
        weight = proof.by(fresh.inside(), put | {"n": at * N, "q": step})
        proof.by(fresh.not_below(), put | {"n": at * N})
        new = proof.by(falls(), {"alpha": alpha, "n": step, "c": c})
        return proof.gram(proof.theorem.concludes, [
            (1, weight), (1, one), (1, proof.at(3, at)), (1, proof.at(every, at)),
            (weight_after(at * N, ZERO), new)])  # fmt: skip

    everywhere(proof, inside)
    return proof


def short_node() -> Proof:
    """The square of a node of at most N steps is at most twice its uses."""
    whole, used = weight_after(p, n), uses(p, n)
    told = th.total(i, 1, p, y * c[p - i] * x[n + i]) ** 2, "<=", 2 * used
    given = [BIT, FALLING, (used, "<=", 2), (y, "<=", 1)]
    proof = Proof(Theorem((n, p, c, x, y), given=given, concludes=told))
    put = {"n": n, "p": p, "c": c, "x": x}
    proof.by(weight_not_negative(), put)
    most = proof.by(weight_at_most_uses(), put)
    proof.gram(told, [(2, most), (whole, most), (whole, 2), (whole**2 * (1 + y), 3)])
    return proof


def long_node() -> Proof:
    """The square of any node is at most (13/5)^2."""
    whole = weight_after(p, n)
    told = th.total(i, 1, p, y * c[p - i] * x[n + i]) ** 2, "<=", HEAVY**2 * y
    given = [BIT, (whole, "<=", HEAVY), (y, "<=", 1)]
    proof = Proof(Theorem((n, p, c, x, y), given=given, concludes=told))
    proof.by(weight_not_negative(), {"n": n, "p": p, "c": c, "x": x})
    proof.gram(told, [(y**2 * (HEAVY + whole), 1), (y * HEAVY**2, 2)])
    return proof


def level_of_short() -> Proof:
    """Nodes of at most N steps have 2 E at most, together."""
    given = [FIRST, POWERS, *EPOCHS, (p, "<=", N)]
    proof = Proof(Theorem((alpha, N, E, T, p, c, x, z), given=given,
                          concludes=(weights(p, T), "<=", 2 * E)))  # fmt: skip
    few_after = proof.by(uses_in_epochs(), {"N": N, "E": E, "T": T, "x": x})
    proof.induction(s, 0, (c[s], "<=", 1), proof.by(falls(), {"alpha": alpha, "n": ZERO, "c": c}))
    proof.by(falls(), {"alpha": alpha, "n": s + 1, "c": c})
    proof.close()

    def step() -> Sequence[Any]:
        put, end = {"n": j * p, "x": x}, (j + 1) * p
        two = proof.by(two_uses(), put | {"N": N})
        more = proof.by(shorter_uses(), put | {"M": p, "r": N - p})
        proof.gram((uses(p, j * p), "<=", 2), [(1, two), (1, more)])
        proof.at(4, end)
        whole = proof.by(joined(), put | {"r": p})
        return [(1, proof.by(short_node(), put | {"p": p, "c": c, "y": z[end]})), (-2, whole)]

    every = grown(proof, lambda count: (weights(p, count), "<=", 2 * uses(count * p)), step, T)
    rest = proof.by(beyond(), {"T": T, "r": T * (p - 1), "x": x})
    proof.gram(proof.theorem.concludes, [(1, every), (2, rest), (2, few_after)])
    return proof


def level_of_long() -> Proof:
    """Nodes of any length have (13/5)^2 at most, each of those that fit."""
    given = [FIRST, POWERS, BIT, EPOCH, FAST, SMALL]
    proof = Proof(Theorem((alpha, N, T, p, c, x, z), given=given,
                          concludes=(weights(p, T), "<=", HEAVY**2 * fit(p))))  # fmt: skip

    def step() -> Sequence[Any]:
        put, end = {"c": c, "x": x}, (j + 1) * p
        most = proof.by(heaviest(), put | {"alpha": alpha, "N": N, "n": end})
        part = proof.by(fresh.from_the_start(), put | {"alpha": alpha, "n": j * p, "q": p})
        proof.gram((weight_after(p, j * p), "<=", HEAVY), [(1, most), (1, part)])
        proof.at(5, end)
        return [(1, proof.by(long_node(), put | {"n": j * p, "p": p, "y": z[end]}))]

    grown(proof, lambda count: (weights(p, count), "<=", HEAVY**2 * fit(p, count)), step, T)
    return proof


FOUR: Any = (2, "<=", K)  # N is 4 at least
HEIGHT: tuple[Any, ...] = ((power(K), "<=", N), LENGTHS[-1], FOUR)
NODES: tuple[Any, ...] = (FIRST, POWERS, *EPOCHS, FALLS, ENDS, FAST, *HEIGHT)


def counted(more: Num) -> Num:
    """How many nodes of the levels up to K + more may use the record, as papers count them."""
    return E * (K + 1) + higher(more)


def all_weights(last: Num) -> Num:
    """The squares of the weights of all nodes of the levels up to a last one."""
    return th.total(k, 0, last, weights(power(k), T))


def some_steps(proof: Proof) -> int:
    """1 <= N, by the hypothesis that is returned."""
    one, enough = proof.by(at_least_one(), {"n": K}), proof.given(HEIGHT[0])
    proof.gram((1, "<=", N), [(1, one), (1, enough)])
    return enough


def charge(*, given: Given = NODES, times: Any = 4) -> Proof:  # noqa: ANN401 - a number
    """The squares of the weights are at most four times the number of nodes, as it is counted."""
    proof = Proof(Theorem((alpha, N, E, T, K, m, c, x, z), given=given,
                          concludes=(all_weights(K + m), "<=", times * counted(m))))  # fmt: skip
    put = {"alpha": alpha, "N": N, "T": T, "c": c, "x": x, "z": z}
    enough = some_steps(proof)
    few = proof.by(long_ones(), {"T": T, "N": N, "E": E, "K": K, "m": m, "z": z})

    def low(at: Num, rest: Num) -> list[Any]:
        proof.by(at_least_one(), {"n": at})
        up = proof.by(longer(), {"n": at, "r": rest})
        proof.gram((power(at), "<=", N), [(1, up), (1, enough)])
        return [(1, proof.by(level_of_short(), put | {"E": E, "p": power(at)}))]

    first = proof.gram((all_weights(ZERO), "<=", 2 * E), low(ZERO, K))
    here = proof.induction(j, 0, (all_weights(j), "<=", 2 * E * (j + 1)), first, last=K)
    proof.gram((all_weights(j + 1), "<=", 2 * E * (j + 2)), [(1, here), *low(j + 1, K - j - 1)])
    short = proof.close()

    def step() -> list[Any]:
        proof.by(at_least_one(), {"n": K + s + 1})
        return [(1, proof.by(level_of_long(), put | {"p": power(K + s + 1)}))]

    def said(more: Num) -> th.Said:
        return all_weights(K + more), "<=", 2 * E * (K + 1) + HEAVY**2 * higher(more)

    every = grown(proof, said, step, m, base=[(1, short)], by=s)
    over = HEAVY**2 - 4
    whole = proof.given(EPOCHS[3])
    rest = proof.visible((0, "<=", (6 - 2 * over) * E))
    proof.gram(proof.theorem.concludes, [
        (1, every), (over, few), (2 * over / N, whole), (2 * E, proof.given(FOUR)), (1, rest),
    ])  # fmt: skip
    return proof


FEW: Any = (h, 0, (counted(h), "<=", V))
TREE: tuple[Any, ...] = (*NODES, FEW)
SYMBOLS = (N, E, T, K, m, V, records, alpha, G, c, x, z, sigma, eps, delta)
PRIVATE = repeated.private(tree=TREE)


def nodes(where: Given = PRIVATE) -> PrivateStatement:
    """(eps, delta)-DP for sigma >= 8 G sqrt(V L)/eps."""
    return repeated.nodes(where, symbols=SYMBOLS, last=K + m)


def nodes_shown(where: Given = PRIVATE) -> Outcome:
    """The squares of the weights add up to 4 V, which costs eps^2/(8 L)."""
    proof, enough, share = repeated.cost_left(SYMBOLS, where, nodes(where), TREE)
    put = {"alpha": alpha, "N": N, "E": E, "T": T, "K": K, "m": m, "c": c, "x": x, "z": z}
    some_steps(proof)
    every, few = proof.by(charge(), put), proof.at(proof.given(FEW), m)
    proof.gram(proof.theorem.concludes, [(1, enough), (share, every), (4 * share, few)])
    return shown_private(nodes(where), above=repeated.ORDER, proof=proof)
