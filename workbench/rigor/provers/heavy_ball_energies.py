"""An energy that heavy ball lowers on a class bounds its roots on every parabola of the class.

The class has curvatures from mu to L, the energy is P + c (F - F*) for a form P of two points, and
an LMI of the method, a form in (x_t, x_{t-1}, grad F(x_t)) that is not negative, says that it falls
by rho^2 in each step.  With A = p^2 + s^2 for a root p + i s, and W = P + (c lam/2) E11,

    (rho^2 - A) V = LMI at (p, 1, lam p) and at (s, 0, lam s) + what is visibly not negative,

where V = W(p, 1) + W(s, 0) >= kappa lam A/2: the step takes (p, 1) and (s, 0), the real and the
imaginary part of an eigenvector, to A times their form in all.  So V + kappa lam (rho^2 - A)/2 is
positive, and rho^2 - A is not negative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.expectations import NotProved
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

mu, L, alpha, beta = declare("mu L alpha > 0, beta >= 0")
P11, P12, P22, c, c0 = declare("real P_11 P_12 P_22, c c_0 >= 0")
lam, rho, x, y, g = declare("lam rho > 0, real x y g")
p, q, s = declare("real p q s")
DET = P11 * P22 - P12**2
POSITIVE: tuple[Any, ...] = (
    (P12**2, "<=", P11 * P22), (P22, ">", 0), (c + 2 * DET / (L * P22), ">", 0)
)  # fmt: skip
ALONE: tuple[Any, ...] = ((P12, "=", 0), (P22, "=", 0), (c + 2 * P11 / L, ">", 0))
ROOTS = ((p + q, "=", 1 + beta - alpha * lam), (p * q + s**2, "=", beta), (s * (p - q), "=", 0))
WHERE: tuple[Any, ...] = (
    *ROOTS, (mu, "<=", lam), (lam, "<=", L), (rho, "<", 1), (beta, "<", 1), (P11, ">=", 0)
)  # fmt: skip
MODULUS = p**2 + s**2
Form = Callable[[Any, Any, Any], Any]  # of the LMI at (x_t, x_{t-1}, grad F(x_t)), in one dimension


def form(a: Any, b: Any, c: Any, at: Sequence[Any]) -> Any:  # noqa: ANN401 - sympy
    """A x^2 + 2 b x y + c y^2."""
    return a * at[0] ** 2 + 2 * b * at[0] * at[1] + c * at[1] ** 2


def stated(
    lmi: Form, energy: Sequence[Any] = POSITIVE, *, where: Sequence[Any] = WHERE,
    solved: bool = True,
) -> MomentStatement:  # fmt: skip
    """A root of z^2 - (1 + beta - alpha lam) z + beta is at most rho."""
    every = [((x, y, g), (), (lmi(x, y, g), ">=", 0))] if solved else []
    return MomentStatement((MODULUS, "<=", rho**2), where=[*where, *energy], every=every)


def _multiples(gap: Any) -> dict[int, Any]:  # noqa: ANN401
    """What to multiply the equations of the roots with, so that a polynomial is their sum."""
    equations = [left - right for left, _, right in ROOTS]
    parts, rest = sp.reduced(sp.expand(gap), equations, alpha, beta, s, p, q)
    if rest != 0:
        raise NotProved("it does not follow from the equations of the roots")
    return dict(enumerate(parts))


VALUES = declare("real m r v k")
FIRST = parse("0 < v + k*(r - m)", where="k*m <= v, k > 0, r > 0")
LAST = parse("m <= r", where="0 <= (r - m)*u, u > 0")


def _no_larger(known: Known) -> int:
    """That m <= r if (r - m) v >= 0 and v >= k m for some k > 0, as v + k (r - m) is positive."""
    m, r, v, k = VALUES
    more, at = v + k * (r - m), {str(one): one for one in VALUES}

    def steps(inside: Known) -> None:
        inside.fact((0, "<", more), lambda deeper: deeper.using((FIRST, at)))
        last = inside.place((0, "<=", (r - m) * v))
        square = k * (r - m) ** 2
        inside.fact((0, "<=", (r - m) * more), lambda deeper: deeper.adds({last: 1}, square))
        inside.using((LAST, {"m": m, "r": r, "u": more}))

    where = [(0, "<=", (r - m) * v), (k * m, "<=", v), (k, ">", 0), (r, ">", 0)]
    return known.every(VALUES, where, (m, "<=", r), steps)


def shown(lmi: Form, energy: Sequence[Any], last: int = 3, **changes: Any) -> Outcome:  # noqa: ANN401
    """The statement, for P22 > 0 or for P22 = 0, with the first few of the conditions on P."""
    moved = [(p, 1, lam * p), (s, 0, lam * s)]
    now = sum(form(P11 + c * lam / 2, P12, P22, one) for one in moved)
    kappa, square = energy[-1][0] * lam / 2, rho**2
    lost = sum(((beta - alpha * lam) * a - beta * b) ** 2 for a, b, _ in moved)
    rest = 2 * c0 * (lam - mu) * (L - lam) * MODULUS + c * (L - lam) / 2 * lost
    rest += c * (1 - square) * (lam - mu) / 2 * MODULUS
    parts = P22 * (1 + P12 / P22 * p) ** 2 + P12**2 * s**2 / P22, (L - lam) * MODULUS / (L * P22)

    def bounded(inside: Known) -> None:
        if energy is POSITIVE:
            inside.adds({inside.place(energy[0]): parts[1]}, parts[0])
        else:
            inside.adds({}, P11 * (L - lam) * MODULUS / L)

    def steps(known: Known) -> None:
        lemma = _no_larger(known)
        sums = [(part, ">=", 0) for part in VALUES[:3]]
        total = (VALUES[3], "=", sum(VALUES[:3]))
        added = known.every(VALUES, [*sums, total], (0, "<=", VALUES[3]))
        known.fact((kappa * MODULUS, "<=", now), bounded)
        known.fact((kappa, ">", 0))
        known.fact((rest, ">=", 0), lambda inside: inside.adds({}, rest))
        for a, b, one in moved:
            known.take(0, {x: a, y: b, g: one})
        forms = [lmi(*one) for one in moved]
        left, right = (square - MODULUS) * now, sum(forms) + rest
        gap = _multiples(left - right)
        known.fact((left, "=", right), lambda inside: inside.equals(gap))
        known.take(added, dict(zip(VALUES, (*forms, rest, left), strict=True)))
        known.take(lemma, dict(zip(VALUES, (MODULUS, square, now, kappa), strict=True)))

    return moments_shown(stated(lmi, energy[:last], **changes), steps, methods=("sign",))


def both_shown(lmi: Form, last: int = 3, **changes: Any) -> Outcome:  # noqa: ANN401
    """For P22 > 0, and for P22 = 0."""
    return all_of(shown(lmi, energy, last, **changes) for energy in (POSITIVE, ALONE))
