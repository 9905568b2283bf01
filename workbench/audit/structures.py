"""Outputs of any kind taken apart by their structure, place by place, into columns.

    numbers              seen as numbers; of whole numbers beyond 2^53 also what floats lose
    strings, bytes       as a whole, by length, by form, and by the numbers written in them
    lists, tuples, ...   type, length, and every entry, however deep; so are arrays and dataclasses,
                         and the fields of structured arrays by their names
    dictionaries         order of the keys, and the value of every key
    sets                 size and members
    exceptions           type, message and arguments
    None, booleans, enumerations                 as words
    other objects with value equality            by the text of their repr, and their attributes

Text stays text: JSON is not parsed, but the numbers in it are seen.  Objects that equal only
themselves are refused: no two of them are ever the same outcome, so nothing could be found.
"""

import dataclasses
import decimal
import enum
import math
import numbers
import re
from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any

import numpy as np

from workbench.audit.outcomes import (
    CACHED,
    Column,
    MechanismError,
    Outputs,
    Path,
    Place,
    code,
)
from workbench.audit.spelling import short

EXACT = 2**53
"""Whole numbers up to here are floats."""

DEEPEST = 60
"""Deepest nesting that is followed."""

NUMBERS = 20
"""Most numbers that are read out of one text."""

PLAIN = str | bytes | numbers.Number | None
"""What attributes are made of that are followed."""

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def take_apart(raw: Sequence[Any], call: str) -> Outputs:
    """The outputs of one call as columns; a MechanismError names what cannot be compared."""
    return _Encoder(call).run(raw)


class _Encoder:
    """Collects the aspects of all outputs of one call, place by place."""

    def __init__(self, call: str) -> None:
        self.call, self.trial = call, 0
        self.held: dict[Place, tuple[list[int], list[float]]] = {}
        self.texts: dict[float, str] = {}

    def run(self, raw: Sequence[Any]) -> Outputs:
        for trial, output in enumerate(raw):
            self.trial = trial
            self.walk(output, ())
        columns = {
            place: Column(np.array(at, dtype=np.int64), np.array(values, dtype=np.float64))
            for place, (at, values) in self.held.items()
        }
        return Outputs(len(raw), columns=columns, raw=tuple(raw), texts=self.texts)

    def put(self, path: Path, aspect: str, value: float) -> None:
        place = path, aspect
        if place not in self.held:
            self.held[place] = [], []
        at, values = self.held[place]
        at.append(self.trial)
        values.append(value)

    def word(self, path: Path, aspect: str, text: str | bytes) -> None:
        key = code(text)
        if key not in self.texts:
            self.texts[key] = short(text if aspect == "type" else repr(text))  # type: ignore[arg-type]
        self.put(path, aspect, key)

    def walk(self, o: Any, path: Path) -> None:  # noqa: ANN401
        """Put all aspects of an object at a path."""
        if len(path) > DEEPEST:
            raise self.refusal(o, f"nests more than {DEEPEST} deep", "Return a flatter output.")
        kind = type(o)
        self.word(path, "type", kind.__qualname__)
        reader = _reader(kind)  # type: ignore[arg-type] # classes are hashable
        if reader is not None:
            reader(self, o, path)
        elif isinstance(o, type):
            self.word(path, "word", f"{o.__module__}.{o.__qualname__}")
        elif dataclasses.is_dataclass(o) and _own(kind, "__eq__"):
            for part in dataclasses.fields(o):
                self.walk(getattr(o, part.name), (*path, f".{part.name}"))
        elif hasattr(o, "__array__") and hasattr(o, "to_dict"):
            self.walk(o.to_dict(), path)  # tables: with the names of columns and rows
        elif hasattr(o, "__array__"):
            self.array(np.asarray(o), path)
        elif _own(kind, "__eq__") and _own(kind, "__repr__"):
            self.text(repr(o), path)
            self.attributes(o, path)
        else:
            raise self.refusal(
                o,
                f"is an object of class {kind.__qualname__}, which equals only itself or does not "
                "show its value: no outcome would ever be seen twice",
                "Return its fields as numbers, strings, tuples or a dictionary, or make its class "
                "a dataclass.",
            )

    def refusal(self, o: object, rule: str, way_out: str) -> MechanismError:
        return MechanismError(
            f"{self.call}: trial {self.trial} holds {short(repr(o))}, which {rule}.\n  {way_out}"
        )

    def number(self, o: Any, path: Path) -> None:  # noqa: ANN401
        value = float(o)
        self.put(path, "number", value)
        if isinstance(o, np.longdouble) and math.isfinite(value):
            self.put(path, "rest", float(o - np.longdouble(value)))
        if value == 0.0 and math.copysign(1.0, value) < 0:
            self.put(path, "zero", -1.0)

    def whole(self, o: Any, path: Path) -> None:  # noqa: ANN401
        o = int(o)
        if -EXACT <= o <= EXACT:
            self.put(path, "number", float(o))
            return
        self.put(path, "low", float(o & 31))
        self.word(path, "word", hex(o))
        try:
            value = float(o)
        except OverflowError:
            self.put(path, "number", math.inf if o > 0 else -math.inf)
            self.put(path, "length", float(o.bit_length()))
            return
        self.put(path, "number", value)
        self.put(path, "rest", float(o - int(value)))

    def complex(self, o: Any, path: Path) -> None:  # noqa: ANN401
        self.number(o.real, (*path, ".real"))
        self.number(o.imag, (*path, ".imag"))

    def rational(self, o: Any, path: Path) -> None:  # noqa: ANN401
        """Fractions and decimals: near which float, and which one exactly."""
        self.word(path, "word", str(o))
        try:
            self.number(o, path)
        except (OverflowError, ValueError):
            self.put(path, "number", math.inf if o > 0 else -math.inf)

    def text(self, o: str, path: Path) -> None:
        self.word(path, "word", str(o))
        self.put(path, "length", float(len(o)))
        form, found = _numbers_in(str(o))
        if found:
            self.word(path, "form", form)
            for i, value in enumerate(found):
                self.put((*path, f"number {i}"), "number", value)

    def bytes(self, o: Any, path: Path) -> None:  # noqa: ANN401
        self.word(path, "word", bytes(o))
        self.put(path, "length", float(len(o)))
        for i, value in enumerate(bytes(o)[:NUMBERS]):
            self.put((*path, f"byte {i}"), "number", float(value))

    def row(self, o: Any, path: Path) -> None:  # noqa: ANN401
        self.put(path, "length", float(len(o)))
        for i, entry in enumerate(o):
            self.walk(entry, (*path, i))

    def array(self, o: Any, path: Path) -> None:  # noqa: ANN401
        self.word(path, "word", f"array of {o.dtype} with shape {o.shape}")
        if o.dtype.names:
            self.fields(o, path)
            return
        for i, entry in enumerate(o.ravel().tolist()):
            self.walk(entry, (*path, i))

    def fields(self, o: Any, path: Path) -> None:  # noqa: ANN401
        """The fields of a structured array, or of one entry of it, by their names."""
        for name in o.dtype.names or ():
            self.walk(o[name], (*path, f"[{name!r}]"))
        if o.dtype.names is None:
            self.bytes(o.tobytes(), path)

    def mapping(self, o: Any, path: Path) -> None:  # noqa: ANN401
        self.put(path, "length", float(len(o)))
        named = [isinstance(key, str | bytes | int | None | enum.Enum) for key in o]
        self.word((*path, ".keys()"), "word", repr([k for k, n in zip(o, named, strict=True) if n]))
        for i, (key, value) in enumerate(o.items()):
            if named[i]:
                self.walk(value, (*path, f"[{short(repr(key))}]"))
            else:  # a key that may never come back, such as a float, is itself an output
                self.walk(key, (*path, f".keys()[{i}]"))
                self.walk(value, (*path, f".values()[{i}]"))

    def members(self, o: Any, path: Path) -> None:  # noqa: ANN401
        self.put(path, "length", float(len(o)))
        for i, member in enumerate(sorted(o, key=lambda m: (type(m).__qualname__, _order(m)))):
            if isinstance(member, str | bytes | int | None | enum.Enum):
                self.put((*path, f"member {short(repr(member))}"), "number", 1.0)
            else:
                self.walk(member, (*path, f"member {i}"))

    def failure(self, o: BaseException, path: Path) -> None:
        self.text(str(o), (*path, "message"))
        for i, argument in enumerate(o.args):
            if isinstance(argument, str | bytes | numbers.Number | None):
                self.walk(argument, (*path, f".args[{i}]"))
        self.attributes(o, path)
        cause = o.__cause__ or (None if o.__suppress_context__ else o.__context__)
        if cause is not None:  # a traceback tells it
            self.walk(cause, (*path, ".cause"))

    def attributes(self, o: object, path: Path) -> None:
        """What the text of an object may not show, as far as it is plain."""
        for name, value in sorted(getattr(o, "__dict__", {}).items()):
            listed = isinstance(value, list | tuple) and all(isinstance(x, PLAIN) for x in value)
            if listed or isinstance(value, PLAIN) or hasattr(value, "__array__"):
                self.walk(value, (*path, f".{name}"))


READERS: tuple[tuple[Any, Callable[[_Encoder, Any, Path], None]], ...] = (
    (enum.Enum, lambda e, o, path: e.word(path, "word", str(o))),
    (bool | np.bool_ | None, lambda e, o, path: e.word(path, "word", str(o))),
    (float | np.floating, _Encoder.number),
    (int | np.integer, _Encoder.whole),
    (str, _Encoder.text),
    (bytes | bytearray, _Encoder.bytes),
    (list | tuple, _Encoder.row),
    (Mapping, _Encoder.mapping),
    (np.ndarray, _Encoder.array),
    (np.void, _Encoder.fields),
    (Set, _Encoder.members),
    (BaseException, _Encoder.failure),
    (complex | np.complexfloating, _Encoder.complex),
    (numbers.Rational | decimal.Decimal, _Encoder.rational),
)


@lru_cache(maxsize=2**10)
def _reader(kind: type) -> Callable[[_Encoder, Any, Path], None] | None:
    """The first reader that knows a type or a base of it."""
    return next((put for known, put in READERS if issubclass(kind, known)), None)


def _own(kind: type, method: str) -> bool:
    """Whether a class has a method of its own, not that of `object`."""
    return getattr(kind, method) is not getattr(object, method)


def _order(member: object) -> Any:  # noqa: ANN401
    return member if isinstance(member, int | float | str | bytes) else repr(member)


def _numbers_in(text: str) -> tuple[str, tuple[float, ...]]:
    """The text with its numbers replaced by #, and those numbers."""
    return _cached(text) if len(text) <= CACHED else _read(text)


def _read(text: str) -> tuple[str, tuple[float, ...]]:
    if not any(c.isdigit() for c in text):
        return text, ()
    found = [float(token) for token in NUMBER.findall(text)[:NUMBERS]]
    return NUMBER.sub("#", text), tuple(found)


_cached = lru_cache(maxsize=2**14)(_read)
