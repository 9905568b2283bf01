"""Constant-probability guarantee of Algorithm 3 (Theorem 3.14).

T is random: the loop stops when the budget U may not suffice for another round.  With mu = E 2^N,
T_0 = (U - 2^M)/(4 mu),

    Pr[Gap > g] <= Pr[T < T_0] + Pr[T Gap > g T_0] <= 1/4 + E[T Gap]/(g T_0).

T < T_0 would need sum_{t < T_0} 2^(N_t) > U - 2^M (Markov: at most 1/4).  E[T Gap] comes from Lemma
3.8 times T: optional stopping turns sums up to T into E T times a conditional bound, E T <= U/mu
by Wald's identity, and

    tau/2 (2 G_2 + 2 (2 G_2 + 2 L_0^2)) = tau (3 G_2 + 2 L_0^2),      4 (L_2/2^M)   (bias, sharp),

plus the output (Lemma 3.11 with N = T, drawn after the loop) and Jensen for sqrt(T).

The rate of this bound is l/sqrt(n) + l/sqrt(P): its statistical term is larger than the sqrt(l/n)
of the abstract, because G_2 is of order l.  Starting the debiasing from K_0 of order l M base
vertices would remove that; for this the rate is derived, explicit constants are not.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor import follows, identity, visible, witness
from workbench.symbolic import declare, relation
from workbench_papers.saddle._rates import REGION, best_order, from_gap

_SETTING = (
    r"f \text{ second-order-smooth, convex-concave}; \; \tau \text{ as in Proposition 3.17}",
    r"2^M \le U/2, \; \mu = \frac{M+1}{2 - 2^{-M}}, \; T_0 = \frac{U - 2^M}{4\mu}",
)

CLAIM = Claim(
    "saddle.thm3.14",
    title="Algorithm 3 with probability at least one half",
    reconstructed=("theorem", "Theorem 3.14, eq. (9), proof 3.19"),
    statement=r"""\Pr\Big[ \mathrm{Gap}(\widetilde x, \widetilde y) \le \frac{4}{T_0} \Big\{
        \frac{2\ell}{\tau} + \frac U\mu \Big[ \tau (3 G_2 + 2 L_0^2) + \frac{4 L_2}{2^M} \Big]
        + 2\sqrt2 L_1 \sqrt{\ell U/\mu} + 2 L_1 \Big\} \Big] \ge \tfrac12""",
    hypotheses=(*_SETTING, r"G_2 \text{ the second moment of Lemma 3.15}"),
    parts=("probability", "expectation"),
    uses=("saddle.lem3.8", "saddle.lem3.11", "saddle.lem3.15", "saddle.prop3.17", "ext.wald",
          "ext.markov"),
    note="Constants ours. The stopping test has to precede the draw of N_t"
    " (`saddle.alg3.draw-first`).",
)  # fmt: skip

LIMITS = ("U/n", "tau*U**(3/2)/P", "D/U")
PROOF_BOUND = best_order(["ell/(tau*U)", "tau*ell", "1/D", "(ell/U)**(1/2)"], LIMITS,
                         free=["tau", "U", "D"], integer=["U", "D"],
                         claimed="ell/n**(1/2) + ell/P**(1/2)")  # fmt: skip

RATE = Claim(
    "saddle.thm3.14.rate",
    title="Rate of Algorithm 3, as its proof gives it",
    reconstructed=("rate", "Theorem 3.14"),
    statement=r"""\mathrm{Gap} \lesssim \frac{\ell}{\sqrt n} + \frac{\ell}{\sqrt P}
        \text{ with probability at least } \tfrac12, \text{ up to powers of } \ln n""",
    hypotheses=(*_SETTING, r"P = n \epsilon/\sqrt{\ln(1/\delta)}, \; \tau U^{3/2} \lesssim P",
                r"U \le n; \; n, P, \ell \ge 1; \; L_0 = L_1 = L_2 = 1; \text{ best } \tau, U, M"),
    parts=("order", "gap"),
    encoded={"order": (PROOF_BOUND,)},
    uses=("saddle.thm3.14", "saddle.lem3.15", "saddle.prop3.17"),
    repairs=("saddle.erratum-e9",),
    note="The part `order` is about a sum, the bound of saddle.thm3.14 up to constants and powers"
    " of ln n, with D for 2^M. That the sum has l/sqrt(n) corrects saddle.erratum-e9, which is"
    " about it as well; no bound from below on the gap is claimed.",
)  # fmt: skip

ABSTRACT = Claim(
    "saddle.erratum-e9",
    title="The bound of the proof has the statistical term sqrt(l/n) of the abstract",
    reconstructed=("erratum", "Abstract (second version), against Theorem 3.14 and its proof"),
    statement=r"""\min_{\tau, U, M} \Big\{ \frac{\ell}{\tau U} + \tau \ell + 2^{-M}
        + \sqrt{\ell/U} \Big\} \le 10 \Big( \sqrt{\frac{\ell}{n}} + \frac{\ell}{\sqrt P} \Big)""",
    hypotheses=r"\tau U^{3/2} \le P, \; U \le n, \; 2^M \le U",
    note="A mismatch between the abstract and this bound; another bound may have that rate. Any"
    " other constant C in place of 10 fails as well, from l > C^2 on.",
)


def with_base_vertices(claimed: str = "(ell/n)**(1/2) + ell/P**(1/2)", root: str = "1/2") -> Order:
    """D is 2^M and K is K_0, of which the budget has the power `root`."""
    return Order(
        claimed, ["ell/(tau*U)", "tau", "tau*ell/K", "1/(K*D)", "(ell/U)**(1/2)"],
        ["U/n", f"tau*U**(3/2)*K**({root})/P", "D/U"], free=["tau", "U", "D", "K"],
        integer=["U", "D", "K"], region=REGION,
    )  # fmt: skip


BASE = Claim(
    "saddle.thm3.14.base-vertices",
    title="Rate with base vertices, without logarithms",
    ours=("rate", "Theorem 3.14, modified; not in the paper"),
    statement=r"""\min \Big\{ \frac{\ell}{\tau U} + \tau + \frac{\tau \ell}{K_0}
        + \frac{1}{K_0 2^M} + \sqrt{\ell/U} \Big\} \asymp
        \sqrt{\frac{\ell}{n}} + \frac{\ell}{\sqrt P}""",
    hypotheses=r"""\tau U^{3/2} K_0^{1/2} \le P, \; 1 \le U \le n, \; 2^M \le U, \; K_0 \ge 1, \;
        M \ge 0
        n, P, \ell \ge 1""",
    encoded=(with_base_vertices(),),
    note="A rate of the displayed sum; P is n eps over the root of ln(1/delta), and the factors M"
    " (logarithms of n) of the second moment are left out. That an algorithm with K_0 of order l M"
    " obeys such a bound is a sketch: its constants were not derived. As encoded, D is 2^M, which"
    " is any number from 1 to U up to a factor of 2, and K is K_0.",
)

tau, T0, U, mu, ell, L0, L1, L2, G2, h = declare("tau T_0 U mu ell L_0 L_1 L_2 G_2 h > 0")


@CLAIM.exact(part="probability")
@broken("the_first_quarter_needs_the_four", share=8)
@because("Markov alone does not give 1/8; whether it is true is not claimed.")
def two_quarters_make_one_half(*, share: int = 4) -> Outcomes:
    """Markov twice.
    Pr[T < T_0] <= T_0 mu/(U - 2^M) = 1/4 and E[T Gap]/(g T_0) = 1/4 for g = 4 E/T_0.
    """
    slack = declare("slack > 0")  # U - 2^M
    early, late, bad, mean = declare("early late bad mean > 0")
    level = 4 * mean / T0
    yield identity(slack / (4 * mu) * mu / slack, sp.Rational(1, share))
    yield identity(mean / (level * T0), sp.Rational(1, 4))
    premises = [(1, bad, early + late), (1, early, sp.Rational(1, 4)), (1, late, sp.Rational(1, 4))]
    yield follows(bad, sp.S.Half, premises)


def expectation(moments: int) -> Outcome:
    """E[T Gap] by Lemma 3.8 times T, Wald, the bias of two blocks, and the output."""
    total, squares, errors, output, rounds = declare("total squares errors output rounds >= 0")
    g, D = declare("g_square D_square >= 0")  # per round, in conditional mean
    sampled = 2 * sp.sqrt(2) * L1 * sp.sqrt(ell * U / mu) + 2 * L1
    most = U / mu
    at: dict[str, Any] = dict.fromkeys(("tau", "U", "mu", "ell", "L_0", "L_1", "L_2", "G_2"), 1)
    at |= {"h": 1, "g_square": 1, "D_square": 4, "rounds": 1, "squares": 5, "errors": 4}
    return follows(
        total,
        2 * ell / tau + most * (tau * (moments * G2 + 2 * L0**2) + 4 * L2 * h) + sampled,
        [
            (1, total, 2 * ell / tau + squares + errors + output),
            (1, squares, rounds * tau / 2 * (2 * g + 2 * D)),
            (rounds * tau, g, G2),
            (rounds * tau, D, 2 * G2 + 2 * L0**2),  # |Phi - G|^2 <= 2 |Phi|^2 + 2 |G|^2
            (1, errors, rounds * 4 * L2 * h),
            (tau * (3 * G2 + 2 * L0**2) + 4 * L2 * h, rounds, most),  # Wald
            (1, output, sampled),  # Jensen
        ],
        at={**at, "output": "24/5", "total": "79/5"},
    )


@CLAIM.exact(part="expectation")
@broken("roots_are_concave", "2 E sqrt(T) <= sqrt(E T) fails.", scale=2)
@broken("the_errors_count_twice", moments=1)
@because("The sum tau G_2 counts the gradients alone, not the errors.")
def everything_is_multiplied_by_the_number_of_rounds(
    *, scale: int = 1, moments: int = 3
) -> Outcomes:
    """2l/tau + (U/mu)(tau (3 G_2 + 2 L_0^2) + 4 L_2/2^M) + output; 2^M = 1/h."""
    yield expectation(moments)
    yield jensen(scale)


def jensen(scale: int) -> Outcome:
    """The root lies below its tangent:
    scale sqrt(x) <= (x + m)/(2 sqrt(m)): the tangent at m = E T, so E sqrt(T) <= sqrt(E T).
    """
    x, m = declare("root_x root_m > 0")
    return all_of(visible(scale * x, "<=", (x**2 + m**2) / (2 * m),
                          gap=(x - m) ** 2 / (2 * m) - (scale - 1) * x),
                  identity((m**2 + m**2) / (2 * m), m))  # fmt: skip


@RATE.exact(part="gap")
@broken("half_of_it", "Small step sizes cost 16000.", factor=7000)
def terms_of_the_bound_are_those_of_the_sum(*, factor: int = 16000) -> Outcome:
    """At the step size tau/250 the bound is at most 16000 mu times the sum."""
    return from_gap(
        "32*mu/U*(500*ell/tau + U/mu*(tau/250*5*ell*mu + 16/D) + 3*U*r + 2*U*r)",
        f"{factor}*mu*(ell/(tau*U) + tau*ell + 1/D + r)",
        "mu >= 1, U, D, r > 0",
        "r is sqrt(l/U), at least 1/U; U - 2^M is at least U/2, and mu of order ln n.",
        "2^M, which is at most U/2, is at least a quarter of D, which is at most U, for U >= 2.",
        "By Lemma 3.15 G_2 is of order l mu: for 3 G_2 + 2 stands 5 l mu, up to a constant.",
        "floor(n/U) is at least n/(2U), so tau/250 satisfies Proposition 3.17.",
    )


@RATE.exact(part="order")
@broken("the_power_of_the_logarithm_is_one", claimed="ell/n**(1/2) + ell**(3/4)/P**(1/2)")
@because("l^(3/4) P^(-1/2) would be the optimal rate.")
@dropped("constraints", LIMITS, {0: "U may be large.", 1: "tau may be as large as 1/sqrt(U)."})
def second_moment_of_order_ell_costs_a_root(**changes: Any) -> Outcome:  # noqa: ANN401
    """The rate is l n^(-1/2) + l P^(-1/2)."""
    return rate_is(PROOF_BOUND.but(**changes))


n, P, c = declare("n P c > 0")


@ABSTRACT.refutation(of="case")
@broken("with_the_statistical_term_of_the_proof_it_holds", statistical=ell / sp.sqrt(n))
@because("With l/sqrt(n) in the place of sqrt(l/n) the same data obey it.")
def the_two_first_terms_are_larger(*, statistical: sp.Expr = sp.sqrt(ell / n)) -> Outcomes:
    """The numbers are n = 10^10, l = 10^4, P = 10^12: at least 1/5 against 11/100.
    l/(tau U) + tau l >= 2l/sqrt(n) for U <= n, whatever tau is; then the numbers.
    """
    root, step = declare("root_n root_U > 0")
    square = ell * (1 / (sp.sqrt(tau) * step) - sp.sqrt(tau)) ** 2
    claimed = relation(2 * ell / sp.sqrt(n), "<=", c * (statistical + ell / sp.sqrt(P)))
    right = ell / (tau * step**2) + tau * ell
    gap = square + 2 * ell * (root - step) / (root * step)
    yield witness(claimed, n=10**10, ell=10**4, P=10**12, c=10)
    yield visible(2 * ell / root, "<=", right, where=[(step, "<=", root)], gap=gap)


@BASE.exact
@broken("they_do_not_improve_the_privacy_term", claimed="(ell/n)**(1/2) + ell**(3/4)/P**(1/2)")
@because("l^(3/4) P^(-1/2) is not reached.")
@broken("base_vertices_for_nothing", "l^(3/4) P^(-1/2) is reached if they cost nothing.", root="0")
def base_vertices_restore_the_statistical_term(
    *, claimed: str = "(ell/n)**(1/2) + ell/P**(1/2)", root: str = "1/2"
) -> Outcome:
    """l/(tau U) + tau + tau l/K + 1/(K D) + sqrt(l/U) has the order (l/n)^(1/2) + l P^(-1/2)."""
    return rate_is(with_base_vertices(claimed, root))
