"""Every kind of release under every curator: one source, five readings."""

import numpy as np
import pytest

from tests.workbench.privacy.methods import METHODS, N
from workbench.audit import Observed, check_residuals, constant_dataset
from workbench.privacy import (
    AccountingCurator,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
)

pytestmark = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)


class Record:
    """Passes calls on and keeps what is released."""

    def __init__(self, curator):
        self.curator, self.releases = curator, []

    def __getattr__(self, name):
        value = getattr(self.curator, name)
        if name in {"n", "secret"}:
            return value

        def call(*args, **kwargs):
            self.releases.append(np.asarray(value(*args, **kwargs)))
            return self.releases[-1]

        return call


def releases(method, curator, trials=5):
    record = Record(curator)
    method.run(record, trials)
    return record.releases


def trusted(method, seed=0):
    return TrustedCurator(method.pair[0], np.random.default_rng(seed))


def test_shapes_agree_under_every_curator(method):
    first, second = method.pair
    rng = np.random.default_rng(0)
    curators = [
        trusted(method),
        NoiselessCurator(first),
        PairedCurator(first, second, rng),
        AccountingCurator(n=N),
        Mutant(trusted(method), "half-scale"),
        Observed(TrustedCurator(constant_dataset(first), rng), constant_dataset(first)),
    ]
    shapes = [[r.shape for r in releases(method, curator)] for curator in curators]
    assert all(one == shapes[0] for one in shapes)
    assert all(shape[0] == 5 for shape in shapes[0])


def test_runs_are_reproducible_and_trials_are_independent(method):
    one, two = (releases(method, trusted(method)) for _ in range(2))
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, b)
    last = releases(method, trusted(method), trials=400)[-1].reshape(400, -1)[:, 0].astype(float)
    assert abs(np.corrcoef(last[:200], last[200:])[0, 1]) < 6 / np.sqrt(200)
    assert len(np.unique(last)) > 1


def test_noise_free_runs_ignore_chance(method):
    first = method.pair[0]
    one = releases(method, NoiselessCurator(first))
    two = releases(method, NoiselessCurator(first, rng=np.random.default_rng(0)))
    for a, b in zip(one, two, strict=True):
        if method not in {METHODS["hidden-gaussian"], METHODS["hidden-halves"]}:
            np.testing.assert_array_equal(a, b)
        assert (a == a[0]).all()


def test_residuals_are_what_they_should_be(method):
    """Honest samplers pass the battery at 1e-4; the same seed twice is noticed."""
    constant = constant_dataset(method.pair[0])

    def residuals(seed):
        rng = np.random.default_rng(seed)
        observed = Observed(TrustedCurator(constant, rng), constant, rng=rng.spawn(1)[0])
        method.run(observed, 400)
        return observed.residuals

    assert check_residuals(residuals(1), residuals(2), alpha=1e-4).holds
    same = check_residuals(residuals(1), residuals(1), alpha=1e-4).rejected
    assert [row.name for row in same] == ["draws repeated in a second call"]


def test_a_mutant_is_read_through(method):
    paired = PairedCurator(*method.pair, np.random.default_rng(0), check_sensitivity=False)
    mutant = Mutant(paired, "std-as-scale")
    method.run(mutant, 7)
    assert mutant.log_ratio.shape == (7,)
    assert (mutant.rounding < 1e-6).all()
    inner = AccountingCurator(n=N)
    method.run(Mutant(inner, "half-scale"), 1)
    honest = AccountingCurator(n=N)
    method.run(honest, 1)
    if method.pure:
        assert inner.epsilon == pytest.approx(2 * honest.epsilon, rel=1e-12)
