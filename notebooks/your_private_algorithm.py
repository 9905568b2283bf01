# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Your own private algorithm, from curator to claim
#
# You have an algorithm and its privacy analysis. This notebook writes it once, against a
# **curator**, and gets four things from that one source: runs, its cost, audits, and a claim with a
# verdict. The example is a private median: descent along clipped distances to the records.

# %%
from dataclasses import dataclass

import numpy as np

from workbench.algorithms import Method
from workbench.audit import likelihood_ratio
from workbench.claims import Claim, broken
from workbench.harness import Case
from workbench.harness import examine as examined
from workbench.privacy import (
    Curator,
    Dataset,
    Gaussian,
    Mutant,
    PairedCurator,
    TrustedCurator,
    ZCDPAccountant,
    mean_query,
)
from workbench.report import examine

# %% [markdown]
# ## Why a curator
#
# An algorithm never touches the data. It asks a curator for a secret, a mean over the records, and
# for noise on it; all that it does with the answers is post-processing. So privacy depends on the
# questions alone, and the same source runs where noise is drawn, where costs are added up, and
# where two neighbouring datasets are compared. It cannot say one thing to the accountant and do
# another to the data.
#
# ## The question
#
# `mean_query` makes a question of a function of a point and a record. Arrays carry a leading axis
# of trials, so that a thousand runs are one program: points have shape (trials, d), records
# (1, m, k), and the function is written as for one point and one record.


# %%
def pull(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """The derivative of the Huber loss of x - z."""
    return np.clip(x - z, -1, 1)


points = np.zeros((4, 1))
data = Dataset(np.array([[-2.0], [0.5], [0.7], [0.9], [3.0]]))
ask = TrustedCurator(data, np.random.default_rng(0))
gradient = ask.secret(mean_query(pull, points))
release = ask.gaussian(gradient, sigma=0.1, sensitivity=2 / 5)
assert release.shape == (4, 1)
release.ravel()

# %% [markdown]
# Replacing one of $n$ records moves the mean by at most $2/n$: each value lies in $[-1, 1]$. That
# is the sensitivity, which the algorithm states and a paired curator will check. A secret itself
# cannot be looked at:

# %%
try:
    np.asarray(gradient)
except Exception as error:  # noqa: BLE001 - the reader sees which one
    print(type(error).__name__, "-", str(error).partition("\n")[0])

# %% [markdown]
# ## The algorithm
#
# A method is a frozen dataclass of its parameters with one function, `run`. The problem holds what
# is public. The points stay in $[-1, 1]$ by projection.


# %%
@dataclass(frozen=True)
class Median:
    """Records in [-3, 3]; what a method may ask."""

    def distance(self, x: np.ndarray) -> object:
        """The question: the mean clipped distance."""
        return mean_query(pull, x)

    def extremal_pair(self, n: int) -> tuple[Dataset, Dataset]:
        """Neighbours whose clipped distances differ by 2 at every point of [-1, 1]."""
        first = Dataset(np.full((n, 1), 3.0))
        return first, first.replace(0, [-3.0])


@dataclass(frozen=True, kw_only=True)
class PrivateMedian(Method[Median, np.ndarray]):
    """Noisy descent for the median: `steps` releases of sensitivity 2/n."""

    eta: float
    sigma: float
    steps: int

    def run(self, problem: Median, curator: Curator, *, trials: int = 1) -> np.ndarray:
        x = np.zeros((trials, 1))
        for _ in range(self.steps):
            secret = curator.secret(problem.distance(x))
            noisy = curator.gaussian(secret, sigma=self.sigma, sensitivity=2 / curator.n)
            x = np.clip(x - self.eta * noisy, -1, 1)
        return x


# %% [markdown]
# The analysis with paper and pencil: each release costs $\rho = (2/n)^2 / (2 \sigma^2)$ of
# zero-concentrated differential privacy, and costs add up. For a budget $\rho$ in $T$ steps,
# $\sigma = (2/n) \sqrt{T / (2 \rho)}$.


# %%
def calibrated(n: int, rho: float, steps: int) -> PrivateMedian:
    """The method whose noise spends rho."""
    sigma = 2 / n * np.sqrt(steps / (2 * rho))
    return PrivateMedian(eta=0.5, sigma=float(sigma), steps=steps)


n, rho, steps = 200, 0.5, 16
method, problem = calibrated(n, rho, steps), Median()
rng = np.random.default_rng(1)
records = Dataset(np.clip(rng.standard_cauchy((n, 1)) + 0.4, -3, 3))
found = method.run(problem, TrustedCurator(records, rng), trials=1000)
print(f"median {np.median(records.records):.3f}, private {found.mean():.3f} +- {found.std():.3f}")
assert abs(found.mean() - np.median(records.records)) < 0.2

# %% [markdown]
# ## What it costs
#
# The accountant runs the same `run` without data and adds up. Its reading is proven, and shows the
# releases that it saw.

# %%
cost = method.cost(problem, n=n)
(account,) = cost.accountants(ZCDPAccountant)
print(f"claimed rho = {rho}, read {float(account.rho):.12f}")
assert abs(float(account.rho) - rho) < 1e-9
cost

# %% [markdown]
# ## What an audit sees
#
# A paired curator holds two neighbours and adds up the exact log-likelihood ratio of everything
# that was released, and it checks each stated sensitivity on the way. With half the noise, planted
# in the sampler, the audit finds a violation; an audit that could not would prove nothing.

# %%
small = calibrated(10, rho, 4)
delta = 1e-3
claimed = Gaussian(1.0).epsilon_at(delta, sensitivity=float(np.sqrt(2 * rho)))
options = {"epsilon": claimed, "delta": delta, "samples": 5000, "seed": 1}
pair = problem.extremal_pair(10)
honest = likelihood_ratio(lambda c, k: small.run(problem, c, trials=k), pair, **options)
faulty = likelihood_ratio(
    lambda c, k: small.run(problem, c, trials=k),
    pair, wrap=lambda c: Mutant(c, "half-scale"), **options,
)  # fmt: skip
assert honest.verdict == "no violation found"
assert faulty.verdict == "violation"
faulty

# %% [markdown]
# A wrong sensitivity is a fault of the analysis, and no noise hides it from the paired curator:


# %%
@dataclass(frozen=True, kw_only=True)
class Forgetful(PrivateMedian):
    """States 1/n, as if a record could only be removed."""

    def run(self, problem: Median, curator: Curator, *, trials: int = 1) -> np.ndarray:
        secret = curator.secret(problem.distance(np.zeros((trials, 1))))
        return curator.gaussian(secret, sigma=self.sigma, sensitivity=1 / curator.n)


try:
    wrong = Forgetful(eta=0.5, sigma=1.0, steps=1)
    wrong.run(problem, PairedCurator(*pair, rng), trials=2)
except Exception as error:  # noqa: BLE001
    print(type(error).__name__, "-", error)

# %% [markdown]
# ## The claim
#
# A `Case` is the method at one size with what is claimed of it, and `examine` of
# `workbench.harness` registers the standard checks of it, each with its mutants: the accountant
# reads no more than the budget, whole transcripts on the worst pair do not violate it, and no
# release moves by more than it states, and one by all of it. Changed arguments are mutants of one's
# own.

# %%
CLAIM = Claim(
    "mine.private-median",
    title="The private median is zero-concentrated differentially private",
    statement=r"\sigma = \frac{2}{n} \sqrt{\frac{T}{2 \rho}} \implies \rho\text{-zCDP}",
    ours=("theorem", "this notebook"),
)


@examined(CLAIM, audit=True, attained=True)
@examined(CLAIM, accounted=True)
@broken("half_of_the_noise_overspends", "A sensitivity of 1/n.", noise=0.5)
def ten_records(*, noise: float = 1.0) -> Case:
    """n = 10, T = 4, rho = 1/2."""
    made = calibrated(10, 0.5, 4)
    made = PrivateMedian(eta=made.eta, sigma=noise * made.sigma, steps=made.steps)
    pair = Median().extremal_pair(10)
    return Case(made, Median(), n=10, pair=pair, rho=0.5, gaussian=True)


CLAIM

# %%
verdict = examine(CLAIM)
assert verdict.status == "supported"
verdict

# %% [markdown]
# The checks look at one size, and the verdict says so: **supported**, because a corner of the
# domain counts as support, however exact. The theorem for all sizes is two lines of algebra, which
# the notebook "Prove your lemma" shows how to certify.
