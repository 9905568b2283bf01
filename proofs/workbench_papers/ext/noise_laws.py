"""The means by which statements about draws know Laplace and normal noise, from their laws.

A statement about many draws says of each that some of its means are those of the law, given the
past.  That the law has these means is shown here, from its distribution function, piece by piece.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor.provers import noise_moments as noise
from workbench.symbolic import declare

ANY_LEVEL = declare("real a")

CLAIM = Claim(
    "ext.noise-laws",
    title="Means of functions of Laplace and normal noise",
    reconstructed=("lemma",
                   "Johnson, Kotz and Balakrishnan (1994, 1995), Continuous univariate"
                   " distributions, chapters 13 and 24"),
    statement=r"""\xi \sim \operatorname{Lap}(\sigma): \; \mathbb{E}\, \xi = 0, \;
        \mathbb{E}\, \xi^2 = 2 \sigma^2, \; \mathbb{E} (|\xi| - a)_+ = \sigma e^{-a/\sigma}; \quad
        \xi \sim \mathcal{N}(0, \sigma^2): \; \mathbb{E}\, \xi^2 = \sigma^2, \;
        \mathbb{E} |\xi| = \sqrt{2/\pi}\, \sigma, \;
        \mathbb{E}\, e^{\theta \xi} = e^{\theta^2 \sigma^2/2}""",
    hypotheses=r"\sigma > 0, \; a \ge 0, \; \theta \in \mathbb{R}",
    parts=("laplace", "normal"),
    encoded={"laplace": tuple(map(noise.stated, noise.LAPLACE)),
             "normal": tuple(map(noise.stated, noise.NORMAL))},
    note="As encoded X is xi, and (|xi| - a)_+ is the larger of 0 and |xi| - a.",
)  # fmt: skip


@CLAIM.proof(part="laplace")
@broken("half_of_it", "2 sigma^2 is twice the square of the scale.", share=sp.S.Half)
@broken("any_level", "At a = -sigma the mean is 2 sigma, not e sigma.", a=ANY_LEVEL)
def the_pieces_of_the_double_exponential(**changes: Any) -> Outcomes:  # noqa: ANN401
    """Polynomials times e^(x/sigma) below 0, and times e^(-x/sigma) above it."""
    for which in noise.LAPLACE:
        yield noise.shown(which, **changes)


@CLAIM.proof(part="normal")
@broken("twice_it", "The variance is sigma^2.", share=sp.Integer(2))
def the_density_and_what_is_left_of_the_distribution(**changes: Any) -> Outcomes:  # noqa: ANN401
    """(x phi)' = phi - x^2 phi/sigma^2, and e^(theta x) moves the density by theta sigma^2."""
    for which in noise.NORMAL:
        yield noise.shown(which, **changes)
