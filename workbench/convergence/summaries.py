"""What an experiment found: tables of final errors, pictures, and a summary in Markdown.

For each cell: the mean error (which heavy tails move), its standard error, the mean of the log
error, and the median with an interval from order statistics that is exact at any number of runs and
for any distribution: [x_(k), x_(n+1-k)] misses the median with probability 2 P(Bin(n, 1/2) < k).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.claims import Plot
from workbench.convergence.comparisons import ConclusionDecision
from workbench.convergence.grids import Cell, Experiment, Samples
from workbench.convergence.plots import Line, line_plot
from workbench.errors import require
from workbench.privacy.arrays import Array

LEVEL = 0.95
"""Confidence of each interval for a median, one at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Final errors of one cell in a few numbers; `low` and `high` bracket the median.

    With too few runs for an interval of the stated level, `low` is 0 and `high` infinite.
    """

    runs: int
    mean: float
    standard_error: float
    log_mean: float
    median: float
    low: float
    high: float


def median_ranks(runs: int, *, level: float = LEVEL) -> int:
    """The largest k for which [x_(k), x_(n+1-k)] covers the median with probability >= level.

    0 where even the whole range does not.

    >>> median_ranks(20), median_ranks(5)
    (6, 0)
    """
    from scipy.stats import binom  # slow to import

    require(runs >= 1, "runs", runs, "is below 1", "Simulate at least one run.")
    tail = (1 - level) / 2
    k = int(binom.ppf(tail, runs, 0.5))
    while k > 0 and binom.cdf(k - 1, runs, 0.5) > tail:
        k -= 1
    while binom.cdf(k, runs, 0.5) <= tail:
        k += 1
    return k


def median_band(errors: Array, *, level: float = LEVEL) -> tuple[Array, Array]:
    """Ends of the interval for the median along the last axis."""
    ordered, runs = np.sort(errors, axis=-1), errors.shape[-1]
    k = median_ranks(runs, level=level)
    if k == 0:
        return np.zeros(errors.shape[:-1]), np.full(errors.shape[:-1], np.inf)
    return ordered[..., k - 1], ordered[..., runs - k]


def spread(final: Array) -> Spread:
    """The numbers of one sample of final errors."""
    low, high = median_band(final)
    error = float(final.std(ddof=1)) / math.sqrt(final.size) if final.size > 1 else math.inf
    return Spread(
        runs=int(final.size),
        mean=float(final.mean()),
        standard_error=error,
        log_mean=float(np.log(np.maximum(final, 1e-300)).mean()),
        median=float(np.median(final)),
        low=float(low),
        high=float(high),
    )


def panels(experiment: Experiment, samples: Samples) -> Iterator[tuple[str, list[Cell]]]:
    """The simulated cells, panel by panel, each panel with its name."""
    found: dict[str, list[Cell]] = {}
    for cell in experiment.cells:
        if cell.id in samples:
            name = ", ".join(cell[axis] for axis in experiment.panel)
            found.setdefault(name, []).append(cell)
    yield from sorted(found.items())


def pictures(experiment: Experiment, samples: Samples) -> list[tuple[str, Plot]]:
    """One picture for each panel: the median error of every line against the step, with a band."""
    made = []
    for name, cells in panels(experiment, samples):
        lines = []
        for i, cell in enumerate(sorted(cells, key=lambda c: c[experiment.line])):
            curve = samples[cell.id]
            low, high = median_band(curve.errors)
            shown = bool(np.isfinite(high).all())
            style = ("-", "--", ":", "-.", "-", "--")[i % 6]
            floor = np.maximum(np.median(curve.errors, axis=1), 1e-12)
            lines.append(
                Line(cell[experiment.line], curve.steps, floor, style,  # type: ignore[arg-type]
                     np.maximum(low, 1e-12) if shown else None, high if shown else None)
            )  # fmt: skip
        plot = line_plot(
            f"{experiment.id}: {name}",
            lines,
            alt=f"Median errors of {len(lines)} methods against the step, for {name}.",
            x_label=f"step; lines: medians, bands: {LEVEL:.0%} for each median",
            y_label=experiment.error,
            log_y=True,
        )
        made.append((name, plot))
    return made


def tables(experiment: Experiment, samples: Samples) -> list[str]:
    """Markdown tables of final errors: a line for each method, a column for each `column`."""
    groups: dict[str, dict[str, dict[str, Spread]]] = {}
    axes = [axis for axis in experiment.panel if axis != experiment.column]
    for _, cells in panels(experiment, samples):
        for cell in cells:
            group = groups.setdefault(", ".join(cell[a] for a in axes), {})
            row = group.setdefault(cell[experiment.line], {})
            row[cell[experiment.column]] = spread(samples[cell.id].final)
    made = []
    for name, rows in groups.items():
        columns = sorted({c for row in rows.values() for c in row}, key=_natural)
        text = [
            f"### {name}",
            "",
            f"| | {' | '.join(columns)} |",
            "|---" * (len(columns) + 1) + "|",
        ]
        for label, row in sorted(rows.items()):
            shown = (_entry(row[c]) if c in row else "" for c in columns)
            text.append(f"| {label} | {' | '.join(shown)} |")
        made.append("\n".join(text))
    return made


def _natural(text: str) -> tuple[float, str]:
    digits = "".join(c for c in text if c.isdigit() or c == ".")
    return (float(digits) if digits.strip(".") else math.inf, text)


def _entry(found: Spread) -> str:
    band = f"[{found.low:.3g}, {found.high:.3g}]" if math.isfinite(found.high) else "[too few runs]"
    return f"{found.mean:.3g}; {found.median:.3g} {band}"


def summary(
    experiment: Experiment,
    samples: Samples,
    decisions: Sequence[ConclusionDecision],
    *,
    seed: int,
    runs: int,
) -> str:
    """The whole result as Markdown."""
    lines = [
        f"# {experiment.title}",
        "",
        f"{experiment.id} ({experiment.source}); {runs} runs of {len(samples)} cells, seed {seed}.",
    ]
    if experiment.conclusions:
        lines += [
            "",
            "## Conclusions",
            "",
            "One-sided sign tests, run against run, exact at any number of runs. Small p: that much"
            " evidence that it holds, or that it fails, after Holm's correction over all of them;"
            " one of both below 0.05 decides.",
            "",
            "| | conclusion | answer | p, it holds | p, it fails |",
            "|---|---|---|---|---|",
            *(
                f"| {d.conclusion.id} | {d.conclusion.text} | {d.answer} |"
                f" {d.p_holds:.2g} | {d.p_fails:.2g} |"
                for d in decisions
                if d.answer != "not run"
            ),
        ]
    for paragraph in experiment.remarks(samples):
        lines += ["", paragraph]
    lines += [
        "",
        "## Final errors",
        "",
        f"Mean; median [interval that covers the median with probability {LEVEL:.0%}].",
    ]
    for table in tables(experiment, samples):
        lines += ["", table]
    return "\n".join(lines) + "\n"


def results(
    experiment: Experiment,
    samples: Samples,
    decisions: Sequence[ConclusionDecision],
    *,
    seed: int,
    runs: int,
) -> dict[str, Any]:
    """The whole result as plain data: final errors of every run, and the decisions."""
    return {
        "experiment": experiment.id,
        "seed": seed,
        "runs": runs,
        "finals": {
            id: [float(f"{value:.5g}") for value in curve.final] for id, curve in samples.items()
        },
        "steps": {id: curve.steps[-1] for id, curve in samples.items()},
        "conclusions": [
            {
                "id": d.conclusion.id,
                "text": d.conclusion.text,
                "answer": d.answer,
                "p_against_negation": d.p_holds,
                "p_against": d.p_fails,
            }
            for d in decisions
        ],
    }
