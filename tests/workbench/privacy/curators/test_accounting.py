"""What runs cost: every accountant, parallel composition, losses given as bounds, budgets."""

import math

import numpy as np
import pytest

from tests.workbench.privacy.methods import METHODS, STEPS, VECTOR, N
from tests.workbench.privacy.toy import identity_query, product_query
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    AccountingCurator,
    AdvancedAccountant,
    BasicAccountant,
    ConcentratedFilter,
    Dataset,
    Gaussian,
    PairedCurator,
    PLDAccountant,
    PrivacyFilter,
    PureFilter,
    RenyiAccountant,
    Subsampled,
    TrustedCurator,
    ZCDPAccountant,
    optimal_delta,
    tiles,
    uniform_scale,
    zcdp_delta,
)


def cost(name):
    curator = AccountingCurator(n=N)
    METHODS[name].run(curator, 1)
    return curator


def test_mirror_descent_charges_each_record_from_its_batch_on():
    """The first batch meets four later rounds of five vertices, each 2 tau 2 / m."""
    curator = cost("mirror-descent")
    one = 2 * 0.3 * 2 / 2
    assert curator.epsilon == pytest.approx(STEPS * 5 * one, rel=1e-14)
    assert [step.records for step in curator.steps] == [2, 4, 6, 8]  # the first round is public
    rho = STEPS * 5 * one**2 / 8
    delta = curator.delta_at(5.0, using=ZCDPAccountant)
    assert delta == pytest.approx(zcdp_delta(rho, 5.0), rel=1e-12)
    # Dual vectors accumulate, so nobody's share is that of a single step.
    assert len(curator.accountants(ZCDPAccountant)) == 1


def test_a_tree_costs_its_depth():
    curator = cost("tree")
    size, leaves = 3**0.5, range(1, N // 2 + 1)
    used = {tile for t in leaves for tile in tiles(1, t)}
    depth = max(sum(a <= t <= b for a, b in used) for t in leaves)
    assert depth == 3
    rho = depth * (size / 2.0) ** 2 / 2
    account = curator.accountants(ZCDPAccountant)[0]
    assert account.rho == pytest.approx(rho, rel=1e-14)
    exact = Gaussian(2.0).delta(3.0, sensitivity=size * math.sqrt(depth))
    assert curator.delta_at(3.0, using=PLDAccountant) == pytest.approx(exact, rel=1e-3)
    assert curator.epsilon == math.inf


def test_gaussian_steps_agree_with_the_exact_curve():
    curator = cost("gaussian")
    size = 2 * 3**0.5 / N
    exact = Gaussian(1.0).epsilon_at(1e-5, sensitivity=size * STEPS**0.5)
    for using, slack in ((PLDAccountant, 1.001), (ZCDPAccountant, 1.1), (RenyiAccountant, 1.1)):
        assert exact * (1 - 1e-9) <= curator.epsilon_at(1e-5, using=using) <= exact * slack


def test_pure_steps_agree_with_the_optimal_composition():
    curator = cost("winner")
    assert curator.epsilon == pytest.approx(4 * 2 * 2 / N, rel=1e-14)
    exact = optimal_delta(1.0, step=2 * 2 / N, steps=4).upper
    assert exact <= curator.delta_at(1.0, using=PLDAccountant) <= 1.03 * exact  # grid of 0.001
    assert curator.delta_at(1.0, using=AdvancedAccountant) >= exact


def test_other_mechanisms():
    vectors = cost("vectors")
    expected = STEPS * VECTOR.rho(sensitivity=2 * 3**0.25 / N)
    assert vectors.accountants(ZCDPAccountant)[0].rho == pytest.approx(expected, rel=1e-14)
    hidden = cost("hidden-gaussian")
    rho = 2 * Gaussian(1.0).rho(sensitivity=2 * 3**0.5 / 3)
    assert hidden.accountants(ZCDPAccountant)[0].rho == pytest.approx(rho, rel=1e-14)
    assert cost("selection").epsilon == pytest.approx(STEPS * 2 * 0.5 * 2 / N, rel=1e-14)


@pytest.mark.parametrize("name", [name for name in METHODS if METHODS[name].pure])
def test_no_transcript_exceeds_the_pure_cost(name):
    """Honest and steered, in both orders, with the record in the first and in the last batch."""
    total = cost(name).epsilon
    first, second = METHODS[name].pair
    for pair in ((first, second), (second, first)):
        for steer in (-1, 0, 1):
            curator = PairedCurator(*pair, np.random.default_rng(0), steer=steer)
            METHODS[name].run(curator, 20)
            assert (np.abs(curator.log_ratio) <= total + curator.rounding).all()


@pytest.mark.parametrize("name", [name for name in METHODS if not METHODS[name].pure])
def test_the_curve_of_the_pair_stays_below_the_proven_one(name):
    """Tilted estimate of delta(epsilon), with its error, against zCDP and PLD where it applies."""
    using = (
        ZCDPAccountant if name in {"vectors", "hidden-gaussian", "hidden-halves"} else PLDAccountant
    )
    curator = PairedCurator(*METHODS[name].pair, np.random.default_rng(1), tilt=1.0)
    METHODS[name].run(curator, 5000)
    for epsilon in (0.5, 2.0):
        x = np.exp(curator.log_weight) * -np.expm1(np.minimum(0, epsilon - curator.log_ratio))
        below = x.mean() - 5 * x.std() / math.sqrt(5000)
        assert below <= cost(name).delta_at(epsilon, using=using) * (1 + 1e-6)


def state_dependent(curator, trials, *, epsilon=0.9, steps=5, n=10, m=4):
    """Noise in proportion to a sensitivity that depends on the released point."""
    loss = math.log1p(math.expm1(epsilon / steps) * n / m) * (1 - 1e-15)
    x = np.full((trials, 1), 0.3)
    for _ in range(steps):
        size = 2 * np.abs(np.tanh(x[:, 0])) / m * (1 + 1e-15)
        x = curator.laplace(product_query(x), sensitivity=size + 1e-3, loss=loss, batch=m)


def test_a_state_dependent_scale_is_accounted_by_its_loss():
    """S_1(x_t) / (m eps_0): the scale follows the releases, the cost of a step does not."""
    curator = AccountingCurator(n=10)
    state_dependent(curator, 3)
    assert 0.9 * (1 - 1e-13) <= curator.epsilon <= 0.9
    assert [step.ratio for step in curator.steps] == [curator.steps[0].ratio] * 5
    b = uniform_scale(0.9, 2.0, n=10, m=4, steps=5)
    fixed = AccountingCurator(n=10)
    for _ in range(5):
        fixed.laplace(identity_query(np.zeros((1, 1))), scale=b, sensitivity=0.5, batch=4)
    assert fixed.epsilon == pytest.approx(curator.epsilon, rel=1e-13)


def test_the_state_dependent_run_stays_within_it():
    ones = Dataset(-np.ones((10, 1)))
    pair = (ones.replace(0, [1.0]), ones)
    for order in (pair, pair[::-1]):
        for steer in (-1, 0, 1):
            curator = PairedCurator(*order, np.random.default_rng(0), steer=steer)
            state_dependent(curator, 200)
            assert (np.abs(curator.log_ratio) <= 0.9 + curator.rounding).all()
    assert TrustedCurator(ones, np.random.default_rng(0)).laplace(
        identity_query(np.zeros((2, 1))), sensitivity=np.array([1.0, 2.0]), loss=0.5
    ).shape == (2, 1)


def test_a_gaussian_step_may_be_given_by_mu():
    curator = AccountingCurator(n=4)
    query = identity_query(np.zeros((3, 2)))
    curator.gaussian(query, sensitivity=np.array([1.0, 2.0, 3.0]), mu=0.25)
    exact = Gaussian(1.0).delta(0.5, sensitivity=0.25)
    assert curator.delta_at(0.5, using=PLDAccountant) == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("ask", ["laplace", "gaussian"])
def test_a_scale_per_trial_without_a_loss_is_refused(ask):
    options = {"laplace": {"scale": np.ones(3)}, "gaussian": {"sigma": np.ones(3)}}[ask]
    with pytest.raises(ParameterError, match="or the loss of the step"):
        getattr(AccountingCurator(n=4), ask)(
            identity_query(np.zeros((3, 2))), sensitivity=1.0, **options
        )


def test_the_relation_is_explicit():
    with pytest.raises(ParameterError, match="is none of replace-one, add-or-remove-one"):
        AccountingCurator(n=4, neighbouring="swap-two")
    assert AccountingCurator(n=4).neighbouring == "replace-one"


def test_one_permutation_is_free_and_a_second_is_a_matter_of_coins():
    curator = AccountingCurator(n=5)
    np.testing.assert_array_equal(curator.permutation(trials=2), np.tile(np.arange(5), (2, 1)))
    with pytest.raises(ParameterError, match="needs a generator"):
        curator.permutation(trials=2)
    coins = AccountingCurator(n=5, rng=np.random.default_rng(0))
    coins.permutation(trials=1)
    assert sorted(coins.permutation(trials=1)[0]) == list(range(5))


def test_disjoint_rows_compose_in_parallel():
    curator = AccountingCurator(n=6)
    for rows, scale in (([0, 1], 1.0), ([2, 3], 0.5), ([4], 2.0)):
        secret = curator.secret(identity_query(np.zeros((1, 1))), rows=rows)
        curator.laplace(secret, scale=scale, sensitivity=1.0)
    assert curator.epsilon == 2.0
    assert curator.epsilon_at(1e-9, using=PLDAccountant) == pytest.approx(2.0, rel=2e-3)


def test_amplified_gaussian_through_its_own_curve():
    law = Subsampled(Gaussian(1.0), n=8, m=3)
    assert law.delta(0.5, sensitivity=1.0) < Gaussian(1.0).delta(0.5, sensitivity=1.0) * 3 / 8


def spender(curator, trials, *, count=3):
    """Steps of growing cost, as long as they can be paid for."""
    active = np.ones(trials, dtype=bool)
    steps = np.zeros(trials, dtype=int)
    for t in range(1, 30):
        each = 0.02 * t
        active = curator.may_spend(epsilon=each, count=count, active=active)
        steps += active
        scores = curator.secret(identity_query(np.zeros((trials, 3))))
        for _ in range(count):
            curator.exponential(scores, factor=each / (2 * 2 / N), sensitivity=2 / N, active=active)
    return steps


@pytest.mark.parametrize("kind", ["trusted", "paired", "accounting"])
def test_a_budget_stops_the_run_before_it_is_exceeded(kind):
    first, second = METHODS["selection"].pair
    budget = PrivacyFilter(epsilon=1.0, delta=1e-6, neighbouring="replace-one", trials=4)
    rng = np.random.default_rng(0)
    curator = {
        "trusted": lambda: TrustedCurator(first, rng, budget=budget),
        "paired": lambda: PairedCurator(first, second, rng, budget=budget),
        "accounting": lambda: AccountingCurator(n=N, budget=budget),
    }[kind]()
    steps = spender(curator, 4)
    squares = [3 * (0.02 * t) ** 2 for t in range(1, 30)]
    affordable = next(t for t in range(29) if sum(squares[: t + 1]) > budget._loss.limit)
    assert (steps == affordable).all()
    assert affordable >= 3
    if kind == "accounting":
        assert curator.epsilon == math.inf
        assert curator.epsilon_at(1e-6, using=BasicAccountant) == 1.0
        assert len(curator.steps) == 3 * affordable


def test_draws_before_asking_and_beyond_the_grant_are_refused():
    first, _ = METHODS["selection"].pair
    scores = np.zeros((2, 3))

    def fresh():
        budget = PureFilter(epsilon=1.0, neighbouring="replace-one", trials=2)
        curator = TrustedCurator(first, np.random.default_rng(0), budget=budget)
        return curator, curator.secret(identity_query(scores))

    curator, secret = fresh()
    with pytest.raises(PrivacyError, match="was not granted in trial 0"):
        curator.laplace(secret, scale=10.0, sensitivity=0.25)
    assert curator.may_spend(epsilon=0.1, active=[True, False]).tolist() == [True, False]
    curator.laplace(secret, scale=2.5, sensitivity=0.25, active=[True, False])
    with pytest.raises(PrivacyError, match="left are 0"):
        curator.laplace(secret, scale=2.5, sensitivity=0.25, active=[True, False])
    curator, secret = fresh()
    assert curator.may_spend(epsilon=0.1).all()
    with pytest.raises(PrivacyError, match=r"release of cost 0\.125"):
        curator.laplace(secret, scale=2.0, sensitivity=0.25)
    curator, secret = fresh()
    curator.may_spend(epsilon=0.3, count=3)
    curator.laplace(np.zeros((2, 1)), scale=1e-9, sensitivity=1.0)  # public: free
    assert not curator.may_spend(epsilon=0.2).any()


def test_a_concentrated_budget_pays_for_gaussian_noise():
    first, _ = METHODS["gaussian"].pair
    budget = ConcentratedFilter(rho=0.1, neighbouring="replace-one")
    curator = TrustedCurator(first, np.random.default_rng(0), budget=budget)
    query = product_query(np.ones((1, 3)))
    run = 0
    while curator.may_spend(rho=0.02).all():
        curator.gaussian(query, sigma=5.0, sensitivity=1.0)
        run += 1
    assert run == 4  # the fifth step fits only without the safety margin
    with pytest.raises(ParameterError, match="is charged in rho"):
        curator.may_spend(epsilon=0.1)
    pure = PureFilter(epsilon=1.0, neighbouring="replace-one")
    gaussian = TrustedCurator(first, np.random.default_rng(0), budget=pure)
    gaussian.may_spend(epsilon=0.5)
    with pytest.raises(Exception, match="Use a ConcentratedFilter"):
        gaussian.gaussian(query, sigma=5.0, sensitivity=1.0)


def test_a_budget_is_charged_whole():
    """The reading is what the filter guarantees, not what the zeros happened to spend."""
    budget = PureFilter(epsilon=0.7, neighbouring="replace-one")
    curator = AccountingCurator(n=N, budget=budget)
    assert curator.epsilon == 0.0
    curator.may_spend(epsilon=0.1)
    curator.laplace(identity_query(np.zeros((1, 3))), scale=np.full(1, 8.0), sensitivity=0.75)
    assert curator.epsilon == 0.7
    rho = ConcentratedFilter(rho=0.05, neighbouring="replace-one")
    curator = AccountingCurator(n=N, budget=rho)
    curator.may_spend(rho=0.01)
    curator.gaussian(identity_query(np.zeros((1, 3))), sigma=10.0, sensitivity=1.0)
    assert curator.delta_at(1.0, using=ZCDPAccountant) == zcdp_delta(0.05, 1.0)
    assert curator.delta_at(1.0, using=RenyiAccountant) >= zcdp_delta(0.05, 1.0)


def test_a_curator_without_a_budget_says_so():
    first, _ = METHODS["gaussian"].pair
    with pytest.raises(ParameterError, match="has no privacy filter"):
        TrustedCurator(first, np.random.default_rng(0)).may_spend(epsilon=0.1)
    with pytest.raises(ParameterError, match="is no privacy filter"):
        TrustedCurator(first, np.random.default_rng(0), budget=1.0)


def test_a_cost_is_printed_with_its_releases_and_the_way_to_read_it():
    curator = AccountingCurator(n=8)
    for _ in range(3):
        curator.gaussian(identity_query(np.zeros((1, 1))), sigma=2.0, sensitivity=1.0)
    told = str(curator)
    assert told.startswith("pure epsilon inf (replace-one, n = 8)\n  3 x gaussian: ")
    assert "sensitivity / scale 0.5, batch 8, may show 8 records" in told
    assert "epsilon_at" in told
