"""The setting of Section 5: the fast loss, the plans, the grid, the stored runs."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from workbench.claims import Run
from workbench.errors import DataError, ParameterError
from workbench.privacy import PairedCurator
from workbench.problems import LogisticRegression
from workbench_papers.accel.experiments import claims, figures, published, stored
from workbench_papers.accel.experiments import conclusions as q
from workbench_papers.accel.experiments.conclusions import CONCLUSIONS, horizons
from workbench_papers.accel.experiments.cut import cut
from workbench_papers.accel.experiments.grid import SECTION_5
from workbench_papers.accel.experiments.setting import (
    EPSILON,
    LABELS,
    METHODS,
    RECORDS,
    STEPS,
    cell,
    make_problem,
    plan_of,
)
from workbench_papers.accel.experiments.signed_logistic import SignedLogistic

RNG = np.random.default_rng(3)
MODEL = LogisticRegression(radius=4.0, penalty=0.05, start=np.full(3, 2.0))
FAST = SignedLogistic(model=MODEL, smoothness=MODEL.smoothness)
U = RNG.random((2500, 3))
Z = np.where(RNG.random(2500) < 0.4, 1.0, -1.0)
SLOW_DATA, FAST_DATA = MODEL.dataset(np.column_stack([U, Z])), FAST.dataset(U, Z)


@pytest.mark.parametrize("size", [0.1, 10.0, 1e4])
def test_the_fast_loss_is_the_loss(size):
    x = RNG.standard_normal((7, 3)) * size
    slow, fast = MODEL.mean_gradient(x), FAST.mean_gradient(x)
    for rows in (slice(None), slice(0, 1)):
        np.testing.assert_allclose(
            fast.evaluate_mean(FAST_DATA.records[None, rows]),
            slow.evaluate_mean(SLOW_DATA.records[None, rows]),
            rtol=1e-12, atol=1e-13,
        )  # fmt: skip
    batch = RNG.integers(2500, size=(7, 40))
    np.testing.assert_allclose(
        fast.evaluate_mean(FAST_DATA.records[batch]),
        slow.evaluate_mean(SLOW_DATA.records[batch]),
        rtol=1e-12, atol=1e-13,
    )  # fmt: skip
    np.testing.assert_allclose(FAST.objective(x, FAST_DATA), MODEL.objective(x, SLOW_DATA))
    old, new = FAST_DATA.records[0], FAST_DATA.records[1]
    values = fast.evaluate_values(FAST_DATA.records[None, :2])
    np.testing.assert_allclose(
        fast.evaluate_difference(old, new), values[:, 1] - values[:, 0], atol=1e-9
    )
    assert (fast.evaluate_difference_error(old, new) > 0).all()


def test_minimiser_and_constants():
    assert FAST.minimise(FAST_DATA).value == pytest.approx(MODEL.minimise(SLOW_DATA).value)
    assert (FAST.strong_convexity, FAST.l1_sensitivity) == (0.1, 8.0)
    for pair in (FAST.extremal_pair(5), FAST.random_pair(RNG, 5)):
        PairedCurator(*pair, RNG)  # they are neighbours
    with pytest.raises(ParameterError, match="smoothness"):
        SignedLogistic(model=MODEL, smoothness=0.1)
    assert make_problem().model.smoothness == pytest.approx(5.02)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("m", ["m=1000", "m=100000"])
def test_every_plan_costs_epsilon(method, m):
    plan = plan_of(cell(method, "T=200", m=m))
    cost = plan.method.cost(make_problem(), n=RECORDS, steps=plan.steps)
    assert len(cost.steps) == plan.steps <= 200
    total = math.fsum(step.epsilon for step in cost.steps)
    assert total == pytest.approx(EPSILON, rel=1e-12)  # each step is rounded up by itself


def test_horizons_of_the_paper():
    assert horizons("DP-NAG-opt") == (100, 121, 121, 121)
    assert horizons("DP-NAG-opt", c=0.1) == (100, 200, 349, 349)
    assert horizons("DP-MASG-opt") == horizons("DP-MASG-opt", c=0.1) == (89,) * 4


def test_the_published_noise_costs_more():
    """Sqrt(2) for the full batch; for m = n/100 the amplified cost, from its formula."""
    assert published.actual_epsilon("m=100000", "T=200") == pytest.approx(2**0.5)
    eps0 = np.log1p(100 * np.expm1(1 / 200))
    exact = 200 * np.log1p(np.expm1(2**0.5 * eps0) / 100)
    assert published.actual_epsilon("m=1000", "T=200") == pytest.approx(exact)


def test_the_grid_has_the_paper_and_every_conclusion_its_cells():
    ids = {one.id for one in SECTION_5.cells}
    paper = {
        cell(method, T, m=m, c=c).id
        for method, T, m, c in itertools.product(
            METHODS, STEPS, ("m=1000", "m=100000"), ("c=0.1", "c=1")
        )
    }
    assert len(paper) == 96
    assert paper <= ids
    for conclusion in CONCLUSIONS:
        assert conclusion.statement.cells <= ids, conclusion.id
    assert len({c.id for c in CONCLUSIONS}) == len(CONCLUSIONS)


def test_the_stored_runs_serve_every_claim():
    finals = stored.finals()
    assert finals.keys() == {one.id for one in SECTION_5.cells}
    assert all((values > 0).all() for values in finals.values())
    assert all(
        finals[one.id].size == (1000 if one["noise"] == "stated" else 20) for one in SECTION_5.cells
    )
    for conclusion in CONCLUSIONS:
        sizes = {finals[id].size for id in conclusion.statement.cells}
        assert len(sizes) <= 1, conclusion.id


def test_stored_runs_are_cut_from_the_whole_grid_with_one_seed():
    every = {one.id: [1.0, 2.0] for one in SECTION_5.cells}
    stated = {id: values for id, values in every.items() if ",stated," in id}
    slipped = {id: values for id, values in every.items() if id not in stated}
    parts = [
        {"experiment": "e", "seed": 3, "finals": part, "runs": 2} for part in (slipped, stated)
    ]
    assert cut(parts) == {"experiment": "e", "seed": 3, "finals": every}
    assert list(cut(parts)["finals"]) == [one.id for one in SECTION_5.cells]
    with pytest.raises(DataError, match="no runs of plus,stated"):
        cut(parts[:1])
    with pytest.raises(DataError, match=r"seeds \[3, 4\]"):
        cut([parts[0], parts[1] | {"seed": 4}])


DECISIONS = {
    "q1": "fails", "q2": "fails", "q4": "fails", "q4b": "fails", "q6": "inconclusive",
}  # fmt: skip


@pytest.mark.parametrize("claim", [*claims.CONCLUSIONS, claims.Q7], ids=lambda c: c.id)
def test_conclusions_are_decided_as_the_stored_runs_say(claim):
    (check,) = claim.checks
    run = Run(alpha=Fraction(1, 200_000))
    slug = claim.id.removeprefix("accel.exp-claims.")
    assert check(run).decision == DECISIONS.get(slug, "holds")
    assert all(mutant(run).decision == "fails" for mutant in check.mutants)


@pytest.mark.parametrize("slug", ["q4", "q4.repaired", "q6"])
def test_a_decision_names_the_level_of_both_sides_and_what_would_have_been_seen(slug):
    (claim,) = [one for one in claims.CONCLUSIONS if one.id == f"accel.exp-claims.{slug}"]
    outcome = claim.checks[0](Run(alpha=Fraction(1, 200_000)))
    notes = [figure.note for figure in outcome.figures]
    assert [note.partition(":")[0] for note in notes[:2]] == ["at most 1/400000"] * 2
    assert outcome.looks == 2
    assert re.search(r"in at least 5\d\d of 1000 runs, to fail where each", outcome.power)
    assert "1/400000" in outcome.summary or "1/400000" in outcome.reason


@pytest.mark.parametrize(
    "statement",
    [
        q.every(q.recovers(method, factor=0.1) for method in ("DP-MASG", "DP-MASG-opt")),
        q.every(q.full_batch(labels, factor=1, turned=False) for labels in LABELS),
    ],
    ids=["q8.magnitude", "q9"],
)
def test_what_sixty_runs_left_open_the_later_runs_alone_decide(statement):
    level = 1 / 200_000
    first = {id: values[:60] for id, values in stored.finals().items()}
    later = {id: values[60:] for id, values in stored.finals().items() if values.size > 60}
    assert min(statement.p_value(first), statement.negated().p_value(first)) > level
    assert statement.p_value(later) <= level


def test_the_published_figures_have_the_noise_of_the_code():
    assert figures.explained_by("published", "stated").decision == "holds"
    assert figures.explained_by("stated", "published").decision == "fails"
