"""The repairs of Algorithm 2 as they run: a uniform window (2U), a tree of plain differences (2T).

Both stand still for one epoch and release the sum of its gradients, G0.  Then

    2U   S[t] = kappa S[t-N] + B-window,  leaves gamma g[t] in epoch 1, g[t] - kappa g[t-N] after
    2T   S[t] = G0 + C-prefix,            leaves g[t] - g[t-N]

and U[t] = S[t]/N is the mean of the last N gradients, plus noise.  In a repeated order that mean is
within eta L (N-1)/2 of the gradient of F, without chance: neither needs reshuffling, which
Algorithm 2 cannot have.  The bound of 2T is below the trivial one (the gradient norm is at most G)
at a few hundred records, where those of Algorithms 1 and 2 say nothing.
"""

import math

import numpy as np

from workbench.algorithms.momentum.difference_sums import TelescopingTree, UniformWindow
from workbench.claims import Claim, Outcome, Run, because, broken
from workbench.privacy import TrustedCurator, tiles
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import cosine_problem
from workbench_papers.momentum.algorithms import _runs as runs
from workbench_papers.momentum.algorithms._differences import ETA, register
from workbench_papers.momentum.algorithms._utility import against_bound

WINDOW = Claim(
    "momentum.alg2u.run",
    title="The uniform window as it runs: privacy, noise, descent",
    ours=("algorithm", "Not in the paper; repairs Algorithm 2"),
    statement=r"""\sigma_A = \frac{2G}{\sqrt{\rho_z}}, \; \sigma_B = \Delta_B
        \sqrt{\frac{\lceil T/N \rceil (K+1)}{\rho_z}} \text{ is } \rho_z\text{-zCDP}; \quad
        v_t = \frac{1}{N^2} \Big[ \kappa^{2J} \sigma_A^2 + \sigma_B^2 \sum_{l=0}^{J-1} \kappa^{2l}
        |\mathrm{tiles}(t-(l+1)N+1, t-lN)| \Big], \; J = \Big\lfloor \frac{t-1}{N} \Big\rfloor""",
    hypotheses=r"""\text{one data-independent order, repeated in every epoch; steps of length } \eta
        \Delta_B = 2(\gamma G + (1-\gamma) \min\{L\eta N, 2G\}), \; K = \lfloor \log_2 N \rfloor, \
            \; \text{tiles of at most } 2^K \text{ steps}""",
    parts=("sensitivity", "privacy", "noise", "descent"),
    uses=("momentum.alg2u", "momentum.sens-h", "momentum.thm-10", "momentum.lem-5-sharp"),
)

TREE = Claim(
    "momentum.alg2t.run",
    title="The tree of plain differences as it runs: privacy, noise, descent, utility",
    ours=("algorithm", "Not in the paper; repairs Algorithm 2"),
    statement=r"""\sigma_0 = \frac{2G}{\sqrt{\rho_z}}, \; \sigma = \sqrt{\frac{\Lambda}{\rho_z}},
        \; \Lambda = \sum_{2^k \le T'} n_k \, 4 \min\{2G, c_k L \eta N\}^2
        \text{ is } \rho_z\text{-zCDP}; \quad
        v_t = \frac{\sigma_0^2 + \sigma^2 \mathrm{pop}(t-N)}{N^2}; \quad
        \frac{1}{T'} \sum_{t > N} \operatorname{E} \lVert \nabla F(w_t) \rVert \le
        \frac{R}{\eta T'} + \frac{\eta L}{2} + \eta L (N-1)
        + \frac{2 \sqrt d}{T'} \sum_{t > N} \sqrt{v_t}""",
    hypotheses=r"""\text{one data-independent order, repeated in every epoch; steps of length } \
            \eta; \; T' = T - N
        c_k = \lceil 2^k/N \rceil; \; n_k = \lfloor T'/2^k \rfloor - \lfloor T'/2^{k+1} \rfloor, \
            \text{ and at most } \lceil T'/N \rceil \text{ for } 2^k \le N""",
    parts=("sensitivity", "privacy", "noise", "descent", "utility"),
    uses=("momentum.alg2t", "momentum.alg2u", "momentum.thm-10", "momentum.lem-5-sharp"),
)

register(WINDOW, UniformWindow, linear=True, gamma=0.1)
register(TREE, TelescopingTree, linear=False)


@WINDOW.statistical(part="noise", corner="N = 6, gamma = 0.2, T = 40")
@broken("without_the_leak_it_would_grow", "With kappa = 1 every window counts in full.", kappa=1.0)
def the_noise_has_its_closed_form(run: Run, *, kappa: float = 0.8) -> Outcome:
    """Measured variances of U_t, each t. The closed form with `kappa`, of runs with kappa = 0.8."""
    n = 6
    method = UniformWindow(gamma=0.2, eta=ETA, sigma_a=2.0, sigma_b=1.0, order="fixed")

    def variance(t: int) -> float:
        turns = (t - 1) // n
        total = 4.0 * kappa ** (2 * turns)
        for back in range(turns):
            end = t - back * n
            total += kappa ** (2 * back) * len(tiles(end - n + 1, end, longest=4))
        return total / n**2

    return runs.noise_variances(method, run, n=n, steps=40, variance=variance, first=n + 1)


@TREE.statistical(part="noise", corner="N = 5, T = 40, equal records")
@broken("the_bits_of_t_are_other_bits", "Pop(t) in place of pop(t - N).", shift=0)
def the_noise_counts_the_bits_after_the_first_epoch(run: Run, *, shift: int = 5) -> Outcome:
    """U_t minus the mean of the last N gradients, each t.
    (sigma_0^2 + sigma^2 pop(t - shift))/N^2 for runs with N = 5.
    """
    n = 5
    problem = cosine_problem(d=1)
    method = TelescopingTree(eta=ETA, sigma_base=2.0, sigma_node=1.0, order="fixed")
    data = problem.dataset(np.zeros((n, 1)))
    noises: list[np.ndarray] = []
    points: list[np.ndarray] = [np.tile(problem.start, (4000, 1))] * n

    def observe(w: np.ndarray, m: np.ndarray) -> np.ndarray:
        points.append(w)
        gradients = [problem.full_gradient(x, data) for x in points[-n:]]
        noises.append((m - np.mean(gradients, axis=0))[:, 0])
        return noises[-1]

    curator = TrustedCurator(data, run.rng("noise"))
    method.run(problem, curator, steps=40, trials=4000, observe=observe)
    return runs.variances_fit(
        noises, run, variance=lambda t: (4.0 + (t - shift).bit_count()) / n**2, first=n + 1
    )


def explicit_bound(
    problem: SmoothProblem, method: TelescopingTree, *, gap: float, n: int, steps: int
) -> float:
    """R/(eta T') + eta L/2 + eta L (N-1) + 2 sqrt(d) mean of the deviations, on one coordinate."""
    eta, L, rest = method.eta, problem.smoothness, steps - n
    deviations = [
        math.sqrt(method.sigma_base**2 + method.sigma_node**2 * s.bit_count()) / n
        for s in range(1, rest + 1)
    ]
    noise = 2 * math.sqrt(problem.dimension) * math.fsum(deviations) / rest
    return gap / (eta * rest) + eta * L / 2 + eta * L * (n - 1) + noise


def utility(
    trial: Run, *, share: float, n: int = 256, epochs: int = 12, size: int = 200
) -> Outcome:
    """Mean gradient norm of runs with rho = 2 against `share` of the bound, and G."""
    problem = cosine_problem(d=2)
    data = problem.dataset(
        np.random.default_rng(1).normal(0.0, 0.4, (n, 2))  # one basin, so that the gap is large
    )
    steps = n * epochs
    gap = problem.initial_gap(data)
    eta = math.sqrt(gap / (1.5 * problem.smoothness * n * (steps - n)))
    method = TelescopingTree.calibrated(problem, n=n, steps=steps, rho=2.0, eta=eta, order="fixed")
    bound = explicit_bound(problem, method, gap=gap, n=n, steps=steps)
    return against_bound(
        method, problem, data, trial, bound=bound, share=share, steps=steps, first=n + 1, size=size,
        stride=32,
    )  # fmt: skip


@TREE.statistical(part="utility", corner="the cosine instance, N = 256, 12 epochs, rho = 2")
@broken("a_fifth_of_the_bound_is_exceeded", share=0.2)
@because("The runs are not five times better than the bound.")
def gradients_are_below_the_explicit_bound(run: Run, *, share: float = 1.0) -> Outcome:
    """Where the bound is below G, so that it says something."""
    return utility(run, share=share)
