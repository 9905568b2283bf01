"""Wealth of gamblers who bet against the odds of a guessed coin, each with a stake of its own.

One draw is guessed right (x = 1), wrong (y = 1) or passed.  A stake of l turns it into the factor
1 + l (x - r y - D); K gamblers with stakes l_k = 1/(r_0 + D + q_k), q_k >= 0, are those with
l_k (r_0 + D) <= 1.  Their average wealth W gains B (x - r y - D), B the average of stake times
wealth, which is fixed before the draw; and (r + D) B <= W for r <= r_0, so W cannot fall below 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, Outcomes
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.ville import LIGHT, E, H, W, after, alpha, chance, k, mean
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

x, y, r, D, B, E_W = declare("real x y, r > 0, D >= 0, B >= 0, real E_W")
GUESS = [[(x, "=", 1), (y, "=", 0)], [(x, "=", 0), (y, "=", 1)], [(x, "=", 0), (y, "=", 0)]]
HONEST = ((x - r * y, "<=", D),)
BETS = (GUESS, ((r + D) * B, "<=", W))


def alarms(
    scale: Any = 1, given: Sequence[Any] = HONEST, sure: Sequence[Any] = BETS,  # noqa: ANN401
    price: Any = D,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[some W_t is 1/alpha or more] <= scale alpha, if E[x - r y | past] <= D."""
    then = W + B * (x - r * y - price)
    return ProcessStatement(
        (chance, "<=", scale * alpha), steps=None, clock=k, known=(B,), drawn=(x, y), sure=sure,
        given=given, states=[(W, 1, then), (H, 0, ((then, ">=", 1 / alpha), 1, H))],
        means={chance: H}, shows=(chance,),
    )  # fmt: skip


_ENOUGH = "(r + d)*b <= w, b >= 0, r >= 0, d >= 0"
_STAYS = tuple(parse("0 <= w + b*(x - r*y - d)", where=f"x = {u}, y = {v}, {_ENOUGH}")
               for u, v in ((1, 0), (0, 1), (0, 0)))  # fmt: skip


def seldom(**changes: Any) -> Outcome:  # noqa: ANN401
    """E (H + (1 - H) alpha W) <= alpha at all times, as the mean of W does not grow."""
    statement = alarms(**changes)
    then, at = statement.states[0][2], {"w": W, "b": B, "x": x, "y": y, "r": r, "d": D}
    stays = {case: [(_STAYS[case // 2], at)] for case in range(6)}
    new, old = (parse("h <= 1", where="h = 1"), {"h": after}), (
        parse("h <= 1", where="h = g, g <= 1"), {"h": after, "g": H})  # fmt: skip
    kept = {case: [old if case % 2 else new] for case in range(6)}
    proof = ProcessProof(statement, always=[(H, "<=", 1)], facts={-2: stays, 0: kept}, seconds=2)
    now = H + (1 - H) * alpha * W
    (step,) = proof.potential(now, "<=", methods=LIGHT)
    step.instance(mean, 0, {})
    step.exists(E_W, (W, 1), (B, mean), (-B * D, 1), of=then, facts=stays)
    names, known = {"n": after, "g": H, "c": alpha, "v": then}, "v >= 0, c > 0, g >= 0, g <= 1"
    low, high = "-(g + c*(1 - g)*v) <= n + v*c*(1 - n)", "n + v*c*(1 - n) <= g + c*(1 - g)*v"
    hit, missed = ([(parse(said, where=f"{case}, {known}"), names) for said in (low, high)]
                   for case in ("n = 1, v >= 1/c", "n = g"))  # fmt: skip
    step.exists(NEXT, (H, 1), ((1 - H) * alpha, E_W), facts={
        case: [*stays[case], *(missed if case % 2 else hit)] for case in range(6)})  # fmt: skip
    step.fact((E_W, "<=", W), facts=[
        (parse("v <= w", where="v <= w + b*m - b*d, m <= d, b >= 0"),
         {"v": E_W, "w": W, "b": B, "m": mean, "d": D})])  # fmt: skip
    step.fact((NEXT, "<=", now), facts=[
        (parse("n <= g + c*w", where="n <= g + c*v, v <= w, c >= 0"),
         {"n": NEXT, "g": H, "c": (1 - H) * alpha, "v": E_W, "w": W})])  # fmt: skip
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (1, E), (-1, chance))
    return proof.outcome()


K, X, Y, M, j = declare("integer K > 0, integer X Y M >= 0, integer k")
limit, larger, stakes, worth = declare("r_0 > 0, r_1 > 0, real B W")
bet, q = (sp.IndexedBase(name, nonnegative=True) for name in ("l", "q"))
FITS, HIGHER = ((r, "<=", limit),), ((r, "<=", larger), (larger, "<=", limit))


def wealth(stake: Any, counts: Sequence[Any] = (X, Y, M), ratio: Any = r) -> Any:  # noqa: ANN401
    """(1 + l (1 - D))^X (1 - l (r + D))^Y (1 - l D)^M."""
    gains = (1 - D, -(ratio + D), -D)
    return sp.prod([(1 + gain * stake) ** n for gain, n in zip(gains, counts, strict=True)])


def total(term: Any) -> Any:  # noqa: ANN401
    """The sum over the gamblers."""
    return sp.Sum(term, (j, 1, K))


def fitting(rest: Any) -> Any:  # noqa: ANN401
    """l_k = 1/(r_0 + D + q_k)."""
    return 1 / (limit + D + rest)


def bets(gains: Sequence[Any] = (1 - D, -(r + D), -D), where: Sequence[Any] = FITS,
         ) -> tuple[Relation, ...]:  # fmt: skip
    """W after a draw is W + B gain, whatever the stakes; 0 <= B, (r + D) B <= W, if they fit."""
    one, fit = wealth(bet[j]), wealth(fitting(q[j]))
    known = [(worth, "=", total(one) / K), (stakes, "=", total(bet[j] * one) / K)]
    counts = ((X + 1, Y, M), (X, Y + 1, M), (X, Y, M + 1))
    staked = total(fitting(q[j]) * fit) / K
    return (
        *(relation(total(wealth(bet[j], n)) / K, "=", worth + stakes * gain, where=known)
          for n, gain in zip(counts, gains, strict=True)),
        relation(0, "<=", staked, where=where),
        relation((r + D) * staked, "<=", total(fit) / K, where=where),
    )  # fmt: skip


def falls(where: Sequence[Any] = HIGHER) -> Relation:
    """W falls in r, while the stakes fit."""
    after, before = (total(wealth(fitting(q[j]), ratio=one)) / K for one in (larger, r))
    return relation(after, "<=", before, where=where)


def fair(**changes: Any) -> Outcomes:  # noqa: ANN401
    """Sums are linear; the wealth V of each is at least 0, and so (r + D) l V <= V."""
    *linear, most = bets(**changes)
    yield certify(linear)
    whole, part = total(wealth(fitting(q[j]))), total(fitting(q[j]) * wealth(fitting(q[j])))
    yield certify(most, facts=[
        ((r + D) * part, "<=", whole),
        (parse("t*(b/k) <= w/k", where="t*b <= w, k > 0"),
         {"t": r + D, "b": part, "w": whole, "k": K}),
    ])  # fmt: skip
