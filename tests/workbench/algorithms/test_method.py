"""The protocol of methods: what a method of one's own has to say, and what it is then given."""

import inspect
import textwrap
from dataclasses import dataclass

import numpy as np
import pytest

import workbench.algorithms as room
from workbench.algorithms import GradientDescent, Method, RunResult, Stepwise, method
from workbench.errors import ParameterError
from workbench.harness import Case
from workbench.privacy import Curator, NoiselessCurator, TrustedCurator
from workbench.privacy.arrays import Array
from workbench.problems import Problem, reference_quadratic

PROBLEM, DATA = reference_quadratic()
SCALE = 0.2
SENSITIVITY = PROBLEM.l1_sensitivity / 100


def documented() -> type[Method]:
    """The class that the module shows to whoever writes a method."""
    text = inspect.getdoc(method) or ""
    lines = text.splitlines()
    shown = [line for line in lines if line.startswith("    ") or not line]
    scope = dict(globals())
    exec(textwrap.dedent("\n".join(shown)), scope)
    return scope["OneRelease"]


def test_the_documented_method_runs_and_knows_its_cost():
    one = documented()(b=SCALE)
    exact = one.run(PROBLEM, NoiselessCurator(DATA), trials=3)
    descent = GradientDescent(alpha=1.0, b=SCALE, m=100)
    same = descent.run(PROBLEM, NoiselessCurator(DATA), steps=1, trials=3)
    np.testing.assert_allclose(exact, same.x, atol=1e-15)
    noisy = one.run(PROBLEM, TrustedCurator(DATA, np.random.default_rng(0)), trials=3)
    assert len(np.unique(noisy)) == noisy.size
    assert one.cost(PROBLEM, n=100).epsilon == pytest.approx(SENSITIVITY / SCALE, rel=1e-15)


def test_the_documented_method_can_be_examined():
    one = documented()(b=SCALE)
    case = Case(one, PROBLEM, n=100, pair=PROBLEM.extremal_pair(100))
    assert case.reading().epsilon == pytest.approx(SENSITIVITY / SCALE, rel=1e-15)
    assert case.run(NoiselessCurator(DATA), 2).shape == (2, 2)


@dataclass(frozen=True, slots=True)
class Walk(Stepwise[RunResult]):
    """One unit to the right in every step, without asking anybody."""

    def init(self, problem: Problem, x: Array) -> RunResult:
        return RunResult(0 * x[:, :1], None)

    def step(self, state: RunResult, problem: Problem, curator: Curator) -> RunResult:
        return RunResult(state.x + 1, None)


def test_a_stepwise_method_is_given_its_loop():
    seen = Walk().run(PROBLEM, NoiselessCurator(DATA), steps=5, trials=2, observe=first,
                      moments=(5, 0, 3))  # fmt: skip
    assert seen.x.tolist() == [[5.0], [5.0]]
    assert seen.trace.tolist() == [[0.0, 0.0], [3.0, 3.0], [5.0, 5.0]]
    assert Walk().cost(PROBLEM, n=4, steps=5).epsilon == 0.0


def first(x: Array) -> Array:
    return x[:, 0]


def test_a_method_that_does_not_say_how_it_runs_is_refused():
    class Silent(Method[Problem, Array]):
        """Says nothing."""

    with pytest.raises(TypeError, match="run"):
        Silent()


def test_every_method_of_the_engine_is_one():
    """No class of the room has a protocol of its own: what runs, or has a cost, is a `Method`."""
    classes = [one for one in vars(room).values() if inspect.isclass(one)]
    runs = {one for one in classes if hasattr(one, "run") or hasattr(one, "cost")}
    assert len(runs) > 20
    assert {one for one in runs if not issubclass(one, Method)} == set()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"steps": -1}, "steps = -1 is negative"),
        ({"steps": 2, "trials": 0}, "trials = 0 is below 1"),
        ({"steps": 2, "moments": [3]}, "leaves 0..steps = 2"),
    ],
)
def test_a_run_refuses(options, message):
    with pytest.raises(ParameterError, match=message):
        Walk().run(PROBLEM, NoiselessCurator(DATA), **options)


def test_a_case_without_a_method_says_so():
    with pytest.raises(ParameterError, match="method = None is not given"):
        Case(problem=PROBLEM).run(NoiselessCurator(DATA), 1)
