"""Gaussian l1-recovery: release a short random image of the mean, recover by l1 minimisation.

    m = round(n eps sqrt(s ln(d/s)/ln(1/delta)))
    A ~ N(0, 1/m)^(m x d)                              public, independent of the data
    b = A zbar + xi,   xi ~ N(0, sigma^2 I_m),         sigma^2 = 18 L^2 ln(2.5/delta)/(n eps)^2
    ztilde = argmin |z|_1  subject to  A z = b

18 = 2 * 3^2 and 2.5/delta = 1.25/(delta/2): the noise is that of the Gaussian mechanism for the
sensitivity 3 L/n and delta/2.  This is the sensitivity if A stretches no s-sparse vector by more
than 3/2; both records are s-sparse, so s and not 2s counts.  Cutting every A z_i to norm 3 L/2
makes it unconditional, and changes nothing where A stretches no more than that.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import Budget, certify, counterexample
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse


def scale(gains: int = 3) -> Relation:
    """The squared scale is that of the Gaussian mechanism; `gains` of two records together."""
    return parse(
        f"18*L^2*log(2.5/delta)/(n*epsilon)^2 = 2*log(1.25/(delta/2))/epsilon^2*({gains}*L/n)^2",
        where="0 < delta < 1, L, epsilon > 0, integer n >= 1",
    )


L, n = declare("L > 0, integer n > 0")
rows, i, c, other = declare("integer m > 0, integer i, c_1 c_2 >= 0")
columns, j = declare("integer d > 0, integer j")
A, z, new, others = (sp.IndexedBase(s, real=True) for s in ("A", "z", "z_new", "others"))
GAIN = sp.Rational(3, 2)
LIGHT = ("sign", "identity", "products", "symmetry", "radicals")


def row(u: sp.Expr) -> sp.Expr:
    """Entry i of the image of a vector whose entry j is u."""
    return sp.Sum(A[(i - 1) * columns + j] * u, (j, 1, columns))


def image(u: sp.Expr) -> sp.Expr:
    """|A u|_2^2."""
    return sp.Sum(row(u) ** 2, (i, 1, rows))


def square(u: sp.IndexedBase) -> sp.Expr:
    """|u|_2^2 in R^d."""
    return sp.Sum(u[j] ** 2, (j, 1, columns))


CHANGE = image((others[j] + z[j]) / n - (others[j] + new[j]) / n)
RECORDS = (
    (image(z[j]), "<=", GAIN**2 * square(z)), (square(z), "<=", L**2),
    (image(new[j]), "<=", GAIN**2 * square(new)), (square(new), "<=", L**2),
)  # fmt: skip


def stretched(records: int = 2, where: Sequence[Any] = RECORDS) -> Relation:
    """|A (zbar - zbar')|_2 <= (3/2) records L/n."""
    return relation(sp.sqrt(CHANGE), "<=", records * GAIN * L / n, where=where)


CLAIM = Claim(
    "sparse.cs-mech",
    title="Gaussian l1-recovery: its noise and its sensitivity",
    reconstructed=("mechanism",
                   "Algorithm: Gaussian l1-Recovery; the gain is read off the constant 18"),
    statement=r"""b = A \bar z + \xi, \; \xi \sim \mathcal{N}(0, \sigma^2 I_m): \quad
        \sigma^2 = \frac{18 L^2 \ln(2.5/\delta)}{(n \epsilon)^2}
        = \frac{2 \ln(1.25/(\delta/2))}{\epsilon^2} \Big( \frac{3L}{n} \Big)^2, \quad
        \lVert A (\bar z - \bar z') \rVert_2 \le \frac{3L}{n}
        \;\text{ if }\; \lVert A u \rVert_2 \le \tfrac32 \lVert u \rVert_2
        \text{ for } s\text{-sparse } u""",
    hypotheses=r"""z_i \; s\text{-sparse}, \; \lVert z_i \rVert_2 \le L; \text{ one record is \
            replaced}
        s < d, \; m, n \ge 1, \; L, \epsilon > 0, \; 0 < \delta < 1
        A \text{ is public, the same for both data sets}""",
    parts=("scale", "sensitivity"),
    encoded={"scale": (scale(),), "sensitivity": (stretched(),)},
    uses=("sparse.setting", "sparse.gauss-calibration"),
    note="What has to hold for this to be private: `sparse.cs-privacy`. Not claimed here are the"
    " number m of rows and the recovery from b. The logarithm ln(d/s) needs s < d. As"
    " encoded the entry of A in row i and column j is A_((i-1)d+j), z and z_new are the record that"
    " is replaced and the new one, which are s-sparse, so that A stretches them by 3/2 at most, and"
    " others is the sum of the n - 1 records that stay.",
)  # fmt: skip

v, w, rest = (sp.IndexedBase(name, real=True) for name in ("v", "w", "rest"))
MOST = GAIN * L


def size(u: sp.IndexedBase) -> sp.Expr:
    """|u|_2."""
    return sp.sqrt(sp.Sum(u[i] ** 2, (i, 1, rows)))


def cut(x: sp.Expr, most: sp.Expr = MOST) -> sp.Expr:
    """min{1, most/x} = most/max{x, most}, as x + most + |x - most| is twice the larger one."""
    return 2 * most / (x + most + sp.Abs(x - most))


MOVED = sp.Sum(((rest[i] + c * v[i]) / n - (rest[i] + other * w[i]) / n) ** 2, (i, 1, rows))


def apart(limit: sp.Expr = MOST) -> tuple[Relation, Relation]:
    """Sums of images that differ in one, from v to w, both cut to the limit; and cut they are."""
    known = [(c * size(v), "<=", limit), (other * size(w), "<=", limit)]
    return (
        relation(sp.sqrt(MOVED), "<=", 3 * L / n, where=known),
        relation(cut(size(v)) * size(v), "<=", limit),
    )


def inactive(limit: sp.Expr = MOST) -> tuple[Relation, Relation]:
    """The factor of a short image is 1."""
    short = [(size(v), "<=", limit)]
    return (
        relation(cut(size(v)), ">=", 1, where=short), relation(cut(size(v)), "<=", 1, where=short)
    )  # fmt: skip


CLIPPED = Claim(
    "sparse.cs-mech.clipped",
    title="Sensitivity of Gaussian l1-recovery with images cut to norm 3 L/2",
    ours=("mechanism", "not on the poster"),
    statement=r"""\frac1n \Big\lVert \sum_i \kappa(A z_i) - \sum_i \kappa(A z_i') \Big\rVert_2
        \le \frac{3L}{n} \;\text{ for every } A, \quad
        \kappa(v) = v \min\Big\{ 1, \frac{3L}{2 \lVert v \rVert_2} \Big\}; \quad
        \kappa(A z) = A z \text{ if } \lVert A z \rVert_2 \le \tfrac32 L""",
    hypotheses=r"\text{one record is replaced}, \; \kappa(0) = 0",
    parts=("sensitivity", "inactive"),
    encoded={"sensitivity": apart(), "inactive": inactive()},
    note="As encoded v and w are the images A z of the record that is replaced, in m coordinates,"
    " and rest is what the others add. All that is used of the factor c = min{1, 3L/(2 |v|)}, which"
    " is 3L/2 over the larger one of |v| and 3L/2, is c |v| <= 3L/2. No event, so no second"
    " delta/2: with ln(1.25/delta) it is private for every matrix and every number of rows, in the"
    " range of the classical calibration.",
)


@CLAIM.exact(part="scale", uses=("sparse.gauss-calibration",))
@broken("a_gain_of_one_belongs_to_eight", "Without stretching the constant would be 8.", gains=2)
def eighteen_is_twice_the_square_of_three(*, gains: int = 3) -> Outcome:
    """The constant for a gain of 3/2 and two records is 18 = 2 * 3^2.
    18 L^2 Lambda/(n eps)^2 = 2 Lambda (3 L/n)^2/eps^2, and 2.5/delta = 1.25/(delta/2).
    """
    return certify(scale(gains))


def at(entry: str, old: int, fresh: int) -> dict[str, Any]:
    """A matrix of one entry, and records of one: where to look first for a counterexample."""
    return {"L": 1, "n": 1, "m": 1, "d": 1, "A": [entry], "z": [old], "z_new": [fresh],
            "others": [0]}  # fmt: skip


@CLAIM.exact(part="sensitivity", uses=("sparse.setting",))
@broken("one_record_is_not_enough", records=1, first=at("3/2", 1, -1))
@because("(3/2) L/n counts the new record alone.")
@broken("any_gain_at_z", "A = 4.", where=RECORDS[1:], first=at("4", 1, 0))
@broken("a_long_z", "z = 4.", where=[RECORDS[0], *RECORDS[2:]], first=at("1", 4, 0))
@broken("any_gain_at_z_new", "A = 4.", where=[*RECORDS[:2], RECORDS[3]], first=at("4", 0, 1))
@broken("a_long_z_new", "z_new = 4.", where=RECORDS[:3], first=at("1", 0, 4))
def two_sparse_records_are_stretched(
    *, first: Mapping[str, Any] | None = None, **changes: Any,  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """|A(z - z_new)|^2 <= 2 |A z|^2 + 2 |A z_new|^2, each at most (3/2)^2 L^2."""
    both, most = 2 * (image(z[j]) + image(new[j])) / n**2, 2 * GAIN * L / n
    gap = sp.Sum((row(z[j]) + row(new[j])) ** 2, (i, 1, rows)) / n**2
    below = parse("v <= k", where="k - v = g, g >= 0")
    chain = parse("p <= g*l", where="p <= g*r, r <= l, g > 0")
    sum_of = parse("2*(p+q)/m <= 4*k/m", where="p <= k, q <= k, m > 0")
    joined = parse("v <= c", where="v <= k, k <= c")
    root = parse("sqrt(v) <= c", where="v <= c^2, v >= 0, c >= 0")
    return certify(stretched(**changes), Budget(seconds=5), methods=LIGHT, at=first, facts=[
        (gap, ">=", 0), (below, {"v": CHANGE, "k": both, "g": gap}),
        *((chain, {"p": image(u[j]), "r": square(u), "l": L**2, "g": GAIN**2}) for u in (z, new)),
        (sum_of, {"p": image(z[j]), "q": image(new[j]), "k": GAIN**2 * L**2, "m": n**2}),
        (joined, {"v": CHANGE, "k": both, "c": most**2}), (root, {"v": CHANGE, "c": most}),
    ])  # fmt: skip


JOINED = parse(
    "sqrt(s) <= 2*l/n", where="s, p, q >= 0, s <= (2*p^2 + 2*q^2)/n^2, p <= l, q <= l, n > 0"
)
x, most = declare("x >= 0, l > 0")


@CLIPPED.exact(part="sensitivity", uses=())
@broken("a_larger_cut_has_a_larger_one", "Cut at 2 L: 4 L/n.", limit=2 * L)
def cut_images_have_a_fixed_sensitivity(*, limit: sp.Expr = MOST) -> Outcomes:
    """|kappa(v)| <= 3 L/2, so that two of them are at most 3 L/n apart."""
    one, two = c * size(v), other * size(w)
    facts: list[Any] = [
        (MOVED, "<=", (2 * one**2 + 2 * two**2) / n**2),
        (JOINED, {"s": MOVED, "p": one, "q": two, "l": MOST, "n": n}),
    ]
    moved, short = apart(limit)
    below = (relation(cut(x, most) * x, "<=", most), {"x": size(v), "l": MOST})
    far: dict[str, Any] = {
        "L": 1, "n": 1, "m": 1, "c_1": 2, "c_2": 2, "v": [1], "w": [-1], "rest": [0],
    }  # fmt: skip
    yield certify(moved, facts=facts) if limit == MOST else counterexample(moved, **far)
    yield certify(short, facts=[below])


@CLIPPED.exact(part="inactive", uses=())
@broken("a_larger_gain_is_cut", "Gain 2 exceeds it.", limit=2 * L)
def good_matrices_are_not_affected(*, limit: sp.Expr = MOST) -> Outcomes:
    """The larger one of |A z| and 3 L/2 is 3 L/2."""
    whole, least = inactive(limit)
    yield certify(whole)
    yield certify(least, facts=[(relation(cut(x, most), "<=", 1), {"x": size(v), "l": MOST})])
