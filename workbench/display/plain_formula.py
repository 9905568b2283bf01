r"""LaTeX as Unicode text for a terminal: `\sum_{t=0}^{T-1} t b_t^2` is written ∑_{t=0}^{T−1} t bₜ².

The converter that makes the formulas of the report parses the LaTeX, so that both show the same;
its tree is written out on one line for each row.  What it refuses stays as it is.
"""

from __future__ import annotations

import html.entities
import re
import unicodedata
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)(\w+;)")
_RAISED = dict(zip("0123456789+−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ", strict=True)) | {"′": "′", "″": "″"}
_LOWERED = dict(
    zip("0123456789+−()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
# What each sign over letters is called; the converter writes the line of \overline as a low one.
_ACCENTS = {"¯": "bar", "\u0332": "bar", "ˆ": "hat", "\u0302": "hat", "˜": "tilde",
            "~": "tilde", "˙": "dot", "¨": "ddot", "\u20d7": "vec", "→": "vec"}  # fmt: skip
_OVER_ONE = {"bar": "\u0304", "hat": "\u0302", "tilde": "\u0303", "dot": "\u0307",
             "ddot": "\u0308", "vec": "\u20d7"}  # fmt: skip
_OPEN, _CLOSE, _BARS = "([{⟨⌊⌈", ")]}⟩⌋⌉", "|‖"
_BARE = frozenset("/⋅·′″!.")  # signs between or after operands, without spaces
_BINARY = frozenset("+−±∓×∘⊗⊕∧∨∩∪∗⋆=≠≤≥<>≪≫≲≳≃≈≍∼∝∈∉∋⊂⊆→←⟹⟺⇒⇔≻⪰⪯≺⟂∣")
_PREFIX = frozenset("+−±")  # without a left side they belong to what follows
_BIG = frozenset("∑∏∫⋃⋂")
_FUNCTIONS = frozenset(("ln", "log", "exp", "erfc", "max", "min", "lim"))
_OF_ONE = re.compile("(ln|log|exp|erfc?)(?![A-Za-z])")  # what follows is all that they are taken of
_MANY = 3  # characters of a script that are still read at a glance when they are small
_THICK, _WIDE = 0.25, 1.0  # em: a space that separates, one that does so visibly

_LETTER = re.compile(r"\w[₀-₉ₐ-ₜ]*")
_TOP = re.compile(r"[+−±/∑∏∫,]|[A-Za-z]{2,} ")
_BOTTOM = re.compile(r"[ +−±/⋅·]|(?<!^)(?<![√∛])(?<![A-Za-z]{2})\(|(?<!^)[|‖][^‖|]+[|‖]")
_BEGINS = ("operand", "fraction", "word", "big", "prefix")
_ENDS = ("operand", "fraction", "close")

# A text, and what it is: operand, fraction, open, close, sign, prefix, word, big, ...
_Piece = tuple[str, str]


def plain_formula(latex: str, *, product: str = " ") -> str:
    r"""Write a formula as Unicode text, one line for each row; LaTeX that is refused stays.

    product: stands between factors that are written side by side

    >>> plain_formula(r"\sum_{t=0}^{T-1} t b_t^2 \le \frac{\sqrt{d}}{2 n}")
    '∑_{t=0}^{T−1} t bₜ² ≤ √d/(2 n)'
    """
    from math_core import LatexError

    try:
        root = _parsed(latex)
    except (LatexError, ValueError, ET.ParseError):
        return " ".join(latex.split())
    table = root[0] if len(root) == 1 and root[0].tag == "mtable" else None
    rows = [root] if table is None else list(table)
    text = "\n".join(_Writer(product).row(list(row)).strip() for row in rows)
    return unicodedata.normalize("NFC", text)


def _parsed(latex: str) -> ET.Element:
    from workbench.display.formulas import mathml

    known = html.entities.html5
    text = _ENTITY.sub(lambda m: known.get(m[1], ""), mathml(latex, block=False))
    return ET.fromstring(text)


class _Writer:
    """Elements of MathML as text, with one sign for products."""

    def __init__(self, product: str) -> None:
        self.product = product
        self.small = 0  # how many scripts we are inside of: there nothing is spaced

    def row(self, elements: Sequence[ET.Element]) -> str:
        """Elements that stand side by side, with the spaces that their kinds ask for."""
        made: list[str] = []
        last, gap, bars = "start", 0.0, 0
        for element in elements:
            if element.tag == "mspace":
                gap = max(gap, float((element.get("width") or "0em").removesuffix("em")))
                continue
            text, kind = self.piece(element)
            if kind == "bar":
                kind = "close" if bars % 2 and last in _ENDS else "open"
                bars += 1
            if kind == "call":
                continue
            if made and not gap and (made[-1].strip(), text) in ((":", "="), ("=", ":")):
                text, kind, last = made.pop().strip() + text, "sign", "operand"
            if kind == "sign" and text in _PREFIX and last not in _ENDS:
                kind = "prefix"
            if last == "fraction" and (text == "/" or kind in (*_BEGINS, "open", "fence")):
                made[-1] = f"({made[-1]})"
            if kind == "fraction" and made[-1:] == ["/"]:
                text = f"({text})"
            if kind == "fraction" and last == "word" and _OF_ONE.match(made[-1]):
                text, kind = f"({text})", "fence"
            spaced = f" {text} " if kind == "sign" and not self.small else text
            between = self._between(last, kind, gap)
            known = text.startswith(" ") or (between == " " and made[-1].endswith(" "))
            made += ["" if known else between, spaced]
            last, gap = "close" if kind == "fence" else kind, 0.0
        return re.sub(" {3,}", "  ", "".join(made)).strip()

    def _between(self, last: str, kind: str, gap: float) -> str:
        """What stands between two pieces."""
        wide = "  " if gap >= _WIDE else ""
        if last == "comma" and kind not in ("close", "comma"):
            return wide or ("" if self.small else " ")
        if "sign" in (last, kind):
            return wide
        if "text" in (last, kind):
            return wide or " " * (gap >= _THICK)
        if kind in ("bare", "close", "comma") or last in ("open", "bare", "prefix"):
            return wide
        if last in ("word", "big"):
            return "" if kind in ("open", "fence") and last == "word" and gap < _THICK else " "
        if last in _ENDS and (kind in _BEGINS or (kind in ("open", "fence") and gap)):
            return "  " if gap >= _THICK and self.product == " " else self.product
        return wide

    def piece(self, element: ET.Element) -> _Piece:
        """One element and its kind."""
        match element.tag:
            case "mi" | "mn":
                return self._letters(_text(element))
            case "mo":
                return _operator(element)
            case "mtext":
                return _text(element).replace("\u00a0", " "), "text"
            case "mfrac":
                top, bottom = (self.row([e]) for e in element)
                if element.get("linethickness") == "0":
                    return f"binom({_bare(top)}, {_bare(bottom)})", "operand"
                return f"{_guarded(top, _TOP)}/{_guarded(bottom, _BOTTOM)}", "fraction"
            case "msqrt":
                inner = self.row(list(element))
                return f"√{inner if _LETTER.fullmatch(inner) else f'({_bare(inner)})'}", "operand"
            case "mroot":
                inner, degree = self.row([element[0]]), self.row([element[1]])
                sign = {"3": "∛", "4": "∜"}.get(degree, f"root_{degree}")
                return f"{sign}({_bare(inner)})", "operand"
            case "msub" | "munder" | "msup" | "mover" | "msubsup" | "munderover":
                return self._scripted(element)
            case "mtable":
                rows = [", ".join(self.row(list(cell)) for cell in row) for row in element]
                return "; ".join(rows), "operand"
        return self._group(list(element))

    def _letters(self, word: str) -> _Piece:
        """A name of several letters is a function; where we spell the products, only some are."""
        if len(word) == 1 or not (word.isascii() and word.isalpha()):
            return word, "prefix" if word == "∇" else "operand"
        return word, "word" if self.product == " " or word in _FUNCTIONS else "operand"

    def _group(self, inner: list[ET.Element]) -> _Piece:
        """A group is what its only element is, or opens with its bracket, or is an operand."""
        seen = [e for e in inner if e.tag != "mspace" or e.get("width")]
        if len(seen) == 1:
            return self.piece(seen[0])
        words = [self.piece(e) for e in seen if _text(e) != "\u2061"]
        if words and all(kind == "word" for _, kind in words):
            return " ".join(text for text, _ in words), "word"
        text = self.row(seen)
        if seen and seen[-1].tag == "mtext" and _text(seen[-1])[-1:].isspace():
            text += " "
        text += "}" * (text.startswith("{") and text.count("{") > text.count("}"))  # of cases
        return text, "fence" if text.startswith((*_OPEN, *_BARS)) else "operand"

    def _scripted(self, element: ET.Element) -> _Piece:
        base, kind = self.piece(element[0])
        below = element.tag in ("msub", "munder", "msubsup", "munderover")
        self.small += 1
        low = self.row([element[1]]) if below else ""
        if re.fullmatch(r"\w( \w)+", low):  # indices side by side: L_{xy}
            low = low.replace(" ", "")
        high = self.row([element[-1]]) if element.tag not in ("msub", "munder") else ""
        self.small -= 1
        if element.get("accent") == "true" and (name := _ACCENTS.get(high)):
            # over several letters an accent is a word: what it stands for only the reader knows
            return (base + _OVER_ONE[name] if len(base) == 1 else f"{name}({base})"), "operand"
        if (kind == "operand" and re.search("[ /·]", base) and not _closed(base)) or (
            kind == "fraction"
        ):
            base = f"({base})"
        lowered, raised = ({}, {}) if kind in ("big", "word") else (_LOWERED, _RAISED)
        text = base + _script("_", low, lowered) + _script("^", high, raised)
        return text, {"bar": "close", "open": "operand", "fraction": "operand"}.get(kind, kind)


def _operator(element: ET.Element) -> _Piece:
    sign = _text(element)
    if sign in ("\u2061", "\u2063", "\u2062", ""):
        return "", "call"
    if sign in _BARS:
        return sign, {"prefix": "open", "postfix": "close"}.get(element.get("form", ""), "bar")
    for kind, signs in (("open", _OPEN), ("close", _CLOSE), ("comma", ",;:"), ("big", _BIG),
                        ("bare", _BARE), ("sign", _BINARY)):  # fmt: skip
        if sign in signs:
            return ("|" if sign == "∣" else sign), kind
    return sign, "word" if sign.isalpha() and len(sign) > 1 else "operand"


def _text(element: ET.Element) -> str:
    """The letters of an element, without the marks that choose between styles of one letter."""
    return re.sub("[\ufe00-\ufe0f]", "", "".join(element.itertext()))


def _script(mark: str, text: str, small: Mapping[str, str]) -> str:
    """A subscript or superscript: small letters where all have one, braces where it is long."""
    if not text:
        return ""
    if len(text) <= _MANY and all(c in small for c in text):
        return "".join(small[c] for c in text)
    return f"{mark}{text}" if len(text) == 1 else f"{mark}{{{text}}}"


def _guarded(text: str, dangers: re.Pattern[str]) -> str:
    """A numerator or denominator, in brackets if something outside of brackets asks for them."""
    outside, depth = "", 0
    for c in text:
        outside += c if depth == 0 else ""
        depth += c in _OPEN
        depth -= c in _CLOSE
    return f"({text})" if dangers.search(outside) else text


def _closed(text: str) -> bool:
    """Whether one pair of brackets holds all of the text."""
    depth = 0
    for place, c in enumerate(text):
        depth += (c in _OPEN) - (c in _CLOSE)
        if depth == 0:
            return place == len(text) - 1 and place > 0
    return False


def _bare(text: str) -> str:
    return text[1:-1] if text.startswith("(") and _closed(text) else text
