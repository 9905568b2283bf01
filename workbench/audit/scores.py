"""Scores: learned functions of an output that should be large where the dataset is likelier.

Each is fitted on draws whose coins are known, and all of them compete on other draws.  A bad score
costs power, never validity.

    Single      one feature as it stands, by a threshold on either tail
    Table       log-odds of whole outcomes, or of their patterns (types, lengths, NaN, ...)
    Bins        sum of learned step functions of the features, with atoms (additive logistic)
    Linear      logistic regression on the features
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from workbench.audit.features import Feature
from workbench.audit.outcomes import Keys, Outputs
from workbench.privacy.arrays import Array

LARGEST = float(np.finfo(np.float64).max)
"""Stands for an infinite score, so that an infinite cut can mean "no cut"."""

SHOWN = 6
"""Most parts of an event that are written out."""


class Score(Protocol):
    """A number per output; larger speaks for the dataset."""

    def __call__(self, outputs: Outputs) -> Array:
        """Scores of the outputs, shape (n,); NaN where the score has nothing to say."""

    def words(self, low: float, high: float) -> str:
        """The event low <= score <= high in words; one of the ends is infinite."""


def _interval(name: str, low: float, high: float) -> str:
    if high == -LARGEST or low == LARGEST:
        return f"{name} = {'inf' if low == LARGEST else '-inf'}"
    return f"{name} <= {high:.6g}" if low == -np.inf else f"{name} >= {low:.6g}"


@dataclass(frozen=True, slots=True)
class Single:
    """One feature as it stands; NaN (and entries that are absent) belong to no event."""

    feature: Feature

    def __call__(self, outputs: Outputs) -> Array:
        return self.feature(outputs)

    def words(self, low: float, high: float) -> str:
        if low == -np.inf and high == np.inf:
            return self.feature.presence
        return _interval(self.feature.name, low, high)


@dataclass(frozen=True, slots=True)
class Nothing:
    """Has nothing to say about any output: for outputs of which no feature ever came back."""

    def __call__(self, outputs: Outputs) -> Array:
        return np.full(len(outputs), np.nan)

    def words(self, low: float, high: float) -> str:
        return "nothing"


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Log-odds of exact outcomes; an outcome never seen in the fit has score 0."""

    keys: Keys
    weights: Array
    examples: tuple[str, ...]
    what: str

    def __call__(self, outputs: Outputs) -> Array:
        keys = outputs.exact_keys() if self.what == "output" else outputs.pattern_keys()
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.weights[at], 0.0)

    def words(self, low: float, high: float) -> str:
        prefix = (
            "output"
            if self.what == "output"
            else "types, lengths and places of NaN, infinities and -0.0"
        )
        return _listing(self.weights, self.examples, low, high, prefix)


def _listing(
    weights: Array, examples: tuple[str, ...], low: float, high: float, prefix: str
) -> str:
    if low == -np.inf and high == np.inf:
        return "any output"
    inside = np.flatnonzero((weights >= low) & (weights <= high))
    inside = inside[np.argsort(-np.abs(weights[inside]), kind="stable")]
    shown = ", ".join(examples[i] for i in inside[:SHOWN])
    more = f" and {inside.size - SHOWN} more" if inside.size > SHOWN else ""
    unseen = " or any output not listed" if low <= 0 <= high else ""
    like = "in" if prefix == "output" else "as in"
    return f"{prefix} {like} {{{shown}}}{more}{unseen}"


@dataclass(frozen=True, slots=True, eq=False)
class StepScore:
    """A step function of one feature: bins between `edges`, `atoms` with weights of their own.

    Bin 0 is below the first edge; then come the atoms, and NaN at the end.  `labels` spells the
    atoms of words, which have a single bin for all the other words.
    """

    feature: Feature
    edges: Array
    atoms: Array
    weights: Array
    labels: tuple[str, ...] = ()

    def bins(self, column: Array) -> np.ndarray:
        """Number of the bin of each value."""
        at = np.searchsorted(self.edges, column, side="right")
        if self.atoms.size:
            place = np.minimum(np.searchsorted(self.atoms, column), self.atoms.size - 1)
            hit = self.atoms[place] == column
            at = np.where(hit, self.edges.size + 1 + place, at)
        missing = np.isnan(column)
        if missing.any():
            at = np.where(missing, self.weights.size - 1, at)
        return at

    def __call__(self, outputs: Outputs) -> Array:
        return self.weights[self.bins(self.feature(outputs))]

    def where(self, low: float, high: float) -> str:
        """Where the step is between two weights, in words."""
        name, last = self.feature.name, self.edges.size
        ends = np.concatenate([[-np.inf], self.edges, [np.inf]])
        chosen = (self.weights >= low) & (self.weights <= high)
        parts, start = [], None
        for i in range(last + 2):
            if i <= last and chosen[i]:
                start = ends[i] if start is None else start
            elif start is not None:
                parts.append(f"[{start:.6g}, {ends[i]:.6g})")
                start = None
        if self.feature.is_word:
            parts = ["another word"] if parts else []
        spelled = self.labels or tuple(f"{a:.6g}" for a in self.atoms)
        parts += [a for a, c in zip(spelled, chosen[last + 1 :], strict=False) if c]
        parts += ["nan or absent"] if chosen[-1] else []
        more = f" or {len(parts) - SHOWN} more places" if len(parts) > SHOWN else ""
        return f"{name} in {' or '.join(parts[:SHOWN])}{more}"


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """A sum of step functions."""

    steps: tuple[StepScore, ...]

    def __call__(self, outputs: Outputs) -> Array:
        total = np.zeros(len(outputs))
        for step in self.steps:
            total += step(outputs)
        return total

    def words(self, low: float, high: float) -> str:
        if low == -np.inf and high == np.inf:
            return "any output"
        if len(self.steps) == 1:
            return self.steps[0].where(low, high)
        up = low > -np.inf
        parts = []
        for step in sorted(self.steps, key=lambda s: -float(np.ptp(s.weights)))[:SHOWN]:
            cut = float(step.weights.max() if up else step.weights.min()) / 2
            parts.append(step.where(cut, np.inf) if up else step.where(-np.inf, cut))
        return (
            f"{_interval('learned score', low, high)}, a sum of steps whose most telling places "
            f"are: {'; '.join(parts)}"
        )


@dataclass(frozen=True, slots=True, eq=False)
class LinearScore:
    """Logistic regression; features that are not finite count as their mean."""

    features: tuple[Feature, ...]
    mean: Array
    scale: Array
    weights: Array

    def __call__(self, outputs: Outputs) -> Array:
        total = np.zeros(len(outputs))
        for f, mean, scale, weight in zip(
            self.features, self.mean, self.scale, self.weights, strict=True
        ):
            total += weight * tame(f(outputs), mean, scale)
        return total

    def words(self, low: float, high: float) -> str:
        order = np.argsort(-np.abs(self.weights), kind="stable")
        parts = [
            f"{self.weights[i] / self.scale[i]:+.4g} ({self.features[i].name} "
            f"- {self.mean[i]:.4g})".replace("- -", "+ ")
            for i in order[:SHOWN]
        ]
        more = " + ..." if order.size > SHOWN else ""
        return _interval("learned score", low, high) + f", score = {' '.join(parts)}{more}"


CLIP = 8.0
"""Standard deviations beyond which a feature of a linear score no longer grows."""


def tame(column: Array, mean: float, scale: float) -> Array:
    """The feature in standard units, clipped, 0 where it is NaN."""
    with np.errstate(invalid="ignore", over="ignore"):
        z = np.clip((column - mean) / scale, -CLIP, CLIP)
    return np.where(np.isnan(z), 0.0, z)


def examples_of(outputs: Outputs, indices: np.ndarray) -> tuple[str, ...]:
    """Some outputs in words."""
    return tuple(outputs.example(int(i)) for i in indices)
