"""Algorithm 2 from prefixes in place of windows (not in the paper).

    M_t = kappa M_(t-N) + H_[1,t],     H_[1,t] = H_[N+1,t] + q^(t-N) G_[1,N]   for t > N,

because g_(i-N) = 0 for i <= N.  So two Fenwick trees are enough, one over the first epoch and one
over the differences after it: only prefix nodes, one per level and record in the first epoch.
"""

from collections.abc import Iterator

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.harness import every_case
from workbench.rigor import identity, induction
from workbench.symbolic import declare, relation
from workbench_papers.momentum import _tree as tree

q, rho, kappa = declare("q rho kappa >= 0")
N, n, s = (sp.Symbol(name, nonnegative=True, integer=True) for name in ("N", "n", "s"))
i = declare("integer i")
g = sp.IndexedBase("g", real=True)
SMALL = (q, "<", 1)

PREFIX = Claim(
    "momentum.lem-17.prefix",
    title="Reconstruction of the momentum from prefixes",
    ours=("lemma", "Lemma 17, another form"),
    statement=r"""M_t = \kappa M_{t-N} + H_{[1,t]} = \sum_{j \ge 0} \kappa^j H_{[1,\, t - jN]}""",
    hypotheses=r"g_i = 0, M_i = 0 \text{ for } i \le 0",
    uses=("momentum.eq-123",),
)


def prefixes(leak: sp.Expr) -> Outcome:
    """M_(n+N) = kappa M_n + sum_(i<=n+N) q^(n+N-i) (g_i - leak g_(i-N)), by induction on n."""
    whole = sp.Sum(q ** (n + N - i) * g[i], (i, 1, n + N))
    old = sp.Sum(q ** (n - i) * g[i], (i, 1, n))
    # g_(i-N) = 0 for i <= N: the first epoch stands alone, and later i are N + 1, ..., N + n
    first = sp.Sum(q ** (n + N - i) * g[i], (i, 1, N))
    later = sp.Sum(q ** (n - i) * (g[N + i] - leak * g[i]), (i, 1, n))
    claimed = relation(whole, "=", kappa * old + first + later, where=[SMALL])
    return induction(claimed, "n", factor=q)


@PREFIX.exact
@broken("another_leak_leaves_a_rest", "With rho in place of kappa the two sides differ.", leak=rho)
def one_recursion_does_it(*, leak: sp.Expr = kappa) -> Outcome:
    """M_t = kappa M_(t-N) + H_[1,t] for t >= N, by induction; M_(t-N) = 0 before."""
    return prefixes(leak)


CLAIM = Claim(
    "momentum.alg2p",
    title="Algorithm 2 from two prefix trees: the recursion, and the charge of the first epoch",
    ours=("algorithm", "Not in the paper; another form of Algorithm 2"),
    statement=r"""M_t = \kappa M_{t-N} + H_{[N+1,t]} + (1-\alpha)^{t-N} G_{[1,N]} \;(t > N); \quad
        V_A = \lfloor \log_2 N \rfloor + 1 \text{ prefix nodes of } [1, N] \text{ per record}""",
    hypotheses=r"H_{[y,z]} = \sum_{i=y}^z (1-\alpha)^{z-i} (g_i - \kappa g_{i-N})",
    parts=("recursion", "charge"),
    uses=("momentum.lem-17.prefix", "momentum.prefix-fenwick"),
    note="A node of the differences enters the momentum through several shifts: its coefficients"
    " are added first and squared afterwards, so its variance has no closed form here.",
)


def cut_off(exponent: sp.Expr) -> Outcome:
    """H_[1,N+s] = q^exponent G_[1,N] + H_[N+1,N+s], by induction on s."""
    whole = sp.Sum(q ** (N + s - i) * g[i], (i, 1, N + s))
    old = sp.Sum(q ** (s - i) * g[i], (i, 1, s))  # g_(i-N), i = N+1..N+s
    first = sp.Sum(q ** (N - i) * g[i], (i, 1, N))
    later = sp.Sum(q ** (s - i) * g[N + i], (i, 1, s))
    claimed = relation(whole - kappa * old, "=", q**exponent * first + later - kappa * old,
                       where=[SMALL])  # fmt: skip
    return induction(claimed, "s", factor=q)


@CLAIM.exact(part="recursion")
@broken("it_does_not_stay_at_full_weight", exponent=sp.Integer(0))
@because("Without the factor the recursion is false.")
def the_first_epoch_is_cut_off(*, exponent: sp.Expr = s) -> Outcomes:
    """The first epoch shrinks by q per step, and M_t - kappa M_(t-N) = H_[1,t]."""
    yield cut_off(exponent)
    yield prefixes(kappa)


@CLAIM.exact(part="charge", corner="N up to 200")
@broken("one_less_is_exceeded", "The first record is in the nodes of all levels.", spare=1)
def one_prefix_node_per_level(*, last: int = 200, spare: int = 0) -> Outcome:
    """floor(log2 N) + 1 is the number of binary digits of N.
    Prefix nodes of [1, N] that hold one record, for every N up to 200.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        for size in range(1, last + 1):
            nodes = [(t - tree.lowest_bit(t) + 1, t) for t in range(1, size + 1)]
            worst = max(sum(y <= t <= z for y, z in nodes) for t in range(1, size + 1))
            yield f"N = {size}", worst <= size.bit_length() - spare

    return every_case(cases(), "prefix nodes of one record")


@CLAIM.exact(part="charge")
@broken("level_zero_counts", "K is one too few.", extra=0)
def levels_are_counted(*, extra: int = 1) -> Outcome:
    """At most one node of each of the levels 0..K.
    Nodes of one level are disjoint, and level k fits only if 2^k <= N: K + 1 levels.
    """
    K, k = declare("integer K >= 0, integer k")
    return identity(sp.Sum(1, (k, 0, K)), K + extra)
