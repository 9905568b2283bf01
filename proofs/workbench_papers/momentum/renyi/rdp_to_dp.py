"""From concentrated to approximate privacy, as Theorems 4, 8 and 10 use it (Appendices C.1, D.1).

With L = ln(1/delta), rho-zCDP gives (lambda rho + L/(lambda - 1), delta)-DP for every order.

    (a) the best order is 1 + sqrt(L/rho), with eps = rho + 2 sqrt(rho L)
    (b) that is at most eps exactly when sqrt(rho) <= sqrt(L + eps) - sqrt(L)
    (c) sqrt(L + eps) - sqrt(L) >= eps/(2 sqrt(L + eps)), so rho = eps^2/(4 (L + eps)) suffices
    (d) rho = eps^2/(8L) suffices if eps <= L; sharp: exactly if eps <= (8 - 4 sqrt 2) L

Without its side condition (d) is false, and not only for this conversion: at eps = 8L the Gaussian
mechanism itself leaves delta near 1/2.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import counterexample, identity, inequality, visible
from workbench.symbolic import relation

CLAIM = Claim(
    "momentum.rdp-to-dp",
    kind="lemma",
    title="Conversion of the Renyi budget, with its simplifications",
    source="Appendix D.1, Appendix C.1",
    provenance="reconstructed",
    statement=r"""\epsilon = \min_{\lambda > 1} \lambda\rho + \frac{\Lambda}{\lambda - 1}
        = \rho + 2\sqrt{\rho \Lambda}; \quad
        \rho + 2\sqrt{\rho\Lambda} \le \epsilon \Leftrightarrow
        \sqrt\rho \le \sqrt{\Lambda + \epsilon} - \sqrt\Lambda; \quad
        \text{it suffices that } \rho \le \frac{\epsilon^2}{4(\Lambda + \epsilon)}, \;
        \text{and if } \epsilon \le \Lambda \text{ that } \rho \le \frac{\epsilon^2}{8\Lambda}""",
    hypotheses=(r"\Lambda = \ln(1/\delta), \; 0 < \delta < 1", r"\rho, \epsilon > 0"),
    parts=("best order", "quadratic formula", "without a difference", "simple"),
    uses=("ext.rdp-to-dp",),
)

SHARP = Claim(
    "momentum.rdp-to-dp.sharp",
    kind="lemma",
    title="The simple formula holds exactly up to eps = (8 - 4 sqrt 2) ln(1/delta)",
    source="Appendix D.1, sharpened",
    provenance="ours",
    statement=r"""\rho = \frac{\epsilon^2}{8\Lambda}: \quad
        \rho + 2\sqrt{\rho\Lambda} \le \epsilon \;\Longleftrightarrow\;
        \epsilon \le (8 - 4\sqrt2)\, \Lambda""",
    hypotheses=(r"\Lambda = \ln(1/\delta) > 0, \; \epsilon > 0",),
    repairs=("momentum.rdp-to-dp.unconditional",),
    uses=("momentum.rdp-to-dp",),
)

UNCONDITIONAL = Claim(
    "momentum.rdp-to-dp.unconditional",
    kind="erratum",
    title="The simple noise formula without its side condition",
    source="Appendix D.1; tempting reading of Theorems 4 and 8",
    provenance="ours",
    statement=r"""\text{a Gaussian mechanism with } \rho = \frac{\Delta^2}{2\sigma^2}
        = \frac{\epsilon^2}{8 \ln(1/\delta)} \text{ is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=(r"\epsilon > 0, \; 0 < \delta < 1",),
    uses=("ext.gdp-composition",),
    note="The paper has a side condition; this is what happens if it is dropped.",
)

rho, L, eps, r = sp.symbols("rho Lambda epsilon r", positive=True)


@CLAIM.exact(part="best order")
@broken(
    "three_roots_are_not_the_minimum",
    "rho + 3 sqrt(rho L) is exceeded from below.",
    value=rho + 3 * sp.sqrt(rho * L),
)
def the_best_order_completes_a_square(*, value: sp.Expr = rho + 2 * sp.sqrt(rho * L)) -> Outcome:
    """(1+k) rho + L/k - rho - 2 sqrt(rho L) = (sqrt(rho k) - sqrt(L/k))^2, k = lambda - 1.

    lambda rho + L/(lambda - 1) >= value, with equality at 1 + sqrt(L/rho).
    """
    at_best = (1 + sp.sqrt(L / rho)) * rho + L / sp.sqrt(L / rho)
    k = sp.Symbol("k", positive=True)  # k = lambda - 1
    gap = (sp.sqrt(rho * k) - sp.sqrt(L / k)) ** 2
    return all_of(visible(value, "<=", (1 + k) * rho + L / k, gap=gap), identity(at_best, value))


@CLAIM.exact(part="quadratic formula")
@broken(
    "another_weight_has_another_root",
    "For rho + sqrt(rho L) = eps the root is another one.",
    weight=1,
)
def the_quadratic_formula_gives_the_largest_budget(*, weight: int = 2) -> Outcome:
    """rho + 2 sqrt(rho L) = eps at sqrt(rho) = sqrt(L + eps) - sqrt(L).

    r^2 + weight r sqrt(L) is eps at r = sqrt(L + eps) - sqrt(L), and increases with r.
    """
    root, more = sp.sqrt(L + eps) - sp.sqrt(L), sp.Symbol("h", positive=True)
    at_root = identity(root**2 + weight * root * sp.sqrt(L), eps)
    grows = (r + more) ** 2 + weight * (r + more) * sp.sqrt(L)
    return all_of(at_root, visible(r**2 + weight * r * sp.sqrt(L), "<", grows))


@CLAIM.exact(part="without a difference")
@broken("without_the_two_it_is_false", "eps/sqrt(L + eps) is larger than the difference.", factor=1)
def the_difference_of_roots_is_bounded_below(*, factor: int = 2) -> Outcome:
    """x - y - (x^2 - y^2)/(2x) = (x - y)^2/(2x); squared: rho = eps^2/(4 (L + eps)).

    eps/(factor x) <= x - y for x = sqrt(L + eps), y = sqrt(L).
    """
    x, y = sp.symbols("x y", positive=True)
    gap = (x - y) ** 2 / (2 * x) + (x**2 - y**2) / x * (sp.Rational(1, 2) - sp.Rational(1, factor))
    return visible((x**2 - y**2) / (factor * x), "<=", x - y, where=[(y, "<", x)], gap=gap)


@CLAIM.exact(part="simple")
@broken(
    "from_twice_l_it_does_not_follow",
    "At eps = 2L the bound of the step before is smaller.",
    condition=2 * L,
)
def the_simple_formula_follows_if_eps_is_at_most_l(*, condition: sp.Expr = L) -> Outcome:
    """eps^2/(8L) <= eps^2/(4 (L + eps)) where eps <= condition = L, for then L + eps <= 2L."""
    claimed = relation(eps**2 / (8 * L), "<=", eps**2 / (4 * (L + eps)),
                       where=[(eps, "<=", condition)])  # fmt: skip
    return inequality(claimed, methods=("sign",))


@SHARP.exact
@broken("the_limit_is_not_two", "2L is inside the range, not its end.", limit=sp.Integer(2))
def the_remaining_budget_has_one_sign_change(*, limit: sp.Expr = 8 - 4 * sp.sqrt(2)) -> Outcome:
    """eps - rho - 2 sqrt(rho L) = eps ((8 - 4 sqrt 2) L - eps)/(8L).

    eps - rho - 2 sqrt(rho L) = eps (limit - eps)/(8L) up to sign, at rho = eps^2/(8L).
    """
    budget = eps**2 / (8 * L)
    return identity(eps - budget - 2 * sp.sqrt(budget * L), eps * (limit * L - eps) / (8 * L))


@UNCONDITIONAL.refutation
@broken(
    "the_quadratic_formula_is_private_there",
    "rho = (sqrt(L + eps) - sqrt(L))^2 at the same point keeps delta.",
    budget=(sp.sqrt(L + eps) - sp.sqrt(L)) ** 2,
)
def at_eight_times_the_logarithm_delta_is_near_one_half(
    *, budget: sp.Expr = eps**2 / (8 * L)
) -> Outcome:
    """eps = 8L, rho = 8L, mu = 4 sqrt(L): the two arguments are 0 and 4 sqrt(L).

    delta(eps) <= e^-L at eps = 40, L = 5; Phi(-z) = erfc(z/sqrt 2)/2, mu^2 = 2 rho.
    """
    mu = sp.sqrt(2 * budget)
    near, far = eps / mu - mu / 2, eps / mu + mu / 2
    curve = (sp.erfc(near / sp.sqrt(2)) - sp.exp(eps) * sp.erfc(far / sp.sqrt(2))) / 2
    claimed = relation(curve, "<=", sp.exp(-L))
    return counterexample(claimed, epsilon=40, Lambda=5)
