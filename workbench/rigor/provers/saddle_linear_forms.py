"""The gap at averages of sampled points of a jointly quadratic saddle, by its linear forms.

For a convex-concave F

    Gap(xs, ys) - Gap(xb, yb) <= max_(a, b) <grad_x F(a, b), xs - xb>
                                 + max_(a, b) <grad_y F(a, b), yb - ys>

over all points a and b.  Where F is jointly quadratic its gradients are affine in (a, b), so both
are largest at two of d_x d_y pairs of vertices.  There each is a sum of N terms, S = sum (y - mu):
y is an entry of the gradient there over N, so |y| <= L_0/N, and mu its mean given the past.

By Hoeffding's lemma E e^(s S) <= e^(s^2 L_0^2/(2N)) for all s, and the largest of d = d_x d_y such
sums is at most L_0 (2 ln d/N)^(1/2) in the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.hoeffding_lemma import LIGHT
from workbench.rigor.provers.martingales import a_step_of_bounded_range
from workbench.rigor.provers.processes import ProcessProof
from workbench.rigor.provers.saddle_means import ENTROPY, L0, a, b
from workbench.rigor.provers.saddle_paths import F, T, X, Y, d_x, d_y, t, u, w
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import declare
from workbench.symbolic import theorem as th
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem, Vec

_m_x, _m_y = th.draws("m_x", t, mean=None, of=X), th.draws("m_y", t, mean=None, of=Y)
_x, _y = th.draws("x", t, mean=None, of=X), th.draws("y", t, mean=None, of=Y)
AVERAGES = [th.total(t, 0, T - 1, 1 / T * z[t]) for z in (_x, _y, _m_x, _m_y)]
_LARGEST = L0 * th.root(2 * ENTROPY / T)
WAYS = ("x", AVERAGES[0] - AVERAGES[2]), ("y", AVERAGES[3] - AVERAGES[1])


def form(which: str, far: Vec) -> Num:
    """The largest product of a gradient with the error of an average."""
    return th.supremum((a, b), F.slope(which, a, b) @ far)


FORMS = tuple((th.mean(form(*way)), "<=", _LARGEST) for way in WAYS)


def gap(*, share: int = 2, given: Sequence[Any] = FORMS) -> Proof:
    """E Gap(averages of points) <= E Gap(averages of means) + 2 L_0 (2 l/N)^(1/2)."""
    x, y, mean_x, mean_y = AVERAGES

    def at(first: Any, second: Any) -> Any:  # noqa: ANN401
        return th.supremum((a, b), F(first, b) - F(a, second))

    exact, largest = at(mean_x, mean_y), [form(which, far) for which, far in WAYS]
    claimed = (th.mean(at(x, y)), "<=", th.mean(exact) + share * _LARGEST)
    symbols = (d_x, d_y, X, Y, T, L0, F, _m_x, _m_y, _x, _y)
    p = Proof(Theorem(symbols, given=given, concludes=claimed))
    said = (F(x, w) - F(u, y), "<=", exact + largest[0] + largest[1])
    p.over((u, w), said)
    p.gram(said, [
        (1, p.saddle(F, "x", mean_x, (x, w))), (1, p.saddle(F, "y", mean_y, (u, y))),
        (1, p.under(exact, (u, w))), (1, p.under(largest[0], (x, w))),
        (1, p.under(largest[1], (u, y))),
    ])  # fmt: skip
    sure = p.expect(p.close())
    p.gram(claimed, [(1, sure), *((1, p.given(one)) for one in FORMS)])
    return p


N, d, k = declare("integer N d > 0, integer k")
size, S, V, y, mu, s = declare("L_0 > 0, real S, V >= 0, real y mu s")
E, up, down = declare("real E_S up down")
EACH = size / N
SIZE = ((y, "<=", EACH), (y, ">=", -EACH))
CENTRED, SEVERAL = ((y - mu, "=", 0),), ((d, ">=", 2),)


def largest_form(
    most: Any = 2, sure: Sequence[Any] = SIZE, given: Sequence[Any] = CENTRED  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """E max S <= L_0 (most ln d/N)^(1/2) over d sums of N terms."""
    return ProcessStatement(
        (E, "<=", size * sp.sqrt(most * sp.log(d) / N)), steps=N, clock=k, copies=d, known=(mu,),
        drawn=(y,), given=given, sure=sure, where=SEVERAL, states=[(S, 0, S + y - mu)],
        means={E: S}, shows=(E,),
    )  # fmt: skip


_TANGENT = parse("x <= w - 1 + exp(x - w)")
_BELOW = parse("x <= exp(x) + y", where="y >= 0")
_SLOPE = parse("x <= r/b", where="b*x <= r, b > 0")
_WIDTH = parse("sqrt(v) <= l/sqrt(n)", where="v = n*l^2/n^2, v >= 0, l > 0, n > 0")
_TIMES = parse("k*x <= k*y", where="x <= y, k > 0")
_NEXT = parse("x <= z", where="x <= y, y <= z")
_MEAN = parse("m <= l + f*q", where="0 <= l + f*p - m, p <= q, f > 0")


def mean_of_the_largest(most: Any = 2, **changes: Any) -> Outcome:  # noqa: ANN401
    """b S <= 2 ln d - 1 + e^(b S)/d^2, b = (2 N ln d)^(1/2)/L_0."""
    proof = ProcessProof(largest_form(most, **changes), helpers=[(V, 0, V + EACH**2)], seconds=1,
                         always=[(V, "=", k * EACH**2)], methods=("sign", "identity"))  # fmt: skip
    now = sp.exp(s * S - s**2 * V / 2)
    (step,) = proof.potential(now, "<=", of=(s,), methods=LIGHT)
    a_step_of_bounded_range(step, -EACH - mu, 2 * EACH, y - mu, now, rate=s)
    if proof.doubt:
        return proof.outcome()
    end, level, steep = proof.end(), sp.log(d), sp.sqrt(2 * sp.log(d)) / sp.sqrt(V)
    there, back = (sp.exp(way * steep * S - (way * steep) ** 2 * V / 2) for way in (1, -1))
    grown = [(sp.exp(way * steep * S), "=", d * e) for way, e in ((1, there), (-1, back))]
    known = end.known
    end.fact((V, ">", 0), methods=LIGHT)
    end.instance(up, 0, {s: steep})
    end.instance(down, 0, {s: -steep})
    end.fact((0, "<", level))
    positive = end.known - 1
    end.fact((up, "<=", d), methods=("sign", "exponentials"))
    end.fact((0, "<", steep), uses=[known, positive], methods=LIGHT)
    uses = [known, positive, end.known - 1]
    far: list[Any] = []
    for x in (steep * S, -steep * S):
        far.append((_BELOW, {"x": x, "y": sp.exp(-x)}))
        far.append((_SLOPE, {"x": x / steep, "b": steep, "r": d * there + d * back}))
    end.exists(E, (d / steep, up), (d / steep, down), uses=uses, methods=LIGHT, facts=[
        *grown, *far])  # fmt: skip
    low, share = (2 * level - 1) / steep, 1 / (d * steep)
    end.integrate("<=", (low, 1), (share, up), (-1, E), uses=uses, methods=LIGHT, facts=[
        (_TANGENT, {"x": steep * S, "w": 2 * level}), grown[0],
        (sp.exp(steep * S - 2 * level), "=", there / d),
        (_SLOPE, {"x": S, "b": steep, "r": 2 * level - 1 + there / d})])  # fmt: skip
    end.fact((E, "<=", low + share * d), uses=[*uses, positive + 1, end.known - 1], methods=LIGHT,
             facts=[(_MEAN, {"m": E, "l": low, "f": share, "p": up, "q": d})])  # fmt: skip
    end.fact((low + share * d, "=", sp.sqrt(2 * V * level)), uses=uses[:2], methods=LIGHT)
    width, rate = size / sp.sqrt(N), sp.sqrt(2) * sp.sqrt(level)
    return proof.outcome(methods=("sign", "identity"), facts=[
        (_WIDTH, {"v": V, "l": size, "n": N}), (_TIMES, {"k": rate, "x": sp.sqrt(V), "y": width}),
        (_NEXT, {"x": E, "y": low + share * d, "z": rate * sp.sqrt(V)}),
        (_NEXT, {"x": E, "y": rate * sp.sqrt(V), "z": size * sp.sqrt(most * level / N)}),
    ])  # fmt: skip
