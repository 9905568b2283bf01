"""Each outcome has both answers, says what it looked at, and knows what it could not have seen."""

from fractions import Fraction

import numpy as np
import pytest

from workbench.algorithms import GradientDescent
from workbench.audit import likelihood_ratio
from workbench.claims import Grade, Run
from workbench.errors import DataError, ParameterError
from workbench.harness import (
    accounted,
    accounted_zcdp,
    audited,
    audited_zcdp,
    error_level,
    judged,
    mean_is_below,
    sensitivity_is_attained,
)
from workbench.privacy import (
    AccountingCurator,
    AdvancedAccountant,
    Dataset,
    PLDAccountant,
    ZCDPAccountant,
)
from workbench.problems import reference_quadratic
from workbench.rigor.check import check_certificate

RUN = Run(alpha=Fraction(1, 10_000))
PROBLEM, DATA = reference_quadratic()
METHOD = GradientDescent(alpha=1.0, b=2 / 100 * 5, m=100)
"""Five steps of loss 1/5 each on 100 records, S_1 = 2."""
PAIR = PROBLEM.extremal_pair(100)


def steps(curator, trials):
    return METHOD.run(PROBLEM, curator, steps=5, trials=trials)


def figure(outcome, name):
    return next(one.value for one in outcome.figures if one.name == name)


def test_an_error_level_is_a_share_rounded_down():
    level = error_level(Run(alpha=Fraction(1, 3)), share=7)
    assert 0.999 * Fraction(1, 21) < Fraction(level) < Fraction(1, 21)
    with pytest.raises(ParameterError, match="share = 0 is below 1"):
        error_level(RUN, share=0)


def spent(n=100):
    return METHOD.cost(PROBLEM, n=n, steps=5)


def test_pure_losses_are_added_up_and_compared():
    reading = spent().epsilon
    assert reading == pytest.approx(1.0, rel=1e-12)
    assert accounted(spent(), epsilon=reading).decision == "holds"
    below = accounted(spent(), epsilon=np.nextafter(reading, 0.0))
    assert below.decision == "fails"
    assert below.grade is Grade.DERIVED
    assert figure(below, "sum of the pure losses") == reading
    assert figure(below, "calls of a mechanism") == 5


@pytest.mark.parametrize("using", [PLDAccountant, AdvancedAccountant])
def test_an_accountant_bounds_delta_at_the_claimed_epsilon(using):
    delta = spent().delta_at(0.9, using=using)
    assert 0 < delta < 1
    assert accounted(spent(), epsilon=0.9, delta=delta, using=using).decision == "holds"
    lower = accounted(spent(), epsilon=0.9, delta=0.99 * delta, using=using)
    exact = accounted(spent(), epsilon=0.9, delta=delta, using=using)
    assert (exact.grade == Grade.ARGUED) == (using is PLDAccountant)
    if exact.certificate is not None:
        assert check_certificate(exact.certificate).accepted
    assert lower.decision == "fails"
    assert figure(lower, "accounted delta") == delta
    assert figure(lower, "accounted epsilon") > 0.9


def test_the_worst_of_several_kinds_of_records_counts():
    cheap, dear = AccountingCurator(n=100), spent()
    assert accounted([cheap, dear], epsilon=0.99).decision == "fails"
    assert accounted([cheap], epsilon=0.0).decision == "holds"
    with pytest.raises(ParameterError, match=r"readings = .* is empty"):
        accounted([], epsilon=1.0)


def test_rho_is_read_by_bounded_range_of_laplace_noise():
    rho = spent().accountants(ZCDPAccountant)[0].rho
    assert accounted_zcdp(spent(), rho=rho).decision == "holds"
    assert accounted_zcdp([AccountingCurator(n=100), spent()], rho=0.99 * rho).decision == "fails"


def test_an_audit_finds_half_the_noise_and_nothing_else():
    assert audited(steps, PAIR, RUN, epsilon=1.0).decision == "holds"
    caught = audited(steps, PAIR, RUN, epsilon=1.0, fault="half-scale")
    assert caught.decision == "fails"
    assert caught.grade is Grade.SUPPORTED
    assert figure(caught, "observed / claimed") > 1


def test_a_claim_with_delta_is_audited_at_its_delta():
    loss = spent().epsilon_at(0.01, using=PLDAccountant)
    right = audited(steps, PAIR, RUN, epsilon=loss, delta=0.01, trials=3000)
    assert right.decision == "holds"
    wrong = audited(steps, PAIR, RUN, epsilon=loss / 2, delta=0.01, trials=3000)
    assert wrong.decision == "fails"
    assert figure(wrong, "claimed delta") == 0.01


@pytest.mark.parametrize("gaussian", [True, False])
def test_a_claimed_rho_is_audited_as_an_epsilon(gaussian):
    """On Laplace noise of rho = 0.1 both readings are above the truth; a fifth of them is below."""
    rho = max(a.rho for a in spent().accountants(ZCDPAccountant))
    right = audited_zcdp(steps, PAIR, RUN, rho=rho, gaussian=gaussian)
    assert right.decision == "holds"
    assert figure(right, "claimed delta") == 1e-3
    wrong = audited_zcdp(steps, PAIR, RUN, rho=rho, gaussian=gaussian, share=0.2)
    assert wrong.decision == "fails"


class RareLeak:
    """Tells the record once in ten thousand times."""

    def sample(self, x, size, rng):
        return np.where(rng.random(size) < 1e-4, x, 0.0)

    def log_ratio(self, o, x, y):
        return np.where(o == 0, 0.0, np.where(o == x, np.inf, -np.inf))


def test_an_audit_without_power_is_inconclusive():
    few = likelihood_ratio(RareLeak(), (1.0, 2.0), epsilon=1.0, delta=1e-5, samples=500)
    outcome = judged(few, RUN)
    assert outcome.decision == "inconclusive"
    assert "more transcripts" in outcome.reason


def test_a_sensitivity_is_held_and_attained():
    assert sensitivity_is_attained(steps, PAIR, RUN).decision == "holds"
    less = sensitivity_is_attained(steps, PAIR, RUN, factor=0.99)
    assert less.decision == "fails"
    assert "sensitivity" in less.summary
    more = sensitivity_is_attained(steps, PAIR, RUN, factor=1.01)
    assert more.decision == "fails"
    assert "not attained" in more.summary


def test_a_mean_is_compared_with_its_bound():
    def errors(rng, trials):
        return rng.exponential(size=trials)

    good = mean_is_below(errors, RUN, bound=1.0, trials=2000)
    assert good.decision == "holds"
    assert "vacuous" not in good.summary
    assert mean_is_below(errors, RUN, bound=0.8, trials=2000).decision == "fails"
    idle = mean_is_below(errors, RUN, bound=3.0, trivial=2.0, trials=2000)
    assert idle.decision == "holds"
    assert "that is vacuous" in idle.summary
    assert figure(idle, "trivial bound") == 2.0


def test_a_share_of_the_level_makes_a_wider_interval():
    def errors(rng, trials):
        return rng.exponential(size=trials)

    whole = mean_is_below(errors, RUN, bound=1.0, trials=2000)
    half = mean_is_below(errors, RUN, bound=1.0, trials=2000, share=2)
    assert half.alpha == RUN.alpha / 2
    assert figure(half, "lower confidence bound") < figure(whole, "lower confidence bound")


def test_errors_are_held_to_their_resolution():
    with pytest.raises(DataError, match="negative beyond the resolution"):
        mean_is_below(lambda rng, trials: np.full(trials, -1e-6), RUN, bound=1.0)


def test_datasets_that_are_no_neighbours_are_refused():
    other = Dataset(DATA.records + 1.0)
    with pytest.raises(DataError):
        audited(steps, (DATA, other), RUN, epsilon=1.0)
