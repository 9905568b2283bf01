"""How good the tree is: against independent noise, better estimators, other factorisations.

With the accounting of the paper (4V, all nodes, 1 + log2 T pieces) the momentum from the tree has
more noise than momentum of independently noised gradients, until N is about 2000: at alpha = 1/N,
16 epochs and equal privacy,

    alpha^2 * 4 (16 (K+1) + 15) (K+5)   against   16 alpha/(2 - alpha),    N = 2^K.

If all nodes are released, a node can be estimated from itself and its subtree, which lowers its
variance: nu_k^-1 = sigma^-2 + [(1 + q^(2^k)) nu_(k-1)]^-1.  The momentum operator alpha/(1 - q z)
has the square root with coefficients binom(2k, k) 4^-k q^k.
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, broken, dropped
from workbench.rigor import certify, witness
from workbench.rigor.provers import convolved_roots as root
from workbench.rigor.provers import subtree_estimates as estimates
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

GAIN = Claim(
    "momentum.tree-gain",
    title="The momentum from the tree has less noise than from noisy gradients, for every N",
    ours=("remark", "Tempting reading of Sections 1 and 2"),
    statement=r"""\alpha^2 \cdot 4 V (1 + \log_2 T) \le \frac{E \alpha}{2 - \alpha}, \quad
        \alpha = \tfrac1N, \; E = 16, \; V = E(K+1) + E - 1""",
    hypotheses=r"N = 2^K, \; T = 16 N; \text{ variances at equal } \mu, \text{ per unit of } G",
    note="No error of the paper, whose comparison is asymptotic: with its constants the crossover"
    " is between N = 1024 and N = 2048, without amplification on either side.",
)

LATER = "(1/{0})^2*{3}*(16*({1} + 1) + 16 - 1)*{2} <= 16*(1/{0})/(2 - 1/{0})"


def later(least: int = 11, times: int = 4) -> Relation:
    """alpha^2 times V (1 + log_2 T) <= E alpha/(2 - alpha) for N = 2^K, K >= least."""
    text = LATER.format("2^K", "K", "(1 + log(16*2^K)/log(2))", times)
    return parse(text, where=f"integer K >= {least}")


LATE = Claim(
    "momentum.tree-gain.late",
    title="The momentum from the tree has less noise than from noisy gradients from N = 2048 on",
    ours=("remark", "Sections 1 and 2, with constants"),
    statement=r"""\alpha^2 \cdot 4 V (1 + \log_2 T) \le \frac{E \alpha}{2 - \alpha}
        \;\text{ for } N = 2^K, \; K \ge 11, \; \alpha = \tfrac1N, \; E = 16""",
    hypotheses=r"V = E(K+1) + E - 1, \; T = 16 N; \text{ variances at equal } \mu, G = 1",
    encoded=(later(),),
    uses=("momentum.thm-4", "momentum.lem-12"),
    repairs=("momentum.tree-gain",),
)

HONAKER = Claim(
    "momentum.honaker",
    title="Estimating a node from itself and its subtree",
    ours=("remark", "Not in the paper"),
    statement=r"""\nu_0 = \sigma^2, \quad \frac{1}{\nu_k} = \frac{1}{\sigma^2}
        + \frac{1}{(1 + q^{2^k}) \nu_{k-1}}: \text{ the least variance of an unbiased linear }
        \text{estimate of a node of level } k \text{ from its release and those of its subtree},
        \; G_{[y,z]} = q^{2^{k-1}} G_{[y,m]} + G_{[m+1,z]}""",
    hypotheses=r"""\text{all nodes are released, with independent noises of variance } \sigma^2
        q = 1 - \alpha, \; 0 \le \alpha \le 1; \; [y,z] \text{ has } 2^k \text{ steps} \
            \text{ and the middle } m""",
    parts=("unbiased", "least", "attained"),
    encoded={
        "unbiased": (estimates.unbiased().theorem,), "least": (estimates.least().theorem,),
        "attained": (estimates.least(best=True).theorem,),
    },
    uses=("momentum.momentum-identity",),
    note="As encoded the nodes are numbered as in a heap: 1 is the node that is estimated, of level"
    " H, 2c and 2c + 1 are below c, and the leaves are A, ..., 2A - 1 for the product A of H twos."
    " q_c is q^(2^k) at a node of level k, v is sigma^2, lambda_c the factor of the release of c,"
    " theta_c what is left to estimate of it, z_c is 1 for inner nodes and 0 for leaves. By the"
    " first part the estimate is unbiased for all G just where lambda = theta at the leaves; its"
    " variance is v sum lambda_c^2. What holds for all c says nothing of nodes below the leaves."
    " That a momentum made of such estimates has the variance alpha^2 sum nu_k q^(2 (t mod 2^k))"
    " over the binary digits k of t that are 1 is not claimed.",
)  # fmt: skip

ROOT = Claim(
    "momentum.matrix-mechanism",
    title="Square root of the momentum operator",
    ours=("remark", "Not in the paper"),
    statement=r"""c_k = \binom{2k}{k} 4^{-k} q^k: \quad \sum_{j=0}^k c_j c_{k-j} = q^k, \;
        \text{so } A = (\alpha C) C \text{ for the Toeplitz matrices of } \alpha q^k
        \text{ and } c_k""",
    hypotheses=r"0 \le q < 1",
    encoded=(root.convolved().theorem,),
    note="Both are lower triangular: the entry of A in row t, column i <= t is alpha q^k, k = t-i,"
    " that of (alpha C) C alpha times the sum. As encoded n is k, f_k is k!, p_k is 4^k and u_k is"
    " q^k; q < 1 is not needed. Privacy and error: momentum.comparisons, momentum.comparisons.run.",
)

N, K = declare("N K > 0")


@GAIN.refutation(of="statement")
@broken("at_2048_it_is_not", "At 2048 it is 0.0562^2 against 0.0625^2.", height=11)
def at_1024_the_tree_is_noisier(*, height: int = 10) -> Example:
    """0.1045^2 > 0.0884^2; times N (2N - 1): 4 (16 (K+1) + 15)(K+5)(2N-1)/N <= 16 N fails."""
    claimed = relation(
        4 * (16 * (K + 1) + 15) * (K + 5) / N**2, "<=", 16 * (1 / N) / (2 - 1 / N),
        where=[(N, "=", 2**K)],
    )  # fmt: skip
    return witness(claimed, N=Fraction(2**height), K=height)


@LATE.exact
@broken("it_does_not_hold_at_1024", "At 1024 the left side is 22920 > 16384.", least=10)
@broken("six_times_the_noise_is_too_much_at_2048", "12 (16 * 12 + 15) 16 = 39744 > 32768.", times=6)
def it_holds_from_2048_on(*, least: int = 11, times: int = 4) -> Outcome:
    """8 V (K+5) <= 16 N, by induction, as the left side less than doubles with N."""
    j, k = declare("integer j >= 0, integer K > 0")
    start = 2 * times * (16 * (j + least + 1) + 15) * (j + least + 5)
    grows = relation(start, "<=", 16 * 2 ** (j + least))
    enough = f"{2 * times}*(16*(y + 1) + 16 - 1)*(y + 5) <= 16*N"
    last = parse(LATER.format("N", "y", "r", times), where=f"y > 0, N >= 1, r = y + 5, {enough}")
    at = {"N": 2**k, "y": k, "r": 1 + sp.log(16 * 2**k) / sp.log(2)}
    facts = [(grows, {"j": k - least}), (last, at)]
    return certify(later(least, times), facts=facts, summary="for every K")


@HONAKER.proof(part="unbiased")
@broken("without_the_last_leaf", "H = 0: 0 = lambda_1 G_1.", last=2)
@dropped("given", (*estimates.SPLIT, estimates.SUMS), {
    0: "H = 0, theta_1 = 2.", 1: "H = 1, theta_2 = 9.", 2: "H = 1, theta_3 = 9.",
    3: "G_1 may be another number."})  # fmt: skip
def what_is_left_is_passed_on_to_the_children(**changes: Any) -> Outcome:  # noqa: ANN401
    """lambda_c G_c + (theta_c - lambda_c) G_c, where the second G_c is that of the children."""
    return proved(estimates.unbiased(**changes))


@HONAKER.proof(part="least")
@broken("twice_as_much", "H = 0: 2 v <= v.", share=2)
@dropped("given", (*estimates.TREE, *estimates.EXACT), {
    0: "theta_1 may be 0.", 1: "H = q = 1, lambda = (1/2, 0, 1/2): nu = 2/3, and 1/2.",
    2: "H = q = 1, lambda = (1/2, 1/2, 0): nu = 2/3, and 1/2.",
    3: "H = 1, q_1 = 9, q_2 = 0: nu = 10/11, and 1/2.",
    4: "H = 2, q_2 = 1, q_3 = 0: nu = 4/7, and 7/13.", 5: "nu may be anything.",
    6: "Only the proof is refused: a larger z makes nu smaller.", 7: "H = 2, z_1 = 0: nu_1 = v.",
    8: "H = 1, z = 0: nu_1 = v.", 9: "Only the proof is refused, as before.",
    10: "lambda may be 0."})  # fmt: skip
def the_variance_is_no_less(**changes: Any) -> Outcome:  # noqa: ANN401
    """The sum falls by (v x - w y)^2/(v + w) at a node: x is lambda_c, y is theta_c - lambda_c."""
    return proved(estimates.least(**changes))


@HONAKER.proof(part="attained")
@dropped("given", (*estimates.TREE, *estimates.BEST), {
    0: "theta_1 may be 0, or 2.",
    1: "H = q = 1, theta_2 = 0: lambda = (2/3, 0, 1/3): 2/3 = 5/9.",
    2: "H = q = 1, theta_3 = 0: lambda = (2/3, 1/3, 0): 2/3 = 5/9.",
    3: "H = 1, q_1 = 9, q_2 = 0: lambda = (10/11, 0, 1/11): 10/11 = 101/121.",
    4: "H = 2, q_2 = 1, q_3 = 0: 4/7 = 53/98.", 5: "nu may be anything.",
    6: "H = 2, q = 1, z_1 = 2, z_2 = z_3 = 1: 2/5 = 16/25.",
    7: "H = 2, q = 1, z_1 = 1/2, z_2 = z_3 = 1: 8/11 = 76/121.",
    8: "H = q = 1, z_1 = 1/2: 4/5 = 18/25.",
    9: "H = 0, z_1 = 1: lambda_1 < 1.", 10: "lambda may be 0."})  # fmt: skip
def inverse_variances_as_weights_attain_it(**changes: Any) -> Outcome:  # noqa: ANN401
    """With lambda_c = nu_c theta_c/v the square is 0 at each node."""
    return proved(estimates.least(best=True, **changes))


@ROOT.proof
@broken("two_is_not_the_base", "2^-k fails at k = 1.", given=root.binomials(2))
@dropped("given", root.BINOMIALS, {
    0: "f_0 = 2 makes c_0 one half.", 1: "f_1 may be anything.", 2: "p_0 = 2 halves c_0.",
    3: "p_1 may be anything.", 4: "u_0 = 2 makes it 4 = 2.", 5: "u_1 may be anything.",
    6: "c_0 may be anything."})  # fmt: skip
def central_binomials_convolve_to_powers_of_four(**changes: Any) -> Outcome:  # noqa: ANN401
    """(n + 1) S_(n+1) = sum 2j c_j c_(n+1-j) = q sum (2i + 1) c_i c_(n-i) = q (n + 1) S_n."""
    return proved(root.convolved(**changes))
