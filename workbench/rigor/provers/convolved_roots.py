"""The power series of 1/(1 - q z) has the square root with the coefficients binom(2k, k) 4^-k q^k.

With (2k + 2) c_(k+1) = q (2k + 1) c_k and S_n = sum_j c_j c_(n-j), a sum read backwards says that
sum_j 2j c_j c_(n-j) = n S_n; and sum_j 2j c_j c_(n+1-j) = q sum_i (2i + 1) c_i c_(n-i), term by
term.  So (n + 1) S_(n+1) = q (n + 1) S_n.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.windows import powers
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

q, n = th.number("q", at_least=0), th.integer("n", at_least=0)
j, k, m, s = (th.integer(name) for name in "jkms")
f, p = th.numbers("f", above=0), th.numbers("p", above=0)
u, c = th.numbers("u"), th.numbers("c")


def _product(size: Num, top: Num, weight: Num | None = None) -> Num:
    """sum_(j=0..top) weight_j c_j c_(size - j)."""
    body = c[j] * c[size - j]
    return th.total(j, 0, top, body if weight is None else weight * body)


def backwards() -> Proof:
    """sum_(j=0..n) 2j c_j c_(n-j) = n sum_(j=0..n) c_j c_(n-j): backwards it has n - j for j."""
    proof = Proof(Theorem((n, c), concludes=(_product(n, n, 2 * j), "=", n * _product(n, n))))

    def body(at: Num) -> Num:
        return at * c[at] * c[n - at]

    def back(start: Num, top: Num) -> Num:
        return th.total(j, 0, top, body(start - j))

    def turned(top: Num) -> th.Said:
        return back(top, top), "=", th.total(j, 0, top, body(j))

    def shifted(top: Num) -> th.Said:
        return back(m + 1, top + 1), "=", body(m + 1) + back(m, top)

    here = proof.induction(m, 0, turned(m), proof.gram(turned(0 * n), []))
    inner = proof.induction(k, 0, shifted(k), proof.gram(shifted(0 * n), []))
    proof.gram(shifted(k + 1), [(1, inner)])
    proof.gram(turned(m + 1), [(1, here), (1, proof.at(proof.close(), m))])
    proof.gram(proof.theorem.concludes, [(-1, proof.at(proof.close(), n))])
    return proof


def binomials(base: int = 4) -> list[Any]:
    """c_k is binom(2k, k) base^-k q^k, by factorials f and powers p and u."""
    return [
        (f[0], "=", 1), (k, 0, (f[k + 1], "=", (k + 1) * f[k])), *powers(p, th.num(base)),
        *powers(u, q), (k, 0, (c[k], "=", f[2 * k] / (f[k] ** 2 * p[k]) * u[k])),
    ]  # fmt: skip


BINOMIALS = binomials()


def _next_one(proof: Proof, at: Num) -> int:
    """(2k + 2) c_(k+1) = q (2k + 1) c_k, by the recurrences of the factorials and powers."""
    _, next_f, _, next_p, _, next_u, of_c = proof.places(BINOMIALS)
    twice, square = 2 * at + 2, f[at + 1] ** 2
    grown = twice**2 * (2 * at + 1) * f[2 * at]
    over = square * p[at + 1]
    least = grown * q * u[at] / (4 * p[at])
    both = (f[at + 1] + (at + 1) * f[at]) / (square * (at + 1) ** 2 * f[at] ** 2)
    return proof.gram((twice * c[at + 1], "=", q * (2 * at + 1) * c[at]), [
        (twice, proof.at(of_c, at + 1)), (-q * (2 * at + 1), proof.at(of_c, at)),
        (twice * u[at + 1] / over, proof.at(next_f, 2 * at + 1)),
        (twice**2 * u[at + 1] / over, proof.at(next_f, 2 * at)),
        (grown / over, proof.at(next_u, at)), (-least / over, proof.at(next_p, at)),
        (-least * both, proof.at(next_f, at)),
    ])  # fmt: skip


def convolved(*, given: Sequence[Any] = BINOMIALS) -> Proof:
    """sum_(j=0..n) c_j c_(n-j) = q^n."""
    proof = Proof(Theorem((q, n, f, p, u, c), given=given, concludes=(_product(n, n), "=", u[n])))

    def stepped(most: Num) -> th.Said:
        return (_product(s + 1, most, 2 * j), "=", q * _product(s, most - 1, 2 * j + 1))

    first_f, _, first_p, _, first_u, next_u, of_c = proof.places(BINOMIALS)
    zero = th.num(0)
    one = proof.gram((c[0], "=", 1), [
        (1, proof.at(of_c, zero)), (1 / (f[0] * p[0]), first_u), (-1 / f[0], first_f),
        (-1 / (f[0] * p[0]), first_p),
    ])  # fmt: skip
    base = proof.gram((_product(zero, zero), "=", u[0]), [(c[0] + 1, one), (-1, first_u)])
    here = proof.induction(s, 0, (_product(s, s), "=", u[s]), base)
    inner = proof.induction(m, 0, stepped(m), proof.gram(stepped(zero), []))
    proof.gram(stepped(m + 1), [(1, inner), (c[s - m], _next_one(proof, m))])
    whole = proof.at(proof.close(), s + 1)
    late, now = (proof.by(backwards(), {"n": at, "c": c}) for at in (s + 1, s))
    proof.gram((_product(s + 1, s + 1), "=", u[s + 1]), [
        (1 / (s + 1), whole), (-1 / (s + 1), late), (q / (s + 1), now), (q, here),
        (-1, proof.at(next_u, s)),
    ])  # fmt: skip
    proof.at(proof.close(), n)
    return proof
