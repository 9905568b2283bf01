"""Outputs of every kind: a leak is found wherever it sits, and honest mechanisms stay unharmed."""

import dataclasses
import datetime
import enum
import json
import math
from collections import OrderedDict, namedtuple
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from workbench import audit
from workbench.audit import MechanismError
from workbench.audit.encoding import encode
from workbench.audit.outcomes import join


@dataclasses.dataclass(frozen=True)
class Record:
    """An output with two fields."""

    key: str
    value: float


Pair = namedtuple("Pair", "left right")
Colour = enum.Enum("Colour", "RED BLUE")


def told(x, rng):
    """Randomised response that spends 3."""
    return x if rng.random() < 1 / (1 + math.exp(-3)) else 1 - x


HIDING = {  # where an output of one call hides the answer t, beside noise that never comes back
    "float in a tuple": lambda t, rng: ("answer", t + 1e-9 * rng.random()),
    "float in nested lists": lambda t, rng: [[rng.random(), [t + rng.normal() / 50]], "x"],
    "JSON": lambda t, rng: json.dumps({"id": rng.random(), "count": t + rng.normal() / 50}),
    "items": lambda t, rng: tuple(sorted({"a": t + rng.normal() / 50, "b": rng.random()}.items())),
    "beside a unique id": lambda t, rng: (rng.integers(2**60), t),
    "beside a unique word": lambda t, rng: (str(rng.random()), "yes" if t else "no"),
    "dictionary": lambda t, rng: {"a": rng.random(), "b": t + rng.normal() / 50},
    "key of a dictionary": lambda t, rng: {"ab"[t]: rng.random()},
    "order of a dictionary": lambda t, rng: dict(sorted({"a": 1, "b": 2}.items(), reverse=t)),
    "float key": lambda t, rng: {t + rng.normal() / 50: rng.random()},
    "sign of zero": lambda t, rng: -0.0 if t else 0.0,
    "sign of zero beside noise": lambda t, rng: (rng.random(), -0.0 if t else 0.0),
    "int or float": lambda t, rng: 1 if t else 1.0,
    "bool or int": lambda t, rng: (rng.random(), True if t else 1),
    "low bit of a large number": lambda t, rng: 2 * int(rng.integers(2**60)) + t,
    "low bit of a huge number": lambda t, rng: 10**400 * int(rng.integers(2**60)) + t,
    "entry 300 of a ragged row": lambda t, rng: [
        rng.random() + (3.0 * t if i == 300 else 0.0) for i in range(301 + int(rng.integers(3)))
    ],
    "length": lambda t, rng: tuple(rng.random(2 + t)),
    "None or a number": lambda t, rng: None if t else rng.random(),
    "bytes": lambda t, rng: bytes([int(rng.integers(256)), t]),
    "set": lambda t, rng: {f"user {t}", "user 7"},
    "set of floats": lambda t, rng: frozenset({rng.random(), 5 + t + rng.random()}),
    "dataclass": lambda t, rng: Record("a", t + rng.normal() / 50),
    "named tuple": lambda t, rng: Pair(rng.random(), t),
    "class of a tuple": lambda t, rng: Pair(1, 2) if t else (1, 2),
    "enumeration": lambda t, rng: (rng.random(), Colour.RED if t else Colour.BLUE),
    "fraction": lambda t, rng: Fraction(int(rng.integers(10**6)) + 10**7 * t, 3),
    "decimal": lambda t, rng: Decimal(rng.random()) + t,
    "complex": lambda t, rng: [complex(rng.random(), t + rng.normal() / 50), None],
    "array": lambda t, rng: {"w": np.array([rng.random(), t + rng.normal() / 50])},
    "array shape": lambda t, rng: np.zeros((2, 3) if t else (3, 2)),
    "exception or not": lambda t, rng: ValueError("bad") if t else rng.random(),
    "type of an exception": lambda t, rng: ValueError("bad") if t else KeyError("bad"),
    "message of an exception": lambda t, rng: ValueError(f"row {rng.random()} has {t} entries"),
    "nan or None": lambda t, rng: math.nan if t else None,
    "masked or not": lambda t, rng: np.ma.array([rng.random(), 1.0], mask=[False, bool(t)]),
    "time": lambda t, rng: datetime.timedelta(days=t, microseconds=int(rng.integers(10**9))),
    "a mixture": lambda t, rng: [1.0, "a", None, (2,)][(2 * t + int(rng.integers(2))) % 4],
}


@pytest.mark.parametrize("kind", HIDING)
def test_a_leak_is_found_wherever_it_hides(kind):
    def sample(x, size, rng):
        return [HIDING[kind](told(x, rng), rng) for _ in range(size)]

    found = audit.black_box(sample, 0, 1, epsilon=1.0, samples=3000)
    assert found.verdict == "violation", str(found)
    assert found.epsilon_lower < 3.0  # error probability .01 for each, and the seeds are fixed
    assert audit.recheck(found.to_json()).verdict == "violation"


@pytest.mark.parametrize("kind", HIDING)
def test_the_same_outputs_pass_when_the_answer_is_private(kind):
    """The claim is exactly true: at confidence 1 - 1e-6 an alarm has probability 1e-6 each."""

    def sample(x, size, rng):
        return [HIDING[kind](told(x, rng), rng) for _ in range(size)]

    found = audit.black_box(sample, 0, 1, epsilon=3.0, samples=1500, confidence=1 - 1e-6)
    assert found.verdict != "violation", str(found)


def test_bits_of_floats_inside_structures_are_a_verdict_of_their_own():
    def sample(x, size, rng):
        return [{"mean": x + rng.laplace(), "what": "mean"} for _ in range(size)]

    found = audit.audit(sample, [(0, 1)], epsilon=1.0, samples=8_000, bits=True)
    assert (found.verdict, found.bits_verdict) == ("no violation found", "violation")
    assert str(found).startswith("violation in the low bits of the outputs (no violation found")
    assert "violation in the low bits" in found._repr_html_()
    assert json.loads(found.to_json())["headline"] == found.headline


def test_outputs_that_cannot_be_compared_are_underpowered_not_fine():
    """Opaque words that never come back: nothing can be seen, and that is what is said."""

    def sample(x, size, rng):
        letters = rng.integers(97, 123, size=(size, 40)).astype(np.uint8)
        return [row.tobytes().decode() for row in letters]

    found = audit.black_box(sample, 0, 1, epsilon=1.0, samples=2000)
    assert found.verdict == "underpowered"
    assert found.epsilon_lower == 0.0
    assert "each was seen once only" in found.looked
    assert "guessed on none" in found.power
    assert audit.recheck(found.to_json()).verdict == "underpowered"


def test_what_was_looked_at_is_said():
    def sample(x, size, rng):
        return [{"mean": x + rng.laplace(), "ok": rng.random() < 0.5} for _ in range(size)]

    text = str(audit.black_box(sample, 0, 1, epsilon=1.0, samples=2000))
    assert "no whole outcome (each was seen once only)" in text
    assert "output['mean'], output['ok']" in text


@pytest.mark.parametrize("bad", [object(), lambda: 0, (1, object()), {"a": iter([1])}])
def test_objects_without_value_equality_are_refused(bad):
    with pytest.raises(MechanismError, match="equals only itself"):
        audit.black_box(lambda x, size, rng: [bad] * size, 0, 1, epsilon=1.0, samples=60)


def test_nan_is_said_by_every_door():
    def sample(x, size, rng):
        return np.full(size, np.nan)

    found = audit.audit(sample, [([1], [])], epsilon=1.0, samples=1000)
    assert "NaN in 1000" not in str(found).splitlines()[0]
    assert "All " in found.cautions[0]
    assert "outputs hold NaN" in str(found)
    assert "outputs hold NaN" in str(audit.black_box(sample, 0, 1, epsilon=1.0, samples=1000))


def test_equal_outputs_have_equal_keys_and_others_do_not():
    """Dense arrays and structures are one language: what is equal is equal in both."""
    values = [0.0, -0.0, 1.0, math.nan, math.inf, 2.0**60]
    dense = encode(values, 6, "f")
    mixed = encode([*values, None], 7, "f")
    assert dense.values is not None
    assert mixed.values is None
    assert (dense.exact_keys() == mixed.exact_keys()[:6]).all()
    assert (dense.spread().exact_keys() == dense.exact_keys()).all()
    assert (dense.pattern_keys() == dense.spread().pattern_keys()).all()
    assert len(set(mixed.exact_keys().tolist())) == 7
    rows = encode(np.arange(6.0).reshape(3, 2), 3, "f")
    assert (rows.exact_keys() == rows.spread().exact_keys()).all()
    both = join([dense, mixed])
    assert (both.exact_keys() == np.concatenate([dense.exact_keys(), mixed.exact_keys()])).all()
    nans = encode([np.float64(np.nan), -np.float64(np.nan)], 2, "f").exact_keys()
    assert nans[0] == nans[1]


def test_order_of_insertion_and_subclasses_are_seen():
    one, two = OrderedDict(a=1, b=2), OrderedDict(b=2, a=1)
    keys = encode([one, two, dict(one), {"a": 1, "b": 2}], 4, "f").exact_keys().tolist()
    assert len(set(keys)) == 3
    assert keys[2] == keys[3]


def test_nesting_without_end_is_refused():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(MechanismError, match="deep"):
        encode([loop], 1, "f")


def test_masked_entries_of_an_array_are_absent():
    masked = np.ma.array([[1.0, 2.0], [1.0, 2.0]], mask=[[False, False], [False, True]])
    keys = encode(masked, 2, "f").exact_keys()
    assert keys[0] != keys[1]


def test_tables_keep_the_names_of_their_columns():
    class Table:
        """As the tables of pandas and polars are."""

        def __init__(self, name):
            self.name = name

        def __array__(self, dtype=None, copy=None):
            return np.array([[1.0]])

        def to_dict(self):
            return {self.name: {0: 1.0}}

    one, two = encode([Table("a"), Table("b")], 2, "f").exact_keys()
    assert one != two


def test_a_buffer_that_is_used_again_is_copied():
    buffer = np.zeros(1)

    def release(x, rng):
        buffer[0] = x + rng.laplace(scale=0.25)
        return buffer

    found = audit.black_box(release, 0, 1, epsilon=1.0, samples=1_000)
    assert found.verdict == "violation"


def test_long_words_are_told_apart():
    keys = encode(["a" * 10**5, "a" * 10**5 + "b", "7" * 10**5, "7" * 10**5], 4, "f").exact_keys()
    assert len(set(keys.tolist())) == 3


FIELDS = [("age", "i4"), ("place", [("x", "f8"), ("y", "f8")]), ("pair", "f4", (2,))]


@pytest.mark.parametrize("one_by_one", [False, True])
def test_fields_of_structured_arrays_keep_their_names(one_by_one):
    def records(x, size, rng):
        rows = np.zeros(size, dtype=FIELDS)
        rows["age"] = 30 + rng.integers(2, size=size)
        rows["place"]["x"] = rng.laplace(size=size)
        rows["place"]["y"] = 3.0 * x
        return [rows[i : i + 1] for i in range(size)] if one_by_one else rows

    found = audit.black_box(records, 1.0, 0.0, epsilon=1.0, samples=2_000)
    assert found.verdict == "violation"
    place = "output['place']['y'][0]" if one_by_one else "output['place']['y']"
    assert any(event.words.startswith(place) for event in found.witness)
    assert "output['age']" in found.looked


def test_structured_arrays_with_masks_and_without_fields_that_have_names():
    rows = np.ma.array(
        [(1, 0.5), (2, 0.5), (2, 0.5)],
        mask=[(False, False), (False, True), (False, True)],
        dtype=[("age", "i4"), ("weight", "f8")],
    )
    outputs = encode(rows, 3, "outputs")
    assert np.isnan(outputs.column((("['weight']",), "number"))).tolist() == [False, True, True]
    keys = outputs.exact_keys()
    assert keys[0] != keys[1] == keys[2]
    blank = encode([np.void(b"ab"), np.void(b"ac"), np.void(b"ab")], 3, "outputs").exact_keys()
    assert blank[0] == blank[2] != blank[1]


@pytest.mark.parametrize(
    ("whole", "real", "words"),
    [
        (int, float, ("1; 2", "1.0; 2.0")),
        (lambda v: [int(v)], lambda v: [float(v)], ("[1]; [2]", "[1.0]; [2.0]")),
        (
            lambda v: np.array([v], dtype=np.int64),
            lambda v: np.array([v], dtype=np.float64),
            ("array([1], dtype=int64)", "array([1.], dtype=float64)"),
        ),
    ],
)
def test_a_witness_tells_whole_numbers_from_floats(whole, real, words):
    def release(x, size, rng):
        return [(whole if x else real)(v) for v in 1 + rng.integers(2, size=size)]

    found = audit.black_box(release, 1, 0, epsilon=1.0, samples=1_000)
    assert found.verdict == "violation"
    text = " ".join(event.words for event in found.witness)
    for each in words:
        assert all(one in text for one in each.split("; "))


def test_events_of_presence_say_what_is_there():
    """With a sign, a message: "is a number" would be a riddle."""

    def zero(x, rng):
        return -0.0 if x and rng.random() < 0.9 else 0.0

    def fails(x, rng):
        if rng.random() < 0.5 * x:
            raise ValueError("negative")
        return rng.random()

    for release, words in ((zero, "output is -0.0"), (fails, "message in output is there")):
        found = audit.black_box(audit.per_call(release), 1.0, 0.0, epsilon=1.0, samples=2_000)
        assert found.verdict == "violation"
        assert [event.words for event in found.witness] == [words]
