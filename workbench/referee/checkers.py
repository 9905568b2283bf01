"""One certificate put to the checker of its kind: the only road to the two checkers.

A certificate is accepted, rejected, or not checked: the checkers refuse what is too large for them
with a reason, and that is neither for nor against the statement.  An "all" is taken apart here,
because its members may belong to either checker; it is as good as its worst member.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from workbench.rates import check as rates
from workbench.referee.answer import Ruled, Ruling, not_checked, one_line
from workbench.rigor import check as rigor
from workbench.rigor.check.kinds import digest

Judge = Callable[[Any], tuple[Ruled, str]]

# how the checkers say, after the kind, that a certificate is beyond them
_TOO_LARGE = re.compile(
    r"[a-z-]+: (malformed certificate: |malformed: )?"
    r"(too large to check|nested too deeply|a number is too large)"
)
_NO_MEMORY = re.compile(r"[a-z-]+: (malformed certificate: |malformed: )?MemoryError")


def ruling_on(
    certificate: Any,  # noqa: ANN401 - any JSON value
    judge: Judge | None = None,
) -> Ruling:
    """Rule on one certificate here, without any limit of time; raises MemoryError for want of it.

    judge: says what the checker says of a member, by default by asking it
    """
    members = list(members_of(certificate))
    messages: dict[Ruled, list[str]] = {"accepted": [], "rejected": [], "not checked": []}
    for member in members:
        verdict, message = (judge or checked)(member)
        messages[verdict].append(message)
    if messages["rejected"]:
        return Ruling("rejected", one_line("; ".join(messages["rejected"])))
    if messages["not checked"]:
        return not_checked("; ".join(messages["not checked"]))
    of_members = [(member, _conclusions(member)) for member in members]
    shown = [one for _, found in of_members for one in found]
    shown = [*shown, *rates.orders(shown)]
    signs = {_sign(one["statement"]) for one in shown if one["says"] == "relation"}
    duties = [
        {k: duty[k] for k in ("kind", "tree", "bound")}
        for member, found in of_members
        for one in found
        if one["says"] == "relation"
        for duty in rigor.discharge(one["statement"])
        if not duty["discharged"]
        and not _shown(one["statement"], duty, signs)
        and not (member["kind"] == "boxes" and rigor.is_evaluated(member, duty))
    ]
    said = messages["accepted"]
    message = said[0] if len(said) == 1 else f"all: {len(said)} certificates accepted"
    return Ruling("accepted", one_line(message), tuple(shown), tuple(duties))


def _sign(statement: dict[str, Any]) -> tuple[str, ...]:
    """On which domain which tree has which sign, by their texts, if a statement says that."""
    of_zero = statement["left"] == ["q", "0"]
    return _on(statement, statement["right"], statement["op"]) if of_zero else ()


def _on(statement: dict[str, Any], tree: Any, op: str) -> tuple[str, ...]:  # noqa: ANN401
    # the same sequence without its recurrence is any sequence
    given = [statement.get(key) for key in ("vars", "where", "rules", "base", "last")]
    return json.dumps(given), json.dumps(tree), op


def _shown(statement: dict[str, Any], duty: dict[str, Any], signs: set[tuple[str, ...]]) -> bool:
    """Whether the certificate shows, on the same domain, the sign that an obligation asks for.

    It shows it wherever the tree has a value; whether it has one is an obligation of its own.
    """
    tree = duty["tree"]
    enough = {
        "positive": [(tree, "<")],
        "nonnegative": [(tree, "<"), (tree, "<=")],
        "nonzero": [(tree, "<"), (["neg", tree], "<")],
    }.get(duty["kind"], [])
    return not duty["bound"] and any(_on(statement, t, op) in signs for t, op in enough)


def conclusions_of(certificate: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """What the certificate shows if it is accepted; raises whatever a malformed one leads to."""
    shown = [one for member in members_of(certificate) for one in _conclusions(member)]
    return [*shown, *rates.orders(shown)]


def _conclusions(member: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    return (rates if _of_a_rate(member) else rigor).conclusions(member)


def members_of(certificate: Any) -> Iterator[Any]:  # noqa: ANN401
    """The certificate itself, or the members of an "all", however deep they lie."""
    left = [certificate]
    while left:
        one = left.pop()
        members = one.get("members") if isinstance(one, dict) and one.get("kind") == "all" else None
        if isinstance(members, list) and members and _is_unchanged(one):
            left += reversed(members)
        else:
            yield one  # the checker says what is wrong with it


def _is_unchanged(certificate: dict[str, Any]) -> bool:
    """Whether it has the digest that it states, if it states one."""
    return "digest" not in certificate or certificate["digest"] == digest(certificate)


def _of_a_rate(certificate: Any) -> bool:  # noqa: ANN401
    kind = certificate.get("kind") if isinstance(certificate, dict) else ""
    return isinstance(kind, str) and (kind == "rate" or kind.startswith("rate-"))


def checked(certificate: Any) -> tuple[Ruled, str]:  # noqa: ANN401 - any JSON value
    """What the checker of its kind says of one certificate; raises MemoryError for want of it."""
    if _of_a_rate(certificate):
        wrong = rates.fault(certificate)
        accepted, message = not wrong, f"{certificate['kind']}: {wrong or 'accepted'}"
    else:
        answer = rigor.check_certificate(certificate)
        accepted, message = answer.accepted, answer.message
    if accepted:
        return "accepted", message
    if _NO_MEMORY.match(message):  # a checker that catches everything caught this as well
        raise MemoryError
    return ("not checked" if _TOO_LARGE.match(message) else "rejected"), message
