"""m runs, one after the other, whose errors are at most alpha in the mean, given those before.

All errors are above 2 alpha with probability at most 2^-m, and one is above m alpha/beta with
probability at most beta.  B is 1 as long as all were large, W is 1 once one was; by Markov's
inequality 2^k B does not grow in the mean, nor does W + (m - k) beta/m, after k runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

alpha, beta, m, err, k = declare("alpha beta > 0, integer m > 0, err >= 0, integer k")
B, W, chance, mean, E, after = declare("B W >= 0, real p mu E_start W_next")
GIVEN = ((err, "<=", alpha),)


def all_large(
    factor: int = 2, base: int = 2, given: Sequence[Any] = GIVEN, drawn: Any = err  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[every error is above factor alpha] <= base^-m."""
    return ProcessStatement(
        (chance, "<=", sp.Pow(base, -m)), steps=m, clock=k, drawn=(drawn,), given=given,
        states=[(B, 1, ((drawn, ">", factor * alpha), B, 0))], means={chance: B}, shows=(chance,),
    )  # fmt: skip


def halve(proof: ProcessProof, now: Any, drawn: Any = err) -> None:  # noqa: ANN401
    """now = 2^k B_k does not grow, by Markov's inequality: 2 B <= B err/alpha for err > 2 alpha."""
    (step,) = proof.potential(now, "<=")
    step.instance(mean, 0, {})
    step.exists(NEXT, (2 * now, 1))
    step.integrate("<=", (now / alpha, mean), (-1, NEXT), facts={0: [
        (parse("2 <= z/a", where="z > 2*a, a > 0"), {"z": drawn, "a": alpha}),
        (parse("0 <= c*x - 2*c", where="c >= 0, x >= 2"), {"c": now, "x": drawn / alpha}),
    ]})  # fmt: skip
    step.fact((NEXT, "<=", now), facts=[
        (parse("c/a*z <= c", where="z <= a, c >= 0, a > 0"), {"c": now, "a": alpha, "z": mean}),
        (parse("x <= c", where="0 <= y - x, y <= c"),
         {"x": NEXT, "c": now, "y": now / alpha * mean}),
    ])  # fmt: skip


def seldom_all_large(*, drawn: Any = err, **changes: Any) -> Outcome:  # noqa: ANN401
    """E 2^k B_k <= 1, by 2^(k+1) B <= 2^k B err/alpha where err > 2 alpha."""
    proof, now = ProcessProof(all_large(drawn=drawn, **changes), always=[(B, "<=", 1)]), 2**k * B
    halve(proof, now, drawn)
    end, share = proof.end(), sp.Pow(2, -m)
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (share, E), (-1, chance))
    return proof.outcome(facts=[
        (parse("x <= q", where="0 <= q*y - x, y <= 1, q > 0"), {"x": chance, "q": share, "y": E})
    ])  # fmt: skip


def one_large(share: int = 1, given: Sequence[Any] = GIVEN, drawn: Any = err  # noqa: ANN401
              ) -> ProcessStatement:  # fmt: skip
    """Pr[some error is above share m alpha/beta] <= beta."""
    level = m * alpha / (share * beta)
    return ProcessStatement(
        (chance, "<=", beta), steps=m, clock=k, drawn=(drawn,), given=given,
        states=[(W, 0, ((drawn, ">", level), 1, W))], means={chance: W}, shows=(chance,),
    )  # fmt: skip


def seldom_one_large(*, drawn: Any = err, **changes: Any) -> Outcome:  # noqa: ANN401
    """E W_k + (m - k) beta/m <= beta, as 1 <= beta err/(m alpha) where err > m alpha/beta."""
    now, each = W + (m - k) * beta / m, beta / (m * alpha) * mean
    proof = ProcessProof(one_large(drawn=drawn, **changes), always=[(W, "<=", 1)], facts={0: {
        0: [(parse("x <= 1", where="x = 1"), {"x": after})],
        1: [(parse("x <= 1", where="x = y, y <= 1"), {"x": after, "y": W})],
    }})  # fmt: skip
    (step,) = proof.potential(now, "<=")
    step.instance(mean, 0, {})
    step.exists(NEXT, (1 + beta, 1))
    step.integrate("<=", (beta / (m * alpha), mean), (W + (m - k - 1) * beta / m, 1), (-1, NEXT))
    step.fact((NEXT, "<=", now), facts=[
        (parse("b/(n*a)*z <= b/n", where="z <= a, a > 0, b > 0, n > 0"),
         {"b": beta, "n": m, "a": alpha, "z": mean}),
        (parse("x <= w + j*r", where="0 <= y + w + (j - 1)*r - x, y <= r"),
         {"x": NEXT, "w": W, "j": m - k, "r": beta / m, "y": each}),
    ])  # fmt: skip
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (1, E), (-1, chance))
    return proof.outcome()
