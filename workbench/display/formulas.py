r"""LaTeX to MathML, and a visible mark where that is refused.

`math-core` converts or raises: it never prints an unknown command as if it were text.  A refused
formula is shown as its LaTeX source in a frame that says so; no report is lost to a typing slip.
Numbers of more than 24 digits are abbreviated; the certificate and the JSON hold them in full.
"""

import functools
import itertools
import re
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from workbench.display.breaks import NEXT, breaks

if TYPE_CHECKING:
    from math_core import LatexToMathML

# Commands of the papers' own preambles; a statement may use them as the paper does.
MACROS = {"eps": r"\varepsilon"}
LONGEST = 20_000  # characters of LaTeX; beyond this a browser takes seconds for one formula
DEEPEST = 200  # nested braces; the converter recurses and would exhaust the stack near 5000
_WIDE = 40  # characters of LaTeX within a line that a phone may have no room for
_ROW = '<span class="wb-row"></span>'
# A bracket of a size of its own, such as \Big), that carries an exponent: browsers draw it small
# unless it stands in a row of its own.
_SCRIPTED = re.compile(r"(<m(?:sup|sub|subsup)>)(<mo minsize=[^>]*>[^<]*</mo>)")
_LINK = re.compile(r"</?a\b[^>]*>")
_DIGITS = re.compile(r"\d{25,}")


@functools.cache
def _converter() -> "LatexToMathML":
    from math_core import LatexToMathML

    # "Unreliable" commands are the wide accents, which browsers may draw a little too narrow.
    return LatexToMathML(macros=MACROS, fancy_error=False, allow_unreliable_rendering=True)


def shorten_digits(latex: str) -> str:
    """Abbreviate long integers inside LaTeX, visibly."""
    return _DIGITS.sub(lambda m: rf"{m[0][:6]}{{\ldots}}{m[0][-4:]}", latex)


@functools.lru_cache(maxsize=4096)
def formula(latex: str, *, block: bool = False) -> Markup:
    """Show LaTeX as MathML; on its own line if `block`, in a box that scrolls when it is wide."""
    from math_core import LatexError

    source = shorten_digits(latex)
    if not source.strip():
        return Markup("")
    if len(source) > LONGEST:
        return _as_source(source[:600] + " ...", f"a formula of {len(source)} characters")
    if _depth(source) > DEEPEST:
        return _as_source(source[:600] + " ...", f"braces nested {_depth(source)} deep")
    converted: list[str] = []
    try:
        converted = [mathml(source, block=block)]
        if (block or len(source) > _WIDE) and len(pieces := breaks(source)) > 1:
            converted = [_ROW if p == NEXT else mathml(p, block=block) for p in pieces]
    except (LatexError, ValueError) as error:
        if not converted:
            return _as_source(source, str(error))
    tag = "div" if block else "span"
    return Markup(f'<{tag} class="wb-math">{"".join(converted)}</{tag}>')  # it has escaped all text


def mathml(source: str, *, block: bool) -> str:
    """One formula as the converter writes it; LatexError says why it is refused."""
    mathml = _converter().convert_with_local_state(source, displaystyle=block)
    # The converter escapes all text; a link it would make from \eqref leads nowhere in this page.
    if "<a" in mathml or "</a" in mathml:
        mathml = _LINK.sub("", mathml)
    return _SCRIPTED.sub(r"\1<mrow>\2</mrow>", mathml) if "minsize" in mathml else mathml


def _depth(latex: str) -> int:
    braces = (1 if c == "{" else -1 for c in latex if c in "{}")
    return max(itertools.accumulate(braces), default=0)


def _as_source(source: str, why: str) -> Markup:
    return Markup('<span class="wb-refused" title="{}">LaTeX <code>{}</code></span>').format(
        why, source
    )


_INLINE = re.compile(r"`([^`\n]+)`|\\\((.+?)\\\)", re.DOTALL)


def prose(text: str) -> Markup:
    r"""Show plain text in which `...` is code and \(...\) a formula; all else is escaped.

    What is `Markup` already is left as it is.
    """
    if isinstance(text, Markup):
        return text
    parts: list[str] = []
    end = 0
    for match in _INLINE.finditer(text):
        parts.append(escape(shorten_numbers(text[end : match.start()])))
        code, latex = match.groups()
        parts.append(f"<code>{escape(code)}</code>" if code else formula(latex))
        end = match.end()
    parts.append(escape(shorten_numbers(text[end:])))
    return Markup("".join(parts))  # each part is escaped


def shorten_numbers(text: str) -> str:
    """Abbreviate long integers inside plain text."""
    return _DIGITS.sub(lambda m: f"{m[0][:6]}…{m[0][-4:]} ({len(m[0])} digits)", text)
