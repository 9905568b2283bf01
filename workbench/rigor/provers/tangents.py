"""How far a function along a line is from its tangent, where its gradient is Lipschitz in a norm.

With D the length of h, P(s) = <grad F(u + s h), h> is the derivative of F(u + s h), m its value at
the first end a, and g the dual norm of grad F(u + s h) - grad F(u + a h).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.integration import IntegralProof
from workbench.symbolic import declare
from workbench.symbolic.increments import increment
from workbench.symbolic.integrals import IntegralStatement

L, D, s, P, g, V, m, a, b = declare("L >= 0, D >= 0, real s P g V m a b")
DUAL = ((P - m, "<=", g * D), (m - P, "<=", g * D))
TOLD = (*DUAL, (g, "<=", L * s * D))
HALF = sp.S.Half


def near_tangent(share: Any = HALF, told: Sequence[Any] = TOLD) -> IntegralStatement:  # noqa: ANN401
    """From 0 to 1 the function is within share L D^2 of its tangent at 0."""
    grown = increment(P, s, 0, 1, told=told, beside=(g,))
    return IntegralStatement((sp.Abs(V - m), "<=", share * L * D**2), means={V: grown})


def piece(share: Any = HALF) -> IntegralStatement:  # noqa: ANN401
    """The same from a to b."""
    grown = increment(P, s, a, b, told=(*DUAL, (g, "<=", L * (s - a) * D)), beside=(g,))
    claimed = sp.Abs(V - (b - a) * m), "<=", share * L * D**2 * (b - a) ** 2
    return IntegralStatement(claimed, means={V: grown}, where=[(a, "<=", b)])


def by_the_derivative(stated: IntegralStatement, share: Any = HALF, *, first: Any = 0) -> Outcome:  # noqa: ANN401
    """The derivative is within L s D^2 of m, and that of L s^2 D^2/2 is L s D^2."""
    proof, along = IntegralProof(stated, seconds=3), s - first
    for op, sign in (("<=", 1), (">=", -1)):
        bent = along * m + sign * share * L * along**2 * D**2
        proof.grow(V, op, bent, facts=[(g * D, "<=", L * along * D**2)])
    return proof.outcome()
