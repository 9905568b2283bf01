"""Readers of JSON: a damaged document gets the declared error, or an answer, and nothing else."""

from __future__ import annotations

import copy
import importlib.util
import itertools
import json
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.campaigns.readers import READERS, places

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats(allow_nan=True)
    | st.sampled_from(
        ["", "0", "-1", "1/0", "1e9", "٣", "x", "n", "seq", "real", "=", "<", "²", "9" * 5000]
    )
    | st.integers(10**30, 10**31)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["kind", "statement", "name", "x", "members"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("name", READERS)
def test_the_undamaged_documents_are_read(name: str) -> None:
    reader = READERS[name]
    for document in _documents(name):
        reader.read(document)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=50)
@given(data=st.data())
def test_a_damaged_document_is_refused_with_the_declared_error(
    name: str, data: st.DataObject
) -> None:
    reader = READERS[name]
    document = copy.deepcopy(data.draw(st.sampled_from(_documents(name)), label="document"))
    for _ in range(data.draw(st.integers(1, 3))):
        spots = list(places(document))
        box, key = spots[data.draw(st.integers(0, len(spots) - 1), label="place")]
        match data.draw(st.sampled_from(["another value", "gone", "twice", "wrapped"])):
            case "another value":
                box[key] = data.draw(VALUES)
            case "gone":
                del box[key]
            case "twice" if isinstance(box, list):
                box.insert(0, copy.deepcopy(box[key]))
            case _:
                box[key] = [box[key]]
        if not document:
            break
    reader(document)


@settings(max_examples=30)
@given(document=VALUES)
@pytest.mark.parametrize("name", READERS)
def test_any_value_is_refused_or_answered(name: str, document: object) -> None:
    READERS[name](document)


@cache
def _documents(name: str) -> list[object]:
    return READERS[name].documents()


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris is not installed")
@pytest.mark.parametrize("name", ["certificate", "report"])
def test_the_coverage_guided_target_runs(name: str) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.campaigns.readers_atheris",
        name,
        "-runs=300",
        "-seed=1",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, json.dumps(done.stderr[-2000:])


@pytest.mark.parametrize("name", ["audit", "baseline", "block of an experiment", "evidence"])
def test_nothing_in_the_place_of_anything_is_refused_or_answered(name: str) -> None:
    for original in _documents(name):
        for place in range(sum(1 for _ in places(original))):
            document = copy.deepcopy(original)
            box, key = next(itertools.islice(places(document), place, None))
            box[key] = None
            READERS[name](document)
