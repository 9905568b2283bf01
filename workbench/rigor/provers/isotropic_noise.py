"""Isotropic normal noise where the sensitivity, and the error, are measured in l_q, q >= 2.

For g standard normal, t = g^2/(q - 1) and m = q/2 - 1, E |g|^q <= (q - 1)^(q/2) as

    t^(m+1) <= 1 + (m + 1)(t - 1) e^(m(t - 1)),

and e^(-g^2/2) times the last term is the derivative of what vanishes at 0 and at infinity.
Young's inequality, s^2 <= (2/q) A^(2-q) s^q + (1 - 2/q) A^2, compares the 2-norm with the q-norm of
a shift, coordinate by coordinate, and the mean square of the q-norm of the noise with E |g|^q.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import expression
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.integrals import IntegralStatement, largest_of, normal_law
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

q, x, E_q = declare("q > 0, real x E_q")
ABOVE_TWO = (2, "<=", q)
LARGEST = (q - 1) ** (q / 2)
_ROOT = sp.sqrt(q - 1)
_HIGH = parse("t^(m+1) <= 1+(m+1)*(t-1)*exp(m*(t-1))", where="t >= 1, m >= 0")
_LOW = parse("(m+1)*u <= exp(m*u)-exp(m*u)*(1-u)^(m+1)", where="u >= 0, u < 1, m >= 0")
_MIDDLE = parse("erfc(0) <= 1")
_LIGHT = ("identity", "sign", "products", "cases", "radicals", "powers", "factors", "variation",
          "taylor")  # fmt: skip
_END = (*_LIGHT[:3], *_LIGHT[4:])  # nothing is split into cases


def moment(most: Any = LARGEST, where: Sequence[Any] = (ABOVE_TWO,)) -> IntegralStatement:  # noqa: ANN401
    """E |g|^q <= (q - 1)^(q/2) for g standard normal."""
    size = largest_of(1, normal_law(x), of=x**q, size=True)
    return IntegralStatement((E_q, "<=", most), where=where, means={E_q: size})


def moment_is_small(**changes: Any) -> Outcome:  # noqa: ANN401
    """Below and above g^2 = q - 1, with one primitive."""
    proof = IntegralProof(moment(**changes), seconds=4)
    t, m, bell, norm = x**2 / (q - 1), (q - 2) / 2, sp.exp(-(x**2) / 2), sp.sqrt(2 / sp.pi)
    wide = sp.exp((2 - q) / 2) * sp.exp(-(x**2) / (2 * (q - 1)))
    primitive = LARGEST * (sp.erfc(-x / sp.sqrt(2)) - norm * q * wide * x / 2)
    u, e, p = 1 - t, sp.exp(m * (t - 1)), t ** (m + 1)
    more = 1 + (m + 1) * (t - 1) * e
    end = LARGEST * (bell * norm + (m + 1) * (t - 1) * norm * wide)
    square = {"x": x, "s": _ROOT, "b": q - 1}
    low = [
        (parse("x^2 <= b", where="x <= s, x >= 0, s^2 = b"), square),
        (parse("x/b <= 1", where="x <= b, b > 0"), {"x": x**2, "b": q - 1}),
        (_LOW, {"u": u, "m": m}),
        (parse("exp(s)-exp(s)*p = (1-p)/exp(v)", where="s = -v"),
         {"s": m * u, "v": m * (t - 1), "p": p}),
        (parse("w*z <= g", where="w <= g/z, z > 0"), {"g": 1 - p, "w": (m + 1) * u, "z": e}),
        (parse("p <= 1+n*s*z", where="n*u*z <= 1-p, u = -s"),
         {"p": p, "n": m + 1, "u": u, "s": t - 1, "z": e}),
    ]  # fmt: skip
    high = [
        (parse("b <= x^2", where="s <= x, s >= 0, s^2 = b"), square),
        (parse("1 <= x/b", where="b <= x, b > 0"), {"x": x**2, "b": q - 1}),
        (_HIGH, {"t": t, "m": m}),
    ]
    both: list[Any] = [
        (parse("x^q = b^(q/2)*(x^2/b)^((q-2)/2+1)", where="x > 0, b > 0"),
         {"x": x, "b": q - 1, "q": q}),
        (parse("x*b <= a*r*b", where="x = a*y, y <= r, a > 0, b > 0"),
         {"x": x**q, "a": LARGEST, "y": p, "r": more, "b": bell * norm}),
        (parse("exp(w)*exp(y) = exp(u)*exp(v)", where="u = w+y-v"),
         {"u": m * (t - 1), "v": -(x**2) / 2, "w": (2 - q) / 2, "y": -(x**2) / (2 * (q - 1))}),
        (parse("a*(1+n*s*z)*(f*k) = a*(f*k+n*s*k*h)", where="h = z*f"),
         {"a": LARGEST, "n": m + 1, "s": t - 1, "z": e, "f": bell, "k": norm, "h": wide}),
        (sp.diff(primitive, x), "=", end),
        (parse("x <= z", where="x <= y, y = u, z = u"),
         {"x": x**q * (bell * norm), "y": LARGEST * more * (bell * norm), "u": end,
          "z": sp.diff(primitive, x)}),
    ]  # fmt: skip
    parts = [Segment(primitive, (0, 0), facts=[*own, *both]) for own in (low, high)]
    proof.evaluate(E_q, parts, op="<=", cuts=[_ROOT])
    if proof.why or proof.reader is None:
        return proof.outcome()
    value = expression(proof.reader.facts[-1][2])
    return proof.outcome(methods=(*_END, "boxes"), facts=[
        (_MIDDLE, {}),
        (parse("v <= a", where="v = a*z, z <= 1, a > 0"),
         {"v": value, "a": LARGEST, "z": _MIDDLE.left}),
        (parse("m <= a", where="m <= v, v <= a"), {"m": E_q, "v": value, "a": LARGEST}),
    ])  # fmt: skip


d, k, Delta, rho, M, sigma, g = declare("integer d > 0, integer k, Delta rho M sigma g > 0")
N, S, E, E_S, m_g = declare("N > 0, S >= 0, real E E_S m_g")
CALIBRATED = (sigma**2, "=", d ** (1 - 2 / q) * Delta**2 / (2 * rho))
SMALL = (M, "<=", LARGEST)
DRAWN = (g**q, "=", M)
BY_MOMENT = M ** (2 / q) * d * Delta**2 / (2 * rho)
BY_CONSTANT = (q - 1) * d * Delta**2 / (2 * rho)
OF_VARIANCE = (q - 1) * d ** (2 / q) * sigma**2
_YOUNG = parse("s^2 <= (2/q)*(a^2*(s/a)^q) + (1-2/q)*a^2", where="s > 0, a > 0, q >= 2")


def size(
    most: Any = BY_MOMENT, where: Sequence[Any] = (ABOVE_TWO, CALIBRATED),  # noqa: ANN401
    given: Sequence[Any] = (DRAWN,),
) -> ProcessStatement:  # fmt: skip
    """E |Z|_q^2 for Z = sigma g, by E |g_j|^q = M."""
    return ProcessStatement(
        (E, "<=", most), steps=d, clock=k, drawn=(g,), given=given, where=where,
        states=[(S, 0, S + (sigma * g) ** q)], random=(N,), after=[(N**q, "=", S)],
        means={E: N**2}, shows=(E,),
    )  # fmt: skip


_LEFT = parse("0 <= s*(d - k)", where="k <= d, s > 0")
_POWER = parse("(s*g)^q = s^q*g^q", where="s > 0, g > 0")
_MADE = parse("x <= c*v+b", where="w = v, x <= c*w+b")


def size_is_small(
    most: Any = BY_MOMENT, where: Sequence[Any] = (ABOVE_TWO, CALIBRATED), **changes: Any  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """N^2 <= (2/q) A^(2-q) S + (1 - 2/q) A^2 for A^q = d sigma^q M, the mean of S."""
    proof = ProcessProof(size(most, where, **changes), methods=_LIGHT, seconds=3)
    each = sigma**q * M
    (step,) = proof.potential(S + each * (d - k), "=", methods=_LIGHT,
                              facts=[(_LEFT, {"s": each, "d": d, "k": k})])  # fmt: skip
    power = [(_POWER, {"s": sigma, "g": g, "q": q})]
    left = each * (d - k - 1)
    step.instance(m_g, 0, {})
    step.exists(NEXT, (S + left, 1), (sigma**q, m_g), methods=_LIGHT,
                facts=[*power, (_LEFT, {"s": each, "d": d, "k": k + 1})])  # fmt: skip
    step.integrate("=", (S + left, 1), (sigma**q, m_g), (-1, NEXT), uses=[], methods=_LIGHT,
                   facts=power)  # fmt: skip
    end = proof.end()
    end.instance(E_S, 0, {})
    level = sigma * d ** (1 / q) * M ** (1 / q)
    share = (1 - 2 / q) * level**2, 2 / q * level**2 / (d * each)
    young = [
        (_YOUNG, {"s": N, "a": level, "q": q}),
        (parse("(n/(s*d^(1/q)*m^(1/q)))^q = n^q/(d*(s^q*m))",
               where="n > 0, s > 0, d > 0, m > 0, q > 0"),
         {"n": N, "s": sigma, "d": d, "m": M, "q": q}),
        (parse("z = s/m", where="n = s, z = n/m, m > 0"),
         {"z": (N / level) ** q, "n": N**q, "s": S, "m": d * each}),
        (_MADE, {"x": N**2, "c": 2 / q * level**2, "b": share[0], "w": (N / level) ** q,
                 "v": S / (d * each)}),
    ]  # fmt: skip
    end.exists(E, (share[0], 1), (share[1], E_S), facts=young, methods=_LIGHT)
    end.integrate("<=", (share[0], 1), (share[1], E_S), (-1, E), facts=young, methods=_LIGHT)
    root, top = M ** (2 / q), d ** (2 / q) * sigma**2
    facts: list[Any] = [
        (parse("l <= a", where="0 <= (1-2/q)*a+2/q*a/m*s-l, s = m, m > 0, q > 0"),
         {"l": E, "a": level**2, "q": q, "m": d * each, "s": E_S}),
        (level**2, "=", root * top), (E, "<=", root * top),
    ]  # fmt: skip
    if SMALL in where:
        facts += [
            (parse("log(a) <= log(b)", where="a <= b, a > 0, b > 0"), {"a": M, "b": LARGEST}),
            (parse("2/q*l <= g", where="l <= h, h = q*g/2, q > 0"),
             {"l": sp.log(M), "g": sp.log(q - 1), "h": sp.log(LARGEST), "q": q}),
            (parse("exp(x) <= b", where="x <= y, exp(y) = b"),
             {"x": 2 / q * sp.log(M), "y": sp.log(q - 1), "b": q - 1}),
            (parse("m <= b*y", where="m <= x*y, x <= b, y > 0"),
             {"m": E, "x": root, "b": q - 1, "y": top}),
        ]  # fmt: skip
    if CALIBRATED in where:
        factor, shown = (q - 1 if SMALL in where else root), d * Delta**2 / (2 * rho)
        facts += [
            (parse("d^(2/q)*v = d*t/(2*r)", where="v = d^(1-2/q)*t/(2*r), d > 0, q > 0, r > 0"),
             {"d": d, "v": sigma**2, "t": Delta**2, "r": rho, "q": q}),
            (parse("m <= f*w", where="m <= f*t, t = w"),
             {"m": E, "f": factor, "t": top, "w": shown}),
        ]  # fmt: skip
    return proof.outcome(methods=_END, facts=facts)


y, u, v, s, K, D, E_K, E_y = declare("real y u v s K, D >= 0, real E_K E_y")
lam, Q, z = declare("lambda > 0, Q z >= 0")
NORMAL = (((s,), sp.exp(s * y), "=", sp.exp(s * v + s**2 * sigma**2 / 2)),)
ORDER = (lam, ">", 1)
NEAR = (Q, "<=", Delta**q)
APART = sp.Abs(u - v)
POWERS = ([[(APART, ">", 0), (z, "=", APART**q)], [(u, "=", v), (z, "=", 0)]],)


def release(
    most: Any = lam * rho, where: Sequence[Any] = (ABOVE_TWO, ORDER, CALIBRATED),  # noqa: ANN401
    given: Sequence[Any] = NORMAL, after: Sequence[Any] = (NEAR,),
) -> ProcessStatement:  # fmt: skip
    """The divergence of N(u, sigma^2 I) from N(v, sigma^2 I) where |u - v|_q <= Delta."""
    ratio = ((y - v) ** 2 - (y - u) ** 2) / (2 * sigma**2)
    return ProcessStatement(
        (sp.log(E_K) / (lam - 1), "<=", most), steps=d, clock=k, fixed=(u, v, z), drawn=(y,),
        given=given, sure=POWERS, where=where, after=after, means={E_K: sp.exp(lam * K)},
        shows=(E_K,), states=[(K, 0, K + ratio), (Q, 0, Q + z)],
    )  # fmt: skip


def release_is_private(
    most: Any = lam * rho, where: Sequence[Any] = (ABOVE_TWO, ORDER, CALIBRATED), **changes: Any  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """|u - v|_2^2 <= (2/q) A^(2-q) |u - v|_q^q + (1 - 2/q) d A^2 for A = d^(-1/q) Delta."""
    level = Delta / d ** (1 / q)
    c, b = 2 / q * level**2 / (Delta**q / d), (1 - 2 / q) * level**2
    told = {"f": D, "h": (u - v) ** 2, "c": c, "r": Q, "z": z, "b": b, "k": k}
    grows: list[Any] = [
        (_YOUNG, {"s": APART, "a": level, "q": q}),
        (parse("(s/(t/d^(1/q)))^q = s^q/(t^q/d)", where="s > 0, t > 0, d > 0, q > 0"),
         {"s": APART, "t": Delta, "d": d, "q": q}),
        (parse("w = z/m", where="p = z, w = p/m, m > 0"),
         {"w": (APART / level) ** q, "p": APART**q, "z": z, "m": Delta**q / d}),
        (_MADE, {"x": APART**2, "c": 2 / q * level**2, "b": b, "w": (APART / level) ** q,
                 "v": z / (Delta**q / d)}),
        (parse("x^2 <= abs(x)^2"), {"x": u - v}),
        (parse("f+h <= c*(r+z)+b*(k+1)", where="f <= c*r+b*k, a <= c*z+b, h <= a"),
         {**told, "a": APART**2}),
    ]  # fmt: skip
    equal = [(0, "<=", b), (parse("f+h <= c*(r+z)+b*(k+1)",
                                  where="f <= c*r+b*k, u = v, h = (u-v)^2, z = 0, b >= 0"),
                            {**told, "u": u, "v": v})]  # fmt: skip
    proof = ProcessProof(
        release(most, where, **changes), helpers=[(D, 0, D + (u - v) ** 2)], methods=_LIGHT,
        seconds=3, always=[(D, "<=", c * Q + b * k)], facts={0: {0: grows, 1: equal}},
    )  # fmt: skip
    rate = lam * (lam - 1) / (2 * sigma**2)
    now = sp.exp(lam * K - rate * D)
    (step,) = proof.potential(now, "=")
    left = now * sp.exp(lam * (v**2 - u**2) / (2 * sigma**2) - rate * (u - v) ** 2)
    step.instance(E_y, 0, {s: lam * (u - v) / sigma**2})
    step.exists(NEXT, (left, E_y))
    step.integrate("=", (left, E_y), (-1, NEXT))
    step.fact((NEXT, "=", now))
    end, top = proof.end(), sp.exp(rate * D)
    end.instance(E_S, 0, {})
    end.exists(E_K, (top, E_S))
    end.integrate("=", (top, E_S), (-1, E_K))
    end.integrate("<", (1, E_K))
    end.fact((E_S, "=", 1))
    end.fact((E_K, "=", top))
    whole = d ** (1 - 2 / q) * Delta**2
    end.integrate("<=", (whole, 1), (-D, 1), methods=_LIGHT, facts=[
        (parse("c*r <= c*t", where="r <= t, c > 0"), {"c": c, "r": Q, "t": Delta**q}),
        (parse("f <= g+h", where="f <= x+h, x <= y, y = g"),
         {"f": D, "x": c * Q, "y": c * Delta**q, "g": 2 / q * level**2 * d, "h": b * d}),
        (2 / q * level**2 * d + b * d, "=", whole),
    ])  # fmt: skip
    return proof.outcome(methods=_END, facts=[
        (parse("h*f/(2*v) <= h*r", where="0 <= w-f, v = w/(2*r), r > 0, w > 0, h > 0"),
         {"h": lam, "f": D, "v": sigma**2, "w": whole, "r": rho}),
        (parse("log(a) = x", where="a = exp(x)"), {"a": E_K, "x": rate * D}),
        (parse("l/(h-1) = h*f/(2*v)", where="l = h*(h-1)/(2*v)*f, h > 1, v > 0"),
         {"l": sp.log(E_K), "h": lam, "f": D, "v": sigma**2}),
        (parse("a <= b", where="a = x, x <= b"),
         {"a": sp.log(E_K) / (lam - 1), "x": lam * D / (2 * sigma**2), "b": lam * rho}),
    ])  # fmt: skip
