"""What an event gains over two normal laws at most: the half-line where their ratio is e^epsilon.

Under the second law u is standard normal, and the ratio of the first law to it is e^(mu u -
mu^2/2), so that u has the mean mu under the first.  Of all events the one that u is at least
mu/2 + epsilon/mu gains the most on e^epsilon, and its chances are values of Phi.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare, relation
from workbench.symbolic.expectations import LawStatement, event, indicator
from workbench.symbolic.text import parse

mu, eps, u, s, h = declare("mu > 0, epsilon >= 0, real u s h")
P_S, Q_S, P_H, Q_H, mass = declare("real P_S Q_S P_H Q_H m_p")
RATIO, ODDS = sp.exp(mu * u - mu**2 / 2), sp.exp(eps)


def normal(x: Any) -> Any:  # noqa: ANN401
    """The normal distribution function."""
    return sp.erfc(-x / sp.sqrt(2)) / 2


def chances(shift: Any = mu, half: Any = sp.S.Half) -> tuple[Any, Any]:  # noqa: ANN401
    """Of the half-line under both laws."""
    return normal(half * shift - eps / shift), normal(-half * shift - eps / shift)


def curve(shift: Any = mu, half: Any = sp.S.Half) -> Any:  # noqa: ANN401
    """The delta of a shift at epsilon."""
    near, far = chances(shift, half)
    return near - ODDS * far


NEAR, FAR = (P_H, "=", chances()[0]), (Q_H, "=", chances()[1])


def every_event(half: Any = sp.S.Half, where: Sequence[Any] = (NEAR, FAR)) -> LawStatement:  # noqa: ANN401
    """P(S) <= e^eps Q(S) + delta for any event S, where delta is that of mu."""
    return LawStatement(
        (P_S, "<=", ODDS * Q_S + curve(half=half)), random=(u, s, h),
        means={mass: RATIO, P_S: RATIO * s, Q_S: s, P_H: RATIO * h, Q_H: h},
        where=[(mass, "=", 1), *where], shows=(P_S, Q_S),
        sure=[event(s), indicator(h, (u, ">=", mu / 2 + eps / mu))],
    )  # fmt: skip


D, Delta, sigma, delta = declare("D Delta sigma > 0, delta >= 0")
WITHIN, ENOUGH = (D, "<=", Delta), (curve(Delta / sigma), "<=", delta)
LESS = (curve(Delta / sigma, sp.Rational(1, 3)), "<=", delta)


def mechanism(where: Sequence[Any] = (WITHIN, ENOUGH)) -> LawStatement:
    """P(S) <= e^eps Q(S) + delta for means D apart, if delta is at least that of Delta/sigma."""
    return LawStatement(
        (P_S, "<=", ODDS * Q_S + delta), random=(u, s, h),
        means={mass: RATIO, P_S: RATIO * s, Q_S: s, P_H: RATIO * h, Q_H: h}, shows=(P_S, Q_S),
        where=[(mass, "=", 1), NEAR, FAR, (mu, "=", D / sigma), *where],
        sure=[event(s), indicator(h, (u, ">=", mu / 2 + eps / mu))],
    )  # fmt: skip


PRIVATE = (P_H, "<=", ODDS * Q_H + delta)


def attained(where: Sequence[Any] = (NEAR, FAR, PRIVATE)) -> LawStatement:
    """The curve of Delta/sigma is at most delta if one event of means Delta apart gains no more."""
    return LawStatement(
        (curve(Delta / sigma), "<=", delta), random=(u, h), means={P_H: RATIO * h, Q_H: h},
        where=[(mu, "=", Delta / sigma), *where],
        sure=[indicator(h, (u, ">=", mu / 2 + eps / mu))],
    )  # fmt: skip


def the_half_line_gains_most(**changes: Any) -> Outcome:  # noqa: ANN401
    """(e^(mu u - mu^2/2) - e^eps)(h - s) >= 0, whatever u is."""
    proof = LawProof(every_event(**changes))
    gain(proof)
    return proof.outcome()


def gain(proof: LawProof) -> None:
    """P(S) - e^eps Q(S) is at most that of the half-line: the last fact, with the curve of mu."""
    proof.exists(P_S, (1, mass), uses=[])
    proof.exists(Q_S, (1, 1), uses=[])
    x, rising = mu * u - mu**2 / 2, parse("exp(x) <= exp(y)", where="x <= y")
    at = {"m": mu, "u": u, "f": eps}
    above = [(parse("m*u - m^2/2 >= f", where="u >= m/2 + f/m, m > 0"), at),
             (rising, {"x": eps, "y": x})]  # fmt: skip
    below = [(parse("m*u - m^2/2 <= f", where="u <= m/2 + f/m, m > 0"), at),
             (rising, {"x": x, "y": eps})]  # fmt: skip
    here = proof.known
    proof.integrate("<=", (1, P_H), (-ODDS, Q_H), (-1, P_S), (ODDS, Q_S), uses=[],
                    facts={0: above, 2: above, 1: below, 3: below})  # fmt: skip
    near, far = chances()
    proof.fact((P_S, "<=", ODDS * Q_S + curve()), uses=[1, 2, here], facts=[
        (parse("a <= k*b + c - k*d", where="0 <= p - k*q - a + k*b, p = c, q = d"),
         {"a": P_S, "b": Q_S, "k": ODDS, "p": P_H, "q": Q_H, "c": near, "d": far})])  # fmt: skip


def no_pair_gains_more(**changes: Any) -> Outcome:  # noqa: ANN401
    """The curve grows with the distance: its derivative is a density."""
    proof = LawProof(mechanism(**changes), seconds=5)
    gain(proof)
    at = proof.known - 1
    near, far = declare("m n > 0")
    grows = relation(curve(near), "<=", curve(far), where=[(near, "<=", far)])
    proof.fact((mu, "<=", Delta / sigma), uses=[3, 4])
    proof.fact((curve(), "<=", curve(Delta / sigma)), uses=[at + 1], methods=("sign", "taylor"),
               facts=[(grows, {"m": mu, "n": Delta / sigma, "epsilon": eps})])  # fmt: skip
    return proof.outcome(methods=("sign", "sos", "products"), facts=[
        (parse("a <= b + d", where="a <= b + c, c <= w, w <= d"),
         {"a": P_S, "b": ODDS * Q_S, "c": curve(), "w": curve(Delta / sigma), "d": delta})
    ])  # fmt: skip


def one_pair_gains_it(**changes: Any) -> Outcome:  # noqa: ANN401
    """For the half-line."""
    proof = LawProof(attained(**changes))
    (near, far), full = chances(), curve(Delta / sigma)
    proof.fact((full, "<=", curve()), uses=[0])
    return proof.outcome(facts=[
        (parse("w <= d", where="w <= c - k*f, p = c, q = f, p <= k*q + d"),
         {"w": full, "c": near, "f": far, "k": ODDS, "p": P_H, "q": Q_H, "d": delta})])  # fmt: skip
