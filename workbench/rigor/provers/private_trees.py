"""Privacy of all nodes of a tree, each of which is a noisy sum over its steps.

The rules for privacy leave the sum over levels and nodes of what a node costs; it is shown here as
a theorem about numbers.  The notation is that of `workbench.rigor.provers.tree_levels`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.privacy import left_of, shown_private
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import LEAF
from workbench.rigor.provers.tree_levels import (
    BIT,
    ENDS,
    NO_MORE,
    SMALL,
    ZERO,
    Given,
    K,
    T,
    a,
    at_least_one,
    beyond,
    grown,
    i,
    j,
    joined,
    k,
    m,
    n,
    p,
    power,
    r,
    s,
    t,
    uses,
    x,
    z,
)
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import Guarantee, PrivateStatement
from workbench.symbolic.theorem import Many, Num, Theorem

records = th.integer("n", at_least=1)
sigma = th.number("sigma", above=0)
y = th.number("y", at_least=0)
U, V, W = (th.integer(name) for name in "uvw")  # more indices
PAST = pv.released("past")


def node(length: Num, place: Num) -> Num:
    """How many steps of a node use the record, if the node fits."""
    return th.total(i, 1, length, z[(place + 1) * length] * x[place * length + i])


def squares(length: Num, count: Num = T) -> Num:
    """The sum of the squares of these over the first nodes of a level."""
    return th.total(a, 0, count - 1, node(length, a) ** 2)


def not_negative() -> Proof:
    """0 <= the number of uses."""
    proof = Proof(Theorem((n, r, x), given=[BIT], concludes=(0, "<=", uses(r, n))))
    grown(proof, lambda c: (0, "<=", uses(c, n)), lambda: [(1, proof.at(0, n + j + 1))], r)
    return proof


def square_of_node() -> Proof:
    """The square of y times a number of uses that is at most 1, for y <= 1."""
    told = th.total(i, 1, r, y * x[n + i]) ** 2, "<=", uses(r, n)
    proof = Proof(Theorem((n, r, x, y), given=[BIT, (uses(r, n), "<=", 1), (y, "<=", 1)],
                          concludes=told))  # fmt: skip
    proof.by(not_negative(), {"n": n, "r": r, "x": x})
    proof.gram(told, [(uses(r, n), 1), (uses(r, n) ** 2 * (1 + y), 2)])
    return proof


ONE_USE: Any = (t, 0, (uses(p, t * p), "<=", 1))


def squares_of_level() -> Proof:
    """They add up to at most the number of uses, if no node of the level has two."""
    proof = Proof(Theorem((T, p, x, z), given=(BIT, NO_MORE, SMALL, ONE_USE),
                          concludes=(squares(p), "<=", uses(T))))  # fmt: skip

    def step() -> Iterable[Any]:
        put = {"n": j * p, "r": p, "x": x}
        end = (j + 1) * p
        proof.at(3, j), proof.at(2, end)
        return [(1, proof.by(square_of_node(), {**put, "y": z[end]})),
                (-1, proof.by(joined(), put))]  # fmt: skip

    every = grown(proof, lambda c: (squares(p, c), "<=", uses(c * p)), step, T)
    rest = proof.by(beyond(), {"T": T, "r": T * (p - 1), "x": x})
    proof.gram(proof.theorem.concludes, [(1, every), (1, rest)])
    return proof


def longer_level() -> Proof:
    """Of nodes of more than T steps none fits, and their squares add up to nothing."""
    proof = Proof(Theorem((T, p, x, z), given=(ENDS, (T + 1, "<=", p)),
                          concludes=(squares(p), "<=", 0)))  # fmt: skip

    def step() -> Iterable[Any]:
        end = (j + 1) * p
        proof.gram((T + 1, "<=", end), [(1, 1), (j, proof.visible((0, "<=", p)))])
        none = proof.at(0, end - T)
        return [(z[end] * uses(p, j * p) ** 2, none)]

    grown(proof, lambda c: (squares(p, c), "<=", 0), step, T)
    return proof


def later_uses() -> Proof:
    """No steps hold more uses than there are up to the last step."""
    told = uses(r, n), "<=", uses(T)
    proof = Proof(Theorem((T, n, r, x), given=(BIT, NO_MORE), concludes=told))
    low = proof.by(not_negative(), {"n": ZERO, "r": n, "x": x})
    more = proof.by(not_negative(), {"n": n + r, "r": T, "x": x})
    parts = (n, r), (n + r, T)
    ends = [proof.by(joined(), {"n": one, "r": two, "x": x}) for one, two in parts]
    rest = proof.by(beyond(), {"T": T, "r": n + r, "x": x})
    proof.gram(told, [(1, low), (1, more), (-1, ends[0]), (-1, ends[1]), (1, rest)])
    return proof


def squares_of_levels() -> Proof:
    """Each level up to K adds 1 at most, and those above it nothing."""

    def so_far(last: Num) -> Num:
        return th.total(k, 0, last, squares(power(k)))

    proof = Proof(Theorem((T, K, m, x, z), given=LEAF, concludes=(so_far(K + m), "<=", K + 1)))
    used = {"T": T, "p": power(k), "x": x, "z": z}

    def level(at: Num, node: Num) -> Iterable[Any]:
        proof.by(at_least_one(), {"n": at})
        length = power(at)
        first = proof.gram((uses(length, ZERO * length), "<=", 1), in_node(at, ZERO))
        proof.induction(node, 0, (uses(length, node * length), "<=", 1), first)
        proof.gram((uses(length, (node + 1) * length), "<=", 1), in_node(at, node + 1))
        proof.close()
        return [(1, proof.by(squares_of_level(), used | {"p": length})), (1, 4)]

    def in_node(at: Num, place: Num) -> list[Any]:
        put = {"T": T, "n": place * power(at), "r": power(at), "x": x}
        return [(1, proof.by(later_uses(), put)), (1, 4)]

    short = grown(proof, lambda c: (so_far(c), "<=", c + 1), lambda: level(j + 1, U), K,
                  base=level(ZERO, V))  # fmt: skip

    def above(at: Num) -> th.Said:
        return T + 1, "<=", power(K + 1 + at)

    here = proof.induction(W, 0, above(W), proof.gram(above(ZERO), [(1, 5)]))
    proof.gram(above(W + 1), [(1, here), (1, proof.by(at_least_one(), {"n": K + 1 + W}))])
    large = proof.close()

    def step() -> Iterable[Any]:
        proof.at(large, s)
        proof.by(at_least_one(), {"n": K + s + 1})
        return [(1, proof.by(longer_level(), used | {"p": power(K + s + 1)}))]

    grown(proof, lambda c: (so_far(K + c), "<=", K + 1), step, m, base=[(1, short)], by=s)
    return proof


def of_leaf(
    where: Given = LEAF, factor: int = 4, size: Any = 1, *, deviation: Any = sigma,  # noqa: ANN401
    guarantee: Guarantee | None = None, symbols: Sequence[Any] = (T, K, m, records, x, z, sigma),
) -> PrivateStatement:  # fmt: skip
    """All nodes that fit, with normal noise; one step alone has the vector that is replaced."""
    length = power(k)
    asked = pv.in_steps(i, 1, length, weight=z[(a + 1) * length], turn=x[a * length + i],
                        bound=pv.size("2", size), at=PAST)  # fmt: skip
    return pv.private(
        symbols, where=where, records=records, index=[(k, 0, K + m), (a, 0, T - 1)],
        adjacency="replace-record", state={"past": pv.beside(PAST, pv.released("y"))},
        releases=[pv.release("y", ["gaussian", deviation], asked)],
        guarantee=guarantee or pv.zcdp(factor * (K + 1) / (2 * sigma**2)),
    )  # fmt: skip


LEAF_SYMBOLS = (T, K, m, records, x, z, sigma)


def leaf_is_private(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each level up to K costs that of one node, and those above it cost nothing."""
    statement, where = of_leaf(**changes), changes.get("where", LEAF)
    proof = left_of(LEAF_SYMBOLS, where, statement)
    every = proof.by(squares_of_levels(), {"T": T, "K": K, "m": m, "x": x, "z": z})
    proof.gram(proof.theorem.concludes, [(2 / sigma**2, every)])
    return shown_private(statement, proof=proof)


C = th.number("C", above=0)
CLIPPED_SYMBOLS = (T, K, m, records, x, z, C)
EIGHT_LEVELS, NINE_LEVELS = ((*LEAF, (K, "<=", most)) for most in (7, 8))


def of_eight_levels(
    epsilon: Fraction, delta: Fraction, *, where: Given = EIGHT_LEVELS, noise: int = 10
) -> PrivateStatement:
    """Vectors of length C at most, at most eight levels of nodes, and noise of a multiple of C."""
    return of_leaf(where, size=C, deviation=noise * C, symbols=CLIPPED_SYMBOLS,
                   guarantee=pv.approximate(epsilon, delta))  # fmt: skip


def eight_levels_are_private(
    epsilon: Fraction, delta: Fraction, accounts: Any, *, where: Given = EIGHT_LEVELS,  # noqa: ANN401
    noise: int = 10,
) -> Outcome:  # fmt: skip
    """A node that moves does so by 2 C, once in each level: eight squares of 2/10."""
    statement = of_eight_levels(epsilon, delta, where=where, noise=noise)
    proof = left_of(CLIPPED_SYMBOLS, where, statement, above=accounts)
    every = proof.by(squares_of_levels(), {"T": T, "K": K, "m": m, "x": x, "z": z})
    each, few = th.num(4) / noise**2, proof.places(EIGHT_LEVELS)[-1]
    proof.gram(proof.theorem.concludes, [(each, every), (each, few)])
    return shown_private(statement, above=accounts, proof=proof)


# weights of a record that is used at most once in any N steps -------------------------------------

N, E = th.integer("N", at_least=1), th.integer("E", at_least=2)
M = th.integer("M", at_least=0)
B = th.number("B", at_least=0)
c = th.numbers("c", at_least=0)
FALLING: Any = (t, 0, (c[t], "<=", 1))


def once(of: Many) -> Any:  # noqa: ANN401
    """At most once in any N steps, as one order for all epochs says."""
    return t, 0, (uses(N, t, of), "<=", 1)


def weight_after(length: Num, after: Num) -> Num:
    """The weight of the record in these steps after some others."""
    return th.total(i, 1, length, c[length - i] * x[after + i])


def weight_not_negative() -> Proof:
    """0 <= the weight of the record."""

    def part(count: Num) -> Num:
        return th.total(i, 1, count, c[p - i] * x[n + i])

    proof = Proof(Theorem((n, p, c, x), given=[BIT], concludes=(0, "<=", weight_after(p, n))))
    grown(proof, lambda k: (0, "<=", part(k)),
          lambda: [(c[p - j - 1], proof.at(0, n + j + 1))], p)  # fmt: skip
    return proof


def weight_at_most_uses() -> Proof:
    """The weight of the record is no more than the number of its uses."""
    told = weight_after(p, n), "<=", uses(p, n)
    proof = Proof(Theorem((n, p, c, x), given=[BIT, FALLING], concludes=told))

    def said(count: Num) -> th.Said:
        return th.total(i, 1, count, c[p - i] * x[n + i]), "<=", uses(count, n)

    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), []), last=p)
    at, new = c[p - j - 1], x[n + j + 1]
    proof.gram(said(j + 1), [(1, here), (1 - at, proof.at(0, n + j + 1)),
                             (new**2, proof.at(1, p - j - 1))])  # fmt: skip
    proof.close()
    return proof


def shorter_uses() -> Proof:
    """Fewer steps hold no more uses."""
    told = uses(M, n), "<=", uses(M + r, n)
    proof = Proof(Theorem((n, M, r, x), given=(BIT,), concludes=told))
    grown(proof, lambda k: (uses(M, n), "<=", uses(M + k, n)),
          lambda: [(1, proof.at(0, n + M + j + 1))], r)  # fmt: skip
    return proof
