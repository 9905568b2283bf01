"""Sums of independent normal numbers: the log-ratio of several Gaussian pairs is that of one.

A number is standard normal where E e^(s x) = e^(s^2/2) for all s: no other law has these means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor import identity
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import Relation, declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

k, x, mu, s, t, a = declare("integer k >= 0, real x mu s t a")
S, V, m, E, M = declare("real S, V >= 0, real m E M")
NORMAL = (((s,), sp.exp(s * x), "=", sp.exp(s**2 / 2)),)
SPREAD = ((V, ">", 0),)
_DENSITY = "exp(-({})^2/2)/sqrt(2*pi)"


def ratio(power: int = 2) -> Relation:
    """The sum of ln(phi(x_i - mu_i)/phi(x_i)) is mu u - mu^2/2 for u = sum mu_i x_i/mu."""
    one = f"log(({_DENSITY.format('x[i] - m[i]')})/({_DENSITY.format('x[i]')}))"
    where = f"integer k > 0, mu > 0, mu^{power} = sum(i = 1..k, m[i]^2)"
    return parse(f"sum(i = 1..k, {one}) = mu*(sum(i = 1..k, m[i]*x[i])/mu) - mu^2/2", where=where)


def ratios_add_up(power: int = 2) -> Outcome:
    """Squares cancel."""
    return identity(ratio(power), multiples={0: -sp.S.Half})


def combination(
    given: Sequence[Any] = NORMAL, after: Sequence[Any] = SPREAD, factor: Any = sp.S.Half  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """E e^(t u) = e^(t^2/2) for u = (mu_1 x_1 + ... + mu_k x_k)/mu."""
    return ProcessStatement(
        (m, "=", sp.exp(factor * t**2)), steps=k, fixed=(mu,), drawn=(x,), given=given, after=after,
        states=[(S, 0, S + mu * x), (V, 0, V + mu**2)], means={m: sp.exp(t * S / sp.sqrt(V))},
        shows=(m,),
    )  # fmt: skip


def is_normal(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(a S - a^2 V/2) = 1 for every a; then a = t/mu."""
    proof = ProcessProof(combination(**changes))
    now = sp.exp(a * S - a**2 * V / 2)
    (step,) = proof.potential(now, "=", of=(a,))
    left = now * sp.exp(-(a**2) * mu**2 / 2)
    step.instance(M, 0, {s: a * mu})
    step.exists(NEXT, (left, M))
    step.integrate("=", (left, M), (-1, NEXT))
    step.fact((NEXT, "=", now))
    end = proof.end()
    end.instance(E, 0, {a: t / sp.sqrt(V)})
    top = sp.exp(t**2 / 2)
    end.exists(m, (top, E))
    end.integrate("=", (top, E), (-1, m))
    end.fact((E, "=", 1))
    return proof.outcome()


c, sigma, y = declare("real c, sigma >= 0, real y")
L = declare("L >= 0")
ALONG = (((s,), sp.exp(s * y), "=", sp.exp(s**2 * sigma**2 * L / 2)),)


def vectors(given: Sequence[Any] = ALONG, factor: Any = sp.S.Half) -> ProcessStatement:  # noqa: ANN401
    """E e^(c_1 y_1 + ... + c_k y_k) = e^(L (c_1^2 sigma_1^2 + ...)/2) for y_i = <a, Z_i>."""
    return ProcessStatement(
        (m, "=", sp.exp(factor * V * L)), steps=k, fixed=(c, sigma), drawn=(y,), given=given,
        states=[(S, 0, S + c * y), (V, 0, V + c**2 * sigma**2)], means={m: sp.exp(S)}, shows=(m,),
    )  # fmt: skip


def vectors_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(S - V L/2) = 1 at all times."""
    proof = ProcessProof(vectors(**changes))
    now = sp.exp(S - V * L / 2)
    (step,) = proof.potential(now, "=")
    left = now * sp.exp(-(c**2) * sigma**2 * L / 2)
    step.instance(M, 0, {s: c})
    step.exists(NEXT, (left, M))
    step.integrate("=", (left, M), (-1, NEXT))
    step.fact((NEXT, "=", now))
    end, top = proof.end(), sp.exp(V * L / 2)
    end.instance(E, 0, {})
    end.exists(m, (top, E))
    end.integrate("=", (top, E), (-1, m))
    end.fact((E, "=", 1))
    return proof.outcome()


lam, spread, u, v, K, D = declare("lambda sigma > 0, real u v K, D >= 0")
COORDINATE = (((s,), sp.exp(s * x), "=", sp.exp(s * v + s**2 * spread**2 / 2)),)
ORDER = ((lam, ">", 1),)


def divergence(
    given: Sequence[Any] = COORDINATE, where: Sequence[Any] = ORDER, factor: Any = sp.S.Half  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """ln E (p/q)^lambda/(lambda - 1) = lambda |u - v|^2/(2 sigma^2) under N(v, sigma^2 I)."""
    ratio = ((x - v) ** 2 - (x - u) ** 2) / (2 * spread**2)
    return ProcessStatement(
        (sp.log(m) / (lam - 1), "=", factor * lam * D / spread**2), steps=k, fixed=(u, v),
        drawn=(x,), given=given, where=where, states=[(K, 0, K + ratio), (D, 0, D + (u - v) ** 2)],
        means={m: sp.exp(lam * K)}, shows=(m,),
    )  # fmt: skip


def moment_of_ratio(*, of: Any = None, **changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(lambda K - lambda (lambda - 1) D/(2 sigma^2)) = 1 at all times.

    of: what is stated of it, by default `divergence`
    """
    proof = ProcessProof((of or divergence)(**changes))
    rate = lam * (lam - 1) / (2 * spread**2)
    now = sp.exp(lam * K - rate * D)
    (step,) = proof.potential(now, "=")
    at = lam * (u - v) / spread**2
    left = now * sp.exp(lam * (v**2 - u**2) / (2 * spread**2) - rate * (u - v) ** 2)
    step.instance(M, 0, {s: at})
    step.exists(NEXT, (left, M))
    step.integrate("=", (left, M), (-1, NEXT))
    step.fact((NEXT, "=", now))
    end, top = proof.end(), sp.exp(rate * D)
    end.instance(E, 0, {})
    end.exists(m, (top, E))
    end.integrate("=", (top, E), (-1, m))
    end.integrate("<", (1, m))
    end.fact((E, "=", 1))
    end.fact((m, "=", top))
    return proof.outcome()


rho = declare("rho >= 0")
SPENT = ((D, "=", 2 * spread**2 * rho),)


def concentrated(
    given: Sequence[Any] = COORDINATE, where: Sequence[Any] = ORDER, after: Sequence[Any] = SPENT,
    factor: Any = 1,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """ln E (p/q)^lambda/(lambda - 1) = factor lambda rho where |u - v|^2 = 2 sigma^2 rho."""
    ratio = ((x - v) ** 2 - (x - u) ** 2) / (2 * spread**2)
    return ProcessStatement(
        (sp.log(m) / (lam - 1), "=", factor * lam * rho), steps=k, fixed=(u, v), drawn=(x,),
        given=given, where=where, states=[(K, 0, K + ratio), (D, 0, D + (u - v) ** 2)], after=after,
        means={m: sp.exp(lam * K)}, shows=(m,),
    )  # fmt: skip


APART = ((D, ">", 0),)


def standard_loss(given: Sequence[Any] = COORDINATE, after: Sequence[Any] = APART,
                  factor: Any = sp.S.Half) -> ProcessStatement:  # noqa: ANN401  # fmt: skip
    """E e^(t z) = e^(factor t^2), z is K + |u - v|^2/(2 sigma^2) over |u - v|/sigma."""
    ratio, middle = ((x - v) ** 2 - (x - u) ** 2) / (2 * spread**2), D / (2 * spread**2)
    return ProcessStatement(
        (m, "=", sp.exp(factor * t**2)), steps=k, fixed=(u, v), drawn=(x,), given=given,
        after=after, states=[(K, 0, K + ratio), (D, 0, D + (u - v) ** 2)],
        means={m: sp.exp(t * (K + middle) * spread / sp.sqrt(D))}, shows=(m,),
    )  # fmt: skip


def loss_is_normal(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(a K - a (a - 1) D/(2 sigma^2)) = 1 at all times; then a = t sigma/D^(1/2)."""
    proof = ProcessProof(standard_loss(**changes))
    rate = a * (a - 1) / (2 * spread**2)
    now = sp.exp(a * K - rate * D)
    (step,) = proof.potential(now, "=", of=(a,))
    left = now * sp.exp(a * (v**2 - u**2) / (2 * spread**2) - rate * (u - v) ** 2)
    step.instance(M, 0, {s: a * (u - v) / spread**2})
    step.exists(NEXT, (left, M))
    step.integrate("=", (left, M), (-1, NEXT))
    step.fact((NEXT, "=", now))
    end, top = proof.end(), sp.exp(t**2 / 2)
    end.instance(E, 0, {a: t * spread / sp.sqrt(D)})
    end.exists(m, (top, E))
    end.integrate("=", (top, E), (-1, m))
    end.fact((E, "=", 1))
    return proof.outcome()
