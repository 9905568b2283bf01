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

from workbench.rigor.check.answer import demand
from workbench.rigor.check.numbers import SCALARS, ZERO, Symbol, put, scalars
from workbench.rigor.check.trees import read_statement
from workbench.rigor.check.words import is_word

VECTORS = ("vector", "point")
FIXED = (*VECTORS, "points")
SEQUENCES = {"points": 0, "draws": 0, "prox": 0, "iterates": -1}  # and their first index
AVERAGES = ("average", "vertices")  # laws of averages of independent points
_COMPACT = ("geometry", "simplex")
_CONVEX = ("convex", *_COMPACT)
# a sort, and those whose symbols are of it, too
GEOMETRIES = {"convex": _CONVEX, "geometry": _COMPACT, "simplex": ("simplex",)}
# what is told of a sort, and of which sorts a symbol named there is (None: it may name none)
_KEYS: dict[str, dict[str, tuple[str | None, ...]]] = {
    **{sort: dict.fromkeys(("low", "low_open", "high", "high_open"), ()) for sort in SCALARS},
    **{sort: {} for sort in ("vector", "convex", "geometry", "map")},
    "simplex": {"size": ("int",)},
    "point": {"geometry": _CONVEX, "inner": ()},
    "points": {"geometry": _CONVEX},
    "prox": {"geometry": _COMPACT, "index": (), "start": ("point",), "step": ()},
    "function": {"strong": (), "smooth": (), "minimiser": ("vector", None), "on": (*_CONVEX, None)},
    **{sort: {"x": _COMPACT, "y": _COMPACT} for sort in ("pair", "saddle")},
    "draws": {"mean": (), "law": (), "geometry": (*_CONVEX, None), "index": (),
              "with": ("draws",), "copy": ("draws",), "late": ()},
    "iterates": {"index": (), "first": (), "next": ()},
}  # fmt: skip
_COMPANY = {"with", "copy", "late"}  # what may be left out
_IN_TERMS = ("law", "mean", "strong", "smooth", "step", "next")


def read_symbols(symbols: Any) -> dict[str, Symbol]:  # noqa: ANN401 - JSON
    """The declarations by name; raises Malformed where one is no declaration."""
    found: dict[str, Symbol] = {}
    for symbol in symbols:
        name, sort = symbol["name"], symbol["sort"]
        read_new([name], found, "a symbol")
        demand(sort in _KEYS, f"{name} has the unknown sort {str(sort)[:20]!r}")
        keys = {"name", "sort", *_KEYS[sort]}
        known = keys - _COMPANY <= set(symbol) <= keys
        demand(known, f"{name} is a {sort} and has other keys than {sorted(keys)}")
        found[name] = symbol
    # the domains of the scalars are read by the rules for statements
    read_statement({"vars": scalars(found), "where": [], "left": ZERO, "op": "<=", "right": ZERO})
    for symbol in found.values():
        _read_one(symbol, found)
    return found


def _read_one(symbol: Symbol, symbols: Mapping[str, Symbol]) -> None:
    name, sort = symbol["name"], symbol["sort"]
    for key, sorts in _KEYS[sort].items():
        if sorts and key in symbol:
            of_one = _sort(symbol[key], symbols) in sorts
            demand(of_one, f"the {key} of {name} is none of the theorem, or of no such sort")
        if key == "index":
            read_new([symbol[key]], symbols, f"the index of {name}")
    if sort == "simplex":
        demand(counts(symbol["size"], symbols), f"the size of {name} is not at least 1")
    if sort == "point":
        centre = ("centre",) if _sort(symbol["geometry"], symbols) == "simplex" else ()
        demand(symbol["inner"] in (False, True, *centre), f"{name} is an inner point or not")
    if sort == "prox":
        start = symbols[symbol["start"]]
        starts = start["inner"] and start["geometry"] == symbol["geometry"]
        demand(starts, f"{name} starts at an inner point of its geometry")
    if sort == "iterates":
        demand(set(symbol["first"]) == {"-1", "0"}, f"{name} starts with its entries -1 and 0")
    if sort == "function":
        on, chance = symbol["on"], any(s["sort"] == "draws" for s in symbols.values())
        slow = symbol["smooth"] is not None or not (chance or on is None)
        demand(slow, f"{name} has no gradient that grows slowly, as expectations need")
        plain = symbol["minimiser"] is None and symbol["strong"] in (None, ZERO)
        demand(on is None or plain, f"{name} is on a set: it is convex at most, and least nowhere")
    if sort == "draws":
        _read_draws(symbol, symbols)


def _read_draws(symbol: Symbol, symbols: Mapping[str, Symbol]) -> None:
    """Refuse laws that are unknown, and company of draws other than those just before them."""
    name, law, mean, of = (symbol[key] for key in ("name", "law", "mean", "geometry"))
    placed = mean is not None and of is not None
    known = {"laplace": of is None and mean in (None, ["zero"]), "average": placed,
             "vertices": placed and _sort(of, symbols) == "simplex"}  # fmt: skip
    demand(law is None or known.get(law[0]), f"the law of {name} is not one that is known")
    demand(symbol.get("late", True) is True, f"{name} is drawn late or it is not")
    if "with" in symbol:
        before = [s["name"] for s in symbols.values() if s["sort"] == "draws"]
        near = symbol["with"] in before[: before.index(name)][-1:]
        near = near and ("late" in symbol) == ("late" in symbols[symbol["with"]])
        demand(near, f"{name} is drawn together with the draws just before it, late as they are")
    if "copy" in symbol:
        own = symbols[symbol["copy"]]
        like = all(symbol[key] == own[key] for key in ("mean", "law", "geometry", "index"))
        like = like and "with" in symbol and "copy" not in own
        like = like and rank(symbols, name) == rank(symbols, own["name"])
        demand(like, f"{name} is no copy of draws with which it is drawn together")


def read_new(names: Any, known: Iterable[str], what: str) -> None:  # noqa: ANN401 - JSON
    """Refuse new names that are no plain words, or that something has already."""
    new = all(map(is_word, names)) and len({*names, *known}) == len(names) + len({*known})
    demand(new, f"{what} is no plain word, or known already: {names!s:.60}")


def counts(name: Any, symbols: Mapping[str, Symbol]) -> bool:  # noqa: ANN401 - JSON
    """Whether a name is that of an integer that is at least 1."""
    symbol = symbols.get(name, {})
    return symbol.get("sort") == "int" and symbol["low"] is not None and int(symbol["low"]) >= 1


def _sort(name: Any, symbols: Mapping[str, Symbol]) -> Any:  # noqa: ANN401 - JSON
    return None if name is None else symbols.get(name, {"sort": "?"})["sort"]


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
