"""Outputs at which noisy full gradients spend the whole budget: beyond both means.

Step t has d coordinates, k = 0, ..., d - 1; what belongs to them stands at t d + k.  The means of
two data sets are g and h, apart by s (g - h) >= 0 for a sign s, and the output o is beyond g: then
|o - h| - |o - g| = s (g - h).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_levels import ZERO
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

eps, d, n, T = th.number("epsilon", above=0), *(th.integer(a, at_least=1) for a in "dnT")
g, h, o, s = (th.numbers(name) for name in "ghos")
S, b = (th.numbers(name, above=0) for name in "Sb")
i, j, k, r, t = (th.integer(name) for name in "ijkrt")
SIGNS: tuple[Any, ...] = (
    (i, 0, (s[i] * s[i], "=", 1)), (i, 0, (0, "<=", s[i] * (g[i] - h[i]))),
    (i, 0, (0, "<=", s[i] * (o[i] - g[i]))),
)  # fmt: skip


def apart(step: Num, count: Num = d) -> Num:
    """How far the means of a step are apart, in the first coordinates."""
    return th.total(k, 0, count - 1, s[step * d + k] * (g[step * d + k] - h[step * d + k]))


def loss(step: Num, count: Num = d) -> Num:
    """The logarithm of the ratio of two Laplace densities of scale 1, in the first coordinates."""
    at = step * d + k
    return th.total(k, 0, count - 1, abs(o[at] - h[at]) - abs(o[at] - g[at]))


FULL: tuple[Any, ...] = (
    *SIGNS, (t, 0, (apart(t), "=", S[t] / n)), (t, 0, (b[t], "=", S[t] * T / (n * eps))),
)  # fmt: skip


w = th.number("w")
SEEN = {"kind": "sign"}
CASES = {"kind": "cases", "tree": w.tree, "above": SEEN, "below": SEEN}


def least() -> Proof:
    """w <= |w|."""
    proof = Proof(Theorem((w,), concludes=(w, "<=", abs(w))))
    proof.scalar(proof.theorem.concludes, CASES)
    return proof


def absolute() -> Proof:
    """|w| = w for w >= 0."""
    proof = Proof(Theorem((w,), given=[(0, "<=", w)], concludes=(abs(w), "=", w)))
    most = proof.scalar((abs(w), "<=", w), CASES)
    proof.by(least(), {"w": w})
    proof.rewrite(proof.theorem.concludes, proof.gram((w, "=", w), []), most)
    return proof


def beyond() -> Proof:
    """|o - h| - |o - g| = s (g - h)."""
    x, y, z, u = (th.number(name) for name in ("x", "y", "z", "u"))
    told = abs(z - y) - abs(z - x), "=", u * (x - y)
    given = [(u * u, "=", 1), (0, "<=", u * (x - y)), (0, "<=", u * (z - x))]
    proof = Proof(Theorem((x, y, z, u), given=given, concludes=told))

    def of_sign(sign: int, root: Num) -> None:
        same = proof.gram((u, "=", sign), [(1 / root, 0)])
        low = [proof.gram((0, "<=", sign * one), [(1, place), (one, same)])
               for one, place in ((x - y, 1), (z - x, 2))]  # fmt: skip
        proof.gram((0, "<=", sign * (z - y)), [(1, one) for one in low])
        near, far = (proof.by(absolute(), {"w": sign * one}) for one in (z - x, z - y))
        proof.gram(told, [(-1, near), (1, far), (y - x, same)])

    proof.cases(told, (ZERO, u))
    of_sign(1, u + 1)
    proof.otherwise()
    of_sign(-1, u - 1)
    proof.close()
    return proof


def spent(*, given: Sequence[Any] = FULL, share: Any = 1) -> Proof:  # noqa: ANN401 - a number
    """The losses of all steps add up to the budget."""
    proof = Proof(Theorem((eps, d, n, T, g, h, o, s, S, b), given=given, concludes=(
        th.total(t, 0, T - 1, loss(t) / b[t]), "=", share * eps)))  # fmt: skip
    signs, away, past, size, scale = map(proof.given, FULL)

    def all_of(step: Num) -> int:
        """The loss of a step, coordinate by coordinate."""
        none = proof.gram((loss(step, ZERO), "=", apart(step, ZERO)), [])
        here = proof.induction(r, 0, (loss(step, r), "=", apart(step, r)), none)
        at = step * d + r
        proof.at(signs, at), proof.at(away, at), proof.at(past, at)
        one = proof.by(beyond(), {"x": g[at], "y": h[at], "z": o[at], "u": s[at]})
        proof.gram((loss(step, r + 1), "=", apart(step, r + 1)), [(1, here), (1, one)])
        return proof.at(proof.close(), d)

    def said(count: Num) -> th.Said:
        return th.total(t, 0, count - 1, loss(t) / b[t]), "=", share * eps * count / T

    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), []))
    parts, level, spread = all_of(j), proof.at(size, j), proof.at(scale, j)
    unit = 1 / b[j]
    proof.gram(
        said(j + 1),
        [(1, here), (unit, parts), (unit, level), (-(share * eps) / (T * b[j]), spread)],
    )
    proof.at(proof.close(), T)
    return proof
