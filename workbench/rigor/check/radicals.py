"""Variables as powers of their roots: x = y^k with y >= 0, for several variables at once.

The new statement keeps the names: x stands for the root of the old x.  A root of a product of
non-negative factors becomes the product of their roots, so that roots of the variables, to any
order that divides k, are gone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.atom_signs import NONNEGATIVE
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.signs import SignReader, reader_of
from workbench.rigor.check.trees import Malformed, Tree, rational, whole

_HIGHEST_POWER = 60


def check_radicals(c: Certificate, prove: Prove) -> Answer:
    """Check `proof` for the statement in which every variable of `powers` is such a power."""
    made = in_roots(c["statement"], c["powers"])
    if isinstance(made, str):
        return Answer(False, f"radicals: {made}")
    answer = prove(made, c["proof"])
    return Answer(answer.accepted, f"radicals: {answer.message}")


def in_roots(s: Statement, powers: dict[str, Any]) -> Statement | str:
    """The statement about the roots, or why a variable has none."""
    if not powers:
        raise Malformed("powers by variable are needed")
    known = {v["name"]: v for v in s["vars"]}
    where: list[list[Any]] = []
    variables: list[dict[str, Any]] = []
    for name, power in powers.items():
        if not 2 <= whole(power) <= _HIGHEST_POWER:
            raise Malformed(f"the power {power} of a variable")
        v = known.get(name)
        if v is None or v["sort"] != "real" or v["low"] is None or rational(v["low"]) < 0:
            return f"{str(name)[:20]!r} is no non-negative real variable"
        changed = {**v, "low": "0", "low_open": v["low_open"] and rational(v["low"]) == 0}
        for end, op in (("low", ">"), ("high", "<")):
            if v[end] is None or rational(v[end]) == 0:
                continue
            root = _root(rational(v[end]), power)
            if root is not None:
                changed |= {end: str(root), f"{end}_open": v[f"{end}_open"]}
            else:  # an irrational end stays as a condition
                op = op if v[f"{end}_open"] else f"{op}="
                where.append([["^", ["v", name], power], op, ["q", v[end]]])
                if end == "high":
                    changed |= {"high": None, "high_open": False}
        variables.append(changed)
    changed_names = {v["name"]: v for v in variables}
    new = {**s, "vars": [changed_names.get(v["name"], v) for v in s["vars"]]}
    reader = reader_of({**new, "where": []})

    def put(tree: Tree) -> Tree:
        op, *args = tree
        if op == "v" and args[0] in powers:
            return ["^", tree, powers[args[0]]]
        if op in ("sum", "prod") and args[0] in known:  # the signs are those of the variable
            raise Malformed(f"the index {args[0]} hides a variable")
        made = [op, *(put(a) if isinstance(a, list) else a for a in args)]
        return _simpler(made[2], made[1], reader) if op == "root" else made

    where += [_without_power(put(a), op, put(b), reader) for a, op, b in s["where"]]
    return {**new, "where": where, "left": put(s["left"]), "right": put(s["right"]),
            "requires": []}  # fmt: skip


def _simpler(tree: Tree, order: int, reader: SignReader) -> Tree:
    """The root of a tree, taken factor by factor where all of them are non-negative."""
    op, *args = tree
    if op == "q" and (value := _root(rational(args[0]), order)) is not None:
        return ["q", str(value)]
    if op == "^" and args[1] % order == 0 and args[1] and reader(args[0]) <= NONNEGATIVE:
        left = args[1] // order
        return args[0] if left == 1 else ["^", args[0], left]
    if op in ("*", "/") and all(reader(a) <= NONNEGATIVE for a in args):
        return [op, *(_simpler(a, order, reader) for a in args)]
    return ["root", order, tree]


def _without_power(left: Tree, op: str, right: Tree, reader: SignReader) -> list[Any]:
    """A comparison of equal powers of non-negative trees is one of the trees."""
    equal = left[0] == right[0] == "^" and left[2] == right[2] > 0
    if equal and all(reader(side[1]) <= NONNEGATIVE for side in (left, right)):
        return [left[1], op, right[1]]
    return [left, op, right]


def _root(value: Fraction, order: int) -> Fraction | None:
    """The rational root of a non-negative rational, if there is one."""
    if value < 0:
        return None
    parts = [_whole_root(n, order) for n in (value.numerator, value.denominator)]
    if None in parts:
        return None
    return Fraction(parts[0] or 0, parts[1] or 1)


def _whole_root(n: int, order: int) -> int | None:
    low, high = 0, 1 << (n.bit_length() // order + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**order <= n else (low, middle - 1)
    return low if low**order == n else None
