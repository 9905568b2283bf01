"""Certificates for the heavy-ball LMI, in the exact arithmetic that they are about.

The LMI asks for a symmetric 2x2 matrix P >= 0 and numbers c0, c >= 0 with

    S = c0 X0 + c (X1 + (1 - rho^2) X2) - Phi(P) >= 0,        B = (-alpha, 0)

as a quadratic form in e = (x_t - x*, x_{t-1} - x*, grad F(x_t)).  It is useful when P and c bound
F(x_t) - F* by the energy: kappa = c + 2 det P / (L P22) > 0 (c + 2 P11 / L where P22 = 0).

    feasible    P, c0, c, and L D L^T of S and of P with positive pivots: rho is certified.
    infeasible  Z >= 0 whose product with every term of S is not positive.  Then no useful P, c0, c
                exists at this rho, nor at any smaller one.
    noise-bound Z >= 0 that shows R = (P11 + c L / 2) / kappa >= bound for all that solve it.

<Phi(P), Z> = <P, drift> with drift = (A B) Z (A B)^T - rho^2 Z[:2, :2], so that Z refutes when

    Z >= 0,   drift >= 0,   <X0, Z> <= 0,   <X1 + (1 - rho^2) X2, Z> < 0,
    and <X0, Z> < 0 or drift[0, 0] > 0:

the product of S with Z is a sum of terms <= 0, so all of them vanish, and c = 0.  If <X0, Z> < 0
then c0 = 0 too, and -Phi(P) >= 0 forces P = 0.  If drift[0, 0] > 0 then <P, drift> = 0 makes P
singular, and P22 = 0 < P11 impossible: kappa = 0.

Where Z >= 0, W = E11 + drift >= 0 and <X0, Z> <= 0, taking <S, Z> >= 0 away gives

    P11 + c L / 2  >=  <P, W> + c (L / 2 - <gain, Z>)  >=  W11 det P / P22 + c (L / 2 - <gain, Z>),

as P >= (det P / P22) E11.  So R is at least the bound where W11 L / 2 and L / 2 - <gain, Z> are.

For mu = L, where X0 is a square, a rational Z need not exist; there the curvature L refutes, with
tau = 1 + beta - alpha L: if beta > rho^2 or tau^2 rho^2 > (rho^2 + beta)^2, a root of z^2 - tau z +
beta is larger than rho, so that F = L x^2 / 2 is slower than rho.

A certificate is JSON of kind "momentum-rate": the data, and the factors of every matrix, made with
fractions only and without the search.  `solvers.rebuilt` makes it anew from its data and compares;
`workbench.rigor.check.lmi` accepts the same certificates and shares no code with either.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from workbench.solvers.matrices import Matrix, combine, factor, inner, multiply, transpose

Json = dict[str, Any]

KIND = "momentum-rate"
NAMES = ("mu", "L", "alpha", "beta")


class HeavyBallLmi:
    """The matrices of the LMI at rational parameters; `sign` = 1 gives the printed B, else -1."""

    def __init__(
        self, mu: Fraction, L: Fraction, alpha: Fraction, beta: Fraction, *, sign: int = -1
    ) -> None:
        self.mu, self.L, self.alpha, self.beta = mu, L, alpha, beta
        zero, one = Fraction(0), Fraction(1)
        step, half = (1 - L * alpha) * beta, Fraction(1, 2)
        bend = L * beta * beta
        self.X0: Matrix = (
            (2 * mu * L, zero, -mu - L),
            (zero, zero, zero),
            (-mu - L, zero, 2 * one),
        )
        self.X1: Matrix = combine(
            (
                half,
                ((-bend, bend, -step), (bend, -bend, step), (-step, step, alpha * (2 - L * alpha))),
            )
        )
        self.X2: Matrix = combine(
            (half, ((mu, zero, -one), (zero, zero, zero), (-one, zero, zero)))
        )
        self.AB: Matrix = ((1 + beta, -beta, sign * alpha), (one, zero, zero))

    def gain(self, rho2: Fraction) -> Matrix:
        """X1 + (1 - rho^2) X2, the coefficient of c."""
        return combine((Fraction(1), self.X1), (1 - rho2, self.X2))

    def slack(self, P: Matrix, c0: Fraction, c: Fraction, rho2: Fraction) -> Matrix:
        """S, which must be positive semidefinite."""
        push = multiply(multiply(transpose(self.AB), P), self.AB)
        (a, b), (_, d) = P
        zero = Fraction(0)
        keep = ((a, b, zero), (b, d, zero), (zero, zero, zero))
        return combine((c0, self.X0), (c, self.gain(rho2)), (Fraction(-1), push), (rho2, keep))

    def drift(self, Z: Matrix, rho2: Fraction) -> Matrix:
        """The 2x2 matrix with <Phi(P), Z> = <P, drift>."""
        pushed = multiply(multiply(self.AB, Z), transpose(self.AB))
        corner = tuple(row[:2] for row in Z[:2])
        return combine((Fraction(1), pushed), (-rho2, corner))

    def kappa(self, P: Matrix, c: Fraction) -> Fraction:
        """The largest kappa with V >= kappa (F - F*) that the two matrices show."""
        (p11, p12), (_, p22) = P
        if p22 == 0:
            return c + 2 * p11 / self.L
        return c + 2 * (p11 * p22 - p12 * p12) / (self.L * p22)

    def noise(self, P: Matrix, c: Fraction) -> Fraction:
        """R_P = (P11 + c L / 2) / kappa; each step adds alpha^2 R_P E|w|^2 to the bound."""
        return (P[0][0] + c * self.L / 2) / self.kappa(P, c)

    def parameters(self, rho2: Fraction) -> Json:
        """The data as text."""
        values = (self.mu, self.L, self.alpha, self.beta, rho2)
        return {n: str(v) for n, v in zip((*NAMES, "rho2"), values, strict=True)}


# ------------------------------------------------------------------------------- certificates


def feasible(
    lmi: HeavyBallLmi, rho2: Fraction, P: Matrix, c0: Fraction, c: Fraction
) -> Json | None:
    """The certificate that P, c0, c solve the LMI with room to spare, or None if they do not."""
    if c0 < 0 or c < 0:
        return None
    members = [_psd(lmi.slack(P, c0, c, rho2), strict=True), _psd(P, strict=True)]
    multipliers = [_psd(((c0,),)), _psd(((c,),))]
    kappa = lmi.kappa(P, c) if members[1] else Fraction(0)
    if not all(members) or not all(multipliers) or kappa <= 0 or not 0 < rho2 < 1:
        return None
    return {
        "kind": KIND,
        "side": "feasible",
        "parameters": lmi.parameters(rho2),
        "P": _text(P),
        "c0": str(c0),
        "c": str(c),
        "kappa": str(kappa),
        "noise": str(lmi.noise(P, c)),
        "members": members + multipliers,
    }


def infeasible(lmi: HeavyBallLmi, rho2: Fraction, Z: Matrix) -> Json | None:
    """The certificate that nothing useful solves the LMI at rho, or None if Z does not show it.

    With rho2 = 1 it says so for every rho < 1: either by refuting rho = 1 itself, or because the
    conditions, linear in rho^2, hold for every rho^2 below 1.
    """
    if not 0 < rho2 <= 1:
        return None
    drift, first = lmi.drift(Z, rho2), inner(lmi.X0, Z)
    second, slope = inner(lmi.gain(rho2), Z), inner(lmi.X2, Z)
    strict = second < 0 and (first < 0 or drift[0][0] > 0)
    # for rho^2 = 1 - h: the drift gains h Z[:2, :2] and the second product h <X2, Z>, any h > 0
    limit = rho2 == 1 and slope < 0 and (first < 0 or drift[0][0] + Z[0][0] > 0)
    if first > 0 or second > 0 or not (strict or limit):
        return None
    members = [_psd(Z), _psd(drift), _psd(((-first,),)), _psd(((-second,),))]
    if not strict:
        members.append(_psd(((-slope,),), strict=True))
    if not all(members):
        return None
    return {
        "kind": KIND,
        "side": "infeasible",
        "parameters": lmi.parameters(rho2),
        "Z": _text(Z),
        "members": members,
    }


def noise_bound(
    lmi: HeavyBallLmi, rho2: Fraction, Z: Matrix, *, bound: Fraction | None = None
) -> Json | None:
    """The certificate that no solution at rho has a smaller noise constant, or None.

    bound: the constant; None stands for the largest that Z shows
    """
    one, zero, half = Fraction(1), Fraction(0), lmi.L / 2
    W = combine((one, ((one, zero), (zero, zero))), (one, lmi.drift(Z, rho2)))
    first, rest = inner(lmi.X0, Z), half - inner(lmi.gain(rho2), Z)
    if bound is None:
        bound = min(rest, W[0][0] * half)
    if first > 0 or bound <= 0 or not 0 < rho2 < 1:
        return None
    members = [_psd(Z), _psd(W), _psd(((-first,),))]
    members += [_psd(((rest - bound,),)), _psd(((W[0][0] * half - bound,),))]
    if not all(members):
        return None
    return {
        "kind": KIND,
        "side": "noise-bound",
        "parameters": lmi.parameters(rho2),
        "Z": _text(Z),
        "bound": str(bound),
        "members": members,
    }


def slower(lmi: HeavyBallLmi, rho2: Fraction) -> Json | None:
    """For mu = L, the certificate that heavy ball on L x^2 / 2 is slower than rho, or None.

    With rho2 = 1 it says so for every rho < 1: (rho^2 + beta)^2 / rho^2 grows on [beta, 1].
    """
    tau2 = (1 + lmi.beta - lmi.alpha * lmi.L) ** 2
    if not 0 < rho2 <= 1 or lmi.mu != lmi.L:
        return None
    excess = tau2 * rho2 - (rho2 + lmi.beta) ** 2
    if lmi.beta > rho2:
        excess = lmi.beta - rho2
    if excess < 0 or (excess == 0 and rho2 < 1):
        return None
    return {
        "kind": KIND,
        "side": "slower",
        "parameters": lmi.parameters(rho2),
        "members": [_psd(((excess,),), strict=rho2 < 1)],
    }


def bracket(primal: Json, dual: Json | None) -> Json:
    """Both sides as one certificate; no dual where rho^2 = 0 is the lower end."""
    return {"kind": KIND, "side": "bracket", "members": [primal, *_some(dual)]}


def rounded_up(square: Fraction) -> float:
    """The least float whose square is at least a rational in (0, 1]."""
    root = math.sqrt(square)
    while Fraction(root) ** 2 < square:
        root = math.nextafter(root, math.inf)
    while Fraction(below := math.nextafter(root, 0.0)) ** 2 >= square:
        root = below
    return root


def _psd(matrix: Matrix, *, strict: bool = False) -> Json:
    """Certificate of kind "psd"; empty where the matrix is not PSD (or not PD, if strict)."""
    factors = factor(matrix)
    if factors is None or (strict and 0 in factors[1]):
        return {}
    lower, pivots = factors
    return {
        "kind": "psd",
        "matrix": _text(matrix),
        "L": _text(lower),
        "D": [str(pivot) for pivot in pivots],
        "strict": strict,
    }


def _text(matrix: Matrix) -> list[list[str]]:
    return [[str(x) for x in row] for row in matrix]


def _some(certificate: Json | None) -> list[Json]:
    return [] if certificate is None else [certificate]
