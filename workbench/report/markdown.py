r"""Text of a report as Markdown, with nothing that a browser or a terminal would obey.

A renderer that passes HTML through sees none: every "<" is written as an entity, and as \lt within
a formula.  A code span cannot hold an entity, so it loses its marks where it would need one.
"""

import re

from workbench.referee.answer import printable

_LESS = r"\lt "
_SPAN = re.compile(r"`([^`\n]*<[^`\n]*)`")


def prose(text: str) -> str:
    """Words, over as many lines as they have."""
    plain = _SPAN.sub(r"\1", _lines(text)).replace("<", "&lt;")
    return plain.replace("](", "]&#40;")  # no link that looks like something else


def code(name: str) -> str:
    """A name as code."""
    return prose(f"`{' '.join(name.split())}`")


def math(latex: str) -> str:
    """A formula on its own line."""
    plain = printable(" ".join(latex.split()))
    return f"$${plain.replace('<', _LESS).replace('](', '] (')}$$"


def inline(latex: str) -> str:
    """A formula among words."""
    return f"${math(latex)[2:-2]}$"


def _lines(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))
