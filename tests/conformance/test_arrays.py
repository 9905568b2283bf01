"""Every method on other libraries of arrays: the same draws, the same answers up to rounding.

array-api-strict has what the array API standard has and nothing more, so a method that runs on it
runs on any library that follows the standard.  torch and CuPy are run where they are installed, and
on an accelerator where there is one.
"""

import importlib
import pkgutil
import sys

import numpy as np
import pytest

import workbench.algorithms
from tests.benchmarks import arrays
from tests.conformance.test_simplex_methods import METHODS
from tests.power import methods, norm_methods, sparse_methods, training_methods, vertex_methods
from workbench.algorithms import Method, Stepwise
from workbench.algorithms.momentum.normalised import NormalisedDescent
from workbench.algorithms.sparse.l1_recovery import L1Recovery
from workbench.algorithms.sparse.multilevel_gradient import MultilevelGradient
from workbench.algorithms.sparse.stopped_descent import StoppedDescent
from workbench.privacy import PairedCurator, TrustedCurator
from workbench.privacy.arrays import to_numpy
from workbench.problems import SparseVectors, embedding_logistic
from workbench.problems.saddle_instances import cosine_game

strict = pytest.importorskip("array_api_strict")
PLACES = [("array_api_strict", None), *arrays.places()]
CASES = {
    name: case
    for module in (methods, vertex_methods, norm_methods, sparse_methods, training_methods)
    for name, case in module.CASES.items()
}
N = 24
VECTORS, LOGISTIC, GAME = SparseVectors(d=12, s=3), embedding_logistic(d=7, s=2), cosine_game()
BUDGET = {"n": N, "epsilon": 1.0, "delta": 1e-4}


def recovery(decoder):
    rng = np.random.default_rng(0)
    return L1Recovery.calibrated(VECTORS, rng, m=5, decoder=decoder, check=False, **BUDGET)


def stopped(**more):
    gradient = MultilevelGradient.calibrated(
        L=LOGISTIC.lipschitz, s=2, epsilon=1.0, delta=0.01, sharp=True
    )
    return StoppedDescent(
        gradient=gradient, T=4, eta=0.3, epsilon=40.0, delta=0.2, slack=0.1, **more
    )


FURTHER = {  # methods that no audit of `tests.power` runs
    "recovery, equality": (recovery("equality"), VECTORS),
    "recovery, ball": (recovery("ball"), VECTORS),
    "stopped, convex": (stopped(radius=1.0), LOGISTIC),
    "stopped, not convex": (stopped(), LOGISTIC),
    "boosted": (METHODS["boosted"][0], GAME.problem),
}


def further(name):
    method, problem = FURTHER[name]
    rng = np.random.default_rng(9)
    if problem is GAME.problem:
        return method, problem, problem.sample(rng, N)
    return method, problem, problem.random_pair(rng, N)[0]


TRIALS = 7


@pytest.fixture(params=PLACES, ids=arrays.named)
def moved(request, monkeypatch):
    """Moves data to a library whose arrays become numpy's only where the workbench asks for it."""
    if request.param[0] == "array_api_strict":
        kind = type(strict.asarray(0.0))
        convert = kind.__array__

        def asked(array, *args, **options):
            frame = sys._getframe(1)
            assert frame.f_code.co_name == "to_numpy", f"silently numpy in {frame.f_code}"
            return convert(array, *args, **options)

        monkeypatch.setattr(kind, "__array__", asked)
    return lambda data: arrays.moved(data, request.param)


def assert_where_the_data_is(answer, data):
    """The first array of an answer, the points, is in the library and on the device of the data."""
    found, like = parts(answer)[0], data.records
    assert type(found) is type(like)
    assert getattr(found, "device", None) == getattr(like, "device", None)


def parts(answer):
    """All arrays of an answer, whatever holds them."""
    if hasattr(answer, "__dlpack__"):
        return [answer]
    names = getattr(answer, "_fields", None) or getattr(type(answer), "__slots__", ())
    return [part for name in names for part in parts(getattr(answer, name))]


def same(ours, theirs):
    assert len(ours) == len(theirs) > 0
    for one, two in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(to_numpy(two), one, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("name", CASES)
def test_a_trusted_run_is_the_same(name, moved):
    case = CASES[name]
    data, over = case.pair[0], moved(case.pair[0])
    ours = case.run(TrustedCurator(data, np.random.default_rng(3)), TRIALS)
    theirs = case.run(TrustedCurator(over, np.random.default_rng(3)), TRIALS)
    assert_where_the_data_is(theirs, over)
    same(parts(ours), parts(theirs))


@pytest.mark.parametrize("name", CASES)
def test_a_paired_run_has_the_same_likelihoods(name, moved):
    case = CASES[name]
    over = [moved(data) for data in case.pair]
    ours = PairedCurator(*case.pair, np.random.default_rng(3))
    theirs = PairedCurator(*over, np.random.default_rng(3))
    answers = [case.run(curator, TRIALS) for curator in (ours, theirs)]
    assert_where_the_data_is(answers[1], over[0])
    same(*map(parts, answers))
    np.testing.assert_allclose(theirs.log_ratio, ours.log_ratio, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("name", FURTHER)
def test_methods_that_are_not_audited_are_the_same(name, moved):
    method, problem, data = further(name)
    ours = method.run(problem, TrustedCurator(data, np.random.default_rng(3)), trials=TRIALS)
    over = moved(data)
    theirs = method.run(problem, TrustedCurator(over, np.random.default_rng(3)), trials=TRIALS)
    assert_where_the_data_is(theirs, over)
    same(parts(ours), parts(theirs))


def test_every_method_is_here():
    """By the methods that the cases run, and all that the package has."""
    ran = {type(method).__name__ for method, _ in FURTHER.values()}

    def profile(frame, event, argument):
        owner = frame.f_locals.get("self") if event == "call" else None
        if isinstance(owner, Method):
            ran.add(type(owner).__name__)

    sys.setprofile(profile)
    try:
        for case in CASES.values():
            case.run(TrustedCurator(case.pair[0], np.random.default_rng(0)), 2)
    finally:
        sys.setprofile(None)
    package = workbench.algorithms
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    shared = {Stepwise.__name__, NormalisedDescent.__name__}  # parts of methods, no method
    assert ran == {kind.__name__ for kind in kinds(Method)} - shared


def kinds(kind):
    """The methods of the package below a class."""
    for below in kind.__subclasses__():
        if below.__module__.startswith("workbench."):
            yield below
            yield from kinds(below)
