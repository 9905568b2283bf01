"""A card: a title with a mark, a formula with its conditions, and a table of names and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from workbench.display.formulas import formula as typeset
from workbench.display.formulas import prose

NOT_RUN = "not run yet"
"""The mark of what has checks that nobody ran: it says nothing for or against the statement."""

Value = str | Sequence[str]  # a text, or a list of them; Markup is taken as it is
Row = tuple[str, Value]

_LONG = 1_000  # characters of LaTeX that are shown at once

# In place, because a cell of a notebook has no style sheet; the colours follow its theme.
_LEFT = "text-align:left;vertical-align:top;padding:.1rem .8rem .1rem 0"
_CARD = "border-left:.25rem solid rgb(128 128 128 / .6);padding:.2rem .8rem;margin:.4rem 0"
_MARK = "border:1px solid currentcolor;border-radius:.3rem;padding:0 .35rem;font-weight:bold"
# The pieces of a long formula stand in one line as far as they fit.
_STYLE = (
    "<style>.wb-card div.wb-math{display:flex;flex-wrap:wrap;align-items:baseline;"
    "justify-content:safe center;gap:.5rem .1em;overflow:auto hidden;padding:.4rem 0}"
    ".wb-card div.wb-math>math{margin:0}.wb-card th{white-space:nowrap}</style>"
)


def card(
    title: str,
    rows: Iterable[Row] = (),
    *,
    mark: str = "",
    formula: str = "",
    where: Iterable[str] = (),
) -> str:
    """A card as HTML.

    title: one line of text
    rows: names with their values, a text or a list of texts; a row without a value is left out
    mark: a word or two in a frame before the title, such as a status or `NOT_RUN`
    formula: LaTeX on a line of its own
    where: its conditions, LaTeX each
    """
    parts = [Markup('<div class="wb-card" style="{}">').format(_CARD), Markup(_STYLE)]
    badge = Markup('<span style="{}">{}</span> ').format(_MARK, mark) if mark else ""
    parts.append(Markup("<div>{}<b>{}</b></div>").format(badge, prose(title)))
    if formula:
        parts.append(foldable(formula, block=True))
    if conditions := [typeset(one) for one in where]:
        parts.append(Markup("<div>where {}</div>").format(Markup(", ").join(conditions)))
    if body := [_row(name, value) for name, value in rows if value]:
        rows_of = Markup('<div style="overflow-x:auto"><table>{}</table></div>')
        parts.append(rows_of.format(Markup("").join(body)))  # a wide formula scrolls in its card
    return str(Markup("").join([*parts, Markup("</div>")]))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """A table as HTML, to stand alone or as the value of a row of a card.

    header: the names of the columns
    rows: texts, as many in each as there are columns
    """
    head = _cells("th", header)
    return Markup("<table><thead>{}</thead><tbody>{}</tbody></table>").format(
        head, Markup("").join(_cells("td", row) for row in rows)
    )


def foldable(latex: str, *, block: bool = False) -> Markup:
    """A formula, which has to be clicked where it is very long.

    latex: the formula
    block: show it on a line of its own
    """
    shown = typeset(latex, block=block)
    if len(latex) <= _LONG:
        return shown
    return folded(f"a formula of {len(latex):,} characters of LaTeX", shown)


def folded(title: str, body: Markup) -> Markup:
    """What is shown when its title is clicked.

    title: one line of plain text
    body: HTML
    """
    return Markup("<details><summary>{}</summary>{}</details>").format(title, body)


def _row(name: str, value: Value) -> Markup:
    if isinstance(value, str):
        shown = prose(value)
    else:
        shown = Markup("<br>").join(prose(one) for one in value)
    return Markup('<tr><th scope="row" style="{0}">{1}</th><td style="{0}">{2}</td></tr>').format(
        _LEFT, name, shown
    )


def _cells(tag: str, texts: Iterable[str]) -> Markup:
    cell = Markup('<{0} style="{1}">{2}</{0}>')
    return Markup("<tr>{}</tr>").format(
        Markup("").join(cell.format(tag, _LEFT, prose(text)) for text in texts)
    )
