"""Frank-Wolfe over vertices at the edges: one variable, vertex, step or record; refusals."""

import numpy as np
import pytest

from workbench.algorithms.frank_wolfe.full_batch import FullBatchFrankWolfe
from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe, step_size
from workbench.algorithms.frank_wolfe.recursive import RecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.tree import TreeFrankWolfe
from workbench.algorithms.frank_wolfe.vertex_choice import choice_loss
from workbench.errors import ParameterError
from workbench.privacy import TrustedCurator
from workbench.problems import L1Ball, LpBall, Polytope, Simplex
from workbench.problems.predictor_losses import HalfSquare
from workbench.problems.predictors import PredictorProblem
from workbench.problems.sign_instances import sign_logistic, sign_regression, signed_means

PROBLEM = sign_regression(d=3).problem
SMALL = {
    "full batch": (FullBatchFrankWolfe(scale=0.3, T=5), 8),
    "polyhedral": (PolyhedralFrankWolfe(eta=0.15, loss=2.0, T=6), 12),
    "tree": (TreeFrankWolfe(scales=(0.2, 0.3), b=4), 14),
    "recursive": (RecursiveFrankWolfe(eta=0.4, scale=0.3, T=6, q=3, b0=4, b1=2), 16),
}


def sample(problem, n):
    return problem.sample(np.random.default_rng(0), n)


def square(feasible):
    """Half squares with features in the dual ball."""
    d = feasible.dimension

    def law(rng, n):
        a = rng.standard_normal((n, d))
        a /= feasible.dual_norm(a)[:, None]
        return np.column_stack([a, rng.uniform(-1, 1, n)])

    return PredictorProblem(
        name="square", loss=HalfSquare(1.0), feasible=feasible, slope=1 + feasible.radius,
        curvature=1.0, law=law,
    )  # fmt: skip


EDGES = [L1Ball(1, 1.0), Simplex(2), Polytope([[0.0, 1.0], [2.0, 1.0], [1.0, -1.0]])]


@pytest.mark.parametrize("feasible", EDGES)
@pytest.mark.parametrize(("method", "n"), SMALL.values(), ids=SMALL)
def test_one_variable_simplices_and_polytopes(feasible, method, n):
    problem = square(feasible)
    data = sample(problem, n)
    x = method.run(problem, TrustedCurator(data, np.random.default_rng(0)), trials=4)
    assert feasible.contains(x).all()


@pytest.mark.parametrize(("method", "n"), SMALL.values(), ids=SMALL)
def test_a_single_vertex_costs_nothing(method, n):
    problem = square(Polytope([[0.5, 0.25]]))
    data = sample(problem, n)
    x = method.run(problem, TrustedCurator(data, np.random.default_rng(0)), trials=2)
    np.testing.assert_allclose(x, [[0.5, 0.25]] * 2)
    if not isinstance(method, TreeFrankWolfe):
        assert method.cost(problem, n=n).epsilon == 0
    terms = {"n": n} if isinstance(method, PolyhedralFrankWolfe) else {}
    assert np.isfinite(method.bound(problem, **terms))


FEWEST = [(FullBatchFrankWolfe, 1), (PolyhedralFrankWolfe, 2), (TreeFrankWolfe, 3),
          (RecursiveFrankWolfe, 2)]  # fmt: skip


@pytest.mark.parametrize(("kind", "n"), FEWEST)
def test_the_fewest_records(kind, n):
    """One step or phase is left, and it runs."""
    method = kind.calibrated(PROBLEM, n=n, epsilon=1.0)
    data = sample(PROBLEM, n)
    x = method.run(PROBLEM, TrustedCurator(data, np.random.default_rng(0)), trials=3)
    assert PROBLEM.feasible.contains(x).all()


def test_a_hundred_thousand_variables():
    problem = sign_regression(d=100_000).problem
    data = sample(problem, 20)
    for kind in (FullBatchFrankWolfe, PolyhedralFrankWolfe, TreeFrankWolfe, RecursiveFrankWolfe):
        method = kind.calibrated(problem, n=20, epsilon=1.0)
        x = method.run(problem, TrustedCurator(data, np.random.default_rng(0)))
        assert problem.feasible.contains(x).all()


ONE = signed_means(means=[0.5]).problem
BENT = sign_logistic(d=3).problem
CURATOR = TrustedCurator(sample(PROBLEM, 10), np.random.default_rng(0))
REFUSED = [
    (lambda: FullBatchFrankWolfe(scale=0.0, T=1), "scale = 0.0 is not positive"),
    (lambda: FullBatchFrankWolfe(scale=1.0, T=0), "T = 0 is below 1"),
    (lambda: FullBatchFrankWolfe(scale=1.0, T=1).run(PROBLEM, CURATOR, trials=0), "trials = 0"),
    (lambda: FullBatchFrankWolfe(scale=1.0, T=1).run(PROBLEM, CURATOR, start=np.ones(3)),
     "is no point of the feasible set"),
    (lambda: FullBatchFrankWolfe(scale=1.0, T=1).run(PROBLEM, CURATOR, start=np.ones(2)),
     "is no point of the feasible set"),
    (lambda: FullBatchFrankWolfe(scale=1.0, T=1).run(square(LpBall(2, 1.5, 1.0)), CURATOR),
     "LpBall has no numbered vertices"),
    (lambda: FullBatchFrankWolfe.calibrated(PROBLEM, n=9, epsilon=0.0), "epsilon = 0.0 is not"),
    (lambda: FullBatchFrankWolfe.calibrated(PROBLEM, n=9, epsilon=99.0, delta=1e-3),
     "epsilon = 99.0 is above"),
    (lambda: FullBatchFrankWolfe.calibrated(PROBLEM, n=9, epsilon=9.0, delta=1.0), "delta = 1.0"),
    (lambda: choice_loss(1.0, 0.0, count=0), "count = 0"),
    (lambda: choice_loss(1.0, -0.1, count=1, sharp=True), "delta = -0.1 is outside"),
    (lambda: choice_loss(1.0, np.nan, count=1), "delta = nan is outside"),
    (lambda: choice_loss(np.inf, 0.1, count=1, sharp=True), "epsilon = inf is not"),
    (lambda: PolyhedralFrankWolfe(eta=1.0, loss=1.0, T=1), "eta = 1.0 is outside"),
    (lambda: PolyhedralFrankWolfe(eta=0.5, loss=0.0, T=1), "loss = 0.0"),
    (lambda: PolyhedralFrankWolfe(eta=0.5, loss=1.0, T=0), "T = 0"),
    (lambda: PolyhedralFrankWolfe.calibrated(PROBLEM, n=1, epsilon=1.0), "n = 1 is below 2"),
    (lambda: PolyhedralFrankWolfe.calibrated(ONE, n=9, epsilon=1.0), "d = 1 is below 2"),
    (lambda: step_size(4, 100), r"n = 4 is not above ln d = 4.61"),
    (lambda: PolyhedralFrankWolfe(eta=0.5, loss=1.0, T=6).run(PROBLEM, CURATOR), "T = 6 is above"),
    (lambda: FullBatchFrankWolfe(scale=1.0, T=1).bound(BENT), "problem.convex = False"),
    (lambda: FullBatchFrankWolfe.calibrated(BENT, n=9, epsilon=1.0), "problem.convex = False"),
    (lambda: PolyhedralFrankWolfe(eta=0.5, loss=1.0, T=1).bound(BENT, n=9), "are not convex"),
    (lambda: TreeFrankWolfe(scales=(1.0,), b=2).bound(BENT), "are not convex"),
    (lambda: TreeFrankWolfe(scales=(), b=1), "T = 0"),
    (lambda: TreeFrankWolfe(scales=(1.0, 0.0), b=4), "scale = 0.0"),
    (lambda: TreeFrankWolfe(scales=(1.0, 1.0), b=6), r"b = 6 is no positive multiple of 2\^T = 4"),
    (lambda: TreeFrankWolfe(scales=(1.0,), b=8).run(PROBLEM, CURATOR), "n = 10 is below the 12"),
    (lambda: TreeFrankWolfe(scales=(1.0,), b=4).cost(PROBLEM, n=9, depth=2), "depth = 2"),
    (lambda: TreeFrankWolfe.calibrated(PROBLEM, n=2, epsilon=1.0), "n = 2 is too small"),
    (lambda: TreeFrankWolfe.calibrated(PROBLEM, n=9, epsilon=1.0, T=4), "n = 9 is too small for 4"),
    (lambda: TreeFrankWolfe.calibrated(PROBLEM, n=9, epsilon=1.0, T=0), "T = 0 is below 1"),
    (lambda: RecursiveFrankWolfe(eta=0.0, scale=1.0, T=1, q=1, b0=1, b1=1), "eta = 0.0"),
    (lambda: RecursiveFrankWolfe(eta=0.5, scale=1.0, T=3, q=2, b0=1, b1=1), "q = 2 does not"),
    (lambda: RecursiveFrankWolfe(eta=0.5, scale=1.0, T=2, q=2, b0=0, b1=1), "b0 = 0"),
    (lambda: RecursiveFrankWolfe(eta=0.5, scale=0.0, T=2, q=2, b0=1, b1=1), "scale = 0.0"),
    (lambda: RecursiveFrankWolfe.calibrated(PROBLEM, n=1, epsilon=1.0), "n = 1 is below 2"),
    (lambda: RecursiveFrankWolfe.calibrated(PROBLEM, n=9, epsilon=1.0, q=3), "q = 3 leaves"),
    (lambda: RecursiveFrankWolfe(eta=0.5, scale=1.0, T=2, q=2, b0=9, b1=2).run(PROBLEM, CURATOR),
     "n = 10 is below the 11 records"),
    (lambda: RecursiveFrankWolfe(eta=0.5, scale=1.0, T=2, q=2, b0=1, b1=1).run(
        PROBLEM, CURATOR, stop=np.array([3])), "is not one of 0..T = 2"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()
