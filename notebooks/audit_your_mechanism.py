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
# # Audit your mechanism
#
# You have code that is said to be (epsilon, delta)-differentially private. This notebook tries to
# refute that: first from its outputs alone, then with everything that the code declares about
# itself, then over pairs of datasets that a search finds. An audit finds violations, or lower
# bounds; no outcome of it shows that a mechanism is private.

# %%
import numpy as np

from workbench import audit
from workbench.algorithms import HeavyBall
from workbench.privacy import Gaussian, Laplace, uniform_scale
from workbench.problems import reference_quadratic
from workbench.testing import strategies as ws

# %% [markdown]
# ## Outputs are enough
#
# A mechanism is a function `sample(dataset, size, rng)` that returns `size` independent outputs.
# This one counts, and its author has mistaken the scale of the noise for its reciprocal.


# %%
def noisy_count(rows: list[int], size: int, rng: np.random.Generator) -> np.ndarray:
    return len(rows) + rng.laplace(scale=0.5, size=size)


found = audit.black_box(noisy_count, [1, 1], [1], epsilon=1.0, samples=100_000)
assert found.verdict == "violation"
assert 1.9 < found.epsilon_lower < 2.0
found

# %% [markdown]
# The witness is an event with its counts. They are in the JSON, from which anybody can compute the
# bound again:

# %%
again = audit.recheck(found.to_json())
assert (again.verdict, again.epsilon_lower) == ("violation", found.epsilon_lower)
print(f"{again.verdict}: epsilon >= {again.epsilon_lower:.4f} ({again.confidence:g} confidence)")

# %% [markdown]
# A gross fault does not need all the draws. A sequential audit learns from the draws that it has
# seen, looks again and again, and stops as soon as the claim is refuted; an e-process keeps its
# error probability valid at every look.

# %%
early = audit.black_box(noisy_count, [1, 1], [1], epsilon=1.0, samples=100_000, sequential=True)
assert early.verdict == "violation"
assert early.used < 1_000
print(f"refuted after {early.used} draws: epsilon >= {early.epsilon_lower:.3f}")

# %% [markdown]
# ## One output a call, and outputs of any kind
#
# Libraries hand out mechanisms that return one output a call, often no number. They are audited as
# they are: a dictionary is looked at key by key, floats inside are seen as floats, and an exception
# is an outcome like any other, which may leak like any other. The relation of the two datasets can
# be declared; it is then checked and shown.


# %%
def summary(rows: list[int], rng: np.random.Generator) -> dict[str, float]:
    return {"rows": len(rows) + rng.laplace(), "mean": sum(rows) / len(rows)}


found = audit.black_box(
    summary, [1], [], epsilon=1.0, samples=2_000, neighbouring="add-or-remove-one"
)
assert found.verdict == "violation"
assert found.unusual.exceptions > 0
found

# %% [markdown]
# Outputs that were drawn before are audited too, by `audit.from_samples`; `audit.per_call` shares
# the calls of a slow mechanism among processes.

# %%
rng = np.random.default_rng(0)
stored = audit.from_samples(rng.laplace(0, 1, 20_000), rng.laplace(1, 1, 20_000))
found = audit.black_box(stored, *stored.pair, epsilon=1.0, samples=stored.samples)
assert found.verdict == "no violation found"
found

# %% [markdown]
# ## What a mechanism declares
#
# A mechanism may say more about itself; each method that it has unlocks a level. `Additive` has
# them all: the exact log-ratio of an output, residuals that must be uniform, the exact privacy
# curve. The levels are reported side by side, with three numbers: the epsilon that is claimed, the
# one that is proven, and the one observed.

# %%
honest = audit.Additive(Laplace(1.0), len, sensitivity=1.0)
found = audit.audit(honest, [([1], [])], epsilon=1.0, samples=100_000)
assert found.verdict == "no violation found"
assert (found.epsilon, found.proven) == (1.0, 1.0)
assert 0.999999 < found.observed <= 1.0
found

# %% [markdown]
# Why look twice at the same thing? Because the levels see different faults. Code that declares
# scale 1 and draws scale 1/2 has a faultless model (A) and faultless likelihood ratios (C): those
# speak about the declared law. The tests of the sampler (B) and the two-sample audit (D) do not.


# %%
class Halved(audit.Additive):
    def sample(self, dataset: list[int], size: int, rng: np.random.Generator) -> np.ndarray:
        return len(dataset) + self.noise.sample(rng, (size, 1)) / 2


found = audit.audit(Halved(Laplace(1.0), len), [([1], [])], epsilon=1.0, samples=100_000)
verdicts = {f.level: f.verdict for f in found.findings}
assert verdicts["A"] == verdicts["C"] == "no violation found"
assert (verdicts["B"], verdicts["D"]) == ("model mismatch", "violation")
found

# %% [markdown]
# ## Small delta
#
# The textbook scale of the Gaussian mechanism, sqrt(2 log(1.25 / delta)) / epsilon, is only right
# for epsilon up to about 1. At epsilon = 10 it spends 10.39. Outputs alone would need billions of
# draws to show it at delta = 1e-5; draws from a tilted law, with their weights, need a thousand.

# %%
sigma = np.sqrt(2 * np.log(1.25 / 1e-5)) / 10
textbook = audit.Additive(Gaussian(float(sigma)), len, sensitivity=1.0)
found = audit.audit(textbook, [([1], [])], epsilon=10, delta=1e-5, samples=20_000, levels="BC")
assert found.verdict == "violation"
assert 10 < found.observed <= found.proven < 10.4
found

# %% [markdown]
# ## Which pair of datasets?
#
# A fault may show on few pairs only. This mean divides by the number of records in the data, which
# is fine when a record is replaced and not when one is removed. The search draws pairs from a
# hypothesis strategy (tiny datasets, boundary records and sign flips among the first), lets them
# compete on draws that are thrown away, and audits the winner on fresh ones.


# %%
def clipped_mean(rows: list[tuple], size: int, rng: np.random.Generator) -> np.ndarray:
    total = sum(min(max(r[0], -1.0), 1.0) for r in rows)
    return (total + rng.laplace(scale=2.0, size=size)) / max(len(rows), 1)


replaced = audit.search(clipped_mean, ws.replace_one(ws.records(1)), epsilon=1.0, tries=20)
assert replaced.verdict == "no violation found"
removed = audit.search(clipped_mean, ws.add_remove(ws.records(1)), epsilon=1.0, tries=20)
assert removed.verdict == "violation"
dataset, neighbour = removed.finalists[0]
print(f"{dataset} against {neighbour}: epsilon >= {removed.epsilon_lower:.3f}")

# %% [markdown]
# ## A whole algorithm
#
# Code that runs against a curator is audited by its transcripts: the paired curator knows their
# exact log-ratio. Four steps of noisy heavy ball at epsilon = 1:

# %%
problem, _ = reference_quadratic()
scale = uniform_scale(1.0, problem.l1_sensitivity, n=30, m=30, steps=4)
method = HeavyBall(alpha=0.5, beta=0.3, b=scale, m=30)
heavy_ball = audit.Curated(
    lambda curator, trials: method.run(problem, curator, steps=4, trials=trials), "heavy ball"
)
found = audit.audit(heavy_ball, [problem.extremal_pair(30)], epsilon=1.0, samples=50_000)
assert found.verdict == "no violation found"
assert abs(found.observed - 1) < 1e-9
print(found)

# %% [markdown]
# ## In a test suite, on the command line
#
# `assert_private` is the same audit as a line of a test; `workbench audit` is the same for a shell:
#
#     workbench audit release.py:noisy_count --dataset "[1, 1]" --neighbour "[1]" --epsilon 1
#
# It exits with 0 if no violation was found, 1 if one was, and 6 if so few draws could not have
# shown one.
