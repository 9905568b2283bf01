"""How far a record moves the gradient estimates on a tree, and how private its noisy choices are.

A root averages the gradients of b records, and a right child adds the mean difference of the
gradients at its own point and at its parent's over b/2^j records, where j is its depth.  It is
2^r steps away from its parent, with j + r levels in the tree, and each step i goes from a point x_i
to x_i + eta_i (z_i - x_i) with eta_i <= 2/2^(j + r).  Two runs on neighbouring data with the same
points differ by what the replaced record adds, and from then on they get the same terms.

N leaves are in the tree and m below the node: all of them, or half of them at most.  A record that
is replaced moves the scores of these leaves alone, in any way that is within the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.noisy_choices import LOG, SURE, budget, delta
from workbench.rigor.provers.privacy import shown_private
from workbench.rigor.provers.recursive_estimates import (
    L0,
    L1,
    ONE,
    SMALL,
    D,
    S,
    TwoRuns,
    f,
    h,
    slopes,
    v,
    w,
    x,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

b, eta = th.number("b", above=0), th.numbers("eta", at_least=0)
r, j = th.integer("r", at_least=0), th.integer("depth", at_least=1)
i, s, t = (th.integer(name) for name in "ist")
walk, z = th.points("x", S), th.points("z", S)
TWO = th.num(2)
ROOT: tuple[Any, ...] = (SMALL, *slopes(x))
CHILD: tuple[Any, ...] = (
    SMALL, (i, 0, (eta[i], "<=", TWO / TWO ** (j + r))),
    (i, 0, (S.square(z[i]), "<=", D**2)), (i, 0, (S.square(walk[i]), "<=", D**2)),
    (i, 0, (S.square(walk[i + 1] - walk[i]), "=", eta[i] ** 2 * S.square(z[i] - walk[i]))),
    *((i, 0, (S.dual(of(walk[i + 1]) - of(walk[i])), "<=",
              L1**2 * S.square(walk[i + 1] - walk[i]))) for of in (f, h)),
)  # fmt: skip


def of_the_root(*, given: Sequence[Any] = ROOT, most: int = 2) -> Proof:
    """<v, G - H> <= 2 L_0 D/b at all leaves, for a record of the root."""
    runs = TwoRuns(lambda of: 1 / b * (w + of(x)), (L0, D, b, w, x), given, most * L0 * D / b, ONE)
    p, decayed = runs.p, runs.shrink()
    sizes = [runs.product(f(x), L0, 1), runs.product(-1 * h(x), L0, runs.opposite(h(x), 2))]
    p.gram(p.theorem.concludes, [(1, decayed), *((1 / b, size) for size in sizes)])
    return p


def doubled() -> Proof:
    """A product of r factors 2 is 2^r."""

    def said(count: Num) -> th.Said:
        return th.product(i, 1, count, 2), "=", TWO**count

    p = Proof(Theorem((r,), concludes=said(r)))
    here = p.induction(s, 0, said(s), p.gram(said(th.num(0)), []))
    p.gram(said(s + 1), [(2, here)])
    p.at(p.close(), r)
    return p


def of_a_child(*, given: Sequence[Any] = CHILD, most: int = 8) -> Proof:
    """<v, G - H> <= 8 L_1 D^2/b at all leaves below, for a record of a right child."""
    share, steps = TWO**j / b, th.product(i, 1, r, 2)
    runs = TwoRuns(
        lambda of: share * (w + (of(walk[steps]) - of(walk[0 * r]))),
        (L1, D, b, r, j, eta, z, walk, w), given, most * L1 * D**2 / b, ONE,
    )  # fmt: skip
    p, decayed = runs.p, runs.shrink()
    longest = TWO / TWO ** (j + r)
    sizes = []
    for place, (sign, of, m) in enumerate(((1, f, s), (-1, h, t))):

        def said(at: Num, sign: int = sign, of: Any = of) -> th.Said:  # noqa: ANN401
            moved = sign * (of(walk[at]) - of(walk[0 * at]))
            return v @ moved, "<=", at * longest * 2 * L1 * D**2

        here = p.induction(m, 0, said(m), p.gram(said(th.num(0)), []))
        toward, moved = z[m] - walk[m], sign * (of(walk[m + 1]) - of(walk[m]))
        far = p.gram((S.square(toward), "<=", 4 * D**2), [
            (1, p.parallel(S, z[m], -1 * walk[m], which="sq")), (2, p.at(2, m)), (2, p.at(3, m)),
            (2, p.scaled(S, -1, walk[m], which="sq")),
        ])  # fmt: skip
        step = p.gram((S.square(walk[m + 1] - walk[m]), "<=", (2 * longest * D) ** 2), [
            (1, p.at(4, m)), (eta[m] ** 2, far), (4 * D**2 * (longest + eta[m]), p.at(1, m)),
        ])  # fmt: skip
        short = p.gram((S.dual(moved), "<=", (2 * longest * L1 * D) ** 2), [
            *([(1, p.scaled(S, -1, -1 * moved, which="dual"))] if sign < 0 else []),
            (1, p.at(5 + place, m)), (L1**2, step),
        ])  # fmt: skip
        p.gram(said(m + 1), [(1, here), (1, runs.product(moved, 2 * longest * L1 * D, short))])
        sizes.append((share, p.at(p.close(), steps)))
    whole = share * longest * 4 * L1 * D**2, p.by(doubled(), {"r": r})
    p.gram(p.theorem.concludes, [(1, decayed), *sizes, whole])
    return p


top = th.number("Delta", above=0)
N, m, n = (th.integer(name, at_least=1) for name in ("N", "m", "n"))
OF_ROOT, BELOW = (m, "<=", N), (2 * m, "<=", N)
PURE = {"root": (OF_ROOT, (L0, "<=", top)), "child": (BELOW, (2 * L1 * D, "<=", top))}
MODERATE: Any = (*SURE, (budget, "<=", 8 * LOG))
APPROXIMATE = {
    "root": (*MODERATE, OF_ROOT, (2 * L0 * D / b, "<=", top)),
    "child": (*MODERATE, BELOW, (4 * th.root(2) * L1 * D**2 / b, "<=", top)),
}


def leaves(node: str, scale: Num, guarantee: Any, where: Sequence[Any]) -> PrivateStatement:  # noqa: ANN401
    """The noisy choices at the m leaves below a node, whose scores a record of the node moves."""
    at, moves = pv.released("past"), {"root": 2 * L0 * D / b, "child": 8 * L1 * D**2 / b}
    return pv.private(
        (budget, delta, L0, L1, D, b, top, N, m, n), where=where, records=n, rounds=m,
        state={"past": pv.beside(at, pv.released("v"))}, guarantee=guarantee,
        releases=[pv.release("v", ["noisy-max", scale], ["function", "inf", at],
                             moves=moves[node])],
        adjacency="replace-record",
    )  # fmt: skip


def pure(node: str, *, where: Sequence[Any] | None = None, noise: int = 4) -> PrivateStatement:
    """With the scale 4 N D Delta/(b eps), Delta >= L_0 or 2 L_1 D, they are (eps, 0)-DP."""
    scale = noise * N * D * top / (b * budget)
    return leaves(node, scale, pv.pure(budget), PURE[node] if where is None else where)


def approximate(node: str, *, where: Sequence[Any] | None = None, noise: int = 4
                ) -> PrivateStatement:  # fmt: skip
    """With 4 Delta (2 N L)^(1/2)/eps they are (eps, delta)-DP."""
    scale = noise * top * th.root(2 * N * LOG) / budget
    guarantee = pv.approximate(budget, delta)
    return leaves(node, scale, guarantee, APPROXIMATE[node] if where is None else where)


def are_pure(node: str, **changes: Any) -> Outcome:  # noqa: ANN401
    """Each leaf costs 2 moves/scale."""
    return shown_private(pure(node, **changes))


def are_approximate(node: str, **changes: Any) -> Outcome:  # noqa: ANN401
    """At the order 1 + 4 L/eps: eps/2 + eps^2/(16 L) <= eps."""
    return shown_private(approximate(node, **changes), above=4 * LOG / budget)


SIZES = "b > 0, kappa > 0, L_0 > 0, L_1 > 0, D > 0"


def squares(child: int = 8) -> tuple[Relation, ...]:
    """How far apart points are, what a record of a right child adds, and what all add up to."""
    one, last = declare("integer j, integer m >= 0")
    return (
        parse("2^r*(2/2^(j+r))*(2*D) = 4*D*(1/2)^j",
              where="integer r >= 0, integer j >= 1, D > 0"),
        parse("2*(4*L_1*D*w)/(b*w) = 8*L_1*D/b", where=f"{SIZES}, w > 0"),
        relation(sp.Sum(sp.S.Half**one, (one, 1, last)), "=", 1 - sp.S.Half**last),
        parse("b*(2*L_0/b)^2 + b*s*(8*L_1*D/b)^2 <= (4*L_0^2 + 64*L_1^2*D^2)/b",
              where=f"{SIZES}, s >= 0, s <= 1"),
        parse(f"kappa*((4*L_0^2 + 64*L_1^2*D^2)/b) <= (sqrt(kappa/b)*(2*L_0 + {child}*L_1*D))^2",
              where=SIZES),
    )  # fmt: skip


def variances(children: str = "T") -> Relation:
    """The noises on a path add up to the square of the last term in the bound on the risk."""
    root, child = (f"kappa*({size}/b)^2/(2*rho)" for size in ("2*L_0", "8*L_1*D"))
    limit = f"kappa*sqrt(d)/(b*sqrt(rho))*sqrt(2*L_0^2 + 32*{children}*L_1^2*D^2)"
    where = f"{SIZES}, rho > 0, d > 0, T >= 1, kappa_plus > 0, kappa_plus <= kappa"
    return parse(f"kappa_plus*d*({root} + T*({child})) <= ({limit})^2", where=where)
