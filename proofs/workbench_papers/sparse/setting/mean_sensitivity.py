"""How far one record moves the empirical mean of sparse vectors.

Replacing z by z' moves the mean by (z - z')/n.  By the triangle inequality and |z|_1 <= sqrt(s) L,

    |z - z'|_1/n <= 2 sqrt(s) L/n,        |z - z'|_2/n <= 2 L/n,

and z = -z' = L 1_T/sqrt(s) attains both.  The difference is 2s-sparse; through its support alone
one would get 2 sqrt(2s) L/n in the first norm, which is more than what can happen.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "sparse.mean-sens",
    title="Sensitivities of the empirical mean",
    reconstructed=("lemma", "implicit in both mechanisms"),
    statement=r"""\Delta_1 = \frac{2 \sqrt{s}\, L}{n}, \quad \Delta_2 = \frac{2 L}{n},
        \quad \text{both attained}""",
    hypotheses=r"""\lVert z_i \rVert_0 \le s, \; \lVert z_i \rVert_2 \le L
        S \simeq S': \text{ one record is replaced}""",
    parts=("bounds", "attained"),
    uses=("sparse.setting",),
    note="Adding or removing a record would halve both, and change n.",
)

s, n, L, i = declare("integer s n > 0, L > 0, integer i")


@CLAIM.exact(part="bounds")
@broken("one_record_is_not_enough", "sqrt(s) L/n counts the new record alone.", records=1)
def two_records_at_most(*, records: int = 2) -> Outcomes:
    """2 sqrt(s) L/n and 2 L/n, the first below 2 sqrt(2s) L/n.
    |z - z'|/n <= (|z| + |z'|)/n in either norm; better than through the support of both.
    """
    moved, one, other = declare("moved z_norm other_norm >= 0")
    found = []
    for most in (sp.sqrt(s) * L, L):
        premises = [(1 / n, n * moved, one + other), (1 / n, one, most), (1 / n, other, most)]
        at = {"moved": 2, "z_norm": 1, "other_norm": 1, "s": 1, "n": 1, "L": 1}
        found.append(follows(moved, records * most / n, premises, at=at))
    better = 2 * sp.sqrt(s) * L / (n * (sp.sqrt(2) + 1))
    yield from found
    yield visible(2 * sp.sqrt(s) * L / n, "<", 2 * sp.sqrt(2 * s) * L / n, gap=better)


@CLAIM.exact(part="attained")
@broken("a_single_entry_has_a_smaller_sum", "Entries L/s do not have norm L.", entry=L / s)
def opposite_signs_attain_both(*, entry: sp.Expr = L / sp.sqrt(s)) -> Outcomes:
    """The records are z = -z' = L 1_T/sqrt(s).
    z = entry on s coordinates and z' = -z: |z|_2 = L, |z - z'|_1/n and |z - z'|_2^2/n^2.
    """
    move = 2 * entry / n
    yield identity(sp.Sum(entry**2, (i, 1, s)), L**2)
    yield identity(sp.Sum(move, (i, 1, s)), 2 * sp.sqrt(s) * L / n)
    yield identity(sp.Sum(move**2, (i, 1, s)), (2 * L / n) ** 2)
