"""The theorem about stochastic mirror descent, with a bias and without one."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from workbench.claims import Outcome
from workbench.rigor.provers.mirror_descent import MirrorDescent

PLAIN = MirrorDescent(distance="R", step="eta", size="G", count="n", modulus="mu")
BIASED = MirrorDescent(distance="R", step="eta", size="G", count="n", bias=("beta", "D"))


def judged(method: MirrorDescent) -> Outcome:
    return method.proof().outcome()


@pytest.mark.parametrize("method", [PLAIN, BIASED])
def test_the_theorem_is_proved(method: MirrorDescent) -> None:
    assert judged(method).decision == "holds"


@pytest.mark.parametrize("method", [PLAIN, BIASED])
@pytest.mark.parametrize(
    "change",
    [{"share": Fraction(1, 3)}, {"start": 0}, {"centred": False}, {"given": (1, 2, 3)}],
)
def test_a_smaller_bound_and_a_dropped_hypothesis_are_refused(
    method: MirrorDescent, change: dict[str, Any]
) -> None:
    assert judged(replace(method, **change)).decision == "refused"


@pytest.mark.parametrize("change", [{"reach": 1}, {"given": (0, 1, 2)}, {"given": (0, 1, 3)}])
def test_a_bias_has_its_price(change: dict[str, Any]) -> None:
    assert judged(replace(BIASED, **change)).decision == "refused"
