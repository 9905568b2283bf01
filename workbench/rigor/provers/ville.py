"""Ville's inequality: of wealth that cannot grow in the mean, given the past.

H is 1 from the first time on when the wealth is c or more.  Then H + (1 - H) W/c does not grow in
the mean, and it is never below H.
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

M, W, H = declare("M W H >= 0")
alpha, chance, mean, k, E, after = declare("alpha > 0, real p m, integer k, real E H_next")
FAIR = ((M, "<=", W),)


def ville(
    scale: Any = 1, given: Sequence[Any] | None = None, drawn: Any = M  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[some M_t is 1/alpha or more] <= scale alpha."""
    return ProcessStatement(
        (chance, "<=", scale * alpha), steps=None, clock=k, drawn=(drawn,),
        given=[(drawn, "<=", W)] if given is None else given,
        states=[(W, 1, drawn), (H, 0, ((drawn, ">=", 1 / alpha), 1, H))],
        means={chance: H}, shows=(chance,),
    )  # fmt: skip


def seldom_large(*, drawn: Any = M, **changes: Any) -> Outcome:  # noqa: ANN401
    """E (H + (1 - H) alpha W) <= alpha at all times."""
    proof = ProcessProof(ville(**changes, drawn=drawn), always=[(H, "<=", 1)], facts={0: {
        0: [(parse("x <= 1", where="x = 1"), {"x": after})],
        1: [(parse("x <= 1", where="x = y, y <= 1"), {"x": after, "y": H})],
    }})  # fmt: skip
    now = H + (1 - H) * alpha * W
    (step,) = proof.potential(now, "<=")
    step.instance(mean, 0, {})
    step.exists(NEXT, (H, 1), ((1 - H) * alpha, mean))
    step.fact((NEXT, "<=", now), methods=("sign", "products"))
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (1, E), (-1, chance))
    return proof.outcome()


X, mu, wish, bet, low, V, Z = declare("real X, mu >= 0, l lambda_mu lambda_m >= 0, V >= 0, real Z")
level, steps, wealth = declare("m > 0, integer n >= 0, real E_W")
LIGHT = ("sign", "identity", "sos", "products", "factors")
UNIT, MEAN, HIGHER = ((X, ">=", 0), (X, "<=", 1)), ((X, "=", mu),), ((level, ">=", mu),)


def capped(stake: Any, candidate: Any, cap: int = 3) -> list[list[Any]]:  # noqa: ANN401
    """The stake is the smaller one of l and cap/(4 candidate); l where the candidate is 0."""
    limit = 4 * candidate * wish
    return [[(limit, "<=", cap), (stake, "=", wish)],
            [(limit, ">", cap), (4 * candidate * stake, "=", cap)]]  # fmt: skip


def betting(scale: Any = 1, sure: Sequence[Any] = UNIT, given: Sequence[Any] = MEAN,  # noqa: ANN401
            cap: int = 3) -> ProcessStatement:  # fmt: skip
    """Pr[some W_t(mu) is 1/alpha or more] <= scale alpha."""
    after_bet = W * (1 + bet * (X - mu))
    return ProcessStatement(
        (chance, "<=", scale * alpha), steps=None, clock=k, known=(wish, bet), drawn=(X,),
        sure=[*sure, capped(bet, mu, cap)], given=given,
        states=[(W, 1, after_bet), (H, 0, ((after_bet, ">=", 1 / alpha), 1, H))],
        means={chance: H}, shows=(chance,),
    )  # fmt: skip


def _stays(stake: Any, candidate: Any, before: Any, *, capped: bool) -> list[Any]:  # noqa: ANN401
    """The steps to before (1 + stake (X - candidate)) >= 0, below the cap and at it."""
    below = parse("4*m*l <= 3", where="4*m*w <= 3, l = w"), {"m": candidate, "l": stake, "w": wish}
    return [
        (parse("x <= 3", where="x = 3"), {"x": 4 * candidate * stake}) if capped else below,
        (parse("l*m <= 1", where="4*m*l <= 3"), {"m": candidate, "l": stake}),
        (parse("1 + l*(x - m) >= 0", where="l >= 0, x >= 0, l*m <= 1"),
         {"l": stake, "x": X, "m": candidate}),
        (parse("0 <= w*f", where="w >= 0, f >= 0"),
         {"w": before, "f": 1 + stake * (X - candidate)}),
    ]  # fmt: skip


def seldom_rich(**changes: Any) -> Outcome:  # noqa: ANN401
    """E (H + (1 - H) alpha W) <= alpha at all times, as no bet gains in the mean."""
    new, old = (parse("x <= 1", where="x = 1"), {"x": after}), (
        parse("x <= 1", where="x = y, y <= 1"), {"x": after, "y": H})  # fmt: skip
    stays = {case: _stays(bet, mu, W, capped=case > 1) for case in range(4)}
    proof = ProcessProof(
        betting(**changes), always=[(H, "<=", 1)],
        facts={-2: stays, 0: {0: [new], 1: [old], 2: [new], 3: [old]}},
    )  # fmt: skip
    now, then = H + (1 - H) * alpha * W, W * (1 + bet * (X - mu))
    (step,) = proof.potential(now, "<=", methods=LIGHT)
    step.instance(mean, 0, {})
    step.exists(wealth, (W, 1), (W * bet, mean), of=then, facts={case: [
        *stays[case], (parse("w*(1 + l*(x - m)) <= w + w*l*x", where="w >= 0, l >= 0, m >= 0"),
                       {"w": W, "l": bet, "x": X, "m": mu})] for case in range(4)})  # fmt: skip
    step.integrate("=", (1, wealth), (-W * bet, mean), (W * bet * mu - W, 1))
    at = {"n": after, "g": H, "c": alpha, "v": then}
    known = "v >= 0, c > 0, g >= 0, g <= 1"
    low, high = "-(g + c*(1 - g)*v) <= n + v*c*(1 - n)", "n + v*c*(1 - n) <= g + c*(1 - g)*v"
    hit = [(parse(said, where=f"n = 1, v >= 1/c, {known}"), at) for said in (low, high)]
    missed = [(parse(said, where=f"n = g, {known}"), at) for said in (low, high)]
    step.exists(NEXT, (H, 1), ((1 - H) * alpha, wealth), facts={
        case: [*stays[case], *(missed if case % 2 else hit)] for case in range(4)})  # fmt: skip
    step.fact((wealth, "=", W), multiples={5: -1, 3: W * bet})
    step.fact((NEXT, "<=", now), uses=[6, 7], facts=[
        (parse("x <= g + c*w", where="x <= g + c*v, v = w"),
         {"x": NEXT, "g": H, "c": (1 - H) * alpha, "v": wealth, "w": W})])  # fmt: skip
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (1, E), (-1, chance))
    return proof.outcome()


def fewer_gains(sure: Sequence[Any] = UNIT, where: Sequence[Any] = HIGHER, cap: int = 3
                ) -> ProcessStatement:  # fmt: skip
    """W_n(m) <= W_n(mu) almost surely, for any law of the draws."""
    return ProcessStatement(
        (1, "<=", chance), steps=steps, known=(wish, bet, low), drawn=(X,), where=where,
        sure=[*sure, capped(bet, mu, cap), capped(low, level, cap)], random=(Z,),
        states=[(W, 1, W * (1 + bet * (X - mu))), (V, 1, V * (1 + low * (X - level)))],
        after=[indicator(Z, (V, "<=", W))], means={chance: Z}, shows=(chance,),
    )  # fmt: skip


def falls(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each factor is at least 0, and falls in the candidate, as the stake does."""
    own, other = 1 + bet * (X - mu), 1 + low * (X - level)
    names = {"l": bet, "j": low, "x": X, "m": mu, "h": level, "w": wish, "g": 4 * mu * wish - 3,
             "a": mu * bet, "b": level * low, "c": level * wish, "d": level * bet}  # fmt: skip

    def said(text: str, where: str) -> Any:  # noqa: ANN401
        one = parse(text, where=where)
        return one, {v.name: names[v.name] for v in one.variables}

    def above(product: Any) -> Any:  # noqa: ANN401
        return parse("x >= 3", where="x = 3"), {"x": 4 * product}

    smaller = [
        [said("j <= l", "l = w, j = w"), said("l*m <= j*h", "l = w, j = w, m <= h, w >= 0")],
        [said("b <= c", "4*b <= 3, 4*c >= 3"), said("j <= w", "h > 0, j*h <= h*w"),
         said("j <= l", "j <= w, l = w"), said("4*m*l <= 3", "4*m*w <= 3, l = w"),
         above(names["b"]), said("a <= b", "4*b >= 3, 4*a <= 3")],
        [said("4*m*w - 3 <= 0", "4*h*w <= 3, m <= h, w >= 0"), (names["g"], ">", 0),  # never so
         said("g*(j - l) <= 0", "g >= 0, g <= 0"), said("g*(l*m - j*h) <= 0", "g >= 0, g <= 0"),
         said("j <= l", "g > 0, g*(j - l) <= 0"),
         said("l*m <= j*h", "g > 0, g*(l*m - j*h) <= 0")],
        [said("m*l <= h*l", "m <= h, l >= 0"), *map(above, (names["a"], names["b"])),
         said("4*d >= 3", "4*a >= 3, a <= d"), said("b <= d", "4*b <= 3, 4*d >= 3"),
         said("j <= l", "h > 0, j*h <= h*l"), (parse("x <= 3", where="x = 3"), {"x": 4 * mu * bet}),
         said("a <= b", "4*b >= 3, 4*a <= 3")],
    ]  # fmt: skip
    facts = {case: [
        *_stays(low, level, V, capped=case % 2 == 1), *steps,
        said("1 + j*(x - h) <= 1 + l*(x - m)", "x >= 0, j <= l, l*m <= j*h"),
        (parse("v*f <= w*g", where="0 <= v, v <= w, 0 <= f, f <= g"),
         {"v": V, "f": other, "w": W, "g": own}),
    ] for case, steps in enumerate(smaller)}  # fmt: skip
    stays = {case: _stays(bet, mu, W, capped=case > 1) for case in range(4)}
    proof = ProcessProof(
        fewer_gains(**changes), always=[(V, "<=", W)], methods=("sign", "identity", "products"),
        facts={-2: stays, -1: facts, 0: facts},
    )  # fmt: skip
    end = proof.end()
    end.exists(chance, (1, 1))
    gap, missed = {"g": V - W, "u": 1 - Z}, "g > 0, g*u <= 0"
    end.integrate("<=", (1, chance), (-1, 1), facts={1: [  # never so
        (parse("v - w > 0", where="v > w"), {"v": V, "w": W}),
        (parse("g*u <= 0", where="g >= 0, g <= 0"), gap), (parse("u <= 0", where=missed), gap),
    ]})  # fmt: skip
    return proof.outcome()
