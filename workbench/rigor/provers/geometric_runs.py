"""The best of a geometric number of runs: what an interval of outputs gains by a replaced record.

K = k has the chance gamma (1 - gamma)^(k-1).  An interval I of outputs, in the order of quality,
has the chance p in one run, those below it H; on a neighbour these are r and J.  The best of all
runs is in I with the chance sum_k gamma (1 - gamma)^(k-1) ((H + p)^k - H^k), where

    sum_k gamma (1 - gamma)^(k-1) F^k = gamma F/D(F),      D(F) = 1 - (1 - gamma) F,

so with gamma p/(D(H + p) D(H)).  Sums to m leave out at most the chance (1 - gamma)^m of K > m.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

gamma, eps, H, p, J, r = declare("gamma > 0, epsilon H p J r >= 0")
m, k = declare("integer m > 0, integer k")
CHANCES: Any = ((gamma, "<=", 1), (J + r, "<=", 1))


def private(loss: Any = eps) -> tuple[Any, Any]:  # noqa: ANN401
    """One run is in I, or above it, with a chance of at most e^loss times that on a neighbour."""
    ratio = sp.exp(loss)
    return (p, "<=", ratio * r), (1 - (J + r), "<=", ratio * (1 - (H + p)))


PRIVATE: Any = private()


def _sum(of: Any) -> Any:  # noqa: ANN401
    return sp.Sum(gamma * (1 - gamma) ** (k - 1) * of, (k, 1, m))


def best_in_interval(
    most: Any = 3 * eps, chances: Sequence[Any] = CHANCES, where: Sequence[Any] = PRIVATE  # noqa: ANN401
) -> Relation:  # fmt: skip
    """Pr[the best is in I, K <= m] <= e^most (Pr'[the best is in I, K <= m] + Pr[K > m])."""
    left, right = (_sum((low + size) ** k - low**k) for low, size in ((H, p), (J, r)))
    return relation(left, "<=", sp.exp(most) * (right + (1 - gamma) ** m), where=[*chances, *where])


_SUM = parse(
    "sum(k = 1..m, c*(1-c)^(k-1)*F^k) = c*F/(1-(1-c)*F) - (1-c)^m*(c*F*F^m/(1-(1-c)*F))",
    where="c > 0, c <= 1, F >= 0, F <= 1, 1-(1-c)*F > 0, integer m >= 1",
)  # fmt: skip
_LEAST, _POSITIVE = parse("c <= 1 - (1-c)*F", where="F <= 1, c <= 1"), parse(
    "0 < d", where="c <= d, c > 0")  # fmt: skip
_STEP = parse("c*F/d - c*H/h = c*(F-H)/(d*h)",
              where="d = 1 - (1-c)*F, h = 1 - (1-c)*H, d > 0, h > 0")  # fmt: skip
_SMALLER = parse("c*H*b/h <= c*F*a/d",
                 where="c > 0, H >= 0, H <= F, b >= 0, b <= a, d > 0, d <= h")  # fmt: skip
_REST = parse("c*G*a/d <= 1", where="d = 1 - (1-c)*G, d > 0, 0 < c <= 1, 0 <= G <= 1, 0 <= a <= 1")
_ABOVE = parse("S - T <= f", where="S = u - w*x, T = v - w*y, y <= x, u - v = f, w >= 0")
_BELOW = parse("f - w <= S - T",
               where="S = u - w*x, T = v - w*y, x <= 1, y >= 0, u - v = f, w >= 0")  # fmt: skip
_FEWER = parse("1 - (1-c)*G <= x*(1 - (1-c)*F)", where="1 - G <= x*(1-F), 0 < c <= 1, x >= 1")
_WIDER = parse("p*(g + b*r) <= x^2*r*(f + b*p)",
               where="p <= x*r, g <= x*f, b, p, r >= 0, f, g > 0, x >= 1")  # fmt: skip


def by_three_factors(
    loss: Any = eps, at: Mapping[str, Any] | None = None, **changes: Any  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """gamma p/(D(H + p) D(H)): D(H + p) changes by e^eps at most, and p/D(H) by e^(2 eps)."""
    F, G, w, x = H + p, J + r, (1 - gamma) ** m, sp.exp(loss)
    D = {one: 1 - (1 - gamma) * one for one in (F, H, G, J)}
    sums = {one: _sum(one**k) for one in D}
    chance: list[Any] = [
        (parse("1 <= exp(x)", where="x >= 0"), {"x": loss}),
        (parse("F <= 1", where="1 - G <= x*(1-F), G <= 1, x >= 1"), {"F": F, "G": G, "x": x}),
        (parse("c^n >= 0", where="c >= 0, integer n >= 0"), {"c": 1 - gamma, "n": m}),
    ]  # fmt: skip
    for one, d in D.items():
        chance += [
            (_LEAST, {"c": gamma, "F": one}), (_POSITIVE, {"c": gamma, "d": d}),
            (_SUM, {"c": gamma, "F": one, "m": m}),
            (parse("F^m >= 0", where="F >= 0, integer m >= 0"), {"F": one, "m": m}),
        ]  # fmt: skip
    full = {(F, H): gamma * p / (D[F] * D[H]), (G, J): gamma * r / (D[G] * D[J])}
    own, ours = ({
        "S": sums[one], "T": sums[low], "f": full[one, low], "w": w, "u": gamma * one / D[one],
        "v": gamma * low / D[low], "x": gamma * one * one**m / D[one],
        "y": gamma * low * low**m / D[low],
    } for one, low in full)  # fmt: skip
    within: list[Any] = [
        *((_STEP, {"c": gamma, "F": one, "H": low, "d": D[one], "h": D[low]}) for one, low in full),
        (parse("H^m <= F^m", where="0 <= H, H <= F, integer m >= 0"), {"H": H, "F": F, "m": m}),
        (parse("F^m <= 1", where="0 <= F, F <= 1, integer m >= 0"), {"F": G, "m": m}),
        (_SMALLER, {"c": gamma, "H": H, "F": F, "b": H**m, "a": F**m, "d": D[F], "h": D[H]}),
        (_REST, {"c": gamma, "G": G, "a": G**m, "d": D[G]}), (_ABOVE, own), (_BELOW, ours),
    ]  # fmt: skip
    moved: list[Any] = [
        (_FEWER, {"c": gamma, "F": F, "G": G, "x": x}),
        (parse("1/d <= x/f", where="f <= x*d, d, f > 0"), {"d": D[F], "f": D[G], "x": x}),
        (_WIDER, {"p": p, "r": r, "f": D[F], "g": D[G], "b": 1 - gamma, "x": x}),
        (parse("p/h <= s/j", where="p*j <= s*h, h, j > 0"),
         {"p": p, "s": x**2 * r, "h": D[H], "j": D[J]}),
        (parse("c*(a*u) <= c*(b*v)", where="0 <= a, a <= b, 0 <= u, u <= v, c > 0"),
         {"c": gamma, "a": 1 / D[F], "b": x / D[G], "u": p / D[H], "v": x**2 * r / D[J]}),
        (parse("f <= g", where="h <= j, f = h, j = g"),
         {"f": full[F, H], "g": x**3 * full[G, J], "h": gamma * (1 / D[F] * (p / D[H])),
          "j": gamma * (x / D[G] * (x**2 * r / D[J]))}),
        (parse("S - T <= y*(U - V + w)", where="S - T <= f, f <= y*g, g - w <= U - V, y > 0"),
         {"S": sums[F], "T": sums[H], "U": sums[G], "V": sums[J], "f": full[F, H],
          "g": full[G, J], "w": w, "y": x**3}),
    ]  # fmt: skip
    return certify(best_in_interval(**changes), facts=[*chance, *within, *moved], at=at)


c, beta, A, B, z, s = declare("c beta > 0, A B >= 0, real z s")
chance, m_s, m_z, E = declare("real p_B m_s m_z E_B")
EVENTS = [[[(x, "=", 0)], [(x, "=", 1)]] for x in (z, s)]
STOP: Any = ((z * (s - gamma), "=", 0), (z, "<=", c))
FEW: Any = ((gamma, "<=", (1 - c) * beta / c),)


def all_fail(
    most: Any = beta, given: Sequence[Any] = STOP, where: Sequence[Any] = FEW  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[all K runs fail] <= most: z is 1 where a run fails, s where it is the last one."""
    return ProcessStatement(
        (chance, "<=", most), steps=None, clock=k, drawn=(z, s), sure=EVENTS, given=given,
        where=[(gamma, "<=", 1), *where], means={chance: B}, shows=(chance,),
        states=[(A, 1, A * z * (1 - s)), (B, 0, B + A * z * s)],
    )  # fmt: skip


def seldom_all_fail(**changes: Any) -> Outcome:  # noqa: ANN401
    """B + A beta does not grow in the mean, as c (gamma + (1 - gamma) beta) <= beta."""
    kept = {case: [(parse("A*z*(1-s) + (B + A*z*s) <= 1",
                          where=f"A + B <= 1, A, B >= 0, z = {u}, s = {w}"),
                    {"A": A, "B": B, "z": z, "s": s})]
            for case, (u, w) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1)))}  # fmt: skip
    proof = ProcessProof(all_fail(**changes), always=[(A + B, "<=", 1)], facts={0: kept}, seconds=3)
    (step,) = proof.potential(B + A * beta, "<=")
    step.instance(m_s, 0, {})
    step.instance(m_z, 1, {})
    lost = gamma + (1 - gamma) * beta
    step.exists(NEXT, (B, 1), (A * (1 - beta), m_s), (A * lost, m_z))
    spent = {"c": c, "b": beta, "g": gamma}
    step.fact(
        (NEXT, "<=", B + A * beta),
        facts=[
            (parse("g*c <= (1-c)*b", where="g <= (1-c)*b/c, c > 0"), spent),
            (parse("c*(g + (1-g)*b) <= b", where="g*c <= (1-c)*b, c, b, g > 0"), spent),
            (
                parse("a*l*w <= a*b", where="w <= c, c*l <= b, a, l >= 0"),
                {"a": A, "l": lost, "w": m_z, "c": c, "b": beta},
            ),
            (
                parse("x <= d + a", where="x <= d + u*y + v, y = 0, v <= a"),
                {
                    "x": NEXT,
                    "d": B,
                    "a": A * beta,
                    "u": A * (1 - beta),
                    "y": m_s,
                    "v": A * lost * m_z,
                },
            ),
        ],
    )
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1), facts=[
        (parse("b <= 1", where="a + b <= 1, a >= 0"), {"a": A, "b": B})])  # fmt: skip
    end.integrate("<=", (1, E), (-1, chance))
    return proof.outcome(facts=[
        (parse("x <= b", where="0 <= y - x, y <= b"), {"x": chance, "y": E, "b": beta}),
    ])  # fmt: skip
