"""Over the whole plane, the LMI certifies nothing faster than gradient descent with its best step.

Gradient descent with alpha = 2/(mu + L) has the rate (kappa - 1)/(kappa + 1), and (22) certifies it
(`accel.lmi-gd-closed-form`).  A local search over (alpha, beta) always ended there.  Here a grid is
decided exactly: with rho^2 lowered by one part in a thousand, every cell is refuted, for kappa = 4,
10 and 25.  That is no proof for the points between; it agrees with heavy ball not accelerating on
this class (`accel.hb-cycles`).

At a fixed smaller step momentum does help a little: at alpha = 1/L and kappa = 100, rho = 0.98407
is certified with beta = 0.415, against 0.99 without momentum.
"""

from fractions import Fraction

from workbench.claims import Claim, Figure, Grade, Outcome, Outcomes, because, broken, fails, holds
from workbench.rigor.check import check_certificate
from workbench.solvers import heavy_ball_certificate
from workbench_papers.accel._heavy_ball import lmi_outcome

CLAIM = Claim(
    "accel.lmi-not-better-than-gd",
    title="No certified rate is faster than gradient descent with the step 2/(mu + L)",
    ours=("remark", "not in the paper; about Proposition 3.4"),
    statement=r"""\min_{\alpha > 0,\, 0 \le \beta < 1} \rho^\star(\mu, L, \alpha, \beta)
        = \frac{\kappa - 1}{\kappa + 1}; \quad
        \rho^\star(0.01, 1, 1, 0.415) < 0.98407 < 0.99 = \rho^\star(0.01, 1, 1, 0)""",
    hypotheses=r"0 < \mu < L",
    parts=("plane", "fixed step"),
    uses=("accel.prop-3-4.repaired", "accel.lmi-gd-closed-form", "accel.lmi-scaling"),
    note="The first part is supported by exact refutations on a grid only.",
)


@CLAIM.exact(part="plane", corner="a grid for kappa = 4, 10, 25, rho^2 lowered by 1/1000")
@broken("slightly_slower_rates_are_certified", factor=Fraction(101, 100))
@because("With rho^2 raised by 1/100, not lowered, some points of the grid are certified.")
def grid_has_no_faster_certificate(*, factor: Fraction = Fraction(999, 1000)) -> Outcome:
    """Exact refutations at 180 points, the best step of gradient descent among them.
    Refute rho^2 = 999/1000 ((kappa - 1)/(kappa + 1))^2 at every point of a grid.
    """
    refuted, cells, faster = 0, 0, ""
    for kappa in (4, 10, 25):
        mu, rho2 = Fraction(1, kappa), Fraction(kappa - 1, kappa + 1) ** 2 * factor
        for k in range(1, 7):
            for j in range(10):
                beta = Fraction(j, 10)
                step = Fraction(k, 3) / (1 + mu)  # up to 2/(mu + L), its double the border of GD
                cells += 1
                found = heavy_ball_certificate(mu, 1, step, beta, rho2)
                if not check_certificate(found).accepted:
                    continue
                refuted += found["side"] == "infeasible"
                if found["side"] == "feasible":
                    faster = f"kappa = {kappa}, alpha = {step}, beta = {beta}"
    figures = (Figure("points", cells), Figure("refuted", refuted))
    text = f"{refuted} of {cells} points are refuted" + (f"; not {faster}" if faster else "")
    made = fails if faster else holds
    return made(
        "exact certificates", text, grade=Grade.DERIVED, figures=figures,
        trust=("workbench.rigor.check",),
    )  # fmt: skip


@CLAIM.exact(part="fixed step")
@broken("a_faster_rate_is_refuted", rho="0.984")
@because("With 0.984 in place of the rate in the table: it is not certified.")
def momentum_helps_at_a_fixed_step(*, rho: str = "0.98407") -> Outcomes:
    """0.98407 is certified with beta = 0.415; without momentum 0.99 - 1e-6 is refuted.
    A certificate at kappa = 100, alpha = 1/L, beta = 0.415; and what (1 - mu)^2 is there.
    """
    found = heavy_ball_certificate("1/100", 1, 1, "0.415", Fraction(rho) ** 2)
    slow = heavy_ball_certificate("1/100", 1, 1, 0, Fraction("0.99") ** 2 - Fraction(1, 10**6))
    yield lmi_outcome(found, "feasible")
    yield lmi_outcome(slow, "infeasible")
