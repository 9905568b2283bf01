"""Rates of gradient steps with momentum: every matrix is built here, from the parameters alone.

    x[t+1] = x[t] - alpha grad F(x[t]) + beta (x[t] - x[t-1]),        F in S(mu, L)
    S = c0 X0 + c (X1 + (1 - rho^2) X2) - Phi(P) >= 0,    P >= 0,  c0, c >= 0,  kappa > 0

with the forms, in x = x[t], y = x[t-1], g = grad F(x[t]), p = next x and minimiser 0,

    X0 = 2 (g - mu x)(g - L x),   X1 = -g (p - x) - (L/2)(p - x)^2,   X2 = (mu/2) x^2 - g x,
    Phi(P) = (p, x) P (p, x)^T - rho^2 (x, y) P (x, y)^T.

    feasible    P, c0, c solve it at rho^2; kappa and noise are the constants of the bound
    infeasible  Z >= 0 has a product <= 0 with every term of S: nothing solves it at rho^2 or below
                (at rho^2 = 1: at any rho^2 < 1)
    noise-bound Z >= 0 shows that noise >= bound for every solution at rho^2
    slower      mu = L, and heavy ball on L x^2 / 2 is slower than rho (at rho^2 = 1: than any)
    bracket     a feasible rho^2 and one of the others below it, at the same parameters

Why Z refutes.  <S, Z> >= 0 is a sum of terms <= 0, so all of them vanish; <X1 + (1 - rho^2) X2, Z>
< 0 makes c = 0.  If <X0, Z> < 0, then c0 = 0 and -Phi(P) >= 0, whose entry for g is -alpha^2 P11,
so P = 0.  If drift[0, 0] > 0, where <Phi(P), Z> = <P, drift>, then P is singular and P22 = 0 < P11
impossible.  In both cases kappa = c + 2 det P / (L P22) = 0.

Why Z bounds the noise constant R = (P11 + c L/2)/kappa.  With W = E11 + drift >= 0, <X0, Z> <= 0,

    P11 + c L/2 >= P11 + c L/2 - <S, Z> >= <P, W> + c (L/2 - <gain, Z>)
                >= W11 det P/P22 + c (L/2 - <gain, Z>) >= bound kappa,

where bound is at most W11 L/2 and L/2 - <gain, Z> (P11 in place of det P/P22 where P22 = 0).

The members are the factors L D L^T of the matrices that must be semidefinite, in a fixed order;
each is compared with the matrix built here, so that no number can be changed unnoticed.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_mat

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.trees import Malformed

KIND = "momentum-rate"
_NAMES = ("mu", "L", "alpha", "beta", "rho2")
_COMMON = {"kind", "side", "parameters", "members"}
_KEYS = {
    "feasible": _COMMON | {"P", "c0", "c", "kappa", "noise"},
    "infeasible": _COMMON | {"Z"},
    "noise-bound": _COMMON | {"Z", "bound"},
    "slower": _COMMON,
}
_ZERO = fmpq(0)


class _Lmi:
    """The forms at given parameters, as symmetric 3x3 matrices."""

    def __init__(self, parameters: Any) -> None:  # noqa: ANN401 - JSON
        if not isinstance(parameters, dict) or set(parameters) != set(_NAMES):
            raise Malformed(f"the parameters are not {', '.join(_NAMES)}")
        self.mu, self.L, self.alpha, self.beta, self.rho2 = (
            as_fmpq(parameters[name]) for name in _NAMES
        )
        if not (0 < self.mu <= self.L and self.alpha > 0 and 0 <= self.beta < 1):
            raise Malformed("the parameters are outside 0 < mu <= L, 0 < alpha, 0 <= beta < 1")
        x, y, g = ([fmpq(i == j) for j in range(3)] for i in range(3))
        move = _sum((-self.alpha, g), (self.beta, x), (-self.beta, y))
        self.ahead = [_sum((fmpq(1), x), (fmpq(1), move)), x]  # the next state
        self.now = [x, y]
        low, high = _sum((fmpq(1), g), (-self.mu, x)), _sum((fmpq(1), g), (-self.L, x))
        self.X0 = 2 * _product(low, high)
        self.X1 = -1 * _product(g, move) - self.L / 2 * _product(move, move)
        self.X2 = self.mu / 2 * _product(x, x) - _product(g, x)
        self.gain = self.X1 + (1 - self.rho2) * self.X2

    def slack(self, P: fmpq_mat, c0: fmpq, c: fmpq) -> fmpq_mat:
        """S."""
        total = c0 * self.X0 + c * self.gain
        for i in range(2):
            for j in range(2):
                total -= P[i, j] * _product(self.ahead[i], self.ahead[j])
                total += self.rho2 * P[i, j] * _product(self.now[i], self.now[j])
        return total

    def drift(self, Z: fmpq_mat) -> fmpq_mat:
        """The 2x2 matrix with <Phi(P), Z> = <P, drift>."""

        def entry(i: int, j: int) -> fmpq:
            kept = _inner(_product(self.now[i], self.now[j]), Z)
            return _inner(_product(self.ahead[i], self.ahead[j]), Z) - self.rho2 * kept

        return fmpq_mat(2, 2, [entry(i, j) for i in range(2) for j in range(2)])


def check_momentum(c: Certificate) -> Answer:
    """Rebuild, compare, and read off what is shown."""
    side = c["side"]
    if side == "bracket":
        return _bracket(c)
    if side not in _KEYS or set(c) - {"digest"} != _KEYS[side]:
        raise Malformed(f"side {str(side)[:20]!r} with the fields {', '.join(sorted(c))[:200]}")
    lmi = _Lmi(c["parameters"])
    match side:
        case "feasible":
            wrong = _feasible(lmi, c)
        case "infeasible":
            wrong = _infeasible(lmi, c)
        case "noise-bound":
            wrong = _noise_bound(lmi, c)
        case _:
            wrong = _slower(lmi, c)
    if wrong:
        return Answer(False, f"{KIND}: {wrong}")
    if side == "feasible":
        return Answer(True, f"{KIND}: it holds at rho^2 = {lmi.rho2} with kappa = {c['kappa']}")
    if side == "noise-bound":
        return Answer(True, f"{KIND}: noise >= {c['bound']} for all solutions at {lmi.rho2}")
    below = "<" if lmi.rho2 == 1 else "<="
    return Answer(True, f"{KIND}: no useful solution at any rho^2 {below} {lmi.rho2}")


def _feasible(lmi: _Lmi, c: Certificate) -> str:
    """What is wrong, or nothing."""
    P, c0, weight = _square(c["P"], 2), as_fmpq(c["c0"]), as_fmpq(c["c"])
    wrong = _members(c["members"], lmi.slack(P, c0, weight), P, _one(c0), _one(weight))
    if wrong or not 0 < lmi.rho2 < 1:
        return wrong or "rho^2 is outside (0, 1)"
    # P >= 0: where P22 = 0, P12 = 0 too, and the energy sees x alone
    bending = P[0, 0] if P[1, 1] == 0 else P.det() / P[1, 1]
    kappa = weight + 2 * bending / lmi.L
    if kappa <= 0:
        return "kappa = 0: the energy does not bound F"
    noise = (P[0, 0] + weight * lmi.L / 2) / kappa
    same = kappa == as_fmpq(c["kappa"]) and noise == as_fmpq(c["noise"])
    return "" if same else "kappa or noise is not what P and c give"


def _infeasible(lmi: _Lmi, c: Certificate) -> str:
    Z = _square(c["Z"], 3)
    drift = lmi.drift(Z)
    first, second, slope = (_inner(m, Z) for m in (lmi.X0, lmi.gain, lmi.X2))
    here = second < 0 and (first < 0 or drift[0, 0] > 0)
    # at rho^2 = 1 - h the drift gains h Z[:2, :2], and the second product h slope
    below = lmi.rho2 == 1 and slope < 0 and (first < 0 or drift[0, 0] + Z[0, 0] > 0)
    matrices = [Z, drift, _one(-first), _one(-second)]
    wrong = _members(c["members"], *matrices, *([] if here else [_one(-slope)]))
    if wrong or not 0 < lmi.rho2 <= 1:
        return wrong or "rho^2 is outside (0, 1]"
    return "" if here or below else "no product with Z is negative where one has to be"


def _noise_bound(lmi: _Lmi, c: Certificate) -> str:
    Z, bound = _square(c["Z"], 3), as_fmpq(c["bound"])
    W = fmpq_mat(2, 2, [1, 0, 0, 0]) + lmi.drift(Z)
    rest, bent = lmi.L / 2 - _inner(lmi.gain, Z), W[0, 0] * lmi.L / 2
    matrices = [Z, W, *map(_one, (-_inner(lmi.X0, Z), rest - bound, bent - bound))]
    wrong = _members(c["members"], *matrices)
    if wrong or not 0 < lmi.rho2 < 1:
        return wrong or "rho^2 is outside (0, 1)"
    return "" if bound > 0 else "the bound is not positive"


def _slower(lmi: _Lmi, c: Certificate) -> str:
    """A root of z^2 - tau z + beta is beyond rho: beta > rho^2 or tau^2 rho^2 > (rho^2+beta)^2."""
    tau, r = 1 + lmi.beta - lmi.alpha * lmi.L, lmi.rho2
    excess = lmi.beta - r if lmi.beta > r else tau * tau * r - (r + lmi.beta) ** 2
    wrong = _members(c["members"], _one(excess))
    if wrong or not 0 < r <= 1 or lmi.mu != lmi.L:
        return wrong or "rho^2 is outside (0, 1], or mu is not L"
    # at r = 1 equality is enough: (r + beta)^2 / r is smaller for r in [beta, 1)
    return "" if excess > 0 or r == 1 else "heavy ball on L x^2 / 2 is as fast as rho"


def _bracket(c: Certificate) -> Answer:
    members = c["members"]
    if set(c) - {"digest"} != {"kind", "side", "members"} or len(members) not in (1, 2):
        raise Malformed("a bracket has one or two members, and nothing else")
    sides = [member["side"] for member in members]
    if sides[0] != "feasible" or any(s not in ("infeasible", "slower") for s in sides[1:]):
        return Answer(False, f"{KIND}: a bracket of the sides {', '.join(map(str, sides))[:60]}")
    if any(member["kind"] != KIND for member in members):
        raise Malformed("a member is of another kind")
    answers = [check_momentum(member) for member in members]
    bare = [[member["parameters"][name] for name in _NAMES[:4]] for member in members]
    if bare[0] != bare[-1]:
        return Answer(False, f"{KIND}: the members are about different parameters")
    return Answer(all(a.accepted for a in answers), "; ".join(a.message for a in answers))


def _members(members: Any, *matrices: fmpq_mat) -> str:  # noqa: ANN401 - JSON
    """Whether the members are L D L^T of these matrices, with D >= 0 (> 0 if they say strict)."""
    if not isinstance(members, list) or len(members) != len(matrices):
        raise Malformed(f"{len(matrices)} members are expected")
    for member, matrix in zip(members, matrices, strict=True):
        if set(member) != {"kind", "matrix", "L", "D", "strict"} or member["kind"] != "psd":
            raise Malformed("a member is not L D L^T of a matrix")
        n, strict = matrix.nrows(), member["strict"]
        pivots = [as_fmpq(x) for x in member["D"]]
        if not isinstance(strict, bool) or len(pivots) != n:
            raise Malformed("the pivots of a member do not fit")
        lower = _entries(member["L"], n)
        if any(p < 0 or (strict and p == 0) for p in pivots):
            return "a pivot has the wrong sign"
        # unit lower triangular, and a unit column at a zero pivot: then the factors are unique
        for i in range(n):
            for j in range(n):
                fixed = j >= i or pivots[j] == 0
                if fixed and lower[i, j] != (1 if i == j else 0):
                    return "L is not unit lower triangular"
        entries = [pivots[i] if i == j else _ZERO for i in range(n) for j in range(n)]
        if _entries(member["matrix"], n) != matrix:
            return "a matrix is not the one that the parameters give"
        if lower * fmpq_mat(n, n, entries) * lower.transpose() != matrix:
            return "L D L^T is not the matrix"
    return ""


def _sum(*terms: tuple[fmpq, list[fmpq]]) -> list[fmpq]:
    return [sum((w * v[i] for w, v in terms), _ZERO) for i in range(3)]


def _product(u: list[fmpq], v: list[fmpq]) -> fmpq_mat:
    """The form (u . e)(v . e)."""
    return fmpq_mat(3, 3, [(u[i] * v[j] + u[j] * v[i]) / 2 for i in range(3) for j in range(3)])


def _inner(a: fmpq_mat, b: fmpq_mat) -> fmpq:
    return sum((a[i, j] * b[i, j] for i in range(3) for j in range(3)), _ZERO)


def _one(x: fmpq) -> fmpq_mat:
    return fmpq_mat(1, 1, [x])


def _entries(rows: Any, n: int) -> fmpq_mat:  # noqa: ANN401 - JSON
    if len(rows) != n or any(len(row) != n for row in rows):
        raise Malformed(f"not a {n} by {n} matrix")
    return fmpq_mat(n, n, [as_fmpq(x) for row in rows for x in row])


def _square(rows: Any, n: int) -> fmpq_mat:  # noqa: ANN401 - JSON
    matrix = _entries(rows, n)
    if matrix != matrix.transpose():
        raise Malformed("the matrix is not symmetric")
    return matrix
