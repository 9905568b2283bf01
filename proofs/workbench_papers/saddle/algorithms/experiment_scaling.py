"""How the gap of Algorithm 1 scales over larger grids: `workbench experiment saddle.scaling`.

A planted vertex, K = 1, delta = 1e-6, and the parameters that the bound chooses.  One axis at a
time: records up to a million, epsilon, vertices of each player up to 1e5.  Conclusions are sign
tests on ratios of gaps: a hundredfold n or epsilon divides the gap by 10, which is told from what
the exponents 2/5 and 3/5 would give; a fivefold ln d multiplies it by 3.3, told from 1/2 and 1.
"""

import numpy as np

from workbench.convergence.comparisons import Below, Conclusion, Every
from workbench.convergence.grids import Cell, Curve, Experiment
from workbench.privacy.curators.separate import SeparateCurator
from workbench.problems.linear_saddle import planted
from workbench_papers.saddle.algorithms.algorithm_1_scaling import parameters

RECORDS, LEVELS, SIZES = (10_000, 100_000, 1_000_000), (0.2, 2.0, 20.0), (10, 100, 1000, 100_000)


def named(*, n: int = 100_000, epsilon: float = 2.0, d: int = 100) -> Cell:
    """The cell of these values."""
    return Cell((("n", f"n={n}"), ("eps", f"eps={epsilon:g}"), ("d", f"d={d}")))


def cells() -> tuple[Cell, ...]:
    """Every axis through n = 100000, eps = 2, d = 100."""
    found = [named(n=n) for n in RECORDS] + [named(epsilon=e) for e in LEVELS]
    return tuple(dict.fromkeys(found + [named(d=d) for d in SIZES]))


def simulate(cell: Cell, rng: np.random.Generator, runs: int) -> Curve:
    """Gaps after the last round, each run on a sample of its own."""
    n, epsilon, d = (float(cell[axis].partition("=")[2]) for axis in ("n", "eps", "d"))
    problem = planted(int(d))
    method = parameters(problem, n=int(n), epsilon=epsilon)
    curator = SeparateCurator(problem.sample(rng, int(n) * runs), rng, trials=runs)
    out = method.run(problem, curator, trials=runs)
    return Curve((method.T,), problem.gaps(out.x, out.y).upper[None])


def between(large: Cell, small: Cell, *, base: float, powers: tuple[float, float]) -> Every:
    """Run against run, Gap(large)/Gap(small) lies between two powers of the base."""
    low, high = powers
    return Every(
        (Below((large.id,), (small.id,), base**high), Below((small.id,), (large.id,), base**-low))
    )


FALLING = (-0.55, -0.45)
SCALING = Experiment(
    id="saddle.scaling",
    title="Gap of Algorithm 1 at the parameters of its bound, on a planted vertex",
    source="Theorem 3.1, third part; Table 1",
    cells=cells(),
    simulate=simulate,
    panel=("eps", "n"),
    line="d",
    column="n",
    error="duality gap",
    conclusions=(
        Conclusion(
            "records", "Records enter with exponent -1/2 (not -2/5 or -3/5).",
            between(named(n=RECORDS[2]), named(n=RECORDS[0]), base=100, powers=FALLING),
        ),
        Conclusion(
            "budget", "Epsilon enters with exponent -1/2 (not -2/5 or -3/5).",
            between(named(epsilon=LEVELS[2]), named(epsilon=LEVELS[0]), base=100, powers=FALLING),
        ),
        Conclusion(
            "dimension", "ln d enters with exponent 3/4 (not 1/2 or 1).",
            between(named(d=SIZES[3]), named(d=SIZES[0]), base=5, powers=(0.625, 0.875)),
        ),
    ),
    block=5,
    runs=20,
)  # fmt: skip
