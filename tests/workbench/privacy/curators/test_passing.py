"""A curator around another one changes what it says it changes, and nothing else."""

from types import SimpleNamespace

import numpy as np
import pytest

from tests.workbench.privacy.methods import METHODS, VECTOR, N
from tests.workbench.privacy.toy import identity_query, product_query
from workbench.audit import Observed, constant_dataset
from workbench.audit.residuals import laplace_residuals
from workbench.errors import OutOfReachError, ParameterError
from workbench.privacy import (
    AccountingCurator,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    PureFilter,
    TrustedCurator,
)
from workbench.privacy.curators.passing import PassingCurator

FIRST, SECOND = METHODS["gaussian"].pair
X = np.ones((4, 3))


def everything(curator):
    """Each method once, with per-trial numbers, masks and bounds; all that is answered."""
    on = np.array([True, False, True, True])
    secret = curator.secret(product_query(X), rows=[[0, 1], [2, -1], [3, 4], [5, 6]])
    sizes = np.array([3.0, 4.0, 5.0, 6.0])
    return [
        curator.laplace(product_query(X), sensitivity=sizes, loss=0.5, batch=3),
        curator.gaussian(secret, sensitivity=sizes, mu=0.5, active=on),
        curator.generalized_gaussian(secret, law=VECTOR, sensitivity=2.0, active=on),
        curator.exponential(secret, factor=sizes, sensitivity=2.0, active=on),
        curator.softmax_vertices(secret, count=3, sensitivity=sizes, monotone=False),
        curator.noisy_max(secret, scale=2.0, sensitivity=2.0, noise="gumbel"),
        curator.permutation(trials=2),
        curator.truncated_geometric(p=0.5, top=4, trials=7),
        curator.may_spend(epsilon=0.1, active=on) if curator.has_budget else on,
    ]


class Bare(PassingCurator):
    """Passes everything on."""

    has_budget = False


def trusted(*, budget=None):
    curator = TrustedCurator(FIRST, np.random.default_rng(0), budget=budget)
    curator.has_budget = budget is not None
    return curator


def same(one, two):
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, b)


def test_passing_changes_nothing():
    same(everything(trusted()), everything(Bare(trusted())))
    same(everything(trusted()), everything(Bare(Bare(trusted()))))
    assert Bare(trusted()).n == N
    assert Bare(trusted())._read(product_query(X), None).shape == X.shape


def test_a_mutant_of_the_noise_leaves_public_randomness_alone():
    honest, broken = trusted(), trusted()
    mutant = Mutant(broken, "half-scale")
    mutant.has_budget = False
    for a, b in zip(everything(honest)[6:], everything(mutant)[6:], strict=True):
        np.testing.assert_array_equal(a, b)


def test_half_the_scale_of_a_bound_is_twice_the_bound():
    for ask, bound in (("laplace", "loss"), ("gaussian", "mu")):
        inner = AccountingCurator(n=N)
        options = {"sensitivity": np.arange(1.0, 5.0), bound: 0.5}
        getattr(Mutant(inner, "half-scale"), ask)(product_query(X), **options)
        assert inner.steps[0].ratio == 1.0


def test_an_observer_passes_on_everything():
    constant = constant_dataset(FIRST)
    budget = PureFilter(epsilon=1.0, neighbouring="replace-one", trials=4)
    observed = Observed(TrustedCurator(constant, np.random.default_rng(0), budget=budget), constant)
    assert observed.may_spend(epsilon=0.5).all()
    observed.laplace(identity_query(X), scale=1.0, sensitivity=0.5, batch=4)
    observed.laplace(X, scale=1.0, sensitivity=0.5)
    assert observed.residuals.shape == (2, 4, 3)


def test_residuals_of_different_widths_stand_side_by_side():
    constant = constant_dataset(FIRST)
    observed = Observed(TrustedCurator(constant, np.random.default_rng(0)), constant)
    secret = observed.secret(identity_query(X))
    observed.laplace(secret, scale=1.0, sensitivity=1.0)
    observed.exponential(secret, sensitivity=1.0)
    observed.softmax_vertices(secret @ np.ones((3, 1)), count=2, sensitivity=1.0)
    assert observed.residuals.shape == (5, 4, 1)


def test_a_law_without_residuals_is_named():
    call = SimpleNamespace(law="strange", running=np.ones(2, dtype=bool))
    with pytest.raises(ParameterError, match="law = strange has no residuals"):
        laplace_residuals(call, X, X, np.random.default_rng(0))


def test_a_budget_knows_about_hidden_batches():
    """The loss over a hidden batch is amplified: 8 times as many steps fit."""
    budget = PureFilter(epsilon=0.2, neighbouring="replace-one")
    curator = TrustedCurator(FIRST, np.random.default_rng(0), budget=budget)
    amplified = np.log1p(np.expm1(0.1) / N)
    steps = 0
    while curator.may_spend(epsilon=amplified).all():
        curator.laplace(identity_query(X[:1]), scale=60.0, sensitivity=6.0, batch=1)
        steps += 1
    assert steps == int(0.2 / amplified)


def test_nothing_is_refused_where_nothing_is_protected():
    curator = NoiselessCurator(FIRST)
    assert curator.may_spend(epsilon=1e9).all()
    assert curator.may_spend(epsilon=1.0, active=[True, False]).tolist() == [True, False]


def test_what_cannot_be_accounted_is_refused():
    curator = AccountingCurator(n=N)
    scores = curator.secret(identity_query(X))
    with pytest.raises(ParameterError, match=r"\(exponential\) differs between trials"):
        curator.exponential(scores, factor=np.ones(4), sensitivity=1.0)
    many = AccountingCurator(n=5000)
    for k in range(13):  # record i is in the batches of its binary digits
        rows = np.flatnonzero(np.arange(5000) >> k & 1)
        if rows.size:
            one = many.secret(identity_query(np.zeros((1, 1))), rows=rows)
            many.laplace(one, scale=1.0 + k, sensitivity=1.0)
    with pytest.raises(OutOfReachError, match="5000 kinds of records"):
        _ = many.epsilon


def test_a_paired_run_may_have_a_budget():
    budget = PureFilter(epsilon=1.0, neighbouring="replace-one", trials=4)
    curator = PairedCurator(FIRST, SECOND, np.random.default_rng(0), budget=budget)
    again = curator.with_noise(lambda source: source)
    assert again.may_spend(epsilon=0.75).all()
    again.laplace(identity_query(X), scale=1.0, sensitivity=0.75)
    assert (np.abs(again.log_ratio) <= 0.75 + again.rounding).all()
