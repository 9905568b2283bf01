"""Arguments that make no sense get an error that names them, and never a number or a trace."""

import math
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

from tests.workbench.algorithms.test_simplex_methods import GAME
from tests.workbench.algorithms.test_vertex_methods import PROBLEM
from tests.workbench.privacy.toy import identity_query
from workbench.algorithms.frank_wolfe.full_batch import FullBatchFrankWolfe
from workbench.algorithms.frank_wolfe.recursive import RecursiveFrankWolfe
from workbench.algorithms.mirror.mirror_descent import PrivateMirrorDescent
from workbench.algorithms.momentum.multistage import Stage
from workbench.algorithms.parts.private_selection import PrivateSelection
from workbench.audit.likelihood_ratio import likelihood_ratio
from workbench.errors import PrivacyError, WorkbenchError
from workbench.privacy import Dataset, PairedCurator
from workbench.privacy.calibration import uniform_scale
from workbench.privacy.mechanisms.noisy_max import NoisyMax
from workbench.rigor import Budget, certify
from workbench.symbolic import relation


def selection(**options):
    usual = {"failure": 0.5, "beta": 0.1, "epsilon": 1.0, "delta": 1e-6, "sensitivity": 0.1}
    return PrivateSelection.calibrated(**usual | options)


def descent(**options):
    usual = {"n": 50, "T": 5, "K": 2, "epsilon": 1.0, "delta": 1e-6}
    return PrivateMirrorDescent.calibrated(GAME, **usual | options)


def stage(**options):
    return Stage.tuned(**{"alpha": 0.1, "mu": 0.5, "steps": 3} | options)


def probability(top):
    return NoisyMax(1.0).log_probability([[top, -top]])


WRONG = {
    **{f"delta {d}": (lambda d=d: selection(delta=d), "delta") for d in (2, -1, 1, math.nan)},
    **{
        f"steps {s}": (lambda s=s: uniform_scale(1.0, 1.0, n=9, m=9, steps=s), "steps")
        for s in (math.inf, math.nan, 0, -1)
    },
    **{f"mu {mu}": (lambda mu=mu: stage(mu=mu), "mu") for mu in (math.nan, -1, math.inf, 0)},
    **{f"alpha {a}": (lambda a=a: stage(alpha=a), "alpha") for a in (math.nan, -1, 0)},
    **{f"T {T}": (lambda T=T: descent(T=T), "T") for T in (0, -1)},
    **{
        f"{kind.__name__} {n}": (lambda k=kind, n=n: k.calibrated(PROBLEM, n=n, epsilon=1.0), "n")
        for kind in (FullBatchFrankWolfe, RecursiveFrankWolfe)
        for n in (0, -1)
    },
    "seed": (lambda: likelihood_ratio(object(), (0, 1), epsilon=1.0, seed=-1), "seed"),
    "scores": (lambda: probability(1e308), "scores"),
}


@pytest.mark.parametrize("case", WRONG)
def test_the_argument_is_named(case):
    call, name = WRONG[case]
    with pytest.raises(WorkbenchError, match=rf"^{name} = ") as caught:
        call()
    assert "\n  " in str(caught.value), "the way out is on a line of its own"


def test_what_makes_sense_goes_on():
    assert selection(delta=0.0).delta == 0
    assert uniform_scale(1.0, 1.0, n=9, m=9, steps=2) > 0
    assert 0 < stage().beta < 1
    assert descent().T == 5
    np.testing.assert_allclose(probability(1e307)[0][0], 0.0, atol=1e-15)


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_change_that_is_no_number_is_covered_by_no_sensitivity(value):
    first = Dataset(np.zeros((3, 1)))
    query = replace(
        identity_query(np.zeros((2, 1))), difference=lambda x, old, new: np.full((1, 1), value)
    )
    curator = PairedCurator(first, first.replace(0, [1.0]), np.random.default_rng(0))
    with pytest.raises(PrivacyError, match="is claimed at step 0"):
        curator.laplace(query, scale=1.0, sensitivity=9.0, batch=3)


@pytest.mark.parametrize("bound", [10**400, sp.Rational(1, 10**400)], ids=["huge", "tiny"])
def test_a_bound_beyond_floating_point_is_no_trouble(bound):
    x = sp.Symbol("x", real=True)
    assert certify(relation(x**2 + bound, ">", 0)).decision == "holds"
    assert certify(relation(x**2, ">=", bound), Budget(seconds=2)).decision in (
        "fails",
        "inconclusive",
    )
