"""Steps on the way to the moduli of heavy ball's roots.

These are the roots of z^2 - tau z + beta for tau = 1 + beta - alpha lam.  The larger modulus is
sqrt(beta) for complex roots, and (|tau| + sqrt(tau^2 - 4 beta))/2 for real ones.  It is at most rho
where beta <= rho^2, |tau| <= 2 rho, and the polynomial is not negative at rho and -rho.  All that
is here is put to `certify` as facts, each of which is proved: nothing is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.rigor.provers.attempts import Fact
from workbench.symbolic.text import parse

T = "(1 + beta - alpha*lam)"
ROOT, HEIGHT = f"sqrt({T}^2 - 4*beta)", f"(sqrt(4*beta - {T}^2)/2)"
CRITICAL = "(1 - sqrt(alpha*mu))^2"
U = "(1 + beta - alpha*mu)"
_D = f"({U}^2 - 4*beta)"


def slowest(momentum: str) -> str:
    """The larger root at mu, where it is real."""
    trace = f"(1 + {momentum} - alpha*mu)"
    return f"({trace} + sqrt({trace}^2 - 4*{momentum}))/2"


R = slowest("beta")
_NAMES = {"a": "alpha*mu", "h": "sqrt(alpha*mu)", "b": "beta", "c": "beta_2", "t": T, "u": U,
          "r": R, "s": "alpha*lam"}  # fmt: skip


def at(**values: str) -> dict[str, Any]:
    """Expressions from their texts, to be put into a general fact."""
    return {name: parse(f"{text} = 0").left for name, text in values.items()}


def step(said: str, where: str, **own: str) -> Fact:
    """A general fact at what its letters stand for, here or in `_NAMES`."""
    general = parse(said, where=where)
    return general, at(**{v.name: (_NAMES | own)[v.name] for v in general.variables})


def parts_of(p: str, s: str, rho: str, op: str) -> Iterator[Fact]:
    """Both p and -p are at most the modulus of p + i s, and so at most rho."""
    for sign in ("", "-"):
        yield parse(f"{sign}p <= sqrt(p^2 + s^2)"), at(p=p, s=s)
        named = at(x=f"{sign}{p}", y=f"sqrt({p}^2 + {s}^2)", z=rho)
        yield parse(f"x {op} z", where=f"x <= y, y {op} z"), named


def real_moduli(rho: str, op: str) -> Iterator[Fact]:
    """From |tau| op 2 rho and the signs of the polynomial at rho and -rho."""
    values = at(t=T, b="beta", c=rho)
    for sign, other in (("-", ""), ("+", "-")):
        given = f"0 {op} c^2 {sign} t*c + b, {other}t {op} 2*c, t^2 >= 4*b"
        yield parse(f"sqrt(t^2 - 4*b) {op} 2*c {sign} t", where=given), values
    given = f"r {op} 2*c - t, r {op} 2*c + t"
    yield parse(f"(abs(t) + r)/2 {op} c", where=given), at(t=T, r=ROOT, c=rho)


def at_both_ends() -> list[Fact]:
    """What holds at mu and L holds in between, of roots p + i s, q - i s and x + i v, y - i v."""
    held = ("p", "s"), ("q", "s"), ("x", "v"), ("y", "v")
    facts = [fact for root, height in held for fact in parts_of(root, height, "rho", "<=")]
    square = parse("p^2 + s^2 <= c^2", where="sqrt(p^2 + s^2) <= c")
    size = parse("b <= c^2", where="b = p*q + s^2, p^2 + s^2 <= c^2, q^2 + s^2 <= c^2")
    facts += [(square, at(p=root, s="s", c="rho")) for root in ("p", "q")]
    facts.append((size, at(b="beta", c="rho", p="p", q="q", s="s")))
    falls = parse("1 + b - a*x <= 1 + b - a*y", where="a > 0, y <= x")
    facts += [(falls, at(a="alpha", b="beta", x=x, y=y)) for x, y in (("lam", "mu"), ("L", "lam"))]
    for sign, minus, end, (p, q, s) in (("", "-", "mu", "pqs"), ("-", "+", "L", "xyv")):
        u = f"(1 + beta - alpha*{end})"
        limits, beyond = f"{sign}p <= c, {sign}q <= c, t = p + q", "u <= t" if sign else "t <= u"
        above = f"c^2 {minus} t*c + b >= 0"
        along = f"c^2 {minus} u*c + b >= 0, {beyond}, c >= 0"
        values, inner = at(c="rho", t=u, b="beta", p=p, q=q, s=s), at(c="rho", t=T, u=u, b="beta")
        facts += [
            (parse(above, where=f"{limits}, b = p*q + s^2"), values),
            (parse(f"{sign}t <= 2*c", where=limits), {n: values[n] for n in "ctpq"}),
            (parse(above, where=along), inner),
            (parse(f"{sign}t <= 2*c", where=f"{sign}u <= 2*c, {beyond}"),
             {n: inner[n] for n in "ctu"}),
        ]  # fmt: skip
    return facts


def complex_modulus(rho: str) -> Fact:
    """That of complex roots."""
    said = "sqrt((t/2)^2 + (sqrt(4*b - t^2)/2)^2) <= c"
    return step(said, "b <= c^2, c >= 0, t^2 < 4*b", c=rho)


BELOW = "h >= 0, h <= 1, a = h^2, 0 <= b, b <= (1 - h)^2"
REAL = [
    step("sqrt(a) <= 1", "a <= 1, a >= 0"),
    step("(1 + b - a)^2 - 4*b >= 0", BELOW),
    step("(1 + b - a)^2 - 4*b >= ((1 - h)^2 - b)^2", BELOW),
    step("sqrt(x) >= y", "x >= y^2, y >= 0", x=_D, y=f"{CRITICAL} - beta"),
    step("1 - h <= (1 + b - a + v)/2", "v >= (1 - h)^2 - b, a = h^2", v=f"sqrt{_D}"),
    step("((u + sqrt(u^2 - 4*b))/2)^2 - u*((u + sqrt(u^2 - 4*b))/2) + b = 0", "u^2 - 4*b >= 0"),
    step("r >= 0", "r >= 1 - h, h <= 1"),
]  # for p(z) = z^2 - u z + beta: p(1 - h) <= 0, so the larger root r of p is real, r >= 1 - h
_TRACES = [
    step("1 + b - k*x <= 1 + b - k*y", "k > 0, y <= x", k="alpha", x="lam", y="mu"),
    step("k*x <= k*y", "k > 0, x <= y", k="alpha", x="lam", y="L"),
    step("t >= 0", "t = 1 + b - s, s <= y, y <= 1, b >= 0", y="alpha*L"),
]


def none_is_larger() -> tuple[list[Fact], list[Fact]]:
    """Up to the critical momentum: that no real roots have a larger modulus, nor complex ones."""
    real = [
        *REAL, *_TRACES, step("0 <= r^2 - t*r + b", "r^2 - u*r + b = 0, t <= u, r >= 0"),
        step("0 <= r^2 + t*r + b", "t >= 0, r >= 0, b >= 0"),
        step("u <= 2*((u + sqrt(x))/2)", "x >= 0", x=_D), step("t <= 2*r", "t <= u, u <= 2*r"),
        step("-t <= 2*r", "t >= 0, r >= 0"), *real_moduli(R, "<="),
    ]  # fmt: skip
    square = step("b <= r^2", "b <= (1 - h)^2, 1 - h <= r, h <= 1")
    return real, [*REAL, square, complex_modulus(R)]


def falls() -> list[Fact]:
    """That the larger root at mu is smaller at beta_2 > beta."""
    more = "(1 + beta_2 - alpha*mu)"
    return [
        step("x <= z", "x <= y, y <= z", x="beta", y="beta_2", z=CRITICAL),
        step("0 <= c", "0 <= b, b <= c"), *REAL,
        step("(1 + c - a)^2 - 4*c >= 0", BELOW.replace("b", "c")),
        step("u < 2", "u = 1 + b - a, b < 1, a > 0"),
        step("u^2 - 4*b < (2 - u)^2", "u = 1 + b - a, a > 0"),
        step("sqrt(x) < y", "x < y^2, y >= 0, x >= 0", x=_D, y=f"2 - {U}"),
        step("(u + v)/2 < 1", "v < 2 - u", v=f"sqrt{_D}"),
        step("0 < r^2 - (1 + c - a)*r + c", "r^2 - (1 + b - a)*r + b = 0, r < 1, b < c"),
        step("1 + c - a <= 2*r", "h >= 0, h <= 1, a = h^2, c <= (1 - h)^2, 1 - h <= r"),
        step("u^2 - 4*c < (2*r - u)^2", "0 < r^2 - u*r + c", u=more),
        step("sqrt(x) < y", "x < y^2, y >= 0, x >= 0", x=f"{more}^2 - 4*beta_2",
             y=f"2*{R} - {more}"),
    ]  # fmt: skip


def double_root() -> list[Fact]:
    """The root at mu at the critical momentum."""
    said = "(u + sqrt(u^2 - 4*b))/2 = w"
    return [REAL[0], step(said, "u = 2*w, b = w^2, w >= 0", b=CRITICAL, w="1 - sqrt(alpha*mu)",
                          u=f"(1 + {CRITICAL} - alpha*mu)")]  # fmt: skip


def none_are_real() -> list[Fact]:
    """Beyond the critical momentum."""
    q = {"q": "sqrt(beta)"}
    return [
        REAL[0], *_TRACES, step("1 - h <= sqrt(b)", "(1 - h)^2 <= b, h <= 1"),
        step("sqrt(b) <= 1", "b >= 0, 0 < 1 - b"),
        step("t <= 2*q", "t <= 1 + b - a, a = h^2, b = q^2, 1 - h <= q, q <= 1", **q),
        step("t^2 <= 4*b", "t >= 0, t <= 2*q, b = q^2", **q),
    ]  # fmt: skip
