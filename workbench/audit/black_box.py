"""Audit of a stranger's mechanism: only its outputs on two neighbouring datasets are seen.

    sample(dataset, size, rng)  returns `size` independent outputs: an array with leading axis
                                `size`, or a list of outputs of any kind, which are taken apart by
                                their structure (workbench.audit.structures)

A mechanism of one output a call is wrapped (workbench.audit.wrapping).  A fair coin per draw
decides which of the two datasets the mechanism sees.  Some draws teach scores and choose a rule
that guesses the coin from the output; others judge that rule by an exact test
(workbench.audit.fixed), or, in a sequential audit, by an e-process that may stop at any time
(workbench.audit.staged).  With
probability at least `confidence`, `epsilon_lower` is at most the true epsilon of this pair at
`delta`.  The only assumption is that draws are independent.  No verdict ever says "private".
"""

import contextlib
import functools
import inspect
import math
import operator
import time
from collections.abc import Sequence

from workbench.audit.coins import guesses_needed
from workbench.audit.draws import Sampler, Source, block_size
from workbench.audit.finding import BlackBoxAudit
from workbench.audit.fixed import judge_once
from workbench.audit.judging import JudgeSetting, bound, power_of, verdict_of
from workbench.audit.neighbours import caution, check_pair, relation
from workbench.audit.scores import Score
from workbench.audit.spelling import spelled
from workbench.audit.staged import judge_always
from workbench.audit.wrapping import as_sampler
from workbench.engines import Here, Pool, engine
from workbench.errors import require

FEWEST = 50
"""Fewest draws that can be split into learning, choosing and judging."""

JUDGED = 0.56
"""Least share of the draws that judge."""


def black_box(
    sample: Sampler,
    dataset: object,
    neighbour: object,
    *,
    epsilon: float,
    delta: float = 0.0,
    samples: int,
    confidence: float = 0.99,
    seed: int = 0,
    sequential: bool = False,
    neighbouring: str | None = None,
    jobs: int = 1,
    executor: str = "local",
) -> BlackBoxAudit:
    """Audit the claim "sample is (epsilon, delta)-DP" on one pair of neighbours.

    `samples` is the number of draws on both datasets together; with `sequential` the largest one,
    and the audit stops as soon as the claim is refuted.  The bound is valid nevertheless, and a
    little lower than that of the same draws judged once.  The draws follow from `seed` alone
    if the sampler takes all of its randomness from the generator that it is given.  `neighbouring`
    names the relation of the claim: replace-one, add-or-remove-one, zero-out (lists of records are
    held to it), or a description such as "all records of one user".

    sample: sample(dataset, size, rng) returns `size` independent outputs
    dataset, neighbour: the pair, as the sampler takes them
    confidence: the probability with which the bound is right
    jobs: processes that draw; what is drawn does not depend on them
    executor: the engine that has them: local, dask, dask://HOST:PORT or ray

    >>> import numpy as np
    >>> def release(count, size, rng):
    ...     return count + rng.laplace(scale=0.5, size=size)  # spends 2, not 1
    >>> audit = black_box(release, 0, 1, epsilon=1.0, samples=20_000)
    >>> audit.verdict
    'violation'
    >>> 1.8 < audit.epsilon_lower < 2.0
    True
    """
    ok = 0 < confidence < 1
    require(ok, "confidence", confidence, "is outside (0, 1)", "Pass a value such as 0.99.")
    with drawing(executor, jobs) as pool:
        return run_audit(
            sample,
            dataset,
            neighbour,
            epsilon=epsilon,
            delta=delta,
            samples=samples,
            alpha=1 - confidence,
            seed=seed,
            sequential=sequential,
            neighbouring=neighbouring,
            pool=pool,
        )


def drawing(executor: str, jobs: int) -> contextlib.AbstractContextManager[Pool]:
    """The workers that draw; one local one is this process."""
    require(jobs >= 1, "jobs", jobs, "is below 1", "Pass how many processes draw.")
    here = executor == "local" and jobs == 1
    return engine(executor, jobs=0 if here else jobs, instead="jobs=1 draws in this process.")


def run_audit(
    sample: Sampler,
    dataset: object,
    neighbour: object,
    *,
    epsilon: float,
    delta: float,
    samples: int,
    alpha: float,
    seed: int,
    sequential: bool = False,
    neighbouring: str | None = None,
    scores: Sequence[Score] = (),
    pool: Pool | None = None,
) -> BlackBoxAudit:
    """The same, with the error probability itself: 1 - 1e-6 is no exact number.

    `scores` compete with those that are learned.  `pool` draws, but for sequential audits.
    """
    begin = time.perf_counter()
    name, sample = _name(sample), as_sampler(sample)
    check_claim(sample, epsilon, delta, samples, alpha, seed)
    epsilon, delta, samples, seed = float(epsilon), float(delta), int(samples), int(seed)
    check_pair(dataset, neighbour)
    related = relation(dataset, neighbour, declared=neighbouring)
    source = Source(sample, (dataset, neighbour), seed, name)
    opening = source.probe(min(samples, FEWEST) if sequential else samples)
    once = functools.partial(judge_once, opening=opening, pool=pool or Here())
    judge = judge_always if sequential else once
    found = judge(
        source,
        epsilon=epsilon,
        delta=delta,
        alpha=alpha,
        samples=samples - opening.drawn,
        block=block_size(opening.dataset),
        scores=scores,
    )
    level = found.share * alpha
    setting = JudgeSetting(delta=delta, alpha=level, pilot=found.pilot, stakes=found.stakes)
    counts, lower = found.counts, bound(found.counts, **setting)
    overhead = source.drawn / counts.draws
    cautions = (caution(dataset, neighbour), found.unusual.caution, source.caution)
    return BlackBoxAudit(
        mechanism=source.name,
        epsilon=epsilon,
        delta=delta,
        alpha=alpha,
        share=found.share,
        verdict=verdict_of(counts, lower, epsilon, **setting),
        epsilon_lower=lower,
        counts=counts,
        sides=found.sides,
        pilot=found.pilot,
        witness=found.witness,
        power=power_of(counts, epsilon, **setting, overhead=overhead),
        looked=found.looked,
        samples=samples,
        used=source.drawn,
        seconds=time.perf_counter() - begin,
        seed=seed,
        repeatable=source.repeatable,
        unusual=found.unusual,
        sequential=sequential,
        caution=" ".join(filter(None, cautions)),
        relation=related,
        neighbouring=neighbouring,
        pair=(
            spelled(dataset, otherwise="dataset"),
            spelled(neighbour, otherwise="neighbour"),
        ),
    )


def check_claim(
    sample: Sampler, epsilon: float, delta: float, samples: int, alpha: float, seed: int
) -> None:
    """Refuse nonsense."""
    require(
        callable(sample), "sample", sample, "is not callable", "Pass sample(dataset, size, rng)."
    )
    ok = 0 <= epsilon < math.inf
    require(ok, "epsilon", epsilon, "is outside [0, inf)", "Pass the claimed privacy loss.")
    ok = 0 <= delta < 1
    require(ok, "delta", delta, "is outside [0, 1)", "Pass the claimed delta; 0 for pure DP.")
    operator.index(seed)
    require(seed >= 0, "seed", seed, "is negative", "Pass a whole number from 0.")
    least = max(FEWEST, math.ceil(guesses_needed(epsilon, alpha=alpha) / JUDGED))
    require(
        operator.index(samples) >= FEWEST,
        "samples",
        samples,
        f"is below {FEWEST}, which cannot be split into learning, choosing and judging",
        f"Refuting epsilon = {epsilon} at error level {alpha:.6g} needs at least {least} samples.",
    )


def _name(sample: Sampler) -> str:
    for attribute in ("__qualname__", "name"):
        if isinstance(found := getattr(sample, attribute, None), str):
            return f"{found} of an object" if inspect.ismethod(sample) else found
    return f"{type(sample).__qualname__} object"
