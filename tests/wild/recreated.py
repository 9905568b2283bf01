"""Faults that reviews of libraries and audits met again and again, without a thread of their own.

Three kinds: leaks that hide in the form of an output, faults of noisy training, and wrong
sensitivities, budgets and bounds.  Each is a model of a few lines, with the same code put right.
"""

import json
import math
import struct
import sys
from dataclasses import dataclass

import numpy as np
import scipy.sparse

from tests.wild.fault import Fault
from workbench.audit import per_call
from workbench.privacy import Gaussian

REPLACE, ADD, ZERO = "replace-one", "add-or-remove-one", "zero-out"
TRUE = math.e / (1 + math.e)


def entry(name, fault, faulty, fixed, *, pair=([1.0], [0.0]), by=ZERO, epsilon=1.0, **more):
    """A fault of a claim of epsilon, and of delta where `more` has one."""
    claim = f"({epsilon:g}, {more.get('delta', 0):g})-DP"
    return Fault(
        name=name, link="", claim=claim, fault=fault, fix="the version beside it", pair=pair,
        epsilon=epsilon, neighbouring=by, faulty=faulty, fixed=fixed, **more,
    )  # fmt: skip


# --------------------------------------------------------- what the form of an output gives away


def hidden(name, make, **more):
    """The bit of a record in an output make(bit, rng): bare, or after a randomised response."""

    @per_call
    def bare(rows, rng):
        return make(int(sum(rows)), rng)

    @per_call
    def answered(rows, rng):
        bit = int(sum(rows))
        return make(bit if rng.random() < TRUE else 1 - bit, rng)

    told = f"the record shows in the {name}"
    return entry(name, told, bare, answered, samples=2000, **more)


@dataclass
class Release:
    value: float
    run: int


def beside(t, r):
    """Whether a number is there, by an exception."""
    if t:
        raise ZeroDivisionError("division by zero")
    return r.random()


def message(t, r):
    raise ValueError(f"run {r.integers(10**9)}: {2 + t} rows left")


def caused(t, r):
    try:
        raise KeyError(("age", "height")[t])
    except KeyError as error:
        raise RuntimeError(f"run {r.integers(10**9)} failed") from error


def leaves(t, r):
    if t:
        sys.exit("budget spent")
    return r.random()


HIDDEN = (
    hidden("number in a labelled tuple", lambda t, r: ("answer", t + 1e-9 * r.normal())),
    hidden("number in JSON text", lambda t, r: json.dumps({"mean": t + 1e-9 * r.normal()})),
    hidden("sorted items of a dictionary", lambda t, r: sorted({"a": t + r.normal() / 50}.items())),
    hidden("entry beside a unique id", lambda t, r: (str(r.integers(2**60)), t)),
    hidden("sign of zero", lambda t, r: (-0.0 if t else 0.0, r.random())),
    hidden("type of a number", lambda t, r: (1 if t else 1.0, r.random())),
    hidden("boolean that is a one", lambda t, r: (True if t else 1, r.random())),
    hidden("low bits of a large integer", lambda t, r: 2**60 + 2 * int(r.integers(100)) + t),
    hidden("entry far out in a ragged row",
           lambda t, r: [0.0] * (300 + int(r.integers(3))) + [t + r.normal() / 50] + [0.0] * 9),
    hidden("exception in place of a number", beside),
    hidden("message of an exception", message),
    hidden("cause of an exception", caused),
    hidden("exit of the process", leaves),
    hidden("nothing in place of a number", lambda t, r: None if t else r.random()),
    hidden("NaN in place of a number", lambda t, r: math.nan if t else r.random()),
    hidden("key of a dictionary", lambda t, r: {"ab"[t]: r.random()}),
    hidden("order of the keys", lambda t, r: dict.fromkeys("ab" if t else "ba", r.random())),
    hidden("length of a list", lambda t, r: [r.random()] * (2 + t)),
    hidden("bytes", lambda t, r: struct.pack("<dB", r.random(), t)),
    hidden("member of a set", lambda t, r: {"x", "ab"[t], str(r.integers(2**60))}),
    hidden("field of a dataclass", lambda t, r: Release(r.random(), 7 + t)),
    hidden("matrix whose repr shows its shape",
           lambda t, r: scipy.sparse.csr_array(np.array([[1.0 + t, r.random()]]))),
    hidden("imaginary part", lambda t, r: complex(r.random(), t)),
    hidden("text of another length", lambda t, r: "x" * int(r.integers(5, 9)) + "y" * t),
)  # fmt: skip


# ----------------------------------------------------------------------------------- noisy training

TWO = {"epsilon": 2.0, "delta": 1e-2}
SIX = Gaussian.calibrate(2.0, 1e-2, sensitivity=math.sqrt(6)).sigma
ONE = Gaussian.calibrate(2.0, 1e-2, sensitivity=1.0).sigma


def steps(noise, *, clip=1.0, gradient=3.0):
    """Six noisy sums of clipped gradients; noise(rng, size) of shape (size, 6)."""

    def sample(rows, size, rng):
        total = float(np.clip(gradient * np.asarray(rows), -clip, clip).sum())
        return total + noise(rng, size)

    return sample


def normal(sigma, shape=(6,)):
    return lambda rng, size: rng.normal(scale=sigma, size=(size, *shape))


def last_bare(rng, size):
    noise = normal(SIX)(rng, size)
    noise[:, -1] = 0.0
    return noise


def repeated(rng, size):
    return np.repeat(normal(SIX, (1,))(rng, size), 6, axis=1) * np.array([1, -1, 1, -1, 1, -1])


def fixed_seed(rows, size, rng):
    return float(np.sum(rows)) + np.random.default_rng(0).normal(scale=ONE, size=1).repeat(size)


def two_coordinates(scales):
    """A gradient along (1, 1) / sqrt(2), with noise of a scale for each coordinate."""
    return lambda rows, size, rng: (
        np.sum(rows) / math.sqrt(2) + rng.normal(size=(size, 2)) * np.asarray(scales)
    )


def batches(*, fresh):
    """Two batches of half of the records, both with the same one or each with its own."""

    def sample(rows, size, rng):
        chosen = rng.permuted(np.broadcast_to(rows, (size, len(rows))), axis=1)
        half = len(rows) // 2
        one, two = chosen[:, :half].sum(axis=1), chosen[:, half:].sum(axis=1)
        return np.stack([one, two if fresh else one], axis=1) + rng.laplace(size=(size, 2)) / 1.0

    return sample


def with_loss(scale):
    """A noisy gradient, and the loss: bare, or with noise of its own."""
    return lambda rows, size, rng: np.stack(
        [np.sum(rows) + rng.laplace(scale=2, size=size),
         np.sum(np.square(rows)) + scale * rng.laplace(size=size)], axis=1,
    )  # fmt: skip


def stops(*, noisy):
    """Gradient steps until the norm is small: the exact one, or the one that is released."""

    @per_call
    def train(rows, rng):
        released = []
        for _ in range(4):
            released.append(float(np.sum(rows)) + 4 * rng.laplace())
            if (released[-1] if noisy else np.sum(rows)) < 0.5:
                break
        return released

    return train


def tree(levels):
    """Noisy sums of a binary tree over eight records, every record in four nodes."""

    def sample(rows, size, rng):
        nodes, layer = [], np.asarray(rows)
        while layer.size:
            nodes += layer.tolist()
            layer = layer.reshape(-1, 2).sum(axis=1) if layer.size > 1 else layer[:0]
        return np.array(nodes) + rng.laplace(scale=levels, size=(size, len(nodes)))

    return sample


def participations(count):
    """A record that takes part in four rounds, with noise for so many."""
    return lambda rows, size, rng: np.sum(rows) + rng.laplace(scale=count, size=(size, 4))


def adaptive_clip(*, noisy):
    """The clipping norm is a quantile of the norms of the batch, with or without noise."""

    def sample(rows, size, rng):
        norm = np.median(np.clip(rows, 0, 1)) + (4 * rng.laplace(size=size) if noisy else 0.0)
        bound = np.clip(norm, 0.0, 1.0)
        total = np.minimum(np.clip(rows, 0, 1)[:, None], bound).sum(axis=0)
        both = np.stack([total + 2 * rng.laplace(size=size), np.broadcast_to(norm, size)], axis=1)
        return both

    return sample


EIGHT = ([1.0] + [0.0] * 7, [0.0] * 8)

TRAINING = (
    entry("half of the noise", "sigma is divided by two", steps(normal(SIX / 2)),
          steps(normal(SIX)), **TWO),
    entry("clipped at twice the norm", "records are clipped at 2, the noise is for 1",
          steps(normal(SIX), clip=2.0), steps(normal(SIX)), **TWO),
    entry("noise of one step in six", "sigma is calibrated for a single step", steps(normal(ONE)),
          steps(normal(SIX)), **TWO),
    entry("last step without noise", "the last sum is released bare", steps(last_bare),
          steps(normal(SIX)), **TWO),
    entry("one noise vector for all steps", "noise is drawn once, and signs alternate",
          steps(repeated), steps(normal(SIX)), **TWO),
    entry("seed fixed in the mechanism", "every run has the same noise", fixed_seed,
          steps(normal(ONE, ()), gradient=1.0), **TWO),
    entry("noise in one coordinate only", "the other one is bare", two_coordinates([ONE, 0.0]),
          two_coordinates([ONE, ONE]), **TWO),
    entry("one sample in two batches", "the second batch is the first one again",
          batches(fresh=False), batches(fresh=True), pair=([1.0] + [0.0] * 3, [0.0] * 4)),
    entry("loss released beside the gradient", "the loss has no noise", with_loss(0.0),
          with_loss(2.0)),
    entry("stop by the exact norm", "the number of steps tells whether the norm is small",
          stops(noisy=False), stops(noisy=True)),
    entry("tree without its depth", "noise for one node, a record is in four", tree(1.0),
          tree(4.0), pair=EIGHT, samples=100_000),
    entry("one participation of four", "noise for one round, a record takes part in four",
          participations(1.0), participations(4.0)),
    entry("clipping norm of the batch", "the quantile of the norms has no noise",
          adaptive_clip(noisy=False), adaptive_clip(noisy=True), pair=([1.0], [0.0])),
)  # fmt: skip


# ------------------------------------------------------------- sensitivities, budgets and bounds


def laplace(scale, query=np.sum, shape=()):
    """A query with Laplace noise; the scale may be a function of the records."""

    def sample(rows, size, rng):
        found = scale(rows) if callable(scale) else scale
        return query(rows) + rng.laplace(scale=found, size=(size, *shape))

    return sample


def histogram(rows):
    return np.bincount(np.asarray(rows, dtype=int), minlength=3).astype(float)


def exponential(factor):
    """Chooses the most frequent of three with weights exp(factor * count)."""

    def sample(rows, size, rng):
        weights = np.exp(factor * histogram(rows))
        return rng.choice(3, size, p=weights / weights.sum())

    return sample


def geometric(ratio):
    return lambda rows, size, rng: (
        int(np.sum(rows)) + rng.geometric(1 - ratio, size) - rng.geometric(1 - ratio, size)
    )


def responses(odds):
    """A randomised response among three."""

    def sample(rows, size, rng):
        lie = (int(rows[0]) + rng.integers(1, 3, size)) % 3
        return np.where(rng.random(size) < odds / (odds + 2), int(rows[0]), lie)

    return sample


def scaled_by_data(rows):
    return np.sum(rows) / max(1.0, np.max(rows, initial=0.0))


def top_two(scale):
    """The two largest queries, each the place of the largest noisy one of those that are left."""

    def sample(queries, size, rng):
        first = np.argmax(queries + rng.laplace(scale=scale, size=(size, 3)), axis=1)
        noisy = queries + rng.laplace(scale=scale, size=(size, 3))
        noisy[np.arange(size), first] = -np.inf
        return np.stack([first, np.argmax(noisy, axis=1)], axis=1)

    return sample


def averaged(scale):
    """The average of four noisy answers to one question."""
    return lambda rows, size, rng: (
        np.sum(rows) + rng.laplace(scale=scale, size=(size, 4)).mean(axis=1)
    )


def with_size(noisy):
    """A noisy sum beside the number of records."""
    return lambda rows, size, rng: np.stack(
        [np.sum(rows) + rng.laplace(scale=2, size=size),
         len(rows) + 2 * noisy * rng.laplace(size=size)], axis=1,
    )  # fmt: skip


def weights_of(rows):
    return np.array([1.0, 2.0, 3.0]) * np.sum(rows)


MANY = ([2.0, 0.0], [0.0, 0.0])

BUDGETS = (
    entry("replacing with the noise for adding", "a record that moves changes two counts",
          laplace(1.0, histogram, (3,)), laplace(2.0, histogram, (3,)),
          pair=([0, 0, 1], [0, 0, 2]), by=REPLACE),
    entry("l2 sensitivity for Laplace noise", "three coordinates move by 1 each",
          laplace(math.sqrt(3), lambda rows: np.sum(rows) * np.ones(3), (3,)),
          laplace(3.0, lambda rows: np.sum(rows) * np.ones(3), (3,))),
    entry("bounds read off the data", "values are scaled by their own maximum",
          laplace(0.5, scaled_by_data), laplace(1.0, lambda rows: np.sum(np.clip(rows, 0, 1))),
          pair=([1.0, 1.0, 9.0], [1.0, 1.0, 0.0])),
    entry("sensitivity read off the data", "noise as large as the largest record",
          laplace(lambda rows: max(np.max(rows), 0.1)), laplace(2.0), pair=MANY),
    entry("noise that is largest where nothing is", "the scale is one over the count",
          laplace(lambda rows: 1 / (1 + np.sum(rows))), laplace(1.0)),
    entry("bare number of records", "it stands beside the noisy sum", with_size(False),
          with_size(True), pair=([1.0, 0.5], [1.0]), by=ADD),
    entry("one budget for each of three columns", "each spends all of it",
          laplace(1.0, shape=(3,)), laplace(3.0, shape=(3,))),
    entry("average of four answers", "each spends 1, and the average is more exact",
          averaged(1.0), averaged(4.0)),
    entry("weights after the sensitivity", "sums are weighted 1, 2, 3, the noise is for 1 each",
          laplace(3.0, weights_of, (3,)), laplace(6.0, weights_of, (3,))),
    entry("exponential mechanism without its half", "weights exp(2 epsilon count)",
          exponential(2.0), exponential(0.5), pair=([0, 1, 1], [2, 1, 1]), by=REPLACE),
    entry("two best for a quarter of the price", "the noise of one choice, as for counts",
          top_two(1.0), top_two(4.0), pair=(np.array([2.0, 2, 0]), np.array([1.0, 1, 1])),
          by="sensitivity-1 queries moved by at most 1"),
    entry("geometric noise of the wrong ratio", "exp(-2 epsilon) in place of exp(-epsilon)",
          geometric(math.exp(-2.0)), geometric(math.exp(-1.0))),
    entry("response among three with odds of two", "the odds are e^(2 epsilon)",
          responses(math.e**2), responses(math.e), pair=([0], [1]), by=REPLACE),
    entry("noise of the mean on the sum", "the noise is divided by the number of records",
          laplace(0.5), laplace(1.0), pair=([1.0, 0.0], [0.0, 0.0])),
)  # fmt: skip

FAULTS = (*HIDDEN, *TRAINING, *BUDGETS)
