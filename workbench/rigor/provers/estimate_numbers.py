"""Numbers in the error of the recursive gradient estimate: what a record adds, two terms."""

from __future__ import annotations

import sympy as sp

from workbench.claims import Outcome, Outcomes, all_of
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

L0, L1, D, eta, n, step = declare("L_0 L_1 D eta n c > 0")
Q, d, t = declare("Q > 0, integer d > 0, integer t >= 0")
g, h, r = declare("real g h r")
TIMES = parse("w*x <= w*y", where="x <= y, w > 0")


def increments(apart: int = 2) -> tuple[Relation, ...]:
    """|(1 - eta)(g - h) + eta g| <= c, in both directions; the first batch has |g|/(n/2)."""
    c = f"eta*({apart}*(1-eta)*L_1*D+L_0)"
    where = ("L_0 > 0, L_1 > 0, D > 0, eta > 0, eta < 1, r <= 2*eta*D, g <= L_0, g >= 0-L_0,"
             " g-h <= L_1*r, h-g <= L_1*r")  # fmt: skip
    added = "(1-eta)*(g-h)+eta*g"
    return parse(f"{added} <= {c}", where=where), parse(f"0-({c}) <= {added}", where=where)


def steps_are_short(apart: int) -> Outcome:
    """|g - h| <= L_1 |x^t - x^{t-1}| <= 2 eta L_1 D in each coordinate, |g| <= L_0."""
    at = {"g": 1, "h": "4/5", "r": "1/5", "L_0": 1, "L_1": 1, "D": 1, "eta": "1/10"}
    far, found = L1 * 2 * eta * D, []
    for said, x, y in zip(increments(apart), (g - h, h - g), (g, -g), strict=True):
        found.append(certify(said, at=at, facts=[
            (TIMES, {"w": L1, "x": r, "y": 2 * eta * D}), (x, "<=", far),
            (TIMES, {"w": 1 - eta, "x": x, "y": far}), (TIMES, {"w": eta, "x": y, "y": L0}),
        ]))  # fmt: skip
    return all_of(*found)


def two_terms(start: int = 2) -> tuple[Relation, ...]:
    """(2 Q_t ln(2d))^(1/2) for both numbers of the minimum, with Q_t in closed form."""
    kept, span, level = (1 - eta) ** t, 2 * eta - eta**2, sp.log(2 * d)
    where = [(eta, "<", 1), (Q, "=", kept**2 * 2 * L0**2 / n + step**2 * (1 - kept**2) / span)]
    first = start * L0 * sp.sqrt(level / n) * kept
    return tuple(
        relation(
            sp.sqrt(2 * Q * level), "<=", first + step * sp.sqrt(2 * level * many), where=where
        )
        for many in (t, 1 / span)
    )


def two_terms_shown(start: int = 2) -> Outcomes:
    """1 - (1 - eta)^(2t) <= t (2 eta - eta^2) and <= 1, and sqrt(a^2 + b^2) <= a + b."""
    kept, span, root = (1 - eta) ** t, 2 * eta - eta**2, sp.sqrt(2) * sp.sqrt(sp.log(2 * d))
    bernoulli = parse("1-(1-x)^(2*t) <= t*(2*x-x^2)", where="x > 0, x < 1, integer t >= 0")
    shorter = [
        [(bernoulli, {"x": eta, "t": t}),
         (parse("m/s <= t", where="m <= t*s, s > 0"), {"m": 1 - kept**2, "s": span, "t": t})],
        [(parse("(1-p)/s <= 1/s", where="p >= 0, s > 0"), {"p": kept**2, "s": span})],
    ]  # fmt: skip
    for said, many, facts in zip(two_terms(start), (t, 1 / span), shorter, strict=True):
        x, y = sp.sqrt(2) * L0 * kept / sp.sqrt(n), step * sp.sqrt(many)
        yield certify(said, facts=[
            *facts, (TIMES, {"w": step**2, "x": (1 - kept**2) / span, "y": many}),
            (Q, "<=", x**2 + y**2),
            (parse("v <= (x+y)^2", where="v <= x^2+y^2, x > 0, y >= 0"), {"v": Q, "x": x, "y": y}),
            (parse("sqrt(v) <= z", where="v <= z^2, z > 0, v > 0"), {"v": Q, "z": x + y}),
            (TIMES, {"w": root, "x": sp.sqrt(Q), "y": x + y}),
        ])  # fmt: skip
