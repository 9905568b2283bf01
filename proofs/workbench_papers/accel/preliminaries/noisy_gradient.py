"""The released gradient: a mini-batch gradient plus Laplace noise of scale b_t.

The noise is centred, so the release is an unbiased estimate of the full gradient, and its
covariance is 2 b_t^2 times the identity: b_t is the scale of the noise, not its standard deviation.
Every error bound of the paper enters through these two facts, and the authors' own sampler broke
the second one.
"""

import math
from typing import Any

import numpy as np
import sympy as sp

from workbench.claims import (
    Claim,
    Figure,
    Grade,
    Outcome,
    Outcomes,
    Run,
    all_of,
    because,
    broken,
    fails,
    holds,
)
from workbench.privacy import Laplace
from workbench.rigor import First, Rule, identity, induction
from workbench.rigor.provers.moments import moments_shown
from workbench.symbolic import declare, relation
from workbench.symbolic.moments import MomentStatement, laplace

b, k, d, i, j = declare("b > 0, integer k >= 0, integer d > 0, integer i j")
moment = sp.IndexedBase("M", real=True)  # E |eta|^k
u, v, eta = (sp.IndexedBase(name, real=True) for name in ("u", "v", "eta"))
along, product = declare("real E_along E_product")


def moments(
    *, scale: sp.Expr = b, share: int = 2, middle: sp.Expr = sp.S.Zero
) -> tuple[MomentStatement, MomentStatement]:
    """E <u, eta> = 0 and E <u, eta> <v, eta> = 2 b^2 <u, v> for all vectors u and v."""
    first, second = (sp.Sum(one[i] * eta[i], (i, 1, d)) for one in (u, v))
    value = share * b**2 * sp.Sum(u[i] * v[i], (i, 1, d))
    drawn = [laplace(eta, d, scale)]
    return (MomentStatement((along, "=", middle), families=drawn, means={along: first}),
            MomentStatement((product, "=", value), families=drawn,
                            means={product: first * second}))  # fmt: skip


CLAIM = Claim(
    "accel.noisy-gradient",
    title="Released gradient and the moments of its noise",
    printed=("mechanism", "eq. (8)"),
    statement=r"""\widetilde{\nabla F_{B_t}}(x) = \nabla F_{B_t}(x) + \eta_t, \qquad
        \eta_{t,i} \sim \text{Lap}(b_t) \text{ independent}, \qquad
        \mathbb{E}[\eta_t] = 0, \qquad \operatorname{Cov}(\eta_t) = 2 b_t^2 I_d""",
    hypotheses=r"""b_t > 0
        B_t \text{ and } \eta_t \text{ are fresh, and independent of each other given the past}""",
    encoded=moments(),
    uses=("accel.laplace-mechanism", "accel.update-rules", "ext.exponential-moments"),
    note="As encoded the mean is that along every vector u, and the covariance that along any two;"
    " that Laplace noise of scale b has the variance 2 b^2 is a rule of the checker, and follows"
    " from ext.exponential-moments. By the covariance E |eta_t|^2 = 2 d b^2. That a coordinate has"
    " the mean absolute value b and the fourth moment 24 b^4 is shown by the second check, from"
    " E |eta|^k = k! b^k, and is not part of the statement.",
)


def absolute_moment(order: int, mean: sp.Expr) -> sp.Expr:
    """prod_{j=1}^k j mean, for |eta| exponential with that mean."""
    return sp.Product(j * mean, (j, 1, order))


@CLAIM.proof(uses=())
@broken("one_squared_scale", "At u = v = (1, 0, .., 0) it is 2 b^2.", share=1)
@broken("noise_that_drifts", "E <u, eta> = b for all u, in place of 0, which it is.", middle=b)
@broken("noise_of_another_scale", "Then it is 8 b^2 <u, v>.", scale=2 * b)
def mean_and_covariance_along_all_vectors(**changes: Any) -> Outcome:  # noqa: ANN401
    """Products of different coordinates have mean 0, and squares 2 b^2."""
    return all_of(map(moments_shown, moments(**changes)))


@CLAIM.exact(uses=("ext.exponential-moments",))
@broken("scale_read_as_standard_deviation", mean=b / sp.sqrt(2))
@because("A sampler that is told b and uses b / sqrt 2 has variance b^2.")
def laplace_moments_follow_from_exponential_ones(*, mean: sp.Expr = b) -> Outcomes:
    """E|eta|^k = k! b^k for every k; mean 0 and covariance 2 b^2 I.
    E|eta|^k = k b E|eta|^(k-1), as |eta|/b is exponential, is unrolled; then the other moments.
    A fair sign makes E eta^k half the moment on either side of 0, the left one with (-1)^k.
    """
    claimed = relation(moment[k], "=", sp.Product(j * b, (j, 1, k)))
    rules = [Rule("M", "k", (k + 1) * b * moment[k])]
    base = [First("M", 0, 1)]
    unrolled = induction(claimed, "k", start=0, rules=rules, base=base, factor=(k + 1) * b)

    right, left = declare("real E_right E_left")

    def signed(order: int, value: sp.Expr) -> Outcome:
        """E eta^order: the two signs are equally likely."""
        sides = [(side, "=", absolute_moment(order, mean)) for side in (right, left)]
        return identity((right + (-1) ** order * left) / 2, value, where=sides)

    yield unrolled
    yield identity(absolute_moment(1, mean), b)
    yield signed(1, sp.Integer(0))  # so the product of two independent coordinates has mean 0 * 0
    yield signed(2, 2 * b**2)
    yield signed(4, 24 * b**4)
    yield identity(sp.Sum(absolute_moment(2, mean), (i, 1, d)), 2 * d * b**2)
    yield "E eta = 0, E eta^2 = 2 b^2, E eta^4 = 24 b^4, E |eta|^2 = 2 d b^2"


@CLAIM.statistical(corner="the sampler of workbench.privacy at b = 1")
@broken("sampler_that_takes_a_standard_deviation", scale=1 / math.sqrt(2))
@because("Scale 1/sqrt 2, the error in the authors' published code, is far outside the band.")
def sampler_draws_laplace_noise_of_the_declared_scale(run: Run, *, scale: float = 1.0) -> Outcome:
    """The empirical law of eta is as near to Laplace(1) as the DKW-Massart band asks.
    P(sup |F_N - F| > x) <= 2 exp(-2 N x^2) for every N, so the band at level alpha is
    x = sqrt(ln(2 / alpha) / (2 N)).
    """
    draws = run.effort(quick=100_000, full=1_000_000)
    noise = np.sort(Laplace(scale).sample(run.rng("noise"), (draws,)))
    tail = np.exp(-np.abs(noise)) / 2
    law = np.where(noise < 0, tail, 1 - tail)
    steps = np.arange(draws + 1) / draws
    distance = float(max(np.max(steps[1:] - law), np.max(law - steps[:-1])))
    band = math.sqrt(math.log(2 / float(run.alpha)) / (2 * draws))
    figures = (
        Figure("draws", draws),
        Figure("distance", distance, note="sup norm of the difference of distribution functions"),
        Figure("band", band),
    )
    decide = fails if distance > band else holds
    return decide(
        "DKW-Massart band", f"distance {distance:.5f}, allowed {band:.5f}", grade=Grade.SUPPORTED,
        alpha=run.alpha, looks=1, figures=figures,
        power=f"a law at distance {2 * band:.4f} is rejected with probability 1 - alpha",
        trust=("numpy", "floating point"),
    )  # fmt: skip
