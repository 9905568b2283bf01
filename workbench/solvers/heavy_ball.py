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
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from workbench.errors import ParameterError, SolverError, require
from workbench.solvers import exact
from workbench.solvers.circle import Circle, Solution, ball, decide, grid, precision, search
from workbench.solvers.exact import HeavyBallLmi, Json
from workbench.solvers.matrices import Matrix, symmetric
from workbench.solvers.rounding import atom, refuting

Rational = int | str | Fraction

TOLERANCE = Fraction(1, 10**9)
_PRECISIONS = (192, 384, 768)  # bits; the first is nearly always enough


@dataclass(frozen=True, slots=True)
class HeavyBallRate:
    """A bracket of the best certifiable rho^2, with both proofs.

    `rho2` is certified by `P`, `c0`, `c`; at `rho2_refuted` (0 if the optimum is next to 0) and
    below the LMI has no useful solution.  `certificate` holds both sides and every pivot as JSON.
    """

    mu: Fraction
    L: Fraction
    alpha: Fraction
    beta: Fraction
    rho2: Fraction
    rho2_refuted: Fraction
    P: Matrix
    c0: Fraction
    c: Fraction
    primal: Json
    dual: Json | None

    @property
    def rho(self) -> float:
        """sqrt(rho2), rounded up."""
        return exact.rounded_up(self.rho2)

    @property
    def certificate(self) -> Json:
        """Both sides as one certificate for `check`."""
        return exact.bracket(self.primal, self.dual)

    @property
    def kappa(self) -> Fraction:
        """V >= kappa (F - F*)."""
        return Fraction(self.primal["kappa"])

    @property
    def noise(self) -> Fraction:
        """R of the noise term alpha^2 R (1 - rho^2t) / (1 - rho^2) max E|w|^2."""
        return Fraction(self.primal["noise"])


@dataclass(frozen=True, slots=True)
class NoCertifiedRate:
    """No rho < 1 is certified by the LMI; `certificate` proves it.

    That says nothing against the method: only that the LMI is silent about it.
    """

    mu: Fraction
    L: Fraction
    alpha: Fraction
    beta: Fraction
    reason: str
    certificate: Json


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
            answer = _Point(values).bracket(share)
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
            certificate = _Point(values).certificate(r)
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
    return tuple(bits + 4 * _depth(small) for bits in _PRECISIONS)


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


# ------------------------------------------------------------------------------------ search


class _Point:
    """One parameter point at the current precision; m, a, b are mu / L, alpha L and beta."""

    def __init__(self, values: tuple[Fraction, Fraction, Fraction, Fraction]) -> None:
        mu, L, alpha, beta = self.values = values
        self.m, self.a, self.b = m, a, b = mu / L, alpha * L, beta
        self.balls = ball(m), ball(a), ball(b)
        self.lmi = HeavyBallLmi(*values)
        self.unit = HeavyBallLmi(m, Fraction(1), a, b)

    def circle(self, r: Fraction) -> Circle:
        return Circle(*self.balls, ball(r))

    def bracket(self, share: Fraction) -> HeavyBallRate | NoCertifiedRate | None:
        """The answer, or None if this precision is too low for it."""
        silent = self.silent()
        if silent is not None:
            return silent
        ends = self.ends(share)
        if ends is None:
            return self.refuted_at_one()
        low, high = ends
        room = (1 - high) * share / 8
        upper, lower = _decimal(high + room, room, up=True), _decimal(low - room, room, up=False)
        primal = self.primal(upper)
        dual = self.dual(lower) if lower > 0 else None
        if primal is None or (dual is None and lower > 0):
            return None
        cert, P, c0, c = primal
        return HeavyBallRate(*self.values, upper, max(lower, Fraction(0)), P, c0, c, cert, dual)

    def certificate(self, r: Fraction) -> Json | None:
        """Either side at r, or None if this precision is too low for it."""
        silent = self.silent() if r == 1 else None
        if silent is not None:
            return silent.certificate
        primal = self.primal(r) if r < 1 else None
        return self.dual(r) if primal is None else primal[0]

    # ------------------------------------------------------------------ where nothing works

    def silent(self) -> NoCertifiedRate | None:
        """The two closed forms: divergence on L x^2 / 2, and the resonance u = 1 - cos w."""
        m, a, b = self.m, self.a, self.b
        if a >= 2 * (1 + b):
            reason = "alpha L >= 2 (1 + beta): heavy ball does not converge on L x^2 / 2"
            if m == 1:
                certificate = exact.slower(self.lmi, Fraction(1))
            else:
                certificate = self.refute(self._outgoing(), Fraction(1))
        elif a * (1 - m) >= 2 * (1 - b):
            reason = "alpha (L - mu) >= 2 (1 - beta)"
            s = 1 - a * m / (2 * b)
            certificate = self.refute(atom(self.unit, s, Fraction(1)), Fraction(1))
        else:
            return None
        return None if certificate is None else NoCertifiedRate(*self.values, reason, certificate)

    def _outgoing(self) -> Matrix:
        """The atom of a real z <= -1 that a curvature x between mu and L produces."""
        m, a, b = self.m, self.a, self.b
        if a * m <= 2 * (1 + b):  # x = 2 (1 + b) / a
            return atom(self.unit, Fraction(-1), Fraction(1))
        total = a * (1 + m) / 2 - (1 + b)  # -z - b / z, for x in the middle
        z = -grid((ball(total) + ball(total * total - 4 * b).sqrt()) / 2, 64)
        return atom(self.unit, z, z * z)

    def refuted_at_one(self) -> NoCertifiedRate | None:
        """A refutation at rho = 1, where the bisection found nothing feasible."""
        certificate = self.dual(Fraction(1))
        if certificate is None:
            return None
        return NoCertifiedRate(
            *self.values, "no rho < 1, by a dual certificate at rho = 1", certificate
        )

    # ------------------------------------------------------------------------- the bisection

    def ends(self, share: Fraction) -> tuple[Fraction, Fraction] | None:
        """Infeasible and feasible rho^2, closer than share (1 - rho^2) / 8; None if none is."""
        low = self.quadratic_rate()
        if self.m == 1:
            return low, low
        high = None
        for j in (3, 6, 12, 24, 48, 96, 192):
            r = 1 - Fraction(1, 2**j)
            if r > low and decide(self.circle(r)) is not None:
                high = r
                break
            low = max(low, r)
        if high is None:
            return None
        while high - low > (1 - high) * share / 8:
            middle = (low + high) / 2
            bits = 8 + _depth(high - low)
            middle = Fraction(round(middle * 2**bits), 2**bits)
            if decide(self.circle(middle)) is None:
                low = middle
            else:
                high = middle
        return low, high

    def quadratic_rate(self) -> Fraction:
        """Squared spectral radius of heavy ball on mu x^2 / 2 and L x^2 / 2, rounded."""
        worst = max(abs(1 + self.b - self.a * x) for x in (self.m, Fraction(1)))
        inside = worst * worst - 4 * self.b
        if inside <= 0:
            return self.b
        root = (ball(worst) + ball(inside).sqrt()) / 2
        return grid(root * root, 2 * _depth(self.m * self.a) + 160)

    # ------------------------------------------------------------------------- certificates

    def primal(self, r: Fraction) -> tuple[Json, Matrix, Fraction, Fraction] | None:
        """A solution with room on all sides, rounded; the room decides how many bits are kept."""
        circle, size = self.circle(r), self.values[1]
        found = decide(circle)
        if found is None:
            return None
        for j in range(2, 600, 3):
            inner = circle.probe(found.t, ball(Fraction(1, 2**j)))
            if isinstance(inner, Solution):
                p11, p12, p22 = inner.P
                least = (p11 * p22 - p12 * p12) / (p11 + p22)
                bits = max(j, _depth(grid(least, 1200))) + 6 - _depth(1 / (2 + self.a))
                break
        else:
            return None
        for more in (0, 16, 64):
            P = symmetric(*(grid(x, bits + more) for x in inner.P))
            t = grid(found.t, bits + more)
            c0, c = t / (size * size), (1 - t) / size
            certificate = exact.feasible(self.lmi, r, P, c0, c)
            if certificate is not None:
                return certificate, P, c0, c
        return None

    def dual(self, r: Fraction) -> Json | None:
        """The refutation at r: one cut, or two that leave no t between them."""
        if self.m == 1:
            return exact.slower(self.lmi, r)
        cuts = search(self.circle(r)).cuts
        for bits in (40, 64, 128, 256):
            Z = refuting(self.unit, cuts, r, bits)
            certificate = None if Z is None else self.refute(Z, r)
            if certificate is not None:
                return certificate
        return None

    def refute(self, Z: Matrix, r: Fraction) -> Json | None:
        """The certificate at the given scale, by the congruence diag(1, 1, L)."""
        scale = (1, 1, self.values[1])
        scaled = tuple(tuple(Z[i][j] * scale[i] * scale[j] for j in range(3)) for i in range(3))
        return exact.infeasible(self.lmi, r, scaled)


def _depth(x: Fraction) -> int:
    """About -log2 x, for x > 0 of any size."""
    return x.denominator.bit_length() - x.numerator.bit_length() + 1


def _decimal(x: Fraction, room: Fraction, *, up: bool) -> Fraction:
    """The nearest decimal above (or below) x with about as few digits as the room allows."""
    unit = Fraction(10) ** math.ceil(max(0, _depth(room)) * math.log10(2))
    return Fraction(math.ceil(x * unit) if up else math.floor(x * unit), 1) / unit
