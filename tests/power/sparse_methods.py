"""Methods for sparse records, on pairs that reach the claimed sensitivity (see `methods`)."""

import numpy as np

from tests.power.methods import DELTA, Case, on
from workbench.algorithms.parts.private_selection import PrivateSelection, excess_loss
from workbench.algorithms.sparse.multilevel_gradient import MultilevelGradient
from workbench.algorithms.sparse.output_perturbation import OutputPerturbation
from workbench.algorithms.sparse.projection_mechanism import ProjectionMechanism
from workbench.problems import SparseVectors, sparse_linear

VECTORS = SparseVectors(d=12, s=3)
LINEAR = sparse_linear(d=12, s=3)
LINE = sparse_linear(d=1, s=1)
N = 30


def hidden_halves(curator, trials):
    gradient = MultilevelGradient.calibrated(L=1.0, s=1, epsilon=1.0, delta=0.01, sharp=True)
    return gradient.estimate(LINE, curator, np.zeros((trials, 1)), np.ones(trials, dtype=int))


def choice(curator, trials):
    sides = iter((1.0, -1.0))
    selection = PrivateSelection(
        K=2, epsilon=2.0, delta=0.0, sensitivity=2 * LINE.lipschitz / 4, beta=0.1
    )
    return selection.select(
        lambda curator, trials: np.full((trials, 1), next(sides)),
        excess_loss(LINE, radius=1.0),
        curator,
        trials=trials,
    )


PURE = {"n": N, "epsilon": 1.0}
CASES = {
    "projection, pure": Case(
        on(VECTORS, ProjectionMechanism.calibrated(VECTORS, **PURE)), VECTORS.extremal_pair(N)
    ),
    "projection, approximate": Case(
        on(VECTORS, ProjectionMechanism.calibrated(VECTORS, delta=DELTA, **PURE)),
        VECTORS.extremal_pair(N),
        normal=True,
    ),
    "output, pure": Case(
        on(LINEAR, OutputPerturbation.calibrated(LINEAR, lam=0.5, **PURE)),
        LINEAR.extremal_pair(N),
    ),
    "output, ball": Case(
        on(LINEAR, OutputPerturbation.calibrated(LINEAR, lam=0.5, radius=3.0, delta=DELTA, **PURE)),
        LINEAR.extremal_pair(N),
        normal=True,
    ),
    "multilevel gradient": Case(hidden_halves, LINE.extremal_pair(4), normal=True),
    "selection": Case(choice, LINE.extremal_pair(4)),
}
ONE_RELEASE = [name for name in CASES if name != "multilevel gradient"]
HARMLESS = {
    (name, fault): "there is no second release"
    for name in ONE_RELEASE
    for fault in ("skip-one-noise", "reuse-noise")
} | {("multilevel gradient", "reuse-noise"): "the two releases have different shapes"}
UNSEEN = set(HARMLESS) | {("selection", "std-as-scale")}
"""Undeclared faults that change no draw; and one binary choice, of which 500 draws are too few."""
