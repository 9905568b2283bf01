"""What the referee says of one certificate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Ruled = Literal["accepted", "rejected", "not checked"]

LONGEST = 16 * 2**20
"""Characters of JSON in a certificate, and in what is said of it."""

_LINE = 400


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is to be said of one certificate.

    verdict:     "accepted" is the only one that shows anything; "rejected" means that it does not
                 show what it states, "not checked" that this was too much to find out
    message:     the reason, one printable line
    conclusions: what an accepted certificate shows, read off the certificate itself
    open_duties: domain obligations {"kind", "tree", "bound"} of the statements that it shows which
                 do not follow from their domains
    """

    verdict: Ruled
    message: str
    conclusions: tuple[dict[str, Any], ...] = ()
    open_duties: tuple[dict[str, Any], ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the certificate shows its conclusions."""
        return self.verdict == "accepted"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "verdict": self.verdict,
            "message": self.message,
            "conclusions": self.conclusions,  # `dataclasses.asdict` would copy all of a tree
            "open_duties": self.open_duties,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Ruling:
        """The inverse of `to_json`."""
        return cls(
            data["verdict"],
            data["message"],
            tuple(data["conclusions"]),
            tuple(data["open_duties"]),
        )


def not_checked(reason: str) -> Ruling:
    """The ruling on a certificate that nobody could check."""
    return Ruling("not checked", one_line(reason))


def one_line(text: str) -> str:
    """The text on one line of at most 400 characters, with nothing that a terminal would obey."""
    shown = printable(text[:_LINE])
    return shown if len(text) <= _LINE else shown + " ..."


def printable(text: str) -> str:
    r"""The text with line ends, control and invisible characters written out, as in \x1b."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
