"""Random finite laws with a statement about their means, and a judge that walks along every path.

The checker puts equal states together and keeps one law; the judge follows each path by itself, in
formulas that Python evaluates, and adds up at the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.campaigns.evaluate import NoValue, compare
from tests.campaigns.judge import Judgement
from tests.campaigns.statements import q, v

Certificate = dict[str, Any]
Tree = list[Any]
_SIGNS = {"<=": "<=", "<": "<", "=": "==", ">=": ">=", ">": ">"}
_MOST_PATHS = 20_000


def finite_tree(rng: random.Random) -> Certificate:
    """One to three steps with draws that may depend on the state; half of the bounds are close."""
    numbers = [["c", rng.choice(("1", "2", "1/2"))]]
    data = [["d", [rng.choice(("0", "1", "-1", "1/3")) for _ in range(3)]]]
    start = [["x", q(rng.choice(("0", "1", "-1")))], ["y", q("0")]]
    steps = [_step(rng) for _ in range(rng.choice((1, 1, 2)))]
    c = {"kind": "finite-tree", "numbers": numbers, "data": data, "start": start, "steps": steps}
    value = _tree(rng, ["x", "y", "c"], 2)
    mean = ["E", value]
    try:
        found = sum((p * _value(value, here) for here, p in _paths(c)), Fraction(0))
    except (ArithmeticError, LookupError, ValueError):
        found = Fraction(0)
    bound = found + Fraction(rng.choice(("0", "0", "1/1000", "-1/1000", "1", "-1")))
    sides = [mean, q(str(bound))]
    if rng.random() < 0.3:  # the mean of a square is not the square of the mean
        sides = [["^", mean, 2], ["E", ["^", value, 2]]]
    where = [[["E", v("x")], rng.choice(("<=", ">=")), q("0")]] if rng.random() < 0.3 else []
    return {
        **c,
        "where": where,
        "left": sides[0],
        "op": rng.choice(list(_SIGNS)),
        "right": sides[1],
    }


def _step(rng: random.Random) -> dict[str, Any]:
    names, draws = ["x", "y", "c", "step"], []
    for name in ("u", "w")[: rng.choice((0, 1, 1, 2))]:
        kind = rng.random()
        if kind < 0.5:
            p = rng.choice(("1/2", "1/3", "1/4"))
            chances = [q(p), ["+", q("1"), ["neg", q(p)]]]
        elif kind < 0.85:  # a chance that depends on the state
            chosen = ["if", [v("x"), rng.choice(list(_SIGNS)), q("0")], q("1/4"), q("3/4")]
            chances = [chosen, ["+", q("1"), ["neg", chosen]]]
        else:  # now and then no law
            chances = [q(rng.choice(("1/2", "2", "1"))), q(rng.choice(("1/2", "-1", "0")))]
        draws.append([name, [[p, _tree(rng, names, 1)] for p in chances]])
        names.append(name)
    moves = [[n, _tree(rng, names, 2)] for n in ("x", "y") if rng.random() < 0.8]
    return {"times": rng.choice((1, 1, 2, 3)), "draws": draws, "next": moves}


def _tree(rng: random.Random, names: list[str], depth: int) -> Tree:
    if not depth or rng.random() < 0.2:
        return rng.choice((v(rng.choice(names)), q(rng.choice(("1", "-1", "2", "1/2")))))
    one, two = _tree(rng, names, depth - 1), _tree(rng, names, depth - 1)
    entry = ["idx", "d", ["if", [one, ">", two], q("1"), q("3")]]
    condition = [one, rng.choice(list(_SIGNS)), two]
    return rng.choice((
        ["+", one, two], ["*", one, two], ["neg", one], ["abs", one], ["^", one, 2], entry,
        ["/", one, two], ["if", condition, two, one],
    ))  # fmt: skip


def judge_law(c: Certificate, _: random.Random) -> Judgement:
    """Whether the statement is false for the law, by a walk along every path."""
    try:
        ends = list(_paths(c))
        if sum(p for _, p in ends) != 1:
            return Judgement(violation="the chances of all paths do not add up to 1")
        left, right = (_with_means(c[side], ends) for side in ("left", "right"))
        numbers = {n: Fraction(x) for n, x in c["numbers"]}
        here = [compare(*(_with_means(part, ends) for part in one), numbers) for one in c["where"]]
        if False in here:
            return Judgement(violation="a condition of the statement does not hold")
        answer = compare(left, c["op"], right, {n: Fraction(x) for n, x in c["numbers"]})
    except OverflowError:
        return Judgement(unknown=1)
    except (ArithmeticError, LookupError, ValueError, NoValue) as why:
        return Judgement(violation=f"the law is none: {type(why).__name__}: {why}")
    if answer is True:
        return Judgement(violation="the statement is true for this law")
    return Judgement(true=answer is False, unknown=answer is None)


def _with_means(tree: Any, ends: list[tuple[Mapping[str, Any], Fraction]]) -> Any:
    if not isinstance(tree, list):
        return tree
    if tree[0] == "E":
        return q(str(sum((p * _value(tree[1], here) for here, p in ends), Fraction(0))))
    return [_with_means(part, ends) for part in tree]


def _paths(c: Certificate) -> Iterator[tuple[Mapping[str, Any], Fraction]]:
    """What is known at the end of each path, and its chance."""
    known: dict[str, Any] = {n: Fraction(x) for n, x in c["numbers"]}
    known |= {n: [Fraction(x) for x in row] for n, row in c["data"]}
    for name, tree in c["start"]:
        known[name] = _value(tree, known)
    plan = [step for step in c["steps"] for _ in range(step["times"])]
    left = [_MOST_PATHS]

    def walk(known: dict[str, Any], taken: int, todo: list[Any], chance: Fraction) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise OverflowError("too many paths")
        if todo:
            (name, outcomes), *rest = todo
            weights = [_value(p, known) for p, _ in outcomes]
            if sum(weights) != 1 or min(weights) < 0:
                raise ValueError("no law")
            for weight, (_, value) in zip(weights, outcomes, strict=True):
                if weight:
                    here = {**known, name: _value(value, known)}
                    yield from walk(here, taken, rest, chance * weight)
            return
        moved = {n: _value(tree, known) for n, tree in plan[taken]["next"]} if taken >= 0 else {}
        kept = {n: known[n] for n in (*(n for n, _ in (*c["numbers"], *c["data"], *c["start"])),)}
        after, taken = {**kept, **moved}, taken + 1
        if taken == len(plan):
            yield after, chance
            return
        yield from walk({**after, "step": Fraction(taken)}, taken, plan[taken]["draws"], chance)

    return walk(known, -1, [], Fraction(1))


def _value(tree: Tree, known: Mapping[str, Any]) -> Fraction:
    own = {"__builtins__": {}, "F": Fraction, "abs": abs, "entry": _entry}
    return Fraction(eval(_source(tree), own, dict(known)))


def _entry(row: list[Fraction], at: Fraction) -> Fraction:
    if at.denominator != 1 or at < 1:
        raise LookupError("no such entry")
    return row[int(at) - 1]


def _source(tree: Tree) -> str:
    """The tree as Python."""
    op, *args = tree
    match op:
        case "q":
            return f"F('{args[0]}')"
        case "v":
            return str(args[0])
        case "idx":
            return f"entry({args[0]}, F({_source(args[1])}))"
        case "if":
            (a, sign, b), yes, no = args
            return (
                f"({_source(yes)} if {_source(a)} {_SIGNS[sign]} {_source(b)} else {_source(no)})"
            )
        case "^":
            return f"({_source(args[0])})**{args[1]}"
        case "neg":
            return f"(-{_source(args[0])})"
        case "abs":
            return f"abs({_source(args[0])})"
    return "(" + f" {op} ".join(map(_source, args)) + ")"
