"""Other noise for the momentum, as it runs: independent, the refined tree, the square root.

Same gradients, orders and steps as Algorithm 1 (not in the paper).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import numpy as np

from workbench.algorithms.momentum.compared_momentum import ComparedMomentum, Sums
from workbench.algorithms.momentum.noisy_sums import root_coefficients, root_weights
from workbench.algorithms.momentum.normalised import NormalisedDescent
from workbench.claims import Claim, Outcome, Run, all_of, because, broken
from workbench.harness import Case, decided, examine
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import cosine_problem, linear_problem
from workbench_papers.momentum.algorithms import _runs as runs

RHO, ETA, RECORDS, STEPS = 0.5, 0.03, 6, 27
KINDS: tuple[Sums, ...] = get_args(Sums)

CLAIM = Claim(
    "momentum.comparisons.run",
    title="Momentum from independent noise, the refined tree, the square root: privacy and noise",
    ours=("algorithm", "Not in the paper"),
    statement=r"""\sigma = 2G \sqrt{\frac{V}{2 \rho_z}} \text{ is } \rho_z\text{-zCDP}; \quad
        \frac{v_t}{\alpha^2 \sigma^2} = \sum_{i < t} q^{2i} \; (\text{independent}), \;
        \sum_{k: b_k(t) = 1} \frac{\nu_k}{\sigma^2} q^{2 (t \bmod 2^k)} \; (\text{refined}), \;
        \sum_{k < t} c_k^2 \; (\text{square root})""",
    hypotheses=r"""V \text{: the sum over the releases of the squared weights of the worst record}
        \text{a repeated order, data-independent}""",
    parts=("sensitivity", "privacy", "noise"),
    uses=("momentum.honaker", "momentum.matrix-mechanism", "momentum.thm-4", "momentum.thm-10"),
)


def made(sums: Sums, *, rho: float = RHO) -> ComparedMomentum:
    """Calibrated for a fixed order and losses with G = 1."""
    return ComparedMomentum.calibrated(
        linear_problem(d=2), n=RECORDS, steps=STEPS, rho=rho, alpha=1 / RECORDS, eta=ETA,
        order="fixed", sums=sums,
    )  # fmt: skip


@CLAIM.statistical(part="sensitivity", corner="three losses, N up to 6, pairs that pull apart")
@broken("a_constant_that_is_too_small", declared=0.99)
@because("One per cent less than the Lipschitz constant.")
def no_release_moves_by_more_than_is_claimed(run: Run, *, declared: float = 1.0) -> Outcome:
    """Every release of paired runs, one permutation per trial.
    Paired runs on losses that declare `declared` times their Lipschitz constant.
    """

    def cases() -> Iterator[tuple[str, NormalisedDescent, SmoothProblem, int, int]]:
        for exact in (linear_problem(d=1), linear_problem(d=2), cosine_problem(d=1)):
            problem = replace(exact, lipschitz=declared * exact.lipschitz)
            for sums in KINDS:
                for n, steps in ((1, 5), (3, 14), (4, 20), (6, 27)):
                    method = ComparedMomentum(
                        alpha=0.25, eta=ETA, sigma=1.0, order="single", sums=sums
                    )
                    yield f"{sums}, {problem.name}, N = {n}", method, problem, n, steps

    return runs.sensitivities(cases, run)


@CLAIM.exact(part="privacy", corner="the square root; six pairs (N, T), all records", uses=())
@broken("no_smaller_charge_covers_it", "A smaller charge is exceeded.", share=0.999)
def the_first_record_is_the_worst(*, share: float = 1.0) -> Outcome:
    """It is used first and at least as often.
    The norm of the weights of the first record, times `share`, against every record's.
    """
    found = True
    for n, steps in ((1, 6), (2, 9), (3, 12), (5, 14), (6, 4), (16, 100)):
        for alpha in (0.25, 1 / 64):
            c = root_coefficients(steps, decay=1 - alpha)
            stated = share * float((root_weights(steps, n=n, decay=1 - alpha) ** 2).sum())
            for place in range(n):
                weights = np.zeros(steps)
                for start in range(place, steps, n):
                    weights[start:] += c[: steps - start]
                found &= float((weights**2).sum()) <= stated
    return decided(
        found, "all places of a record",
        f"{share:g} times the charge of the first record, against those of all records",
    )  # fmt: skip


@examine(CLAIM, accounted="the_accountant_reads_the_budget")
@broken("three_times_the_budget_is_overspent", spent=3.0)
@because("Noise for 3 rho is not accounted as rho.")
def budget(*, spent: float = 1.0) -> tuple[Case, ...]:
    """Independent and refined sums; N = 6, T = 27.

    Release by release, from the rows of each, with noise for `spent` times rho.
    """
    kinds: tuple[Sums, ...] = ("independent", "refined")
    return tuple(apart(sums=sums, spent=spent) for sums in kinds)


@examine(CLAIM, audit="audit_of_the_square_root_finds_no_violation")
@examine(
    CLAIM, audit="audit_of_the_refined_tree_finds_no_violation", sums="refined",
    corner="The extremal pair of linear losses, refined tree, N = 6, T = 27",
    caught=("half-scale", "reuse-noise"), tight=False,
)  # fmt: skip
@examine(
    CLAIM, audit="audit_of_independent_noise_finds_no_violation", sums="independent",
    corner="The extremal pair of linear losses, independent noise, N = 6, T = 27", tight=False,
)  # fmt: skip
def apart(*, sums: Sums = "factorised", spent: float = 1.0) -> Case:
    """The extremal pair of linear losses, square root, N = 6, T = 27.

    The first record is replaced, the worst one for the square root.
    """
    problem = linear_problem(d=2)
    found = runs.case(made(sums, rho=spent * RHO), problem, n=RECORDS, steps=STEPS, rho=RHO)
    return replace(found, pair=problem.extremal_pair(RECORDS, index=0))


@CLAIM.statistical(part="noise", corner="alpha = 0.2, N = 6, T = 37")
@broken("a_quarter_more", "Variances that are off by 5/4 are seen.", factor=1.25)
def the_noise_has_its_closed_forms(run: Run, *, factor: float = 1.0) -> Outcome:
    """Measured variances of m_t, each t, each kind of sums.
    The closed forms, times `factor`, of runs with N = 6, T = 37.
    """
    found = []
    for sums in KINDS:
        method = ComparedMomentum(alpha=0.2, eta=ETA, sigma=2.0, order="fixed", sums=sums)

        def variance(t: int, method: ComparedMomentum = method) -> float:
            return factor * method.variance(t)

        found.append(
            runs.noise_variances(
                method, replace(run, alpha=run.alpha / len(KINDS)), n=RECORDS, steps=37,
                variance=variance,
            )
        )  # fmt: skip
    return all_of(*found)
