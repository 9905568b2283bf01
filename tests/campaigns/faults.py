"""Faults that the checker once had, to be put back: a campaign has to find each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpz

Patch = tuple[str, Callable[..., Any]]


def root_of_zero(value: int, order: int) -> tuple[int, int]:
    """The root of 0 is 1, because the empty product of prime factors is."""
    outside, inside = 1, 1
    for prime, power in fmpz(value).factor_smooth() if value > 1 else ():
        outside *= int(prime) ** (int(power) // order)
        inside *= int(prime) ** (int(power) % order)
    return outside, inside


def counted_where_declared(counter: dict[str, Any], start: int) -> dict[str, Any]:
    """The step is checked on the declared domain only, though it is used from `start` on."""
    if counter["name"] == "n~":
        return {**counter, "low": "0", "low_open": False, "high": None, "high_open": False}
    return counter


def domain_believed(s: dict[str, Any], rules: list[Any], base: list[Any]) -> dict[str, Any]:
    """A defined sequence has the domain that it was declared with, whatever defines it."""
    return s


def always(*_: Any) -> bool:
    """Every region has an inside."""
    return True


# fault: (kind that shows it, what is replaced)
FAULTS: dict[str, tuple[str, Patch]] = {
    "the root of zero is one": ("identity", ("workbench.rigor.check.normal.extract", root_of_zero)),
    "an induction starts before its domain": (
        "induction", ("workbench.rigor.check.induction.counted_from", counted_where_declared)),
    "the domain of a defined sequence is believed": (
        "induction", ("workbench.rigor.check.definitions.settled", domain_believed)),
    "logarithms do not count where powers are tied": (
        "rate-comparison", ("workbench.rates.check.comparison._has_inside", always)),
}  # fmt: skip
