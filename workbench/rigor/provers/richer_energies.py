"""Heavy ball by an energy with gradients and the interpolation inequalities of its class.

    V(x, y) = e^T P e + c (F(x) - F*),    e = (x - x*, y - x*, grad F(x)),   c = 1 + n_1 - n_2

Two matrices that are positive semidefinite, and multipliers >= 0 of the inequalities
F_i - F_j >= Q_ij that balance, make V contract by rho^2 in a step and bound F - F*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

mu, L, rho = (th.number(name, above=0) for name in ("mu", "L", "rho"))
alpha, beta = th.number("alpha"), th.number("beta")
P = [th.number(f"P_{place}") for place in ("11", "12", "13", "22", "23", "33")]
m = [th.number(f"m_{place}", at_least=0) for place in range(1, 7)]
n = [th.number(f"n_{place}", at_least=0) for place in range(1, 3)]
s, x, y = th.vector("s"), th.vector("x"), th.vector("y")
ORDERED = (mu, "<", L)
# How the balances and the matrices of a certificate are called, in their order.
KEPT = (
    "m_1 - m_2 + m_5 - m_6 = rho^2 c", "m_3 - m_4 + m_6 - m_5 = -c",
    "first form >= 0", "second form >= 0",
)  # fmt: skip
C = 1 + n[0] - n[1]
t, k, i = th.integer("t", at_least=0), th.integer("k"), th.integer("i")


@dataclass(frozen=True)
class Certificate:
    """The pairs of points of the multipliers m, the balances and the two matrices."""

    pairs: tuple[tuple[str, str], ...]
    flows: tuple[Any, ...]
    matrices: tuple[Any, ...]


def function(strong: Any = mu) -> Many:  # noqa: ANN401 - a number
    """F, with its minimiser s."""
    return th.function("F", strong=strong, smooth=L, minimiser=s)


def interpolation(F: Many) -> Proof:
    """F(x) - F(y) >= Q, from the definition of the class at x - (dg - mu dx)/(L - mu)."""
    dx, dg = x - y, F.grad(x) - F.grad(y)
    squares = th.square(dg) + mu * L * th.square(dx) - 2 * mu * (dg @ dx)
    said = F(y) + F.grad(y) @ dx + 1 / (2 * (L - mu)) * squares, "<=", F(x)
    p = Proof(Theorem((mu, L, s, F, x, y), given=[ORDERED], concludes=said))
    z = x - 1 / (L - mu) * (dg - mu * dx)
    p.gram(said, [(1, p.convexity(F, z, y)), (1, p.descent(F, z, x))])
    return p


def energy(F: Many, now: Vec, before: Vec, *, value: Num = C) -> Num:
    """V."""
    e, rows = (now - s, before - s, F.grad(now)), (P[:3], (P[1], *P[3:5]), (P[2], *P[4:]))
    parts = [rows[a][b] * (e[a] @ e[b]) for a in range(3) for b in range(3)]
    return sum(parts[1:], parts[0]) + value * (F(now) - F(s))


def used(p: Proof, F: Many, weights: list[Num], pairs: Any, **points: Vec) -> list[Any]:  # noqa: ANN401
    """The inequalities of pairs of points, each with its multiplier."""
    own = {"mu": mu, "L": L, "s": s, "F": F}
    lemma = interpolation(F)
    return [(weight, p.by(lemma, {**own, "x": points[a], "y": points[b]}))
            for weight, (a, b) in zip(weights, pairs, strict=True)]  # fmt: skip


def contraction(of: Certificate, F: Many, given: list[Any]) -> Proof:
    """V at the next two points is at most rho^2 V."""
    new = x + beta * (x - y) - alpha * F.grad(x)
    said = (energy(F, new, x), "<=", rho**2 * energy(F, x, y))
    p = Proof(Theorem((mu, L, alpha, beta, rho, *P, *m, *n, s, F, x, y), given=given,
                      concludes=said))  # fmt: skip
    facts = used(p, F, m, of.pairs, now=x, next=new, best=s)
    form = p.form(p.given(of.matrices[0]), x - s, y - s, F.grad(x), F.grad(new))
    (now, _, _), (then, _, _) = of.flows
    none = th.num(0)
    old = rho**2 * energy(F, x, y, value=none)
    told = (energy(F, new, x, value=-1 * then), "<=", old + now * (F(x) - F(s)))
    half = (told[0], "<=", old + rho**2 * C * (F(x) - F(s)))
    first = p.rewrite(half, p.gram(told, [*facts, (1, form)]), p.given(of.flows[0]))
    p.rewrite(said, first, p.given(of.flows[1]))
    return p


def bounded(of: Certificate, F: Many, given: list[Any]) -> Proof:
    """F - F* is at most V."""
    said = (F(x) - F(s), "<=", energy(F, x, y))
    p = Proof(Theorem((mu, L, *P, *n, s, F, x, y), given=given, concludes=said))
    facts = used(p, F, n, of.pairs[:2], now=x, best=s)
    form = p.form(p.given(of.matrices[1]), x - s, y - s, F.grad(x))
    p.gram(said, [*facts, (1, form)])
    return p


def energy_bound(
    of: Certificate, *, share: int = 1, strong: Any = mu, kept: Sequence[str] = KEPT  # noqa: ANN401
) -> Proof:  # fmt: skip
    """F(x_t) - F* <= rho^(2t) V_0, divided by `share`; kept: the balances and the matrices."""
    F, first, before = function(strong), th.vector("x_0"), th.vector("x_before")
    bare = th.iterates("x", i, before=before, start=first)
    following = bare[i] + beta * (bare[i] - bare[i - 1]) - alpha * F.grad(bare[i])
    z = th.iterates("x", i, before=before, start=first, following=following)
    known = dict(zip(KEPT, (*of.flows, *of.matrices), strict=True))
    given = [ORDERED, *(known[one] for one in kept)]
    start = energy(F, first, before)
    said = (F(z[t]) - F(s), "<=", rho ** (2 * t) * start / share)
    symbols = (mu, L, alpha, beta, rho, *P, *m, *n, s, F, t, first, before, z)
    p = Proof(Theorem(symbols, given=given, concludes=said))

    def claimed(j: Num) -> Any:  # noqa: ANN401 - a relation
        return energy(F, z[j], z[j - 1]), "<=", rho ** (2 * j) * start

    zero, one = 0 * t, k + 1
    base = p.unfold(claimed(zero), p.gram((start, "<=", start), []), [(z, 0), (z, -1)])
    here = p.induction(k, 0, claimed(k), base)
    numbers = {v.tree[1]: v for v in (mu, L, *P, *n)}
    more = {v.tree[1]: v for v in (alpha, beta, rho, *m)}
    step = contraction(of, F, [g for g in given if g is not known[KEPT[-1]]])
    at = {"s": s, "F": F, "x": z[k], "y": z[k - 1]}
    moved = p.by(step, {**numbers, **more, **at})
    told = (energy(F, z[one], z[k]), "<=", rho**2 * energy(F, z[k], z[k - 1]))
    p.gram(claimed(one), [(1, p.unfold(told, moved, [(z, one)])), (rho**2, here)])
    last = p.at(p.close(), t)
    low = bounded(of, F, [ORDERED, *(known[one] for one in kept if one == KEPT[-1])])
    near = p.by(low, {**numbers, "s": s, "F": F, "x": z[t], "y": z[t - 1]})
    p.gram(said, [(1, near), (1, last)])
    return p
