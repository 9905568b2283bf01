"""The parts of a statement about draws one after the other, as statements of their own.

What always holds, one step of a potential given the past, and the end are each a statement about
numbers or about means; see `workbench.rigor.check.process`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.expectation import LawReader
from workbench.rigor.check.process_cases import (
    Relation,
    about_means,
    both,
    by_cases,
    choice,
    coordinates,
    ended,
    interval,
    later,
    read_copies,
    trees_of,
)
from workbench.rigor.check.trees import (
    Malformed,
    Tree,
    least,
    names_in,
    read_statement,
    read_tree,
    replace,
)

KEYS = {"vars", "steps", "clock", "fixed", "known", "drawn", "where", "sure", "given", "states",
        "random", "after", "means", "left", "op", "right"}  # fmt: skip
NEXT = "Next"  # the mean of a potential after the step
_POTENTIAL = {"vars", "where", "value", "op", "below", "least", "step"}
_ZERO, _ONE = ["q", "0"], ["q", "1"]


class Process:
    """The statement, about nothing only as a part, and those that its steps and its end are."""

    def __init__(self, told: Any, helpers: Any, prove: Prove, *, is_part: bool = False) -> None:  # noqa: ANN401 - JSON
        if not isinstance(told, Mapping) or set(told) - {"over", "copies"} != KEYS:
            raise Malformed(f"a process has the keys {', '.join(sorted(KEYS))}")
        self.told, self.all_states = told, [*told["states"], *helpers]
        self.over, self.each = coordinates(told)
        self.endless = told["steps"] is None
        self.kept: list[Relation] = []
        states = [s["var"] for s in self.all_states]
        self.clock = [] if told["clock"] is None else [_counted(told["clock"])]
        self.numbers = [*told["vars"], *self.each]
        self.before = [*told["fixed"], *told["known"]]
        self.constant = [s["var"] for s in self.all_states if s["fixed"] is True]
        self.moving = [s["var"] for s in self.all_states if s["fixed"] is False]
        self._read(states)
        self.kept = [r for state in states for r in interval(state)]
        self.bare = LawReader(self._step([], [], []), prove, is_part=is_part)
        self._have_values()

    def _read(self, states: list[Any]) -> None:
        """Refuse a name that is declared twice, or one that stands where it is not known yet."""
        told = self.told
        every = [*self.numbers, *self.clock, *self.before, *told["drawn"], *states, *told["random"]]
        every += [_real(later(s)) for s in self.all_states if by_cases(s)]
        if any(v["sort"] == "seq" for v in every) or len(self.constant + self.moving) < len(states):
            raise Malformed("what is drawn is a number, and a state is fixed or it is not")
        if any(v["sort"] != "real" for v in states):
            raise Malformed("a state is a real number")
        read_statement(_statement([*every, *(_real(m["name"]) for m in told["means"])], []))
        steps = next((v for v in told["vars"] if v["name"] == told["steps"]), None)
        if self.endless:
            self._read_limit()
        elif steps is None or steps["sort"] != "int" or steps["low"] is None or least(steps) < 0:
            raise Malformed("the number of steps is an integer variable >= 0")
        read_copies(told)
        own = [s["var"] for s in told["states"]]  # before the step
        read_statement(_statement(self.numbers, told["where"]))
        for clause in told["sure"]:
            for part in clause:
                here = [*self.numbers, *self.before, *own, *told["drawn"]]
                read_statement(_statement(here, part))
        for one in told["given"]:
            here = [*self.numbers, *self.before, *one["vars"]]
            read_statement(_statement(here, one["where"]))
            read_tree(one["bound"], _sorts([*here, *own]))
            read_tree(one["of"], _sorts([*here, *told["drawn"]]))
        for state in self.all_states:
            if set(state) != {"var", "fixed", "start", "next"}:
                raise Malformed("a state has the keys var, fixed, start and next")
            read_tree(state["start"], _sorts(self.numbers))
            here = [*self.numbers, *self.clock, *told["fixed"], *self.constant]
            if not state["fixed"]:
                here += [*told["known"], *told["drawn"], *self.moving]
            for tree in trees_of(state):
                read_tree(tree, _sorts(here))
        self._read_end()

    def _read_limit(self) -> None:
        """Refuse an end without steps that is not a bound on the mean of one state that rises."""
        told, names = self.told, {s["var"]["name"] for s in self.told["states"]}
        one = told["means"][0] if len(told["means"]) == 1 else {"name": "", "of": _ZERO}
        state = next((s for s in told["states"] if one["of"] == ["v", s["var"]["name"]]), None)
        if not self.clock or told["random"] or told["after"] or told["op"] != "<=" or self.over:
            raise Malformed(
                "without an end there is a clock, and a bound <= on the mean of a limit"
            )
        if state is None or state["fixed"] or state["var"]["low"] is None:
            raise Malformed("what has a limit is one state, with a low end")
        if told["left"] != ["v", one["name"]] or names_in(told["right"]) & {one["name"], *names}:
            raise Malformed("the mean of the limit is at most a number that does not know it")

    def rises(self) -> list[Statement]:
        """That the state of which the limit is meant never falls, in each case of a step."""
        if not self.endless:
            return []
        state = self.told["means"][0]["of"]
        return list(self.bare.cases(state, "<=", self.then(state)))

    def _read_end(self) -> None:
        """Refuse an end that speaks of helpers: the statement does not say what they are."""
        told, own = self.told, [s["var"] for s in self.told["states"]]
        fixed = [s["var"] for s in told["states"] if s["fixed"] and self.over is None]
        for clause in told["after"]:
            means = [_real(name) for name in sorted(about_means(clause, told["means"]))]
            here = [*self.numbers, *own, *told["random"]] if not means else []
            for part in clause:
                read_statement(_statement(here or [*told["vars"], *fixed, *means], part))
        for one in told["means"]:
            read_tree(one["of"], _sorts([*self.numbers, *own, *told["random"]]))
        said = _statement([*told["vars"], *fixed, *(_real(m["name"]) for m in told["means"])], [])
        read_statement({**said, "left": told["left"], "op": told["op"], "right": told["right"]})

    def _have_values(self) -> None:
        # without the cases themselves, whose own duties would count as met
        plain = LawReader(self._step([], [], [], cases=False), self.bare.prove, is_part=True)
        for state in self.all_states:
            if unmet(self.at_start([_ZERO, "=", _ZERO]), [state["start"]]) or any(
                unmet(case, trees_of(state)) for case in plain.cases(_ZERO, "=", _ZERO)
            ):
                raise Malformed(f"the state {state['var']['name']} may have no value")

    # what always holds ------------------------------------------------------------------------

    def paired(self, always: Any) -> list[tuple[Relation, Any]]:  # noqa: ANN401 - JSON
        """The relations that always hold, each with its proofs; they are known from here on."""
        own = [one["relation"] for one in always[len(self.kept) :]]
        here = [*self.numbers, *self.clock, *self.constant, *self.moving]
        read_statement(_statement(here, own))
        if [one["relation"] for one in always[: len(self.kept)]] != self.kept:
            raise Malformed("the intervals of the states come first of what always holds")
        self.kept = [*self.kept, *own]
        self.bare = LawReader(self._step([], [], []), self.bare.prove, is_part=True)
        for relation in self.kept:
            for statement in (self.at_start(relation), *self.cases(relation)):
                if unmet({**statement, "left": _ZERO, "right": _ZERO},
                         [statement["left"], statement["right"]]):  # fmt: skip
                    raise Malformed("what always holds may have no value")
        return [(one["relation"], one) for one in always]

    def at_start(self, relation: Relation) -> Statement:
        """A relation between states before the first draw."""
        left, op, right = relation
        said = _statement(self.numbers, self.told["where"])
        return {**said, "left": self.first(left), "op": op, "right": self.first(right)}

    def cases(self, relation: Relation) -> list[Statement]:
        """A relation between states after a step, in each case of what is sure in the step."""
        left, op, right = relation
        return list(self.bare.cases(self.then(left), op, self.then(right)))

    def first(self, tree: Tree) -> Tree:
        """What is made of states, before the first draw."""
        starts = {s["var"]["name"]: s["start"] for s in self.all_states}
        return replace(tree, {**starts, **{v["name"]: _ZERO for v in self.clock}})

    def then(self, tree: Tree) -> Tree:
        """What is made of states, after the step."""
        after = {
            s["var"]["name"]: ["v", later(s)] if by_cases(s) else s["next"] for s in self.all_states
        }
        return replace(tree, {**after, **{n: ["+", ["v", n], _ONE] for n in _sorts(self.clock)}})

    def finally_(self, tree: Tree) -> Tree:
        """What is made of states, after the last step, or after any where there is none."""
        if self.endless:
            return tree
        return replace(tree, {n: ["v", self.told["steps"]] for n in _sorts(self.clock)})

    # potentials -------------------------------------------------------------------------------

    def read_potential(self, one: Any, earlier: list[Any]) -> None:  # noqa: ANN401 - JSON
        """Refuse a potential with a name that it may not hold."""
        if set(one) != _POTENTIAL or one["op"] not in ("<=", "="):
            raise Malformed(f"a potential has the keys {', '.join(sorted(_POTENTIAL))}, <= or =")
        read_statement(_statement([*self.numbers, *one["vars"]], one["where"]))
        states = [*self.numbers, *self.clock, *self.constant]
        read_tree(one["value"], _sorts([*states, *self.moving, *one["vars"]]))
        if "copies" in self.told and one["below"]:
            raise Malformed("a potential of copies is at least 0, as it stands")
        for factor, place in one["below"]:
            read_tree(factor, _sorts(states))
            if type(place) is not int or not 0 <= place < len(earlier):
                raise Malformed("a potential is bounded by earlier ones")
            if earlier[place]["vars"] or earlier[place]["where"]:  # they were for those alone
                raise Malformed("a bound on a potential has numbers or conditions of its own")

    def at_least(self, one: Mapping[str, Any], earlier: list[Any]) -> Statement:
        """That a potential, with multiples of earlier ones, is at least 0."""
        here = [*self.numbers, *self.clock, *self.constant, *self.moving, *one["vars"]]
        known = [*self.told["where"], *self.kept, *one["where"]]
        ends = [] if self.endless else self.clock
        known += [[["v", v["name"]], "<=", ["v", self.told["steps"]]] for v in ends]
        total = ["+", one["value"], *(["*", c, earlier[k]["value"]] for c, k in one["below"])]
        if unmet(_statement(here, known), [total]):
            raise Malformed("a potential may have no value")
        return {**_statement(here, known), "op": "<=", "right": total}

    def step_law(self, one: Mapping[str, Any]) -> dict[str, Any]:
        """The statement about means that a potential does not grow, or keeps its mean."""
        mean = {"name": NEXT, "of": self.then(one["value"]), "finite": False}
        law = self._step(one["vars"], one["where"], [mean])
        return {**law, "left": ["v", NEXT], "op": one["op"], "right": one["value"]}

    def split(self, step: Any, law: dict[str, Any]) -> list[tuple[dict[str, Any], Any]]:  # noqa: ANN401
        """The statement of a step with its proof, or that of each case."""
        if "if" not in step:
            return [(law, step)]
        found = []
        for key, relation in zip(("then", "else"), both(step["if"]), strict=True):
            case = {**law, "where": [*law["where"], relation]}
            if lost := unmet(_statement(law["vars"], law["where"]), [relation[0], relation[2]]):
                raise Malformed(f"the cases of a step may have no value: {lost[0]['kind']}")
            found += self.split(step[key], case)
        return found

    def _step(
        self, more: Iterable[Any], where: Iterable[Any], means: list[Any], *, cases: bool = True
    ) -> dict[str, Any]:
        told, steps = self.told, ["v", self.told["steps"]]
        ends = [] if self.endless else self.clock
        known = [[["+", ["v", v["name"]], _ONE], "<=", steps] for v in ends]
        chosen = [s for s in self.all_states if cases and by_cases(s)]
        states = [*self.constant, *self.moving]
        return {
            "vars": [*self.numbers, *self.clock, *self.before, *states, *more],
            "random": [*told["drawn"], *(_real(later(s)) for s in chosen)],
            "where": [*told["where"], *self.kept, *known, *where],
            "sure": [*told["sure"], *map(choice, chosen)], "over": None, "means": means,
            "all": told["given"], "left": _ZERO, "op": "=", "right": _ZERO,
        }  # fmt: skip

    def last_law(self, potentials: list[Any]) -> dict[str, Any]:
        """What is said at the end, with the potentials as hypotheses that have been shown."""
        told, where, sure = self.told, list[Any](), list[Any]()
        common = [*told["vars"], *(self.constant if self.over is None else [])]
        given = [[[one]] for one in told["where"]]
        kept = [
            [[[self.finally_(left), op, self.finally_(right)]]] for left, op, right in self.kept
        ]
        for clause in [*given, *kept, *told["after"]]:
            names = {n for part in clause for a, _, b in part for n in names_in(a) | names_in(b)}
            means = about_means(clause, told["means"])
            if len(clause) == 1 and names <= {*_sorts(common), *means}:
                where += clause[0]
            else:
                sure.append(clause)
        every = [{"vars": p["vars"], "where": p["where"],
                  **ended(told, p["op"], self.finally_(p["value"]), self.first(p["value"]))}
                 for p in potentials]  # fmt: skip
        of_each = [] if self.over is None else [*self.each, *self.constant]
        return {
            "vars": [*common, *(self.clock if self.endless else [])],
            "random": [*of_each, *self.moving, *told["random"]],
            "where": where, "sure": sure, "over": self.over, "means": told["means"], "all": every,
            "left": told["left"], "op": told["op"], "right": told["right"],
        }  # fmt: skip


def _sorts(variables: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    return {v["name"]: v["sort"] for v in variables}


def _statement(variables: Iterable[Any], where: Iterable[Any]) -> Statement:
    return {"vars": list(variables), "where": list(where), "left": _ZERO, "op": "=",
            "right": _ZERO, "requires": []}  # fmt: skip


def _real(name: str) -> dict[str, Any]:
    return {"name": name, "sort": "real", "low": None, "low_open": False, "high": None,
            "high_open": False}  # fmt: skip


def _counted(name: str) -> dict[str, Any]:
    return {**_real(name), "sort": "int", "low": "0"}
