"""Numbers that describe an output: what an event may depend on.

    entries                        numbers, lengths and words at the places of an output (of wide
                                   outputs: those that differ most)
    sum, largest, smallest         over the numbers that are there and not NaN
    output[1] - output[0], ...     successive differences

What is absent or NaN is NaN; a score treats NaN as a value of its own.  Words are codes: only their
equality means anything.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.audit.outcomes import WORDS, Outputs, Place, name_of, presence_of
from workbench.privacy.arrays import Array

COLUMNS = 40
"""Largest number of numbers, and of words, that become features of their own."""

DIFFERENCES = 20
"""Largest number of successive differences."""

OVERALL = {"sum": "sum(output)", "largest": "max(output)", "smallest": "min(output)"}


@dataclass(frozen=True, slots=True)
class Feature:
    """One number per output; `kind` is entry, difference, sum, largest or smallest.

    An entry is at `place`; a difference is that at `place` less that at `less`.
    """

    kind: str
    place: Place = ((), "number")
    less: Place = ((), "number")

    @property
    def is_word(self) -> bool:
        """Whether values are codes of words."""
        return self.kind == "entry" and self.place[1] in WORDS

    @property
    def name(self) -> str:
        """The feature in words."""
        if self.kind == "entry":
            return name_of(self.place)
        if self.kind == "difference":
            return f"{name_of(self.place)} - {name_of(self.less)}"
        return OVERALL[self.kind]

    @property
    def presence(self) -> str:
        """The event that an output has this feature, in words."""
        return presence_of(self.place) if self.kind == "entry" else f"{self.name} is a number"

    def __call__(self, outputs: Outputs) -> Array:
        """The feature of every output, shape (n,)."""
        with np.errstate(invalid="ignore", over="ignore"):  # inf - inf is NaN, an outcome like any
            if self.kind == "entry":
                return outputs.column(self.place)
            if self.kind == "difference":
                return outputs.column(self.place) - outputs.column(self.less)
            return overall(outputs, self.kind)


def overall(outputs: Outputs, kind: str) -> Array:
    """Sum, largest or smallest of the numbers of every output, NaN left out, shape (n,)."""
    parts: list[tuple[Any, Array]]
    if outputs.values is not None:
        parts = [(slice(None), outputs.values)]
    else:
        held = outputs.columns.items()
        parts = [(c.at, c.values[:, None]) for place, c in held if place[1] == "number"]
    start, gather = _GATHER[kind]
    total = np.full(len(outputs), start)
    for at, values in parts:
        known = np.where(np.isnan(values), start, values)
        total[at] = gather(total[at], gather.reduce(known, axis=1, initial=start))
    return total


_GATHER = {
    "sum": (0.0, np.add),
    "largest": (-np.inf, np.maximum),
    "smallest": (np.inf, np.minimum),
}


def choose_features(outputs: Outputs, coin: np.ndarray) -> tuple[Feature, ...]:
    """The features of outputs like these, whose coins are known."""
    numbers = _most_different(outputs, outputs.numbers(), coin)
    features = [Feature("entry", place) for place in numbers]
    entries = [place for place in numbers if place[1] == "number"]
    if 1 < len(entries) <= DIFFERENCES + 1:
        pairs = zip(entries[1:], entries, strict=False)
        features += [Feature("difference", after, before) for after, before in pairs]
    if len(entries) > 1:
        features += [Feature(kind) for kind in OVERALL]
    features += [Feature("entry", place) for place in _telling_words(outputs, coin)]
    return tuple(f for f in features if _varies(f(outputs)))


def _varies(column: Array) -> bool:
    same = column == column[0] if column[0] == column[0] else np.isnan(column)
    return not bool(same.all())


def _most_different(outputs: Outputs, places: list[Place], coin: np.ndarray) -> list[Place]:
    """At most COLUMNS places: those where ranks, or presence, differ most between the sides."""
    if len(places) <= COLUMNS:
        return places
    n = max(int(coin.sum()), 1), max(int((~coin).sum()), 1)
    distance = []
    for place in places:
        column = outputs.column(place)
        there = ~np.isnan(column)
        tame = np.arctan(np.where(there, column, 0.0)) + 2.0 * there
        one, zero = tame[coin], tame[~coin]
        spread = np.sqrt(one.var() / n[0] + zero.var() / n[1]) + 1e-12
        distance.append(abs(one.sum() / n[0] - zero.sum() / n[1]) / spread)
    chosen = np.sort(np.argsort(-np.array(distance), kind="stable")[:COLUMNS])
    return [places[i] for i in chosen]


def _telling_words(outputs: Outputs, coin: np.ndarray) -> list[Place]:
    """At most COLUMNS places with words that come back: those where one differs most."""
    found = []
    for place in outputs.words():
        column = outputs.columns[place]
        unique, at = np.unique(column.values, return_inverse=True)
        if unique.size == 1 and column.at.size == len(outputs):
            continue
        ones = np.bincount(at[coin[column.at]], minlength=unique.size).astype(np.float64)
        count = np.bincount(at, minlength=unique.size)
        if count.max(initial=0) > 1:
            gap = np.abs(2 * ones - count) / np.sqrt(count + 1.0)
            found.append((-float(gap.max()), place))
    return [place for _, place in sorted(found, key=lambda pair: pair[0])[:COLUMNS]]
