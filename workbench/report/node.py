"""Read plain JSON data field by field; a wrong one is named by its place, its value and its rule.

    node = Node(document, "report")
    node.at("claims")[3].text("id")     ReportError: report.claims[3].id is missing ...

A reader that only knew "KeyError: 'id'" would leave the user of a damaged file with nothing.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from workbench.referee.answer import printable
from workbench.report.errors import ReportError
from workbench.report.moment import is_moment

_MISSING = object()
_RATIONAL = re.compile(r"[0-9]+(/[1-9][0-9]*)?")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LONGEST = 2000  # digits of an exact number
_AGAIN = "write it again with `workbench verify --out DIR`"
_NAMES = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a whole number",
}


def told(value: object) -> str:
    """Show a value in a message, cut to a line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value, the place where it stands, and how such a document is made again."""

    value: Any
    where: str
    again: str = _AGAIN

    def fault(self, rule: str) -> ReportError:
        """Build the error that names this place."""
        return ReportError(
            f"{printable(self.where)} = {told(self.value)} {rule}.\n"
            f"  The file is malformed or was edited: {self.again}."
        )

    def a(self, kind: type) -> Any:  # noqa: ANN401 - the value of that kind
        """Return the value if it is of this kind; true is not a number here."""
        if not isinstance(self.value, kind) or (kind is int and isinstance(self.value, bool)):
            raise self.fault(f"is not {_NAMES[kind]}")
        return self.value

    def at(self, key: str) -> "Node":
        """Go to a required field."""
        value = self.a(dict).get(key, _MISSING)
        if value is _MISSING:
            present = told(sorted(map(str, self.value)))
            raise ReportError(
                f"{printable(f'{self.where}.{key}')} is missing (present: {present}).\n"
                f"  The file is truncated or of another version: {self.again}."
            )
        return Node(value, f"{self.where}.{key}", self.again)

    def __iter__(self) -> Iterator["Node"]:
        """Walk through a list."""
        for place, item in enumerate(self.a(list)):
            yield Node(item, f"{self.where}[{place}]", self.again)

    def text(self, key: str) -> str:
        """Read a text."""
        return str(self.at(key).a(str))

    def name(self, key: str) -> str:
        """Read a text that must not be empty."""
        if not self.text(key):
            raise self.at(key).fault("is empty, and something refers to it")
        return self.text(key)

    def whole(self, key: str) -> int:
        """Read a whole number."""
        return int(self.at(key).a(int))

    def number(self, key: str) -> float:
        """Read a finite number."""
        node = self.at(key)
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            raise node.fault("is not a number")
        if not abs(node.value) < float("inf"):
            raise node.fault("is not a finite number")
        return float(node.value)

    def rational(self, key: str) -> str:
        """Read an exact number >= 0 that is written as text, such as "3/1000"."""
        if len(self.text(key)) > _LONGEST or not _RATIONAL.fullmatch(self.text(key)):
            raise self.at(key).fault('is not an exact number such as "3/1000"')
        return self.text(key)

    def digest(self, key: str) -> str:
        """Read a digest: 64 hexadecimal digits in lower case."""
        if not _DIGEST.fullmatch(self.text(key)):
            raise self.at(key).fault("is no digest of 64 hexadecimal digits")
        return self.text(key)

    def moment(self, key: str) -> str:
        """Read a time in UTC, to the second."""
        if not is_moment(self.text(key)):
            raise self.at(key).fault('is no time such as "2026-01-31T12:00:00Z"')
        return self.text(key)

    def flag(self, key: str) -> bool:
        """Read true or false."""
        return bool(self.at(key).a(bool))

    def choice(self, key: str, allowed: Collection[str]) -> str:
        """Read a text that is one of a few."""
        value = self.text(key)
        if value not in allowed:
            raise self.at(key).fault(f"is none of {', '.join(map(repr, allowed))}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Read a list of texts."""
        return tuple(str(item.a(str)) for item in self.at(key))

    def maybe(self, key: str) -> "Node | None":
        """Go to a field that may be null."""
        node = self.at(key)
        return None if node.value is None else node
