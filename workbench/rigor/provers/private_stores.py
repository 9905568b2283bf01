"""Privacy of two stores of weighted nodes, where one order is repeated in every epoch.

Both stores have the nodes [a 2^k + 1, (a+1) 2^k] of steps.  Store A sums values of the first two
epochs, store B others of the epochs 2, ..., E.  A node has at most N steps, so it uses a record at
most once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers import noise_scales as scales
from workbench.rigor.provers.noise_scales import BELOW_ONE, delta, eps, tau
from workbench.rigor.provers.privacy import left_of, shown_private
from workbench.rigor.provers.private_trees import (
    FALLING,
    PAST,
    B,
    E,
    M,
    N,
    c,
    later_uses,
    not_negative,
    once,
    shorter_uses,
    weight_after,
    weight_at_most_uses,
    weight_not_negative,
)
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import longer
from workbench.rigor.provers.tree_levels import (
    BIT,
    NO_MORE,
    ZERO,
    Given,
    K,
    T,
    a,
    at_least_one,
    grown,
    i,
    j,
    joined,
    k,
    n,
    p,
    power,
    r,
    s,
    t,
    uses,
    x,
)
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.theorem import Many, Num, Theorem


def weight(length: Num, place: Num, of: Many = x) -> Num:
    """The weight of the record in a node, c_j in step j before its last one."""
    return th.total(i, 1, length, c[length - i] * of[place * length + i])


def weights(length: Num, count: Num, of: Many = x) -> Num:
    """The sum of their squares over the first nodes of a level."""
    return th.total(a, 0, count - 1, weight(length, a, of) ** 2)


def square_of_weight() -> Proof:
    """The weight of a record that is used at most once in a node."""
    whole, many = weight_after(p, n), uses(p, n)
    proof = Proof(Theorem((n, p, c, x), given=[BIT, (many, "<=", 1), FALLING],
                          concludes=(whole**2, "<=", many)))  # fmt: skip
    put = {"n": n, "p": p, "c": c, "x": x}
    proof.by(not_negative(), {"n": n, "r": p, "x": x})
    proof.by(weight_not_negative(), put)
    high = proof.by(weight_at_most_uses(), put)
    proof.gram(proof.theorem.concludes, [(many, 1), (many + whole, high)])
    return proof


SOME = th.integer("N", at_least=0)  # N >= 1 is not visible where a condition is solved for N


def weights_of_level() -> Proof:
    """The squares of a level add up to at most the number of uses."""
    given = (BIT, NO_MORE, FALLING, once(x), (p, "<=", N))
    proof = Proof(Theorem((SOME, M, T, p, c, x), given=given,
                          concludes=(weights(p, M), "<=", uses(T))))  # fmt: skip

    def step() -> Iterable[Any]:
        put = {"n": j * p, "r": p, "x": x}
        short = proof.by(shorter_uses(), {"n": j * p, "M": p, "r": N - p, "x": x})
        proof.gram((uses(p, j * p), "<=", 1), [(1, short), (1, proof.at(3, j * p))])
        return [(1, proof.by(square_of_weight(), {"n": j * p, "p": p, "c": c, "x": x})),
                (-1, proof.by(joined(), put))]  # fmt: skip

    every = grown(proof, lambda count: (weights(p, count), "<=", uses(count * p)), step, M)
    rest = proof.by(later_uses(), {"T": T, "n": ZERO, "r": M * p, "x": x})
    proof.gram(proof.theorem.concludes, [(1, every), (1, rest)])
    return proof


def of_levels(count: Num, of: Many = x, nodes: Num = M) -> Num:
    """The sum of the squares of all weights in so many levels."""
    return th.total(k, 0, count - 1, weights(power(k), nodes, of))


STORE: tuple[Any, ...] = (BIT, NO_MORE, FALLING, once(x), (power(K), "<=", N), (uses(T), "<=", B))


def weights_of_store() -> Proof:
    """B uses weigh in the levels up to K, of nodes of at most N steps, B (K + 1) at most."""
    proof = Proof(Theorem((SOME, K, M, T, B, c, x), given=STORE, concludes=(
        of_levels(K + 1), "<=", B * (K + 1))))  # fmt: skip

    def said(count: Num) -> th.Said:
        return of_levels(count), "<=", B * count

    here = proof.induction(s, 0, said(s), proof.gram(said(ZERO), []), last=K + 1)
    proof.by(at_least_one(), {"n": s})
    short = proof.by(longer(), {"n": s, "r": K - s})
    proof.gram((power(s), "<=", N), [(1, short), (1, 4)])
    put = {"N": N, "M": M, "T": T, "p": power(s), "c": c, "x": x}
    proof.gram(said(s + 1), [(1, here), (1, proof.by(weights_of_level(), put)), (1, 5)])
    proof.close()
    return proof


alpha, G, D, gamma, L, eta = (
    th.number(name, above=0) for name in ("alpha", "G", "D", "gamma", "L", "eta")
)
s_A, s_B = (th.number(f"sigma_{name}", above=0) for name in "AB")
u, v = th.numbers("u"), th.numbers("v")
_LONG, _TWO = L * eta * N, 2 * G
DIFFERENCE = gamma * G + (1 - gamma) * (_LONG + _TWO - abs(_LONG - _TWO)) / 2
BITS: Any = ((i, 0, (u[i] * u[i], "=", u[i])), (i, 0, (v[i] * v[i], "=", v[i])))
ENDS: Any = ((i, 1, (u[2 * N + i], "=", 0)), (i, 1, (v[E * N + i], "=", 0)))
LATER: Any = (uses(N, of=v), "=", 0)  # store B has nothing of the first epoch
ONE_ORDER = once(u), once(v)
POWERS: Any = ((c[0], "=", 1), (t, 0, (c[t + 1], "=", (1 - alpha) * c[t])))
STORES: tuple[Any, ...] = (
    *BITS,
    *ENDS,
    LATER,
    *ONE_ORDER,
    *POWERS,
    (power(K), "<=", N),
    (D, "=", DIFFERENCE),
)
STORE_SYMBOLS = (N, E, K, alpha, G, D, gamma, L, eta, c, u, v)
V_A, V_B = 2 * (K + 1), (E - 1) * (K + 1)


def stores(
    guarantee: Any, noise: tuple[Num, Num], more: tuple[Num, ...], where: Given = STORES  # noqa: ANN401
) -> PrivateStatement:  # fmt: skip
    """A node of each of two stores in each round, with normal noise."""
    length = power(k)

    def asked(of: Many, size: Num) -> Any:  # noqa: ANN401
        return pv.in_steps(i, 1, length, weight=c[length - i], turn=of[a * length + i],
                           bound=pv.size("2", size), at=PAST)  # fmt: skip

    return pv.private(
        (*STORE_SYMBOLS, *more), where=where, records=N, index=[(k, 0, K), (a, 0, E * N - 1)],
        adjacency="replace-record", guarantee=guarantee,
        state={"past": pv.beside(*map(pv.released, ("past", "y", "z")))},
        releases=[pv.release("y", ["gaussian", noise[0]], asked(u, G)),
                  pv.release("z", ["gaussian", noise[1]], asked(v, D))],
    )  # fmt: skip


def budget(where: Given = STORES, factor: int = 1) -> PrivateStatement:
    """The cost of both stores, in zCDP."""
    rho = (V_A * (2 * G) ** 2 / s_A**2 + V_B * (2 * D) ** 2 / s_B**2) / (2 * factor)
    return stores(pv.zcdp(rho), (s_A, s_B), (s_A, s_B), where)


def charged(proof: Proof, where: Given) -> tuple[int, int]:
    """What the two stores weigh, under these conditions."""
    first, falls = proof.places(POWERS)
    one = proof.gram((c[ZERO], "<=", 1), [(1, first)])
    here = proof.induction(r, 0, (c[r], "<=", 1), one)
    low = proof.visible((0, "<=", c[r]))
    proof.gram((c[r + 1], "<=", 1), [(1, here), (1, proof.at(falls, r)), (alpha, low)])
    proof.close()

    def store(of: Many, order: Any, before: int, most: Num, begins: list[Any], index: Num) -> int:  # noqa: ANN401
        def said(count: Num) -> th.Said:
            return uses((count + before) * N, ZERO, of), "<=", count

        start = proof.gram(said(ZERO), begins)
        here = proof.induction(index, 0, said(index), start)
        done = (index + before) * N
        more = proof.by(joined(), {"n": done, "r": N, "x": of})
        proof.gram(said(index + 1), [(1, here), (1, more), (1, proof.at(proof.given(order), done))])
        every, last = proof.at(proof.close(), most), (most + before) * N
        proof.gram((uses(last, of=of), "<=", most), [(1, every)])
        put = {"N": N, "K": K, "M": E * N, "T": last, "B": most, "c": c, "x": of}
        return proof.by(weights_of_store(), put)

    in_a = store(u, ONE_ORDER[0], 0, th.num(2), [], j)
    return in_a, store(v, ONE_ORDER[1], 1, E - 1, [(1, proof.given(LATER))], s)


def budget_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Both charges, times what a unit of weight costs."""
    statement, where = budget(**changes), changes.get("where", STORES)
    proof = left_of((*STORE_SYMBOLS, s_A, s_B), where, statement)
    one, two = charged(proof, where)
    proof.gram(proof.theorem.concludes, [(2 * G**2 / s_A**2, one), (2 * D**2 / s_B**2, two)])
    return shown_private(statement, proof=proof)


SHARES = tau * (2 * G) * th.root(V_A), tau * (2 * D) * th.root(V_B)


def shared(where: Given = STORES, factor: int = 1) -> PrivateStatement:
    """The cost where the noise of a store is tau Delta sqrt(V)."""
    return stores(pv.zcdp(1 / (factor * tau**2)), SHARES, (tau,), where)


def _shares(proof: Proof, where: Given) -> list[tuple[Num, int]]:
    one, two = charged(proof, where)
    return [(1 / (2 * tau**2 * V_A), one), (1 / (2 * tau**2 * V_B), two)]


def shared_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each store costs half of 1/tau^2."""
    statement, where = shared(**changes), changes.get("where", STORES)
    proof = left_of((*STORE_SYMBOLS, tau), where, statement)
    proof.gram(proof.theorem.concludes, _shares(proof, where))
    return shown_private(statement, proof=proof)


def stored(form: str, v: Any = 2) -> tuple[Any, ...]:  # noqa: ANN401
    """The conditions of one of the three forms."""
    return (*STORES, BELOW_ONE, *scales.scale(form, th.num(v)))


def converted(where: Given) -> PrivateStatement:
    """(eps, delta)-DP with that noise, under a condition on tau."""
    return stores(pv.approximate(eps, delta), SHARES, (tau, eps, delta), where)


def converted_shown(form: str, where: Given) -> Outcome:
    """At the order 1 + tau sqrt(L)."""
    statement, order = converted(where), scales.order_of(2)
    proof = left_of((*STORE_SYMBOLS, tau, eps, delta), where, statement, above=order)
    spends(proof, _shares(proof, where), 2, form, where[len(STORES) :])
    return shown_private(statement, above=order, proof=proof)


def spends(
    proof: Proof, shares: list[tuple[Num, int]], v: Any, form: str, scale: Given  # noqa: ANN401
) -> None:  # fmt: skip
    """The last step of a conversion, from what is spent by parts, v/(2 tau^2) together."""
    left = proof.theorem.concludes[0].tree
    cost = Num(left[1][2])  # of (1 + k) cost + ln(1/delta)/k
    proof.gram((cost, "<=", th.num(v) / (2 * tau**2)), shares)
    put = {"rho": cost, "tau": tau, "eps": eps, "delta": delta}
    proof.by(scales.conversion(form, v, scale), put if isinstance(v, int) else put | {"V": v})
