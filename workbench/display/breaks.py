r"""Where a long formula may be broken: MathML has no line breaks, so it is shown in pieces.

    breaks(r"a = b + c \quad\text{if}\quad d")     ["a", "= b + c", "if", "d"], about

A piece ends before a relation, after a comma or a wide space, and before a plus or minus of a long
sum; never inside braces, delimiters or environments.  The pieces stand in one line where they fit.
"""

import re

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[^\\]", re.DOTALL)
_RELATIONS = frozenset(
    (r"\le", r"\ge", r"\leq", r"\geq", "=", "<", ">", r"\lt", r"\gt", r"\ne", r"\not", r"\approx",
     r"\implies", r"\iff", r"\Rightarrow", r"\Longrightarrow", r"\succeq", r"\preceq", r"\sim")
)  # fmt: skip
_SPACES = frozenset((r"\quad", r"\qquad"))
_OPEN = frozenset(("{", r"\left", r"\begin", "(", "[", r"\{", r"\lbrace"))
_CLOSE = frozenset(("}", r"\right", r"\end", ")", "]", r"\}", r"\rbrace"))
_LONG = 60  # characters of a piece that a plus or minus may end
_STRONG = re.compile(
    r"\\(?:big|Big|bigg|Bigg)[lrm]?\b|\\middle\b|\\displaystyle\b|\\over\b|\\choose\b"
)


def breaks(latex: str) -> list[str]:
    r"""The pieces of a formula, in order; one piece if it cannot be broken safely.

    >>> breaks(r"f(a = b) \le c")
    ['f(a = b)', '{}\\le c']
    """
    if _STRONG.search(latex) or "&" in latex or r"\\" in latex:
        return [latex]
    pieces, depth = [""], 0
    tokens = _TOKEN.findall(latex)
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else ""
        if token in _OPEN and before not in (r"\left", r"\right"):
            depth += 1
        elif token in _CLOSE and before not in (r"\left", r"\right"):
            depth -= 1
        if depth < 0:
            return [latex]
        current = pieces[-1]
        if depth == 0 and token in _SPACES:
            pieces[-1] += token
            pieces.append("")
            continue
        if depth == 0 and current.strip() and _ends(token, current, before):
            pieces.append("{}")
        pieces[-1] += token
    made = [piece.strip() for piece in pieces if piece.strip(" {},;\n")]
    return made if depth == 0 and made else [latex]


def _ends(token: str, current: str, before: str) -> bool:
    """Whether a piece ends before the token."""
    last = current.rstrip()
    if token in _RELATIONS:
        return last[-1:] not in "=<>!:" and not last.endswith(tuple(_RELATIONS))
    return token in "+-" and len(current) > _LONG and before not in ("_", "^")
