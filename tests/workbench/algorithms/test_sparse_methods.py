"""Methods for sparse data: projections, decoders, noise scales, and what they refuse."""

import cvxpy as cp
import numpy as np
import pytest

from workbench.algorithms.parts.projections import (
    Ball,
    project_l1,
    project_l1_l2,
    project_l2,
    project_linf,
)
from workbench.algorithms.parts.vector_noise import VectorNoise, calibrated_noise, harmonic
from workbench.algorithms.sparse.basis_pursuit import decode_ball, decode_equality
from workbench.algorithms.sparse.l1_recovery import L1Recovery, enough_measurements, measurements
from workbench.algorithms.sparse.output_perturbation import (
    OutputPerturbation,
    best_lam,
    sensitivity,
)
from workbench.algorithms.sparse.projection_mechanism import ProjectionMechanism
from workbench.errors import ParameterError, PrivacyError, SolverError
from workbench.privacy import (
    Gaussian,
    NoiselessCurator,
    PairedCurator,
    PLDAccountant,
    TrustedCurator,
)
from workbench.problems import SparseVectors, embedding_logistic, sparse_linear, sparse_sigmoid
from workbench.solvers.sparse_decoding import in_l1_ball, least_l1

RNG = np.random.default_rng


# -------------------------------------------------------------------------------- projections


@pytest.mark.parametrize("seed", range(12))
def test_projections_are_those_of_a_convex_solver(seed):
    rng = RNG(seed)
    d = int(rng.integers(1, 7))
    z = rng.standard_normal((1, d)) * 3
    z = np.round(z) if seed % 3 == 0 else z  # ties and zeros
    L, x = 0.7, cp.Variable(d)
    R = L * np.sqrt(rng.integers(1, d + 1))
    limits = [cp.norm1(x) <= R, cp.norm(x) <= L]
    for found, where in (
        (project_l1(z, radius=R), limits[:1]),
        (project_l2(z, radius=L), limits[1:]),
        (project_l1_l2(z, l1=R, l2=L), limits),
    ):
        cp.Problem(cp.Minimize(cp.sum_squares(x - z[0])), where).solve(solver=cp.CLARABEL)
        assert np.abs(found[0] - x.value).max() < 2e-4  # the root of the solver's 1e-8
    for ball, norm in (
        (Ball(R, "l1"), cp.norm1),
        (Ball(L), cp.norm),
        (Ball(L, "linf"), cp.norm_inf),
    ):
        found = project_linf(z, onto=ball)
        least = cp.Problem(cp.Minimize(cp.norm_inf(x - z[0])), [norm(x) <= ball.radius]).solve(
            solver=cp.CLARABEL
        )
        assert np.abs(found - z).max() == pytest.approx(least, abs=1e-6)
        assert ball.size(found)[0] <= ball.radius * (1 + 1e-12)


def test_trials_are_projected_one_by_one_whatever_stands_beside_them():
    z = RNG(0).standard_normal((50, 9)) * RNG(1).choice([0.0, 0.1, 1.0, 1e6], (50, 1))
    for project in (
        lambda y: project_l1(y, radius=1.5),
        lambda y: project_l1_l2(y, l1=1.5, l2=1.0),
        lambda y: project_linf(y, onto=Ball(1.0)),
    ):
        alone = np.concatenate([project(row[None]) for row in z])
        np.testing.assert_array_equal(project(z), alone)
        np.testing.assert_allclose(project(alone), alone, rtol=1e-12, atol=1e-15)


def test_ties_and_radii_of_zero():
    same = np.full((1, 5), -3.0)
    np.testing.assert_allclose(project_l1(same, radius=2.0), -0.4)
    np.testing.assert_allclose(project_l1_l2(same, l1=2.0, l2=1.0), -0.4)
    np.testing.assert_allclose(project_l1_l2(same, l1=3.0, l2=1.0), -(5**-0.5))
    np.testing.assert_allclose(project_linf(same, onto=Ball(1.0)), -(5**-0.5))
    corner = np.array([[7.0, 7.0, 1.0]])  # both balls bind at two equal entries
    found = project_l1_l2(corner, l1=np.sqrt(2), l2=1.0)
    np.testing.assert_allclose(found, [[0.5**0.5, 0.5**0.5, 0]], atol=1e-12)
    for zero in (
        project_l1(same, radius=0.0),
        project_l2(same, radius=0.0),
        project_l1_l2(same, l1=0.0, l2=1.0),
        project_linf(same, onto=Ball(0.0, "l1")),
    ):
        assert (zero == 0).all()
    with pytest.raises(ParameterError, match="radius = -1"):
        project_l1(same, radius=-1)
    with pytest.raises(ParameterError, match="norm = l3"):
        Ball(1.0, "l3")


# ----------------------------------------------------------------------------------- decoders


@pytest.mark.parametrize(("m", "d"), [(1, 1), (1, 6), (6, 6), (8, 40), (20, 300)])
def test_decoders_agree_with_a_convex_solver(m, d):
    A, b = RNG(m).standard_normal((m, d)) / np.sqrt(m), RNG(d).standard_normal((3, m))
    equal, inside = decode_equality(A, b), decode_ball(A, b, radius=0.8)
    np.testing.assert_allclose(equal.z @ A.T, b, atol=1e-10)
    assert np.abs(inside.z).sum(axis=1).max() <= 0.8 * (1 + 1e-12)
    for k in range(3):
        best = least_l1(A, b[k])
        size = np.abs(equal.z[k]).sum()
        assert best.value - best.gap <= size * (1 + 1e-12)
        assert size - equal.gap[k] <= best.value * (1 + 1e-12)
        assert equal.gap[k] <= 1e-3 * size
        least = in_l1_ball(A, b[k], radius=0.8)
        value = ((A @ inside.z[k] - b[k]) ** 2).sum() / 2
        assert least.value - least.gap - 1e-12 <= value <= least.value + inside.gap[k] + 1e-12


def test_a_sparse_vector_is_recovered_without_noise():
    A = measurements(SparseVectors(d=1000, s=3), RNG(0), m=90)
    z = np.zeros((1, 1000))
    z[0, [5, 99, 824]] = 1.0, -2.0, 0.5
    np.testing.assert_allclose(decode_equality(A, z @ A.T, tolerance=1e-6).z, z, atol=1e-3)
    found = decode_ball(A, z @ A.T, radius=3.5, tolerance=1e-9).z
    np.testing.assert_allclose(found, z, atol=1e-3)
    assert (decode_equality(A, np.zeros((2, 90))).z == 0).all()
    assert (decode_ball(A, np.zeros((2, 90)), radius=1.0).z == 0).all()
    assert (decode_ball(A, z @ A.T, radius=0.0).z == 0).all()


def test_decoders_say_what_is_wrong():
    A = np.ones((2, 3))
    with pytest.raises(ParameterError, match="dependent rows"):
        decode_equality(A, np.ones((1, 2)))
    with pytest.raises(ParameterError, match="no solution"):
        decode_equality(A.T, np.ones((1, 3)))
    with pytest.raises(ParameterError, match="shape"):
        decode_ball(A, np.ones((1, 3)), radius=1.0)
    B = RNG(0).standard_normal((10, 200))
    for decode in (
        lambda: decode_equality(B, np.ones((1, 10)), tolerance=1e-12, iterations=500),
        lambda: decode_ball(B, np.ones((1, 10)), radius=0.1, tolerance=1e-12, iterations=3),
    ):
        with pytest.raises(SolverError, match="not lost"):
            decode()


# ---------------------------------------------------------------------------- noise and bounds


def test_noise_has_the_sizes_that_the_bounds_use():
    rng = RNG(0)
    for law, scale in (("laplace", 0.5), ("gaussian", 2.0)):
        noise = VectorNoise(law=law, scale=scale)
        draws = rng.laplace(scale=scale, size=(20_000, 30))
        if law == "gaussian":
            draws = rng.normal(scale=scale, size=(20_000, 30))
        largest = np.abs(draws).max(axis=1)
        room = 6 * largest.std() / np.sqrt(20_000)
        assert largest.mean() <= noise.mean_largest(30) + room
        if law == "laplace":
            assert abs(largest.mean() - noise.mean_largest(30)) <= room
        assert draws.var() == pytest.approx(noise.variance, rel=0.03)
    assert harmonic(1000) == pytest.approx(sum(1 / k for k in range(1, 1001)), rel=1e-14)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_calibration_and_cost_are_inverse(epsilon):
    vectors = SparseVectors(d=100, s=4)
    pure = ProjectionMechanism.calibrated(vectors, n=50, epsilon=epsilon)
    assert pure.noise.scale == pytest.approx(2 * 2 / (50 * epsilon), rel=1e-12)
    assert epsilon * (1 - 1e-12) < pure.cost(vectors, n=50).epsilon <= epsilon
    for rule in ("exact", "printed"):
        method = ProjectionMechanism.calibrated(
            vectors, n=50, epsilon=epsilon, delta=1e-5, rule=rule
        )
        spent = Gaussian(method.noise.scale).delta(epsilon, sensitivity=2 / 50)
        assert spent <= 1e-5
        if rule == "exact":
            assert spent > 0.999e-5
        else:
            assert method.noise.scale == pytest.approx(
                np.sqrt(8 * np.log(1.25e5)) / (50 * epsilon), rel=1e-12
            )


def test_the_printed_rule_is_refused_where_it_is_false():
    options = {"epsilon": 10.0, "delta": 1e-5, "l1": 1.0, "l2": 1.0}
    with pytest.raises(ParameterError, match="beyond the range of the printed rule"):
        calibrated_noise(**options, rule="printed")
    assert calibrated_noise(**options).scale > 0
    for bad in ({"epsilon": 0.0}, {"delta": 1.0}, {"rule": "guess"}):
        with pytest.raises(ParameterError):
            calibrated_noise(**{**options, **bad})


# -------------------------------------------------------------------------------- the methods


@pytest.mark.parametrize(("d", "s", "n"), [(1, 1, 1), (6, 1, 3), (6, 6, 3), (40, 3, 5)])
def test_without_noise_the_projection_mechanism_returns_the_mean(d, s, n):
    vectors = SparseVectors(d=d, s=s, radius=0.5)
    data = vectors.checked(vectors.draw(RNG(0), n))
    for onto in ("l1", "both"):
        method = ProjectionMechanism.calibrated(vectors, n=n, epsilon=1.0, onto=onto)
        found = method.run(vectors, NoiselessCurator(data), trials=2)
        np.testing.assert_allclose(found, [vectors.mean(data)] * 2, atol=1e-12)
        noisy = method.run(vectors, TrustedCurator(data, RNG(1)), trials=20)
        assert np.abs(noisy).sum(axis=1).max() <= vectors.l1_radius * (1 + 1e-12)
        if onto == "both":
            assert np.linalg.norm(noisy, axis=1).max() <= vectors.radius * (1 + 1e-12)


def test_the_bound_is_the_least_of_its_terms():
    vectors = SparseVectors(d=1000, s=4)
    method = ProjectionMechanism.calibrated(vectors, n=200, epsilon=1.0)
    sparse, dense, trivial = method.terms(vectors)
    assert sparse == pytest.approx(4 * 4 * harmonic(1000) / 200)
    assert dense == pytest.approx(8 * 4 * 1000 / 200**2)
    assert trivial == 4
    assert method.bound(vectors) == sparse


class Halved(SparseVectors):
    """Claims half of the sensitivity."""

    __slots__ = ()

    def sensitivity(self, n, *, norm):
        return SparseVectors(d=self.d, s=self.s).sensitivity(n, norm=norm) / 2


def test_a_forgotten_factor_two_in_the_sensitivity_is_noticed():
    vectors = Halved(d=9, s=2)
    method = ProjectionMechanism.calibrated(vectors, n=4, epsilon=1.0)
    with pytest.raises(PrivacyError, match="is claimed at step"):
        method.run(vectors, PairedCurator(*vectors.extremal_pair(4), RNG(0)), trials=3)


def test_output_perturbation_without_noise_is_the_projected_minimiser():
    problem = embedding_logistic(d=8, s=2)
    data = problem.sample(RNG(0), 40)
    for radius in (None, 0.3):
        method = OutputPerturbation.calibrated(
            problem, n=40, lam=0.1, epsilon=1.0, delta=1e-5, radius=radius
        )
        x = problem.minimise(data, lam=0.1, radius=radius, accuracy=1e-8).x
        found = method.run(problem, NoiselessCurator(data), trials=2)
        np.testing.assert_allclose(found, [x] * 2, atol=1e-9)


def test_the_sensitivity_of_linear_losses_is_attained_and_pays_for_the_solver():
    problem = sparse_linear(d=30, s=3)
    first, second = problem.extremal_pair(10)
    a, b = (problem.minimise(data, lam=0.2, accuracy=1e-6).x for data in (first, second))
    options = {"n": 10, "lam": 0.2, "tolerance": 1e-6}
    assert np.linalg.norm(a - b) == pytest.approx(
        sensitivity(problem, norm="l2", **options) / (1 + 1e-6)
    )
    sharp = sensitivity(problem, norm="l1", l1_rule="sharp", **options)
    printed = sensitivity(problem, norm="l1", l1_rule="printed", **options)
    assert np.abs(a - b).sum() == pytest.approx(sharp, rel=1e-5)
    assert np.abs(a - b).sum() < sharp
    assert printed / sharp == pytest.approx(np.sqrt(2), rel=1e-5)


def test_nothing_is_claimed_of_minimisers_of_losses_that_are_not_convex():
    """An accountant never solves: the refusal has to come from the sensitivity."""
    noise = VectorNoise(law="laplace", scale=1.0)
    with pytest.raises(ParameterError, match="is not convex: nothing bounds"):
        OutputPerturbation(lam=1.0, noise=noise).cost(sparse_sigmoid(d=5, s=2), n=4)


def test_pure_privacy_with_a_ball_is_refused_and_caught_where_it_is_forced():
    problem = sparse_linear(d=101, s=1)
    with pytest.raises(ParameterError, match="check=False"):
        OutputPerturbation.calibrated(problem, n=110, lam=1.0, epsilon=1.0, radius=1.0)
    where = np.concatenate([np.zeros(10), np.arange(1, 101)])
    first = problem.vectors.dataset(where[:, None], -np.ones((110, 1)))
    second = first.replace(0, [0.0, 1.0])
    radius = 0.98 * np.linalg.norm(problem.vectors.mean(second))
    noise = OutputPerturbation.calibrated(problem, n=110, lam=1.0, epsilon=1.0).noise
    forced = OutputPerturbation(lam=1.0, noise=noise, radius=radius, check=False)
    with pytest.raises(PrivacyError, match="is claimed at step 0"):
        forced.run(problem, PairedCurator(first, second, RNG(0)), trials=2)
    for fine in (
        OutputPerturbation(lam=1.0, noise=noise),
        OutputPerturbation.calibrated(
            problem, n=110, lam=1.0, epsilon=1.0, radius=radius, l1_rule="euclidean"
        ),
    ):
        curator = PairedCurator(first, second, RNG(0))
        fine.run(problem, curator, trials=2)
        assert np.abs(curator.log_ratio).max() <= 1


def test_the_best_regularisation_is_the_best():
    problem = embedding_logistic(d=300, s=3)
    options = {"n": 5000, "epsilon": 1.0, "delta": 1e-5}
    lam = best_lam(problem, distance=1.0, **options)

    def bound(lam):
        method = OutputPerturbation.calibrated(
            problem, lam=lam, radius=1.0, rule="printed", **options
        )
        return method.bound(problem, n=5000, distance=1.0)

    assert bound(lam) < min(bound(0.9 * lam), bound(1.1 * lam))
    logs = 3 * np.log(600) * np.log(1.25e5)
    assert bound(lam) == pytest.approx(4 * logs**0.25 / np.sqrt(5000), rel=1e-4)


# ----------------------------------------------------------------------------------- recovery


def test_clipped_measurements_keep_their_sensitivity_whatever_the_matrix():
    vectors = SparseVectors(d=20, s=2)
    loud = 5 * measurements(vectors, RNG(0), m=4)
    noise = VectorNoise(law="gaussian", scale=1.0)
    pair = vectors.extremal_pair(6)
    clipped = L1Recovery(matrix=loud, noise=noise)
    curator = PairedCurator(*pair, RNG(0))
    assert clipped.measure(vectors, curator, trials=3).shape == (3, 4)
    with pytest.raises(PrivacyError, match="is claimed at step 0"):
        L1Recovery(matrix=loud, noise=noise, clip=False).measure(
            vectors, PairedCurator(*pair, RNG(0)), trials=3
        )


def test_measurements_are_means_of_images():
    vectors = SparseVectors(d=20, s=2)
    data = vectors.checked(vectors.draw(RNG(1), 9))
    matrix = measurements(vectors, RNG(0), m=5) * 1.3
    noise = VectorNoise(law="gaussian", scale=1.0)
    images = vectors.dense(data.records) @ matrix.T
    for clip in (False, True):
        method = L1Recovery(matrix=matrix, noise=noise, clip=clip)
        found = method.measure(vectors, NoiselessCurator(data), trials=2)
        np.testing.assert_allclose(found, [images.mean(axis=0)] * 2, atol=1e-12)
        size = np.linalg.norm(images, axis=1, keepdims=True)
        images = images * np.minimum(1, 1.5 / size)


def test_the_number_of_measurements_has_a_range():
    wide, rng = SparseVectors(d=10**4, s=5), RNG(0)
    options = {"epsilon": 1.0, "delta": 1e-5}
    assert [
        enough_measurements(SparseVectors(d=d, s=s), delta=delta)
        for d, s, delta in ((10**6, 10, 1e-6), (10**5, 1, 1e-5), (2000, 2, 1e-5))
    ] == [1580, 259, 317]
    with pytest.raises(ParameterError, match="Pass m=650"):
        L1Recovery.calibrated(wide, rng, n=100, **options)
    with pytest.raises(ParameterError, match="above d/4 = 2500"):
        L1Recovery.calibrated(wide, rng, n=5000, **options)
    with pytest.raises(ParameterError, match="so few coordinates"):
        L1Recovery.calibrated(SparseVectors(d=5, s=5), rng, n=100, **options)
    with pytest.raises(ParameterError, match="no solution"):
        L1Recovery.calibrated(SparseVectors(d=5, s=5), rng, n=9, m=6, check=False, **options)
    method = L1Recovery.calibrated(wide, rng, n=358, m=650, **options)
    spent = method.cost(wide, n=358).delta_at(1.0, using=PLDAccountant)
    assert spent == pytest.approx(1e-5, rel=1e-9)  # calibrated by the curve, read by convolution
    with pytest.raises(ParameterError, match="delta = 0"):
        L1Recovery.calibrated(wide, rng, n=358, m=650, epsilon=1.0, delta=0.0)


# -------------------------------------------------------------------------------- bad input

NOISE = VectorNoise(law="gaussian", scale=1.0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: VectorNoise(law="cauchy", scale=1.0), "law = cauchy is unknown"),
        (lambda: VectorNoise(law="laplace", scale=0.0), "scale = 0.0 is not positive"),
        (lambda: ProjectionMechanism(noise=NOISE, onto="l2"), "onto = l2 is unknown"),
        (lambda: OutputPerturbation(lam=0.0, noise=NOISE), "lam = 0.0 is not positive"),
        (lambda: OutputPerturbation(lam=1.0, noise=NOISE, radius=0.0), "radius = 0.0"),
        (lambda: OutputPerturbation(lam=1.0, noise=NOISE, l1_rule="l1"), "l1_rule = l1"),
        (lambda: OutputPerturbation(lam=1.0, noise=NOISE, tolerance=1.0), "tolerance = 1.0"),
        (lambda: sensitivity(sparse_linear(d=3, s=1), n=0, lam=1.0, norm="l2"), "n = 0"),
        (lambda: L1Recovery(matrix=np.ones((3, 2)), noise=NOISE), "no solution"),
        (
            lambda: L1Recovery(matrix=np.ones((1, 2)), noise=VectorNoise(law="laplace", scale=1)),
            "law = laplace is not normal",
        ),
        (lambda: L1Recovery(matrix=np.ones((1, 2)), noise=NOISE, decoder="x"), "decoder = x"),
        (
            lambda: L1Recovery(matrix=np.ones((1, 2)), noise=NOISE, decoder="equality").bound(
                SparseVectors(d=2, s=1)
            ),
            "no bound with explicit constants",
        ),
        (
            lambda: L1Recovery(matrix=np.ones((1, 2)), noise=NOISE).cost(
                SparseVectors(d=3, s=1), n=2
            ),
            "vectors.d = 3 is not 2",
        ),
        (lambda: in_l1_ball(np.ones((1, 2)), np.ones(1), radius=0.0), "radius = 0.0"),
        (lambda: least_l1(np.ones((1, 2)), np.ones(2)), "does not fit A"),
        (lambda: least_l1(np.ones((2, 1)), np.ones(2)), "more rows than columns"),
    ],
)
def test_bad_input_is_named(make, words):
    with pytest.raises(ParameterError, match=words):
        make()
