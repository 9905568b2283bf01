"""Nodes that use a record, as papers count them: by epochs, by the leaf, by lengths.

The sums over levels and nodes are those of `workbench.rigor.provers.tree_levels`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
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
    beyond,
    f,
    first_of_levels,
    fit,
    grown,
    higher,
    in_all,
    in_levels,
    j,
    joined,
    m,
    n,
    of_level,
    p,
    power,
    r,
    s,
    t,
    unused,
    uses,
    x,
    z,
)
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses
EPOCHS: tuple[Any, ...] = (
    BIT, NO_MORE, SMALL, (T, "<=", E * N), (t, 0, (uses(N, t * N), "<=", 1)),
)  # fmt: skip


def uses_in_epochs() -> Proof:
    """One use in each of E epochs: at most E in all."""
    given = [BIT, NO_MORE, *EPOCHS[3:]]
    proof = Proof(Theorem((T, N, E, x), given=given, concludes=(uses(T), "<=", E)))

    def step() -> Iterable[Any]:
        return [(1, proof.by(joined(), {"n": j * N, "r": N, "x": x})), (1, proof.at(3, j))]

    most = grown(proof, lambda c: (uses(c * N), "<=", c), step, E)
    rest = proof.by(beyond(), {"T": T, "r": E * N - T, "x": x})
    proof.gram(proof.theorem.concludes, [(1, most), (-1, rest)])
    return proof


def in_epochs(*, given: Given = EPOCHS, more: int = 1) -> Proof:
    """One use in each of E epochs of N steps: at most E (K + 1) nodes of the levels up to K."""
    proof = Proof(Theorem((T, N, E, K, m, x, z), given=given, concludes=(
        in_levels(K + m), "<=", E * (K + more) + higher(m))))  # fmt: skip

    proof.by(uses_in_epochs(), {"T": T, "N": N, "E": E, "x": x})
    proof.by(in_all(), {"T": T, "M": E, "K": K, "m": m, "x": x, "z": z})
    return proof


def falling() -> Proof:
    """z_(n+r) <= z_n."""
    proof = Proof(Theorem((n, r, z), given=[FALLS], concludes=(z[n + r], "<=", z[n])))
    grown(proof, lambda c: (z[n + c], "<=", z[n]), lambda: [(1, proof.at(0, n + j))], r)
    return proof


def steps_of_node() -> Proof:
    """A node that fits has r steps."""
    proof = Proof(Theorem((n, r, z), given=[FALLS], concludes=(r * z[n + r], "<=", uses(r, n, z))))
    grown(proof, lambda c: (c * z[n + c], "<=", uses(c, n, z)),
          lambda: [(j, proof.at(0, n + j))], r)  # fmt: skip
    return proof


INSIDE: tuple[Any, ...] = (SMALL, FALLS, ENDS)


def steps_of_level() -> Proof:
    """The nodes of p steps that fit have at most T steps."""
    proof = Proof(Theorem((T, p, z), given=INSIDE, concludes=(p * fit(p), "<=", T)))

    def step() -> Iterable[Any]:
        put = {"n": j * p, "r": p, "z": z}
        return [(1, proof.by(steps_of_node(), put)), (-1, proof.by(joined(z), put))]

    most = grown(proof, lambda c: (p * fit(p, c), "<=", uses(c * p, of=z)), step, T)
    low = grown(proof, lambda c: (uses(c, of=z), "<=", c), lambda: [(1, proof.at(0, s + 1))], T,
                by=s)  # fmt: skip
    k = th.integer("k")
    top = grown(proof, lambda c: (uses(T + c, of=z), "<=", T), lambda: [(1, proof.at(2, k + 1))],
                T * (p - 1), base=[(1, low)], by=k)  # fmt: skip
    proof.gram(proof.theorem.concludes, [(1, most), (1, top)])
    return proof


LENGTHS: tuple[Any, ...] = (*INSIDE, (N, "<=", power(K + 1)))


def long_ones(*, given: Given = LENGTHS, times: int = 2) -> Proof:
    """E (K + 1) + sum over the levels above K <= E (K + 1) + times T/N, where 2^(K+1) >= N."""
    low = E * (K + 1)
    proof = Proof(Theorem((T, N, E, K, m, z), given=given, concludes=(
        low + higher(m), "<=", low + times * T / N)))  # fmt: skip
    enough = proof.places(LENGTHS)[3]
    proof.by(at_least_one(), {"n": K})

    def step() -> Iterable[Any]:
        return [(1 / power(K + j + 1), of_level(proof, steps_of_level(), K + j + 1))]

    most = grown(proof, lambda c: (higher(c), "<=", T / power(K) - T / power(K + c)), step, m)
    proof.by(at_least_one(), {"n": K + m})
    proof.visible((0, "<=", T / power(K + m)))
    proof.gram(proof.theorem.concludes, [(1, most), (T / (N * power(K)), enough)])
    return proof


WHOLE: tuple[Any, ...] = (
    *INSIDE, (z[T], "=", 1), (f * p, "<=", T), (T + 1, "<=", (f + 1) * p),
)  # fmt: skip


def of_a_level(*, given: Given = WHOLE) -> Proof:
    """The nodes of p steps that fit are as many as the floor of T/p."""
    proof = Proof(Theorem((T, p, f, z), given=given, concludes=(fit(p), "=", f)))
    small, _, ends, last_fits, few, many = proof.places(WHOLE)
    here = proof.induction(j, 0, (fit(p, j), "=", j), proof.gram((fit(p, ZERO), "=", ZERO), []),
                           last=f)  # fmt: skip
    end = (j + 1) * p
    proof.gram((end, "<=", T), [(p, here - 1), (1, few)])
    low = proof.by(falling(), {"n": end, "r": T - end, "z": z})
    proof.gram((1, "<=", z[end]), [(1, low), (-1, last_fits)])
    one = proof.gram((fit(p, j) + 1, "=", j + 1), [(1, here)])
    one = proof.rewrite((fit(p, j) + z[end], "=", j + 1), one, proof.at(small, end))
    proof.gram((fit(p, j + 1), "=", j + 1), [(1, one)])
    full = proof.close()
    proof.gram((f, "<=", T), [(1, few), (f, proof.visible((1, "<=", p)))])

    def step() -> Iterable[Any]:
        end = (f + s + 1) * p
        proof.gram((T + 1, "<=", end), [(1, many), (s, proof.visible((0, "<=", p)))])
        return [(1, proof.at(ends, end - T))]

    grown(proof, lambda c: (fit(p, f + c), "=", f), step, T - f, base=[(1, full)], by=s)
    return proof


def too_long() -> Proof:
    """No node of more than T steps fits."""
    proof = Proof(Theorem((T, p, z), given=(ENDS, (T + 1, "<=", p)), concludes=(fit(p), "=", 0)))

    def step() -> Iterable[Any]:
        end = (j + 1) * p
        proof.gram((T + 1, "<=", end), [(1, 1), (j, proof.visible((0, "<=", p)))])
        return [(1, proof.at(0, end - T))]

    grown(proof, lambda c: (fit(p, c), "=", 0), step, T)
    return proof


LEAF: tuple[Any, ...] = (
    BIT, NO_MORE, SMALL, ENDS, (uses(T), "<=", 1), (T + 1, "<=", power(K + 1)),
)  # fmt: skip


def of_leaf(*, given: Given = LEAF, more: int = 1) -> Proof:
    """A leaf is in one node at most of each level up to K, and in none above."""
    proof = Proof(Theorem((T, K, m, x, z), given=given,
                          concludes=(in_levels(K + m), "<=", K + more)))  # fmt: skip
    longest = proof.places(LEAF)[5]
    every = proof.by(in_all(), {"T": T, "M": 1, "K": K, "m": m, "x": x, "z": z})

    def above(k: Num) -> th.Said:
        return T + 1, "<=", power(K + 1 + k)

    here = proof.induction(j, 0, above(j), proof.gram(above(ZERO), [(1, longest)]))
    proof.gram(above(j + 1), [(1, here), (1, proof.by(at_least_one(), {"n": K + 1 + j}))])
    large = proof.close()

    def step() -> Iterable[Any]:
        proof.at(large, s)
        return [(1, of_level(proof, too_long(), K + s + 1))]

    none = grown(proof, lambda c: (higher(c), "=", 0), step, m, by=s)
    proof.gram(proof.theorem.concludes, [(1, every), (1, none)])
    return proof


def longer() -> Proof:
    """2^n <= 2^(n+r)."""
    proof = Proof(Theorem((n, r), concludes=(power(n), "<=", power(n + r))))
    grown(proof, lambda c: (power(n), "<=", power(n + c)),
          lambda: [(1, proof.by(at_least_one(), {"n": n + j}))], r)  # fmt: skip
    return proof


FIRST: tuple[Any, ...] = (FALLS, (z[T], "=", 1), (x[1], "=", 1), (power(K), "<=", T))


def first_nodes(*, given: Given = FIRST) -> Proof:
    """The first nodes of the levels up to K fit, and hold the first leaf."""
    proof = Proof(Theorem((T, K, x, z), given=given, concludes=(K + 1, "<=", first_of_levels(K))))
    _, last_fits, used, short_enough = proof.places(FIRST)
    none = proof.gram((unused(ZERO + 1, ZERO), "=", 0), [(-1, used)])
    here = proof.induction(j, 0, (unused(j + 1, ZERO), "=", 0), none)
    proof.gram((unused(j + 2, ZERO), "=", 0), [(1 - x[j + 2], here)])
    empty = proof.close()

    def node(k: Num, rest: Num) -> list[Any]:
        proof.by(at_least_one(), {"n": k})
        short = proof.by(longer(), {"n": k, "r": rest})
        proof.gram((power(k), "<=", T), [(1, short), (1, short_enough)])
        low = proof.by(falling(), {"n": power(k), "r": T - power(k), "z": z})
        return [(1, low), (-1, last_fits), (z[power(k)], proof.at(empty, power(k) - 1))]

    first = proof.gram((1, "<=", first_of_levels(ZERO)), node(ZERO, K))
    here = proof.induction(s, 0, (s + 1, "<=", first_of_levels(s)), first, last=K)
    proof.gram((s + 2, "<=", first_of_levels(s + 1)), [(1, here), *node(s + 1, K - s - 1)])
    proof.close()
    return proof
