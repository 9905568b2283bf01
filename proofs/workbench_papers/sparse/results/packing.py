"""An explicit lower bound for pure DP: a sparse code in every block.

Let all m points of a sample be one codeword, of a code whose words are at least L apart.  Replacing
all of them multiplies a probability by at most e^(eps m), so that of M codewords no more than a
share e^(eps m)/M is decoded on average.  Where this is at most 1/2, the nearest codeword is wrong
half of the time, and the estimate off by L/2:  LB(m)^2 >= L^2/8.

The code: s-subsets T of t coordinates with pairwise overlaps of at most s/2, words L 1_T/sqrt(s).
Choosing them greedily gives at least M.  Blocks (`sparse.block-lb`) carry the bound to dimension d.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.harness import every_case
from workbench.rigor import follows, identity, visible
from workbench.rigor.provers.words_decoded import decoding
from workbench.symbolic import declare

HYPOTHESES = (
    r"\text{every } \epsilon\text{-DP estimator has this error on some sample of } n \;"
    r" s\text{-sparse points of norm at most } L",
)

CLAIM = Claim(
    "sparse.packing-lb",
    title="Explicit lower bound for pure DP by a sparse code",
    ours=("lemma", "Table 1, lower bounds; constants ours"),
    statement=r"""\epsilon \lceil n/K \rceil \le \ln \frac{M}{2} \;\Longrightarrow\;
        \mathbb{E} \lVert \hat z - \bar z \rVert_2^2 \ge \frac{L^2}{8K}, \quad
        M = \binom{\lfloor d/K \rfloor}{j} \Big/ \binom{s}{j}^2, \;
        j = \Big\lfloor \frac s2 \Big\rfloor + 1""",
    hypotheses=HYPOTHESES,
    parts=("code", "distance", "decoding", "blocks"),
    uses=("sparse.block-lb",),
    note="For s = 1 the code has M = floor(d/K) words. Blocks shorter than s have M < 1, and the"
    " condition fails. No rounding is lost for K that do not divide n.",
)

L, E, M, s, K = declare("L E M s K > 0")  # E = e^(eps m)
half = sp.S.Half


@CLAIM.exact(part="code", uses=())
@broken("one_binomial_is_not_enough", "C(t,j)/C(s,j) is another number.", power=1)
def greedy_code_is_as_large_as_the_ratio(*, power: int = 2) -> Outcomes:
    """Sets that share j coordinates with a word: at most C(s,j) C(t-j,s-j).
    Words times excluded sets >= all sets: words >= C(t,s)/(C(s,j) C(t-j,s-j)) = C(t,j)/C(s,j)^p.
    Factorials as symbols: t = t!, ts = (t - s)!, tj = (t - j)!, sj = (s - j)!, ...
    """
    t, z, j, ts, tj, sj = declare("t_f s_f j_f ts_f tj_f sj_f > 0")
    words, excluded, every = declare("words excluded every > 0")
    sets, subsets, containing = t / (z * ts), z / (j * sj), tj / (sj * ts)
    yield identity(sets / (subsets * containing), t / (j * tj) / subsets**power)
    yield follows(every / excluded, words, [(1 / excluded, every, words * excluded)])
    yield "a greedy code is maximal: the sets that its words exclude are all sets"


@CLAIM.exact(part="code", uses=(), corner="s <= 4, t <= 9")
@broken("one_word_less_is_too_few", "For s = 1 all t words are needed.", missing=1)
def greedy_codes_are_counted(*, missing: int = 0) -> Outcome:
    """Every s-subset of up to nine coordinates.
    t <= 9, s <= 4: excluded sets counted, the greedy code built, its size against M.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        for size in range(1, 5):
            j = size // 2 + 1
            for t in range(size, 10):
                sets = [frozenset(c) for c in combinations(range(t), size)]
                near = sum(len(sets[0] & other) >= j for other in sets)
                words: list[frozenset[int]] = []
                for one in sets:
                    if all(2 * len(one & word) <= size for word in words):
                        words.append(one)
                bounded = near <= comb(size, j) * comb(t - j, size - j)
                large = (len(words) - missing) * comb(size, j) ** 2 >= comb(t, j)
                yield f"t = {t}, s = {size}", bounded and large

    return every_case(cases(), "greedy codes")


@CLAIM.exact(part="distance", uses=())
@broken("three_quarters_of_overlap_is_too_much", "Then |v - w|^2 = L^2/2.", share=sp.Rational(3, 4))
def codewords_are_apart(*, share: sp.Rational = half) -> Outcome:
    """Codewords that overlap in at most s/2 places are L apart.
    v = L 1_T/sqrt(s): |v - w|^2 = (L^2/s)(2s - 2 overlap) >= L^2 if overlap <= share s.
    """
    overlap = declare("overlap >= 0")
    square = L**2 / s * (2 * s - 2 * overlap)
    gap = 2 * L**2 / s * (s / 2 - overlap)
    return visible(L**2, "<=", square, where=[(overlap, "<=", share * s)], gap=gap)


@CLAIM.exact(part="decoding", uses=())
@broken("they_are_not_missed_by_the_whole_distance", "L^2/2 would need an error of L.", share=half)
def half_of_the_codewords_are_missed(*, share: sp.Rational = sp.Rational(1, 8)) -> Outcome:
    """sum_c P_c[c] <= e^(eps m) sum_c P_0[c] <= e^(eps m); error^2 >= (L/2)^2/2."""
    return decoding(share)


@CLAIM.exact(part="blocks", uses=("sparse.block-lb",))
@broken("blocks_do_lower_the_bound", "L^2/8 holds for one block.", power=0)
def one_code_in_every_block(*, power: int = 1) -> Outcome:
    """L^2/(8K), with parts of at most ceil(n/K) points.
    LB^2 = L^2/8 in every block; L^2/8 times sum (m_k/n)^2 >= 1/K.
    """
    squares = declare("squares > 0")  # sum_k (m_k/n)^2
    return follows(L**2 / (8 * K**power), L**2 / 8 * squares, [(L**2 / 8, 1 / K, squares)],
                   rest=L**2 / 8 * (1 / K - 1 / K**power))  # fmt: skip
