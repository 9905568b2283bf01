"""Docstrings of the house as Markdown.

They are plain text: `...` is code, lists of parameters are `name: what it is` with longer lines
indented, a sample of code is indented or begins with `>>>`, and columns are kept apart by spaces.
Nothing else in them is markup: signs that Markdown would read as such are escaped.
"""

import re
from collections.abc import Iterator

_SECTIONS = {
    "Args:": "Parameters",
    "Attributes:": "Attributes",
    "Raises:": "Raises",
    "Returns:": "Returns",
    "Yields:": "Yields",
}
_ENTRY = re.compile(r"(?P<names>[A-Za-z_*][\w.,* ]*?): {1,}(?P<text>\S.*)")
_COLUMNS = re.compile(r"\S {3,}\S")
_SPANS = re.compile(r"(`+[^`]*`+|\\\(.*?\\\))", re.DOTALL)
_SIGNS = re.compile(r"([*_<\[\]$#])")


def markdown(text: str, names: frozenset[str] = frozenset()) -> str:
    """A docstring, without its indentation, as Markdown.

    text: the docstring
    names: the parameters and fields of what it describes; a paragraph that begins with one of them
        and a colon is a list of such entries
    """
    return "\n\n".join(_block(block, names) for block in _blocks(text))


def _blocks(text: str) -> Iterator[list[str]]:
    """Paragraphs; a sample of code goes on over empty lines as long as it is indented."""
    block: list[str] = []
    for line in [*text.expandtabs().splitlines(), ""]:
        if line.strip():
            block.append(line.rstrip())
        elif block:
            yield block
            block = []


def _block(lines: list[str], names: frozenset[str]) -> str:
    if title := _SECTIONS.get(lines[0].strip()):
        entries = _entries([line[4:] for line in lines[1:]])
        return f"**{title}**\n\n{entries}"
    entry = _ENTRY.fullmatch(lines[0])
    if entry and set(re.split(r",\s*", entry["names"])) & names:
        return _entries(lines)
    indented = lines[0].startswith("    ")
    if lines[0].lstrip().startswith(">>>"):
        return _fence(lines, "pycon")
    if indented or any(_COLUMNS.search(line) for line in lines) or _drawn(lines):
        columns = any(_COLUMNS.search(line) for line in lines)
        return _fence(lines, "python" if indented and not columns else "text")
    return "\n".join(_escaped(line) for line in lines)


def _drawn(lines: list[str]) -> bool:
    """Whether later lines stand far to the right, as the second column of a table does."""
    return any(line.startswith("      ") for line in lines[1:])


def _entries(lines: list[str]) -> str:
    """`name: text` with its further lines as a list, each entry one item."""
    found: list[str] = []
    for line in lines:
        entry = _ENTRY.fullmatch(line)
        if entry and not line.startswith(" "):
            found.append(f"- `{entry['names']}`: {_escaped(entry['text'])}")
        elif found:
            found.append(f"  {_escaped(line.strip())}")
        else:
            found.append(f"- {_escaped(line.strip())}")
    return "\n".join(found)


def _fence(lines: list[str], language: str) -> str:
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n".join([f"~~~{language}", *(line[margin:] for line in lines), "~~~"])


def _escaped(line: str) -> str:
    """The line with its signs escaped outside of code; \\(...\\) becomes a formula."""
    parts = _SPANS.split(line)
    parts[::2] = [_SIGNS.sub(r"\\\1", part) for part in parts[::2]]
    parts[1::2] = [f"${part[2:-2]}$" if part[0] == "\\" else part for part in parts[1::2]]
    return "".join(parts)


_ARRAY = re.compile(
    r"~?numpy\.ndarray\[tuple\[~?typing\.Any, \.\.\.\], ~?numpy\.dtype\[~?(?:numpy\.)?([\w.]+)\]\]"
)
_NAMED = {"float64": "Array", "int64": "Ints"}  # as workbench.privacy.arrays calls them


def with_short_arrays(signature: str) -> str:
    """A signature with the names of arrays in place of what they stand for.

    signature: as Sphinx writes it
    """
    return _ARRAY.sub(lambda m: _NAMED.get(m[1], f"NDArray[{m[1]}]"), signature)
