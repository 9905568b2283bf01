"""The same statement on other intervals, written as mathematicians write them."""

from __future__ import annotations

from dataclasses import replace

from workbench.symbolic import Relation, Variable


def on(made: Relation, **intervals: str) -> Relation:
    """`on(r, x="[0, 1)", y="(0, oo)")`: the domains of x and y replaced."""
    return replace(
        made,
        variables=tuple(
            interval(v, intervals[v.name]) if v.name in intervals else v for v in made.variables
        ),
    )


def interval(v: Variable, text: str) -> Variable:
    """The variable on the interval that the text describes."""
    low, high = (part.strip() for part in text[1:-1].split(","))
    return Variable(
        v.name, v.sort,
        None if low == "-oo" else low, low != "-oo" and text[0] == "(",
        None if high == "oo" else high, high != "oo" and text[-1] == ")",
    )  # fmt: skip
