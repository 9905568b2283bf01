"""Certificates about integrals: random ones, and quadrature as their judge."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath

from tests.campaigns.evaluate import NoValue, Tree, Unknown, evaluate, iv
from tests.campaigns.judge import Judgement
from tests.campaigns.statements import high_of, q, rounded, tree, var

Certificate = dict[str, Any]


def integral(rng: random.Random) -> Certificate | None:
    """An integral against a bound near its value."""
    low, high = rng.choice((("0", "1"), ("-1", "2"), ("1/2", "3"), ("1", "4"), ("0", "4")))
    integrand = tree(rng, rng.choice((1, 2, 3)), [var("x", "real", low, high)])
    found = _quadrature(integrand, "x", [Fraction(low), Fraction(high)])
    if found is None:
        return None
    shift = rng.choice((0, Fraction(1, 10**4), -Fraction(1, 10**4), 1, -1, Fraction(1, 100)))
    cuts = [c for c in ("1", "0", "3/2") if Fraction(low) < Fraction(c) < Fraction(high)]
    return {
        "kind": "integral",
        "integrand": integrand,
        "variable": "x",
        "low": low,
        "high": high,
        "cuts": cuts[: rng.choice((0, 1))],
        "op": rng.choice(("<=", "<", ">=", ">")),
        "bound": q(rounded(float(found[0])) + shift),
        "bits": 64,
    }


def _quadrature(integrand: Tree, name: str, ends: list[Fraction]) -> tuple[Any, Any] | None:
    """The integral and an estimate of its error; None where the integrand has no value."""

    def at(x: Any) -> Any:
        iv.prec = 80
        value = evaluate(high_of(integrand, name, q(_exactly(x))), {})
        return (
            mpmath.mpf(value.numerator) / value.denominator
            if isinstance(value, Fraction)
            else (mpmath.mpf(value.mid))
        )

    if len(str(integrand)) > 3000:  # too slow to judge
        return None
    grid = [ends[0] + (ends[-1] - ends[0]) * Fraction(k, 4) for k in range(5)]
    parts = sorted(
        {*ends, *grid, *(e for e in (Fraction(0), Fraction(1)) if ends[0] < e < ends[-1])}
    )
    try:
        with mpmath.workprec(60):
            return mpmath.quad(
                at,
                [mpmath.mpf(p.numerator) / p.denominator for p in parts],
                error=True,
                maxdegree=4,
            )
    except (NoValue, Unknown, OverflowError, ValueError, ZeroDivisionError):
        return None


def _exactly(x: Any) -> Fraction:
    sign, man, exp, _ = mpmath.mpf(x)._mpf_
    return Fraction((-1) ** sign * int(man)) * Fraction(2) ** exp


def judge_integral(c: Certificate, rng: random.Random) -> Judgement:
    """Quadrature of another library; undecided where its error is not far below the distance."""
    ends = sorted(Fraction(c[k]) for k in ("low", "high"))
    found = _quadrature(c["integrand"], c["variable"], [*ends, *map(Fraction, c["cuts"])])
    if found is None:
        return Judgement(unknown=1)
    value, error = found
    iv.prec = 80
    try:
        bound = evaluate(c["bound"], {})
    except Unknown:
        return Judgement(unknown=1)
    bound = (
        mpmath.mpf(bound.numerator) / bound.denominator
        if isinstance(bound, Fraction)
        else bound.mid
    )
    gap = (mpmath.mpf(bound) - value) * (1 if "<" in c["op"] else -1)
    if abs(gap) <= 1000 * error + abs(value) * mpmath.mpf(10) ** -10:
        return Judgement(unknown=1)
    return Judgement(true=1) if gap > 0 else Judgement(violation=f"the integral is {value}")
