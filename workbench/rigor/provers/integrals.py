"""Integrals against constants: enclosed by Arb, cut where an absolute value has its kink."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import (
    Counterexample,
    Encoded,
    Figure,
    Grade,
    Outcome,
    fails,
    holds,
    inconclusive,
)
from workbench.errors import require
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.enclose import NoEnclosure, precision
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.integral import integrate
from workbench.rigor.provers.outcomes import TRUST, exact, stamped
from workbench.symbolic import Expr, freeze, to_sympy
from workbench.symbolic.plain import plain

_OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}
_BITS = (64, 128, 256)


def integral(
    integrand: Any,  # noqa: ANN401 - sympy or Expr
    variable: sp.Symbol,
    low: Any,  # noqa: ANN401 - int, Fraction or text
    high: Any,  # noqa: ANN401
    op: str,
    bound: Any,  # noqa: ANN401
    *,
    cuts: Sequence[Any] = (),
    summary: str = "",
) -> Outcome:
    """The integral of `integrand` over [low, high] compared with a constant, on exact ends.

    Kinks of absolute values at rational points are found and cut at; `cuts` adds others.  A tail of
    an unbounded range is a claim of its own.  An integral on the wrong side of its bound fails.

    variable: the symbol that is integrated over
    low, high: the ends, exact and finite
    op: how the integral compares with `bound`: "<=", ">=", "<" or ">"
    summary: what the outcome says, in a sentence
    """
    require(op in _OPPOSITE, "op", op, "is not one of <=, <, >=, >", "Enclosures show no equality.")
    frozen, constant = freeze(integrand), freeze(bound)
    a, b = exact("low", low), exact("high", high)
    require(Fraction(a) < Fraction(b), "low", a, f"is not below high = {b}", "Exchange the ends.")
    own = {exact("cuts", c) for c in cuts} | set(kinks(frozen, variable.name))
    inside = sorted({Fraction(c) for c in own if Fraction(a) < Fraction(c) < Fraction(b)})
    shown = Encoded(
        "statement",
        rf"\int_{{{a}}}^{{{b}}} {frozen.latex()} \,\mathrm{{d}}{variable.name}"
        rf" {op.replace('<=', chr(92) + 'le').replace('>=', chr(92) + 'ge')} {constant.latex()}",
    )
    message = ""
    for bits in _BITS:
        certificate: dict[str, Any] = {
            "kind": "integral", "integrand": frozen.tree, "variable": variable.name, "low": a,
            "high": b, "cuts": [str(c) for c in inside], "op": op, "bound": constant.tree,
            "bits": bits,
        }  # fmt: skip
        answer = check_certificate(certificate)
        if answer.accepted:
            return holds(
                "Arb quadrature", summary or answer.message, grade=Grade.CERTIFIED,
                certificate=stamped(certificate), encoded=(shown,), trust=TRUST,
            )  # fmt: skip
        opposite = {**certificate, "op": _OPPOSITE[op]}
        against = check_certificate(opposite)
        if against.accepted:
            return fails(
                "Arb quadrature", against.message, grade=Grade.CERTIFIED,
                counterexample=Counterexample((), against.message),
                certificate=stamped(opposite), encoded=(shown,), trust=TRUST,
            )  # fmt: skip
        message = answer.message
    return inconclusive("Arb quadrature", message, encoded=(shown,))


def integral_enclosure(
    integrand: Any,  # noqa: ANN401 - sympy or Expr
    variable: sp.Symbol,
    low: Any,  # noqa: ANN401
    high: Any,  # noqa: ANN401
    *,
    cuts: Sequence[Any] = (),
    bits: int = 128,
) -> Figure:
    """The value of an integral as a figure, with the enclosure as its note.

    integrand: an expression in `variable` alone
    low, high: the ends, exact and finite
    cuts: points where the range is cut, such as kinks
    bits: the precision of the enclosure
    """
    frozen = freeze(integrand)
    a, b = exact("low", low), exact("high", high)
    own = {exact("cuts", c) for c in cuts} | set(kinks(frozen, variable.name))
    inside = sorted({Fraction(c) for c in own if Fraction(a) < Fraction(c) < Fraction(b)})
    with precision(bits):
        try:
            value = integrate(frozen.tree, variable.name, [a, *map(str, inside), b])
        except (NotReducible, NoEnclosure) as error:
            value = str(error)
        if isinstance(value, str):
            return Figure(f"integral of {plain(frozen)}", "undefined", note=value)
        note = f"in [{value.low.str(30, radius=False)}, {value.high.str(30, radius=False)}]"
        middle = float((value.low + value.high) / 2)
        return Figure(f"integral of {plain(frozen)}", middle, note=note)


def kinks(e: Expr, name: str) -> list[str]:
    """The rational zeros of the arguments of absolute values, where those are polynomials."""
    x, found = sp.Symbol(name, real=True), []
    for node in e.walk():
        if node.op != "abs":
            continue
        try:
            roots = sp.roots(sp.Poly(to_sympy(node.args[0]), x, domain="QQ"), filter="Q")
        except (sp.PolynomialError, sp.CoercionFailed):
            continue
        found += [str(Fraction(int(r.p), int(r.q))) for r in roots]
    return found
