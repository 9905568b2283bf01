"""Subdivision of a box until the sign of the gap is certain on every piece.

A certificate is a tree of halvings ["x", below, above].  Each leaf names the test that settles it:

    n   the enclosure of the gap has the right sign
    m   so has the mean-value form  f(mid) + sum_i f_i(box) (x_i - mid_i)
    c   partials of one sign: the gap is smallest at that end of those variables
    o   outside: one of the conditions is violated on the whole piece

The tree covers the domain by construction, and every test is made again, at another precision.
Variables that a condition defines are replaced by what they stand for.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.duties import of_trees
from workbench.rigor.check.enclose import Interval, NoEnclosure, enclose, precision, times
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.signs import reader_of
from workbench.rigor.check.slopes import Slopes, slopes
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import Malformed, Tree, free, rational, whole

Box = dict[str, tuple[Fraction, Fraction]]
_MOST_BITS = 4096


def check_boxes(c: Certificate) -> Answer:
    """Check `tree`, the halvings, with the test of each leaf, for an inequality."""
    s, bits = c["statement"], whole(c.get("bits", 64))
    if s["op"] == "=":
        return Answer(False, "boxes: an equation cannot be proved by enclosures")
    if not 2 <= bits <= _MOST_BITS:
        raise Malformed(f"bits = {bits}")
    box = box_of(s)
    if isinstance(box, str):
        return Answer(False, f"boxes: {box} has no bounded interval")
    test, leaves, inside = LeafTests(s), 0, 0
    stack: list[tuple[Any, Box]] = [(c["tree"], box)]
    with precision(bits + 13):  # not the precision that the prover used
        while stack:
            node, here = stack.pop()
            if isinstance(node, list):
                name, below, above = node
                low, high = here[name]
                middle = (low + high) / 2
                stack.append((below, {**here, name: (low, middle)}))
                stack.append((above, {**here, name: (middle, high)}))
                continue
            if node not in ("n", "m", "c", "o"):
                raise Malformed(f"the leaf {str(node)[:20]!r}")
            leaves += 1
            inside += node != "o"
            try:
                if not test(node, here):
                    return Answer(False, f"boxes: the test {node!r} fails on a leaf")
            except NoEnclosure as error:
                return Answer(False, f"boxes: no enclosure on a leaf: {error}")
    if not inside:
        return Answer(False, "boxes: the conditions exclude the whole domain")
    return Answer(True, f"boxes: the gap has its sign on {leaves} boxes that cover the domain")


def is_evaluated(c: Certificate, duty: Mapping[str, Any]) -> bool:
    """Whether an accepted certificate shows that an obligation of its two sides is met.

    Where its leaves enclose the gap itself, the pieces cover the domain, and an enclosure exists
    only where every denominator, logarithm and root has a value, for every index of a sum.
    """
    s, stack, leaves = c["statement"], [c["tree"]], set()
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            stack += node[1:]
        else:
            leaves.add(node)
    asked = {k: duty[k] for k in ("kind", "tree", "bound")}
    return leaves <= {"n", "o"} and key_of(asked) in of_trees(reader_of(s), [s["left"], s["right"]])


def box_of(s: dict[str, Any]) -> Box | str:
    """The closed box of the variables without a definition, or the name of one that has none."""
    box: Box = {}
    defined = solutions(s)
    for v in s["vars"]:
        if v["name"] in defined:
            continue
        if v["low"] is None or v["high"] is None or v["sort"] == "seq":
            return str(v["name"])
        box[v["name"]] = (rational(v["low"]), rational(v["high"]))
    sides = [s["left"], s["right"], *(side for a, _, b in s["where"] for side in (a, b))]
    for name in frozenset().union(*(free(solved(s, side)) for side in sides)) - set(box):
        return name  # defined by itself
    return box


class LeafTests:
    """The tests that a leaf may name, for one statement."""

    def __init__(self, s: dict[str, Any]) -> None:
        self.gap = solved(s, difference(s["left"], s["op"], s["right"]))
        self.strict = s["op"] in ("<", ">")
        self.where = [[solved(s, a), op, solved(s, b)] for a, op, b in s["where"]]

    def __call__(self, leaf: str, box: Box) -> bool:
        """Whether the named test settles the box; raises NoEnclosure."""
        if leaf == "o":
            return self.is_outside(box)
        if leaf == "n":
            return self.settles(enclose(self.gap, as_intervals(box)))
        found = slopes(self.gap, as_intervals(box), list(box))
        value = mean_value(self.gap, found, box) if leaf == "m" else corner(self.gap, found, box)
        return self.settles(value)

    def settles(self, value: Interval) -> bool:
        """Whether the enclosure of the gap has the right sign."""
        return value.positive if self.strict else value.nonnegative

    def is_outside(self, box: Box) -> bool:
        """Whether some condition is violated on the whole box."""
        return any(self._is_violated(a, op, b, box) for a, op, b in self.where)

    def _is_violated(self, left: Tree, op: str, right: Tree, box: Box) -> bool:
        try:
            gap = enclose(difference(left, op, right), as_intervals(box))
        except NoEnclosure:
            return False
        if op == "=":
            return gap.negative or gap.positive
        return gap.negative or (op in ("<", ">") and bool(gap.high <= 0))


def as_intervals(box: Box) -> dict[str, Interval]:
    """The environment of a box."""
    return {n: Interval.of(a, b) for n, (a, b) in box.items()}


def mean_value(gap: Tree, found: Slopes, box: Box) -> Interval:
    """The enclosure f(mid) + sum_i f_i(box) (x_i - mid_i)."""
    middle = {n: (a + b) / 2 for n, (a, b) in box.items()}
    value = enclose(gap, {n: Interval.of(m) for n, m in middle.items()})
    low, high = value.low, value.high
    for partial, (n, (a, b)) in zip(found.partials, box.items(), strict=True):
        if partial is not None:
            piece = times(partial, Interval.of(a - middle[n], b - middle[n]))
            low, high = (low + piece.low).lower(), (high + piece.high).upper()
    return Interval(low, high)


def corner(gap: Tree, found: Slopes, box: Box) -> Interval:
    """The enclosure with every variable of one-signed partial at the end where f is smallest."""
    here = as_intervals(box)
    for partial, (n, (a, b)) in zip(found.partials, box.items(), strict=True):
        if partial is None or partial.nonnegative:
            here[n] = Interval.of(a)
        elif partial.high <= 0:
            here[n] = Interval.of(b)
    return enclose(gap, here)
