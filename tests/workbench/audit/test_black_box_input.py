"""Bad input to a black-box audit: each a clear error, never a wrong number."""

import math
import re

import numpy as np
import pytest

from tests.workbench.audit.strangers import laplace
from workbench import audit
from workbench.audit import MechanismError
from workbench.errors import DataError, ParameterError
from workbench.privacy import Dataset


def run(sample=laplace, dataset=0.0, neighbour=1.0, *, epsilon=1.0, samples=1000, **more):
    return audit.black_box(sample, dataset, neighbour, epsilon=epsilon, samples=samples, **more)


@pytest.mark.parametrize(
    "arguments",
    [
        {"epsilon": -0.1},
        {"epsilon": math.inf},
        {"epsilon": math.nan},
        {"delta": 1.0},
        {"delta": -1e-9},
        {"delta": math.nan},
        {"confidence": 0.0},
        {"confidence": 1.0},
        {"samples": 49},
        {"samples": -1},
        {"seed": -1},
        {"sample": "laplace"},
    ],
)
def test_nonsense_is_refused(arguments):
    with pytest.raises(ParameterError, match=next(iter(arguments))):
        run(**arguments)


def test_too_few_samples_name_how_many_are_needed():
    with pytest.raises(ParameterError, match=r"samples = 10 .*(\n.*)needs at least 67 samples"):
        run(samples=10, epsilon=2.0, confidence=0.99)


def test_fractions_of_a_sample_and_of_a_seed_are_type_errors():
    with pytest.raises(TypeError):
        run(samples=1e5)
    with pytest.raises(TypeError):
        run(seed=0.5)


@pytest.mark.parametrize(
    ("dataset", "neighbour"),
    [
        (1, 1),
        (np.array([1.0, math.nan]), np.array([1.0, math.nan])),
        ([1, 2], [1, 2]),
        ("abc", "abc"),
        (np.array(["a"], dtype=object), np.array(["a"], dtype=object)),
    ],
)
def test_identical_datasets(dataset, neighbour):
    with pytest.raises(DataError, match="identical"):
        run(dataset=dataset, neighbour=neighbour)
    with pytest.raises(DataError, match="identical"):
        run(dataset=dataset, neighbour=dataset)


def test_datasets_whose_comparison_raises_or_makes_no_sense_are_taken_as_they_are():
    class Odd:
        def __init__(self, x):
            self.x = x

        def __eq__(self, other):
            raise RuntimeError("no")

        __hash__ = None

    def release(odd, size, rng):
        return odd.x + rng.laplace(size=size)

    assert run(release, Odd(0), Odd(1)).verdict == "no violation found"


def test_workbench_datasets_must_be_neighbours():
    first = Dataset(np.zeros((3, 1)))
    second = first.replace(0, [1.0]).replace(1, [1.0])
    with pytest.raises(DataError, match="differ in 2 records"):
        run(lambda d, size, rng: d.records.sum() + rng.laplace(size=size), first, second)


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        (lambda x, size, rng: rng.laplace(size=size - 1), r"5 outputs: 6 were asked"),
        (lambda x, size, rng: rng.laplace(size=(2, size)), r"shape \(2, 6\).*leading axis"),
        (lambda x, size, rng: np.float64(rng.laplace()), r"shape \(\).*per_call"),
        (lambda x, size, rng: np.array(1.0), r"shape \(\)"),
        (lambda x, size, rng: [0.5] * (size + 1), "a list with 7 outputs"),
        (lambda x, size, rng: None, "returned NoneType.*per_call"),
        (lambda x, size, rng: iter([0.0] * size), "list_iterator"),
        (lambda x, size, rng: [object()] * size, "trial 0 .*class object.*equals only itself"),
        (lambda x, size, rng: [(1, lambda: 0)] * size, "trial 0 .*class function"),
    ],
)
def test_unusable_outputs(sample, message):
    with pytest.raises(MechanismError, match=re.compile(message, re.DOTALL)):
        run(sample)


@pytest.mark.parametrize("k", [0, 1, 37, 611, 3000])
def test_a_mechanism_that_raises_at_trial_k(k):
    """The trial is named, and the call that repeats it."""

    def one(x, i, rng):
        if i == k:
            raise ZeroDivisionError("division by zero")
        return x + rng.laplace()

    def sample(x, size, rng):
        return [one(x, i, rng) for i in range(size)]

    with pytest.raises(MechanismError) as caught:
        run(sample, samples=20_000)
    text = str(caught.value)
    assert "ZeroDivisionError: division by zero" in text
    assert f"at trial {k} " in text
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    path = eval(re.search(r"spawn_key=(\(.*?\))", text)[1])
    size = int(re.search(r"sample\(\w+, (\d+),", text)[1])
    rng = np.random.default_rng(np.random.SeedSequence(0, spawn_key=path))
    with pytest.raises(ZeroDivisionError):
        sample(0.0, size, rng)


def test_a_mechanism_that_raises_once_in_a_while():
    """A failure that cannot be pinned down by a smaller call is still placed."""
    calls = []

    def sample(x, size, rng):
        calls.append(size)
        if len(calls) == 5:
            raise RuntimeError("out of luck")
        return x + rng.laplace(size=size)

    with pytest.raises(MechanismError, match=r"raised RuntimeError: out of luck"):
        run(sample)


def test_keyboard_interrupts_pass():
    def sample(x, size, rng):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(sample)


def test_fixed_seed_inside_the_mechanism():
    def sample(x, size, rng):
        return x + np.random.default_rng(42).laplace(size=size)

    with pytest.raises(MechanismError, match="ignores its generator"):
        run(sample)


def test_one_draw_copied():
    def sample(x, size, rng):
        return np.full(size, x + rng.laplace())

    with pytest.raises(MechanismError, match="one draw copied"):
        run(sample)


@pytest.mark.parametrize("p", [0.0, 0.01, 0.5])
def test_few_outcomes_are_not_mistaken_for_dependence(p):
    """Independent draws that agree by chance are no reason to complain."""
    for seed in range(40):
        run(lambda x, size, rng: rng.random(size) < p, samples=50, seed=seed)
