"""The mean error of recovery from a noisy image, from a bound for every noise.

The error is at most C (t/sqrt(k) + |xi|_2) for the distance t <= L sqrt(s) of the mean to sparse
vectors and k = c m/lam, lam = ln(e d/m).  And E |xi|_2 <= sqrt(m) sigma, as |x| <= (x^2/a + a)/2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

C, c, L, P, m, s, d = declare("C c L P > 0, integer m s d > 0")  # P = n eps
lam, k, sigma, delta, t = declare("lambda k sigma delta t > 0")
error, x, mean, square = declare("r x >= 0, real E_r E_xx")
ELL = sp.log(1 / delta)
_LIGHT = ("sign", "identity", "radicals", "exponentials", "factors", "products", "sos")
CITED: Any = ((error, "<=", C * (t / sp.sqrt(k) + x)),)
KNOWN: Any = (
    (k, "=", c * m / lam), (t, "<=", L * sp.sqrt(s)), (square, "<=", m * sigma**2),
    (sigma**2, "=", 18 * L**2 * sp.log(sp.Rational(5, 2) / delta) / P**2),
    (delta, "<=", sp.Rational(2, 5)),
)  # fmt: skip


def error_of(
    times: int = 6, sure: Sequence[Any] = CITED, where: Sequence[Any] = KNOWN
) -> LawStatement:
    """E |z~ - zbar|_2 <= C L (sqrt(s lam/(c m)) + 6 sqrt(m ell)/(n eps))."""
    most = C * L * (sp.sqrt(s * lam / (c * m)) + times * sp.sqrt(m * ELL) / P)
    return LawStatement(
        (mean, "<=", most), random=(error, x), sure=sure, where=where,
        means={mean: error, square: x**2}, shows=(mean,),
    )  # fmt: skip


def by_its_square(**changes: Any) -> Outcome:  # noqa: ANN401
    """C (L sqrt(s)/sqrt(k) + sqrt(m) sigma), and sigma <= 6 L sqrt(ell)/(n eps)."""
    law = LawProof(error_of(**changes), seconds=2)
    a = sp.sqrt(m) * sigma
    near = L * sp.sqrt(s) / sp.sqrt(k)
    facts = [
        (
            parse("t/q <= u/q", where="t <= u, q > 0"),
            {"t": t, "u": L * sp.sqrt(s), "q": sp.sqrt(k)},
        ),
        (parse("x <= x^2/(2*a) + a/2", where="a > 0"), {"x": x, "a": a}),
        (
            parse("r <= C*(v + w)", where="r <= C*(t + x), t <= v, x <= w, C > 0"),
            {
                "r": error,
                "C": C,
                "t": t / sp.sqrt(k),
                "x": x,
                "v": near,
                "w": x**2 / (2 * a) + a / 2,
            },
        ),
    ]
    law.exists(mean, (C * (near + a / 2), 1), (C / (2 * a), square), uses=[1], facts=facts)
    law.integrate(
        "<=", (C * (near + a / 2), 1), (C / (2 * a), square), (-1, mean), uses=[1], facts=facts
    )
    ell = sp.log(sp.Rational(5, 2) / delta)
    return law.outcome(methods=_LIGHT, facts=[
        (parse("log(5/2) <= log(1/v)", where="v <= 2/5, v > 0"), {"v": delta}),
        (ell, "=", sp.log(sp.Rational(5, 2)) + ELL),
        (parse("z <= 36*L^2*u/P^2", where="z = 18*L^2*v/P^2, v = w + u, w <= u, P > 0"),
         {"z": sigma**2, "L": L, "u": ELL, "P": P, "v": ell, "w": sp.log(sp.Rational(5, 2))}),
        (parse("z <= 6*L*sqrt(u)/P", where="z^2 <= 36*L^2*u/P^2, z, L, P, u > 0"),
         {"z": sigma, "L": L, "u": ELL, "P": P}),
        (parse("L*sqrt(s)/sqrt(k) = L*sqrt(s*l/(c*m))", where="k = c*m/l, s, l, c, m, L > 0"),
         {"L": L, "s": s, "k": k, "l": lam, "c": c, "m": m}),
        (parse("y/(2*a) <= a/2", where="y <= m*z^2, a = sqrt(m)*z, m, z > 0"),
         {"y": square, "a": a, "m": m, "z": sigma}),
        (parse("r <= C*(v + a)", where="0 <= C*(v + a/2) + C*w - r, w <= a/2, C > 0"),
         {"r": mean, "C": C, "v": near, "a": a, "w": square / (2 * a)}),
        (parse("b*z <= b*(6*L*u/P)", where="z <= 6*L*u/P, b > 0"),
         {"b": sp.sqrt(m), "z": sigma, "L": L, "u": sp.sqrt(ELL), "P": P}),
        (parse("b*(6*L*u/P) = L*(6*w/P)", where="w = b*u, P > 0"),
         {"b": sp.sqrt(m), "L": L, "u": sp.sqrt(ELL), "P": P, "w": sp.sqrt(m * ELL)}),
        (parse("a <= c", where="a <= b, b = c"),
         {"a": a, "b": sp.sqrt(m) * (6 * L * sp.sqrt(ELL) / P),
          "c": L * (6 * sp.sqrt(m * ELL) / P)}),
        (parse("r <= C*L*(w + g)", where="r <= C*(v + a), v = L*w, a <= L*g, C > 0"),
         {"r": mean, "C": C, "v": near, "a": a, "w": sp.sqrt(s * lam / (c * m)), "L": L,
          "g": 6 * sp.sqrt(m * ELL) / P}),
    ])  # fmt: skip


h, ell, M = declare("h ell m > 0")
PRINTED: Any = ((M, "=", P * sp.sqrt(s * h / ell)), (lam, "<=", 2 * h))
LARGE: Any = ("m >= s", "d >= exp(1)*s")


def logarithm(times: int = 2, where: Sequence[str] = LARGE) -> Relation:
    """ln(e d/m) <= 2 ln(d/s) for m >= s and d >= e s."""
    return parse(f"log(exp(1)*d/m) <= {times}*log(d/s)", where=", ".join(("d, m, s > 0", *where)))


def printed(times: int = 6, where: Sequence[Any] = PRINTED) -> Relation:
    """Both terms at m = n eps sqrt(s h/ell)."""
    terms = C * L * (sp.sqrt(s * lam / (c * M)) + 6 * sp.sqrt(M * ell) / P)
    order = sp.root(s * h * ell, 4) / sp.sqrt(P)
    return relation(terms, "<=", C * L * (sp.sqrt(2 / c) + times) * order, where=where)


def printed_rows(times: int = 6, **changes: Any) -> Outcome:  # noqa: ANN401
    """s h/m and m ell/(n eps)^2 are both sqrt(s h ell)/(n eps)."""
    order, two = sp.root(s * h * ell, 4) / sp.sqrt(P), sp.sqrt(2 * s * h / (c * M))
    return certify(printed(times, **changes), facts=[
        (6 * sp.sqrt(M * ell) / P, "=", 6 * order), (two, "=", sp.sqrt(2 / c) * order),
        (sp.sqrt(s * lam / (c * M)), "<=", two),
        (parse("C*L*(u + v) <= C*L*(b + 6)*x", where="u <= w, w = b*x, v = 6*x, C, L > 0"),
         {"C": C, "L": L, "u": sp.sqrt(s * lam / (c * M)), "v": 6 * sp.sqrt(M * ell) / P,
          "w": two, "b": sp.sqrt(2 / c), "x": order}),
    ])  # fmt: skip


def few_rows(**changes: Any) -> Outcome:  # noqa: ANN401
    """ln(e d/m) = 1 + ln(d) - ln(m), and 1 + ln(s) <= ln(d)."""
    stated = logarithm(**changes)
    at = {v.name: sp.Symbol(v.name, positive=True) for v in stated.variables}
    return certify(stated, facts=[
        (parse("log(s) <= log(m)", where="s <= m, s > 0"), {one: at[one] for one in "sm"}),
        (parse("log(exp(1)*s) <= log(d)", where="exp(1)*s <= d, s > 0"),
         {one: at[one] for one in "sd"}),
        (parse("log(exp(1)*s) = 1 + log(s)", where="s > 0"), {"s": at["s"]}),
        (parse("log(exp(1)*d/m) = 1 + log(d) - log(m)", where="d, m > 0"),
         {one: at[one] for one in "dm"}),
        (parse("log(d/s) = log(d) - log(s)", where="d, s > 0"), {one: at[one] for one in "ds"}),
        (parse("u <= 2*v", where="u = 1 + x - y, v = x - z, w = 1 + z, w <= x, z <= y"),
         {"u": stated.left, "v": parse("log(d/s) <= 1", where="d, s > 0").left,
          "w": parse("log(exp(1)*s) <= 1", where="s > 0").left,
          "x": sp.log(at["d"]), "y": sp.log(at["m"]), "z": sp.log(at["s"])}),
    ])  # fmt: skip
