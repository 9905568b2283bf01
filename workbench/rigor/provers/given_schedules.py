"""Schedules of a budget at given numbers: what they cost, and what none of them is below.

T steps with hidden batches share a budget of 1, and step t, counted from the last one, costs
w^(t - 1)/h(s_t)^2 with its share s_t, where h(v) = ln(1 + k (e^v - 1)) for k = n/m.  For a schedule
that is given by a formula the cost is a number.  All schedules are bounded from below by the
tangents of `share_tangents` at the shares that buy y_t = exp(p(t)), p a polynomial: any one will
do, and the bound is close to the least cost if it is fitted to the best schedule.  With the slopes
sigma_t and a number nu,

    sum w^(t-1)/h(s_t)^2  >=  sum [w^(t-1)/y_t^2 + sigma_t h^(-1)(y_t)] - nu - sum (sigma_t - nu)_+,

as sum p_t s_t <= (sum p_t) (sum s_t) for p, s >= 0; and the right side is a number too.  The fit
is data of the proof: the theorem does not speak of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.check.numbers import put
from workbench.rigor.provers import share_tangents as one
from workbench.rigor.provers.inequalities import inequality
from workbench.rigor.provers.share_tangents import RATIO, k
from workbench.rigor.provers.subsampled_shares import summed
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

i, t = (th.integer(name) for name in "it")
T = th.integer("T", at_least=1)
s, w, nu = th.numbers("s", above=0), th.number("w", above=0), th.number("nu")
Formula = Callable[[Num], Num]
ENCLOSED = {"kind": "boxes", "tree": "n", "bits": 96}


def total(steps: Any, body: Formula) -> Num:  # noqa: ANN401
    """The sum of body(t) over t = 1..steps."""
    found: Num = th.total(t, 1, steps, body(t))
    return found


DEGREE = 6
c = [th.number(f"c_{power}") for power in range(DEGREE + 1)]


def level(t: Num) -> Num:
    """y_t = exp(c_0 + c_1 t + c_2 t^2 + ...)."""
    found: Num = c[DEGREE]
    for one_of_them in reversed(c[:DEGREE]):
        found = one_of_them + t * found
    return th.exp(found)


def spends(steps: Num) -> th.Said:
    """The shares of a schedule add up to the budget."""
    return total(steps, lambda t: s[t]), "=", 1


def weight(t: Num) -> Num:
    """Of the step t, counted from the last one."""
    return w ** (t - 1)


SYMBOLS = (T, k, w, nu, *c, s)


def sigma(t: Num) -> Num:
    """How fast the cost of step t falls with its share, where that buys y_t."""
    return 2 * weight(t) * (1 + (k - 1) * th.exp(-level(t))) / level(t) ** 3


def over(t: Num) -> Num:
    """By how much this is above nu."""
    return one.visible_part(sigma(t) - nu)


def excess(of: Num) -> Num:
    """What the slopes above nu cost at most."""
    return total(of, over)


def costs(of: Num) -> Num:
    """Of a schedule."""
    return total(of, lambda t: weight(t) / one.bought(s[t]) ** 2)


def shares(of: Num) -> Num:
    """The shares of the last steps."""
    return total(of, lambda t: s[t])


def centres(of: Num) -> Num:
    """What the tangents are at the shares that buy y_t, and their slopes there."""

    def share_of(t: Num) -> Num:
        return th.ln((k - 1) / k + th.exp(level(t)) / k)

    return total(of, lambda t: weight(t) / level(t) ** 2 + sigma(t) * share_of(t))


def above_nu(of: Num) -> Num:
    """What the slopes above nu take."""
    return total(of, lambda t: over(t) * s[t])


@cache
def tangents() -> Proof:
    """Term by term: each cost is at least its tangent."""
    claimed = centres(T) - nu * shares(T) - above_nu(T), "<=", costs(T)
    proof = Proof(Theorem(SYMBOLS, given=[RATIO], concludes=claimed))
    here, entry = Num(["v", "i"]), Num(["v", "s_i"])
    at = {"k": k, "nu": nu, "v": weight(here), "c": level(here), "u": entry}
    fact = one.instance(*one.shared(), at)
    term = put(put(fact["general"]["right"], fact["at"]), {"s_i": s[here].tree})
    proof.scalar(claimed, {"kind": "termwise", "index": "i", "low": ["q", "1"], "high": T.tree,
                           "term": term, "proof": _from(fact)})  # fmt: skip
    return proof


def _from(fact: dict[str, Any]) -> dict[str, Any]:
    """What a fact says to the letter."""
    return {"kind": "lemmas", "facts": [fact], "proof": {"kind": "sign"}}


@cache
def spread() -> Proof:
    """sum p_t s_t <= (sum p_t) (sum s_t) for p, s >= 0."""

    def said(of: Num) -> th.Said:
        return above_nu(of), "<=", excess(of) * shares(of)

    def mixed(before: Num) -> list[Any]:
        known, now = before + 1, before + 2
        return [(s[now], proof.visible((0, "<=", excess(known)))),
                (shares(known), proof.visible((0, "<=", over(now))))]  # fmt: skip

    proof = Proof(Theorem(SYMBOLS, concludes=said(T)))
    every = summed(proof, i, said, lambda now: [], mixed)
    proof.gram(said(T), [(1, proof.at(every, T - 1))])
    return proof


# numbers ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """What the bound of T steps is made of: after w^T + noise (cost of the schedule).

    ratio: k = n/m
    square, after, noise: q^2, where w = 1 - q, and two numbers, as texts
    """

    ratio: int
    square: str
    after: str = "0"
    noise: str = "1"

    @property
    def where(self) -> str:
        """What w and its cube root are."""
        return f"w, r > 0, w = 1 - sqrt({self.square}), r = root(3, w)"


@dataclass(frozen=True)
class Fit:
    """The coefficients of the y_t, and nu."""

    coefficients: tuple[str, ...]
    nu: str

    @property
    def values(self) -> dict[str, Fraction]:
        """By the names of their symbols."""
        found = {f"c_{place}": Fraction(one) for place, one in enumerate(self.coefficients)}
        return {**{f"c_{place}": Fraction(0) for place in range(DEGREE + 1)}, **found,
                "nu": Fraction(self.nu)}  # fmt: skip


EQUAL = "1"


def curved(bend: str = "0") -> str:
    """Shares in proportion to the cube roots u of the weights, or to u + bend u^2."""
    return "r^(t - 1)" + ("" if bend == "0" else f"*(1 + {bend}*r^(t - 1))")


def _whole(steps: int, parts: str) -> str:
    """The sum of the parts, with an index of its own: it is the same in each share."""
    return f"(sum(j = 1..{steps}, {parts.replace('t', 'j')}))"


def spent(of: Setting, steps: int, parts: str, *, times: str = "1") -> Relation:
    """The shares of a certain schedule add up to 1."""
    share = f"{times}*({parts})/{_whole(steps, parts)}"
    return parse(f"sum(t = 1..{steps}, {share}) = 1", where=of.where)


def bound_with(of: Setting, steps: int, parts: str) -> str:
    """The bound with a schedule of shares in proportion to certain numbers, as a text."""
    share = f"({parts})/{_whole(steps, parts)}"
    cost = f"sum(t = 1..{steps}, w^(t - 1)/log(1 + {of.ratio}*(exp({share}) - 1))^2)"
    return f"({cost})" if of.after == "0" else f"{of.after}*w^{steps} + {of.noise}*({cost})"


def reached(of: Setting, steps: int, parts: str, op: str, other: str) -> Relation:
    """The bound with such a schedule against a number."""
    return parse(f"{bound_with(of, steps, parts)} {op} {other}", where=of.where)


def reached_shown(relation: Relation) -> Outcome:
    """By an enclosure."""
    return inequality(relation, methods=("boxes",))


def _number(text: str) -> Num:
    return Num(parse(f"{text} = 0").left.tree)


def at_least(
    of: Setting, steps: int, least: str, *, where: tuple[Any, ...] | None = None
) -> Theorem:  # fmt: skip
    """The bound with any schedule of T steps is at least a number."""
    told = ((T, "=", steps), (k, "=", of.ratio), (w, "=", 1 - _number(f"sqrt({of.square})")),
            *((spends(T),) if where is None else where))  # fmt: skip
    cost = total(T, lambda t: weight(t) / one.bought(s[t]) ** 2)
    return Theorem((T, k, w, s), given=told,
                   concludes=(Fraction(least), "<=", _bound(of, cost)))  # fmt: skip


def _bound(of: Setting, cost: Num) -> Num:
    return cost if of.after == "0" else _number(of.after) * w**T + _number(of.noise) * cost


def at_least_shown(theorem: Theorem, of: Setting, fit: Fit) -> Proof:
    """By the tangents of the fit, of which the theorem does not speak."""
    names = {"nu": nu, **{f"c_{place}": one for place, one in enumerate(c)}}
    defined = [(one, "=", fit.values[name]) for name, one in names.items()]
    own: dict[str, Any] = {"T": T, "k": k, "w": w}
    low = _bound(of, centres(T) - nu - excess(T))
    numbers = Proof(Theorem((T, k, w, *names.values()), given=[*theorem.given[:3], *defined],
                            concludes=(theorem.concludes[0], "<=", low)))  # fmt: skip
    numbers.scalar(numbers.theorem.concludes, ENCLOSED)
    inner = Proof(Theorem((T, k, w, *names.values(), s), given=[*theorem.given, *defined],
                          concludes=theorem.concludes))  # fmt: skip
    rest = inner.given(spends(T))
    inner.visible((1, "<=", k))
    below = inner.by(numbers, own | names)
    above, beyond = (inner.by(one, {**own, **names, "s": s}) for one in (tangents(), spread()))
    noise = th.num(1) if of.after == "0" else _number(of.noise)
    parts = [(1, below), (noise, above), (noise, beyond), (noise * (nu + excess(T)), rest)]
    inner.gram(theorem.concludes, parts)
    proof = Proof(theorem)
    for value in fit.values.values():
        proof.visible((value, "=", value))
    proof.by(inner, {**own, **fit.values, "s": s})
    return proof
