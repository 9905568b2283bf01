"""Gradients of smooth strongly convex functions are cocoercive: a lemma for other proofs."""

from __future__ import annotations

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import Many, Num, Theorem, function, number, square, vector

mu, L = number("mu", above=0), number("L", above=0)
star = vector("s")
x, y = vector("x"), vector("y")
F = function("F", strong=mu, smooth=L, minimiser=star)
ORDERED = mu, "<=", L


def cocoercive(product: Num = mu * L, objective: Many = F, total: Num = mu + L) -> Proof:
    """Prove mu L |x - y|^2 + |g - h|^2 <= (mu + L) <g - h, x - y>, g and h the two gradients.

    Where mu < L: with r = g - h - mu (x - y), the definition at x - r/(L - mu) from x and y, and
    at y + r/(L - mu) from both, four inequalities, each L - mu times.  Where mu = L: at x - r the
    definition from x and y, and from y to x, leave |r|^2 <= 0.

    product: the factor of |x - y|^2
    objective: the function F
    total: the factor of the right side
    """
    change, step = F.grad(x) - F.grad(y), x - y
    r = change - mu * step
    z, w = x - 1 / (L - mu) * r, y + 1 / (L - mu) * r
    claimed = product * square(step) + square(change), "<=", total * (change @ step)
    proof = Proof(Theorem((mu, L, star, x, y, objective), given=[ORDERED], concludes=claimed))
    proof.cases(claimed, (mu, L))
    used = [proof.convexity(F, z, y), proof.descent(F, z, x)]
    used += [proof.convexity(F, w, x), proof.descent(F, w, y)]
    proof.gram(claimed, [(L - mu, place) for place in used])
    proof.otherwise()
    same = 0  # the fact mu <= L, where L <= mu is known as well
    at = x - (change - L * step)
    told = F(y) + F.grad(y) @ (at - y) + L / 2 * square(at - y), "<=", F(at)
    used = [proof.rewrite(told, proof.convexity(F, at, y), same)]
    used += [proof.descent(F, at, x), proof.descent(F, x, y)]
    both = L * L * square(step) + square(change), "<=", 2 * L * (change @ step)
    proof.rewrite(claimed, proof.gram(both, [(1, place) for place in used]), same)
    proof.close()
    return proof
