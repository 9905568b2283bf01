"""Noisy choices of one of finitely many items, one after the other, whose scores a record moves.

n = 2m records, m choices.  Before step t the scores are any function of the records and of the
items so far, and a record moves each of them by at most moves s_t; the noise has the scale
2 s_t/step, so that with moves = 1 a choice by Laplace noise is (step, 0)-DP.

Where a certain record moves the scores by less and less, eta is the part that a step forgets: step
t after its arrival, which is step 1, moves them by moves (1 - eta)^(t-1) s_t at most.
"""

from __future__ import annotations

from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.privacy import shown_private
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.text import parse

budget, delta = th.number("epsilon", above=0), th.number("delta", above=0)
m, t, s = th.integer("m", at_least=1), th.integer("t"), th.numbers("s", above=0)
LOG, SURE = th.ln(1 / delta), ((delta, "<", 1),)
STEP = budget / th.root(2 * m * LOG)  # eps/sqrt(n L)


def choices(
    law: str, step: th.Num, guarantee: Any, *, moves: int = 1, where: Any = SURE  # noqa: ANN401
) -> PrivateStatement:  # fmt: skip
    """The m choices, with Laplace ("noisy-max") or Gumbel noise ("exponential")."""
    at = pv.released("past")
    return pv.private(
        (budget, delta, m, s), where=where, records=2 * m, rounds=m, index=t,
        state={"past": pv.beside(at, pv.released("v"))}, guarantee=guarantee,
        releases=[pv.release("v", [law, 2 * s[t] / step], ["function", "inf", at],
                             moves=moves * s[t])],
    )  # fmt: skip


def concentrated(law: str, *, part: int = 4, **changes: Any) -> PrivateStatement:  # noqa: ANN401
    """Steps of eps/sqrt(n L) are eps^2/(4 L)-zCDP."""
    return choices(law, STEP, pv.zcdp(budget**2 / (part * LOG)), **changes)


def shrunken(*, weight: int = 1, **changes: Any) -> PrivateStatement:  # noqa: ANN401
    """Steps of eps/(sqrt(n L) (1 + eps/(4 L))) are (eps, delta)-DP."""
    step = STEP / (1 + weight * budget / (4 * LOG))
    return choices("noisy-max", step, pv.approximate(budget, delta), **changes)


def pays_for_its_mean(**changes: Any) -> Outcome:  # noqa: ANN401
    """They cost eps (1 + 2u)/(1 + u)^2 <= eps with u = eps/(4 L)."""
    return shown_private(shrunken(**changes), above=2 * LOG / budget * (1 + budget / (4 * LOG)))


eps_0, score = th.number("eps_0", above=0), th.number("s", above=0)


def one_choice(*, moves: int = 1) -> PrivateStatement:
    """A choice by Laplace noise of scale 2 s/eps_0 is (eps_0, 0)-DP, whatever was before it."""
    at = pv.released("past")
    return pv.private(
        (eps_0, score, m), records=m, rounds=1, guarantee=pv.pure(eps_0),
        state={"past": pv.beside(at, pv.released("v"))},
        releases=[pv.release("v", ["noisy-max", 2 * score / eps_0], ["function", "inf", at],
                             moves=moves * score)],
    )  # fmt: skip


n, eta = th.integer("n", at_least=1), th.number("eta", above=0)
BELOW_ONE: Any = (eta, "<", 1)
MANY: Any = (n * eta * (1 - eta / 2), ">=", 4)
SQUARES = 1 / (2 * eta - eta**2)  # at least the sum of (1 - eta)^(2 t - 2)
FORGOTTEN = budget / (th.root(2 * SQUARES * LOG) * (1 + budget / (4 * LOG)))
PRINTED = budget / th.root(n * LOG)


def forgotten(
    step: th.Num, guarantee: Any, *, moves: int = 1, where: Any = (), power: int = 1  # noqa: ANN401
) -> PrivateStatement:  # fmt: skip
    """The m choices after the arrival of a record, with Laplace noise of scale 2 s_t/step."""
    at = pv.released("past")
    return pv.private(
        (budget, delta, eta, n, m, s), where=where, records=n, rounds=m, index=t,
        state={"past": pv.beside(at, pv.released("v"))}, guarantee=guarantee,
        releases=[pv.release("v", ["noisy-max", 2 * s[t] / step], ["function", "inf", at],
                             moves=moves * (1 - eta) ** (power * (t - 1)) * s[t])],
        adjacency="replace-record",
    )  # fmt: skip


def decaying(
    *, where: Any = (BELOW_ONE, *SURE), weight: int = 1, **changes: Any  # noqa: ANN401
) -> PrivateStatement:  # fmt: skip
    """Steps of eps/(sqrt(2 S L) (1 + eps/(4 L))) are (eps, delta)-DP, S = 1/(2 eta - eta^2)."""
    step = budget / (th.root(2 * SQUARES * LOG) * (1 + weight * budget / (4 * LOG)))
    return forgotten(step, pv.approximate(budget, delta), where=where, **changes)


def twice(
    *, where: Any = (BELOW_ONE, *SURE, MANY), part: int = 4, moves: int = 2, **changes: Any  # noqa: ANN401
) -> PrivateStatement:  # fmt: skip
    """Steps of eps/sqrt(n L) are eps^2/(4 L)-zCDP where they cost twice that, but n is large."""
    rho = pv.zcdp(budget**2 / (part * LOG))
    return forgotten(PRINTED, rho, where=where, moves=moves, **changes)


_DOMAIN = "epsilon, delta, eta, s > 0, integer m >= 1, integer n >= 1, eta < 1, delta < 1"
_SQUARES = "sum(t = 1..m, (1-eta)^(2*(t-1)))"
_GEOMETRIC = parse(f"{_SQUARES} <= 1/(2*eta-eta^2)", where="eta > 0, eta < 1, integer m >= 1")
_JOINED = parse("c <= r", where="c = w*g, g <= v, w*v <= r, w >= 0")
_ORDER, _REST = "(1+2*L/h*(1+h/(4*L)))", "L/(2*L/h*(1+h/(4*L)))"
_SPENT = "h^2/(4*L*(1+h/(4*L))^2)"
_CONVERTED = parse(f"{_ORDER}*({_SPENT})+{_REST} <= h", where="h > 0, L > 0")
_LAST = parse("a*c+b <= h", where="a*r+b <= h, c <= r, a >= 0")


def _summed(step: th.Num, moves: int, rho: str, more: str = "") -> tuple[list[Any], Any]:
    """Facts that end in the cost of all choices being at most rho, and that cost."""

    def said(text: str) -> Any:  # noqa: ANN401 - a relation
        return parse(text, where=_DOMAIN + more)

    each = f"2*({moves}*(1-eta)^(t-1)*s[t])/(2*s[t]/({step}))"
    first = f"({moves}*({step}))^2/2"
    cost = said(f"sum(t = 1..m, ({each})^2/2) = {first}*{_SQUARES}")
    within = said(f"{first}*(1/(2*eta-eta^2)) <= {rho}")
    part = {name: said(f"{text} <= 1").left for name, text in (("w", first), ("L", "log(1/delta)"))}
    joined = {"c": cost.left, "w": part["w"], "g": _GEOMETRIC.left, "v": _GEOMETRIC.right}
    here = {name: said(f"{name} <= 1").left for name in ("eta", "m")}
    facts: list[Any] = [(part["L"], ">", 0), cost, (_GEOMETRIC, here), within,
                        (_JOINED, joined | {"r": within.right})]  # fmt: skip
    return facts, cost.left


def decays(**changes: Any) -> Outcome:  # noqa: ANN401
    """They cost eps (1 + 2u)/(1 + u)^2 with u = eps/(4 L), whatever the number of choices is."""

    def put(text: str) -> Any:  # noqa: ANN401 - a number
        here = text.replace("h", "epsilon").replace("L", "log(1/delta)")
        return parse(f"{here} <= 1", where=_DOMAIN).left

    spent = _SPENT.replace("h", "epsilon").replace("L", "log(1/delta)")
    facts, cost = _summed(FORGOTTEN, 1, spent)
    rest = {"a": put(_ORDER), "b": put(_REST), "c": cost, "r": put(_SPENT), "h": put("h")}
    facts += [(_CONVERTED, {"h": put("h"), "L": put("L")}), (_LAST, rest)]
    order = 2 * LOG / budget * (1 + budget / (4 * LOG))
    return shown_private(decaying(**changes), above=order, facts=facts)


def are_many(**changes: Any) -> Outcome:  # noqa: ANN401
    """2 step^2/(2 eta - eta^2) <= eps^2/(4 L) where n eta (1 - eta/2) is at least 4."""
    rho, more = "epsilon^2/(4*log(1/delta))", ", n*eta*(1-eta/2) >= 4"
    facts, _ = _summed(PRINTED, 2, rho, more)
    return shown_private(twice(**changes), facts=facts)
