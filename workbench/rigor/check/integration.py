"""A statement about integrals over a real variable whose ends, integrands and laws have symbols.

    integration  {"vars", "where", "laws", "means", "left", "op", "right"}
    laws         evidence that each law is one, see `laws`
    steps        what is shown of the means, see below
    proof        a certificate of the statement, as one about numbers

    vars    numbers; nothing here is a sequence
    where   relations between them
    laws    laws of real random variables without atoms, each by its distribution function
    means   {"name", "variable", "of", "over"}: the number `name` is an integral of the tree `of` in
            its variable, over what `drawn` tells: a range, or a draw; or what a function grows by,
            see `increment`

What is accepted is: for all numbers with these conditions, and all functions of increments, each
law is a law, each mean exists as a Lebesgue integral, and left op right.

On an open piece (a, b) of the range the integrand f is continuous, and has one sign.  A primitive P
is continuous on the closed piece, and differentiated here.  Where f = P' on the piece, the integral
over it is P(b) - P(a), with limits at infinite ends (`limits`); where 0 <= f <= P', it exists and
is at most that.  The pieces lie between cuts, whose order is shown, and fill the range.  The steps:

    evaluate  {"mean", "op", "cuts", "order", "pieces"}: the mean is at most (or is) the sum of
              P(b) - P(a) over the pieces, each {"branches", "inside", "sign", "signed",
              "primitive", "shown"}: which formula of its law a distribution function has there, and
              that it does; the sign of f, "+" or "-", and that f has it; P, and that f op P', or
              for an equation a pair, that f <= P' and f >= P'
    induct    {"mean", "variable", "start", "value", "base", "step", "factor", "first", "next"}: the
              mean is the value, for all integers k >= start.  At the start it is what the pieces
              of `base` come to; and f(k + 1) = P' + factor f(k) on each piece of `step`, whose sum
              of P(b) - P(a) is value(k + 1) - factor value(k)
    grow      {"mean", "op", "primitive", "order", "shown"}: the increment is at most, or at least,
              Q(b) - Q(a): a <= b, and that p op Q'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.drawn import DrawnMean, drawn, law_fault, read_laws, within
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.increment import FORM, Increment, read_increment
from workbench.rigor.check.induction import counted_from
from workbench.rigor.check.limits import limit
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
from workbench.rigor.check.words import is_word

_KEYS = {"vars", "where", "laws", "means", "left", "op", "right"}
_ZERO: Tree = ["q", "0"]
_MOST_PIECES = 100
Relation = list[Any]  # left, op, right


class NotShown(Exception):
    """A step of the proof is refused; the message says why."""


def check_integration(c: Certificate, prove: Prove) -> Answer:
    """Check the laws, take the steps, and then show the statement about numbers."""
    try:
        reader = IntegrationReader(c["integration"], prove)
        reader.are_laws(c["laws"])
        for place, step in enumerate(c["steps"]):
            try:
                reader.take(step)
            except NotShown as error:
                return Answer(False, f"integration: step {place}: {error}")
        answer = prove(reader.end(), c["proof"])
    except NotShown as error:
        return Answer(False, f"integration: {error}")
    return Answer(answer.accepted, f"integration: {answer.message}")


class IntegrationReader:
    """The statement, and what is known of its means so far."""

    def __init__(self, told: Any, prove: Prove) -> None:  # noqa: ANN401 - JSON
        if not isinstance(told, Mapping) or set(told) != _KEYS:
            raise Malformed(f"a statement about integrals has the keys {', '.join(sorted(_KEYS))}")
        self.told, self.prove, self.facts = told, prove, list[Relation]()
        self.known = set[str]()  # means that exist
        self.base = _statement(told["vars"], told["where"])
        read_statement(self.base)
        if any(v["sort"] == "seq" for v in told["vars"]):
            raise Malformed("a statement about integrals has no sequences")
        refuse_vacuous(self.base)
        for place, (left, _, right) in enumerate(told["where"]):
            self._has_value({**self.base, "where": told["where"][:place]}, [left, right])
        self.laws = read_laws(told["laws"], self.base)
        self.means: dict[str, DrawnMean] = {}
        self.grown: dict[str, Increment] = {}
        names = {v["name"] for v in told["vars"]}
        for one in told["means"]:
            if not is_word(one["name"]) or one["name"] in names:
                raise Malformed("a mean has a name of its own")
            names.add(one["name"])
            if one["over"]["form"] != FORM:
                self.means[one["name"]] = drawn(one, self.laws)
        for one in told["means"]:
            if one["name"] not in self.means:
                self.grown[one["name"]] = read_increment(one, names)
                self.grown[one["name"]].read(self.base)
        for mean in self.means.values():
            if mean.variable in names:
                raise Malformed(f"{mean.variable!r} is a number, and is integrated over")
            mean.read(self.base)
        numbers = [*told["vars"], *map(real, [*self.means, *self.grown])]
        self.whole = {**self.base, "vars": numbers, "left": told["left"], "op": told["op"],
                      "right": told["right"]}  # fmt: skip
        read_statement(self.whole)

    def are_laws(self, evidence: Any) -> None:  # noqa: ANN401 - JSON
        """Refuse a law whose distribution function is none, as far as the evidence shows."""
        for law, shown in zip(self.laws, evidence, strict=True):
            if why := law_fault(law, self.base, shown, self.prove):
                raise NotShown(why)

    def end(self) -> Statement:
        """The statement with all that is known; NotShown where a mean or a side may not exist."""
        if missing := [n for n in (*self.means, *self.grown) if n not in self.known]:
            raise NotShown(f"it is not shown that the mean {missing[0]!r} exists")
        s = {**self.whole, "where": [*self.base["where"], *self.facts]}
        self._has_value({**s, "left": _ZERO, "right": _ZERO}, [s["left"], s["right"]])
        return s

    # steps --------------------------------------------------------------------------------------

    def take(self, step: Mapping[str, Any]) -> None:
        """Take one step."""
        if step["rule"] == "grow":
            self._grow(step)
            return
        mean = self.means.get(step["mean"])
        if mean is None:
            raise Malformed(f"{str(step['mean'])[:20]!r} is no mean of the statement")
        if step["rule"] == "evaluate":
            if step["op"] not in ("=", "<="):
                raise Malformed("an integral is equal to a sum of increments, or at most that")
            value, op = self.increments(self.base, [mean], step, step["op"]), step["op"]
        elif step["rule"] == "induct":
            value, op = self._induct(mean, step), "="
        else:
            raise Malformed(f"no rule is called {str(step['rule'])[:20]!r}")
        self._has_value(self.base, [value])
        self.facts.append([["v", step["mean"]], op, value])
        self.known.add(step["mean"])

    def _grow(self, step: Mapping[str, Any]) -> None:
        """An increment is compared with that of a function that is told."""
        name, op, primitive = step["mean"], step["op"], step["primitive"]
        if name not in self.grown or op not in ("<=", ">="):
            raise Malformed("an increment of the statement is at most, or at least, another one")
        of = self.grown[name]
        inside, closed = of.inside(self.base), of.closed(self.base)
        read_tree(primitive, _sorts(closed))
        self._shown(self.base, [of.low, "<=", of.high], step["order"])
        self._has_value(closed, [primitive])
        self._shown(inside, [of.slope, op, derivative(primitive, of.variable)], step["shown"])
        last, first = (replace(primitive, {of.variable: end}) for end in (of.high, of.low))
        self._has_value(self.base, [last, first])
        self.facts.append([["v", name], op, ["+", last, ["neg", first]]])
        self.known.add(name)

    def _induct(self, mean: DrawnMean, step: Mapping[str, Any]) -> Tree:
        """The value of a mean for all k >= start, from the first one and a step."""
        name, start, value = step["variable"], whole(step["start"]), step["value"]
        s = self.counted(name, start, mean)
        read_tree(value, _sorts(s))
        first, after = {name: ["q", str(start)]}, {name: ["+", ["v", name], ["q", "1"]]}
        base = self.increments(s, [mean.put(first)], step["base"], "=")
        self._shown(s, [replace(value, first), "=", base], step["first"])
        factor = step["factor"]
        read_tree(factor, _sorts(s))
        more = self.increments(s, [mean.put(after), mean], step["step"], "=", factor)
        told = ["+", more, ["*", factor, value]]
        self._shown(s, [replace(value, after), "=", told], step["next"])
        return value

    def counted(self, name: Any, start: int, mean: DrawnMean) -> Statement:  # noqa: ANN401
        """The numbers, with an integer that runs over all k >= start."""
        counter = {v["name"]: v for v in self.base["vars"]}.get(name)
        if counter is None or counter["sort"] != "int" or counter["low"] is None:
            raise Malformed(f"{str(name)[:20]!r} is no integer with a least value")
        if start > least(counter):
            raise NotShown(f"it starts at {start}, the domain of {name!r} before")
        sides = [side for left, _, right in self.base["where"] for side in (left, right)]
        if any(name in free(side) for side in (*sides, *mean.fixed())):
            raise NotShown(f"a condition, a law or an end of the range mentions {name!r}")
        numbers = [counted_from(v, start) if v["name"] == name else v for v in self.base["vars"]]
        return {**self.base, "vars": numbers}

    def increments(
        self, s: Statement, means: list[DrawnMean], shown: Mapping[str, Any], op: str,
        factor: Tree | None = None,
    ) -> Tree:  # fmt: skip
        """The sum of P(b) - P(a) over the pieces, where f op P' + factor f_2 on each of them.

        means: that of f, and of f_2 where there is a factor
        """
        cuts, pieces = list(shown["cuts"]), list(shown["pieces"])
        for cut in cuts:
            read_tree(cut, _sorts(s))
        low, high = means[0].ends
        ends = [low, *cuts, high]
        self._has_value(s, [e for e in ends if e is not None])
        if not len(pieces) == len(ends) - 1 <= _MOST_PIECES:
            raise Malformed("there is one piece between any two cuts")
        sides = list(pairwise(ends))
        between = [(a, b) for a, b in sides if a is not None and b is not None]
        for (a, b), proof in zip(between, shown["order"], strict=True):
            self._shown(s, [a, "<=", b], proof)
        parts: list[Tree] = []
        for (a, b), piece in zip(sides, pieces, strict=True):
            parts += self._increment(s, means, (a, b), piece, op, factor)
        return ["+", *parts]

    def _increment(
        self, s: Statement, means: list[DrawnMean], ends: tuple[Tree | None, Tree | None],
        piece: Mapping[str, Any], op: str, factor: Tree | None,
    ) -> list[Tree]:  # fmt: skip
        """P(b) and -P(a) for one piece."""
        name, (a, b) = means[0].variable, ends
        inner = {**s, "vars": [*s["vars"], real(name)]}
        here, closed = (
            {**inner, "where": [*s["where"], *within(name, a, b, sign)]} for sign in ("<", "<=")
        )
        needed = means[0].places(piece["branches"])
        for (left, right), proof in zip(needed, piece["inside"], strict=True):
            self._shown(closed, [left, "<=", right], proof)
        integrands = [mean.integrand(piece["branches"], here) for mean in means]
        f, primitive, sign = integrands[0], piece["primitive"], piece["sign"]
        read_tree(primitive, _sorts(here))
        slope = derivative(primitive, name)
        if factor is not None:
            slope = ["+", slope, ["*", factor, integrands[1]]]
        self._has_value(here, [*integrands, slope])
        self._has_value(closed, [primitive])
        if sign not in ("+", "-") or (op == "<=" and sign != "+"):
            raise NotShown("the integrand is not said to have the sign that is needed")
        self._shown(here, [_ZERO, "<=" if sign == "+" else ">=", f], piece["signed"])
        shown = piece["shown"]
        twice = op == "=" and isinstance(shown, list)
        for sense, proof in zip(("<=", ">="), shown, strict=True) if twice else [(op, shown)]:
            self._shown(here, [f, sense, slope], proof)
        last, first = (
            limit(s, primitive, name, side) if end is None else replace(primitive, {name: end})
            for end, side in ((b, 1), (a, -1))
        )
        return [last, ["neg", first]]

    def _shown(self, s: Statement, relation: Relation, proof: Any) -> None:  # noqa: ANN401
        left, op, right = relation
        self._has_value(s, [left, right])
        answer = self.prove({**s, "left": left, "op": op, "right": right}, proof)
        if not answer.accepted:
            raise NotShown(answer.message)

    def _has_value(self, s: Statement, trees: Iterable[Tree]) -> None:
        if lost := unmet(s, trees):
            raise NotShown(f"something may have no value: {lost[0]['kind']}")


def real(name: str) -> dict[str, Any]:
    """A number without an interval."""
    return {"name": name, "sort": "real", "low": None, "low_open": False, "high": None,
            "high_open": False}  # fmt: skip


def _sorts(s: Statement) -> dict[str, str]:
    return {v["name"]: v["sort"] for v in s["vars"]}


def _statement(variables: list[Any], where: list[Any]) -> Statement:
    return {"vars": list(variables), "where": list(where), "left": _ZERO, "op": "=",
            "right": _ZERO, "requires": []}  # fmt: skip
