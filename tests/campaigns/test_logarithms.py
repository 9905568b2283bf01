"""The normal form ln(u^t) = t ln u: nothing accepted is false, and near misses are refused."""

from __future__ import annotations

import random
from typing import Any

from tests.campaigns import fuzz
from tests.campaigns.statements import ONE, q, state, sub, v, var

FORMS = 60


def logarithm_of_a_power(rng: random.Random) -> dict[str, Any]:
    """Ln of a power of u, against a multiple of ln u or ln |u|, which may be off by one."""
    low = rng.choice((None, "0", "0", "1", "-1"))
    variables = [
        var("x", "real", low),
        var("n", "int", rng.choice(("0", "1", "-2"))),
        var("t", "real"),
    ]
    x = v("x")
    u = rng.choice((x, x, ["+", x, ONE], sub(x, ONE), ["abs", x], ["*", x, x], ["/", x, q(2)]))
    k = rng.choice((2, 3, 4))
    power, times = rng.choice((
        (["^", u, k], q(k)), (["root", k, u], q(f"1/{k}")), (["npow", u, v("n")], v("n")),
        (["exp", ["*", v("t"), ["ln", u]]], v("t")), (["/", ONE, ["^", u, k]], q(-k)),
    ))  # fmt: skip
    inner = rng.choice((u, u, u, ["abs", u], ["neg", u]))
    off = rng.choice((0, 0, 0, 1))
    right = ["*", ["+", times, q(off)] if off else times, ["ln", inner]]
    return {"kind": "identity", "statement": state(variables, ["ln", power], "=", right)}


def test_no_accepted_logarithm_of_a_power_is_false() -> None:
    """About a fifth is accepted, and of what is refused the judge finds as much to be false."""
    accepted = false = 0
    for seed in range(FORMS):
        certificate = logarithm_of_a_power(random.Random(f"logarithm {seed}"))
        violation = fuzz.judge(certificate, random.Random(seed)).violation
        if fuzz.accepted(certificate):
            accepted += 1
            assert not violation, certificate
        false += bool(violation)
    assert FORMS // 10 < accepted < FORMS // 2, accepted
    assert false > FORMS // 10, false
