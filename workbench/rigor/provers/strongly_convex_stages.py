"""Noisy projected subgradient steps on a strongly convex mean of losses: risk and stability.

    y_{k+1} = P(y_k - 2/(lambda (k + 1)) (g_k + xi_k)),      k = 1, 2, ...

u minimises the mean loss of a sample.  f_k is its value at y_k less that at u, V_k = |y_k - u|^2,
p = <g_k, y_k - u> >= f_k + (lambda/2) V_k, e = <xi_k, y_k - u>, q = |g_k + xi_k|^2, so that

    V_{k+1} <= V_k - 2 eta (p + e) + eta^2 q.

The sum of k f_k and (lambda/4) k (k + 1) V_{k+1} grow by M^2/lambda in a step, at most in the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Expr, Relation, declare
from workbench.symbolic import theorem as th
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Theorem

K, k = declare("integer K > 0, integer k")
lam, M, V_1, f, p, e, q, new = declare("lambda M > 0, V_1 >= 0, f >= 0, real p e, q V_next >= 0")
V, S, T, E, E_W, E_e, E_q = declare("V S T >= 0, real E_S E_W E_e E_q")


def sides_of(part: int = 2, modulus: Any = lam) -> tuple[Any, Any]:  # noqa: ANN401 - a symbol
    """What a step gains and costs; V is |y_k - u|^2, with part = 1 a divergence like its half."""
    eta = 2 / (modulus * (T + 2))
    shrunk = V - part * eta * (p + e) + part * eta**2 / 2 * q
    return (f + modulus / part * V, "<=", p), (new, "<=", shrunk)


STRONG, SHRUNK = sides_of()
NOISE = (e, "=", 0), (q, "<=", M**2)


def regret(
    share: int = 1, sides: Sequence[Any] = (STRONG, SHRUNK), given: Sequence[Any] = NOISE,
    modulus: Any = lam,  # noqa: ANN401 - a symbol
) -> ProcessStatement:  # fmt: skip
    """E S_K <= K M^2/lambda for the sum S_K of all k f_k."""
    return ProcessStatement(
        (E, "<=", K * M**2 / (share * modulus)), steps=K, clock=k, known=(f, p), drawn=(e, q, new),
        sure=sides, given=given, means={E: S}, shows=(E,),
        states=[(V, V_1, new), (S, 0, S + (T + 1) * f), (T, 0, T + 1)],
    )  # fmt: skip


LINES = ("sign", "identity", "products")
_LESS = parse("0 <= b + m", where="0 <= b + y, y <= m")
_TIMES = parse("0 <= w*y - w*x", where="x <= y, w > 0")
_REST = parse("0 <= (t-j-1)*m^2/l", where="j + 1 <= t, l > 0")
_BELOW = parse("-(r+y) <= r+x", where="0 <= r, 0 <= x, 0 <= y")
_ABOVE = parse("r+x <= r+y", where="0 <= y - x")
_SHARE = parse("m^2*(a+1)/(l*(a+2)) <= m^2/l", where="a >= 0, l > 0")


def pays_for_itself(*, part: int = 2, modulus: Any = lam, **changes: Any) -> Outcome:  # noqa: ANN401
    """E (S + (lambda/4) T (T + 1) V + (K - T) M^2/lambda) never grows, T the steps so far."""
    stated = regret(modulus=modulus, **changes)
    proof = ProcessProof(stated, always=[(T, "=", k)], seconds=1, methods=LINES)
    share, eta = modulus / (2 * part), 2 / (modulus * (T + 2))
    weight, rest = share * (T + 1) * (T + 2), S + (T + 1) * f + (K - T - 1) * M**2 / modulus
    now = S + share * T * (T + 1) * V + (K - T) * M**2 / modulus
    least = [(T, "<=", K), (0, "<=", (K - T) * M**2 / modulus)]
    (step,) = proof.potential(now, "<=", methods=LINES, facts=least)
    step.instance(E_e, 0, {})
    step.instance(E_q, 1, {})
    most = V - part * eta * (p + e) + part * eta**2 / 2 * q
    slope, bend = weight * part * eta, weight * part * eta**2 / 2
    here = (rest + weight * (V - part * eta * p), 1), (-slope, E_e), (bend, E_q)
    shrunk = _TIMES, {"w": weight, "x": new, "y": most}
    both = {"r": rest, "x": weight * new, "y": weight * most}
    step.exists(NEXT, *here, methods=LINES, facts=[
        (T + 1, "<=", K), (_REST, {"t": K, "j": T, "m": M, "l": modulus}), (0, "<=", rest), shrunk,
        (0, "<=", weight * new), (_LESS, {"b": sp.S.Zero, "y": both["x"], "m": both["y"]}),
        (_BELOW, both), (_ABOVE, both)])  # fmt: skip
    step.integrate("<=", *here, (-1, NEXT), methods=LINES, facts=[shrunk])
    step.integrate("<=", (p - f - modulus / part * V, 1), methods=LINES)
    left, gained = rest + weight * V - NEXT, slope * (f + modulus / part * V)
    step.fact((NEXT, "<=", now), methods=LINES, facts=[
        (_TIMES, {"w": slope, "x": f + modulus / part * V, "y": p}),
        (_TIMES, {"w": bend, "x": E_q, "y": M**2}),
        (_LESS, {"b": left + bend * E_q, "y": -slope * p, "m": -gained}),
        (_LESS, {"b": left - gained, "y": bend * E_q, "m": bend * M**2}),
        (_SHARE, {"m": M, "a": T, "l": modulus}),
        (_LESS, {"b": left - gained, "y": bend * M**2, "m": M**2 / modulus})])  # fmt: skip
    end = proof.end()
    end.instance(E_W, 0, {})
    end.exists(E, (1, E_W), methods=LINES)
    end.integrate("<=", (1, E_W), (-1, E), methods=LINES)
    return proof.outcome(
        methods=LINES, facts=[(_LESS, {"b": -E, "y": E_W, "m": K * M**2 / modulus})]
    )


L0, G, m = (th.number(name, above=0) for name in ("L_0", "G", "m"))
LAM, N, i = th.number("lambda", above=0), th.integer("k", at_least=1), th.integer("i")
j = th.integer("j")
y, x, a, b, r, s = (th.draws(name, i, mean=None) for name in "yxabrs")


def _slopes(at: th.Num) -> tuple[th.Vec, th.Vec]:
    return a[at] + 1 / m * r[at], b[at] + 1 / m * s[at]


def _step(at: th.Num) -> th.Vec:
    first, second = _slopes(at)
    moved: th.Vec = y[at] - x[at] - 2 / (LAM * (at + 1)) * (first - second)
    return moved


CLOSE: tuple[Any, ...] = (
    (i, 1, (th.square(y[i + 1] - x[i + 1]), "<=", th.square(_step(i)))),
    (i, 1, (LAM * th.square(y[i] - x[i]), "<=", (a[i] - b[i]) @ (y[i] - x[i]))),
    (i, 1, (th.square(_slopes(i)[0]), "<=", G**2)), (i, 1, (th.square(_slopes(i)[1]), "<=", G**2)),
    (i, 1, (th.square(r[i]), "<=", L0**2)), (i, 1, (th.square(s[i]), "<=", L0**2)),
    (th.square(y[th.num(1)] - x[th.num(1)]), "=", 0),
)  # fmt: skip


def stability(*, part: int = 2, given: Sequence[Any] = CLOSE) -> Proof:
    """|y_k - x_k|^2 <= (part L_0/(lambda m))^2 + 16 G^2/(lambda^2 k) for both runs."""

    def said(at: th.Num) -> th.Said:
        far = (part * L0 / (LAM * m)) ** 2 + 16 * G**2 / (LAM**2 * at)
        return th.square(y[at] - x[at]), "<=", far

    p_ = Proof(Theorem((L0, G, m, LAM, N, y, x, a, b, r, s), given=given, concludes=said(N)))
    one = th.num(1)
    here = p_.induction(j, 1, said(j), p_.gram(said(one), [(1, p_.given(CLOSE[6]))]))
    eta, far = 2 / (LAM * (j + 1)), y[j] - x[j]
    first, second = _slopes(j)
    told = [p_.at(p_.given(one_), j) for one_ in CLOSE[:6]]
    p_.gram(said(j + 1), [
        (1, told[0]), (2 * eta, told[1]), (2 * eta**2, told[2]), (2 * eta**2, told[3]),
        (2 * eta / (LAM * m**2), told[4]), (2 * eta / (LAM * m**2), told[5]), (1 - eta * LAM, here),
    ], squares=[(eta**2, first + second), (eta * LAM, far + 1 / (LAM * m) * (r[j] - s[j])),
                (eta / (LAM * m**2), r[j] + s[j])])  # fmt: skip
    p_.at(p_.close(), N)
    return p_


SIZES = "L_0, G, lambda, m, d, rho, sigma > 0, integer K >= 1"


def averages(
    root: str = "sqrt(2)", last: int = 4, whole: str = "K*(K+1)/2"
) -> tuple[Relation, ...]:
    """The distance of two points, the weights k, and the mean of k^(-1/2) with them."""
    return (
        parse("sqrt((2*L_0/(lambda*m))^2+16*G^2/(lambda^2*k)) <= 2*L_0/(lambda*m)"
              f"+{last}*G/(lambda*sqrt(k))", where="L_0, G, lambda, m, k > 0"),
        parse(f"sum(k = 1..K, k) = {whole}", where="integer K >= 1"),
        parse(f"2/(K*(K+1))*sum(k = 1..K, sqrt(k)) <= {root}/sqrt(K+1)", where="integer K >= 1"),
    )  # fmt: skip


_ROOTS = parse("sum(k = 1..K, sqrt(k)) <= K*sqrt(K+1)/sqrt(2)", where="integer K >= 1")
_MEAN = parse("2/(K*(K+1))*w <= sqrt(2)/sqrt(K+1)", where="K > 0, w <= K*sqrt(K+1)/sqrt(2)")


def are_averaged(**changes: Any) -> Outcome:  # noqa: ANN401
    """The sum of k^(1/2) up to K is at most K ((K + 1)/2)^(1/2), by induction."""
    apart, weights, mean = averages(**changes)
    facts: list[Any] = [(_ROOTS, {"K": K}), (_MEAN, {"K": K, "w": _ROOTS.left})]
    ways = ("inductive", "sign", "identity", "radicals", "factors", "powers")
    return all_of([certify(apart), certify(weights), certify(mean, facts=facts, methods=ways)])


_REGRET = "2*(G^2+d*sigma^2)/(lambda*(K+1))"
_GAP = "2*L_0/(lambda*m)+4*sqrt(2)*G/(lambda*sqrt(K+1))"
SUM = f"Phi_mean - F_mean <= L_0*({_GAP})", f"F_mean - F_best <= {_REGRET}", "F_best = Phi_star"


def added(where: Sequence[str] = SUM, share: int = 2) -> Relation:
    """The risk on the sample, and what is lost beyond it."""
    whole = f"2*(G^2+d*sigma^2)/(K+1) + {share}*L_0^2/m + 4*sqrt(2)*L_0*G/sqrt(K+1)"
    return parse(f"Phi_mean - Phi_star <= 1/lambda*({whole})", where=", ".join([SIZES, *where]))


def is_added(**changes: Any) -> Outcome:  # noqa: ANN401
    """Phi_mean - Phi* = (Phi_mean - F_mean) + (F_mean - F_best)."""
    gap, risk = (parse(f"{text} <= 1", where=SIZES).left for text in (f"L_0*({_GAP})", _REGRET))
    names = "Phi_mean F_mean F_best Phi_star".split()
    mean, own, least, star = (parse(f"{one} <= 1").left for one in names)
    rest = Expr("+", (gap, Expr("neg", (mean,))))
    return certify(added(**changes), methods=("sign", "identity"), facts=[
        (_LESS, {"b": Expr("+", (risk, least)), "y": Expr("neg", (own,)), "m": rest}),
        (_LESS, {"b": Expr("+", (risk, rest)), "y": least, "m": star})])  # fmt: skip


def noise(factor: int = 4) -> Relation:
    """What the noise of rho adds to the risk."""
    left = "2*d*(2*K*L_0^2/(m^2*rho))/(K+1)"
    return parse(f"{left} <= {factor}*d*L_0^2/(m^2*rho)", where=SIZES)
