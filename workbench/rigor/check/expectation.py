"""A statement about expectations that holds for every law of its random variables.

    law    {"vars", "random", "where", "sure", "over", "means", "all", "left", "op", "right"}
    steps  what is shown on the way, see below
    proof  a certificate of the statement, as one about numbers

    vars    numbers and sequences of numbers, which are fixed
    random  random variables on one probability space, each with an interval; their law is any one
    sure    for each entry a list of alternatives, each a list of relations between numbers and
            random variables: almost surely every relation of one of the alternatives holds
    over    null, or an integer variable d >= 1: then every E is a sum over coordinates 1..d, and
            what is called random here is a coordinate of a fixed vector
    means   {"name", "of", "finite"}: the number `name` is E[of].  Where `finite` is true, that it
            exists is a hypothesis; where it is not, this belongs to what is shown
    where   relations between numbers and means that are finite by hypothesis
    all     {"vars", "where", "of", "op", "bound"}: for all these numbers E[of] exists, and
            E[of] op bound

What is accepted is: for all numbers and for every law with all this, the means that are not finite
by hypothesis exist, and left op right.

An expectation is linear, monotone, and 1 of the number 1 (a sum over coordinates: d).  So a
relation 0 <= c_1 u_1 + ... + c_k u_k between values that is shown for all of them, where every c is
a fixed number and every E[u] exists, gives the same relation between the E[u].  The steps:

    integrate  {"op", "terms": [[c, mean], ...], "uses", "proofs"}: 0 op sum of c u, in each of the
               cases into which the alternatives divide all outcomes; a mean that is null is that
               of 1; `uses` lists the places of the conditions and facts that are used, or is null
    exists     {"mean", "of", "terms", "uses", "low", "high"}: -b <= u <= b in each case for a sum
               b of such terms; so E[u] exists and is at most E[b]
    take       {"mean", "all", "at", "inside"}: an instance of an entry of `all`
    fact       {"fact", "uses", "proof"}: a relation between numbers and means, from those before it

Values are elementary functions of the random variables, hence measurable.  Nothing here exchanges
an expectation with a limit or a supremum.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.lemmas import instance
from workbench.rigor.check.trees import (
    Malformed,
    Tree,
    least,
    read_statement,
    read_tree,
    replace,
    whole,
)
from workbench.rigor.check.vacuous import refuse_no_law
from workbench.rigor.check.words import is_word

_KEYS = {"vars", "random", "where", "sure", "over", "means", "all", "left", "op", "right"}
_MOST_CASES = 256
_ZERO, _ONE = ["q", "0"], ["q", "1"]
Relation = list[Any]  # left, op, right
Places = list[int] | None  # of facts; None: of all


def check_expectation(c: Certificate, prove: Prove, *, is_part: bool = False) -> Answer:
    """Take the steps one after the other, and then the statement about numbers."""
    law = LawReader(c["law"], prove, is_part=is_part)
    for place, step in enumerate(c["steps"]):
        if why := law.take(step):
            return Answer(False, f"expectation: step {place}: {why}")
    law.is_ready()
    answer = prove(law.said(c["law"]["left"], c["law"]["op"], c["law"]["right"]), c["proof"])
    return Answer(answer.accepted, f"expectation: {answer.message}")


class LawReader:
    """The statement, which may be about nothing as a part of another, and what is known so far."""

    def __init__(self, law: Any, prove: Prove, *, is_part: bool = False) -> None:  # noqa: ANN401
        if not isinstance(law, Mapping) or set(law) != _KEYS:
            raise Malformed(f"a statement about means has the keys {', '.join(sorted(_KEYS))}")
        self.law, self.prove = law, prove
        self.facts: list[Relation] = []
        self.means: dict[str, Tree] = {}  # those that are known to exist
        self._read(law["vars"], law["random"], law["means"])
        self.facts = list(law["where"])
        read_statement(self.said(law["left"], law["op"], law["right"], everything=True))
        read_statement(self.said(_ZERO, "=", _ZERO))
        self._conditions_have_values()
        for case in (every := list(self.cases(_ZERO, "=", _ZERO))):
            read_statement(case)
        for one in law["means"]:
            self._values(one["of"])
        for one in law["all"]:
            self._universal(one)
        if not is_part:
            numbers = self._declared([*law["vars"], *law["random"]])
            refuse_no_law(dict(law), _statement(numbers, self.facts), self.means, every)

    def _read(self, variables: Any, random: Any, means: Any) -> None:  # noqa: ANN401
        read_statement(_statement([*variables, *random], []))
        if any(v["sort"] == "seq" for v in random):
            raise Malformed("a random variable is a number")
        for clause in self.law["sure"]:
            if not clause or not all(isinstance(alternative, list) for alternative in clause):
                raise Malformed("what is sure is a list of alternatives, of relations each")
        if (over := self.law["over"]) is not None:
            of = next((v for v in variables if v["name"] == over), None)
            if of is None or of["sort"] != "int" or of["low"] is None or least(of) < 1:
                raise Malformed("a sum over coordinates has an integer variable >= 1 of them")
        sorts = {v["name"]: v["sort"] for v in (*variables, *random)}
        for one in means:
            if set(one) != {"name", "of", "finite"} or not isinstance(one["finite"], bool):
                raise Malformed("a mean has a name, a tree, and is finite by hypothesis or not")
            self._fresh(one["name"])
            read_tree(one["of"], sorts)
            sorts[one["name"]] = "real"
            if one["finite"]:
                self.means[one["name"]] = one["of"]

    def _fresh(self, name: Any) -> None:  # noqa: ANN401
        taken = {v["name"] for v in (*self.law["vars"], *self.law["random"])} | set(self.means)
        given = [one["name"] for one in self.law["means"]]
        if not is_word(name) or name in taken or given.count(name) > 1:
            raise Malformed(f"the mean {str(name)[:20]!r} has no name of its own")

    def _universal(self, one: Any) -> None:  # noqa: ANN401
        if set(one) != {"vars", "where", "of", "op", "bound"}:
            raise Malformed("a hypothesis for all numbers has vars, where, of, op and bound")
        plain = _statement(self._declared([*self.law["vars"], *one["vars"]]), one["where"])
        read_statement({**plain, "right": one["bound"], "op": one["op"]})
        for case in self.cases(_ZERO, "=", _ZERO, more=one["vars"], where=one["where"]):
            read_statement({**case, "right": one["of"]})
            if lost := unmet(case, [one["of"]]):
                raise Malformed(f"a mean may have no value: {lost[0]['kind']}")

    def _conditions_have_values(self) -> None:
        """Each of them with the help of those before it."""
        here = self.said(_ZERO, "=", _ZERO)
        for place, (left, _, right) in enumerate(self.law["where"]):
            if unmet({**here, "where": self.law["where"][:place]}, [left, right]):
                raise Malformed("a condition may have no value")

    def _declared(self, variables: list[Any], *, everything: bool = False) -> list[Any]:
        names = [m["name"] for m in self.law["means"]] if everything else []
        return [*variables, *map(_real, dict.fromkeys([*self.means, *names]))]

    def said(
        self, left: Tree, op: str, right: Tree, *, uses: Places = None, everything: bool = False
    ) -> Statement:
        """A relation between numbers and means as a statement, from the facts that it `uses`.

        everything: also of means of which it is not known yet that they exist
        """
        names = self._declared(self.law["vars"], everything=everything)
        known = _some(self.facts, uses)
        return {**_statement(names, known), "left": left, "op": op, "right": right}

    def cases(
        self, left: Tree, op: str, right: Tree, *, more: Iterable[Any] = (),
        where: Iterable[Any] = (), uses: Places = None, everything: bool = False,
    ) -> Iterator[Statement]:  # fmt: skip
        """A relation between values, once for each choice among the alternatives."""
        numbers = [*self.law["vars"], *more, *self.law["random"]]
        names = self._declared(numbers, everything=everything)
        for count, choice in enumerate(itertools.product(*self.law["sure"])):
            if count == _MOST_CASES:
                raise Malformed(f"more than {_MOST_CASES} cases")
            known = [*_some(self.facts, uses), *where, *itertools.chain.from_iterable(choice)]
            yield {**_statement(names, known), "left": left, "op": op, "right": right}

    def _values(self, tree: Tree) -> None:
        """Refuse a tree that may have no value for some outcome."""
        for case in self.cases(_ZERO, "=", _ZERO, everything=True):
            read_statement({**case, "right": tree})
            if lost := unmet(case, [tree]):
                raise Malformed(f"what a mean is taken of may have no value: {lost[0]['kind']}")

    def is_ready(self) -> None:
        """Refuse where the existence of a mean, or of a value of a side, is not shown yet."""
        if missing := [m["name"] for m in self.law["means"] if m["name"] not in self.means]:
            raise Malformed(f"it is not shown that the mean {missing[0]!r} exists")
        if lost := unmet(self.said(_ZERO, "=", _ZERO), [self.law["left"], self.law["right"]]):
            raise Malformed(f"a side may have no value: {lost[0]['kind']}")

    # steps --------------------------------------------------------------------------------------

    def take(self, step: Mapping[str, Any]) -> str:
        """Take one step; the reason why it is refused, or the empty text."""
        rules = {"integrate": self._integrate, "exists": self._exists, "take": self._instance,
                 "fact": self._fact}  # fmt: skip
        rule = rules.get(step["rule"])
        return f"no rule is called {str(step['rule'])[:20]!r}" if rule is None else rule(step)

    def _integrate(self, step: Mapping[str, Any]) -> str:
        if (op := step["op"]) not in ("<=", "<", "="):
            return "what is integrated is a relation with <=, < or ="
        inner, outer = self.combined(step["terms"])
        if why := self._shown(self.cases(_ZERO, op, inner, uses=step["uses"]), step["proofs"]):
            return why
        self.facts.append([_ZERO, op, outer])
        return ""

    def combined(self, terms: Any) -> tuple[Tree, Tree]:  # noqa: ANN401
        """A combination of values with fixed coefficients, and the same one of their means."""
        inner: Tree = ["+"]  # without a term it is not read
        outer: Tree = ["+"]
        total = _ONE if self.law["over"] is None else ["v", self.law["over"]]
        for coefficient, name in terms:
            self._number(coefficient)
            if name is not None and name not in self.means:
                raise Malformed(f"it is not known that the mean {str(name)[:20]!r} exists")
            u, mean = (_ONE, total) if name is None else (self.means[name], ["v", name])
            inner.append(_times(coefficient, u))
            outer.append(_times(coefficient, mean))
        return inner, outer

    def _number(self, tree: Tree) -> None:
        here = self.said(_ZERO, "=", _ZERO)
        read_tree(tree, {v["name"]: v["sort"] for v in here["vars"]})
        if lost := unmet(here, [tree]):
            raise Malformed(f"a coefficient may have no value: {lost[0]['kind']}")

    def _shown(self, cases: Iterable[Statement], proofs: Any) -> str:  # noqa: ANN401
        cases = list(cases)
        if not isinstance(proofs, list) or len(proofs) != len(cases):
            return f"there are {len(cases)} cases, and another number of proofs"
        for place, (case, proof) in enumerate(zip(cases, proofs, strict=True)):
            if not (answer := self.prove(case, proof)).accepted:
                return f"case {place}: {answer.message}"
        return ""

    def _exists(self, step: Mapping[str, Any]) -> str:
        name, stated = step["mean"], {m["name"]: m["of"] for m in self.law["means"]}
        if name not in stated:
            self._fresh(name)
            self._values(step["of"])
        elif step["of"] != stated[name] or name in self.means:
            return "the mean is another one, or is known to exist"
        bound, mean = self.combined(step["terms"])
        ends = ((["neg", bound], step["of"], step["low"]), (step["of"], bound, step["high"]))
        for left, right, proofs in ends:
            if why := self._shown(self.cases(left, "<=", right, uses=step["uses"]), proofs):
                return why
        self.means[name] = step["of"]
        self.facts.append([["v", name], "<=", mean])
        return ""

    def _instance(self, step: Mapping[str, Any]) -> str:
        if not 0 <= whole(step["all"]) < len(self.law["all"]):
            return "there is no such hypothesis"
        one, at, name = self.law["all"][step["all"]], step["at"], step["mean"]
        if name in {m["name"] for m in self.law["means"]}:
            return "the mean of an instance has a name of its own"
        self._fresh(name)
        general = {**_statement(one["vars"], one["where"]), "right": one["bound"], "op": one["op"]}
        parts, (_, op, bound) = instance(self.said(_ZERO, "=", _ZERO), general, at)
        if len(parts) != len(step["inside"]):
            return "the hypothesis has another number of conditions"
        for part, proof in zip(parts, step["inside"], strict=True):
            if not (answer := self.prove(part, proof)).accepted:
                return answer.message
        if lost := unmet(self.said(_ZERO, "=", _ZERO), [bound]):
            return f"the bound may have no value: {lost[0]['kind']}"
        of = replace(one["of"], at)
        self._values(of)
        self.means[name] = of
        self.facts.append([["v", name], op, bound])
        return ""

    def _fact(self, step: Mapping[str, Any]) -> str:
        left, op, right = step["fact"]
        stated = self.said(left, op, right, uses=step["uses"])
        read_statement(stated)
        if lost := unmet(self.said(_ZERO, "=", _ZERO), [left, right]):
            return f"it may have no value: {lost[0]['kind']}"
        if not (answer := self.prove(stated, step["proof"])).accepted:
            return answer.message
        self.facts.append([left, op, right])
        return ""


def _times(a: Tree, b: Tree) -> Tree:
    return b if a == _ONE else a if b == _ONE else ["*", a, b]


def _some(facts: list[Relation], places: Places) -> list[Relation]:
    return facts if places is None else [facts[whole(place)] for place in places]


def _statement(variables: list[Any], where: list[Any]) -> Statement:
    return {"vars": list(variables), "where": list(where), "left": _ZERO, "op": "=",
            "right": _ZERO, "requires": []}  # fmt: skip


def _real(name: str) -> dict[str, Any]:
    return {"name": name, "sort": "real", "low": None, "low_open": False, "high": None,
            "high_open": False}  # fmt: skip
