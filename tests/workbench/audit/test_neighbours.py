"""Pairs that may be no neighbours: refused where their type tells, else said in the result."""

import numpy as np
import pytest

from workbench import audit
from workbench.audit.neighbours import caution


def noisy_sum(data, size, rng):
    return np.sum(data) + rng.laplace(size=size)


@pytest.mark.parametrize(
    ("dataset", "neighbour"),
    [
        ([1, 2, 3], [1, 2]),  # removed
        ([1, 2, 3], [3, 1, 4]),  # replaced, in another order
        (np.eye(3), np.eye(3)[:2]),
        (np.array([[np.nan, 1.0], [2.0, 3.0]]), np.array([[np.nan, 1.0], [2.0, 4.0]])),
        ((), ("a",)),
        (0.0, 5.0),  # nothing is known about numbers
        ({"a": 1}, {"b": 2, "c": 3}),
        (np.array(1.0), np.array(2.0)),
    ],
)
def test_possible_neighbours_are_left_alone(dataset, neighbour):
    assert caution(dataset, neighbour) == caution(neighbour, dataset) == ""


@pytest.mark.parametrize(
    ("dataset", "neighbour", "changed"),
    [
        ([1, 1, 3], [1, 3, 3, 3], 2),
        ([1, 2], [1, 2, 3, 4], 2),
        (np.zeros((3, 2)), np.ones((3, 2)), 3),
    ],
)
def test_more_than_one_changed_record_is_counted(dataset, neighbour, changed):
    assert f"differ in {changed} records" in caution(dataset, neighbour)


def test_a_violation_on_distant_datasets_says_so():
    found = audit.black_box(noisy_sum, [0, 0], [1, 1], epsilon=1.0, samples=20_000)
    assert found.verdict == "violation"
    assert "differ in 2 records" in str(found)
    assert "differ in 2 records" in found._repr_html_()
    assert audit.recheck(found.to_json()).verdict == "violation"


def test_a_whole_audit_says_which_pair_it_is():
    pairs = [([0], [1]), ([0, 0], [1, 1])]
    found = audit.audit(noisy_sum, pairs, epsilon=1.0, samples=20_000)
    assert [line[:24] for line in found.cautions] == ["D (two samples), pair 1:"]
    assert found.cautions[0] in str(found)
    assert "caution" in found._repr_html_()
    assert audit.recheck(found.to_json()).verdict == "violation"
