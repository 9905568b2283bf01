"""The step ln(n/ln d)/n of a one-pass method on n records: a start is forgotten, a record nearly.

h = eta n = ln(n/ln d),    e^h ln d = n:
eta < 1               as h + 1/4 <= (1 + h + h^2/2) ln 2 <= e^h ln 2 <= n for d >= 2
the start             (1 - eta)^(n/2) <= e^(-eta n/2) = (n/ln d)^(-1/2)
a record              h (1 - eta/2) >= 4 from e^h >= 75 on, as h^2 <= (h - 4) 2 e^h ln 2 there
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse

STEP = "log(2*m/log(d))/(2*m)"
WHERE = ("integer m >= 1", "d >= 2", "2*m > log(d)")
m, n, d = declare("integer m > 0, real n d")
LOG_TWO = parse("log(d) >= 69/100", where="d >= 2")
SIZE = parse("u*exp(h) = n", where="h = log(n/u), n > 0, u > 0")
SMALLER = parse("c*r <= n", where="u*r = n, u >= c, r > 0")


def step(where: tuple[str, ...] = WHERE, start: str = "sqrt(log(d)/(2*m))") -> tuple[Relation, ...]:
    """The step is in (0, 1), and forgets the start in n/2 = m steps."""
    said = f"0 < {STEP}", f"{STEP} < 1", f"(1-{STEP})^m <= {start}"
    return tuple(parse(one, where=", ".join(where)) for one in said)


POSITIVE = parse("log(n/u) > 0", where="n > u, u > 0")
SERIES = parse("1+h+h^2/2 <= exp(h)", where="h >= 0")
SHORT = parse("h+1/4 <= (69/100)*(1+h+h^2/2)", where="h > 0")
SHORTER = parse("v <= c*r", where="v <= c*w, w <= r, c > 0")
BELOW = parse("v <= n", where="v <= x, x <= n")
QUOTIENT = parse("h/n < 1", where="h+1/4 <= n, n > 0")
BERNOULLI = parse("(1-x)^m <= exp(-x*m)", where="0 <= x, x < 1, integer m >= 0")
SAME = parse("exp(-(h/(2*m))*m) = exp(-h/2)", where="m > 0")
JOINED = parse("v <= s", where="v <= a, a = b, b = s")
ROOT = parse("exp(-h/2) = sqrt(u/n)", where="u > 0, n > 0, u*exp(h) = n")


def forgets_the_start(**changes: Any) -> Outcome:  # noqa: ANN401
    """All three relations of `step`, the one that needs d >= 2 first."""
    size, u = 2 * m, sp.log(d)
    h = sp.log(size / u)
    v, c, r = h + sp.Rational(1, 4), sp.Rational(69, 100), sp.exp(h, evaluate=False)
    start = parse("sqrt(log(d)/(2*m)) >= 0").left
    positive, small, forgotten = step(**changes)
    return certify((small, positive, forgotten), facts=[
        (LOG_TWO, {"d": d}), (POSITIVE, {"n": size, "u": u}), (SIZE, {"h": h, "n": size, "u": u}),
        (SERIES, {"h": h}), (SHORT, {"h": h}),
        (SHORTER, {"v": v, "c": c, "w": 1 + h + h**2 / 2, "r": r}),
        (SMALLER, {"c": c, "r": r, "n": size, "u": u}), (BELOW, {"v": v, "x": c * r, "n": size}),
        (QUOTIENT, {"h": h, "n": size}), (BERNOULLI, {"x": h / size, "m": m}),
        (ROOT, {"h": h, "u": u, "n": size}), (SAME, {"h": h, "m": m}),
        (JOINED, {"v": (1 - h / size) ** m, "a": sp.exp(-(h / size) * m, evaluate=False),
                  "b": sp.exp(-h / 2, evaluate=False), "s": start}),
    ])  # fmt: skip


def records(least: int = 75) -> Relation:
    """n eta (1 - eta/2) >= 4 for so many times ln d records."""
    eta = "(log(n/log(d))/n)"
    return parse(f"n*{eta}*(1-{eta}/2) >= 4", where=f"d >= 2, n >= {least}*log(d)")


MANY = parse("log(n/log(d)) >= log(75)", where="d >= 2, n >= 75*log(d)")
CONSTANT = parse("x+43/10 <= x+log(75)")
LARGE = parse("h >= b", where="h >= c, c >= b")
LATE_ENOUGH = parse("h^2 <= (h-4)*2*(69/100)*exp(h)", where="h >= 43/10")
GROWN = parse("h^2 <= (h-4)*2*n", where="h^2 <= (h-4)*2*(69/100)*r, (69/100)*r <= n, h >= 43/10")
ENOUGH = parse("n*(h/n)*(1-(h/n)/2) >= 4", where="h^2 <= (h-4)*2*n, n > 0, h >= 43/10")


def are_enough(least: int = 75) -> Outcome:
    """From h = 43/10 on, which is below ln 75."""
    u = sp.log(d)
    h = sp.log(n / u)
    r, c = sp.exp(h, evaluate=False), sp.Rational(69, 100)
    return certify(records(least), facts=[
        (LOG_TWO, {"d": d}), (n, ">", 0), (MANY, {"n": n, "d": d}), (CONSTANT, {"x": 0}),
        (LARGE, {"h": h, "c": sp.log(75), "b": sp.Rational(43, 10)}), (LATE_ENOUGH, {"h": h}),
        (SIZE, {"h": h, "n": n, "u": u}), (SMALLER, {"c": c, "r": r, "n": n, "u": u}),
        (GROWN, {"h": h, "n": n, "r": r}), (ENOUGH, {"h": h, "n": n}),
    ])  # fmt: skip
