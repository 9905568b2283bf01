"""Algorithm 2 from two prefix trees, as it runs (not in the paper): privacy, noise, descent.

A node of the second tree enters M[t] through several shifts by N: its coefficients add up first and
are squared afterwards, so the variance has no closed form beyond that sum.
"""

from collections import defaultdict

import numpy as np

from workbench.algorithms.momentum.difference_momentum import DifferenceMomentum
from workbench.algorithms.momentum.prefix_differences import PrefixDifferences
from workbench.claims import Claim, Figure, Outcome, Run, because, broken
from workbench.harness import decided
from workbench.privacy import NoiselessCurator, tiles
from workbench.problems.nonconvex_instances import cosine_problem
from workbench_papers.momentum.algorithms import _runs as runs
from workbench_papers.momentum.algorithms._differences import ETA, register

CLAIM = Claim(
    "momentum.alg2p.run",
    title="Algorithm 2 from prefixes, as it runs: privacy, noise, descent",
    ours=("algorithm", "Not in the paper; another form of Algorithm 2"),
    statement=r"""\sigma_A = 2G \sqrt{\frac{K+1}{\rho_z}}, \; \sigma_B = \Delta_B
        \sqrt{\frac{V_B}{\rho_z}} \text{ is } \rho_z\text{-zCDP}; \quad
        v_t = \alpha^2 \Big[ \sigma_A^2 \sum_{\text{nodes of } A} c^2
        + \sigma_B^2 \sum_{\text{nodes of } B} c^2 \Big]""",
    hypotheses=r"""\text{one data-independent order, repeated in every epoch; steps of length } \eta
        \Delta_B = 2(\gamma G + (1-\gamma) \min\{L\eta N, 2G\}), \; K = \lfloor \log_2 N \rfloor
        V_B \text{: the sum over prefix nodes of } 1..T-N \text{ of the squared weights of a \
            record}; \; c \text{: the sum of a node's coefficients over the shifts by } N""",
    parts=("sensitivity", "privacy", "noise", "momentum", "descent"),
    uses=(
        "momentum.alg2p", "momentum.thm-4", "momentum.sens-h", "momentum.thm-10",
        "momentum.lem-5-sharp",
    ),
)  # fmt: skip

register(CLAIM, PrefixDifferences, linear=True, weighted=True, gamma=0.1)


@CLAIM.statistical(part="noise", corner="N = 6, alpha = 0.1, gamma = 0.2, T = 40")
@broken("squares_do_not_add_up_over_shifts", first=False)
@because("A node that is used again is the same noise.")
def the_noise_is_that_of_the_nodes(run: Run, *, first: bool = True) -> Outcome:
    """Variances of m_t for N = 6, T = 40; if `first`, coefficients add up before the square."""
    n, alpha, gamma = 6, 0.1, 0.2
    q, kappa = 1 - alpha, 1 - gamma
    method = PrefixDifferences(
        alpha=alpha, gamma=gamma, eta=ETA, sigma_a=2.0, sigma_b=1.0, order="fixed"
    )

    def variance(t: int) -> float:
        found: dict[tuple[float, int, int], list[float]] = defaultdict(list)
        back = 1.0
        while t > n:
            for a, b in tiles(1, t - n):
                found[1.0, a, b].append(back * q ** (t - n - b))
            for a, b in tiles(1, n):
                found[2.0, a, b].append(back * q ** (t - b))
            t, back = t - n, back * kappa
        for a, b in tiles(1, t):
            found[2.0, a, b].append(back * q ** (t - b))
        squares = (
            s**2 * (sum(c) ** 2 if first else sum(x**2 for x in c))
            for (s, _, _), c in found.items()
        )
        return alpha**2 * sum(squares)

    return runs.noise_variances(method, run, n=n, steps=40, variance=variance)


@CLAIM.exact(part="momentum", corner="five N up to 8, T = 7N + 2", uses=())
@broken("another_weight_is_another_path", "A hundredth more weight is seen.", alpha=0.303)
def without_noise_it_is_algorithm_2(*, alpha: float = 0.3) -> Outcome:
    """The same path as from windows.
    Exact answers: prefixes with weight 0.3 against windows with weight `alpha`.
    """
    problem, worst = cosine_problem(d=2), 0.0
    for n in (1, 3, 4, 7, 8):
        data = problem.dataset(problem.loss.draw(np.random.default_rng(n), n))
        ends = [
            made.run(problem, NoiselessCurator(data), steps=7 * n + 2).x
            for made in (
                PrefixDifferences(
                    alpha=0.3, gamma=0.2, eta=ETA, sigma_a=1.0, sigma_b=1.0, order="fixed"
                ),
                DifferenceMomentum(
                    alpha=alpha, gamma=0.2, eta=ETA, sigma_a=1.0, sigma_b=1.0, order="fixed"
                ),
            )
        ]
        worst = max(worst, float(np.abs(ends[0] - ends[1]).max()))
    # 58 normalised steps blow rounding up
    return decided(
        worst <= 1e-10, "runs without noise", f"last points differ by at most {worst:.3g}",
        figures=(Figure("largest difference", worst),),
    )  # fmt: skip
