"""Adaptive composition: two laws of a transcript by their densities, one output after the other.

In step t the outputs of a mechanism on two neighbours have the densities p_t and q_t, given the
outputs before them, for one law such as half of their sum; which mechanism it is may depend on
those outputs.  P_T and Q_T, the products, are densities of the transcripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import event
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

T, eps, delta, p, q, r = declare("integer T >= 0, real epsilon, delta p q >= 0, real r")
P, Q, B, D, G, Z = declare("P Q >= 0, real B, D G >= 0, real Z")
P_O, Q_O, m, m_r, E_P, E_Q, E_W = declare("real P_O Q_O m m_r E_P E_Q E_W")
DENSITIES = ((p, "=", 1), (q, "=", 1))
BOUNDED = ((p, "<=", sp.exp(eps) * q),)


def positive_part(loss: Any = eps) -> list[Any]:  # noqa: ANN401
    """r is the positive part of p - e^loss q."""
    leak = p - sp.exp(loss) * q
    return [[[(leak, ">", 0), (r, "=", leak)], [(leak, "<=", 0), (r, "=", 0)]]]


POSITIVE = positive_part()
LIGHT = ("sign", "identity", "sos", "products", "factors")
PRODUCTS = [(P, 1, P * p), (Q, 1, Q * q)]


def pure(total: Any = eps, sure: Sequence[Any] = BOUNDED,  # noqa: ANN401
         given: Sequence[Any] = DENSITIES, *, back: bool = False) -> ProcessStatement:  # fmt: skip
    """P[O] <= e^(epsilon_1 + ... + epsilon_T) Q[O] for every event O; `back`: the other order."""
    low, high = (Q_O, P_O) if back else (P_O, Q_O)
    return ProcessStatement(
        (low, "<=", sp.exp(B) * high), steps=T, fixed=(eps,), drawn=(p, q),
        sure=[tuple(_turned(a) for a in one) for one in sure] if back else sure, given=given,
        states=[*PRODUCTS, (B, 0, B + total)], random=(Z,), after=[event(Z)],
        means={P_O: Z * P, Q_O: Z * Q}, shows=(P_O, Q_O),
    )  # fmt: skip


def _turned(side: Any) -> Any:  # noqa: ANN401 - an expression or a sign
    return side.subs({p: q, q: p}, simultaneous=True) if isinstance(side, sp.Expr) else side


def ratios_multiply(*, back: bool = False, **changes: Any) -> Outcome:  # noqa: ANN401
    """P <= e^B Q at all times, as p <= e^eps q; P and Q keep the mean 1."""
    low, high, x, y = (Q, P, q, p) if back else (P, Q, p, q)
    chances = (Q_O, P_O) if back else (P_O, Q_O)
    said = parse("P*p <= c*d*Q*q", where="P >= 0, p >= 0, P <= c*Q, p <= d*q")
    proof = ProcessProof(
        pure(**changes, back=back), always=[(low, "<=", sp.exp(B) * high)],
        facts={0: [(said, {"P": low, "p": x, "Q": high, "q": y, "c": sp.exp(B),
                           "d": sp.exp(eps)})]},
    )  # fmt: skip
    masses(proof)
    end = events(proof)
    end.integrate("<=", (sp.exp(B), chances[1]), (-1, chances[0]), uses=[], methods=LIGHT, facts=[
        (parse("z*P <= z*c", where="z >= 0, P <= c"), {"z": Z, "P": low, "c": sp.exp(B) * high}),
    ])  # fmt: skip
    return proof.outcome()


def masses(proof: ProcessProof, methods: Sequence[str] = LIGHT) -> None:
    """P and Q keep their means, as p and q have the mean 1 given the past."""
    for place, (state, *_) in enumerate(PRODUCTS):
        (step,) = proof.potential(state, "=")
        step.instance(m, place, {})
        step.exists(NEXT, (state, m), uses=[], methods=methods)
        step.integrate("=", (state, m), (-1, NEXT), uses=[], methods=methods)


def events(proof: ProcessProof) -> LawProof:
    """At the end: the means of P and Q are 1, so those of an event exist."""
    end = proof.end()
    for place, (mean, of) in enumerate(((E_P, P_O), (E_Q, Q_O))):
        end.instance(mean, place, {})
        end.exists(of, (1, mean), uses=[])
    return end


k = declare("integer k")
CHARGED = (*DENSITIES, (r, "<=", delta))
SCALED, LESS = parse("P*u <= c*u + G*u", where="u >= 0, P <= c + G"), parse(
    "h*x <= h*y", where="h >= 0, x <= y")  # fmt: skip


def _one_more(spent: Any, then: Any, loss: Any = eps) -> dict[int, list[Any]]:  # noqa: ANN401
    """P p <= e^then Q q + p G + P r, from P <= e^spent Q + G, where p > e^loss q and elsewhere."""
    c, d = sp.exp(spent), sp.exp(loss)
    goal = (parse("x <= z", where="x <= y, y = z"),
            {"x": P * p, "y": c * Q * d * q + G * p + P * r,
             "z": sp.exp(then) * Q * q + p * G + P * r})  # fmt: skip
    above = [  # P p = P (e^eps q) + P r
        (SCALED, {"P": P, "u": d * q, "c": c * Q, "G": G}), (LESS, {"h": G, "x": d * q, "y": p}),
        (parse("P*p <= y + g + P*r", where="p = u + r, P*u <= y + z, z <= g"),
         {"P": P, "p": p, "r": r, "u": d * q, "y": c * Q * d * q, "z": G * d * q, "g": G * p}),
    ]  # fmt: skip
    below = [  # p <= e^eps q
        (SCALED, {"P": P, "u": p, "c": c * Q, "G": G}), (LESS, {"h": c * Q, "x": p, "y": d * q}),
        (parse("x <= y + g + P*r", where="x <= z + g, z <= y, r = 0"),
         {"x": P * p, "y": c * Q * d * q, "z": c * Q * p, "g": G * p, "P": P, "r": r}),
    ]  # fmt: skip
    return {0: [*above, goal], 1: [*below, goal]}


def approximate(total: Any = delta, sure: Sequence[Any] = POSITIVE,  # noqa: ANN401
                given: Sequence[Any] = CHARGED) -> ProcessStatement:  # fmt: skip
    """P[O] <= e^(sum of the eps) Q[O] + sum of the delta, where E (p - e^eps q)_+ <= delta."""
    return ProcessStatement(
        (P_O, "<=", sp.exp(B) * Q_O + D), steps=T, fixed=(eps, delta), drawn=(p, q, r), sure=sure,
        given=given, states=[*PRODUCTS, (B, 0, B + eps), (D, 0, D + total)], random=(Z,),
        after=[event(Z)], means={P_O: Z * P, Q_O: Z * Q}, shows=(P_O, Q_O),
    )  # fmt: skip


def equal_steps(total: Any = delta, sure: Sequence[Any] = POSITIVE,  # noqa: ANN401
                given: Sequence[Any] = CHARGED) -> ProcessStatement:  # fmt: skip
    """P[O] <= e^(T epsilon) Q[O] + T delta."""
    return ProcessStatement(
        (P_O, "<=", sp.exp(T * eps) * Q_O + T * total), steps=T, clock=k, drawn=(p, q, r),
        sure=sure, given=given, states=PRODUCTS, random=(Z,), after=[event(Z)],
        means={P_O: Z * P, Q_O: Z * Q}, shows=(P_O, Q_O),
    )  # fmt: skip


def leaks_add_up(*, equal: bool = False, total: Any = delta, **changes: Any) -> Outcome:  # noqa: ANN401
    """P <= e^spent Q + G, where G gains P r in a step: so E (G - P leaked) does not grow."""
    if equal:
        stated, top, sums = equal_steps(total, **changes), sp.exp(T * eps), T * total
        way = ((k * eps, k * total), ((k + 1) * eps, (k + 1) * total))
    else:
        stated, top, sums, way = approximate(total, **changes), sp.exp(B), D, (
            (B, D), (B + eps, D + total))  # fmt: skip
    proof = leaking(stated, way)
    end = leaked(proof, top, sums, [
        (parse("z*P <= z*c + G", where="0 <= z, z <= 1, G >= 0, P <= c + G"),
         {"z": Z, "P": P, "c": top * Q, "G": G})])  # fmt: skip
    return proof.outcome(methods=LIGHT, facts=end)


def leaking(
    stated: ProcessStatement, way: Sequence[tuple[Any, Any]], loss: Any = eps, leak: Any = delta  # noqa: ANN401
) -> ProcessProof:  # fmt: skip
    """P <= e^spent Q + G always, and E (G - P leaked) does not grow.

    way: what is spent and leaked so far, and after one more step
    """
    (spent, so_far), (then, more) = way
    proof = ProcessProof(
        stated, helpers=[(G, 0, p * G + P * r)], always=[(P, "<=", sp.exp(spent) * Q + G)],
        facts={0: _one_more(spent, then, loss)}, methods=LIGHT,
    )  # fmt: skip
    masses(proof)
    (step,) = proof.potential(G - P * so_far, "<=", below=[(so_far, 0)], methods=LIGHT)
    first, kept = step.known, G - P * more
    step.instance(m, 0, {})
    step.instance(m_r, 2, {})
    step.exists(NEXT, (G + P * more, m), (P, m_r), methods=LIGHT, uses=[])
    step.integrate("<=", (-1, NEXT), (kept, m), (P, m_r), uses=[])
    step.fact((NEXT, "<=", G - P * so_far), methods=LIGHT, uses=[first, first + 1, first + 3],
              facts=[
        (parse("x <= v + P*d", where="0 <= v*m - x + P*n, m = 1, n <= d, P >= 0"),
         {"x": NEXT, "v": kept, "m": m, "n": m_r, "d": leak, "P": P})])  # fmt: skip
    return proof


def leaked(
    proof: ProcessProof, top: Any, sums: Any, facts: list[Any], uses: Sequence[int] = (),  # noqa: ANN401
) -> list[Any]:  # fmt: skip
    """At the end P[O] <= top Q[O] + E G by these facts, and E G <= sums: steps to what is shown."""
    end = events(proof)
    end.instance(E_W, 2, {})
    end.exists(m, (1, E_W), (sums, E_P), of=G, uses=[])
    end.integrate("<=", (top, Q_O), (1, m), (-1, P_O), uses=uses, methods=LIGHT, facts=facts)
    at = end.known
    end.fact((E_W, "<=", 0), uses=[at - 3], methods=LIGHT)
    end.fact((m, "<=", sums), uses=[at - 7, at - 2, at], methods=LIGHT, facts=[
        (parse("x <= d", where="x <= w + d*y, w <= 0, y = 1"),
         {"x": m, "w": E_W, "y": E_P, "d": sums})])  # fmt: skip
    return [(parse("x <= y + d", where="0 <= y + g - x, g <= d"),
             {"x": P_O, "y": top * Q_O, "g": m, "d": sums})]  # fmt: skip


lam, rho, L, K, last, M = declare("lambda > 0, real rho L K Lambda M")
ORDER = (p * sp.exp((lam - 1) * L), "<=", sp.exp((lam - 1) * rho))
LINKED = [[[(p, "=", 0)], [(p, ">", 0), (p, "=", q * sp.exp(L))]]]


def renyi(total: Any = rho, sure: Sequence[Any] = LINKED,  # noqa: ANN401
          given: Sequence[Any] = (ORDER,)) -> ProcessStatement:  # fmt: skip
    """E_P e^((lambda - 1) ln(P/Q)) <= e^((lambda - 1) sum of the rho_t), the mean under P."""
    return ProcessStatement(
        (M, "<=", sp.exp((lam - 1) * B)), steps=T, fixed=(rho,), drawn=(p, q, L), sure=sure,
        given=given, states=[*PRODUCTS, (B, 0, B + total)], random=(last,),
        where=[(lam, ">", 1)],
        after=[[[(P, "=", 0)], [(P, ">", 0), (P, "=", Q * sp.exp(last))]]],
        means={M: P * sp.exp((lam - 1) * last)}, shows=(M,),
    )  # fmt: skip


a = declare("alpha > 0")
ORDERS = ((a,), p * sp.exp((a - 1) * L), "<=", sp.exp((a - 1) * a * rho), ((a, ">", 1),))


def concentrated(total: Any = rho, sure: Sequence[Any] = LINKED,  # noqa: ANN401
                 given: Sequence[Any] = (ORDERS,)) -> ProcessStatement:  # fmt: skip
    """The same with lambda rho_t for rho_t: steps that are rho_t-zCDP, and an order lambda > 1."""
    stated = renyi(total, sure, given)
    return replace(stated, claims=(M, "<=", sp.exp((lam - 1) * lam * B)))


def moments_multiply(*, every: bool = False, **changes: Any) -> Outcome:  # noqa: ANN401
    """W = P e^((lambda - 1)(K - B)) does not grow in the mean, for the sum K of the log-ratios.

    every: steps are bounded at every order, by alpha rho_t, and so lambda B stands for B
    """
    rate, at = (lam, {a: lam}) if every else (1, {})
    proof = ProcessProof(
        (concentrated if every else renyi)(**changes),
        helpers=[(K, 0, K + L)], always=[(P * P, "<=", P * Q * sp.exp(K))],
        facts={0: {1: [(parse("P*P*p*p <= P*Q*c*p*q*d", where="p > 0, P*P <= P*Q*c, p = q*d"),
                        {"P": P, "Q": Q, "p": p, "q": q, "c": sp.exp(K), "d": sp.exp(L)})]}},
    )  # fmt: skip
    now = P * sp.exp((lam - 1) * (K - rate * B))
    (step,) = proof.potential(now, "<=")
    less = now * sp.exp(-(lam - 1) * rate * rho)
    step.instance(m, 0, at)
    step.exists(NEXT, (less, m), uses=[], methods=LIGHT)
    step.fact((NEXT, "<=", less * sp.exp((lam - 1) * rate * rho)), methods=LIGHT, facts=[
        (parse("x <= c*t", where="x <= c*m, m <= t, c >= 0"),
         {"x": NEXT, "c": less, "m": m, "t": sp.exp((lam - 1) * rate * rho)})])  # fmt: skip
    end, top = proof.end(), sp.exp((lam - 1) * rate * B)
    end.instance(E_W, 0, {})
    x, high, low = last - K, P * Q * sp.exp(last), P * Q * sp.exp(K)
    end.exists(M, (top, E_W), facts={1: [
        (parse("h > 0", where="P > 0, P*P <= h"), {"P": P, "h": low}),
        (parse("u <= h", where="P = v, u = P*v, P*P <= h"),
         {"P": P, "v": Q * sp.exp(last), "u": high, "h": low}),
        (parse("u/r <= 1", where="u <= r, r > 0"), {"u": high, "r": low}),
        (sp.exp(x), "=", high / low), (parse("1 + x <= exp(x)"), {"x": x}),
        (parse("x <= 0", where="1 + x <= y, y = h, h <= 1"),
         {"x": x, "y": sp.exp(x), "h": high / low}),
        ((lam - 1) * x, "<=", 0), (sp.exp((lam - 1) * x), "<=", 1)]})  # fmt: skip
    end.fact((E_W, "<=", 1), methods=LIGHT)
    return proof.outcome(methods=LIGHT, facts=[
        (parse("x <= c", where="x <= c*y, y <= 1, c > 0"), {"x": M, "c": top, "y": E_W}),
    ])  # fmt: skip
