"""The bound on the error of a method in stages at its best noise scales, for every number of steps.

After T steps the bound is P_T E + d sum_t a_t b_t^2 with a_t = P_T/P_t z_t, z_t = alpha_t (1 +
alpha_t L), and P_t = prod_{i <= t} g_i (1 - q_i), where q_i^2 = mu alpha_i and g_i is the factor of
a restart at the first step of a stage, and 1 elsewhere.  For a budget eps of Laplace noise on n
records the best scales are b_t = A S/(n eps) a_t^(-1/3), where A is the sum of all a_t^(1/3), so

    d sum_t a_t b_t^2 = d (S/(n eps))^2 A^3,    A = p_T R,    R = sum_t z_t^(1/3)/p_t,

with p_t = P_t^(1/3).  So one pass over the steps has the bound after each of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from workbench.symbolic import Defined, First, Relation, Rule, Variable, declare, relation
from workbench.symbolic.text import parse

T, t = declare("integer T t")
alpha, g, P, p, R = (sp.IndexedBase(one, real=True) for one in ("alpha", *"gPpR"))


def closed(power: int = 3) -> Relation:
    """The noise term at its best scales, where A and R are sums over all steps."""
    weight, scale = "(P[T]/P[t]*z[t])", "A*S_1/(n*eps*(P[T]/P[t]*z[t])^(1/3))"
    sums = (
        "A = sum(j = 1..T, (P[T]/P[j]*z[j])^(1/3)), R = sum(j = 1..T, z[j]^(1/3)/P[j]^(1/3)),"
        " P, z, S_1, eps > 0, integer T, n, d > 0"
    )
    noise = f"d*(S_1/(n*eps))^2*(P[T]^(1/3)*R)^{power}"
    return parse(f"d*sum(t = 1..T, {weight}*({scale})^2) = {noise}", where=sums)


@dataclass(frozen=True, slots=True)
class StagedBound:
    """Numbers of a schedule and of the bound.

    ends, sizes: the last step of each stage, and its step size
    convexity, smoothness: mu and L
    error, noise: E and d (S/(n eps))^2
    restart: the factor that a restart costs, also that at the start
    """

    ends: tuple[int, ...]
    sizes: tuple[sp.Rational, ...]
    convexity: sp.Rational
    smoothness: sp.Rational
    error: sp.Rational
    noise: sp.Rational
    restart: int = 2

    def less(self, best: int, low: int, high: int) -> Defined:
        """The bound at T = best is less than that at any T from low to high.

        p_t is the cube root of P_t, and R_t the sum of z_i^(1/3)/p_i, i <= t.
        """
        given, start, last = [First(P, 0, 1), First(p, 0, 1), First(R, 0, 0)], 1, max(best, high)
        for end, size in zip(self.ends, self.sizes, strict=True):
            given += [First(alpha, start, size, to=end), First(g, start, self.restart)]
            if end > start:
                given.append(First(g, start + 1, 1, to=end))
            start = end + 1
        size = alpha[t + 1] * (1 + alpha[t + 1] * self.smoothness)
        rules = [
            Rule(P, t, g[t + 1] * (1 - sp.sqrt(self.convexity * alpha[t + 1])) * P[t]),
            Rule(p, t, sp.cbrt(P[t + 1])),
            Rule(R, t, R[t] + sp.cbrt(size) / p[t + 1]),
        ]
        at = [self.error * P[n] + self.noise * (p[n] * R[n]) ** 3 for n in (best, T)]
        said = relation(at[0], "<", at[1])
        inside = Variable("T", "int", low=str(low), high=str(high))
        named = tuple(inside if v.name == "T" else v for v in said.variables)
        return Defined(replace(said, variables=named), rules, given, last=last)
