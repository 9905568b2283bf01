"""The mean error of many trials against an explicit bound.

The errors F(x_T) - F* are nonnegative and unbounded, with heavy tails.  Truncation at a cap only
lowers their mean, so a lower confidence bound for the truncated mean is one for the mean: if it
lies above the claimed bound, the bound is disputed at level alpha, at every sample size.  The cap
is chosen on a pilot that is not used again.

Errors are computed as differences of objective values, so they may come out slightly negative.
The caller states how accurate they are (`resolution`); values below -resolution are refused, and
the lower bound gives the resolution away.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.engines import Lost, Pool, engine, stream
from workbench.errors import DataError, require
from workbench.privacy.arrays import Array
from workbench.privacy.confidence import plan_cap, truncated_mean_lower
from workbench.processes import WorkerError

Errors = Callable[[np.random.Generator, int], Array]
"""Runs a number of fresh trials with a generator; returns F(x_T) - F* of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanAgainstBound:
    """Mean error of `trials` runs, its lower confidence bound, and the bound under test."""

    bound: float
    mean: float
    standard_error: float
    lower: float
    cap: float
    resolution: float
    alpha: float
    trials: int
    pilot: int

    @property
    def disputed(self) -> bool:
        """Whether the mean error is above the bound, up to an error of probability alpha."""
        return self.lower > self.bound

    @property
    def margin(self) -> float:
        """Bound - mean: positive is good."""
        return self.bound - self.mean

    @property
    def detectable(self) -> float:
        """Smallest mean error that this sample would have disputed.

        The lower bound scales with the sample: had all errors been bound / lower times as large, it
        would have reached the bound.
        """
        return np.inf if self.lower <= 0 else self.mean * self.bound / self.lower

    def __str__(self) -> str:
        """One line for a person."""
        word = "disputed" if self.disputed else "not disputed"
        return (
            f"bound {self.bound:.6g} {word}: mean {self.mean:.6g} over {self.trials} trials, "
            f"at least {self.lower:.6g} with confidence 1 - {self.alpha:g}; "
            f"a mean of {self.detectable:.6g} would have been found"
        )


def mean_error_against_bound(
    errors: Errors,
    *,
    bound: float,
    rng: np.random.Generator,
    trials: int = 2000,
    alpha: float = 1e-4,
    resolution: float = 1e-10,
    block: int = 10_000,
    jobs: int = 1,
    executor: str = "local",
) -> MeanAgainstBound:
    """Run pilot and trials in blocks of bounded memory; compare the mean error with the bound.

    Pilot and trials are one program where a block has room for both: the first of the independent
    errors are then the pilot.
    Each block after the first has a generator of its own, spawned from `rng`, so that the errors
    depend neither on the engine nor on the number of its workers.

    errors: draws the errors of so many independent trials, shape (trials,), none negative
    bound: what the mean error is claimed to stay below
    rng: draws pilot and trials
    trials: how many of them
    alpha: the probability with which the lower confidence bound may exceed the mean
    resolution: how accurately an error is computed
    block: the most trials that are drawn at once
    jobs: processes that run the blocks
    executor: the engine that has them: local, dask, dask://HOST:PORT or ray
    """
    require(trials >= 10, "trials", trials, "is below 10", "Pass more trials.")
    require(bound >= 0, "bound", bound, "is negative", "An error bound is nonnegative.")
    require(block >= 1, "block", block, "is below 1", "Pass a block size.")
    pilot = max(10, trials // 10)
    require(resolution >= 0, "resolution", resolution, "is negative", "Pass an accuracy >= 0.")
    require(jobs >= 1, "jobs", jobs, "is below 1", "Pass how many processes run trials.")
    here = executor == "local" and jobs == 1
    with engine(executor, jobs=0 if here else jobs, instead="jobs=1 runs them here.") as pool:
        if pilot + trials <= block:
            first, sample = np.split(_block(errors, rng, pilot + trials, 0, resolution), [pilot])
        else:
            first = _collect(errors, rng, pilot, block, resolution, pool)
            sample = _collect(errors, rng, trials, block, resolution, pool)
        cap = plan_cap(first, alpha=alpha, trials=trials)
    return MeanAgainstBound(
        bound=bound,
        mean=float(sample.mean()),
        standard_error=float(sample.std(ddof=1)) / trials**0.5,
        lower=max(0.0, truncated_mean_lower(sample, cap=cap, alpha=alpha) - resolution),
        cap=cap,
        resolution=resolution,
        alpha=alpha,
        trials=trials,
        pilot=pilot,
    )


def _collect(
    errors: Errors,
    rng: np.random.Generator,
    trials: int,
    block: int,
    resolution: float,
    pool: Pool,
) -> Array:
    """Errors of so many trials; the first block is drawn here, from `rng` itself."""
    begins = range(block, trials, block)
    parts = [_block(errors, rng, min(block, trials), 0, resolution)]
    streams = rng.spawn(len(begins))
    work = (
        (errors, stream_, min(block, trials - begin), begin, resolution)
        for begin, stream_ in zip(begins, streams, strict=True)
    )
    for _, part in stream(pool, _block, work, ordered=True):
        if isinstance(part, Lost):
            raise WorkerError("a process that ran trials died twice. Run them here, with jobs=1.")
        parts.append(part)
    return np.concatenate(parts)


def _block(
    errors: Errors, rng: np.random.Generator, size: int, begin: int, resolution: float
) -> Array:
    part = np.asarray(errors(rng, size), dtype=np.float64)
    if part.shape != (size,):
        raise DataError(
            f"errors returned shape {part.shape} for {size} trials.\n  Return one number per trial."
        )
    bad = np.flatnonzero(~np.isfinite(part))
    if bad.size:
        raise DataError(
            f"errors[{begin + int(bad[0])}] = {part[bad[0]]} is not finite.\n"
            "  The iterates diverged; choose a smaller step size or fewer steps."
        )
    if part.min() < -resolution:
        raise DataError(
            f"errors[{begin + int(np.argmin(part))}] = {part.min()} is negative beyond the "
            f"resolution of {resolution}.\n"
            "  Subtract the true optimum, or state a coarser resolution."
        )
    return np.maximum(part, 0.0)
