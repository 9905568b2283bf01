"""The mean length of a normal vector: between sqrt(2 d/pi) sigma and sqrt(d) sigma.

The coordinates are drawn one after the other; S is the sum of their squares so far, and R that of
their sizes.  As R^2 <= k S after k of them,

    R/sqrt(d) <= sqrt(S) <= (S/c + c)/2,      of mean sqrt(2 d/pi) sigma, and c = sqrt(d) sigma.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.noisy_maximum_error import of
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

d, k, sigma = declare("integer d > 0, integer k, sigma > 0")
xi, S, R = declare("real xi, S R >= 0")
E, E_S, E_R, m, then = declare("real E E_S E_R m R_next")
MEAN = sp.sqrt(2 / sp.pi) * sigma
SIZE = (sp.Abs(xi), "=", MEAN)
SQUARE = (xi**2, "=", sigma**2)
_LIGHT = ("identity", "sign", "products", "cases", "radicals", "powers", "sos", "factors")
_FIRST = parse("x <= (k + 1)*x", where="k >= 0, x >= 0")
_MORE = parse("r + x <= (k + 1)*(r + x)", where="k >= 0, r >= 0, x >= 0")
_TURNED = parse("0 <= k*(s + k*x^2 - 2*r*x)", where="r^2 <= k*s")
_APART = parse("0 <= s + k*x^2 - 2*r*x", where="0 <= k*(s + k*x^2 - 2*r*x), k > 0")
_NONE = parse("r <= 0", where="r <= k*r, k <= 0, r >= 0")
_SIZED = parse("y^2 <= (k + 1)*(s + z)", where="y = x, x^2 <= z, k >= 0, s >= 0, z >= 0")
_GROWN = parse("y^2 <= (k + 1)*(s + z)",
               where="y = r + x, r^2 <= k*s, 0 <= s + k*x^2 - 2*r*x, x^2 <= z, k >= 0")  # fmt: skip
_LEFT = parse("0 <= s*(d - k)", where="k <= d, s > 0")
_LESS = parse("n <= r + a*(d - k)", where="0 <= r + a*(d - k - 1) + m - n, m = a")
_EVEN = parse("n <= a*k - r", where="0 <= a*(k + 1) - r - m - n, m = a")
_STAYS = parse("0 <= y - r - x", where="y = x, r <= 0")
_GROWS = parse("0 <= y - r - x", where="y = r + x")
_ROOT = parse("r/c <= sqrt(s)", where="r^2 <= d*s, c = sqrt(d), d > 0, r >= 0, s >= 0")
_CLOSE = parse("sqrt(s) <= (s/c + c)/2", where="s >= 0, c > 0")


def length(most: Any = 1, given: Sequence[Any] = (SQUARE,)) -> ProcessStatement:  # noqa: ANN401
    """E |N(0, sigma^2 I_d)|_2 exists and is at most this number times sqrt(d) sigma."""
    return _of(("<=", most * sp.sqrt(d) * sigma), given, shows=(E,))


def at_least(least: Any = 1, given: Sequence[Any] = (SIZE,)) -> ProcessStatement:  # noqa: ANN401
    """It is at least this number times sqrt(2 d/pi) sigma."""
    return _of((">=", least * MEAN * sp.sqrt(d)), given)


def _of(claimed: Any, given: Sequence[Any], **parts: Any) -> ProcessStatement:  # noqa: ANN401
    return ProcessStatement(
        (E, *claimed), steps=d, clock=k, drawn=(xi,), given=given, states=[(S, 0, S + xi**2)],
        means={E: sp.sqrt(S)}, **parts,
    )  # fmt: skip


def shorter(**changes: Any) -> Outcome:  # noqa: ANN401
    """The length is at most (S/c + c)/2 for c = sqrt(d) sigma."""
    proof = ProcessProof(length(**changes), methods=_LIGHT, seconds=3)
    left = sigma**2 * (d - k - 1)
    (step,) = proof.potential(S + sigma**2 * (d - k), "=", methods=_LIGHT,
                              facts=[(_LEFT, {"s": sigma**2, "d": d, "k": k})])  # fmt: skip
    step.instance(m, 0, {})
    step.exists(NEXT, (S + left, 1), (1, m), methods=_LIGHT,
                facts=[(_LEFT, {"s": sigma**2, "d": d, "k": k + 1})])  # fmt: skip
    step.integrate("=", (S + left, 1), (1, m), (-1, NEXT), uses=[], methods=_LIGHT)
    end = proof.end()
    end.instance(E_S, 0, {})
    c = sp.sqrt(d) * sigma
    mean = (_CLOSE, {"s": S, "c": c})
    end.exists(E, (c / 2, 1), (1 / (2 * c), E_S), facts=[mean], methods=_LIGHT)
    end.integrate("<=", (c / 2, 1), (1 / (2 * c), E_S), (-1, E), facts=[mean], methods=_LIGHT)
    return proof.outcome(methods=_LIGHT, facts=[
        (parse("m <= c", where="0 <= c/2 + s/(2*c) - m, s = c*c, c > 0"),
         {"m": E, "c": c, "s": E_S})])  # fmt: skip


def longer(**changes: Any) -> Outcome:  # noqa: ANN401
    """The length is at least R/sqrt(d)."""
    size, each = sp.Abs(xi), MEAN
    now = {"k": k, "r": R, "s": S, "x": size, "y": then, "z": xi**2}
    square = (parse("abs(x)^2 <= x^2"), {"x": xi})
    proof = ProcessProof(
        at_least(**changes), helpers=[(R, 0, ((k, "<=", 0), size, R + size))],
        methods=_LIGHT, seconds=3,
        always=[(R, "<=", k * R), (R**2, "<=", k * S)],
        facts={0: {0: [of(_FIRST, now)], 1: [of(_MORE, now)]},
               1: {0: [square, of(_SIZED, now)], 1: [square, of(_TURNED, now), of(_APART, now),
                                            of(_GROWN, now)]}},
    )  # fmt: skip
    (step,) = proof.potential(R + each * (d - k), "<=", methods=_LIGHT,
                              facts=[(_LEFT, {"s": each, "d": d, "k": k})])  # fmt: skip
    rest = each * (d - k - 1)
    step.instance(m, 0, {})
    step.exists(NEXT, (R + rest, 1), (1, m), methods=_LIGHT,
                facts=[(_LEFT, {"s": each, "d": d, "k": k + 1})])  # fmt: skip
    step.integrate("<=", (R + rest, 1), (1, m), (-1, NEXT), uses=[], methods=_LIGHT)
    now = {"n": NEXT, "r": R, "a": each, "d": d, "k": k, "m": m}
    step.fact((NEXT, "<=", R + each * (d - k)), methods=_LIGHT, facts=[of(_LESS, now)])
    (step,) = proof.potential(each * k - R, "<=", below=[(1, 0)], methods=_LIGHT)
    step.instance(m, 0, {})
    then_at = {"r": R, "x": size, "y": then}
    none = [(_NONE, {"r": R, "k": k})]
    step.exists(NEXT, (R + each * (k + 1), 1), (1, m), methods=_LIGHT)
    step.integrate("<=", (each * (k + 1) - R, 1), (-1, m), (-1, NEXT), methods=_LIGHT,
                   facts={0: [*none, of(_STAYS, then_at)], 1: [of(_GROWS, then_at)]})  # fmt: skip
    step.fact((NEXT, "<=", each * k - R), methods=_LIGHT, facts=[of(_EVEN, now)])
    end, root = proof.end(), sp.sqrt(d)
    end.instance(E_R, 1, {})
    end.integrate("<=", (1, E), (1 / root, E_R), (-each * root, 1), methods=_LIGHT, facts=[
        (_ROOT, {"r": R, "s": S, "d": d, "c": root})])  # fmt: skip
    return proof.outcome(methods=_LIGHT, facts=[
        (parse("r/c <= 0", where="r <= 0, c > 0"), {"r": E_R, "c": root}),
        (parse("a <= m", where="0 <= m + q - a, q <= 0"),
         {"m": E, "q": E_R / root, "a": each * root})])  # fmt: skip
