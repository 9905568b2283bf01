"""Floating-point value of the frozen tree in its JSON form, for plots and property tests.

Never evidence above SUPPORTED: exact and enclosed values come from `workbench.rigor.check`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.errors import ClaimError


def evaluate(tree: list[Any], values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - floats or arrays
    """The value at `values`; a sequence is an array whose entry k is the value at index k."""
    match tree:
        case ["q", text]:
            return float(Fraction(text))
        case ["pi"]:
            return math.pi
        case ["v", name]:
            if name not in values:
                raise ClaimError(
                    f"variable {name!r} has no value: pass {name}=... when calling the expression."
                )
            return values[name]
        case ["idx", name, index]:
            return np.asarray(values[name])[int(evaluate(index, values))]
        case [("sum" | "prod") as op, index, low, high, body]:
            first, last = (round(float(evaluate(b, values))) for b in (low, high))
            terms = [evaluate(body, {**values, index: k}) for k in range(first, last + 1)]
            return sum(terms) if op == "sum" else math.prod(terms)
        case ["^", base, power]:
            return evaluate(base, values) ** power
        case ["root", k, inner]:
            value = evaluate(inner, values)
            return np.sqrt(value) if k == 2 else np.cbrt(value) if k == 3 else value ** (1 / k)
        case ["erfc", inner]:
            from scipy.special import erfc

            return erfc(evaluate(inner, values))
    op, *arguments = tree
    args = [evaluate(a, values) for a in arguments]
    match op:
        case "+":
            return sum(args[1:], args[0])
        case "*":
            return math.prod(args[1:], start=args[0])
        case "/":
            return args[0] / args[1]
        case "neg":
            return -args[0]
        case "npow":
            return (1.0 * args[0]) ** args[1]  # integers have no negative powers in numpy
        case "exp":
            return np.exp(args[0])
        case "ln":
            return np.log(args[0])
        case "abs":
            return abs(args[0])
    raise AssertionError(op)
