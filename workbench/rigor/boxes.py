"""Adaptive subdivision of a box until the sign of the gap is certain on every piece.

Depth first, splitting the side along which the gap varies most.  Three limits are mandatory: the
number of boxes, the time, and the narrowest side; at a point where both sides of the statement
touch, only the last one stops the search.  A midpoint that meets the conditions and has a certain
wrong sign is an exact counterexample.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.rigor.check.boxes import Box, LeafTests, as_intervals, box_of, corner, mean_value
from workbench.rigor.check.enclose import Interval, NoEnclosure, enclose, precision
from workbench.rigor.check.points import check_counterexample
from workbench.rigor.check.slopes import Slopes, slopes


@dataclass(frozen=True, slots=True)
class BoxSearch:
    """A tree of splits that covers the domain, or a counterexample, or where it is stuck."""

    tree: Any = None
    point: dict[str, str] | None = None
    reason: str = ""
    boxes: int = 0


def split_until_certain(
    statement: dict[str, Any],
    *,
    boxes: int,
    seconds: float,
    narrowest: Fraction,
    bits: int = 64,
    derivatives: bool = True,
) -> BoxSearch:
    """Look for a split tree for `left op right` on its bounded domain (see `check.boxes`).

    Without `derivatives` only bare enclosures are used.
    """
    if statement["op"] == "=":
        return BoxSearch(reason="enclosures need an inequality")
    whole = box_of(statement)
    if isinstance(whole, str):
        return BoxSearch(reason=f"{whole} has no bounded interval")
    test = LeafTests(statement)
    width = {n: (b - a) or Fraction(1) for n, (a, b) in whole.items()}
    end = time.process_time() + seconds
    root: list[Any] = [None]
    stack: list[tuple[Box, list[Any], int]] = [(whole, root, 0)]
    count = 0
    with precision(bits):
        while stack:
            box, parent, place = stack.pop()
            count += 1
            leaf, value, found = _settled(test, box, derivatives=derivatives)
            if leaf:
                parent[place] = leaf
                continue
            middle = {n: (a + b) / 2 for n, (a, b) in box.items()}
            at_middle = _value(test, {n: (m, m) for n, m in middle.items()})
            if at_middle is not None and at_middle.negative:
                point = {n: str(m) for n, m in middle.items()}
                if check_counterexample({"statement": statement, "point": point}).accepted:
                    return BoxSearch(point=point, boxes=count)
            if not box:
                shown = "none" if value is None else value.text()
                return BoxSearch(reason=f"no variable to split; enclosure of the gap: {shown}")
            name = _steepest(found, box, width) or _widest(test, box, width)
            side = box[name][1] - box[name][0]
            if side <= narrowest or count >= boxes or time.process_time() > end:
                why = (
                    f"narrowest side {float(narrowest):.1e}" if side <= narrowest
                    else f"{boxes} boxes" if count >= boxes else f"{seconds:.3g} s"
                )  # fmt: skip
                near = ", ".join(
                    f"{n} = {float(m):.6g} +- {float(box[n][1] - m):.1e}" for n, m in middle.items()
                )
                shown = "no enclosure" if value is None else f"enclosure {value.text()}"
                return BoxSearch(
                    reason=f"stuck at {near} ({shown}); limit reached: {why}", boxes=count
                )
            node: list[Any] = [name, None, None]
            parent[place] = node
            a, b = box[name]
            stack.append(({**box, name: (middle[name], b)}, node, 2))
            stack.append(({**box, name: (a, middle[name])}, node, 1))
    return BoxSearch(tree=root[0], boxes=count)


def _settled(
    test: LeafTests, box: Box, *, derivatives: bool
) -> tuple[str, Interval | None, Slopes | None]:
    """The first test that settles the box, the best enclosure, and the slopes if they exist."""
    if test.where and test.is_outside(box):
        return "o", None, None
    value = _value(test, box)
    if value is not None and test.settles(value):
        return "n", value, None
    if value is None or not derivatives or not box:  # one point has no slopes
        return "", value, None
    try:
        found = slopes(test.gap, as_intervals(box), list(box))
        for leaf, form in (("m", mean_value), ("c", corner)):
            finer = form(test.gap, found, box)
            if test.settles(finer):
                return leaf, finer, found
            value = finer if finer.low > value.low else value
    except NoEnclosure:
        return "", value, None
    return "", value, found


def _steepest(found: Slopes | None, box: Box, width: dict[str, Fraction]) -> str | None:
    """The side along which the gap may vary most, by its slope there."""
    if found is None or len(box) == 1:
        return None
    longest = max((b - a) / width[n] for n, (a, b) in box.items())
    best, steepest = 0.0, None
    for partial, (n, (a, b)) in zip(found.partials, box.items(), strict=True):
        if partial is None or (b - a) / width[n] * 64 < longest:
            continue
        size = float(max(abs(partial.low), abs(partial.high)).mid()) * float(b - a)
        if size > best:
            best, steepest = size, n
    return steepest


def _widest(test: LeafTests, box: Box, width: dict[str, Fraction]) -> str:
    """The side without which the enclosure would be narrowest; else the longest one."""
    longest = max(box, key=lambda n: (box[n][1] - box[n][0]) / width[n])
    if len(box) == 1:
        return longest
    found: dict[str, float] = {}
    for n, (a, b) in box.items():
        if (b - a) / width[n] * 64 < (box[longest][1] - box[longest][0]) / width[longest]:
            continue  # never let one side become much shorter than the others
        middle = (a + b) / 2
        inside = _value(test, {**box, n: (middle, middle)})
        if inside is None:
            return longest
        found[n] = float((inside.high - inside.low).mid())
    return min(found, key=lambda n: found[n])


def _value(test: LeafTests, box: Box) -> Interval | None:
    try:
        return enclose(test.gap, as_intervals(box))
    except NoEnclosure:
        return None
