"""DP-SGD and DP-FTRL: their updates line by line, their batches, their ratios and their costs."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm

from workbench.algorithms import DPFTRL, DPSGD
from workbench.errors import DataError, OutOfReachError, ParameterError, PrivacyError
from workbench.privacy import (
    AccountingCurator,
    Dataset,
    Gaussian,
    NoiselessCurator,
    PairedCurator,
    PLDAccountant,
    SeparateCurator,
    TrustedCurator,
    mean_query,
)
from workbench.privacy.queries.clipping import clipped
from workbench.problems.nonconvex_instances import huber_problem, linear_problem

N, STEPS, DELTA = 12, 5, 1e-3
PROBLEM = huber_problem(d=2)
DATA = Dataset(np.random.default_rng(4).normal(scale=2.0, size=(N, 2)))
METHODS = {
    "poisson": DPSGD(eta=0.3, z=0.5, C=0.6, b=4),
    "fixed": DPSGD(eta=0.3, z=0.5, C=0.6, b=4, sampling="fixed"),
    "everyone": DPSGD(eta=0.3, z=0.5, C=0.6, b=N),
    "tree": DPFTRL(eta=0.3, z=0.5, C=0.6, b=2, epochs=2),
}
every_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)


def run(method, curator, trials=1, problem=PROBLEM):
    if isinstance(method, DPSGD):
        return method.run(problem, curator, steps=STEPS, trials=trials).x
    return method.run(problem, curator, trials=trials)


def trusted(seed, data=DATA):
    return TrustedCurator(data, np.random.default_rng(seed))


def clip(values, length):
    sizes = np.sqrt((values**2).sum(axis=-1, keepdims=True))
    return values * np.minimum(1, length / np.maximum(sizes, 1e-300))


@every_method
def test_shapes_reproducibility_and_independent_trials(method):
    one, two, other = (
        run(method, trusted(0), 5),
        run(method, trusted(0), 5),
        run(method, trusted(1)),
    )
    assert one.shape == (5, 2)
    np.testing.assert_array_equal(one, two)
    assert (one[0] != other[0]).all()
    many = run(method, trusted(2), 400)[:, 0]
    assert len(np.unique(many)) == 400
    assert abs(np.corrcoef(many[:200], many[200:])[0, 1]) < 6 / math.sqrt(200)


@pytest.mark.parametrize("name", ["poisson", "fixed", "everyone"])
def test_sgd_without_noise_is_the_loop_over_all_records(name):
    method, x = METHODS[name], PROBLEM.start.copy()
    for _ in range(STEPS):
        gradients = PROBLEM.loss.gradient(x[None, None], DATA.records[None])[0]
        x = x - method.eta * clip(gradients, method.C).mean(axis=0)
    np.testing.assert_allclose(run(method, NoiselessCurator(DATA))[0], x, rtol=1e-12)


def test_ftrl_without_noise_takes_batch_after_batch():
    method, x = METHODS["tree"], PROBLEM.start.copy()
    for first in [*range(0, N, 2)] * 2:
        batch = DATA.records[None, first : first + 2]
        gradients = PROBLEM.loss.gradient(x[None, None], batch)[0]
        x = x - method.eta * clip(gradients, method.C).mean(axis=0)
    np.testing.assert_allclose(run(method, NoiselessCurator(DATA))[0], x, rtol=1e-12)


def test_poisson_batches_have_independent_members():
    """Sums of distinct powers of two tell who is in: each with chance 1/3, pairs with 1/9."""
    records = 2.0 ** np.arange(6)[:, None]
    query = mean_query(lambda x, z: z + 0 * x, np.zeros((40_000, 1)))
    curator = TrustedCurator(Dataset(records), np.random.default_rng(3))
    sums = 2 * curator.gaussian(query, sigma=1e-9, sensitivity=1.0, chance=Fraction(1, 3))
    members = (np.rint(sums).astype(int) >> np.arange(6)) & 1
    error = 5 / math.sqrt(40_000)  # five deviations of at most 1/2 each, and the 21 comparisons
    assert np.abs(members.mean(axis=0) - 1 / 3).max() < error / 2
    for i, j in itertools.combinations(range(6), 2):
        assert abs((members[:, i] & members[:, j]).mean() - 1 / 9) < error / 2


@pytest.mark.parametrize("flip", [False, True])
def test_the_ratio_of_a_poisson_release_is_that_of_two_mixtures(flip):
    """By hand: all subsets of three records, of which the first is there or not."""
    records = np.array([[0.7], [0.2], [-0.4]])
    pair = Dataset(records), Dataset(np.array([[0.0], [0.2], [-0.4]]))
    pair = pair[::-1] if flip else pair
    query = mean_query(lambda x, z: z + 0 * x, np.zeros((50, 1)))
    curator = PairedCurator(*pair, np.random.default_rng(0))
    noisy = curator.gaussian(query, sigma=0.3, sensitivity=0.7, chance=Fraction(1, 3))[:, 0]

    def density(dataset):
        total = 0.0
        for joined in itertools.product([0, 1], repeat=3):
            weight = math.prod(1 / 3 if x else 2 / 3 for x in joined)
            total += weight * norm.pdf(noisy, loc=np.dot(joined, dataset.records[:, 0]), scale=0.3)
        return total

    expected = np.log(density(pair[0])) - np.log(density(pair[1]))
    np.testing.assert_allclose(curator.log_ratio, expected, atol=1e-11)
    assert (np.abs(curator.log_ratio - expected) <= curator.rounding + 1e-13).all()


def test_a_poisson_pair_attains_what_the_accountant_proves():
    """Delta at the accounted epsilon, as a mean over transcripts: five deviations of it allowed."""
    method = DPSGD(eta=0.1, z=0.8, C=1.0, b=4)
    problem, blank = linear_problem(d=2), Dataset(np.zeros((N, 2)))
    reading = method.cost(problem, n=N, steps=STEPS)
    assert reading.neighbouring == "add-or-remove-one"
    epsilon = reading.epsilon_at(0.02, using=PLDAccountant)
    curator = PairedCurator(blank.replace(3, [0.6, 0.8]), blank, np.random.default_rng(1))
    run(method, curator, 100_000, problem)
    excess = np.maximum(0, 1 - np.exp(epsilon - curator.log_ratio))
    assert abs(excess.mean() - 0.02) < 5 * excess.std() / math.sqrt(len(excess))


def test_costs_are_those_of_the_releases():
    reading = METHODS["poisson"].cost(PROBLEM, n=N, steps=STEPS)
    (account,) = reading.accountants(PLDAccountant)
    ((release, count),) = account.entries
    assert release.pair.size / release.pair.scale == pytest.approx(2.0)
    assert (release.pair.sampling, release.pair.chance, count) == ("poisson", Fraction(1, 3), STEPS)
    assert {step.chance for step in reading.steps} == {Fraction(1, 3)}
    assert "chance 1/3" in reading._repr_html_()
    # one leaf of six is in three nodes at most, in each of two epochs; each moves by 2 C
    tree = METHODS["tree"].cost(PROBLEM, n=N)
    exact = Gaussian(0.5).epsilon_at(DELTA, sensitivity=2 * math.sqrt(6))
    assert tree.epsilon_at(DELTA, using=PLDAccountant) == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize("sampling", ["fixed", pytest.param("poisson", marks=pytest.mark.thorough)])
def test_calibration_and_cost_are_inverse(sampling):
    common = {"eta": 0.1, "C": 1.0, "b": 5, "sampling": sampling}
    budget = {"epsilon": 2.0, "delta": DELTA}
    method = DPSGD.calibrated(PROBLEM, n=100, steps=300, **budget, **common)
    reading = method.cost(PROBLEM, n=100, steps=300)
    assert reading.delta_at(2.0, using=PLDAccountant) <= DELTA
    less = DPSGD(z=method.z / 1.01, **common).cost(PROBLEM, n=100, steps=300)
    assert less.delta_at(2.0, using=PLDAccountant) > DELTA


def test_a_clipped_query_is_no_longer_than_its_norm_and_near_the_truth():
    rng = np.random.default_rng(5)
    points, records = rng.normal(size=(4, 3)), 3 * rng.normal(size=(7, 3))
    query = clipped(mean_query(lambda x, z: z - x, points), norm=0.9)
    values = query.evaluate_values(records[None])
    np.testing.assert_allclose(values, clip(records[None] - points[:, None], 0.9), rtol=1e-14)
    assert np.sqrt((values**2).sum(axis=-1)).max() <= 0.9 * (1 + 1e-15)
    np.testing.assert_allclose(query.evaluate_mean(records[None]), values.mean(axis=1))
    np.testing.assert_array_equal(
        query.evaluate_difference(records[0], records[1]), values[:, 1] - values[:, 0]
    )
    assert (query.evaluate_difference_error(records[0], records[1]) < 1e-13).all()
    assert (
        not clipped(mean_query(lambda x, z: 0 * x, points), norm=0.9)
        .evaluate_values(records[None])
        .any()
    )  # nothing is divided by its length 0


def test_what_is_no_poisson_release_is_refused():
    query = mean_query(lambda x, z: z - x, np.zeros((2, 2)))
    ask = {"sigma": 1.0, "sensitivity": 10.0, "chance": 0.5}
    curator = trusted(0)
    with pytest.raises(ParameterError, match="for a secret"):
        curator.gaussian(curator.secret(query), **ask)
    with pytest.raises(ParameterError, match="beside batch"):
        curator.gaussian(query, batch=3, **ask)
    with pytest.raises(ParameterError, match="outside"):
        curator.gaussian(query, **{**ask, "chance": 1.5})
    with pytest.raises(ParameterError, match="is hidden"):
        SeparateCurator(DATA, np.random.default_rng(0), trials=2).gaussian(query, **ask)
    with pytest.raises(DataError, match="there or not"):
        PairedCurator(DATA, DATA.replace(0, [5.0, 5.0]), np.random.default_rng(0)).gaussian(
            query, **ask
        )
    with pytest.raises(OutOfReachError, match="Poisson batches"):
        (
            PairedCurator(DATA, DATA.replace(0, [0.0, 0.0]), np.random.default_rng(0)).gaussian(
                query, **ask
            ),
            PairedCurator(
                Dataset(np.arange(40.0).reshape(20, 2)),
                Dataset(np.arange(40.0).reshape(20, 2)).replace(1, [0.0, 0.0]),
                np.random.default_rng(0),
            ).gaussian(query, **ask),
        )
    with pytest.raises(PrivacyError, match="cannot be added"):
        AccountingCurator(n=N).gaussian(query, **ask)
    with pytest.raises(ParameterError, match="norm"):
        clipped(query, norm=0.0)
    with pytest.raises(ParameterError, match="unknown"):
        DPSGD(eta=1.0, z=1.0, C=1.0, b=1, sampling="shuffled")
    for method in (DPSGD(eta=1.0, z=1.0, C=1.0, b=99), DPFTRL(eta=1.0, z=1.0, C=1.0, b=99)):
        with pytest.raises(ParameterError, match="above n"):
            run(method, curator)


def test_a_replaced_record_is_no_neighbour_under_poisson_batches():
    """A claim of C is refused on a pair that moves by 2 C."""
    first, second = linear_problem(d=2).extremal_pair(N)
    with pytest.raises(PrivacyError, match="is claimed at step 0"):
        run(METHODS["poisson"], PairedCurator(first, second, np.random.default_rng(0)), 2,
            linear_problem(d=2))  # fmt: skip
