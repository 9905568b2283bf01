"""A small experiment for tests: errors are exponential, method B twice as bad as method A."""

import os
import signal
import time
from dataclasses import replace

import numpy as np

from workbench.convergence.blocks import Blocks, blocks_of, simulate_blocks
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


def deadly(marker, *, times):
    """Simulate as the toy does, but kill the process of one block the first few times."""

    def simulate(one, rng, runs):
        seen = len(list(marker.iterdir()))
        if one.id == "T=100,B" and seen < times:
            (marker / str(seen)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return TOY.simulate(one, rng, runs)

    return replace(TOY, simulate=simulate)


def parent_of_sleepers(folder):
    def simulate(one, rng, runs):
        (folder / str(os.getpid())).touch()
        time.sleep(60)

    blocks = blocks_of(TOY, TOY.cells, runs=5, seed=0)
    list(simulate_blocks(replace(TOY, simulate=simulate), blocks, Blocks(folder / "s"), jobs=2))
