"""Text for a terminal: a status as glyph and word, lines cut to the width, the line of totals."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Mapping

import click

from workbench.report.status import LOOKS

_COLOURS = {
    "proved": "green",
    "certified": "green",
    "argued": "cyan",
    "derived": "cyan",
    "supported": "cyan",
    "assumed": "bright_black",
    "inconclusive": "yellow",
    "refuted": "red",
    "disputed": "red",
    "broken": "magenta",
    "inconsistent": "red",
    "error": "red",
}


def badge(status: str) -> str:
    """The glyph and the word of a status, of fixed width."""
    import os

    text = f"{LOOKS[status].glyph} {status:<12}"
    return text if os.environ.get("NO_COLOR") else click.style(text, fg=_COLOURS[status])


def cut(text: str, *, beside: int) -> str:
    """The text on one line; on a terminal, what fits beside that many columns."""
    line = " ".join(text.split())
    if not sys.stdout.isatty():
        return line
    room = max(30, shutil.get_terminal_size().columns - beside)
    return line if len(line) <= room else line[: room - 1] + "…"


def paragraph(text: str, *, indent: str = "  ") -> str:
    """Text with its lines indented and wrapped to the terminal, further ones a bit deeper."""
    width = max(50, min(shutil.get_terminal_size((100, 24)).columns, 100))
    return "\n".join(
        textwrap.fill(line, width, initial_indent=indent, subsequent_indent=f"{indent}  ",
                      break_long_words=False, break_on_hyphens=False)
        for line in text.splitlines()
    )  # fmt: skip


def total_line(totals: Mapping[str, int]) -> str:
    """How many claims there are of each status, best first.

    >>> total_line({"claims": 3, "certified": 2, "refuted": 1, "proved": 0})
    '3 claims: 2 certified, 1 refuted'
    """
    parts = [f"{totals[s]} {s}" for s in LOOKS if totals.get(s)]
    return f"{several(totals['claims'], 'claim')}: {', '.join(parts) or 'none'}"


def several(count: int, noun: str) -> str:
    """A number and its noun.

    >>> several(1, "claim"), several(0, "check")
    ('1 claim', '0 checks')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"
