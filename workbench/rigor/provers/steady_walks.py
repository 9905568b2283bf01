"""Heavy ball on a quadratic with constant noise: what its mean error tends to, and how fast.

The notation is that of `workbench.rigor.provers.quadratic_walks`: C_t = h_{n-t} and D_t = h_{n-t-1}
are the responses to come.  The potential lam ((C e - beta D f)^2 - nu phi(C, D))/2 keeps its mean
where the variance is sigma^2, for phi(x, z) = x^2 - 2 beta r x z + beta^2 z^2, r = tau/(1 + beta):

    E e_n^2 = (h_n - beta h_{n-1})^2 e_0^2 + nu (1 - phi(h_n, h_{n-1})).

By the Lyapunov equation k (phi(D, y) - phi(C, D)) = D^2 for k = nu/(alpha sigma)^2, so phi falls
from a response to the next one.  As phi(C, D) <= 2 C^2 + 2 beta^2 D^2, also 4 k phi - 2 C^2 falls,
by at least phi; hence n phi(h_n, h_{n-1}) <= 4 k, and phi is at least (1 + r)/2 times the square of
h_n - beta h_{n-1}.  No root of the characteristic polynomial is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.quadratic_walks import (
    ENDS,
    LIGHT,
    NOW,
    RESPONSES,
    START,
    C,
    D,
    a,
    alpha,
    beta,
    c0,
    c1,
    d,
    e,
    f,
    form,
    gap,
    grown,
    k,
    keeps_its_mean,
    lam,
    limits,
    n,
    nu,
    sigma,
    tau,
    w,
    y,
)
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

rest = declare("real S")
BORDER = 2 + 2 * beta - alpha * lam
STABLE: tuple[Any, ...] = ((beta, "<", 1), (alpha * lam, "<", 2 * (1 + beta)))
GIVEN: tuple[Any, ...] = ((w, "=", 0), (w**2, "=", sigma**2))
K = (1 + beta) / (alpha * (1 - beta) * lam * BORDER)
REST = lam * K * (4 * (1 + beta) / BORDER * a**2 + 2 * nu)


def limit(
    side: int, *, share: Any = sp.S.Half, near: Any = sp.S.One,  # noqa: ANN401
    where: Sequence[Any] = STABLE,
    given: Sequence[Any] = GIVEN, sure: Sequence[Any] = RESPONSES, after: Sequence[Any] = ENDS,
) -> ProcessStatement:  # fmt: skip
    """E F(x_n) - F* is sum lam nu/2 up to a constant over n, from above and from below."""
    bound = share * limits + side * near * rest / n
    return ProcessStatement(
        (gap, "<=", bound) if side > 0 else (bound, "<=", gap),
        steps=n, clock=k, fixed=(y,), drawn=(w,), where=where, sure=sure, given=given, after=after,
        states=[(e, a, tau * e - beta * f - alpha * w), (f, a, e), (C, c0, D), (D, c1, y)],
        means={gap: lam * e**2 / 2, rest: REST, limits: lam * nu},
        shows=(gap,) if side > 0 else (),
        over=(d, (lam, a, c0, c1)),
    )  # fmt: skip


half, trace, largest = declare("real H m, L > 0")
SMALL: tuple[Any, ...] = ((lam, "<=", largest), *STABLE)


def by_trace(
    share: Any = sp.S.Half, small: Sequence[Any] = SMALL,  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """sum lam nu/2 <= share L sum nu."""
    return LawStatement(
        (half, "<=", share * largest * trace), random=(lam,), sure=small,
        means={half: lam * nu / 2, trace: nu}, over=d,
    )  # fmt: skip


def by_trace_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Term by term, as nu > 0."""
    statement = by_trace(**changes)
    proof = LawProof(statement)
    share = statement.claims[2] / trace
    proof.integrate("<=", (share, trace), (-1, half), methods=LIGHT, facts=[
        (parse("0 <= a/b", where="a >= 0, b > 0"),
         {"a": alpha * sigma**2 * (1 + beta), "b": (1 - beta) * lam * BORDER}),
        (parse("l*v/2 <= b*v/2", where="l <= b, v >= 0"), {"l": lam, "b": largest, "v": nu}),
    ])  # fmt: skip
    return proof.outcome(methods=LIGHT)


_SQUARE = parse("0 <= x^2 - 2*r*x*z + z^2", where="r <= 1, -1 <= r")
_RESPONSE = tau / (1 + beta)


def _response() -> list[Any]:
    """|r| < 1, and k > 0."""
    at = {"x": tau, "y": 1 + beta}
    return [
        (parse("x/y <= 1", where="x <= y, y > 0"), at),
        (parse("-1 <= x/y", where="-y <= x, y > 0"), at),
        (parse("0 < a/(b*c*l*d)", where="a, b, c, l, d > 0"),
         {"a": 1 + beta, "b": alpha, "c": 1 - beta, "l": lam, "d": BORDER}),
    ]  # fmt: skip


def _falls() -> dict[int, list[Any]]:
    """phi(C, D) <= phi(D, y), and 4 k phi - 2 C^2 grows by phi at least."""
    now, then, lost = form(C, D), form(D, y), K * (form(D, y) - form(C, D))
    equal = (lost, "=", D**2)
    rise = [
        *_response(), equal,
        (parse("0 <= x", where="0 <= k*x, k > 0"), {"x": then - now, "k": K}),
    ]  # fmt: skip
    on = parse("p <= v", where="p <= u, 0 <= v - u")
    return {0: [*rise, (on, {"p": form(c0, c1), "u": now, "v": then})], 1: [
        *rise,
        (parse("x^2 - 2*r*x*z + z^2 <= 2*x^2 + 2*z^2", where="r <= 1, -1 <= r"),
         {"x": C, "z": beta * D, "r": _RESPONSE}),
        (parse("b^2*d <= d", where="d >= 0, 0 <= b, b < 1"), {"b": beta, "d": D**2}),
        (parse("4*k*p - o + (m + 1)*p <= 4*k*v - 2*d",
               where="4*k*p - o + m*p <= 4*k*u - 2*c, p <= u, u <= 2*c + 2*b*d, b*d <= d,"
               " k*(v - u) = d"),
         {"k": K, "p": form(c0, c1), "o": 2 * c0**2, "m": k, "u": now, "v": then, "c": C**2,
          "d": D**2, "b": beta**2}),
    ]}  # fmt: skip


def limit_shown(side: int, **changes: Any) -> Outcome:  # noqa: ANN401
    """The potential keeps its mean, and the responses are small."""
    first = form(c0, c1)
    proof = ProcessProof(
        limit(side, **changes), methods=LIGHT, seconds=4, facts=_falls(),
        always=[(first, "<=", form(C, D)),
                (4 * K * first - 2 * c0**2 + k * first, "<=", 4 * K * form(C, D) - 2 * C**2)],
    )  # fmt: skip
    (one,) = proof.potential(sp.S.One, "=", methods=LIGHT)
    one.exists(NEXT, (1, 1), methods=LIGHT)
    one.integrate("=", (1, NEXT), (-1, 1), methods=LIGHT)
    square = parse("0 <= t", where="t = h*x^2, h > 0")
    (step,) = proof.potential(NOW, "=", below=[(lam / 2 * nu * form(C, D), 0)], methods=LIGHT,
                              facts=[(square, {"t": NOW + lam / 2 * nu * form(C, D), "h": lam / 2,
                                               "x": C * e - beta * D * f})])  # fmt: skip
    keeps_its_mean(step, "=")
    return refused("process", proof.doubt) if proof.doubt else _at_the_end(proof, side)


def _at_the_end(proof: ProcessProof, side: int) -> Outcome:
    """n phi <= 4 k, and (c_0 - beta c_1)^2 <= 2 phi/(1 + r)."""
    end, first, path = proof.end(), form(c0, c1), c0 - beta * c1
    near = K * (1 + beta) / (BORDER * n)
    end.instance(grown, 1, {})
    back = form(tau * c0 - beta * c1, c0)
    whole = [
        (parse("w = u - v", where="c = 1, d = 0, u = h*x^2, v = h*n,"
               " w = h*((c*x - b*d*f)^2 - n*(c^2 - 2*b*r*c*d + b^2*d^2))"),
         {"w": NOW, "h": lam / 2, "x": e, "u": lam * e**2 / 2, "v": lam * nu / 2, "n": nu, "c": C,
          "d": D, "b": beta, "f": f, "r": _RESPONSE}),
        (parse("c^2 - 2*b*r*c*d + b^2*d^2 = 1", where="c = 1, d = 0"),
         {"c": C, "d": D, "b": beta, "r": _RESPONSE}),
        *_response(),
        *((_SQUARE, {"r": _RESPONSE, "x": x, "z": beta * z})
          for x, z in ((c0, c1), (tau * c0 - beta * c1, c0))),
        (K * first, "=", K * back + c0**2),
        (parse("0 <= k*g", where="k > 0, g >= 0"), {"k": K, "g": back}),
        (parse("v <= 4*k", where="4*u - 2*o + v <= 4*k*q - 2*c^2, q = 1, c = 1, u = g + o, 0 <= g,"
               " 0 <= o"),
         {"u": K * first, "v": n * first, "k": K, "o": c0**2, "q": form(C, D), "c": C,
          "g": K * back}),
        (parse("p <= 4*z", where="m*p <= 4*(m*z), m > 0"), {"m": n, "z": K / n, "p": first}),
        (parse("0 <= a/b", where="a >= 0, b > 0"),
         {"a": alpha * sigma**2 * (1 + beta), "b": (1 - beta) * lam * BORDER}),
        (parse("0 <= l/2*v*p", where="l > 0, v, p >= 0"), {"l": lam, "v": nu, "p": first}),
    ]  # fmt: skip
    upper = [
        (parse("0 < a/b", where="a, b > 0"), {"a": BORDER, "b": 1 + beta}),
        (parse("(1 + r)*(x - z)^2 <= 2*(x^2 - 2*r*x*z + z^2)", where="r <= 1"),
         {"r": _RESPONSE, "x": c0, "z": beta * c1}),
        (parse("x <= 8*z", where="t*x <= 2*p, p <= 4*(t*z), t > 0"),
         {"t": BORDER / (1 + beta), "x": path**2, "p": first, "z": near}),
        (parse("l/2*x*a <= 4*l*z*a", where="x <= 8*z, l > 0, a >= 0"),
         {"l": lam, "a": a**2, "x": path**2, "z": near}),
    ]  # fmt: skip
    lower = [
        (parse("0 <= l/2*x*a", where="l > 0, a, x >= 0"), {"l": lam, "a": a**2, "x": path**2}),
        (parse("l/2*v*p <= 2*l*v*z", where="p <= 4*z, l > 0, v >= 0"),
         {"l": lam, "v": nu, "p": first, "z": K / n}),
    ]  # fmt: skip
    u = lam * e**2 / 2
    parts = {"u": u, "w": NOW, "v": lam * nu / 2, "s": START, "g": lam / 2 * path**2 * a**2,
             "h": lam / 2 * nu * first, "x": 4 * lam * near * a**2, "y": 2 * lam * nu * K / n,
             "r": REST / n}  # fmt: skip
    told, total = (
        "w = u - v, s = g - h, r = x + y, ",
        {"u": gap, "y": grown, "v": limits / 2, "w": rest / n},
    )
    if side > 0:
        most = NOW - START + lam * nu / 2 + REST / n
        end.exists(gap, (1, grown), (sp.S.Half, limits), (1 / n, rest), methods=LIGHT, facts=[
            *whole, *upper,
            (parse("u <= w - s + v + r", where=told + "g <= x, 0 <= h, 0 <= y"), parts),
            (parse("-b <= u", where="u <= b, 0 <= u"), {"u": u, "b": most})])  # fmt: skip
        last = parse("u <= v + w", where="y = 0, u <= y + v + w")
    else:
        end.integrate("<=", (1, gap), (-1, grown), (-sp.S.Half, limits), (1 / n, rest),
                      methods=LIGHT, facts=[
            *whole, *lower,
            (parse("0 <= u - (w - s) - v + r", where=told + "0 <= g, h <= y, 0 <= x"), parts),
        ])  # fmt: skip
        last = parse("v - w <= u", where="y = 0, 0 <= u - y - v + w")
    return proof.outcome(methods=LIGHT, facts=[(last, total)])
