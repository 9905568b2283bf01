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

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import certify, identity, visible, witness
from workbench.rigor.provers import convolved_roots as root
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
    parts=("children", "combination"),
    uses=("momentum.momentum-identity", "ext.normal-sums"),
)

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
@broken("six_times_the_noise_is_too_much_at_2048", times=6)
@because("12 (16 * 12 + 15) 16 = 39744 > 32768.")
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


q, sigma, nu = declare("q sigma nu > 0")


@HONAKER.exact(part="children")
@broken("variances_take_the_square_of_the_factor", power=1)
@because("Without the square the exponent is halved.")
def the_children_give_a_second_estimate(*, power: int = 2) -> Outcome:
    """The estimate from the children has variance (1 + q^(2^k)) nu_(k-1).
    Var(q^(2^(k-1)) left + right) = ((q^(2^(k-1)))^2 + 1) nu, and (q^(2^(k-1)))^2 = q^(2^k).
    """
    h = declare("integer h > 0")  # 2^(k-1)
    return identity((q**h) ** 2 * nu + nu, (1 + q ** (power * h)) * nu)


@HONAKER.exact(part="combination")
@broken("the_minimum_is_attained", share=sp.Rational(11, 10))
@because("11/10 of u v/(u+v) is no lower bound: at x = v/(u+v) there is equality.")
def inverse_variances_add_up(*, share: sp.Rational = sp.Integer(1)) -> Outcomes:
    """x^2 u + (1-x)^2 v - u v/(u+v) = (u+v)(x - v/(u+v))^2 >= 0: own release u, children v.
    The node is the sum of q^(2^(k-1)) times the left child and of the right one, whose subtrees
    have unrelated values and independent noises: no estimate of the sum from both subtrees beats
    the sum of the best estimates, so that the children enter through these alone.
    """
    x, u, v = declare("real x, u v > 0")
    gap = (u + v) * (x - v / (u + v)) ** 2 + (1 - share) * u * v / (u + v)
    inverse = identity(1 / (u * v / (u + v)), 1 / u + 1 / v)
    yield visible(share * u * v / (u + v), "<=", x**2 * u + (1 - x) ** 2 * v, gap=gap)
    yield inverse


@ROOT.proof
@broken("two_is_not_the_base", "2^-k fails at k = 1.", given=root.binomials(2))
@dropped("given", root.BINOMIALS, {
    0: "f_0 = 2 makes c_0 one half.", 1: "f_1 may be anything.", 2: "p_0 = 2 halves c_0.",
    3: "p_1 may be anything.", 4: "u_0 = 2 makes it 4 = 2.", 5: "u_1 may be anything.",
    6: "c_0 may be anything.",
})  # fmt: skip
def central_binomials_convolve_to_powers_of_four(**changes: Any) -> Outcome:  # noqa: ANN401
    """(n + 1) S_(n+1) = sum 2j c_j c_(n+1-j) = q sum (2i + 1) c_i c_(n-i) = q (n + 1) S_n."""
    return proved(root.convolved(**changes))
