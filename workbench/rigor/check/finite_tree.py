"""A counterexample that is a finite law: draws, what is made of them, a bound that a mean breaks.

    numbers  [[name, "3/7"], ...]              parameters
    data     [[name, ["1", "1/2"]], ...]       tables; the entries of one are numbered from 1
    start    [[name, tree], ...]               the state before anything is drawn
    steps    [{"times": n, "draws": [[name, [[chance, value], ...]], ...],
               "next": [[name, tree], ...]}, ...]
    where    [[left, op, right], ...]          conditions of the statement, which hold
    left, op, right                            the statement that is false

A step is taken `times` times.  Each time its draws are made in their order; a chance and a value
may use the numbers, the data, the state, the number `step` of steps that were taken before, and the
draws before it.  Then all of `next` is computed from the same and becomes the new state, the rest
stays, and the draws are forgotten.  So the law of the last state is known exactly: it is a sum over
branches, in which equal states are one.

The trees of a step have the operators q, v, idx, +, *, /, neg, ^, abs and ["if", [a, op, b], u, v];
their values are rational numbers.  The sides of the statement are trees of any statement in the
numbers, in which ["E", u] is the mean of u over the last state.  A branch of chance 0 is not looked
at; chances below 0, or that do not add up to 1, are refused, and so is a division by 0 on a branch.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from flint import fmpq

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.points import decide_at
from workbench.rigor.check.trees import Malformed, Tree, rational, read_tree, whole
from workbench.rigor.check.words import is_word

COMPARE: dict[str, Callable[[fmpq, fmpq], bool]] = {
    "<=": operator.le, "<": operator.lt, "=": operator.eq, ">=": operator.ge, ">": operator.gt
}  # fmt: skip
_FEWEST = {"+": 1, "*": 1, "/": 2, "neg": 1, "abs": 1}
_MOST_STATES = 100_000
_ZERO = fmpq(0)
_KEYS = ("kind", "digest", "numbers", "data", "start", "steps", "where", "left", "op", "right")
Values = Mapping[str, Any]
Law = dict[tuple[fmpq, ...], fmpq]


def check_finite_tree(c: Certificate) -> Answer:
    """The sides of the statement, with every mean put in, compare the other way."""
    return compared(relations(c), {name: value for name, value in c["numbers"]})


def compared(put_in: Sequence[tuple[Tree, Any, Tree]], numbers: Mapping[str, str]) -> Answer:
    """The same for the statement and its conditions with every mean put in, as `relations` does."""
    statement, *conditions = put_in
    if any(decide_at(*condition, numbers) is not True for condition in conditions):
        return Answer(False, "finite-tree: a condition of the statement is not certainly met")
    if decide_at(*statement, numbers) is False:
        return Answer(True, "finite-tree: the law is one, and the statement is false for it")
    return Answer(False, "finite-tree: the statement is not certainly false for this law")


def sides(c: Certificate) -> tuple[Tree, Tree]:
    """Both sides of the statement, with the exact value of every mean in its place."""
    (left, _, right), *_ = relations(c)
    return left, right


def relations(c: Certificate) -> list[tuple[Tree, Any, Tree]]:
    """The statement and its conditions, with the exact value of every mean in its place."""
    world = _World(c)
    law, found = world.law(), []
    for one, op, other in [[c["left"], c["op"], c["right"]], *c["where"]]:
        trees = [world.with_means(side, law) for side in (one, other)]
        for tree in trees:
            read_tree(tree, dict.fromkeys(world.numbers, "real"))
        if op not in COMPARE:
            raise Malformed(f"{str(op)[:20]!r} is no comparison")
        found.append((trees[0], op, trees[1]))
    return found


class _World:
    """What a certificate describes, read once: names, numbers, data and steps."""

    def __init__(self, c: Certificate) -> None:
        if strange := set(c) - set(_KEYS):
            raise Malformed(f"{str(min(strange))[:40]!r} is no part of a finite law")
        self.numbers = {_name(name): _number(value) for name, value in c["numbers"]}
        self.data = {_name(n): tuple(map(_number, row)) for n, row in c["data"]}
        self.state = [_name(name) for name, _ in c["start"]]
        self.start, self.steps = c["start"], c["steps"]
        drawn = [_name(name) for step in self.steps for name, _ in step["draws"]]
        declared = [*(n for n, _ in c["numbers"]), *(n for n, _ in c["data"]), *self.state]
        if len(set(declared)) < len(declared) or not {*declared, "step"}.isdisjoint(drawn):
            raise Malformed("a name stands for two things")
        if "step" in declared:
            raise Malformed("the name step is that of the number of steps")
        self._read()

    def _read(self) -> None:
        """Refuse a tree that is none, also where no branch of the law comes by."""
        names = {*self.numbers}
        for name, tree in self.start:
            _well_formed(tree, names, self.data)
            names.add(name)
        for step in self.steps:
            here = {*names, "step"}
            for name, outcomes in step["draws"]:
                for tree in (part for outcome in outcomes for part in outcome):
                    _well_formed(tree, here, self.data)
                here.add(name)
            for _, tree in step["next"]:
                _well_formed(tree, here, self.data)

    def law(self) -> Law:
        """The exact law of the last state."""
        known: dict[str, Any] = {**self.numbers, **self.data}
        for name, tree in self.start:
            known[name] = value_of(tree, known)
        law: Law = {tuple(known[name] for name in self.state): fmpq(1)}
        taken = 0
        for step in self.steps:
            if set(step) != {"times", "draws", "next"} or whole(step["times"]) < 1:
                raise Malformed(
                    "a step has the keys times, draws and next, and is taken once or more"
                )
            for _ in range(step["times"]):
                law = self._after(step, law, taken)
                taken += 1
        return law

    def _after(self, step: Mapping[str, Any], law: Law, taken: int) -> Law:
        """The law after one more step; equal states are put together."""
        moves = dict(step["next"])
        if len(moves) < len(step["next"]) or not set(moves) <= set(self.state):
            raise Malformed("a step moves something twice, or something that is not of the state")
        new: Law = {}
        for values, chance in law.items():
            here = {**self.numbers, **self.data, **dict(zip(self.state, values, strict=True)),
                    "step": fmpq(taken)}  # fmt: skip
            for branch, part in _branches(step["draws"], here):
                spend(40 + int(chance.q.bit_length()) // 4, "the branches of a law")
                state = tuple(
                    value_of(moves[name], branch) if name in moves else branch[name]
                    for name in self.state
                )
                new[state] = new.get(state, _ZERO) + chance * part
            if len(new) > _MOST_STATES:
                raise Malformed(f"more than {_MOST_STATES} states")
        return new

    def with_means(self, tree: Any, law: Law) -> Tree:  # noqa: ANN401 - JSON
        """A side of the statement with numbers in the place of its means."""
        if not isinstance(tree, list) or not tree:
            raise Malformed(f"{str(tree)[:40]!r} is not a node of a tree")
        if tree[0] == "E":
            _, inner = tree
            _well_formed(inner, {*self.numbers, *self.state}, self.data)
            known = {**self.numbers, **self.data}
            total = _ZERO
            for values, chance in law.items():
                here = {**known, **dict(zip(self.state, values, strict=True))}
                total += chance * value_of(inner, here)
            return ["q", str(total)]
        return [tree[0], *(self.with_means(a, law) if isinstance(a, list) else a for a in tree[1:])]


def _branches(draws: Iterable[Any], here: Values) -> Iterator[tuple[Values, fmpq]]:
    """Every outcome of some draws that has a chance, with what is known then."""
    first, *rest = draws if draws else (None,)
    if first is None:
        yield here, fmpq(1)
        return
    name, outcomes = first
    if name in here:
        raise Malformed(f"{name!r} is drawn twice in one step")
    chances = [value_of(chance, here) for chance, _ in outcomes]
    if sum(chances, _ZERO) != 1 or min(chances) < 0:
        raise Malformed(f"the chances of {name!r} are not a law")
    for chance, (_, value) in zip(chances, outcomes, strict=True):
        if chance != 0:
            for branch, part in _branches(rest, {**here, name: value_of(value, here)}):
                yield branch, chance * part


def _well_formed(tree: Any, names: Container[str], tables: Container[str]) -> None:  # noqa: ANN401
    """Refuse a tree of a step that has no meaning, in a branch that is never taken too."""
    if not isinstance(tree, list) or not tree:
        raise Malformed(f"{str(tree)[:40]!r} is not a node of a tree")
    spend(3, "the trees of a law")
    op, *args = tree
    match op, args:
        case "v", [str(name)] if name in names:
            return
        case "q", [number]:
            _number(number)
            return
        case "idx", [str(name), place] if name in tables:
            args = [place]
        case "if", [[first, str(sign), second], yes, no] if sign in COMPARE:
            args = [first, second, yes, no]
        case "^", [base, n] if 0 <= whole(n) <= 1000:
            args = [base]
        case (("+" | "*"), [_, *_]):
            pass
        case (("/" | "neg" | "abs"), _) if len(args) == _FEWEST[op]:
            pass
        case _:
            raise Malformed(
                f"operator {str(op)[:40]!r} with {len(args)} arguments, or an unknown name"
            )
    for part in args:
        _well_formed(part, names, tables)


def value_of(tree: Any, known: Values) -> fmpq:  # noqa: ANN401 - JSON
    """The rational value of a tree of a step."""
    if not isinstance(tree, list) or not tree:
        raise Malformed(f"{str(tree)[:40]!r} is not a node of a tree")
    spend(3, "the trees of a law")
    op, *args = tree
    if op == "v" and len(args) == 1 and isinstance(args[0], str):  # nearly all trees are leaves
        found = known.get(args[0])
        if isinstance(found, fmpq):
            return found
    if op == "q" and len(args) == 1:
        return _number(args[0])
    match op, args:
        case "idx", [str(name), place] if isinstance(known.get(name), tuple):
            at = value_of(place, known)
            if at.q != 1 or not 1 <= at <= len(known[name]):
                raise Malformed(f"the entry {name}[{at}] has no value")
            return known[name][int(at.p) - 1]
        case "if", [[first, str(sign), second], yes, no] if sign in COMPARE:
            holds = COMPARE[sign](value_of(first, known), value_of(second, known))
            return value_of(yes if holds else no, known)
        case "^", [base, n] if 0 <= whole(n) <= 1000:
            return _paid(value_of(base, known) ** n)
    if len(args) < _FEWEST.get(op, len(args) + 1) or (op not in "+*" and len(args) != _FEWEST[op]):
        raise Malformed(f"operator {str(op)[:40]!r} with {len(args)} arguments, or an unknown name")
    values = [value_of(a, known) for a in args]
    match op:
        case "+":
            return _paid(sum(values, _ZERO))
        case "*":
            product = fmpq(1)
            for value in values:
                product = _paid(product * value)
            return product
        case "neg":
            return -values[0]
        case "abs":
            return abs(values[0])
    if values[1] == 0:
        raise Malformed("a division by 0 on a branch of the law")
    return _paid(values[0] / values[1])


def _paid(value: fmpq) -> fmpq:
    spend(4 + int(value.q.bit_length()) // 4, "arithmetic on the branches of a law")
    return value


def _number(text: Any) -> fmpq:  # noqa: ANN401 - JSON
    return _exact(text if isinstance(text, str) else str(rational(text)))  # refuses the others


@functools.lru_cache(maxsize=4096)
def _exact(text: str) -> fmpq:
    value = rational(text)
    return fmpq(value.numerator, value.denominator)


def _name(name: Any) -> str:  # noqa: ANN401 - JSON
    if not is_word(name):
        raise Malformed(f"{str(name)[:40]!r} is not a plain word of a-z, A-Z, 0-9 and _")
    return str(name)
