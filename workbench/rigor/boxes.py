"""Adaptive subdivision of a box until the sign of the gap is certain on every piece.

Depth first, splitting the side without which the enclosure would be narrowest.  Three limits are
mandatory: the number of boxes, the time, and the narrowest side; at a point where both sides of the
statement touch, only the last one stops the search.  A midpoint with a certain wrong sign is an
exact counterexample.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.rigor.check.enclose import Interval, NoEnclosure, enclose, precision
from workbench.rigor.check.signs import difference

Box = dict[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class Search:
    """A tree of splits that covers the domain, or a counterexample, or where it is stuck."""

    tree: Any = None
    point: dict[str, str] | None = None
    reason: str = ""
    boxes: int = 0


def split_until_certain(
    statement: dict[str, Any], *, boxes: int, seconds: float, narrowest: Fraction, bits: int = 64
) -> Search:
    """Look for a split tree for `left op right` on its bounded domain (see `kinds._boxes`)."""
    gap = difference(statement["left"], statement["op"], statement["right"])
    strict = statement["op"] in ("<", ">")
    if statement["op"] == "=" or statement["where"]:
        return Search(reason="enclosures need an inequality on a plain box")
    whole: Box = {}
    for v in statement["vars"]:
        if v["low"] is None or v["high"] is None or v["sort"] == "seq":
            return Search(reason=f"{v['name']} has no bounded interval")
        whole[v["name"]] = (Fraction(v["low"]), Fraction(v["high"]))
    width = {n: (b - a) or Fraction(1) for n, (a, b) in whole.items()}
    end = time.monotonic() + seconds
    root: list[Any] = [None]
    stack: list[tuple[Box, list[Any], int]] = [(whole, root, 0)]
    count = 0
    with precision(bits):
        while stack:
            box, parent, place = stack.pop()
            count += 1
            value = _value(gap, box)
            if value is not None and (value.positive if strict else value.nonnegative):
                parent[place] = "n"
                continue
            middle = {n: (a + b) / 2 for n, (a, b) in box.items()}
            at_middle = _value(gap, {n: (m, m) for n, m in middle.items()})
            if at_middle is not None and at_middle.negative:
                return Search(point={n: str(m) for n, m in middle.items()}, boxes=count)
            name = _widest(gap, box, width)
            side = box[name][1] - box[name][0]
            if side <= narrowest or count >= boxes or time.monotonic() > end:
                why = (
                    f"narrowest side {float(narrowest):.1e}" if side <= narrowest
                    else f"{boxes} boxes" if count >= boxes else f"{seconds:g} s"
                )  # fmt: skip
                near = ", ".join(f"{n} = {float(m):.6g}" for n, m in middle.items())
                shown = "no enclosure" if value is None else f"enclosure {value.text()}"
                return Search(
                    reason=f"stuck at {near} ({shown}); limit reached: {why}", boxes=count
                )
            node: list[Any] = [name, None, None]
            parent[place] = node
            a, b = box[name]
            stack.append(({**box, name: (middle[name], b)}, node, 2))
            stack.append(({**box, name: (a, middle[name])}, node, 1))
    return Search(tree=root[0], boxes=count)


def _widest(gap: list[Any], box: Box, width: dict[str, Fraction]) -> str:
    """The side that contributes most to the width of the enclosure; else the longest one."""
    longest = max(box, key=lambda n: (box[n][1] - box[n][0]) / width[n])
    if len(box) == 1:
        return longest
    found: dict[str, float] = {}
    for n, (a, b) in box.items():
        if (b - a) / width[n] * 64 < (box[longest][1] - box[longest][0]) / width[longest]:
            continue  # never let one side become much shorter than the others
        middle = (a + b) / 2
        inside = _value(gap, {**box, n: (middle, middle)})
        if inside is None:
            return longest
        found[n] = float((inside.high - inside.low).mid())
    return min(found, key=lambda n: found[n])


def _value(gap: list[Any], box: Box) -> Interval | None:
    try:
        return enclose(gap, {n: Interval.of(a, b) for n, (a, b) in box.items()})
    except NoEnclosure:
        return None
