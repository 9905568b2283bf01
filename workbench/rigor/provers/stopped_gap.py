"""The gap of a method that stops when its budget may not suffice, with probability one half.

A round takes place, g = 1, if at most U - D units are spent; it spends a batch of 1 to D units and
costs a, at least -4/tau, of means mu and at most c given the past.  S, R and A are the units, the
rounds and the costs so far.  With T_0 = (U - D)/(4 mu),

    Pr[R < T_0] <= E Q/(4 mu T_0) <= 1/4,         Pr[R Gap > gamma T_0] <= E[R Gap]/(gamma T_0),

where Q is what is spent in the first rounds, J of them, those with R + 1 < T_0 before (f = 1): if
R < T_0 at the end, it is all that is spent, at least U - D, and E Q = mu E J <= mu T_0.  In the
second term E A <= c E R and E R <= U/mu.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof, before_all
from workbench.symbolic import declare
from workbench.symbolic.expectations import indicator
from workbench.symbolic.freezer import Freezer
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

U, D, mu, T0, tau, ell, L0, L1, L2, G2 = declare("U D mu T_0 tau ell L_0 L_1 L_2 G_2 > 0")
beta, gamma, c = declare("beta gamma c > 0")
K, k, batch, g, f, a = declare("integer K >= 0, integer k, real batch g f a")
S, R, Q, J, A = declare("S R Q J >= 0, real A")
H, Z, early = declare("Gap >= 0, real Z Z_early")
chance, E_Y, E_W, m, E0, E1, E2 = declare("real p E_Y E_W m E_0 E_1 E_2")
SIZE, LEAST = ((batch, ">=", 1), (batch, "<=", D)), ((a, ">=", -4 / tau),)
MEANS = ((batch, "=", mu), (a, "<=", c))
COST = tau * (3 * G2 + 2 * L0**2) + 4 * L2 / D
ROOT = sp.sqrt(ell * U / mu)
REST = 2 * sp.sqrt(2) * L1 * ROOT + 2 * L1
SIZES = (
    (2 * D, "<=", U), (U, "<=", K), (T0, "=", (U - D) / (4 * mu)), (c, "=", COST),
    (beta, "=", sp.sqrt(2) * L1 / ROOT),
)  # fmt: skip
BOUND = 2 * ell / tau + U / mu * COST + REST
OUTPUT = 2 * ell / tau + A + beta * ell * R + 2 * (L1 + L1**2 / beta)
MORE, EACH = 2 * ell / tau + 2 * (L1 + L1**2 / beta), (c + beta * ell) / mu
WHOLE = MORE + EACH * U
GAP = ((E_Y, "<=", E_W),)
PLAIN = ("identity", "sign", "factors")  # every fact below is seen at sight


def stopped(
    *, share: Any = 4, chances: Any = sp.S.Half, sure: Sequence[Any] = SIZE,  # noqa: ANN401
    least: Sequence[Any] = LEAST, given: Sequence[Any] = MEANS, where: Sequence[Any] = SIZES,
    gap: Sequence[Any] = GAP, left: Any = U - D,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[Gap <= gamma] >= 1/2 for gamma = (share/T_0) times the bound."""
    goes = [[(S, "<=", left), (g, "=", 1)], [(S, ">", left), (g, "=", 0)]]
    first = [[(R + 1, "<", T0), (f, "=", 1)], [(R + 1, ">=", T0), (f, "=", 0)]]
    return ProcessStatement(
        (chance, ">=", chances), steps=K, clock=k, known=(g, f), drawn=(batch, a),
        sure=[*sure, goes, first, *least], given=given,
        where=[*where, (gamma, "=", share / T0 * BOUND)],
        states=[(S, 0, S + g * batch), (R, 0, R + g), (A, 0, A + g * a)],
        random=(H, Z, early),
        after=[indicator(Z, (H, "<=", gamma)), indicator(early, (R, "<", T0)), *gap],
        means={chance: Z, E_Y: R * H, E_W: OUTPUT}, shows=(chance,),
    )  # fmt: skip


_NAMED = {"c": g, "f": f, "b": batch, "a": a, "k": k, "n": K, "u": U, "d": D, "m": mu, "z": T0,
          "t": tau, "y": S, "r": R, "q": Q, "j": J, "x": A, "w": c}  # fmt: skip


def _each(said: str, *ways: str) -> dict[int, list[Any]]:
    """A step in the four cases: for g = 1, then for g = 0, each for f = 1 and f = 0."""
    values = [f"c = {g}, f = {f}" for g in (1, 0) for f in (1, 0)]
    told = ways if len(ways) == 4 else [way for way in ways for _ in range(2)]
    made = (parse(said, where=f"{v}, {way}") for v, way in zip(values, told, strict=True))
    return {n: [(one, {v.name: _NAMED[v.name] for v in one.variables})]
            for n, one in enumerate(made)}  # fmt: skip


_FEWER = _each("q + c*f*b <= y + c*b", "q <= y, b >= 1", "q <= y")


def _turned() -> dict[int, list[Any]]:
    """(T_0 - R) (S - Q) <= 0 after a step, in the same cases."""
    less = parse("x <= 0", where="x = v - h, v <= 0, h >= 0")
    product = parse("v*h <= 0", where="v <= 0, h >= 0")
    ended, unseen = T0 - (R + g), S + g * batch - (Q + g * f * batch)
    now, late = (T0 - R) * (S - Q), {"v": ended, "h": unseen}
    ways = [{"h": S - Q}, None, {"h": sp.S.Zero}, {"h": sp.S.Zero}]
    full = parse("z - (r + c) <= 0", where="c = 1, z - 1 <= r"), {"z": T0, "c": g, "r": R}
    return {n: [*_FEWER[n], full, (product, late)] if way is None else
            [(less, {"x": ended * unseen, "v": now, **way})]
            for n, way in enumerate(ways)}  # fmt: skip


ALWAYS: dict[Any, dict[int, list[Any]]] = {
    (S, "<=", U): _each("y + c*b <= u", "y + d <= u, b <= d", "y <= u"),
    (R, "<=", S): _each("r + c <= y + c*b", "r <= y, b >= 1", "r <= y"),
    (U - D - S, "<=", K - k): _each("u - d - (y + c*b) <= n - (k + 1)",
                                    "u - d - y <= n - k, b >= 1", "y > u - d, k + 1 <= n"),
    (A, ">=", -4 / tau * R): _each("x + c*a >= -4/t*(r + c)",
                                   "x >= -4/t*r, a >= -4/t, t > 0", "x >= -4/t*r, t > 0"),
    (J, "<=", R): _each("j + c*f <= r + c", "j <= r", "j <= r"),
    (J, "<=", T0): _each("j + c*f <= z", "j <= r, r + 1 < z", "j <= z", "j <= z", "j <= z"),
    (Q, "<=", S): _FEWER,
    ((T0 - R) * (S - Q), "<=", 0): _turned(),
}  # fmt: skip
NONNEGATIVE = (
    _each("0 <= y + c*b", "y >= 0, b >= 1", "y >= 0"), _each("0 <= r + c", "r >= 0", "r >= 0"),
    _each("0 <= q + c*f*b", "q >= 0, b >= 1", "q >= 0"), _each("0 <= j + c*f", "j >= 0", "j >= 0"),
)  # fmt: skip


def with_probability_one_half(**changes: Any) -> Outcome:  # noqa: ANN401
    """1 - Z is at most what the early end and Markov's inequality cost."""
    statement = stopped(**changes)
    numbers = before_all(statement)  # what is soonest refused comes first
    _numbers(numbers)
    if numbers.why:
        return refused("process", f"end: {numbers.why}")
    facts: dict[int, Any] = dict(enumerate(ALWAYS.values()))
    facts |= dict(enumerate(NONNEGATIVE, -4))
    proof = ProcessProof(
        statement, helpers=[(Q, 0, Q + g * f * batch), (J, 0, J + g * f)],
        always=list(ALWAYS), facts=facts, methods=PLAIN,
    )  # fmt: skip
    low = 4 / tau + c
    few, costs = (S, "<=", U), (A, ">=", -4 / tau * R)
    for now, drift, part, place, kept, states, signs in (
        (mu * R + U - S, g * mu, -g, 0, _ROUNDS, (few,), (1,)),
        (A - c * R + low * U, -g * c, g, 1, _COSTS, (few, (R, "<=", S), costs), ()),
        (Q - mu * J + mu * T0, -g * f * mu, g * f, 0, _FIRST, ((J, "<=", R), (J, "<=", T0)), (2,)),
    ):
        if proof.doubt:
            break
        least = [_with(one, {"s": S, "r": R, "x": A, "q": Q, "j": J}) for one in kept]
        (step,) = proof.potential(now, "<=", facts=least, methods=PLAIN)
        step.instance(m, place, {})
        used = [step.known - 1]
        if place:
            step.integrate("<=", (g, 1), uses=[], methods=PLAIN)
            used.append(step.known - 1)
        more = [(parse("g*v - g*w <= 0", where="g >= 0, v <= w"), {"g": g, "v": m, "w": c})]
        step.fact((drift + part * m, "<=", 0), uses=used, facts=more if place else (),
                  methods=PLAIN)  # fmt: skip
        falls = step.known - 1
        after = {"s": S + g * batch, "r": R + g, "x": A + g * a, "q": Q + g * f * batch,
                 "j": J + g * f}  # fmt: skip
        step.exists(NEXT, (now + drift, 1), (part, m), uses=_places(step, *states), methods=PLAIN,
                    facts={case: [
                        *(one for way in (*(ALWAYS[s] for s in states),
                                          *(NONNEGATIVE[n] for n in signs)) for one in way[case]),
                        *(_with(one, after) for one in kept)] for case in range(4)})  # fmt: skip
        step.fact((NEXT, "<=", now), uses=[falls, step.known - 1], methods=PLAIN, facts=[
            (parse("x <= y", where="x + s <= y, s >= 0"),
             {"x": NEXT, "y": now, "s": -(drift + part * m)})])  # fmt: skip
    return proof.outcome() if proof.doubt else _ended(proof)


def _places(law: LawProof, *told: Any) -> list[int]:  # noqa: ANN401 - relations
    """Where these conditions stand; one that was dropped is nowhere."""
    freezer, facts = Freezer(), [] if law.law is None else law.law.facts
    trees = [[freezer(a).tree, op, freezer(b).tree] for a, op, b in told]
    return [n for n, one in enumerate(facts) if list(one) in trees]


def _shown(end: LawProof, said: Any, used: Sequence[int], *facts: Any) -> int:  # noqa: ANN401
    """The place of a fact from those at some places."""
    end.fact(said, uses=list(used), methods=PLAIN, facts=facts)
    return end.known - 1


def _numbers(end: LawProof) -> tuple[int, int, int]:
    """What the definitions of c and beta, gamma and T_0 say: the places of these three facts."""
    bound = _shown(
        end, (WHOLE, "=", BOUND), _places(end, *SIZES[3:]), (ROOT**2, "=", ell * U / mu),
        (parse("b*s^2 + 2*y^2/b = 2*sqrt(2)*y*s", where="b = sqrt(2)*y/s, s > 0, y > 0"),
         {"b": beta, "s": ROOT, "y": L1}))  # fmt: skip
    level, long = (gamma, "=", 4 / T0 * BOUND), SIZES[2]
    return bound, _shown(end, level, _places(end, level)), _shown(end, long, _places(end, long))


def _ended(proof: ProcessProof) -> Outcome:
    """What is left at the end."""
    end, low = proof.end(), 4 / tau + c
    shown = partial(_shown, end)
    bound, level, long = _numbers(end)
    few: list[int] = []
    for n, (mean, most) in enumerate(((E0, U), (E1, low * U), (E2, mu * T0))):
        end.instance(mean, n, {})
        few.append(shown((mean, "<=", most), [end.known - 1]))
    late = 1 / (gamma * T0)
    left = parse("0 <= (w + o*l)/m*(u - s)", where="s <= u, w > 0, o > 0, l > 0, m > 0")
    values = {"w": c, "o": beta, "l": ell, "m": mu, "s": S, "u": U}
    end.integrate("<=", (MORE - low * U, 1), (EACH, E0), (1, E1), (-1, E_W), uses=[],
                  methods=PLAIN, facts=[(left, values)])  # fmt: skip
    price = shown((E_W, "<=", WHOLE), [end.known - 1, *few[:2]], (
        parse("y <= p + n*u", where="p >= y + l - n*x - w, u >= x, w <= l, n > 0"),
        {"y": E_W, "p": MORE, "l": low * U, "n": EACH, "x": E0, "w": E1, "u": U}))  # fmt: skip
    seldom = shown((E_Y / (gamma * T0), "<=", sp.Rational(1, 4)),
        [*_places(end, *GAP), price, bound, level],
        (parse("y/(g*z) <= 1/4", where="g = 4/z*b, y <= x, x <= p, p = b, b > 0, z > 0"),
         {"y": E_Y, "g": gamma, "z": T0, "b": BOUND, "x": E_W, "p": WHOLE}))  # fmt: skip
    early_end = shown(
        (E2 / (4 * mu * T0), "<=", sp.Rational(1, 4)),
        few[2:],
        (parse("x/(4*m*z) <= 1/4", where="x <= m*z, m > 0, z > 0"), {"x": E2, "m": mu, "z": T0}),
    )
    end.exists(chance, (1, 1), uses=[], methods=PLAIN)
    spent = (Q - mu * J + mu * T0) / (4 * mu * T0)
    first = [
        (parse("u <= 0", where="g > 0, g*u <= 0"), {"g": T0 - R, "u": S - Q}),
        (parse("4*m*z <= q", where="u - d - s <= n - n, s - q <= 0, z = (u - d)/(4*m), m > 0"),
         {"m": mu, "z": T0, "q": Q, "u": U, "d": D, "s": S, "n": K}),
        (parse("1 <= (q - m*j + m*z)/(4*m*z)",
               where="4*m*z <= q, j = z - s, s >= 0, m > 0, z > 0"),
         {"m": mu, "z": T0, "q": Q, "j": J, "s": T0 - J}),
        (parse("0 <= r*h/(g*z)", where="r >= 0, h >= 0, g > 0, z > 0"),
         {"r": R, "h": H, "g": gamma, "z": T0}),
    ]  # fmt: skip
    later = [
        (parse("0 <= (q - m*j + m*z)/(4*m*z)", where="q >= 0, j <= z, m > 0, z > 0"),
         {"m": mu, "z": T0, "q": Q, "j": J}),
        (parse("1 <= r*h/(g*z)", where="h > g, r >= z, g > 0, z > 0"),
         {"r": R, "h": H, "g": gamma, "z": T0}),
    ]  # fmt: skip
    good = [later[0], first[3]]
    at = {"x": spent, "y": R * H / (gamma * T0), "w": Z}
    ways = [(good, "0 <= x, 0 <= y, w = 1"), (good, "0 <= x, 0 <= y, w = 1"),
            (first, "1 <= x, 0 <= y, w = 0"), (later, "0 <= x, 1 <= y, w = 0")]  # fmt: skip
    end.integrate("<=", (1 / (4 * mu * T0), E2), (late, E_Y), (1, chance), (-1, 1),
                  uses=[long], methods=PLAIN, facts={
                      n: [*way, (parse("0 <= x + y + w - 1", where=said), at)]
                      for n, (way, said) in enumerate(ways)})  # fmt: skip
    shown((chance, ">=", sp.S.Half), [end.known - 1, seldom, early_end], (
        parse("w >= 1/2", where="0 <= x + y + w - 1, x <= 1/4, y <= 1/4"),
        {"w": chance, "x": E2 / (4 * mu * T0), "y": E_Y / (gamma * T0)}))  # fmt: skip
    return proof.outcome(methods=PLAIN)


_ROUNDS = (parse("0 <= m*r + u - s", where="r >= 0, s <= u, m > 0"),)
_COSTS = (
    parse("0 <= x - w*r + (v + w)*u", where="x >= -v*r, r <= s, s <= u, v > 0, w > 0"),
)  # fmt: skip
_FIRST = (parse("0 <= q - m*j + m*z", where="q >= 0, j <= z, m > 0"),)


def _with(fact: Any, states: dict[str, Any]) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401
    """A general fact about states, as they are or as they are after a step."""
    named = {**_NAMED, "v": 4 / tau, **states}
    return fact, {v.name: named[v.name] for v in fact.variables}
