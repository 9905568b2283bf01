"""Trees as the checkers read them: well-formed, with names that cannot be mistaken, or refused.

A certificate may come from anywhere.  Before any mathematics its statement is read once: known
operators, exact numbers as text, every variable declared exactly once, no empty domain.  Names are
plain words, because the checkers make names of their own with the signs `#`, `~` and `@`.

Substitution renames a bound index where a substituted expression mentions the same name, so that
nothing is ever captured by a sum.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping
from fractions import Fraction
from operator import is_
from typing import Any

from workbench.rigor.check.fuel import kept, spend
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.words import is_word

Tree = list[Any]

_NUMBER = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")  # \d would let the digits of every script pass
_PLACE = re.compile(r"0|-?[1-9][0-9]{0,17}")
_RELATIONS = ("<=", "<", "=", ">=", ">")
BINDERS = ("sum", "prod")
_FIXED = {"/": 2, "neg": 1, "npow": 2, "exp": 1, "ln": 1, "abs": 1, "erfc": 1, "pi": 0}
_STATEMENT = ("vars", "where", "left", "op", "right", "requires")
_DUTIES = ("nonzero", "positive", "nonnegative", "power", "integer")
_HIGHEST_ORDER = 1000  # of a root
_LONGEST_NUMBER, _LARGEST_TREE = 20_000, 200_000  # characters, nodes
_MOST_READ, _PORTION = 10_000, 128  # trees that are remembered, nodes that are paid for at once


class Malformed(ValueError):
    """The certificate is not one that this version reads; the message says where."""


def rational(text: Any) -> Fraction:  # noqa: ANN401 - JSON
    """The exact number that a text such as "-3/7" stands for; floats are refused."""
    if not isinstance(text, str):
        raise Malformed(f"{str(text)[:40]!r} is not an exact number such as '-3/7'")
    return _rational(text)


@functools.lru_cache(maxsize=4096)
def _rational(text: str) -> Fraction:
    if len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        raise Malformed(f"{text[:40]!r} is not an exact number such as '-3/7'")
    return Fraction(text)


def whole(value: Any) -> int:  # noqa: ANN401 - JSON
    """An integer of JSON, not a truth value and not a float."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Malformed(f"{str(value)[:40]!r} is not an integer")
    return value


def place(text: Any) -> int:  # noqa: ANN401 - JSON
    """The index that a key such as "-3" of a JSON object stands for, in its one spelling."""
    if not isinstance(text, str) or not _PLACE.fullmatch(text):
        raise Malformed(f"{str(text)[:40]!r} is not an index such as '3'")
    return int(text)


def _nodes(tree: Tree) -> list[Tree]:
    """All nodes of a tree; a value put in at two places is one list and two subtrees."""
    found = [tree]
    for nodes, node in enumerate(found, 1):  # it grows on the way
        if not nodes % _PORTION:
            spend(2 * _PORTION, "expressions after substitution")
        if node[0] not in ("v", "q"):
            found += [a for a in node[1:] if isinstance(a, list)]
    spend(2 * (len(found) % _PORTION), "expressions after substitution")
    return found


def size(tree: Tree) -> int:
    """How many nodes a tree has."""
    return len(_nodes(tree))


def free(tree: Tree) -> frozenset[str]:
    """The variables (not the sequences) that occur outside of a sum that binds them."""
    found, waiting = set[str](), [tree]
    for nodes, node in enumerate(waiting, 1):  # it grows on the way
        if not nodes % _PORTION:
            spend(2 * _PORTION, "expressions after substitution")
        op = node[0]
        if op == "v":
            found.add(node[1])
        elif op in BINDERS:
            waiting += node[2:4]
            found |= free(node[4]) - {node[1]}
        elif op != "q":
            waiting += [a for a in node[1:] if isinstance(a, list)]
    spend(2 * (len(waiting) % _PORTION), "expressions after substitution")
    return frozenset(found)


def names_in(tree: Tree) -> frozenset[str]:
    """The variables and sequences of a tree, indices of its sums included."""
    return frozenset(node[1] for node in _nodes(tree) if node[0] in ("v", "idx"))


def replace(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """Replace free variables; a bound index shadows its namesake and captures nothing."""
    if not values:
        return tree
    seen = [0]
    made = _replace(tree, values, None, seen)
    spend(2 * (seen[0] % _PORTION), "substitutions")
    return made


def _replace(
    tree: Tree, values: Mapping[str, Tree], coming: frozenset[str] | None, seen: list[int]
) -> Tree:
    """The tree itself where nothing in it is replaced.

    coming: the names in the values, asked for where a sum binds one, None before
    seen: how many nodes so far
    """
    seen[0] += 1
    if not seen[0] % _PORTION:
        spend(2 * _PORTION, "substitutions")
    op = tree[0]
    if op == "v":
        return values.get(tree[1], tree)
    if op == "q":
        return tree
    if op in BINDERS:
        _, index, low, high, body = tree
        if coming is None:
            coming = frozenset().union(*(free(v) for v in values.values()))
        low, high = _replace(low, values, coming, seen), _replace(high, values, coming, seen)
        inner = {k: v for k, v in values.items() if k != index}
        if index in coming:  # renamed in the same pass: `made` may be replaced elsewhere
            made = _fresh(index, coming | free(body))
            inner[index], coming, index = ["v", made], coming | {made}, made
        return [op, index, low, high, _replace(body, inner, coming, seen)]
    parts = [_replace(a, values, coming, seen) if isinstance(a, list) else a for a in tree]
    return tree if all(map(is_, parts, tree)) else parts


def fresh_index(index: str, body: Tree, coming: frozenset[str]) -> tuple[str, Tree]:
    """The index and body of a sum, renamed if one of the coming names would be captured."""
    if index not in coming:
        return index, body
    made = _fresh(index, coming | free(body))
    return made, replace(body, {index: ["v", made]})


def _fresh(index: str, taken: frozenset[str]) -> str:
    return index if index not in taken else _fresh(f"{index}@", taken)


# shape ----------------------------------------------------------------------------------------


def read_statement(s: Any) -> None:  # noqa: ANN401 - JSON
    """Refuse a statement that is not well-formed, or whose domain is empty."""
    if not isinstance(s, dict) or not set(s) <= set(_STATEMENT):
        raise Malformed(f"the statement is not a JSON object with the keys {', '.join(_STATEMENT)}")
    names = kept(("declared", key_of(s["vars"])), functools.partial(_declared, s["vars"]))
    known: dict[int, Tree] = kept(("read", *names.items()), dict)
    for left, op, right in ([s["left"], s["op"], s["right"]], *s["where"]):
        if op not in _RELATIONS:
            raise Malformed(f"{op!r} is not one of {', '.join(_RELATIONS)}")
        read_tree(left, names, known)
        read_tree(right, names, known)
    for duty in s.get("requires", []):
        if duty["kind"] not in _DUTIES:
            raise Malformed(f"a duty of the kind {str(duty['kind'])[:20]!r}")
        inner = dict(names)
        for index, low, high in duty["bound"]:
            read_tree(low, inner)
            read_tree(high, inner)
            inner[_index(index, names)] = "int"
        read_tree(duty["tree"], inner)
        if duty["kind"] == "power" and duty["tree"][0] != "npow":
            raise Malformed("a duty of the kind 'power' about another node than a power")


def _declared(variables: list[Mapping[str, Any]]) -> dict[str, str]:
    """The sort of each variable, by its name."""
    names: dict[str, str] = {}
    for v in variables:
        if v["name"] in names:
            raise Malformed(f"variable {v['name']!r} is declared twice")
        _read_variable(v)
        names[v["name"]] = v["sort"]
    return names


def _read_variable(v: Mapping[str, Any]) -> None:
    name, sort = v["name"], v["sort"]
    if not is_word(name):
        raise Malformed(f"variable {name!r} is not a plain word of a-z, A-Z, 0-9 and _")
    if sort not in ("real", "int", "seq"):
        raise Malformed(f"variable {name!r} has the unknown sort {sort!r}")
    if not (isinstance(v["low_open"], bool) and isinstance(v["high_open"], bool)):
        raise Malformed(f"variable {name!r}: an end is open or it is not")
    for end in ("low", "high"):
        if v[end] is not None:
            rational(v[end])
    fault = interval_fault(v)
    if fault:
        raise Malformed(f"variable {name!r} has an {fault}")


def interval_fault(v: Mapping[str, Any]) -> str:
    """Why the interval of a variable says nothing, or the empty text."""
    if v["low"] is None or v["high"] is None:
        return ""
    low, high = rational(v["low"]), rational(v["high"])
    empty = low > high or (low == high and (v["low_open"] or v["high_open"]))
    if empty or (v["sort"] == "int" and least(v) > greatest(v)):
        return "empty domain: anything would be true"
    return ""


def least(v: Mapping[str, Any]) -> int:
    """The smallest integer of an interval that has a low end."""
    low = rational(v["low"])
    return math.floor(low) + 1 if v["low_open"] else math.ceil(low)


def greatest(v: Mapping[str, Any]) -> int:
    """The largest integer of an interval that has a high end."""
    high = rational(v["high"])
    return math.ceil(high) - 1 if v["high_open"] else math.floor(high)


def read_tree(tree: Any, names: Mapping[str, str], known: dict[int, Tree] | None = None) -> None:  # noqa: ANN401
    """Refuse unknown operators, floats, variables not in `names`; `known` was read with these."""
    known = kept(("read", *names.items()), dict) if known is None else known
    if id(tree) not in known:
        _read(tree, names, [_LARGEST_TREE])
        if len(known) > _MOST_READ:
            known.clear()
        known[id(tree)] = tree  # kept: no other has its id


def _read(tree: Any, names: Mapping[str, str], left: list[int]) -> None:  # noqa: ANN401
    left[0] -= 1
    if left[0] < 0:
        raise Malformed(f"a tree has more than {_LARGEST_TREE} nodes")
    if not isinstance(tree, list) or not tree:
        raise Malformed(f"{str(tree)[:40]!r} is not a node of a tree")
    op, *args = tree
    if op == "q" and len(args) == 1:  # nearly all nodes are leaves
        rational(args[0])
        return
    children: list[Any] = args
    match op, args:
        case (("+" | "*"), [_, *_]):
            pass
        case "v", [str(name)]:
            if names.get(name) not in ("real", "int"):
                raise Malformed(f"variable {name!r} is not declared")
            return
        case "idx", [str(name), at]:
            if names.get(name) != "seq":
                raise Malformed(f"sequence {name!r} is not declared")
            children = [at]
        case "^", [base, n]:
            if whole(n) < 0:
                raise Malformed(f"a power with the negative exponent {n}")
            children = [base]
        case "root", [order, inner]:
            if not 1 <= whole(order) <= _HIGHEST_ORDER:
                raise Malformed(f"a root of order {order}")
            children = [inner]
        case (("sum" | "prod"), [index, low, high, body]):
            _read(body, {**names, _index(index, names): "int"}, left)
            children = [low, high]
        case str(), _ if _FIXED.get(op) == len(args):
            pass
        case _:
            raise Malformed(f"operator {str(op)[:40]!r} with {len(args)} arguments")
    for part in children:
        leaf = type(part) is list and len(part) == 2 and part[0] == "v"
        if leaf and left[0] > 0 and type(part[1]) is str and names.get(part[1]) in ("real", "int"):
            left[0] -= 1  # as above, at once
            continue
        _read(part, names, left)


def _index(name: Any, names: Mapping[str, str]) -> str:  # noqa: ANN401
    if not is_word(name):
        raise Malformed(f"index {name!r} is not a plain word of a-z, A-Z, 0-9 and _")
    if names.get(name) == "seq":
        raise Malformed(f"index {name!r} has the name of a sequence")
    return name
