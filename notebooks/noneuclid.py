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
# # Private optimisation beyond Euclid: one set of slides through the workbench
#
# Guzmán's slides on differentially private convex optimisation in $\ell_p$ norms (April 2022) go
# from report noisy max to Frank-Wolfe methods with variance reduction, whose error depends on the
# dimension through its logarithm only. This notebook follows them, runs the methods, and stops
# where a factor of two was lost.

# %%
import matplotlib.pyplot as plt
import numpy as np

from workbench.algorithms import NoisyTreeFrankWolfe, PolyhedralFrankWolfe
from workbench.algorithms.parts.norm_noise import NormNoise
from workbench.audit import LikelihoodVerdict, likelihood_ratio_audit
from workbench.errors import PrivacyError
from workbench.privacy import (
    AdvancedAccountant,
    GeneralizedGaussian,
    NoisyMax,
    PairedCurator,
    TrustedCurator,
)
from workbench.problems import LpBall
from workbench.problems.ball_instances import least_squares
from workbench.problems.sign_instances import sign_regression, signed_means, steep_pair
from workbench.rates import best_rate, compare
from workbench.report import examine
from workbench_papers.noneuclid.runs.poly_sfw import Printed

# %% [markdown]
# ## Report noisy max
#
# Add Laplace noise of scale $b$ to every score and release the index of the largest. The slides say
# that $b = \Delta/\epsilon$ makes this $\epsilon$-private. At a tie that is broken by a step of
# $\Delta$ in both directions, the exact loss is $2\epsilon - \ln(1 + \epsilon)$: above $\epsilon$.

# %%
found = examine("noneuclid.rnm", "noneuclid.rnm.repaired")
assert found.status == "refuted certified"
found

# %% [markdown]
# The same number from the exact law of the mechanism, and the loss of other pairs: with two scores
# far apart it comes as close to $2\epsilon$ as one likes. At twice the scale it stays below
# $\epsilon$.


# %%
def losses(scale: float, lead: float) -> float:
    """Log-ratio of the loser's chances: scores (0, lead) against (-1, lead + 1)."""
    law = NoisyMax(scale)
    p, q = (law.log_probability(scores) for scores in ([0.0, lead], [-1.0, lead + 1.0]))
    return float(p[0] - q[0])


assert abs(losses(1.0, 0.0) - (2 - np.log(2))) < 1e-12
budgets = np.linspace(0.05, 3, 40)
figure, axes = plt.subplots(figsize=(6.4, 3.4), layout="constrained")
for lead in (0.0, 2.0, 20.0):
    seen = [losses(1 / e, lead / e) for e in budgets]
    assert min(np.array(seen) - budgets) > 0
    axes.plot(budgets, seen, label=f"scale 1/eps, scores {lead:g}/eps apart")
safe = [losses(2 / e, 40 / e) for e in budgets]
assert max(np.array(safe) - budgets) < 0
axes.plot(budgets, safe, "C3", label="scale 2/eps, scores far apart")
axes.plot(budgets, budgets, "k--", label="as claimed")
axes.set(xlabel="eps", ylabel="exact loss")
axes.grid(visible=True, alpha=0.3)
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## Noise for a norm
#
# A gradient in the dual of $\ell_p$, $1 < p \le 2$, is known up to an $\ell_q$ distance. The
# generalised Gaussian mechanism has density $\propto e^{-\lVert z \rVert_q^2/2\sigma^2}$; the
# display of its Rényi divergence is off, its repair is that of a Gaussian with
# $\kappa = q - 1$ times the square of the sensitivity. The third claim is about what follows below.

# %%
found = examine("noneuclid.gg-renyi", "noneuclid.gg-renyi.repaired", "noneuclid.gg-vs-gauss")
assert found.status == "refuted certified certified"
found

# %% [markdown]
# The mean square of its norm is $d\sigma^2$, exactly. In five variables with $q = 4$, $\sigma = 1$:

# %%
law = GeneralizedGaussian(sigma=1.0, order=4.0, dimension=5)
sample = law.sample(np.random.default_rng(0), (100_000,))
print(f"mean square of the norm {(law.size(sample) ** 2).mean():.3f}, exact {law.mean_square}")
print(f"variance of a coordinate {sample.var():.3f}, exact {law.coordinate_variance:.3f}")
assert law.kappa == 3
assert abs((law.size(sample) ** 2).mean() - 5) < 0.06
assert abs(sample.var() - law.coordinate_variance) < 0.02

# %% [markdown]
# Is it worth the trouble? At the same privacy an isotropic Gaussian has
# $(\mathrm{E}|g|^q)^{2/q} \le q - 1$ in place of $\kappa$, so it is never worse. For $q = 4$ that
# is 1.73 in place of 3; and sums of Gaussians are Gaussian, while sums of several generalised ones
# cost another $\kappa$.

# %%
figure, axes = plt.subplots(figsize=(6.4, 3.4), layout="constrained")
orders, d = np.linspace(2.05, 12, 30), 50
for kind, marker in (("generalized", "-"), ("gaussian", "--")):
    made = [NormNoise(LpBall(d, q / (q - 1), 1.0), kind) for q in orders]
    bounds = [one.deviation(1.0, rho=0.5) ** 2 * one.square / d for one in made]
    axes.plot(orders, bounds, marker, label=f"{kind}, several releases")
made = [NormNoise(LpBall(d, q / (q - 1), 1.0), "generalized") for q in orders]
axes.plot(
    orders,
    [one.deviation(1.0, rho=0.5) ** 2 for one in made],
    ":",
    label="generalized, one release",
)
axes.set(xlabel="q", ylabel="bound on the mean square, over d", yscale="log")
axes.grid(visible=True, alpha=0.3)
axes.legend(frameon=False)
four = NormNoise(LpBall(d, 4 / 3, 1.0), "gaussian")
assert abs(four.deviation(1.0, rho=0.5) ** 2 * four.square / d - np.sqrt(3)) < 1e-9
plt.show()

# %% [markdown]
# ## The sensitivity lemma
#
# Poly-SFW keeps one recursive estimate of the gradient, secret, and releases a vertex per step by
# noisy max. How far may one record move a score? The slides lose a factor of two in the first term
# and up to two in the second; both corrected terms are attained.

# %%
found = examine("noneuclid.polysfw-sens", "noneuclid.polysfw-sens.repaired")
assert found.status == "refuted certified"
found

# %% [markdown]
# Two steep ramps in three variables attain the second term: $0.9212$, where $0.56$ is printed. The
# paired curator runs the method on both datasets at once and compares what is claimed with what
# happens. It refuses the printed claim and accepts the corrected one.

# %%
steep = steep_pair(n=20, index=10, eta=0.07)
corner = np.array([-1.0, 0.0, 0.0])
for kind, claimed in ((Printed, 0.56), (PolyhedralFrankWolfe, 0.9212)):
    method = kind(eta=0.07, loss=40.0, T=3)
    assert abs(method.sensitivity(steep.problem, 1, n=20) - claimed) < 1e-9
    curator = PairedCurator(steep.first, steep.second, np.random.default_rng(0))
    try:
        method.run(steep.problem, curator, trials=20, start=corner)
        print(f"{claimed} is accepted")
    except PrivacyError as error:
        print(str(error).split("\n")[0])
        assert kind is Printed

# %% [markdown]
# ## Poly-SFW: run, accounted, audited
#
# On least squares over the $\ell_1$ ball with random signs, 50 variables and 4,000 records. The
# accountant runs the same code without data. The start has an error of $0.15$: at small budgets the
# choices are hardly better than chance, and nothing is learned.

# %%
instance = sign_regression(d=50)
problem, n, delta = instance.problem, 4000, 1e-5
rng = np.random.default_rng(1)
for epsilon in (1.0, 10.0, 40.0):
    plan = PolyhedralFrankWolfe.calibrated(problem, n=n, epsilon=epsilon, delta=delta)
    spent = plan.cost(problem, n=n).epsilon_at(delta, using=AdvancedAccountant)
    x = plan.run(problem, TrustedCurator(problem.sample(rng, n), rng), trials=8)
    error, bound = instance.excess(x).mean(), plan.bound(problem, n=n)
    print(f"eps {epsilon:g}: spent {spent:.4f}, mean error {error:.3f}, bound {bound:.2f}")
    assert spent <= epsilon
    assert error < bound
assert abs(instance.excess(np.zeros((1, 50))).item() - 0.15) < 1e-9
assert error < 0.14

# %% [markdown]
# The bound is below the trivial $2 L_0 D = 4.6$ only for large budgets: the privacy term falls with
# $n^{-1/2}$. An attack on the whole transcript of a small run, where one record of the first batch
# is turned round, computes the exact likelihood ratio of all that was released. With the corrected
# sensitivity the claim stands; with the printed one it does not.

# %%
toy = signed_means(means=[1.0]).problem
second = toy.dataset(np.tile([1.0, 0.0], (16, 1)))
pair = (second.replace(0, [-1.0, 0.0]), second)
verdicts = {}
for kind in (PolyhedralFrankWolfe, Printed):
    method = kind(eta=0.05, loss=1.0, T=4)
    audit = likelihood_ratio_audit(
        lambda curator, trials, m=method: m.run(toy, curator, trials=trials),
        pair, epsilon=4.0, rng=np.random.default_rng(2), trials=300,
    )  # fmt: skip
    verdicts[kind] = audit.verdict
    print(audit)
assert verdicts[PolyhedralFrankWolfe] is LikelihoodVerdict.NO_VIOLATION_FOUND
assert verdicts[Printed] is LikelihoodVerdict.VIOLATION

# %% [markdown]
# ## Trees in $\ell_p$
#
# For $1 < p \le 2$ the slides add noise to gradients. Along binary trees every record is in one
# node only, so one release is paid for, whatever the number of steps. Error and bound on least
# squares in $\ell_{3/2}$, 20 variables; isotropic noise has the smaller bound. The bounds are for
# the worst loss in this geometry. Least squares is easy: its start is hardly further from optimal
# than the noise of a thousand records puts the answer.

# %%
ball = least_squares(20, 1.5)
figure, axes = plt.subplots(figsize=(6.4, 3.4), layout="constrained")
sizes = [2 * 2**k for k in range(9, 14, 2)]
for kind, colour in (("generalized", "C0"), ("gaussian", "C1")):
    plans = [NoisyTreeFrankWolfe.calibrated(ball, n=m, rho=0.5, kind=kind) for m in sizes]
    errors = []
    for plan, m in zip(plans, sizes, strict=True):
        runs = [TrustedCurator(ball.sample(rng, m), rng) for _ in range(8)]
        errors.append(np.mean([ball.excess(plan.run(ball, one)) for one in runs]))
    bounds = [plan.bound(ball) for plan in plans]
    assert (np.array(errors) < bounds).all()
    axes.loglog(sizes, bounds, colour, label=f"bound, {kind} noise")
    axes.loglog(sizes, errors, "o", color=colour, label="mean of eight runs")
start = ball.excess(ball.start[None]).item()
axes.axhline(start, color="k", ls="--", lw=1, label="start")
assert errors[-1] < 0.75 * start
axes.set(xlabel="records", ylabel="excess risk, rho = 1/2")
axes.grid(visible=True, alpha=0.3)
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## Rates
#
# A rate is not typed in: it is the best order of a bound over its free parameters, found by linear
# programming in logarithms and certified by its dual. For smooth non-convex losses in $\ell_p$ the
# bound has three terms in the number of steps $T$.

# %%
smooth = best_rate(
    ["T**(-1/2)", "T**(1/4)*n**(-1/2)", "d**(1/2)*T**(3/4)/(n*eps)"],
    free=["T"],
    region=["1/n", "1/d"],
)
smooth

# %%
known = compare(smooth, "n**(-1/3) + (d**(1/2)/(n*eps))**(2/5)")
assert known.verdict == "equal"
known

# %% [markdown]
# With a tree in every block the private exponent is 1/2 in place of 2/5. And one rate of the slides
# cannot be: for linear losses its private term vanishes, while two constant datasets force an error
# that does not.

# %%
rates = ["dp-def", "nc-lp", "nc-lp.tree", "asi-rate.two-points", "asi-rate"]
found = examine(*(f"noneuclid.{name}" for name in rates))
assert found.status == "certified certified certified certified refuted"
found
