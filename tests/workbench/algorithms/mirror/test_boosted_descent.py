"""Boosting by private selection: disjoint parts, responses to fixed opponents, exact scores."""

import numpy as np
import pytest

from workbench.algorithms.frank_wolfe.simplex import PrivateFrankWolfe
from workbench.algorithms.mirror.boosted_descent import BoostedMirrorDescent, Part, repetitions
from workbench.algorithms.mirror.debiased_descent import DebiasedMirrorDescent
from workbench.errors import ParameterError
from workbench.privacy import (
    AccountingCurator,
    AdvancedAccountant,
    NoiselessCurator,
    PairedCurator,
    Secret,
    TrustedCurator,
)
from workbench.privacy.queries.secrets import revealed
from workbench.problems import saddle_instances as instances
from workbench.problems.fixed_opponent import FixedOpponent

CURVED = instances.softplus_saddle().problem
WALK = PrivateFrankWolfe(lam=0.3, phases=2, b=2)
METHOD = BoostedMirrorDescent(
    descent=DebiasedMirrorDescent(tau=0.3, U=8, M=1), walk_x=WALK, walk_y=WALK, R=3, m=2,
    epsilon=2.0,
)  # fmt: skip
N = 180  # 20 records for a descent, 5 for a walk, 60 for the scores


class Watching(TrustedCurator):
    """Keeps the rows of every secret, and the last scores."""

    def _read(self, query, rows):
        self.__dict__.setdefault("seen", []).append(np.unique(rows[rows >= 0]))
        return super()._read(query, rows)

    def answer(self, call):
        if isinstance(call.source, Secret):
            self.last = revealed(call.source, self)[0][0]
        return super().answer(call)


def watched(trials):
    data = CURVED.sample(np.random.default_rng(0), N)
    curator = Watching(data, np.random.default_rng(1))
    return data, curator, METHOD.run(CURVED, curator, trials=trials)


def test_every_part_has_records_of_its_own():
    _, curator, _ = watched(1)
    starts = [0, 20, 40, *range(60, 120, 5), 120]  # of the 3 + 12 + 1 parts
    part = [int(np.searchsorted(starts, rows.min(), side="right")) for rows in curator.seen]
    assert sorted(part) == part
    assert set(part) == set(range(1, 17))
    ends = [*starts[1:], N]
    assert all(rows.max() < ends[k - 1] for rows, k in zip(curator.seen, part, strict=True))
    assert all(len(rows) == 60 for rows in curator.seen[-3:])


def test_scores_are_estimated_gaps_on_the_last_third():
    data, curator, out = watched(4)
    weights = np.bincount(data.records[120:, 0].astype(int), minlength=5)[None] / 60
    for trial in range(4):
        for i in range(3):
            x, y = out.xs[trial, i][None], out.ys[trial, i][None]
            high = [CURVED.value(weights, x, w[None])[0] for w in out.responses_y[trial, i]]
            low = [CURVED.value(weights, v[None], y)[0] for v in out.responses_x[trial, i]]
            assert curator.last[trial, i] == pytest.approx(min(low) - max(high), abs=1e-12)
    np.testing.assert_array_equal(out.x, out.xs[np.arange(4), out.which])
    np.testing.assert_array_equal(out.y, out.ys[np.arange(4), out.which])


@pytest.mark.parametrize(  # by default a row of a descent, of a walk and of the scores
    "row",
    [3, 118, 179, *(pytest.param(row, marks=pytest.mark.thorough) for row in (25, 61, 120))],
)
def test_no_record_moves_more_than_is_claimed(row):
    """The paired curator compares every claimed sensitivity with the actual change."""
    data = CURVED.sample(np.random.default_rng(3), N)
    for other in range(5):
        if other != data.records[row, 0]:
            curator = PairedCurator(data, data.replace(row, [other]), np.random.default_rng(0))
            METHOD.run(CURVED, curator, trials=5)
            assert curator.rounding.max() < 1e-6
            if row >= 120:
                assert np.abs(curator.log_ratio).max() <= METHOD.epsilon


def test_the_whole_costs_what_its_dearest_part_costs():
    method = BoostedMirrorDescent.calibrated(
        CURVED, n=3000, beta=0.25, U=20, M=1, phases=2, epsilon=1.0, delta=1e-6
    )
    accountant = AccountingCurator(n=3000, rng=np.random.default_rng(0))
    method.run(CURVED, accountant)
    assert 1 - 1e-9 < accountant.epsilon_at(1e-6, using=AdvancedAccountant) <= 1
    alone = AccountingCurator(n=250, rng=np.random.default_rng(0))
    method.descent.run(CURVED, alone)
    assert alone.epsilon_at(1e-6, using=AdvancedAccountant) < 1


def test_a_part_is_the_data_that_it_has():
    data = CURVED.sample(np.random.default_rng(4), N)
    points = np.full((2, 14), 1 / 7)
    query = CURVED.gradient_x(points)
    whole, own = NoiselessCurator(data), NoiselessCurator(CURVED.dataset(data.records[40:70, 0]))
    part = Part(whole, 40, 30)
    for rows in (None, slice(3, 9), np.array([[0, -1], [5, 29]])):
        seen = revealed(part.secret(query, rows=rows), whole)[0][0]
        np.testing.assert_allclose(seen, revealed(own.secret(query, rows=rows), own)[0][0])
    with pytest.raises(ParameterError, match="has no hidden batches"):
        part.laplace(query, scale=1.0, sensitivity=1.0)
    with pytest.raises(ParameterError, match=r"first = 160 \+ 30 leaves the 180"):
        Part(whole, 160, 30)


def test_a_response_is_the_best_there_is():
    """Without noise Frank-Wolfe closes in on the gap of the fixed point, for either player."""
    data = CURVED.dataset(np.arange(640) % 5)
    x, y = np.eye(8)[[2]], np.eye(6)[[1]]
    walk = PrivateFrankWolfe(lam=1.0, phases=6, b=32)
    curator = NoiselessCurator(data)
    above = walk.run(FixedOpponent(CURVED, x, player="y"), curator)
    below = walk.run(FixedOpponent(CURVED, y, player="x"), curator)
    w = CURVED.uniform
    gap = CURVED.value(w, x, above)[0] - CURVED.value(w, below, y)[0]
    assert gap == pytest.approx(CURVED.gaps(x, y).upper[0], abs=0.02)


@pytest.mark.parametrize("player", ["x", "y"])
def test_a_fixed_opponent_leaves_a_convex_problem(player):
    rng = np.random.default_rng(5)
    side = FixedOpponent(
        CURVED, rng.dirichlet(np.ones(6 if player == "x" else 8), 3), player=player
    )
    v, one, w = rng.dirichlet(np.ones(side.dx), 3), np.ones((3, 1)), side.uniform
    step = 1e-6 * (np.eye(side.dx)[0] - v)
    slope = (side.value(w, v + step, one) - side.value(w, v - step, one)) / 2
    np.testing.assert_allclose((side.mean_x(w, v, one) * step).sum(axis=1), slope, rtol=1e-5)
    records = CURVED.sample(rng, 40).records[None]
    query = side.gradient_x(np.hstack([v, one]))
    shares = np.bincount(records[0, :, 0].astype(int), minlength=5)[None] / 40
    np.testing.assert_allclose(query.evaluate_mean(records), side.mean_x(shares, v, one))
    assert side.mean_y(w, v, one).shape == (3, 1)
    assert (side.Lyy, side.L1, side.L2) == (0.0, side.Lxx, CURVED.L2)
    assert side.Lxx == (CURVED.Lxx if player == "x" else CURVED.Lyy)


def test_losses_of_several_pairs_stand_side_by_side():
    rng = np.random.default_rng(6)
    pairs = [np.hstack([rng.dirichlet(np.ones(8), 2), rng.dirichlet(np.ones(6), 2)])
             for _ in range(3)]  # fmt: skip
    query = CURVED.losses(np.hstack(pairs))
    records = CURVED.sample(rng, 7).records[None]
    one = np.eye(5)[records[0, :, 0].astype(int)]
    slow = [
        np.mean([CURVED.value(r[None], p[:, :8], p[:, 8:]) for r in one], axis=0) for p in pairs
    ]
    np.testing.assert_allclose(query.evaluate_mean(records), np.transpose(slow))
    np.testing.assert_allclose(query.evaluate_values(records).mean(axis=1), np.transpose(slow))
    moved = query.evaluate_values(records[:, 1:2]) - query.evaluate_values(records[:, :1])
    found = query.evaluate_difference(records[0, 0], records[0, 1])
    room = query.evaluate_difference_error(records[0, 0], records[0, 1])
    assert (np.abs(found - moved[:, 0]).sum(axis=1) <= room).all()
    assert (query.evaluate_difference_error(records[0, 0], records[0, 0]) == 0).all()
    with pytest.raises(ParameterError, match="Put x and y side by side"):
        CURVED.losses(np.zeros((2, 15)))


@pytest.mark.parametrize("beta", [0.9, 0.5, 0.25, 0.1, 1e-3, 1e-9])
def test_repetitions_leave_a_quarter_for_each_failure(beta):
    R, m = repetitions(beta)
    assert 2.0**-R <= beta / 4 < 2.0 ** (1 - R)
    assert 2 * R * 2.0**-m <= beta / 4 < 2 * R * 2.0 ** (1 - m)


def test_convex_optimisation_needs_no_second_player():
    problem = instances.least_squares().problem
    data = problem.sample(np.random.default_rng(0), N)
    out = METHOD.run(problem, TrustedCurator(data, np.random.default_rng(1)), trials=2)
    assert (out.responses_y == 1).all()
    assert out.x.shape == (2, 10)


REFUSED = [
    ({"R": 0}, "R = 0 is below 1"),
    ({"m": 0}, "m = 0 is below 1"),
    ({"epsilon": 0.0}, "epsilon = 0.0 is not positive"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(change, message):
    given = {
        "descent": METHOD.descent,
        "walk_x": WALK,
        "walk_y": WALK,
        "R": 3,
        "m": 2,
        "epsilon": 1,
    }
    with pytest.raises(ParameterError, match=message):
        BoostedMirrorDescent(**(given | change))


def test_too_few_records_are_refused():
    data = CURVED.sample(np.random.default_rng(0), 35)
    curator = TrustedCurator(data, np.random.default_rng(1))
    with pytest.raises(ParameterError, match=r"n = 35 is below 6 R m = 36"):
        METHOD.run(CURVED, curator)
    with pytest.raises(ParameterError, match="trials = 0 is below 1"):
        METHOD.run(CURVED, curator, trials=0)
    with pytest.raises(ParameterError, match=r"beta = 1 is outside \(0, 1\)"):
        repetitions(1)
    with pytest.raises(ParameterError, match='player = z is not "x" or "y"'):
        FixedOpponent(CURVED, np.ones((1, 6)), player="z")
    with pytest.raises(ParameterError, match=r"opponent = \(1, 8\) is not \(trials, 6\)"):
        FixedOpponent(CURVED, np.ones((1, 8)), player="x")
