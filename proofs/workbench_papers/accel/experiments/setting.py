"""What is run in Section 5: data, constants, the six methods, and the cells of the grid.

Records: features uniform on [0, 1]^20, labels sign(u^T w) for a Gaussian w, n = 100,000.  The start
is (10, ..., 10), lambda = 0.01, S_1 = 40, epsilon = 1, the guess of E_0 is 10; step sizes are c / L
with L = 5.1, which bounds the curvature of every dataset in the unit cube (5 + 2 lambda) and is
what the paper's recipe for L gives for uniform features.

Two things are not in the paper and matter.  The labels: the mean of w decides which label prevails,
and a record with label -1 has a huge loss at the start, which makes plain gradient descent fast.
So there are two datasets, "plus" (95 % of the labels are +1; the published figures are like that)
and "minus" (33 %).  And the noise: the public code passes the Laplace scale b to a sampler that
wants a standard deviation, so the noise "published" has scale b / sqrt(2), and epsilon = 1 is not
met; "stated" is the noise of the paper's text.
"""

import functools
import itertools
from typing import Any, NamedTuple

import numpy as np

from workbench.algorithms import (
    GradientDescent,
    HeavyBall,
    MultistageNesterov,
    Nesterov,
    Stage,
    Stepwise,
    doubling_stages,
    plan_multistage,
    plan_nesterov,
)
from workbench.convergence.grids import Cell, Curve
from workbench.errors import ParameterError
from workbench.privacy import Curator, Dataset, Mutant, TrustedCurator, uniform_scale
from workbench.privacy.arrays import Array
from workbench.problems import LogisticRegression
from workbench_papers.accel.experiments.signed_logistic import SignedLogistic

DIMENSION, RECORDS, EPSILON, GUESS = 20, 100_000, 1.0, 10.0
POINTS = 25
"""Moments at which the error is looked at, beside the start."""

METHODS = ("DP-GD", "DP-HB", "DP-MASG", "DP-MASG-opt", "DP-NAG", "DP-NAG-opt")
STEPS = ("T=100", "T=200", "T=500", "T=1000")
SPEEDS = ("c=0.1", "c=1")
SUBSAMPLED, FULL = BATCHES = ("m=1000", "m=100000")
LABELS = {"plus": 0, "minus": 11}
"""The two datasets, and the seeds of their labels."""


class Instance(NamedTuple):
    """Problem, data, the least value of F, the error at the start, and the share of labels +1."""

    problem: SignedLogistic
    dataset: Dataset
    least: float
    gap: float
    positive: float

    def errors(self, x: Array) -> Array:
        """F(x) - F* for points of shape (trials, d); one of which all are copies is read once."""
        one = x[:1] if (x == x[:1]).all() else x
        return np.broadcast_to(self.problem.objective(one, self.dataset) - self.least, len(x))


def make_problem() -> SignedLogistic:
    """The loss of Section 5 with its public constants."""
    model = LogisticRegression(
        radius=float(DIMENSION), l2_radius=DIMENSION**0.5, penalty=0.01,
        start=np.full(DIMENSION, 10.0),
    )  # fmt: skip
    return SignedLogistic(model=model, smoothness=5.1)


@functools.lru_cache(maxsize=2)
def instance(labels: str) -> Instance:
    """One of the two datasets; it does not depend on the seed of the experiment."""
    if labels not in LABELS:
        raise ParameterError(f"labels = {labels!r} is unknown.\n  Choose {' or '.join(LABELS)}.")
    problem = make_problem()
    rng = np.random.default_rng([2008, 1989, LABELS[labels]])
    w = rng.standard_normal(DIMENSION)
    u = rng.random((RECORDS, DIMENSION))
    z = np.where(u @ w >= 0, 1.0, -1.0)
    dataset = problem.dataset(u, z)
    best = problem.minimise(dataset)
    least = float(problem.objective(best.x[None], dataset)[0])
    start = float(problem.objective(problem.start[None], dataset)[0])
    return Instance(problem, dataset, least, start - least, float((z > 0).mean()))


class Plan(NamedTuple):
    """A method with its scales, and how many steps it runs."""

    method: Stepwise[Any]
    steps: int


def number(value: str) -> float:
    """The number in a value such as "T=100"."""
    return float(value.partition("=")[2])


def stages(c: float, T: int) -> tuple[Stage, ...]:
    """The stages of DP-MASG, cut at T."""
    problem = make_problem()
    return doubling_stages(mu=problem.strong_convexity, L=problem.smoothness, steps=T, speed=c)


@functools.lru_cache(maxsize=256)
def plan(method: str, *, m: int, c: float, T: int) -> Plan:
    """The method with everything that it fixes in advance; none of it sees the data."""
    problem = make_problem()
    alpha = c / problem.smoothness
    beta = Stage.tuned(alpha=alpha, mu=problem.strong_convexity, steps=T).beta
    budget = {"epsilon": EPSILON, "n": RECORDS, "m": m, "gap": GUESS}
    if method == "DP-NAG-opt":
        return Plan(*plan_nesterov(problem, alpha=alpha, steps=T, **budget))  # type: ignore[arg-type]
    if method == "DP-MASG-opt":
        return Plan(*plan_multistage(problem, stages(c, T), **budget))  # type: ignore[arg-type]
    b = uniform_scale(EPSILON, problem.l1_sensitivity, n=RECORDS, m=m, steps=T)
    made: dict[str, Stepwise[Any]] = {
        "DP-GD": GradientDescent(alpha=alpha, b=b, m=m),
        "DP-HB": HeavyBall(alpha=alpha, beta=beta, b=b, m=m),
        "DP-NAG": Nesterov(alpha=alpha, beta=beta, b=b, m=m),
        "DP-MASG": MultistageNesterov(stages=stages(c, T), b=b, m=m),
    }
    return Plan(made[method], T)


def plan_of(cell: Cell) -> Plan:
    """The plan of a cell."""
    m, c, T = (number(cell[axis]) for axis in "mcT")
    return plan(cell["method"], m=int(m), c=c, T=int(T))


def simulate(cell: Cell, rng: np.random.Generator, runs: int, *, points: int = POINTS) -> Curve:
    """Fresh runs of one cell, looked at `points` times after the start, last at the end."""
    where = instance(cell["labels"])
    method, steps = plan_of(cell)
    curator: Curator = TrustedCurator(where.dataset, rng)
    if cell["noise"] == "published":
        curator = Mutant(curator, "std-as-scale")
    moments = sorted({round(steps * i / points) for i in range(points + 1)})
    result = method.run(
        where.problem, curator, steps=steps, trials=runs, observe=where.errors, moments=moments
    )
    assert result.trace is not None
    return Curve(tuple(moments), result.trace)


AXES = ("labels", "noise", "m", "c", "T", "method")


def cell(
    method: str, T: str, *, m: str = FULL, c: str = "c=1", labels: str = "plus",
    noise: str = "stated",
) -> Cell:  # fmt: skip
    """The cell of these values."""
    return Cell(tuple(zip(AXES, (labels, noise, m, c, T, method), strict=True)))


def cells() -> tuple[Cell, ...]:
    """The paper's grid, its part c = 1 on "minus", and what compares with published figures.
    The long ones come first, so that the last ones to be finished are short.
    """
    grid = itertools.product(reversed(STEPS), reversed(BATCHES), reversed(SPEEDS), METHODS)
    found = []
    for T, m, c, method in grid:
        found.append(cell(method, T, m=m, c=c))
        if c == "c=1" or m == FULL:
            found.append(cell(method, T, m=m, c=c, noise="published"))
        if c == "c=1":
            found.append(cell(method, T, m=m, c=c, labels="minus"))
    return tuple(found)
