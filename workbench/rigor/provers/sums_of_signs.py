"""How large a sum of fair signs is in the mean, by its second and its fourth moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

N, k = declare("integer N > 0, integer k")
X, S, m, M, E2, E4 = declare("real X S m M E_2 E_4")
SIGN, FAIR = ([[(X, "=", 1)], [(X, "=", -1)]],), ((X, "=", 0),)


def mean_size(
    square: int = 3, sure: Sequence[Any] = SIGN, given: Sequence[Any] = FAIR
) -> ProcessStatement:
    """E|X_1 + ... + X_N|/N >= 1/sqrt(3 N)."""
    return ProcessStatement(
        (1 / sp.sqrt(square * N), "<=", m), steps=N, clock=k, drawn=(X,), sure=sure, given=given,
        states=[(S, 0, S + X)], means={m: sp.Abs(S) / N}, shows=(m,),
    )  # fmt: skip


def is_not_small(**changes: Any) -> Outcome:  # noqa: ANN401
    """E S^2 = N, E S^4 <= 3 N^2, and |x| >= sqrt(3) (x^2/2 - x^4/18) for x = S/sqrt(N)."""
    proof, left = ProcessProof(mean_size(**changes)), N - k
    (two,) = proof.potential(S**2 + left, "=")
    two.instance(M, 0, {})
    two.exists(NEXT, (2 * S**2 + 2 + left, 1), methods=("sign", "sos"))
    two.integrate("=", (S**2 + left, 1), (2 * S, M), (-1, NEXT), methods=("identity", "sign"))
    two.fact((NEXT, "=", S**2 + left))
    (four,) = proof.potential(S**4 + 6 * left * S**2 + 3 * left**2, "<=")
    four.instance(M, 0, {})
    odd = 4 * S**3 + 4 * S + 12 * (left - 1) * S
    now = S**4 + 6 * left * S**2 + 3 * left**2 - 2
    most = 8 * S**4 + 8 + 12 * left * S**2 + 12 * left + 3 * left**2
    most_of = parse("a + 3*(j-1)^2 + b*(6*(j-1)) <= 8*c + 8 + 12*j*d + 12*j + 3*j^2",
                    where="a <= 8*c + 8, (j-1)*b <= (j-1)*(2*d + 2), j >= 1, d >= 0")  # fmt: skip
    product = parse("u*b <= u*c", where="u >= 0, b <= c")
    put = {"a": (S + X) ** 4, "b": (S + X) ** 2, "c": S**4, "d": S**2, "j": left}
    moved = {"u": left - 1, "b": (S + X) ** 2, "c": 2 * S**2 + 2}
    four.exists(
        NEXT, (most, 1), methods=("sign", "sos"),
        facts=[((S + X) ** 4, "<=", 8 * S**4 + 8), (moved["b"], "<=", moved["c"]),
               (product, moved), (most_of, put)],
    )  # fmt: skip
    four.integrate("=", (now, 1), (odd, M), (-1, NEXT), methods=("identity", "sign"))
    four.fact((NEXT, "=", now))
    end = proof.end()
    end.instance(E2, 0, {})
    end.instance(E4, 1, {})
    end.exists(m, (1 / N, 1), (1 / N, E2), facts=[(sp.Abs(S), "<=", 1 + S**2)])
    c2, c4 = sp.sqrt(3) / (2 * N * sp.sqrt(N)), sp.sqrt(3) / (18 * N**2 * sp.sqrt(N))
    cubic = "sqrt(3)/18*x*(x - sqrt(3))^2*(x + 2*sqrt(3))"
    least = parse(f"0 <= y*({cubic})", where="x >= 0, y > 0")
    end.integrate("<=", (1, m), (-c2, E2), (c4, E4), facts=[
        (least, {"x": sp.Abs(S) / sp.sqrt(N), "y": 1 / sp.sqrt(N)})])  # fmt: skip
    last = parse("a*n - 3*b*n^2 <= m", where="0 <= m - a*x + b*y, x = n, y <= 3*n^2, b > 0")
    put = {"a": c2, "b": c4, "n": N, "m": m, "x": E2, "y": E4}
    return proof.outcome(facts=[(last, put)])
