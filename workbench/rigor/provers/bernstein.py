"""Bernstein subdivision: halve the box until all coefficients have the right sign.

A coefficient at a corner of the box is a value of the polynomial: one of the wrong sign there is a
counterexample.
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

from flint import fmpq

from workbench.rigor.check.bernstein import Coefficients, coefficients
from workbench.rigor.check.boxes import Box, box_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.polynomials import Polynomials
from workbench.rigor.provers.attempts import Unfit


def bernstein_tree(
    statement: dict[str, Any], *, boxes: int, seconds: float
) -> tuple[Any, dict[str, str] | None, str]:
    """The halvings (see `check.bernstein`), or a point of wrong sign, or why neither was found."""
    box = box_of(statement)
    if statement["op"] == "=" or isinstance(box, str) or not box:
        raise Unfit("an inequality on a bounded box is needed")
    try:
        polynomials = Polynomials(statement)
        gap = polynomials.gap()
    except (NotReducible, ZeroDivisionError) as error:
        raise Unfit(str(error)) from error
    strict, end = statement["op"] in ("<", ">"), time.process_time() + seconds
    root: list[Any] = [None]
    stack: list[tuple[Box, list[Any], int]] = [(box, root, 0)]
    count = 0
    while stack:
        here, parent, place = stack.pop()
        count += 1
        try:
            table = coefficients(gap, polynomials, here)
        except NotReducible as error:
            return None, None, f"bernstein: {error}"
        least = min(table, key=lambda at: table[at])
        if table[least] > 0 or (table[least] == 0 and not strict):
            parent[place] = "b"
            continue
        degrees = [max(at[k] for at in table) for k in range(len(least))]
        if all(at in (0, d) for at, d in zip(least, degrees, strict=True)):  # a value of the gap
            point = {
                n: str(here[n][1] if at else here[n][0])
                for n, at in zip(polynomials.names, least, strict=True)
            }
            return None, point, "bernstein: a corner has the wrong sign"
        name = _uneven(table, polynomials.names, degrees)
        low, high = here[name]
        if count >= boxes or time.process_time() > end:
            near = ", ".join(f"{n} in [{float(a):.6g}, {float(b):.6g}]"
                             for n, (a, b) in here.items())  # fmt: skip
            return (
                None,
                None,
                (
                    f"bernstein: stuck at {near} (least coefficient"
                    f" {float(Fraction(str(table[least]))):.3g}); limit reached: {count} boxes"
                ),
            )
        node: list[Any] = [name, None, None]
        parent[place] = node
        middle = (low + high) / 2
        stack.append(({**here, name: (middle, high)}, node, 2))
        stack.append(({**here, name: (low, middle)}, node, 1))
    return root[0], None, ""


def _uneven(table: Coefficients, names: list[str], degrees: list[int]) -> str:
    """The variable along which neighbouring coefficients differ most."""
    change = [fmpq(0)] * len(names)
    for at, value in table.items():
        for k in range(len(names)):
            if at[k] < degrees[k]:
                after = table[(*at[:k], at[k] + 1, *at[k + 1 :])]
                change[k] = max(change[k], abs(after - value))
    return names[max(range(len(names)), key=lambda k: change[k])]
