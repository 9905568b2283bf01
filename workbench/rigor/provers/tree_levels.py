"""How many nodes of a tree use one record: a sum over all levels and all nodes of each.

Node a of level k has the p = 2^k steps after a p.  x_i is 1 where step i uses the record and 0
elsewhere, z_t is 1 up to the last step T and 0 beyond; so z_((a+1) p) says whether the node fits,
and 1 - (1 - x_(a p + 1)) ... (1 - x_(a p + p)) whether it uses the record.  The nodes of a level
are disjoint: those that use it are no more than its uses, and than the nodes that fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses
K, T, m, n, r, f = (th.integer(name, at_least=0) for name in ("K", "T", "m", "n", "r", "f"))
N, E, p = (th.integer(name, at_least=1) for name in ("N", "E", "p"))
a, b, i, j, k, s, t = (th.integer(name) for name in "abijkst")
M = th.number("M", at_least=0)
x, z = th.numbers("x"), th.numbers("z", at_least=0)
ZERO = th.num(0)
BIT: Any = (i, 0, (x[i] * x[i], "=", x[i]))
NO_MORE: Any = (i, 1, (x[T + i], "=", 0))
SMALL: Any = (t, 0, (z[t], "<=", 1))
FALLS: Any = (t, 0, (z[t + 1], "<=", z[t]))
ENDS: Any = (i, 1, (z[T + i], "=", 0))


def power(k: Num) -> Num:
    """2^k, as a product of k factors: an integer, so that steps can be counted with it."""
    return th.product(b, 1, k, 2)


def unused(count: Num, after: Num) -> Num:
    """1 where none of the steps after + 1, ..., after + count uses the record, and else 0."""
    return th.product(i, 1, count, 1 - x[after + i])


def uses(count: Num, after: Num | None = None, of: th.Many = x) -> Num:
    """How many of these steps use it."""
    return th.total(i, 1, count, of[i if after is None else after + i])


def fit(p: Num, count: Num = T) -> Num:
    """How many of the first nodes of p steps fit."""
    return th.total(a, 0, count - 1, z[(a + 1) * p])


def found(p: Num, count: Num = T) -> Num:
    """How many of these use the record."""
    return th.total(a, 0, count - 1, z[(a + 1) * p] * (1 - unused(p, a * p)))


def in_levels(last: Num) -> Num:
    """How many nodes of the levels 0, ..., last use the record."""
    return th.total(k, 0, last, found(power(k)))


def higher(count: Num) -> Num:
    """How many nodes of the levels K + 1, ..., K + count fit."""
    return th.total(k, 1, count, fit(power(K + k)))


def first_of_levels(last: Num) -> Num:
    """How many of the first nodes of these levels fit and use the record."""
    return th.total(k, 0, last, z[power(k)] * (1 - unused(power(k), ZERO)))


def grown(
    proof: Proof, said: Callable[[Num], th.Said], step: Callable[[], Iterable[Any]], at: Num,
    *, base: Iterable[Any] = (), by: Num = j, times: int = 1,
) -> int:  # fmt: skip
    """A relation at a number, by induction from 0; `step` says what is added in the next one.

    base, by, times: what shows the first one, the index, and how often the last one is taken
    """
    first = proof.gram(said(ZERO), list(base))
    here = proof.induction(by, 0, said(by), first)
    proof.gram(said(by + 1), [(times, here), *step()])
    return proof.at(proof.close(), at)


def joined(of: th.Many = x) -> Proof:
    """The uses up to n + r are those up to n and those after it."""

    def said(more: Num) -> th.Said:
        return uses(n + more, of=of), "=", uses(n, of=of) + uses(more, n, of)

    proof = Proof(Theorem((n, r, of), concludes=said(r)))
    grown(proof, said, tuple, r)
    return proof


def beyond() -> Proof:
    """After the last step there are no uses."""
    proof = Proof(Theorem((T, r, x), given=[NO_MORE], concludes=(uses(T + r), "=", uses(T))))
    grown(proof, lambda c: (uses(T + c), "=", uses(T)), lambda: [(1, proof.at(0, j + 1))], r)
    return proof


def positive() -> Proof:
    """0 <= the product of the 1 - x_i, each of which is its square."""
    proof = Proof(Theorem((n, r, x), given=[BIT], concludes=(0, "<=", unused(r, n))))
    here = proof.induction(
        j, 0, (0, "<=", unused(j, n)), proof.gram((0, "<=", unused(ZERO, n)), [])
    )
    whole = ((1 - x[n + j + 1]) ** 2, here), (unused(j, n), proof.at(0, n + j + 1))
    proof.gram((0, "<=", unused(j + 1, n)), list(whole))
    proof.at(proof.close(), r)
    return proof


def at_most_one() -> Proof:
    """The product of the 1 - x_i is at most 1."""
    proof = Proof(Theorem((n, r, x), given=[BIT], concludes=(unused(r, n), "<=", 1)))

    def step() -> Iterable[Any]:
        low = proof.by(positive(), {"n": n, "r": j, "x": x})
        return [(x[n + j + 1] ** 2, low), (unused(j, n), proof.at(0, n + j + 1))]

    grown(proof, lambda c: (unused(c, n), "<=", 1), step, r)
    return proof


def one_node() -> Proof:
    """A node that uses the record has a use."""

    def said(count: Num) -> th.Said:
        return 1 - unused(count, n), "<=", uses(count, n)

    proof = Proof(Theorem((n, r, x), given=[BIT], concludes=said(r)))

    def step() -> Iterable[Any]:
        most = proof.by(at_most_one(), {"n": n, "r": j, "x": x})
        return [(x[n + j + 1] ** 2, most), (1 - unused(j, n), proof.at(0, n + j + 1))]

    grown(proof, said, step, r)
    return proof


def used_nodes() -> Proof:
    """The nodes of a level that use the record are no more than its uses."""
    proof = Proof(Theorem((T, p, x, z), given=(BIT, NO_MORE, SMALL),
                          concludes=(found(p), "<=", uses(T))))  # fmt: skip

    def step() -> Iterable[Any]:
        put = {"n": j * p, "r": p, "x": x}
        proof.by(at_most_one(), put)
        return [(1 - unused(p, j * p), proof.at(2, (j + 1) * p)), (1, proof.by(one_node(), put)),
                (-1, proof.by(joined(), put))]  # fmt: skip

    every = grown(proof, lambda c: (found(p, c), "<=", uses(c * p)), step, T)
    rest = proof.by(beyond(), {"T": T, "r": T * (p - 1), "x": x})
    proof.gram(proof.theorem.concludes, [(1, every), (1, rest)])
    return proof


def fitting_nodes() -> Proof:
    """They are no more than those that fit."""
    proof = Proof(Theorem((T, p, x, z), given=[BIT], concludes=(found(p), "<=", fit(p))))

    def step() -> Iterable[Any]:
        return [(z[(j + 1) * p], proof.by(positive(), {"n": j * p, "r": p, "x": x}))]

    grown(proof, lambda c: (found(p, c), "<=", fit(p, c)), step, T)
    return proof


def at_least_one() -> Proof:
    """2^n >= 1."""
    proof = Proof(Theorem((n,), concludes=(1, "<=", power(n))))
    grown(proof, lambda c: (1, "<=", power(c)), tuple, n, times=2)
    return proof


def of_level(proof: Proof, used: Proof, k: Num, **more: Any) -> int:  # noqa: ANN401
    """What is known of any p >= 1, of the nodes of level k."""
    proof.by(at_least_one(), {"n": k})
    return proof.by(used, {"T": T, "z": z, "p": power(k), **more})


def in_all() -> Proof:
    """M uses are in at most M (K + 1) nodes of levels up to K, and above that in those that fit."""
    proof = Proof(Theorem((T, M, K, m, x, z), given=(BIT, NO_MORE, SMALL, (uses(T), "<=", M)),
                          concludes=(in_levels(K + m), "<=", M * (K + 1) + higher(m))))  # fmt: skip

    def low(k: Num) -> list[Any]:
        return [(1, of_level(proof, used_nodes(), k, x=x)), (1, 3)]

    short = grown(proof, lambda c: (in_levels(c), "<=", M * (c + 1)), lambda: low(j + 1), K,
                   base=low(ZERO))  # fmt: skip
    grown(proof, lambda c: (in_levels(K + c), "<=", M * (K + 1) + higher(c)),
           lambda: [(1, of_level(proof, fitting_nodes(), K + s + 1, x=x))], m,
           base=[(1, short)], by=s)  # fmt: skip
    return proof
