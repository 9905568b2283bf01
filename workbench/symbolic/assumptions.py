"""What sympy's symbols may assume: real numbers, and what a variable's interval can say.

sympy uses the assumptions of a symbol before anyone can see it.  One that a statement cannot carry
would be lost: a proof would be about more than was meant, and a refutation about something else.
"""

from __future__ import annotations

import sympy as sp

from workbench.errors import ClaimError

_FIRST = ("even", "odd", "prime", "composite", "irrational", "nonzero", "noninteger", "zero")


def refuse_what_is_not_real(symbol: sp.Basic, name: str, sort: str) -> None:
    """Refuse a symbol that sympy may take for a complex number: z^2 >= 0 is no fact about it."""
    own = symbol.assumptions0
    if own.get("commutative") is False:
        raise ClaimError(f"symbol {symbol} does not commute: statements are about real numbers.")
    if not own.get("real"):
        kind = "IndexedBase" if sort == "seq" else "Symbol"
        raise ClaimError(
            f"symbol {symbol} is not declared real: for sympy it may be any complex number, and"
            f" statements are about real numbers. Declare {kind}({name!r}, real=True), or"
            " positive=True, integer=True, ... if that is meant."
        )


def refuse_hidden_domain(symbol: sp.Basic) -> None:
    """Refuse an assumption that the variable's interval cannot carry: it would be lost."""
    sort = {"integer": True} if symbol.is_integer else {"real": True}
    lost = _not_said(symbol, sort | _sign(symbol))
    if lost:
        raise ClaimError(
            f"symbol {symbol} is assumed to be {lost}, which its interval cannot say."
            " State it in the formula (2*k for an even number) or as a condition."
        )


def refuse_index_beyond_range(index: sp.Symbol, low: sp.Expr, high: sp.Expr) -> None:
    """Refuse an assumption about the index of a sum that its range does not guarantee."""
    first, last = sp.sympify(low), sp.sympify(high)
    if first.is_nonnegative:
        said = {"positive": True} if first.is_positive else {"nonnegative": True}
    elif last.is_nonpositive:
        said = {"negative": True} if last.is_negative else {"nonpositive": True}
    else:
        said = {}
    lost = _not_said(index, {"integer": True} | said)
    if lost:
        raise ClaimError(
            f"the index {index} is assumed to be {lost}, and its range from {low} to {high} does"
            " not say so: sympy may already have used it. Declare the index with integer=True only."
        )


def _sign(symbol: sp.Basic) -> dict[str, bool]:
    """The one assumption on its sign that becomes an end of the variable's interval."""
    for word in ("positive", "nonnegative", "negative", "nonpositive"):
        if getattr(symbol, f"is_{word}"):
            return {word: True}
    return {}


def _not_said(symbol: sp.Basic, said: dict[str, bool]) -> str:
    """An assumption about the symbol that does not follow from what is said of it, or nothing."""
    known = sp.Symbol("known", **said).assumptions0
    lost = {k: v for k, v in symbol.assumptions0.items() if known.get(k) != v}
    for word in (*_FIRST, *sorted(lost)):
        if lost.get(word):
            return word
    return f"not {min(lost)}" if lost else ""
