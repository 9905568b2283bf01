"""The three parts of a family: where each holds, its vectors and calls, and its goal as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.rigor.check.answer import Certificate
from workbench.rigor.check.trees import (
    Malformed,
    Tree,
    free,
    least,
    read_statement,
    read_tree,
    replace,
    whole,
)
from workbench.rigor.check.vacuous import refuse_vacuous
from workbench.rigor.check.worst_case_terms import StatedProblem

Json = dict[str, Any]
ZERO: Tree = ["q", "0"]
PARTS = ("start", "step", "finish")
_FAMILY = {"vars", "where", "index", "horizon", "after", "scalars", "oracles", "state", "start",
           "step", "finish", "initial", "measure", "rate", "factor", "floor"}  # fmt: skip
_FRAGMENT = {"vectors", "points", "numbers", "values", "calls", "conditions", "noise"}


class FamilyPart:
    """One of the three inequalities, on its own domain; `now` are values for what it lacks."""

    def __init__(self, c: Certificate, part: str) -> None:
        self.c, self.part = c, part
        self.family: Json = c["family"]
        if not isinstance(self.family, dict) or set(self.family) != _FAMILY:
            raise Malformed(f"a family has the keys {', '.join(sorted(_FAMILY))}")
        self.scalars: dict[str, Json] = self.family["scalars"]
        self._read()
        self.now: dict[str, Tree] = {}
        self.here = self._domain()
        self.sorts = {v["name"]: v["sort"] for v in self.here["vars"]}

    def _read(self) -> None:
        f = self.family
        where = [*f["where"], *self.c["invariants"]]
        stated = {"vars": f["vars"], "where": where, "left": ZERO, "op": "<=", "right": ZERO}
        read_statement(stated)
        refuse_vacuous(stated)
        sorts = {v["name"]: v for v in f["vars"]}
        for name in [f["index"], *([f["horizon"]] if f["horizon"] is not None else [])]:
            v = sorts.get(name)
            if v is None or v["sort"] != "int" or v["low"] is None or v["high"] is not None:
                raise Malformed("the index and the horizon are integers without an upper end")
            if least(v) != 0 if name == f["index"] else least(v) < 0:
                raise Malformed("the index begins at 0, and a horizon not below it")
        if whole(f["after"]) < 0 or (f["after"] and f["horizon"] is not None):
            raise Malformed("a bound from a step on has no horizon")
        self.moving = {f["index"], *self.scalars}
        if f["index"] == f["horizon"] or f["index"] in self.scalars:
            raise Malformed("the index, the horizon and the scalars are different variables")
        for name, law in self.scalars.items():
            if name not in sorts or sorts[name]["sort"] != "real" or set(law) != {"start", "next"}:
                raise Malformed("a scalar is a real variable with a start and a next value")
        fixed = [tree for o in f["oracles"] for tree in o["parameters"].values()]
        fixed += [side for a, _, b in f["where"] for side in (a, b)]
        for tree in (*map(as_tree, fixed), f["factor"], f["floor"]):
            read_tree(tree, {name: v["sort"] for name, v in sorts.items()})
            if free(tree) & self.moving:
                raise Malformed("what is fixed does not depend on the index or on scalars")

    def _domain(self) -> Json:
        """The variables and conditions of this part."""
        f, k, horizon = self.family, self.family["index"], self.family["horizon"]
        gone: set[str] = set()
        where = [*f["where"], *self.c["invariants"]]
        if self.part == "start":
            self.now = {k: ZERO, **{n: law["start"] for n, law in self.scalars.items()}}
            gone, where = self.moving, list(f["where"])
        elif horizon is not None and self.part == "finish":
            self.now, gone = {k: ["v", horizon]}, {k}
        elif horizon is not None:
            where.append([["+", ["v", k], ["q", "1"]], "<=", ["v", horizon]])
        where = [[replace(a, self.now), op, replace(b, self.now)] for a, op, b in where]
        kept = [v for v in f["vars"] if v["name"] not in gone]
        if self.part == "finish":
            kept = [{**v, "low": str(f["after"])} if v["name"] == k else v for v in kept]
        return {"vars": kept, "where": where, "left": ZERO, "op": "<=", "right": ZERO}

    def after(self) -> dict[str, Tree]:
        """What the index and the scalars become in a step."""
        k = self.family["index"]
        return {k: ["+", ["v", k], ["q", "1"]], **{n: v["next"] for n, v in self.scalars.items()}}

    def invariants(self) -> list[tuple[Tree, bool]]:
        """What is >= 0 or > 0: the invariants and intervals of scalars, at the start or next."""
        if self.part == "finish":
            return []
        at = self.now if self.part == "start" else self.after()
        told = list(self.c["invariants"])
        for v in self.family["vars"]:
            if v["name"] in self.scalars:
                name = ["v", v["name"]]
                if v["low"] is not None:
                    told.append([["q", v["low"]], "<" if v["low_open"] else "<=", name])
                if v["high"] is not None:
                    told.append([name, "<" if v["high_open"] else "<=", ["q", v["high"]]])
        if any(op not in ("<=", "<") for _, op, _ in told):
            raise Malformed("an invariant says <= or <")
        return [(["+", replace(b, at), ["neg", replace(a, at)]], op == "<") for a, op, b in told]

    def problem(self) -> Json:
        """The vectors, calls and conditions of this part, with the goal as the measure."""
        f, fragments = self.family, [self.family[self.part]]
        if self.part != "start":
            fragments.insert(0, f["state"])
        if any(not set(fragment) - {"map"} <= _FRAGMENT for fragment in fragments):
            raise Malformed(f"a fragment has keys among {', '.join(sorted(_FRAGMENT))}")
        if set(f["state"]) & {"values", "conditions", "noise"} or any(
            terms for _, terms in f["state"].get("points", [])
        ):
            raise Malformed("a state has vectors, numbers, calls and the vector 0")
        data: Json = {
            key: [one for fragment in fragments for one in fragment.get(key, [])]
            for key in sorted(_FRAGMENT - {"calls"})
        }
        calls = [call for fragment in fragments for call in fragment.get("calls", [])]
        if any(not 0 <= o < len(f["oracles"]) for o, *_ in calls):
            raise Malformed("a call is of an oracle that there is not")
        data["oracles"] = [
            {**oracle, "calls": [call for o, *call in calls if o == place]}
            for place, oracle in enumerate(f["oracles"])
        ]
        data["measures"] = [self._goal()]
        return data

    def _goal(self) -> list[list[Any]]:
        f, potential = self.family, self.c["potential"]
        if self.part == "start":
            return [*f["initial"], *times(["q", "-1"], self._mapped(potential, self.now))]
        if self.part == "step":
            after = self._mapped(potential, self.after())
            return [*times(f["factor"], potential), [f["floor"]], *times(["q", "-1"], after)]
        return [*times(f["rate"], potential), *times(["q", "-1"], f["measure"])]

    def _mapped(self, terms: Any, at: Mapping[str, Tree]) -> list[list[Any]]:  # noqa: ANN401
        names = self._map()
        return [[replace(as_tree(w), at), *(names[n] for n in rest)] for w, *rest in terms]

    def _map(self) -> dict[str, str]:
        """What each vector and number of the state begins as, or becomes."""
        state, made = self.family["state"], self.family[self.part]["map"]
        names = [*state.get("vectors", []), *state.get("numbers", [])]
        names += [name for name, _ in state.get("points", [])]
        if not isinstance(made, dict) or set(made) != set(names):
            raise Malformed("the map gives every vector and number of the state, and nothing else")
        return made

    def carried(self, problem: StatedProblem, data: Json) -> None:
        """Every call of the state is a call at the start, and again one after the step."""
        if self.part == "finish":
            return
        state, names = self.family["state"], self._map()
        for name, _ in state.get("points", []):
            if any(value != 0 for value in problem.row(names[name])):
                raise Malformed("the vector 0 of the state becomes another one")
        for name in state.get("vectors", []):
            problem.row(names[name])
        for o, x, g, f in state.get("calls", []):
            there = data["oracles"][o]["calls"]
            wanted = [names.get(x), names.get(g), *([] if f is None else [names.get(f)])]
            if None in wanted or wanted not in [call[: len(wanted)] for call in there]:
                raise Malformed("a call of the state is none at the start, or none after the step")


def as_tree(weight: Any) -> Tree:  # noqa: ANN401 - JSON
    """A weight as a tree; a number may be written as its text."""
    return ["q", weight] if isinstance(weight, str) else weight


def times(factor: Tree, terms: Any) -> list[list[Any]]:  # noqa: ANN401 - JSON
    """The terms of an expression, each with a factor."""
    return [[["*", factor, as_tree(w)], *names] for w, *names in terms]
