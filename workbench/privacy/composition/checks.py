"""Refusals that every cost, mechanism and accountant shares."""

import math

from workbench.errors import PrivacyError, require
from workbench.privacy.queries.datasets import NEIGHBOURING

RELATIONS = (NEIGHBOURING, "add-or-remove-one")
"""Neighbouring relations that a cost may refer to."""


def check_relation(neighbouring: str) -> None:
    """Refuse a relation that nobody has defined."""
    require(
        neighbouring in RELATIONS,
        "neighbouring",
        repr(neighbouring),
        f"is none of {', '.join(RELATIONS)}",
        "Say which datasets are neighbours: every cost depends on it.",
    )


def same_relation(first: str, second: str) -> None:
    """Refuse to add up costs that speak about different neighbours."""
    if first != second:
        raise PrivacyError(
            f"neighbouring = {second!r} cannot be added to costs under {first!r}: the two "
            "numbers speak about different pairs of datasets.\n"
            "  Restate the sensitivity for one relation; replacing a record is removing one and "
            "adding one."
        )


def check_epsilon(epsilon: float) -> None:
    """Refuse a negative or infinite epsilon."""
    ok = 0 <= epsilon < math.inf
    require(ok, "epsilon", epsilon, "is not a finite number >= 0", "Choose epsilon >= 0.")


def check_delta(delta: float, *, zero: bool = False) -> None:
    """Refuse a delta outside (0, 1), or [0, 1) where zero is allowed."""
    ok = (0 <= delta < 1) if zero else (0 < delta < 1)
    interval = "[0, 1)" if zero else "(0, 1)"
    require(ok, "delta", delta, f"is outside {interval}", "Choose a failure probability.")


def check_positive(name: str, value: float) -> None:
    """Refuse what is not a positive finite number."""
    ok = 0 < value < math.inf
    require(ok, name, value, "is not a positive number", f"Choose a finite {name} > 0.")


def check_count(name: str, value: int) -> None:
    """Refuse what is not a whole number of at least one."""
    ok = value >= 1 and value == int(value)
    require(ok, name, value, "is not a whole number >= 1", f"Choose {name} >= 1.")


def check_finite(name: str, value: float) -> None:
    """Refuse NaN and the infinities."""
    ok = math.isfinite(value)
    require(ok, name, value, "is not a finite number", f"Choose a finite {name}.")
