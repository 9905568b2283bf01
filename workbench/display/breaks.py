r"""Where a long formula may be broken: MathML has no line breaks, so it is shown in pieces.

    breaks(r"a = b + c \quad\text{if}\quad d")     ["a", "= b + c", "if", "d"], about

A piece ends before a relation, after a wide space, after a comma or semicolon where it is long,
and before a plus or minus of a long sum; words are broken at a space.  None ends inside braces or
environments, nor inside brackets unless the piece has no room on a phone: brackets then get a fixed
size, and what they hold is broken in its turn.  The pieces stand in one line where they fit.  A
formula that is gathered from rows is broken row by row, with NEXT between them.  Between brackets
and the factor that follows them a long piece may end, too.
"""

import functools
import re
from collections.abc import Iterator

NEXT = r"\\"  # the piece that begins a row
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[^\\]", re.DOTALL)
_RELATIONS = frozenset(
    (r"\le", r"\ge", r"\leq", r"\geq", "=", "<", ">", r"\lt", r"\gt", r"\ne", r"\not", r"\approx",
     r"\implies", r"\iff", r"\Rightarrow", r"\Longrightarrow", r"\succeq", r"\preceq", r"\sim")
)  # fmt: skip
_SPACES = frozenset((r"\quad", r"\qquad"))
_LEFT = frozenset(("(", "[", r"\{", r"\lbrace", r"\lVert", r"\lvert", r"\langle", r"\lfloor",
                   r"\lceil"))  # fmt: skip
_RIGHT = frozenset((")", "]", r"\}", r"\rbrace", r"\rVert", r"\rvert", r"\rangle", r"\rfloor",
                    r"\rceil"))  # fmt: skip
_OPEN = _LEFT | {"{", r"\left", r"\begin"}
_CLOSE = _RIGHT | {"}", r"\right", r"\end"}
_LONG = 40  # characters of a piece that a plus or minus may end
_LIST = 24  # characters of a piece that a comma, a semicolon or words may end
_LINE = 26  # characters of words in one piece
_ROOM = 30  # signs, about, for which a phone has room
_WORTH = 10  # signs in brackets that are worth a break
_HERE = "\x00"  # where words are broken
_STRONG = re.compile(r"\\middle\b|\\displaystyle\b|\\over\b|\\choose\b|\x00")
_GATHERED = re.compile(r"\s*\\begin\{gathered\}(.*)\\end\{gathered\}\s*", re.DOTALL)
_SIZES = r"\\left|\\right|\\[bB]igg?[lr]?"
_UNIT = re.compile(
    rf"(?P<size>(?:{_SIZES})(?![A-Za-z]))\s*(?P<sign>\\[A-Za-z]+|\\?.)|\\[A-Za-z]+|\\?.", re.DOTALL
)
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_INNERMOST = re.compile(r"(\\[A-Za-z]+)?\{([^{}]*)\}")
_SIGN = re.compile(r"\\[A-Za-z]+|\\.|[^\\\s^_]")
_UNSEEN = re.compile(rf"(?:{_SIZES}|\\[,;!]|\\mathrm|\\operatorname)")
_FIXED = re.compile(r"\\[bB]igg?")
_TALL = re.compile(r"\\(?:d?frac|d?binom|sum|prod|int)(?![A-Za-z])")
_LOW = re.compile(r"\\t(?:frac|binom)(?![A-Za-z])")
_ENVIRONMENT = re.compile(r"\\begin(?![A-Za-z])")
_NESTED = 50  # levels of braces that are looked into
_FOLLOWS = frozenset(
    (*"^_,.;:!'/|+-&", *_RIGHT, *_SPACES, *_RELATIONS, r"\right", r"\end", r"\text", "}")
)
_ENDING = _RELATIONS | {"+", "-"}  # what may end a piece that stands before it
_HALVES = (r"\left", r"\right")
_CLOSED, _RELATED = tuple(_RIGHT), tuple(_RELATIONS)
_WORDS = re.compile(r"\\text\{((?:[^{}\\$]|\\%)*)\}")


def breaks(latex: str) -> list[str]:
    r"""The pieces of a formula, in order; one piece if it cannot be broken safely.

    >>> breaks(r"f(a = b) \le c")
    ['f(a = b)', '{}\\le c']
    """
    if whole := _GATHERED.fullmatch(latex):
        rows = whole[1].split(NEXT)
        if r"\begin" not in whole[1] and all(map(_stands_alone, rows)):
            return [piece for row in rows for piece in (NEXT, *breaks(row))][1:]
    if _STRONG.search(latex):
        return [latex]
    pieces: list[str] = []
    current, before, depth = "", "", 0
    for token in _TOKEN.findall(_WORDS.sub(_lines, latex)):
        opens = token in _OPEN
        if (opens or token in _CLOSE) and before not in _HALVES:
            depth += 1 if opens else -1
        if depth < 0 or (depth == 0 and token in ("&", NEXT)):
            return [latex]
        if depth > opens:  # inside of braces or brackets nothing ends a piece
            current += token if token != _HERE else ""
        elif token == _HERE:
            if len(current) > _LIST:
                pieces.append(current)
                current = ""
        elif depth == 0 and (token in _SPACES or (token in ",;" and len(current) > _LIST)):
            # the space after a sign is lost
            pieces.append(current + token + (r"\," if token == "," else ""))
            current = ""
        else:
            if (
                depth == 0
                and token in _ENDING
                and current.strip()
                and _ends(token, current, before)
            ):
                pieces.append(current)
                current = "{}"
            elif depth == opens and len(current) > _LONG and _multiplies(token, current):
                pieces.append(current)
                current = ""
            current += token
        before = token
    pieces.append(current)
    made = [piece.strip() for piece in pieces if piece.strip(" {},;\n")]
    if depth or not made:
        return [latex]
    return [part for piece in made for part in _opened(piece)]


def _opened(piece: str) -> Iterator[str]:
    """A piece that is too wide, broken inside its brackets too; any other one as it is.

    Both brackets of a pair keep one size, whatever stands beside either: the size that the source
    gives them, else one for what is in them; around an environment each is as high as its half.
    """
    if _wider(piece, _ROOM):
        for before, size, left, inner, right, after in _brackets(piece):
            first, *more = breaks(inner) if _wider(inner, _WORTH - 1) else [inner]
            if more:
                *between, last = more
                if _ENVIRONMENT.search(inner):
                    opening, closing = (
                        rf"\left{left} {first} \right.",
                        rf"\left. {last} \right{right}",
                    )
                else:
                    low = r"\Big" if _LOW.search(inner) else r"\big"
                    fixed = size or (r"\bigg" if _TALL.search(inner) else low)
                    opening, closing = rf"{fixed}l{left} {first}", rf"{last} {fixed}r{right}"
                yield before + opening
                yield from between
                yield from _opened(closing + after)
                return
    yield piece


def _brackets(piece: str) -> Iterator[tuple[str, str, str, str, str, str]]:
    r"""Each pair of brackets that no other one holds.

    What is before it, its size such as \Big or "", the left one, what is in it, the right one, and
    what is after it.
    """
    units = [(m[0], m["size"], m["sign"] or m[0]) for m in _UNIT.finditer(piece)]
    open_at: list[int] = []
    for place, (_, size, sign) in enumerate(units):
        if size == r"\left" or (size != r"\right" and sign in (*_LEFT, "{", r"\begin")):
            open_at.append(place)
        elif open_at and (size == r"\right" or sign in (*_RIGHT, "}", r"\end")):
            start = open_at.pop()
            left = units[start][2]
            if not open_at and left in _LEFT and sign in _RIGHT:
                parts = (units[:start], units[start + 1 : place], units[place + 1 :])
                before, inner, after = ("".join(text for text, _, _ in part) for part in parts)
                fixed = _FIXED.match(units[start][1] or "")
                yield before, fixed[0] if fixed else "", left, inner, sign, after


def _wider(latex: str, room: int) -> bool:
    """Whether more signs than there is room for stand beside each other."""
    if len(latex) <= room:  # no sign is shorter than a character
        return False
    text = latex.replace(r"\{", "(").replace(r"\}", ")")  # braces that are seen
    return len(_SIGN.findall(text)) > room and _signs(text) > room


def _signs(text: str) -> int:
    """How many signs stand beside each other, about: of a fraction the longer half."""
    for _ in range(_NESTED):
        text, fractions = _FRACTION.subn(_longer, text)
        text, braces = _INNERMOST.subn(_inside, text) if not fractions else (text, 1)
        if not braces:
            break
    found = _SIGN.findall(text)
    return len(found) - sum(sign[0] == "\\" and _is_unseen(sign) for sign in found)


@functools.lru_cache(maxsize=1024)
def _is_unseen(command: str) -> bool:
    return _UNSEEN.fullmatch(command) is not None


def _longer(fraction: re.Match[str]) -> str:
    return max(fraction[1], fraction[2], key=len)


def _inside(braces: re.Match[str]) -> str:
    return braces[2]


def _stands_alone(row: str) -> bool:
    pairs = (("{", "}"), (r"\left", r"\right"))
    return "&" not in row and all(row.count(a) == row.count(b) for a, b in pairs)


def _lines(words: re.Match[str]) -> str:
    r"""Words in lines, with a mark before each: `\text{ if a and b}` may become two texts."""
    text = words[1]
    if not text.strip() or (text[0] != " " and len(text) <= _LINE):
        return words[0]  # such as the end of (eps, delta)-DP
    lines = [""]
    for word in re.findall(r"\S+\s*|^\s+", text):
        if len(lines[-1]) + len(word.rstrip()) > _LINE:
            lines.append("")
        lines[-1] += word
    first, *more = lines
    start = r"\text{ }" + _HERE if first.startswith(" ") else ""
    return start + _HERE.join(rf"\text{{{line}}}" for line in (first.lstrip(), *more))


def _multiplies(token: str, current: str) -> bool:
    """Whether the token begins a factor after brackets that end a piece."""
    return token not in _FOLLOWS and not token.isspace() and current.rstrip().endswith(_CLOSED)


def _ends(token: str, current: str, before: str) -> bool:
    """Whether a piece ends before the token."""
    last = current.rstrip()
    if token in _RELATIONS:
        return last[-1:] not in "=<>!:" and not last.endswith(_RELATED)
    return token in "+-" and len(current) > _LONG and before not in ("_", "^")
