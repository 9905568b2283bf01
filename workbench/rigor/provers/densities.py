"""Two laws by their densities: events against positive parts, for every pair of laws.

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

p, q, r, s, eps, delta = declare("p q >= 0, real r s epsilon, delta >= 0")
mass_p, mass_q, part, P_S, Q_S = declare("real m_p m_q h P_S Q_S")
EXCESS = p - sp.exp(eps) * q
PRIVATE = (P_S, "<=", sp.exp(eps) * Q_S + delta)
BELOW = (part, "<=", delta)
POSITIVE = [[(EXCESS, ">", 0), (r, "=", EXCESS)], [(EXCESS, "<=", 0), (r, "=", 0)]]
LIKELIER = [[*one, (s, "=", k)] for one, k in zip(POSITIVE, (1, 0), strict=True)]
ANY = (POSITIVE, event(s))
LIGHT = ("sign", "identity", "sos", "products")


def _about(claims: tuple[Any, str, Any], shows: Sequence[Any], **said: Any) -> LawStatement:  # noqa: ANN401
    where = [(mass_p, "=", 1), (mass_q, "=", 1), *said["where"]]
    means = {mass_p: p, mass_q: q, part: r, P_S: p * s, Q_S: q * s}
    return LawStatement(claims, random=(p, q, r, s), means=means, shows=shows, where=where,
                        sure=said["sure"])  # fmt: skip


def every_event(*, where: Sequence[Any] = (BELOW,), sure: Sequence[Any] = (POSITIVE,),
                bound: sp.Expr = delta) -> LawStatement:  # fmt: skip
    """Where E (p - e^eps q)_+ <= delta, each event S obeys the definition."""
    return _about((P_S, "<=", sp.exp(eps) * Q_S + bound), (P_S, Q_S), where=where,
                  sure=[*sure, event(s)])  # fmt: skip


def likelier(*, where: Sequence[Any] = (PRIVATE,), sure: Sequence[Any] = (LIKELIER,),
             bound: sp.Expr = delta) -> LawStatement:  # fmt: skip
    """Where the event S = {p > e^eps q} obeys the definition, E (p - e^eps q)_+ <= delta."""
    return _about((part, "<=", bound), (part,), where=where, sure=sure)


def all_exist(*, sure: Sequence[Any] = (LIKELIER,)) -> LawStatement:
    """All these means exist, and E (p - e^eps q)_+ <= P[S] - e^eps Q[S] for S = {p > e^eps q}."""
    return _about((part, "<=", P_S - sp.exp(eps) * Q_S), (part, P_S, Q_S), where=(), sure=sure)


def ratio_at_most(*, sure: Sequence[Any] = ((EXCESS, "<=", 0),)) -> LawStatement:
    """Where p <= e^eps q almost surely, P[S] <= e^eps Q[S] for each event S."""
    return LawStatement((P_S, "<=", sp.exp(eps) * Q_S), random=(p, q, s),
                        means={mass_p: p, mass_q: q, P_S: p * s, Q_S: q * s}, shows=(P_S, Q_S),
                        where=[(mass_p, "=", 1), (mass_q, "=", 1)],
                        sure=[*sure, event(s)])  # fmt: skip


PURE = (P_S, "<=", sp.exp(eps) * Q_S)


def nothing_above(*, where: Sequence[Any] = (PURE,), sure: Sequence[Any] = (LIKELIER,)
                  ) -> LawStatement:  # fmt: skip
    """Where the event S = {p > e^eps q} has P[S] <= e^eps Q[S], E (p - e^eps q)_+ <= 0."""
    return _about((part, "<=", sp.S.Zero), (part,), where=where, sure=sure)


def each_output_counts_once(statement: LawStatement, spare: sp.Expr = delta) -> Outcome:
    """(p - e^eps q) s <= (p - e^eps q)_+, with equality on the event {p > e^eps q}, integrated.

    spare: what a hypothesis of the statement allows beyond e^eps Q[S]
    """
    names = {one["name"] for one in statement.tree["means"]}
    proof, split = LawProof(statement), str(part) in names
    for mean, mass in ((part, mass_p), (P_S, mass_p), (Q_S, mass_q)):
        if mean in statement.shows:
            proof.exists(mean, (1, mass), uses=[], methods=LIGHT)
    way = 1 if statement.claims[0] == P_S else -1
    ends = [(way, part)] if split else []
    proof.integrate("<=", *ends, (-way, P_S), (way * sp.exp(eps), Q_S), uses=[], methods=LIGHT)
    if not split or len(statement.shows) == 3:
        return proof.outcome(methods=LIGHT)
    at = {"h": part, "x": P_S, "q": sp.exp(eps) * Q_S, "d": spare}
    left, where = {
        1: ("x <= q + d", "0 <= h - x + q, h <= d"),
        -1: ("h <= d", "0 <= -h + x - q, x <= q + d"),
    }[way]
    return proof.outcome(methods=LIGHT, facts=[(parse(left, where=where), at)])
