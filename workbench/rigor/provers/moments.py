"""Proofs of statements about means of quadratic functions of batches, noise and signs.

    outcome = moments_shown(SPREAD, steps)

`steps(known)` leads from what is given to facts, the means that it did not ask for are computed,
and then the statement is shown.  Steps of an average, or of a relation for all numbers, are a
function of what is known inside of it:

    known.average([signs(s, d)], (variance, "<=", S**2 / 4), inner_steps)

The checker judges the whole: `workbench.rigor.check.moments`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Grade, Outcome, holds
from workbench.claims.deciding import refusals_decide, refused
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.lemmas import instance
from workbench.rigor.check.moments import stated
from workbench.rigor.check.moments_answer import duties_of
from workbench.rigor.check.moments_steps import MomentScope
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.expectations import NotProved
from workbench.rigor.provers.hypotheses import reason
from workbench.rigor.provers.outcomes import TRUST, stamped
from workbench.rigor.provers.remembering import PartsFound, prove
from workbench.rigor.provers.run import METHODS
from workbench.rigor.provers.searched import searched
from workbench.symbolic.expectations import Said, frozen
from workbench.symbolic.freezer import Freezer
from workbench.symbolic.moments import Family, MomentStatement, for_all

_NOTHING = [["q", "0"], "=", ["q", "0"]]
Steps = Callable[["Known"], object]


class Known:
    """What is known at a place of a proof, and the steps that led to it."""

    def __init__(self, scope: MomentScope, seconds: float, found: PartsFound) -> None:
        self._scope, self._seconds, self._found = scope, seconds, found
        self._facts: tuple[Fact, ...] = ()
        self._methods: Sequence[str] = ()
        self._proof: dict[str, Any] | None = None
        self.steps: list[dict[str, Any]] = []

    @property
    def last(self) -> int:
        """The place of the last relation for all numbers."""
        return len(self._scope.every) - 1

    def __len__(self) -> int:
        """How many relations between numbers are known."""
        return len(self._scope.facts)

    def place(self, said: Said) -> int:
        """The place of a relation between numbers that is known."""
        relation = frozen(Freezer(), said)
        if relation not in self._scope.facts:
            raise NotProved(f"it is not known that {said[0]} {said[1]} {said[2]}")
        return self._scope.facts.index(relation)

    def general(self, one: Any) -> int:  # noqa: ANN401 - as in `every` of a statement
        """The place of a hypothesis for all values of some symbols."""
        told = for_all(Freezer(), *one)
        if told not in self._scope.every:
            raise NotProved(f"it is not known for all {one[0]} that {one[2]}")
        return self._scope.every.index(told)

    def computed(self, name: Any) -> bool:  # noqa: ANN401 - a symbol
        """Whether a mean is known already."""
        return any(v["name"] == str(name) for v in self._scope.vars)

    def mean(self, *names: Any) -> None:  # noqa: ANN401 - symbols
        """Compute means of the statement."""
        for name in names:
            self._take({"rule": "mean", "mean": str(name)})

    def fact(self, said: Said, steps: Steps | None = None) -> None:
        """A relation between numbers, from what is known."""
        relation = frozen(Freezer(), said)
        self._take({"rule": "fact", **_closed(self, relation, steps)})

    def guess(self, name: Any, rate: Any, gain: Any, *shown: Steps | None, at: str = "at",  # noqa: ANN401
              word: str = "word") -> None:  # fmt: skip
        """A mean of the answer from below: by steps to rate > 0, the other terms, each place."""
        self._answered("guess", name, rate, gain, at, word, shown)

    def mistake(self, name: Any, gain: Any, *shown: Steps | None, at: str = "at",  # noqa: ANN401
                word: str = "word") -> None:  # fmt: skip
        """The same by steps to the other terms, to each word at each place, and to each place."""
        self._answered("mistake", name, 1, gain, at, word, (None, *shown))

    def prior(self, name: Any, at: str, word: str) -> None:  # noqa: ANN401
        """The same by the priors of parts: its errors in their blocks are seen in it."""
        self._answered("prior", name, 1, 0, at, word, (None,))

    def _answered(self, rule: str, name: Any, rate: Any, gain: Any, at: str, word: str,  # noqa: ANN401
                  shown: Sequence[Steps | None]) -> None:  # fmt: skip
        step = {"rule": rule, "mean": str(name), "at": at, "word": word,
                "rate": Freezer()(sp.sympify(rate)).tree,
                "gain": Freezer()(sp.sympify(gain)).tree}  # fmt: skip
        answer, of = self._scope.answer, self._scope.errors.get(str(name))
        if answer is None or of is None:
            raise NotProved(f"there is no mean {name} of an answer")
        duties, _ = duties_of(answer, of, step)
        found = []
        for (variables, where, relation), steps in zip(duties, shown, strict=True):
            inner = self._within(variables, where)
            closed = _closed(inner, relation, steps)
            found.append({"steps": inner.steps, "proof": closed["proof"]})
        self._take({**step, "shown": found})

    def average(self, families: Sequence[Family], said: Said, steps: Steps | None = None) -> None:
        """A relation that holds whatever the families are, and so between the means.

        That each entry is in the interval of its law is known inside, as the last relations for
        all numbers: of signs that it is >= -1, then that it is <= 1.
        """
        told = [one.frozen(Freezer()) for one in families]
        inner = Known(self._scope.drawing(told), self._seconds, self._found)
        shown = {**_closed(inner, frozen(Freezer(), said), steps), "steps": inner.steps}
        self._take({"rule": "average", "families": told, **shown})

    def every(
        self, symbols: Sequence[Any], where: Sequence[Said], said: Said,
        steps: Steps | None = None,
    ) -> int:  # fmt: skip
        """A relation for all values of some symbols; its place."""
        one = for_all(Freezer(), symbols, where, said)
        inner = self._within(one["vars"], one["where"])
        relation = [one["left"], one["op"], one["right"]]
        shown = {**_closed(inner, relation, steps), "steps": inner.steps}
        self._take({"rule": "every", "vars": one["vars"], "where": one["where"], **shown})
        return self.last

    def take(self, place: int, at: Mapping[Any, Any]) -> None:
        """An instance of a relation for all numbers."""
        freezer = Freezer()
        trees = {str(name): freezer(value).tree for name, value in at.items()}
        if place > self.last:
            raise NotProved("nothing of this place is known for all numbers")
        parts, _ = instance(self._scope.said(_NOTHING), self._scope.every[place], trees)
        self._take({"rule": "take", "every": place, "at": trees, "inside": self._inside(parts)})

    def renamed(self, name: Any, of: Any) -> None:  # noqa: ANN401 - symbols
        """A mean over records with the new one and record i exchanged, for all i."""
        self._take({"rule": "renamed", "name": str(name), "of": str(of)})

    def near(self, first: Any, second: Any) -> None:  # noqa: ANN401
        """Means of a stable function where one record is replaced, both ways round."""
        self._take({"rule": "near", "first": str(first), "second": str(second)})

    def add(self, place: int) -> None:
        """The sum of a relation for all integers of a range over all of them."""
        self._take({"rule": "add", "every": place})

    def split(self, total: Any, at: Any) -> None:  # noqa: ANN401 - sympy
        """A sum is what comes before an index, the entry there, and the rest."""
        freezer = Freezer()
        tree, index = freezer(total).tree, freezer(at).tree
        ends = [[tree[2], "<=", index], [index, "<=", tree[3]]]
        inside = self._inside([self._scope.said(end) for end in ends])
        self._take({"rule": "split", "sum": tree, "at": index, "inside": inside})

    def swap(self, total: Any) -> None:  # noqa: ANN401 - sympy
        """A sum of sums in the other order."""
        self._take({"rule": "swap", "sum": Freezer()(total).tree})

    def weaken(self, op: str) -> None:
        """The last fact, an equation, as an inequality."""
        self._take({"rule": "weaken", "fact": len(self) - 1, "op": op})

    def least(self, value: Any, index: Any, low: Any, high: Any, name: str) -> Any:  # noqa: ANN401
        """The index in a range at which a value is the least, as a symbol."""
        freezer = Freezer()
        first, last = freezer(low).tree, freezer(high).tree
        inside = self._inside([self._scope.said([first, "<=", last])])
        self._take({"rule": "least", "index": str(index), "low": first, "high": last,
                    "value": freezer(value).tree, "name": name, "inside": inside})  # fmt: skip
        return sp.Symbol(name, integer=True)

    def forget(self, *kept: Said) -> None:
        """Go on with these relations between numbers alone: each proof looks at all."""
        self._take({"rule": "forget", "keep": [self.place(one) for one in kept]})

    def using(self, *facts: Fact) -> None:
        """General facts and steps with which the search for the next proof begins."""
        self._facts = facts

    def by(self, *methods: str) -> None:
        """The next proof is searched by these methods alone."""
        self._methods = methods

    def adds(self, terms: Mapping[int, Any], rest: Any = 0) -> None:  # noqa: ANN401 - sympy
        """The next proof: right - left is a sum of multiples of known gaps, and of the rest.

        terms: for the place of a fact, -1 for the last one, its multiple, visibly not negative
        """
        parts: list[Any] = [Freezer()(rest).tree]
        for place, multiple in terms.items():
            left, op, right = self._scope.facts[place]
            less, more = (right, left) if op[0] == ">" else (left, right)
            parts.append(["*", Freezer()(multiple).tree, ["+", more, ["neg", less]]])
        self._proof = {"kind": "sign", "gap": ["+", *parts]}

    def equals(self, multiples: Mapping[int, Any]) -> None:
        """The next proof: left - right is a sum of multiples of those of known equations."""
        by = [[place % len(self._scope.facts), Freezer()(c).tree] for place, c in multiples.items()]
        self._proof = {"kind": "identity", "multiples": by}

    def stated(self, relation: Any) -> dict[str, Any]:  # noqa: ANN401
        """A relation as a statement, with all that is known as its conditions."""
        return self._scope.said(relation)

    def shown(self, relation: Any, methods: Sequence[str] = METHODS) -> dict[str, Any]:  # noqa: ANN401
        """A proof of a relation from what is known."""
        self._scope.has_value(relation)
        facts, proof, self._facts, self._proof = self._facts, self._proof, (), None
        methods, self._methods = self._methods or methods, ()
        return proof or self._searched(self._scope.said(relation), facts, methods)

    def _searched(
        self, statement: dict[str, Any], facts: Iterable[Fact] = (),
        methods: Sequence[str] = METHODS,
    ) -> dict[str, Any]:  # fmt: skip
        return self._found.keep(searched(statement, facts, seconds=self._seconds, methods=methods))

    def _within(self, variables: Iterable[Any], where: Iterable[Any]) -> Known:
        return Known(self._scope.within(variables, where), self._seconds, self._found)

    def _inside(self, parts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        return [self._searched(part) for part in parts]

    def _take(self, step: dict[str, Any]) -> None:
        if why := self._scope.take(step):
            raise NotProved(why)
        self.steps.append(step)


def _closed(inner: Known, relation: Any, steps: Steps | None) -> dict[str, Any]:  # noqa: ANN401
    if steps is not None:
        steps(inner)
    left, op, right = relation
    return {"left": left, "op": op, "right": right, "proof": inner.shown(relation)}


def moments_shown(
    statement: MomentStatement, steps: Steps | None = None, *, methods: Sequence[str] = METHODS,
    seconds: float = 20, summary: str = "",
) -> Outcome:  # fmt: skip
    """The statement, by steps; its means are computed first."""
    tree = statement.tree
    try:
        known = Known(stated(tree, found := PartsFound(), is_part=True), seconds, found)
        if steps is not None:
            steps(known)
        known.mean(*(one for one in statement.means if not known.computed(one)))
        relation = [tree["left"], tree["op"], tree["right"]]
        proof = known.shown(relation, methods)
        if refusals_decide():  # what is refused here the checker refuses, after all steps
            answer = prove(known.stated(relation), proof)
            if not answer.accepted:
                return refused("moments", answer.message)
    except (Malformed, NotProved) as error:
        return refused("moments", reason(error, lambda: stated(tree, prove)))
    certificate = stamped(
        {"kind": "moments", "moments": tree, "steps": known.steps, "proof": proof}
    )
    answer = check_certificate(certificate)
    if not answer.accepted:
        return refused("moments", answer.message)
    return holds(
        "moments", summary or "means of quadratic functions of what is drawn",
        grade=Grade.CERTIFIED, certificate=certificate, trust=TRUST,
    )  # fmt: skip
