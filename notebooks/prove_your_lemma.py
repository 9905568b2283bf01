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
# # Prove your lemma
#
# You have an inequality from a paper, or from your own proof, and want to know whether it is true.
# This notebook decides one, looks at the proof, refutes a false one with a point that can be
# checked by hand, finds the best constant, reads what a search tried where it was stuck, and makes
# a claim of the lemma that any later change has to survive.

# %%
import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.report import examine
from workbench.rigor import First, Rule, best_constant, certify, explain, induction
from workbench.rigor.check import check_certificate
from workbench.symbolic import Relation, relation
from workbench.symbolic.text import parse

# %% [markdown]
# ## State it
#
# A statement is text, or two sympy expressions with a relation between them. What a symbol ranges
# over is part of the statement: here $x \ge 0$. It is frozen at once into an exact tree, and shows
# what it needs to have a meaning. Nothing has run yet, and it says so.

# %%
lemma = parse("log(1 + x) <= x / sqrt(1 + x)", where="x >= 0")
lemma

# %% [markdown]
# ## Decide it
#
# `certify` tries every prover. The answer is an outcome; if it holds, it carries a certificate:
# plain data that a checker of a few hundred lines accepts, without sympy and without a solver.

# %%
proof = certify(lemma)
assert (proof.decision, proof.grade.name) == ("holds", "CERTIFIED")
assert check_certificate(proof.certificate).accepted
proof

# %% [markdown]
# A false statement is refuted at a point in exact arithmetic.

# %%
false = certify(parse("log(1 + x) <= x / (1 + x)", where="x >= 0"))
assert false.decision == "fails"
false

# %% [markdown]
# ## How was it found, and where is a search stuck?
#
# `explain` keeps the whole search: each goal, what was tried on it, and why that stopped. A click
# opens a line.

# %%
(search,) = explain(lemma)
assert search.outcome.decision == "holds"
search

# %% [markdown]
# ## The best constant
#
# "There is a constant" can be asked the other way round: what is the smallest $c$ with
# $\log(1+x) \le c \sqrt x$ for $x \ge 0$? The answer is a bracket, both ends certified.

# %%
x = sp.Symbol("x", nonnegative=True)
c = sp.Symbol("c", positive=True)
bracket = best_constant(relation(sp.log(1 + x), "<=", c * sp.sqrt(x)), "c")
assert 0.804 < bracket.fails < bracket.holds < 0.805
bracket

# %% [markdown]
# ## A recurrence
#
# Proofs of convergence end in a recurrence such as $V_{t+1} = r V_t + s$, and unroll it:
# $V_t = r^t V_0 + s (1 - r^t) / (1 - r)$. The rule and the base are the hypotheses, and the
# certificate has the step of the induction. Forgetting that $s$ is summed up is seen.

# %%
t = sp.Symbol("t", integer=True, nonnegative=True)
r, s, v_0 = sp.symbols("r s v_0", positive=True)
V = sp.IndexedBase("V", real=True)
step, start = Rule("V", "t", r * V[t] + s), First("V", 0, v_0)
closed = r**t * v_0 + s * (1 - r**t) / (1 - r)
below_1 = [(r, "<", 1)]

unrolled = induction(
    relation(V[t], "=", closed, where=below_1), "t", rules=[step], base=[start], factor=r
)
forgotten = induction(
    relation(V[t], "=", r**t * v_0 + s), "t", rules=[step], base=[start], factor=r
)
assert unrolled.decision == "holds"
assert forgotten.decision != "holds"
unrolled

# %% [markdown]
# ## Make a claim of it
#
# A claim says where the statement stands and what it is, in the words of the source and for the
# machine. Its check is a function that returns an outcome, and each check has **mutants**: nearby
# false variants, made by changed arguments, which the same check has to reject. A check that
# accepts a mutant counts as an error.


# %%
def tangent(power: sp.Rational = sp.Rational(1, 2)) -> Relation:
    """The lemma, with another power of 1 + x in a mutant."""
    return relation(sp.log(1 + x), "<=", x / (1 + x) ** power)


LEMMA = Claim(
    "mine.logarithm",
    title="A logarithm below an algebraic function",
    statement=r"\log(1 + x) \le \frac{x}{\sqrt{1 + x}}",
    hypotheses=r"x \ge 0",
    ours=("lemma", "this notebook"),
    encoded=(tangent(),),
)


@LEMMA.exact
@broken("too_strong", "With 1 + x itself it is false at x = 1.", power=sp.Integer(1))
def the_logarithm_is_below(*, power: sp.Rational = sp.Rational(1, 2)) -> Outcome:
    """log(1 + x) <= x / sqrt(1 + x)."""
    return certify(tangent(power))


LEMMA

# %%
verdict = examine(LEMMA)
assert verdict.status == "certified"
verdict

# %% [markdown]
# The claim declares its statement (`encoded`), and the certificate shows all of it: **certified**.
# Without that declaration the same proof would make it **argued**: the words of the check would
# have to join what the certificate shows to the formula above.
#
# On the command line the same is `workbench prove 'log(1+x) <= x/sqrt(1+x)' --where 'x >= 0'`.
# `workbench init-paper mypaper` makes a package in which such claims live, with tests and a report.
