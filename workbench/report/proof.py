"""The proof of a theorem, step by step, as its certificate holds it.

The steps are taken by the rules of the checker, so that each line shows the fact which the checker
would add.  Nothing is decided here: a step that does not hold ends the list with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.report.model import ReportedEvidence
from workbench.symbolic import theorem_text

_LONGEST = 2000  # characters of a fact that is written out


@dataclass(frozen=True, slots=True)
class Step:
    """One fact: its number, what its rule says of itself, and what it was made from."""

    number: str
    rule: str
    premises: tuple[str, ...]
    latex: str


@dataclass(frozen=True, slots=True)
class ShownProof:
    """The theorem and the facts that lead to it; `fault` says why it could not be followed."""

    statement: str
    steps: tuple[Step, ...]
    fault: str


def proofs_of(evidence: ReportedEvidence) -> tuple[ShownProof, ...]:
    """The proofs of the theorems of a certificate, each followed step by step."""
    from workbench.referee.checkers import members_of

    if evidence.certificate is None:
        return ()
    members = [m for m in members_of(evidence.certificate) if isinstance(m, dict)]
    return tuple(_proof(m) for m in members if m.get("kind") == "theorem")


def _proof(certificate: Mapping[str, Any]) -> ShownProof:
    from workbench.rigor.check.answer import Answer
    from workbench.rigor.check.theorem.proof import opened

    steps: list[Step] = []
    statement = fault = ""
    try:
        theorem = certificate["theorem"]
        statement = theorem_text.relation(theorem["conclusion"])
        scope = opened(theorem, lambda *_: Answer(True, "followed, not checked"))
        library = [entry["theorem"] for entry in certificate["library"]]
        steps += [Step(f"{n}", "given", (), _fact(f)) for n, f in enumerate(scope.facts)]
        steps.extend(_followed(scope, certificate["proof"], library))
    except Exception as error:  # noqa: BLE001 - a stranger's certificate may hold anything
        fault = f"{type(error).__name__}: {error}"
    return ShownProof(statement, tuple(steps), fault)


def _followed(scope: Any, steps: Any, library: list[Any]) -> Iterator[Step]:  # noqa: ANN401
    """Add the fact of each step to the scope, and yield it."""
    from workbench.rigor.check.copies import INSIDE
    from workbench.rigor.check.theorem.instance import instance
    from workbench.rigor.check.theorem.rules import RULES
    from workbench.rigor.check.theorem.terms import put

    for step in steps:
        rule = str(step["rule"])
        told = rule
        if rule == "by":
            fact = instance(scope, library[step["theorem"]], step["put"])
            told = f"by theorem {step['theorem']} of the library"
        elif rule == "induction":
            fact = ["all", step["index"], step["first"], step["conclusion"]]
            if "last" in step:
                left, op, right = step["conclusion"]
                here = {step["index"]: step["last"]}
                fact = [put(left, here), op, put(right, here)]
            told = f"induction over {step['index']}, {len(step['steps'])} steps inside"
        elif rule == "cases":
            fact = step["conclusion"]
            told = f"two cases, {len(step['less'])} and {len(step['not less'])} steps inside"
        elif rule == "sup":
            left, op, right = step["conclusion"]
            fact = [["sup", step["points"], left], op, right]
            told = (
                f"supremum over points of which no more is known, {len(step['steps'])} steps inside"
            )
        elif rule == "exchange":
            symbol = scope.terms.symbols[scope.terms.draw(step["draw"])[0]]
            middle = put(symbol["mean"], {symbol.get("index"): step["draw"][-1]})
            away = ["v+", step["draw"], ["v*", ["q", "-1"], middle]]
            met = put(step["vector"], {step["hole"]: step["draw"]})
            bound = step["bound"]
            if symbol["law"][0] == "vertices":
                bound = ["*", bound, ["+", ["q", "1"], ["neg", ["E", ["dot", middle, middle]]]]]
            fact = [["E", ["dot", met, away]], "<=", bound]
            told = f"one point of an average exchanged, {len(step['steps'])} steps inside"
        elif rule in INSIDE:
            fact = step["conclusion"]
            told = f"{(INSIDE[rule].__doc__ or rule).splitlines()[0].rstrip('.')}"
            told += f", {len(step['steps'])} steps inside"
        else:
            fact = RULES[rule](scope, step)
            words = (RULES[rule].__doc__ or rule).splitlines()[0].rstrip(".")
            told = f"{rule} ({words[0].lower()}{words[1:]})"
        number = str(len(scope.facts))
        scope.add(fact)
        yield Step(number, told, _premises(step), _fact(fact))


def _premises(step: Mapping[str, Any]) -> tuple[str, ...]:
    """The numbers of the facts that a step is made from."""
    several = step.get("premises")
    named = [step[k] for k in ("premise", "base", "equation") if isinstance(step.get(k), int)]
    if isinstance(several, list):
        named += [one[-1] for one in several if isinstance(one, list) and one]
    return tuple(map(str, named))


def _fact(fact: list[Any]) -> str:
    text = theorem_text.hypothesis(fact)
    return text if len(text) <= _LONGEST else rf"\text{{a relation of {len(text)} characters}}"
