"""Restarted recursive-gradient Frank-Wolfe for smooth non-convex losses: privacy and gap.

T steps x_(t+1) = (1-eta) x_t + eta y_t; every q steps the estimate v_t restarts from b_0 fresh
records, in between it adds the mean difference of gradients at x_t and x_(t-1) over b_1 fresh ones.
The output is an iterate drawn uniformly, whatever the data.

    norm version     each batch mean is released with generalised Gaussian noise, which the
                     following v_t inherit up to the next restart; a record is in one release
    vertex version   each step picks the best of M vertices after Laplace noise; a record reaches
                     the q steps until the next restart

    eta gap(x_t) <= F(x_t) - F(x_(t+1)) + 2 eta D |e_t| + eta gamma_t + 2 eta^2 L_1 D^2

telescopes, with F(x_0) - F(x_T) <= 2 L_0 D.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import Rule, follows, identity, induction, inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.nc-spider",
    title="Restarted recursive-gradient Frank-Wolfe: privacy and Frank-Wolfe gap with constants",
    reconstructed=("algorithm",
                   "slide: DP Stochastic Nonconvex Optimization; the table has rates only"),
    statement=r"""\begin{gathered}
        \mathbb{E}\, \mathrm{gap}(x_{\hat t}) \le \frac{2 L_0 D}{\eta T} + 2 \eta L_1 D^2
        + 2 D\, \overline{\mathbb{E} \lVert e_t \rVert_\ast} + [\lambda H_M]; \\
        \text{norm: } \sigma_0^2 = \frac{2 \kappa L_0^2}{b_0^2 \rho}, \; \sigma_1^2
        = \frac{8 \kappa \eta^2 L_1^2 D^2}{b_1^2 \rho} \text{ give } \rho\text{-zCDP}, \\
        \mathbb{E} \lVert e_t \rVert_\ast^2 \le \kappa \Big[ \frac{4 L_0^2}{b_0}
        + \frac{16 q \eta^2 L_1^2 D^2}{b_1} \Big] + \kappa_+ d (\sigma_0^2
        + q \sigma_1^2); \\
        \text{vertices: } \lambda = 4 \max\Big\{ \frac{2 L_0 D}{b_0}, \frac{4 \eta L_1 D^2}{b_1}
        \Big\} \frac{\sqrt{2 q \Lambda}}{\epsilon} \text{ gives } (\epsilon, \delta)\text{-DP}, \\
        \mathbb{E} \lVert e_t \rVert_\infty \le \sqrt{2 \ln(2d) \Big[ \frac{L_0^2}{b_0}
        + \frac{4 q \eta^2 L_1^2 D^2}{b_1} \Big]}
        \end{gathered}""",
    hypotheses=r"""f(\cdot, z) \; L_0\text{-Lipschitz}, L_1\text{-smooth}, X \text{ in a ball of \
            radius } D
        0 < \eta \le 1, \; T \ge 1, \; q \ge 1 \text{ divides } T, \; \tfrac{T}{q} b_0 + T b_1 \le n
        \text{i.i.d. records, used once}; \; \hat t \text{ uniform on } 0, \dots, T - 1, \text{ \
            whatever the data}
        \text{norm: dual } \kappa\text{-regular; vertices: } \ell_1\text{-setup, } M \text{ \
            vertices}, \; \Lambda = \ln(1/\delta), \; \epsilon \le 8 \Lambda""",
    parts=("descent", "telescope", "norm privacy", "norm error", "vertex privacy",
           "vertex error"),
    uses=("noneuclid.gg-renyi.repaired", "noneuclid.gg-error", "noneuclid.kappa-regular",
          "noneuclid.rnm.repaired", "noneuclid.rnm-accuracy.sharp", "noneuclid.adv-comp",
          "noneuclid.nc-measures", "ext.descent-lemma", "ext.bounded-range",
          "ext.maximal-inequality", "ext.hoeffding-lemma", "ext.second-moment"),
)  # fmt: skip

eta, L0, L1, D, rho, kappa, k_plus, d, b0, b1 = declare(
    "eta L_0 L_1 D rho kappa kappa_plus d b_0 b_1 > 0"
)
q = declare("q > 0")
moved = declare("moved >= 0")  # |x_t - x_(t-1)|


@CLAIM.exact(part="descent", uses=("ext.descent-lemma", "noneuclid.nc-measures"))
@broken("half_the_curvature_is_too_little", width=1)
@because("eta^2 L_1 D^2 is half of what a step may lose.")
def a_step_pays_for_the_gap(*, width: int = 2) -> Outcomes:
    """A step pays for the gap, up to the curvature (L_1/2)(2 eta D)^2.
    F' <= F + eta <g, y - x> + (L_1/2) |eta (y - x)|^2 and the errors of the linear step.
    <g, y - x> <= <v, y* - x> + gamma + <g - v, y - x> = -gap + gamma + <g - v, y - y*>, where y*
    maximises <g, x - y>; |y - x|, |y - y*| <= 2 D.
    """
    before, after, gap, inner, cross = declare("real F_t F_next gap inner cross")
    error, slack, far, wide = declare("error gamma far wide >= 0")
    right = before - after + 2 * eta * D * error + eta * slack + width * eta**2 * L1 * D**2
    premises = [
        (1, after, before + eta * inner + L1 / 2 * eta**2 * wide),
        (eta, inner, -gap + slack + cross), (eta, cross, error * far), (eta * error, far, 2 * D),
        (L1 / 2 * eta**2, wide, 4 * D**2),
    ]  # fmt: skip
    yield follows(eta * gap, right, premises, rest=(width - 2) * eta**2 * L1 * D**2)


T, t, i = declare("integer T >= 0, integer t i")
# c_t: what a step may add to F(x_t) - F(x_(t+1))
F, c = (sp.IndexedBase(name, real=True) for name in ("F", "c"))


@CLAIM.exact(part="telescope", uses=())
@broken("the_radius_is_not_the_diameter", "F(x_0) - F(x_T) <= L_0 D is not known.", start=1)
def the_values_telescope(*, start: int = 2) -> Outcomes:
    """(1/T) sum gap <= 2 L_0 D/(eta T) + mean of 2 D |e_t| + gamma_t + 2 eta L_1 D^2.
    sum_t (F_t - F_(t+1)) = F_0 - F_T <= 2 L_0 D; the mean over t is divided by eta T.
    """
    rule = Rule("F", "t", F[t] - c[t])
    first, last, gaps, errors, fresh = declare("real F_0 F_T gaps errors, T > 0")
    right = start * L0 * D / (eta * fresh) + errors / fresh + 2 * eta * L1 * D**2
    yield induction(relation(sp.Sum(c[i], (i, 0, T - 1)), "=", F[0] - F[T]), "T", rules=[rule])
    spent, total = 1 / (eta * fresh), eta * errors + 2 * fresh * eta**2 * L1 * D**2
    premises = [(spent, eta * gaps, first - last + total), (spent, first - last, 2 * L0 * D)]
    yield follows(gaps / fresh, right, premises, rest=(start - 2) * L0 * D / (eta * fresh))


@CLAIM.exact(part="norm privacy", uses=("noneuclid.gg-renyi.repaired", "ext.bounded-range"))
@broken("two_records_are_compared", "L_0/b_0 is the sensitivity to adding a record.", records=1)
def a_record_is_in_one_release(*, records: int = 2) -> Outcomes:
    """Sensitivities are 2 L_0/b_0 and 4 eta L_1 D/b_1; one release costs rho, the others 0.
    2 gradients over b_0; 2 L_1 |x_t - x_(t-1)| over b_1; kappa S^2/(2 s^2).
    """
    first, other = records * L0 / b0, records * 2 * eta * L1 * D / b1
    yield follows(records * L1 * moved / b1, other, [(records * L1 / b1, moved, 2 * eta * D)])
    yield identity(kappa * first**2 / (2 * 2 * kappa * L0**2 / (b0**2 * rho)), rho)
    yield identity(kappa * other**2 / (2 * 8 * kappa * eta**2 * L1**2 * D**2 / (b1**2 * rho)), rho)


@CLAIM.exact(part="norm error", uses=("noneuclid.kappa-regular", "noneuclid.gg-error"))
@broken("centred_vectors_may_have_twice_the_norm", centred=1)
@because("Fair signs +-2 L_0 on the line (kappa = 1) have mean square 4 L_0^2/b_0, not a quarter.")
def errors_add_up_since_the_restart(*, centred: int = 2) -> Outcomes:
    """Squares add up to 4 L_0^2/b_0 + (q - 1) 16 eta^2 L_1^2 D^2/b_1.
    Centred terms: 2 L_0 and 2 L_1 2 eta D; at most q - 1 increments since the restart.
    All of them, and the noises, are martingale differences: E |e|_*^2 <= E |e|_+^2 is at most
    kappa_+ times the sum of their squares, where |.|_+^2 <= (kappa/kappa_+) |.|_*^2.
    """
    steps = declare("since >= 0")
    first = b0 * (centred * L0 / b0) ** 2
    other = b1 * (centred * L1 * 2 * eta * D / b1) ** 2
    v0, v1, error, plus = declare("variance_0 variance_1 > 0, error statistical >= 0")
    later = kappa * other + k_plus * d * v1
    yield identity(first, 4 * L0**2 / b0)
    yield identity(other, 16 * eta**2 * L1**2 * D**2 / b1)
    right = kappa * (first + q * other) + k_plus * d * (v0 + q * v1)
    premises = [
        (1, error, k_plus * plus + k_plus * d * (v0 + steps * v1)),
        (k_plus, plus, kappa / k_plus * (first + steps * other)), (later, steps, q - 1),
    ]  # fmt: skip
    yield follows(error, right, premises, rest=later)


@CLAIM.exact(part="vertex privacy", uses=("noneuclid.rnm.repaired", "noneuclid.adv-comp"))
@broken("half_of_the_noise_is_too_little", "lambda = 2 s sqrt(2 q L)/eps.", factor=2)
def a_record_reaches_q_steps(*, factor: int = 4) -> Outcomes:
    """eps_0 sqrt(2 q L) + q eps_0^2/2 = eps/2 + eps^2/(16 L) <= eps.
    2 s/lambda = eps/sqrt(8 q L); its q-fold composition is within eps for eps <= 8 L.
    """
    score, eps, Lambda = declare("score epsilon Lambda > 0")
    scale = factor * score * sp.sqrt(2 * q * Lambda) / eps
    step = declare("eps_0 > 0")
    spent = step * sp.sqrt(2 * q * Lambda) + q * step**2 / 2
    yield identity(2 * score / scale, eps / sp.sqrt(8 * q * Lambda))
    right = eps / 2 + eps**2 / (16 * Lambda)
    yield identity(spent, right, where=[(step, "=", eps / sp.sqrt(8 * q * Lambda))])
    claimed = relation(eps / 2 + eps**2 / (16 * Lambda), "<=", eps, where=[(eps, "<=", 8 * Lambda)])
    yield inequality(claimed)


@CLAIM.exact(part="vertex error", uses=("ext.maximal-inequality", "ext.hoeffding-lemma"))
@broken("a_quarter_is_too_little", factor=1)
@because("eta^2 L_1^2 D^2 forgets that a step has length up to 2 eta D.")
def variance_proxies_add_up(*, factor: int = 4) -> Outcome:
    """Variance proxies add up to L_0^2/b_0 + (q - 1) 4 eta^2 L_1^2 D^2/b_1.
    Half-lengths L_0/b_0 and 2 eta L_1 D/b_1, times the number of records; ln(2d) entries.
    """
    steps = declare("since >= 0")
    first, other = b0 * (L0 / b0) ** 2, b1 * (2 * eta * L1 * D / b1) ** 2
    right = L0**2 / b0 + factor * q * eta**2 * L1**2 * D**2 / b1
    rest = other + (factor - 4) * q * eta**2 * L1**2 * D**2 / b1
    return follows(first + steps * other, right, [(other, steps, q - 1)], rest=rest)
