"""Exact accounting: the law of the privacy loss, with proven ends on both sides.

The losses of dominating pairs are added up through their transforms, and delta is read off by an
inversion in ball arithmetic (`workbench.rigor.check.accounting`): every reading is an outward
rounded bracket, and the certificate of a reading is recomputed by the small checker.  No step here
is trusted: the search for contour and nodes (module inverting) can only make a bracket wide.

    relative width of delta    1e-7, where the transform decays or all losses lie on one lattice
                               3e-7 for sampled Laplace releases, and for other ones with atoms
                               beside them: up to 3000 of one law, and of the others as many as
                               have 2000 sums of atoms; also next to their largest loss
                               about 5e-7 for a few subsampled or mixed releases: their losses are
                               rounded to a grid, from above and from below.  Both ends stay that
                               near while delta falls to 1e-40; then the points that the checker
                               allows are too few for a fine step (1e-6 at 1e-50).  In epsilon
                               the ends were 15 to 40 times nearer where that was measured

A release of which only a pure epsilon is known enters by randomized response, the worst mechanism
with that guarantee: the lower end then speaks about that worst case.  Where a dominating pair is
not attained by any neighbours the lower end is zero.  With Poisson sampling a record is added or
removed: both directions are composed apart, and the larger delta counts.
"""

import json
import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any

from flint import arb
from scipy.optimize import brentq

from workbench.errors import OutOfReachError
from workbench.privacy.composition.accountants import Ledger
from workbench.privacy.composition.balls import Bounds, down, up
from workbench.privacy.composition.checks import check_delta, check_epsilon
from workbench.privacy.composition.inverting import NEAR, WIDTH, PlanSearch, written
from workbench.privacy.composition.release import DominatingPair, Release
from workbench.rigor.check.accounting import (
    BITS,
    KIND,
    Reading,
    read_composition,
)
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.kinds import digest
from workbench.rigor.check.trees import Malformed

_ROUGH, _BETTER = 1e-3, 1e-5  # relative widths of a first reading, and of a second one
_CLOSE = 1e-10  # relative step by which an epsilon is moved until its delta is proven


class PLDAccountant(Ledger):
    """Composition of dominating pairs by the transforms of their losses."""

    def __init__(self, *, neighbouring: str) -> None:
        super().__init__(neighbouring=neighbouring)
        self._composed: tuple[int, list[_Composed]] = (0, [])

    def _check(self, release: Release) -> None:
        if release.pair is None:
            self._refuse(
                "a dominating pair for each release",
                "State the release by its epsilon: Release.pure(epsilon, ...).",
            )

    def delta_bounds(self, epsilon: float) -> Bounds:
        """Bracket of the exact delta of the recorded pairs."""
        check_epsilon(epsilon)
        found = [one.delta(epsilon) for one in self._directions()]
        low = max((b.lower for b in found), default=0.0) if self._attained else 0.0
        return Bounds(low, max((b.upper for b in found), default=0.0))

    def epsilon_bounds(self, delta: float) -> Bounds:
        """Bracket of the exact epsilon of the recorded pairs; infinite where none is shown."""
        check_delta(delta, zero=True)
        low, high = 0.0, 0.0
        for one in sorted(self._directions(), key=lambda way: -way.about(delta)):
            if not (0 < high < math.inf and one.is_within(high, delta)):
                found = one.epsilon(delta)
                low, high = max(low, found.lower), max(high, found.upper)
        return Bounds(low if self._attained else 0.0, high)

    def delta(self, epsilon: float) -> float:
        """Upper end of the bracket."""
        return self.delta_bounds(epsilon).upper

    def epsilon(self, delta: float) -> float:
        """Upper end of the bracket."""
        return self.epsilon_bounds(delta).upper

    def certificate(
        self, epsilon: float | Fraction, delta: float | Fraction
    ) -> dict[str, Any] | None:
        """What the small checker recomputes to accept delta(epsilon) <= delta, or None.

        None where the upper end is above delta, or nothing was recorded.
        """
        if not self.entries or self.delta(float(epsilon)) > delta:
            return None
        members = [one.certificate(epsilon, delta) for one in self._directions()]
        whole = members[0] if len(members) == 1 else {"kind": "all", "members": members}
        return {**whole, "digest": digest(whole)}

    def bracket(
        self, epsilon: Fraction, at_least: Fraction, at_most: Fraction
    ) -> dict[str, Any] | None:
        """What the small checker recomputes to accept at_least <= delta(epsilon) <= at_most.

        The upper end holds in every direction, the lower one where a record is removed or replaced.
        None where the accountant's own bracket is not within these ends.
        """
        if not self.entries or not self._attained:
            return None
        ways = self._directions()
        found = [one.delta(float(epsilon)) for one in ways]
        if max(b.upper for b in found) > at_most or found[0].lower < at_least:
            return None
        members = [one.certificate(epsilon, at_most) for one in ways]
        whole = {
            "kind": "all",
            "members": [*members, ways[0].certificate(epsilon, at_least, least=True)],
        }
        return {**whole, "digest": digest(whole)}

    @property
    def _attained(self) -> bool:
        return all(r.pair is not None and r.pair.attained for r, _ in self.entries)

    def _directions(self) -> list["_Composed"]:
        known, found = self._composed
        if known != len(self.entries):
            pairs = [(r.pair, count) for r, count in self.entries if r.pair is not None]
            both = any(pair.sampling == "poisson" for pair, _ in pairs)
            found = [_Composed(pairs, way) for way in (("remove", "add") if both else ("remove",))]
            self._composed = len(self.entries), found
        return found


class _Composed:
    """A sequence of pairs in one direction, and readings of it."""

    def __init__(self, pairs: list[tuple[DominatingPair, int]], way: str) -> None:
        counts: dict[DominatingPair, int] = {}
        for pair, count in pairs:
            counts[pair] = counts.get(pair, 0) + count
        self.pairs = [{**pair.data(way), "count": count} for pair, count in counts.items()]
        with precision(BITS):
            try:
                self.search = _search(json.dumps(self.pairs))
            except Malformed as error:
                raise OutOfReachError(
                    f"the releases cannot be composed exactly: {error}.\n"
                    "  Use RenyiAccountant or ZCDPAccountant."
                ) from error
        self.total = self.search.total
        self._last: tuple[float, Reading | None] = (0.0, None)
        self._known: tuple[float, float, Reading | None] | None = None

    def delta(self, epsilon: float) -> Bounds:
        with precision(BITS):
            return self._read(self._at(epsilon), epsilon)

    def certificate(
        self, epsilon: float | Fraction, delta: float | Fraction, *, least: bool = False
    ) -> dict[str, Any]:
        with precision(BITS):
            plan = self._at(float(epsilon)).plan
        return {
            "kind": KIND, "side": "at least" if least else "at most", "pairs": self.pairs,
            "epsilon": str(Fraction(epsilon)), "delta": str(Fraction(delta)),
            "plan": written(plan),
        }  # fmt: skip

    def epsilon(self, delta: float) -> Bounds:
        """The epsilons at which delta is proven to be at most, and at least, the given one."""
        about = self.about(delta)
        with precision(BITS):
            if delta == 0:
                return Bounds(0.0, about)
            if about in (0.0, math.inf):
                return Bounds(math.inf if self.total.infinite > delta else 0.0, about)
            inversion = self._at(about)  # at the contour of the answer
            guess = _crossing(partial(self._upper, inversion), delta, about, rough=False)
            high = _moved(guess, 1, lambda e: self._upper(inversion, e) <= delta)
            low = _moved(guess, -1, lambda e: self._read(inversion, e).lower >= delta)
            return Bounds(low, high)

    def about(self, delta: float) -> float:
        """Close to that epsilon, by a first reading; 0 and infinity are proven to be enough."""
        if self._known is None or self._known[0] != delta:
            with precision(BITS):
                self._known = delta, *self._first(delta)
        return self._known[1]

    def is_within(self, epsilon: float, delta: float) -> bool:
        """Whether that first reading, or a better one, shows that delta is kept at this epsilon."""
        self.about(delta)
        with precision(BITS):
            first = self._known[2] if self._known else None
            if first is not None and self._upper(first, epsilon) <= delta:
                return True
            return self._upper(self._at(epsilon, _BETTER), epsilon) <= delta

    def _first(self, delta: float) -> tuple[float, Reading | None]:
        """A first epsilon, and the reading that it was found by."""
        lost = self.total.infinite
        if lost > 0 and not lost < delta:
            return math.inf, None
        if delta == 0:
            return self.search.largest_loss, None
        # where one release alone has a larger delta at 0, all of them have
        more = any(law.profile(arb(1))[0] > delta for law, _ in self.total.parts)
        if not more and self._upper(self._at(0.0, _ROUGH), 0.0) <= delta:
            return 0.0, None
        start = self.search.epsilon(delta - float(lost))
        if start == math.inf:
            return start, None
        first = self._at(start, _ROUGH)
        return _crossing(partial(self._upper, first), delta, start, rough=True), first

    def _at(self, epsilon: float, width: float = WIDTH) -> Reading:
        """The sequence, read for this epsilon or one close to it."""
        known, inversion = self._last
        if width > WIDTH:
            return _reading(self.search, epsilon, width)
        if inversion is None or abs(epsilon - known) > NEAR * known:
            inversion = _reading(self.search, epsilon, width)
            self._last = epsilon, inversion
        return inversion

    def _upper(self, inversion: Reading, epsilon: float) -> float:
        return min(1.0, up(inversion.delta(Fraction(epsilon), both=False)[1]))

    def _read(self, inversion: Reading, epsilon: float) -> Bounds:
        low, high = inversion.delta(Fraction(epsilon))
        return Bounds(max(0.0, down(low)), min(1.0, up(high)))


@lru_cache(maxsize=4)
def _search(pairs: str) -> PlanSearch:
    """The search for plans of a composition, which others ask for too; `pairs` is JSON."""
    return PlanSearch(read_composition(json.loads(pairs)))


@lru_cache(maxsize=4)
def _reading(search: PlanSearch, epsilon: float, width: float) -> Reading:
    """What a search reads, whatever it was asked before; checks and their variants ask the same."""
    return search.reading(epsilon, width=width)


def _crossing(curve: Callable[[float], float], level: float, start: float, *, rough: bool) -> float:
    """Where a falling curve crosses a level: about, before `start`, or to ten digits, close to it.

    A rough answer is off by a tenth of the distance at which a plan is still good.
    """

    @cache
    def size(epsilon: float) -> float:
        return math.log(max(curve(epsilon), 1e-320) / level)

    low, high = (0.0, start) if rough else (start * (1 - NEAR), start * (1 + NEAR))
    if size(low) <= 0:
        low = 0.0
        if size(low) <= 0:
            return 0.0
    if size(high) >= 0:
        return high
    close = NEAR / 10 if rough else _CLOSE
    return float(brentq(size, low, high, xtol=1e-300, rtol=close))


def _moved(start: float, sign: int, proven: Callable[[float], bool]) -> float:
    """The first epsilon on one side of `start` that is proven, in growing steps."""
    step = 0.0
    while True:
        epsilon = max(0.0, start + sign * step)
        if proven(epsilon):
            return epsilon
        if sign < 0 and epsilon == 0:
            return 0.0
        if step > 1e6 * (1 + start):
            return math.inf
        step = max(4 * step, _CLOSE * start, 1e-300)
