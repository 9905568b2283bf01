"""Several copies of a private method, and a private choice of one of them by noisy scores.

K copies are (eps/(2K), delta/K)-DP each, and each fails with a chance of at most c, given those
before.  The choice, report noisy min with Laplace noise of scale b = 4 Delta/eps, costs 2 Delta/b.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers import noisy_maximum_error as noisy
from workbench.rigor.provers import transcripts as tr
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic import theorem as th
from workbench.symbolic.expectations import LawStatement, indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

K, k, eps, delta, Delta, b = declare("integer K > 0, integer k, epsilon delta Delta b > 0")
c, beta, B, z, chance, mean, E = declare("c beta > 0, B >= 0, real z p m E_B")
share, other = declare("w v >= 0")  # of the choices that an event has, on both neighbours
SCALE: Any = ((b, "=", 4 * Delta / eps),)
CHOICE: Any = ((share, "<=", 1), (other, "<=", 1), (share, "<=", sp.exp(2 * Delta / b) * other))
STEP, LEAK = eps / (2 * K), delta / K
LEAKS = tr.positive_part(STEP)
EACH = (*tr.DENSITIES, (tr.r, "<=", LEAK))


def private(
    where: Sequence[Any] = SCALE, after: Sequence[Any] = CHOICE,
    sure: Sequence[Any] = LEAKS, given: Sequence[Any] = EACH,
) -> ProcessStatement:  # fmt: skip
    """P[O] <= e^eps Q[O] + delta for events of the outputs of all copies and of the choice."""
    return ProcessStatement(
        (tr.P_O, "<=", sp.exp(eps) * tr.Q_O + delta), steps=K, clock=k, drawn=(tr.p, tr.q, tr.r),
        sure=sure, given=given, states=tr.PRODUCTS, where=where, random=(share, other),
        after=after, means={tr.P_O: share * tr.P, tr.Q_O: other * tr.Q}, shows=(tr.P_O, tr.Q_O),
    )  # fmt: skip


def copies_and_choice(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= e^(eps/2) Q + G, the choice costs as much again, and G has the mean delta."""
    way = (k * STEP, k * LEAK), ((k + 1) * STEP, (k + 1) * LEAK)
    proof = tr.leaking(private(**changes), way, STEP, LEAK)
    half, cost = sp.exp(eps / 2), sp.exp(2 * Delta / b)
    end = tr.leaked(proof, sp.exp(eps), delta, [
        (2 * Delta / b, "=", eps / 2), (half * cost, "=", sp.exp(eps)),
        (parse("w*P <= u*(v*Q) + G", where="0 <= w, w <= 1, w <= t*v, P <= s*Q + G, G, Q, s >= 0,"
               " s*t = u"),
         {"w": share, "v": other, "P": tr.P, "Q": tr.Q, "G": tr.G, "s": half, "t": cost,
          "u": sp.exp(eps)})], uses=[0])  # fmt: skip
    return proof.outcome(methods=tr.LIGHT, facts=end)


FAILS, EVENT = ((z, "<=", c),), ([[(z, "=", 0)], [(z, "=", 1)]],)
ENOUGH: Any = ((c, "<", 1), (sp.log(2 / beta) / sp.log(1 / c), "<=", K))


def all_fail(
    most: Any = beta / 2, given: Sequence[Any] = FAILS, where: Sequence[Any] = ENOUGH,  # noqa: ANN401
    sure: Sequence[Any] = EVENT,
) -> ProcessStatement:  # fmt: skip
    """Pr[all copies fail] <= beta/2."""
    return ProcessStatement(
        (chance, "<=", most), steps=K, clock=k, drawn=(z,), where=where, given=given,
        sure=sure, states=[(B, 1, B * z)], means={chance: B},
        shows=(chance,),
    )  # fmt: skip


def seldom_all_fail(**changes: Any) -> Outcome:  # noqa: ANN401
    """E c^-k B_k <= 1, B the product of the indicators, and c^K <= e^(-ln(2/beta))."""
    kept = {case: [(parse("B*z <= 1", where=f"B <= 1, z = {case}"), {"B": B, "z": z})]
            for case in (0, 1)}  # fmt: skip
    proof = ProcessProof(all_fail(**changes), always=[(B, "<=", 1)], facts={0: kept})
    now = c ** (-k) * B
    (step,) = proof.potential(now, "<=")
    step.instance(mean, 0, {})
    step.exists(NEXT, (now / c, mean))
    step.fact((NEXT, "<=", now), facts=[
        (parse("n/c*m <= n", where="m <= c, n >= 0, c > 0"), {"n": now, "c": c, "m": mean}),
        (parse("x <= n", where="x <= y, y <= n"), {"x": NEXT, "n": now, "y": now / c * mean}),
    ])  # fmt: skip
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (c**K, E), (-1, chance))
    log = sp.log(1 / c)
    return proof.outcome(facts=[
        (log, ">", 0),
        (parse("l <= n*r", where="l/r <= n, r > 0"), {"l": sp.log(2 / beta), "r": log, "n": K}),
        (sp.exp(-K * log), "<=", sp.exp(-sp.log(2 / beta))),
        (parse("exp(-n*log(1/c)) = c^n", where="c > 0, integer n >= 0"), {"c": c, "n": K}),
        (sp.exp(-sp.log(2 / beta)), "=", beta / 2),
        (parse("x <= s", where="0 <= q*y - x, y <= 1, q > 0, q <= s"),
         {"x": chance, "q": c**K, "y": E, "s": beta / 2})])  # fmt: skip


NOISE = (K, 4 * Delta / eps, beta / 2)
FAR, RARELY = noisy.large_noise(NOISE)
LARGE: Any = {"given": (RARELY,), "sure": (*noisy.SURE, FAR), "noise": NOISE}


def choice() -> ProcessStatement:
    """Pr[the score of the choice is more than (8 Delta/eps) ln(2K/beta) off] <= beta/2."""
    return noisy.large_gap(**LARGE)


def seldom_far(**changes: Any) -> Outcome:  # noqa: ANN401
    """The gap of report noisy max for K items, b = 4 Delta/eps and beta/2."""
    return noisy.chance(**LARGE | changes)


good, best, chosen, level = declare("real good best chosen level")
none, far, bad, m_none, m_far = declare("real Z_1 Z_2 Z E_Z_1 E_Z_2")
RARE: Any = ((m_none, "<=", beta / 2), (m_far, "<=", beta / 2))


LOSS: Any = (level, "=", 8 * Delta / eps * sp.log(2 * K / beta))


def success(where: Sequence[Any] = RARE, most: Any = beta) -> LawStatement:  # noqa: ANN401
    """Pr[the score of the choice is above good + (8 Delta/eps) ln(2K/beta)] <= beta."""
    return LawStatement(
        (chance, "<=", most), random=(best, chosen, none, far, bad), where=[LOSS, *where],
        means={m_none: none, m_far: far, chance: bad}, shows=(chance,),
        sure=[indicator(none, (best, ">", good)), indicator(far, (chosen - best, ">", level)),
              indicator(bad, (chosen, ">", good + level))],
    )  # fmt: skip


def two_failures(**changes: Any) -> Outcome:  # noqa: ANN401
    """Z <= Z_1 + Z_2."""
    law = LawProof(success(**changes), seconds=5)
    law.exists(chance, (1, 1))
    wrong = {"u": chosen - good - level, "w": bad - none - far}
    law.integrate("<=", (1, m_none), (1, m_far), (-1, chance), uses=[], facts={6: [  # never so
        (chosen - good - level, ">", 0), (chosen - good - level, "<=", 0),
        (parse("u*w <= 0", where="u >= 0, u <= 0"), wrong),
        (parse("w <= 0", where="u > 0, u*w <= 0"), wrong),
    ]})  # fmt: skip
    return law.outcome()


G, N = th.number("L", at_least=0), th.integer("n", at_least=1)
rest, old, new = th.vector("r"), th.vector("g"), th.vector("h")
SHORT: Any = ((abs(old), "<=", G), (abs(new), "<=", G))


def norms(most: int = 2, given: Sequence[Any] = SHORT) -> Proof:
    """|(r + g)/n| <= |(r + h)/n| + 2 L/n for gradients g, h of length at most L."""
    claim = abs(1 / N * (rest + old)), "<=", abs(1 / N * (rest + new)) + most * G / N
    p = Proof(th.Theorem((G, N, rest, old, new), given=given, concludes=claim))
    p.gram(claim, [(1, p.triangle((1, 1 / N * (rest + new)), (1 / N, old), (-1 / N, new))),
                   *((1 / N, p.given(one)) for one in SHORT)])  # fmt: skip
    return p


f, f_0, h, h_0, r, L, D, dist, n = declare("real f f_0 h h_0 r, L D dist >= 0, integer n > 0")
VALUES: Any = ((f - f_0, "<=", L * dist), (h_0 - h, "<=", L * dist), (dist, "<=", 2 * D))


def values(most: int = 4, where: Sequence[Any] = VALUES) -> Relation:
    """Means of f(x; z_i) - f(x_0; z_i) move by at most 4 L D/n, dist being |x - x_0|_2."""
    return relation((r + f - f_0) / n, "<=", (r + h - h_0) / n + most * L * D / n, where=where)


def values_move(**changes: Any) -> Outcome:  # noqa: ANN401
    """Two values of at most 2 L D each."""
    short = parse("u <= 2*L*D", where="u <= L*x, x <= 2*D, L, D, x >= 0")
    return certify(values(**changes), facts=[
        *((short, {"u": u, "L": L, "D": D, "x": dist}) for u in (f - f_0, h_0 - h)),
        (parse("(r + u)/n <= (r - v)/n + 4*m/n", where="u <= 2*m, v <= 2*m, n > 0"),
         {"r": r, "u": f - f_0, "v": h_0 - h, "m": L * D, "n": n})])  # fmt: skip
