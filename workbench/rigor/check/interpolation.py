"""Classes of functions and operators, each by the inequalities between finitely many of its calls.

A call is (x, g, f): a point, a (sub)gradient or the operator's value there, and a function value.
Every class is a list of patterns.  A pattern is an inequality (>= 0) or an equation in the calls i
and j, and is repeated over all of them; a Gram pattern is a matrix T[i, j] over all calls that is
positive semidefinite.  All patterns are necessary.  A class is `tight` where they are sufficient
as well: then calls that satisfy them belong to a member of the class in some dimension, by the
interpolation theorems of Taylor, Hendrickx, Glineur (functions), of Ryu, Taylor, Bergeling,
Giselsson (operators), of Bousselmi, Hendrickx, Glineur (linear maps, quadratics), and of Goujaud,
Taylor, Dieuleveut (quadratic upper bound).

    convex                    f_i - f_j >= g_j (x_i - x_j)
    strongly-convex           ... + mu/2 |x_i - x_j|^2
    smooth-convex             ... + |g_i - g_j|^2 / (2 L)
    smooth-strongly-convex    ... + (|g_i - g_j|^2 / L + mu |x_i - x_j|^2
                                     - 2 (mu/L) (g_i - g_j)(x_i - x_j)) / (2 (1 - mu/L))
    smooth                    the same with mu = -L: not convex
    convex-lipschitz          convex, |g_i| <= M; smooth-convex-lipschitz: smooth-convex as well
    convex-quadratic-growth   convex, f_j - f* <= L/2 |x_j - x*|^2 for every minimiser x*
    indicator                 f = 0, g_j (x_i - x_j) <= 0; diameter D, radius R about a center
    support                   f = g x, x_j (g_i - g_j) <= 0, |g_i| <= M
    quadratic                 f = f* + (x - x*) H (x - x*)/2 with mu <= H <= L
    restricted-secant         g (x - x*) >= mu |x - x*|^2, |g| <= L |x - x*| for stationary x*
    monotone, strongly-monotone, cocoercive, lipschitz, negatively-comonotone
    cocoercive-strongly-monotone, lipschitz-strongly-monotone      both conditions (not tight)
    linear, symmetric-linear, skew-symmetric-linear                of norm <= L (mu <= H <= L)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flint import fmpq

_ZERO = fmpq(0)
Vector = dict[str, fmpq]  # over the slots xi, gi, xj, gj, xs (stationary), c (center)
Products = dict[tuple[str, str], fmpq]
Parameters = Mapping[str, fmpq]
Demand = tuple[fmpq, bool, str]  # a number that is > 0 (True) or >= 0, and what is wrong otherwise


@dataclass(frozen=True, slots=True)
class Pattern:
    """values . (fi, fj, fs) + products + constant >= 0 (= 0), over some of the calls i and j.

    `over` is one of: call (every i), pair (i != j), unordered (i < j), from-stationary (i with
    g = 0, j != i), adjoint (i a call, j a call of the adjoint map).
    """

    name: str
    over: str
    values: Vector
    products: Products
    constant: fmpq = _ZERO
    equation: bool = False


@dataclass(frozen=True, slots=True)
class OracleClass:
    """The patterns of a class, what its parameters have to satisfy, and whether they suffice."""

    required: tuple[str, ...]
    patterns: Callable[[Parameters], list[Pattern]]
    rule: Callable[[Parameters], list[Demand]] = lambda _: []
    optional: tuple[str, ...] = ()
    gram: Callable[[Parameters], Products] | None = None  # T[i, j], symmetrised
    tight: bool = True


def _v(**slots: int) -> Vector:
    return {name: fmpq(weight) for name, weight in slots.items()}


def _dot(u: Vector, v: Vector, factor: fmpq | int = 1) -> Products:
    """factor <u, v>."""
    out: Products = {}
    for a, s in u.items():
        for b, t in v.items():
            key = (a, b) if a <= b else (b, a)
            out[key] = out.get(key, _ZERO) + s * t * factor
    return out


def _add(*terms: Products) -> Products:
    out: Products = {}
    for term in terms:
        for key, value in term.items():
            out[key] = out.get(key, _ZERO) + value
    return {key: value for key, value in out.items() if value != 0}


X, G, DX, DG = _v(xi=1), _v(gi=1), _v(xi=1, xj=-1), _v(gi=1, gj=-1)
GAP = _v(fi=1, fj=-1)
_SUBGRADIENT = _dot(_v(gj=1), DX, -1)


def _convexity(*slack: Products) -> Pattern:
    """f_i - f_j >= g_j (x_i - x_j) + slack."""
    return Pattern("convexity", "pair", GAP, _add(_SUBGRADIENT, *slack))


def _curved(mu: fmpq, size: fmpq) -> list[Pattern]:
    """Functions between the curvatures mu and L = size."""
    half = -1 / (2 * (1 - mu / size))
    return [
        _convexity(
            _dot(DG, DG, half / size),
            _dot(DX, DX, half * mu),
            _dot(DG, DX, -2 * half * mu / size),
        )
    ]


def _bounded(vector: Vector, limit: fmpq, name: str, over: str = "call") -> Pattern:
    """|vector| <= limit."""
    return Pattern(name, over, {}, _dot(vector, vector, -1), limit * limit)


def _operator(name: str, *terms: Products) -> Pattern:
    return Pattern(name, "unordered", {}, _add(*terms))


def _indicator(p: Parameters) -> list[Pattern]:
    found = [
        Pattern("value", "call", _v(fi=1), {}, equation=True),
        Pattern("convexity", "pair", {}, _SUBGRADIENT),
    ]
    if "D" in p:
        found.append(_bounded(DX, p["D"], "diameter", "unordered"))
    if "R" in p:
        found.append(_bounded(_v(xi=1, c=-1), p["R"], "radius"))
    return found


def _support(p: Parameters) -> list[Pattern]:
    found = [
        Pattern("value", "call", _v(fi=-1), _dot(G, X), equation=True),
        Pattern("convexity", "pair", {}, _dot(_v(xj=1), DG, -1)),
    ]
    return [*found, _bounded(G, p["M"], "gradient")] if "M" in p else found


def _quadratic(_: Parameters) -> list[Pattern]:
    here = _v(xi=1, xs=-1)
    return [
        Pattern("value", "call", _v(fi=2, fs=-2), _dot(here, G, -1), equation=True),
        Pattern(
            "symmetry", "unordered", {}, _add(_dot(here, _v(gj=1)), _dot(_v(xj=1, xs=-1), G, -1)),
            equation=True,
        ),
    ]  # fmt: skip


def _between(here: Vector, there: Vector, mu: fmpq, size: fmpq) -> Products:
    """(g_i - mu u_i)(L u_j - g_j), for u_i = here, u_j = there: the Gram matrix of a spectrum."""
    low, high = {**_v(gi=1)}, {**_v(gj=-1)}
    for slot, weight in here.items():
        low[slot] = low.get(slot, fmpq(0)) - mu * weight
    for slot, weight in there.items():
        high[slot] = high.get(slot, fmpq(0)) + size * weight
    return _dot(low, high)


def _norm(p: Parameters) -> Products:
    """L^2 x_i x_j - g_i g_j."""
    return _add(_dot(X, _v(xj=1), p["L"] ** 2), _dot(G, _v(gj=1), -1))


def _monotone(slack: Products) -> Pattern:
    return _operator("monotonicity", _dot(DG, DX), slack)


def _lipschitz(p: Parameters) -> Pattern:
    return _operator("lipschitz", _dot(DX, DX, p["L"] ** 2), _dot(DG, DG, -1))


def _positive(*names: str) -> Callable[[Parameters], list[Demand]]:
    return lambda p: [(p[n], True, f"{n} = {p[n]} is not positive") for n in names]


def _not_negative(*names: str) -> Callable[[Parameters], list[Demand]]:
    return lambda p: [(p[n], False, f"{n} = {p[n]} is negative") for n in names if n in p]


def _range(p: Parameters) -> list[Demand]:
    """mu <= L."""
    mu, size = p["mu"], p["L"]
    return [(size - mu, False, f"mu = {mu} is above L = {size}: the class is empty")]


def _ordered(p: Parameters) -> list[Demand]:
    """0 <= mu < L."""
    equal = f"mu = L = {p['L']}: the inequality divides by 1 - mu/L"
    return [*_positive("L")(p), *_both(p), (p["L"] - p["mu"], True, equal)]


def _both(p: Parameters) -> list[Demand]:
    """0 <= mu <= L."""
    return [*_not_negative("mu", "L")(p), *_range(p)]


CLASSES: dict[str, OracleClass] = {
    "convex": OracleClass((), lambda _: [_convexity()]),
    "strongly-convex": OracleClass(
        ("mu",), lambda p: [_convexity(_dot(DX, DX, -p["mu"] / 2))], _not_negative("mu")
    ),
    "smooth-convex": OracleClass(
        ("L",), lambda p: _curved(fmpq(0), p["L"]), _positive("L")
    ),
    "smooth-strongly-convex": OracleClass(
        ("mu", "L"), lambda p: _curved(p["mu"], p["L"]), _ordered
    ),
    "smooth": OracleClass(
        ("L",), lambda p: _curved(-p["L"], p["L"]), _positive("L")
    ),
    "convex-lipschitz": OracleClass(
        ("M",), lambda p: [_convexity(), _bounded(G, p["M"], "gradient")], _not_negative("M")
    ),
    "smooth-convex-lipschitz": OracleClass(
        ("L", "M"), lambda p: [*_curved(fmpq(0), p["L"]), _bounded(G, p["M"], "gradient")],
        lambda p: [*_positive("L")(p), *_not_negative("M")(p)],
    ),
    "convex-quadratic-growth": OracleClass(
        ("L",),
        lambda p: [
            _convexity(),
            Pattern("growth", "from-stationary", GAP,
                    _add(_SUBGRADIENT, _dot(_v(gj=1), _v(gj=1), -1 / (2 * p["L"])))),
        ],
        _positive("L"),
    ),
    "indicator": OracleClass((), _indicator, _not_negative("D", "R"), optional=("D", "R")),
    "support": OracleClass((), _support, _not_negative("M"), optional=("M",)),
    "quadratic": OracleClass(
        ("mu", "L"), _quadratic, _range,
        gram=lambda p: _between(_v(xi=1, xs=-1), _v(xj=1, xs=-1), p["mu"], p["L"]),
    ),
    "restricted-secant": OracleClass(
        ("mu", "L"),
        lambda p: [
            Pattern("secant", "from-stationary", {},
                    _add(_dot(DG, DX), _dot(DX, DX, -p["mu"]))),
            Pattern("error-bound", "from-stationary", {},
                    _add(_dot(DX, DX, p["L"] ** 2), _dot(DG, DG, -1))),
        ],
        _both, tight=False,
    ),
    "monotone": OracleClass((), lambda _: [_monotone({})]),
    "strongly-monotone": OracleClass(
        ("mu",), lambda p: [_monotone(_dot(DX, DX, -p["mu"]))], _not_negative("mu")
    ),
    "cocoercive": OracleClass(
        ("beta",), lambda p: [_monotone(_dot(DG, DG, -p["beta"]))], _not_negative("beta"),
    ),
    "negatively-comonotone": OracleClass(
        ("rho",), lambda p: [_monotone(_dot(DG, DG, p["rho"]))], _not_negative("rho"), tight=False,
    ),
    "lipschitz": OracleClass(
        ("L",), lambda p: [_lipschitz(p)], _not_negative("L")
    ),
    "cocoercive-strongly-monotone": OracleClass(
        ("mu", "beta"),
        lambda p: [
            _operator("cocoercivity", _dot(DG, DX), _dot(DG, DG, -p["beta"])),
            _monotone(_dot(DX, DX, -p["mu"])),
        ],
        lambda p: [
            *_not_negative("mu", "beta")(p),
            (1 - p["mu"] * p["beta"], False, "mu beta > 1: the class is empty"),
        ],
        tight=False,
    ),
    "lipschitz-strongly-monotone": OracleClass(
        ("mu", "L"), lambda p: [_lipschitz(p), _monotone(_dot(DX, DX, -p["mu"]))], _both,
        tight=False,
    ),
    "linear": OracleClass(
        ("L",),
        lambda _: [Pattern("adjoint", "adjoint", {},
                           _add(_dot(X, _v(gj=1)), _dot(G, _v(xj=1), -1)), equation=True)],
        _not_negative("L"), gram=_norm,
    ),
    "symmetric-linear": OracleClass(
        ("mu", "L"),
        lambda _: [Pattern("symmetry", "unordered", {},
                           _add(_dot(X, _v(gj=1)), _dot(G, _v(xj=1), -1)), equation=True)],
        _range, gram=lambda p: _between(X, _v(xj=1), p["mu"], p["L"]),
    ),
    "skew-symmetric-linear": OracleClass(
        ("L",),
        lambda _: [
            Pattern("skew", "unordered", {},
                    _add(_dot(X, _v(gj=1)), _dot(G, _v(xj=1))), equation=True),
            Pattern("diagonal", "call", {}, _dot(X, G), equation=True),
        ],
        _not_negative("L"), gram=_norm,
    ),
}  # fmt: skip
