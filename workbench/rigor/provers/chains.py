"""Looking for derivative chains with logarithms: which factor, and from which end, at each step.

Two factors are worth trying: one that clears denominators, so that derivatives of the coefficients
of logarithms end, and one that frees a single logarithm of its coefficient, so that one derivative
removes it.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_poly

from workbench.rigor.check.atom_signs import NEGATIVE, NONNEGATIVE, POSITIVE
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.line import Interval, signs_inside
from workbench.rigor.check.logchain import ends, limit_at, sum_on
from workbench.rigor.check.logsum import LogSum, Ratio
from workbench.rigor.check.points import decide_at
from workbench.rigor.check.trees import Malformed, Tree
from workbench.rigor.provers.attempts import Unfit

_DEPTH = 8
_MOST_TRIED = 400
_ONE = Ratio.of(fmpq(1))
Steps = list[dict[str, Any]]


def logchain_steps(statement: dict[str, Any]) -> tuple[Steps | None, str]:
    """The steps of a chain (see `check.logchain`), or why none was found."""
    if len(statement["vars"]) != 1 or statement["op"] == "=":
        raise Unfit("one variable and an inequality are needed")
    v = statement["vars"][0]
    if v["sort"] == "seq":
        raise Unfit("a sequence is no variable on a line")
    interval = ends(v)
    gap = difference(statement["left"], statement["op"], statement["right"])
    try:
        f, fault = sum_on(gap, v["name"], interval)
    except (NotReducible, ZeroDivisionError, Malformed) as error:
        raise Unfit(str(error)) from error
    if fault:
        return None, f"logchain: {fault}"
    left = [_MOST_TRIED]
    try:
        steps = _search(f, v["name"], interval, _DEPTH, left)
    except NotReducible as error:
        return None, f"logchain: {error}"
    if steps is None:
        return None, f"logchain: no chain among {_MOST_TRIED - left[0]} of up to {_DEPTH} steps"
    return steps, ""


def _search(f: LogSum, name: str, interval: Interval, depth: int, left: list[int]) -> Steps | None:
    if not f.logs and signs_inside(f.plain.num * f.plain.den, interval) <= NONNEGATIVE:
        return []
    if not f.logs or not depth:
        return None  # a rational function that changes its sign is not non-negative
    for factor in _factors(f, interval):
        scaled = f.scaled(factor)
        for end in ("low", "high"):
            left[0] -= 1
            if left[0] < 0:
                return None
            limit = limit_at(scaled, interval, end)
            if limit is None or decide_at(["q", "0"], "<=", limit, {}) is not True:
                continue
            grown = scaled.derivative()
            if end == "high":
                grown = grown.scaled(Ratio.of(fmpq(-1)))
            rest = _search(grown, name, interval, depth - 1, left)
            if rest is not None:
                return [{"times": ratio_tree(factor, name), "from": end}, *rest]
    return None


def _factors(f: LogSum, interval: Interval) -> list[Ratio]:
    coefficients = [c for _, c in f.logs.values()]
    found = []
    first = coefficients[0]  # if the others are multiples of it, one derivative frees all of them
    if all((c * first.inverse()).derivative().zero for c in coefficients):
        found.append(_made_positive(first.inverse(), interval))
    common = fmpq_poly([1])
    for c in [*coefficients, f.plain]:
        common = common * (c.den // common.gcd(c.den))
    if common.degree() > 0:
        found.append(_made_positive(Ratio(common), interval))
    made: dict[str, Ratio] = {"1": _ONE}
    for one in found:
        if one is not None:
            made.setdefault(f"{one.num.str()}/{one.den.str()}", one)
    return list(made.values())[::-1]


def _made_positive(r: Ratio, interval: Interval) -> Ratio | None:
    if 0 in signs_inside(r.den, interval):
        return None
    signs = signs_inside(r.num * r.den, interval)
    if signs == POSITIVE:
        return r
    return -r if signs == NEGATIVE else None


def ratio_tree(r: Ratio, name: str) -> Tree:
    """A rational function as a tree."""
    top, bottom = _polynomial_tree(r.num, name), _polynomial_tree(r.den, name)
    return top if bottom == ["q", "1"] else ["/", top, bottom]


def _polynomial_tree(p: fmpq_poly, name: str) -> Tree:
    terms: list[Tree] = []
    for k, c in enumerate(p.coeffs()):
        if c != 0:
            power: list[Tree] = [["^", ["v", name], k]] if k else []
            terms.append(["*", ["q", str(c)], *power] if power else ["q", str(c)])
    return terms[0] if len(terms) == 1 else ["+", *(terms or [["q", "0"]])]
