"""Privacy of Algorithm 1: from one record to one vertex to all vertices (Proposition 3.3).

Given the vertices released before, the score of coordinate j is -tau times the sum of the batch
gradients so far.  Batches are disjoint, so replacing one record changes one batch mean, by at most
2 L_0/B; the score has sensitivity D = 2 tau L_0/B.  A vertex is drawn by the exponential mechanism
with weights e^score: 2D = 4 tau L_0/B of pure privacy.  Both blocks together draw 2TK vertices, so
Corollary 3.6 asks for 4 tau L_0/B <= eps/(2 sqrt(2 (2TK) ln(1/delta))).

Two factors are slack.  The first K vertices of each block are drawn from the uniform law and cost
nothing: T - 1 rounds count.  And a bounded range is worth more than pure privacy: R = 4 tau L_0/B
is R^2/8-zCDP, and 2 (T-1) K of these are affordable for tau <= (B/(2 L_0)) sqrt(rho/((T-1) K)).
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers.privacy import shown_private
from workbench.symbolic import Relation, relation
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th

tau, L0, eps, delta, rho = (th.number(s, above=0) for s in "tau L_0 epsilon delta rho".split())
n, B, K = (th.integer(name, at_least=1) for name in ("n", "B", "K"))
FIRST, LATER = (th.integer("T", at_least=least) for least in (1, 2))
LOG = th.ln(1 / delta)
Where = tuple[Any, ...]


def algorithm(where: Where, T: th.Num = FIRST, *, count: th.Num = K) -> pv.PrivateStatement:
    """Algorithm 1: a round draws the vertices of both blocks, and then both gradients are added.

    where, T: the conditions, and the number of rounds; each has B records of its own
    count: vertices in a round and block
    """
    at, blocks = pv.beside(pv.released("x"), pv.released("y")), (("x", "s", -tau), ("y", "r", tau))
    bound, moves = pv.size("inf", L0), 2 * tau * L0 / B
    return pv.private(
        (tau, L0, eps, delta, *[rho] * (T is LATER), n, B, T, K), where=where, records=n, rounds=T,
        releases=[pv.release(vertex, ["exponential", 1], ["gathered", score], moves=moves,
                             times=count) for vertex, score, _ in blocks],
        sums=[pv.gathered(score, batch=B, bound=bound, factor=factor, at=at)
              for _, score, factor in blocks],
        guarantee=pv.approximate(eps, delta),
    )  # fmt: skip


def printed(constant: int = 16) -> Where:
    """The conditions of the proposition."""
    limit = B * eps / (constant * L0 * th.root(FIRST * K * LOG))
    return (B * FIRST, "<=", n), (delta, "<", 1), (tau, "<=", limit), (eps, "<=", 8 * LOG)


def larger(constant: int = 2) -> Where:
    """Those of the larger step."""
    limit = B / (constant * L0) * th.root(rho / ((LATER - 1) * K))
    value = rho, "=", (th.root(LOG + eps) - th.root(LOG)) ** 2
    return (B * LATER, "<=", n), (delta, "<", 1), value, (tau, "<=", limit)


def gain(factor: sp.Rational = sp.Rational(392, 100)) -> Relation:
    """At eps = 1, delta = 1e-6: factor eps/(16 sqrt(T K L)) <= (1/2) sqrt(rho/(T K))."""
    logs = sp.log(10**6)
    return relation(factor / (16 * sp.sqrt(logs)), "<=", (sp.sqrt(logs + 1) - sp.sqrt(logs)) / 2)


PRINTED, LARGER = printed(), larger()
CLAIM = Claim(
    "saddle.prop3.3",
    title="Privacy of Algorithm 1",
    reconstructed=("proposition", "Proposition 3.3, proof 3.7"),
    statement=r"""\tau \le \frac{B \epsilon}{16 L_0 \sqrt{T K \ln(1/\delta)}}
        \;\Longrightarrow\; \text{Algorithm 1 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""|\partial_i f(\cdot, \cdot; z)| \le L_0, \; B = \lfloor n/T \rfloor \ge 1
        \text{disjoint batches}
        0 < \epsilon \le 8 \ln(1/\delta)
        \text{one record replaced}""",
    encoded=(algorithm(PRINTED),),
    uses=("saddle.thm3.4", "ext.bounded-range", "ext.rdp-to-dp", "saddle.def-problem"),
    note="Released are the sampled vertices and nothing else; the output average is computed from"
    " them. A constant added to all entries of a block moves no vertex, so that L_0 may be half of"
    " their range, which is not encoded. As encoded, B is any size of which T batches fit"
    " into the records. Counted as pure mechanisms, by saddle.cor3.6, the vertices fit, too; as a"
    " bounded range they fit up to eps = 48 ln(1/delta).",
)

ZCDP = Claim(
    "saddle.prop3.3.bounded-range",
    title="Privacy of Algorithm 1 by bounded range: a larger step size",
    ours=("proposition", "Proposition 3.3, other accounting"),
    statement=r"""\tau \le \frac{B}{2 L_0} \sqrt{\frac{\rho}{(T-1) K}}, \;
        \rho = \big( \sqrt{\ln(1/\delta) + \epsilon} - \sqrt{\ln(1/\delta)} \big)^2
        \;\Longrightarrow\; \text{Algorithm 1 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""|\partial_i f(\cdot, \cdot; z)| \le L_0, \; B = \lfloor n/T \rfloor, \text{ \
            disjoint batches}
        \epsilon > 0, \; 0 < \delta < 1, \; T \ge 2""",
    parts=("privacy", "comparison"),
    encoded={"privacy": (algorithm(LARGER, LATER),), "comparison": (gain(),)},
    uses=("saddle.thm3.4", "ext.bounded-range", "ext.rdp-to-dp"),
    note="No bound on epsilon is needed. At eps = 1 and delta = 1e-6 the step size may be 3.92"
    " times that of Proposition 3.3, T - 1 counted as T.",
)


@CLAIM.proof
@broken("seven_in_place_of_sixteen", where=printed(7))
@because("At eps = 8 ln(1/delta), small delta and many rounds; 8 would do.")
@dropped("where", PRINTED, {
    0: "A record may be in every batch, and all its changes of a score add up.",
    2: "tau is any number.",
    3: "At eps = 64 ln(1/delta) the loss of vertices that attain their range has the mean eps.",
})  # fmt: skip
def two_blocks_of_vertices_fit_the_budget(**changes: Any) -> Outcome:  # noqa: ANN401
    """A score moves by 2 tau L_0/B, a vertex has the range 4 tau L_0/B, T - 1 rounds count.
    They are eps^2/(64 ln(1/delta))-zCDP at most, converted at the order 1 + 4 ln(1/delta)/eps.
    """
    return shown_private(algorithm(**{"where": PRINTED, **changes}), above=4 * LOG / eps)


@ZCDP.proof(part="privacy", uses=("saddle.thm3.4", "ext.bounded-range", "ext.rdp-to-dp"))
@broken("a_larger_step_overspends", "With 1 in place of 2 the step is too large.", where=larger(1))
@dropped("where", LARGER, {
    0: "A record may be in every batch, and all its changes of a score add up.",
    2: "rho is any number.", 3: "tau is any number.",
})  # fmt: skip
@broken("twice_as_many_vertices", "Where eps is large the loss has a mean near 2 eps.", count=2 * K)
def vertices_add_up_in_concentrated_privacy(**changes: Any) -> Outcome:  # noqa: ANN401
    """2 (T-1) K R^2/8 <= rho for R = 4 tau L_0/B, and rho + 2 sqrt(rho L) = eps."""
    best = th.root(LOG) * (th.root(LOG + eps) + th.root(LOG)) / eps
    return shown_private(algorithm(**{"where": LARGER, "T": LATER, **changes}), above=best)


@ZCDP.exact(part="comparison", uses=())
@broken("not_four_times", "It is below 4.", factor=sp.Integer(4))
def the_step_may_be_almost_four_times_larger(**changes: Any) -> Outcome:  # noqa: ANN401
    """The ratio of the two limits is at least 3.92 (T - 1 counted as T)."""
    return certify(gain(**changes))
