"""A counterexample that is an object: functions of a class, what a method makes of them, a bound.

    statement   what should hold between numbers and means, as of any certificate
    run         what the means are means of, for any object:
        functions   [{"name", "is": [[class, constant or null, norm], ...], "on": set or null}, ...]
        neighbours  [[f, g], ...]         families that differ in one member
        tables      [name, ...]           vectors that are given, such as starting points
        start       [[name, tree], ...]   the state before the first step
        steps       [{"times": tree, "draws": [...], "next": [[name, tree], ...]}, ...]
        means       [[name, tree], ...]   symbols of the statement: the mean over the last state
    point       the numbers; the checker computes the means
    object      {"functions": {name: [data, ...]}, "tables": {name: [number, ...]}}

A name of `functions` stands for a family, such as the losses of the records; F is their mean.  The
data of a function are those of `members`, and each member has to be in each class, with constants
that are trees in the numbers.  Steps are as in `finite_tree`; a draw is a list of chances and
values, or {"laplace": scale} or {"normal": deviation}, whose means are exact by its moments as long
as only polynomials are made of it.  Values are numbers or vectors.  Beside the operators of
`finite_tree` there are

    ["vec", a, ...], ["dot", u, w], ["norm", "1" or "inf", u], ["size", f]
    ["f", name, x], ["grad", name, x]            of the mean of a family
    ["f", name, x, k], ["grad", name, x, k]      of its member k, from 1
    ["sub", name, x, k, weights]                 a subgradient of a largest of planes

So a certificate is accepted where the functions are in their classes, the iterates are those of the
method, all conditions hold, and the statement is false: decided in exact or ball arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.finite_tree import COMPARE
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.members import NORMS, Member, dot, in_class, read_member
from workbench.rigor.check.points import check_counterexample
from workbench.rigor.check.regions import Outside, Region
from workbench.rigor.check.run_values import (
    Value,
    as_vector,
    combined,
    entry,
    plain,
    read_value,
    refuse_unreadable,
    scalar,
)
from workbench.rigor.check.trees import Malformed, whole
from workbench.rigor.check.words import is_word

_KEYS = {"kind", "digest", "statement", "run", "point", "object"}
_RUN = {"functions", "neighbours", "tables", "start", "steps", "means"}
_OBJECT = {"functions", "tables"}
_MOST_BRANCHES = 4096
_MOST_NOISES = 64
_MOST_STEPS = 10_000
_ZERO = fmpq(0)
Known = Mapping[str, Value]


def check_instance(c: Certificate) -> Answer:
    """The functions are in their classes, and the statement is false for what is made of them."""
    try:
        means = means_of(c)
    except Outside as error:
        return Answer(False, f"instance: {error}")
    answer = check_counterexample({**c, "point": {**c["point"], **means}})
    if not answer.accepted:
        return Answer(False, f"instance: {answer.message.partition(': ')[2]}")
    return Answer(True, "instance: the object is in its class, and the statement is false for it")


def means_of(c: Certificate) -> dict[str, str]:
    """The exact value of each mean; raises where the object is not one of the statement."""
    if not set(c) <= _KEYS or set(c["run"]) != _RUN or set(c["object"]) != {"functions", "tables"}:
        raise Malformed(
            "an instance has a statement, a run, a point and an object, with their keys"
        )
    return _Run(c).means()


class _Run:
    """What a certificate describes, read once."""

    def __init__(self, c: Certificate) -> None:
        self.run, given = c["run"], c["object"]
        self.numbers = {n: read_value(v) for n, v in c["point"].items()}
        tables = {n: tuple(map(as_fmpq, row)) for n, row in given["tables"].items()}
        names = [one["name"] for one in self.run["functions"]]
        state = [name for name, _ in self.run["start"]]
        drawn = {name for step in self.run["steps"] for name, _ in step["draws"]}
        means = [name for name, _ in self.run["means"]]
        declared = [*self.numbers, *tables, *names, *state, *means, "step"]
        if len(set(declared)) < len(declared) or not drawn.isdisjoint(declared):
            raise Malformed("a name stands for two things")
        if not all(map(is_word, (*declared, *drawn))):
            raise Malformed("a name is not a plain word of a-z, A-Z, 0-9 and _")
        if sorted(tables) != sorted(self.run["tables"]) or set(names) != set(given["functions"]):
            raise Malformed("the object has not what the run names, and nothing else")
        stated = {v["name"] for v in c["statement"]["vars"]}
        if not stated.issuperset(means):
            raise Malformed("a mean is no symbol of the statement")
        self.known: dict[str, Value] = {**self.numbers, **tables}
        self.families: dict[str, list[Member]] = {}
        self.regions: dict[str, Region] = {}
        for one in self.run["functions"]:
            self._admit(one, given["functions"][one["name"]])
        for f, g in self.run["neighbours"]:
            if _apart(self.families[f], self.families[g]) > 1:
                raise Outside(f"{f} and {g} differ in more than one member")
        self.noises: list[str] = []
        self.context = fmpq_mpoly_ctx.get(("z", _MOST_NOISES), Ordering.lex)

    def _admit(self, said: Mapping[str, Any], data: Any) -> None:  # noqa: ANN401 - JSON
        """Read a family, each of whose members has to be in each class of the statement."""
        name, members = said["name"], [read_member(one) for one in data]
        region = self._region(said["on"])
        if set(said) != {"name", "is", "on"} or len({m.dimension for m in members}) != 1:
            raise Malformed(f"{name} is no family of functions of one dimension")
        for kind, constant, norm in said["is"]:
            size = None if constant is None else self.number(constant, self.known)
            if norm not in NORMS:
                raise Malformed(f"{str(norm)[:20]!r} is no norm")
            for k, member in enumerate(members, 1):
                try:
                    in_class(member, kind, size, norm, region)
                except Outside as why:
                    raise Outside(f"member {k} of {name} is not {kind}: {why}") from why
        self.families[name], self.regions[name] = members, region

    def _region(self, on: Any) -> Region:  # noqa: ANN401
        """The set on which functions are what they are said to be."""
        if on is None:
            return Region("all", ())
        kind, *sizes = on
        return Region(kind, tuple(self.number(one, self.known) for one in sizes))

    def means(self) -> dict[str, str]:
        """The means over the last state."""
        state = dict(self.known)
        for name, tree in self.run["start"]:
            state[name] = self.value(tree, {**self.known, **state})
        branches, taken = [(state, fmpq(1))], 0
        for step in self.run["steps"]:
            times = self.number(step["times"], self.known)
            if set(step) != {"times", "draws", "next"} or times.q != 1 or times < 0:
                raise Malformed("a step has times, a natural number, draws and next")
            for _ in range(int(times.p)):
                if taken >= _MOST_STEPS:
                    raise Malformed(f"more than {_MOST_STEPS} steps")
                branches = self._after(step, branches, taken)
                taken += 1
        found = {}
        for name, tree in self.run["means"]:
            moments = (p * self._moment(self.value(tree, here)) for here, p in branches)
            found[name] = str(sum(moments, _ZERO))
        return found

    def _after(self, step: Mapping[str, Any], branches: Any, taken: int) -> Any:  # noqa: ANN401
        moves = dict(step["next"])
        if len(moves) < len(step["next"]) or not set(moves) <= {n for n, _ in self.run["start"]}:
            raise Malformed("a step moves something twice, or something that is not of the state")
        first = len(self.noises)
        self.noises += [next(iter(law)) for _, law in step["draws"] if isinstance(law, dict)]
        if len(self.noises) > _MOST_NOISES:
            raise Malformed(f"more than {_MOST_NOISES} draws of noise")
        new = []
        for state, chance in branches:
            for here, part in self._drawn(step["draws"], {**state, "step": fmpq(taken)}, first):
                spend(40, "the branches of a run")
                moved = {name: self.value(tree, here) for name, tree in moves.items()}
                new.append(({**state, **moved}, chance * part))
        if len(new) > _MOST_BRANCHES:
            raise Malformed(f"more than {_MOST_BRANCHES} branches")
        return new

    def _drawn(self, draws: Any, here: Known, noise: int) -> Iterator[tuple[Known, fmpq]]:  # noqa: ANN401
        """Every outcome of some draws that has a chance, with what is known then."""
        if not draws:
            yield here, fmpq(1)
            return
        (name, law), *rest = draws
        if name in here:
            raise Malformed(f"{name!r} is drawn twice in one step")
        if isinstance(law, dict):
            ((kind, scale),) = law.items()
            if kind not in ("laplace", "normal"):
                raise Malformed(f"{str(kind)[:20]!r} is no law of noise")
            drawn = self.number(scale, here) * self.context.gens()[noise]
            yield from self._drawn(rest, {**here, name: drawn}, noise + 1)
            return
        chances = [self.number(chance, here) for chance, _ in law]
        if sum(chances, _ZERO) != 1 or min(chances) < 0:
            raise Malformed(f"the chances of {name!r} are not a law")
        for chance, (_, tree) in zip(chances, law, strict=True):
            if chance != 0:
                after = {**here, name: self.value(tree, here)}
                for known, part in self._drawn(rest, after, noise):
                    yield known, chance * part

    def _moment(self, value: Value) -> fmpq:
        """The mean of a polynomial in noise."""
        if not isinstance(value, fmpq_mpoly):
            return scalar(value)
        total = _ZERO
        for powers, weight in value.to_dict().items():
            for place, k in enumerate(map(int, powers)):
                weight *= _moment_of(self.noises[place], k) if k else 1
            total += weight
        return total

    # values -------------------------------------------------------------------------------------

    def number(self, tree: Any, known: Known) -> fmpq:  # noqa: ANN401
        """The value of a tree that is a number without noise."""
        return scalar(self.value(tree, known))

    def value(self, tree: Any, known: Known) -> Value:  # noqa: ANN401 - JSON
        """The value of a tree of a run."""
        if not isinstance(tree, list) or not tree:
            raise Malformed(f"{str(tree)[:40]!r} is not a node of a tree")
        spend(6, "the trees of a run")
        op, *args = tree
        match op, args:
            case "q", [text]:
                return as_fmpq(text)
            case "v", [str(name)] if name in known:
                return known[name]
            case "idx", [str(name), place] if isinstance(known.get(name), tuple):
                return entry(known[name], self.number(place, known))
            case "if", [[left, str(sign), right], yes, no] if sign in COMPARE:
                holds = COMPARE[sign](self.number(left, known), self.number(right, known))
                refuse_unreadable(no if holds else yes, known, self.families)
                return self.value(yes if holds else no, known)
            case "^", [base, n] if 0 <= whole(n) <= 1000:
                return plain(self.value(base, known)) ** n
            case "vec", [_, *_]:
                return tuple(plain(self.value(a, known)) for a in args)
            case "dot", [u, w]:
                return dot(as_vector(self.value(u, known)), as_vector(self.value(w, known)))
            case "norm", [("1" | "inf") as norm, u]:
                sizes = [abs(scalar(e)) for e in as_vector(self.value(u, known))]
                return sum(sizes, _ZERO) if norm == "1" else max(sizes)
            case "size", [str(name)] if name in self.families:
                return fmpq(len(self.families[name]))
            case (("f" | "grad" | "sub"), [str(name), at, *more]) if name in self.families:
                return self._called(op, name, self.value(at, known),
                                    [self.value(one, known) for one in more])  # fmt: skip
        return combined(op, [self.value(a, known) for a in args])

    def _called(self, op: str, name: str, at: Value, more: list[Value]) -> Value:
        """A value or a gradient of the mean of a family, or of one member."""
        family = self.families[name]
        x = as_vector(at)
        if not self.regions[name].holds(x):
            raise Malformed("a function at a point off the set on which it is in its class")
        chosen = [entry(tuple(family), scalar(more[0]))] if more else family
        if any(one.dimension != len(x) for one in chosen):
            raise Malformed("a function at a point of another dimension")
        if len(more) > (op == "sub") + 1 or (op == "sub" and len(more) < 2):
            raise Malformed(f"{op} with {len(more)} more arguments")
        share = fmpq(1, len(chosen))
        if op == "f":
            return sum((one.value(x) for one in chosen), _ZERO) * share
        found = [one.subgradient(x, more[1]) if op == "sub" else one.gradient(x) for one in chosen]
        total = tuple(sum(column, _ZERO) * share for column in zip(*found, strict=True))
        return total if isinstance(at, tuple) else total[0]


def _moment_of(law: str, k: int) -> int:
    """E z^k for noise of scale or deviation 1: k! for Laplace, (k - 1)(k - 3) ... 1 for normal."""
    if k % 2:
        return 0
    return math.factorial(k) if law == "laplace" else math.prod(range(1, k, 2))


def _apart(one: list[Member], other: list[Member]) -> int:
    """In how many members two families differ."""
    return sum(f != g for f, g in zip(one, other, strict=True))
