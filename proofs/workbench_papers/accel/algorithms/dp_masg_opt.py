"""DP-MASG-opt: the multistage method with its number of steps and its noise chosen from the bound.

As DP-NAG-opt, with the weights and the transient of Theorem 4.3, corrected.  With stages the bound
is not unimodal in the number of steps: it jumps up by almost 2 at each restart.  So every tau <= T
is tried, in one pass over log-sums.  At the constants of Section 5 the plan stops at the end of
stage 1, after 89 steps, for every T and both step sizes: there the restart is not worth its price.
"""

from typing import Any

from workbench.algorithms import Nesterov, Stage, best_horizon, doubling_stages, plan_multistage
from workbench.claims import Claim, Figure, Grade, Outcome, all_of, because, broken, dropped
from workbench.harness import Case, decided, examine
from workbench.problems import Problem, reference_quadratic
from workbench.rigor import certify
from workbench.rigor.provers import nesterov_energies as nag
from workbench.rigor.provers import nesterov_stages as stages
from workbench.rigor.provers.nesterov_energies import F, L, b, d, mu, t
from workbench.rigor.provers.nesterov_stages import P, T, alpha, i, k, r
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic import theorem as th
from workbench_papers.accel.algorithms import _planned as planned
from workbench_papers.accel.algorithms import _trials as trials

c, n = th.numbers("c", above=0), th.integer("n", at_least=1)
S, eps = th.number("S_1", above=0), th.number("eps", above=0)
ROOTS, WHOLE = th.total(t, 1, T, c[t]), stages.bound()


def size(step: th.Num) -> th.Num:
    """The factor of a step that a_{T,t} ends in."""
    return alpha[step] * (1 + alpha[step] * L)


GIVEN: tuple[Any, ...] = (
    *stages.GIVEN[:-1], (i, 0, (th.mean(th.square(nag.v[i])), "<=", th.num(0))),
    (i, 0, (c[i + 1] ** 3 * P[i + 1], "=", P[T] * size(i + 1))),
    (i, 0, (b[i + 1], "=", S * ROOTS / (n * eps * c[i + 1]))),
)  # fmt: skip


def bound(*, given: tuple[Any, ...] = GIVEN, power: int = 3) -> Proof:
    """E F(x_T) - F* <= P_T (F(x_0) - F*) + d S^2/(n eps)^2 (sum c_t)^3."""
    each, x0, s = S**2 * ROOTS**2 / (n**2 * eps**2), nag.x0, nag.s
    v, eta, xs = nag.v, nag.eta, stages.X
    end, start = th.mean(F(xs[T])) - F(s), F(x0) - F(s)
    limit = P[T] * start + d * S**2 / (n**2 * eps**2) * ROOTS**power
    symbols = (mu, L, d, T, n, S, eps, alpha, r, P, c, b, s, x0, F, v, eta, xs)
    proof = Proof(th.Theorem(symbols, given=given, dimension=d, concludes=(end, "<=", limit)))
    whole = proof.by(WHOLE, {
        "mu": mu, "L": L, "d": d, "T": T, "alpha": alpha, "r": r, "P": P, "b": b, "F": F,
        "sigma_s": th.num(0), "s": s, "x_start": x0, "v": v, "eta": eta, "x": xs,
    })  # fmt: skip

    def spent(steps: th.Num) -> th.Said:
        faded = P[T] * th.total(t, 1, steps, size(t) * (b[t] ** 2 * d) / P[t])
        return faded, "=", d * each * th.total(t, 1, steps, c[t])

    base = proof.gram(spent(0 * T), [])
    here, now = proof.induction(k, 0, spent(k), base, last=T), k + 1
    weight, scale = (proof.at(proof.given(one), k) for one in GIVEN[-2:])
    proof.gram(spent(now), [
        (1, here), (-(d * each / (c[now] ** 2 * P[now])), weight),
        (d * P[T] * size(now) / P[now] * (b[now] + S * ROOTS / (n * eps * c[now])), scale),
    ])  # fmt: skip
    proof.gram(proof.theorem.concludes, [(1, whole), (1, proof.close())])
    return proof


CLAIM = Claim(
    "accel.alg-dp-masg-opt",
    title="DP-MASG-opt: privacy, and the bound behind its plan",
    ours=("algorithm", "Section 4.2 with Proposition 4.2, Section 5; as corrected"),
    statement=r"""T' = \operatorname{argmin}_{\tau \le T} 2^{s_\tau}
        \Bigl[ \prod_{i=1}^\tau (1 - q_i) \Bigr] E_{\text{guess}} + \frac{d S_1^2}{n^2\epsilon^2}
        \Bigl( \sum_{t=1}^\tau a_{\tau,t}^{1/3} \Bigr)^3, \quad
        \epsilon_t = \epsilon \frac{a_{T',t}^{1/3}}{\sum_j a_{T',j}^{1/3}}, \quad
        b_t = \frac{S_1}{m \ln\left( 1 + \frac{n}{m} (e^{\epsilon_t} - 1) \right)}
        \text{ is } \epsilon\text{-DP, and for } m = n \;
        E_{T'} \le 2^{s_{T'}} \Bigl[ \prod_{i=1}^{T'} (1 - q_i) \Bigr] E_0
        + \frac{d S_1^2}{n^2\epsilon^2} \Bigl( \sum_{t=1}^{T'} a_{T',t}^{1/3} \Bigr)^3""",
    hypotheses=(
        r"F \in \mathcal S_{\mu,L}(\mathbb{R}^d),\; E_t = \mathbb{E} F(x_t) - F^\ast;"
        r" \text{ stages of (33), as in accel.masg-schedule, with step sizes scaled by"
        r" } 0 < c \le 1, \text{ momentum restarted at each}",
        r"\text{step } t \text{ in stage } s_t, \text{ of step size } \alpha^{(s_t)}",
        r"a_{\tau,t} = 2^{s_\tau - s_t} \prod_{i=t+1}^\tau (1 - q_i)\,"
        r" \alpha^{(s_t)} (1 + \alpha^{(s_t)} L),\; q_i = \sqrt{\mu\alpha^{(s_i)}} < 1",
        *trials.PRIVACY,
        r"\mu, L, S_1, d, \text{stages}, m, T, E_{\text{guess}}, x_0 \text{ do not depend on the"
        r" data}",
    ),
    parts=("privacy", "convergence"),
    encoded={
        "privacy": (trials.source_of(Nesterov, shares=True, staged=True),),
        "convergence": (bound().theorem, planned.FULL_BATCH),
    },
    uses=(
        "accel.alg-dp-masg", "accel.masg-allocation", "accel.thm-4-3.repaired",
        "accel.erratum-27.repaired",
    ),
    note="The plan minimises the bound with E_guess in the place of E_0. The schedule does not"
    " depend on T, so stopping at T' only cuts it. As encoded the number of steps is any T that"
    " does not depend on the data, as T' does not if mu, L, S_1 and d are known without them, and"
    " the step sizes alpha_i are any, up to 1/L in the second part, with (33) as one choice; the"
    " letter c of a root there is not the scale c. A step is one of Nesterov's method, whose source"
    " is run, with the step size and the momentum of its stage, and with the momentum 0 where it"
    " restarts. In the part about privacy r_t is a_{T,t}^(1/3), of which only r_t > 0 is asked; in"
    " the other one that is c_t, r_t is 1 where a stage begins and 0 elsewhere, and P_t is 2^(s_t)"
    " times the product of the 1 - q_i up to t. With m = n the batch error v is 0, and b_t = S_1/(n"
    " eps_t). Entries of sequences after T are of no step.",
)  # fmt: skip


def _stages(problem: Problem, steps: int) -> tuple[Stage, ...]:
    return doubling_stages(mu=problem.strong_convexity, L=problem.smoothness, steps=steps)


def _plan(problem: Problem, n: int, m: int, epsilon: float) -> trials.Plan:
    stages = _stages(problem, trials.STEPS)
    return plan_multistage(problem, stages, epsilon=epsilon, n=n, m=m, gap=planned.GUESS)


trials.register_source(CLAIM, Nesterov, shares=True, staged=True)
trials.examine_privacy(CLAIM, _plan)


@CLAIM.proof(part="convergence", uses=("accel.thm-4-3.repaired",))
@broken("square_of_the_root_sum", power=2)
@because("T = 1 from x*, alpha = 8 = 1/L, q near 0: E_1 = 8 d b^2, and (2 alpha)^(2/3) = 6.35.")
@dropped("given", GIVEN, {
    1: "F = L x^2/2, alpha L = 3, mu and S_1 small: E_1 = 4 E_0, above 2 E_0.",
    2: "r_2 = 41, F = L x^2/4, alpha = 1/L, mu = L/100, S_1 tiny: E_2 = 71 E_0, P_2 = 68.04.",
    3: "F = x^2/2, mu = L = 1, S_1 tiny, T = 2, no restart, alpha_1 = 0.81, alpha_2 = 0.01: x_1 ="
       " 0.19 x_0, x_2 = -0.468 x_0, E_2 = 0.219 E_0, above P_2 E_0 = 0.18 E_0.",
    4: "P_1, and so P_T, may be small; E_T is not.",
    5: "P_2 may be small; for T = 2 and small S_1 E_2 is not.", 6: "E |v|^2 is any number.",
    7: "The scales do not change with the size of c, and the bound does.",
    8: "The scales may be any."})  # fmt: skip
def noise_term_is_the_cube_of_the_root_sum(**changes: Any) -> Outcome:  # noqa: ANN401
    """Theorem 4.3 with a_t d b_t^2 = d S^2/(n eps)^2 (sum_j a_j^(1/3))^2 a_t^(1/3)."""
    return all_of((proved(bound(**changes)), certify(planned.FULL_BATCH)))


@CLAIM.exact(part="convergence", corner="the constants of Section 5: the plan itself", uses=())
@broken("it_does_not_use_stage_two", expected=123)
@because("T' = 123 = n_1 + C, C = 34, is inside stage 2: the scan finds 89, as at c = 1, T = 1000.")
def plan_stops_at_the_end_of_stage_one(*, expected: int = 89) -> Outcome:
    """T' = 89 = n_1 for T = 100, 200, 500, 1000 and c = 1, 0.1."""
    rows = {
        f"c = {speed}, T <= {steps}": best_horizon(
            doubling_stages(mu=0.02, L=5.1, steps=steps, speed=speed),
            mu=0.02, L=5.1, gap=planned.GUESS, noise=20 * (40 / 1e5) ** 2,
        )
        for speed in (1.0, 0.1)
        for steps in (100, 200, 500, 1000)
    }  # fmt: skip
    figures = tuple(Figure(f"T' for {name}", value) for name, value in rows.items())
    right = all(value == expected for value in rows.values())
    return decided(
        right, "scan of all numbers of steps", f"T' is {expected} in all cells: {right}",
        grade=Grade.DERIVED, figures=figures,
    )  # fmt: skip


@examine(CLAIM, errors="mean_error_stays_below_the_bound", part="convergence")
@broken("the_transient_alone_is_disputed", terms={"noise": 0.0})
@because("The same bound without its noise term is exceeded.")
def quadratic() -> Case:
    """Instance R1, T <= 37.

    Mean of F(x_T') - F* over trials, with a finite-sample lower confidence bound.
    """
    problem, _ = reference_quadratic()
    method, steps = plan_multistage(
        problem, _stages(problem, 37), epsilon=trials.EPSILON, n=trials.RECORDS, m=trials.RECORDS,
        gap=planned.GUESS,
    )  # fmt: skip
    return planned.staged_case(method, "DP-MASG-opt", steps=steps)


planned.examine_on_logistic(
    CLAIM,
    lambda problem, n: plan_multistage(
        problem, _stages(problem, 100), epsilon=trials.EPSILON, n=n, m=n, gap=1000.0
    ).method,
    steps="T <= 100, a guess of 1000",
)  # fmt: skip
