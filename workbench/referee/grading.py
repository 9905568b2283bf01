"""The grade of an outcome: what its certificate is worth, never what its author says.

    outcome                ruling on its certificate        graded outcome
    no certificate                                          as it is, which is DERIVED at most
    with a certificate     accepted, obligations met        as it is, which is CERTIFIED at most
    claims ARGUED or more  accepted, an obligation open     DERIVED, with the obligations
    claims ARGUED or more  not checked: too large           DERIVED, with the reason
    claims ARGUED or more  shows only that u = u            DERIVED: another program made them equal
    claims CERTIFIED       does not show what is declared   ARGUED, joined by the words of its check
    with a certificate     rejected                         an error: it shows nothing

A claim declares its statement, or that of each of its parts, to the machine (`encoded`).  A check
is CERTIFIED where its certificate shows every statement that is declared of what it covers, and
there is one; otherwise only words can tell that what it shows is the statement, and it is ARGUED.
A check that fails violates, at the point that it shows, one of the statements that its claim
declares.

A proof may take theorems from other claims.  It says so among what it assumes, and each of these
claims is looked at in the same run and declares that very theorem; otherwise it is DERIVED.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from workbench.claims.check import Check
from workbench.claims.claim import Claim
from workbench.claims.deciding import argued
from workbench.claims.evidence import RULES_ABOUT
from workbench.claims.outcome import Decision, Grade, Outcome
from workbench.referee.answer import Ruling

_OF_NODES = {"E": "expectations", "sup": "suprema"}
_RELATIONS = (
    "relation",
    "theorem",
    "expectation",
    "process",
    "moments",
    "integration",
)  # what says its own statement
_TURNED = {">": "<", ">=": "<="}
_AS_STRONG = {"<": ("<",), "<=": ("<", "<=", "="), "=": ("=",)}


def graded(
    outcome: Outcome, ruling: Ruling | None, *, encoded: Iterable[str] = (), words: str = ""
) -> Outcome:
    """The outcome at the grade that it earned; `ruling` is that on its certificate, if it has one.

    encoded: digests (see `statement_digest`) of the statements that a holding outcome has to show,
             and one of which a failing one has to violate
    words:   what the check says of itself, which joins its certificate to what is not declared
    """
    encoded = tuple(encoded)
    if (certificate := outcome.certificate) is None:
        return outcome
    if ruling is None:
        raise ValueError("an outcome with a certificate is graded by the ruling on it")
    if ruling.verdict == "rejected":
        reason = f"the checker rejects its certificate: {ruling.message}"
        return _error(outcome, "its certificate is not accepted", reason)
    if outcome.grade < Grade.ARGUED:
        return outcome
    outcome = _trusting(outcome)
    if ruling.verdict == "not checked":
        return _lowered(outcome, f"its certificate was not checked: {ruling.message}")
    if ruling.open_duties:
        kinds = ", ".join(sorted({str(duty["kind"]) for duty in ruling.open_duties}))
        return _lowered(
            outcome,
            f"{len(ruling.open_duties)} domain obligations of what the certificate shows are open"
            f" ({kinds})",
        )
    if outcome.decision == "fails" and (
        wrong := _wrong_point(outcome, ruling.conclusions, encoded)
    ):
        return _lowered(outcome, wrong)
    if outcome.decision == "holds" and all(map(_reflexive, ruling.conclusions)):
        return _lowered(
            outcome,
            "its certificate shows only that something equals itself, or what its own conditions"
            " say already: what made it so was done before the machine saw it",
        )
    taken = {id for id, _ in _taken(certificate)}
    if silent := sorted(taken.difference(outcome.assumes)):
        return _lowered(outcome, f"its proof rests on {', '.join(silent)}, and it does not say so")
    if outcome.decision == "holds" and outcome.grade > Grade.ARGUED:
        telling = [one for one in ruling.conclusions if not _reflexive(one)]
        shown = set(map(statement_digest, statements(telling)))
        missing = len([one for one in encoded if one not in shown])
        if missing or not encoded:
            return argued(outcome, _joint(missing, words))
    return outcome


def _trusting(outcome: Outcome) -> Outcome:
    """An outcome that says which rules of the checkers, beyond arithmetic, its certificate uses."""
    used = RULES_ABOUT + " and ".join(sorted(_rules(outcome.certificate)))
    if outcome.decision != "holds" or used == RULES_ABOUT or used in outcome.trust:
        return outcome
    return replace(outcome, trust=(*outcome.trust, used))


def _rules(certificate: Mapping[str, Any] | None) -> set[str]:
    """What a certificate has rules about that are theorems of analysis: means, suprema, laws."""
    if certificate is None:
        return set()
    if certificate["kind"] == "all":
        return set().union(*map(_rules, certificate["members"]))
    if certificate["kind"] == "integration":
        return {"integrals"}
    if certificate["kind"] in ("theorem", "private"):
        text = json.dumps(certificate, check_circular=False)
        found = {rule for node, rule in _OF_NODES.items() if f'["{node}", ' in text}
        return found | ({"densities of noise"} if certificate["kind"] == "private" else set())
    of_means = certificate["kind"] in ("expectation", "process", "moments")
    found = (
        {"answers of private mechanisms"} if "answer" in certificate.get("moments", ()) else set()
    )
    return found | {"expectations"} if of_means else set()


def _joint(missing: int, words: str) -> str:
    """The sentence that stands for what no certificate says."""
    what = (
        f"The certificate does not show {missing} of the statements that the claim declares of what"
        " this check covers"
        if missing
        else "The claim declares to the machine no statement of what this check covers"
    )
    return f"{what}; these words join what is shown to it: {words or 'none.'}"


def earned(claim: Claim, check: Check, outcome: Outcome, ruling: Ruling | None) -> Outcome:
    """What a check found for its claim, at the grade that it earned by itself; see `tied`.

    claim, check: what was looked at, and by which argument
    outcome: what the check found
    ruling: what the referee says of its certificate; None where there is none
    """
    if outcome.decision == "fails" and (wrong := _mislabelled(claim, check, ruling)):
        return _error(outcome, "it is called something that it is not", wrong)
    encoded = _declared(claim, check, outcome.decision)
    return graded(outcome, ruling, encoded=encoded, words=check.doc)


def _declared(claim: Claim, check: Check, decision: Decision) -> list[str]:
    """The digests of the statements that a check has to decide: those of what it covers, or none.

    A check of a corner or of something stronger shows less or other than what is declared.  But
    where a part or a corner fails, the whole does, at the same point.
    """
    if check.stronger or (decision != "fails" and check.corner):
        return []
    if decision == "fails":
        return [one.digest for _, one in claim.statements()]
    return [one.digest for one in claim.declares(check.part)]


def _mislabelled(claim: Claim, check: Check, ruling: Ruling | None) -> str:
    """Why a check is not of something stronger, as it says: it violates what its claim declares."""
    if not check.stronger or ruling is None:
        return ""
    violated = [one["statement"] for one in ruling.conclusions if one["says"] == "violated"]
    said = {one.digest for _, one in claim.statements()}
    if said.isdisjoint(map(statement_digest, violated)):
        return ""
    return (
        f"it is called stronger than the statement ({check.stronger}), and its certificate violates"
        " what the claim declares; drop `stronger`"
    )


def statements(conclusions: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What a certificate shows, as claims declare it; a violated statement is none of it."""
    return [
        one["statement"] if one["says"] in _RELATIONS else one
        for one in conclusions
        if one["says"] != "violated"
    ]


def _reflexive(one: Mapping[str, Any]) -> bool:
    """Whether a conclusion is empty: a term against itself, a condition, a rate claimed as it is.

    A bound without free parameters is its own best order.
    """
    if one["says"] == "order":
        terms = [{s: str(Fraction(e)) for s, e in row["powers"].items() if Fraction(e)}
                 for row in one["problem"]["terms"]]  # fmt: skip
        alike = all(term in one["claimed"] for term in terms) and len(terms) == len(one["claimed"])
        return not one["problem"]["free"] and alike
    if one["says"] not in _RELATIONS:
        return False
    said = one["statement"]
    if one["says"] != "theorem":
        shown, known = [said["left"], said["op"], said["right"]], said["where"]
    else:
        shown, known = said["conclusion"], said["given"]
    if len(shown) != 3 or not isinstance(shown[1], str):
        return False  # a theorem about a privacy guarantee, or about a matrix
    given = [_upwards(*c) for c in known if len(c) == 3 and isinstance(c[1], str)]
    return any(_says_it(_upwards(*shown), one) for one in [(shown[0], "=", shown[0]), *given])


def _upwards(left: Any, op: str, right: Any) -> tuple[Any, str, Any]:  # noqa: ANN401 - trees
    """A comparison with the smaller side first."""
    return (right, _TURNED[op], left) if op in _TURNED else (left, op, right)


def _says_it(wanted: tuple[Any, str, Any], given: tuple[Any, str, Any]) -> bool:
    """Whether a comparison follows from another one by being it, or a weaker form of it."""
    (a, op, b), (c, sign, d) = wanted, given
    sides = [(c, d), (d, c)] if sign == "=" else [(c, d)]
    return sign in _AS_STRONG.get(op, ()) and (a, b) in sides


def tied(outcome: Outcome, claims: Mapping[str, Iterable[str]]) -> Outcome:
    """A graded outcome, DERIVED at most if it takes a theorem that its claim does not declare.

    claims: for each claim that is looked at in the same run, the digests of what it declares.
    """
    if outcome.certificate is None or outcome.grade < Grade.ARGUED:
        return outcome
    for id, theorem in _taken(outcome.certificate):
        if statement_digest(theorem) not in claims.get(id, ()):
            why = "does not declare it" if id in claims else "is not looked at in this run"
            return _lowered(outcome, f"its proof takes a theorem from {id}, which {why}")
    return outcome


def _taken(certificate: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The theorems that an accepted certificate takes without a proof, and from which claims."""
    if certificate["kind"] == "all":
        for member in certificate["members"]:
            yield from _taken(member)
    if certificate["kind"] == "theorem":
        yield from ((e["claim"], e["theorem"]) for e in certificate["library"] if "claim" in e)


def _wrong_point(
    outcome: Outcome, conclusions: Iterable[Mapping[str, Any]], encoded: tuple[str, ...]
) -> str:
    """Why the counterexample that an outcome shows is not one that its certificate shows."""
    said = list(conclusions)
    violated = [one for one in said if one["says"] == "violated"]
    if encoded:
        violated = [one for one in violated if statement_digest(one["statement"]) in encoded]
        if not violated:
            return "the certificate violates none of the statements that the claim declares"
    example = outcome.counterexample
    shown = {} if example is None else dict(example.point)
    if violated and not any(shown == _written(one["point"]) for one in violated):
        return "the counterexample that it shows is not that of its certificate"
    if not violated and shown and all(one["says"] == "relation" for one in said):
        return "it shows a counterexample, and its certificate shows none"
    return ""


def _written(point: Mapping[str, Any]) -> dict[str, str]:
    """A point of a certificate as counterexamples write it."""

    def text(value: Any) -> str:  # noqa: ANN401 - a number, or the entries of a sequence
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{k}: {v}" for k, v in value.items()) + "}"
        return f"({', '.join(value)})" if isinstance(value, list) else str(value)

    return {name: text(value) for name, value in point.items()}


def statement_digest(statement: Mapping[str, Any]) -> str:
    """The digest of a statement as data; that of `workbench.symbolic.Relation` is the same."""
    text = json.dumps(statement, sort_keys=True, separators=(",", ":"), check_circular=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _error(outcome: Outcome, summary: str, reason: str) -> Outcome:
    return Outcome(
        decision="error",
        grade=Grade.INCONCLUSIVE,
        method=outcome.method,
        summary=summary,
        reason=reason,
    )


def _lowered(outcome: Outcome, reason: str) -> Outcome:
    told = f"{outcome.reason}; {reason}" if outcome.reason else reason
    return replace(outcome, grade=Grade.DERIVED, reason=told)
