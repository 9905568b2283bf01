"""Numbers that describe an output made of numbers: what an event may depend on.

    output[0], output[1], ...      the entries (of wide outputs: those that differ most)
    sum, largest, smallest         over the entries that are there and not NaN
    output[1] - output[0], ...     successive differences
    length                         number of entries

Entries that are absent or NaN are NaN; a score treats NaN as a value of its own.
"""

from dataclasses import dataclass

import numpy as np

from workbench.audit.outcomes import Outputs
from workbench.privacy.arrays import Array

COLUMNS = 40
"""Largest number of entries that become features of their own."""

DIFFERENCES = 20
"""Largest number of successive differences."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One number per output; `kind` is entry, difference, sum, largest, smallest or length."""

    kind: str
    column: int = 0
    width: int = 1

    @property
    def name(self) -> str:
        """The feature in words."""
        if self.kind == "entry":
            return "output" if self.width == 1 else f"output[{self.column}]"
        if self.kind == "difference":
            return f"output[{self.column + 1}] - output[{self.column}]"
        return {"sum": "sum(output)", "largest": "max(output)", "smallest": "min(output)"}.get(
            self.kind, "len(output)"
        )

    def __call__(self, outputs: Outputs) -> Array:
        """The feature of every output, shape (n,)."""
        if self.kind == "length":
            return outputs.length.astype(np.float64)
        with np.errstate(invalid="ignore", over="ignore"):  # inf - inf is NaN, an outcome like any
            if self.kind == "entry":
                return _column(outputs, self.column)
            if self.kind == "difference":
                return _column(outputs, self.column + 1) - _column(outputs, self.column)
            values = outputs.values
            if self.kind == "sum":
                return np.where(np.isnan(values), 0.0, values).sum(axis=1)
            if self.kind == "largest":
                return np.where(np.isnan(values), -np.inf, values).max(axis=1, initial=-np.inf)
            return np.where(np.isnan(values), np.inf, values).min(axis=1, initial=np.inf)


def _column(outputs: Outputs, column: int) -> Array:
    if column < outputs.width:
        return np.ascontiguousarray(outputs.values[:, column])
    return np.full(len(outputs), np.nan)


def choose_features(outputs: Outputs, coin: np.ndarray) -> tuple[Feature, ...]:
    """The features of outputs like these, whose coins are known."""
    width = outputs.width
    columns = np.arange(width)
    if width > COLUMNS:
        columns = np.sort(_most_different(outputs.values, coin)[:COLUMNS])
    features = [Feature("entry", int(c), width) for c in columns]
    if 1 < width <= DIFFERENCES + 1:
        features += [Feature("difference", c, width) for c in range(width - 1)]
    if width > 1:
        features += [Feature(kind, 0, width) for kind in ("sum", "largest", "smallest")]
    if np.unique(outputs.length).size > 1:
        features.append(Feature("length"))
    return tuple(f for f in features if _varies(f(outputs)))


def _varies(column: Array) -> bool:
    return bool((column != column[0]).any()) if column[0] == column[0] else not _all_nan(column)


def _all_nan(column: Array) -> bool:
    return bool(np.isnan(column).all())


def _most_different(values: Array, coin: np.ndarray) -> np.ndarray:
    """Columns by how far their ranks differ between the sides of the coin, farthest first."""
    tame = np.arctan(np.nan_to_num(values, nan=0.0))
    one, zero = tame[coin], tame[~coin]
    if len(one) < 2 or len(zero) < 2:
        return np.arange(values.shape[1])
    spread = np.sqrt(one.var(axis=0) / len(one) + zero.var(axis=0) / len(zero)) + 1e-12
    return np.argsort(-np.abs(one.mean(axis=0) - zero.mean(axis=0)) / spread, kind="stable")
