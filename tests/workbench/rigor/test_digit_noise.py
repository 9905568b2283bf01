"""The theorems about weights by binary digits, against whole numbers."""

from __future__ import annotations

import math
from typing import Any

import pytest

from workbench.rigor.provers import digit_noise as noise
from workbench.rigor.provers import digit_weights as weights

ALPHA, EXPONENT = 0.3, 2


def value(tree: Any, at: dict[str, Any]) -> float:
    """A scalar tree in floating point, where a sequence is a list."""
    match tree:
        case ["q", text]:
            return float(text)
        case ["v", name]:
            return float(at[name])
        case ["idx", name, index]:
            return float(at[name][round(value(index, at))])
        case ["sum", index, low, high, body]:
            ends = [round(value(end, at)) for end in (low, high)]
            return sum(value(body, {**at, index: k}) for k in range(ends[0], ends[1] + 1))
        case [op, *inner]:
            numbers = [value(one, at) for one in inner if isinstance(one, list)]
            match op:
                case "+":
                    return sum(numbers)
                case "*":
                    return math.prod(numbers)
                case "neg":
                    return -numbers[0]
                case "/":
                    return numbers[0] / numbers[1]
                case "npow":
                    return float(numbers[0] ** numbers[1])
                case "^":
                    return float(numbers[0] ** inner[1])
                case "exp" | "ln":
                    return {"exp": math.exp, "ln": math.log}[op](numbers[0])
    raise AssertionError(tree)


@pytest.mark.parametrize("t", [1, 2, 6, 7, 13, 64, 127])
def test_digits_are_those_of_the_step(t: int) -> None:
    n = t.bit_length()
    at = {"n": n, "c": EXPONENT, "alpha": ALPHA, "sigma": 1, "t": t, "T": 2 * t,
          "d": [t >> k & 1 for k in range(n + 1)],
          "r": [t % 2**k for k in range(n + 2)]}  # fmt: skip
    phi = sum((1 - ALPHA) ** (EXPONENT * (t % 2**k)) for k in range(n) if t >> k & 1)
    sides = [value(proof().theorem.tree["conclusion"][end], at) for proof, end in (
        (weights.bits, 0), (weights.bits, 2), (weights.series, 0), (weights.series, 2),
        (weights.decays, 0), (weights.decays, 2))]  # fmt: skip
    assert math.isclose(sides[0], phi)
    most = sum((1 - ALPHA) ** (EXPONENT * (2**i - 1)) for i in range(n))
    assert math.isclose(sides[1], most)
    assert sides == sorted(sides)
    counted = noise.logarithmic().theorem.tree["conclusion"]
    assert value(counted[0], at) == t.bit_count() <= value(counted[2], at)
    for proof in (noise.pieces, noise.sharp):
        low, _, high = proof().theorem.tree["conclusion"]
        assert math.isclose(value(low, at), ALPHA**2 * phi)
        assert value(low, at) <= value(high, at)


def test_a_lemma_without_a_proof_shows_nothing() -> None:
    false = weights.decays(slope=2)
    assert not false.steps
    assert false.outcome().decision == "refused"
