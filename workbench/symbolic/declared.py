"""The symbols of a formula, declared in one line of text."""

from __future__ import annotations

import re
from typing import Any

import sympy as sp

from workbench.errors import ClaimError

_KINDS = {"integer": {"integer": True}, "real": {"real": True}, "": {}}
_SIGNS = {"> 0": {"positive": True}, ">= 0": {"nonnegative": True}, "": {}}
_GROUP = re.compile(r"\s*(?:(integer|real)\s+)?([^<>=]*[^<>=\s])\s*(>=? 0)?\s*")


def declare(text: str) -> Any:  # noqa: ANN401 - a symbol, or as many as there are names
    """The symbols that a text declares, in its order; a single one as it is.

    Groups are separated by commas: names, `integer` or `real` before them, `> 0` or `>= 0` behind
    them; a sign alone says that they are real.  A name is what sympy prints, such as x_1 or lambda.

    >>> L, n, x = declare("L > 0, integer n >= 0, real x")
    >>> n.is_integer, n.is_nonnegative, x.is_positive
    (True, True, None)

    Raises:
        ClaimError: a group that is malformed, or that says nothing about its names.
    """
    found: list[sp.Symbol] = []
    for group in text.split(","):
        match = _GROUP.fullmatch(group)
        kind, names, sign = (match[1] or "", match[2], match[3] or "") if match else ("", "", "")
        if not (kind or sign):
            raise ClaimError(
                f"declare({text!r}): {group.strip()!r} does not say what its names are."
                " Write `real x y`, `x y > 0`, `x >= 0` or `integer n > 0`."
            )
        found += [sp.Symbol(name, **_KINDS[kind], **_SIGNS[sign]) for name in names.split()]
    return found[0] if len(found) == 1 else tuple(found)
