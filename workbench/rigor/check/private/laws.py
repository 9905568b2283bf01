"""What one release costs, by the law of its noise: rules, each a textbook theorem.

`s` is how far the answer moves, at most, in the norm of its query, when one record is replaced.

    law                 norm        pure loss       zCDP loss
    ["laplace", b]      1           s/b             (s/b)^2/2     noise in each coordinate
    ["gaussian", c]     2           none            s^2/(2 c^2)   noise of covariance c^2 I
    ["exponential", b]  inf, range  R/b             (R/b)^2/8     an item, with chance in proportion
                                                                  to e^(score/b), or by Gumbel noise
    ["noisy-max", b]    inf, range  R/b             (R/b)^2/2     the largest score + Laplace noise
    ["pure", e]         no query    e               e^2/2         any mechanism that is (e, 0)-DP
    ["zcdp", r]         no query    none            r             any mechanism that is r-zCDP

whatever was released before.  R is how far the range (largest minus least) of the change of all
scores can be: s in the seminorm "range", 2 s in the maximum norm.  An (e, 0)-DP mechanism is
e^2/2-zCDP (Bun and Steinke), one of range R is R^2/8-zCDP (Cesar and Rogers), both by Hoeffding's
lemma.  Of Gaussian noise (s/c)^2 is kept, too: its laws are s/c standard deviations apart.  A pure
loss c on a hidden batch of m of n records, drawn without replacement, becomes ln(1 + (m/n)(e^c -
1)) where one record is replaced; no such rule is here for other losses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.rigor.check.numbers import ONE, Numbers, minus
from workbench.rigor.check.trees import Malformed, Tree

NORMS = ("1", "2", "inf", "range")
_OF_NORM = {"laplace": ("1",), "gaussian": ("2",), "exponential": ("inf", "range"),
            "noisy-max": ("inf", "range"), "pure": (None,), "zcdp": (None,)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PrivacyCost:
    """What a release costs: as a pure loss, where it has one, and in concentrated privacy.

    squares: of Gaussian noise alone, the square of how many standard deviations laws are apart
    """

    pure: Tree | None
    zcdp: Tree | None
    squares: Tree | None = None

    def times(self, count: Tree) -> PrivacyCost:
        """The cost of so many fresh draws."""
        costs = (self.pure, self.zcdp, self.squares)
        return PrivacyCost(*(None if c is None else ["*", count, c] for c in costs))

    def amplified(self, batch: Tree, records: Tree) -> PrivacyCost:
        """The cost on a hidden batch; without a pure loss there is no rule for it."""
        if self.pure is None:
            return PrivacyCost(None, None)
        grown = minus(["exp", self.pure], ONE)
        return from_pure(["ln", ["+", ONE, ["*", ["/", batch, records], grown]]])


def from_pure(loss: Tree) -> PrivacyCost:
    """A pure loss e is worth e^2/2 in concentrated privacy."""
    return PrivacyCost(loss, ["/", ["^", loss, 2], ["q", "2"]])


def loss(law: Any, norm: str | None, moved: Tree | None, terms: Numbers) -> PrivacyCost:  # noqa: ANN401
    """What a law costs whose answer moves by at most `moved` >= 0 in a norm."""
    if not isinstance(law, list) or len(law) != 2 or norm not in _OF_NORM.get(str(law[0]), ()):
        raise Malformed(f"no rule knows the law {str(law)[:40]} for the norm {norm!r}")
    kind, scale = law
    terms.scalar(scale)
    if kind in ("pure", "zcdp"):
        if not terms.nonnegative(scale):
            raise Malformed("a loss is not visibly at least 0")
        return from_pure(scale) if kind == "pure" else PrivacyCost(None, scale)
    if not _positive(terms, scale):
        raise Malformed("a scale is not visibly positive")
    if kind == "gaussian":
        squares = ["^", ["/", moved, scale], 2]
        return PrivacyCost(None, ["/", squares, ["q", "2"]], squares)
    if kind == "laplace":
        return from_pure(["/", moved, scale])
    swing = ["/", moved if norm == "range" else ["*", ["q", "2"], moved], scale]
    if kind == "noisy-max":
        return from_pure(swing)
    return PrivacyCost(swing, ["/", ["^", swing, 2], ["q", "8"]])


def _positive(terms: Numbers, scale: Tree) -> bool:
    """Whether a scale is visibly above 0, by the intervals or the conditions."""
    try:
        alone = Numbers(terms.symbols).positive(scale)
    except Malformed:  # conditions may show it, or hide it
        alone = False
    return alone or terms.positive(scale)
