"""The symbols of a theorem: what each one tells, beside what its sort stands for.

The README of this room says what the sorts stand for.  `_KEYS` has what is told of a symbol beside
its name; of draws perhaps also, `with`, the draws just before them with which they are drawn; the
draws of which they are a `copy`; and that they are drawn `late`, after all that are not.  None is
what is not told.  A `law` of a draw, given what was before, is one of these:

    ["laplace", b]    fresh noise, its coordinates independent, Laplace of scale b
    ["average", K]    the average of K square-integrable points of its set, each of its mean,
                      independent of one another and of all that is drawn together with them
    ["vertices", K]   such an average of vertices, each with the chance its mean has there
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.rigor.check.numbers import SCALARS, ZERO, Symbol, put, scalars
from workbench.rigor.check.trees import Malformed, read_statement
from workbench.rigor.check.words import is_word

VECTORS = ("vector", "point")
FIXED = (*VECTORS, "points")
SEQUENCES = {"points": 0, "draws": 0, "prox": 0, "iterates": -1}  # and their first index
AVERAGES = ("average", "vertices")  # laws of averages of independent points
GEOMETRIES = {  # a sort, and those whose symbols are of it, too
    "convex": ("convex", "geometry", "simplex"),
    "geometry": ("geometry", "simplex"),
    "simplex": ("simplex",),
}
_KEYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("vector", "convex", "geometry", "map"), ()),
    "simplex": ("size",),
    "point": ("geometry", "inner"),
    "points": ("geometry",),
    "prox": ("geometry", "index", "start", "step"),
    "function": ("strong", "smooth", "minimiser", "on"),
    **dict.fromkeys(("pair", "saddle"), ("x", "y")),
    "draws": ("mean", "law", "geometry", "index"),
    "iterates": ("index", "first", "next"),
}
_IN_TERMS = ("law", "mean", "strong", "smooth", "step", "next")


def read_symbols(symbols: Any) -> dict[str, Symbol]:  # noqa: ANN401 - JSON
    """The declarations by name; raises Malformed where one is no declaration."""
    found: dict[str, Symbol] = {}
    for symbol in symbols:
        name, sort = symbol["name"], symbol["sort"]
        read_new([name], found, "a symbol")
        if sort in _KEYS:
            more = {"with", "copy", "late"} & set(symbol) if sort == "draws" else set()
            if set(symbol) != {"name", "sort", *_KEYS[sort], *more}:
                raise Malformed(f"{name} is a {sort} and has other keys than {_KEYS[sort]}")
        elif sort not in SCALARS:
            raise Malformed(f"{name} has the unknown sort {str(sort)[:20]!r}")
        found[name] = symbol
    # the domains of the scalars are read by the rules for statements
    read_statement({"vars": scalars(found), "where": [], "left": ZERO, "op": "<=", "right": ZERO})
    for symbol in found.values():
        _read_one(symbol, found)
    return found


def _read_one(symbol: Symbol, symbols: Mapping[str, Symbol]) -> None:
    name, sort = symbol["name"], symbol["sort"]
    for key in {"geometry", "on", "x", "y"} & set(symbol):
        optional = sort in ("function", "draws")
        known = GEOMETRIES["convex" if optional or sort in FIXED else "geometry"]
        if not (optional and symbol[key] is None) and _sort(symbol[key], symbols) not in known:
            raise Malformed(f"the geometry of {name} is none of the theorem, or has no such set")
    if sort == "draws" and symbol["law"] is not None:
        law, _ = symbol["law"]
        alone = symbol["mean"] in (None, ["zero"]) and symbol["geometry"] is None
        placed = symbol["mean"] is not None and symbol["geometry"] is not None
        laws = AVERAGES[: 1 + (_sort(symbol["geometry"], symbols) == "simplex")]
        if not ((law == "laplace" and alone) or (law in laws and placed)):
            raise Malformed(f"the law of {name} is not one that is known")
    if sort == "draws":
        _read_company(symbol, symbols)
    if sort == "function":
        least, on = symbol["minimiser"], symbol["on"]
        if least is not None and (on is not None or _sort(least, symbols) != "vector"):
            raise Malformed(f"the minimiser of {name} is no fixed vector of the theorem")
        chance = any(s["sort"] == "draws" for s in symbols.values())
        if symbol["smooth"] is None and (chance or on is None):
            raise Malformed(f"{name} has no gradient that grows slowly, as expectations need")
        if on is not None and symbol["strong"] not in (None, ZERO):
            raise Malformed(f"{name} is on a set: it is convex, or that is not known")
    if sort == "simplex" and not counts(symbol["size"], symbols):
        raise Malformed(f"the size of {name} is an integer symbol that is at least 1")
    if sort == "point":
        centre = ("centre",) if _sort(symbol["geometry"], symbols) == "simplex" else ()
        if symbol["inner"] not in (False, True, *centre):
            raise Malformed(f"{name} is an inner point or it is not")
    if sort == "prox":
        start = symbols.get(symbol["start"], {})
        if not start.get("inner") or start["geometry"] != symbol["geometry"]:
            raise Malformed(f"{name} starts at an inner point of its geometry")
    if "index" in symbol:
        read_new([symbol["index"]], symbols, f"the index of {name}")
    if sort == "iterates" and set(symbol["first"]) != {"-1", "0"}:
        raise Malformed(f"{name} starts with its entries -1 and 0")


def _read_company(symbol: Symbol, symbols: Mapping[str, Symbol]) -> None:
    """Refuse draws that are with others than those just before them, or no copy of such."""
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
        like = own["sort"] == "draws" and all(symbol[k] == own[k] for k in _KEYS["draws"])
        like = like and "with" in symbol and "copy" not in own
        if not (like and rank(symbols, name) == rank(symbols, own["name"])):
            raise Malformed(f"{name} is no copy of draws with which it is drawn together")


def read_new(names: Any, known: Iterable[str], what: str) -> None:  # noqa: ANN401 - JSON
    """Refuse new names that are no plain words, or that something has already."""
    if not all(map(is_word, names)) or len({*names, *known}) < len(names) + len({*known}):
        raise Malformed(f"{what} is no plain word, or known already: {names!s:.60}")


def counts(name: Any, symbols: Mapping[str, Symbol]) -> bool:  # noqa: ANN401 - JSON
    """Whether a name is that of an integer that is at least 1."""
    symbol = symbols.get(name, {})
    return symbol.get("sort") == "int" and symbol["low"] is not None and int(symbol["low"]) >= 1


def _sort(name: Any, symbols: Mapping[str, Symbol]) -> Any:  # noqa: ANN401 - JSON
    return symbols.get(name, {}).get("sort")


def told(symbol: Symbol, values: Mapping[str, Any]) -> Symbol:
    """A symbol with values put into all that is told of it in terms."""
    return {key: put(one, values) if key in _IN_TERMS else one for key, one in symbol.items()}


def rank(symbols: Mapping[str, Symbol], name: str) -> int:
    """The place of a draw in the order of draws (of one index): one for what is drawn together."""
    drawn = [s for s in symbols.values() if s["sort"] == "draws"]
    last = [s["name"] for s in drawn].index(name)
    return sum("with" not in s for s in drawn[: last + 1]) - 1


def declared(name: str, geometry: str) -> dict[str, Any]:
    """The declaration of a point of a set, of which no more is known."""
    return {"name": name, "sort": "point", "geometry": geometry, "inner": False}
