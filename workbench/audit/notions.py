"""What the events of an audit say about other notions: mu-GDP, rho-zCDP, Renyi, a trade-off curve.

An event E that was fixed before the judged draws has rates P(E) on the dataset and P'(E) on the
neighbour.  Clopper-Pearson bounds p <= P(E) and q >= P'(E), each at its share of the error level,
hold together; everything that follows from them holds with them, for all orders at once:

    mu-GDP          mu >= Phi^-1(p) - Phi^-1(q)
    (a, r)-RDP      r >= D_a(Bernoulli(p) || Bernoulli(q))      by data processing, where p > q
    rho-zCDP        rho >= D_a(...) / a for every a > 1, and the relative entropy
    f-DP            f(q) <= 1 - p

Either side may be the dataset: the relation between neighbours is symmetric.

At high orders a Renyi bound of outputs alone is far below the truth, and no method can help it: the
divergence of order a sits in outcomes that no sample has (that of order 32 of N(1, 1) from N(0, 1)
in outputs near 32), and a law without them gives the same draws.  Code under a curator is judged by
draws from tilted laws (audit.likelihood_notion), which lie there: for Gaussian noise its bound at
order 32 is the truth up to a thousandth.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from workbench.audit.coins import ROUNDING
from workbench.audit.events import Event
from workbench.audit.finding import BlackBoxAudit
from workbench.errors import require
from workbench.privacy.confidence import clopper_pearson_lower, clopper_pearson_upper

ORDERS = 1 + np.geomspace(1e-3, 1e3, 400)
"""Orders at which zCDP is tried; all of them hold together, so that more cost nothing."""


@dataclass(frozen=True, slots=True)
class Notions:
    """Lower bounds that hold together with probability at least 1 - alpha.

    `points` are pairs (p, q): some event has probability at least p on one side of the pair, and at
    most q on the other.  `apart` holds two of them for each two events that exclude each other and
    speak for different sides: with what is left they are three outcomes, which tell more than two.
    """

    points: tuple[tuple[float, float], ...]
    alpha: float
    apart: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()

    @property
    def mu(self) -> float:
        """The pair is not mu-GDP for any smaller mu.

        >>> round(Notions(((0.5, 0.0668072),), 0.01).mu, 4)
        1.5
        """
        return max((float(ndtri(p) - ndtri(q)) for p, q in self._ahead), default=0.0)

    def renyi(self, order: float) -> float:
        """The pair is not (order, r)-RDP for any smaller r; order 1 is relative entropy.

        >>> round(Notions(((0.5, 0.0676676),), 0.01).renyi(2.0), 3)
        1.377
        """
        rule = "is below 1 or infinite"
        require(1 <= order < math.inf, "order", order, rule, "Pass an order such as 2.0.")
        two = [_divergence((p, 1 - p), (q, 1 - q), order) for p, q in self._ahead]
        return max([*two, *(_divergence(p, q, order) for p, q in self._laws)], default=0.0)

    @property
    def rho(self) -> float:
        """The pair is not rho-zCDP for any smaller rho."""
        return max(self.renyi(order) / order for order in (1.0, *ORDERS.tolist()))

    @property
    def _ahead(self) -> list[tuple[float, float]]:
        """The events and their complements, which speak for the other side."""
        ahead = [(p, q) for p, q in self.points if 0 < q < p]
        return [*ahead, *((1 - q, 1 - p) for p, q in ahead if p < 1)]

    @property
    def _laws(self) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
        """Two laws of three outcomes for each two events, than which the true ones are no nearer.

        The sum of p^a q^(1 - a), or of p log(p / q), is convex, and its derivatives at this corner
        of what the bounds allow point out of it as long as the ratios fall: it is least there.
        """
        found = list[tuple[tuple[float, ...], tuple[float, ...]]]()
        for (p, q), (s, r) in self.apart:
            one, two = (p, 1 - p - r, r), (q, 1 - q - s, s)
            if min(*one, *two) > 0 and p / q >= one[1] / two[1] >= r / s:
                found += [(one, two), (two, one)]
        return found


def _divergence(p: Sequence[float], q: Sequence[float], order: float) -> float:
    """Renyi divergence of one law from another on the same outcomes, rounded down."""
    with np.errstate(divide="ignore"):
        up, down = np.log(p), np.log(q)
    if order == 1:
        told = float(sum(a * b for a, b in zip(p, up - down, strict=True) if a > 0))
    else:
        told = float(np.logaddexp.reduce(order * up + (1 - order) * down)) / (order - 1)
    return max(0.0, told * (1 - ROUNDING))


def notions(found: BlackBoxAudit) -> Notions:
    """What an audit says about other notions, at the audit's own error level.

    The bounds are valid whatever claim the audit was made for; its delta steers which event was
    chosen: 0 leads to rare and telling ones, 0.1 to those near the middle.

    >>> from workbench.audit import black_box
    >>> def release(x, size, rng):
    ...     return x + rng.normal(size=size)  # 1-GDP, and 1/2-zCDP
    >>> said = notions(black_box(release, 0, 1, epsilon=1, delta=0.1, samples=50_000))
    >>> 0.9 < said.mu < 1.0, 0.25 < said.rho < 0.5
    (True, True)
    """
    sizes = sizes_of(found)
    require(
        min(sizes.values()) > 0 and not found.sequential,
        "found",
        found.mechanism,
        "was judged by an e-process, or on one side only: no event has rates of its own",
        "Audit with a fixed number of draws.",
    )
    points = tuple(rates(event, sizes, share_of(found)) for event in found.witness)
    apart = ((points[0], points[1]),) if len(points) == 2 else ()  # a rule guesses one side or none
    return Notions(points, found.alpha, apart)


def sizes_of(found: BlackBoxAudit) -> dict[str, int]:
    """How many draws were judged on either side."""
    return {"dataset": found.sides[1], "neighbour": found.sides[0]}


def share_of(found: BlackBoxAudit) -> float:
    """The error level of each bound: every rule that was judged has a part, its events share it."""
    level = found.alpha * found.share
    return level / (2 * max(len(found.witness), 1)) * (1 - ROUNDING)


def rates(event: Event, sizes: dict[str, int], share: float) -> tuple[float, float]:
    """At least p on the side that is guessed, at most q on the other."""
    counts = {"dataset": event.on_dataset, "neighbour": event.on_neighbour}
    other = "neighbour" if event.guess == "dataset" else "dataset"
    p = clopper_pearson_lower(counts[event.guess], sizes[event.guess], alpha=share)
    q = clopper_pearson_upper(counts[other], sizes[other], alpha=share)
    return p * (1 - ROUNDING), min(1.0, q * (1 + ROUNDING))
