"""z3, if it is installed, as an oracle for statements about polynomials and fractions.

It is asked for a point where the statement fails.  A model is worth a refutation only after the
exact checker has evaluated it; "there is none" is z3's word, and comes without a certificate.
"""

from __future__ import annotations

import importlib
import importlib.util
from fractions import Fraction
from typing import Any

from workbench.rigor.check.points import check_counterexample
from workbench.symbolic import Relation


def is_installed() -> bool:
    """Whether z3 can be imported."""
    try:
        found = importlib.util.find_spec("z3")
    except ValueError:  # a module without a specification stands in its place
        return False
    return found is not None and found.origin is not None  # a mere folder z3 has no origin


_ARITHMETIC = ("+", "*", "neg", "^", "/", "abs")


class _OutsideArithmetic(Exception):
    """An operation that is no polynomial arithmetic; its name is the message."""


def ask(r: Relation, *, seconds: float) -> tuple[dict[str, str] | None, str]:
    """An exact counterexample, or "none" if z3 says that there is none, or why it cannot say."""
    z3: Any = importlib.import_module("z3")
    symbols = {
        v.name: z3.Int(v.name) if v.sort == "int" else z3.Real(v.name)
        for v in r.variables if v.sort != "seq"
    }  # fmt: skip
    solver = z3.Solver()
    solver.set("timeout", max(1, int(1000 * seconds)))
    try:
        for left, op, right in _hypotheses(r):
            solver.add(_compare(_term(left, symbols, z3, solver), op,
                                _term(right, symbols, z3, solver)))  # fmt: skip
        s = r.tree
        left, right = (_term(s[k], symbols, z3, solver) for k in ("left", "right"))
        solver.add(z3.Not(_compare(left, s["op"], right)))
    except _OutsideArithmetic as error:
        return None, f"z3: {error} is outside polynomial arithmetic"
    answer = str(solver.check())
    if answer == "unsat":
        return None, "none"
    if answer != "sat":
        return None, f"z3: undecided after {seconds:.3g} s"
    model = solver.model()
    for digits in (0, 3, 6, 12, 30):
        point = {n: _value(model.eval(x, model_completion=True), digits, z3)
                 for n, x in symbols.items()}  # fmt: skip
        if check_counterexample({"statement": s, "point": point}).accepted:
            return point, ""
    return None, "z3: its model is not rational, and no rational point near it violates the claim"


def _hypotheses(r: Relation) -> list[Any]:
    own = [c.tree for v in r.variables if v.sort != "seq" for c in v.conditions()]
    return own + [c.tree for c in r.where]


def _term(tree: list[Any], symbols: dict[str, Any], z3: Any, solver: Any) -> Any:  # noqa: ANN401
    op, *args = tree
    if op == "q":
        return z3.Q(Fraction(args[0]).numerator, Fraction(args[0]).denominator)
    if op == "v":
        return symbols[args[0]]
    if op == "root":
        inner = _term(args[1], symbols, z3, solver)
        made = z3.FreshReal("root")
        solver.add(made >= 0, made ** args[0] == inner)
        return made
    if op not in _ARITHMETIC:  # before its parts are read: the index of a sum is no variable
        raise _OutsideArithmetic(op)
    parts = [_term(a, symbols, z3, solver) for a in args if isinstance(a, list)]
    match op:
        case "+":
            return z3.Sum(parts)
        case "*":
            return z3.Product(parts)
        case "neg":
            return -parts[0]
        case "^":
            return z3.Product([parts[0]] * args[1]) if args[1] else z3.Q(1, 1)
        case "/":
            solver.add(parts[1] != 0)  # elsewhere there is no value, and nothing to refute
            return z3.ToReal(parts[0]) / parts[1] if z3.is_int(parts[0]) else parts[0] / parts[1]
        case _:
            return z3.If(parts[0] >= 0, parts[0], -parts[0])


def _compare(left: Any, op: str, right: Any) -> Any:  # noqa: ANN401 - terms of z3
    return {
        "<=": left <= right, "<": left < right, "=": left == right,
        ">=": left >= right, ">": left > right,
    }[op]  # fmt: skip


def _value(value: Any, digits: int, z3: Any) -> str:  # noqa: ANN401 - a number of z3
    if z3.is_algebraic_value(value):
        value = value.approx(digits or 2)
    return str(Fraction(value.as_fraction() if z3.is_rational_value(value) else value.as_long()))
