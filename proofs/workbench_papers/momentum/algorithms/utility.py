"""Runs of Algorithms 1 and 2 and of the uniform window against their explicit utility bounds.

A bound is worth a run only where it is below the trivial one: the gradient norm is at most G.  At
rho = 2, in one dimension and on an instance with a small gap, that of Theorem 6 is so from about
eight hundred records and thirty epochs, that of the window from a few hundred.  That of the
repaired Theorem 9 needs more iterations than can be run here: its row says how many.  As it holds
for every noise, it is run with rho = 1000, which is no privacy to speak of; for small rho there are
the parts of the error (`momentum.error-split`).
"""

import math

from workbench.algorithms.momentum.difference_momentum import DifferenceMomentum
from workbench.algorithms.momentum.difference_sums import UniformWindow
from workbench.algorithms.momentum.tree_momentum import TreeMomentum
from workbench.claims import Claim, Figure, Outcome, Run, because, broken
from workbench.privacy import tiles
from workbench_papers.momentum.algorithms._utility import against_bound, flank

NEARLY_PUBLIC = 1000.0

THEOREM_6 = Claim(
    "momentum.thm-6.run",
    title="Runs of Algorithm 1 against the bound of Theorem 6",
    ours=("remark", "Theorem 6; the runs are not in the paper"),
    statement=r"""\frac1T \sum_t \mathbb{E} \lVert \nabla F(w_t) \rVert \le \frac{R}{\eta T}
        + \frac{\eta L}{2} + 2 \Big[ \frac{GN}{T} + 3 \eta L (N-1) + \frac{G}{\sqrt{2N-1}}
        + \frac{\sigma}{N} \sqrt{d B} \Big] < G, \quad
        B = 1 + \log_2\Big( 1 + \frac N2 \Big)""",
    hypotheses=r"""\text{a new order in each epoch; } \alpha = 1/N, \; \eta = \sqrt{R/(6LNT)}, \; \
            \sigma \text{ for } \rho = 2""",
    uses=("momentum.thm-6", "momentum.alg1"),
)

THEOREM_9 = Claim(
    "momentum.thm-9.repaired.run",
    title="Runs of Algorithm 2 against the bound of the repaired Theorem 9",
    ours=("remark", "Theorem 9, corrected; the runs are not in the paper"),
    statement=r"""\frac1T \sum_t \mathbb{E} \lVert \nabla F(w_t) \rVert \le \frac{R}{\eta T}
        + \frac{\eta L}{2} + 2 \Big[ \frac{GN}{aT} + \frac{\eta L N}{a} + \frac{aG}{2}
        + \frac{1+a}{N} \sqrt{dK} \Big( \sqrt3 \sigma_A + \sqrt2 \frac{\sigma_B}{\sqrt\gamma}
        \Big) \Big] < G""",
    hypotheses=r"""\text{a repeated order; } \alpha = a/N, \; a = 3/10, \; \gamma = L \eta N/G, \; \
            \eta = \sqrt{R a/(2LNT)}, \; \text{noise for } \rho = 1000""",
    uses=("momentum.thm-9.repaired", "momentum.alg2"),
    note="For rho of a few units the bound is above G at every size that runs in seconds.",
)

WINDOW = Claim(
    "momentum.alg2u.utility",
    title="Utility of the uniform window, on runs with little noise to spare",
    ours=("theorem", "Not in the paper; repairs Theorem 9"),
    statement=r"""\frac{1}{T'} \sum_{t > N} \mathbb{E} \lVert \nabla F(w_t) \rVert \le
        \frac{R}{\eta T'} + \frac{\eta L}{2} + \eta L (N-1)
        + \frac{2 \sqrt d}{T'} \sum_{t > N} \sqrt{v_t} < G""",
    hypotheses=r"""\text{a repeated order; } T' = T - N, \; \eta = \sqrt{2R/(3LNT')}, \; \
            \text{noise for } \rho = 2; \; v_t \text{ as in } \texttt{momentum.alg2u.run}""",
    uses=("momentum.lem-5-sharp", "momentum.alg2u", "momentum.alg2u.run"),
)


def theorem_6(
    *, R: float, L: float, G: float, d: int, n: int, steps: int, eta: float, sigma: float
) -> float:
    """The bound at alpha = 1/N."""
    errors = G * n / steps + 3 * eta * L * (n - 1) + G / math.sqrt(2 * n - 1)
    errors += sigma / n * math.sqrt(d * (1 + math.log2(1 + n / 2)))
    return R / (eta * steps) + eta * L / 2 + 2 * errors


def algorithm_1(trial: Run, share: float, *, n: int = 768, epochs: int = 32) -> Outcome:
    """Runs with fresh orders."""
    problem, data, R = flank(n)
    steps, L = n * epochs, problem.smoothness
    eta = math.sqrt(R / (6 * L * n * steps))
    method = TreeMomentum.calibrated(
        problem, n=n, steps=steps, rho=2.0, alpha=1 / n, eta=eta, order="fresh"
    )
    bound = theorem_6(R=R, L=L, G=1.0, d=1, n=n, steps=steps, eta=eta, sigma=method.sigma)
    return against_bound(
        method, problem, data, trial, bound=bound, share=share, steps=steps, size=32, stride=96
    )


@THEOREM_6.statistical(corner="the cosine instance, d = 1, N = 768, 32 epochs, rho = 2")
@broken("an_eighth_of_it_is_exceeded", share=1 / 8)
@because("The runs are not eight times better than the bound.")
def gradients_are_below_the_bound_of_theorem_6(run: Run, *, share: float = 1.0) -> Outcome:
    """Mean over all iterations of 32 runs."""
    return algorithm_1(run, share)


def theorem_9(
    *, R: float, L: float, G: float, d: int, n: int, steps: int, a: float, rho: float
) -> float:
    """The bound with the noise of Theorem 8, half of rho for each tree, and gamma = L eta N/G."""
    eta, depth = math.sqrt(R * a / (2 * L * n * steps)), n.bit_length()
    gamma = min(1.0, L * eta * n / G)
    sigma_a = 2 * G * math.sqrt(2 * depth / rho)
    moved = 2 * (gamma * G + (1 - gamma) * min(L * eta * n, 2 * G))
    sigma_b = moved * math.sqrt(max(1, -(-steps // n) - 1) * depth / rho)
    noise = math.sqrt(3) * sigma_a + math.sqrt(2 / gamma) * sigma_b
    errors = G * n / (a * steps) + eta * L * n / a + a * G / 2
    errors += (1 + a) / n * math.sqrt(d * (depth - 1)) * noise
    return R / (eta * steps) + eta * L / 2 + 2 * errors


def private_size(R: float, *, limit: int = 2**24) -> Figure:
    """The least T = N E up to `limit`, N and E powers of two, with a bound below G at rho = 2."""
    for power in range(2, limit.bit_length()):
        for k in range(1, power + 1):
            for a in (0.1, 0.2, 0.3, 0.5, 1.0):
                found = theorem_9(R=R, L=1.0, G=1.0, d=1, n=2**k, steps=2**power, a=a, rho=2.0)
                if found < 1:
                    return Figure("iterations from which the bound is below G", 2**power,
                                  note="at rho = 2, for powers of two N and T/N")  # fmt: skip
    return Figure("iterations from which the bound is below G", f"above {limit}", note="at rho = 2")


def algorithm_2(trial: Run, share: float, *, n: int = 64, epochs: int = 128) -> Outcome:
    """Runs in one order."""
    problem, data, R = flank(n)
    steps, L, G, a = n * epochs, problem.smoothness, problem.lipschitz, 0.3
    eta = math.sqrt(R * a / (2 * L * n * steps))
    method = DifferenceMomentum.calibrated(
        problem, n=n, steps=steps, rho=NEARLY_PUBLIC, alpha=a / n, eta=eta,
        gamma=min(1.0, L * eta * n / G), order="fixed",
    )  # fmt: skip
    bound = theorem_9(R=R, L=L, G=G, d=1, n=n, steps=steps, a=a, rho=NEARLY_PUBLIC)
    return against_bound(
        method, problem, data, trial, bound=bound, share=share, steps=steps, size=60,
        figures=(private_size(R),),
    )  # fmt: skip


@THEOREM_9.statistical(corner="the cosine instance, d = 1, N = 64, 128 epochs, rho = 1000")
@broken("an_eighth_of_that_is_exceeded", share=1 / 8)
@because("The runs are not eight times better than the bound.")
def gradients_are_below_the_bound_of_theorem_9(run: Run, *, share: float = 1.0) -> Outcome:
    """Mean over all iterations of 60 runs."""
    return algorithm_2(run, share)


def window_deviations(method: UniformWindow, *, n: int, steps: int) -> list[float]:
    """sqrt(v_t) for t = N + 1..T; the numbers of tiles repeat after 2^K steps."""
    longest = 1 << (n.bit_length() - 1)
    kappa = 1 - method.gamma
    counts = [len(tiles(t + 1, t + n, longest=longest)) for t in range(longest)]
    sums = [0.0] * n  # entry t mod N: the sum over the windows before t, weighted
    found = []
    for t in range(1, steps + 1):
        before = sums[t % n] if t > n else 0.0
        sums[t % n] = kappa**2 * before + (counts[(t - n) % longest] if t > n else 0.0)
        if t > n:
            base = method.sigma_a**2 * kappa ** (2 * ((t - 1) // n))
            found.append(math.sqrt(base + method.sigma_b**2 * sums[t % n]) / n)
    return found


def window(trial: Run, share: float, *, n: int = 256, epochs: int = 16) -> Outcome:
    """Runs of the uniform window in one order."""
    problem, data, R = flank(n)
    L, rest = problem.smoothness, n * (epochs - 1)
    eta = math.sqrt(R / (1.5 * L * n * rest))
    method = UniformWindow.calibrated(
        problem, n=n, steps=n * epochs, rho=2.0, gamma=0.1, eta=eta, order="fixed"
    )
    deviations = window_deviations(method, n=n, steps=n * epochs)
    noise = 2 * math.sqrt(problem.dimension) * math.fsum(deviations) / rest
    bound = R / (eta * rest) + eta * L / 2 + eta * L * (n - 1) + noise
    return against_bound(
        method, problem, data, trial, bound=bound, share=share, steps=n * epochs, first=n + 1
    )


@WINDOW.statistical(corner="the cosine instance, d = 1, N = 256, 16 epochs, rho = 2, gamma = 1/10")
@broken("a_quarter_of_it_is_exceeded", share=0.25)
@because("The runs are not four times better than the bound.")
def gradients_are_below_the_bound_of_the_window(run: Run, *, share: float = 1.0) -> Outcome:
    """Mean over the iterations of 100 runs after the first epoch."""
    return window(run, share)
