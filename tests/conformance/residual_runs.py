"""Residuals of the noise of a method: an honest sampler passes, a faulty one does not."""

import numpy as np

from workbench.audit import Observed, check_residuals
from workbench.privacy import Mutant, TrustedCurator


def assert_only_the_honest_sampler_passes(
    method, problem, constant, *, fault="skip-one-noise", trials=400
):
    """Two runs on a dataset whose records are equal; the same with a faulty sampler."""

    def residuals(seed, planted=None):
        rng = np.random.default_rng(seed)
        curator = TrustedCurator(constant, rng)
        inner = curator if planted is None else Mutant(curator, planted, declared=False)
        observed = Observed(inner, constant, rng=rng.spawn(1)[0])
        method.run(problem, observed, trials=trials)
        return observed.residuals

    assert check_residuals(residuals(1), residuals(2), alpha=1e-5).holds
    assert not check_residuals(residuals(1, fault), residuals(2, fault), alpha=1e-5).holds
