"""Random certificates of variation: a gap, and its derivatives with weights."""

from __future__ import annotations

import random

from tests.campaigns.parts import Certificate, proof
from tests.campaigns.statements import ONE, ZERO, Tree, high_of, q, state, sub, tree, v, var
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.fraction import NotReducible


def variation(rng: random.Random) -> Certificate:
    """A sum of terms that vanish at an end, or nearly so; some derivatives with random weights."""
    x, parts, plain = v("x"), [], rng.random() < 0.4  # one term, and its derivative
    for _ in range(1 if plain else rng.choice((1, 1, 2))):
        k = q(rng.choice("1 2 1/2".split()))
        shape = rng.choice((["exp", ["neg", ["*", k, x]]], ["erfc", x], ["/", ONE, ["+", x, k]],
                            ["exp", ["neg", ["^", x, 2]]], ["/", x, ["+", ["^", x, 2], k]],
                            ["/", ["exp", ["neg", x]], ["root", 2, x]], ["neg", ["ln", x]],
                            ["*", x, ["exp", ["neg", x]]], ["ln", ["+", ONE, x]], x,
                            ["/", ONE, sub(k, x)], ["/", ONE, sub(k, x)],
                            tree(rng, 2, [var("x")])))  # fmt: skip
        if plain and rng.random() < 0.4:  # no value at k
            shape = ["/", ONE, sub(k, x)]
        parts.append(["*", q(rng.choice("1 1 2 -1 -1/2".split())), shape])
    low, high, ends = rng.choice((
        ("0", None, "(]"), ("1", None, "[]"), (None, None, "[]"), ("0", "1", "()"),
        ("0", "1", "[]"), ("1", "4", "[]"),
    ))  # fmt: skip
    gap: Tree = ["+", *parts, q(rng.choice("0 0 0 1 -1/1000".split()))]
    if low is not None and rng.random() < 0.3:  # it is 0 at the end
        gap = sub(gap, high_of(gap, "x", q(low)))
    op = rng.choice(("<=", "<", "<", ">="))
    s = state([var("x", "real", low, high, ends)], ZERO, op, gap)
    gap, levels = gap if "<" in op else ["neg", gap], []
    weights = (
        (ONE,)
        if plain
        else (*[ONE] * 5, ["exp", x], ["exp", ["^", x, 2]], x, ["^", x, 2], ["/", ONE, x])
    )
    try:
        for _ in range(2 if plain else rng.choice((2, 2, 2, 3))):
            weight = rng.choice(weights)
            form = gap if weight == ONE else ["*", weight, gap]
            levels.append({"weight": weight, "form": form})
            gap = derivative(form, "x")
    except NotReducible:
        pass
    last = rng.choice((proof(rng, ["x"], 1), {"kind": "sign"}))
    return {"kind": "variation", "statement": s, "variable": "x", "levels": levels,
            "sign": rng.choice((1, -1)), "last": last}  # fmt: skip
