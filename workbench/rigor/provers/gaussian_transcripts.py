"""Gaussian releases that are chosen from earlier outputs: their loss is that of one normal pair.

In step t the means on two neighbours are a_t sigma_t apart, which the past decides, with |a_t| at
most mu_t; x_t is the noise along their difference, in units of sigma_t.  A second normal number
y_t, of which nobody is told, with a shift of b_t = (mu_t^2 - a_t^2)^(1/2), fills the step up.  Then
the log-ratio L of all x and y is normal whatever was chosen, and an event of the outputs is one of
x and y.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

k, mu, a, b, x, y = declare("integer k >= 0, real mu a b x y")
s, r, t, c, L, V, m, E, M = declare("real s r t c L, V >= 0, real m E M")
NORMAL = ((s, r), sp.exp(s * x + r * y), "=", sp.exp((s**2 + r**2) / 2))
WITHIN, SPREAD = (a**2, "<=", mu**2), (V, ">", 0)
FILLED = (b, "=", sp.sqrt(mu**2 - a**2))


def adaptive(given: Sequence[Any] = (NORMAL,), sure: Sequence[Any] = (WITHIN, FILLED),
             after: Sequence[Any] = (SPREAD,), factor: Any = sp.S.Half  # noqa: ANN401
             ) -> ProcessStatement:  # fmt: skip
    """E e^(t (L + V/2)/V^(1/2)) = e^(factor t^2) for the log-ratio L and V, the sum of mu_t^2."""
    return ProcessStatement(
        (m, "=", sp.exp(factor * t**2)), steps=k, fixed=(mu,), known=(a, b), drawn=(x, y),
        sure=sure, given=given, after=after, means={m: sp.exp(t * (L + V / 2) / sp.sqrt(V))},
        states=[(L, 0, L + a * x - a**2 / 2 + b * y - b**2 / 2), (V, 0, V + mu**2)], shows=(m,),
    )  # fmt: skip


def is_normal(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(c (L + V/2) - c^2 V/2) = 1 for every c; then c = t/V^(1/2)."""
    proof = ProcessProof(adaptive(**changes))
    now = sp.exp(c * (L + V / 2) - c**2 * V / 2)
    (step,) = proof.potential(now, "=", of=(c,))
    left = now * sp.exp(-(c**2) * mu**2 / 2)
    step.instance(M, 0, {s: c * a, r: c * b})
    step.integrate("<=", (mu**2 - a**2, 1), methods=("sign",))
    step.integrate("=", (b - sp.sqrt(mu**2 - a**2), 1))
    at = step.known
    step.fact((b, "=", sp.sqrt(mu**2 - a**2)), multiples={at - 1: -1})
    step.fact((b**2, "=", mu**2 - a**2), multiples={at: b + sp.sqrt(mu**2 - a**2)})
    total, whole = (c * a) ** 2 / 2 + (c * b) ** 2 / 2, c**2 * mu**2 / 2
    step.fact((total, "=", whole), multiples={at + 1: c**2 / 2})
    equal = parse("exp(v) = exp(w)", where="v = w"), {"v": total, "w": whole}
    step.fact((sp.exp(total), "=", sp.exp(whole)), uses=[at + 2], facts=[equal])
    step.fact((M, "=", sp.exp(whole)), multiples={at - 3: 1, at + 3: 1})
    step.exists(NEXT, (left, M))
    step.integrate("=", (left, M), (-1, NEXT))
    step.fact((NEXT, "=", now), multiples={at + 6: 1, at + 4: left})
    end = proof.end()
    end.instance(E, 0, {c: t / sp.sqrt(V)})
    top = sp.exp(t**2 / 2)
    end.exists(m, (top, E))
    end.integrate("=", (top, E), (-1, m))
    end.fact((E, "=", 1))
    return proof.outcome()
