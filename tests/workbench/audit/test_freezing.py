"""Frozen draws: what differs besides the noise is found in two runs, with its line."""

import enum
import inspect
import itertools
import math
import random
import secrets
import threading
import time
from os import urandom
from random import gauss

import numpy as np
import pytest
import scipy.stats
from numpy.random import default_rng, laplace

from tests.workbench.audit import foreign
from workbench.audit import Primitive, replay, replay_draws
from workbench.errors import DataError, ParameterError

RNG = np.random.default_rng(3)
OLD = np.random.RandomState(4)


def right_sum(data):
    return np.clip(data, 0, 1).sum() + RNG.laplace(scale=2.0)


def every_source(data):
    noise = RNG.normal() + OLD.laplace() + np.random.normal() + np.random.default_rng(1).gumbel()  # noqa: NPY002
    noise += random.gauss(0, 1) + random.Random(2).random() + random.SystemRandom().random()
    noise += secrets.randbelow(10) + secrets.SystemRandom().uniform(0, 1)
    return np.clip(data, 0, 1).sum() + noise


def unclipped(data):
    return np.sum(data) + RNG.laplace(scale=2.0)


def scale_of_the_data(data):
    return np.clip(data, 0, 1).sum() + RNG.laplace(scale=1 + np.max(data))


def other_branch(data):
    if np.max(data) > 5:
        return random.gauss(0, 1)
    return RNG.normal()


def early_stop(data):
    noise = RNG.laplace()
    return noise if np.max(data) > 5 else noise + RNG.laplace()


def raises_on_large_data(data):
    noise = RNG.laplace()
    if np.max(data) > 5:
        raise ValueError("too large")
    return noise


def refuses_before_it_draws(data):
    if np.max(data) > 5:
        raise ValueError("too large")
    return RNG.laplace()


def key_of_the_data(data):
    return {"large" if np.max(data) > 5 else "small": RNG.laplace()}


def length_of_the_data(data):
    return list(data[data < 5] * 0 + RNG.laplace())


DATA, NEIGHBOUR = np.array([0.2, 0.4, 9.0]), np.array([0.2, 0.4, 0.5])


def replayed(mechanism, **claim):
    return replay_draws(mechanism, DATA, NEIGHBOUR, **claim)


def test_right_code_moves_by_its_sensitivity_and_has_no_leak():
    found = replayed(right_sum, sensitivity=1.0)
    assert found.leaks == ()
    assert found.move_l1 == pytest.approx(0.5)
    assert "moves by 0.5" in str(found)


def test_every_source_is_watched_and_put_back():
    before = [np.random.default_rng, np.random.Generator, np.random.RandomState, np.random.normal,
              random.gauss, random.Random.random, random.SystemRandom.random, secrets.randbelow,
              RNG, OLD]  # fmt: skip
    found = replayed(every_source)
    assert found.leaks == ()
    assert found.move_l1 == pytest.approx(0.5)  # every draw came back: nothing else moved
    assert len({draw.source for draw in found.draws}) == 11  # two of them are seeds
    after = [np.random.default_rng, np.random.Generator, np.random.RandomState, np.random.normal,
             random.gauss, random.Random.random, random.SystemRandom.random, secrets.randbelow,
             RNG, OLD]  # fmt: skip
    assert all(a == b for a, b in zip(before, after, strict=True))
    assert "random" not in vars(random.Random)


@pytest.mark.parametrize(
    ("mechanism", "kind", "told"),
    [
        (unclipped, "sensitivity", "moves by 8.5"),
        (scale_of_the_data, "scale", "scale=np.float64(10.0)"),
        (other_branch, "control flow", "random.gauss"),
        (early_stop, "control flow", "no further draw"),
        (raises_on_large_data, "output", "ValueError: too large"),
        (refuses_before_it_draws, "control flow", "no further draw on the dataset"),
        (key_of_the_data, "output", "large"),
        (length_of_the_data, "output", "lengths are 2 and 3"),
    ],
)
def test_each_fault_is_found_in_two_runs_with_its_line(mechanism, kind, told):
    found = replayed(mechanism, sensitivity=1.0)
    leak = found.leaks[0]
    assert (leak.kind, told in leak.message) == (kind, True), leak
    path, _, number = leak.line.rpartition(":")
    lines, first = inspect.getsourcelines(mechanism)
    assert path == inspect.getsourcefile(mechanism)
    assert first <= int(number) < first + len(lines)
    assert leak.message in str(found)


def counted_beside_a_library(data):
    noisy = foreign.clipped_sum(data)
    return noisy, len(data) if np.max(data) > 5 else 0


def test_what_no_noise_of_a_library_covers_is_not_said_of_its_line():
    """The library drew the noise; what was released beside it is the fault of the mechanism."""
    (leak,) = replayed(counted_beside_a_library).leaks
    path, _, number = leak.line.rpartition(":")
    assert (leak.kind, path) == ("noise", __file__)
    assert int(number) == inspect.getsourcelines(counted_beside_a_library)[1]


LAPLACE = Primitive("tests.workbench.audit.foreign.add_laplace", "value", "scale", "laplace")


@pytest.mark.parametrize("call", [replay_draws, lambda *at: replay(*at, primitives=[LAPLACE])])
def test_more_than_data_is_asked_for_is_told_with_the_way_out(call):
    """A jax function wants a key, a NumPy one a generator: both have to be fixed by a lambda."""
    with pytest.raises(ParameterError, match=r"(?s)data alone: .*'key'.*lambda data: .*per_call"):
        call(lambda data, key: data.sum(), DATA, NEIGHBOUR)


def test_moves_are_measured_in_the_declared_norm():
    def pair(data):
        return np.clip(data, 0, 1).sum() * np.array([0.6, 0.8]) + RNG.normal(size=2)

    found = replayed(pair, sensitivity=0.5, norm=2)
    assert found.leaks == ()
    assert (found.move_l1, found.move_l2) == pytest.approx((0.7, 0.5))
    assert replayed(pair, sensitivity=0.5).leaks[0].kind == "sensitivity"
    assert replayed(length_of_the_data).move_l2 == math.inf


def test_an_answer_that_is_changed_later_comes_back_as_it_was_drawn():
    def in_place(data):
        noise = RNG.normal(size=2)
        noise += np.clip(data, 0, 1).sum()
        return noise

    assert replayed(in_place).move_l1 == pytest.approx(1.0)


class Holder:
    shared = np.random.default_rng(5)

    def __init__(self):
        self.own = np.random.default_rng(6)

    def release(self, data):
        return clipped(data) + self.own.laplace() + Holder.shared.laplace()


HOLDER = Holder()
BOUND = RNG.laplace
MANY = [np.random.default_rng(7)]
KEPT = {}
CALLS = itertools.count()


def clipped(data):
    return np.clip(data, 0, 1).sum()


def in_a_closure():
    rng = np.random.default_rng(8)
    return lambda data: clipped(data) + rng.laplace()


def in_a_default(data, rng=np.random.default_rng(9)):  # noqa: B008
    return clipped(data) + rng.laplace()


def imported_names(data):
    noise = laplace() + default_rng().normal()  # noqa: NPY002
    return clipped(data) + noise + gauss(0, 1) + urandom(1)[0]


def located(data):
    return RNG.laplace(clipped(data), 2.0) + random.gauss(mu=0.5 * clipped(data), sigma=1.0)


def located_vector(data):
    return RNG.normal(np.clip(data, 0, 1), 2.0)


def into_an_array(data):
    noise = np.empty(2)
    RNG.standard_normal(out=noise)
    return clipped(data) + noise[0]


def lazily(data):
    return (clipped(data) + RNG.laplace() for _ in range(2))


def in_place(data):
    data += RNG.laplace(size=3)
    return data


def scipy_draws(data):
    return clipped(data) + scipy.stats.laplace.rvs(random_state=RNG)


def seed_of_the_data(data):
    return clipped(data) + np.random.default_rng(int(np.sum(data))).laplace()


def old_seed_of_the_data(data):
    np.random.seed(int(np.sum(data)))  # noqa: NPY002
    return clipped(data) + np.random.laplace()  # noqa: NPY002


def bits_of_the_data(data):
    bits = np.random.PCG64(int(np.sum(data)))
    return clipped(data) + np.random.Generator(bits).laplace()


def unused(data):
    RNG.laplace()
    return clipped(data)


def cancelled(data):
    noise = RNG.laplace()
    return clipped(data) + noise - noise


def fixed_seed(data):
    return clipped(data) + np.random.default_rng(0).laplace()


def low_bits(data):
    return 2**60 + int(np.sum(data)) + int(RNG.integers(0, 4))


def scales(data):
    return RNG.laplace(scale=np.concatenate([np.ones(30), data, np.ones(2000)]))[0]


def clock(data):
    return clipped(data) + RNG.laplace() + time.perf_counter()


def remembers(data):
    if "noise" not in KEPT:
        KEPT["noise"] = RNG.laplace()
    return clipped(data) + KEPT["noise"]


def counts_calls(data):
    return clipped(data) * (next(CALLS) % 2) + RNG.laplace()


def beside_a_list(data):
    return clipped(data) + RNG.laplace() + MANY[0].laplace()


def without_equality(data):
    return [clipped(data) + RNG.laplace(), object()]


def in_threads(data):
    noise = []
    for _ in range(2):
        thread = threading.Thread(target=lambda: noise.append(RNG.laplace()))
        thread.start()
        thread.join()
    return clipped(data) + sum(noise)


def fails(data):
    RNG.laplace()
    raise ValueError("never works")


@pytest.mark.parametrize(
    ("mechanism", "move"),
    [
        (HOLDER.release, 0.5), (in_a_closure(), 0.5), (in_a_default, 0.5), (imported_names, 0.5),
        (lambda data: clipped(data) + BOUND(), 0.5), (located, 0.75), (located_vector, 0.5),
        (into_an_array, 0.5), (lazily, 1.0), (in_place, 8.5), (scipy_draws, 0.5),
    ],
)  # fmt: skip
def test_right_code_is_followed_wherever_it_keeps_its_generator(mechanism, move):
    found = replayed(mechanism)
    assert found.leaks == ()
    assert found.move_l1 == pytest.approx(move)
    assert HOLDER.own.__class__ is Holder.shared.__class__ is np.random.Generator
    assert DATA.tolist() == [0.2, 0.4, 9.0]


@pytest.mark.parametrize(
    ("mechanism", "kind"),
    [
        (seed_of_the_data, "seed"), (old_seed_of_the_data, "seed"), (bits_of_the_data, "seed"),
        (unused, "noise"), (cancelled, "noise"), (fixed_seed, "noise"), (low_bits, "sensitivity"),
        (scales, "scale"),
    ],
)  # fmt: skip
def test_noise_that_covers_nothing_is_a_leak(mechanism, kind):
    assert replayed(mechanism, sensitivity=1.0).leaks[0].kind == kind


@pytest.mark.parametrize(
    ("mechanism", "told"),
    [
        (clock, "does not follow from its data"), (remembers, "drawn the first time only"),
        (counts_calls, "a number moved by"), (beside_a_list, "draws from elsewhere"),
        (without_equality, "equal only themselves"), (in_threads, "several threads"),
        (fails, "raised the same on both datasets, .*: ValueError: never works"),
    ],
)  # fmt: skip
def test_what_cannot_be_followed_is_refused(mechanism, told):
    with pytest.raises(ParameterError, match=told):
        replayed(mechanism)


def raises_by_chance(data, scale=1.0):
    noisy = data.sum() + RNG.laplace(scale=scale)
    if RNG.random() < 0.9:
        raise ValueError("noisy value out of range")
    return noisy


@pytest.mark.parametrize("seed", range(5))
def test_draws_with_which_both_raise_are_drawn_again(seed):
    """Where the noise decides whether it raises, the runs compared are ones with a result."""
    RNG.bit_generator.state = np.random.default_rng(seed).bit_generator.state
    assert replayed(raises_by_chance).move_l1 == pytest.approx(DATA.sum() - NEIGHBOUR.sum())
    kinds = {leak.kind for leak in replayed(raises_by_chance, sensitivity=0.5).leaks}
    assert kinds == {"sensitivity"}


def test_a_mechanism_that_fails_before_it_draws_is_told_so():
    with pytest.raises(ParameterError, match=r"raised the same on both datasets, .*: TypeError"):
        replayed(lambda data: data.sum() + RNG.laplace(scale="one" + 1))


def test_noise_that_nobody_sees_is_refused():
    with pytest.raises(ParameterError, match="cannot be called"):
        replayed(3)
    with pytest.raises(ParameterError, match="iterator"):
        replay_draws(right_sum, iter([1.0]), [2.0])
    with pytest.raises(ParameterError, match="compiled code"):
        replayed(lambda data: data.sum())
    with pytest.raises(ParameterError, match="norm"):
        replayed(right_sum, norm=3)


COUNTER, SPENT = itertools.count(), {"epsilon": 0.0}


def shuffled(data):
    rows = list(data)
    random.shuffle(rows)
    return clipped(rows[:2]) + RNG.laplace()


def shuffled_in_place(data):
    RNG.shuffle(data)
    return clipped(data[:2]) + RNG.laplace()


def permuted(data):
    order = RNG.permuted(RNG.permutation(data), axis=0)
    return clipped(np.random.permutation(order)[:2]) + RNG.laplace()  # noqa: NPY002


def some_of_them(data):
    rows = random.sample(list(data), 2) + random.choices(list(data), k=1)
    rows += [secrets.choice(list(data)), *RNG.choice(data, 2, replace=False)]
    return clipped(rows) + RNG.laplace()


@pytest.mark.parametrize("mechanism", [shuffled, shuffled_in_place, permuted, some_of_them])
def test_an_order_is_drawn_and_not_the_records(mechanism):
    for _ in range(5):
        found = replayed(mechanism, sensitivity=3.0)
        assert found.leaks == ()
        assert 2 * found.move_l1 == pytest.approx(round(2 * found.move_l1))  # half a place
    with pytest.raises(DataError, match="identical"):
        replay_draws(mechanism, DATA, DATA[::1] * 1.0)
    with pytest.raises(ParameterError, match="2 items on it, 3 items on the dataset"):
        replay_draws(mechanism, DATA, DATA[:2])


def test_orders_hide_neither_records_nor_weights_of_the_data():
    bare = replayed(lambda data: RNG.permutation(data).tolist(), sensitivity=1.0)
    assert [leak.kind for leak in bare.leaks] == ["sensitivity"]
    chosen = replayed(lambda data: RNG.choice(data, p=data / data.sum()))
    assert chosen.leaks[0].kind == "scale"


def large(data):
    return int(np.sum(data > 5))


def test_whole_numbers_that_no_draw_changes_are_told():
    def bare(data):
        RNG.laplace()
        return large(data)

    def hardly_covered(data):
        return large(data) ^ (RNG.random() < 1e-6)

    def covered(data):
        return large(data) + int(RNG.geometric(0.5)) - int(RNG.geometric(0.5))

    def told_by_a_coin(data):
        return large(data) if RNG.random() < 0.73 else 1 - large(data)

    for mechanism in (bare, hardly_covered):
        (leak,) = replayed(mechanism, sensitivity=1.0).leaks
        assert leak.kind == "noise"
        assert "epsilon of 4.03 at least" in leak.message
        assert replayed(mechanism, epsilon=5.0).leaks == ()
    assert replayed(covered).leaks == replayed(told_by_a_coin).leaks == ()


def chosen(data, yes=True, no=False):
    """Randomised response whose answers have no distance from each other."""
    return yes if bool(large(data)) ^ (RNG.random() < 0.3) else no


def either(data):
    return bool(large(data)) ^ (RNG.random() < 0.3)


COVERED_CHOICES = [
    either, chosen, lambda data: chosen(data, "yes", "no"), lambda data: chosen(data, b"1", b"0"),
    lambda data: [chosen(data), RNG.normal()], lambda data: chosen(data, "yes", None),
    lambda data: np.array([chosen(data), chosen(data)]),
    lambda data: np.array([chosen(data, "yes", "no"), "always"]),
    lambda data: {"answer": chosen(data, Kind.LARGE, Kind.SMALL)},
    lambda data: {chosen(data, "large", "small"): 1.0}, lambda data: [0.0] * chosen(data, 2, 1),
]  # fmt: skip


class Kind(enum.Enum):
    LARGE = "large"
    SMALL = "small"


@pytest.mark.parametrize("mechanism", COVERED_CHOICES)
def test_a_choice_that_noise_covers_is_no_leak_and_its_price_is_not_told(mechanism):
    for _ in range(6):  # equal draws with another answer: never a leak, always a caution
        found = replayed(mechanism)
        assert found.leaks == ()
        assert "Audit the outputs" in found.caution


@pytest.mark.parametrize(
    ("yes", "no"),
    [(True, False), ("a", "b"), (b"1", b"0"), (Kind.LARGE, Kind.SMALL), ([1], []), ({1: 1}, {})],
)
def test_a_choice_that_no_draw_changes_is_a_leak(yes, no):
    def bare(data):
        return [RNG.normal(), yes if large(data) else no]

    def hardly_covered(data):
        return yes if bool(large(data)) ^ (RNG.random() < 1e-6) else no

    for mechanism in (bare, hardly_covered):
        (leak,) = replayed(mechanism).leaks
        assert leak.kind == "output"
        assert "none of 300 fresh draws changes that" in leak.message
        assert replayed(mechanism, epsilon=5.0).leaks == ()


def test_a_bare_choice_is_a_leak_beside_one_that_noise_covers():
    (leak,) = replayed(lambda data: [either(data), "many" if large(data) else "few"]).leaks
    assert "'many' and 'few'" in leak.message


class Odometer:
    def __init__(self):
        self.spent = 0.0

    def release(self, data):
        self.spent += 1.0
        return clipped(data) + RNG.laplace()


def test_what_outlives_a_call_is_named():
    def each_thousandth(data):
        return clipped(data) + (0.0 if next(COUNTER) % 1000 == 999 else RNG.laplace())

    def spends(data):
        SPENT["epsilon"] += 1.0
        return clipped(data) + RNG.laplace()

    def through_another(data):
        return spends(data)

    calls = []

    def in_a_closure(data):
        calls.append(len(data))
        return clipped(data) + RNG.laplace()

    named = {each_thousandth: "COUNTER", spends: "SPENT", through_another: "SPENT",
             in_a_closure: "calls", Odometer().release: "self.spent"}  # fmt: skip
    for mechanism, name in named.items():
        found = replayed(mechanism)
        assert found.leaks == ()
        assert f"change {name}: what later calls do with that is not seen" in str(found)
    for mechanism in (right_sum, every_source, HOLDER.release, in_a_closure_of_its_own()):
        assert replayed(mechanism).caution == ""


def in_a_closure_of_its_own():
    bounds = [0, 1]
    return lambda data: np.clip(data, *bounds).sum() + RNG.laplace()
