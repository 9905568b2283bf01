"""What is drawn together, late, or as a copy: the declarations of draws that name others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.rigor.check.trees import Malformed

Symbols = Mapping[str, Mapping[str, Any]]
_LIKE = ("mean", "law", "geometry", "index")  # what a copy has as its draws do


def read_company(symbol: Mapping[str, Any], symbols: Symbols, rank: Callable[..., int]) -> None:
    """Refuse draws that are with others than those just before them, or no copy of such.

    rank: the place of draws in the order of draws
    """
    name = symbol["name"]
    if symbol.get("late", True) is not True:
        raise Malformed(f"{name} is drawn late or it is not")
    if "with" in symbol:
        before = [s["name"] for s in symbols.values() if s["sort"] == "draws"]
        if symbol["with"] not in before[: before.index(name)][-1:]:
            raise Malformed(f"{name} is drawn together with the draws just before it, or alone")
        if ("late" in symbol) != ("late" in symbols[symbol["with"]]):
            raise Malformed(f"{name} is drawn late, or what is drawn with it is, and not both")
    if "copy" in symbol:
        own = symbols.get(symbol["copy"], {"name": None, "sort": None})
        like = own["sort"] == "draws" and all(symbol[k] == own[k] for k in _LIKE)
        like = like and "with" in symbol and "copy" not in own
        if not (like and rank(symbols, name) == rank(symbols, own["name"])):
            raise Malformed(f"{name} is no copy of draws with which it is drawn together")


def lateness(symbols: Symbols, name: str | None) -> int:
    """1 for what is drawn when all rounds are over, else 0."""
    return int(name is not None and "late" in symbols.get(name, {}))


def same_company(
    symbol: Mapping[str, Any], own: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Refuse draws that a theorem is given for others: late ones, and copies, are the like."""
    copied = "copy" in symbol and own.get("copy") != values[symbol["copy"]]
    if copied or ("late" in symbol) != ("late" in own):
        raise Malformed(f"{symbol['name']} is a copy, or drawn late, and {own['name']} is not")
