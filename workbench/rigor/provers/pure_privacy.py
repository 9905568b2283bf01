"""What follows from pure differential privacy: P[O] <= e^eps P'[O] for all events O.

response   randomised response with the odds e^eps is eps-DP, and no better
group      along a chain of k changes of one record the factor is e^(k eps)
processed  whatever is computed from the output keeps the factor e^eps: if p and p' are densities,
           s is the indicator of p > e^eps p', and w the chance that an output is sent to an event,

               w (p - e^eps p') <= s (p - e^eps p')

           for every output, and the mean of the right side is not positive by the definition
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic import theorem as th
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

eps, level = declare("epsilon level >= 0")
a, b = declare(
    "a b >= 0"
)  # 1 where the true answer, and the other one, are in the event, and else 0
p, q, s, w = declare("p q >= 0, real s, w >= 0")
mass_p, mass_q, P_O, Q_O, P_S, Q_S = declare("real m_p m_q P_O Q_O P_S Q_S")


def response(factor: Any = 1) -> Relation:  # noqa: ANN401 - sympy
    """The answer is true with chance e^eps/(1 + e^eps): any event, under both bits."""
    odds = sp.exp(factor * eps)
    first, second = (a * odds + b) / (1 + odds), (a + b * odds) / (1 + odds)
    return relation(first, "<=", sp.exp(eps) * second)


BETTER = (level, "<", eps)


def least(where: Sequence[Any] = (BETTER,)) -> Relation:
    """The event of the true answer does not meet the definition with a better level."""
    chance = sp.exp(eps) / (1 + sp.exp(eps))
    return relation(chance, ">", sp.exp(level) * (1 - chance), where=where)


def response_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Odds e^eps."""
    return certify(response(**changes))


def least_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """One event."""
    return certify(least(**changes))


rate, k, t, m = (
    th.number("epsilon", at_least=0), th.integer("k", at_least=0), th.integer("t"), th.integer("m")
)  # fmt: skip
chances = th.numbers("P", at_least=0)
CHANGED: Any = (t, 0, (chances[t + 1], "<=", th.exp(rate) * chances[t]))


def group(share: int = 1, given: Sequence[Any] = (CHANGED,)) -> Proof:
    """P_k <= e^(k eps) P_0, where P_t is the chance of an event after t changes of one record."""

    def said(at: Num) -> th.Said:
        return chances[at], "<=", th.exp(share * at * rate) * chances[0 * k]

    proof = Proof(Theorem((rate, k, chances), given=given, concludes=said(k)))
    here = proof.induction(m, 0, said(m), proof.gram(said(0 * k), []))
    step = proof.at(proof.given(CHANGED), m)
    proof.gram(said(m + 1), [(1, step), (th.exp(rate), here)])
    proof.at(proof.close(), k)
    return proof


PRIVATE = (P_S, "<=", sp.exp(eps) * Q_S)
SENT = (w, "<=", 1)
LARGER = [[(p, ">", sp.exp(eps) * q), (s, "=", 1)], [(p, "<=", sp.exp(eps) * q), (s, "=", 0)]]


def processed(
    factor: Any = 1, given: Sequence[Any] = (PRIVATE,), sure: Sequence[Any] = (SENT,)  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """The chances of an event of what is computed from the output."""
    return LawStatement(
        (P_O, "<=", sp.exp(factor * eps) * Q_O), random=(p, q, s, w),
        means={mass_p: p, mass_q: q, P_S: p * s, Q_S: q * s, P_O: p * w, Q_O: q * w},
        where=[(mass_p, "=", 1), (mass_q, "=", 1), *given], sure=[LARGER, *sure],
        shows=(P_O, Q_O),
    )  # fmt: skip


_JOINED = parse("u <= v", where="0 <= f - g - u + v, f <= g")


def processed_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Output by output, then the definition at one event."""
    proof = LawProof(processed(**changes))
    for name, mass in ((P_O, mass_p), (Q_O, mass_q)):
        proof.exists(name, (1, mass))
    proof.integrate("<=", (1, P_S), (-sp.exp(eps), Q_S), (-1, P_O), (sp.exp(eps), Q_O))
    parts = {"u": P_O, "v": sp.exp(eps) * Q_O, "f": P_S, "g": sp.exp(eps) * Q_S}
    proof.fact(processed(**changes).claims, facts=[(_JOINED, parts)])
    return proof.outcome(methods=("sign",))
