"""The result of a whole audit: verdict, three numbers, findings level by level, error ledger.

The JSON holds the numbers that every finding was judged from, and `recheck` judges them again.
"""

import json
import math
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from workbench.audit.conformance import ConformanceRow
from workbench.audit.finding import Recheck, read_black_box, recheck_black_box
from workbench.audit.ledger import LedgerEntry
from workbench.audit.levels import (
    NAMES,
    AnyFinding,
    AuditVerdict,
    ConformanceFinding,
    ModelFinding,
    RatioFinding,
    TwoSampleFinding,
    lower_of_all,
    verdict_of_all,
)
from workbench.audit.likelihood_finding import SCHEMA as LIKELIHOOD_RATIO
from workbench.audit.likelihood_finding import recheck_likelihood_ratio
from workbench.display import card, table
from workbench.errors import EvidenceError

SCHEMA = "workbench-audit/1"

AGREEMENT = 1e-9
"""Allowed difference of a recomputed bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What every level found; nothing in it is a certificate of privacy.

    Three numbers: `epsilon` is claimed, `proven` is what the mechanism's own accountant or curve
    gives for all neighbours (None if it has none), `observed` was seen in draws on these pairs;
    `epsilon_lower` counts the declared law too, where it is known.  All statements together are
    true with probability at least `confidence`; those of the levels A and C are about the declared
    law, which level B compares with the sampler.
    """

    mechanism: str
    epsilon: float
    delta: float
    alpha: float
    proven: float | None
    pairs: tuple[str, ...]
    findings: tuple[AnyFinding, ...]
    ledger: tuple[LedgerEntry, ...]
    samples: int
    seconds: float
    seed: int
    reproduce: str
    relations: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """The verdict, with that on the bits where they were asked for and tell more."""
        if self.bits_verdict != "violation" or self.verdict == "violation":
            return self.verdict
        return f"violation in the low bits of the outputs ({self.verdict} in their values)"

    @property
    def verdict(self) -> AuditVerdict:
        """violation, model mismatch, no violation found, or underpowered; bits apart."""
        return verdict_of_all(self.findings)

    @property
    def bits_verdict(self) -> AuditVerdict | None:
        """The verdict on the bits of outputs; None if they were not asked for."""
        bits = [f.verdict for f in self.findings if f.level == "bits"]
        if not bits:
            return None
        return "violation" if "violation" in bits else bits[0]

    @property
    def epsilon_lower(self) -> float:
        """Lower bound for epsilon at delta, over all pairs and levels that count."""
        return lower_of_all(self.findings)

    @property
    def observed(self) -> float:
        """The same from draws alone: levels C and D."""
        return lower_of_all(tuple(f for f in self.findings if f.level != "A"))

    @property
    def confidence(self) -> float:
        """Probability that all statements are true together."""
        return 1 - self.alpha

    @property
    def witness(self) -> tuple[str, ...]:
        """What refutes the claim or the model, in words and counts; else the strongest finding."""
        bad = [f for f in self.findings if f.verdict in ("violation", "model mismatch")]
        best = max((f for f in self.findings if f.level != "bits"), key=lambda f: f.epsilon_lower)
        return tuple(f"{_place(f, self)}: {f.words}" for f in (bad or [best]))

    @property
    def power(self) -> str:
        """What would have been found, level by level."""
        lines = [f"{_place(f, self)}: {f.power}" for f in self.findings]
        return "\n".join(dict.fromkeys(lines))  # directions often have the same power

    @property
    def cautions(self) -> tuple[str, ...]:
        """What may be wrong with pairs or outputs."""
        return tuple(
            f"{_place(f, self)}: {f.audit.caution}" for f in self._drawn if f.audit.caution
        )

    @property
    def outputs(self) -> tuple[str, ...]:
        """What the outputs were like, pair by pair."""
        return tuple(f"{_place(f, self)}: {f.audit.unusual}" for f in self._drawn)

    @property
    def _related(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.relations))

    @property
    def _drawn(self) -> list[TwoSampleFinding]:
        return [f for f in self.findings if isinstance(f, TwoSampleFinding) and f.level == "D"]

    def to_json(self) -> str:
        """One JSON document; `recheck` judges its numbers again."""
        document = {
            "schema": SCHEMA,
            "mechanism": self.mechanism,
            "claimed": {"epsilon": self.epsilon, "delta": self.delta},
            "proven": _plain(self.proven),
            "observed": _plain(self.observed),
            "epsilon_lower": _plain(self.epsilon_lower),
            "verdict": self.verdict,
            "bits_verdict": self.bits_verdict,
            "headline": self.headline,
            "alpha": self.alpha,
            "confidence": self.confidence,
            "pairs": list(self.pairs),
            "relations": list(self.relations),
            "findings": [_document(f) for f in self.findings],
            "ledger": [asdict(entry) for entry in self.ledger],
            "power": self.power,
            "samples": self.samples,
            "seconds": self.seconds,
            "seed": self.seed,
            "reproduce": self.reproduce,
        }
        return json.dumps(document, indent=1, sort_keys=True, allow_nan=False)

    def __str__(self) -> str:
        """For a person, a line or two per level."""
        lines = [
            f"{self.headline}: {self.mechanism}",
            f"  claimed {_claim(self)}, proven {_number(self.proven)}, "
            f"observed epsilon >= {self.observed:.6g} (confidence {self.confidence:.6g})",
        ]
        for f in self.findings:
            lines.append(f"  {_place(f, self)}: {f.verdict}; {f.words}")
        lines += [f"  {line}" for line in (*self.outputs, *self._related, *self.cautions)]
        lines.append("  What would have been found:")
        lines += [f"    {line}" for line in self.power.splitlines()]
        lines.append(f"  {self.samples} samples, {self.seconds:.2f} s; errors: {_spent(self)}")
        lines.append(f"  repeat: {self.reproduce}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The same as tables for a notebook."""
        head = [
            ("claimed", _claim(self)),
            ("proven", _number(self.proven)),
            ("observed", f"epsilon >= {self.observed:.6g}"),
            ("confidence", f"{self.confidence:.6g}; spent: {_spent(self)}"),
            *(("outputs", line) for line in self.outputs),
            *(("neighbours", line) for line in self._related),
            *(("caution", line) for line in self.cautions),
            ("effort", f"{self.samples} samples, {self.seconds:.2f} s"),
            ("repeat", self.reproduce),
        ]
        rows = [(_place(f, self), f.verdict, f.words, f.power) for f in self.findings]
        titles = ("level", "verdict", "what was seen", "what would have been found")
        return card(self.mechanism, [*head, ("levels", table(titles, rows))], mark=self.headline)


def _place(finding: AnyFinding, audit: Audit) -> str:
    name = NAMES[finding.level]
    level = name if finding.level == "bits" else f"{finding.level} ({name})"
    return f"{level}, pair {finding.pair}" if len(audit.pairs) > 1 else level


def _claim(audit: Audit) -> str:
    return f"({audit.epsilon:g}, {audit.delta:g})" if audit.delta else f"{audit.epsilon:g}"


def _number(x: float | None) -> str:
    return "nothing" if x is None else f"{x:.6g}"


def _spent(audit: Audit) -> str:
    levels = {entry.level: 0.0 for entry in audit.ledger}
    for entry in audit.ledger:
        levels[entry.level] += entry.alpha
    return ", ".join(f"{NAMES[level]} {alpha:.3g}" for level, alpha in levels.items())


def _plain(x: Any) -> Any:  # noqa: ANN401
    """Infinities as words: JSON has none."""
    return repr(x) if isinstance(x, float) and not math.isfinite(x) else x


def _document(finding: AnyFinding) -> dict[str, Any]:
    head = {
        "level": finding.level,
        "name": NAMES[finding.level],
        "verdict": finding.verdict,
        "epsilon_lower": _plain(finding.epsilon_lower),
        "words": finding.words,
        "power": finding.power,
    }
    if isinstance(finding, TwoSampleFinding):
        return head | {"pair": finding.pair, "audit": json.loads(finding.audit.to_json())}
    return head | {k: _plain(v) for k, v in asdict(finding).items()}


def recheck(text: str) -> Recheck:
    """Judge the numbers of an audit's JSON again; raise if its verdicts do not follow from them.

    Takes the documents of `audit.audit`, `audit.black_box`, `audit.likelihood_ratio` and
    `workbench audit --json`.
    """
    try:
        document = json.loads(text)
        document = document.get("audit", document)
        schema = document["schema"]
    except (AttributeError, TypeError, ValueError, KeyError):
        return recheck_black_box(text)  # which says what is wrong
    if schema == LIKELIHOOD_RATIO:
        return recheck_likelihood_ratio(document)
    if schema != SCHEMA:
        return recheck_black_box(text)
    try:
        findings = tuple(_finding(entry) for entry in document["findings"])
        told, lower = document["verdict"], float(document["epsilon_lower"])
        alpha = float(document["alpha"])
        spent = sum(float(entry["alpha"]) for entry in document["ledger"])
        power = str(document["power"])
        again, bound = verdict_of_all(findings), lower_of_all(findings)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise EvidenceError(
            f"the document has no usable entry {error}.\n  Pass the text of to_json(), unchanged."
        ) from error
    same = bound == lower or abs(bound - lower) <= AGREEMENT * (1 + abs(bound))
    if again != told or not same or spent > alpha * (1 + AGREEMENT):
        raise EvidenceError(
            f"verdict = {told!r} with epsilon >= {lower} at alpha = {alpha} does not follow from "
            f"the findings, which give {again!r}, {bound} and spend {spent}.\n"
            "  The document was changed, or comes from another version; audit again."
        )
    return Recheck(again, bound, 1 - alpha, power)


def _finding(entry: dict[str, Any]) -> AnyFinding:
    """A finding from its numbers, with its verdict computed again and compared."""
    fields = {k: v for k, v in entry.items() if k not in ("name", "verdict", "words", "power")}
    level = fields["level"]
    made: ModelFinding | ConformanceFinding | RatioFinding
    if level in ("D", "bits"):
        text = json.dumps(fields["audit"])
        again = recheck_black_box(text)
        if again.verdict != entry["verdict"]:
            _disagree(level, entry["verdict"], again.verdict)
        return TwoSampleFinding(pair=fields["pair"], audit=read_black_box(text), level=level)
    lower = float(fields.pop("epsilon_lower"))
    if level == "A":
        numbers = {k: float(fields[k]) for k in ("epsilon", "delta", "lower", "upper")}
        made = ModelFinding(**(fields | numbers), epsilon_lower=lower)
    elif level == "B":
        rows = tuple(ConformanceRow(**row) for row in fields.pop("rows"))
        made = ConformanceFinding(**fields, rows=rows)
    else:
        made = RatioFinding(**(fields | {"largest": float(fields["largest"])}))
    same = made.epsilon_lower == lower or abs(made.epsilon_lower - lower) <= AGREEMENT
    if made.verdict != entry["verdict"] or not same:
        _disagree(level, entry["verdict"], made.verdict)
    return made


def _disagree(level: str, told: str, again: str) -> NoReturn:
    raise EvidenceError(
        f"level {level}: verdict = {told!r} does not follow from its numbers, which give "
        f"{again!r}.\n  The document was changed, or comes from another version; audit again."
    )
