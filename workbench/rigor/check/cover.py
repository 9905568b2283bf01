"""A domain cut at rational points, with a certificate of its own for every piece.

A piece is {"at": ["x", "1/2"], "below": piece, "above": piece}: x <= 1/2 below, x > 1/2 above.  So
the pieces cover the domain by construction.  A leaf is a certificate without its statement: the
checker writes that itself, the same statement on the smaller domain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.trees import Malformed, rational

Statement = dict[str, Any]
Prove = Callable[[Statement, Any], Answer]
_MOST_PIECES = 10_000


def check_cover(c: Certificate, prove: Prove) -> Answer:
    """Check `pieces` with `prove`, which judges a certificate for a given statement."""
    stack: list[tuple[Any, Statement]] = [(c["pieces"], c["statement"])]
    count = 0
    while stack:
        piece, here = stack.pop()
        if not isinstance(piece, Mapping):
            raise Malformed("a piece is not a JSON object")
        if "at" in piece:
            name, at = piece["at"]
            low, high = halves(here, name, at)
            stack += [(piece["above"], high), (piece["below"], low)]
            continue
        count += 1
        if count > _MOST_PIECES:
            raise Malformed(f"more than {_MOST_PIECES} pieces")
        answer = prove(here, piece)
        if not answer.accepted:
            return Answer(False, f"cover: piece {count}: {answer.message}")
    return Answer(True, f"cover: {count} pieces that cover the domain, each with its certificate")


def halves(s: Statement, name: str, at: str) -> tuple[Statement, Statement]:
    """The statement for name <= at and for name > at; both parts of the domain are non-empty."""
    cut = rational(at)
    found = [v for v in s["vars"] if v["name"] == name]
    if not found or found[0]["sort"] == "seq":
        raise Malformed(f"a cut along {str(name)[:20]!r}, which is no variable of the statement")
    v = found[0]
    outside = (v["low"] is not None and cut <= rational(v["low"])) or (
        v["high"] is not None and cut >= rational(v["high"])
    )
    if outside:
        raise Malformed(f"a cut at {name} = {at}, not inside its domain")

    def narrowed(**change: Any) -> Statement:  # noqa: ANN401
        variables = [{**w, **change} if w["name"] == name else w for w in s["vars"]]
        return {**s, "vars": variables}

    return narrowed(high=at, high_open=False), narrowed(low=at, low_open=True)
