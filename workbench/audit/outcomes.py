"""Outputs of a stranger's mechanism, brought into one of two forms.

Numbers, and rows of numbers of whatever length, become a float array padded with NaN, beside the
true length of each row.  Everything else (strings, tuples with words in them, ...) stays a list of
hashable objects.  Nothing is dropped: NaN, an infinity or a missing entry is an outcome, and a leak
can hide in it.  Equal outcomes get equal keys: -0.0 is 0.0, and all NaN are one.
"""

import math
import numbers
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.errors import WorkbenchError
from workbench.privacy.arrays import Array, Ints

Keys = NDArray[np.uint64]

RAGGED_WIDTH = 256
"""Entries kept of a row of varying length; its length is always kept."""

KEY_WIDTH = 64
"""Entries of a row that enter its key; rows that agree in them count as one outcome."""


class MechanismError(WorkbenchError):
    """A mechanism under audit raised, or returned something that cannot be audited."""


class _NotANumber:
    """Stands for NaN inside objects, where NaN would differ from itself."""

    def __repr__(self) -> str:
        return "nan"


NAN = _NotANumber()


@dataclass(frozen=True, slots=True, eq=False)
class Outputs:
    """n outputs: numbers as `values` (n, width) with `length` (n,), or `objects`."""

    values: Array
    length: Ints
    objects: tuple[Hashable, ...] | None = None

    def __len__(self) -> int:
        return len(self.length) if self.objects is None else len(self.objects)

    @property
    def kind(self) -> str:
        """What the outputs are: numbers or objects."""
        return "numbers" if self.objects is None else "objects"

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(self.values.shape[1])

    def absent(self) -> NDArray[np.bool_]:
        """Entries beyond the end of their row, shape (n, width)."""
        return np.arange(self.width) >= self.length[:, None]

    def widened(self, width: int) -> Array:
        """The values with exactly `width` columns, NaN where there is none."""
        if self.width >= width:
            return self.values[:, :width]
        missing = np.full((len(self), width - self.width), np.nan)
        return np.concatenate([self.values, missing], axis=1)


def numbers_of(values: Array, length: Ints) -> Outputs:
    """Outputs made of rows of numbers."""
    return Outputs(values, length)


def objects_of(objects: Sequence[Hashable]) -> Outputs:
    """Outputs made of objects."""
    return Outputs(np.empty((0, 0)), np.empty(0, dtype=np.int64), tuple(objects))


def join(parts: Sequence[Outputs]) -> Outputs:
    """All outputs of several calls, which must be of one kind."""
    kinds = {part.kind for part in parts if len(part)}
    if len(kinds) > 1:
        examples = " and ".join(example(part, 0) for part in parts if len(part))
        raise MechanismError(
            f"outputs are of mixed type: numbers in one call and objects in another ({examples}).\n"
            "  Return one type; tuples such as ('answer', 1.5) and ('none', 0.0) can hold anything."
        )
    if kinds == {"objects"}:
        return objects_of([o for part in parts for o in part.objects or ()])
    width = max(part.width for part in parts)
    return numbers_of(
        np.concatenate([part.widened(width) for part in parts]),
        np.concatenate([part.length for part in parts]),
    )


def example(outputs: Outputs, index: int) -> str:
    """One output in words."""
    if outputs.objects is not None:
        return repr(outputs.objects[index])
    row = outputs.values[index, : outputs.length[index]].tolist()
    return repr(row[0]) if outputs.width == 1 and len(row) == 1 else repr(tuple(row))


def encode(raw: object, size: int, call: str) -> Outputs:
    """Outputs of one call, which must be an array or a list of `size` outputs."""
    if not isinstance(raw, np.ndarray | list | tuple):
        raise MechanismError(
            f"{call} returned {type(raw).__name__}: one output per draw is needed.\n"
            "  Return an array with leading axis `size`, or a list of `size` outputs."
        )
    if isinstance(raw, np.ndarray) and raw.ndim == 0:
        raise MechanismError(
            f"{call} returned an array of shape (): its leading axis must have length {size}.\n"
            "  Draw `size` independent outputs in one call and stack them."
        )
    if len(raw) != size:
        what = f"an array of shape {raw.shape}" if isinstance(raw, np.ndarray) else "a list"
        raise MechanismError(
            f"{call} returned {what} with {len(raw)} outputs: {size} were asked for.\n"
            "  Draw `size` independent outputs in one call and stack them along the leading axis."
        )
    if not isinstance(raw, np.ndarray):
        return _encode_list(raw, call)
    if raw.dtype.kind == "c":
        raw = np.stack([raw.real, raw.imag], axis=-1)
    if raw.dtype.kind not in "biuf":
        return _encode_list(raw.tolist(), call)
    rows = np.asarray(raw, dtype=np.float64).reshape(size, math.prod(raw.shape[1:]))
    return numbers_of(rows, np.full(size, rows.shape[1], dtype=np.int64))


def _family(kind: type) -> str:
    if issubclass(kind, numbers.Real | np.bool_):
        return "number"
    return "row" if issubclass(kind, tuple | list | np.ndarray) else kind.__qualname__


def _encode_list(raw: Sequence[Any], call: str) -> Outputs:
    families = {_family(kind) for kind in set(map(type, raw))}
    if len(families) > 1:
        first = _family(type(raw[0]))
        k = next(i for i, o in enumerate(raw) if _family(type(o)) != first)
        raise MechanismError(
            f"{call} returned outputs of mixed type: trial 0 is {raw[0]!r} ({first}), trial {k} is "
            f"{raw[k]!r} ({_family(type(raw[k]))}).\n"
            "  Return one type; tuples such as ('answer', 1.5) and ('none', 0.0) can hold anything."
        )
    try:
        if families <= {"number"}:
            values = np.array(raw, dtype=np.float64).reshape(len(raw), 1)
            return numbers_of(values, np.ones(len(raw), dtype=np.int64))
        if families == {"row"}:
            return _encode_rows(raw)
    except (TypeError, ValueError, OverflowError):
        pass  # rows with words in them, nested rows, or whole numbers beyond floating point
    objects = [_plain(o) for o in raw]
    for k, o in enumerate(objects):
        try:
            hash(o)
        except TypeError:
            raise MechanismError(
                f"{call}: trial {k} is {o!r}, which is not hashable.\n"
                "  Return numbers, rows of numbers, strings, or tuples of those."
            ) from None
    return objects_of(objects)


def _encode_rows(raw: Sequence[Any]) -> Outputs:
    """Rows of numbers, of equal or varying length; ValueError or TypeError if they are not."""
    if any(isinstance(entry, str | bytes) for row in raw for entry in row):
        raise ValueError("a word")  # float("1") would read it as a number
    length = np.fromiter(map(len, raw), dtype=np.int64, count=len(raw))
    flat = np.fromiter(chain.from_iterable(raw), dtype=np.float64, count=int(length.sum()))
    values = np.full((len(raw), int(length.max(initial=0))), np.nan)
    values[np.arange(values.shape[1]) < length[:, None]] = flat
    return numbers_of(values[:, :RAGGED_WIDTH], length)


def _plain(o: object) -> object:
    """The object with NaN replaced by one that equals itself, and lists by tuples."""
    if isinstance(o, float) and o != o:
        return NAN
    if isinstance(o, np.ndarray):
        return _plain(o.tolist())
    # a named tuple or another subclass keeps its type
    return tuple(map(_plain, o)) if isinstance(o, list) or type(o) is tuple else o


def _mix(h: Keys) -> Keys:
    """The finaliser of splitmix64: every input bit reaches every output bit."""
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


def _keys(columns: NDArray[np.uint64], length: Ints) -> Keys:
    h = _mix(length.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15))
    for column in columns.T:
        h = _mix(h + np.uint64(0x9E3779B97F4A7C15) + _mix(column))
    return h


def row_keys(outputs: Outputs) -> Keys:
    """One number per row of numbers, equal for equal rows (and else different, but for 2^-64)."""
    values = outputs.values[:, :KEY_WIDTH] + 0.0  # -0.0 becomes 0.0
    values[np.isnan(values)] = np.nan
    return _keys(np.ascontiguousarray(values).view(np.uint64), outputs.length)


def pattern_keys(outputs: Outputs) -> Keys:
    """One number per row for its length and for where its NaN and infinities are."""
    values = outputs.values[:, :KEY_WIDTH]
    code = np.isnan(values) + 2 * (values == np.inf) + 3 * (values == -np.inf)
    return _keys(code.astype(np.uint64), outputs.length)


@dataclass(frozen=True, slots=True)
class Census:
    """How many outputs were unusual: counted, never dropped."""

    with_nan: int = 0
    with_infinity: int = 0
    shortest: int | None = None
    longest: int | None = None

    def __str__(self) -> str:
        if self.shortest is None:
            return "Outputs are objects."
        length = (
            f"length {self.shortest}"
            if self.shortest == self.longest
            else f"lengths {self.shortest} to {self.longest}"
        )
        return (
            f"Outputs have {length}; NaN in {self.with_nan}, an infinity in {self.with_infinity}."
        )

    def __add__(self, other: "Census") -> "Census":
        ends = [
            end
            for end in (self.shortest, self.longest, other.shortest, other.longest)
            if end is not None
        ]
        return Census(
            self.with_nan + other.with_nan,
            self.with_infinity + other.with_infinity,
            min(ends, default=None),
            max(ends, default=None),
        )


def census(outputs: Outputs) -> Census:
    """Count the unusual among some outputs."""
    if outputs.objects is not None or len(outputs) == 0:
        return Census()
    nan = np.isnan(outputs.values)
    shortest, longest = int(outputs.length.min()), int(outputs.length.max())
    if nan.any() and shortest < outputs.width:
        nan &= ~outputs.absent()
    infinite = np.isinf(outputs.values)
    return Census(
        int(nan.any(axis=1).sum()) if nan.any() else 0,
        int(infinite.any(axis=1).sum()) if infinite.any() else 0,
        shortest,
        longest,
    )
