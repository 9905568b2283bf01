"""Exact law of the winner of a noisy maximum, for Laplace and exponential noise of scale one.

    P(j) = integral of f(v - s_j) prod over i != j of F(v - s_i) dv

Between two neighbouring kinks (the scores for Laplace noise, the largest score for exponential)
the integrand is a polynomial in e^v and e^-v.  In floating point: Gauss-Legendre panels, wider
away from the kinks, weighted in the log domain, shared by all j.  In balls: Arb's
adaptive quadrature of an entire function on each panel, and the two tails exactly, below the
smallest score as a pure exponential, above the largest after y = e^-v as a polynomial in y.
"""

import itertools
from collections.abc import Callable
from functools import cache

import numpy as np
from flint import acb, arb, arb_poly, ctx

from workbench.errors import OutOfReachError
from workbench.privacy.arrays import Array, trial_blocks
from workbench.privacy.composition.balls import Bounds, down, up

NODES = 24
"""Gauss-Legendre nodes of a panel."""

FIRST = 1.0
"""Width of the panels next to a kink."""

TAIL = 60.0
"""Distance beyond the outer scores where the float quadrature stops: e^-60 of the mass is lost."""

TARGET = 64
"""Bits of relative accuracy asked of a rigorous probability."""


def _panel_ends(kinks: Array, size: int) -> Array:
    """Panels between consecutive kinks: even ones near either end, doubling towards the middle.

    A product of `size` distribution functions rises, within a few units, about log(size) above a
    kink; up to there the panels stay narrow.
    """
    near = int(np.log(size) + 6)
    widths = np.concatenate([np.full(near, FIRST), FIRST * 2.0 ** np.arange(1, 64)])
    steps = widths.cumsum()
    ends = [kinks]
    for low, high in itertools.pairwise(kinks.tolist()):
        inner = steps[steps < (high - low) / 2]
        ends += [low + inner, high - inner, np.array([(low + high) / 2])]
    return np.unique(np.concatenate(ends))


@cache
def _legendre() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return np.asarray(nodes), np.asarray(weights)


def log_law(scores: Array, noise: str) -> Array:
    """Logarithms of the chances of all indices, for scores in units of the scale."""
    s = scores - scores.max()
    if s.size == 1:
        return np.zeros(1)
    if noise == "laplace":
        kinks = np.unique(np.concatenate([[s.min() - TAIL], s, [TAIL + np.log(s.size)]]))
    else:
        kinks = np.array([0.0, TAIL + np.log(s.size)])
    ends = _panel_ends(kinks, s.size)
    nodes, weights = _legendre()
    half = np.diff(ends) / 2
    v = (ends[:-1, None] + half[:, None] * (nodes + 1)).ravel()
    log_weight = np.log((half[:, None] * weights).ravel())
    answer = np.full(s.size, -np.inf)
    for rows in trial_blocks(v.size, 4 * s.size):
        log_f, log_cdf = _log_noise(v[rows, None] - s, noise)
        level = log_weight[rows] + log_cdf.sum(axis=1)
        part = np.logaddexp.reduce(level[:, None] + log_f - log_cdf, axis=0)
        answer = np.logaddexp(answer, part)
    return answer


def _log_noise(u: Array, noise: str) -> tuple[Array, Array]:
    """Logarithms of density and distribution function at u."""
    if noise == "exponential":
        return -u, np.log(-np.expm1(-u))
    log_f = -np.abs(u) - np.log(2)
    return log_f, np.where(u < 0, log_f, np.log1p(-np.exp(-np.abs(u)) / 2))


def rigorous_law(scores: list[float], scale: float, noise: str) -> list[Bounds]:
    """Brackets of the chances of all indices, for scores and scale as the floats they are."""
    precision = 128
    while True:
        with ctx.workprec(precision):
            s = [arb(x) / arb(scale) for x in scores]
            law = _softmax(s) if noise == "gumbel" else _integrals(s, scores, noise)
            if all(ball.rel_accuracy_bits() >= TARGET for ball in law):
                return [Bounds(max(0.0, down(p)), min(1.0, up(p))) for p in law]
        precision *= 2
        if precision > 4096:
            raise OutOfReachError(
                "the chances of the indices have no digits left at 4096 bits.\n"
                "  Use log_probability, which stays in the log domain."
            )


def _softmax(s: list[arb]) -> list[arb]:
    return [1 / sum(((other - mine).exp() for other in s), arb(0)) for mine in s]


def _integrals(s: list[arb], scores: list[float], noise: str) -> list[arb]:
    order = sorted(range(len(s)), key=lambda i: scores[i])  # exact order of the exact scores
    known: dict[float, arb] = {}
    for j in order:
        if scores[j] not in known:  # equal scores have equal chances
            panels = _laplace_panels if noise == "laplace" else _upper_tail
            known[scores[j]] = panels(j, [s[i] for i in order], order.index(j))
    return [known[x] for x in scores]


def _upper_tail(_: int, s: list[arb], place: int, share: int = 1) -> arb:
    """Integral above the largest score; share 1: exponential noise, 2: Laplace.

    With y = e^-(v - top) it is  c_j / share  int_0^1 prod_i (1 - c_i y / share) dy, where
    c_i = e^-(top - s_i): a polynomial of degree d - 1, integrated term by term.
    """
    top = s[-1]
    c = [(x - top).exp() / share for x in s]
    product = arb_poly([1])
    for i, ci in enumerate(c):
        if i != place:
            product *= arb_poly([arb(1), -ci])
    whole = product.integral()
    return c[place] * whole(arb(1))


def _laplace_panels(j: int, s: list[arb], place: int) -> arb:
    """Lower tail in closed form, panels by rigorous quadrature, upper tail as a polynomial."""
    d = len(s)
    own = s[place]
    # below the smallest score: f F...F = 2^-d exp(d v - sum of scores)
    answer = (d * s[0] - sum(s, arb(0))).exp() / (arb(2) ** d * d)
    for k in range(d - 1):
        if bool((s[k + 1] - s[k]).is_zero()):
            continue
        answer += _panel(_integrand(s, own, place, k), s[k], s[k + 1])
    return answer + _upper_tail(j, s, place, share=2)


def _integrand(s: list[arb], own: arb, place: int, k: int) -> Callable[[acb, bool], acb]:
    """f(v - own) prod F(v - s_i) for s_k <= v <= s_(k+1), an entire function of v."""

    def value(v: acb, _: bool) -> acb:
        product = (own - v if place <= k else v - own).exp() / 2
        for i, si in enumerate(s):
            if i != place:
                product *= 1 - (si - v).exp() / 2 if i <= k else (v - si).exp() / 2
        return product

    return value


def _panel(integrand: Callable[[acb, bool], acb], low: arb, high: arb) -> arb:
    """Rigorous integral over [low, high], whose ends are balls."""
    value = acb.integral(integrand, acb(low), acb(high))
    return value.real
