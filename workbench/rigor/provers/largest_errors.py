"""The largest coordinate of the error of a gradient estimate, whose terms are bounded.

In each step a record is drawn, and y is a coordinate of what it adds, of mean mu given the past:
y = w (g - h) + u g for its gradients g and h at two points, with numbers a, w and u for each step,

    S' = a S + y - mu,      V' = a^2 V + c^2,      |y| <= c = w 2 eta L_1 D + u L_0.

By Hoeffding's lemma E e^(s S) <= e^(s^2 V/2) for all s; of d coordinates, each with both signs, the
largest has the mean (2 W ln(2d))^(1/2) at most, for any number W > 0 that is at least V.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.hoeffding_lemma import LIGHT
from workbench.rigor.provers.martingales import a_step_of_bounded_range
from workbench.rigor.provers.processes import ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

K, d, half = declare("integer K >= 0, integer d > 0, integer n_half > 0")
eta, L0, L1, D = declare("eta L_0 L_1 D > 0")
a, w, u = declare("a > 0, w >= 0, u > 0")
y, mu = declare("real y mu")
S, V, T, A = declare("real S, V >= 0, T >= 0, A > 0")
t = declare("integer t >= 0")
E, up, down, s, Z, beta = declare("real E_S up down s Z, beta > 0")
FIRST = [(T, "<=", half - 1), (a, "=", 1), (w, "=", 0), (u, "=", 1 / half)]
LATER = [(T, ">=", half), (a, "=", 1 - eta), (w, "=", 1 - eta), (u, "=", eta)]
c = w * 2 * eta * L1 * D + u * L0
SIZE = ((y, "<=", c), (y, ">=", -c))
CENTRED = ((y - mu, "=", 0),)
INSIDE, APART = (eta, "<", 1), (V, ">", 0)
COUNT = (T, "=", half + t)
BELOW_ONE = (beta, "<", 1)
PRINTED = (INSIDE, (d, ">=", 2))
LEVEL, RARE = sp.log(2 * d), sp.log(2 * d / beta)


def largest(
    most: Any = 2, sure: Sequence[Any] = SIZE, given: Sequence[Any] = CENTRED,  # noqa: ANN401
    where: Sequence[Any] = (INSIDE,), after: Sequence[Any] = (COUNT, APART),
) -> ProcessStatement:  # fmt: skip
    """E max |S| <= (most V ln(2d))^(1/2) after n/2 + t records."""
    said = E, "<=", sp.sqrt(most * V * LEVEL)
    return _estimate(said, {E: sp.Abs(S)}, sure, given, where, after)


def seldom(
    most: Any = 2, sure: Sequence[Any] = SIZE, given: Sequence[Any] = CENTRED,  # noqa: ANN401
    where: Sequence[Any] = (INSIDE, BELOW_ONE), after: Sequence[Any] = (COUNT, APART),
) -> ProcessStatement:  # fmt: skip
    """Pr[max |S| >= (most V ln(2d/beta))^(1/2)] <= beta after as many."""
    far = indicator(Z, (sp.Abs(S), ">=", sp.sqrt(most * V * RARE)))
    return _estimate((E, "<=", beta), {E: Z}, sure, given, where, (*after, far), (Z,))


def _estimate(
    said: Any, means: Any, sure: Sequence[Any], given: Sequence[Any], where: Sequence[Any],  # noqa: ANN401
    after: Sequence[Any], random: Sequence[Any] = (),
) -> ProcessStatement:  # fmt: skip
    return ProcessStatement(
        said, steps=K, copies=d, fixed=(a, w, u), known=(mu,), drawn=(y,), given=given,
        sure=[*sure, [FIRST, LATER]], where=where, after=after, random=random, means=means,
        states=[(S, 0, a * S + y - mu), (V, 0, a**2 * V + c**2), (T, 0, T + 1)], shows=(E,),
    )  # fmt: skip


def printed(
    factor: Any = 4, sure: Sequence[Any] = SIZE, given: Sequence[Any] = CENTRED,  # noqa: ANN401
    where: Sequence[Any] = PRINTED,
) -> ProcessStatement:  # fmt: skip
    """E max |S| after n/2 + t records, n = 2 n_half, with the printed constants."""
    n, level = 2 * half, sp.log(d)
    said = (E, "<=", factor * L0 * sp.sqrt(level / n) * (1 - eta) ** t
            + factor * eta * sp.sqrt(2 * t * level) * (L1 * D + L0))  # fmt: skip
    return _estimate(said, {E: sp.Abs(S)}, sure, given, where, (COUNT, APART))


def coordinates(statement: ProcessStatement, **more: Any) -> ProcessProof:  # noqa: ANN401
    """A proof up to its end: E e^(s S/A - s^2 V/(2 A^2)) <= 1, A the product of the a."""
    helpers = [(A, 1, a * A), *more.pop("helpers", ())]
    proof = ProcessProof(statement, helpers=helpers, seconds=1, **{"methods": LIGHT, **more})
    now = sp.exp(s * S / A - s**2 * V / (2 * A**2))
    (step,) = proof.potential(now, "<=", of=(s,), methods=LIGHT)
    a_step_of_bounded_range(step, -c - mu, 2 * c, y - mu, now, rate=s / (a * A))
    return proof


class _End:
    """What is known at the end of the coordinate that is chosen, with both signs.

    proof: see `coordinates`
    steep: s/A for the one sign, where steep^2 V/2 is ln of `top`, a number above 1
    """

    def __init__(self, proof: ProcessProof, steep: Any, top: Any, A: Any = A) -> None:  # noqa: ANN401
        self.steps, self.steep, self.top = proof.end(), steep, top
        end, apart = self.steps, self.steps.known - 1  # the last condition on numbers is V > 0
        end.instance(up, 0, {s: A * steep})
        end.instance(down, 0, {s: -A * steep})
        end.fact((0, "<", sp.log(top)))
        place = end.known
        for mean in (up, down):
            end.fact((mean, "<=", d), methods=("sign", "exponentials"))
        end.fact((0, "<", steep), uses=[apart, place - 1], methods=LIGHT)
        self.signs, self.both = [apart, place - 1, place + 2], [place, place + 1]
        self.there, self.back = (
            sp.exp(A * b * S / A - (A * b) ** 2 * V / (2 * A**2)) for b in (steep, -steep)
        )

    def grown(self) -> list[Any]:
        """Steps to e^(steep |S|) <= top (the potential of both signs)."""
        up_to = sp.exp(self.steep * S), sp.exp(-self.steep * S)
        return [
            (_EITHER, {"b": self.steep, "x": S}), (up_to[0], "=", self.top * self.there),
            (up_to[1], "=", self.top * self.back),
            (sp.exp(self.steep * sp.Abs(S)), "<=", self.top * self.there + self.top * self.back),
        ]  # fmt: skip

    def close(self, low: Any, part: Any) -> None:  # noqa: ANN401 - numbers
        """The mean is at most low + 2 part d, where it is below low and part times the two."""
        end = self.steps
        uses = [self.signs[0], *range(self.signs[1], end.known)]
        end.fact((E, "<=", low + part * d + part * d), methods=LIGHT, uses=uses, facts=[
            (_MEAN, {"m": E, "l": low, "f": part, "p": up, "q": down, "d": d})])  # fmt: skip


_TANGENT = parse("x <= w - 1 + exp(x - w)")
_EITHER = parse("exp(b*abs(x)) <= exp(b*x) + exp(-b*x)", where="b > 0")
_SHARE = parse("z <= r", where="z = t/c, t <= c*r, c > 0")
_ADDED = parse("b*x <= w - 1 + r", where="b*x <= w - 1 + z, z <= r")
_SLOPE = parse("x <= w/b + r/b", where="b*x <= w + r, b > 0")
_NOT_BELOW = parse("-y <= x", where="x <= y, x >= 0")
_MEAN = parse("m <= l + f*d + f*d", where="0 <= l + f*p + f*q - m, p <= d, q <= d, f > 0")
_STEEPER = parse("b*y <= b*x", where="y <= x, b > 0")
_MONOTONE = parse("exp(x) <= exp(y)", where="x <= y")
_COUNTED = parse("0 <= r - z", where="1 <= r, z = 1"), parse("0 <= r - z", where="0 <= r, z = 0")
_REACHED = parse("1 <= p/c + q/c", where="g <= c*p + c*q, c*c <= g, c > 0")


def mean_of_the_largest(most: Any = 2, **changes: Any) -> Outcome:  # noqa: ANN401
    """b |S| <= 2 ln(2d) - 1 + (e^(b S) + e^(-b S))/(4 d^2), b = (2 ln(2d)/V)^(1/2)."""
    proof = coordinates(largest(most, **changes))
    if proof.doubt:
        return proof.outcome()
    mean_at_end(proof)
    return proof.outcome(methods=("identity", "sign"))


def mean_at_end(proof: ProcessProof, A: Any = A) -> LawProof:  # noqa: ANN401
    """E max |S| <= (2 V ln(2d))^(1/2), the last fact."""
    steep, size = sp.sqrt(2 * LEVEL) / sp.sqrt(V), sp.Abs(S)
    at = _End(proof, steep, 2 * d, A)
    end, share = at.steps, (at.there + at.back) / (2 * d)
    over, grown = sp.exp(steep * size - 2 * LEVEL), sp.exp(steep * size)
    facts: list[Any] = [
        *at.grown(), (_TANGENT, {"x": steep * size, "w": 2 * LEVEL}),
        (over, "=", grown / (4 * d**2)),
        (_SHARE, {"z": over, "t": grown, "c": 4 * d**2, "r": share}),
        (_ADDED, {"b": steep, "x": size, "w": 2 * LEVEL, "z": over, "r": share}),
        (_SLOPE, {"x": size, "w": 2 * LEVEL - 1, "b": steep, "r": share}),
    ]  # fmt: skip
    low, part = (2 * LEVEL - 1) / steep, 1 / (2 * d * steep)
    terms = ((low, 1), (part, up), (part, down))
    more = (_NOT_BELOW, {"x": size, "y": low + share / steep})
    end.exists(E, *terms, uses=at.signs, methods=LIGHT, facts=[*facts, more])
    end.integrate("<=", *terms, (-1, E), uses=at.signs, methods=LIGHT, facts=facts)
    at.close(low, part)
    end.fact((low + 2 * part * d, "=", sp.sqrt(2 * V * LEVEL)), uses=at.signs[:2], methods=LIGHT)
    return end


def chance_of_the_largest(most: Any = 2, **changes: Any) -> Outcome:  # noqa: ANN401
    """Where |S| >= r, e^(b |S|) >= (2d/beta)^2 for b = r/V, r^2 = 2 V ln(2d/beta)."""
    proof = coordinates(seldom(most, **changes))
    if proof.doubt:
        return proof.outcome()
    top, steep = 2 * d / beta, sp.sqrt(2 * RARE) / sp.sqrt(V)
    at = _End(proof, steep, top)
    end, size, least = at.steps, sp.Abs(S), sp.sqrt(2 * V * RARE)
    reached = [
        (_STEEPER, {"b": steep, "x": size, "y": least}), (steep * least, "=", 2 * RARE),
        (_MONOTONE, {"x": 2 * RARE, "y": steep * size}), (sp.exp(2 * RARE), "=", top * top),
        (_REACHED, {"p": at.there, "q": at.back, "c": top, "g": sp.exp(steep * size)}),
    ]  # fmt: skip
    counted = {"r": at.there / top + at.back / top, "z": Z}
    end.exists(E, (1, 1))
    facts = {0: [*at.grown(), *reached, (_COUNTED[0], counted)], 1: [(_COUNTED[1], counted)]}
    end.integrate("<=", (1 / top, up), (1 / top, down), (-1, E), methods=LIGHT, uses=at.signs,
                  facts=facts)  # fmt: skip
    at.close(sp.S.Zero, 1 / top)
    return proof.outcome(methods=LIGHT)
