"""Likelihood-ratio findings: words, notebook, and JSON from which the verdict follows again."""

import json

import numpy as np
import pytest

from workbench import audit
from workbench.errors import EvidenceError, ParameterError
from workbench.privacy import Dataset, Laplace, Query

FIRST = Dataset(np.array([[1.0], [0.0]]))
PAIR = (FIRST, FIRST.replace(0, [0.0]))


def answer(trials):
    return Query(
        points=np.zeros((trials, 1)),
        values=lambda x, r: np.broadcast_to(r, (len(x), *r.shape[1:])),
        mean=lambda x, r: np.broadcast_to(r.mean(axis=1), x.shape),
        difference=lambda x, old, new: (new - old)[None],
        difference_error=lambda x, old, new: np.zeros(1),
    )


def laplace(curator, trials, claimed=0.5):
    curator.laplace(answer(trials), scale=1.0, sensitivity=claimed)


def gaussian(curator, trials):
    curator.gaussian(answer(trials), sigma=1.0, sensitivity=0.5)


class Unbounded:
    """Two laws with different supports: an infinite log-ratio."""

    @staticmethod
    def sample(x, size, rng):
        return x + rng.random(size)

    @staticmethod
    def log_ratio(outputs, x, y):
        return np.where((outputs >= y) & (outputs <= y + 1), 0.0, np.inf)


CASES = {
    "violation": lambda: audit.likelihood_ratio(laplace, PAIR, epsilon=0.3, samples=500),
    "tight": lambda: audit.likelihood_ratio(laplace, PAIR, epsilon=0.5, samples=500),
    "small delta": lambda: audit.likelihood_ratio(
        gaussian, PAIR, epsilon=0.5, delta=1e-4, samples=2_000
    ),
    "infinite": lambda: audit.likelihood_ratio(Unbounded(), (0.0, 0.5), epsilon=1.0, samples=200),
    "false sensitivity": lambda: audit.likelihood_ratio(
        lambda c, trials: laplace(c, trials, 0.4), PAIR, epsilon=0.6, samples=500
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_verdict_follows_from_the_json_alone(case):
    found = CASES[case]()
    again = audit.recheck(found.to_json())
    assert (again.verdict, again.epsilon_lower) == (found.verdict, found.epsilon_lower)
    assert again.confidence == found.confidence == pytest.approx(0.99)


@pytest.mark.parametrize("case", CASES)
def test_a_notebook_shows_verdict_witness_and_the_call(case):
    found = CASES[case]()
    page = found._repr_html_()
    assert found.verdict in page
    assert "transcript" in page
    assert "audit.likelihood_ratio(" in page
    assert "seed=0" in found.reproduce
    assert found.samples >= 200
    assert found.seconds > 0


@pytest.mark.parametrize(
    ("case", "key", "value"),
    [
        ("tight", "verdict", "violation"),
        ("violation", "epsilon_lower", 0.2),
        ("small delta", "bound", {"log_wealth": 1.0}),
        ("tight", "schema", "workbench-likelihood-ratio/0"),
        ("tight", "witness", {}),
    ],
)
def test_a_changed_document_is_refused(case, key, value):
    document = json.loads(CASES[case]().to_json())
    same = isinstance(value, dict) and value
    document[key] = document[key] | value if same else value
    with pytest.raises(EvidenceError):
        audit.recheck(json.dumps(document))


def test_a_false_sensitivity_contradicts_the_model():
    found = CASES["false sensitivity"]()
    assert found.verdict == "model mismatch"
    assert "claimed at step 0" in found._repr_html_()


@pytest.mark.parametrize("delta", [-0.1, 1.0, float("nan")])
def test_delta_outside_of_its_range_is_refused(delta):
    with pytest.raises(ParameterError, match="delta"):
        audit.likelihood_ratio(laplace, PAIR, epsilon=1.0, delta=delta)


def test_the_certified_level_is_the_true_one():
    assert CASES["tight"]().epsilon_lower == pytest.approx(
        Laplace(1.0).epsilon_at(0.0, sensitivity=0.5)
    )
