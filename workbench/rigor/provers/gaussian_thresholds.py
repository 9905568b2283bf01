"""Up to which epsilon Gaussian noise of the classical scale is private: one threshold a delta.

With sigma = s Delta/epsilon the exact curve at epsilon is g(epsilon/(2 s)) for

    g(h) = Phi(h - s) - e^(2 s h) Phi(-h - s),      g' = 2 e^(2 s h) (phi(s + h) - s Phi(-s - h)),

which is positive, as x Phi(-x) <= phi(x) by Mills' ratio.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.growth import parts_of
from workbench.rigor.provers.attempts import Evidence, Fact, as_relation
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.lemmas import with_facts
from workbench.rigor.provers.outcomes import certified, stamped
from workbench.rigor.provers.run import ProofSearch
from workbench.symbolic import Relation, Variable
from workbench.symbolic.text import parse

_METHODS = ("identity", "sign", "variation", "factors", "products", "cover", "boxes")


def tail(x: str) -> str:
    """Phi(-x), as text."""
    return f"erfc(({x})/sqrt(2))/2"


def gain(h: str) -> str:
    """The curve at epsilon = 2 s h of the noise s Delta/epsilon, as text."""
    return f"({tail(f's-({h})')} - exp(2*s*({h}))*{tail(f's+({h})')})"


def curve(epsilon: str, s: str = "s") -> str:
    """The curve at epsilon of that noise, as text."""
    half = f"({epsilon})/(2*{s})"
    return f"({tail(f'{s}-{half}')} - exp({epsilon})*{tail(f'{s}+{half}')})"


RISES = parse(f"{gain('h')} <= {gain('h+t')}", where="s > 0, h >= 0, t >= 0")
GROWS = parse(f"{gain('h')} < {gain('h+t')}", where="s > 0, h >= 0, t > 0")
MILLS = parse("x*(erfc(x/sqrt(2))*sqrt(2*pi)) <= 2*exp(-x^2/2)", where="x > 0")
_TIMES = parse("w*(s*q) <= w*p", where="x*q <= p, s <= x, q >= 0, w > 0, s > 0")
_MORE = parse("w*(s*q) < w*p", where="x*q <= p, s < x, q > 0, w > 0, s > 0")


SAFE = parse(f"{curve('15/4')} <= 5/4*exp(-s^2/2)", where="s >= 667/1000")
SCALE = "s > 0, c >= 1, c = delta*exp(s^2/2), delta < 1, epsilon > 0"
EDGE = f"e_star > 0, {curve('e_star')} = delta"
_ALL = "5/4*exp(-s^2/2)"
BELOW, BEYOND = "epsilon <= e_star", "epsilon > e_star"


def private(where: str = BELOW, edge: str = EDGE) -> Relation:
    """Up to the threshold the curve is at most delta."""
    return parse(f"{curve('epsilon')} <= delta", where=_conditions(where, edge))


def not_private(where: str = BEYOND, edge: str = EDGE) -> Relation:
    """Beyond the threshold it is more."""
    return parse(f"{curve('epsilon')} > delta", where=_conditions(where, edge))


def for_every_delta(most: str = "15/4") -> Relation:
    """With c = 5/4, up to an epsilon, whatever delta = 5/4 e^(-s^2/2) is."""
    where = f"s > 0, {_ALL} < 1, epsilon > 0, epsilon <= {most}"
    return parse(f"{curve('epsilon')} <= {_ALL}", where=where)


CLASSICAL = "sqrt(2*log(5/(4*delta)))"


def classical(where: str = BELOW, op: str = "<=", edge: str = "") -> Relation:
    """For c = 5/4: below an epsilon at which the curve is at most delta, or beyond a larger one."""
    edge = edge or f"{curve('e_star', CLASSICAL)} {op.replace('>', '>=')} delta"
    known = ", ".join(one for one in ("delta > 0, delta < 1, epsilon > 0, e_star > 0", where, edge)
                      if one)  # fmt: skip
    return parse(f"{curve('epsilon', CLASSICAL)} {op} delta", where=known)


def classical_for_every_delta(most: str = "15/4") -> Relation:
    """Up to an epsilon, whatever delta is."""
    where = f"delta > 0, 1 - delta > 0, log(5/(4*delta)) > 0, epsilon > 0, epsilon <= {most}"
    return parse(f"{curve('epsilon', CLASSICAL)} <= delta", where=where)


def _conditions(*more: str) -> str:
    return ", ".join(one for one in (SCALE, *more) if one)


_START = parse("s >= 667/1000", where="5/4*exp(-s^2/2) < 1, s > 0")
_UNDER = parse("x <= d", where="x <= y, y <= d")
_OVER = parse("x > d", where="x > y, y >= d")
_ABOVE = parse("0 < sqrt(2*log(5/(4*x)))", where="x > 0, x < 1")
_FAR = (
    parse("19/8*(q*r) <= 2*k", where="x*(q*r) <= 2*k, x >= 19/8, q >= 0, r > 0"),
    parse("19/8*(q*r) <= 2*(m*c)", where="19/8*(q*r) <= 2*k, k <= m*c"),
    parse("m*c <= m*(5/32*19*r)", where="c <= 5/32*19*r, m > 0"),
    parse("r*q <= r*(5/2*m)", where="19/8*(q*r) <= 2*(m*c), m*c <= m*(5/32*19*r)"),
    parse("q <= 5/2*m", where="r*q <= r*(5/2*m), r > 0"),
    parse("q/2 - b <= 5/4*m", where="q <= 5/2*m, b >= 0"),
)


def _search(r: Relation) -> Evidence:
    """Evidence of a part, with that of growth at hand."""
    if r in (RISES, GROWS):
        return _grown(r), ""
    if r == SAFE:
        return _safe(), ""
    return ProofSearch(r, Budget(seconds=3)).attempt(r, _METHODS)


def _grown(r: Relation) -> dict[str, Any]:
    strict = "slope" if r == GROWS else "start"
    parts = parts_of({**r.tree, "requires": []}, "t", "low", strict)
    assert not isinstance(parts, str), parts
    x, names = "s+h+t", {"w": "exp(2*s*(h+t))/sqrt(2*pi)", "s": "s"}
    names |= {"x": x, "q": f"erfc(({x})/sqrt(2))*sqrt(2*pi)", "p": f"2*exp(-({x})^2/2)"}
    at = {name: parse(f"{text} <= 9", where="s > 0, h >= 0, t >= 0").left
          for name, text in names.items()}  # fmt: skip
    steps: list[Fact] = [(MILLS, {"x": at["x"]}), (_MORE if r == GROWS else _TIMES, at)]
    start, slope = map(as_relation, parts)
    return {"kind": "growth", "variable": "t", "from": "low", "strict": strict,
            "start": _search(start)[0], "slope": with_facts(slope, steps, _search)[0]}  # fmt: skip


def _safe() -> dict[str, Any]:
    """Boxes for s <= 3, Mills' ratio beyond."""
    near, far = (replace(SAFE, variables=(Variable("s", low=low, high=high),), where=())
                 for low, high in (("667/1000", "3"), ("3", None)))  # fmt: skip
    y, names = "s - 15/(8*s)", {"m": "exp(-s^2/2)", "c": "exp(15/8)", "r": "sqrt(2*pi)"}
    names |= {
        "b": "exp(15/4)*erfc((s + 15/(8*s))/sqrt(2))/2",
        "x": y,
        "k": f"exp(-({y})^2/2)",
        "q": f"erfc(({y})/sqrt(2))",
    }
    at = {name: parse(f"{text} <= 9", where="s > 0").left for name, text in names.items()}
    steps: list[Fact] = [
        (parse("s - 15/(8*s) >= 19/8", where="s >= 3"), {"s": parse("s <= 9").left}),
        (MILLS, {"x": at["x"]}),
        (parse("exp(15/8) <= 5/32*19*sqrt(2*pi)"), {}),
        (
            parse(f"exp(-({y})^2/2) <= exp(-s^2/2)*exp(15/8)", where="s > 0"),
            {"s": parse("s <= 9").left},
        ),
        *((one, {v.name: at[v.name] for v in one.variables}) for one in _FAR),
    ]
    below = ProofSearch(near, Budget(seconds=3)).attempt(near, ("boxes",))
    return {"kind": "cover", "pieces": {"at": ["s", "3"], "below": below[0],
                                        "above": with_facts(far, steps, _search)[0]}}  # fmt: skip


def shown(
    stated: Relation, *, top: str = "e_star", root: str = "s", at: Mapping[str, str] | None = None
) -> Outcome:
    """The curve at epsilon against that at `top`; `at` is a point where it may be false."""
    strict = stated.op == ">"
    low, high = ("e_star", "epsilon") if strict else ("epsilon", top)
    here = {"s": root, "h": f"({low})/(2*{root})", "t": f"({high} - ({low}))/(2*{root})"}
    e = {n: parse(f"{t} <= 9", where="s > 0").left for n, t in here.items()}
    steps: list[Fact] = [(GROWS if strict else RISES, e)]
    if root != "s":
        steps.insert(0, (_ABOVE, {"x": parse("delta <= 9", where="delta > 0").left}))
    if top != "e_star":
        steps[-1:-1] = [(_START, {"s": e["s"]}), (SAFE, {"s": e["s"]})]
    every = top != "e_star"
    least = _ALL if every and root == "s" else "delta"
    names = {"x": curve("epsilon", root), "y": curve(top, root), "d": least}
    places = {n: parse(f"{t} <= 9", where="s > 0").left for n, t in names.items()}
    steps.append((_OVER if strict else _UNDER, places))
    evidence, _ = with_facts(stated, steps, _search)
    if evidence is None:
        return certify(stated, Budget(seconds=2), methods=("sign",), at=at)
    certificate = {"statement": stated.tree, **evidence}
    answer = check_certificate(stamped(certificate))
    return certified(stated, certificate, "growth", answer.message)
