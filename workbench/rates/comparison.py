"""Two rates side by side: which one is smaller, where, and why.

A claimed rate is at most a derived one if each of its terms is at most a weighted product of the
derived terms wherever the region holds; the multipliers say why.  Where that fails, some direction
of the data (n grows like s, eps falls like 1/s, ...) makes the term outgrow the derived rate.

Symbols declared as logarithms grow slower than any power: powers are compared first, in generic
directions of the region, and logarithms decide between equal powers only.  No limit is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from workbench.errors import ParameterError
from workbench.rates.answer import Rate
from workbench.rates.cone import (
    Direction,
    Exponents,
    Multipliers,
    farkas,
    fmpq_of,
    fraction_of,
    interior,
)
from workbench.rates.parse import name_of, posynomial
from workbench.rates.powers import Posynomial, PowerProduct
from workbench.rates.problem import several, vector
from workbench.rates.verdict import BelowRate, Comparison, Divergence, RateRelation, growth


def compare(
    claimed: Any,  # noqa: ANN401 - a Rate, text, sympy, mappings, or an iterable of them
    derived: Any,  # noqa: ANN401
    region: Any = (),  # noqa: ANN401
    *,
    logs: Iterable[Any] = (),
) -> Comparison:
    """Whether the claimed rate is equal to the derived one, better, worse or incomparable.

    Every condition of the region means `<= 1`, and those under which a `Rate` was derived hold in
    addition; constants are left aside.  Symbols in `logs` grow slower than any power of the others.

    >>> print(compare("sqrt(d)/(n*eps)", "d/(n*eps)", ["1/d", "1/n", "eps"]))
    claimed is better
      derived outgrows claimed: d/(eps*n) where d**(1/2) >= 1; for instance with d ~ s as s grows
    """
    left, right = _rate(claimed, "claimed"), _rate(derived, "derived")
    known = [t.bare for item in several(region) for t in posynomial(item)]
    for rate in (claimed, derived):
        known += [c.bare for c in rate.conditions] if isinstance(rate, Rate) else []
    known = [r for r in dict.fromkeys(known) if r.powers]
    slow = tuple(sorted({name_of(s) for s in several(logs)}))
    arena = _Arena(left + right, tuple(known), slow)
    up = tuple(arena.judge(t, right) for t in left)
    down = tuple(arena.judge(t, left) for t in right)
    verdicts: dict[tuple[bool, bool], RateRelation] = {
        (True, True): "equal",
        (True, False): "better",
        (False, True): "worse",
        (False, False): "incomparable",
    }
    answer = verdicts[
        all(isinstance(a, BelowRate) for a in up), all(isinstance(a, BelowRate) for a in down)
    ]
    return Comparison(answer, up, down, tuple(known), slow)


def _rate(value: Any, argument: str) -> Posynomial:  # noqa: ANN401
    if isinstance(value, Rate):
        return tuple(t.product for t in value.sum)
    found = tuple(t.bare for item in several(value) for t in posynomial(item))
    if not found:
        raise ParameterError(
            f"{argument} = {value!r} holds no term: there is nothing to compare.\n"
            "  Pass a rate such as sqrt(ell/n)."
        )
    return tuple(dict.fromkeys(found))


class _Arena:
    """The symbols, split into powers and logarithms, and the region in both."""

    def __init__(self, terms: Posynomial, region: Posynomial, logs: tuple[str, ...]) -> None:
        symbols = sorted({s for p in (*terms, *region) for s in p.symbols})
        self.fast = tuple(s for s in symbols if s not in logs)
        self.slow = tuple(s for s in symbols if s in logs)
        self.region = region
        self.logs = frozenset(logs)
        self.fast_region = [vector(r, self.fast) for r in region]
        self.slow_region = [vector(r, self.slow) for r in region if not any(vector(r, self.fast))]
        self.inside = self._interior() if self.slow else (fmpq(0),) * len(self.fast)

    def _interior(self) -> Exponents:
        """A direction of the powers that keeps every condition on powers with room to spare."""
        rows = [r for r in self.fast_region if any(r)]
        found = interior(rows, len(self.fast))
        if found is None:
            raise ParameterError(
                f"region = {', '.join(f'{r} <= 1' for r in self.region)} ties powers to each other,"
                " so that logarithms cannot be compared after them.\n"
                "  Replace one of the tied symbols by the others, or pass logs=()."
            )
        return found

    def judge(self, term: PowerProduct, rivals: Posynomial) -> BelowRate | Divergence:
        """Powers and logarithms together; then powers alone; then a direction against."""
        both = (*self.fast, *self.slow)
        whole = farkas(
            vector(term, both),
            [vector(v, both) for v in rivals],
            [vector(r, both) for r in self.region],
        )
        if isinstance(whole, Multipliers):
            return BelowRate(term, whole, powers_only=False)
        if not self.slow:
            return self._divergence(term, rivals, tuple(fmpq_of(x) for x in whole.at), ())
        own = vector(term, self.fast)
        fast = [vector(v, self.fast) for v in rivals]
        other = [i for i, v in enumerate(fast) if v != own]
        direction = self.inside
        if other:
            answer = farkas(own, [fast[i] for i in other], self.fast_region)
            if isinstance(answer, Multipliers):
                blend = dict(zip(other, answer.blend, strict=True))
                full = tuple(blend.get(i, Fraction(0)) for i in range(len(rivals)))
                return BelowRate(term, Multipliers(full, answer.conditions), powers_only=True)
            at = tuple(fmpq_of(x) for x in answer.at)
            direction = self._pushed(at, [_difference(own, fast[i]) for i in other])
        equal = [vector(rivals[i], self.slow) for i, v in enumerate(fast) if v == own]
        drift: Exponents = (fmpq(0),) * len(self.slow)
        if equal:
            found = farkas(vector(term, self.slow), equal, self.slow_region)
            assert isinstance(found, Direction)  # else `whole` would have had multipliers
            drift = tuple(fmpq_of(x) for x in found.at)
        return self._divergence(term, rivals, direction, drift)

    def _pushed(self, at: Exponents, gains: Sequence[Exponents]) -> Exponents:
        """The direction, moved inside the region so little that every gain stays positive."""
        step = fmpq(1)
        for gain in gains:
            have, change = _dot(gain, at), _dot(gain, self.inside)
            if change < 0:
                step = min(step, have / (-2 * change))
        return tuple(a + step * b for a, b in zip(at, self.inside, strict=True))

    def _divergence(
        self, term: PowerProduct, rivals: Posynomial, fast: Exponents, slow: Exponents
    ) -> Divergence:
        """The direction, in small integers and without the symbols that it does not need."""
        symbols = (*self.fast, *self.slow)
        at = dict(zip(symbols, (*_shortened(fast), *_shortened(slow)), strict=True))
        for symbol in symbols:
            fewer = {**at, symbol: Fraction(0)}
            if self._leads(term, rivals, fewer):
                at = fewer
        shown = [fmpq_of(at[s]) for s in self.fast], [fmpq_of(at[s]) for s in self.slow]
        short = (*_shortened(shown[0]), *_shortened(shown[1]))
        pairs = tuple((s, x) for s, x in zip(symbols, short, strict=True) if x)
        return Divergence(term, pairs, self.logs, tuple(rival / term for rival in rivals))

    def _leads(self, term: PowerProduct, rivals: Posynomial, at: dict[str, Fraction]) -> bool:
        """Whether the term outgrows all rivals in the direction, which stays in the region."""
        still = (Fraction(0), Fraction(0))
        for ratio in (term / rival for rival in rivals):
            gain = growth(ratio, at, self.logs)
            # logarithms decide between equal powers, not where different powers happen to meet
            if gain <= still or (gain[0] == 0 and self.logs and not self.logs >= ratio.symbols):
                return False
        return all(growth(condition, at, self.logs) <= still for condition in self.region)


def _dot(left: Exponents, right: Exponents) -> fmpq:
    return sum((a * b for a, b in zip(left, right, strict=True)), fmpq(0))


def _difference(left: Exponents, right: Exponents) -> Exponents:
    return tuple(a - b for a, b in zip(left, right, strict=True))


def _shortened(direction: Sequence[fmpq]) -> tuple[Fraction, ...]:
    """The same direction in the smallest integers."""
    scale = math.lcm(*(int(x.q) for x in direction))
    divisor = math.gcd(*(int((x * scale).p) for x in direction)) or 1
    return tuple(fraction_of(x * scale / divisor) for x in direction)
