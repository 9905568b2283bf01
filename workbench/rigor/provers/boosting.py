"""Choosing one of R candidates by their estimated gaps, with probability at least 1 - beta.

Candidates have a gap of at most gamma with probability 1/2 each, given those before; J runs for
each player bound the best response to a candidate from below, each with an error of mean alpha at
most; averages over n_3 records compare the two, and the exponential mechanism chooses.  Four things
go wrong with probability beta/4 at most: all gaps are large (2^-R); for some candidate and player
all errors are (2 R 2^-J); some of R J^2 averages is off by u, up or down (Hoeffding); the choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, Outcomes
from workbench.rigor.provers import exponential_mechanism as mechanism
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.hoeffding_lemma import LIGHT
from workbench.rigor.provers.martingales import a_step_of_bounded_range
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.repeated_runs import halve
from workbench.symbolic import Relation, declare
from workbench.symbolic.expectations import LawStatement, indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

R, J, n3, N, k = declare("integer R J n_3 N > 0, integer k")
beta, alpha, gamma, L0, eps, u = declare("beta alpha gamma L_0 epsilon u > 0")
G, z, err, B = declare("G >= 0, real z, err B >= 0")
chance, mean, E = declare("real chance mu_z E_start")
after = sp.Symbol("B_next", real=True)
_KEPT = {0: [(parse("x <= 1", where="x = y, y <= 1"), {"x": after, "y": B})],
         1: [(parse("x <= 1", where="x = 0"), {"x": after})]}  # fmt: skip
QUARTER, SMALL = beta / 4, (beta, "<", 1)
HALF = ((z, "<=", sp.S.Half),)
ENOUGH = ((4 / beta, "<=", 2**R),)


def all_bad(given: Sequence[Any] = HALF, where: Sequence[Any] = ENOUGH,
            share: Any = QUARTER) -> ProcessStatement:  # noqa: ANN401  # fmt: skip
    """Pr[all R gaps are above gamma] <= beta/4."""
    return ProcessStatement(
        (chance, "<=", share), steps=R, clock=k, drawn=(G, z), where=where, given=given,
        sure=[indicator(z, (G, ">", gamma))], states=[(B, 1, B * z)],
        means={chance: B}, shows=(chance,),
    )  # fmt: skip


def seldom_all_bad(**changes: Any) -> Outcome:  # noqa: ANN401
    """E 2^k B_k <= 1, B the product of the indicators."""
    proof, now = ProcessProof(all_bad(**changes), always=[(B, "<=", 1)]), 2**k * B
    (step,) = proof.potential(now, "<=")
    step.instance(mean, 0, {})
    step.exists(NEXT, (2 * now, 1))
    step.integrate("<=", (2 * now, mean), (-1, NEXT))
    step.fact((NEXT, "<=", now), facts=[
        (parse("x <= c", where="0 <= 2*c*z - x, z <= 1/2, c >= 0"),
         {"x": NEXT, "c": now, "z": mean})])  # fmt: skip
    end, rest = proof.end(), sp.Pow(2, -R)
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (rest, E), (-1, chance))
    return proof.outcome(facts=[
        (parse("q <= b/4", where="q = 1/p, 4/b <= p, b > 0, p > 0"),
         {"q": rest, "p": 2**R, "b": beta}),
        (parse("x <= s", where="0 <= q*y - x, y <= 1, q > 0, q <= s"),
         {"x": chance, "q": rest, "y": E, "s": QUARTER}),
    ])  # fmt: skip


MEAN = ((err, "<=", alpha),)
RUNS = ((8 * R / beta, "<=", 2**J), (N, "=", 2 * R))


def some_side_bad(factor: int = 2, given: Sequence[Any] = MEAN,
                  where: Sequence[Any] = RUNS) -> ProcessStatement:  # fmt: skip
    """Pr[of one of 2R sides all J errors are above 2 alpha] <= beta/4."""
    return ProcessStatement(
        (chance, "<=", QUARTER), steps=J, copies=N, clock=k, drawn=(err,), where=where, given=given,
        states=[(B, 1, ((err, ">", factor * alpha), B, 0))], means={chance: B}, shows=(chance,),
    )  # fmt: skip


def seldom_some_side_bad(**changes: Any) -> Outcome:  # noqa: ANN401
    """E 2^k B_k <= 2R for the side that is chosen, by 2 B <= B err/alpha where err > 2 alpha."""
    proof, now = (
        ProcessProof(some_side_bad(**changes), always=[(B, "<=", 1)], facts={0: _KEPT}),
        2**k * B,
    )
    halve(proof, now)
    end, rest = proof.end(), sp.Pow(2, -J)
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (rest, E), (-1, chance))
    return proof.outcome(facts=[
        (parse("q*(2*r) <= b/4", where="q = 1/p, 8*r/b <= p, b > 0, p > 0, r > 0"),
         {"q": rest, "p": 2**J, "b": beta, "r": R}),
        (parse("x <= s", where="0 <= q*y - x, y <= c, c = d, q > 0, q*d <= s"),
         {"x": chance, "q": rest, "y": E, "c": N, "d": 2 * R, "s": QUARTER}),
    ])  # fmt: skip


D, mu, S, Z, s, up, down = declare("real D mu S Z s E_up E_down")
CENTRED = ((D - mu, "=", 0),)
SIZE = ((D, "<=", 4 * L0), (D, ">=", -4 * L0))
LEVEL = sp.log(8 * R * J**2 / beta)
PAIRS = (SMALL, (N, "=", R * J**2))


def deviation(most: Any = 2) -> sp.Expr:  # noqa: ANN401
    """u = 4 L_0 sqrt(2 ln(8 R J^2/beta)/n_3)."""
    return 4 * L0 * sp.sqrt(most * LEVEL / n3)


def some_average_off(most: Any = 2, sure: Sequence[Any] = SIZE,  # noqa: ANN401
                     given: Sequence[Any] = CENTRED,
                     where: Sequence[Any] = PAIRS) -> ProcessStatement:  # fmt: skip
    """Pr[one of R J^2 averages is off by u or more] <= beta/4."""
    return ProcessStatement(
        (chance, "<=", QUARTER), steps=n3, copies=N, clock=k, known=(mu,), drawn=(D,), sure=sure,
        given=given, where=where, states=[(S, 0, S + D - mu)], random=(Z,),
        after=[indicator(Z, (sp.Abs(S) / n3, ">=", deviation(most)))], means={chance: Z},
        shows=(chance,),
    )  # fmt: skip


_EITHER = parse("exp(b*abs(x)) <= exp(b*x) + exp(-b*x)", where="b > 0")
_FAR = parse("b*r*n <= b*x", where="x/n >= r, n > 0, b > 0")
_MONOTONE = parse("exp(x) <= exp(y)", where="x <= y")
_REACHED = parse("1 <= p/c + q/c", where="g <= c*p + c*q, h <= g, h = c*c, c > 0")
_COUNTED = parse("0 <= r - z", where="1 <= r, z = 1"), parse("0 <= r - z", where="0 <= r, z = 0")


def seldom_some_average_off(most: Any = 2, **changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(s S - 8 s^2 k L_0^2) <= 1; where |S| >= n_3 u, e^(b |S|) >= (8 R J^2/beta)^2."""
    proof = ProcessProof(some_average_off(most, **changes), seconds=5, methods=LIGHT)
    (step,) = proof.potential(sp.exp(s * S - 8 * s**2 * k * L0**2), "<=", of=(s,), methods=LIGHT)
    now = sp.exp(s * S - 8 * s**2 * k * L0**2)
    a_step_of_bounded_range(step, -4 * L0 - mu, 8 * L0, D - mu, now, rate=s)
    if proof.doubt:
        return proof.outcome()
    top, b = 8 * R * J**2 / beta, sp.sqrt(2 * LEVEL / n3) / (4 * L0)
    end, r = proof.end(), deviation(most)
    end.instance(up, 0, {s: b})
    end.instance(down, 0, {s: -b})
    end.fact((0, "<", LEVEL), methods=LIGHT)
    place = end.known - 1
    for one in (up, down):
        end.fact((one, "<=", N), methods=("sign", "exponentials"))
    end.fact((0, "<", b), uses=[place], methods=LIGHT)
    signs = [place, place + 3]
    there, back = (sp.exp(c * S - 8 * c**2 * n3 * L0**2) for c in (b, -b))
    grown: list[Any] = [
        (_EITHER, {"b": b, "x": S}), (sp.exp(b * S), "=", top * there),
        (sp.exp(-b * S), "=", top * back),
        (sp.exp(b * sp.Abs(S)), "<=", top * there + top * back),
    ]  # fmt: skip
    reached: list[Any] = [
        (_FAR, {"b": b, "x": sp.Abs(S), "n": n3, "r": r}), (b * r * n3, "=", 2 * LEVEL),
        (_MONOTONE, {"x": 2 * LEVEL, "y": b * sp.Abs(S)}), (sp.exp(2 * LEVEL), "=", top * top),
        (_REACHED, {"p": there, "q": back, "c": top, "g": sp.exp(b * sp.Abs(S)),
                    "h": sp.exp(2 * LEVEL)}),
    ]  # fmt: skip
    counted = {"r": there / top + back / top, "z": Z}
    end.exists(chance, (1, 1))
    end.integrate("<=", (1 / top, up), (1 / top, down), (-1, chance), methods=LIGHT, uses=signs,
                  facts={0: [*grown, *reached, (_COUNTED[0], counted)],
                         1: [(_COUNTED[1], counted)]})  # fmt: skip
    return proof.outcome(methods=LIGHT, facts=[
        *((parse("y/c <= q/8", where="y <= n, n = d, c = 8*d/q, q > 0, d > 0"),
           {"y": one, "c": top, "n": N, "d": R * J**2, "q": beta}) for one in (up, down)),
        (parse("x <= q/4", where="0 <= y + w - x, y <= q/8, w <= q/8"),
         {"x": chance, "y": up / top, "w": down / top, "q": beta})])  # fmt: skip


T, a, c, bad, good = declare("real T, a c >= 0, real bad_item good_item")
W, best, h, v = declare("real W best, h > 0, real v")
ESTIMATED = ((G - a - c - u, "<=", T), (a, "<=", 2 * alpha), (c, "<=", 2 * alpha),
             (T, "<=", G + u))  # fmt: skip
ATTAINED = ((best, ">=", 1),)
RATE, LOSS = eps * n3 / (16 * L0), 16 * L0 / (n3 * eps) * sp.log(4 * R / beta)


def chosen(rate: Any = RATE, sure: Sequence[Any] = ESTIMATED, averages: int = 2,  # noqa: ANN401
           loss: Any = LOSS,  # noqa: ANN401
           attained: Sequence[Any] = ATTAINED) -> LawStatement:  # fmt: skip
    """Pr[the gap of the chosen one is above gamma + 4 alpha + 2u + v] <= beta/4."""
    level, weight = gamma + 4 * alpha + averages * u + v, sp.exp(-h * T)
    return LawStatement(
        (chance, "<=", QUARTER), random=(G, T, a, c, bad, good), over=R,
        means={W: weight, best: good, chance: bad * weight / W},
        where=[(0, "<", W), *attained, (h, "=", rate), (v, "=", loss), SMALL,
               (u, "=", deviation())],
        sure=[indicator(good, (G, "<=", gamma)), indicator(bad, (G, ">", level)), *sure],
    )  # fmt: skip


_LIGHTER = parse("0 <= exp(-h*t) + (-exp(-h*y))*i", where="h > 0, t <= y, i = 1")
_FAR_OFF = parse("0 <= exp(-h*(g + u + v)) - z*(i*exp(-h*t)/z)", where="h > 0, z > 0, i = 1,"
                 " x - w - u <= t, w <= p, x > g + p + 2*u + v")  # fmt: skip


def seldom_chosen(**changes: Any) -> Outcome:  # noqa: ANN401
    """W >= e^(-h (gamma + u)), and those above the level weigh at most beta/4 of that together."""
    law, light = LawProof(chosen(**changes), seconds=5), ("sign", "identity", "products")
    weight, least = sp.exp(-h * T), sp.exp(-h * (gamma + u))
    counted = {"v": weight, "i": good, "w": least}
    near = [
        (parse("t <= g + u", where="t <= x + u, x <= g"), {"t": T, "x": G, "g": gamma, "u": u}),
        (_LIGHTER, {"h": h, "t": T, "y": gamma + u, "i": good}),
    ]  # fmt: skip
    rest, place = [(mechanism.NOT_COUNTED, counted)], law.known
    law.integrate("<=", (1, W), (-least, best), uses=[], methods=light,
                  facts={0: near, 1: near, 2: rest, 3: rest})  # fmt: skip
    law.fact((least, "<=", W), methods=mechanism.QUICK, uses=[1, place], facts=[
        (mechanism.LARGER, {"z": W, "w": least, "b": best})])  # fmt: skip
    most = sp.exp(-h * (gamma + u + v))
    drawn = {"v": most, "z": W, "i": bad, "w": weight}
    told = {"g": gamma, "u": u, "v": v, "t": T, "x": G, "w": a + c, "p": 4 * alpha}
    far = [
        (parse("y + z <= 4*k", where="y <= 2*k, z <= 2*k"), {"y": a, "z": c, "k": alpha}),
        (_FAR_OFF, {**told, "h": h, "z": W, "i": bad}),
    ]  # fmt: skip
    other = [(mechanism.NOT_DRAWN, drawn)]
    law.integrate("<=", (most, 1), (-W, chance), uses=[0], methods=light,
                  facts={0: far, 1: other, 2: far, 3: other})  # fmt: skip
    law.fact((most, "=", least * (beta / (4 * R))), uses=[2, 3], facts=[
        (h * v, "=", sp.log(4 * R / beta)), (sp.exp(h * v), "=", 4 * R / beta),
        (parse("exp(-h*(y + v)) = exp(-h*y)/m", where="exp(h*v) = m, m > 0"),
         {"h": h, "y": gamma + u, "v": v, "m": 4 * R / beta})])  # fmt: skip
    return law.outcome(methods=mechanism.QUICK, facts=[
        (parse("w*c <= w*b", where="0 <= n*q - w*c, q = l*(b/n), l <= w, b > 0, n > 0"),
         {"w": W, "c": chance, "b": QUARTER, "n": R, "l": least, "q": most}),
        (parse("c <= b", where="w*c <= w*b, w > 0"), {"w": W, "c": chance, "b": QUARTER}),
    ])  # fmt: skip


V, first, second, third = declare("V >= 0, real first second third")
FAILURES = declare("Z_1 Z_2 Z_3 >= 0")
RARE = tuple((one, "<=", QUARTER) for one in (first, second, third))
AT_MOST_ONE = ((V, "<=", 1),)


def all_together(where: Sequence[Any] = RARE, sure: Sequence[Any] = AT_MOST_ONE,
                 rest: Any = QUARTER, most: Any = beta) -> LawStatement:  # noqa: ANN401  # fmt: skip
    """E V <= beta for V <= 1 that is at most beta/4 where none of three things happens."""
    none = [*((one, "=", 0) for one in FAILURES), (V, "<=", rest)]
    return LawStatement(
        (chance, "<=", most), random=(V, *FAILURES), where=where,
        means=dict(zip((first, second, third, chance), (*FAILURES, V), strict=True)),
        sure=[*sure, [none, *([(one, "=", 1)] for one in FAILURES)]], shows=(chance,),
    )  # fmt: skip


def four_failures(**changes: Any) -> Outcome:  # noqa: ANN401
    """V <= beta/4 + Z_1 + Z_2 + Z_3."""
    law = LawProof(all_together(**changes), seconds=5)
    law.exists(chance, (1 + QUARTER, 1))
    law.integrate("<=", (QUARTER, 1), (1, first), (1, second), (1, third), (-1, chance))
    return law.outcome(methods=("sign", "sos"))


BEST = ("G = s - i, a = s - p, c = H - i", "p - H - A <= u", "A <= T")
TOP = ("G = s - i, T - (p - H) <= u", "p <= s", "i <= H")
LIPSCHITZ = ("abs(f - g) <= L_0*(x + y), x, y >= 0", "x <= 2", "y <= 2")


def estimates(best: Sequence[str] = BEST, top: Sequence[str] = TOP,
              size: Sequence[str] = LIPSCHITZ) -> tuple[Relation, ...]:  # fmt: skip
    """G - a - c - u <= T and T <= G + u, for the gap G = s - i, and |f - g| <= 4 L_0."""
    said = (("G - a - c - u <= T", best), ("T <= G + u", top), ("abs(f - g) <= 4*L_0", size))
    return tuple(parse(one, where=", ".join((*where, "L_0 >= 0"))) for one, where in said)


def sizes_of_the_estimates(**changes: Any) -> Outcomes:  # noqa: ANN401
    """The parts of the gap add up, and L_0 (x + y) <= 4 L_0."""
    best, top, size = estimates(**changes)
    yield certify((best, top))
    yield certify(size, facts=[parse("L_0*(x + y) <= 4*L_0", where="L_0, x, y >= 0, x, y <= 2")])
