"""Mechanisms that use up their data, exit, hide what they release, or share noise between draws."""

import sys

import numpy as np
import pytest
import scipy.sparse

from workbench import audit
from workbench.audit import MechanismError, from_samples, per_call
from workbench.audit.draws import DependentDrawsError
from workbench.audit.intact import Intact, alike
from workbench.errors import ParameterError

OWN = np.random.default_rng(3)


def found(mechanism, dataset=(1.0, 0.0), neighbour=(0.0, 0.0), *, kind=list, samples=2000):
    """The verdict about epsilon = 1, of a pair that every call gets afresh if all is well."""
    pair = kind(dataset), kind(neighbour)
    return audit.black_box(mechanism, *pair, epsilon=1.0, samples=samples)


def consumes(rows, rng):
    total = 0.0
    while rows:
        total += rows.pop()
    return total + rng.laplace(scale=0.2)


def in_place(rows, rng):
    rows += rng.laplace(scale=0.2, size=2)
    return rows


def buffered():
    held = {}

    def sample(rows, size, rng):
        buffer = held.setdefault(size, np.empty(size))
        buffer[:] = sum(rows) + rng.laplace(scale=0.2, size=size)
        return buffer

    return sample


def exits(rows, rng):
    if sum(rows) > 0 and rng.random() < 0.5:
        sys.exit("no more budget")
    return rng.random()


class PanicException(BaseException):
    pass


def panics(rows, rng):
    if sum(rows) > 0 and rng.random() < 0.5:
        raise PanicException("called `Option::unwrap()` on a `None` value")
    return rng.random()


def caused(rows, rng):
    try:
        raise KeyError("a") if sum(rows) > 0 else ValueError("b")
    except LookupError as error:
        raise RuntimeError(f"run {rng.random()}") from error
    except ValueError:
        raise RuntimeError(f"run {rng.random()}")  # noqa: B904 - the context tells it too


def noted(rows, rng):
    error = RuntimeError(f"run {rng.random()}")
    error.add_note(f"sum {sum(rows)}")
    raise error


def attribute(rows, rng):
    error = RuntimeError(f"run {rng.random()}")
    error.value = sum(rows)
    raise error


def sparse(rows, rng):
    """Its repr shows the shape alone."""
    return scipy.sparse.csr_array(np.array([[sum(rows) + rng.laplace(scale=0.2) + 9, 1.0]]))


def longer(rows, size, rng):
    return np.longdouble(rng.random(size)) + np.longdouble(2) ** -60 * sum(rows)


def keyword_only(rows, *, rng):
    return sum(rows) + rng.laplace(scale=0.2)


def seed_behind(rows, bounds=(0, 1), *, seed=None):
    return sum(rows) + np.random.default_rng(seed).laplace(scale=0.2)


def generator_first(rng, rows):
    return sum(rows) + rng.laplace(scale=0.2)


@pytest.mark.parametrize(
    "mechanism",
    [consumes, buffered(), exits, panics, caused, noted, attribute, sparse, longer, keyword_only,
     seed_behind, generator_first],
    ids=lambda m: m.__name__,
)  # fmt: skip
def test_what_it_does_to_data_or_beside_its_output_hides_nothing(mechanism):
    if mechanism is longer and np.finfo(np.longdouble).nmant <= 52:
        assert found(mechanism).verdict != "violation"  # no bits beyond those of a float
        return
    assert found(mechanism).verdict == "violation"


def test_noise_in_the_data_itself_does_not_add_up():
    assert found(in_place, kind=np.array).verdict == "violation"
    kept = np.array([1.0, 0.0])
    audit.black_box(in_place, kept, np.zeros(2), epsilon=1.0, samples=100)
    assert kept.tolist() == [1.0, 0.0]


def test_an_iterator_is_no_dataset():
    with pytest.raises(ParameterError, match="iterator"):
        audit.black_box(consumes, iter([1.0]), iter([0.0]), epsilon=1.0, samples=100)


def test_rows_that_share_noise_are_refused():
    def in_pairs(rows, size, rng):
        return sum(rows) + rng.laplace(size=size // 2 + 1).repeat(2)[:size]

    def independent(rows, size, rng):  # equal rows are many, in calls and between them
        return rng.integers(0, 5, size)

    with pytest.raises(DependentDrawsError, match="shares noise between draws"):
        found(in_pairs)
    assert found(independent).verdict != "violation"


def test_processes_that_share_a_generator_are_refused():
    def own(rows):
        return sum(rows) + OWN.laplace()

    with pytest.raises(MechanismError, match=r"ignores its generator|every process has a copy"):
        found(per_call(own, processes=2), samples=600)


def test_an_answer_that_is_remembered_is_told():
    known = {}

    def remembers(rows, rng):
        return known.setdefault(tuple(rows), rng.laplace())

    said = found(remembers)
    assert "remembers its answers" in said.caution
    assert "remembers its answers" not in found(keyword_only).caution


def test_stored_outputs_may_be_sorted():
    rng = np.random.default_rng(0)
    one, two = (np.sort(rng.laplace(x, 1, 5000)) for x in (0.0, 3.0))
    for kind in (np.asarray, list):
        stored = from_samples(kind(one), kind(two))
        said = audit.black_box(stored, *stored.pair, epsilon=1.0, samples=stored.samples)
        assert said.verdict == "violation"
    same = from_samples(one, np.sort(rng.laplace(0, 1, 5000)))
    said = audit.black_box(same, *same.pair, epsilon=0.2, samples=same.samples)
    assert said.verdict != "violation"


class Held:
    def __init__(self, value):
        self.value = value


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([1, 2], [1, 3]), ((1, [2]), (1, [2, 3])), ({"a": 1}, {"b": 1}), (Held(1), Held(2)),
        (np.array([1.0]), np.array([2.0])), (np.array([[1], None], object), np.array([[2], None],
        object)), ([Held(np.ones(2))], [Held(np.zeros(2))]), ({1}, {2}), (1.0, 1), (0.5, 0.6),
    ],
)  # fmt: skip
def test_changes_of_data_are_seen(one, two):
    import copy

    assert not alike(one, two)
    assert alike(one, copy.deepcopy(one))


def test_what_cannot_be_copied_is_handed_out_itself():
    lock = __import__("threading").Lock()
    assert Intact(lock).give() is lock
    data = Intact([1, 2])
    data.give().clear()
    assert data.give() == [1, 2]
