"""Normalised descent with tree momentum and its variants, against direct recursions."""

import dataclasses
import itertools

import numpy as np
import pytest
from scipy.stats import chi2

from workbench.algorithms.momentum.difference_momentum import DifferenceMomentum
from workbench.algorithms.momentum.difference_sums import TelescopingTree, UniformWindow
from workbench.algorithms.momentum.normalised import Schedule
from workbench.algorithms.momentum.tree_momentum import TreeMomentum, heaviest_weight, node_counts
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
    ZCDPAccountant,
    tiles,
)
from workbench.problems.nonconvex_instances import cosine_problem, linear_problem

METHODS = {
    "tree": lambda order, **o: TreeMomentum(alpha=0.3, eta=0.05, sigma=1.0, order=order),
    "2W": lambda order, **o: DifferenceMomentum(
        alpha=0.3, gamma=0.2, eta=0.05, sigma_a=1.0, sigma_b=1.0, order=order, **o
    ),
    "2U": lambda order, **o: UniformWindow(
        gamma=0.2, eta=0.05, sigma_a=1.0, sigma_b=1.0, order=order, **o
    ),
    "2T": lambda order, **o: TelescopingTree(
        eta=0.05, sigma_base=1.0, sigma_node=1.0, order=order, **o
    ),
}
every = pytest.mark.parametrize("name", METHODS)


def dataset(problem, n, seed=3):
    return problem.dataset(problem.loss.draw(np.random.default_rng(seed), n))


def recorded(method, problem, curator, *, steps, trials=2):
    """Points and directions of all iterations, and the run."""
    seen = []

    def observe(x, m):
        seen.append((x, m))
        return m[:, 0]

    return seen, method.run(problem, curator, steps=steps, trials=trials, observe=observe)


@every
@pytest.mark.parametrize(("n", "steps"), [(1, 5), (4, 26), (7, 33), (13, 70), (8, 5), (5, 10)])
def test_without_noise_it_is_the_momentum_or_the_window_mean(name, n, steps):
    problem = cosine_problem(d=3)
    data, method = dataset(problem, n), METHODS[name]("fixed")
    still = 0 if hasattr(method, "alpha") else n
    if steps <= still:
        with pytest.raises(ParameterError, match="the first epoch stands still"):
            method.run(problem, NoiselessCurator(data), steps=steps)
        return
    seen, run = recorded(method, problem, NoiselessCurator(data), steps=steps)
    points = [np.tile(problem.start, (2, 1))] * still + [x for x, _ in seen]
    g = [
        problem.mean_gradient(x).evaluate_mean(data.records[None, [t % n]])
        for t, x in enumerate(points)
    ]
    m, x = np.zeros((2, 3)), points[0]
    for t in range(1, steps + 1):
        m = 0.7 * m + 0.3 * g[t - 1]
        if t <= still:
            continue
        expected = np.mean(g[t - n : t], axis=0) if still else m
        np.testing.assert_allclose(seen[t - still - 1][1], expected, atol=2e-15)
        np.testing.assert_allclose(points[t - 1], x, atol=1e-13)
        x = x - 0.05 * expected / np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(run.x, x, atol=1e-13)


@every
@pytest.mark.parametrize("order", ["fixed", "single"])
@pytest.mark.parametrize("make", [cosine_problem, linear_problem], ids=["cosine", "linear"])
def test_no_sensitivity_is_exceeded_and_losses_stay_below_the_reading(name, order, make):
    """Expected loss KL <= rho; the loss is rho + sqrt(2 rho) N(0, 1) at most, in the tails."""
    problem, method, n, steps = make(d=2), METHODS[name](order), 6, 27
    if name == "2T" and problem.smoothness == 0:
        with pytest.raises(ParameterError, match="no difference says anything"):
            method.run(problem, NoiselessCurator(dataset(problem, n)), steps=steps)
        return
    for pair in (problem.extremal_pair(n), problem.random_pair(np.random.default_rng(1), n)):
        curator = PairedCurator(*pair, np.random.default_rng(2))
        method.run(problem, curator, steps=steps, trials=200)
        accounts = method.cost(problem, n=n, steps=steps).accountants(ZCDPAccountant)
        rho = max(account.rho for account in accounts)
        assert (curator.log_ratio <= rho + 6 * np.sqrt(2 * rho)).all()
        assert np.mean(curator.log_ratio) <= rho + 5 * np.sqrt(2 * rho / 200)


def test_every_order_is_private_for_tree_momentum():
    """Adjacent uses of a record in two epochs are within the bound for fresh orders."""
    problem = linear_problem(d=1)
    pair = problem.extremal_pair(3)
    for seed, order in itertools.product(range(20), ("fixed", "single", "fresh")):
        curator = PairedCurator(*pair, np.random.default_rng(seed))
        METHODS["tree"](order).run(problem, curator, steps=18, trials=3)


@pytest.mark.parametrize("name", ["2W", "2U", "2T"])
def test_fresh_orders_are_refused_and_caught(name):
    with pytest.raises(ParameterError, match="'fresh' is not private here"):
        METHODS[name]("fresh")
    problem = cosine_problem(d=1)
    unchecked = METHODS[name]("fresh", check=False)
    curator = PairedCurator(*problem.extremal_pair(4), np.random.default_rng(0))
    with pytest.raises(PrivacyError, match="is claimed"):
        unchecked.run(problem, curator, steps=12, trials=20)


def test_an_order_that_looks_at_the_data_cannot_be_asked_for():
    with pytest.raises(ParameterError, match="independent of the data"):
        METHODS["tree"]("data")


@pytest.mark.parametrize("order", ["fixed", "single", "fresh"])
def test_orders(order):
    curator = NoiselessCurator(dataset(cosine_problem(d=1), 5), rng=np.random.default_rng(0))
    schedule = Schedule(order, curator, 3)
    seen = np.array([np.broadcast_to(schedule.rows(t), (3, 1))[:, 0] for t in range(1, 16)])
    epochs = seen.reshape(3, 5, 3)
    assert (np.sort(epochs, axis=1) == np.arange(5)[None, :, None]).all()
    same = (epochs[0] == epochs[1]).all()
    assert same == (order != "fresh")
    assert (order == "fixed") == bool((epochs[0] == np.arange(5)[:, None]).all())


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("order", ["fixed", "fresh"])
def test_heaviest_weights_by_enumeration(n, order):
    q = 0.6
    for first, last in itertools.combinations_with_replacement(range(1, 3 * min(n, 3) + 1), 2):
        places = itertools.product(range(n), repeat=3)
        best = 0.0
        for place in places:
            if order == "fixed" and len(set(place)) > 1:
                continue
            uses = [e * n + p + 1 for e, p in enumerate(place)]
            best = max(best, sum(q ** (last - t) for t in uses if first <= t <= last))
        if last <= 3 * n:
            found = heaviest_weight(first, last, n=n, decay=q, order=order)
            assert best <= found <= best * (1 + 1e-14)


@pytest.mark.parametrize("n", [3, 4, 7, 8])
def test_ring_buffers_return_the_unrolled_sum(n):
    """Same seed, same nodes in the same order: the noise is shared."""
    problem, method = cosine_problem(d=2), METHODS["2W"]("fixed")
    runs = []
    for unrolled in (False, True):
        curator = TrustedCurator(dataset(problem, n), np.random.default_rng(5))
        one = dataclasses.replace(method, unrolled=unrolled)
        runs.append(one.run(problem, curator, steps=7 * n + 2, trials=2).x)
    np.testing.assert_allclose(*runs, atol=1e-12)


def check_variance(noise, variance):
    """Sums of squares of independent normals with a common variance, 1e-7 per comparison."""
    low, high = chi2.ppf([5e-8, 1 - 5e-8], noise.size)
    assert low <= (noise**2).sum() / variance <= high


def noise_of(name, *, n, steps, trials=4000):
    """Noise of the released momentum: gradients of a linear loss do not move with the points."""
    problem = linear_problem(d=1)
    curator = TrustedCurator(problem.dataset(np.zeros((n, 1))), np.random.default_rng(8))
    seen, _ = recorded(METHODS[name]("fixed"), problem, curator, steps=steps, trials=trials)
    return [m[:, 0] for _, m in seen]


def test_noise_of_tree_momentum_has_its_closed_form():
    """alpha^2 sigma^2 sum over one-bits k of t of (1 - alpha)^(2 (t mod 2^k))."""
    for t, noise in enumerate(noise_of("tree", n=5, steps=21), start=1):
        bits = [k for k in range(6) if t >> k & 1]
        check_variance(noise, 0.09 * sum(0.7 ** (2 * (t % 2**k)) for k in bits))


def test_noise_of_difference_momentum_has_its_closed_form():
    """c_l of `reconstructed`, squared, times the sums of squared weights of the tiles."""
    n, q, rho, kappa = 5, 0.7, 0.7**5, 0.8

    def squares(first, last):
        found = tiles(first, last, longest=4) if last >= first else []
        return sum(q ** (2 * (last - z)) for _, z in found)

    for t, noise in enumerate(noise_of("2W", n=n, steps=28), start=1):
        epoch, r = divmod(t, n)
        c = [sum(rho**j * kappa ** (m - j) for j in range(m + 1)) for m in range(epoch)]
        v = rho ** (2 * epoch) * squares(1, r)
        v += c[-1] ** 2 * squares(r + 1, n + r) if c else 0.0
        for back in range(epoch - 1):
            end = t - (back + 1) * n
            v += c[back] ** 2 * squares(end - n + 1, end)
        check_variance(noise, 0.09 * v)


def test_noise_of_the_uniform_window_has_its_closed_form():
    n, kappa = 5, 0.8
    for t, noise in enumerate(noise_of("2U", n=n, steps=28), start=n + 1):
        turns = (t - 1) // n
        v = kappa ** (2 * turns)
        for back in range(turns):
            end = t - back * n
            v += kappa ** (2 * back) * len(tiles(end - n + 1, end, longest=4))
        check_variance(noise, v / n**2)


def test_calibrated_noise_is_read_within_the_budget():
    problem, rho = cosine_problem(d=2), 0.3
    for n, steps in ((1, 6), (3, 20), (8, 64), (10, 57)):
        shared = {"n": n, "steps": steps, "rho": rho, "eta": 0.02, "order": "single"}
        methods = [
            TreeMomentum.calibrated(problem, alpha=1 / n, **shared),
            TreeMomentum.calibrated(problem, alpha=1 / n, **(shared | {"order": "fresh"})),
            DifferenceMomentum.calibrated(problem, alpha=1 / n, gamma=0.1, **shared),
            UniformWindow.calibrated(problem, gamma=0.1, **shared),
            TelescopingTree.calibrated(problem, **shared),
        ]
        for method in methods:
            accounts = method.cost(problem, n=n, steps=steps).accountants(ZCDPAccountant)
            reading = max(account.rho for account in accounts)
            assert 0.2 * rho <= reading <= rho, (type(method).__name__, n, reading)


def test_chosen_iterates_are_uniform():
    problem = linear_problem(d=1)
    curator = NoiselessCurator(problem.dataset(np.ones((2, 1))))
    method = TreeMomentum(alpha=1.0, eta=1.0, sigma=1.0, order="fixed")
    run = method.run(problem, curator, steps=4, trials=4000, rng=np.random.default_rng(0))
    counts = np.unique(run.chosen[:, 0], return_counts=True)
    assert counts[0].tolist() == [-3.0, -2.0, -1.0, 0.0]
    # 4000 draws of four equally likely values: chi-square with 3 degrees of freedom
    assert ((counts[1] - 1000) ** 2 / 1000).sum() < chi2.isf(1e-7, 3)


def test_nothing_moves_where_the_momentum_is_zero():
    problem = linear_problem(d=2)
    curator = NoiselessCurator(problem.dataset(np.zeros((3, 2))))
    run = METHODS["tree"]("fixed").run(problem, curator, steps=7)
    np.testing.assert_array_equal(run.x, 0.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"alpha": 0.0}, r"alpha = 0.0 is outside \(0, 1\]"),
        ({"gamma": 1.5}, r"gamma = 1.5 is outside \(0, 1\]"),
        ({"eta": 0.0}, "eta = 0.0 is not positive"),
        ({"sigma_b": float("nan")}, "sigma_b = nan is not positive"),
    ],
)
def test_parameters_are_checked(change, message):
    good = {"alpha": 0.5, "gamma": 0.5, "eta": 0.1, "sigma_a": 1.0, "sigma_b": 1.0}
    with pytest.raises(ParameterError, match=message):
        DifferenceMomentum(**(good | change), order="fixed")


def test_node_counts_are_those_of_the_prefixes():
    for steps in range(1, 60):
        used = {tile for t in range(1, steps + 1) for tile in tiles(1, t)}
        for length, count in node_counts(steps):
            assert sum(z - y + 1 == length for y, z in used) == count
