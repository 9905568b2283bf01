"""Outputs of a stranger's mechanism as columns of numbers, with nothing erased.

An output is a tree (workbench.audit.structures).  Every place in it has a path, and each aspect of
a place is a column of its own: its number, its word, its type, its length, and so on.  A column
knows in which outputs it occurs; a place that is absent is an event like any other.  Arrays and
lists of plain numbers keep their dense form, and are read through the same names.

Two summaries complete the columns: `exact_keys`, equal for outputs that are equal in type and value
(the sign of zero included, all NaN being one), and `pattern_keys`, for what is left when the
numbers and words themselves are forgotten: types, lengths, what is present, NaN, infinities, -0.0.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.audit.spelling import shown
from workbench.errors import WorkbenchError
from workbench.privacy.arrays import Array, Ints

Keys = NDArray[np.uint64]
Path = tuple[object, ...]
Place = tuple[Path, str]
"""A path and an aspect: number, word, type, length, form, rest, low, zero."""

WORDS = ("word", "type", "form")
"""Aspects of which only equality means anything: their columns hold codes."""

NAMES = {
    "type": "type({})",
    "length": "len({})",
    "form": "{} without its numbers",
    "rest": "{0} - float({0})",
    "low": "{} mod 32",
    "zero": "the sign of {} where it is 0",
}

PRESENT = {"number": "{} is a number", "zero": "{} is -0.0"}

CACHED = 200
"""Longest word whose code is remembered."""


class MechanismError(WorkbenchError):
    """A mechanism under audit raised, or returned something that cannot be audited."""


def name_of(place: Place) -> str:
    """A place in words.

    >>> name_of(((1, "['a']"), "number")), name_of(((), "type")), name_of((("number 2",), "number"))
    ("output[1]['a']", 'type(output)', 'number 2 in output')
    """
    return NAMES.get(place[1], "{}").format(_spot(place[0]))


def presence_of(place: Place) -> str:
    """The event that an output has this aspect of this place, in words.

    >>> presence_of(((1,), "number")), presence_of(((), "zero")), presence_of(((2,), "length"))
    ('output[1] is a number', 'output is -0.0', 'output[2] is there')
    """
    return PRESENT.get(place[1], "{} is there").format(_spot(place[0]))


def _spot(path: Path) -> str:
    text = "output"
    for step in path:
        if isinstance(step, int):
            text = f"{text}[{step}]"
        else:
            text = f"{text}{step}" if str(step)[:1] in "[." else f"{step} in {text}"
    return text


def code(word: str | bytes) -> float:
    """A number that stands for a word: 53 bits of its hash, the same in every process."""
    return _cached_code(word) if len(word) <= CACHED else _code(word)


def _code(word: str | bytes) -> float:
    data = word.encode("utf-8", "surrogatepass") if isinstance(word, str) else b"\0" + word
    return float(int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big") >> 11)


_cached_code = lru_cache(maxsize=2**16)(_code)


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One aspect of one place: `values` (k,) in the outputs number `at` (k,), increasing."""

    at: Ints
    values: Array


@dataclass(frozen=True, eq=False)
class Outputs:
    """n outputs: dense numbers `values` (n, width), or `columns` beside the `raw` objects.

    `types` names the types of a dense row and of its entries; None where they belong to the array
    that the call returned, and hence to the call and not to a draw.  `texts` spells the codes.
    """

    size: int
    values: Array | None = None
    scalar: bool = False
    types: tuple[str, str] | None = None
    columns: dict[Place, Column] = field(default_factory=dict)
    raw: tuple[Any, ...] = ()
    texts: dict[float, str] = field(default_factory=dict)
    _keys: dict[str, Keys] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.size

    @property
    def width(self) -> int:
        """Numbers of one output: entries of a dense row, else those of an average output."""
        if self.values is not None:
            return int(self.values.shape[1])
        held = sum(c.at.size for c in self.columns.values())
        return -(-held // max(self.size, 1))

    def path(self, entry: int) -> Path:
        """Path of an entry of a dense row."""
        return () if self.scalar else (entry,)

    def column(self, place: Place) -> Array:
        """Values at a place in all outputs, shape (n,); NaN where it is absent."""
        if self.values is not None:
            return self._dense(place)
        full = np.full(self.size, np.nan)
        if place in self.columns:
            column = self.columns[place]
            full[column.at] = column.values
        return full

    def _dense(self, place: Place) -> Array:
        path, aspect = place
        entry = 0 if self.scalar and path == () else path[0] if len(path) == 1 else None
        here = isinstance(entry, int) and entry < self.width and self.scalar == (path == ())
        if here and aspect in ("number", "zero"):
            assert self.values is not None
            column = self.values[:, entry]  # type: ignore[index] # an int, as `here` says
            return signs(column) if aspect == "zero" else np.ascontiguousarray(column)
        if path == () and aspect == "length" and not self.scalar:
            return np.full(self.size, float(self.width))
        if aspect == "type" and self.types is not None and (path == () or here):
            return np.full(self.size, code(self.types[1 if here else 0]))
        return np.full(self.size, np.nan)

    def numbers(self) -> list[Place]:
        """Places that hold numbers, lengths and the like."""
        if self.values is None:
            return [place for place in self.columns if place[1] not in WORDS]
        entries = [(self.path(c), "number") for c in range(self.width)]
        zeros = [
            (self.path(int(c)), "zero")
            for c in np.flatnonzero((np.signbit(self.values) & (self.values == 0)).any(axis=0))
        ]
        return [*entries, *zeros]

    def words(self) -> list[Place]:
        """Places that hold words and types."""
        return [place for place in self.columns if place[1] in WORDS]

    def spread(self) -> "Outputs":
        """The same with columns instead of a dense array."""
        if self.values is None:
            return self
        every = np.arange(self.size)
        places = [(self.path(c), "number") for c in range(self.width)]
        places += [place for place in self.numbers() if place[1] == "zero"]
        places += [] if self.scalar else [((), "length")]
        texts = {}
        if self.types is not None:
            places += [((), "type")] + [
                ((c,), "type") for c in range(self.width) if not self.scalar
            ]
            texts = {code(word): word for word in self.types}
        columns = {}
        for place in places:
            values = self.column(place)
            there = ~np.isnan(values) if place[1] == "zero" else slice(None)
            columns[place] = Column(every[there], values[there])
        raw = tuple(map(self._whole, range(self.size)))
        return Outputs(self.size, columns=columns, raw=raw, texts=texts)

    def head(self, rows: int) -> "Outputs":
        """The first rows of a dense array; everything of other outputs."""
        if self.values is None or len(self) <= rows:
            return self
        return Outputs(rows, self.values[:rows], scalar=self.scalar, types=self.types)

    def example(self, index: int) -> str:
        """One output in words."""
        if self.values is None:
            return shown(self.raw[index])
        return repr(self._whole(index))

    def _whole(self, index: int) -> object:
        """A dense output with the types that it had; a row of an array is a tuple."""
        assert self.values is not None
        kind, entry = self.types or ("tuple", "float")
        row = list(map({"int": int, "bool": bool}.get(entry, float), self.values[index].tolist()))
        return row[0] if self.scalar else row if kind == "list" else tuple(row)

    def exact_keys(self) -> Keys:
        """One number per output, equal for equal outputs (and else different, but for 2^-64)."""
        return self._keyed("exact", _bits)

    def pattern_keys(self) -> Keys:
        """One number per output for types, lengths, what is present, NaN, infinities and -0.0."""
        return self._keyed("pattern", _pattern)

    def _keyed(self, what: str, read: Any) -> Keys:  # noqa: ANN401
        if what not in self._keys:
            total = np.zeros(self.size, dtype=np.uint64)
            for place, at, values in self._all():
                total[at] += _mix(read(values, place[1]) + _salt(place))
            self._keys[what] = _mix(total)
        return self._keys[what]

    def _all(self) -> Iterator[tuple[Place, Any, Array]]:
        if self.values is None:
            for place, column in self.columns.items():
                if place[1] != "zero":  # the number itself has that sign
                    yield place, column.at, column.values
            return
        for c in range(self.width):
            yield (self.path(c), "number"), slice(None), np.ascontiguousarray(self.values[:, c])
        for place in ((), "length"), ((), "type"), *(((c,), "type") for c in range(self.width)):
            values = self._dense(place)[:1]
            if values.size and values[0] == values[0]:
                yield place, slice(None), values


def signs(column: Array) -> Array:
    """-1 where a number is -0.0, else NaN."""
    return np.where((column == 0) & np.signbit(column), -1.0, np.nan)


def join(parts: Sequence[Outputs]) -> Outputs:
    """All outputs of several calls, in their order."""
    parts = [part for part in parts if len(part)] or list(parts[:1])
    if len(parts) == 1:
        return parts[0]
    dense = [part.values for part in parts if part.values is not None]
    if len(dense) == len(parts) and len({(p.scalar, p.width, p.types) for p in parts}) == 1:
        first = parts[0]
        values = np.concatenate(dense)
        return Outputs(len(values), values, scalar=first.scalar, types=first.types)
    spread = [part.spread() for part in parts]
    starts = np.cumsum([0, *(len(part) for part in spread)])
    held: dict[Place, list[Column]] = {}
    for start, part in zip(starts, spread, strict=False):
        for place, column in part.columns.items():
            held.setdefault(place, []).append(Column(column.at + start, column.values))
    columns = {
        place: Column(
            np.concatenate([c.at for c in found]), np.concatenate([c.values for c in found])
        )
        for place, found in held.items()
    }
    texts = {key: text for part in spread for key, text in part.texts.items()}
    raw = tuple(o for part in spread for o in part.raw)
    return Outputs(int(starts[-1]), columns=columns, raw=raw, texts=texts)


def _mix(h: Keys) -> Keys:
    """The finaliser of splitmix64: every input bit reaches every output bit."""
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@lru_cache(maxsize=2**16)
def _salt(place: Place) -> np.uint64:
    return np.uint64(int(code(repr(place))) * 2048 + 1)


def _bits(values: Array, aspect: str) -> Keys:
    canonical = np.where(np.isnan(values), np.nan, values)  # all NaN are one
    return _mix(canonical.view(np.uint64))


def _pattern(values: Array, aspect: str) -> Keys:
    if aspect in ("type", "length", "form"):
        return _bits(values, aspect)
    kind = 1 + np.isnan(values) + 2 * (values == np.inf) + 3 * (values == -np.inf)
    kind += 4 * ((values == 0) & np.signbit(values))
    return kind.astype(np.uint64)
