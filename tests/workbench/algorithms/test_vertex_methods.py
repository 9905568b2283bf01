"""Frank-Wolfe over vertices: naive loops, sensitivities, budgets, numbers of steps."""

import numpy as np
import pytest

from workbench.algorithms.frank_wolfe.full_batch import FullBatchFrankWolfe
from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe, step_size
from workbench.algorithms.frank_wolfe.recursive import RecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.tree import TreeFrankWolfe
from workbench.algorithms.frank_wolfe.vertex_choice import harmonic, log_functionals
from workbench.algorithms.parts.gradient_tree import batches, rows_at_depth
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    AdvancedAccountant,
    NoiselessCurator,
    PairedCurator,
)
from workbench.problems import L1Ball, Polytope, Simplex
from workbench.problems.sign_instances import sign_logistic, sign_regression, signed_means

REGRESSION = sign_regression(d=3)
PROBLEM = REGRESSION.problem


def sample(problem, n, seed=0):
    return problem.sample(np.random.default_rng(seed), n)


def gradient(problem, data, x, rows):
    """Mean gradient at one point, by a loop over the records."""
    total = np.zeros(problem.dimension)
    for row in data.records[rows]:
        a, b = row[:-1], row[-1]
        total += problem.loss.slope(np.array([[a @ x]]), np.array([[b]]))[0, 0] * a
    return total / len(data.records[rows])


def vertex(problem, g):
    every = problem.feasible.vertices(np.arange(problem.feasible.size))
    return every[(every @ g).argmin()]


def test_the_full_batch_method_is_frank_wolfe():
    data = sample(PROBLEM, 12)
    x = np.array([0.0, 0.0, 1.0])
    for t in range(9):
        v = vertex(PROBLEM, gradient(PROBLEM, data, x, slice(None)))
        x = x + 2 / (t + 2) * (v - x)
    method = FullBatchFrankWolfe(scale=1.0, T=9)
    found = method.run(PROBLEM, NoiselessCurator(data), trials=2, start=np.array([0, 0, 1.0]))
    np.testing.assert_allclose(found, [x, x], atol=1e-13)


@pytest.mark.parametrize("n", [12, 13])
def test_the_polyhedral_method_is_its_expanded_recursion(n):
    """G_t = (1 - eta) G_(t-1) + grad f(x_t, z_t) - (1 - eta) grad f(x_(t-1), z_t)."""
    data, eta = sample(PROBLEM, n), 0.2
    x = before = np.zeros(3)
    G = gradient(PROBLEM, data, x, slice(0, 6))
    for t in range(6):
        if t:
            at, rows = 6 + t - 1, slice(6 + t - 1, 6 + t)
            assert at < n - (n == 13)
            old = (1 - eta) * gradient(PROBLEM, data, before, rows)
            G = (1 - eta) * G + gradient(PROBLEM, data, x, rows) - old
        before, x = x, (1 - eta) * x + eta * vertex(PROBLEM, G)
    found = PolyhedralFrankWolfe(eta=eta, loss=1.0, T=6).run(PROBLEM, NoiselessCurator(data))
    np.testing.assert_allclose(found[0], x, atol=1e-13)


class NaiveTree:
    """The phases as recursive visits of nodes, each with its own samples, k a global counter."""

    def __init__(self, problem, data, b):
        self.problem, self.data, self.b = problem, data, b
        self.x, self.k, self.used = np.zeros(problem.dimension), 0, 0

    def fresh(self, count):
        self.used += count
        return slice(self.used - count, self.used)

    def visit(self, depth, height, parent, right):
        x = self.x.copy()
        if parent is None:
            G = gradient(self.problem, self.data, x, self.fresh(self.b))
        elif not right:
            G, x = parent
        else:
            rows = self.fresh(self.b >> depth)
            G = parent[0] + gradient(self.problem, self.data, x, rows)
            G = G - gradient(self.problem, self.data, parent[1], rows)
        if depth == height:
            eta = 2 / (self.k + 2)
            self.x = self.x + eta * (vertex(self.problem, G) - self.x)
            self.k += 1
            return
        for child in (False, True):
            self.visit(depth + 1, height, (G, x), child)


@pytest.mark.parametrize(("T", "b"), [(1, 2), (2, 4), (4, 32)])
def test_the_tree_method_is_its_recursive_definition(T, b):
    method = TreeFrankWolfe(scales=(1.0,) * T, b=b)
    data = sample(PROBLEM, method.records)
    naive = NaiveTree(PROBLEM, data, b)
    for t in range(1, T + 1):
        naive.visit(0, t, None, False)
    assert naive.used == method.records
    assert naive.k == 2 ** (T + 1) - 2
    np.testing.assert_allclose(method.run(PROBLEM, NoiselessCurator(data))[0], naive.x, atol=1e-13)


def test_every_record_of_a_tree_is_asked_for_once():
    for height, b in ((0, 3), (1, 2), (3, 8), (5, 64)):
        asked = [rows for _, rows in batches(height, b, 7)]
        assert [rows.start for rows in asked[1:]] == [rows.stop for rows in asked[:-1]]
        assert asked[-1].stop - 7 == b * (height + 2) // 2
        total = sum(
            rows_at_depth(range(height, height + 1), b, depth, n=b * (height + 2) // 2)
            for depth in range(height + 1)
        )
        assert (total == 1).all()


@pytest.mark.parametrize(("T", "q"), [(6, 3), (4, 1), (4, 4), (1, 1)])
def test_the_recursive_method_is_its_definition(T, q):
    method = RecursiveFrankWolfe(eta=0.3, scale=1.0, T=T, q=q, b0=4, b1=2)
    data, x, used = sample(PROBLEM, method.records), np.zeros(3), 0
    visited, before, v = [], x, None
    for t in range(T):
        rows = slice(used, used + (4 if t % q == 0 else 2))
        used = rows.stop
        if t % q == 0:
            v = gradient(PROBLEM, data, x, rows)
        else:
            v = v + gradient(PROBLEM, data, x, rows) - gradient(PROBLEM, data, before, rows)
        visited.append(x)
        before, x = x, 0.7 * x + 0.3 * vertex(PROBLEM, v)
    assert used == method.records
    stop = np.arange(T + 1)
    found = method.run(PROBLEM, NoiselessCurator(data), trials=T + 1, stop=stop)
    np.testing.assert_allclose(found, [*visited, x], atol=1e-13)
    np.testing.assert_allclose(method.run(PROBLEM, NoiselessCurator(data))[0], x, atol=1e-13)
    draws = method.stops(np.random.default_rng(0), 500)
    assert set(draws) == set(range(T))


SMALL = {
    "full batch": (FullBatchFrankWolfe(scale=0.3, T=5), 8),
    "polyhedral": (PolyhedralFrankWolfe(eta=0.15, loss=2.0, T=6), 12),
    "tree": (TreeFrankWolfe(scales=(0.2, 0.3), b=4), 14),
    "recursive": (RecursiveFrankWolfe(eta=0.4, scale=0.3, T=6, q=3, b0=4, b1=2), 16),
}


@pytest.mark.parametrize(("method", "n"), SMALL.values(), ids=SMALL)
@pytest.mark.parametrize("problem", [PROBLEM, sign_logistic(d=3, radius=3.0).problem])
def test_sensitivities_cover_the_replacement_of_any_record(method, n, problem):
    """On a common transcript; the tree claims for every depth what a record there can do."""
    data, other = sample(problem, n), sample(problem, n, seed=1)
    for row in range(n):
        options = {}
        if isinstance(method, TreeFrankWolfe):
            depths = [rows_at_depth(range(1, 3), 4, depth, n=n)[row] for depth in range(3)]
            options = {"depth": depths.index(True)}
        pair = data, data.replace(row, other.records[row])
        if (pair[0].records == pair[1].records).all():
            continue
        curator = PairedCurator(*pair, np.random.default_rng(row))
        method.run(problem, curator, trials=8, **options)
        if isinstance(method, TreeFrankWolfe):
            cost = method.cost(problem, n=n, **options)
        else:
            cost = method.cost(problem, n=n)
        assert (np.abs(curator.log_ratio) <= cost.epsilon + curator.rounding).all()


def test_a_tree_refuses_the_claims_of_another_depth():
    problem = signed_means(means=[1.0]).problem
    method = TreeFrankWolfe(scales=(0.5, 0.5), b=8)
    data = problem.dataset(np.tile([1.0, 0.0], (28, 1)))
    curator = PairedCurator(data, data.replace(0, [-1.0, 0.0]), np.random.default_rng(0))
    with pytest.raises(ParameterError, match=r"sensitivity = 0\.0 is not"):
        method.run(problem, curator, depth=1)


class Doubled:
    """A problem that claims half of its constants."""

    def __init__(self, problem):
        self._problem = problem
        self.L0, self.L1 = problem.L0 / 2, problem.L1 / 2

    def __getattr__(self, name):
        return getattr(self._problem, name)


@pytest.mark.parametrize(("method", "n"), SMALL.values(), ids=SMALL)
def test_a_forgotten_factor_two_is_noticed(method, n):
    problem = signed_means(means=[0.9, 0.0]).problem
    first = problem.dataset(np.tile([1.0, 1.0, 0.0], (n, 1)))
    pair = first, first.replace(0, [-1.0, -1.0, 0.0])
    method.run(problem, PairedCurator(*pair, np.random.default_rng(0)))
    with pytest.raises(PrivacyError, match="is claimed at step 0"):
        method.run(Doubled(problem), PairedCurator(*pair, np.random.default_rng(0)))


KINDS = (FullBatchFrankWolfe, TreeFrankWolfe, RecursiveFrankWolfe)


def spent(method, n, delta):
    tree = isinstance(method, TreeFrankWolfe)
    readings = method.costs(PROBLEM, n=n) if tree else [method.cost(PROBLEM, n=n)]
    if delta:
        return max(one.epsilon_at(delta, using=AdvancedAccountant) for one in readings)
    return max(one.epsilon for one in readings)


@pytest.mark.parametrize("kind", [*KINDS, PolyhedralFrankWolfe])
@pytest.mark.parametrize("n", [60, 501])
def test_calibrated_noise_spends_at_most_the_budget(kind, n):
    method = kind.calibrated(PROBLEM, n=n, epsilon=0.7)
    assert spent(method, n, 0.0) == pytest.approx(0.7, rel=1e-9)
    assert spent(method, n, 0.0) <= 0.7
    method = kind.calibrated(PROBLEM, n=n, epsilon=0.7, delta=1e-6)
    assert 0.05 < spent(method, n, 1e-6) <= 0.7


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("epsilon", "delta"), [(0.7, 1e-6), (30.0, 1e-2), (0.01, 0.9)])
@pytest.mark.parametrize("key", [1, 5])
def test_sharp_noise_is_less_and_pays_too(kind, epsilon, delta, key):
    """Many choices and few: strong composition, and the plain sum."""
    many = "q" if kind is RecursiveFrankWolfe else "T"
    options = {"n": 501, "epsilon": epsilon, "delta": delta, many: key}
    sharp = kind.calibrated(PROBLEM, **options, sharp=True)
    assert spent(sharp, 501, delta) <= epsilon
    if epsilon <= 8 * np.log(1 / delta):
        wide = kind.calibrated(PROBLEM, **options)
        assert sharp.bound(PROBLEM) < wide.bound(PROBLEM)


def test_chosen_numbers_of_steps_are_the_best():
    n = {"n": 3000, "epsilon": 1.0, "delta": 1e-5}
    for kind, key, options in (
        (FullBatchFrankWolfe, "T", range(1, 200)),
        (TreeFrankWolfe, "T", range(1, 8)),
        (RecursiveFrankWolfe, "q", range(1, 38)),
    ):
        best = kind.calibrated(PROBLEM, **n).bound(PROBLEM)
        rivals = [kind.calibrated(PROBLEM, **n, **{key: value}) for value in options]
        assert best == pytest.approx(min(rival.bound(PROBLEM) for rival in rivals), rel=1e-12)


def test_harmonic_numbers_and_functionals():
    for count in (1, 2, 10, 1000):
        assert harmonic(count) == pytest.approx(sum(1 / i for i in range(1, count + 1)), rel=1e-13)
    assert log_functionals(L1Ball(5, 1.0)) == np.log(10)
    assert log_functionals(Simplex(5)) == np.log(10)
    assert log_functionals(Polytope(np.ones((5, 2)))) == np.log(10)
    assert log_functionals(Polytope(np.ones((5, 2)), p=1.0)) == np.log(4)


def test_the_step_size_leaves_what_the_rate_needs():
    for n, d in ((8, 2), (100, 7), (4000, 50), (10**6, 10**5)):
        assert (1 - step_size(n, d)) ** (n / 2) <= np.sqrt(np.log(d) / n)
