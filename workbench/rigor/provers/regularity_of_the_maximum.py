"""What l_r norms, r >= 2, say about the regularity of the maximum norm on R^d: (r - 1) d^(2/r).

lnx is ln |x_j| at a coordinate that is not 0, lnT that of the largest, and lnN that of |x|_r.  With
y = s - 1 and x = r - 1, s being the best r, so that 2 ln d = s^2/(s - 1), the minimum is

    y e^((y+1)/y) <= x e^((y+1)^2/(y (x+1))),    as  (y + 1)(x - y)/(y (x + 1)) <= ln x - ln y.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import Expr, Relation, declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

r, x, N, T, mark, S, K = declare("r > 0, real lnx lnN lnT mark S K")
d = declare("integer d > 0")
LENGTH = ((S, "=", sp.exp(r * N)), (2, "<=", r))
ENTRIES = ((x, "<=", T),)
LARGEST = ([[(mark, "=", 1), (x, "=", T)], [(mark, "=", 0)]],)


def above(*, power: int = 1, sure: Sequence[Any] = ENTRIES) -> LawStatement:
    """|x|_r <= d^(1/r) |x|_inf."""
    return LawStatement((N, "<=", T + power * sp.log(d) / r), random=(x,), where=LENGTH, over=d,
                        means={S: sp.exp(r * x)}, sure=sure)  # fmt: skip


def below(*, sure: Sequence[Any] = LARGEST) -> LawStatement:
    """|x|_inf <= |x|_r; the mark is 1 at one largest entry."""
    return LawStatement((T, "<=", N), random=(x, mark), where=[*LENGTH, (K, "=", 1)], over=d,
                        means={S: sp.exp(r * x), K: mark}, sure=sure)  # fmt: skip


_LOGS = parse("log(a) <= log(b)", where="a <= b, a > 0, b > 0")
_ONE = parse("t <= o", where="0 <= s - t*k, k = 1, s = o")
_ROOTS = parse("n <= t+g/r", where="r*n <= g+r*t, r > 0")
SHORT = ("sign", "identity", "factors", "logarithms", "exponentials", "variation")


def are_close(
    *, power: int = 1, entries: Sequence[Any] = ENTRIES, largest: Sequence[Any] = LARGEST
) -> Outcome:
    """Each |x_j|^r is at most the largest, and one of them is it."""
    own, top = sp.exp(r * N), sp.exp(r * T)
    one = LawProof(above(power=power, sure=entries), seconds=2)
    one.integrate("<=", (top, 1), (-1, S), methods=SHORT)
    one.fact((own, "<=", d * top))
    first = one.outcome(methods=SHORT, facts=[(_LOGS, {"a": own, "b": d * top}),
                               (_ROOTS, {"n": N, "t": T, "g": sp.log(d), "r": r})])  # fmt: skip
    other = LawProof(below(sure=largest), seconds=2)
    other.integrate("<=", (1, S), (-top, K), methods=SHORT)
    other.fact((top, "<=", own), facts=[(_ONE, {"t": top, "o": own, "k": K, "s": S})])
    second = other.outcome(methods=SHORT, facts=[(_LOGS, {"a": top, "b": own}),
                                  (_ROOTS, {"n": T, "t": N, "g": sp.S.Zero, "r": r})])  # fmt: skip
    return all_of([first, second])


FAR, _SIZES = "d >= 8", "l >= 2, r >= 2"


def displayed(constant: str = "exp(2)") -> tuple[Relation, ...]:
    """The exponent ln d, which is large enough for d >= 8."""
    left = "(log(d)-1)*exp(2*log(d)/log(d))"
    return (parse("2 <= log(d)", where=FAR),
            parse(f"{left} = {constant}*(log(d)-1)", where=FAR))  # fmt: skip


def minimum(sign: str = "+") -> Relation:
    """The constant is least at the larger root of r^2 - 2 r l + 2 l, where l is ln d."""
    best = f"(l{sign}sqrt(l^2-2*l))"
    return parse(f"({best}-1)*exp(2*l/{best}) <= (r-1)*exp(2*l/r)", where=_SIZES)


def never(factor: str = "exp(1)") -> Relation:
    """No exponent does better than e ln d."""
    return parse(f"{factor}*log(d) <= (r-1)*exp(2*log(d)/r)", where="r >= 2, d >= 2")


_BEST = "(l+sqrt(l^2-2*l))"
_INNER = f"(({_BEST}-1)+1)/({_BEST}-1)", f"(({_BEST}-1)+1)^2/(({_BEST}-1)*((r-1)+1))"
_SHAPE = parse("y*exp((y+1)/y) <= x*exp((y+1)^2/(y*(x+1)))", where="x >= 1, y >= 1")
_LEAST = parse(f"1 <= {_BEST}-1", where="l >= 2")
_OUTER = (parse(f"2*l/{_BEST} = {_INNER[0]}", where="l >= 2"),
          parse(f"2*l/r = {_INNER[1]}", where=_SIZES))  # fmt: skip
_PUT = parse("(s-1)*exp(a) <= (r-1)*exp(b)",
             where="(s-1)*exp(u) <= (r-1)*exp(v), a = u, b = v")  # fmt: skip
_TANGENT = parse("exp(1)*z <= exp(z)", where="z > 0")
_HALF = parse("exp(1)*l <= (r-1)*g", where="exp(1)*(2*l/r) <= g, r >= 2, l > 0")


def _term(text: str, where: str) -> Expr:
    return parse(f"{text} <= 1", where=where).left


def is_least(**changes: Any) -> Outcome:  # noqa: ANN401
    """From the shape, at x = r - 1 and y = s - 1."""
    texts = {"s": _BEST, "r": "r", "a": f"2*l/{_BEST}", "b": "2*l/r", "u": _INNER[0],
             "v": _INNER[1], "l": "l", "x": "r-1", "y": f"{_BEST}-1"}  # fmt: skip
    found = {key: _term(text, _SIZES) for key, text in texts.items()}
    steps = (_LEAST, "l"), (_SHAPE, "xy"), (_OUTER[0], "l"), (_OUTER[1], "lr"), (_PUT, "srabuv")
    facts = [(lemma, {key: found[key] for key in names}) for lemma, names in steps]
    return certify(minimum(**changes), facts=facts)


def never_less(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^z >= e z at z = 2 ln d/r, and r - 1 >= r/2."""

    def term(text: str) -> Expr:
        return _term(text, "r >= 2, d >= 2")

    own = {"l": term("log(d)"), "r": term("r"), "g": term("exp(2*log(d)/r)")}
    return certify(never(**changes), facts=[
        (_POSITIVE, {"d": term("d")}), (_TANGENT, {"z": term("2*log(d)/r")}), (_HALF, own)
    ])  # fmt: skip


_POSITIVE = parse("0 < log(d)", where="d >= 2")
