"""Rigorous quadrature: the integral of an elementary function against a constant, with Arb.

    {"kind": "integral", "integrand": tree, "variable": "x", "low": "0", "high": "1",
     "cuts": ["1/3"], "op": "<=", "bound": tree, "bits": 64}

`acb.integral` is right only for integrands that answer its question whether they are analytic on
a region of the complex plane; every function here passes that flag on.  |u| is analytic nowhere: on
a piece between two cuts where u has one sign it is u or -u, elsewhere it answers for itself.  The
range is bounded; a tail is a claim of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from flint import acb, arb, fmpq

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.atom_signs import NEGATIVE, NONNEGATIVE, ZERO
from workbench.rigor.check.duties import lost
from workbench.rigor.check.enclose import Interval, enclose, precision
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.fuel import OutOfFuel, spend
from workbench.rigor.check.points import literal, written_out
from workbench.rigor.check.signs import SignReader, reader_of
from workbench.rigor.check.trees import Malformed, Tree, rational, read_tree, size, whole
from workbench.rigor.check.words import is_word

_MOST_BITS = 1024
_MOST_CUTS = 1000
_MOST_EVALUATIONS = 50_000  # of all pieces together
Function = Callable[[acb, bool], acb]


def check_integral(c: Certificate) -> Answer:
    """Check `integral op bound` by enclosing both sides anew."""
    bits, op = whole(c.get("bits", 64)), c["op"]
    if op not in ("<=", "<", ">=", ">"):
        return Answer(False, f"integral: enclosures cannot show {str(op)[:8]!r}")
    if not 2 <= bits <= _MOST_BITS:
        raise Malformed(f"bits = {bits}")
    read_tree(c["bound"], {})
    if not is_word(c["variable"]):
        raise Malformed("the variable of integration is not a plain word")
    with precision(bits + 13):  # not the precision that the prover used
        value = integrate(c["integrand"], c["variable"], [c["low"], *c["cuts"], c["high"]])
        if isinstance(value, str):
            return Answer(False, f"integral: {value}")
        bound = enclose(c["bound"], {})
        gap = (bound.low - value.high) if op in ("<=", "<") else (value.low - bound.high)
        if not (gap > 0 or (gap >= 0 and op in ("<=", ">="))):
            return Answer(
                False, f"integral: it lies in {value.text()}, the bound in {bound.text()}"
            )
        return Answer(True, f"integral: it lies in {value.text()} on {len(c['cuts']) + 1} pieces")


def integrate(integrand: Tree, name: str, points: list[str]) -> Interval | str:
    """The integral over the pieces between the points, at the current precision, or a fault."""
    if len(points) > _MOST_CUTS:
        raise Malformed(f"more than {_MOST_CUTS} ends and cuts")
    read_tree(integrand, {name: "real"})
    ends = [rational(p) for p in points]
    if any(a >= b for a, b in pairwise(ends)):
        raise Malformed("the ends and cuts do not increase")
    plain = written_out(integrand, {})
    low, high = arb(0), arb(0)
    for a, b in pairwise(points):
        s = _inside(name, a, b)
        for duty in lost(s, [plain]):
            return f"the integrand may have no value between {a} and {b}: {duty['kind']}"
        smooth = _without_kinks(plain, reader_of(s))
        function = _Counted(_function(smooth, name), size(smooth))
        first, last = (acb(arb(as_fmpq(e))) for e in (a, b))
        found = acb.integral(
            function, first, last, eval_limit=_MOST_EVALUATIONS // (len(points) - 1)
        )
        if function.empty:
            raise OutOfFuel("evaluations of an integrand")
        if not found.is_finite():
            return f"no finite enclosure between {a} and {b}"
        low, high = (low + found.real.lower()).lower(), (high + found.real.upper()).upper()
    return Interval(low, high)


class _Counted:
    """The function with its work counted; acb.integral lets no exception through."""

    def __init__(self, function: Function, nodes: int) -> None:
        self.function, self.nodes, self.empty = function, nodes, False

    def __call__(self, z: acb, analytic: bool) -> acb:
        if not self.empty:
            try:
                spend(self.nodes, "evaluations of an integrand")
            except OutOfFuel:
                self.empty = True
        return acb(arb.nan()) if self.empty else self.function(z, analytic)


def _inside(name: str, low: str, high: str) -> dict[str, Any]:
    """A statement about nothing on the open piece."""
    v = {"name": name, "sort": "real", "low": low, "low_open": True, "high": high,
         "high_open": True}  # fmt: skip
    return {"vars": [v], "where": [], "left": ["q", "0"], "op": "=", "right": ["q", "0"]}


def _without_kinks(tree: Tree, signs: SignReader) -> Tree:
    """|u| as u or -u where the sign of u is the same on the whole piece."""
    if tree[0] == "abs":
        inner = _without_kinks(tree[1], signs)
        found = signs(tree[1])
        if found <= NONNEGATIVE:
            return inner
        return ["neg", inner] if found <= NEGATIVE | ZERO else ["abs", inner]
    return [tree[0], *(_without_kinks(a, signs) if isinstance(a, list) else a for a in tree[1:])]


def _function(tree: Tree, name: str) -> Function:
    """The tree as a function of a complex ball and the flag `analytic`."""
    op, *args = tree
    inner = [_function(a, name) for a in args if isinstance(a, list)]
    match op:
        case "q":
            value = as_fmpq(args[0])
            return lambda z, analytic: acb(arb(value))
        case "pi":
            return lambda z, analytic: acb.pi()
        case "v":
            return lambda z, analytic: z
        case "+":
            return lambda z, analytic: sum((f(z, analytic) for f in inner), acb(0))
        case "*":
            return lambda z, analytic: _product([f(z, analytic) for f in inner])
        case "/":
            top, bottom = inner
            return lambda z, analytic: top(z, analytic) / bottom(z, analytic)
        case "^" | "npow":
            n = args[1] if op == "^" else literal(args[1])
            if n != int(n):
                raise NotReducible(f"the power {n}")
            base, exponent = inner[0], int(n)
            return lambda z, analytic: base(z, analytic) ** exponent
        case "root":
            (one,), part = inner, fmpq(1, args[0])
            return lambda z, analytic: (
                one(z, analytic).sqrt(analytic=analytic) if args[0] == 2
                else one(z, analytic).pow(acb(arb(part)), analytic=analytic)
            )  # fmt: skip
    simple = _FUNCTIONS.get(op)
    if simple is None:
        raise NotReducible(f"{op!r} in an integrand")
    return lambda z, analytic: simple(inner[0](z, analytic), analytic)


_FUNCTIONS: dict[str, Function] = {
    "neg": lambda u, analytic: -u,
    "exp": lambda u, analytic: u.exp(),
    "ln": lambda u, analytic: u.log(analytic=analytic),
    "erfc": lambda u, analytic: u.erfc(),
    "abs": lambda u, analytic: u.real_abs(analytic=analytic),
}


def _product(values: list[acb]) -> acb:
    total = values[0]
    for value in values[1:]:
        total = total * value
    return total
