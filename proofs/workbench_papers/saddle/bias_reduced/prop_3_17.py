"""Privacy of Algorithm 3: the batch grows with the weight (Proposition 3.17).

Round t has a batch of a 2^N records, a = floor(n/U), and a gradient estimate with weights up to
2/p_N + 1.  Per record |G| <= L_0 (2/p_N + 1) for N >= 1 and L_0 (1/p_0 + 1) for N = 0, where X_1 is
itself one of the two halves; 1/p_N <= 2^(N+1).  Divided by 2^N that is at most w = 4.5 in every
case, so a score moves by 2 w tau L_0/a, and a vertex has the range R = 4 w tau L_0/a.  A round
releases 2 (2^(N+1) + 1) <= 6 * 2^N vertices, all rounds at most 6U, and after the first, which
knows no data yet, 6 (U - 1).  With R^2/8 for each in concentrated privacy they fit.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers.numbered_draws import ALL_OF_RHO, EIGHT_LOGS, at, draws_fit, read
from workbench.symbolic import Relation
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench_papers.saddle.mirror_descent.prop_3_3 import L0, LOG, delta, eps, n, rho, tau

T, t = th.integer("T", at_least=1), th.integer("t")
U, MORE = (th.integer("U", at_least=least) for least in (1, 2))
alpha = th.number("alpha", at_least=1)
w = th.number("w", above=0)  # of a record in an estimate, divided by 2^N L_0
s = th.numbers("s", at_least=1)  # s_t = 2^{N_t}
Where = tuple[Any, ...]
FIT = (0, "<=", U - th.total(t, 1, T, s[t])), (alpha * U, "<=", n)


def algorithm(where: Where, weight: th.Num | None = None) -> pv.PrivateStatement:
    """Algorithm 3: a round draws the vertices of both blocks, and then both estimates are added.

    where: the conditions
    weight: of a record in an estimate, divided by 2^N L_0; a number of its own if it is None
    """
    own = w if weight is None else weight
    at, blocks = pv.beside(pv.released("x"), pv.released("y")), (("x", "q", -tau), ("y", "r", tau))
    bound, moves = pv.size("inf", own * L0 * s[t]), 2 * own * tau * L0 / alpha
    return pv.private(
        (tau, L0, eps, delta, alpha, *([MORE, w, rho] if weight is None else [U]), n, T, s),
        where=where, records=n, rounds=T, index=t,
        releases=[pv.release(vertex, ["exponential", 1], ["gathered", score], moves=moves,
                             times=2 * s[t] + 1) for vertex, score, _ in blocks],
        sums=[pv.gathered(score, batch=alpha * s[t], bound=bound, factor=factor, at=at)
              for _, score, factor in blocks],
        guarantee=pv.approximate(eps, delta),
    )  # fmt: skip


def printed(constant: int = 18) -> Where:
    """The conditions of the proposition."""
    limit = alpha * eps / (constant * L0 * th.root(48 * U * LOG))
    return (delta, "<", 1), (tau, "<=", limit), (eps, "<=", 8 * LOG), *FIT


def larger(constant: int = 2) -> Where:
    """Those of the larger step."""
    limit = alpha / (constant * w * L0) * th.root(rho / (3 * (U - 1)))
    value = rho, "=", (th.root(LOG + eps) - th.root(LOG)) ** 2
    return (delta, "<", 1), value, (tau, "<=", limit), *FIT


PRINTED, LARGER, WEIGHT = printed(), larger(), th.num(9) / 2
LEVELS = ("q = 2^N*(2-2^(-M)), M >= 0, N >= 1", "q = 2-2^(-M), M >= 0")  # q = 1/p_N


def weighted(limit: str = "9/2", levels: tuple[str, str] = LEVELS) -> tuple[Relation, ...]:
    """The weights of the gradients at z^+, z^O, z^E, X_1, for N >= 1, and for N = 0: X_1 = z^O."""
    high, flat = "abs(q) + abs(-q/2) + abs(-q/2) + 1", "abs(q) + abs(1-q/2) + abs(-q/2)"
    said = (f"{high} <= {limit}*2^N", f"{flat} <= {limit}")
    return tuple(parse(one, where=where) for one, where in zip(said, levels, strict=True))


CLAIM = Claim(
    "saddle.prop3.17",
    title="Privacy of Algorithm 3",
    reconstructed=("proposition", "Proposition 3.17, proof 3.18"),
    statement=r"""\tau \le \frac{\alpha \epsilon}{18 L_0 \sqrt{48\, U \ln(1/\delta)}}
        \;\Longrightarrow\; \text{Algorithm 3 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""0 < \epsilon \le 8 \ln(1/\delta), \; \alpha = \lfloor n/U \rfloor \ge 1
        \sum_{t \le T} 2^{N_t} \le U; \text{ the } N_t \text{ do not depend on the data}
        f \; L_0\text{-Lipschitz in the 1-norm}""",
    parts=("weights", "privacy"),
    encoded={"weights": weighted(), "privacy": (algorithm(PRINTED, WEIGHT),)},
    uses=("saddle.thm3.4", "ext.bounded-range", "ext.rdp-to-dp", "saddle.def-tgeom"),
    note="Constants ours. Which record belongs to which batch depends on the N_t, which are public"
    " randomness: as encoded, s_t = 2^{N_t} and T are any that are fixed in advance, and a batch"
    " has alpha s_t records. The part on weights adds the absolute weights of gradients, each of"
    " which is at most L_0, in the estimate of Algorithm 2, q = 1/p_N: 9/2 times 2^{N_t} at most."
    " At N = 0 the base vertex is the odd half as well; a round draws 2 2^N vertices and one for"
    " the output in each block, the base of the next one.",
)


ZCDP = Claim(
    "saddle.prop3.17.bounded-range",
    title="Privacy of Algorithm 3 by bounded range, for every epsilon",
    ours=("proposition", "Proposition 3.17, other accounting"),
    statement=r"""\tau \le \frac{\alpha}{2 w L_0} \sqrt{\frac{\rho}{3 (U - 1)}}, \;
        \rho = \big( \sqrt{\ln(1/\delta) + \epsilon} - \sqrt{\ln(1/\delta)} \big)^2
        \;\Longrightarrow\; \text{Algorithm 3 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""\epsilon > 0, \; 0 < \delta < 1, \; U \ge 2, \; \alpha = \lfloor n/U \rfloor \
            \ge 1
        w = \max_{N \le M} \text{weight of a record}/2^N \le 9/2, \text{ as in Proposition 3.17}
        \sum_{t \le T} 2^{N_t} \le U; \text{ the } N_t \text{ do not depend on the data}""",
    encoded=(algorithm(LARGER),),
    uses=("saddle.prop3.17", "saddle.thm3.4", "ext.bounded-range", "ext.rdp-to-dp"),
    note="As encoded, s_t = 2^{N_t} and T are any that are fixed in advance, a batch has alpha s_t"
    " records, an estimate has entries of at most w L_0 s_t from one record, for any w > 0, and U"
    " is an integer. Up to eps = 8 ln(1/delta) the step is larger than that of Proposition 3.17.",
)


@CLAIM.exact(part="weights")
@broken("four_is_exceeded", "At N = 1 and M = 8 it is 4.49.", limit="4")
@broken("other_probabilities", "1/p_N is any number.", levels=("M >= 0, N >= 1", LEVELS[1]))
def a_record_counts_at_most_four_and_a_half(**changes: Any) -> Outcome:  # noqa: ANN401
    """2 * 2^N (2 - 2^(-M)) + 1 <= (4 + 1/2) 2^N for N >= 1; at N = 0 it is 3 - 2^(-M)."""
    return certify(weighted(**changes))


def shown(stated: pv.PrivateStatement, size: str, unit: str, where: str, budget: Any) -> Outcome:  # noqa: ANN401
    """That all vertices fit, by three times `size`, the cost of one, for each unit but the first.

    unit, where: that u - 1 units of both blocks cost at most what may be spent
    """
    levels, three = "sum(t=1..T, s[t])", f"3*({size})"
    own = {"d": f"sum(t=1..T, (2*s[t]+1)*({size}))", "f": f"(2*s[1]+1)*({size})", "u": "U",
           "a": "alpha", "w": "w", "b": three, "c": f"{three}*{levels}", "v": levels}  # fmt: skip
    steps = [
        (read(own["d"]), "<=", read(own["c"])), at(parse(unit, where=where), own),
        at(parse("b*v <= b*u", where="v <= u, b >= 0"), own),
        (read(f"sum(t=1..1, {three})"), "<=", read(f"sum(t=1..1, (2*s[t]+1)*({size}))")),
    ]  # fmt: skip
    late = "d <= c, c <= b*u, b <= f, 2*b*(u - 1) <= q"
    return draws_fit(stated, steps, late, own, budget=budget, blocks=2)


@CLAIM.proof(part="privacy")
@broken("four_in_place_of_eighteen", where=printed(4))
@because("Then the loss has a mean above 2 eps where eps = 8 ln(1/delta) and U are large.")
@dropped("where", PRINTED, {
    1: "tau is any number.",
    2: "At eps = 128 ln(1/delta) and levels 0 the loss of vertices that attain their range has a"
       " mean near 2 eps, where U is large.",
    3: "More rounds release more vertices than the step size pays for.",
    4: "A record may be in every batch, and all its changes of a score add up.",
})  # fmt: skip
def all_vertices_fit_the_budget(**changes: Any) -> Outcome:  # noqa: ANN401
    """6U vertices of range 18 tau L_0/alpha are eps^2/(64 ln(1/delta))-zCDP at most.
    Converted at the order 1 + 4 ln(1/delta)/eps.
    """
    stated = algorithm(**{"where": PRINTED, "weight": WEIGHT, **changes})
    limit = "x <= a*h/(18*l*sqrt(48*u*m)), u >= 1, a, h, l, m, x > 0"
    unit = "2*(3*((9*x*l/a)^2/2))*(u-1) <= h^2/(64*m)"
    return shown(stated, "(9*tau*L_0/alpha)^2/2", unit, limit, EIGHT_LOGS)


@ZCDP.proof
@broken("a_larger_step_overspends", where=larger(1))
@because("For many records and rounds the loss has a mean of 4 rho, above eps where eps is large.")
@dropped("where", LARGER, {
    1: "rho is any number.", 2: "tau is any number.",
    3: "More rounds release more vertices than the step size pays for.",
    4: "A record may be in every batch, and all its changes of a score add up.",
})  # fmt: skip
def vertices_after_the_first_round_fit(**changes: Any) -> Outcome:  # noqa: ANN401
    """6 (U-1) R^2/8 <= rho for R = 4 w tau L_0/alpha, and rho + 2 sqrt(rho ln(1/delta)) = eps."""
    limit = "x <= a/(2*w*l)*sqrt(r/(3*(u-1))), u >= 2, a, l, r, w, x > 0"
    unit, stated = "2*(3*((4*w*x*l/a)^2/8))*(u-1) <= r", algorithm(**{"where": LARGER, **changes})
    return shown(stated, "(4*w*tau*L_0/alpha)^2/8", unit, limit, ALL_OF_RHO)
