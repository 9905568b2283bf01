"""The search for the best rate that the heavy-ball LMI certifies at one point, and its answers.

`Point` bisects rho^2 in the closed form of `circle` at the precision in force, and rounds both ends
into certificates, which `exact` makes or refuses to make.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from workbench.solvers import exact
from workbench.solvers.balls import ball, grid
from workbench.solvers.circle import Circle, Solution, decide, search
from workbench.solvers.exact import HeavyBallLmi, Json
from workbench.solvers.matrices import Matrix, symmetric
from workbench.solvers.rounding import atom, refuting


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


class Point:
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
            bits = 8 + depth(high - low)
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
        return grid(root * root, 2 * depth(self.m * self.a) + 160)

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
                bits = max(j, depth(grid(least, 1200))) + 6 - depth(1 / (2 + self.a))
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


def depth(x: Fraction) -> int:
    """About -log2 x, for x > 0 of any size."""
    return x.denominator.bit_length() - x.numerator.bit_length() + 1


def _decimal(x: Fraction, room: Fraction, *, up: bool) -> Fraction:
    """The nearest decimal above (or below) x with about as few digits as the room allows."""
    unit = Fraction(10) ** math.ceil(max(0, depth(room)) * math.log10(2))
    return Fraction(math.ceil(x * unit) if up else math.floor(x * unit), 1) / unit
