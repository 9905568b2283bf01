"""What a black-box audit found, in words, in JSON, and in a notebook.

The JSON carries the counts, so that anybody can recompute the bound and the verdict from it alone:
`recheck_black_box(text)` does, and raises when they do not follow.
"""

import json
import math
from dataclasses import asdict, dataclass
from typing import Any, Literal

from workbench.audit.census import Census
from workbench.audit.coins import Counts
from workbench.audit.events import Event
from workbench.audit.judging import JudgeVerdict, bound, power_of, verdict_of
from workbench.audit.spelling import named
from workbench.display import card
from workbench.errors import EvidenceError

SCHEMA = "workbench-black-box/1"

AGREEMENT = 1e-9
"""Allowed difference of a recomputed bound: other versions of scipy round elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackBoxAudit:
    """Everything one audit found; nothing in it is a certificate of privacy.

    `epsilon_lower` is at most the true epsilon of the pair at `delta`, except with probability
    `alpha`.  A sequential audit had `samples` draws at its disposal and stopped after `used`.
    `sides` counts the judged draws on the neighbour and on the dataset, and `share` is the part of
    `alpha` at which the rule was judged, 1 where there was no other.
    The `witness` of a sequential audit has the events of every rule, the last one last.  `looked`
    says what an event could have depended on, `relation` what is known of the neighbours, and
    `caution` what may be wrong with datasets or outputs; it is empty where nothing is odd.
    """

    mechanism: str
    epsilon: float
    delta: float
    alpha: float
    verdict: JudgeVerdict
    epsilon_lower: float
    counts: Counts
    sides: tuple[int, int]
    pilot: float
    witness: tuple[Event, ...]
    power: str
    samples: int
    used: int
    seconds: float
    seed: int
    repeatable: bool
    unusual: Census
    looked: str
    sequential: bool = False
    caution: str = ""
    relation: str = ""
    neighbouring: str | None = None
    share: float = 1.0
    pair: tuple[str, str] = ("dataset", "neighbour")

    @property
    def confidence(self) -> float:
        """Probability that `epsilon_lower` is a true lower bound."""
        return 1 - self.alpha

    @property
    def ratio(self) -> float:
        """Lower bound over claim: above 1 refutes, near 1 means the claim is tight."""
        return self.epsilon_lower / self.epsilon if self.epsilon > 0 else math.inf

    @property
    def last(self) -> tuple[Event, ...]:
        """The events of the last rule, or those of the rule before it if it never guessed."""
        if not self.sequential:
            return self.witness
        told = [event for event in self.witness if event.on_dataset + event.on_neighbour]
        return tuple(told[-1:] + [e for e in told[-2:-1] if e.guess != told[-1].guess])

    @property
    def reproduce(self) -> str:
        """The call that repeats this audit."""
        return (
            f"audit.black_box({named(self.mechanism)}, {self.pair[0]}, {self.pair[1]}, "
            f"epsilon={self.epsilon!r}, delta={self.delta!r}, samples={self.samples}, "
            f"confidence={self.confidence:.12g}, seed={self.seed}"
            f"{', sequential=True' if self.sequential else ''}"
            f"{f', neighbouring={self.neighbouring!r}' if self.neighbouring else ''})"
        )

    def to_json(self) -> str:
        """One JSON document; `recheck` recomputes its verdict from its counts."""
        document = {
            "schema": SCHEMA,
            **{k: v for k, v in asdict(self).items() if k != "witness"},
            "witness": [asdict(event) for event in self.witness],
            "confidence": self.confidence,
            "reproduce": self.reproduce,
        }
        return json.dumps(document, indent=1, sort_keys=True, allow_nan=False)

    def __str__(self) -> str:
        """A few lines for a person."""
        target = f"({self.epsilon:g}, {self.delta:g})" if self.delta else f"{self.epsilon:g}"
        lines = [
            f"{self.verdict}: epsilon >= {self.epsilon_lower:.6g} at confidence "
            f"{self.confidence:.6g}, claimed {target} ({self._effort})",
            *(f"  {event}" for event in self.last),
            f"  {self._levels}{self.power}",
            f"  {self.looked}",
            f"  {self.unusual}",
            f"  {self.relation}",
        ]
        if self.caution:
            lines.append(f"  {self.caution}")
        if not self.repeatable:
            lines.append("  The sampler has randomness of its own: a repetition will differ.")
        lines.append(f"  repeat: {self.reproduce}")
        return "\n".join(lines)

    @property
    def _effort(self) -> str:
        of = f" of at most {self.samples}" if self.sequential else ""
        return f"{self.used}{of} samples, {self.seconds:.2f} s"

    @property
    def _levels(self) -> str:
        if self.share == 1:
            return ""
        return f"Other rules were judged too, this one at {self.share:.3g} of the error level. "

    def _repr_html_(self) -> str:
        """The same as a table for a notebook."""
        rows = [
            ("claim", f"epsilon = {self.epsilon:g}, delta = {self.delta:g}"),
            ("found", f"epsilon >= {self.epsilon_lower:.6g} (confidence {self.confidence:.6g})"),
            *((f"event: {event.guess}", str(event)) for event in self.last),
            ("power", f"{self._levels}{self.power} {self.looked}"),
            ("outputs", str(self.unusual)),
            ("neighbours", self.relation),
            *([("caution", self.caution)] if self.caution else []),
            ("effort", self._effort),
            ("repeat", self.reproduce),
        ]
        return card(self.mechanism, rows, mark=self.verdict)


@dataclass(frozen=True, slots=True)
class Recheck:
    """A verdict recomputed from the numbers of a stored audit."""

    verdict: JudgeVerdict | Literal["model mismatch"]
    epsilon_lower: float
    confidence: float
    power: str


def read_black_box(text: str) -> BlackBoxAudit:
    """The result that a document of to_json() describes; judge it with `recheck_black_box`."""
    document = _read(text)
    extra = ("schema", "confidence", "reproduce")
    fields = {k: v for k, v in document.items() if k not in extra}
    try:
        fields["counts"] = Counts(**fields["counts"])
        fields["witness"] = tuple(Event(**event) for event in fields["witness"])
        fields["unusual"] = Census(**fields["unusual"])
        fields["pair"], fields["sides"] = tuple(fields["pair"]), tuple(fields["sides"])
        return BlackBoxAudit(**fields)
    except (KeyError, TypeError, ValueError) as error:
        raise EvidenceError(
            f"the document has no usable entry {error}.\n  Pass the text of to_json(), unchanged."
        ) from error


def recheck_black_box(text: str) -> Recheck:
    """Recompute bound and verdict from the counts in a JSON document; raise if they differ."""
    document = _read(text)
    try:
        epsilon, delta = float(document["epsilon"]), float(document["delta"])
        alpha, pilot = float(document["alpha"]), float(document["pilot"])
        share = float(document.get("share", 1.0))
        if not 0 < share <= 1:
            raise ValueError("share: it is outside (0, 1]")
        counts = Counts(**document["counts"])
        if any(type(n) is not int for n in (counts.correct, counts.wrong, counts.draws)):
            raise TypeError("counts: a count is not a whole number")
        events = [Event(**event) for event in document["witness"]]
        told, verdict = float(document["epsilon_lower"]), document["verdict"]
        used, sequential = int(document["used"]), document["sequential"] is True
    except (KeyError, TypeError, ValueError) as error:
        raise EvidenceError(
            f"the document has no usable entry {error}.\n  Pass the text of to_json(), unchanged."
        ) from error
    _agree(events, counts, sequential=sequential)
    level, stakes = alpha * share, epsilon if sequential else None
    lower = bound(counts, delta=delta, alpha=level, pilot=pilot, stakes=stakes)
    if not abs(lower - told) <= AGREEMENT * (1 + abs(lower)):
        raise EvidenceError(
            f"epsilon_lower = {told} does not follow from the counts, which give {lower}.\n"
            "  The document was changed, or comes from another version; audit again."
        )
    again = verdict_of(counts, lower, epsilon, delta=delta, alpha=level, pilot=pilot, stakes=stakes)
    if again != verdict:
        raise EvidenceError(
            f"verdict = {verdict!r} does not follow from the counts, which give {again!r}.\n"
            "  The document was changed, or comes from another version; audit again."
        )
    power = power_of(
        counts,
        epsilon,
        delta=delta,
        alpha=level,
        pilot=pilot,
        overhead=used / counts.draws,
        stakes=stakes,
    )
    return Recheck(again, lower, 1 - alpha, power)


def _read(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (TypeError, ValueError) as error:
        raise EvidenceError(
            f"the text is not JSON: {error}.\n  Pass the text of to_json(), unchanged."
        ) from error
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        found = document.get("schema") if isinstance(document, dict) else type(document).__name__
        raise EvidenceError(
            f"schema = {found!r} is not {SCHEMA!r}.\n  Pass the text of to_json(), unchanged."
        )
    return document


def _agree(events: list[Event], counts: Counts, *, sequential: bool) -> None:
    """The counts of the events must be those of the guesses; a rule has one event per side."""
    right = sum(e.on_dataset if e.guess == "dataset" else e.on_neighbour for e in events)
    wrong = sum(e.on_neighbour if e.guess == "dataset" else e.on_dataset for e in events)
    sides = len(events) if counts.guesses and not sequential else counts.sides
    if (right, wrong, sides) != (counts.correct, counts.wrong, counts.sides):
        raise EvidenceError(
            f"the events count {right} right and {wrong} wrong guesses on {len(events)} sides, the "
            f"totals say {counts.correct}, {counts.wrong} and {counts.sides}.\n"
            "  The document was changed; audit again."
        )
