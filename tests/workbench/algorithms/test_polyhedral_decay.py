"""Polyhedral Frank-Wolfe, record by record: what each may do, is charged, and saves."""

import numpy as np
import pytest

from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import AdvancedAccountant, PairedCurator
from workbench.problems.sign_instances import sign_regression, signed_means

REGRESSION = sign_regression(d=3).problem
N = 12


@pytest.mark.parametrize("eta", [0.05, 0.3])
@pytest.mark.parametrize("arrival", range(6))
def test_a_record_does_what_its_arrival_allows(eta, arrival):
    method = PolyhedralFrankWolfe(eta=eta, loss=1.0, T=6)
    row = 0 if arrival == 0 else 6 + arrival - 1
    rng = np.random.default_rng(arrival)
    for problem in (REGRESSION, signed_means(means=[0.5, 0.0]).problem):
        cost = method.cost(problem, n=N, arrival=arrival).epsilon
        assert cost <= (6 - arrival) * (1 + 1e-12)
        for _ in range(5):
            data, other = problem.sample(rng, N), problem.sample(rng, N)
            if (data.records[row] == other.records[row]).all():
                continue
            curator = PairedCurator(data, data.replace(row, other.records[row]), rng)
            method.run(problem, curator, trials=5, arrival=arrival)
            assert (np.abs(curator.log_ratio) <= cost + curator.rounding).all()


@pytest.mark.parametrize("eta", [0.02, 0.1, 0.5])
@pytest.mark.parametrize("power", [1, 2])
def test_no_arrival_is_worse_than_the_first_two(eta, power):
    method = PolyhedralFrankWolfe(eta=eta, loss=1.0, T=20)
    whole = [method.sensitivity(REGRESSION, t, n=40) for t in range(20)]
    sums = [
        sum((method.sensitivity(REGRESSION, t, n=40, arrival=a) / whole[t]) ** power
            for t in range(a, 20))
        for a in range(20)
    ]  # fmt: skip
    assert method.total(REGRESSION, n=40, power=power) == pytest.approx(max(sums))
    if eta >= 2 / 40:
        decay = (1 - eta) ** power
        assert max(sums) <= 1 / (1 - decay)


@pytest.mark.parametrize("n", [2, 3, 40, 301])
@pytest.mark.parametrize("delta", [0.0, 1e-5])
def test_every_arrival_stays_within_the_budget(n, delta):
    method = PolyhedralFrankWolfe.calibrated(REGRESSION, n=n, epsilon=2.0, delta=delta, decay=True)
    flat = PolyhedralFrankWolfe.calibrated(REGRESSION, n=n, epsilon=2.0, delta=delta)
    assert method.loss >= flat.loss
    spent = []
    for arrival in {0, 1, 2, method.T - 1} & set(range(method.T)):
        cost = method.cost(REGRESSION, n=n, arrival=arrival)
        spent.append(cost.epsilon_at(delta, using=AdvancedAccountant) if delta else cost.epsilon)
    assert max(spent) <= 2.0
    assert delta or max(spent) == pytest.approx(2.0)


def test_another_arrival_is_refused():
    problem = signed_means(means=[1.0]).problem
    data = problem.dataset(np.tile([1.0, 0.0], (N, 1)))
    method = PolyhedralFrankWolfe(eta=0.3, loss=1.0, T=6)
    pair = data, data.replace(8, [-1.0, 0.0])  # arrives at step 3
    method.run(problem, PairedCurator(*pair, np.random.default_rng(0)), arrival=3)
    with pytest.raises(PrivacyError, match="is claimed at step 3"):
        method.run(problem, PairedCurator(*pair, np.random.default_rng(0)), arrival=2)
    for arrival in (-1, 6):
        with pytest.raises(ParameterError, match=f"arrival = {arrival} is outside"):
            method.cost(problem, n=N, arrival=arrival)
