"""Softmax choices, noisy maxima and randomized response against enumeration and quadrature."""

import itertools
import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import DataError, ParameterError
from workbench.privacy import ExponentialMechanism, NoisyMax, RandomizedResponse, SoftmaxVertices
from workbench.privacy.mechanisms import NOISES, range_curve

SCORES = st.lists(st.floats(-6, 6), min_size=2, max_size=6)


def curve(p, q, epsilon):
    """Sum of (p - e^eps q)_+."""
    return float(np.clip(np.asarray(p) - math.exp(epsilon) * np.asarray(q), 0, None).sum())


def frequencies_fit(hits, chances, trials):
    """Every frequency within 6.4 standard deviations and a bit: a false alarm below 1e-9 each."""
    spread = 6.4 * np.sqrt(chances * (1 - chances) / trials) + 14 / trials
    return bool((np.abs(hits / trials - chances) < spread).all())


# ------------------------------------------------------------------------ exponential mechanism


@settings(max_examples=100, deadline=None)
@given(scores=SCORES, data=st.data(), epsilon=st.floats(0, 2))
def test_no_pair_of_score_vectors_beats_the_range_curve(scores, data, epsilon):
    moves = [data.draw(st.floats(-1, 1)) for _ in scores]
    law = ExponentialMechanism(0.5)
    first = np.exp(law.log_probability(scores))
    second = np.exp(law.log_probability(np.array(scores) + moves))
    assert curve(first, second, epsilon) <= law.delta(epsilon, sensitivity=1.0) + 1e-14


@pytest.mark.parametrize("width", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_range_curve_is_attained_by_two_choices(width, share):
    """Losses (width + eps) / 2 and (eps - width) / 2 of two choices, with 40 digits."""
    epsilon = share * width
    with mpmath.workdps(40):
        high, low = (mpmath.mpf(width) + epsilon) / 2, (epsilon - mpmath.mpf(width)) / 2
        # q e^high + (1 - q) e^low = 1
        q = (1 - mpmath.exp(low)) / (mpmath.exp(high) - mpmath.exp(low))
        delta = q * (mpmath.exp(high) - mpmath.exp(epsilon))
        bounds = range_curve(width, epsilon)
        slack = mpmath.mpf(10) ** -17  # share * width is a float in both
        assert bounds.lower - slack <= delta <= bounds.upper + slack


@given(scores=SCORES, data=st.data())
def test_pure_loss_and_zcdp_hold_for_every_pair(scores, data):
    moves = np.array([data.draw(st.floats(-1, 1)) for _ in scores])
    law = ExponentialMechanism(0.7)
    p, q = law.log_probability(scores), law.log_probability(np.array(scores) + moves)
    assert np.abs(p - q).max() <= law.range(sensitivity=1.0) + 1e-12
    for order in (1.5, 3.0, 10.0):
        renyi = np.logaddexp.reduce(order * p + (1 - order) * q) / (order - 1)
        assert renyi <= order * law.rho(sensitivity=1.0) + 1e-12


def test_the_factor_two_is_attained_in_the_limit_and_absent_when_monotone():
    law = ExponentialMechanism(1.0)
    losses = []
    for gap in (0.0, 2.0, 5.0, 10.0):
        first, second = [0.0, gap], [0.3, gap - 0.3]
        change = law.log_probability(first) - law.log_probability(second)
        losses.append(np.abs(change).max())
    np.testing.assert_allclose(losses, [0.344, 0.507, 0.5945, 0.59996], atol=5e-4)
    assert law.range(sensitivity=0.3) == 0.6
    assert ExponentialMechanism(1.0, monotone=True).range(sensitivity=0.3) == 0.3


def test_log_domain_never_underflows():
    law = ExponentialMechanism(1.0)
    assert law.log_probability([0.0, -1e5, 1e5]).tolist() == [-1e5, -2e5, 0.0]


def test_gumbel_sampling_follows_the_softmax_and_batches():
    law = ExponentialMechanism(1.0)
    scores = np.array([[0.0, 1.0, -1.0], [3.0, 0.0, 0.0]])
    draws = law.sample(np.random.default_rng(2), scores, trials=100_000)
    assert draws.shape == (100_000, 2)
    for k in range(2):
        hits = np.bincount(draws[:, k], minlength=3)
        assert frequencies_fit(hits, np.exp(law.log_probability(scores[k])), 100_000)
    ratios = law.log_ratio(draws[:5], scores, scores[::-1])
    table = law.log_probability(scores) - law.log_probability(scores[::-1])
    for i, k in itertools.product(range(5), range(2)):
        assert ratios[i, k] == table[k, draws[i, k]]


@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 0.0), (0.3, 1e-6), (2.0, 0.01)])
@pytest.mark.parametrize("monotone", [False, True])
def test_exponential_calibration_is_read_back(epsilon, delta, monotone):
    law = ExponentialMechanism.calibrate(epsilon, delta, sensitivity=0.4, monotone=monotone)
    assert law.delta(epsilon, sensitivity=0.4) <= delta
    more = ExponentialMechanism(law.factor * (1 + 1e-9), monotone)
    assert more.delta(epsilon, sensitivity=0.4) > delta
    if delta:
        assert law.epsilon_at(delta, sensitivity=0.4) <= epsilon


def test_scores_must_be_finite():
    for scores in ([0.0, math.inf], [math.nan], 3.0, []):
        with pytest.raises(DataError, match="scores"):
            ExponentialMechanism(1.0).log_probability(scores)


# ---------------------------------------------------------------------------- softmax vertices


def test_counts_have_the_law_of_repeated_choices():
    law = SoftmaxVertices(1.0, 3)
    scores = [0.0, 1.0, -0.5]
    one = np.exp(law.one.log_probability(scores))
    total = {}
    for choice in itertools.product(range(3), repeat=3):
        key = tuple(np.bincount(choice, minlength=3))
        total[key] = total.get(key, 0.0) + math.prod(one[list(choice)])
    keys = np.array(list(total))
    chances = np.array(list(total.values()))
    np.testing.assert_allclose(np.exp(law.log_probability(keys, scores)), chances, rtol=1e-12)
    draws = law.sample(np.random.default_rng(8), scores, trials=100_000)
    hits = np.array([(draws == key).all(axis=1).sum() for key in keys])
    assert frequencies_fit(hits, chances, 100_000)
    other = [0.2, 0.9, -0.5]
    ratio = law.log_probability(keys, scores) - law.log_probability(keys, other)
    np.testing.assert_allclose(law.log_ratio(keys, scores, other), ratio, atol=1e-12)


@settings(max_examples=20, deadline=None)
@given(gap=st.floats(-2, 2), epsilon=st.floats(0, 1.5), move=st.floats(-1, 1))
def test_bracket_of_several_choices_holds_every_two_score_pair(gap, epsilon, move):
    law = SoftmaxVertices(0.3, 4)
    keys = np.array([[k, 4 - k] for k in range(5)])
    p = np.exp(law.log_probability(keys, [0.0, gap]))
    q = np.exp(law.log_probability(keys, [move, gap - move]))
    assert curve(p, q, epsilon) <= law.delta(epsilon, sensitivity=1.0) + 1e-14


def test_lower_end_for_several_choices_is_attained():
    """The two-choice witness recomputed from scores, over a fine grid of leads."""
    law = SoftmaxVertices(0.3, 4)
    keys = np.array([[k, 4 - k] for k in range(5)])
    best = 0.0
    for gap in np.linspace(-3, 3, 4001):
        p = np.exp(law.log_probability(keys, [1.0, gap / 0.3 - 1.0]))
        q = np.exp(law.log_probability(keys, [0.0, gap / 0.3]))
        best = max(best, curve(p, q, 0.5))
    bounds = law.delta_bounds(0.5, sensitivity=1.0)
    assert bounds.lower <= best * (1 + 1e-9)
    assert bounds.lower >= 0.98 * best
    assert best <= bounds.upper


def test_one_choice_has_the_exact_curve():
    assert SoftmaxVertices(0.5, 1).delta_bounds(0.2, sensitivity=1.0) == range_curve(1.0, 0.2)


# --------------------------------------------------------------------------------- noisy maximum


def tie_lowered(d, t):
    """Chance of a Laplace score lowered by t among d: three elementary integrals (d > 2)."""
    e = math.exp
    middle = (e(-t) - e(-(d - 1) * t)) / (d - 2) if d > 2 else t * e(-t)
    return (1 - 2**-d) * e(-t) / d + 2**-d * middle + 2**-d * e(-(d - 1) * t) / d


@pytest.mark.parametrize("d", [2, 3, 5, 10, 50])
@pytest.mark.parametrize("t", [0.0, 0.3, 2.0, 7.0])
def test_laplace_law_is_the_closed_form(d, t):
    scores = [-t] + [0.0] * (d - 1)
    law = NoisyMax(1.0)
    assert math.exp(law.log_probability(scores)[0]) == pytest.approx(tie_lowered(d, t), rel=1e-13)
    if d <= 10:
        bounds = law.probability_bounds(scores)[0]
        assert bounds.lower * (1 - 1e-14) <= tie_lowered(d, t) <= bounds.upper * (1 + 1e-14)


def winning_chance(scores, j, noise):
    """Integral of f(v - s_j) prod F(v - s_i) with 30 digits."""
    with mpmath.workdps(30):
        s = [mpmath.mpf(x) for x in scores]

        def density(u):
            match noise:
                case "laplace":
                    return mpmath.exp(-abs(u)) / 2
                case "exponential":
                    return mpmath.exp(-u) if u >= 0 else mpmath.mpf(0)
                case _:
                    return mpmath.exp(-u - mpmath.exp(-u))

        def below(u):
            match noise:
                case "laplace":
                    return mpmath.exp(u) / 2 if u < 0 else 1 - mpmath.exp(-u) / 2
                case "exponential":
                    return -mpmath.expm1(-u) if u >= 0 else mpmath.mpf(0)
                case _:
                    return mpmath.exp(-mpmath.exp(-u))

        def integrand(v):
            others = [below(v - x) for i, x in enumerate(s) if i != j]
            return density(v - s[j]) * mpmath.fprod(others)

        ends = sorted({*s, min(s) - 6, min(s) - 30, max(s) + 3, max(s) + 12, max(s) + 70})
        return mpmath.quad(integrand, ends)


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("scores", [[0.0, -1.5], [0.25, 3.0, -2.0, 3.0]])
def test_float_law_and_bracket_agree_with_quadrature(noise, scores):
    law = NoisyMax(1.0, noise)
    floats, brackets = law.log_probability(scores), law.probability_bounds(scores)
    for j in range(len(scores)):
        truth = winning_chance(scores, j, noise)
        assert float(mpmath.log(truth)) == pytest.approx(floats[j], abs=1e-13)
        slack = mpmath.mpf(10) ** -18  # digits of the quadrature
        assert mpmath.mpf(brackets[j].lower) - slack <= truth
        assert truth <= mpmath.mpf(brackets[j].upper) + slack


@settings(max_examples=25, deadline=None)
@given(
    scores=st.lists(st.floats(-300, 300), min_size=1, max_size=30), noise=st.sampled_from(NOISES)
)
def test_law_adds_up_to_one_and_lies_in_its_bracket(scores, noise):
    law = NoisyMax(2.0, noise)
    log = law.log_probability(scores)
    assert np.exp(log).sum() == pytest.approx(1, abs=1e-12)
    if len(scores) <= 6:
        for value, bounds in zip(log, law.probability_bounds(scores), strict=True):
            assert bounds.width <= 4e-16 * bounds.upper
            assert math.exp(value) == pytest.approx(bounds.upper, rel=1e-11)


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("d", [1, 100, 20_000])
def test_ties_share_the_chance_equally(noise, d):
    log = NoisyMax(3.0, noise).log_probability(np.full(d, 7.0))
    np.testing.assert_allclose(np.exp(log) * d, 1.0, rtol=1e-12)


def test_a_leader_before_a_crowd():
    """The chance of one leader L before k Laplace ties: integral over its noise, by mpmath."""
    k, lead = 3000, 9.0

    def integrand(z):
        u = z + lead
        below = mpmath.exp(u) / 2 if u < 0 else 1 - mpmath.exp(-u) / 2
        return mpmath.exp(-abs(z)) / 2 * below**k

    with mpmath.workdps(30):
        truth = mpmath.quad(integrand, [-lead, -6, -4, -3, -2, -1, 0, 1, 3, 9, 70])  # rest: 2^-k
    log = NoisyMax(1.0).log_probability([lead] + [0.0] * k)
    assert math.exp(log[0]) == pytest.approx(float(truth), rel=1e-12)


@pytest.mark.parametrize(
    ("epsilon", "d", "ratio"),
    [(0.1, 2, 1.0469), (0.5, 3, 1.7066), (1.0, 2, 1.3069), (1.0, 10, 1.9998), (2.0, 4, 1.9697)],
)
def test_printed_scale_loses_up_to_twice_the_epsilon(epsilon, d, ratio):
    """Scale S / eps instead of 2 S / eps: of a tie of d one falls by S, all the others rise."""
    law = NoisyMax(1 / epsilon)
    tie = law.probability_bounds([0.0] * d)[0]
    moved = law.probability_bounds([-1.0] + [1.0] * (d - 1))[0]
    loss = math.log(tie.lower / moved.upper)
    assert loss > epsilon * 1.04
    assert loss / epsilon == pytest.approx(ratio, abs=6e-5)
    assert loss <= law.loss(sensitivity=1.0)


@pytest.mark.parametrize("noise", NOISES)
def test_loss_is_approached_by_a_long_lead(noise):
    law = NoisyMax(1.0, noise)
    first, second = law.log_probability([0.0, 200.0]), law.log_probability([0.5, 199.5])
    loss = abs(first[0] - second[0])
    assert 0.99 < loss <= law.loss(sensitivity=0.5) + 1e-12
    one = law.log_probability([0.0, 200.0]) - law.log_probability([0.5, 200.0])
    monotone = NoisyMax(1.0, noise, monotone=True)
    assert 0.495 < abs(one[0]) <= monotone.loss(sensitivity=0.5) + 1e-12


@settings(max_examples=40, deadline=None)
@given(scores=SCORES, data=st.data(), noise=st.sampled_from(NOISES), epsilon=st.floats(0, 1.5))
def test_no_pair_of_score_vectors_beats_the_curve_or_the_loss(scores, data, noise, epsilon):
    moves = np.array([data.draw(st.floats(-1, 1)) for _ in scores])
    law = NoisyMax(1.7, noise)
    other = np.array(scores) + moves
    gap = np.abs(law.log_probability(scores) - law.log_probability(other)).max()
    assert gap <= law.loss(sensitivity=1.0) + 1e-11
    assert law.delta_between(epsilon, scores, other) <= law.delta(epsilon, sensitivity=1.0) + 1e-13


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("monotone", [False, True])
def test_lower_end_is_the_curve_of_real_pairs(noise, monotone):
    law = NoisyMax(1.0, noise, monotone)
    bounds = law.delta_bounds(0.2, sensitivity=0.6)
    best = max(
        law.delta_between(0.2, *pair)
        for lead in np.linspace(-6, 10, 161)
        for other in [[0.0, lead - 0.6] if monotone else [0.6, lead - 0.6]]
        for pair in itertools.permutations([[0.0, lead], other])
    )
    assert 0 < bounds.lower <= best * (1 + (1e-3 if noise == "gumbel" else 1e-9))
    assert best <= bounds.upper * (1 + 1e-12)


@pytest.mark.parametrize("noise", NOISES)
def test_winners_are_drawn_from_the_law(noise):
    law = NoisyMax(0.7, noise)
    scores = np.array([0.0, 0.4, -1.0, 0.4])
    draws = law.sample(np.random.default_rng(11), scores, trials=100_000)
    chances = np.exp(law.log_probability(scores))
    assert frequencies_fit(np.bincount(draws, minlength=4), chances, 100_000)


@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 0.0), (0.3, 1e-6)])
@pytest.mark.parametrize("noise", NOISES)
def test_noisy_max_calibration_is_read_back(epsilon, delta, noise):
    law = NoisyMax.calibrate(epsilon, delta, sensitivity=0.4, noise=noise)
    assert law.delta(epsilon, sensitivity=0.4) <= delta
    less = NoisyMax(law.scale * (1 - 1e-9), noise)
    assert less.delta(epsilon, sensitivity=0.4) > delta
    assert law.epsilon_at(delta, sensitivity=0.4) <= epsilon


def test_unknown_noise_is_refused():
    with pytest.raises(ParameterError, match="laplace, gumbel, exponential"):
        NoisyMax(1.0, "cauchy")


# --------------------------------------------------------------------------- randomized response


@pytest.mark.parametrize("answers", [2, 3, 7])
@pytest.mark.parametrize("epsilon", [0.0, 0.4, 1.2, 3.0])
def test_randomized_response_curve_is_the_enumeration(answers, epsilon):
    law = RandomizedResponse(1.5, answers)
    everything = np.arange(answers)
    p, q = (np.exp(law.log_probability(everything, value)) for value in (0, 1))
    assert p.sum() == pytest.approx(1, abs=1e-14)
    assert law.delta(epsilon) == pytest.approx(curve(p, q, epsilon), abs=1e-15)
    assert np.abs(np.log(p / q)).max() == pytest.approx(1.5)


def test_randomized_response_sampler():
    law = RandomizedResponse(1.0, 4)
    draws = law.sample(np.random.default_rng(0), [2, 0], trials=100_000)
    for k, value in enumerate((2, 0)):
        chances = np.exp(law.log_probability(np.arange(4), value))
        assert frequencies_fit(np.bincount(draws[:, k], minlength=4), chances, 100_000)
    with pytest.raises(DataError, match="leave the answers"):
        law.sample(np.random.default_rng(0), [4], trials=1)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.7, 0.0), (0.7, 0.01), (0.0, 0.2)])
@pytest.mark.parametrize("answers", [2, 5])
def test_randomized_response_calibration_is_read_back(epsilon, delta, answers):
    law = RandomizedResponse.calibrate(epsilon, delta, answers=answers)
    assert law.delta(epsilon) <= delta
    assert RandomizedResponse(law.odds * (1 + 1e-9), answers).delta(epsilon) > delta
