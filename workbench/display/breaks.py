r"""Where a long formula may be broken: MathML has no line breaks, so it is shown in pieces.

    breaks(r"a = b + c \quad\text{if}\quad d")     ["a", "= b + c", "if", "d"], about

A piece ends before a relation, after a wide space, after a comma or semicolon where it is long,
and before a plus or minus of a long sum; words are broken at a space.  None ends inside braces,
delimiters or environments.  The pieces stand in one line where they fit.  A formula that is
gathered from rows is broken row by row, with NEXT between them.
"""

import re

NEXT = r"\\"  # the piece that begins a row
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[^\\]", re.DOTALL)
_RELATIONS = frozenset(
    (r"\le", r"\ge", r"\leq", r"\geq", "=", "<", ">", r"\lt", r"\gt", r"\ne", r"\not", r"\approx",
     r"\implies", r"\iff", r"\Rightarrow", r"\Longrightarrow", r"\succeq", r"\preceq", r"\sim")
)  # fmt: skip
_SPACES = frozenset((r"\quad", r"\qquad"))
_OPEN = frozenset(("{", r"\left", r"\begin", "(", "[", r"\{", r"\lbrace"))
_CLOSE = frozenset(("}", r"\right", r"\end", ")", "]", r"\}", r"\rbrace"))
_LONG = 40  # characters of a piece that a plus or minus may end
_LIST = 24  # characters of a piece that a comma, a semicolon or words may end
_LINE = 26  # characters of words in one piece
_HERE = "\x00"  # where words are broken
_STRONG = re.compile(r"\\middle\b|\\displaystyle\b|\\over\b|\\choose\b|\x00")
_GATHERED = re.compile(r"\s*\\begin\{gathered\}(.*)\\end\{gathered\}\s*", re.DOTALL)
_WORDS = re.compile(r"\\text\{([^{}\\$]*)\}")


def breaks(latex: str) -> list[str]:
    r"""The pieces of a formula, in order; one piece if it cannot be broken safely.

    >>> breaks(r"f(a = b) \le c")
    ['f(a = b)', '{}\\le c']
    """
    if whole := _GATHERED.fullmatch(latex):
        rows = whole[1].split(NEXT)
        if r"\begin" not in whole[1] and all(map(_stands_alone, rows)):
            return [piece for row in rows for piece in (NEXT, *breaks(row))][1:]
    if _STRONG.search(latex) or "&" in latex or NEXT in latex:
        return [latex]
    pieces, depth = [""], 0
    tokens = _TOKEN.findall(_WORDS.sub(_lines, latex))
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else ""
        if token in _OPEN and before not in (r"\left", r"\right"):
            depth += 1
        elif token in _CLOSE and before not in (r"\left", r"\right"):
            depth -= 1
        if depth < 0:
            return [latex]
        current = pieces[-1]
        if token == _HERE:
            if depth == 0 and len(current) > _LIST:
                pieces.append("")
            continue
        if depth == 0 and (token in _SPACES or (token in ",;" and len(current) > _LIST)):
            pieces[-1] += token + (r"\," if token == "," else "")  # the space after a sign is lost
            pieces.append("")
            continue
        if depth == 0 and current.strip() and _ends(token, current, before):
            pieces.append("{}")
        pieces[-1] += token
    made = [piece.strip() for piece in pieces if piece.strip(" {},;\n")]
    return made if depth == 0 and made else [latex]


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


def _ends(token: str, current: str, before: str) -> bool:
    """Whether a piece ends before the token."""
    last = current.rstrip()
    if token in _RELATIONS:
        return last[-1:] not in "=<>!:" and not last.endswith(tuple(_RELATIONS))
    return token in "+-" and len(current) > _LONG and before not in ("_", "^")
