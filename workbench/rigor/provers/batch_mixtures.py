"""Laplace noise on the mean of a hidden batch: how far the densities of two data sets are apart.

The mean of a batch of m records, which is drawn without replacement, is released with noise of the
scale b = S/(m l), where l = ln(1 + (n/m)(e^v - 1)) is what makes of the budget v of a release that
of a full batch.  An output is a mixture over all batches, and with z = e^l

    e^(-|u - w|/b) <= z e^(-|u|/b)    for w = S/m,

for every u, with equality for u >= w.  If the changed record goes from S to 0 and the others are 0,
the mixtures are of two parts.  Of 6 records and batches of 2, whose means are 0, S/2 and S, let c_j
and d_j of the 15 batches hold j records S, before and after the change, and x_j be the density at
distance j S/2: then sum c_j x_j <= C sum d_j x_j, where C = (sum c_j z^j)/(sum d_j z^j), as

    sum (c_j - C d_j) x_j = (c_2 - C d_2)(x_2 - z x_1) - (c_0 - C d_0)(x_1/z - x_0).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse

S, v, b, n, m, o = declare("S v b n m > 0, real o")
RECORDS, BATCH = 6, 2
LIGHT = ("identity", "sign", "cases", "logarithms", "factors", "products")
POSITIVE = "S, v, b > 0"
FEW = ("b = S/(2*log(1 + 6/2*(exp(v) - 1)))",)
ANY = ("b = S/(m*log(1 + n/m*(exp(v) - 1)))",)
LARGE = (*ANY, "o >= S/m")
STEP = parse("exp(-abs(u - w)/b) <= exp(w/b)*exp(-abs(u)/b)", where="w, b > 0")
OUTSIDE = parse("exp(-d/b) >= exp(w/b)*exp(-abs(u)/b)", where="w, b > 0, d <= u - w, u <= abs(u)")
BEYOND = parse("abs(u) <= u", where="t <= u, t >= 0")
SPENT = parse("u = log(z)", where="b = s/log(z), u = s/b, s, b, z > 0, log(z) > 0")
LEVEL = parse("exp(u) = z", where="u = log(z), z > 0")


# one record that differs from all others ---------------------------------------------------------


def lone(op: str = "<=", where: Sequence[str] = ANY, *, batch: str = "m/n") -> Relation:
    """The density p(o) against e^v p'(o): with chance m/n the changed record is in the batch."""
    zero, one = "exp(-abs(o)/b)/(2*b)", "exp(-abs(o - S/m)/b)/(2*b)"
    return parse(f"(1 - {batch})*({zero}) + {batch}*({one}) {op} exp(v)*({zero})",
                 where=", ".join((f"{POSITIVE}, n, m > 0", *where)))  # fmt: skip


def lone_shown(op: str = "<=", where: Sequence[str] = ANY, *, batch: str = "m/n") -> Outcome:
    """By what one shift of the noise makes of its density."""
    z, w = 1 + n / m * (sp.exp(v) - 1), S / m
    x, y = sp.exp(-sp.Abs(o) / b), sp.exp(-sp.Abs(o - w) / b)
    shift: list[Any] = [(STEP, {"u": o, "w": w, "b": b})]
    if op == ">=":
        shift = [(BEYOND, {"u": o - w, "t": 0}), (o, "<=", sp.Abs(o)),
                 (OUTSIDE, {"u": o, "w": w, "b": b, "d": sp.Abs(o - w)})]  # fmt: skip
    return certify(lone(op, where, batch=batch), methods=LIGHT, facts=[
        (SPENT, {"u": w / b, "s": w, "b": b, "z": z}), (LEVEL, {"u": w / b, "z": z}),
        *shift, (y, op, z * x),
    ])  # fmt: skip


def drawn(*, batch: str = "m/n") -> Relation:
    """The share of the batches that hold a certain record."""
    rest = "(factorial(m - 1)*factorial(n - m))/(factorial(n)/(factorial(m)*factorial(n - m)))"
    return parse(f"factorial(n - 1)/{rest} = {batch}",
                 where="integer n > 0, integer m > 0, m <= n")  # fmt: skip


def drawn_shown(*, batch: str = "m/n") -> Outcome:
    """A factorial is the one before it, times its number."""
    few, many, k = declare("integer m n > 0, integer k")

    def factorial(last: sp.Expr) -> sp.Expr:
        return sp.Product(k, (k, 1, last))

    once = parse("factorial(n) = n*factorial(n - 1)", where="integer n >= 1")
    last = parse(f"a/(b*c)/(d/(f*c)) = {batch}", where="d = n*a, f = m*b, a, b, c, n, m > 0")
    values = {"a": factorial(many - 1), "b": factorial(few - 1), "c": factorial(many - few),
              "d": factorial(many), "f": factorial(few), "n": many, "m": few}  # fmt: skip
    facts = [(once, {"n": many}), (once, {"n": few}), (last, values)]
    return certify(drawn(batch=batch), facts=facts)


# 6 records, of which k others are S ---------------------------------------------------------------


def _density(first: str, others: int) -> str:
    """The mean over all 15 batches."""
    records = [first, *["S"] * others, *["0"] * (RECORDS - 1 - others)]
    each = [f"exp(-abs(o - ({x} + {y})/2)/b)/(2*b)" for x, y in combinations(records, BATCH)]
    return f"({' + '.join(each)})/{len(each)}"


def _counts(first: int, others: int) -> list[int]:
    """How many batches hold 0, 1 and 2 records S."""
    records = [first, *[1] * others, *[0] * (RECORDS - 1 - others)]
    found = Counter(map(sum, combinations(records, BATCH)))
    return [found[j] for j in range(BATCH + 1)]


def _sum(counts: Sequence[int], *parts: str) -> str:
    return "(" + " + ".join(f"{c}*{one}" for c, one in zip(counts, parts, strict=True)) + ")"


def largest(others: int, z: str = "(1 + 6/2*(exp(v) - 1))") -> str:
    """The largest ratio of the two densities."""
    powers = ("1", z, f"{z}^2")
    return f"{_sum(_counts(1, others), *powers)}/{_sum(_counts(0, others), *powers)}"


def at_all_outputs(others: int, where: Sequence[str] = FEW, *, of: int | None = None) -> Relation:
    """p(o) <= C p'(o) for each output o, with the C of so many others."""
    bound = largest(others if of is None else of)
    return parse(f"{_density('S', others)} <= {bound}*({_density('0', others)})",
                 where=", ".join((POSITIVE, *where)))  # fmt: skip


def below_the_budget(others: int) -> Relation:
    """C < e^v."""
    return parse(f"{largest(others)} < exp(v)", where="v > 0")


def all_outputs_shown(others: int, where: Sequence[str] = FEW, *, of: int | None = None) -> Outcome:
    """By the two shifts between means that are neighbours."""
    z, w = 1 + 3 * (sp.exp(v) - 1), S / 2
    sides = [_sum(_counts(first, others), "x", "y", "t") for first in (1, 0)]
    bound = largest(others if of is None else of, "z")
    last = parse(f"{sides[0]}/(30*b) <= {bound}*({sides[1]}/(30*b))",
                 where="x, y, t, b > 0, z > 1, y <= z*x, t <= z*y")  # fmt: skip
    x, y, t = (sp.exp(-sp.Abs(o - j * w) / b) for j in range(3))
    return certify(at_all_outputs(others, where, of=of), methods=LIGHT, facts=[
        (SPENT, {"u": w / b, "s": w, "b": b, "z": z}), (LEVEL, {"u": w / b, "z": z}),
        (STEP, {"u": o, "w": w, "b": b}), (STEP, {"u": o - w, "w": w, "b": b}),
        (last, {"x": x, "y": y, "t": t, "z": z, "b": b}),
    ])  # fmt: skip
