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
from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import certify
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic import Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Theorem

a, x, s, Qx, b = *map(th.vector, ("a", "x", "x_star", "Qx")), th.number("b")


def square(sign: int = -1, given: Sequence[int] = (0, 1)) -> list[Proof]:
    """F(x) - F(x*) for Q x* = sign a, and that F(x*) is least; Q is symmetric and positive."""
    error, half = (x - s) @ (Qx + a if sign < 0 else Qx - a), Fraction(1, 2)
    known = ((Qx @ s, "=", x @ (sign * a)), (0, "<=", error))
    here, least = (p @ image / 2 + a @ p + b for p, image in ((x, Qx), (s, sign * a)))
    proofs = []
    for said, most in (((error / 2, "=", here - least), 0), ((least, "<=", here), 1)):
        kept = [k for k in given if k <= most]
        theorem = Theorem((a, b, x, s, Qx), given=[known[k] for k in kept], concludes=said)
        proofs.append(Proof(theorem))
        proofs[-1].gram(said, [((-half, half)[k], place) for place, k in enumerate(kept)])
    return proofs


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
    encoded={"square": tuple(p.theorem for p in square()), "polyak": polyak()},
    note="The letter b is not the Laplace scale here. As encoded Q x* is -a, F* is F(x*), and of Q"
    " it counts that <Q x, x*> = <x, Q x*>, Q (x - x*) = Q x + a and <x - x*, Q (x - x*)> >= 0. In"
    " the eigenbasis of Q heavy ball splits into coordinates; m, l are the roots of mu, L, and"
    " for every eigenvalue lam the roots z of z^2 - (1 + beta - alpha lam) z + beta are r + i s and"
    " r - i s: real and imaginary part of the equation, and |z|^2 = beta. The rate is the largest"
    " modulus.",
)


@CLAIM.proof(part="square")
@broken("wrong_sign_of_the_minimiser", sign=1)
@because("With Q x* = a in place of -a the point is no minimiser.")
@broken("without_symmetry", "Q = [[1, 1], [-1, 1]], a = x = (1, 0): 1/2 apart.", given=(1,))
@broken("without_positivity", "For Q = -1 the point x* is the maximiser.", given=(0,))
def error_is_a_weighted_square(**changes: Any) -> Outcome:  # noqa: ANN401
    """Q (x - x*) = Q x + a, and <Q x, x*> = -<a, x>: the linear terms are those of the square."""
    return proved(*square(**changes))


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
