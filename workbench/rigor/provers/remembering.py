"""What a prover has decided in this process, so that the same work is not done twice.

The variants of a check share most of what they ask with the check: all parts but one, or the facts
on the way.  A prover that is asked for the same statement with the same limits, methods and facts
gives the same answer, so it is kept, as text that nobody can change, for as long as there is room.
Only decisions are kept: a search that ran out of time may succeed on a machine that is less busy.
So does the proof of a part, which the same proof holds at every level above it.
The referee, in a process of its own, knows nothing of this.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from workbench.rigor.check import kinds
from workbench.rigor.check.answer import Answer
from workbench.rigor.check.keys import key_of
from workbench.rigor.provers.attempts import Evidence, Fact
from workbench.rigor.provers.budget import Budget
from workbench.symbolic import Relation
from workbench.symbolic.freezer import Freezer

T = TypeVar("T")
_MOST = 2**25  # bytes of all answers together


class Search(Protocol):
    """What looks for proofs within a budget."""

    budget: Budget

    def attempt(self, r: Relation, methods: Sequence[str]) -> Evidence:
        """A certificate, or why there is none."""
        ...


class _Memory:
    """Answers by the digests of what was asked; the oldest go when there is no room."""

    def __init__(self) -> None:
        self.known: OrderedDict[bytes, bytes] = OrderedDict()
        self.size = 0

    def find(self, key: bytes) -> bytes | None:
        if key in self.known:
            self.known.move_to_end(key)
        return self.known.get(key)

    def keep(self, key: bytes, text: bytes) -> None:
        self.size += len(text) - len(self.known.get(key, b""))
        self.known[key] = text
        while self.size > _MOST:
            self.size -= len(self.known.popitem(last=False)[1])


_MEMORY = _Memory()


def _decided(outcome: Any) -> bool:  # noqa: ANN401 - an Outcome, where nothing else is said
    return outcome.decision in ("holds", "fails")


def remembered(
    asked: Any,  # noqa: ANN401 - JSON
    work: Callable[[], T],
    decided: Callable[[T], bool] = _decided,
) -> T:
    """What `work` finds, or what it was when the same was asked; None is not remembered.

    asked:   all that it depends on, as JSON, of which nothing else may read the same
    decided: whether what was found is a decision, by default that of an outcome
    """
    try:
        key = b"" if asked is None else hashlib.sha256(key_of(asked)).digest()
    except RecursionError:  # for the work to meet, and no JSON either
        key = b""
    if not key:
        return work()
    known = _MEMORY.find(key)
    if known is not None:
        answer: T = pickle.loads(known)  # our own text
        return answer
    found = work()
    if decided(found):
        _MEMORY.keep(key, pickle.dumps(found))
    return found


def prove(statement: dict[str, Any], evidence: Any) -> Answer:  # noqa: ANN401 - JSON
    """What the checker says of the proof of a part, or what it has said of it before."""
    asked = None
    if isinstance(statement, dict):  # else it is for the checker to say
        said = {key: value for key, value in statement.items() if key != "requires"}  # is not used
        asked = ["part", said, evidence]
    return remembered(asked, lambda: kinds.prove(statement, evidence, prove), _is_the_same)


class PartsFound:
    """Judges parts of a proof; what its owner has found itself is not put to the checker again.

    A search has put it there already, and the checker of the whole proof believes nobody.
    """

    def __init__(self) -> None:
        self._own: dict[int, Any] = {}  # kept, so that nothing else has their places

    def keep(self, evidence: dict[str, Any]) -> dict[str, Any]:
        """Note what a search came back with."""
        self._own[id(evidence)] = evidence
        return evidence

    def __call__(self, statement: dict[str, Any], evidence: Any) -> Answer:  # noqa: ANN401 - JSON
        """What is said of a part."""
        return _FOUND if id(evidence) in self._own else prove(statement, evidence)


_FOUND = Answer(True, "it was found by a search")


def attempted(run: Search, r: Relation, methods: Sequence[str]) -> Evidence:
    """What a search finds for a part, or has found: variants go by way of the same facts.

    Only what was found is kept: where nothing is, the search says what it has tried.
    """
    budget = run.budget
    limits = [budget.boxes, str(budget.narrowest), budget.memory]
    asked = ["attempt", r.bare, limits, list(methods)]
    return remembered(asked, lambda: run.attempt(r, methods), lambda found: found[0] is not None)


def _is_the_same(answer: Answer) -> bool:
    """Whether the checker would say so again, with more memory and from another place too."""
    return not any(one in answer.message for one in ("MemoryError", "nested too deeply"))


def text_of(
    budget: Budget,
    methods: Sequence[str],
    cuts: Mapping[str, Sequence[Any]] | None,
    facts: Sequence[Fact],
) -> list[Any] | None:
    """All that a search is given beside its statement; None where something in it is no formula.

    What is wrong with it is for the search to say.
    """
    try:
        return [
            [budget.boxes, str(budget.narrowest), budget.memory, *methods],
            {n: [Freezer()(c).tree for c in points] for n, points in (cuts or {}).items()},
            [_fact(one) for one in facts],
        ]
    except Exception:  # noqa: BLE001 - whatever it is, the search meets it again
        return None


def _fact(fact: Fact) -> list[Any]:
    if isinstance(fact, Relation):
        return [fact.bare]
    if len(fact) == 2:
        general, values = fact
        return [general.bare, [[name, Freezer()(value).tree] for name, value in values.items()]]
    left, op, right, *of_terms = fact
    told = [[_fact(one) for one in facts] for facts in of_terms]
    return [Freezer()(left).tree, op, Freezer()(right).tree, *told]
