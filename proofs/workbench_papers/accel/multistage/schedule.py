r"""The stages of multi-stage Nesterov (eq. (33)): how long they are, and why they are that long.

Stage 1 takes n_1 >= 1 steps of size c/L, stage k >= 2 takes 2^k C steps of size c/(4^k L), where
C = ceil(sqrt(kappa) ln 2^(p+2)); the paper has c = 1 here and scales all step sizes by c in its
experiments.  Four facts are what the rest of the paper's Section 4.2 uses.

* After K stages n_1 + C (2^(K+1) - 4) steps are done, a geometric sum.
* A stage makes up for its restart: with x = sqrt(mu alpha_k) = 1/(2^k sqrt(kappa)), c = 1,

      (1 - x)^(2^k C)  <=  e^(-x 2^k C)  <=  e^(-(p+2) ln 2)  =  2^(-(p+2)),

  because 1 - x <= e^(-x) and C >= sqrt(kappa) ln 2^(p+2).  The factor 2 of a restart is small
  against this.  For small c it is not: `accel.masg-small-step`.
* The momentum of a stage lies in [0, 1) and grows from stage to stage.
* Step sizes drop by 16 from stage 1 to stage 2, and by 4 from then on.

At each change of stage the momentum restarts: the step's x_{t-1} is replaced by x_t for the query
point alone, the released iterates stay as they are.  The paper does not say so, but its bound needs
it (`accel.erratum-25`).
"""

import math

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, induction, inequality, visible
from workbench.symbolic import declare, relation
from workbench_papers.accel.notation import symbols

CLAIM = Claim(
    "accel.masg-schedule",
    title="Stages of multi-stage Nesterov (MASG)",
    printed=("definition", "Eq. (33)"),
    statement=r"""n_1 \ge 1,\; \alpha^{(1)} = \frac{1}{L}, \quad
        n_k = 2^k C,\; C = \left\lceil \sqrt{\kappa} \ln 2^{p+2} \right\rceil,\;
        \alpha^{(k)} = \frac{1}{2^{2k} L} \; (k \ge 2): \quad
        \sum_{k=1}^K n_k = n_1 + C (2^{K+1} - 4), \quad
        \left( 1 - \sqrt{\mu\alpha^{(k)}} \right)^{n_k} \le 2^{-(p+2)}, \quad
        0 \le \beta^{(k)} < \beta^{(k+1)} < 1""",
    hypotheses=r"""0 < \mu \le L,\; \kappa = L/\mu,\; p \ge 1,\; K \ge 1
        \beta^{(k)} = \frac{1 - \sqrt{\mu\alpha^{(k)}}}{1 + \sqrt{\mu\alpha^{(k)}}}, \text{ \
            momentum restarted at each change of stage}""",
    parts=("length", "contraction", "momentum", "step sizes"),
    uses=("accel.dp-nag-update",),
    note="Printed are the lengths and the step sizes. Neither the restart nor a value of n_1 is"
    " printed; the authors' code takes n_1 about 2 sqrt(kappa) ln sqrt(kappa) and p = 1.",
)

L, mu = symbols("L", "mu")
C, K, p, k = (sp.Symbol(name, positive=True, integer=True) for name in ("C", "K", "p", "k"))
n_1, x, kappa = declare("n_1 x kappa > 0")


def first_stage(condition: float) -> int:
    """n_1 = ceil(2 sqrt(kappa) ln sqrt(kappa)), the first stage of the experiments.

    >>> first_stage(255.0)
    89
    """
    root = math.sqrt(condition)
    return math.ceil(2 * root * math.log(root))


def stage_unit(condition: float, *, p: int = 1) -> int:
    """C = ceil(sqrt(kappa) ln 2^(p+2)); stage k >= 2 has 2^k C steps.

    >>> stage_unit(255.0)
    34
    """
    return math.ceil(math.sqrt(condition) * (p + 2) * math.log(2))


def stage_lengths(first: int, unit: int, *, steps: int) -> list[int]:
    """Lengths of the stages that `steps` steps pass through, the last one cut off.

    >>> stage_lengths(13, 10, steps=60)
    [13, 40, 7]
    """
    lengths, left, length = [], steps, first
    while left > 0:
        lengths.append(min(length, left))
        left -= length
        length = unit * 2 ** (len(lengths) + 1)
    return lengths


def length(offset: int) -> Outcome:
    """n_1 + sum_{k=2}^K 2^k C = n_1 + C (2^(K+1) - offset), by induction on K >= 1."""
    whole = n_1 + C * sp.Sum(2**k, (k, 2, K))
    return induction(relation(whole, "=", n_1 + C * (2 ** (K + 1) - offset)), "K", start=1)


@CLAIM.exact(part="length")
@broken("sum_from_the_first_stage", offset=2)
@because("With 2^(K+1) - 2 in place of 2^(K+1) - 4 stage 1 would count with 2 C steps.")
def stages_add_up(*, offset: int = 4) -> Outcome:
    """The geometric sum 4 + 8 + ... + 2^K = 2^(K+1) - 4."""
    return length(offset)


@CLAIM.exact(part="contraction")
@broken("one_more_halving_is_not_guaranteed", exponent=p + 3)
@because("2^(-(p+3)) does not follow from the length of the stage.")
def each_stage_makes_up_for_its_restart(*, exponent: sp.Expr = p + 2) -> Outcomes:
    """1 - x <= e^(-x), and C >= sqrt(kappa) (p + 2) ln 2.
    (1 - x)^N <= e^(-x N) <= 2^(-exponent) for x N >= (p + 2) ln 2, N = 2^k C.
    With x = 1/(2^k sqrt(kappa)) the product is C/sqrt(kappa), and C is a ceiling.
    """
    root = sp.sqrt(kappa)
    u = declare("u >= 0")
    enough = [(C, ">=", root * (p + 2) * sp.log(2))]
    yield inequality(relation(1 - u, "<=", sp.exp(-u)))
    yield identity(1 / (2**k * root) * (2**k * C), C / root)
    yield visible(exponent * sp.log(2), "<=", C / root, where=enough)
    yield "N ln(1 - x) <= -x N <= -(p + 2) ln 2"


def momentum(shrink: sp.Expr) -> Outcome:
    """(1-x)/(1+x) in [0, 1) for 0 < x <= 1, and larger for `shrink` x."""
    beta, later = (1 - x) / (1 + x), (1 - shrink * x) / (1 + shrink * x)
    inside = [(x, "<=", 1)]
    return all_of(
        visible(beta, ">=", 0, where=inside), visible(later, "<", 1), visible(beta, "<", later)
    )


@CLAIM.exact(part="momentum")
@broken("larger_steps_have_smaller_momentum", factor=sp.Integer(2))
@because("With x doubled in place of halved the momentum falls.")
def momentum_grows_from_stage_to_stage(*, factor: sp.Rational = sp.S.Half) -> Outcomes:
    """The root of the step size,
    x halves from stage to stage, or is divided by 4 after the first one.
    """
    yield momentum(factor)
    yield momentum(sp.Rational(1, 4))


@CLAIM.exact(part="step sizes")
@broken("first_drop_is_not_four", first=4)
@because("The formula of the later stages would give 1/(4 L) in stage 1, not 1/L.")
def step_sizes_drop_by_sixteen_and_then_by_four(*, first: int = 16) -> Outcomes:
    """alpha^(1)/alpha^(2) = first = 16, and alpha^(k)/alpha^(k+1) = 4 for k >= 2."""

    def size(stage: sp.Expr) -> sp.Expr:
        return 1 / (2 ** (2 * stage) * L)

    yield identity((1 / L) / size(sp.Integer(2)), first)
    yield identity(size(k) / size(k + 1), 4)
