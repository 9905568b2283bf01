"""The largest of several scores with Gumbel noise: it is that of one of them as softmax says.

The candidate in question has its noise drawn first, X is its noisy score, and Z says whether no
other one has been above it so far.  With E = e^(-g/lambda), which is exponential of mean 1, X stays
the largest with chance e^(-S e^(-X/lambda)) for the sum S of the e^(v/lambda) of the others, and
the mean of e^(-s E) is 1/(1 + s).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor import certify
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import Relation, declare
from workbench.symbolic.expectations import indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

n, k, lam, u, v, g, z = declare("integer n > 0, integer k, lambda > 0, real u v g, z >= 0")
X, Z, W, T, chance, m, E, M, s, c = declare("real X, Z W T >= 0, real chance m E M, s >= 0, c > 0")
OWN = sp.exp(u / lam)
NOISE = (((s,), sp.exp(-s * sp.exp(-g / lam)), "=", 1 / (1 + s)),
         (z, "=", sp.exp(-sp.exp((v - X) / lam))))  # fmt: skip
OTHER = sp.exp(v / lam)
FIRST = [[(T, "=", 0), (v, "=", u)], [(T, "=", 1)]]

NAMES = {"t": T, "y": Z, "z": z, "w": W, "v": v, "u": u, "l": lam, "x": OTHER, "o": OWN}


def largest(factor: Any = 1, given: Sequence[Any] = NOISE,  # noqa: ANN401
            first: Sequence[Any] = (FIRST,)) -> ProcessStatement:  # fmt: skip
    """The chance of no v_t + g_t above v_1 + g_1 is factor e^(u/lambda)/sum of e^(v_t/lambda)."""
    return ProcessStatement(
        (chance, "=", factor * OWN / W), steps=n, clock=k, fixed=(v,), drawn=(g, z),
        sure=[*first, indicator(z, (v + g, "<", X))], given=given,
        states=[(T, 0, 1), (X, 0, T * X + (1 - T) * (v + g)), (Z, 1, 1 - T + T * Z * z),
                (W, 0, W + OTHER)],
        means={chance: Z}, shows=(chance,),
    )  # fmt: skip


def _at(text: str, where: str, values: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """A general fact at the values of the names in it."""
    said = parse(text, where=where)
    return said, {v.name: values[v.name] for v in said.variables}


def softmax(**changes: Any) -> Outcome:  # noqa: ANN401
    """E Z e^(-(c - W) e^(-X/lambda)) = e^(u/lambda)/c from the first draw on; then c = W_n.

    T is 0 before the first draw, and then 1.
    """
    light = ("sign", "identity", "sos", "products", "factors")
    stays = _at("1 - t + t*y*z <= 1", "t >= 0, y <= 1, z <= 1, y >= 0, z >= 0", NAMES)
    same = [_at("w + exp(v/l) >= exp(u/l)", "w >= 0, v = u, l > 0", NAMES)]
    more = [_at("w >= o", "w + (1 - t)*o >= o, t = 1", NAMES),
            _at("w + x >= o", "w >= o, x > 0", NAMES)]  # fmt: skip
    proof = ProcessProof(
        largest(**changes), methods=light,
        always=[(T, "<=", 1), (k * (1 - T), "=", 0), ((1 - T) * W, "=", 0), (Z, "<=", 1),
                (W + (1 - T) * OWN, ">=", OWN)],
        facts={-2: [_at("0 <= 1 - t + t*y*z", "t >= 0, t <= 1, y >= 0, z >= 0", NAMES)],
               3: [stays], 4: {0: same, 1: same, 2: more, 3: more}},
    )  # fmt: skip
    now = (1 - T) * OWN / c + T * Z * sp.exp(-(c - W) * sp.exp(-X / lam))
    (step,) = proof.potential(now, "=", of=(c,), where=[(c, ">=", OWN)], methods=light)
    at, rest = step.known, T * Z * sp.exp(-(c - W - OTHER) * sp.exp(-X / lam))
    step.instance(m, 0, {s: (c - OWN) / OWN})
    step.instance(E, 1, {})
    scale = (1 - T) * sp.exp(-(c - OWN) / OWN * sp.exp(-g / lam))
    then = (1 - T + T * Z * z) * sp.exp(
        -(c - W - OTHER) * sp.exp(-(T * X + (1 - T) * (v + g)) / lam))  # fmt: skip
    joined = {"a": then, "b": scale + rest * z}
    zero, moved = _at("w = 0", "(1 - t)*w = 0, t = 0", NAMES), (then, "=", scale + rest * z)
    equal = {case: [zero, moved] if case < 2 else [moved] for case in range(4)}
    between = [_at("a <= b", "a = b", joined), _at("-b <= a", "a = b, b >= 0", joined)]
    step.exists(NEXT, (1 - T, m), (rest, E), methods=light,
                facts={case: [*steps, *between] for case, steps in equal.items()})  # fmt: skip
    step.integrate("=", (1 - T, m), (rest, E), (-1, NEXT), facts=equal)
    step.fact((NEXT, "=", now), multiples={at + 3: 1, at: 1 - T, at + 1: rest})
    end = proof.end()
    end.fact((T, "=", 1), multiples={3: -1 / n})
    end.fact((W, ">=", OWN), facts=more[:1])
    end.fact((W, ">", 0), facts=[_at("w > 0", "w >= o, o > 0", NAMES)])
    end.instance(M, 0, {c: W})
    end.exists(chance, (1, 1))
    end.integrate("=", (1, M), (-1, chance))
    return proof.outcome()


def loss(half: str = "Delta/lambda") -> tuple[Relation, Relation]:
    """The log-ratio of the chances e^(v/lambda)/W and e^(x/lambda)/V is within half of ln(V/W)."""
    ratio = "log((exp(v/lambda)/W)/(exp(x/lambda)/V))"
    scores = "lambda > 0, Delta >= 0, V > 0, W > 0, v <= x + Delta, x <= v + Delta"
    return (parse(f"{ratio} <= log(V/W) + {half}", where=scores),
            parse(f"log(V/W) - {half} <= {ratio}", where=scores))  # fmt: skip


def range_of_loss(half: str = "Delta/lambda") -> Outcome:
    """It is (v - x)/lambda + ln(V/W)."""
    return certify(loss(half))
