"""The symbols of a theorem: what each one stands for, and what is known of it by its sort.

    real, int, seq   a real number, an integer, a sequence of reals, each with its interval
    vector           a fixed vector of the space
    geometry         a norm of the space with its dual, a compact convex set, and a function omega
                     on it, 1-strongly convex in the norm, with its divergence D(u, v) = omega(u)
                     - omega(v) - <omega'(v), u - v>; omega is differentiable where prox steps lead
    point            a fixed vector in the set of a geometry; `inner`: omega is differentiable there
    random           a square-integrable random vector, known before anything is drawn
    function         a fixed function on the space: `smooth` an L with L-Lipschitz gradient,
                     `strong` a mu for which it is mu-strongly convex (0: convex), `minimiser`
                     a fixed vector
    map              a fixed measurable map of vectors to a vector, of linear growth
    draw             a square-integrable random vector; where `centred`, its mean is 0 given all
                     that was known or drawn before.  Draws are drawn in the order of the symbols
    draws            such a draw for each index 0, 1, ...: all of index 0, then all of index 1, ...
    prox             v[0] = `start`, an inner point, and v[i+1] = argmin <`step`, v> + D(v, v[i])
                     over the set, for each index i >= 0
    iterates         vectors z[-1], z[0] (`first`) and z[i+1] = `next` for each index i >= 0

A law ["laplace", b] of a draw says: fresh noise, its coordinates independent, Laplace of scale b.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.rigor.check.trees import Malformed, Tree, read_statement
from workbench.rigor.check.words import is_word

SCALARS = ("real", "int", "seq")
VECTORS = ("vector", "point", "random", "draw")
FIXED = ("vector", "point")
SEQUENCES = {"draws": 0, "prox": 0, "iterates": -1}  # and their first index
_KEYS: dict[str, tuple[str, ...]] = {
    "vector": (),
    "geometry": (),
    "point": ("geometry", "inner"),
    "prox": ("geometry", "index", "start", "step"),
    "random": (),
    "map": (),
    "function": ("strong", "smooth", "minimiser"),
    "draw": ("centred", "law"),
    "draws": ("centred", "law", "index"),
    "iterates": ("index", "first", "next"),
}
Symbol = Mapping[str, Any]
_ZERO: Tree = ["q", "0"]


def read_symbols(symbols: Any) -> dict[str, Symbol]:  # noqa: ANN401 - JSON
    """The declarations by name; raises Malformed where one is no declaration."""
    found: dict[str, Symbol] = {}
    for symbol in symbols:
        name, sort = symbol["name"], symbol["sort"]
        if not is_word(name) or name in found:
            raise Malformed(f"symbol {str(name)[:40]!r} is no plain word, or is declared twice")
        if sort in _KEYS:
            if set(symbol) != {"name", "sort", *_KEYS[sort]}:
                raise Malformed(f"{name} is a {sort} and has other keys than {_KEYS[sort]}")
        elif sort not in SCALARS:
            raise Malformed(f"{name} has the unknown sort {str(sort)[:20]!r}")
        found[name] = symbol
    # the domains of the scalars are read by the rules for statements
    read_statement({"vars": scalars(found), "where": [], "left": _ZERO, "op": "<=", "right": _ZERO})
    sorts = {s["sort"] for s in found.values()}
    if sorts & set(SEQUENCES) and sorts & {"draw", "random"}:
        raise Malformed("single random vectors and sequences of them stand side by side")
    for symbol in found.values():
        _read_one(symbol, found)
    return found


def _read_one(symbol: Symbol, symbols: Mapping[str, Symbol]) -> None:
    name, sort = symbol["name"], symbol["sort"]
    if sort in ("draw", "draws"):
        law = symbol["law"]
        if not isinstance(symbol["centred"], bool):
            raise Malformed(f"{name} is centred or it is not")
        if law is not None and not (
            isinstance(law, list) and len(law) == 2 and law[0] == "laplace"
        ):
            raise Malformed(f"the law of {name} is not one that is known")
    if sort == "function":
        least = symbol["minimiser"]
        if least is not None and symbols.get(least, {}).get("sort") != "vector":
            raise Malformed(f"the minimiser of {name} is no fixed vector of the theorem")
        if symbol["smooth"] is None:
            raise Malformed(f"{name} has no gradient: only smooth functions are known here")
    if sort in ("point", "prox") and symbols.get(symbol["geometry"], {}).get("sort") != "geometry":
        raise Malformed(f"the geometry of {name} is none of the theorem")
    if sort == "point" and not isinstance(symbol["inner"], bool):
        raise Malformed(f"{name} is an inner point or it is not")
    if sort == "prox":
        start = symbols.get(symbol["start"], {})
        if (start.get("inner"), start.get("geometry")) != (True, symbol["geometry"]):
            raise Malformed(f"{name} starts at an inner point of its geometry")
    if "index" in symbol:
        index = symbol["index"]
        if not is_word(index) or index in symbols:
            raise Malformed(f"the index of {name} is no plain word, or a symbol of the theorem")
    if sort == "iterates" and set(symbol["first"]) != {"-1", "0"}:
        raise Malformed(f"{name} starts with its entries -1 and 0")


def scalars(symbols: Mapping[str, Symbol]) -> list[dict[str, Any]]:
    """The variables of the scalar statements about these symbols."""
    return [dict(s) for s in symbols.values() if s["sort"] in SCALARS]


def rank(symbols: Mapping[str, Symbol], name: str) -> int:
    """The place of a draw in the order of draws (of one index)."""
    return [s["name"] for s in symbols.values() if s["sort"] in ("draw", "draws")].index(name)


def natural(name: str, low: int) -> dict[str, Any]:
    """The declaration of an integer from `low` on."""
    return {"name": name, "sort": "int", "low": str(low), "low_open": False, "high": None,
            "high_open": False}  # fmt: skip
