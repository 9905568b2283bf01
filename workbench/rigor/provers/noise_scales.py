"""Noise scales for (epsilon, delta)-DP by concentrated privacy, with L = ln(1/delta).

Releases that cost rho = v/(2 tau^2) in zCDP are (epsilon, delta)-DP if sqrt(rho) is at most
sqrt(L + eps) - sqrt(L): the order 1 + sqrt(L/rho) then gives rho + 2 sqrt(rho L) <= eps.  It is
enough that tau is sqrt(2 v (L + eps))/eps, or 2 sqrt(v L)/eps where eps <= L.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import as_relation
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.privacy import shown_private
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import declare
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Theorem

tau, eps, delta = (th.number(name, above=0) for name in ("tau", "eps", "delta"))
LOG = th.ln(1 / delta)
BELOW_ONE = (delta, "<", 1)
MODERATE = (eps, "<=", LOG)

_t, _eps, _delta = declare("tau eps delta > 0")
_log = sp.log(1 / _delta)
_least, _most = sp.sqrt(_log), sp.sqrt(_log + _eps)
_ROOTS = {"b": _least, "c": _most}
_CONVERTED = parse(
    "(1 + b/a)*s + b^2/(b/a) <= c^2 - b^2", where="0 < a, b > 0, c > 0, s <= a^2, a <= c - b"
)
# the same in three steps that are found sooner, where the cost is a symbol
_COST = parse("(1 + b/a)*s + b^2/(b/a) <= a^2 + 2*a*b", where="0 < a, b > 0, s <= a^2")
_ROOM = parse("a^2 + 2*a*b <= c^2 - b^2", where="0 < a, b > 0, c > 0, a <= c - b")
_BOTH = parse(
    "(1 + b/a)*s + b^2/(b/a) <= f", where="(1 + b/a)*s + b^2/(b/a) <= u, u <= f, a > 0, b > 0"
)
_WAYS = ("identity", "sign", "factors", "powers", "products")  # of all that these facts need
_HALVED = parse("a <= c - b", where="0 < a, b > 0, c >= b, c <= r*b, a <= (c^2 - b^2)/(2*r*b)")


def scale(form: str, v: Any) -> list[Any]:  # noqa: ANN401 - a number
    """The condition on tau, in one of three forms, and what it needs.

    form: "exact", "sum" or "simple"
    """
    if form == "exact":
        return [(tau * (th.root(LOG + eps) - th.root(LOG)), ">=", th.root(v / 2))]
    if form == "sum":
        return [(tau, ">=", th.root(2 * v * (LOG + eps)) / eps)]
    return [(tau, ">=", 2 * th.root(v * LOG) / eps), MODERATE]


def below(share: sp.Expr) -> list[Any]:
    """sqrt(L + eps) - sqrt(L) is at least this share <= eps/(2 sqrt(2 L)), where eps <= L."""
    two = parse("sqrt(x + z) <= sqrt(2)*sqrt(x)", where="0 < z, z <= x")
    return [(two, {"x": _log, "z": _eps}), (_HALVED, {"a": share, **_ROOTS, "r": sp.sqrt(2)})]


def _on_the_way(form: str, root: sp.Expr, v: sp.Expr) -> list[Any]:
    """That sqrt(rho) is below the difference of the roots."""
    put = {"v": v, "t": _t, "z": _eps}
    if form == "exact":
        return []
    if form == "sum":
        enough = parse("sqrt(v/2)/t <= z/(2*sqrt(y))",
                       where="t >= sqrt(2*v*y)/z, v, y, z, t > 0")  # fmt: skip
        fact = parse("a <= c - b", where="0 < a, b > 0, c >= b, a <= (c^2 - b^2)/(2*c)")
        return [(enough, {**put, "y": _log + _eps}), (fact, {"a": root, **_ROOTS})]
    enough = parse("sqrt(v/2)/t <= z/(2*sqrt(2)*sqrt(x))",
                   where="t >= 2*sqrt(v*x)/z, v, x, z, t > 0")  # fmt: skip
    return [(enough, {**put, "x": _log}), *below(root)]


def converted(
    statement: PrivateStatement,
    spent: sp.Expr,
    root: sp.Expr,
    order: th.Num,
    facts: Sequence[Any],
) -> Outcome:
    """That releases which cost `spent` <= root^2 are (eps, delta)-DP.

    order: sqrt(L)/root, by how much the order is above 1
    facts: steps on the way, the last of them that root <= sqrt(L + eps) - sqrt(L)
    """
    steps = _steps(spent, root, facts)
    return shown_private(statement, above=order, facts=steps, methods=_WAYS)


def _steps(spent: sp.Expr, root: sp.Expr, facts: Sequence[Any]) -> list[Any]:
    grows = parse("sqrt(x + z) >= sqrt(x)", where="x, z > 0")
    ready: list[Any] = [(_log, ">", 0), (grows, {"x": _log, "z": _eps})]
    cost, room = {"a": root, "b": _least, "s": spent}, {"a": root, **_ROOTS}
    if not spent.is_Symbol:
        return [*ready, *facts, (_CONVERTED, {**cost, **room})]
    both = {**cost, "u": root**2 + 2 * root * _least, "f": _eps}
    return [*ready, *facts, (_COST, cost), (_ROOM, room), (_BOTH, both)]


def _by_scale(v: Any) -> tuple[th.Num, th.Num, sp.Expr, sp.Expr]:  # noqa: ANN401
    """v, the order above 1, and the root and the bound of what is spent."""
    told = v if isinstance(v, int) else sp.Symbol(str(v), positive=True)
    number = th.num(v) if isinstance(v, int) else v
    order = th.root(LOG) * tau / th.root(number / 2)
    return number, order, sp.sqrt(sp.S(told) / 2) / _t, sp.S(told)


def by_scale(
    statement: PrivateStatement,
    form: str,
    spent: sp.Expr,
    v: Any,  # noqa: ANN401 - a number
    first: Sequence[Any] = (),
) -> Outcome:
    """That releases which cost `spent` <= v/(2 tau^2) are (eps, delta)-DP at such a scale.

    first: facts on the way to that bound
    """
    _, order, root, told = _by_scale(v)
    facts = [*first, (spent, "<=", told / (2 * _t**2)), *_on_the_way(form, root, told)]
    return converted(statement, spent, root, order, facts)


rho = th.number("rho")  # of any sign: a long cost need not be shown to be >= 0


def order_of(v: Any) -> th.Num:  # noqa: ANN401 - a number
    """By how much the order of such a conversion is above 1."""
    return _by_scale(v)[1]


def conversion(form: str, v: Any, where: Sequence[Any]) -> Proof:  # noqa: ANN401
    """The same as a theorem about a number rho, the cost.

    where: the conditions on tau, eps and delta
    """
    number, order, root, told = _by_scale(v)
    symbols = (rho, tau, eps, delta, *(() if isinstance(v, int) else (v,)))
    given = [(rho, "<=", number / (2 * tau**2)), *where]
    return _about_the_cost(symbols, given, order, root, _on_the_way(form, root, told))


def simple_scale(where: Sequence[Any]) -> Proof:
    """A cost of 8 G^2 V/sigma^2 at most, with normal noise of 8 G sqrt(V L)/eps at least.

    where: the conditions on sigma, eps and delta
    """
    sigma, G, V = th.number("sigma", above=0), th.number("G", above=0), th.integer("V", at_least=1)
    order, cost = 2 * th.root(th.num(2)) * LOG / eps, th.number("rho", at_least=0)
    g, v, s = declare("G V sigma > 0")
    most = _eps / (2 * sp.sqrt(2) * sp.sqrt(_log))
    enough = parse("8*g^2*v/s^2 <= (z/(2*sqrt(2)*sqrt(x)))^2",
                   where="s >= 8*g*sqrt(v*x)/z, v, x, z, s, g > 0")  # fmt: skip
    values = {"g": g, "v": v, "s": s, "z": _eps, "x": _log}
    given = [(cost, "<=", 8 * G**2 * V / sigma**2), *where]
    return _about_the_cost((cost, sigma, G, V, eps, delta), given, order, most,
                           [(enough, values), *below(most)])  # fmt: skip


def _about_the_cost(
    symbols: Sequence[Any], given: Sequence[Any], order: th.Num, root: sp.Expr, facts: Sequence[Any]
) -> Proof:
    """That a cost rho <= root^2 is converted, with a certificate of this one inequality."""
    cost = symbols[0]
    spent = sp.Symbol("rho", real=True) if cost is rho else sp.Symbol("rho", nonnegative=True)
    claimed = (1 + order) * cost + th.ln(1 / delta) / order, "<=", eps
    proof = Proof(Theorem(tuple(symbols), given=given, concludes=claimed))
    asked = proof.theorem.tree
    left, op, right = asked["conclusion"]
    stated = {"vars": asked["symbols"], "where": asked["given"], "left": left, "op": op,
              "right": right}  # fmt: skip
    steps = _steps(spent, root, facts)
    shown = certify(as_relation(stated), facts=steps, methods=_WAYS).certificate
    found = shown or {"kind": "sign"}
    proof.scalar(claimed, {k: one for k, one in found.items() if k not in ("statement", "digest")})
    return proof
