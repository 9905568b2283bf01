"""Heavy ball on a quadratic, from rest, in runs whose noise grows with their number T of steps.

Along an eigenvector of eigenvalue lam the mean error after T steps is

    lam/2 [ (h_T - beta h_(T-1))^2 a^2 + alpha^2 (T c)^2 sum_{j<T} h_j^2 ],

where a is the coordinate of x_0 - x*, T c the size of the noise, and h the impulse response: h_(-1)
= 0, h_0 = 1, h_(t+2) = (1 + beta - alpha lam) h_(t+1) - beta h_t.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from workbench.symbolic import Defined, First, Relation, Rule, Variable, declare, relation

T, t = declare("integer T > 0, integer t")
b, h, g, H, G = (sp.IndexedBase(name, real=True) for name in "bhgHG")


@dataclass(frozen=True, slots=True)
class LengtheningNoise:
    """Two eigenvalues, a^2, the number c and the largest T."""

    eigenvalues: tuple[sp.Rational, sp.Rational]
    offset: sp.Rational
    noise: sp.Rational
    most: int

    def _parts(self) -> tuple[tuple[sp.Rational, Any, Any], ...]:
        """Each eigenvalue, its response, and the sums of the first squares of this."""
        return tuple(zip(self.eigenvalues, (h, g), (H, G), strict=True))

    def _error(self, step: sp.Rational, at: Any) -> sp.Expr:  # noqa: ANN401 - T, or a number
        """The mean error after `at` steps; b_0 is the momentum."""
        total = sp.Integer(0)
        for lam, response, squares in self._parts():
            kept = (response[at] - b[0] * response[at - 1]) ** 2 * self.offset
            total += lam * (kept + (step * at * self.noise) ** 2 * squares[at]) / 2
        return total

    def _defined(self, said: Relation, momentum: sp.Expr, step: sp.Rational, last: int) -> Defined:
        rules, base = [], [First(b, 0, momentum)]
        for lam, response, squares in self._parts():
            ahead = (1 + b[0] - step * lam) * response[t + 1] - b[0] * response[t]
            rules.append(Rule(response, t, ahead, shift=2, first=-1))
            rules.append(Rule(squares, t, squares[t] + response[t] ** 2))
            base += [First(response, -1, 0), First(response, 0, 1), First(squares, 0, 0)]
        whole = Variable("T", "int", low="1", high=str(self.most))
        inside = tuple(whole if v.name == "T" else v for v in said.variables)
        return Defined(replace(said, variables=inside), rules, base, last=last)

    def never_below(self, value: sp.Rational, momentum: sp.Expr, step: sp.Rational) -> Defined:
        """The error is at least the value, for every T up to the largest one."""
        return self._defined(relation(value, "<=", self._error(step, T)), momentum, step, self.most)

    def reaches(self, value: sp.Rational, momentum: sp.Expr, step: sp.Rational, at: int) -> Defined:
        """The error after `at` steps is at most the value."""
        return self._defined(relation(self._error(step, at), "<=", value), momentum, step, at)

    def floats(self, momentum: sp.Expr, step: sp.Rational) -> tuple[float, ...]:
        """The errors after 1, 2, ... steps in floating point: a proposal, and for pictures."""
        size, kept, found = float(step), float(momentum), [0.0] * self.most
        for lam in map(float, self.eigenvalues):
            now, before, squares = 1.0, 0.0, 0.0
            for k in range(self.most):
                squares += now**2
                now, before = (1 + kept - size * lam) * now - kept * before, now
                far = (now - kept * before) ** 2 * float(self.offset)
                found[k] += lam * (far + (size * (k + 1) * float(self.noise)) ** 2 * squares) / 2
        return tuple(found)
