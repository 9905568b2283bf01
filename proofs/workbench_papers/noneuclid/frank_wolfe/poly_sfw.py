"""Poly-SFW: Frank-Wolfe on a polytope with a recursive gradient estimate and noisy choices.

    eta = ln(n/ln d)/n,  T = n/2,  G_0 = mean gradient of n/2 records at x^0
    G_t = (1 - eta)(G_{t-1} + grad f(x^t, z_t) - grad f(x^{t-1}, z_t)) + eta grad f(x^t, z_t)
    v^t = argmin over vertices of <G_t, v> + Laplace(2 s_t/eps_0)
    x^{t+1} = (1 - eta) x^t + eta v^t

One fresh record z_t for each step t >= 1, used at two points; the vertices v^t are released, and
with them all points, but never G_t.  The slides give the step and the estimate; that the records
are fresh, and the index of the last step, are completed here.

The step is chosen so that the start is forgotten: (1 - eta)^(n/2) <= sqrt(ln d/n).
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import certify, follows, identity, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.polysfw",
    title="Poly-SFW: its step, its records, the recursion of its error",
    reconstructed=("algorithm", "slide: Polyhedral Stochastic Frank-Wolfe with Variance Reduction"),
    statement=r"""\begin{gathered}
        \eta = \tfrac1n \ln \tfrac{n}{\ln d} \in (0, 1), \;
        (1 - \eta)^{n/2} \le \sqrt{\ln d/n}; \\
        G_t = (1 - \eta) G_{t-1} + \nabla f(x^t, z_t) - (1 - \eta) \nabla f(x^{t-1}, z_t), \;
        e_t = G_t - \nabla F(x^t) = (1 - \eta) e_{t-1} + \xi_t, \;
        \mathbb{E}[\xi_t \mid x^0, \dots, x^t] = 0; \\
        n - 1 \text{ records}, \; \tfrac{3n}{2} - 2 \text{ gradients}
        \end{gathered}""",
    hypotheses=r"""n \text{ even}, \; n > \ln d, \; d \ge 2, \; T = n/2
        z_1, \dots, z_{T-1} \text{ i.i.d., each used at its own step only}""",
    parts=("step", "estimate", "records"),
    uses=("ext.conditional-expectation",),
)  # fmt: skip

eta = declare("eta > 0")


@CLAIM.exact(part="step", uses=())
@broken("but_not_quicker", "It is not forgotten like ln d/n.", power=1)
def the_start_is_forgotten(*, power: int = 2) -> Outcomes:
    """(1 - eta)^(n/2) <= e^(-eta n/2) = (n/ln d)^(-1/2).
    n = e^h ln d: eta = h/n < 1 as n >= e^h ln 2, and e^(-eta n/2) = e^(-h/2).
    """
    h, n, E = declare("h n E > 0")  # E = e^h = n/ln d
    log2, series = sp.log(2), 1 + h + h**2 / 2
    yield inequality(relation(series, "<=", sp.exp(h)))
    yield certify(relation(h, "<", series * log2))
    yield follows(h, n, [(1, h, series * log2), (log2, series, E), (1, E * log2, n)])
    yield inequality(relation(1 - eta, "<=", sp.exp(-eta)))
    yield identity(sp.exp(-h / n * n / 2), sp.exp(h) ** sp.Rational(-1, power))
    yield "h < (1 + h + h^2/2) ln 2 <= e^h ln 2 <= n; 1 - eta <= e^(-eta)"


before, new, old, mean_new, mean_old, error = declare(
    "real G_before g_new g_old mean_new mean_old e_before"
)


@CLAIM.exact(part="estimate", uses=("ext.conditional-expectation",))
@broken("with_the_weights_exchanged_it_is_another", weight=1 - eta)
@because("eta at the difference and 1 - eta at the gradient.")
def errors_obey_a_recursion(*, weight: sp.Expr = eta) -> Outcomes:
    """e_t = (1 - eta) e_{t-1} + xi_t; xi_t is linear in the gradients of a fresh record.
    The expanded form; xi_t = (1 - eta)(Delta - E Delta) + eta (g - E g), centred.
    """
    made = (1 - eta) * (before + new - old) + eta * new
    noise = (1 - weight) * (new - old - (mean_new - mean_old)) + weight * (new - mean_new)
    e = made.subs(before, mean_old + error) - mean_new
    yield identity(made, (1 - eta) * before + new - (1 - eta) * old)
    yield identity(e, (1 - eta) * error + noise)
    yield identity(noise.subs({new: mean_new, old: mean_old}), 0)


@CLAIM.exact(part="records", uses=())
@broken("not_all_are_used", "n records would be one too many.", used=0)
def one_record_is_left_over(*, used: int = 1) -> Outcomes:
    """The batch is half of the records; the first step needs no other.
    n/2 + (T - 1) records, n/2 + 2 (T - 1) gradients, T = n/2 = m.
    """
    m = declare("integer m > 0")
    n = 2 * m
    yield identity(m + (m - 1), n - used)
    yield identity(m + 2 * (m - 1), 3 * n / 2 - 2)
    yield visible(m + (m - 1), "<=", n)
