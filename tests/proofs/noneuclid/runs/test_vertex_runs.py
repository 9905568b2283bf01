"""What the decay of a record saves in Poly-SFW, read by the accountant."""

import numpy as np
import pytest

from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe
from workbench.privacy import AdvancedAccountant
from workbench.problems.sign_instances import sign_regression


@pytest.mark.parametrize("n", [400, 4000])
def test_the_decay_saves_what_the_claim_says(n):
    """(n / 2) / S = eta n (1 - eta / 2), with S a sum of finitely many squares."""
    problem = sign_regression(d=50).problem
    flat, method = (
        PolyhedralFrankWolfe.calibrated(problem, n=n, epsilon=1.0, delta=1e-5, decay=decay)
        for decay in (False, True)
    )
    eta = method.eta
    gain = eta * n * (1 - eta / 2) / (1 - (1 - eta) ** (n - 2))
    assert (method.loss / flat.loss) ** 2 == pytest.approx(gain, rel=1e-9)
    if n == 400:
        spent = [
            method.cost(problem, n=n, arrival=arrival).epsilon_at(1e-5, using=AdvancedAccountant)
            for arrival in (0, 1, 100)
        ]
        assert max(spent) <= 1.0
        assert spent[1] > 0.999
        assert np.argmax(spent) == 1
