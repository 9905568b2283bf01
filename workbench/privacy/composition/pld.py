"""Exact accounting: the law of the privacy loss on a grid, bracketed from both sides.

`dp-accounting` convolves the loss distributions of dominating pairs.  Its pessimistic estimate
(connect-the-dots) bounds delta from above, its optimistic one (rounding the loss down to the grid)
from below, so the truth for the recorded pairs lies between two numbers that meet as the grid is
refined.  Both are floating-point numbers of the library, not outward-rounded balls: read them to
1e-10 or so, which is also where its tails are cut.

A release of which only a pure epsilon is known enters by randomized response, the worst mechanism
with that guarantee: the lower end then speaks about that worst case.  Where a dominating pair is
not attained by any neighbours the lower end is zero.  The library is imported on first use.
"""

import math
from typing import Any

from workbench.privacy.composition.accountants import Ledger
from workbench.privacy.composition.balls import Bounds
from workbench.privacy.composition.checks import check_delta, check_epsilon, check_positive
from workbench.privacy.composition.release import DominatingPair, Release

GRID = 1e-3
"""Default distance of two losses on the grid."""


class PLDAccountant(Ledger):
    """Composition of dominating pairs by convolution of their loss distributions."""

    def __init__(self, *, neighbouring: str, grid: float = GRID) -> None:
        super().__init__(neighbouring=neighbouring)
        check_positive("grid", grid)
        self.grid = grid
        self._laws: dict[bool, tuple[int, Any]] = {}

    def _check(self, release: Release) -> None:
        if release.pair is None:
            self._refuse(
                "a dominating pair for each release",
                "State the release by its epsilon: Release.pure(epsilon, ...).",
            )

    def delta_bounds(self, epsilon: float) -> Bounds:
        """Bracket of the exact delta of the recorded pairs."""
        check_epsilon(epsilon)
        if not self.entries:
            return Bounds(0.0, 0.0)
        low = 0.0
        if self._attained:
            low = float(self._law(pessimistic=False).get_delta_for_epsilon(epsilon))
        high = float(self._law(pessimistic=True).get_delta_for_epsilon(epsilon))
        return Bounds(max(0.0, low), min(1.0, high))

    def epsilon_bounds(self, delta: float) -> Bounds:
        """Bracket of the exact epsilon of the recorded pairs."""
        check_delta(delta, zero=True)
        if not self.entries:
            return Bounds(0.0, 0.0)
        low = 0.0
        if self._attained:
            low = float(self._law(pessimistic=False).get_epsilon_for_delta(delta))
        high = float(self._law(pessimistic=True).get_epsilon_for_delta(delta))
        return Bounds(max(0.0, low), high)

    def delta(self, epsilon: float) -> float:
        """Upper end of the bracket."""
        check_epsilon(epsilon)
        if not self.entries:
            return 0.0
        return min(1.0, float(self._law(pessimistic=True).get_delta_for_epsilon(epsilon)))

    def epsilon(self, delta: float) -> float:
        """Upper end of the bracket."""
        check_delta(delta, zero=True)
        if not self.entries:
            return 0.0
        return float(self._law(pessimistic=True).get_epsilon_for_delta(delta))

    @property
    def _attained(self) -> bool:
        return all(r.pair is not None and r.pair.attained for r, _ in self.entries)

    def _law(self, *, pessimistic: bool) -> Any:  # noqa: ANN401 - the library has no types
        known, law = self._laws.get(pessimistic, (0, None))
        for release, count in self.entries[known:]:
            assert release.pair is not None
            part = _distribution(release.pair, self.grid, pessimistic=pessimistic)
            part = part.self_compose(count) if count > 1 else part
            law = part if law is None else law.compose(part)
        self._laws[pessimistic] = len(self.entries), law
        return law


def _distribution(pair: DominatingPair, grid: float, *, pessimistic: bool) -> Any:  # noqa: ANN401
    """Loss distribution of one dominating pair."""
    from dp_accounting.pld import common
    from dp_accounting.pld import privacy_loss_distribution as losses

    options = {"pessimistic_estimate": pessimistic, "value_discretization_interval": grid}
    dots = {**options, "use_connect_dots": pessimistic}
    match pair.kind:
        case "gaussian":
            return losses.from_gaussian_mechanism(pair.scale, pair.size, **dots)
        case "laplace":
            return losses.from_laplace_mechanism(pair.scale, pair.size, **dots)
        case "randomized-response":
            random = 1 - math.tanh(pair.size / 2)  # share of answers that are coin flips
            return losses.from_randomized_response(random, 2, **options)
        case "approximate":
            cost = common.DifferentialPrivacyParameters(pair.size, pair.delta)
            return losses.from_privacy_parameters(cost, grid)
