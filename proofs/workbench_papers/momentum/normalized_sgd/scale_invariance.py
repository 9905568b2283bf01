"""Normalised steps see only the direction of the momentum (not in the paper).

The iterates do not change if mhat_t is multiplied by c > 0, so Lemma 5 holds with the smallest
|c mhat_t - grad F(w_t)| in place of |eps_t|.  With c = 1/(1 - (1-alpha)^t) the weights of the
momentum sum to 1, and its start-up bias (1-alpha)^t G is gone; the noise is scaled up by c.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers.normalised_steps import descent
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, declare, relation

along = partial(descent, constants=(3, Fraction(3, 2), 8), mean=True, along=True)
alpha, T, t = declare("alpha > 0, integer T > 0, integer t")
WHERE = [(alpha, "<=", 1)]


def weights(sum_: int = 1, where: Sequence[Any] = WHERE) -> tuple[Relation, Relation]:
    """The weights of m_T add up to 1/c, and that is a positive number."""
    total = sp.Sum(alpha * (1 - alpha) ** (T - t), (t, 1, T))
    whole = sum_ - (1 - alpha) ** T
    return relation(total, "=", whole, where=where), relation(0, "<", whole, where=where)


_PARTS: dict[str, Any] = {"direction": (along().theorem,), "weights": weights()}
SCALE = Claim(
    "momentum.scale-invariance",
    title="Only the direction of the momentum matters, so its start-up bias can be removed",
    ours=("remark", "Not in the paper"),
    statement=r"""\text{Lemma 5 holds with } \inf_{c > 0} \lVert c\, \hat m_t - \nabla F(w_t)
        \rVert \text{ for } \lVert \epsilon_t \rVert; \quad
        c = \frac{1}{1 - (1-\alpha)^t} \text{ makes the weights of } m_t \text{ sum to } 1""",
    hypotheses=r"0 < \alpha \le 1",
    parts=("direction", "weights"),
    encoded=_PARTS,
    note="As encoded |n_t - grad F(w_t)| is in the place of |eps_t| for any random vector n_t with"
    " <n_t, U(m_t)> = |n_t|, of which c m_t are some, the best one included; U(m) is m/|m|. The"
    " weights of m_t add up to 1/c, which is positive.",
    uses=("momentum.lem-5-sharp", "momentum.momentum-identity"),
)


@SCALE.proof(part="direction")
@broken("with_three_errors", change={"constants": (3, Fraction(3, 2), 3)})
@because("F = G w and n_t = m_t = -h G, h > 0 small: the right side is 3 h G.")
@broken("in_any_direction", "n_t may point backwards.", change={"told": (1,)})
@broken("with_directions_of_any_length", "A step may be long then.", change={"told": (0,)})
@broken("without_smoothness", "Nothing bounds a step.", change={"smooth": None})
def any_vector_along_the_direction_will_do(*, change: dict[str, Any] = {}) -> Outcome:
    """The step is that of U(m_t), and <n_t, U(m_t)> = |n_t| is all that the proof asks of n_t."""
    return proved(along(**change))


@SCALE.exact(part="weights")
@broken("the_sum_is_not_two", "The weights never exceed 1 in all.", sum_=2)
@dropped("where", WHERE, "At alpha = 13/5, t = 2 the sum is below 0.")
def dividing_by_the_sum_of_weights_makes_an_average(**changes: Any) -> Outcome:  # noqa: ANN401
    """The weights sum_(i=1..t) alpha (1-alpha)^(t-i) add up to 1 - (1-alpha)^t = 1/c."""
    return certify(weights(**changes))
