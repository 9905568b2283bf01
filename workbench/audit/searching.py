"""Which pair of neighbours tells a mechanism apart best?  A search, then an honest audit.

Pairs come from a list or from a hypothesis strategy (workbench.testing.strategies).  A tournament
on small samples, all thrown away, halves the field until few pairs are left; only those are
audited, on fresh draws, and divide the error budget.  So the search may be as greedy as it likes:
it costs draws, never validity.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.audit.black_box import FEWEST, check_claim, run_audit
from workbench.audit.draws import DependentDrawsError
from workbench.audit.inside import DatasetPair
from workbench.audit.mechanism import Access, access
from workbench.audit.neighbours import check_pair
from workbench.audit.summary import Audit
from workbench.audit.whole import audit, describe
from workbench.errors import DataError, require

FIRST = 1_000
"""Draws on every pair in the first round of the tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSearch:
    """The audit of the finalists, and how the other pairs did.

    `tried` lists every pair in words with the bound of its last round, the best first: estimates
    that chose the finalists, and no statements at any confidence.
    """

    audit: Audit
    finalists: tuple[DatasetPair, ...]
    tried: tuple[tuple[str, float], ...]
    draws: int
    seconds: float

    @property
    def verdict(self) -> str:
        """The verdict on the finalists."""
        return self.audit.verdict

    @property
    def epsilon_lower(self) -> float:
        """The lower bound on the finalists."""
        return self.audit.epsilon_lower

    def to_json(self) -> str:
        """The document of the audit of the finalists."""
        return self.audit.to_json()

    def __str__(self) -> str:
        """The audit, and the field."""
        field = [f"    {bound:8.4g}  {pair}" for pair, bound in self.tried[:5]]
        return "\n".join(
            [
                f"{self.audit}",
                f"  chosen from {len(self.tried)} pairs with {self.draws} draws "
                f"({self.seconds:.2f} s in all); the best by their last round:",
                *field,
            ]
        )

    def _repr_html_(self) -> str:
        return self.audit._repr_html_()


def search(
    mechanism: object,
    pairs: Any,  # noqa: ANN401 - a list, or a strategy: hypothesis is not imported for lists
    *,
    epsilon: float,
    delta: float = 0.0,
    samples: int = 200_000,
    confidence: float = 0.99,
    seed: int = 0,
    tries: int = 60,
    finalists: int = 1,
    sequential: bool = False,
) -> PairSearch:
    """Audit the claim on the most telling of at most `tries` pairs of neighbours.

    `pairs` is a list of pairs or a hypothesis strategy for them.  Half of `samples` goes to the
    finalists, at least; the tournament takes the rest.  Everything follows from `seed`.

    mechanism: as in `audit`: a function sample(dataset, size, rng), or an object with that method
    epsilon, delta: the claim
    confidence: the probability with which the verdict on the finalists is right
    sequential: the audit of the finalists stops as soon as the claim is refuted

    >>> def release(rows, size, rng):  # forgets that one record may count twice
    ...     return sum(rows) + rng.laplace(scale=1.0, size=size)
    >>> found = search(release, [((0,), (1,)), ((0,), (2,)), ((1,), (2,))], epsilon=1.0)
    >>> found.verdict, found.finalists
    ('violation', (((0,), (2,)),))
    """
    begin = time.perf_counter()
    looked = access(mechanism)
    check_claim(looked.sample, epsilon, delta, samples, 1 - confidence, seed)
    require(tries >= 1, "tries", tries, "is below 1", "Pass how many pairs to try.")
    require(finalists >= 1, "finalists", finalists, "is below 1", "Pass how many pairs to audit.")
    field = _candidates(pairs, tries, seed)
    bounds, draws = _tournament(
        looked, field, finalists, epsilon=epsilon, delta=delta, budget=samples // 2, seed=seed
    )
    order = sorted(range(len(field)), key=lambda i: -bounds[i])
    chosen = tuple(field[i] for i in order[:finalists])
    found = audit(
        mechanism,
        chosen,
        epsilon=epsilon,
        delta=delta,
        samples=samples - draws,
        confidence=confidence,
        seed=seed,
        sequential=sequential,
    )
    return PairSearch(
        audit=found,
        finalists=chosen,
        tried=tuple((describe(field[i]), bounds[i]) for i in order),
        draws=draws,
        seconds=time.perf_counter() - begin,
    )


def _tournament(
    mechanism: Access,
    field: Sequence[DatasetPair],
    finalists: int,
    *,
    epsilon: float,
    delta: float,
    budget: int,
    seed: int,
) -> tuple[list[float], int]:
    """Halve the field, doubling the draws, until the finalists are left; bounds of last rounds.

    A pair on which draws are visibly dependent goes to the final at once: that is a finding.
    """
    bounds = [0.0] * len(field)
    alive, size, drawn, number = list(range(len(field))), FIRST, 0, 0
    while len(alive) > finalists:
        size = min(size, (budget - drawn) // len(alive))
        if size < FEWEST:
            break
        for i in alive:
            state = np.random.SeedSequence(seed, spawn_key=(7, number, i)).generate_state(1)
            try:
                bounds[i] = run_audit(
                    mechanism.sample,
                    *field[i],
                    epsilon=epsilon,
                    delta=delta,
                    samples=size,
                    alpha=0.2,  # bold: nothing is stated here
                    seed=int(state[0]),
                ).epsilon_lower
            except DependentDrawsError:
                bounds[i] = np.inf
            drawn += size
        alive = sorted(alive, key=lambda i: -bounds[i])[: max(finalists, len(alive) // 2)]
        size, number = 2 * size, number + 1
    losers = set(range(len(field))) - set(alive)
    for i in losers:  # a loser's bound from fewer draws must not beat a survivor's
        bounds[i] = min(bounds[i], min(bounds[j] for j in alive))
    return bounds, drawn


def _candidates(pairs: Any, tries: int, seed: int) -> list[DatasetPair]:  # noqa: ANN401
    """At most `tries` different pairs."""
    if hasattr(pairs, "example"):
        drawn: Iterable[Any] = _draw(pairs, tries, seed)
    else:
        ok = isinstance(pairs, Sequence) and len(pairs) > 0
        way_out = "Pass a list of (dataset, neighbour), or a hypothesis strategy for them."
        require(ok, "pairs", repr(pairs)[:60], "is neither a list nor a strategy", way_out)
        drawn = pairs[:tries]
    found: dict[str, DatasetPair] = {}
    for i, pair in enumerate(drawn):
        if not (isinstance(pair, tuple | list) and len(pair) == 2):
            raise DataError(
                f"candidate {i} = {repr(pair)[:60]} is not a pair of datasets.\n"
                "  Every element, or every draw of the strategy, must be (dataset, neighbour)."
            )
        check_pair(*pair)
        found.setdefault(describe((pair[0], pair[1])), (pair[0], pair[1]))
    return list(found.values())


def _draw(strategy: Any, tries: int, seed: int) -> list[Any]:  # noqa: ANN401
    """Examples of a strategy, the simplest ones among the first; the same ones for a seed."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    drawn: list[Any] = []

    @seeded(seed)
    @settings(
        max_examples=tries,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(pair: Any) -> None:  # noqa: ANN401
        drawn.append(pair)

    collect()
    return drawn
