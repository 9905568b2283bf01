"""What a sequence of releases costs at given numbers, as a statement with both ends certified.

    RUN = cost_of([(Gaussian(1.0).release(...).poisson(Fraction(1, 100)), 1000)], epsilon=2,
                  at_most=Fraction("2.6656e-6"), at_least=Fraction("2.6655e-6"))
    CLAIM = Claim(..., encoded=RUN.statements)
    RUN.outcome()

The statement is about pairs of laws: of a method it says what its releases cost, if it makes these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.claims import Figure, Grade, Outcome, fails, holds, inconclusive
from workbench.errors import require
from workbench.privacy import DominatingPair, PLDAccountant, Release
from workbench.rigor.check.kinds import digest
from workbench.rigor.provers.outcomes import TRUST
from workbench.symbolic.account_text import parts
from workbench.symbolic.cards import StatementCard


@dataclass(frozen=True, slots=True)
class OneEnd(StatementCard):
    """That a sequence of pairs costs at most, or at least, delta at epsilon, in one direction."""

    pairs: tuple[Mapping[str, Any], ...]
    shows: str
    epsilon: Fraction
    delta: Fraction

    @property
    def tree(self) -> dict[str, Any]:
        """What an accepted certificate shows."""
        numbers = {"epsilon": str(self.epsilon), "delta": str(self.delta)}
        pairs = [dict(pair) for pair in self.pairs]
        return {"says": "accounting", "pairs": pairs, "shows": self.shows, **numbers}

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON form, first 16 hexadecimal digits."""
        return digest(self.tree)

    def latex(self) -> str:
        """The bound, and how often each pair occurs."""
        told = r" \\ ".join(text for _, text in parts(self.tree))
        return rf"\begin{{array}}{{l}} {told} \end{{array}}"


@dataclass(frozen=True, slots=True)
class SequenceCost:
    """Releases with their counts, an epsilon, and between which numbers their delta lies there."""

    releases: tuple[tuple[Release, int], ...]
    epsilon: Fraction
    at_most: Fraction
    at_least: Fraction

    @property
    def statements(self) -> tuple[Any, ...]:
        """The upper end in every direction, the lower one where a record is removed or replaced."""
        both = any(pair.sampling == "poisson" for pair, _ in self._pairs)
        ends = [self._end(way, "at most", self.at_most) for way in ("remove", "add")[: 1 + both]]
        return (*ends, self._end("remove", "at least", self.at_least))

    @property
    def _pairs(self) -> list[tuple[DominatingPair, int]]:
        return [(release.pair, count) for release, count in self.releases if release.pair]

    def _end(self, way: str, shows: str, delta: Fraction) -> OneEnd:
        pairs = tuple({**pair.data(way), "count": count} for pair, count in self._pairs)
        return OneEnd(pairs, shows, self.epsilon, delta)

    def outcome(self) -> Outcome:
        """Whether the accountant's bracket lies between the two numbers, with its certificates."""
        account = PLDAccountant(neighbouring=self.releases[0][0].neighbouring)
        for release, count in self.releases:
            account.add(release, count=count)
        at = float(self.epsilon)
        found = account.delta_bounds(at)
        figures = (Figure("lower end of delta", found.lower), Figure("upper end", found.upper))
        said = f"delta({at:g}) lies in [{found.lower:.10g}, {found.upper:.10g}]"
        if found.lower > self.at_most or found.upper < self.at_least:
            wrong = f"{said}, not in [{float(self.at_least):.10g}, {float(self.at_most):.10g}]"
            return fails("accountant", wrong, grade=Grade.DERIVED, figures=figures, trust=TRUST)
        shown = account.bracket(self.epsilon, self.at_least, self.at_most)
        if shown is None:
            return inconclusive("accountant", f"{said}: an end is nearer than the bracket is wide")
        return holds("accountant", said, certificate=shown, figures=figures, trust=TRUST)


def cost_of(
    releases: Iterable[tuple[Release, int]], *, epsilon: Fraction | int, at_most: Fraction,
    at_least: Fraction,
) -> SequenceCost:  # fmt: skip
    """That the releases cost at least one delta and at most another one at this epsilon.

    releases: each with how often it occurs; all about one neighbouring relation, with a pair
    epsilon:  an exact number
    at_most, at_least: exact numbers; in the larger direction delta is between them
    """
    listed = tuple(releases)
    ok = bool(listed) and all(r.pair is not None and r.pair.attained for r, _ in listed)
    rule = "are not releases whose dominating pair is attained"
    require(ok, "releases", listed, rule, "Pass releases of mechanisms, not of bounds.")
    ok = 0 <= at_least <= at_most <= 1
    require(ok, "at_least", at_least, f"is not within [0, at_most = {at_most}]", "Order the ends.")
    return SequenceCost(listed, Fraction(epsilon), at_most, at_least)


def accounts_of(
    releases: Iterable[tuple[Release, int]], *, epsilon: Fraction, delta: Fraction
) -> dict[str, Any]:
    """Certificates that the pairs of these releases cost at most delta at epsilon, as an order.

    They are one for each direction, and none where the accountant's own bracket is above delta.
    """
    listed = list(releases)
    account = PLDAccountant(neighbouring=listed[0][0].neighbouring)
    for release, count in listed:
        account.add(release, count=count)
    found = account.certificate(epsilon, delta)
    return {"accounts": [] if found is None else found.get("members", [found])}
