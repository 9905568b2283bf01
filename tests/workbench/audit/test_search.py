"""The search over neighbouring pairs: it finds the telling one, and spends the budget once."""

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.workbench.audit.strangers import laplace
from workbench import audit
from workbench.errors import DataError, ParameterError
from workbench.testing import strategies as ws


def clipped_mean(rows, size, rng):
    """Divides by the number of records that are there: right for replacement, not for removal."""
    total = sum(min(max(r[0], -1.0), 1.0) for r in rows)
    n = max(len(rows), 1)
    return total / n + rng.laplace(scale=2.0 / n, size=size)


def leaky_at_the_corner(rows, size, rng):
    """Forgets to clip from below."""
    return sum(min(r[0], 1.0) for r in rows) + rng.laplace(scale=2.0, size=size)


def test_removal_finds_the_divisor_that_depends_on_the_data():
    pairs = ws.add_remove(ws.records(1), max_size=3)
    found = audit.search(clipped_mean, pairs, epsilon=1.0, samples=120_000, tries=20)
    assert found.verdict == "violation"
    assert sorted(map(len, found.finalists[0]))[0] <= 2


def test_replacement_does_not():
    pairs = ws.replace_one(ws.records(1), max_size=2)
    found = audit.search(clipped_mean, pairs, epsilon=1.0, samples=60_000, tries=15)
    assert found.verdict == "no violation found"
    assert 0.8 < found.epsilon_lower <= 1.0  # the sign flip at the boundary is there


def test_a_missing_clip_is_found_in_a_larger_ball():
    pairs = ws.replace_one(ws.records(1, radius=4.0), max_size=1)
    found = audit.search(leaky_at_the_corner, pairs, epsilon=1.0, samples=100_000, tries=20)
    assert found.verdict == "violation"
    assert min(r[0] for rows in found.finalists[0] for r in rows) < -1


def test_a_list_of_pairs_and_several_finalists():
    pairs = [(0.0, 0.5), (0.0, 1.0), (0.0, 0.1), (1.0, 0.0)]
    found = audit.search(laplace, pairs, epsilon=0.7, samples=120_000, finalists=2, seed=2)
    assert {frozenset(p) for p in found.finalists} == {frozenset((0.0, 1.0))}
    assert found.verdict == "violation"
    assert [f.alpha for f in found.audit.findings] == [pytest.approx(0.005)] * 2
    assert [bound for _, bound in found.tried] == sorted(
        (bound for _, bound in found.tried), reverse=True
    )
    assert len(found.tried) == 4
    assert found.draws + found.audit.samples <= 120_000
    assert "chosen from 4 pairs" in str(found)
    assert "<table>" in found._repr_html_()
    assert audit.recheck(found.to_json()).verdict == "violation"


def test_the_search_repeats_itself():
    pairs = ws.replace_one(ws.records(1), max_size=2)
    one, two = (
        audit.search(clipped_mean, pairs, epsilon=1.0, samples=10_000, tries=6, seed=9)
        for _ in range(2)
    )
    assert one.tried == two.tried


def test_dependent_draws_go_to_the_final():
    def release(rows, size, rng):
        source = np.random.default_rng(0) if len(rows) == 2 else rng
        return len(rows) + source.laplace(size=size)

    found = audit.search(release, [([1], []), ([1, 2], [1])], epsilon=1.0, samples=20_000)
    assert found.verdict == "model mismatch"


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"pairs": []}, ParameterError, "neither a list nor a strategy"),
        ({"pairs": 7}, ParameterError, "neither a list nor a strategy"),
        ({"pairs": st.integers()}, DataError, "is not a pair"),
        ({"tries": 0}, ParameterError, "tries"),
        ({"finalists": 0}, ParameterError, "finalists"),
        ({"samples": 10}, ParameterError, "samples"),
    ],
)
def test_nonsense_is_refused(change, error, words):
    arguments = {"pairs": [(0.0, 1.0)], "samples": 1_000} | change
    with pytest.raises(error, match=words):
        audit.search(laplace, arguments.pop("pairs"), epsilon=1.0, **arguments)
