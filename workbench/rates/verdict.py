"""How two rates compare: the answer of `compare`, with a reason for every term.

A term of one rate is either `BelowRate` the other rate, by multipliers, or shows a `Divergence`: a
direction of the data in which it outgrows the other rate.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from workbench.display import card
from workbench.rates.certificate import product, texts, wrapped
from workbench.rates.cone import Multipliers
from workbench.rates.powers import Posynomial, PowerProduct, raised

RateRelation = Literal["equal", "better", "worse", "incomparable"]


@dataclass(frozen=True, slots=True)
class BelowRate:
    """term <= prod rivals^blend prod region^multipliers, the blend summing to 1.

    `powers_only` says that this holds up to logarithms, which the powers outweigh.
    """

    term: PowerProduct
    multipliers: Multipliers
    powers_only: bool


_LETTERS = ("s", "x", "y", "z", *(f"s_{k}" for k in range(99)))


@dataclass(frozen=True, slots=True)
class Divergence:
    """A direction of the data in which the term outgrows every term of the other rate.

    With `scale` = s, a symbol scales like s**exponent as s grows, a logarithm like
    (log s)**exponent.  `when` is the whole regime, up to constants: the term is the larger one
    wherever each of `when` is <= 1.
    """

    term: PowerProduct
    at: tuple[tuple[str, Fraction], ...]
    logs: frozenset[str]
    when: Posynomial

    @property
    def scale(self) -> str:
        """The letter of what grows: one that the rates do not use."""
        taken = {s for s, _ in self.at}.union(*(p.symbols for p in (self.term, *self.when)))
        return next(letter for letter in _LETTERS if letter not in taken)

    def __str__(self) -> str:
        s = self.scale
        parts = [f"{a} ~ " + raised(f"(log {s})" if a in self.logs else s, x) for a, x in self.at]
        where = ", ".join(f"{(ratio**-1)} >= 1" for ratio in self.when)
        return f"{self.term} where {where}; for instance with {', '.join(parts)} as {s} grows"


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """How a claimed rate relates to a derived one, constants aside.

    equal         each is at most the other
    better        the claimed rate is smaller: more than what was derived
    worse         the claimed rate is larger: true, but not the best
    incomparable  each is smaller somewhere; `claimed` and `derived` hold the directions
    """

    verdict: RateRelation
    claimed: tuple[BelowRate | Divergence, ...]
    derived: tuple[BelowRate | Divergence, ...]
    region: Posynomial
    logs: tuple[str, ...]

    @property
    def claimed_larger(self) -> tuple[Divergence, ...]:
        """Where a term of the claimed rate outgrows the derived rate."""
        return tuple(a for a in self.claimed if isinstance(a, Divergence))

    @property
    def claimed_smaller(self) -> tuple[Divergence, ...]:
        """Where a term of the derived rate outgrows the claimed rate."""
        return tuple(a for a in self.derived if isinstance(a, Divergence))

    def certificate(self) -> dict[str, Any]:
        """JSON data that `workbench.rates.check.accepts` decides on."""
        claimed = [a.term for a in self.claimed]
        derived = [a.term for a in self.derived]
        problem = {
            "claimed": [{"powers": product(t)["powers"]} for t in claimed],
            "derived": [{"powers": product(t)["powers"]} for t in derived],
            "region": [{"powers": product(r)["powers"]} for r in self.region],
            "logs": list(self.logs),
        }
        return wrapped(
            "rate-comparison",
            problem,
            verdict=self.verdict,
            claimed=[self._answer(a, derived) for a in self.claimed],
            derived=[self._answer(a, claimed) for a in self.derived],
        )

    def _answer(
        self, answer: BelowRate | Divergence, rivals: Sequence[PowerProduct]
    ) -> dict[str, Any]:
        if isinstance(answer, BelowRate):
            return {
                "blend": texts(answer.multipliers.blend),
                "multipliers": texts(answer.multipliers.conditions),
                "logs": "free" if answer.powers_only else "counted",
            }
        at = dict(answer.at)

        def moved(p: PowerProduct) -> list[str]:
            return texts(growth(p, at, self.logs))

        return {
            "at": {s: str(x) for s, x in answer.at},
            "gains": [moved(answer.term / rival) for rival in rivals],
            "moves": [moved(condition) for condition in self.region],
        }

    def _repr_html_(self) -> str:
        rows = [
            ("claimed outgrows derived", [str(d) for d in self.claimed_larger]),
            ("derived outgrows claimed", [str(d) for d in self.claimed_smaller]),
        ]
        return card("Of the claimed and the derived rate the claimed is", rows, mark=self.verdict)

    def __repr__(self) -> str:
        return f"<Comparison: {self}>"

    def __str__(self) -> str:
        lines = [f"claimed is {self.verdict}"]
        lines += [f"  claimed outgrows derived: {d}" for d in self.claimed_larger]
        lines += [f"  derived outgrows claimed: {d}" for d in self.claimed_smaller]
        return "\n".join(lines)


def growth(
    product: PowerProduct, at: Mapping[str, Fraction], logs: Collection[str]
) -> tuple[Fraction, Fraction]:
    """How fast a product grows in a direction: its power of s, then its power of log s."""
    fast = slow = Fraction(0)
    for symbol, exponent in product.powers:
        if symbol in logs:
            slow += exponent * at.get(symbol, 0)
        else:
            fast += exponent * at.get(symbol, 0)
    return fast, slow
