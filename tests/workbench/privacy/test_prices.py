"""Prices of releases, grants that they are paid from, and budgets of a part of the code."""

import math

import numpy as np
import pytest
from scipy.stats import chisquare

from tests.workbench.privacy.toy import identity_query
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    NEIGHBOURING,
    AccountingCurator,
    BasicAccountant,
    ConcentratedFilter,
    Dataset,
    Gaussian,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    PrivacyFilter,
    Subsampled,
    TrustedCurator,
)
from workbench.privacy.curators.branches import budgeted
from workbench.privacy.curators.price import Price
from workbench.privacy.curators.spending import Spending
from workbench.privacy.queries.halves import Halved


def filtered(trials=1, *, epsilon=1.0, delta=1e-5, slack=5e-6):
    return PrivacyFilter(
        epsilon=epsilon, delta=delta, slack=slack, neighbouring=NEIGHBOURING, trials=trials
    )


PRICE = Price(Subsampled(Gaussian(40.0), 10, 2).epsilon_at(1e-6, sensitivity=2.0), 1e-6)


def priced(curator, price=PRICE, *, sigma=40.0, **options):
    query = Halved.of(identity_query(np.zeros((curator.n and options.pop("trials", 1), 1))))
    return curator.gaussian(query, sigma=sigma, sensitivity=2.0, batch=2, price=price, **options)


def test_accountant_adds_up_checked_prices():
    accountant = AccountingCurator(n=10)
    for _ in range(3):
        priced(accountant)
    assert accountant.epsilon == math.inf
    assert accountant.delta_at(3 * PRICE.epsilon * (1 + 1e-12), using=BasicAccountant) == (
        pytest.approx(3e-6, rel=1e-9)
    )
    assert [step.epsilon for step in accountant.steps] == [PRICE.epsilon] * 3
    with pytest.raises(PrivacyError, match="at this epsilon delta is"):
        priced(accountant, Price(0.999 * PRICE.epsilon, 1e-6))
    with pytest.raises(PrivacyError, match="Raise the price or the noise"):
        priced(accountant, sigma=39.9)
    proven = Subsampled(Gaussian(40.0), 10, 2).delta(PRICE.epsilon, sensitivity=2.0)
    priced(accountant, Price(PRICE.epsilon, proven))
    with pytest.raises(PrivacyError, match="Raise the price or the noise"):
        priced(accountant, Price(PRICE.epsilon, proven * (1 - 1e-12)))
    with pytest.raises(ParameterError, match="differs between trials"):
        priced(accountant, sigma=[40.0, 41.0], trials=2)


def test_a_grant_pays_for_prices_that_add_up_to_it():
    data = Dataset(np.ones((10, 1)))
    curator = TrustedCurator(data, np.random.default_rng(0), budget=filtered(2))
    on = curator.may_spend(epsilon=2 * PRICE.epsilon, delta=2e-6, active=[True, False])
    assert on.tolist() == [True, False]
    priced(curator, trials=2, active=on)
    priced(curator, trials=2, active=on)
    with pytest.raises(PrivacyError, match="was not granted in trial 0"):
        priced(curator, trials=2, active=on)
    with pytest.raises(PrivacyError, match="was not granted in trial 1"):
        priced(curator, trials=2, active=~on)
    assert not curator.may_spend(epsilon=PRICE.epsilon, delta=4e-6, active=on).any()  # 6e-6 > 5e-6
    assert curator.may_spend(epsilon=PRICE.epsilon, delta=2e-6, active=on).any()
    with pytest.raises(PrivacyError, match="at this epsilon delta is"):
        priced(curator, Price(PRICE.epsilon, 1e-7), trials=2, active=on)
    with pytest.raises(PrivacyError, match="was not granted"):  # a grant is for prices alone
        curator.laplace(identity_query(np.zeros((2, 1))), scale=1e6, sensitivity=1.0)


def test_deltas_add_up_as_epsilons_do():
    ledger, on = Spending(filtered(2, epsilon=9.0)), np.array([True, False])
    assert ledger.may_spend(epsilon=0.4, delta=3e-6, rho=None, count=1, active=True).all()
    ledger.take(Price(0.1, 2e-6), active=on)
    with pytest.raises(PrivacyError, match="was not granted in trial 0"):
        ledger.take(Price(0.1, 2e-6), active=on)
    ledger.take(Price(0.1, 2e-6), active=~on)
    ledger.take(Price(0.3, 1e-6), active=on | ~on)


def test_a_new_grant_is_all_that_is_left():
    """Of the last one nothing remains, whichever kind it was, and whether or not it is granted."""
    ledger, on = Spending(filtered(epsilon=9.0)), np.array([True])

    def granted(**cost):
        return bool(ledger.may_spend(rho=None, count=1, active=on, **cost)[0])

    assert granted(epsilon=0.01)
    assert granted(epsilon=0.2, delta=1e-6)
    with pytest.raises(PrivacyError, match="was not granted"):
        ledger.draw(0.01, None, count=1, active=on)
    assert granted(epsilon=0.1, delta=1e-6)
    with pytest.raises(PrivacyError, match="was not granted"):
        ledger.take(Price(0.2, 1e-6), active=on)
    assert granted(epsilon=0.01)
    with pytest.raises(PrivacyError, match="was not granted"):
        ledger.take(Price(0.1, 1e-6), active=on)
    assert not granted(epsilon=9.0, delta=1e-6)
    with pytest.raises(PrivacyError, match="was not granted"):
        ledger.draw(0.01, None, count=1, active=on)


def test_a_step_is_charged_to_a_privacy_filter():
    data = Dataset(np.ones((10, 1)))
    rho = ConcentratedFilter(rho=1.0, neighbouring=NEIGHBOURING)
    curator = TrustedCurator(data, np.random.default_rng(0), budget=rho)
    with pytest.raises(ParameterError, match="PrivacyFilter"):
        curator.may_spend(epsilon=0.1, delta=1e-6)
    curator = TrustedCurator(data, np.random.default_rng(0), budget=filtered())
    with pytest.raises(ParameterError, match="Pass epsilon= and delta= alone"):
        curator.may_spend(epsilon=0.1, delta=1e-6, count=2)


def test_parts_with_budgets_of_their_own_add_up():
    accountant = AccountingCurator(n=10)
    for share in (0.5, 0.1):
        part = budgeted(accountant, filtered(epsilon=share))
        assert part.may_spend(epsilon=PRICE.epsilon / 10, delta=0.0).all()
        assert part.may_spend(epsilon=PRICE.epsilon, delta=1e-6).tolist() == [share == 0.5]
        if share == 0.5:
            priced(part)
        with pytest.raises(PrivacyError, match="was not granted"):
            priced(part)
    assert len(accountant.steps) == 1
    assert accountant.delta_at(0.6 * (1 + 1e-12), using=BasicAccountant) == pytest.approx(2e-5)
    assert accountant.delta_at(0.59, using=BasicAccountant) == 1.0
    whole = AccountingCurator(n=10, budget=filtered())
    with pytest.raises(ParameterError, match="pays for everything"):
        budgeted(whole, filtered())


def test_a_budget_around_other_curators():
    data = Dataset(np.ones((10, 1)))
    bare = NoiselessCurator(data)
    assert budgeted(bare, filtered()) is bare
    paired = PairedCurator(data.replace(0, [0.5]), data, np.random.default_rng(0))
    part = budgeted(paired, filtered())
    assert part.may_spend(epsilon=PRICE.epsilon, delta=1e-6).all()
    priced(part)
    assert paired.log_ratio[0] != 0
    with pytest.raises(PrivacyError, match="was not granted"):
        priced(part)
    with pytest.raises(ParameterError, match="no privacy filter"):
        paired.may_spend(epsilon=0.1)


def test_public_integers():
    data = Dataset(np.ones((3, 1)))
    curator = budgeted(TrustedCurator(data, np.random.default_rng(0)), filtered())
    found = curator.integers(high=5, trials=2000)
    assert set(found.tolist()) == {0, 1, 2, 3, 4}
    assert chisquare(np.bincount(found)).pvalue > 1e-7
    with pytest.raises(ParameterError, match="high = 0"):
        curator.integers(high=0, trials=1)


def test_prices_below_the_last_digit_of_a_grant_are_paid():
    """300 times 6e-18 is lost in a sum that is rounded to the nearest float near 0.1."""
    ledger, on = Spending(filtered()), np.array([True])
    assert ledger.may_spend(epsilon=0.1, delta=1e-6, rho=None, count=1, active=on).all()
    for _ in range(300):
        ledger.take(Price(6e-18, 0.0), active=on)
    with pytest.raises(PrivacyError, match="was not granted"):
        ledger.take(Price(0.1, 0.0), active=on)


def test_the_budget_of_a_part_looks_through_other_curators():
    accountant = AccountingCurator(n=10)
    for wrapped in (Mutant(accountant, "half-scale"), Mutant(Mutant(accountant, "half-scale"),
                                                             "std-as-scale")):  # fmt: skip
        with pytest.raises(ParameterError, match="Mutant around an accountant"):
            budgeted(wrapped, filtered())
    bare = Mutant(NoiselessCurator(Dataset(np.ones((10, 1)))), "half-scale")
    assert budgeted(bare, filtered()) is bare


def test_a_part_gets_no_permutation_for_nothing():
    """The first permutation is free, and every part would have a first one."""
    accountant = AccountingCurator(n=10)
    for _ in range(2):
        with pytest.raises(ParameterError, match="permutation needs a generator"):
            budgeted(accountant, filtered()).permutation(trials=1)
    assert accountant.permutation(trials=1).tolist() == [list(range(10))]
