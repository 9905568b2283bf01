"""What rises and what falls between two sequences of numbers that are not negative.

The sum of the squares of the changes v_j - u_j is at most that of the squares of the sums of both,
and the inner product of the changes with u is at least minus its length times the sum of the falls.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

n = th.integer("n", at_least=1)
k, m = (th.integer(name, at_least=0) for name in "km")
j, l = (th.integer(name) for name in "jl")  # noqa: E741
r, s = (th.number(name, above=0) for name in "rs")
u, v = (th.numbers(name, at_least=0) for name in "uv")
x, y = th.number("x"), th.number("y")


def total(term: Any, count: Num = n) -> Num:  # noqa: ANN401 - a number for each index
    """The sum over the other coordinates."""
    return th.total(j, 0, count - 1, term(j))


def change(index: Num) -> Num:
    """How much one of them changes."""
    return v[index] - u[index]


@cache
def size_of(said: str) -> Proof:
    """What is known of |x|."""
    told = {"above": (x, "<=", abs(x)), "below": (-x, "<=", abs(x)),
            "square": (x**2, "<=", abs(x) ** 2)}[said]  # fmt: skip
    proof = Proof(Theorem((x,), concludes=told))
    proof.scalar(told, {"kind": "cases", "tree": x.tree, "above": {"kind": "sign"},
                        "below": {"kind": "sign"}})  # fmt: skip
    return proof


@cache
def size_at_most() -> Proof:
    """|x| <= y where x <= y and -x <= y."""
    told = abs(x), "<=", y
    proof = Proof(Theorem((x, y), given=[(x, "<=", y), (-x, "<=", y)], concludes=told))
    proof.scalar(told, {"kind": "cases", "tree": x.tree, "above": {"kind": "sign"},
                        "below": {"kind": "sign"}})  # fmt: skip
    return proof


def falls(count: Num) -> Num:
    """The sum of the falls."""
    return total(lambda t: (abs(change(t)) - change(t)) / 2, count)


def rises(count: Num) -> Num:
    """The sum of the rises."""
    return total(lambda t: (abs(change(t)) + change(t)) / 2, count)


def not_negative() -> Proof:
    """0 <= both sums: of them the first."""
    proof = Proof(Theorem((m, u, v), concludes=(0, "<=", falls(m))))
    here = proof.induction(l, 0, (0, "<=", falls(l)), proof.gram((0, "<=", falls(0 * m)), []))
    more = proof.by(size_of("above"), {"x": change(l)})
    proof.gram((0, "<=", falls(l + 1)), [(1, here), (th.num(1) / 2, more)])
    proof.at(proof.close(), m)
    return proof


def rises_not_negative() -> Proof:
    """0 <= the second."""
    proof = Proof(Theorem((m, u, v), concludes=(0, "<=", rises(m))))
    here = proof.induction(l, 0, (0, "<=", rises(l)), proof.gram((0, "<=", rises(0 * m)), []))
    more = proof.by(size_of("below"), {"x": change(l)})
    proof.gram((0, "<=", rises(l + 1)), [(1, here), (th.num(1) / 2, more)])
    proof.at(proof.close(), m)
    return proof


def squares() -> Proof:
    """The sum of the squares is at most that of the squares of both sums."""

    def said(count: Num) -> th.Said:
        return total(lambda t: change(t) ** 2, count), "<=", falls(count) ** 2 + rises(count) ** 2

    proof = Proof(Theorem((m, u, v), concludes=said(m)))
    here = proof.induction(l, 0, said(l), proof.gram(said(0 * m), []))
    put = {"m": l, "u": u, "v": v}
    low, high = proof.by(not_negative(), put), proof.by(rises_not_negative(), put)
    above, below = (proof.by(size_of(one), {"x": change(l)}) for one in ("above", "below"))
    proof.gram((0, "<=", abs(change(l)) + change(l)), [(1, below)])
    proof.gram((0, "<=", abs(change(l)) - change(l)), [(1, above)])
    square = proof.by(size_of("square"), {"x": change(l)})
    proof.gram(said(l + 1), [
        (1, here), (abs(change(l)) - change(l), low), (abs(change(l)) + change(l), high),
        (th.num(1) / 2, square)])  # fmt: skip
    proof.at(proof.close(), m)
    return proof


def entry() -> Proof:
    """One square is at most their sum."""

    def said(count: Num) -> th.Said:
        return u[k] ** 2, "<=", total(lambda t: u[t] ** 2, k + 1 + count)

    proof = Proof(Theorem((k, m, u), concludes=said(m)))
    low = proof.visible((0, "<=", total(lambda t: u[t] ** 2, k)))
    here = proof.induction(l, 0, said(l), proof.gram(said(0 * m), [(1, low)]))
    more = proof.visible((0, "<=", u[k + 1 + l] ** 2))
    proof.gram(said(l + 1), [(1, here), (1, more)])
    proof.at(proof.close(), m)
    return proof


def against_falls() -> Proof:
    """sum u_j (v_j - u_j) >= -r times the sum of the falls, where sum u_j^2 <= r^2."""
    bound = total(lambda t: u[t] ** 2), "<=", r**2

    def said(count: Num) -> th.Said:
        return -r * falls(count), "<=", total(lambda t: u[t] * change(t), count)

    proof = Proof(Theorem((n, r, u, v), given=[bound], concludes=said(n)))
    here = proof.induction(l, 0, said(l), proof.gram(said(0 * n), []), last=n)
    one = proof.by(entry(), {"k": l, "m": n - l - 1, "u": u})
    small = proof.gram((u[l], "<=", r), [(1 / (r + u[l]), one), (1 / (r + u[l]), 0)])
    above, below = (proof.by(size_of(one), {"x": change(l)}) for one in ("above", "below"))
    proof.gram((0, "<=", abs(change(l)) - change(l)), [(1, above)])
    half = th.num(1) / 2
    proof.gram(said(l + 1), [
        (1, here), (half * (abs(change(l)) - change(l)), small), (half * u[l], below)])  # fmt: skip
    proof.close()
    return proof


def against_rises() -> Proof:
    """sum v_j (v_j - u_j) <= s times the sum of the rises, where sum v_j^2 <= s^2."""
    bound = total(lambda t: v[t] ** 2), "<=", s**2

    def said(count: Num) -> th.Said:
        return total(lambda t: v[t] * change(t), count), "<=", s * rises(count)

    proof = Proof(Theorem((n, s, u, v), given=[bound], concludes=said(n)))
    here = proof.induction(l, 0, said(l), proof.gram(said(0 * n), []), last=n)
    one = proof.by(entry(), {"k": l, "m": n - l - 1, "u": v})
    small = proof.gram((v[l], "<=", s), [(1 / (s + v[l]), one), (1 / (s + v[l]), 0)])
    above, below = (proof.by(size_of(one), {"x": change(l)}) for one in ("above", "below"))
    proof.gram((0, "<=", abs(change(l)) + change(l)), [(1, below)])
    half = th.num(1) / 2
    proof.gram(said(l + 1), [
        (1, here), (half * (abs(change(l)) + change(l)), small), (half * v[l], above)])  # fmt: skip
    proof.close()
    return proof
