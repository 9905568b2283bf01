"""Draws in numbered rounds, of which the first costs nothing, within (epsilon, delta)-DP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.privacy import shown_private
from workbench.symbolic import Expr, Relation
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num

_LOG = "log(1/delta)"
_LETTERS = {
    "h": "epsilon", "m": _LOG, "x": "tau", "l": "L_0", "r": "rho",
    "k": f"sqrt({_LOG})*(sqrt(epsilon+{_LOG}) + sqrt({_LOG}))/epsilon",
    "g": f"sqrt(epsilon+{_LOG}) - sqrt({_LOG})",
}  # fmt: skip
# what may be spent in zCDP, by how much the order is above 1, and why that fits
EIGHT_LOGS = (
    f"epsilon^2/(64*{_LOG})", f"4*{_LOG}/epsilon",
    parse("(1+4*m/h)*(h^2/(64*m)) + m/(4*m/h) <= h", where="h <= 8*m, h > 0, m > 0"),
)  # fmt: skip
ALL_OF_RHO = (
    "rho", _LETTERS["k"],
    parse("(1+k)*r + m/k <= h", where="r = g^2, m = k^2*g^2, h = g^2*(1+2*k), k > 0"),
)  # fmt: skip


def read(text: str) -> Expr:
    """An expression, from its text."""
    return parse(f"{text} = 0").left


def at(fact: Relation, letters: Mapping[str, str]) -> tuple[Relation, dict[str, Expr]]:
    """A general fact, with what its letters stand for."""
    return fact, {v.name: read({**_LETTERS, **letters}[v.name]) for v in fact.variables}


def draws_fit(
    stated: PrivateStatement, steps: Iterable[Any], late: str, letters: Mapping[str, str], *,
    budget: tuple[str, str, Relation], blocks: int = 1,
) -> Outcome:  # fmt: skip
    """That what is drawn after the first round fits a budget, and the budget the guarantee.

    steps: facts on the way
    late: why it is at most q, where all rounds of a block cost d, and the first of them f
    letters: what those of `late` stand for
    budget: `EIGHT_LOGS` where eps <= 8 ln(1/delta), or `ALL_OF_RHO`
    blocks: how many releases a round has
    """
    spent, k, fits = budget
    named = {**letters, "q": spent, "z": f"1+{k}", "y": f"{_LOG}/({k})"}
    cost = " + ".join(["(d - f)"] * blocks)
    last = parse(f"z*({cost}) + y <= h", where=f"{cost} <= q, z*q + y <= h, z > 0")
    facts = [*steps, at(parse(f"{cost} <= q", where=late), named), at(fits, {}), at(last, named)]
    return shown_private(stated, above=Num(read(k).tree), facts=facts)
