"""The square of the l_q norm is not smooth with any constant K below q - 1.

At x = (c, c) and y = (s, -s), with c = cosh u and s = sinh u, x + y is (e^u, e^-u), and the
gradient of |.|_q^2 at x is orthogonal to y.  So

    |x + y|_q^2 = (e^(qu) + e^(-qu))^(2/q),    |x|_q^2 + K |y|_q^2 = 2^(2/q) (c^2 + K s^2),

and the former is larger for all small u, as cosh v >= e^(v^2/2 - v^4/12) at v = q u, s^2 <= u^2 +
u^4, and c^2 + K s^2 = 1 + (1 + K) s^2 <= e^((1 + K) s^2).
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse

q, u, K = declare("q > 0, u > 0, K >= 0")
NEAR = "(q + q^3)*u^2 <= q - 1 - K"
_c, _s = (sp.exp(u) + sp.exp(-u)) / 2, (sp.exp(u) - sp.exp(-u)) / 2


def exceeded(times: int = 1, where: str = NEAR) -> Relation:
    """|x + y|_q^2 > |x|_q^2 + <grad |.|_q^2 (x), y> + K |y|_q^2, K taken so often."""
    c, s = (f"((exp(u) {sign} exp(-u))/2)" for sign in "+-")
    x, y = (f"(2*exp(q*log{one}))" for one in (c, s))  # |x|_q^q and |y|_q^q
    slope = f"2*exp((2 - q)/q*log{x})*exp((q - 1)*log{c})"
    return parse(
        f"exp(2/q*log(exp(q*u) + exp(-q*u))) > exp(2/q*log{x}) + ({slope}*{s} - {slope}*{s})"
        f" + {times}*K*exp(2/q*log{y})",
        where=f"q > 0, u > 0, K >= 0, {where}",
    )


METHODS = ("sign", "identity", "factors", "logarithms", "variation", "taylor")
_COSH = parse("2*exp(v^2/2 - v^4/12) <= exp(v) + exp(-v)", where="v >= 0")
_SINH = parse("((exp(v) - exp(-v))/2)^2 <= v^2 + v^4", where="0 <= v, v <= 1")
_LOG = parse("log(a) <= log(b)", where="a <= b, a > 0")
_SPLIT = parse("log(2*exp(w)) = log(2) + w")
_SQUARE = parse("0 <= z + y", where="z >= 0, y >= 0")
_ROOT = parse("0 <= m", where="0 <= m*p, p > 0")
_EXP = parse("1 + z <= exp(z)")
_BELOW = parse("1 + k < 1 + k + m + z", where="m > 0, z >= 0")
_WHOLE = parse("m <= 1 + k + m + z", where="k >= 0, z >= 0")
_SHARE = parse("(1 + k)*w <= q*w", where="1 + k < q, w > 0")
_ROOM = parse("0 < z + y + r*5/6", where="z >= 0, y >= 0, r > 0")
_TIMES = parse("k*v <= k*w", where="v <= w, k > 0")
_MONOTONE = parse("exp(v) <= exp(w)", where="v <= w")
_CHAIN = parse("f < g", where="f <= y, y <= x, x < g")
_SCALED = parse("a*f < a*g", where="f < g, a > 0")
_LAST = parse("r < l", where="r < p, p <= l")
_STRICT = parse("exp(v) < exp(w)", where="v < w")


def shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The logarithms, over 2/q: ln 2 + v^2/2 - v^4/12 against ln 2 + q (1 + K) (u^2 + u^4)/2."""
    claim = exceeded(**changes)
    v, w, c, k = q * u, u**2, q + q**3, changes.get("times", 1) * K
    bell = v**2 / 2 - v**4 / 12
    both, m = sp.exp(v) + sp.exp(-v), c * w
    low, root = 1 + (1 + k) * _s**2, sp.exp(2 / q * sp.log(2))
    spare = q - 1 - k - m
    slow, fast = (1 + k) * (w + w**2), 2 / q * bell
    return certify(claim, methods=METHODS, facts=[
        (_WHOLE, {"m": m, "k": k, "z": spare}), (_SQUARE, {"z": q - m, "y": q**3}),
        (_ROOT, {"m": 1 - w, "p": c}), (_ROOT, {"m": 1 - u, "p": 1 + u}),
        (_COSH, {"v": v}), (_SINH, {"v": u}),
        (_BELOW, {"k": k, "m": m, "z": spare}), (_SHARE, {"k": k, "q": q, "w": w}),
        (_ROOM, {"z": spare, "y": q * w - (1 + k) * w, "r": q**3 * w}),
        (slow, "<", fast),
        (_TIMES, {"k": 1 + k, "v": _s**2, "w": w + w**2}),
        (_EXP, {"z": (1 + k) * _s**2}),
        (_MONOTONE, {"v": (1 + k) * _s**2, "w": slow}),
        (_STRICT, {"v": slow, "w": fast}),
        (_LOG, {"a": 2 * sp.exp(bell), "b": both}), (_SPLIT, {"w": bell}),
        (_MONOTONE, {"v": 2 / q * (sp.log(2) + bell), "w": 2 / q * sp.log(both)}),
        (_CHAIN, {"f": low, "y": sp.exp((1 + k) * _s**2), "x": sp.exp(slow), "g": sp.exp(fast)}),
        (_SCALED, {"a": root, "f": low, "g": sp.exp(fast)}),
        (_LAST, {"r": root * (_c**2 + k * _s**2), "p": root * sp.exp(fast),
                 "l": sp.exp(2 / q * sp.log(both))}),
    ])  # fmt: skip
