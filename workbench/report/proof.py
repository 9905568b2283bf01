"""The proof of a theorem, step by step, as its certificate holds it.

The steps are taken by the rules of the checker, so that each line shows the fact which the checker
would add.  Nothing is decided here.  A proof that the checker has accepted is not checked again; in
any other one a step that does not hold ends the list with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.report.model import ReportedEvidence
from workbench.symbolic import theorem_text

FactOf = Callable[[Any, Any], list[Any]]  # what a step adds to the facts of its scope
_LONGEST = 2000  # characters of a fact that is written out
_ACCEPTED = ("CERTIFIED", "ARGUED")  # the grades of evidence whose certificate is accepted


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
    accepted = evidence.grade in _ACCEPTED
    members = [m for m in members_of(evidence.certificate) if isinstance(m, dict)]
    return tuple(_proof(m, accepted=accepted) for m in members if m.get("kind") == "theorem")


def _proof(certificate: Mapping[str, Any], *, accepted: bool) -> ShownProof:
    steps: list[Step] = []
    statement = fault = ""
    try:
        theorem = certificate["theorem"]
        statement = theorem_text.relation(theorem["conclusion"])
        library = [entry["theorem"] for entry in certificate["library"]]
        scope, fact_of = (_granted if accepted else _opened)(theorem, library)
        steps += [Step(f"{n}", "given", (), _fact(f)) for n, f in enumerate(scope.facts)]
        steps.extend(_followed(scope, fact_of, certificate["proof"]))
    except Exception as error:  # noqa: BLE001 - a stranger's certificate may hold anything
        fault = f"{type(error).__name__}: {error}"
    return ShownProof(statement, tuple(steps), fault)


def _granted(theorem: Mapping[str, Any], library: Sequence[Any]) -> tuple[Any, FactOf]:
    """For a proof that the checker has accepted: its rules are not asked to check it again."""
    from workbench.report.granted import fact_of, granted

    return granted(theorem, library), fact_of


def _opened(theorem: Mapping[str, Any], library: Sequence[Any]) -> tuple[Any, FactOf]:
    """For any other proof, which may end where it does not hold."""
    from workbench.rigor.check.answer import Answer
    from workbench.rigor.check.theorem.proof import RULES, opened

    scope = opened(theorem, lambda *_: Answer(True, "followed, not checked"), library)
    scope.show = _passed
    return scope, lambda scope, step: RULES[str(step["rule"])](scope, step)


def _passed(name: str, inner: Any, steps: Any, wanted: Any) -> None:  # noqa: ANN401
    """Leave the steps inside of a step aside, but where its rule asks for each fact that they show.

    `wanted` is what they have to end in; whether they do is for the checker.
    """
    from workbench.rigor.check.theorem.proof import run

    if name == "increments":
        run(name, inner, steps)


def _followed(scope: Any, fact_of: FactOf, steps: Any) -> Iterator[Step]:  # noqa: ANN401
    """Add the fact of each step to the scope, and yield it."""
    from workbench.rigor.check.theorem.proof import RULES

    for step in steps:
        rule = str(step["rule"])
        fact = fact_of(scope, step)
        words = (RULES[rule].__doc__ or rule).splitlines()[0].rstrip(".")
        if not words.startswith("E "):  # an expectation
            words = words[0].lower() + words[1:]
        told = f"{rule} ({words})"
        if rule == "by":
            told = f"by theorem {step['theorem']} of the library"
        inside = [str(len(step[k])) for k in ("steps", "less", "not less") if k in step]
        if inside:
            told += f", {' and '.join(inside)} steps inside"
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
