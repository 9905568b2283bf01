"""Where the certified rate equals the spectral radius, and the whole plane in one picture.

For small momentum the best certified rate of (22) is that of heavy ball on quadratics: the LMI is
then as good as it can be.  For each mu and alpha there is a momentum at which this ends; at ten
pairs it is known here to 1/1000: below it the two rates agree to 1e-7 (in rho^2), above it they
differ by more than 1e-5.  At mu = 1/10 and alpha = 1, for instance, it is 0.163, far below the
critical momentum (1 - sqrt(alpha mu))^2 = 0.47 at which quadratics are fastest.

The picture shows mu = 1/10: where the border of `accel.lmi-feasible-region` is crossed the cells
turn from certified to refuted, each by a checked certificate.

Observed, not proved: why the momentum at which it ends is what it is.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Figure, Grade, Outcome, because, broken, fails, holds
from workbench.rigor.check import check_certificate
from workbench.solvers import HeavyBallRate, heavy_ball_rate
from workbench_papers.accel.lmi._plane import decided, pictured

TABLE = {
    "1/2": {"1/10": 563, "1/4": 365, "1/2": 193, "3/4": 96, "1": 39},
    "1/10": {"1/10": 672, "1/4": 509, "1/2": 349, "3/4": 243, "1": 163},
}
"""mu, then alpha at L = 1, then 1000 beta at the end of the region, give or take 1."""

CLAIM = Claim(
    "accel.lmi-tight-region",
    title="Up to which momentum the certified rate is the spectral radius, at ten points",
    ours=("remark", "not in the paper; about Proposition 3.4"),
    statement=r"""\rho^{\star 2} \le \rho_{HB}^2 + 10^{-7} \text{ at } \bar\beta - 0.001
        \text{ and } \rho^{\star 2} > \rho_{HB}^2 + 10^{-5} \text{ at } \bar\beta + 0.001,\;
        L = 1:\quad """
    + r";\; ".join(
        rf"\mu = {mu}:\; \bar\beta = "
        + ",\\, ".join(f"0.{beta:03d}\\,(\\alpha = {alpha})" for alpha, beta in row.items())
        for mu, row in TABLE.items()
    ),
    parts=("below", "above", "plane"),
    uses=("accel.lmi-exact-certificate", "accel.lmi-lower-bound", "accel.lmi-feasible-region"),
    note="Exact comparisons of rational brackets with quadratic surds. The part about the plane: on"
    " a grid at mu = 1/10 a cell is certified exactly when alpha (L - mu) < 2 (1 - beta) and heavy"
    " ball converges, alpha L < 2 (1 + beta).",
)


def squared_modulus(trace: Fraction, momentum: Fraction) -> tuple[Fraction, Fraction]:
    """Squared modulus of the larger root of z^2 - trace z + momentum, as a + sqrt(b)."""
    inside = trace**2 - 4 * momentum
    if inside <= 0:
        return momentum, Fraction(0)
    # ((|t| + sqrt(i))/2)^2 = (t^2 + i)/4 + sqrt(t^2 i)/2
    return (trace**2 + inside) / 4, trace**2 * inside / 4


def compared(shift: Fraction, *, equal: bool) -> Outcome:
    """At every pair the two rates agree to 1e-7 (or differ by 1e-5), with beta at end + shift."""
    figures, good = [], True
    for mu, row in TABLE.items():
        for alpha, end in row.items():
            low, step, beta = Fraction(mu), Fraction(alpha), Fraction(end, 1000) + shift
            found = heavy_ball_rate(low, 1, step, beta, tolerance="1/100000000")
            assert isinstance(found, HeavyBallRate)
            good &= check_certificate(found.certificate).accepted
            rest = found.rho2 - Fraction(1, 10**7) if equal else (
                found.rho2_refuted - Fraction(1, 10**5)
            )  # fmt: skip
            ends = [squared_modulus(1 + beta - step * x, beta) for x in (low, Fraction(1))]
            above = all(rest > a and (rest - a) ** 2 > b for a, b in ends)  # rest > a + sqrt(b)
            good &= above != equal
            radius = max(float(a) + float(b) ** 0.5 for a, b in ends)
            figures.append(
                Figure(f"excess at mu = {mu}, alpha = {alpha}", float(found.rho2) - radius)
            )
    text = "equal to 1e-7" if equal else "more than 1e-5 apart"
    made = holds if good else fails
    common: dict[str, Any] = {
        "grade": Grade.DERIVED, "figures": tuple(figures), "trust": ("workbench.rigor.check",),
    }  # fmt: skip
    return made(
        "exact comparison", f"rho^2 and rho_HB^2 are {'' if good else 'not '}{text}", **common
    )


@CLAIM.exact(part="below")
@broken("they_do_not_agree_above_it", offset=Fraction(1, 1000))
@because("At the end plus 0.001, in place of minus, the two rates differ.")
def rates_agree_below_the_end(*, offset: Fraction = Fraction(-1, 1000)) -> Outcome:
    """At the end minus 0.001 a certificate is within 1e-7 of the squared spectral radius."""
    return compared(offset, equal=True)


@CLAIM.exact(part="above")
@broken("they_do_not_differ_below_it", offset=Fraction(-1, 1000))
@because("At the end minus 0.001, in place of plus, the two rates agree.")
def rates_differ_above_the_end(*, offset: Fraction = Fraction(1, 1000)) -> Outcome:
    """At the end plus 0.001 everything up to the squared spectral radius plus 1e-5 is refuted."""
    return compared(offset, equal=False)


STEPS = tuple(Fraction(2 * k - 1, 11) for k in range(1, 17))
MOMENTA = tuple(Fraction(k, 15) for k in range(15))


@CLAIM.exact(part="plane")
@broken("another_border", factor=1, picture=False)
@because("With 1 - beta in place of 2 (1 - beta) the border is another one.")
def border_of_the_feasible_region_on_a_grid(*, factor: int = 2, picture: bool = True) -> Outcome:
    """240 cells, alpha from 0.09 to 2.82 and beta from 0 to 0.93.
    Certified exactly where alpha (L - mu) < 2 (1 - beta) and heavy ball converges.
    """
    mu = Fraction(1, 10)
    found = decided(mu, STEPS, MOMENTA, "1/1000")
    wrong = sum(
        (found.certified[j, k] == found.certified[j, k])  # not nan
        != (alpha * (1 - mu) < factor * (1 - beta) and alpha < 2 * (1 + beta))
        for j, beta in enumerate(MOMENTA)
        for k, alpha in enumerate(STEPS)
    )
    cells = len(STEPS) * len(MOMENTA)
    good = found.accepted == cells and not wrong
    made = holds if good else fails
    outcome = made(
        "exact certificates",
        f"{found.accepted} of {cells} cells have a checked certificate; {wrong} are not as stated",
        grade=Grade.DERIVED,
        figures=(Figure("cells", cells), Figure("cells that are not as stated", int(wrong))),
        trust=("workbench.rigor.check",),
    )
    return outcome.with_plots(pictured(found)) if picture else outcome
