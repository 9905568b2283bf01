"""Privacy of Algorithm 3: the batch grows with the weight (Proposition 3.17).

Round t has a batch of a 2^N records, a = floor(n/U), and a gradient estimate with weights up to
2/p_N + 1.  Per record |G| <= L_0 (2/p_N + 1) for N >= 1 and L_0 (1/p_0 + 1) for N = 0, where X_1 is
itself one of the two halves; 1/p_N <= 2^(N+1).  Divided by 2^N that is at most 4.5 in every case,
so a score has sensitivity 2 tau L_0 4.5/a and a vertex costs 18 tau L_0/a.  A round releases
2 (2^(N+1) + 1) <= 6 * 2^N vertices, all rounds at most 6U of them, surely.  The filter asks for

    6U (18 tau L_0/a)^2 <= eps^2/(8 ln(1/delta)).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.prop3.17",
    title="Privacy of Algorithm 3",
    reconstructed=("proposition", "Proposition 3.17, proof 3.18"),
    statement=r"""\tau \le \frac{\alpha \epsilon}{18 L_0 \sqrt{48\, U \ln(1/\delta)}}
        \;\Longrightarrow\; \text{Algorithm 3 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""0 < \epsilon \le 8 \ln(1/\delta), \; \alpha = \lfloor n/U \rfloor \ge 1
        \sum_{t \le T} 2^{N_t} \le U; \text{ the } N_t \text{ do not depend on the data}
        f \; L_0\text{-Lipschitz}""",
    parts=("weights", "vertices", "budget"),
    uses=("saddle.thm3.4", "saddle.thm3.5", "saddle.cor3.6", "saddle.def-tgeom"),
    note="Constants ours. Which record belongs to which batch depends on the N_t, which are public"
    " randomness.",
)

tau, L0, a, U, eps, Lambda = declare("tau L_0 alpha U epsilon Lambda > 0")
power = declare("power > 0")  # 2^N
h = declare("h > 0")  # 2^(-M)


def abs_one_minus_half(small: sp.Expr) -> sp.Expr:
    """|1 - (1/p_0)/2| = small/2 for 1/p_0 = 2 - small, small in (0, 1]."""
    return 1 - (2 - small) / 2


@CLAIM.exact(part="weights")
@broken("four_is_exceeded", "At N = 1 and large M the weight is above 4.", limit=sp.Integer(4))
def weight_per_record_is_at_most_four_and_a_half(
    *, limit: sp.Rational = sp.Rational(9, 2)
) -> Outcomes:
    """4 + 1/2 at N = 1, and 3 at N = 0.
    (2/p_N + 1)/2^N <= 9/2 for 2^N >= 2, and 1/p_0 + 1 <= 9/2; 1/p_N = 2^N (2 - h).
    """
    inside = [(h, "<=", 1)]
    flat = (2 - h) + abs_one_minus_half(h) + (2 - h) / 2  # z+, X_1 with its own half, other half
    yield visible((2 * power * (2 - h) + 1) / power, "<=", limit, where=[*inside, (2, "<=", power)])
    yield identity(flat, (2 - h) + 1)
    yield visible((2 - h) + 1, "<=", limit, where=inside)


@CLAIM.exact(part="vertices")
@broken("four_forgets_the_output_vertices", "4 * 2^N counts the gradient vertices alone.", limit=4)
def a_round_releases_at_most_six_per_unit(*, limit: int = 6) -> Outcome:
    """2 (2^(N+1) + 1) <= 6 * 2^N.
    2 * 2^(N+1) gradient vertices and 2 output vertices, at most 6 * 2^N of them.
    """
    return visible(2 * (2 * power + 1), "<=", limit * power, where=[(1, "<=", power)])


@CLAIM.exact(part="budget")
@broken("eight_u_would_not_fit", count=8)
@because("This filter stops them sooner; whether they are private is not claimed.")
def six_u_vertices_fit_the_filter(*, count: int = 6) -> Outcomes:
    """The filter looks at the
    sum of squared costs <= eps^2/(8 ln(1/delta)), which the filter allows.
    2 * 2 tau L_0 (9/2)/a = 18 tau L_0/a, and count U of them fit the filter.
    """
    cost = 18 * tau * L0 / a
    limit = a * eps / (18 * L0 * sp.sqrt(48 * U * Lambda))
    root = declare("root > 0")  # sqrt(2 Lambda V) for the sum V of squared costs
    yield identity(2 * (tau * 2 * L0 * sp.Rational(9, 2) / a), cost)
    yield visible(count * U * cost**2, "<=", eps**2 / (8 * Lambda), where=[(tau, "<=", limit)])
    yield identity(2 * Lambda * eps**2 / (8 * Lambda), (eps / 2) ** 2)
    left = root + root**2 / (4 * Lambda)
    yield visible(left, "<=", eps, where=[(root, "<=", eps / 2), (eps, "<=", 8 * Lambda)])
