"""The quadratic objective of Section 3.2, and Polyak's parameters without noise.

F(x) = x^T Q x / 2 + a^T x + b with Q > 0 has the minimiser x* = -Q^(-1) a, and completing the
square gives F(x) - F* = (x - x*)^T Q (x - x*) / 2.  In the eigenbasis of Q everything splits into
coordinates: a sum of lam_i (x_i - x*_i)^2 / 2.

Without noise Polyak chose alpha = 4/(sqrt mu + sqrt L)^2 and beta = ((sqrt kappa - 1)/(sqrt kappa +
1))^2, for which the characteristic polynomial has double roots +-sqrt(beta) at both ends of the
spectrum and conjugate ones of this modulus in between, so that the rate is sqrt(beta) = (sqrt kappa
- 1)/(sqrt kappa + 1).
"""

from collections.abc import Sequence

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import certify
from workbench.symbolic import Relation
from workbench.symbolic.text import parse


def square(sign: str = "-") -> tuple[Relation, ...]:
    """F(x) - F(x*) in the eigenbasis, and that F(x*) is least, with x*_i = -a_i/lam_i."""

    def total(term: str) -> str:
        return f"sum(i = 1..d, {term})"

    def value(point: str) -> str:
        return f"({total(f'lam[i]*({point})^2/2 + a[i]*({point})')} + b)"

    least, given = f"{sign}a[i]/lam[i]", "lam > 0, integer d >= 1"
    error = f"{total(f'lam[i]*(x[i] - ({least}))^2')}/2"
    return (
        parse(f"{value('x[i]')} - {value(least)} = {error}", where=given),
        parse(f"{value(least)} <= {value('x[i]')}", where=given),
    )


BETA, GIVEN = "((l/m - 1)/(l/m + 1))^2", ("0 < m <= l", "lam >= m^2", "lam <= l^2")


def polyak(step: str = "4/(m + l)^2", where: Sequence[str] = GIVEN) -> tuple[Relation, ...]:
    """The roots r + i s and r - i s at Polyak's parameters: s is real, and |z|^2 = beta."""
    trace = f"(1 + {BETA} - {step}*lam)"
    r, s = f"({trace}/2)", f"(sqrt(4*{BETA} - {trace}^2)/2)"
    claims = (
        f"{trace}^2 <= 4*{BETA}", f"{r}^2 - {s}^2 - {trace}*{r} + {BETA} = 0",
        f"2*{r}*{s} - {trace}*{s} = 0", f"{r}^2 + {s}^2 = {BETA}",
    )  # fmt: skip
    return tuple(parse(text, where=", ".join(where)) for text in claims)


CLAIM = Claim(
    "accel.quadratic-model",
    title="Quadratic objective, and Polyak's parameters",
    printed=("definition", "Section 3.2, eq. (24)"),
    statement=r"""F(x) = \tfrac12 x^\top Q x + a^\top x + b,\quad x^\ast = -Q^{-1} a,\quad
        F(x) - F^\ast = \tfrac12 (x - x^\ast)^\top Q (x - x^\ast); \qquad
        \alpha_{HB} = \frac{4}{(\sqrt\mu + \sqrt L)^2},\;
        \beta_{HB} = \Bigl( \frac{\sqrt\kappa - 1}{\sqrt\kappa + 1} \Bigr)^2 \text{ have rate }
        \sqrt{\beta_{HB}}""",
    hypotheses=r"""Q = Q^\top \succ 0 \text{ with eigenvalues in } [\mu, L]
        \kappa = L/\mu""",
    parts=("square", "polyak"),
    encoded={"square": square(), "polyak": polyak()},
    note="Written in the eigenbasis of Q, which an orthogonal change of variables provides; it"
    " leaves noise of covariance sigma^2 I as it is. The letter b is not the Laplace scale here."
    " As encoded F* is F(x*), which no other value is below; m and l are the roots of mu and L; and"
    " for every eigenvalue lam the roots z of z^2 - (1 + beta - alpha lam) z + beta are r + i s and"
    " r - i s: real and imaginary part of the equation, and |z|^2 = beta. The rate is the largest"
    " modulus.",
)


@CLAIM.exact(part="square", uses=())
@broken("wrong_sign_of_the_minimiser", sign="")
@because("With x*_i = a_i / lam_i in place of -a_i / lam_i the point is no minimiser.")
def error_is_a_weighted_square(*, sign: str = "-") -> Outcomes:
    """F(x) - F(x*) in the eigenbasis, where x*_i = -a_i/lam_i, by induction over coordinates."""
    yield from map(certify, square(sign))


@CLAIM.exact(part="polyak", uses=())
@broken("step_of_gradient_descent", step="2/(m^2 + l^2)")
@because("mu = 1, L = 4: at lam = mu the trace 0.711 is above 2 sqrt(beta) = 0.667: real roots.")
@broken(
    "flatter_directions", "Below mu the roots are real.", where=(GIVEN[0], "lam >= 0", GIVEN[2])
)
@broken("steeper_directions", "Above L the roots are real.", where=GIVEN[:2])
def polyak_has_conjugate_roots_in_between(
    *, step: str = "4/(m + l)^2", where: Sequence[str] = GIVEN
) -> Outcomes:
    """(1 + beta - alpha lam)^2 <= 4 beta, with equality at lam = mu and lam = L."""
    inside, *equations = polyak(step, where)
    yield certify(inside)
    known = (inside.left, inside.op, inside.right)
    yield from (certify(one, facts=[known]) for one in equations)
