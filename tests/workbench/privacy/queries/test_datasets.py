"""Datasets refuse what is not data, and neighbours differ in one record."""

import numpy as np
import pytest

from workbench.errors import DataError
from workbench.privacy import Dataset, changed_record


def test_records_are_copied_and_frozen():
    rows = np.zeros((2, 1))
    data = Dataset(rows)
    rows[0] = 5
    assert data.records[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        data.records[0] = 1


def test_replace_finds_its_way_back():
    data = Dataset(np.arange(6.0).reshape(3, 2))
    other = data.replace(1, [9.0, 9.0])
    assert changed_record(data, other) == 1
    assert data.records[1].tolist() == [2.0, 3.0]


@pytest.mark.parametrize("rows", [np.zeros(3), np.zeros((0, 2)), np.array([[1.0], [np.nan]])])
def test_malformed_records_are_refused(rows):
    with pytest.raises(DataError, match="records"):
        Dataset(rows)


def test_not_neighbours():
    data = Dataset(np.zeros((3, 1)))
    with pytest.raises(DataError, match="differ in 0 records"):
        changed_record(data, Dataset(np.zeros((3, 1))))
    with pytest.raises(DataError, match="differ in 2 records"):
        changed_record(data, data.replace(0, [1.0]).replace(2, [1.0]))
    with pytest.raises(DataError, match="same size"):
        changed_record(data, Dataset(np.zeros((4, 1))))
