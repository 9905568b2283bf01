"""Every method on other libraries of arrays: the same draws, the same answers up to rounding.

array-api-strict has what the array API standard has and nothing more, so a method that runs on it
runs on any library that follows the standard; torch, where it is installed, is one of them.
"""

import importlib.util

import numpy as np
import pytest

from tests.power import methods, norm_methods, sparse_methods, training_methods, vertex_methods
from workbench.privacy import PairedCurator, TrustedCurator
from workbench.privacy.arrays import to_numpy

strict = pytest.importorskip("array_api_strict")
LIBRARIES = ["array_api_strict"] + ["torch"] * bool(importlib.util.find_spec("torch"))
CASES = {
    name: case
    for module in (methods, vertex_methods, norm_methods, sparse_methods, training_methods)
    for name, case in module.CASES.items()
}
TRIALS = 7


@pytest.fixture(params=LIBRARIES)
def library(request, monkeypatch):
    """A library whose arrays do not become numpy's but where the workbench asks for it."""
    module = importlib.import_module(request.param)
    if request.param == "array_api_strict":
        kind, convert = type(module.asarray(0.0)), type(module.asarray(0.0)).__array__

        def asked(array, *args, **options):
            import sys

            frame = sys._getframe(1)
            assert frame.f_code.co_name == "to_numpy", f"silently numpy in {frame.f_code}"
            return convert(array, *args, **options)

        monkeypatch.setattr(kind, "__array__", asked)
    return module


def parts(answer):
    """All arrays of an answer, whatever holds them."""
    if hasattr(answer, "__array_namespace__") or hasattr(answer, "detach"):
        return [answer]
    if isinstance(answer, np.ndarray):
        return [answer]
    names = getattr(answer, "_fields", None) or getattr(type(answer), "__slots__", ())
    return [part for name in names for part in parts(getattr(answer, name))]


def same(ours, theirs):
    assert len(ours) == len(theirs) > 0
    for one, two in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(to_numpy(two), one, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("name", CASES)
def test_a_trusted_run_is_the_same(name, library):
    case = CASES[name]
    data = case.pair[0]
    ours = case.run(TrustedCurator(data, np.random.default_rng(3)), TRIALS)
    theirs = case.run(TrustedCurator(data.to(library), np.random.default_rng(3)), TRIALS)
    assert not isinstance(parts(theirs)[0], np.ndarray), "the answer is in the library of the data"
    same(parts(ours), parts(theirs))


@pytest.mark.parametrize("name", CASES)
def test_a_paired_run_has_the_same_likelihoods(name, library):
    case = CASES[name]
    first, second = case.pair
    ours = PairedCurator(first, second, np.random.default_rng(3))
    theirs = PairedCurator(first.to(library), second.to(library), np.random.default_rng(3))
    answers = [parts(case.run(curator, TRIALS)) for curator in (ours, theirs)]
    assert not isinstance(answers[1][0], np.ndarray)
    same(*answers)
    np.testing.assert_allclose(theirs.log_ratio, ours.log_ratio, rtol=1e-9, atol=1e-11)
