"""What is seen of a statement before anything is searched, points that refute it included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.signs import seen_by_sign
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.remembering import prove
from workbench.symbolic import Relation

_AT_SIGHT = ("identity", "sign")


def at_sight(r: Relation, methods: Sequence[str] = _AT_SIGHT) -> dict[str, Any] | None:
    """The proof that needs no parts and no search, if it is among the methods and is accepted.

    The methods of a search begin with these two, so that nothing else could have come before.
    """
    method = "identity" if r.op == "=" else "sign"
    try:
        if method in methods and prove(r.bare, {"kind": method}).accepted:
            return {"kind": method}
    except (NotReducible, Malformed, ZeroDivisionError, OverflowError):
        pass
    return None


def at_first_sight(r: Relation) -> dict[str, Any] | None:
    """The proof that is at hand without the domain in parameters, where facts may have more to say.

    To write the domain in parameters is most of the work of a look that finds nothing.
    """
    try:
        if r.op != "=" and not seen_by_sign(r.bare):
            return None
    except (NotReducible, Malformed, ZeroDivisionError, OverflowError):
        return None
    return at_sight(r)
