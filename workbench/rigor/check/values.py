"""Obligations that cannot be seen to be met, as statements that need a certificate each.

That the argument of a logarithm is positive, or that of a root non-negative, may be as deep as the
statement itself: 1 - p + p e^x > 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from workbench.rigor.check.cover import Statement
from workbench.rigor.check.duties import Duty
from workbench.rigor.check.factors import sign_of

_RELATIONS = {"positive": "<", "nonzero": "<", "nonnegative": "<="}


def to_prove(unmet: Iterable[tuple[Statement, Duty]]) -> dict[str, Statement] | str:
    """`0 < tree` or `0 <= tree` for each obligation on its domain, or why that is not enough.

    What must not vanish is to be positive: that is how the derivative of a logarithm needs it.
    """
    found: dict[str, Statement] = {}
    for where, duty in unmet:
        if duty["bound"] or duty["kind"] not in _RELATIONS:
            return f"an expression may have no value: {duty['kind']}"
        tree = duty["tree"]
        while duty["kind"] == "nonzero" and tree[0] == "^":  # u^k is not 0 where u is not
            tree = tree[1]
        part = sign_of(where, tree, _RELATIONS[duty["kind"]])
        if part not in found.values():
            found[f"value {len(found)}"] = part
    return found
