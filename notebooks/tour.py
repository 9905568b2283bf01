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
# # A tour of the workbench
#
# A **claim** is something that a paper asserts. A claim owns **checks**; a check returns an
# **outcome**; a **verdict** is computed from the outcomes and from the claims that this one uses.
# Nobody types a verdict. This tour loads a claim, shows it, verifies it, breaks it, and audits an
# algorithm.

# %%
import numpy as np
import sympy as sp

from workbench.algorithms import HeavyBall
from workbench.audit import LikelihoodVerdict, likelihood_ratio_audit
from workbench.claims import Claim, Outcome, load
from workbench.convergence import expected_suboptimality
from workbench.privacy import Mutant, TrustedCurator, uniform_scale
from workbench.problems import reference_quadratic
from workbench.report import examine
from workbench.rigor import certify, counterexample, identity, inequality
from workbench.rigor.check import check_certificate
from workbench.symbolic import relation

# %% [markdown]
# ## A claim, shown
#
# Proposition 4.2 of the accelerated-optimisation paper says how to split a privacy budget over the
# steps of Nesterov's method. A claim shows what it says and which checks it has; nothing has run.

# %%
library = load()
claim = library["accel.prop-4-2"]
claim

# %% [markdown]
# ## ... verified
#
# The number of steps stays symbolic: the excess cost of any other split is a sum of terms that are
# visibly non-negative. "Certified" says that the whole statement, as it is declared to the machine,
# is what the certificates end in.

# %%
found = examine("accel.prop-4-2")
assert found.status == "certified"
found

# %% [markdown]
# The evidence carries a certificate: plain JSON that a checker of a few hundred lines accepts. It
# imports neither sympy nor a solver.

# %%
evidence = found.report["claims"][0]["evidence"][0]
answer = check_certificate(evidence["certificate"])
assert answer.accepted
answer.message

# %% [markdown]
# ## ... and broken
#
# The same statement with the square root in place of the cube root is right for another cost
# (linear in the scale). Written as a claim of our own, it is refuted, with an exact counterexample.

# %%
b1, b2, a2 = sp.symbols("b_1 b_2 a_2", positive=True)
spent = 1 / b1 + 1 / b2
rival = sp.symbols("c_1 c_2", positive=True)
WRONG = Claim(
    "mine.square-root-split",
    title="Two steps, split by square roots",
    statement=r"b_t = \frac{1 + \sqrt{a_2}}{\sqrt{a_t}\,\epsilon}"
    r" \text{ minimises } b_1^2 + a_2 b_2^2",
    ours=("proposition", "this notebook"),
)


@WRONG.refutation
def some_split_is_cheaper() -> Outcome:
    """With a_2 = 16, spending as much, two other scales cost less."""
    return cost_is_least(sp.sqrt(a2))


@some_split_is_cheaper.mutant
def cube_roots_are_not_refuted() -> Outcome:
    """The cube root is optimal: the same rival does not beat it."""
    return cost_is_least(sp.cbrt(a2))


def cost_is_least(root: sp.Expr) -> Outcome:
    eps = sp.Symbol("epsilon", positive=True)
    best = ((1 + root) / eps, (1 + root) / (root * eps))
    cost = best[0] ** 2 + a2 * best[1] ** 2
    claimed = relation(cost, "<=", b1**2 + a2 * b2**2, where=[(eps, "=", spent)])
    return counterexample(claimed, a_2=64, b_1=5, b_2="5/4", epsilon=1)


broken = examine(WRONG)
assert broken.status == "refuted"
broken

# %% [markdown]
# ## Proving something small
#
# Both sides are frozen at once into an exact expression tree; floats are refused. A wrong statement
# is refuted at a rational point before any proof is tried.

# %%
x = sp.Symbol("x", nonnegative=True)
true = inequality(relation(sp.exp(-x), "<=", 1 - x + x**2 / 2))
false = inequality(relation(sp.exp(x), "<=", 1 + 2 * x))
assert (true.decision, true.grade.name) == ("holds", "CERTIFIED")
assert false.decision == "fails"
print(true.method, "|", true.summary)
print(false.method, "|", false.summary)

# %% [markdown]
# `certify` tries every prover, on a relation or on all the relations that a claim encodes. Here
# both sides touch at 0, and only their logarithms can be compared by derivatives.

# %%
t = sp.Symbol("t", real=True)
SUBGAUSSIAN = Claim(
    "mine.coin-is-subgaussian",
    title="A fair coin is sub-Gaussian",
    statement=r"\cosh t \le e^{t^2/2}",
    ours=("lemma", "this notebook"),
    encoded=(relation(sp.cosh(t), "<=", sp.exp(t**2 / 2)),),
)
proof = certify(SUBGAUSSIAN)
assert (proof.decision, proof.grade.name) == ("holds", "CERTIFIED")
assert check_certificate(proof.certificate).accepted
proof.summary

# %%
n, m, S, eps = sp.symbols("n m S epsilon", positive=True)
loss = sp.log(1 + m / n * (sp.exp(S / m) - 1))
assert identity(loss.subs(S, m * sp.log(1 + n / m * (sp.exp(eps) - 1))), eps).decision == "holds"

# %% [markdown]
# ## An algorithm and its curator
#
# An algorithm never touches data: it asks a curator. The same `step` runs under a curator that
# draws the noise, one that adds up the cost, and one that holds two neighbouring datasets and
# accumulates the exact log-likelihood ratio of everything released.

# %%
problem, data = reference_quadratic()
STEPS, EPSILON = 20, 1.0
b = uniform_scale(EPSILON, problem.l1_sensitivity, n=100, m=100, steps=STEPS)
method = HeavyBall(alpha=1.0, beta=0.3, b=b, m=100)

trusted = TrustedCurator(data, np.random.default_rng(1))
result = method.run(problem, trusted, steps=STEPS, trials=2000)
error = problem.suboptimality(result.x, data).mean()
offsets = list(problem.start - problem.minimise(data).x)
exact = expected_suboptimality(
    list(problem.spectrum), offsets, alpha=1.0, beta=0.3, variances=[2 * b**2] * STEPS
)
print(f"mean error {error:.4f}, exact expectation {exact:.4f}")
assert abs(error / exact - 1) < 0.2

# %% [markdown]
# ## Claimed, proven, observed
#
# Three numbers bracket the truth: the epsilon claimed, the epsilon that the accountant proves for
# this very code, and the epsilon that an audit observes.

# %%
proven = method.cost(problem, n=100, steps=STEPS).epsilon
audit = likelihood_ratio_audit(
    lambda curator, trials: method.run(problem, curator, steps=STEPS, trials=trials),
    problem.extremal_pair(100),
    epsilon=EPSILON,
    rng=np.random.default_rng(2),
)
print(f"claimed {EPSILON}, proven {proven:.6f}, observed at least {audit.epsilon_lower:.6f}")
print(audit.power)
assert audit.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
assert audit.ratio > 0.99

# %% [markdown]
# An auditor that cannot fail proves nothing. The public code of the paper hands its scale to a
# sampler that expects a standard deviation; planted here, the fault is found.

# %%
faulty = likelihood_ratio_audit(
    lambda curator, trials: method.run(problem, curator, steps=STEPS, trials=trials),
    problem.extremal_pair(100),
    epsilon=EPSILON,
    rng=np.random.default_rng(3),
    wrap=lambda curator: Mutant(curator, "std-as-scale"),
)
assert faulty.verdict is LikelihoodVerdict.VIOLATION
print(faulty)
