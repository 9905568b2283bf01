"""What the events of an audit say about other notions: mu-GDP, rho-zCDP, Renyi, a trade-off curve.

An event E that was fixed before the judged draws has rates P(E) on the dataset and P'(E) on the
neighbour.  Clopper-Pearson bounds p <= P(E) and q >= P'(E), each at its share of the error level,
hold together; everything that follows from them holds with them, for all orders at once:

    mu-GDP          mu >= Phi^-1(p) - Phi^-1(q)
    (a, r)-RDP      r >= D_a(Bernoulli(p) || Bernoulli(q))      by data processing, where p > q
    rho-zCDP        rho >= D_a(...) / a for every a > 1, and the relative entropy
    f-DP            f(q) <= 1 - p

Either side may be the dataset: the relation between neighbours is symmetric.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from workbench.audit.coins import ROUNDING
from workbench.audit.finding import BlackBoxAudit
from workbench.errors import require
from workbench.privacy.confidence import clopper_pearson_lower, clopper_pearson_upper

ORDERS = 1 + np.geomspace(1e-3, 1e3, 400)
"""Orders at which zCDP is tried; all of them hold together, so that more cost nothing."""


@dataclass(frozen=True, slots=True)
class Notions:
    """Lower bounds that hold together with probability at least 1 - alpha.

    `points` are pairs (p, q): some event has probability at least p on one side of the pair, and at
    most q on the other.
    """

    points: tuple[tuple[float, float], ...]
    alpha: float

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
        return max((_divergence(p, q, order) for p, q in self._ahead), default=0.0)

    @property
    def rho(self) -> float:
        """The pair is not rho-zCDP for any smaller rho."""
        return max(self.renyi(order) / order for order in (1.0, *ORDERS.tolist()))

    @property
    def _ahead(self) -> list[tuple[float, float]]:
        return [(p, q) for p, q in self.points if 0 < q < p]


def _divergence(p: float, q: float, order: float) -> float:
    """Renyi divergence of Bernoulli(p) from Bernoulli(q), rounded down."""
    if order == 1:
        rest = (1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0
        return max(0.0, (p * math.log(p / q) + rest) * (1 - ROUNDING))
    first = order * math.log(p) + (1 - order) * math.log(q)
    rest = order * math.log1p(-p) + (1 - order) * math.log1p(-q) if p < 1 else -math.inf
    return max(0.0, float(np.logaddexp(first, rest)) / (order - 1) * (1 - ROUNDING))


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
    sizes = {"dataset": found.sides[1], "neighbour": found.sides[0]}
    require(
        min(sizes.values()) > 0 and not found.sequential,
        "found",
        found.mechanism,
        "was judged by an e-process, or on one side only: no event has rates of its own",
        "Audit with a fixed number of draws.",
    )
    share = found.alpha / (2 * max(len(found.witness), 1)) * (1 - ROUNDING)
    points = []
    for event in found.witness:
        counts = {"dataset": event.on_dataset, "neighbour": event.on_neighbour}
        guess = event.guess
        other = "neighbour" if guess == "dataset" else "dataset"
        p = clopper_pearson_lower(counts[guess], sizes[guess], alpha=share)
        q = clopper_pearson_upper(counts[other], sizes[other], alpha=share)
        points.append((p * (1 - ROUNDING), min(1.0, q * (1 + ROUNDING))))
    return Notions(tuple(points), found.alpha)
