"""The truncated geometric law that chooses the depth of a bias-reduced gradient (Section 3.2).

Pr[N = k] = C 2^(-k) for k = 0, ..., M, with C = 1/(2 - 2^(-M)).  So E 2^N = C (M + 1): the expected
batch is short, and E 4^N = C (2^(M+1) - 1) = 2^M: its second moment is not.
"""

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import certify
from workbench.symbolic import Relation
from workbench.symbolic.text import parse

DEPTH = "integer M >= 0"


def normaliser(last: int = 1) -> tuple[Relation, Relation]:
    """The powers p^k sum to 1/C_M, for every p and for p = 1/2."""
    where = f"{DEPTH}, p > 0, p < 1"
    return (parse(f"sum(k = 0..M, p^k) = (1 - p^(M + {last}))/(1 - p)", where=where),
            parse("sum(k = 0..M, (1/2)^k) = 2 - (1/2)^M", where=DEPTH))  # fmt: skip


def moments(levels: str = "M + 1") -> tuple[Relation, Relation]:
    """E 2^N and E 4^N, both over C_M."""
    return (parse(f"sum(k = 0..M, 2^k*2^(-k)) = {levels}", where=DEPTH),
            parse("sum(k = 0..M, (2^k)^2*2^(-k)) = 2^M*(2 - 1/2^M)", where=DEPTH))  # fmt: skip


def bounds(top: str = "1") -> tuple[Relation, Relation]:
    """C_M between 1/2 and `top`."""
    return (
        parse("1/(2 - 1/2^M) > 1/2", where=DEPTH),
        parse(f"1/(2 - 1/2^M) <= {top}", where=DEPTH),
    )


CLAIM = Claim(
    "saddle.def-tgeom",
    title="Truncated geometric law: normaliser and moments of 2^N",
    reconstructed=("definition", "Section 3.2"),
    statement=r"""\begin{gathered}
        \Pr[N = k] = C_M p^k, \; C_M = \frac{1-p}{1-p^{M+1}}; \\
        p = \tfrac12: \;
        C_M = \frac{1}{2 - 2^{-M}} \in (\tfrac12, 1], \quad
        \mathbb{E} 2^N = \frac{M+1}{2 - 2^{-M}}, \quad \mathbb{E} 4^N = 2^M
        \end{gathered}""",
    hypotheses=r"k = 0, \dots, M, \; 0 < p < 1",
    parts=("normaliser", "moments", "range"),
    encoded={"normaliser": normaliser(), "moments": moments(), "range": bounds()},
    note="As encoded, E f(N) is C_M times the sum of f(k) p^k, and each equation is divided by C_M;"
    " 4^k is the square of 2^k. For p > 1 the sum is the same; at p = 1 the quotient has no value.",
)


@CLAIM.exact(part="normaliser")
@broken("the_last_term_is_included", "1 - p^M belongs to the sum without k = M.", last=0)
def probabilities_add_up_to_one(*, last: int = 1) -> Outcome:
    """The geometric sum, by induction on M."""
    return certify(normaliser(last))


@CLAIM.exact(part="moments")
@broken("there_are_m_plus_one_levels", "M levels are one too few.", levels="M")
def every_level_contributes_the_same_to_the_mean(*, levels: str = "M + 1") -> Outcome:
    """2^k 2^(-k) = 1 summed M + 1 times; 4^k 2^(-k) = 2^k summed to 2^(M+1) - 1."""
    return certify(moments(levels))


@CLAIM.exact(part="range")
@broken("two_thirds_is_exceeded_at_depth_zero", "At depth zero C_0 = 1 is above 2/3.", top="2/3")
def normaliser_is_between_one_half_and_one(*, top: str = "1") -> Outcome:
    """C_0 = 1, and C_M decreases to 1/2."""
    return certify(bounds(top))
