"""Where Proposition 3.4 is silent: no rate is certified if alpha (L - mu) >= 2 (1 - beta).

Put u = alpha mu / (2 beta) and evaluate the form S of (22), left minus right, at two vectors,

    v_1 = (1, 1 - u, (1 + beta) u / alpha),        v_2 = (0, 1, (1 - beta) / alpha),

the real and the imaginary part of a response of frequency w with 1 - cos w = u.  Then for every P,
with h = 1 - rho^2 and D = 2 (1 - beta) - alpha (L - mu),

    S(v_1) + u (2 - u) S(v_2) = (mu D / beta) (c_0 (1 - beta)/alpha + c/2)
                                - h [c mu / (2 beta) + P(1, 1 - u) + u (2 - u) P(0, 1)].

If D <= 0, h > 0 and 0 < u < 2 nothing on the right is positive, and S >= 0 makes everything vanish:
c = 0, then P22 = 0, so P12 = 0, and P11 = 0.  Nothing is left of the energy.  That u < 2 is part of
the assumption that heavy ball converges on L x^2/2: alpha L < 2 (1 + beta).

Two choices of the paper are beyond this border: Polyak's parameters if L/mu >= 3 + 2 sqrt 2 = 5.83,
and alpha = 1/L with Nesterov's momentum if L/mu >= 11.5 (the experiments have L/mu = 255).

The converse, that on the other side some rho < 1 is certified, has no proof here.  It was not
refuted at random points, where an exact certificate was found each time; for beta < mu/L and
alpha L > 2 it is false.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers.theorems import proved
from workbench.solvers import heavy_ball_certificate
from workbench.symbolic import Relation, relation
from workbench.symbolic.text import parse
from workbench.symbolic.variables import Op
from workbench_papers.accel._heavy_ball import L, lmi_outcome, mu
from workbench_papers.accel.lmi import _no_solution as silent

ROOT, S = sp.sqrt(L) / sp.sqrt(mu), "x^3 - 3*x^2 - x - 1 >= 0"  # of kappa; the cubic at x


def reached(step: sp.Expr, momentum: sp.Expr, *where: Any) -> tuple[Relation, Relation]:  # noqa: ANN401
    """The border is passed, and heavy ball converges on L x^2/2 all the same."""
    return (
        relation(2 * (1 - momentum), "<=", step * (L - mu), where=where),
        relation(step * L, "<", 2 * (1 + momentum), where=where),
    )


def polyak(least: sp.Expr = 3 + 2 * sp.sqrt(2)) -> tuple[Relation, Relation]:
    """Polyak's parameters, from this kappa on."""
    ends = sp.sqrt(L) + sp.sqrt(mu)
    momentum = ((sp.sqrt(L) - sp.sqrt(mu)) / ends) ** 2
    return reached(4 / ends**2, momentum, (L / mu, ">=", least))


CUBIC: tuple[tuple[sp.Expr, Op, int]] = ((ROOT**3 - 3 * ROOT**2 - ROOT - 1, ">=", 0),)


def nesterov(
    least: sp.Rational = sp.Rational(23, 2), where: Sequence[tuple[sp.Expr, Op, int]] = CUBIC
) -> tuple[Relation, Relation, Relation]:  # fmt: skip
    """1/L and Nesterov's momentum where the cubic is not negative; and that from kappa on it is."""
    momentum = (ROOT - 1) / (ROOT + 1)
    left, op, right = CUBIC[0]
    return (
        *reached(1 / L, momentum, *where),
        relation(left, op, right, where=[(L / mu, ">=", least)]),
    )


_SETTING = (r"0 < \mu < L,\; \alpha > 0,\; 0 < \beta < 1", r"\alpha L < 2(1+\beta)")

CLAIM = Claim(
    "accel.lmi-feasible-region",
    title="No rate is certified where alpha (L - mu) >= 2 (1 - beta)",
    ours=("theorem", "not in the paper; about Proposition 3.4"),
    statement=r"""\alpha (L - \mu) \ge 2 (1 - \beta) \;\Longrightarrow\;
        (22) \text{ has no solution with } (P, c) \ne 0 \text{ for any } \rho < 1; \quad
        \text{so for Polyak's parameters if } \kappa \ge 3 + 2\sqrt2, \text{ and for }
        \alpha = \tfrac1L,\; \beta = \tfrac{\sqrt\kappa - 1}{\sqrt\kappa + 1}
        \text{ if } s^3 - 3s^2 - s - 1 \ge 0,\; s = \sqrt\kappa \;(\kappa \ge 11.5)""",
    hypotheses=(*_SETTING, r"P \succeq 0,\; c_0, c \ge 0"),
    parts=("no solution", "polyak", "nesterov momentum"),
    encoded={
        "no solution": (silent.beyond_the_border().theorem,), "polyak": polyak(),
        "nesterov momentum": nesterov(),
    },
    uses=("accel.prop-3-4.repaired",),
    note="That the LMI has no solution says nothing against heavy ball: only that Proposition 3.4"
    " gives no bound there. As encoded, (P, c) = 0 is that the sum of the squares of the entries of"
    " P and c, times |e|^2, is not positive, for every vector e. Of Polyak's parameters and of"
    " Nesterov's momentum it says that they are beyond the border and alpha L < 2 (1 + beta).",
)  # fmt: skip

CONVERSE = Claim(
    "accel.lmi-feasible-region.converse",
    title="Some rate is certified where alpha (L - mu) < 2 (1 - beta)",
    ours=("theorem", "not in the paper; about Proposition 3.4"),
    statement=r"""\alpha (L - \mu) < 2 (1 - \beta) \text{ and }
        (\beta \ge \mu/L \text{ or } \alpha L \le 2) \;\Longrightarrow\;
        (22) \text{ has a solution with } \kappa_P > 0 \text{ for some } \rho < 1""",
    hypotheses=_SETTING,
    uses=("accel.prop-3-4.repaired", "accel.lmi-scaling"),
    note="Supported by exact certificates at random points; no proof. A frequency argument shows"
    " that some P exists, but not that it may be taken positive semidefinite.",
)


@CLAIM.proof(part="no solution", uses=())
@broken("half_the_border", given=(*silent.BORDER[:-1], silent.HALF_WAY))
@because("mu = 1/2, L = 1, alpha = 3/2, beta = 3/10: rho^2 = 0.5924 is certified.")
@broken("without_the_inequality_22", "P = I, c = c_0 = 0.", given=silent.BORDER[1:])
@broken("rates_from_one_on", given=(*silent.BORDER[:3], *silent.BORDER[4:]))
@because("rho < 1 is dropped: P = I, c = 0, c_0 = alpha^2 and rho large.")
@broken("without_the_border", given=silent.BORDER[:-1])
@because("mu = 1/2, L = alpha = 1, beta = 1/5: rho^2 = 0.3779 is certified.")
def one_frequency_sees_no_supply(*, given: tuple[Any, ...] = silent.BORDER) -> Outcome:
    """S(v_1) + u (2 - u) S(v_2) >= 0 is a sum of terms <= 0, so all of them vanish.
    No mutant drops P >= 0, beta < 1 or alpha L < 2 (1 + beta): no solution is known without them
    either, and this proof needs them.
    """
    return proved(silent.beyond_the_border(given=given))


@CLAIM.exact(part="polyak", uses=())
@broken("polyak_at_kappa_four_is_inside", least=sp.Integer(4))
@because("From L/mu = 4 on, in place of 5.83: at 4 the parameters are inside the border.")
def polyak_is_beyond_the_border_from_5_83_on(*, least: sp.Expr = 3 + 2 * sp.sqrt(2)) -> Outcomes:
    """4 (s^2 - 2 s - 1)/(s + 1)^2 >= 0 for s >= 1 + sqrt 2, s = sqrt(L/mu)."""
    border, stable = polyak(least)
    squares = parse("x^2 >= r^2", where="y >= w, y = x^2, w = r^2")
    larger = parse("x >= r", where="x > 0, r > 0, x^2 >= r^2")
    from_there = parse("x^2 - 2*x - 1 >= 0", where="x >= 1 + sqrt(2)")
    passed = parse("2*(1 - ((p-q)/(p+q))^2) <= 4/(p+q)^2*(p^2 - q^2)",
                   where="q > 0, p > 0, (p/q)^2 - 2*(p/q) - 1 >= 0")  # fmt: skip
    end = {"x": ROOT, "r": 1 + sp.sqrt(2)}
    facts = [
        (squares, {**end, "y": L / mu, "w": least}), (larger, end), (from_there, {"x": ROOT}),
        (passed, {"p": sp.sqrt(L), "q": sp.sqrt(mu)}),
    ]  # fmt: skip
    yield certify(border, facts=facts, at={"mu": 1, "L": 4})
    yield certify(stable)


@CLAIM.exact(part="nesterov momentum", uses=())
@broken("at_kappa_nine_it_is_inside", least=sp.Integer(9))
@because("From kappa = 9 on, in place of 11.5: at sqrt(kappa) = 3 the cubic is -4.")
@dropped("where", CUBIC, "At kappa = 4, alpha (L - mu) = 3/4 < 4/3.")
def nesterov_momentum_is_beyond_the_border_from_11_5_on(**changes: Any) -> Outcomes:  # noqa: ANN401
    """The excess over the border is (s^3 - 3 s^2 - s - 1)/(s^2 (s + 1)), s = sqrt(kappa)."""
    border, stable, far = nesterov(**changes)
    steps = (
        parse("x^3 >= 1", where=f"x > 0, {S}"), parse("x >= 1", where="x > 0, x^3 >= 1"),
        parse("1 < 2*(1 + (x - 1)/(x + 1))", where="x >= 1"),
    )  # fmt: skip
    ends = (parse("x >= 339/100", where="x > 0, x^2 >= 23/2"), parse(S, where="x >= 339/100"))
    yield certify(border)
    yield certify(stable, facts=[(one, {"x": ROOT}) for one in steps])
    yield certify(far, facts=[(one, {"x": ROOT}) for one in ends], at={"mu": 1, "L": 9})


_UNIT = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)
_POINTS: dict[str, Any] = {"low": _UNIT, "momentum": _UNIT, "share": _UNIT}


def certified_below(low: Fraction, momentum: Fraction, step: Fraction) -> None:
    """An exact certificate at some rho < 1, L = 1."""
    assume(step < 2 * (1 + momentum))
    for k in (3, 6, 12, 24, 48):
        found = heavy_ball_certificate(low, 1, step, momentum, 1 - Fraction(1, 2**k))
        if found["side"] == "feasible":
            assert lmi_outcome(found, "feasible").decision == "holds"
            return
    raise AssertionError("not certified")


@CONVERSE.sampled(**_POINTS, examples=15, corner="L = 1, rational points up to 0.95 of the border")
@broken("beyond_the_border_there_are_none", "1 + share in place of share.", beyond=1)
def certificates_are_found_inside(
    low: Fraction, momentum: Fraction, share: Fraction, *, beyond: int = 0
) -> None:
    """At alpha (L - mu) = share 2 (1 - beta)."""
    step = (beyond + share) * 2 * (1 - momentum) / (1 - low)
    assume(beyond or momentum >= low or step <= 2)
    certified_below(low, momentum, step)
