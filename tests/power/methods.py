"""Every algorithm that ships, small, on a pair of neighbours where its losses are large.

The claim is what the method attains on its pair: the largest log-ratio of steered runs where the
loss is bounded, and where it is not the curve of a normal loss, a little above the one observed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.algorithms import (
    AnytimeMirrorDescent,
    DebiasedMirrorDescent,
    GradientDescent,
    HeavyBall,
    LinearQueries,
    MultistageNesterov,
    Nesterov,
    PrivateFrankWolfe,
    PrivateMirrorDescent,
    PrivateMultiplicativeWeights,
    Stage,
)
from workbench.algorithms.momentum.compared_momentum import ComparedMomentum
from workbench.algorithms.momentum.difference_momentum import DifferenceMomentum
from workbench.algorithms.momentum.difference_sums import TelescopingTree, UniformWindow
from workbench.algorithms.momentum.prefix_differences import PrefixDifferences
from workbench.algorithms.momentum.tree_momentum import TreeMomentum
from workbench.privacy import Curator, Dataset, Gaussian, PairedCurator
from workbench.problems import composite_problem, reference_quadratic
from workbench.problems.nonconvex_instances import cosine_problem, linear_problem

DELTA = 1e-3
RHO = 0.5

SIDES = [[1.0, -1.0], [-1.0, 1.0]]
GAME = composite_problem(np.zeros((2, 2)), b=SIDES, c=SIDES, name="pull")
PULL = composite_problem(np.zeros((2, 1)), b=SIDES, name="pull")
QUERIES = LinearQueries.of((np.arange(16)[None, :] < np.arange(1, 16, 3)[:, None]).astype(float).T)
QUADRATIC, _ = reference_quadratic()
LINEAR = linear_problem(d=2)


@dataclass(frozen=True)
class Case:
    """How to run a method, on which pair of neighbours, and whether its losses are normal."""

    run: Callable[[Curator, int], object]
    pair: tuple[Dataset, Dataset]
    normal: bool = False

    def claim(self) -> tuple[float, float]:
        """Epsilon and delta of the pair."""
        if self.normal:
            curator = PairedCurator(*self.pair, np.random.default_rng(0))
            self.run(curator, 20_000)
            size = float(np.sqrt(2 * 1.05 * np.mean(curator.log_ratio)))
            return Gaussian(1.0).epsilon_at(DELTA, sensitivity=size), DELTA
        found = 0.0
        for pair in (self.pair, self.pair[::-1]):
            for steer in (-1, 1):
                curator = PairedCurator(*pair, np.random.default_rng(0), steer=steer)
                self.run(curator, 4)
                found = max(found, float(np.abs(curator.log_ratio).max()))
        return found * (1 + 1e-6), 0.0


def mixed(problem, n, row=0):
    """Records that pull both ways in turn, and one of them turned round."""
    second = problem.dataset(np.arange(n) % 2)
    return second.replace(row, [1.0 - row % 2]), second


def on(problem, method):
    return lambda curator, trials: method.run(problem, curator, trials=trials)


def descent(method):
    """A method of Lyapunov type, six steps on the quadratic."""
    return Case(
        lambda curator, trials: method.run(QUADRATIC, curator, steps=6, trials=trials),
        QUADRATIC.extremal_pair(30),
    )


def momentum(make, problem=LINEAR, **parameters):
    """A method with a tree, on 6 records, 27 iterations."""
    method = make.calibrated(problem, n=6, steps=27, rho=RHO, eta=0.05, order="fixed", **parameters)
    return Case(
        lambda curator, trials: method.run(problem, curator, steps=27, trials=trials),
        problem.extremal_pair(6),
        normal=True,
    )


FRANK_WOLFE = PrivateFrankWolfe(lam=1.0, phases=3, b=8)
THRESHOLDS = QUERIES.dataset(np.full(40, 15))

CASES = {
    "gradient descent": descent(GradientDescent(alpha=0.5, b=2.0, m=30)),
    "heavy ball": descent(HeavyBall(alpha=0.5, beta=0.3, b=2.0, m=30)),
    "Nesterov": descent(Nesterov(alpha=0.5, beta=0.3, b=2.0, m=30)),
    "multistage": descent(
        MultistageNesterov(stages=(Stage(0.5, 0.3, 2), Stage(0.3, 0.3, 100)), b=2.0, m=30)
    ),
    "mirror descent": Case(on(GAME, PrivateMirrorDescent(tau=0.15, T=32, K=2)), mixed(GAME, 64)),
    "bias-reduced mirror descent": Case(
        on(GAME, DebiasedMirrorDescent(tau=0.1, U=6, M=0)), mixed(GAME, 96)
    ),
    "anytime mirror descent": Case(
        on(PULL, AnytimeMirrorDescent(tau=0.3, T=4, K=4, kappa=2)), mixed(PULL, 256)
    ),
    "Frank-Wolfe": Case(
        on(PULL, FRANK_WOLFE), mixed(PULL, FRANK_WOLFE.records, FRANK_WOLFE.records - 16)
    ),
    "multiplicative weights": Case(
        on(QUERIES, PrivateMultiplicativeWeights(tau=0.02, T=10, loss=0.5)),
        (THRESHOLDS.replace(0, [0]), THRESHOLDS),
    ),
    "tree momentum": momentum(TreeMomentum, alpha=0.3),
    "difference momentum": momentum(DifferenceMomentum, alpha=1 / 6, gamma=0.1),
    "prefix differences": momentum(PrefixDifferences, alpha=1 / 6, gamma=0.1),
    "independent noise": momentum(ComparedMomentum, alpha=0.3, sums="independent"),
    "refined tree": momentum(ComparedMomentum, alpha=0.3, sums="refined"),
    "square root": momentum(ComparedMomentum, alpha=0.3, sums="factorised"),
    "uniform window": momentum(UniformWindow, gamma=0.1),
    "telescoping tree": momentum(TelescopingTree, cosine_problem(d=2)),
}

HARMLESS = {  # method and fault: why it is none
    ("mirror descent", "skip-one-noise"): "the second release, of the first round, has no data",
    ("bias-reduced mirror descent", "skip-one-noise"): "the same",
    ("tree momentum", "drop-batch-factor"): "the mean of one record is its sum",
    ("difference momentum", "drop-batch-factor"): "the same",
    ("prefix differences", "drop-batch-factor"): "the same",
    ("independent noise", "drop-batch-factor"): "the same",
    ("refined tree", "drop-batch-factor"): "the same",
    ("square root", "drop-batch-factor"): "the same",
}
"""Nothing is leaked; where the fault is not declared, the battery sees it all the same."""
