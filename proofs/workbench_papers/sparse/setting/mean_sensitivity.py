"""How far one record moves the empirical mean of sparse vectors.

Replacing z by z' moves the mean by (z - z')/n.  By the triangle inequality and |z|_1 <= sqrt(s) L,

    |z - z'|_1/n <= 2 sqrt(s) L/n,        |z - z'|_2/n <= 2 L/n,

and z = -z' = L 1_T/sqrt(s) attains both.  The difference is 2s-sparse; through its support alone
one would get 2 sqrt(2s) L/n in the first norm, which is more than what can happen.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcomes, broken, dropped
from workbench.rigor.provers import sparse_means

CLAIM = Claim(
    "sparse.mean-sens",
    title="Sensitivities of the empirical mean",
    reconstructed=("lemma", "implicit in both mechanisms"),
    statement=r"""\Delta_1 = \frac{2 \sqrt{s}\, L}{n}, \quad \Delta_2 = \frac{2 L}{n},
        \quad \text{both attained}""",
    hypotheses=r"""\lVert z_i \rVert_0 \le s, \; \lVert z_i \rVert_2 \le L, \; s \le d
        S \simeq S': \text{ one record is replaced}""",
    parts=("bounds", "attained"),
    encoded={"bounds": tuple(sparse_means.bounds()), "attained": tuple(sparse_means.attained())},
    note="As encoded `others` is the sum of the n - 1 records that stay, and h, h_new count the"
    " entries of the two others that are not 0; where it is attained, e is 1 at s coordinates."
    " With the divisor n fixed, adding or removing a record would halve both.",
)


@CLAIM.proof(part="bounds")
@broken("one_record_is_not_enough", "sqrt(s) L/n counts the new record alone.", share=sp.S.Half)
@dropped(
    "sparse", sparse_means.SPARSE, "One entry L against d equal ones: the 1-norm grows with d."
)
@dropped("short", sparse_means.SHORT, "A record may be as long as it likes.")
def two_records_at_most(**changes: Any) -> Outcomes:  # noqa: ANN401
    """|z - z'|_1 <= |z|_1 + |z'|_1, 2 |z_j| <= t + z_j^2/t where z_j is not 0, t = L/sqrt(s)."""
    yield from sparse_means.by_the_triangle(**changes)


@CLAIM.proof(part="attained")
@broken("entries_of_half_the_size", "They move the mean half as far.", entry=sparse_means.ENTRY / 2)
@broken("entries_of_twice_the_size", "The records have norm 2 L.", entry=2 * sparse_means.ENTRY)
def opposite_signs_attain_both(*, entry: sp.Expr = sparse_means.ENTRY) -> Outcomes:
    """The records are z = -z' = L 1_T/sqrt(s), of norm L, for a set T of s coordinates."""
    yield from sparse_means.by_opposite_signs(entry)
