"""The best rate that a 3x3 linear matrix inequality certifies for heavy ball, exactly.

    x[t+1] = x[t] - alpha (grad F(x[t]) + w[t]) + beta (x[t] - x[t-1]),     F in S(mu, L)

A certified rho means, in any dimension and for unbiased noise with E|w[t]|^2 <= W,

    E F(x[t]) - F* <= rho^(2t) V_0 / kappa + alpha^2 R W (1 - rho^(2t)) / (1 - rho^2).

`heavy_ball_rate` returns a rational rho^2 with a rational solution of the LMI, and a slightly
smaller one with a rational proof that no solution exists there.

The LMI depends on mu / L, alpha L and beta only, and is feasible for every
rho above a feasible one; so it is solved at L = 1 by bisection
(`circle` decides each rho in closed form), and the two ends are rounded into certificates that
`exact` accepts at the parameters as they were given.
"""

from __future__ import annotations

import math
import numbers
from decimal import Decimal
from fractions import Fraction

from workbench.errors import ParameterError, SolverError, require
from workbench.solvers import exact
from workbench.solvers.balls import precision
from workbench.solvers.bracketing import HeavyBallRate, NoCertifiedRate, Point, depth
from workbench.solvers.exact import Json

Rational = int | str | Fraction

TOLERANCE = Fraction(1, 10**9)
_PRECISIONS = (192, 384, 768)  # bits; the first is nearly always enough


def heavy_ball_rate(
    mu: Rational,
    L: Rational,
    alpha: Rational,
    beta: Rational,
    *,
    tolerance: Rational = TOLERANCE,
) -> HeavyBallRate | NoCertifiedRate:
    """Bracket the best rho^2 of the heavy-ball LMI: rho2 - rho2_refuted <= tolerance (1 - rho2).

    >>> answer = heavy_ball_rate("1/2", 1, 1, "1/5")
    >>> answer.rho2_refuted < answer.rho2 and round(answer.rho, 8)
    0.61466102
    >>> print(heavy_ball_rate(1, 25, "1/9", "4/9").reason)
    alpha (L - mu) >= 2 (1 - beta)
    """
    values = parameters(mu, L, alpha, beta)
    share = as_fraction("tolerance", tolerance)
    require(0 < share <= 1, "tolerance", tolerance, "is outside (0, 1]", "Pass '1/1000000000'.")
    for bits in _precisions(values, share):
        with precision(bits):
            answer = Point(values).bracket(share)
        if answer is not None:
            return answer
    raise SolverError(
        f"heavy-ball LMI at {_shown(values)}: no certificate within {float(share):.1e} of the "
        f"optimum at {bits} bits.\n  Likely cause: the point is on the boundary of the feasible "
        "region, or next to it.\n  Move alpha or beta a little, or pass a larger tolerance."
    )


def heavy_ball_certificate(
    mu: Rational, L: Rational, alpha: Rational, beta: Rational, rho2: Rational
) -> Json:
    """The certificate that the LMI is feasible at this rho^2, or that it is not.

    At rho2 = 1 the answer is a refutation of every rho^2 < 1, or an error.

    mu, L: strong convexity and smoothness, 0 < mu <= L
    alpha, beta: step size and momentum
    rho2: the factor rho^2 per step, in (0, 1]

    >>> heavy_ball_certificate("1/2", 1, 1, "1/5", "2/5")["side"]
    'feasible'
    >>> heavy_ball_certificate("1/2", 1, 1, "1/5", "1/3")["side"]
    'infeasible'
    """
    values, r = parameters(mu, L, alpha, beta), as_fraction("rho2", rho2)
    require(0 < r <= 1, "rho2", rho2, "is outside (0, 1]", "Pass the square of a rate.")
    for bits in _precisions(values, 1 - r if r < 1 else r):
        with precision(bits):
            certificate = Point(values).certificate(r)
        if certificate is not None:
            return certificate
    raise SolverError(
        f"heavy-ball LMI at {_shown(values)}, rho2 = {float(r)}: neither side could be "
        f"certified at {bits} bits.\n  Likely cause: rho2 is the optimum, or next to it.\n"
        "  Move rho2 a little, or ask heavy_ball_rate for a bracket."
    )


def _precisions(values: tuple[Fraction, ...], share: Fraction) -> tuple[int, ...]:
    """Bits to try in turn: more where the numbers span many orders of magnitude."""
    mu, L, alpha, beta = values
    small = min(mu / L, alpha * L, 1 / (alpha * L), 1 - beta, share, Fraction(1, 2))
    return tuple(bits + 4 * depth(small) for bits in _PRECISIONS)


def _shown(values: tuple[Fraction, ...]) -> str:
    """The parameters; a number of many digits as a decimal of six."""
    texts = []
    for v in values:
        text = str(v)
        texts.append(text if len(text) < 30 else f"{Decimal(v.numerator) / v.denominator:.6g}")
    return ", ".join(f"{name} = {text}" for name, text in zip(exact.NAMES, texts, strict=True))


# ------------------------------------------------------------------------------------- input


def as_fraction(name: str, value: object) -> Fraction:
    """An exact rational from int, Fraction or text; floats are refused."""
    if not isinstance(value, bool) and isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, str):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise ParameterError(
                f"{name} = {value!r} is not a rational number.\n  Write it as '3/7' or '0.25'."
            ) from None
    raise ParameterError(
        f"{name} = {value!r} is a {type(value).__name__}, not an exact rational: a certificate is "
        f"about exact numbers.\n  Pass an int, a Fraction or text such as '1/10'{_guess(value)}."
    )


def parameters(
    mu: object, L: object, alpha: object, beta: object
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The four parameters as fractions, inside their domain."""
    m, size = as_fraction("mu", mu), as_fraction("L", L)
    a, b = as_fraction("alpha", alpha), as_fraction("beta", beta)
    require(m > 0, "mu", mu, "is not positive", "The LMI is about strongly convex F: pass mu > 0.")
    require(m <= size, "mu", mu, f"is above L = {L}: no function is both", "Pass mu <= L.")
    require(a > 0, "alpha", alpha, "is not positive", "Pass a step size > 0.")
    require(
        0 <= b < 1, "beta", beta, "is outside [0, 1): the momentum never fades", "Pass beta < 1."
    )
    return m, size, a, b


def _guess(value: object) -> str:
    if isinstance(value, float) and math.isfinite(value):
        return f"; {value} may mean '{Fraction(str(float(value)))}'"
    return ""
