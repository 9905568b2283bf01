"""Methods on simplices: exact laws, naive loops, what is released, budgets, degenerate sizes."""

import itertools

import numpy as np
import pytest

from workbench.algorithms.frank_wolfe.simplex import PrivateFrankWolfe
from workbench.algorithms.mirror.anytime import AnytimeMirrorDescent
from workbench.algorithms.mirror.debiased_descent import (
    DebiasedMirrorDescent,
    level_chances,
    weight_per_record,
)
from workbench.algorithms.mirror.mirror_descent import PrivateMirrorDescent
from workbench.algorithms.mirror.synthetic_data import LinearQueries, PrivateMultiplicativeWeights
from workbench.algorithms.mirror.vertex_sampling import strong_loss, zcdp_loss
from workbench.errors import DataError, ParameterError, PrivacyError
from workbench.privacy import (
    AccountingCurator,
    Dataset,
    NoiselessCurator,
    PairedCurator,
    PrivacyFilter,
    TrustedCurator,
    ZCDPAccountant,
    filter_epsilon,
)
from workbench.privacy.queries.secrets import Secret, revealed
from workbench.problems import composite_problem
from workbench.problems import saddle_instances as instances

GAME = composite_problem([[[0.5, -1.0], [1.0, 0.2]], [[-1.0, 0.3], [0.7, -0.9]]])


def trusted(problem, n, seed=0):
    rng = np.random.default_rng(seed)
    return TrustedCurator(problem.sample(np.random.default_rng(7), n), rng)


def transcripts(problem, records, *, tau, T):
    """Chance of every sequence of vertex pairs for K = 1, by products of exponentials."""
    B, found = len(records) // T, {}
    pairs = list(itertools.product(range(problem.dx), range(problem.dy)))
    for path in itertools.product(pairs, repeat=T):
        x, y = np.full(problem.dx, 1 / problem.dx), np.full(problem.dy, 1 / problem.dy)
        chance = 1.0
        for t, (i, j) in enumerate(path):
            chance *= x[i] * y[j]
            A = problem.payoffs[records[t * B : (t + 1) * B]].mean(axis=0)
            x, y = x * np.exp(-tau * A[:, j]), y * np.exp(tau * A[i])
            x, y = x / x.sum(), y / y.sum()
        found[path] = chance
    return found


def test_mirror_descent_follows_its_exact_law():
    """64 transcripts for d = 2, K = 1, T = 3: largest log-ratios, and frequencies of outputs."""
    records, other = np.array([0, 1, 1, 0, 1, 0]), np.array([1, 1, 1, 0, 1, 0])
    method = PrivateMirrorDescent(tau=0.9, T=3, K=1)
    p, q = (transcripts(GAME, r, tau=0.9, T=3) for r in (records, other))
    assert sum(p.values()) == pytest.approx(1)
    pair = GAME.dataset(records), GAME.dataset(other)
    curator = PairedCurator(*pair, np.random.default_rng(0))
    out = method.run(GAME, curator, trials=20_000)
    exact = np.array([np.log(p[path] / q[path]) for path in p])
    np.testing.assert_allclose(
        np.unique(curator.log_ratio.round(9)), np.unique(exact.round(9)), atol=2e-9
    )
    assert (curator.rounding < 1e-12).all()
    mean = sum(chance * np.mean([i == 0 for i, _ in path]) for path, chance in p.items())
    assert abs(out.x[:, 0].mean() - mean) < 6 * 0.5 / np.sqrt(20_000)


@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_without_noise_it_is_exponentiated_gradient(shift):
    """A constant added to a gradient changes nothing."""
    problem = instances.softplus_saddle().problem
    moved = composite_problem(problem.payoffs, b=np.full(8, shift), c=np.full(6, -shift),
                              left=problem.left, right=problem.right)  # fmt: skip
    data = problem.dataset(np.arange(20) % 5)
    method = PrivateMirrorDescent(tau=0.4, T=4, K=2)
    found = method.run(moved, NoiselessCurator(data))
    x, y = np.full((1, 8), 1 / 8), np.full((1, 6), 1 / 6)
    xs, ys = [x], [y]
    for _ in range(3):  # every batch of five holds each atom once
        gx, gy = (g(problem.uniform, x, y) for g in (problem.mean_x, problem.mean_y))
        x, y = x * np.exp(-0.4 * gx), y * np.exp(0.4 * gy)
        x, y = x / x.sum(), y / y.sum()
        xs.append(x)
        ys.append(y)
    np.testing.assert_allclose(found.x, np.mean(xs, axis=0), atol=1e-14)
    np.testing.assert_allclose(found.y, np.mean(ys, axis=0), atol=1e-14)


@pytest.mark.parametrize("fresh", [False, True])
def test_the_first_round_is_free_and_the_rest_is_counted(fresh):
    method = PrivateMirrorDescent(tau=0.1, T=5, K=3, fresh=fresh)
    cost = method.cost(GAME, n=50)
    assert len(cost.steps) == 4 * (4 if fresh else 2)
    each = 4 * 0.1 * GAME.L0 / 10
    assert cost.steps[0].epsilon == pytest.approx(each)
    assert cost.epsilon == pytest.approx(2 * 4 * (3 + fresh) * each)


def test_both_step_sizes_spend_their_budget():
    problem, n, T, K = instances.cosine_game().problem, 400, 10, 3
    options = {"n": n, "T": T, "K": K, "epsilon": 1.0, "delta": 1e-6}
    paper = PrivateMirrorDescent.calibrated(problem, **options)
    cost = paper.cost(problem, n=n)
    squares = 2 * (T - 1) * K * cost.steps[0].epsilon ** 2
    assert 0.4 < filter_epsilon(squares, 1e-6) <= 1.0
    assert paper.tau == pytest.approx(40 / (16 * problem.L0 * np.sqrt(30 * np.log(1e6))), rel=1e-9)
    zcdp = PrivateMirrorDescent.calibrated(problem, **options, accounting="zcdp")
    reading = zcdp.cost(problem, n=n).epsilon_at(1e-6, using=ZCDPAccountant)
    assert 1 - 1e-9 < reading <= 1.0
    assert zcdp.tau / paper.tau > 3.9
    assert PrivateMirrorDescent.calibrated(problem, **options, largest=1e-3).tau == 1e-3


def zcdp_reading(accountant):
    return accountant.epsilon_at(1e-6, using=ZCDPAccountant)


def test_bounded_range_spends_the_budget_of_the_other_methods():
    """Nearly all of it; Algorithm 3 only if every level is 0, where no unit brings few vertices."""
    budget = {"epsilon": 1.0, "delta": 1e-6, "accounting": "zcdp"}
    queries = LinearQueries.of(instances.threshold_queries()[:, :16])
    chosen = PrivateMultiplicativeWeights.calibrated(queries, T=7, **budget)
    assert 1 - 1e-9 < zcdp_reading(chosen.cost(queries, n=50)) <= 1
    problem = instances.least_squares().problem
    for T, kappa in ((20, 4), (7, 3), (3, 3), (2, 1)):
        method = AnytimeMirrorDescent.calibrated(problem, n=40, T=T, K=2, kappa=kappa, **budget)
        assert 1 - 1e-9 < zcdp_reading(method.cost(problem, n=40)) <= 1
    for game in (GAME, problem):
        method = DebiasedMirrorDescent.calibrated(game, n=40, U=20, M=0, **budget)
        accountant = AccountingCurator(n=40, rng=np.random.default_rng(0))
        method.run(game, accountant)
        assert 1 - 1e-9 < zcdp_reading(accountant) <= 1


def test_convex_optimisation_charges_one_block():
    problem = instances.least_squares().problem
    cost = PrivateMirrorDescent(tau=0.1, T=5, K=3).cost(problem, n=50)
    assert len(cost.steps) == 4
    out = PrivateMirrorDescent(tau=0.1, T=5, K=3).run(problem, trusted(problem, 50), trials=2)
    assert (out.y == 1).all()


def test_one_vertex_one_round_one_record():
    point = composite_problem([[2.0]])
    data = Dataset(np.zeros((5, 1)))
    out = PrivateMirrorDescent(tau=0.1, T=5, K=2).run(point, NoiselessCurator(data))
    assert (out.x == 1).all()
    assert (out.y == 1).all()
    assert PrivateMirrorDescent(tau=0.1, T=5, K=2).cost(point, n=5).epsilon == 0
    one = PrivateMirrorDescent(tau=0.1, T=1, K=1)
    assert one.cost(GAME, n=1).epsilon == 0
    assert one.run(GAME, trusted(GAME, 1), trials=4).x.shape == (4, 2)


class Halved:
    """A problem that claims half of its spread."""

    def __init__(self, problem):
        self._problem = problem
        self.spread = problem.spread / 2

    def __getattr__(self, name):
        return getattr(self._problem, name)


def test_a_forgotten_factor_two_in_the_sensitivity_is_noticed():
    method = PrivateMirrorDescent(tau=0.3, T=4, K=2)
    flip = composite_problem([[[1.0, 1.0], [-1.0, -1.0]], [[-1.0, -1.0], [1.0, 1.0]]])
    first = flip.dataset(np.zeros(8))
    curator = PairedCurator(first, first.replace(0, [1.0]), np.random.default_rng(0))
    method.run(flip, curator, trials=20)
    assert (np.abs(curator.log_ratio) > 0).any()
    curator = PairedCurator(first, first.replace(0, [1.0]), np.random.default_rng(0))
    with pytest.raises(PrivacyError, match="is claimed at step"):
        method.run(Halved(flip), curator, trials=20)


def test_anytime_descent_without_noise_is_its_recursion():
    problem = instances.least_squares().problem
    data = problem.dataset(np.arange(60) % 12)
    found = AnytimeMirrorDescent(tau=0.3, T=5, K=1, kappa=5).run(problem, NoiselessCurator(data))
    w = [np.full((1, 10), 0.1)]
    G = np.zeros((1, 10))
    for t in range(1, 5):
        x = sum(i * w[i - 1] for i in range(1, t + 1)) / (t * (t + 1) / 2)
        G += t * problem.mean_x(problem.uniform, x, np.ones((1, 1)))
        w.append(np.exp(-0.3 * G) / np.exp(-0.3 * G).sum())
    x = sum((i + 1) * v for i, v in enumerate(w)) / 15
    np.testing.assert_allclose(found, x, atol=1e-13)


@pytest.mark.parametrize(("T", "kappa"), [(20, 4), (7, 3), (3, 3), (1, 1)])
def test_anytime_descent_samples_as_often_as_it_says(T, kappa):
    problem = instances.least_squares().problem
    method = AnytimeMirrorDescent.calibrated(
        problem, n=40, T=T, K=2, kappa=kappa, epsilon=1.0, delta=1e-5
    )
    cost = method.cost(problem, n=40)
    assert len(cost.steps) <= method.samplings - (T > 1)  # the first sample is uniform: free
    assert all(step.epsilon <= strong_loss(1.0, 1e-5, count=2 * method.samplings) * (1 + 1e-9)
               for step in cost.steps)  # fmt: skip


def test_anytime_descent_is_within_its_sensitivity():
    problem = instances.squared_hinge().problem
    method = AnytimeMirrorDescent(tau=0.5, T=8, K=4, kappa=3)
    data = problem.sample(np.random.default_rng(1), 16)
    for record in range(12):
        if record != data.records[0, 0]:
            other = data.replace(0, [record])
            curator = PairedCurator(data, other, np.random.default_rng(0))
            method.run(problem, curator, trials=20)
            assert curator.rounding.max() < 1e-6


def test_levels_and_their_weights():
    p = level_chances(3)
    assert p.sum() == pytest.approx(1)
    np.testing.assert_allclose(p[:-1] / p[1:], 2)
    assert 1 / p[0] + 1 == pytest.approx(2.875)
    for M in range(12):
        assert weight_per_record(M) < 4.5


def test_budgets_of_the_random_loop_hold_and_wald_does():
    method = DebiasedMirrorDescent(tau=0.01, U=64, M=4)
    out = method.run(GAME, trusted(GAME, 200), trials=1500)
    assert out.spent.max() <= 64
    assert out.spent.min() > 64 - 16
    assert (2 * out.vertices <= 6 * 64).all()
    assert (out.vertices == 2 * out.spent + out.rounds).all()
    mean = 5 / (2 - 2**-4)  # E 2^N
    defect = out.spent - mean * out.rounds
    assert abs(defect.mean()) < 6 * defect.std() / np.sqrt(1500)
    np.testing.assert_allclose(out.x.sum(axis=1), 1)


class Watching(TrustedCurator):
    """Keeps the secret scores of its calls."""

    def answer(self, call):
        if isinstance(call.source, Secret):
            self.__dict__.setdefault("seen", []).append(revealed(call.source, self)[0][0])
        return super().answer(call)


def test_the_debiased_gradient_has_the_bias_of_many_vertices():
    """Telescoping is exact for any loss: here one with a kink, M = 1, against means of 4."""
    problem, trials = instances.squared_hinge().problem, 30_000
    curator = Watching(problem.dataset(np.arange(48) % 12), np.random.default_rng(0))
    DebiasedMirrorDescent(tau=1.0, U=4, M=1).run(problem, curator, trials=trials)
    G = -curator.seen[0]
    rng = np.random.default_rng(1)

    def gradients(count):
        z = rng.multinomial(count, np.full(10, 0.1), size=trials) / count
        return problem.mean_x(problem.uniform, z, np.ones((trials, 1)))

    four, one = gradients(4), gradients(1)
    width = np.sqrt((G.var(axis=0) + four.var(axis=0)) / trials)
    assert (np.abs(G.mean(axis=0) - four.mean(axis=0)) < 6 * width).all()
    assert (np.abs(one.mean(axis=0) - four.mean(axis=0)) > 9 * width).any()


def test_on_games_the_debiased_gradient_is_that_of_one_vertex():
    curator = Watching(GAME.dataset([0] * 8), np.random.default_rng(0))
    DebiasedMirrorDescent(tau=1.0, U=4, M=1).run(GAME, curator, trials=300)
    columns = GAME.payoffs[0].T  # the gradient in x at a vertex e_j is column j
    moved = curator.seen[0]
    assert all(np.abs(row + columns).max(axis=1).min() < 1e-12 for row in moved)


def test_a_privacy_filter_stops_what_the_step_size_does_not_pay_for():
    options = {"n": 200, "U": 40, "M": 2, "epsilon": 1.0, "delta": 1e-5, "budgeted": True}
    honest = DebiasedMirrorDescent.calibrated(GAME, **options)
    greedy = DebiasedMirrorDescent(tau=5 * honest.tau, U=40, M=2, budgeted=True)
    data, rounds = GAME.sample(np.random.default_rng(0), 200), []
    for method in (honest, greedy):
        budget = PrivacyFilter(epsilon=1.0, delta=1e-5, neighbouring="replace-one", trials=50)
        curator = TrustedCurator(data, np.random.default_rng(0), budget=budget)
        out = method.run(GAME, curator, trials=50)
        rounds.append(out.spent)
    assert rounds[0].min() > 40 - 4
    assert 0 < rounds[1].max() < 40 - 4


def test_the_accountant_reads_the_random_loop():
    method = DebiasedMirrorDescent.calibrated(GAME, n=200, U=40, M=2, epsilon=1.0, delta=1e-5)
    curator = AccountingCurator(n=200, rng=np.random.default_rng(0))
    out = method.run(GAME, curator)
    squares = sum(s.epsilon**2 for s in curator.steps) * 2 * out.vertices[0] / len(curator.steps)
    assert len(curator.steps) <= 2 * 4 * out.rounds[0]
    assert filter_epsilon(squares, 1e-5) <= 1.0


def test_frank_wolfe_on_equal_records_is_frank_wolfe():
    """Then every node is the exact gradient, and the tree is not seen."""
    problem = instances.least_squares().problem
    data, one = problem.dataset([4] * 60), np.eye(12)[[4]]
    x = np.full((1, 10), 0.1)
    for k in range(1, 16):
        i = problem.mean_x(one, x, np.ones((1, 1))).argmin()
        x = x + 2 / (k + 1) * (np.eye(10)[[i]] - x)
    found = PrivateFrankWolfe(lam=1.0, phases=4, b=8).run(problem, NoiselessCurator(data))
    np.testing.assert_allclose(found, x, atol=1e-13)


@pytest.mark.parametrize("phases", [1, 2, 4])
def test_frank_wolfe_uses_its_records_and_spends_its_budget(phases):
    problem, n = instances.least_squares().problem, 400
    method = PrivateFrankWolfe.calibrated(problem, n=n, phases=phases, epsilon=1.0, delta=1e-5)
    assert method.records <= n < method.records + 2 ** (phases - 1) * (phases + 3) * phases
    cost = method.cost(problem, n=n)
    assert len(cost.steps) == 2**phases - 1
    each = cost.steps[0].epsilon
    assert cost.epsilon == pytest.approx(each * 2 ** (phases - 1))  # leaves that a record is in
    assert filter_epsilon(2 ** (phases - 1) * each**2, 1e-5) <= 1.0
    data = problem.sample(np.random.default_rng(0), n)
    for row in (0, n // 3, n - 5):
        other = data.replace(row, [(data.records[row, 0] + 5) % 12])
        curator = PairedCurator(data, other, np.random.default_rng(1))
        method.run(problem, curator, trials=5)
        assert (np.abs(curator.log_ratio) <= cost.epsilon).all()


def test_frank_wolfe_finds_the_optimum_with_many_records():
    instance = instances.least_squares()
    problem = instance.problem
    method = PrivateFrankWolfe.calibrated(problem, n=400_000, phases=5, epsilon=1.0, delta=1e-5)
    data = problem.sample(np.random.default_rng(0), 400_000)
    x = method.run(problem, TrustedCurator(data, np.random.default_rng(1)), trials=20)
    excess = problem.value(problem.uniform, x, np.ones((20, 1))) - instance.value
    assert 0 <= excess.mean() < 0.005 < method.bound(problem)


def test_synthetic_data_for_thresholds():
    queries = LinearQueries.of(instances.threshold_queries()[:, :16])
    law = instances.threshold_law()
    uniform = np.full((1, 16), 1 / 16)
    assert queries.error(uniform, law)[0] == pytest.approx(0.3893717006, abs=1e-9)
    data = queries.dataset(np.random.default_rng(0).choice(16, 4000, p=law))
    method = PrivateMultiplicativeWeights.calibrated(queries, T=25, epsilon=2.0, delta=1e-5)
    out = method.run(queries, TrustedCurator(data, np.random.default_rng(1)), trials=100)
    assert queries.error(out, law).mean() < method.bound(queries, n=4000)
    other = data.replace(3, [(data.records[3, 0] + 8) % 16])
    curator = PairedCurator(data, other, np.random.default_rng(2))
    method.run(queries, curator, trials=100)
    assert np.abs(curator.log_ratio).max() <= 25 * method.loss
    cost = method.cost(queries, n=4000)
    assert len(cost.steps) == 25
    assert cost.steps[0].epsilon == pytest.approx(method.loss)
    assert filter_epsilon(25 * cost.steps[0].epsilon ** 2, 1e-5) <= 2.0
    query = queries.answers(3)
    np.testing.assert_allclose(query.evaluate_mean(data.records[None]),
                               query.evaluate_values(data.records[None]).mean(axis=1))  # fmt: skip


REFUSED = [
    (lambda: PrivateMirrorDescent(tau=0.0, T=1, K=1), "tau = 0.0 is not positive"),
    (lambda: PrivateMirrorDescent(tau=1.0, T=0, K=1), "T = 0 is below 1"),
    (lambda: PrivateMirrorDescent(tau=1.0, T=1, K=0), "K = 0 is below 1"),
    (lambda: PrivateMirrorDescent(tau=1.0, T=9, K=1).run(GAME, trusted(GAME, 8)), "T = 9 is above"),
    (lambda: PrivateMirrorDescent(tau=1.0, T=2, K=1).run(GAME, trusted(GAME, 8), trials=0),
     "trials = 0"),
    (lambda: strong_loss(1.0, 0.0, count=1), r"delta = 0.0 is outside \(0, 1\): the condition"),
    (lambda: zcdp_loss(0.0, 0.1, count=1), "epsilon = 0.0 is not positive"),
    (lambda: strong_loss(40.0, 0.1, count=1), r"epsilon = 40.0 is above 8 ln\(1 / delta\)"),
    (lambda: strong_loss(1.0, 0.1, count=0), "count = 0 is below 1"),
    (lambda: zcdp_loss(1.0, 0.1, count=0), "count = 0 is below 1"),
    (lambda: PrivateMirrorDescent.calibrated(
        GAME, n=9, T=3, K=1, epsilon=1.0, delta=0.1, accounting="x"), "accounting = x is unknown"),
    (lambda: PrivateMirrorDescent.calibrated(
        GAME, n=9, T=1, K=1, epsilon=1.0, delta=0.1, accounting="zcdp"), "tau = inf is not finite"),
    (lambda: AnytimeMirrorDescent.calibrated(
        GAME, n=9, T=1, K=1, kappa=1, epsilon=1.0, delta=0.1, accounting="zcdp"), "tau = inf is"),
    (lambda: DebiasedMirrorDescent.calibrated(
        GAME, n=9, U=4, M=1, epsilon=1.0, delta=0.1, accounting="x"), "accounting = x is unknown"),
    (lambda: AnytimeMirrorDescent(tau=-1.0, T=1, K=1, kappa=1), "tau = -1.0 is not"),
    (lambda: AnytimeMirrorDescent(tau=1.0, T=0, K=1, kappa=1), "T = 0"),
    (lambda: AnytimeMirrorDescent(tau=1.0, T=1, K=0, kappa=1), "K = 0"),
    (lambda: AnytimeMirrorDescent(tau=1.0, T=1, K=1, kappa=2), r"kappa = 2 is outside 1\.\.T"),
    (lambda: AnytimeMirrorDescent(tau=1.0, T=1, K=1, kappa=1).run(GAME, trusted(GAME, 8)),
     "problem.dy = 2 is not 1"),
    (lambda: DebiasedMirrorDescent(tau=np.inf, U=4, M=1), "tau = inf"),
    (lambda: DebiasedMirrorDescent(tau=1.0, U=4, M=-1), "M = -1 is negative"),
    (lambda: DebiasedMirrorDescent(tau=1.0, U=4, M=2), r"2\^M = 4 is above U / 2"),
    (lambda: DebiasedMirrorDescent(tau=1.0, U=9, M=2).run(GAME, trusted(GAME, 8)), "U = 9 is abov"),
    (lambda: PrivateFrankWolfe(lam=0.0, phases=1, b=1), "lam = 0.0"),
    (lambda: PrivateFrankWolfe(lam=1.0, phases=0, b=1), "phases = 0"),
    (lambda: PrivateFrankWolfe(lam=1.0, phases=3, b=6), "b = 6 is no positive multiple"),
    (lambda: PrivateFrankWolfe(lam=1.0, phases=1, b=1).run(GAME, trusted(GAME, 8)),
     "problem.dy = 2 is not 1"),
    (lambda: PrivateFrankWolfe(lam=1.0, phases=1, b=9).cost(
        instances.least_squares().problem, n=8), "n = 8 is below the 9 records"),
    (lambda: PrivateFrankWolfe.calibrated(GAME, n=8, phases=6, epsilon=1.0, delta=0.1),
     "n = 8 is too small for 6 phases"),
    (lambda: LinearQueries.of([[2.0]]), "queries = given has a value outside"),
    (lambda: LinearQueries.of([1.0]), r"queries has shape \(1,\)"),
    (lambda: PrivateMultiplicativeWeights(tau=1.0, T=0, loss=1.0), "T = 0"),
    (lambda: PrivateMultiplicativeWeights(tau=1.0, T=1, loss=0.0), "loss = 0.0"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()


def test_records_outside_the_domain_are_refused():
    with pytest.raises(DataError, match="points outside the domain"):
        LinearQueries.of([[1.0], [0.0]]).dataset([0, 2])
