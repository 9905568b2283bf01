"""A small experiment for tests: errors are exponential, method B twice as bad as method A."""

import numpy as np

from workbench.convergence.comparisons import Below, Conclusion
from workbench.convergence.grids import Cell, Curve, Experiment


def cell(method, T):
    return Cell((("T", f"T={T}"), ("method", method)))


def simulate(one, rng, runs):
    size = {"A": 1.0, "B": 20.0}[one["method"]]
    steps = int(one["T"][2:])
    return Curve((0, steps), np.stack([np.full(runs, 9.0), size * (0.5 + rng.random(runs))]))


TOY = Experiment(
    id="toy.grid",
    title="A toy",
    source="Section 1",
    cells=tuple(cell(method, T) for T in (10, 100) for method in "AB"),
    simulate=simulate,
    panel=("T",),
    line="method",
    column="T",
    conclusions=(
        Conclusion("right", "A is below B", Below(("T=10,A",), ("T=10,B",))),
        Conclusion("wrong", "B is below A", Below(("T=100,B",), ("T=100,A",))),
    ),
    remarks=lambda samples: (f"{len(samples)} cells were seen.",),
    block=5,
    runs=10,
)
