"""Hypotheses that a certificate does without: the same proof is accepted when they are left out.

A statement that holds without one of its hypotheses is a stronger theorem, which its reader wants
to know of; and a condition that no proof uses may be one that was copied and never thought about.
Each hypothesis is left out alone.  What is found is sure, as the checker has accepted the stronger
statement; that a proof needs a hypothesis says only that this proof does.

A hypothesis is a condition, or an end of the interval in which a number lies; where both say the
same they are left out together.  What a symbol is declared to be (a class of functions, a law) is
no hypothesis here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.referee.client import Panel
from workbench.referee.rows import Row
from workbench.rigor.check import conclusions

Hypothesis = tuple[str, ...]
"""The condition, as JSON, or the name of a number, the end of its interval, its value and sign."""


@dataclass(frozen=True, slots=True)
class Spare:
    """How many hypotheses the certified statements of a claim have, and those to spare."""

    claim: str
    asked: int
    found: tuple[Hypothesis, ...]


_STATEMENTS = {"statement": ("vars", "where"), "theorem": ("symbols", "given"),
               "law": ("vars", "where"), "process": ("vars", "where"),
               "moments": ("vars", "where"), "integration": ("vars", "where"),
               "private": ("vars", "where")}  # fmt: skip
_SURE = [["q", "0"], "<=", ["q", "1"]]  # in the place of a condition, so that others keep theirs


def members(certificate: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The certificates of single statements that a certificate is made of, without digests."""
    if certificate["kind"] == "all":
        for member in certificate["members"]:
            yield from members(member)
    else:
        yield {key: value for key, value in certificate.items() if key != "digest"}


def without(certificate: Mapping[str, Any]) -> Iterator[tuple[Hypothesis, dict[str, Any]]]:
    """Each hypothesis of a certificate of one statement, with certificates that lack it alone.

    Two for a condition: with a true one in its place, and with none; either may be accepted.
    """
    for key, (numbers, conditions) in _STATEMENTS.items():
        statement = certificate.get(key)
        if not isinstance(statement, Mapping):
            continue
        ends = [
            (one["name"], end, one[end], sign + "=" * (not one[f"{end}_open"]))
            for one in statement[numbers] for end, sign in (("low", ">"), ("high", "<"))
            if one.get(end) is not None
        ]  # fmt: skip
        said = {place: _end(one) for place, one in enumerate(statement.get(conditions, ()))}
        for place, one in enumerate(statement.get(conditions, ())):
            if said[place] in ends:
                continue
            for stand_in in ([_SURE], []):
                yield (json.dumps(one),), _put(certificate, key, conditions, place, stand_in)
        for end in ends:
            name, which, *_ = end
            opened = [
                {**one, which: None, f"{which}_open": False} if one["name"] == name else one
                for one in statement[numbers]
            ]
            changed = {**certificate, key: {**statement, numbers: opened}}
            for place, same in said.items():
                if same == end:
                    changed = _put(changed, key, conditions, place, [_SURE])
            yield end, changed


def _put(
    certificate: Mapping[str, Any], key: str, conditions: str, place: int, stand_in: list[Any]
) -> dict[str, Any]:
    """The certificate with something else in the place of one condition of its statement."""
    statement = certificate[key]
    before, after = statement[conditions][:place], statement[conditions][place + 1 :]
    return {**certificate, key: {**statement, conditions: [*before, *stand_in, *after]}}


def _end(condition: Any) -> Hypothesis | None:  # noqa: ANN401 - JSON
    """The end of an interval that a condition is, if it is one."""
    match condition:
        case [["v", str(name)], ">" | ">=" | "<" | "<=" as sign, ["q", str(value)]]:
            return name, "low" if sign[0] == ">" else "high", value, sign
        case [["q", str(value)], ">" | ">=" | "<" | "<=" as sign, ["v", str(name)]]:
            return _end([["v", name], sign.translate(_TURNED), ["q", value]])
    return None


_TURNED = str.maketrans("<>", "><")


def spare(document: Row) -> Iterator[Spare]:
    """What the proofs of each certified claim of a report do without, claim by claim.

    A hypothesis counts where every certified statement of the claim that has it has a certificate
    that is accepted when it is left out, and leaves no domain obligation open then.
    """
    with Panel() as panel:
        for claim in document["claims"]:
            if claim["status"] == "certified":
                needed = _needed(claim, panel)
                found = [one for one, of in needed.items() if not any(of.values())]
                if needed:
                    yield Spare(claim["id"], len(needed), tuple(found))


def _needed(claim: Row, panel: Panel) -> dict[Hypothesis, dict[str, bool]]:
    """Of each hypothesis of a claim, which of the statements that have it need it."""
    asked: dict[tuple[str, Hypothesis], list[dict[str, Any]]] = {}
    for row in claim["evidence"]:
        for member in members(row["certificate"]) if row["certificate"] is not None else ():
            for left_out, changed in without(member):  # none for a rate, which says other things
                shown = json.dumps(conclusions(member), sort_keys=True)
                asked.setdefault((shown, left_out), []).append(changed)
    needed: dict[Hypothesis, dict[str, bool]] = {left_out: {} for _, left_out in asked}
    waiting = asked
    while waiting:  # the second certificate of a pair is looked at where the first one does not do
        rulings = panel.rule(changed.pop(0) for changed in waiting.values())
        for (statement, left_out), ruling in zip(waiting, rulings, strict=True):
            fine = ruling.accepted and not ruling.open_duties
            needed[left_out][statement] = not fine
        waiting = {
            place: changed
            for place, changed in waiting.items()
            if changed and needed[place[1]][place[0]]
        }
    return needed
