"""Private selection: number of attempts, budgets, choices, sensitivities of the scores."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.algorithms.parts.private_selection import (
    PrivateSelection,
    excess_loss,
    gradient_norm,
)
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import NoiselessCurator, PairedCurator, TrustedCurator
from workbench.problems import embedding_logistic, sparse_linear

LOGISTIC = embedding_logistic(d=7, s=2)
LINE = sparse_linear(d=1, s=1)


@given(failure=st.floats(0.01, 0.95), beta=st.floats(1e-6, 0.9))
def test_number_of_attempts(failure, beta):
    found = PrivateSelection.calibrated(
        failure=failure, beta=beta, epsilon=1.0, delta=1e-6, sensitivity=1.0
    )
    assert failure**found.K <= beta / 2 * (1 + 1e-12)
    assert found.K == 1 or failure ** (found.K - 1) > beta / 2 * (1 - 1e-9)
    epsilon, delta = found.share
    assert found.K * epsilon + 2 / found.scale <= 1.0 * (1 + 1e-12)
    assert found.K * delta <= 1e-6
    assert found.excess == pytest.approx(8 * math.log(2 * found.K / beta))


def one_by_one(points):
    """An attempt that answers points[0], then points[1], and so on."""
    turns = iter(points)
    return lambda curator, trials: next(turns)


def test_the_choice_is_the_smallest_score():
    data = LOGISTIC.sample(np.random.default_rng(0), 40)
    points = np.random.default_rng(1).normal(size=(4, 5, 7)) / 4
    selection = PrivateSelection(K=4, epsilon=1.0, delta=1e-6, sensitivity=0.1, beta=0.1)
    for score, truth in (
        (
            gradient_norm(LOGISTIC),
            lambda x: np.linalg.norm(LOGISTIC.full_gradient(x, data), axis=1),
        ),
        (excess_loss(LOGISTIC, radius=3.0), lambda x: LOGISTIC.objective(x, data)),
    ):
        out = selection.select(one_by_one(points), score, NoiselessCurator(data), trials=5)
        best = np.array([truth(x) for x in points]).argmin(axis=0)
        np.testing.assert_array_equal(out.which, best)
        np.testing.assert_array_equal(out.x, points[best, np.arange(5)])
        np.testing.assert_array_equal(out.attempts, points.swapaxes(0, 1))


def test_sensitivities_of_scores_are_attained():
    """A record moves the loss at the edge of the ball, and the norm of a gradient, by 2 L D / n."""
    pair = LINE.extremal_pair(2)
    for score, size in ((excess_loss(LINE, radius=3.0), 3.0), (gradient_norm(LINE), 1.0)):
        for factor in (1.0, 0.999):
            selection = PrivateSelection(
                K=1, epsilon=1.0, delta=1e-6, sensitivity=factor * size, beta=0.1
            )
            curator = PairedCurator(*pair, np.random.default_rng(0))

            def play(selection=selection, score=score, curator=curator):
                return selection.select(lambda c, t: np.full((t, 1), 3.0), score, curator)

            if factor == 1.0:
                play()
            else:
                with pytest.raises(PrivacyError, match="claimed"):
                    play()
    with pytest.raises(ParameterError, match="farther than"):
        excess_loss(LINE, radius=1.0)(
            TrustedCurator(pair[0], np.random.default_rng(0)), np.ones((1, 1)) * 2
        )
