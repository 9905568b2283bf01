"""Rounds that go on while the budget surely lasts: what they spend, and how many there are.

A round spends a batch of 1 to D units, of mean mu given the past, and takes place if at most U - D
units are spent: g is 1 then, and else 0.  So U is never exceeded, and mu R + U - S, made of the
number R of rounds and of what is spent, S, keeps its mean: E R <= U/mu in the limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

U, D, mu, alpha, n = declare("U D mu alpha n > 0")
N, k, batch, g = declare("integer N >= 0, integer k, real batch g")
S, R, Q, V, chance, mean, E, Z = declare("S R Q V >= 0, real p m E_start Z")
SIZE, MEAN, ENOUGH = ((batch, ">=", 1), (batch, "<=", D)), ((batch, "=", mu),), (alpha * U, "<=", n)
STATES = [(S, 0, S + g * batch), (R, 0, R + g)]
MADE = [(Q, 0, Q + g * alpha * batch), (V, 0, V + g * 2 * (2 * batch + 1))]
KINDS = ("units", "records", "vertices")


def _goes(left: Any) -> list[list[Any]]:  # noqa: ANN401
    return [[(S, "<=", left), (g, "=", 1)], [(S, ">", left), (g, "=", 0)]]


def rounds(
    scale: int = 1, given: Sequence[Any] = MEAN, sure: Sequence[Any] = SIZE, left: Any = U - D  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """E R <= U/(scale mu) for the number of all rounds."""
    return ProcessStatement(
        (chance, "<=", U / (scale * mu)), steps=None, clock=k, known=(g,), drawn=(batch,),
        sure=[*sure, _goes(left)], given=given, states=STATES, means={chance: R}, shows=(chance,),
    )  # fmt: skip


def budget(
    kind: str, *, sure: Sequence[Any] = SIZE, left: Any = U - D, each: int = 6,  # noqa: ANN401
    enough: bool = True,
) -> ProcessStatement:  # fmt: skip
    """Surely S <= U; alpha S <= n records, where alpha U <= n; at most 6 U vertices."""
    of, most = {"units": (S, U), "records": (Q, n), "vertices": (V, each * U)}[kind]
    return ProcessStatement(
        (1, "<=", chance), steps=N, known=(g,), drawn=(batch,), sure=[*sure, _goes(left)],
        where=[ENOUGH] if enough and kind == "records" else [], states=[*STATES, *MADE],
        random=(Z,), after=[indicator(Z, (of, "<=", most))], means={chance: Z}, shows=(chance,),
    )  # fmt: skip


def _both(left: str, going: str, stopped: str, at: dict[str, Any]) -> dict[int, list[Any]]:
    """A step for a round that takes place, c = 1, and for one that does not, c = 0."""
    made = (parse(left, where=f"c = 1, {going}"), parse(left, where=f"c = 0, {stopped}"))
    named = {"c": g, "b": batch, **at}
    return {
        case: [(one, {v.name: named[v.name] for v in one.variables})]
        for case, one in enumerate(made)
    }


WITHIN = _both("y + c*b <= u", "y <= u - d, b <= d", "y <= u", {"y": S, "u": U, "d": D})
SPENT = _both("0 <= y + c*b", "y >= 0, b >= 1", "y >= 0", {"y": S})
COUNTED = _both("0 <= y + c", "y >= 0", "y >= 0", {"y": R})


def few_rounds(**changes: Any) -> Outcome:  # noqa: ANN401
    """E (mu R + U - S) stays U, and S <= U."""
    now, facts = mu * R + U - S, {0: WITHIN, -2: SPENT, -1: COUNTED}
    proof = ProcessProof(rounds(**changes), always=[(S, "<=", U)], facts=facts)
    (step,) = proof.potential(now, "<=")
    step.instance(mean, 0, {})
    step.exists(NEXT, (now + g * mu, 1), (g, mean), facts={
        case: [*WITHIN[case], *SPENT[case], *COUNTED[case]] for case in (0, 1)})  # fmt: skip
    step.integrate("<=", (now + g * mu, 1), (-g, mean), (-1, NEXT))
    at = {"c": g, "z": mean, "m": mu}
    step.fact((g * mean, ">=", g * mu), facts=[(parse("c*z >= c*m", where="z = m"), at)])
    step.fact((NEXT, "<=", now), facts=[
        (parse("x <= w", where="0 <= w + z - y - x, y >= z"),
         {"x": NEXT, "w": now, "z": g * mu, "y": g * mean})])  # fmt: skip
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1 / mu, E), facts=[
        (parse("x <= (m*x + u - s)/m", where="s <= u, m > 0"), {"x": R, "m": mu, "u": U, "s": S})
    ])  # fmt: skip
    end.integrate("<=", (1 / mu, E), (-1, chance))
    return proof.outcome(facts=[
        (parse("y/m <= u/m", where="y <= u, m > 0"), {"y": E, "m": mu, "u": U}),
        (parse("x <= w", where="0 <= y - x, y <= w"), {"x": chance, "y": E / mu, "w": U / mu}),
    ])  # fmt: skip


def never_exceeded(kind: str, **changes: Any) -> Outcome:  # noqa: ANN401
    """Q = alpha S and V <= 6 S from round to round, as a batch is at least 1."""
    records = _both("0 <= y + c*a*b", "y >= 0, b >= 1, a > 0", "y >= 0", {"y": Q, "a": alpha})
    more = _both("0 <= y + 2*c*(2*b + 1)", "y >= 0, b >= 1", "y >= 0", {"y": V})
    six = _both("v + 2*c*(2*b + 1) <= 6*(s + c*b)", "v <= 6*s, b >= 1", "v <= 6*s",
                {"v": V, "s": S})  # fmt: skip
    proof = ProcessProof(
        budget(kind, **changes), always=[(S, "<=", U), (Q, "=", alpha * S), (V, "<=", 6 * S)],
        facts={0: WITHIN, 2: six, -4: SPENT, -3: COUNTED, -2: records, -1: more},
    )  # fmt: skip
    of, most = {"units": (S, U), "records": (Q, n), "vertices": (V, 6 * U)}[kind]
    last: list[Any] = {
        "units": [],
        "records": [(parse("a*s <= n", where="s <= u, a*u <= n, a > 0"),
                     {"a": alpha, "s": S, "u": U, "n": n}),
                    (parse("x <= n", where="x = y, y <= n"), {"x": Q, "y": alpha * S, "n": n})],
        "vertices": [(parse("x <= 6*u", where="x <= 6*s, s <= u"), {"x": V, "s": S, "u": U})],
    }[kind]  # fmt: skip
    end, gap = proof.end(), {"g": of - most, "u": 1 - Z}
    end.exists(chance, (1, 1))
    end.integrate("<=", (1, chance), (-1, 1), facts={1: [  # never so
        *last, (parse("v - w > 0", where="v > w"), {"v": of, "w": most}),
        (parse("g*u <= 0", where="g >= 0, g <= 0"), gap),
        (parse("u <= 0", where="g > 0, g*u <= 0"), gap)]})  # fmt: skip
    return proof.outcome()
