"""Families of random numbers of a declared law: what is known of each, and of any two.

The table of laws stands at the head of `workbench.rigor.check.moments`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.rigor.check.atom_signs import NONNEGATIVE
from workbench.rigor.check.cover import Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.signs import reader_of
from workbench.rigor.check.trees import Malformed, Tree, least, read_tree

_ZERO, _ONE = ["q", "0"], ["q", "1"]
_WITHIN = {"batch": ("0", "1"), "order": ("1", None), "signs": ("-1", "1"),
           "laplace": (None, None), "normal": (None, None)}  # fmt: skip


@dataclass(frozen=True)
class FamilyMoments:
    """N numbers with one mean, one second moment, and one mean of the product of any two."""

    name: str
    count: Tree  # N
    mean: Tree
    square: Tree
    pair: Tree
    is_order: bool = False  # then the three are those of functions of an entry: see `in_order`


def families_of(told: Any, s: Statement) -> dict[str, FamilyMoments]:  # noqa: ANN401 - JSON
    """Families of the table; the numbers in them make sense on the domain of a statement."""
    return {one["name"]: _family(one, s) for one in told}


def _family(one: Any, s: Statement) -> FamilyMoments:  # noqa: ANN401 - JSON
    if set(one) != {"name", "law", "count", "of"} or one["law"] not in _WITHIN:
        raise Malformed(f"a family has a name, a law of {', '.join(_WITHIN)}, a count, and `of`")
    ints = {v["name"]: v for v in s["vars"] if v["sort"] == "int" and v["low"] is not None}
    name, count, of, law = one["name"], one["count"], one["of"], one["law"]
    if count[0] != "v" or count[1] not in ints or least(ints[count[1]]) < 1:
        raise Malformed("how many there are in a family is an integer variable >= 1")
    if law == "batch":
        if of[0] != "v" or of[1] not in ints or least(ints[of[1]]) < 0:
            raise Malformed("the size of a batch is an integer variable >= 0")
        if of != count and [of, "<=", count] not in s["where"]:
            raise Malformed("a condition says that a batch is no larger than all, m <= n")
        share, less = ["/", of, count], [["+", tree, ["q", "-1"]] for tree in (of, count)]
        return FamilyMoments(name, count, share, share, ["*", share, ["/", *less]])
    if law in ("signs", "order"):
        if of is not None:
            raise Malformed("signs are fair, and an order is uniform")
        return FamilyMoments(name, count, _ZERO, _ONE, _ZERO, law == "order")
    read_tree(of, {v["name"]: v["sort"] for v in s["vars"]})
    if unmet(s, [of]) or not reader_of(s)(of) <= NONNEGATIVE:
        raise Malformed("the scale of noise is visibly non-negative")
    square = ["^", of, 2] if law == "normal" else ["*", ["q", "2"], ["^", of, 2]]
    return FamilyMoments(name, count, _ZERO, square, _ZERO)


def in_order(order: FamilyMoments, f: Tree, g: Tree, j: str) -> FamilyMoments:
    """What is known of f(pi_i) and g(pi_i), for functions f and g of an index j."""
    one, other, both = (["sum", j, _ONE, order.count, x] for x in (f, g, ["*", f, g]))
    pairs = ["*", order.count, ["+", order.count, ["q", "-1"]]]
    apart = ["/", ["+", ["*", one, other], ["neg", both]], pairs]
    mean, square = (["/", x, order.count] for x in (one, both))
    return FamilyMoments(order.name, order.count, mean, square, apart)


def as_placed(tree: Tree, told: Iterable[Mapping[str, Any]]) -> Tree:
    """A tree for the order pi_i = i, so that an entry of it is the index of a sequence."""
    orders = {one["name"] for one in told if one["law"] == "order"}

    def put(one: Any) -> Any:  # noqa: ANN401 - JSON
        if not isinstance(one, list):
            return one
        is_entry = len(one) == 3 and one[0] == "idx" and one[1] in orders
        return put(one[2]) if is_entry else [put(part) for part in one]

    return put(tree)


def entries_of(told: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Families as sequences of which nothing is known."""
    return [{**real(one["name"]), "sort": "seq"} for one in told]


def intervals_of(told: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """That each entry is in the interval of its law, for all indices."""
    index = {**real("i"), "sort": "int"}
    ends = [
        (end, op, ["idx", one["name"], ["v", "i"]])
        for one in told
        for end, op in zip(_WITHIN[one["law"]], ("<=", ">="), strict=True)
        if end is not None
    ]
    return [
        {"vars": [index], "where": [], "left": ["q", end], "op": op, "right": entry}
        for end, op, entry in ends
    ]


def real(name: str) -> dict[str, Any]:
    """A real variable without an interval."""
    return {"name": name, "sort": "real", "low": None, "low_open": False, "high": None,
            "high_open": False}  # fmt: skip
