"""Noise scales of a method of gradients whose steps come in stages, at given numbers.

The noise of step t counts with the weight a_t = D_T/D_t prod_{i > t} (1 - q_i) alpha_t (1 + alpha_t
L), where q_i^2 = mu alpha_i and D_t is the product of the restarts' factors up to the stage of t.
Scales that cost least for a budget are proportional to a_t^(-1/3): sum_j a_j^(1/3)/a_t^(1/3) in
units of the budget.  They are computed backwards, from the last step to the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from workbench.rigor.provers.decimals import half_unit, rounded
from workbench.symbolic import Defined, First, Relation, Rule, Variable, declare, relation

t, i = declare("integer t i")
alpha, D, P, a, r, R = (sp.IndexedBase(one, real=True) for one in ("alpha", *"DParR"))


@dataclass(frozen=True, slots=True)
class StagedScales:
    """Numbers of a schedule.

    ends, sizes: the last step of each stage, and its step size
    convexity, smoothness: mu and L
    restart: the factor that a restart costs, also that at the start
    """

    ends: tuple[int, ...]
    sizes: tuple[sp.Rational, ...]
    convexity: sp.Rational
    smoothness: sp.Rational
    restart: int = 2

    @property
    def steps(self) -> int:
        """The number T of steps."""
        return self.ends[-1]

    def weight(self, age: Any, product: Any) -> sp.Expr:  # noqa: ANN401 - sympy
        """a_t of the step t = T - age; the product is that of 1 - q_i for i > t."""
        step = self.steps - age
        size = alpha[step] * (1 + alpha[step] * self.smoothness)
        return D[self.steps] / D[step] * product * size

    def defined(self, said: Relation) -> Defined:
        """A relation in alpha_t and D_t, and in numbers of the i-th step before the last.

        P_i is the product of the 1 - q of later steps, a_i the weight, r_i its cube root, and R_i
        the sum of this and all later roots.
        """
        T, given, start = self.steps, [], 1
        for k, (end, size) in enumerate(zip(self.ends, self.sizes, strict=True), start=1):
            given.append(First(D, start, sp.Integer(self.restart) ** k, to=end))
            given.append(First(alpha, start, size, to=end))
            start = end + 1
        given += [First(P, 0, 1), First(a, 0, self.weight(0, 1))]
        given += [First(root, 0, sp.cbrt(a[0])) for root in (r, R)]
        rules = [
            Rule(P, i, (1 - sp.sqrt(self.convexity * alpha[T - i])) * P[i]),
            Rule(a, i, self.weight(i + 1, P[i + 1])),
            Rule(r, i, sp.cbrt(a[i + 1])),
            Rule(R, i, R[i] + r[i + 1]),
        ]
        whole = Variable("t", "int", low="1", high=str(T))
        inside = tuple(whole if v.name == "t" else v for v in said.variables)
        return Defined(replace(said, variables=inside), rules, given, last=T - 1)

    def scale(self, step: int, printed: str) -> Defined:
        """sum_j a_j^(1/3)/a_t^(1/3) rounds to the decimal at this step."""
        return self.defined(rounded(R[self.steps - 1], printed, over=r[self.steps - step]))

    def between(self, least: str, most: str) -> tuple[Defined, Defined]:
        """No scale is less or larger by more than half a unit."""
        total, root = R[self.steps - 1], r[self.steps - t]
        low, high = (sp.Rational(one) for one in (least, most))
        down, up = (sp.Rational(str(half_unit(one))) for one in (least, most))
        told = relation((low - down) * root, "<=", total), relation(total, "<=", (high + up) * root)
        return self.defined(told[0]), self.defined(told[1])

    def drops(self, printed: Sequence[str]) -> tuple[Defined, ...]:
        """a_{t+1}/a_t at the end t of each stage but the last."""
        ages = [self.steps - end for end in self.ends[:-1]]
        pairs = zip(ages, printed[: len(ages)], strict=True)
        return tuple(self.defined(rounded(a[n - 1], one, over=a[n])) for n, one in pairs)
