"""One change to a certificate: a number, an operator, an end, a condition, a name, a part."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

Certificate = dict[str, Any]
Place = tuple[Any, Any]  # a container and a key of it
_NUMBER = re.compile(r"-?\d+(/\d+)?")
_RELATIONS = ("<=", "<", "=", ">=", ">")
_ALIKE = (("+", "*"), ("exp", "ln", "neg", "abs", "erfc"), ("sum", "prod"), ("/", "npow"))
_WORDS = {
    "low": "high",
    "high": "low",
    "start": "slope",
    "slope": "start",
    "factor": "slack",
    "slack": "factor",
    "n": "m",
    "m": "c",
    "c": "n",
    "counted": "free",
    "equal": "better",
    "better": "equal",
    "worse": "equal",
    "feasible": "infeasible",
}


def places(node: Any) -> Iterator[Place]:
    """Every place of the JSON value except for digests and kinds."""
    keys = (
        range(len(node)) if isinstance(node, list) else list(node) if isinstance(node, dict) else ()
    )
    for key in keys:
        if key not in ("digest", "kind"):
            yield node, key
            yield from places(node[key])


def mutated(rng: random.Random, c: Certificate) -> Certificate:
    """A copy with one change; its digest is left as it was."""
    for _ in range(50):
        made = copy.deepcopy(c)
        if rng.choice(_CHANGES)(rng, made) and made != c:
            return made
    return copy.deepcopy(c)


def _some(rng: random.Random, c: Certificate, fits: Callable[[Any], bool]) -> Place | None:
    found = [(box, key) for box, key in places(c) if fits(box[key])]
    return rng.choice(found) if found else None


def _number(rng: random.Random, c: Certificate) -> bool:
    place = _some(rng, c, lambda x: isinstance(x, str) and _NUMBER.fullmatch(x) is not None)
    if place:
        box, key = place
        old = Fraction(box[key])
        box[key] = str(
            rng.choice((old + 1, old - 1, -old, old * 2, old / 2, old + Fraction(1, 1000), 1, 0))
        )
    return bool(place)


def _whole(rng: random.Random, c: Certificate) -> bool:
    place = _some(rng, c, lambda x: isinstance(x, int) and not isinstance(x, bool))
    if place:
        box, key = place
        box[key] += rng.choice((1, -1, 1, -1, 2))
    return bool(place)


def _operator(rng: random.Random, c: Certificate) -> bool:
    place = _some(
        rng,
        c,
        lambda x: (
            isinstance(x, list)
            and bool(x)
            and any(x[0] in g for g in _ALIKE if isinstance(x[0], str))
        ),
    )
    if place:
        node = place[0][place[1]]
        node[0] = rng.choice(next(g for g in _ALIKE if node[0] in g))
    return bool(place)


def _relation(rng: random.Random, c: Certificate) -> bool:
    place = _some(rng, c, lambda x: x in _RELATIONS if isinstance(x, str) else False)
    if place:
        place[0][place[1]] = rng.choice(_RELATIONS)
    return bool(place)


def _flag(rng: random.Random, c: Certificate) -> bool:
    place = _some(rng, c, lambda x: isinstance(x, bool))
    if place:
        place[0][place[1]] = not place[0][place[1]]
    return bool(place)


def _variable(rng: random.Random, c: Certificate) -> bool:
    """Another sort, or an end that is gone or moved."""
    place = _some(rng, c, lambda x: isinstance(x, dict) and {"sort", "low", "high"} <= set(x))
    if place:
        v = place[0][place[1]]
        change = rng.choice(("sort", "low", "high", "low", "high"))
        if change == "sort":
            v["sort"] = rng.choice(("real", "int", "seq"))
        elif v[change] is None or rng.random() < 0.4:
            v[change] = rng.choice((None, "0", "1", "-1"))
        else:
            v[change] = str(Fraction(v[change]) + rng.choice((1, -1, Fraction(1, 2))))
    return bool(place)


def _drop(rng: random.Random, c: Certificate) -> bool:
    """A member of a list is gone, or is there twice."""
    place = _some(rng, c, lambda x: isinstance(x, list) and len(x) > 0)
    if place:
        items = place[0][place[1]]
        k = rng.randrange(len(items))
        if rng.random() < 0.8:
            del items[k]
        else:
            items.append(copy.deepcopy(items[k]))
    return bool(place)


def _condition(rng: random.Random, c: Certificate) -> bool:
    s = c.get("statement", {})
    if s.get("where"):
        del s["where"][rng.randrange(len(s["where"]))]
    return bool(s)


def _sides(rng: random.Random, c: Certificate) -> bool:
    s = c.get("statement")
    if s:
        s["left"], s["right"] = s["right"], s["left"]
    return bool(s)


def _name(rng: random.Random, c: Certificate) -> bool:
    """One occurrence of a variable, or an index, is called like another one."""
    names = [
        x[1]
        for box, key in places(c)
        if isinstance(x := box[key], list) and len(x) > 1 and x[0] in ("v", "idx", "sum", "prod")
    ]
    place = _some(
        rng, c, lambda x: isinstance(x, list) and len(x) > 1 and x[0] in ("v", "idx", "sum", "prod")
    )
    if place:
        place[0][place[1]][1] = rng.choice(names)
    return bool(place)


def _word(rng: random.Random, c: Certificate) -> bool:
    place = _some(rng, c, lambda x: isinstance(x, str) and x in _WORDS)
    if place:
        place[0][place[1]] = _WORDS[place[0][place[1]]]
    return bool(place)


def _subtree(rng: random.Random, c: Certificate) -> bool:
    """A part of a tree takes the place of another part."""
    trees = [
        box[key]
        for box, key in places(c)
        if isinstance(box[key], list) and box[key] and isinstance(box[key][0], str)
    ]
    place = _some(rng, c, lambda x: isinstance(x, list) and bool(x) and isinstance(x[0], str))
    if place:
        place[0][place[1]] = copy.deepcopy(rng.choice(trees))
    return bool(place)


def changed_proof(rng: random.Random, c: Certificate) -> Certificate:
    """A proof and its statement with one change, so that the end still fits; or any change."""
    made = copy.deepcopy(c)
    whole = made["theorem"]
    kind = rng.choice(("conclusion", "conclusion", "hypothesis", "order", "class", "any", "any"))
    if kind == "conclusion":
        old = whole["conclusion"]
        new = mutated(rng, {"conclusion": old})["conclusion"]
        return dict(_replaced(made, old, new))
    if kind == "hypothesis" and whole["given"]:  # its place is kept: steps count facts
        whole["given"][rng.randrange(len(whole["given"]))] = [["q", "0"], "<=", ["q", "1"]]
    elif kind == "order":
        one, other = (rng.randrange(len(whole["symbols"])) for _ in "ab")
        symbols = whole["symbols"]
        symbols[one], symbols[other] = symbols[other], symbols[one]
    elif kind == "class":
        symbol = rng.choice(whole["symbols"])
        keys = [k for k in symbol if k not in ("name", "sort")]
        if keys:
            key = rng.choice(keys)
            value = symbol[key]
            symbol[key] = not value if isinstance(value, bool) else rng.choice((None, ["q", "1"]))
    else:
        return mutated(rng, made)
    return made


def _replaced(node: Any, old: Any, new: Any) -> Any:
    """The same with one value in place of another wherever it stands."""
    if node == old:
        return copy.deepcopy(new)
    if isinstance(node, dict):
        return {k: _replaced(value, old, new) for k, value in node.items()}
    return [_replaced(value, old, new) for value in node] if isinstance(node, list) else node


_CHANGES: tuple[Callable[[random.Random, Certificate], bool], ...] = (
    _number,
    _number,
    _number,
    _whole,
    _operator,
    _relation,
    _flag,
    _variable,
    _variable,
    _drop,
    _condition,
    _sides,
    _name,
    _word,
    _subtree,
)
