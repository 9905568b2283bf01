"""A quotient by the constant kappa of an energy, or kappa >= 1 and one more number s.

A form P of two points and two more numbers c_0, c >= 0 solve a homogeneous inequality, with P22 > 0
and kappa = c + 2 |P|/(L P22) > 0.  The quotient (P11 + c L/2)/kappa is least where P11 + c L/2 is,
if kappa >= 1 is asked for, and that is so where some s >= 0 has

    c + 2 s/L >= 1,       [[P11 - s, P12], [P12, P22]] >= 0, that is P12^2 <= (P11 - s) P22.

A solution, all of it divided by kappa, has these with s = |P|/(kappa P22), and its P11 + c L/2 is
the quotient.  From the other side |P| >= s P22, so that kappa >= 1, and the quotient is no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.inequalities import inequality
from workbench.symbolic import Relation, declare, relation

L, P11, P12, P22, c, c0 = declare("L > 0, real P_11 P_12, P_22 > 0, c c_0 >= 0")
kappa, s = declare("real kappa s")
DET = P11 * P22 - P12**2
Form = Callable[[Any, Any, Any, Any, Any], Any]  # of the inequality, at P11, P12, P22, c, c_0


def is_kappa(share: int = 2) -> Any:  # noqa: ANN401 - a condition
    """kappa = c + share |P|/(L P22)."""
    return (kappa, "=", c + share * DET / (L * P22))


SOLVED: tuple[Any, ...] = ((P12**2, "<=", P11 * P22), (kappa, ">", 0))
PROGRAM: tuple[Any, ...] = ((0, "<=", s), (P12**2, "<=", (P11 - s) * P22), (1, "<=", c + 2 * s / L))


def scaled(
    lmi: Form, *, share: int = 2, where: Sequence[Any] = SOLVED, solved: bool = True
) -> tuple[Relation, ...]:
    """Each solution over its kappa meets all that the program asks for, with the quotient as value.

    lmi:    the form of the inequality, homogeneous in its arguments
    solved: whether it is >= 0
    """
    given = [*where, is_kappa(share), (s, "=", DET / (kappa * P22))]
    over = [one / kappa for one in (P11, P12, P22, c, c0)]
    p11, p12, p22, weight, first = over
    holds = [(lmi(P11, P12, P22, c, c0), ">=", 0)] if solved else []
    value = sp.Add(p11, sp.Mul(weight, L / 2, evaluate=False), evaluate=False)
    return (
        relation(0, "<=", lmi(*over), where=[*given, *holds]),
        *(relation(0, "<=", one, where=given) for one in (first, weight, s, p11 - s)),
        relation(0, "<", p22, where=given),
        relation(p12**2, "<=", (p11 - s) * p22, where=given),
        relation(weight + 2 * s / L, "=", 1, where=given),
        relation(value, "=", (P11 + c * L / 2) / kappa, where=given),
    )


def bounded(*, share: int = 2, where: Sequence[Any] = PROGRAM) -> tuple[Relation, ...]:
    """What the program asks for makes P >= 0, kappa >= 1, and the quotient at most P11 + c L/2."""
    given, value = [*where, is_kappa(share)], P11 + c * L / 2
    return (
        relation(0, "<=", P11, where=given), relation(P12**2, "<=", P11 * P22, where=given),
        relation(1, "<=", kappa, where=given), relation(value / kappa, "<=", value, where=given),
    )  # fmt: skip


def shown(lmi: Form, first: tuple[Relation, ...], then: tuple[Relation, ...]) -> Iterator[Outcome]:
    """The form divided by kappa is the form at the quotients; all else by sign."""
    yield inequality(first[0], gap=lmi(P11, P12, P22, c, c0) / kappa, methods=("sign",))
    yield from map(certify, (*first[1:], *then))
