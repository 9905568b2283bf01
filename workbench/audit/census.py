"""What was unusual about the outputs of an audit: counted, never dropped."""

from dataclasses import dataclass

import numpy as np

from workbench.audit.outcomes import Outputs

TYPES = 6
"""Most types that are named."""


@dataclass(frozen=True, slots=True)
class Census:
    """How many outputs were unusual, of `seen`; lengths are those of numbers and rows.

    `types` are those of whole outputs, where they belong to draws.
    """

    seen: int = 0
    with_nan: int = 0
    with_infinity: int = 0
    exceptions: int = 0
    shortest: int | None = None
    longest: int | None = None
    types: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = []
        if self.types:
            more = f" and {len(self.types) - TYPES} more" if len(self.types) > TYPES else ""
            parts.append(f"Outputs are of type {', '.join(self.types[:TYPES])}{more}")
        if self.shortest is not None:
            same = self.shortest == self.longest
            ends = f"{self.shortest}" if same else f"s {self.shortest} to {self.longest}"
            verb = "they" if parts else "Outputs"
            parts.append(f"{verb} have length{' ' * same}{ends}")
        parts.append(f"NaN in {self.with_nan}, an infinity in {self.with_infinity}")
        parts += [f"{self.exceptions} are exceptions"] if self.exceptions else []
        return "; ".join(parts) + f", of {self.seen}."

    @property
    def caution(self) -> str:
        """A sentence if nothing, or nearly nothing, was released; else nothing."""
        for count, what in ((self.with_nan, "hold NaN"), (self.exceptions, "are exceptions")):
            if count and count == self.seen:
                return f"All {count} outputs {what}: this may not be the release that you mean."
        return ""

    def __add__(self, other: "Census") -> "Census":
        ends = [
            end
            for end in (self.shortest, self.longest, other.shortest, other.longest)
            if end is not None
        ]
        return Census(
            self.seen + other.seen,
            self.with_nan + other.with_nan,
            self.with_infinity + other.with_infinity,
            self.exceptions + other.exceptions,
            min(ends, default=None),
            max(ends, default=None),
            tuple(sorted({*self.types, *other.types})),
        )


def census(outputs: Outputs) -> Census:
    """Count the unusual among some outputs."""
    n = len(outputs)
    if n == 0:
        return Census()
    if outputs.values is not None:
        values, width = outputs.values, outputs.width
        plain = bool(np.isfinite(values).all())
        return Census(
            n,
            0 if plain else int(np.isnan(values).any(axis=1).sum()),
            0 if plain else int(np.isinf(values).any(axis=1).sum()),
            0,
            width,
            width,
            () if outputs.types is None else outputs.types[:1],
        )
    nan, infinite = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    for place, column in outputs.columns.items():
        if place[1] == "number":
            nan[column.at[np.isnan(column.values)]] = True
            infinite[column.at[np.isinf(column.values)]] = True
    length = outputs.column(((), "length"))
    scalar = ~np.isnan(outputs.column(((), "number")))
    length = np.where(np.isnan(length) & scalar, 1.0, length)
    known = length[~np.isnan(length)]
    types = {outputs.texts[key] for key in np.unique(outputs.column(((), "type"))) if key == key}
    return Census(
        n,
        int(nan.sum()),
        int(infinite.sum()),
        sum(isinstance(o, BaseException) for o in outputs.raw),
        int(known.min()) if known.size else None,
        int(known.max()) if known.size else None,
        tuple(sorted(types)),
    )
