"""The largest gain of an event over two laws, as the mean of a positive part, with its proof."""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, event
from workbench.symbolic.text import parse

eps, delta = declare("real epsilon delta")
p, q, s, x = declare("p q >= 0, real s x")  # densities, the indicator of an event, a positive part
mass_p, mass_q, stick = declare("real m_p m_q H")
GAIN, ODDS = p - sp.exp(eps) * q, sp.exp(eps)
ABOVE, BELOW = [(GAIN, ">", 0), (x, "=", GAIN)], [(GAIN, "<=", 0), (x, "=", 0)]
BOUNDED = (stick, "<=", delta)
AS_ENCODED = (
    "As encoded p and q are densities of both laws for one probability law, such as half of their"
    " sum, x is the positive part, and s the indicator of an event: of any one in the first part,"
    " and in the second of that of p > e^eps q, one of those that the left side speaks of."
)


def chances(letter: str) -> tuple[Any, Any]:
    """The chances of the event of this letter under both laws."""
    first, second = declare(f"real P_{letter} Q_{letter}")
    return first, second


def every_event(letter: str, *, given: bool = True) -> LawStatement:
    """P[S] <= e^eps Q[S] + delta for any event S, if E (p - e^eps q)_+ <= delta.

    letter: of the event
    given:  whether the condition is there
    """
    first, second = chances(letter)
    return LawStatement(
        (first, "<=", ODDS * second + delta), random=(p, q, s, x),
        means={mass_p: p, mass_q: q, first: p * s, second: q * s, stick: x},
        where=[(mass_p, "=", 1), (mass_q, "=", 1), *([BOUNDED] if given else [])],
        sure=[[ABOVE, BELOW], event(s)], shows=(first, second),
    )  # fmt: skip


def attained(letter: str, *, given: bool = True) -> LawStatement:
    """E (p - e^eps q)_+ <= delta, if P[S] <= e^eps Q[S] + delta for the event S of p > e^eps q.

    letter: of the event
    given:  whether the condition is there
    """
    first, second = chances(letter)
    private = [(first, "<=", ODDS * second + delta)] if given else []
    return LawStatement(
        BOUNDED, random=(p, q, s, x), shows=(stick,),
        means={mass_p: p, mass_q: q, first: p * s, second: q * s, stick: x},
        where=[(mass_p, "=", 1), (mass_q, "=", 1), *private],
        sure=[[[*ABOVE, (s, "=", 1)], [*BELOW, (s, "=", 0)]]],
    )  # fmt: skip


def no_event_gains_more(letter: str, *, given: bool = True) -> Outcome:
    """Whatever the output is, s (p - e^eps q) is at most its positive part."""
    proof = LawProof(every_event(letter, given=given))
    first, second = chances(letter)
    proof.exists(first, (1, mass_p))
    proof.exists(second, (1, mass_q))
    proof.integrate("<=", (-1, first), (ODDS, second), (1, stick))
    return proof.outcome()


def one_event_gains_it(letter: str, *, given: bool = True) -> Outcome:
    """Where s is 1 for p > e^eps q alone, s (p - e^eps q) is the positive part."""
    proof = LawProof(attained(letter, given=given))
    first, second = chances(letter)
    proof.exists(stick, (1, mass_p), (ODDS, mass_q))
    proof.integrate("<=", (1, first), (-ODDS, second), (-1, stick))
    joined = parse("h <= d", where="0 <= a - b - h, a <= b + d")
    parts = {"h": stick, "d": delta, "a": first, "b": ODDS * second}
    proof.fact(BOUNDED, facts=[(joined, parts)])
    return proof.outcome(methods=("sign",))
