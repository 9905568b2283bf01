"""Fitting of the scores: tables, single features, additive and plain logistic regression.

All of it is about power.  Whatever comes out is judged on draws that it has not seen.
"""

from dataclasses import replace

import numpy as np

from workbench.audit.features import Feature, choose_features
from workbench.audit.outcomes import Keys, Outputs
from workbench.audit.scores import (
    Bins,
    LinearScore,
    Nothing,
    Score,
    Single,
    StepScore,
    Table,
    examples_of,
    tame,
)
from workbench.privacy.arrays import Array

ATOMS = 64
"""Most values of a feature that get a weight of their own."""

WORDS_KEPT = 2_000
"""Most words of a place that get a weight of their own."""

REPEATS = 3
"""A value seen this often is an atom."""

TABLE_SIZE = 50_000
"""Most outcomes of a table."""

SMOOTH = 300
"""The second additive fit has a ridge of (draws / SMOOTH): better where every step is small."""

ALIKE = 4
"""From so many numbers on, one step function that they share is fitted too: fewer weights."""

SWEEPS = 12
"""Passes of the additive fit over the features, and steps of Newton's method."""


def learn(outputs: Outputs, coin: np.ndarray) -> tuple[list[Score], str]:
    """All candidate scores from draws with their coins, and what was looked at, in words."""
    keys, patterns = outputs.exact_keys(), outputs.pattern_keys()
    scores = _tables(outputs, coin, keys, "output")
    if (patterns != patterns[0]).any():
        scores += _tables(outputs, coin, patterns, "pattern")
    features = choose_features(outputs, coin)
    columns = [f(outputs) for f in features]
    steps = [_step(f, c, outputs.texts) for f, c in zip(features, columns, strict=True)]
    for step, column in zip(steps, columns, strict=True):
        if step.feature.is_word:
            scores.append(_additive([step], [column], coin))
        else:
            scores.append(Single(step.feature))
    if features:
        scores.append(_additive(steps, columns, coin))
    plain = [i for i, f in enumerate(features) if not f.is_word]
    if len(features) > 1:
        scores.append(_additive(steps, columns, coin, ridge=coin.size / SMOOTH))
    if len(plain) > 1:
        numbers = tuple(features[i] for i in plain)
        scores.append(_linear(numbers, [columns[i] for i in plain], coin))
    for kind in ("entry", "difference"):
        alike = [i for i in plain if features[i].kind == kind]
        if len(alike) >= ALIKE:
            scores.append(_shared([features[i] for i in alike], [columns[i] for i in alike], coin))
    return scores or [Nothing()], _looked(outputs, keys, patterns, features)


NAMED = 8
"""Most features that are named."""


def _looked(outputs: Outputs, keys: Keys, patterns: Keys, features: tuple[Feature, ...]) -> str:
    """What an event could have depended on, in words; what is not named was not looked at."""
    n = len(outputs)
    once = int((np.unique(keys, return_counts=True)[1] == 1).sum())
    whole = f"whole outcomes ({once} of {n} were seen once only)"
    if once == n:
        whole = "no whole outcome (each was seen once only)"
    shapes = np.unique(patterns).size
    parts = [whole, f"{shapes} patterns of types, lengths and NaN"] if shapes > 1 else [whole]
    if features:
        more = f" and {len(features) - NAMED} more" if len(features) > NAMED else ""
        parts.append(", ".join(f.name for f in features[:NAMED]) + more)
    return f"Looked at, in {n} draws for learning: {'; '.join(parts)}."


def log_odds(ones: Array, zeros: Array, *, errors: float) -> Array:
    """Log-odds of the coin, taken towards 0 by some standard errors; counts get half a draw."""
    a, b = ones + 0.5, zeros + 0.5
    value = np.log(a) - np.log(b)
    return np.sign(value) * np.maximum(np.abs(value) - errors * np.sqrt(1 / a + 1 / b), 0.0)


def _tables(outputs: Outputs, coin: np.ndarray, keys: Keys, what: str) -> list[Score]:
    unique, first, at, count = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    keep = np.flatnonzero(count >= 2)
    if keep.size == 0:
        return []
    keep = np.sort(keep[np.argsort(-count[keep], kind="stable")[:TABLE_SIZE]])
    ones = np.bincount(at[coin], minlength=unique.size)[keep].astype(np.float64)
    zeros = count[keep] - ones
    shown = examples_of(outputs, first[keep]) if keep.size <= 5000 else ()
    shown = shown or tuple(f"outcome {k:#018x}" for k in unique[keep])
    return [
        Table(unique[keep], log_odds(ones, zeros, errors=errors), shown, what)
        for errors in (0.0, 1.0)
    ]


TAILS = np.concatenate(
    [2.0 ** -np.arange(6, 12), np.arange(1, 24) / 24, 1 - 2.0 ** -np.arange(6, 12)]
)
"""Quantiles at which bins end: 24 equal ones, and six ever smaller ones in each tail."""


def _step(feature: Feature, column: Array, texts: dict[float, str]) -> StepScore:
    """Bins for one feature, with weights 0."""
    known = column[~np.isnan(column)]
    values, count = np.unique(known, return_counts=True)
    most, least = (WORDS_KEPT, 2) if feature.is_word else (ATOMS, REPEATS)
    often = values[count >= least] if values.size > ATOMS else values
    if often.size > most:
        order = np.argsort(-count[np.isin(values, often)], kind="stable")[:most]
        often = often[np.sort(order)]
    if feature.is_word:
        labels = tuple(texts.get(float(key), "another word") for key in often)
        edges = np.array([-1.0])  # all other words are above it
        return StepScore(feature, edges, often, np.zeros(often.size + 3), labels)
    atoms = np.union1d(often, np.array([-np.inf, np.inf]))
    rest = known[~np.isin(known, atoms)]
    edges = np.unique(np.quantile(rest, np.sort(TAILS))) if rest.size else np.array([0.0])
    return StepScore(feature, edges, atoms, np.zeros(edges.size + 1 + atoms.size + 1))


def _additive(
    steps: list[StepScore], columns: list[Array], coin: np.ndarray, *, ridge: float = 1.0
) -> Bins:
    """Additive logistic regression by Newton steps, one feature at a time."""
    bins = [s.bins(c) for s, c in zip(steps, columns, strict=True)]
    weights = [s.weights for s in steps]
    total = np.zeros(coin.size)
    for _ in range(SWEEPS):
        moved = 0.0
        for i, at in enumerate(bins):
            chance = 1 / (1 + np.exp(-total))
            size = weights[i].size
            slope = np.bincount(at, coin - chance, size) - ridge * weights[i]
            curve = np.bincount(at, chance * (1 - chance), size) + ridge
            change = np.clip(slope / curve, -2.0, 2.0)
            weights[i] = weights[i] + change
            total += change[at]
            moved = max(moved, float(np.abs(change).max()))
        if moved < 0.02:
            break
    return Bins(tuple(replace(s, weights=w) for s, w in zip(steps, weights, strict=True)))


def _shared(features: list[Feature], columns: list[Array], coin: np.ndarray) -> Bins:
    """The same step function of every feature, by Newton's method with a unit ridge."""
    step = _step(features[0], np.concatenate(columns), {})
    met = np.zeros((coin.size, step.weights.size))
    for column in columns:
        met[np.arange(coin.size), step.bins(column)] += 1
    weights = _newton(met, coin, most=2.0)
    return Bins(tuple(replace(step, feature=one, weights=weights) for one in features))


def _newton(design: Array, coin: np.ndarray, *, most: float) -> Array:
    """Weights of a logistic regression with a unit ridge; no step moves one by more than `most`."""
    weights = np.zeros(design.shape[1])
    for _ in range(SWEEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        slope = design.T @ (coin - chance) - weights
        curve = (design * (chance * (1 - chance))[:, None]).T @ design + np.eye(weights.size)
        change = np.linalg.solve(curve, slope)
        weights += np.clip(change, -most, most)
        if np.abs(change).max() < 1e-4:
            break
    return weights


def _linear(features: tuple[Feature, ...], columns: list[Array], coin: np.ndarray) -> LinearScore:
    """Logistic regression by Newton's method, with a unit ridge."""
    finite = [c[np.isfinite(c)] for c in columns]
    mean = np.array([float(np.median(c)) if c.size else 0.0 for c in finite])
    spread = [
        float(np.diff(np.quantile(c, [0.16, 0.84]))[0]) / 2 if c.size else 1.0 for c in finite
    ]
    scale = np.array([s if s > 0 else 1.0 for s in spread])
    design = np.stack(
        [tame(c, m, s) for c, m, s in zip(columns, mean, scale, strict=True)]
        + [np.ones(coin.size)],
        axis=1,
    )
    weights = _newton(design, coin, most=4.0)
    return LinearScore(features, mean, scale, weights[:-1])
