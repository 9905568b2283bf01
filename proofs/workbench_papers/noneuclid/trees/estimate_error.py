"""Error of the gradient estimates on a tree: one centred term per depth, in 2d directions.

The root's error has variance proxy L_0^2/b in each coordinate.  A right child at depth j averages
b 2^(-j) differences of gradients at points 2^(2-j) D apart, each in an interval of half-length
4 L_1 D 2^(-j): proxy 16 L_1^2 D^2 2^(-j)/b.  A path has at most one right child at each depth and
2^(-1) + 2^(-2) + ... <= 1, so the proxies sum to (L_0^2 + 16 L_1^2 D^2)/b, whatever the depth is.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor import follows, identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.asi-tree-vr",
    title="Error of the gradient estimates on a tree",
    ours=("lemma", "slide: l_1-Setup: Further Improvements; constants are not on the slides"),
    statement=r"""\mathbb{E} \lVert G_{leaf} - \nabla F(X_{leaf}) \rVert_\infty
        \le \sqrt{\frac{2 \ln(2d) (L_0^2 + 16 L_1^2 D^2)}{b}}
        \le (L_0 + 4 L_1 D) \sqrt{\frac{2 \ln(2d)}{b}}""",
    hypotheses=r"""\lVert \cdot \rVert_1 \text{ with dual } \lVert \cdot \rVert_\infty; \; \
            f(\cdot; z) \; L_0\text{-Lipschitz, } L_1\text{-smooth}, \; \lVert x \rVert_1 \le D
        \text{i.i.d. records, independent of the noise}; \; 2^T \text{ divides } b""",
    parts=("terms", "sum", "mean"),
    uses=("noneuclid.asi-tree", "ext.hoeffding-lemma", "ext.maximal-inequality",
          "ext.conditional-expectation"),
)  # fmt: skip

L0, L1, D, b = declare("L_0 L_1 D b > 0")
depth = declare("depth > 0")  # 2^(-j)


@CLAIM.exact(part="terms", uses=("noneuclid.asi-tree", "ext.hoeffding-lemma"))
@broken("four_is_too_little", "Points are up to 4 D 2^(-j) apart.", child=4)
def fewer_records_average_smaller_differences(*, child: int = 16) -> Outcomes:
    """The proxy at depth j is 16 L_1^2 D^2 2^(-2j)/(b 2^(-j)).
    m terms of half-length c averaged have proxy c^2/m; c = L_1 moved, moved <= 4 D 2^(-j).
    """
    moved, half, m = declare("moved half m > 0")
    yield identity(m * (half / m) ** 2, half**2 / m)
    left, right = (L1 * moved) ** 2 / (b * depth), child * L1**2 * D**2 * depth / b
    premises = [(L1**2 * (moved + 4 * D * depth) / (b * depth), moved, 4 * D * depth)]
    yield follows(left, right, premises, at={"moved": 4, "depth": 1, "D": 1, "b": 1, "L_1": 1})


@CLAIM.exact(part="sum", uses=("noneuclid.asi-tree", "ext.conditional-expectation"))
@broken("half_a_series_is_exceeded", "Three right children have 7/8.", limit=sp.S.Half)
def the_depth_does_not_matter(*, limit: sp.Rational = sp.Integer(1)) -> Outcomes:
    """Conditional exponential moments multiply along the path.
    sum of 2^(-j) over any depths is at most 1 - 2^(-m) <= 1; times 16 L_1^2 D^2/b.
    """
    half, j = sp.S.Half, declare("integer j")
    m, path = declare("integer m >= 0, path >= 0")
    weight = 16 * L1**2 * D**2 / b
    yield induction(relation(sp.Sum(half**j, (j, 1, m)), "=", 1 - half**m), "m")
    left, right = L0**2 / b + weight * path, (L0**2 + 16 * limit * L1**2 * D**2) / b
    at = {"path": "7/8", "L_0": 1, "L_1": 1, "D": 1, "b": 1}
    yield follows(left, right, [(weight, path, 1)], rest=weight * (limit - 1), at=at)


@CLAIM.exact(part="mean", uses=("ext.maximal-inequality",))
@broken("signs_must_be_counted", "ln d is the maximum without absolute values.", count=1)
def the_largest_of_2d_signed_coordinates(*, count: int = 2) -> Outcomes:
    """The norm is the maximum of e_j and -e_j over j.
    sigma sqrt(2 ln(2 d)), sigma^2 = (L_0^2 + 16 L_1^2 D^2)/b; sqrt(a^2 + c^2) <= a + c.
    """
    d = declare("d > 0")
    proxy = (L0**2 + 16 * L1**2 * D**2) / b
    right = sp.sqrt(2 * sp.log(2 * d) * proxy)
    yield identity(sp.sqrt(proxy) * sp.sqrt(2 * sp.log(count * d)), right, where=[(d, ">=", 1)])
    yield visible(L0**2 + 16 * L1**2 * D**2, "<=", (L0 + 4 * L1 * D) ** 2, gap=8 * L0 * L1 * D)
