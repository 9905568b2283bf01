"""The vector Laplace mechanism is eps-DP exactly from scale S/eps on.

At an output o the log-ratio of the two densities is (1/b) sum_k (|o_k - c_k| - |o_k - a_k|), where
a and c are the two exact answers.  Each term is at most |a_k - c_k| by the triangle inequality, so
the sum is at most S/b: that is the theorem.

It cannot be improved.  Let b < S/eps, that is b eps < S.  As S is the supremum, some pair of
datasets has exact answers at distance M > b eps.  Take the event that every o_k lies beyond a_k,
seen from c_k, which has probability 2^-d at least.  There the ratio is e^(M/b) > e^eps.
The number d of coordinates is symbolic in both directions.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor import certify
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

b, eps, S, d, i = declare("b epsilon S_1 > 0, integer d > 0, integer i")
a, c, o = (sp.IndexedBase(name, real=True) for name in "aco")


def apart(x: sp.IndexedBase, y: sp.IndexedBase) -> sp.Sum:
    """The l1 distance."""
    return sp.Sum(sp.Abs(x[i] - y[i]), (i, 1, d))


def density(centre: sp.IndexedBase) -> sp.Expr:
    """The density at o of independent Laplace coordinates around a centre."""
    return sp.exp(-apart(o, centre) / b) / (2 * b) ** d


WIDE = (apart(a, c), "<=", S), (b, ">=", S / eps)
NARROW = (b * eps, "<", apart(a, c)), (apart(o, c), "=", apart(o, a) + apart(a, c))


def private(spent: sp.Expr = eps, where: Sequence[Any] = WIDE) -> Relation:
    """No output is more than e^spent times as likely under one answer as under the other."""
    return relation(density(a), "<=", sp.exp(spent) * density(c), where=where)


def told_apart(where: Sequence[Any] = NARROW) -> Relation:
    """Outputs beyond a, seen from c, are more than e^eps times as likely under a."""
    return relation(sp.exp(eps) * density(c), "<", density(a), where=where)


CLAIM = Claim(
    "accel.laplace-mechanism",
    title="Vector Laplace mechanism",
    printed=("mechanism", "Theorem A.1"),
    statement=r"""\varphi(Y) + \text{Lap}(b)^d \text{ is } \epsilon\text{-DP if and only if }
        b \ge \frac{S_1^\varphi}{\epsilon}""",
    hypotheses=r"""\varphi : \mathcal{Y}^n \to \mathbb{R}^d \text{ has } \ell_1 \text{ sensitivity \
            } 0 < S_1^\varphi < \infty
        \text{independent coordinates with density } \tfrac{1}{2b} e^{-\lvert u \rvert / b}
        b, \epsilon > 0""",
    parts=("if", "only if"),
    encoded={"if": (private(),), "only if": (told_apart(),)},
    uses=("accel.sensitivity", "ext.pointwise-density-ratio"),
    note="The paper states the direction if, for the scale S/eps; only if is ours. b is a scale:"
    " the standard deviation is b times the square root of 2, and a sampler that takes the one for"
    " the other spends more than eps. As encoded a and c are the answers for two neighbours, and"
    " the densities are compared at every output o. Where b < S/eps, two neighbours have answers"
    " more than b eps apart, as S is a supremum; a is between c and o in every coordinate, which"
    " has probability 2^-d at least.",
)

JOINED = parse("q <= p + k", where="q <= p + r, r <= s, s <= k")
SPREAD = parse("s <= k*b", where="b >= s/k, k > 0")
BELOW = parse("exp(-p/b)/w <= exp(k)*(exp(-q/b)/w)", where="q <= p + k*b, b > 0, w > 0")
BEYOND = parse("q > p + k", where="q = p + r, k < r")
ABOVE = parse("exp(k)*(exp(-q/b)/w) < exp(-p/b)/w", where="q > p + k*b, b > 0, w > 0")
TRIANGLE = parse("abs(x - y) <= abs(x - z) + abs(z - y)")
VALUES = {"p": apart(o, a), "q": apart(o, c), "b": b, "w": (2 * b) ** d}


@CLAIM.exact(part="if", uses=())
@broken("half_the_budget", "An output beyond both answers has the loss S/b.", spent=eps / 2)
@dropped("where", WIDE, {0: "Answers may be far apart.", 1: "The noise may be small."})
def densities_differ_by_at_most_e_to_the_eps(
    *, spent: sp.Expr = eps, where: Sequence[Any] = WIDE
) -> Outcome:
    """The sum of |o - c| is at most that of |o - a| + |a - c|, and S <= b eps."""
    at_i = {x: sp.Symbol(f"{y}_i", real=True) for x, y in zip("xyz", "oca", strict=True)}
    split = sp.Sum(sp.Abs(o[i] - a[i]) + sp.Abs(a[i] - c[i]), (i, 1, d))
    sums = {"p": VALUES["p"], "q": VALUES["q"], "r": apart(a, c), "s": S, "k": eps * b}
    return certify(private(spent, where), facts=[
        (apart(o, c), "<=", split, [(TRIANGLE, at_i)]), (SPREAD, {"s": S, "k": eps, "b": b}),
        (JOINED, sums), (BELOW, {**VALUES, "k": spent}),
    ])  # fmt: skip


@CLAIM.exact(part="only if", uses=())
@dropped("where", NARROW, {0: "Equal answers have equal laws.", 1: "At o = c it is false."})
def outputs_beyond_one_answer_are_too_likely(*, where: Sequence[Any] = NARROW) -> Outcome:
    """There the log-ratio is |a - c|/b > eps."""
    sums = {"p": VALUES["p"], "q": VALUES["q"], "r": apart(a, c), "k": eps * b}
    return certify(told_apart(where), facts=[(BEYOND, sums), (ABOVE, {**VALUES, "k": eps})])
