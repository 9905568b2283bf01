"""How far the answer of a stage on m records is from the minimiser for the population, in any norm.

A stage minimises Phi, the population's mean of f plus a term that no record changes; Phi_S is that
for the records, and both grow by (Lambda/2) |. - u|^2 at least from their minimisers u.  Of two
samples that differ in one record the minimisers are 2 L_0/(Lambda m) apart; so that of Phi_S is
nearly one of Phi, and near it.  The answer is near that of Phi_S, and the two distances add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare
from workbench.symbolic import theorem as th
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem, Vec

HALF = Fraction(1, 2)
L_0, LAM, RECORDS = (th.number(name, above=0) for name in ("L_0", "Lambda", "m"))
X = th.geometry("X")
H, f_1, f_2 = (th.function(name, on=X) for name in ("H", "f_1", "f_2"))
u, v, a, b = (th.point(name, X) for name in "uvab")


def _stage(f: Any, at: Vec) -> Num:  # noqa: ANN401 - a function
    value: Num = H(at) + 1 / RECORDS * f(at)
    return value


def _least(f: Any, best: Vec, other: Vec) -> th.Said:  # noqa: ANN401 - a function
    return _stage(f, best) + LAM / 2 * X.square(v - u), "<=", _stage(f, other)


def _slow(up: Num) -> Num:
    """The largest rise from b to a, or fall, less L_0 times the distance."""
    return th.supremum((a, b), up - L_0 * X.norm(a - b))


LEAST = _least(f_1, u, v), _least(f_2, v, u)
RISES = _slow(f_1(a) - f_1(b)), _slow(f_2(b) - f_2(a))
REPLACED: tuple[Any, ...] = (*LEAST, *((rise, "<=", 0) for rise in RISES))


def moved(*, part: int = 2, given: Sequence[Any] = REPLACED) -> Proof:
    """|v - u| <= part L_0/(Lambda m) for the minimisers with one record or its rival."""
    far, half = part * L_0 / (LAM * RECORDS), RECORDS / (2 * L_0)
    said = (X.norm(v - u), "<=", far)
    p = Proof(Theorem((L_0, LAM, RECORDS, X, H, f_1, f_2, u, v), given=given, concludes=said))
    parts = [(half, p.given(one)) for one in LEAST]
    for rise, told in zip(RISES, REPLACED[2:], strict=True):
        parts += [(half / RECORDS, p.under(rise, [v, u])), (half / RECORDS, p.given(told))]
    p.gram(said, [(2, p.middle(v - u, far, of=X)), *parts])
    return p


L0, lam, m, A, E_Q, E_R, E_P, E_square = declare("L_0 Lambda m > 0, real phi E_Q E_R E_P E_square")
Sq, P, Qs, R = declare("square >= 0, real P Q R")
SAMPLED = ((E_P, "<=", E_Q + L0 * 2 * L0 / (lam * m)), (E_R, "=", A))
SURE = ((Qs, "<=", R), (lam / 2 * Sq, "<=", P - A))
LINES = ("sign", "identity", "products")


def population(*, share: int = 1, where: Sequence[Any] = SAMPLED,
               sure: Sequence[Any] = SURE) -> LawStatement:  # fmt: skip
    """The mean square of how far the minimiser of the records is from that of the population.

    phi is the least value of Phi; P is Phi and Q is Phi_S at the minimiser of Phi_S, R is Phi_S at
    that of Phi; the mean of P - Q is bounded by L_0 times how far minimisers move.
    """
    said = (E_square, "<=", share * 4 * L0**2 / (lam**2 * m))
    return LawStatement(said, random=(Sq, P, Qs, R), where=where, sure=sure,
                        means={E_square: Sq, E_P: P, E_Q: Qs, E_R: R})  # fmt: skip


_TIMES = parse("c*x <= c*y", where="x <= y, c > 0")
_JOINED = parse("p <= a + g", where="p <= q + g, 0 <= r - q, r = a")
_LEFT = parse("s <= q", where="0 <= x - k - s, x <= y, y = k + q")


def is_near(**changes: Any) -> Outcome:  # noqa: ANN401
    """(Lambda/2) |u_S - u|^2 <= Phi(u_S) - Phi(u), and Phi_S(u_S) <= Phi_S(u)."""
    proof = LawProof(population(**changes), seconds=2)
    proof.integrate("<=", (1, E_R), (-1, E_Q), methods=LINES)
    proof.integrate("<=", (2 / lam, E_P), (-2 * A / lam, 1), (-1, E_square), methods=LINES)
    apart = L0 * 2 * L0 / (lam * m)
    joined = {"p": E_P, "a": A, "q": E_Q, "r": E_R, "g": apart}
    times = {"c": 2 / lam, "x": E_P, "y": A + apart}
    left = {"s": E_square, "x": 2 / lam * E_P, "k": 2 * A / lam, "y": 2 / lam * (A + apart),
            "q": 4 * L0**2 / (lam**2 * m)}  # fmt: skip
    return proof.outcome(methods=(*LINES, "sos"),
                         facts=[(_JOINED, joined), (_TIMES, times), (_LEFT, left)])  # fmt: skip


own, other, whole, gap = declare("a b c Gap >= 0")
E_a2, E_b2, E_c2, E_Gap = declare("real E_a2 E_b2 E_c2 E_Gap")
M, K = declare("M K > 0")
NEAR = M / sp.sqrt(K + 1), L0 / sp.sqrt(m)
BOUNDS = ((E_Gap, "<=", 2 * M**2 / (lam * (K + 1))), (E_b2, "<=", 4 * L0**2 / (lam**2 * m)))
APART = ((lam / 2 * own**2, "<=", gap), (whole, "<=", own + other))


def distance(*, factor: int = 4, where: Sequence[Any] = BOUNDS,
             sure: Sequence[Any] = APART) -> LawStatement:  # fmt: skip
    """The mean square of a sum of two distances, each bounded in the mean square."""
    said = (E_c2, "<=", factor / lam**2 * (NEAR[0] + NEAR[1]) ** 2)
    return LawStatement(said, random=(own, other, whole, gap), where=where, sure=sure, means={
        E_c2: whole**2, E_a2: own**2, E_b2: other**2, E_Gap: gap})  # fmt: skip


def add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """(a + b)^2 <= (1 + B/A) a^2 + (1 + A/B) b^2, where A^2 and B^2 bound the mean squares."""
    proof = LawProof(distance(**changes), seconds=2)
    (left, right), ratio = NEAR, NEAR[1] / NEAR[0]
    both = {"a": own, "b": other, "x": left, "y": right}
    proof.integrate("<=", (2 / lam, E_Gap), (-1, E_a2), methods=LINES)
    mixed = {"s": whole**2, "t": (own + other) ** 2,
             "h": (1 + ratio) * own**2 + (1 + 1 / ratio) * other**2}  # fmt: skip
    parts = (1 + ratio, E_a2), (1 + 1 / ratio, E_b2), (-1, E_c2)
    proof.integrate("<=", *parts, methods=MORE, facts=[
        (_SQUARE, {"c": whole, "a": own, "b": other}), (_MIXED, both), (_CHAIN, mixed)
    ])  # fmt: skip
    most, far = 2 * M**2 / (lam * (K + 1)), 4 * M**2 / (lam**2 * (K + 1))
    near = 4 * L0**2 / (lam**2 * m)
    proof.fact((E_a2, "<=", far), methods=MORE, facts=[
        (_TIMES, {"c": 2 / lam, "x": E_Gap, "y": most}),
        (_THEN, {"s": E_a2, "x": 2 / lam * E_Gap, "y": far})])  # fmt: skip
    return proof.outcome(methods=MORE, facts=[
        (_TIMES, {"c": 1 + ratio, "x": E_a2, "y": far}),
        (_TIMES, {"c": 1 + 1 / ratio, "x": E_b2, "y": near}),
        (_ENDS, {"c": E_c2, "u": (1 + ratio) * E_a2, "v": (1 + 1 / ratio) * E_b2,
                 "f": (1 + ratio) * far, "g": (1 + 1 / ratio) * near})])  # fmt: skip


MORE = (*LINES, "sos", "factors")
_CHAIN = parse("0 <= h - s", where="s <= t, t <= h")
_THEN = parse("s <= y", where="0 <= x - s, x <= y")
_ENDS = parse("c <= f + g", where="0 <= u + v - c, u <= f, v <= g")
_SQUARE = parse("c^2 <= (a+b)^2", where="0 <= c, c <= a + b, a >= 0, b >= 0")
_MIXED = parse("(a+b)^2 <= (1+y/x)*a^2+(1+x/y)*b^2", where="x > 0, y > 0")

VARIANCE = "2*kappa*K*L_0^2/(m^2*rho)"
NOISY = (f"noise <= d*({VARIANCE})",)
SIZES = "noise >= 0, G, kappa, d, L_0, m, rho > 0, K >= 1"


def noise(*, constant: int = 2, where: Sequence[str] = NOISY) -> tuple[Relation, ...]:
    """M^2 = G^2 + kappa times the mean square of the noise, and what all releases cost."""
    return (
        parse(f"(G^2+kappa*noise)/(K+1) <= G^2/(K+1)+{constant}*kappa^2*d*L_0^2/(m^2*rho)",
              where=", ".join([*where, SIZES])),
        parse(f"K*(kappa*(2*L_0/m)^2/(2*({VARIANCE}))) = rho", where=SIZES),
    )  # fmt: skip


_SHARE = parse("k*(d*(2*k*K*l/(m^2*rho)))/(K+1) <= 2*k^2*d*l/(m^2*rho)",
               where="k, d, l, m, rho > 0, K >= 1")  # fmt: skip
_SPENT = parse("(g+k*q)/(K+1) <= g/(K+1)+b",
               where="q <= v, k*v/(K+1) <= b, k > 0, K >= 1")  # fmt: skip


def costs_the_dimension(**changes: Any) -> Outcome:  # noqa: ANN401
    """K/(K + 1) <= 1, and a release costs kappa (2 L_0/m)^2/(2 sigma^2)."""
    bound, cost = noise(**changes)
    names = {"k": "kappa", "d": "d", "l": "L_0^2", "m": "m", "rho": "rho", "K": "K"}
    size = {key: parse(f"{text} <= 1", where=SIZES).left for key, text in names.items()}
    most = {"g": "G^2", "k": "kappa", "q": "noise", "v": f"d*({VARIANCE})", "K": "K",
            "b": "2*kappa^2*d*L_0^2/(m^2*rho)"}  # fmt: skip
    own = {key: parse(f"{text} <= 1", where=SIZES).left for key, text in most.items()}
    return all_of([certify(bound, facts=[(_SHARE, size), (_SPENT, own)]), certify(cost)])
