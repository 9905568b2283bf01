"""Intervals for medians against binomial sums, and what a reader of a summary sees."""

import math

import numpy as np
import pytest

from tests.workbench.convergence.toy import TOY
from workbench.convergence.blocks import blocks_of, simulate_block
from workbench.convergence.comparisons import decide
from workbench.convergence.summaries import (
    median_band,
    median_ranks,
    pictures,
    results,
    spread,
    summary,
)


@pytest.mark.parametrize("runs", [1, 2, 5, 6, 7, 20, 40, 333])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_ranks_are_the_best_that_cover(runs, level):
    """[x_(k), x_(n+1-k)] misses the median with chance 2 P(Bin(n, 1/2) < k), summed by hand."""

    def missed(k):
        return sum(math.comb(runs, i) for i in range(k)) * 2 / 2**runs

    k = median_ranks(runs, level=level)
    assert missed(k) <= 1 - level or k == 0
    assert missed(k + 1) > 1 - level


def test_band_of_a_permutation():
    values = np.random.default_rng(0).permutation(np.arange(1.0, 21.0))
    assert [float(end) for end in median_band(values)] == [6.0, 15.0]
    low, high = median_band(values[:5])
    assert (low, high) == (0.0, np.inf)


def test_spread():
    found = spread(np.array([1.0, 2.0, 4.0, 9.0]))
    assert (found.mean, found.median, found.runs) == (4.0, 3.0, 4)
    assert found.log_mean == pytest.approx(math.log(72) / 4)
    assert found.standard_error == pytest.approx(math.sqrt((9 + 4 + 0 + 25) / 3 / 4))
    assert spread(np.array([2.0])).standard_error == math.inf


def samples(runs):
    blocks = blocks_of(TOY, TOY.cells, runs=runs, seed=0)
    return {b.cell.id: simulate_block(TOY, b) for b in blocks if b.index == 0}


def test_summary_says_what_was_found():
    seen = samples(5)
    decisions = decide(TOY.conclusions, {id: c.final for id, c in seen.items()}, alpha=0.2)
    text = summary(TOY, seen, decisions, seed=0, runs=5)
    assert "| right | A is below B | holds |" in text
    assert "| wrong | B is below A | fails |" in text
    assert "4 cells were seen." in text
    assert "| | T=10 | T=100 |" in text
    document = results(TOY, seen, decisions, seed=0, runs=5)
    assert document["steps"]["T=100,A"] == 100
    assert [c["answer"] for c in document["conclusions"]] == ["holds", "fails"]
    assert all(len(v) == 5 for v in document["finals"].values())


def test_a_part_of_the_grid_leaves_the_rest_out():
    seen = {id: c for id, c in samples(5).items() if id.startswith("T=10,")}
    decisions = decide(TOY.conclusions, {id: c.final for id, c in seen.items()})
    text = summary(TOY, seen, decisions, seed=0, runs=5)
    assert "| right |" in text
    assert "| wrong |" not in text
    assert "T=100" not in text


def test_one_picture_for_each_panel_and_the_same_every_time():
    seen = samples(5)
    made = pictures(TOY, seen)
    assert [name for name, _ in made] == ["T=10", "T=100"]
    assert made[0][1].svg == pictures(TOY, seen)[0][1].svg
    assert made[0][1].svg.startswith("<?xml")
