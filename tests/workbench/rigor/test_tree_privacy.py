"""Noise scales of released trees, against the exact curve of the Gaussian mechanism."""

from math import exp, log, sqrt

import pytest
from scipy.stats import norm

from workbench.rigor.provers import fresh_nodes, private_nodes, private_stores
from workbench.rigor.provers import tree_privacy as trees
from workbench.rigor.provers.privacy import shown_private


def delta_of(tau: float, epsilon: float) -> float:
    """Of one Gaussian release of sensitivity 1 and scale tau."""
    near, far = epsilon * tau - 1 / (2 * tau), epsilon * tau + 1 / (2 * tau)
    return float(norm.sf(near) - exp(epsilon) * norm.sf(far))


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
@pytest.mark.parametrize("delta", [1e-3, 1e-5, 1e-9])
def test_the_scales_are_enough_and_not_far_from_needed(epsilon: float, delta: float) -> None:
    level = log(1 / delta)
    exact = sqrt(1 / 2) / (sqrt(level + epsilon) - sqrt(level))
    by_sum, simple = sqrt(2 * (level + epsilon)) / epsilon, 2 * sqrt(level) / epsilon
    for tau in (exact, by_sum, simple):
        assert delta_of(tau, epsilon) <= delta
        assert delta_of(tau / 4, epsilon) > delta
    assert exact <= by_sum <= simple


def test_the_instances_that_refute_less_noise() -> None:
    level = log(1e5)
    taus = (sqrt(1 / 4) / (sqrt(level + 1) - sqrt(level)), sqrt(level + 1), sqrt(level))
    found = [delta_of(tau, 1.0) for tau in taus]
    assert found == pytest.approx([3.2e-5, 2.3e-5, 4.3e-5], rel=0.02)


@pytest.mark.thorough
def test_proofs_are_accepted_and_need_their_conditions() -> None:
    assert shown_private(trees.nodes_in_renyi()).decision == "holds"
    for form in ("exact", "sum", "simple"):
        where = trees.conditions(form)
        assert trees.nodes_are_private(form, where).decision == "holds"
        assert trees.nodes_are_private(form, where[1:]).decision == "refused"
        assert private_stores.converted_shown(form, private_stores.stored(form)).decision == "holds"
    assert private_nodes.nodes_shown().decision == "holds"
    assert fresh_nodes.nodes_shown().decision == "holds"
    assert trees.families_are_private().decision == "holds"
