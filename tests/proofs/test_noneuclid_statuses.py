"""The claims of the slides: certified, refuted or supported; the building blocks in numbers."""

import math

import numpy as np
import pytest

from workbench.claims import CheckResult, Run, judge, load
from workbench.claims.graph import uses_of
from workbench.privacy import Gaussian, NoisyMax, classical_sigma, optimal_delta

CLAIMS = load(["ext", "noneuclid"]).claims
REFUTED = """
gauss-calibration.unconditional gauss-calibration.constant-one rnm adv-comp.unconditional
adv-comp.printed-choice polysfw-sens polysfw-privacy polysfw-privacy.moderate
polysfw-vr.one-dimension polysfw-risk.every-budget regularity-linf regularity-linf.display
asi-rate lp-lower gg-renyi gg-privacy nc-weak.prox
""".split()
CERTIFIED = """
dp-def gauss-mech gauss-calibration rnm.repaired rnm-exact-loss rnm-accuracy basic-comp adv-comp
adv-comp.choice sco-def sco-rates smd-onepass dpsco-table dpsco-l2 private-fw private-fw.rate
polysfw polysfw-sens.repaired polysfw-privacy.many-records polysfw-privacy.every-n
polysfw-privacy.repaired polysfw-privacy.exact polysfw-privacy.decay polysfw-vr polysfw-vr.sharp
polysfw-risk polysfw-risk.rate regularity-linf.lower regularity-linf.repaired asi-rate.two-points
asi-tree asi-tree-privacy asi-tree-vr asi-tree-risk asi-tree-risk.rate lp-lower.no-constant
lp-lower.tightness lp-lower.pure uc-gap uc-gap.sharp kappa-regular kappa-regular.lq gg-mech
gg-renyi.repaired gg-renyi.necessary gg-privacy.repaired gg-privacy.conversion gg-privacy.range
gg-error gg-vs-gauss gg-vs-gauss.values nvrsfw-naive nvrsfw-naive.rate nvrsfw-tree
nvrsfw-tree.rate nc-measures nc-spider nc-l1 nc-l1.best nc-lp nc-lp.free nc-lp.tree nc-weak
nc-weak.lp nc-weak.lp-solver nc-weak.lp-distance nc-weak.lp-descent nc-weak.solver nc-weak-cost
nc-weak-cost.not-tight nc-facts
""".split()
SUPPORTED = """
sco-rates.lower dpsco-table.lower dpsco-l2.rate fw-facts polysfw-privacy.few-records
lp-lower.repaired nvrsfw-afkt
""".split()
SLOW = pytest.param("gg-renyi.quadrature", marks=pytest.mark.slow)


def found(id):
    """What the checks of a claim and their mutants came out with."""
    return [CheckResult(c, c(Run()), tuple(m(Run()) for m in c.mutants)) for c in CLAIMS[id].checks]


def status(slug):
    """The verdict on one claim, judged with all that its own checks say they rest on."""
    id = f"noneuclid.{slug}"
    findings = {id: found(id)}
    waiting = [u for c in CLAIMS[id].checks for u in c.uses or ()]
    while waiting:
        one = waiting.pop()
        if one not in findings and one.startswith("noneuclid."):
            findings[one] = found(one)
            waiting += uses_of(CLAIMS[one])
    return judge(CLAIMS, findings)[id].status


@pytest.mark.parametrize("slug", REFUTED)
def test_what_is_false_is_refuted(slug):
    assert status(slug) == "refuted"


@pytest.mark.parametrize("slug", [*CERTIFIED, SLOW])
def test_what_is_true_is_certified(slug):
    assert status(slug) == "certified"


@pytest.mark.parametrize("slug", SUPPORTED)
def test_what_is_cited_or_open_is_not_more_than_supported(slug):
    assert status(slug) == "supported"


def test_what_is_refuted_is_repaired():
    repaired = {id for claim in CLAIMS.values() for id in claim.repairs}
    assert {f"noneuclid.{slug}" for slug in REFUTED} <= repaired


@pytest.mark.parametrize("delta", [0.999, 0.9, 0.5, 0.1, 1e-5, 1e-12, 1e-100])
def test_the_proven_range_agrees_with_the_mechanism(delta):
    sigma = classical_sigma(3.75, delta, sensitivity=1.0)
    assert Gaussian(sigma).delta_bounds(3.75, sensitivity=1.0).upper <= delta


def test_the_proven_range_can_hardly_be_larger():
    sigma = classical_sigma(3.79, 0.9, sensitivity=1.0)
    assert Gaussian(sigma).delta_bounds(3.79, sensitivity=1.0).lower > 0.9


@pytest.mark.parametrize("d", [2, 3, 5, 10])
@pytest.mark.parametrize("gap", [0.1, 1.0, 4.0])
def test_the_exact_law_agrees_with_the_mechanism(d, gap):
    low = 2.0**-d
    middle = gap * math.exp(-gap) / 4
    if d > 2:
        middle = low * (math.exp(-gap) - math.exp(-(d - 1) * gap)) / (d - 2)
    expected = (1 - low) * math.exp(-gap) / d + middle + low * math.exp(-(d - 1) * gap) / d
    scores = np.zeros(d)
    scores[0] = -gap
    assert NoisyMax(1.0).log_probability(scores)[0] == pytest.approx(math.log(expected), abs=1e-9)


def test_the_printed_choice_costs_twelve_times_its_delta():
    at = optimal_delta(15.0, step=0.5, steps=50)
    assert at.lower / math.exp(-9) == pytest.approx(12.3186, abs=1e-4)
