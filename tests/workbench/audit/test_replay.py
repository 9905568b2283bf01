"""Record and replay: each fault falls in two runs, with the line that has it; right code passes."""

import inspect

import numpy as np
import pytest

from tests.workbench.audit import foreign
from workbench.audit import Primitive, replay
from workbench.errors import DataError, ParameterError

HERE = foreign.__name__
LAPLACE = Primitive(f"{HERE}.add_laplace", "value", "scale", "laplace", "sensitivity")
GAUSSIAN = Primitive(f"{HERE}.add_gaussian", "value", "sigma", "gaussian")
DATA, NEIGHBOUR = np.array([0.2, 0.4, 9.0]), np.array([0.2, 0.4, 0.5])


def replayed(mechanism, **claim):
    return replay(mechanism, DATA, NEIGHBOUR, primitives=[LAPLACE, GAUSSIAN], **claim)


def test_right_code_has_no_leak_and_its_loss_is_read():
    found = replayed(foreign.clipped_sum, epsilon=0.5)
    assert found.leaks == ()
    assert found.epsilon == pytest.approx(0.25)
    assert str(found) == "no leak in 1 calls of a primitive"


@pytest.mark.parametrize(
    ("mechanism", "kind", "told"),
    [
        (foreign.unclipped_sum, "sensitivity", "moves by 8.5, and 1.0 is declared"),
        (foreign.scale_of_the_data, "scale", "10.0 on the dataset, 1.5"),
        (foreign.early_stop, "control flow", "nothing more"),
        (foreign.other_branch, "control flow", "add_laplace"),
        (foreign.exact_beside, "output", "results differ"),
        (foreign.length_of_the_data, "sensitivity", "inf"),
    ],
)
def test_each_fault_is_found_in_two_runs_with_its_line(mechanism, kind, told):
    found = replayed(mechanism)
    assert [leak.kind for leak in found.leaks] == [kind]
    (leak,) = found.leaks
    assert told in leak.message
    path, _, number = leak.line.rpartition(":")
    lines, first = inspect.getsourcelines(mechanism)
    assert path == inspect.getsourcefile(mechanism)
    assert first <= int(number) < first + len(lines)
    assert leak.message in str(found)


def test_the_budget_of_all_calls_is_compared_with_the_claim():
    assert replayed(foreign.asked_twice, epsilon=0.5).leaks == ()
    (leak,) = replayed(foreign.asked_twice, epsilon=0.4).leaks
    assert leak.kind == "budget"
    found = replayed(foreign.noisy_steps)
    move = 0.5 / 3  # the mean of three, the last one clipped to 1 and 1/2
    assert found.rho == pytest.approx(4 * 2 * move**2 / 2)
    assert replayed(foreign.noisy_steps, rho=0.9 * found.rho).leaks[0].kind == "budget"


def test_originals_come_back_and_errors_pass_through():
    before = foreign.add_laplace

    def fails(data):
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        replayed(fails)
    assert foreign.add_laplace is before
    replayed(foreign.other_branch)
    assert foreign.add_laplace is before


@pytest.mark.parametrize(
    ("primitive", "told"),
    [
        (Primitive("no.such.module", "value", "scale", "laplace"), "not found"),
        (Primitive(f"{HERE}.add_laplace", "amount", "scale", "laplace"), "no argument amount"),
    ],
)
def test_primitives_that_do_not_exist_are_refused(primitive, told):
    with pytest.raises(ParameterError, match=told):
        replay(foreign.clipped_sum, DATA, NEIGHBOUR, primitives=[primitive])


def test_code_without_noise_is_refused():
    with pytest.raises(ParameterError, match="calls no primitive"):
        replayed(lambda data: data.sum())


def test_an_answer_changed_in_place_and_data_used_up_stay_what_they_were():
    def in_place(data):
        answer = foreign.add_laplace(np.clip(data, 0, 1), scale=2.0, sensitivity=1.0)
        answer += 1.0
        data[:] = 0.0
        return answer

    found = replayed(in_place, epsilon=0.5)
    assert found.leaks == ()
    assert found.epsilon == pytest.approx(0.25)


def test_noise_that_is_not_declared_is_refused():
    def beside(data):
        return (
            foreign.add_laplace(0.0, scale=2.0, sensitivity=1.0) + np.random.default_rng().normal()
        )

    with pytest.raises(ParameterError, match="no function of its data and its primitives"):
        replayed(beside)


def test_nan_is_far_from_every_number():
    def release(data):
        return foreign.add_laplace(np.sum(data), scale=2.0, sensitivity=1.0)

    found = replay(release, np.array([np.nan]), np.array([1.0]), primitives=[LAPLACE], epsilon=1.0)
    assert {leak.kind for leak in found.leaks} == {"sensitivity", "budget"}
    same = replay(release, np.array([np.nan, 1]), np.array([np.nan, 2]), primitives=[LAPLACE])
    assert same.leaks == ()


def test_a_sensitivity_that_the_data_declare_is_a_leak():
    def release(data):
        most = float(np.max(data))
        return foreign.add_laplace(np.sum(data), scale=9.0, sensitivity=most)

    kinds = [leak.kind for leak in replayed(release).leaks]
    assert "sensitivity" in kinds


def test_entries_with_noise_of_their_own_lose_what_they_lose():
    def release(data):
        return foreign.add_laplace(data, scale=np.array([1.0, 1.0, 17.0]), sensitivity=9.0)

    assert replayed(release).epsilon == pytest.approx(0.5)


def test_what_outlives_a_call_is_named():
    calls = []

    def counts(data):
        calls.append(0)
        return foreign.clipped_sum(data)

    assert "change calls" in str(replayed(counts, epsilon=0.5))
    assert replayed(foreign.clipped_sum, epsilon=0.5).caution == ""


def test_a_law_that_is_not_known_is_refused():
    with pytest.raises(ParameterError, match="neither 'laplace' nor 'gaussian'"):
        Primitive("foreign.add_laplace", "value", "scale", "cauchy")
    with pytest.raises(DataError, match="identical"):
        replay(sum, [1.0], [1.0], primitives=[LAPLACE])
