"""Advanced composition: k adaptive steps, each (b, d)-DP, with the mean loss mu = b tanh(b/2).

In step j the outputs on two neighbours have the densities p_j and q_j given the past, for one law
such as half of their sum; P and Q are the products.  What leaks are any parts r of p, of mean
a <= d, and u of q, of mean at most d, such as (p - e^b q)_+ and (q - e^b p)_+.  The rests have a
log-ratio l in [-b, b].  As in `privacy_filter`, p - r is made smaller by c = (1 - d)/(1 - a), K is
the sum of the l + ln c, and G the product of the c (p - r):

    E[P - G - j d P] <= 0,     E[G e^(s K - j (s mu + s^2 b^2/2))] <= 1 for every s >= 0.

For e^(-l) has a mean of at least c, so that by its chord the mean of l is at most
b (cosh b - c)/sinh b, and ln c <= c - 1 is at most b (c - 1)/sinh b, as c <= 1.

At the end G <= e^E Q + G (1 - e^(E - K)), and 1 - e^(-x) <= e^(s x - t) where t <= s, t <= 1: for
e^y >= v (2 + y - v) at y = s x - t, v = 1/(1 + s), and at y = -x, v = s/(1 + s).  With
L = ln(1/delta_1) and s = sqrt(2 L/k)/b the last term has a mean of at most delta_1 for
t = s (k mu - E) + 2 L.  That is 0 at E = b sqrt(2 k L) + k mu, and small enough at
E = (sqrt(2) + 1/(2 sqrt(ln 2))) b sqrt(k L) where k b^2 < 1, however large delta_1 is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.claims.deciding import refused
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.composed_step import (
    LOG,
    MU,
    E,
    delta_1,
    j,
    k,
    lam,
    mu,
    rate,
    s,
    started,
)
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.filter_step import LIFT, LIGHT, G, K, a, b, d, loss, p, q, r, u
from workbench.rigor.provers.privacy_filter import WITHOUT_GIVEN, WITHOUT_SURE
from workbench.rigor.provers.processes import ProcessProof
from workbench.rigor.provers.transcripts import E_P, E_W, P_O, PRODUCTS, Q_O, P, Q, Z, events
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.expectations import event
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

E_L = declare("real E_L")
ABSORBED = 1 / (2 * sp.sqrt(sp.log(2)))
RANGE = ((0, "<", b), (d, "<", 1), (delta_1, "<=", 1))
SMALL = ((k * b**2, "<", 1),)
STEP = ((a, "<", 1), (a, "<=", d), (0, "<=", r), (r, "<=", p), (0, "<=", u),
        (p - r, "=", (q - u) * sp.exp(loss)), (-b, "<=", loss), (loss, "<=", b))  # fmt: skip
# why the claim is false without one of these; the others are said by the rest
WITHOUT_STEP = {here: WITHOUT_SURE[there].replace("T", "k")
                for here, there in ((1, 2), (2, 3), (4, 5), (5, 7), (6, 8), (7, 9))}  # fmt: skip
WITHOUT_MEANS = {place: why.replace("T", "k") for place, why in WITHOUT_GIVEN.items()}
MEANS = ((p, "=", 1), (q, "=", 1), (r, "=", a), (u, "<=", d))


def composed(
    epsilon: Any, sure: Sequence[Any] = STEP, given: Sequence[Any] = MEANS,  # noqa: ANN401
    where: Sequence[Any] = (), leak: Any = k * d,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """P[O] <= e^epsilon Q[O] + k d + delta_1 for every event O."""
    return ProcessStatement(
        (P_O, "<=", sp.exp(epsilon) * Q_O + leak + delta_1), steps=k, clock=j, known=(a,),
        drawn=(p, q, r, u, loss), where=[*RANGE, *where], sure=sure, given=given,
        states=PRODUCTS, random=(Z,), after=[event(Z)], means={P_O: Z * P, Q_O: Z * Q},
        shows=(P_O, Q_O),
    )  # fmt: skip


def explicit_cost(deviation: Any = 2, mean: Any = MU) -> Any:  # noqa: ANN401
    """b sqrt(2 k L) + k mu."""
    return b * sp.sqrt(deviation * k * LOG) + k * mean


def short_cost(second: Any = ABSORBED) -> Any:  # noqa: ANN401
    """C b sqrt(k L)."""
    return (sp.sqrt(2) + second) * b * sp.sqrt(k * LOG)


def printed_mean(share: Any = 1) -> Relation:  # noqa: ANN401
    """The mean loss of a step is at most b (e^b - 1)."""
    printed = explicit_cost(mean=share * b * (sp.exp(b) - 1))
    return relation(explicit_cost(), "<=", printed, where=RANGE)


def explicit() -> tuple[Any, ...]:
    """The explicit cost, and that it is at most the printed one."""
    return composed(explicit_cost()), printed_mean()


def short_form() -> tuple[Any, ...]:
    """The short form of the cost."""
    return (composed(short_cost(), where=SMALL),)


def at_explicit_cost(
    deviation: Any = 2, mean: Any = MU, printed: Any = 1, **changes: Any,  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """Both, the second one first."""
    tanh = parse("(exp(x) - exp(-x))/(exp(x) + exp(-x)) <= exp(2*x) - 1", where="x >= 0")
    larger = certify(printed_mean(printed), facts=[(tanh, {"x": b / 2})])
    if larger.decision != "holds":
        return larger
    cost = explicit_cost(deviation, mean)
    return all_of(_shown(composed(cost, **changes), cost), larger)


def at_short_cost(second: Any = ABSORBED, small: Sequence[Any] = SMALL) -> Outcome:  # noqa: ANN401
    """The same end, at another cost."""
    cost = short_cost(second)
    return _shown(composed(cost, where=small), cost, _absorbed(second))


def _shown(of: ProcessStatement, epsilon: Any, spare: Sequence[Any] = ()) -> Outcome:  # noqa: ANN401
    """P[O] <= e^epsilon Q[O] + k d + delta_1; spare: steps to what t is at most, if not 0."""
    proof = started(of, epsilon)
    return refused("process", proof.doubt) if proof.doubt else _ended(proof, epsilon, spare)


def _ended(proof: ProcessProof, epsilon: Any, spare: Sequence[Any]) -> Outcome:  # noqa: ANN401
    """The end by s = sqrt(2 L/k)/b."""
    end, told = events(proof), len(proof.statement.where)
    at, named = end.known, range(told, told + 4)
    end.fact((0, "<=", lam), uses=[2, told + 2])
    end.fact((0, "<=", rate), uses=[0, at, *named[2:]])
    end.fact((k * rate**2 * b**2, "=", 2 * lam), uses=[0, at, *named[2:]])
    t = rate * (k * mu - E) + k * rate**2 * b**2 / 2 + lam
    _small_enough(end, t, spare, [*range(told), at + 1, at + 3])
    end.instance(E_L, 3, {})
    end.instance(E_W, 2, {s: rate})
    x, power = K - E, rate * K - k * (rate * mu + rate**2 * b**2 / 2)
    part, grown = 1 / (1 + rate), delta_1 * G * sp.exp(power)
    here = {"s": rate, "t": t, "x": x}
    last = {"P": P, "g": G, "y": k * d * P, "f": sp.exp(E), "z": Z, "Q": Q, "w": grown}
    whole = "0 <= P - g - y + y + f*(z*Q) + w - z*P"
    end.integrate(
        "<=", (1, E_L), (k * d, E_P), (sp.exp(E), Q_O), (delta_1, E_W), (-1, P_O),
        uses=[named[2], *range(at, at + 6)], methods=(*LIGHT, "taylor"),
        facts={0: [(parse(whole, where="z = 0, g <= P, w >= 0"), last)], 1: [
            *_tangent(rate * x - t, part), *_tangent(-x, rate * part),
            (parse("(2 + s*x - t - 1/(1 + s))/(1 + s) + s/(1 + s)*(2 - x - s/(1 + s))"
                   " = 1 + (2*s/(1 + s) - t)/(1 + s)", where="s >= 0"), here),
            (parse("0 <= (2*s/(1 + s) - t)/(1 + s)", where="s >= 0, t <= s, t <= 1"),
             {"s": rate, "t": t}),
            (parse("1 - w <= y", where="v <= y, u <= w, 1 <= v + u"),
             {"w": sp.exp(-x), "y": sp.exp(rate * x - t), "u": part * rate * (2 - x - part * rate),
              "v": part * (2 + rate * x - t - part)}),
            (LIFT, {"h": G, "f": 1 - sp.exp(-x), "g": sp.exp(rate * x - t)}),
            (parse("g*exp(-(k - f)) <= exp(f)*h", where="g <= h*exp(k)"),
             {"g": G, "h": Q, "k": K, "f": E}),
            (parse("exp(-l) = d", where="l = log(1/d), d > 0"), {"l": lam, "d": delta_1}),
            (parse("g*exp(y - l) = d*(g*exp(y))", where="exp(-l) = d"),
             {"g": G, "y": power, "l": lam, "d": delta_1}),
            (parse("g <= h + w", where="g*(1 - u) <= y, g*u <= h, y = w"),
             {"g": G, "u": sp.exp(-x), "h": sp.exp(E) * Q, "y": G * sp.exp(power - lam),
              "w": grown}),
            (parse(whole, where="z = 1, g <= f*Q + w"), last),
        ]},
    )  # fmt: skip
    end.integrate("<=", (1, Q_O), uses=[], methods=LIGHT)
    end.fact((E_L, "<=", 0), uses=[at + 6])
    end.fact((E_W, "<=", 1), uses=[at + 7], methods=LIGHT)
    end.fact((P_O, "<=", sp.exp(E) * Q_O + k * d + delta_1), methods=LIGHT,
             uses=[at - 4, at + 8, at + 10, at + 11], facts=[
        (parse("x <= y + v + d", where="0 <= l + v*m + y + d*w - x, l <= 0, m = 1, w <= 1, d > 0"),
         {"x": P_O, "y": sp.exp(E) * Q_O, "v": k * d, "m": E_P, "d": delta_1, "w": E_W, "l": E_L})
    ])  # fmt: skip
    return proof.outcome(methods=LIGHT, facts=[
        (parse("exp(z) <= exp(y)", where="z <= y"), {"z": E, "y": epsilon}),
        (LIFT, {"h": Q_O, "f": sp.exp(E), "g": sp.exp(epsilon)}),
        (parse("x <= y + v", where="x <= w + v, w <= y"),
         {"x": P_O, "y": sp.exp(epsilon) * Q_O, "w": sp.exp(E) * Q_O, "v": k * d + delta_1}),
    ])  # fmt: skip


def _small_enough(end: LawProof, t: Any, spare: Sequence[Any], uses: Sequence[int]) -> None:  # noqa: ANN401
    """The facts t <= s and t <= 1, from t <= 0 or, by the steps, t <= k b^2 (s/2 - s^2/8)."""
    r = k * b**2
    most = r * (rate / 2 - rate**2 / 8) if spare else sp.S.Zero
    end.fact((t, "<=", most), facts=spare, methods=(*LIGHT, "chain", "boxes"))
    end.fact((t, "<=", rate), methods=LIGHT, uses=uses, facts=[
        (parse("r*s/2 <= s/2", where="r < 1, s >= 0"), {"r": r, "s": rate}),
        (parse("x <= s", where="x <= v - y/8, y >= 0, v <= s/2, s >= 0"),
         {"x": t, "s": rate, "v": r * rate / 2, "y": r * rate**2})] if spare else ())  # fmt: skip
    end.fact((t, "<=", 1), methods=LIGHT, uses=uses, facts=[
        (parse("x <= 1", where="x <= v, v <= r/2 - y/8, y >= 0, r < 1"),
         {"x": t, "v": most, "r": r, "y": r * (rate - 2) ** 2})] if spare else ())  # fmt: skip


def _tangent(x: Any, v: Any) -> list[Any]:  # noqa: ANN401
    """e^x >= v (2 + x - v): the square of e^(x/2) >= 1 + x/2 is at least v (2 e^(x/2) - v)."""
    return [
        (parse("1 + x <= exp(x)"), {"x": x / 2}),
        (parse("v*(2 + x - v) <= z^2", where="v >= 0, z >= 1 + x/2"),
         {"v": v, "x": x, "z": sp.exp(x / 2)}),
        (parse("v <= exp(x)", where="v <= exp(x/2)^2"), {"x": x, "v": v * (2 + x - v)}),
    ]  # fmt: skip


def _absorbed(second: Any) -> list[Any]:  # noqa: ANN401
    """t = s k mu - sqrt(2) second L, where mu <= b^2/2, L = k s^2 b^2/2, sqrt(2) second >= 1/4."""
    two = sp.sqrt(2)
    return [
        (relation(sp.Rational(1, 4), "<=", two * second), {}),
        (parse("tanh(b/2) <= b/2", where="b >= 0"), {"b": b}),
        (parse("m <= b^2/2", where="m = b*t, t <= b/2, b >= 0"),
         {"m": mu, "b": b, "t": sp.tanh(b / 2)}),
        (LIFT, {"h": k * rate, "f": mu, "g": b**2 / 2}),
        (parse("s*f = c*w*l", where="s = w*z/(b*y), f = c*b*y*z, l = z^2, b > 0, y > 0"),
         {"s": rate, "f": E, "c": two + second, "w": two, "z": sp.sqrt(LOG), "y": sp.sqrt(k),
          "b": b, "l": lam}),
        (parse("l/4 <= g*l", where="g >= 1/4, l >= 0"), {"l": lam, "g": two * second}),
        (parse("v - x + y/2 + l <= w/2 - y/8",
               where="v <= w/2, 2*l + n <= x, y <= 2*l, l/4 <= n"),
         {"v": k * rate * mu, "x": rate * E, "y": k * rate**2 * b**2, "l": lam,
          "w": k * b**2 * rate, "n": two * second * lam}),
    ]  # fmt: skip
