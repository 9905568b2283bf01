r"""Smooth strongly convex finite sums: the problem that every algorithm of the paper solves.

F is the mean of one loss per record, F(x) = (1/n) sum_i f(x; y_i).  It belongs to S(mu, L) when its
Bregman remainder F(x) - F(y) - <grad F(y), x - y> lies between (mu/2)|x - y|^2 and (L/2)|x - y|^2.

A definition cannot be wrong, but it can be empty or not fit its use.  Two things are shown for
every dimension d and every number n of records: a quadratic (written in its eigenbasis) is in the
class exactly when its curvatures lie in [mu, L], and a mean of members is a member.  The
inequalities that rate proofs draw from the definition are
ext.smooth-strongly-convex-inequalities.
"""

from typing import Any

from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.rigor.provers import smooth_sums as sums
from workbench.rigor.provers.batches import n

SIDES: tuple[dict[str, Any], ...] = ({"upper": False}, {"upper": True})

CLAIM = Claim(
    "accel.problem-class",
    title="Smooth strongly convex finite sums",
    printed=("definition", "eqs. (1)-(3), Definition A.1"),
    statement=r"""F(x) = \frac{1}{n} \sum_{i=1}^n f(x; y_i), \qquad
        F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d) \;\text{ if and only if }\;
        \tfrac{\mu}{2} \lVert x - y \rVert^2 \le F(x) - F(y) - \nabla F(y)^\top (x - y)
        \le \tfrac{L}{2} \lVert x - y \rVert^2 \;\text{ for all } x, y; \quad
        F \in \mathcal{S}_{\mu,L} \text{ if all } f(\cdot; y_i) \text{ are}; \quad
        \sum_{k=1}^d \left( \tfrac{c_k}{2} x_k^2 + a_k x_k \right) \in \mathcal{S}_{\mu,L}
        \;\text{ if and only if }\; \mu \le c_k \le L \text{ for all } k""",
    hypotheses=r"""f(\cdot; y) \text{ is continuously differentiable for each } y \in \mathcal{Y}
        0 < \mu \le L""",
    parts=("quadratics", "means"),
    encoded={
        "quadratics": tuple(
            one(**side) for one in (sums.inside, sums.needed) for side in SIDES
        ),
        "means": tuple(sums.mean(**side) for side in SIDES),
    },
    note="The paper prints the gradient of f for x in R; x is in R^d. The dataset is a tuple:"
    " equal records count twice. What is shown of the definition is that it fits means and"
    " quadratics, at any two points x and y: as encoded p_i and q_i are the values of f(.; y_i) at"
    " x and y and g_i its gradient at y, each bound from that of its own side; and a quadratic"
    " meets a bound at two points that differ in one coordinate alone only if its curvature there"
    " does.",
)  # fmt: skip


@CLAIM.proof(part="quadratics")
@broken("any_curvatures", "A curvature below mu or above L is outside.", inner={"every": ()})
@broken("more_than_mu", "A curvature may be mu, or L.", outer={"slack": 1})
@broken("other_coordinates_move", "Those may bend more, or less.", outer={"every": ()})
@dropped("where", sums.ONE_MOVED, {
    0: "There is no curvature c_0.", 1: "There is no curvature with the number d + 1.",
    2: "At equal points both sides are 0."})  # fmt: skip
def quadratics_with_curvatures_between_mu_and_L_belong(
    *, inner: dict[str, Any] = {}, outer: dict[str, Any] = {}, **where: Any  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """The remainder is sum_k (c_k/2)(x_k - y_k)^2, of which a step along e_k sees c_k alone."""
    members = (sums.inside_shown(**side, **inner) for side in SIDES)
    return all_of(*members, *(sums.needed_shown(**side, **outer, **where) for side in SIDES))


@CLAIM.proof(part="means")
@broken("sum_in_place_of_the_mean", above={"divisor": 1})
@because("The sum of n losses bends n times as much as each of them may.")
@broken("half_of_the_mean", "It may bend by mu/2.", below={"divisor": 2 * n})
@broken("any_losses", "If all bend less than mu, so does their mean.", below={"every": ()})
@broken(
    "losses_of_any_curvature", "If all bend more than L, so does their mean.", above={"every": ()}
)
def mean_of_members_is_a_member(
    *, below: dict[str, Any] = {}, above: dict[str, Any] = {}
) -> Outcome:  # fmt: skip
    """The remainder is linear in F, and sums of n terms divided by n keep both bounds."""
    return all_of(sums.mean_shown(upper=False, **below), sums.mean_shown(upper=True, **above))
