"""Gradient steps and projections on convex sets do not expand.

Of the convex set the statement says what it does to the points in question: the nearest point to x
is no further from it than those on the segment to another point of the set.  The segment is such a
set itself, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Theorem, Vec

L, eta = th.number("L_1", above=0), th.number("eta", at_least=0)
x, y, p, q = (th.vector(name) for name in "xypq")
F = th.function("F", smooth=L, strong=0)
k, M = th.integer("k"), th.integer("M")


def gradient_step(*, limit: int = 2, objective: Many = F) -> Proof:
    """|x - eta grad F(x) - y + eta grad F(y)|^2 <= |x - y|^2 for eta L_1 <= 2."""
    r = F.grad(x) - F.grad(y)
    z, w = x - 1 / L * r, y + 1 / L * r
    claimed = th.square(x - y - eta * r), "<=", th.square(x - y)
    small = (eta * L, "<=", limit)
    proof = Proof(Theorem((L, eta, x, y, objective), given=[small], concludes=claimed))
    used = [proof.convexity(F, z, y), proof.descent(F, z, x)]
    used += [proof.convexity(F, w, x), proof.descent(F, w, y)]
    proof.gram(claimed, [(2 * eta, at) for at in used], squares=[(eta * (2 / L - eta), r)])
    return proof


def _nearest(point: Vec, best: Vec, other: Vec) -> Any:  # noqa: ANN401 - a hypothesis
    there = best + 1 / k * (other - best)
    return (k, 1, (th.square(point - best), "<=", th.square(point - there)))


NEAREST = _nearest(x, p, q), _nearest(y, q, p)


def projections(*, factor: int = 1, given: Sequence[Any] = NEAREST) -> Proof:
    """|p - q|^2 <= |x - y|^2, p and q the nearest points to x and y."""
    claimed = factor * th.square(p - q), "<=", th.square(x - y)
    proof = Proof(Theorem((x, y, p, q), given=given, concludes=claimed))
    sides = []
    for told, (point, best, other) in zip(NEAREST, ((x, p, q), (y, q, p)), strict=True):
        said = ((point - best) @ (other - best), "<=", 0)
        away = th.square(other - best) / 2
        short = proof.limit(M, said, away)
        proof.gram(short, [(M / 2, proof.at(proof.given(told), M))])
        sides.append(proof.close())
    proof.gram(claimed, [(2, side) for side in sides], squares=[(1, (p - q) - (x - y))])
    return proof
