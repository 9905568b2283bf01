"""Audit of a privacy claim by the exact likelihood ratio of the transcript.

The audited code runs against paired curators, or a mechanism declares its density; each transcript
comes with its exact log-ratio L between the two datasets.

Pure epsilon-DP means |L| <= epsilon for every possible transcript, so

- one transcript with |L| > epsilon refutes the claim, with no statistics and no error level;
- the largest |L| seen, less its rounding error, is a certified lower bound on epsilon;
- transcripts need not be typical: steered runs search for the worst one;
- honest transcripts give lower confidence bounds for delta(e) = E (1 - exp(e - L))_+ at any e.

(epsilon, delta)-DP means delta(epsilon) <= delta; weighted transcripts, drawn where the loss is
large, bound it from below at any delta (module `tilted`).

L is computed from the declared density.  So a battery of conformance tests asks whether the
sampler follows it; only the two together are an audit.  No verdict ever says "private".
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np

from workbench.audit.drawing import PROBE, STEERED, AtDelta, Pure
from workbench.audit.likelihood_finding import DeltaBound, LikelihoodRatioAudit, Witness
from workbench.audit.tilted import FEWEST, tilted_bound
from workbench.audit.transcripts import DeclaredDensity, MakeRun, Transcripts, Wrap
from workbench.errors import require
from workbench.privacy import Dataset
from workbench.privacy.arrays import Array
from workbench.privacy.confidence import betting_lower

CONFORMANCE = 500
"""Trials of each run of the conformance battery."""

Shared = Callable[[Any], Any]
"""Takes a function of a generator and a size, answers one with the same draws."""


def likelihood_ratio(
    run: MakeRun | object,
    pair: tuple[Any, Any],
    *,
    epsilon: float,
    delta: float = 0.0,
    samples: int = 5_000,
    confidence: float = 0.99,
    seed: int = 0,
    wrap: Wrap | None = None,
    shared: Shared | None = None,
) -> LikelihoodRatioAudit:
    """Audit the claim "(epsilon, delta)-DP" on one pair of neighbours, by exact likelihood ratios.

    `run(curator, trials)` runs the audited code, or is a mechanism with `sample` and `log_ratio`
    (module `transcripts`).  `samples` transcripts are drawn in all, over both orders, pilots and
    searches; the conformance battery of a run draws its own.  With probability at least
    `confidence` no statement is false; for delta = 0 the bound on epsilon spends none of it.

    pair: two neighbouring datasets
    seed: everything that is drawn follows from it
    wrap: puts another curator around each, such as a planted fault
    shared: looks draws up where the same were made before; what is drawn follows from no epsilon

    >>> import numpy as np
    >>> from workbench.privacy import Gaussian
    >>> class Release:
    ...     sample = staticmethod(lambda x, size, rng: x + rng.normal(size=size))
    ...     log_ratio = staticmethod(lambda o, x, y: (y - x) * (y + x - 2 * o) / 2)
    >>> found = likelihood_ratio(Release(), (0.0, 1.0), epsilon=2.0, delta=0.2)
    >>> 0.4 < found.epsilon_lower <= Gaussian(1.0).epsilon_at(0.2, sensitivity=1.0)
    True
    """
    require(0 < confidence < 1, "confidence", confidence, "is outside (0, 1)", "Try 0.99.")
    require(0 <= delta < 1, "delta", delta, "is outside [0, 1)", "Pass 0 for pure DP.")
    least = FEWEST + 2 * PROBE if delta else FEWEST
    require(samples >= least, "samples", samples, f"is below {least}", "Draw more transcripts.")
    require(seed >= 0, "seed", seed, "is negative", "Pass a natural number.")
    begin = time.perf_counter()
    alpha, rng = 1 - confidence, np.random.default_rng(seed)
    make_run = cast(MakeRun, run)
    if hasattr(run, "log_ratio"):
        found = _declared(run, pair, epsilon, delta, samples, alpha, rng)
    elif delta == 0:
        honest = (samples - 2 * STEERED) // 2
        found = likelihood_ratio_audit(
            make_run, pair, epsilon=epsilon, rng=rng, trials=honest, alpha=alpha, wrap=wrap,
            shared=shared,
        )  # fmt: skip
    else:
        draw = AtDelta(make_run, pair, wrap, alpha / 10, CONFORMANCE, delta)
        found = _at_delta(draw, epsilon, samples, alpha, rng, shared)
    name = str(getattr(run, "__qualname__", None) or type(run).__qualname__)
    call = (
        f"audit.likelihood_ratio({name}, pair, epsilon={epsilon!r}, delta={delta!r}, "
        f"samples={samples}, confidence={confidence!r}, seed={seed})"
    )
    seconds = time.perf_counter() - begin
    return replace(found, mechanism=name, samples=samples, seconds=seconds, reproduce=call)


def likelihood_ratio_audit(
    make_run: MakeRun,
    pair: tuple[Dataset, Dataset],
    *,
    epsilon: float,
    rng: np.random.Generator,
    trials: int = 1000,
    at: Sequence[float] = (),
    alpha: float = 1e-3,
    wrap: Wrap | None = None,
    steered_trials: int = STEERED,
    conformance_trials: int = CONFORMANCE,
    shared: Shared | None = None,
) -> LikelihoodRatioAudit:
    """Audit the claim "make_run is epsilon-DP" on one pair of neighbours.

    `make_run(curator, trials)` runs the audited code.  `alpha` bounds the probability of a false
    statement: half for the conformance battery, half for the delta bounds at the loss levels `at`;
    the verdict VIOLATION spends none of it.

        likelihood_ratio_audit(
            lambda curator, trials: run(method, problem, curator, steps=20, trials=trials),
            problem.extremal_pair(100), epsilon=1.0, rng=rng)

    pair: two neighbouring datasets
    rng: draws everything
    trials: transcripts in each order of the pair
    wrap: puts another curator around each, such as a planted fault
    steered_trials: transcripts more whose noise is pushed towards large ratios
    conformance_trials: runs whose noise is held against its declared law
    shared: looks draws up where the same were made before; what is drawn follows from no epsilon
    """
    require(epsilon > 0, "epsilon", epsilon, "is not positive", "Pass the claimed privacy loss.")
    require(trials >= 2, "trials", trials, "is below 2", "Pass at least two transcripts.")
    require(0 < alpha < 1, "alpha", alpha, "is outside (0, 1)", "Pass an error probability.")
    draw = Pure(make_run, pair, wrap, alpha / 2, conformance_trials, steered_trials)
    found, conformance, false_sensitivity = (shared or _afresh)(draw)(rng, trials)
    return LikelihoodRatioAudit(
        epsilon=epsilon,
        witness=max((_witness(f) for f in found), key=lambda w: w.epsilon),
        exceeding=_exceeding(found[:2], epsilon),
        trials=trials,
        deltas=_delta_bounds(found[:2], at, alpha / 2),
        conformance=conformance,
        false_sensitivity=false_sensitivity,
        alpha=alpha,
    )


def _afresh(draw: Any) -> Any:  # noqa: ANN401 - the function itself
    return draw


def _at_delta(
    draw: AtDelta,
    epsilon: float,
    samples: int,
    alpha: float,
    rng: np.random.Generator,
    shared: Shared | None,
) -> LikelihoodRatioAudit:
    """The audit of code at delta > 0: a tenth of alpha for the battery, the rest for the bound."""
    require(epsilon > 0, "epsilon", epsilon, "is not positive", "Pass the claimed privacy loss.")
    few, tilted, conformance, false_sensitivity = (shared or _afresh)(draw)(rng, samples)
    bound = tilted.bound(epsilon=epsilon, alpha=0.9 * alpha)
    return LikelihoodRatioAudit(
        epsilon=epsilon,
        witness=_witness(few),
        exceeding=_exceeding([few], epsilon),
        trials=samples // 2,
        deltas=(),
        conformance=conformance,
        false_sensitivity=false_sensitivity,
        alpha=alpha,
        delta=draw.delta,
        bound=bound,
    )


def _declared(
    mechanism: object,
    pair: tuple[Any, Any],
    epsilon: float,
    delta: float,
    samples: int,
    alpha: float,
    rng: np.random.Generator,
) -> LikelihoodRatioAudit:
    """The audit of a mechanism that declares its density."""
    require(epsilon > 0, "epsilon", epsilon, "is not positive", "Pass the claimed privacy loss.")
    source = DeclaredDensity(mechanism, pair)
    one, two, rest = rng.spawn(3)
    size = samples // 2 if delta == 0 else PROBE
    found = [source.draw("first", size, one), source.draw("second", size, two)]
    bound = None
    if delta > 0:
        bound = tilted_bound(
            source, epsilon=epsilon, delta=delta, samples=samples - 2 * PROBE, alpha=alpha, rng=rest
        )
    return LikelihoodRatioAudit(
        epsilon=epsilon,
        witness=max((_witness(f) for f in found), key=lambda w: w.epsilon),
        exceeding=_exceeding(found, epsilon),
        trials=samples // 2,
        deltas=(),
        conformance=None,
        false_sensitivity=None,
        alpha=alpha,
        delta=delta,
        bound=bound,
    )


def _witness(found: Transcripts) -> Witness:
    i = int(np.argmax(_certified(found)))
    ratio, rounding = float(found.log_ratio[i]), float(found.rounding[i])
    return Witness(found.order, found.steer, i, ratio, rounding if np.isfinite(rounding) else 0.0)


def _exceeding(found: list[Transcripts], epsilon: float) -> int:
    return sum(int((_certified(f) > epsilon).sum()) for f in found)


def _certified(found: Transcripts) -> Array:
    """Sizes of the log-ratios less their rounding errors; an infinite one stays infinite."""
    size = np.abs(found.log_ratio)
    return size - np.where(np.isinf(size), 0.0, found.rounding)


def _delta_bounds(
    honest: list[Transcripts], at: Sequence[float], alpha: float
) -> tuple[DeltaBound, ...]:
    """Betting lower bounds, alpha divided over orders and loss levels; L rounded down."""
    share = alpha / max(1, len(honest) * len(at))
    bounds = []
    for level in at:
        for f in honest:
            x = -np.expm1(np.minimum(0.0, level - (f.log_ratio - f.rounding)))
            lower = betting_lower(x, alpha=share)
            bounds.append(DeltaBound(level, f.order, float(x.mean()), lower, share))
    return tuple(bounds)
