"""Two laws by their densities: a bounded ratio against bounded chances, for every pair of laws.

p and q are densities of the two laws for one probability law, such as half of their sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, event
from workbench.symbolic.text import parse

p, q, r, s, eps = declare("p q >= 0, real r s epsilon")
mass_p, mass_q, part, P_S, Q_S = declare("real m_p m_q h P_S Q_S")
EXCESS = p - sp.exp(eps) * q
MASSES = ((mass_p, "=", 1), (mass_q, "=", 1))
PURE = (P_S, "<=", sp.exp(eps) * Q_S)
POSITIVE = [[(EXCESS, ">", 0), (r, "=", EXCESS)], [(EXCESS, "<=", 0), (r, "=", 0)]]
LARGE = [[*one, (s, "=", k)] for one, k in zip(POSITIVE, (1, 0), strict=True)]
ANY = (POSITIVE, event(s))
LIGHT = ("sign", "identity", "sos", "products")


def ratio_at_most(*, sure: Sequence[Any] = ((EXCESS, "<=", 0),)) -> LawStatement:
    """Where p <= e^eps q almost surely, P[S] <= e^eps Q[S] for each event S."""
    return LawStatement(PURE, random=(p, q, s), where=MASSES, sure=[*sure, event(s)],
                        means={mass_p: p, mass_q: q, P_S: p * s, Q_S: q * s},
                        shows=(P_S, Q_S))  # fmt: skip


def nothing_above(*, where: Sequence[Any] = (PURE,), sure: Sequence[Any] = (LARGE,)
                  ) -> LawStatement:  # fmt: skip
    """Where the event S = {p > e^eps q} has P[S] <= e^eps Q[S], E (p - e^eps q)_+ <= 0."""
    means = {mass_p: p, mass_q: q, part: r, P_S: p * s, Q_S: q * s}
    return LawStatement((part, "<=", sp.S.Zero), random=(p, q, r, s), means=means, shows=(part,),
                        where=[*MASSES, *where], sure=sure)  # fmt: skip


def of_every_event(sure: Sequence[Any]) -> Outcome:
    """Whatever the output is, 0 <= (e^eps q - p) s."""
    proof = LawProof(ratio_at_most(sure=sure))
    for mean, mass in ((P_S, mass_p), (Q_S, mass_q)):
        proof.exists(mean, (1, mass), uses=[], methods=LIGHT)
    proof.integrate("<=", (-1, P_S), (sp.exp(eps), Q_S), uses=[], methods=LIGHT)
    return proof.outcome(methods=LIGHT)


def of_large_ratios(**changes: Any) -> Outcome:  # noqa: ANN401
    """On the event {p > e^eps q} the positive part is p - e^eps q, and elsewhere it is 0."""
    proof = LawProof(nothing_above(**changes))
    proof.exists(part, (1, mass_p), uses=[], methods=LIGHT)
    proof.integrate("<=", (-1, part), (1, P_S), (-sp.exp(eps), Q_S), uses=[], methods=LIGHT)
    last = parse("h <= 0", where="0 <= -h + x - q, x <= q")
    return proof.outcome(methods=LIGHT, facts=[
        (last, {"h": part, "x": P_S, "q": sp.exp(eps) * Q_S})])  # fmt: skip
