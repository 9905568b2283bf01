"""Mechanisms as libraries hand them out: one output a call, objects, stored outputs, processes."""

import math
import os
import signal
import threading

import numpy as np
import pytest

from tests.workbench.audit.strangers import laplace
from workbench import audit
from workbench.audit import MechanismError, from_samples, per_call
from workbench.audit.exits import exits_raise
from workbench.audit.wrapping import as_sampler
from workbench.errors import DataError, ParameterError


def leaky_mean(rows, rng):
    """A noisy mean that fails on nothing."""
    return sum(rows) / len(rows) + rng.laplace()


def own_noise(rows):
    return len(rows) + np.random.default_rng().laplace(scale=0.25)


def seeded(rows, seed):
    return len(rows) + np.random.default_rng(seed).laplace(scale=0.25)


class Invoked:
    """As OpenDP's measurements are."""

    def invoke(self, rows):
        return own_noise(rows)

    def __call__(self, rows):
        raise AssertionError("invoke is the documented door")


class Randomiser:
    """As diffprivlib's mechanisms are."""

    def randomise(self, value):
        return own_noise(value)


class Algorithm:
    """As PyDP's algorithms are."""

    def quick_result(self, values):
        return own_noise(values)


class CountingCalls:
    """How often a mechanism was really called."""

    def __init__(self):
        self.calls = 0

    def one(self, rows, rng):
        self.calls += 1
        return len(rows) + rng.laplace()

    def many(self, rows, size, rng):
        self.calls += size
        return len(rows) + rng.laplace(size=size)


def test_an_exception_is_an_outcome():
    found = audit.black_box(per_call(leaky_mean), [], [1.0], epsilon=1.0, samples=400)
    assert found.verdict == "violation"
    assert 0 < found.unusual.exceptions < 400
    assert "are exceptions" in str(found)


def test_a_mechanism_that_always_fails_is_called_wrongly():
    def broken(rows):
        raise KeyError("column 'age'")

    with pytest.raises(MechanismError, match=r"KeyError\(\"column 'age'\"\) in every draw"):
        audit.black_box(broken, [1], [], epsilon=1.0, samples=100)


@pytest.mark.parametrize(
    "mechanism",
    [own_noise, seeded, Invoked(), Randomiser(), Algorithm()],
    ids=["function", "seed", "invoke", "randomise", "quick_result"],
)
def test_one_output_a_call_needs_no_wrapper(mechanism):
    found = audit.black_box(mechanism, [1], [], epsilon=1.0, samples=3000)
    assert found.verdict == "violation"
    assert found.repeatable == (mechanism is seeded)
    assert audit.audit(mechanism, [([1], [])], epsilon=1.0, samples=3000).verdict == "violation"


def test_a_key_is_made_by_the_jax_that_the_mechanism_uses(monkeypatch):
    """Without jax at hand the way out is named; with it, keys are fresh for every call."""
    import sys
    import types

    def release(key, rows):
        return len(rows) + key.laplace(scale=0.25)

    monkeypatch.delitem(sys.modules, "jax", raising=False)
    with pytest.raises(ParameterError, match="jax is not imported"):
        audit.black_box(release, [1], [], epsilon=1.0, samples=200)
    random = types.SimpleNamespace(PRNGKey=np.random.default_rng)
    monkeypatch.setitem(sys.modules, "jax", types.SimpleNamespace(random=random))
    found = audit.black_box(release, [1], [], epsilon=1.0, samples=3000)
    assert found.verdict == "violation"
    assert found.repeatable


@pytest.mark.parametrize("samples", [60, 999, 5000])
@pytest.mark.parametrize("sequential", [False, True])
def test_every_call_is_counted(samples, sequential):
    counter = CountingCalls()
    setting = {"epsilon": 1.0, "samples": samples, "sequential": sequential, "confidence": 0.9}
    for sample in (counter.many, per_call(counter.one)):
        counter.calls = 0
        found = audit.black_box(sample, [1], [], **setting)
        assert found.used == counter.calls <= samples
        if not sequential:
            assert found.used == samples


def test_processes_change_nothing():
    one, two = (
        audit.black_box(per_call(seeded, processes=n), [1], [], epsilon=1.0, samples=300)
        for n in (1, 2)
    )
    assert (one.counts, one.witness) == (two.counts, two.witness)


def test_what_cannot_be_called_is_refused():
    with pytest.raises(ParameterError, match="cannot be called with a dataset"):
        per_call(lambda a, b, c, d: 0)
    with pytest.raises(ParameterError, match="neither callable"):
        per_call(3)
    with pytest.raises(ParameterError, match="processes"):
        per_call(own_noise, processes=0)


def test_samplers_stay_as_they_are():
    stored = from_samples([1], [2])
    for sampler in (laplace, stored, per_call(own_noise), max):
        assert as_sampler(sampler) is sampler


def draws_of(x, size):
    return x + np.random.default_rng(int(x)).laplace(size=size)


def test_stored_outputs_are_judged_like_fresh_ones():
    stored = from_samples(draws_of(0.0, 30_000), draws_of(1.0, 30_000))
    assert 50_000 < stored.samples < 60_000
    found = audit.black_box(stored, *stored.pair, epsilon=0.8, samples=stored.samples)
    assert found.verdict == "violation"
    assert 0.8 < found.epsilon_lower <= 1.0
    assert found.used == stored.samples
    coins = np.random.default_rng(0).random(600) < 0.5
    words = from_samples(["a" if c else "b" for c in coins], ["b"] * 600)
    found = audit.black_box(words, *words.pair, epsilon=1.0, samples=words.samples)
    assert found.verdict == "violation"


def test_the_line_that_repeats_an_audit_of_stored_outputs_can_be_pasted():
    dataset, neighbour = draws_of(0.0, 3_000), draws_of(3.0, 3_000)
    stored = from_samples(dataset, neighbour)
    found = audit.black_box(stored, *stored.pair, epsilon=1.0, samples=stored.samples)
    names = {"audit": audit, "dataset": dataset, "neighbour": neighbour}
    again = eval(found.reproduce, names)
    assert (again.verdict, again.counts) == (found.verdict, found.counts)
    stored = from_samples(dataset, neighbour)
    whole = audit.audit(stored, [stored.pair], epsilon=1.0, samples=stored.samples)
    again = eval(whole.reproduce, names)
    assert (again.verdict, again.observed) == (whole.verdict, whole.observed)


def test_claims_of_other_notions_are_judged_on_stored_outputs_as_the_hint_says():
    rng = np.random.default_rng(4)
    stored = from_samples(rng.normal(0, 1, 20_000), rng.normal(1, 1, 20_000))
    claim = audit.GaussianPrivacy(0.8)
    found = audit.audit_notion(stored, *stored.pair, claim, samples=stored.samples)
    assert found.verdict == "violation"


def test_stored_outputs_are_used_once():
    stored = from_samples(draws_of(0.0, 100), draws_of(1.0, 100))
    audit.black_box(stored, *stored.pair, epsilon=0.1, samples=stored.samples, confidence=0.9)
    with pytest.raises(MechanismError, match=r"used up\.\n.*freshly stored"):
        audit.black_box(stored, *stored.pair, epsilon=0.1, samples=150, confidence=0.9)


def test_stored_outputs_seldom_run_out_of_one_side():
    """The stated bound against the exact tail of the fair coin."""
    from scipy.stats import binom

    for each in (50, 1000, 10**5):
        samples = from_samples(range(each), range(each)).samples
        assert 2 * binom.sf(each - 1, samples, 0.5) < 2e-9
        assert samples > 2 * each - 11 * math.sqrt(each) - 60


def test_relations_are_declared_held_to_and_shown():
    def run(dataset, neighbour, relation):
        return audit.black_box(
            lambda rows, size, rng: len(rows) + rng.laplace(size=size),
            dataset,
            neighbour,
            epsilon=1.0,
            samples=500,
            neighbouring=relation,
        )

    assert "is not declared" in str(run([1], [], None))
    assert "one record added or removed" in str(run([1], [], None))
    found = run([1], [], "add-or-remove-one")
    assert "Neighbours by add-or-remove-one (declared, and true" in str(found)
    assert "neighbouring='add-or-remove-one'" in found.reproduce
    assert "(declared, not checked)" in str(run([1], [], "all records of one user"))
    run([1, 2], [1, 0], "zero-out")
    for pair, relation in (
        (([1], []), "replace-one"),
        (([1, 2], [1, 3]), "add-or-remove-one"),
        (([1, 2], [1, 3]), "zero-out"),
        (([1, 2], [3, 4]), "replace-one"),
    ):
        with pytest.raises(DataError, match="no neighbours by"):
            run(*pair, relation)
    with pytest.raises(ParameterError, match="neighbouring = 'replace-on'"):
        run([1], [2], "replace-on")
    with pytest.raises(DataError, match="no neighbours by"):
        audit.audit(own_noise, [([1], [])], epsilon=1.0, neighbouring="replace-one")
    said = audit.audit(own_noise, [([1], [])], epsilon=1.0, samples=500)
    assert "one record added or removed" in str(said)
    assert "one record added or removed" in said._repr_html_()


class Randomiser:
    def randomise(self, value):
        return value


def test_what_cannot_be_wrapped_says_why():
    with pytest.raises(ParameterError, match="is a class"):
        per_call(Randomiser)
    for processes in (0, "2", 1.5):
        with pytest.raises(ParameterError, match="no whole number"):
            per_call(Randomiser(), processes=processes)
    for outputs in ("abc", b"abc", {"a": 1}, iter([1])):
        with pytest.raises(ParameterError, match="no list or array"):
            from_samples(outputs, [1])
    stored = from_samples(list(range(500)), list(range(500)))
    with pytest.raises(MechanismError, match=r"know their own two sides only(.|\n)*audit_notion\("):
        audit.audit(stored, [(np.zeros(1), np.ones(1))], epsilon=1.0, samples=300)


def test_a_pool_that_fails_is_no_outcome_of_the_mechanism():
    held = threading.Lock()

    def locked(rows, rng):
        with held:
            return float(rng.normal())

    with pytest.raises(MechanismError, match=r"cannot run in 2 processes: \w+Error"):
        per_call(locked, processes=2)([1], 200, np.random.default_rng(0))


def crashes(x, rng):
    if os.environ.get("PYTHON_OF_THE_AUDIT") != str(os.getpid()):
        os.kill(os.getpid(), signal.SIGKILL)
    return x


@pytest.mark.parametrize("end", [lambda: os._exit(3), lambda: os.abort()])
def test_the_end_of_the_process_is_an_outcome(end):
    def mechanism(x, rng):
        return end() if x == 1 and rng.random() < 0.5 else x + rng.laplace()

    found = audit.black_box(audit.per_call(mechanism), 0, 1, epsilon=1.0, samples=500)
    assert found.verdict == "violation"
    assert "exceptions" in str(found)
    assert "SystemExit" in str(found)


def ended():
    """How a forked process ends that calls os._exit(7)."""
    child = os.fork()
    if child == 0:
        os._exit(7)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_other_processes_end_as_ever():
    """Those that a mechanism forks must not go on with the audit, and nothing stays behind."""
    with exits_raise():
        assert ended() == 7
    assert ended() == 7


@pytest.mark.thorough
def test_a_crash_in_another_process_is_said(monkeypatch):
    monkeypatch.setenv("PYTHON_OF_THE_AUDIT", str(os.getpid()))
    sampler = audit.per_call(crashes, processes=2)
    with pytest.raises(MechanismError, match="a process ended while it ran"):
        audit.black_box(sampler, 0, 1, epsilon=1.0, samples=500)


def test_what_cannot_be_pasted_is_not_spelled():
    """A call on the class, or on the bare name of a method, would be another one."""
    release = Randomiser()
    for mechanism in (release, audit.per_call(release), release.randomise):
        found = audit.black_box(mechanism, 0.0, 1.0, epsilon=1.0, samples=400)
        assert found.reproduce.startswith("audit.black_box(sample, 0.0, 1.0, ")
        assert found.mechanism.startswith("Randomiser")
