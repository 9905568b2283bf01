"""Hoeffding's lemma for every law, with its proof; mutants change its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.run import METHODS
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

X, a, s, m, M, R = declare("real X a s m M, R > 0")
EIGHTH = sp.Rational(1, 8)
INSIDE = ((X, ">=", a), (X, "<=", a + R))


def exponential_moment(rate: sp.Expr = EIGHTH, sure: Sequence[Any] = INSIDE,
                       point: sp.Expr = m) -> LawStatement:  # fmt: skip
    """The bound is ln E e^(s (X - point)) <= rate s^2 R^2, at the mean."""
    return LawStatement(
        (sp.log(M), "<=", rate * s**2 * R**2),
        random=(X,), means={m: X, M: sp.exp(s * (X - point))}, shows=(m, M), sure=sure,
    )  # fmt: skip


AT_ONE_POINT = LawStatement(
    (sp.log(M), "<=", 0), random=(X,), means={m: X, M: sp.exp(s * (X - m))}, shows=(m, M),
    sure=[(X, "=", a)],
)  # fmt: skip

LIGHT = tuple(n for n in METHODS if n not in (
    "substitution", "between", "powers", "boxes", "bernstein", "inductive", "growth"))  # fmt: skip
LAST = ("identity", "sign", "factors", "taylor", "logarithms", "growth", "cases",
        "exponentials")  # fmt: skip


def hoeffding(rate: sp.Expr, sure: Sequence[Any], point: sp.Expr) -> Outcome:
    """The exponential is below its chord, and ln(1 - p + p e^u) <= p u + u^2/8 for its mean."""
    proof = LawProof(exponential_moment(rate, sure, point), cuts={"u": [0]})
    low, high, x, ratio = sp.exp(s * (a - m)), sp.exp(s * (a + R - m)), (X - a) / R, sp.exp(s * R)
    z, y = sp.exp(s * R * x), (m - a) / R
    chord = (parse("exp(v*x) <= 1 - x + x*exp(v)", where="0 <= x, x <= 1"), {"v": s * R, "x": x})
    split = [(sp.exp(s * (X - m)), "=", low * z), (high, "=", low * ratio)]
    proof.exists(m, (1 + a**2 + R, 1), methods=("sign", "sos"))
    proof.integrate("<=", (1, m), (-a, 1), methods=("sign",))
    proof.integrate("<=", (-1, m), (a + R, 1), methods=("sign",))
    proof.exists(M, (low, 1), (high, 1), methods=LIGHT, facts=[
        chord, (parse("z <= 1 + d", where="d > 0, 0 <= x, x <= 1, z <= 1 - x + x*d"),
                {"z": z, "d": ratio, "x": x}), *split,
        (parse("c <= q + h", where="q > 0, z <= 1 + d, h = q*d, c = q*z"),
         {"q": low, "h": high, "d": ratio, "z": z, "c": sp.exp(s * (X - m))}),
    ])  # fmt: skip
    proof.integrate(
        "<=", (-1, M), (low * (a + R) / R - high * a / R, 1), ((high - low) / R, m), methods=LIGHT,
        facts=[chord, (parse("q*c <= q*(1 - x) + q*x*d", where="q > 0, c <= 1 - x + x*d"),
                       {"q": low, "c": z, "x": x, "d": ratio}), *split,
               (sp.exp(s * (X - m)), "<=", low * (1 - x) + x * high)],
    )  # fmt: skip
    proof.integrate("<", (1, M), methods=("sign",))
    D = 1 - y + y * ratio
    general = parse(f"log(1 - p + p*exp(u)) <= p*u + {rate}*u^2", where="0 <= p, p <= 1")
    whole = proof.outcome(methods=LAST, facts=[
        (parse("1 - p + p*g > 0", where="0 <= p, p <= 1, g > 0"), {"p": y, "g": ratio}),
        (general, {"p": y, "u": s * R}), (M, "<=", low * D),
        (parse("M <= exp(l + t)", where="M > 0, D > 0, log(D) <= t, M <= exp(l)*D"),
         {"M": M, "D": D, "l": s * (a - m), "t": y * s * R + rate * s**2 * R**2}),
        (M, "<=", sp.exp(rate * s**2 * R**2)),
    ])  # fmt: skip
    return whole if whole.decision != "holds" else all_of(whole, _at_one_point())


def _at_one_point() -> Outcome:
    """R = 0: the exponential is 1."""
    proof = LawProof(AT_ONE_POINT)
    proof.exists(m, (1 + a**2, 1), methods=("sign", "sos"))
    proof.integrate("=", (1, m), (-a, 1))
    proof.fact((m, "=", a), multiples={1: -1})
    proof.exists(M, (1, 1))
    proof.integrate("<", (1, M))
    return proof.outcome()
