"""How often the stopped SGD stops early, for one set of numbers.

The cost of a call takes M + 1 values with known probabilities, so that the law of the sum of T_0
costs is a power of a polynomial.  Squared costs are rounded to cells, up for an upper and down for
a lower bound on the chance to exceed V*; the deltas are multiples of 2^N, and their law is exact.
All of it in ball arithmetic.  A single call at one of the two highest levels exceeds V*: Markov's
inequality would never tell.
"""

from collections.abc import Sequence
from functools import cache

from flint import arb, arb_poly

from workbench.claims import Claim, Figure, Grade, Outcome, fails, holds, inconclusive

CLAIM = Claim(
    "sparse.stopped-sgd.example",
    kind="remark",
    title="The chance to stop early, computed for one set of numbers",
    source="not on the poster",
    provenance="ours",
    statement=r"""T_0 = 203, \quad \Pr\Big[ \sum_{t < T_0} \epsilon_{N_t}^2 > V^* \Big]
        \in [0.0388, 0.0421], \quad \Pr\Big[ \sum_{t < T_0} \delta_{N_t} > \delta_2 \Big]
        \le 0.017; \quad \epsilon_N^2 > V^* \text{ for } N \ge 12""",
    hypotheses=(
        r"n = 16384, \; M = 13, \; \epsilon = 1, \; \delta_1 = 10^{-6}, \; \epsilon' = 0.269",
    ),
    parts=("horizon", "squares", "deltas", "one call"),
    uses=("sparse.stopped-sgd", "sparse.filter"),
)

RECORDS, DEPTH = 2**14, 13
CELLS = 2000


@cache
def budget() -> arb:
    """V* for eps = 1 and delta_1 = 10^-6."""
    logs = 2 * arb(10**6).log()
    return ((logs + 2).sqrt() - logs.sqrt()) ** 2


@cache
def chances() -> list[arb]:
    """2^(-k)/(2 - 2^(-M)) on the levels 0, ..., M."""
    return [arb(2 ** (DEPTH - k)) / (2 ** (DEPTH + 1) - 1) for k in range(DEPTH + 1)]


@cache
def squares() -> list[arb]:
    """eps_k^2 on the levels 0, ..., M, for eps' = 0.269."""
    own = arb(269) / 1000
    record = (1 + (own.exp() - 1) / RECORDS).log()
    grown = (2 * own).exp() - 1
    return [
        ((1 + arb(2 ** (k + 1)) / RECORDS * grown).log() + record) ** 2 for k in range(DEPTH + 1)
    ]


def whole(value: arb, *, up: bool) -> int:
    """An integer certainly not below (above) the value, and the nearest such one but rounding."""
    near = int(float(value.mid()))
    if up:
        return next(j for j in range(near, near + 3) if value <= j)
    return next(j for j in range(near + 1, near - 2, -1) if j <= value)


def above(cells: Sequence[int], limit: int, steps: int) -> arb:
    """Pr[sum of `steps` independent cells > limit], by repeated squaring of a polynomial."""
    law = [arb(0)] * (limit + 1)
    for chance, cell in zip(chances(), cells, strict=True):
        if cell <= limit:
            law[cell] += chance
    total, base = arb_poly([1]), arb_poly(law)
    while steps:
        if steps & 1:
            total = arb_poly((total * base).coeffs()[: limit + 1])
        base = arb_poly((base * base).coeffs()[: limit + 1])
        steps >>= 1
    return 1 - sum(total.coeffs(), arb(0))


def certain(order: Sequence[tuple[arb, arb]], text: str, **figures: arb) -> Outcome:
    """Every first number is at most the second; enclosures that overlap decide nothing."""
    shown = tuple(Figure(name, float(value.mid())) for name, value in figures.items())
    if any(low > high for low, high in order):
        told = fails
    elif all(low <= high for low, high in order):
        told = holds
    else:
        return inconclusive("ball arithmetic", f"{text}: enclosures overlap")
    return told("ball arithmetic", text, grade=Grade.CERTIFIED, figures=shown,
                trust=("python-flint",))  # fmt: skip


def horizon(steps: int) -> Outcome:
    """steps <= V*/(4 E eps^2) < steps + 1."""
    mean = sum((p * c for p, c in zip(chances(), squares(), strict=True)), arb(0))
    exact = budget() / (4 * mean)
    inside = [(arb(steps), exact), (exact, arb(steps + 1))]
    return certain(inside, f"V*/(4 E eps^2) in [{steps}, {steps + 1})", horizon=exact)


@CLAIM.exact(part="horizon", uses=())
def the_horizon_is_rounded_down() -> Outcome:
    """203.58 is rounded to 203."""
    return horizon(203)


@the_horizon_is_rounded_down.mutant
def one_call_more_does_not_fit() -> Outcome:
    """204 calls would cost more than V*/4 in the mean."""
    return horizon(204)


def overspent(steps: int) -> Outcome:
    """Squared costs in cells of V*/2000, rounded up and down."""
    cells = [c / budget() * CELLS for c in squares()]
    high = above([whole(c, up=True) for c in cells], CELLS, steps)
    low = above([whole(c, up=False) for c in cells], CELLS, steps)
    inside = [(arb("0.0388"), low), (high, arb("0.0421"))]
    return certain(inside, f"chance to exceed V* within {steps} calls", lower=low, upper=high)


@CLAIM.exact(part="squares", uses=())
def markov_is_generous() -> Outcome:
    """About 4 in 100, where Markov's inequality says 25."""
    return overspent(203)


@markov_is_generous.mutant
def twice_as_many_calls_stop_more_often() -> Outcome:
    """The chance grows with the number of calls."""
    return overspent(406)


def delta_overspent(steps: int) -> Outcome:
    """sum (4 * 2^N + 1) > 4 T_0 (2 n E q + 1), with n E q = 2 (M + 1)/(2 - 2^(-M)), T_0 = 203."""
    wide = 2 ** (DEPTH + 1) * (DEPTH + 1)  # n E q = wide/(2^(M+1) - 1)
    most = (4 * 203 * (2 * wide + 2 ** (DEPTH + 1) - 1)) // (2 ** (DEPTH + 1) - 1)
    found = above([2**k for k in range(DEPTH + 1)], (most - steps) // 4, steps)
    return certain([(found, arb("0.017"))], f"chance to exceed delta_2 within {steps} calls",
                   chance=found)  # fmt: skip


@CLAIM.exact(part="deltas", uses=())
def the_deltas_are_exceeded_as_rarely() -> Outcome:
    """An exact law of integers."""
    return delta_overspent(203)


@the_deltas_are_exceeded_as_rarely.mutant
def twice_as_many_calls_exceed_them_more_often() -> Outcome:
    """The budget was made for 203 calls."""
    return delta_overspent(406)


def one_call(level: int) -> Outcome:
    """The cost of one call at that level, and at all higher ones, is above the whole budget."""
    above_it = [(budget(), c) for c in squares()[level:]]
    return certain(above_it, f"levels from {level} on", share=squares()[level] / budget())


@CLAIM.exact(part="one call", uses=())
def a_visit_to_the_top_stops_the_run() -> Outcome:
    """2.7 and 8.3 times V* at the levels 12 and 13."""
    return one_call(12)


@a_visit_to_the_top_stops_the_run.mutant
def level_eleven_still_fits() -> Outcome:
    """It takes 77 per cent of the budget."""
    return one_call(11)
