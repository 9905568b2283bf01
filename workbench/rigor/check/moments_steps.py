"""What is known at a place of a proof about moments, and the steps that add to it.

See `workbench.rigor.check.moments`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.rigor.check.answer import Answer
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.integers import is_integer
from workbench.rigor.check.lemmas import instance
from workbench.rigor.check.moments_answer import PrivateAnswer, duties_of
from workbench.rigor.check.moments_families import (
    FamilyMoments,
    entries_of,
    families_of,
    intervals_of,
    real,
)
from workbench.rigor.check.moments_mean import Means
from workbench.rigor.check.moments_prior import HardAnswer
from workbench.rigor.check.moments_relations import Relation, relation_of, strings
from workbench.rigor.check.obligations import obligations
from workbench.rigor.check.trees import (
    Malformed,
    Tree,
    least,
    names_in,
    read_statement,
    replace,
    whole,
)

_ZERO, _ONE = ["q", "0"], ["q", "1"]
_SURE = [_ZERO, "=", _ZERO]
_WEAK = ("<=", "=", ">=")


class MomentScope:
    """What is known: relations between numbers, and relations for all numbers."""

    def __init__(self, variables: list[Any], prove: Prove, names: frozenset[str]) -> None:
        self.vars, self.prove, self.names = list(variables), prove, names
        self.facts: list[Relation] = []
        self.every: list[dict[str, Any]] = []
        self.families: dict[str, FamilyMoments] = {}
        self.means: dict[str, Tree] = {}
        self.answer: PrivateAnswer | HardAnswer | None = None
        self.errors: dict[str, Tree] = {}  # the means of the answer

    def said(self, relation: Relation) -> Statement:
        """A relation between numbers as a statement, from what is known."""
        left, op, right = relation
        return {"vars": self.vars, "where": list(self.facts), "left": left, "op": op,
                "right": right, "requires": []}  # fmt: skip

    def shown(self, relation: Relation, proof: Any) -> Answer:  # noqa: ANN401
        """Whether a relation follows from what is known; it has to have values."""
        self.has_value(relation)
        return self.prove(self.said(relation), proof)

    def has_value(self, relation: Relation) -> None:
        """Refuse a relation that is not well-formed here, or may have no value."""
        read_statement({**self.said(relation), "where": []})
        sides = [side for side in (relation[0], relation[2]) if not self._is_plain(side)]
        if sides and (lost := unmet(self.said(_SURE), sides)):
            raise Malformed(f"a side may have no value: {lost[0]['kind']}")

    def _is_plain(self, tree: Tree) -> bool:
        """Whether a tree divides by nothing but positive variables, and counts by integers."""
        ints = {v["name"] for v in self.vars if v["sort"] == "int"}
        positive = [["v", v["name"]] for v in self.vars if v["sort"] == "int"
                    and v["low"] is not None and least(v) > 0]  # fmt: skip
        return all(
            is_integer(inner, frozenset(ints | {index for index, _, _ in around}))
            if kind == "integer" else kind == "nonzero" and inner in positive
            for kind, inner, around in obligations(tree)
        )  # fmt: skip

    def add(self, relation: Relation) -> None:
        """One more fact."""
        self.has_value(relation)
        self.facts.append(relation)

    def within(self, variables: Iterable[Any], where: Iterable[Relation]) -> MomentScope:
        """What is known for all of these numbers with these conditions, to start with."""
        inner = MomentScope([*self.vars, *variables], self.prove, self.names)
        inner.facts, inner.every = list(self.facts), list(self.every)
        read_statement(inner.said(_SURE))
        for one in where:
            inner.add(one)
        return inner

    def lacks(self) -> str:
        """The mean that no step has computed, or the empty text."""
        known = {v["name"] for v in self.vars}
        return next((f"the mean {name!r} is not computed" for name in (*self.means, *self.errors)
                     if name not in known), "")  # fmt: skip

    def drawing(self, families: Any) -> MomentScope:  # noqa: ANN401 - JSON
        """What is known whatever is drawn: each entry is in the interval of its law."""
        inner = self.within(entries_of(families), [])
        inner.every += intervals_of(families)
        return inner

    # steps ------------------------------------------------------------------------------------

    def run(self, steps: Any) -> str:  # noqa: ANN401 - JSON
        """Take all steps; the reason why one is refused, or the empty text."""
        for place, step in enumerate(steps):
            if why := self.take(step):
                return f"step {place}: {why}"
        return ""

    def take(self, step: Mapping[str, Any]) -> str:
        """Take one step; the reason why it is refused, or the empty text."""
        rules = {"mean": self._mean, "average": self._average, "every": self._every,
                 "take": self._instance, "add": self._added, "split": self._split,
                 "swap": self._swap, "weaken": self._weaken, "least": self._least,
                 "fact": self._fact, "forget": self._forget, "guess": self._answered,
                 "mistake": self._answered, "prior": self._answered}  # fmt: skip
        rule = rules.get(step["rule"])
        return f"no rule is called {str(step['rule'])[:20]!r}" if rule is None else rule(step)

    def _mean(self, step: Mapping[str, Any]) -> str:
        name = step["mean"]
        if name not in self.means or any(v["name"] == name for v in self.vars):
            return "there is no such mean, or it is known"
        value = self._averaged(self.families, self.means[name])
        self.has_value([value, "=", _ZERO])
        self.vars = [*self.vars, real(name)]
        self.add([["v", name], "=", value])
        return ""

    def _answered(self, step: Mapping[str, Any]) -> str:
        name, new = step["mean"], {step["at"], step["word"]}
        if self.answer is None or name not in self.errors or any(v["name"] == name
                                                                 for v in self.vars):  # fmt: skip
            return "there is no such mean of an answer, or it is bounded"
        if len(new) < 2 or new & self.taken:
            return "the names of a place and of a word are new"
        self.has_value([step["rate"], "=", step["gain"]])
        duties, said = duties_of(self.answer, self.errors[name], step)
        for (variables, where, relation), shown in zip(duties, step["shown"], strict=True):
            inner = self.within(variables, where)
            inner.has_value(relation)
            if why := self._by(inner, relation, shown):
                return why
        self.vars = [*self.vars, real(name)]
        self.add(said)
        return ""

    @property
    def taken(self) -> frozenset[str]:
        """All names that an index may not have: those of steps may stand in a scale or a rate."""
        return self.names | {v["name"] for v in self.vars}

    def _averaged(self, families: Mapping[str, FamilyMoments], tree: Tree) -> Tree:
        return Means(families, self.taken | strings(tree))(tree)

    def _average(self, step: Mapping[str, Any]) -> str:
        relation, families = relation_of(step), families_of(step["families"], self.said(_SURE))
        if relation[1] not in _WEAK:
            return "what is averaged is a relation with <= or ="
        inner = self.drawing(step["families"])
        inner.has_value(relation)  # before its steps: what they choose depends on what is drawn
        if why := self._by(inner, relation, step):
            return why
        left, op, right = relation
        self.add([self._averaged(families, left), op, self._averaged(families, right)])
        return ""

    def _by(self, inner: MomentScope, relation: Relation, step: Mapping[str, Any]) -> str:
        """The reason why steps and a proof do not show a relation, or the empty text."""
        if why := inner.run(step["steps"]):
            return why
        answer = inner.shown(relation, step["proof"])
        return "" if answer.accepted else answer.message

    def _every(self, step: Mapping[str, Any]) -> str:
        if any(v["sort"] == "seq" for v in step["vars"]):
            return "what holds for all numbers holds for no sequences"
        inner, relation = self.within(step["vars"], step["where"]), relation_of(step)
        inner.has_value(relation)
        if why := self._by(inner, relation, step):
            return why
        self.every.append({key: step[key] for key in ("vars", "where", "left", "op", "right")})
        return ""

    def _instance(self, step: Mapping[str, Any]) -> str:
        general = self._general(step)
        parts, fact = instance(self.said(_SURE), general, step["at"])
        if why := self._inside(parts, step["inside"]):
            return why
        self.add(fact)
        return ""

    def _general(self, step: Mapping[str, Any]) -> dict[str, Any]:
        place = whole(step["every"])
        if not 0 <= place < len(self.every):
            raise Malformed("nothing of this place is known for all numbers")
        return self.every[place]

    def _inside(self, parts: list[Statement], proofs: Any) -> str:  # noqa: ANN401
        if not isinstance(proofs, list) or len(parts) != len(proofs):
            return f"there are {len(parts)} conditions, and another number of proofs"
        for part, proof in zip(parts, proofs, strict=True):
            if not (answer := self.prove(part, proof)).accepted:
                return answer.message
        return ""

    def _added(self, step: Mapping[str, Any]) -> str:
        general = self._general(step)
        if len(general["vars"]) != 1 or general["op"] not in _WEAK:
            return "what is added holds for one integer, with <= or ="
        (v,), ends = general["vars"], general["where"]
        i = ["v", v["name"]]
        plain = v["sort"] == "int" and v["low"] is None and v["high"] is None
        if not plain or len(ends) != 2 or [e[1] for e in ends] != ["<=", "<="]:
            return "what is added holds for all integers of a range, low <= i and i <= high"
        (low, _, first), (last, _, high) = ends
        if first != i or last != i or i[1] in strings([low, high]):
            return "what is added holds for all integers of a range, low <= i and i <= high"
        sides = [["sum", i[1], low, high, general[side]] for side in ("left", "right")]
        self.add([sides[0], general["op"], sides[1]])
        return ""

    def _split(self, step: Mapping[str, Any]) -> str:
        total, at = step["sum"], step["at"]
        self.has_value([total, "=", at])
        if total[0] != "sum" or not self._is_integer(at):
            return "what is split is a sum, at an integer"
        _, index, low, high, body = total
        ends = [self.said([low, "<=", at]), self.said([at, "<=", high])]
        if why := self._inside(ends, step["inside"]):
            return why
        before = ["sum", index, low, ["+", at, ["q", "-1"]], body]
        after = ["sum", index, ["+", at, _ONE], high, body]
        self.add([total, "=", ["+", before, replace(body, {index: at}), after]])
        return ""

    def _swap(self, step: Mapping[str, Any]) -> str:
        total = step["sum"]
        self.has_value([total, "=", _ZERO])
        if total[0] != "sum" or total[4][0] != "sum":
            return "what is swapped is a sum of sums"
        _, i, low, high, (_, k, first, last, body) = total
        if i == k or i in names_in(first) | names_in(last) or k in names_in(low) | names_in(high):
            return "the range of a sum is not fixed for the other"
        self.add([total, "=", ["sum", k, first, last, ["sum", i, low, high, body]]])
        return ""

    def _weaken(self, step: Mapping[str, Any]) -> str:
        place, op = whole(step["fact"]), step["op"]
        if not 0 <= place < len(self.facts) or self.facts[place][1] != "=" or op not in _WEAK:
            return "what is weakened is an equation that is known, to <= or >="
        self.facts.append([self.facts[place][0], op, self.facts[place][2]])
        return ""

    def _least(self, step: Mapping[str, Any]) -> str:
        index, low, high, name = (step[key] for key in ("index", "low", "high", "name"))
        self.has_value([low, "=", high])
        if not (self._is_integer(low) and self._is_integer(high)) or name in self.names:
            return "a range is between integers, and the name of an index is new"
        if why := self._inside([self.said([low, "<=", high])], step["inside"]):
            return why
        i, at, one = ["v", index], ["v", name], {**real(index), "sort": "int"}
        ends = [[low, "<=", i], [i, "<=", high]]
        self.within([one], ends).has_value([step["value"], "=", _ZERO])
        self.vars = self.within([{**real(name), "sort": "int"}], []).vars
        self.facts += [[low, "<=", at], [at, "<=", high]]
        value = step["value"]
        self.every.append({"vars": [one], "where": ends, "left": replace(value, {index: at}),
                           "op": "<=", "right": value})  # fmt: skip
        return ""

    def _forget(self, step: Mapping[str, Any]) -> str:
        known, self.facts = self.facts, []
        for place in step["keep"]:
            if not 0 <= whole(place) < len(known):
                return "what is kept is known"
            self.add(known[place])
        return ""

    def _is_integer(self, tree: Tree) -> bool:
        return is_integer(tree, frozenset(v["name"] for v in self.vars if v["sort"] == "int"))

    def _fact(self, step: Mapping[str, Any]) -> str:
        relation = relation_of(step)
        answer = self.shown(relation, step["proof"])
        if not answer.accepted:
            return answer.message
        self.add(relation)
        return ""
