"""Rates of private optimisation without sparsity, up to logarithms of n, for L = D = H = 1.

    R_a = sqrt(d ln(1/delta))/(n eps),  R_p = d/(n eps)
    convex empirical risk        R_a; R_p for pure privacy
    population risk              1/sqrt(n) more
    norm of the gradient of F_S  R_a^(2/3) for approximate privacy

Cited.  Checked: what noisy gradient descent and the exponential mechanism give for the first two,
and that the last one is smaller than what noisy gradient descent gives.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rates import rate_is
from workbench.rigor import identity, visible
from workbench.symbolic import declare

ERM = Claim(
    "ext.dense-erm",
    title="Private convex empirical risk minimisation without sparsity",
    reconstructed=("cited", "Bassily, Smith and Thakurta (2014); Gopi, Lee and Liu (2022)"),
    statement=r"""\mathbb{E} F_S(x) - \min F_S \lesssim \frac{\sqrt{d \ln(1/\delta)}}{n \epsilon}
        \text{ for } (\epsilon, \delta)\text{-DP}, \quad \lesssim \frac{d}{n \epsilon}
        \text{ for } \epsilon\text{-DP}""",
    hypotheses=r"""f(\cdot; z) \text{ convex, 1-Lipschitz on a convex set of radius } 1
        \text{powers of } \ln n \text{ left out}""",
    citation="Bassily, Smith and Thakurta (2014), Private empirical risk minimization: efficient"
    " algorithms and tight error bounds, Sections 2 and 3; without their powers of ln(1/delta):"
    " Gopi, Lee and Liu (2022), Private convex optimization via exponential mechanism",
)

SCO = Claim(
    "ext.dense-sco",
    title="Private stochastic convex optimisation without sparsity",
    reconstructed=("cited",
                   "Bassily, Feldman, Talwar and Thakurta (2019); Asi, Levy and Duchi (2021)"),
    statement=r"""\mathbb{E} F_{\mathcal{D}}(x) - \min F_{\mathcal{D}} \lesssim \frac1{\sqrt n}
        + \frac{\sqrt{d \ln(1/\delta)}}{n \epsilon} \text{ for } (\epsilon, \delta)\text{-DP},
        \quad \lesssim \frac1{\sqrt n} + \frac{d}{n \epsilon} \text{ for } \epsilon\text{-DP}""",
    hypotheses=r"""f(\cdot; z) \text{ convex, 1-Lipschitz on a convex set of radius } 1
        \text{powers of } \ln n \text{ left out}""",
    citation="Bassily, Feldman, Talwar and Thakurta (2019), Private stochastic convex optimization"
    " with optimal rates; Asi, Levy and Duchi (2021), Adapting to function difficulty and growth"
    " conditions in private optimization",
)  # fmt: skip

STATIONARY = Claim(
    "ext.dense-stationarity",
    title="Private near-stationary points of the empirical risk without sparsity",
    reconstructed=("cited", "Arora, Bassily, Gonzalez, Guzman, Menart and Ullah (2023)"),
    statement=r"""\mathbb{E} \lVert \nabla F_S(x) \rVert_2 \lesssim \Big( \frac{\sqrt{d
        \ln(1/\delta)}}{n \epsilon} \Big)^{2/3} \text{ for } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""f(\cdot; z) \text{ 1-Lipschitz and 1-smooth}, \; F_S(x_0) - \inf F_S \le 1
        \text{powers of } \ln n \text{ left out}; \text{ the bound is at most } 1""",
    citation="Arora, Bassily, Gonzalez, Guzman, Menart and Ullah (2023), Faster rates of"
    " convergence to stationary points in differentially private optimization",
)


def descent(claimed: str) -> Outcome:
    """1/(eta T) + eta (1 + d T l/P^2) over eta and T, with P = n eps and T of any size."""
    return rate_is(claimed, ["1/(eta*T)", "eta", "eta*d*T*ell/P**2"], free=["eta", "T"])


def exponential(moment: int) -> Outcome:
    """(r^d e^(-k r))' = d r^(d-1) e^(-k r) - k r^d e^(-k r): the mean radius is d/k, k ~ n eps."""
    r, k, d = declare("r k > 0, integer d > 0")
    inner = r ** (d - 1) * sp.exp(-k * r)
    return identity(sp.diff(r**d * sp.exp(-k * r), r), moment * d * inner - k * r * inner)


@ERM.exact(corner="noisy gradient descent with constants left aside; the loss |x|")
@broken("the_dimension_has_a_root", claimed="d*ell**(1/2)/P")
@because("d/P is not the order of the bound of noisy descent.")
@broken("the_mean_radius_is_not_twice_that", "The mean radius is d/k, and 2d/k is not.", moment=2)
def noisy_descent_and_the_exponential_mechanism(
    *, claimed: str = "(d*ell)**(1/2)/P", moment: int = 1
) -> Outcomes:
    """sqrt(d l)/P from the bound of noisy descent, d/P from the law e^(-k |x|)."""
    yield descent(claimed)
    yield exponential(moment)


def one_pass(claimed: str) -> Outcome:
    """1/(eta T) + eta (1 + d T l/P^2), T <= n fresh records."""
    return rate_is(claimed, ["1/(eta*T)", "eta", "eta*d*T*ell/P**2"], ["T/n"], free=["eta", "T"])


@SCO.exact(corner="noisy descent over fresh records, constants left aside")
@broken("it_is_not_free", "Without n^(-1/2) the bound is not reached.", claimed="(d*ell)**(1/2)/P")
def fresh_records_add_the_statistical_rate(
    *, claimed: str = "n**(-1/2) + (d*ell)**(1/2)/P"
) -> Outcome:
    """The excess risk of fresh records is of order n^(-1/2) + sqrt(d l)/P."""
    return all_of(one_pass(claimed))


def smaller(power: sp.Rational) -> Outcome:
    """1/T + T R^2 >= 2R for the squared norm, and R^(2 power) <= R for R <= 1; rho = R^(1/3)."""
    T, R, rho = declare("T R rho > 0")
    return all_of(visible(2 * R, "<=", 1 / T + T * R**2, gap=(1 - T * R) ** 2 / T),
                  visible(rho ** (6 * power), "<=", rho**3, where=[(rho, "<=", 1)]))  # fmt: skip


@STATIONARY.exact(corner="that the rate is below the R^(1/2) of noisy gradient descent")
@broken("one_third_would_be_above_it", power=sp.Rational(1, 3))
@because("For R < 1 the root R^(1/3) is above R^(1/2).")
def it_is_below_the_rate_of_noisy_descent(*, power: sp.Rational = sp.Rational(2, 3)) -> Outcome:
    """R^(2/3) <= R^(1/2)."""
    return all_of(smaller(power))
