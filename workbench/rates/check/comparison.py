"""The checker of comparisons of two rates, powers first and logarithms second.

A term is at most the other rate if it is a product of the other's terms (with weights of sum 1) and
of conditions of the region.  A term is not at most the other rate if there is a direction of the
data, inside the region, in which it outgrows every term of the other one.

Where logarithms are declared, both are meant for generic directions of the powers: those strictly
inside the region, in which different powers grow differently.  There, powers alone are enough when
the product uses a term with other powers, or a condition on powers; and logarithms decide between
equal powers only.  A region that ties powers to each other (z <= 1 and 1/z <= 1) has no inside, and
no comparison with logarithms is accepted on it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rates.check.arithmetic import (
    Powers,
    combine,
    demand,
    number,
    numbers,
    powers_of,
    ratio,
)

_MOST_STEPS = 10_000
_VERDICTS = {
    (True, True): "equal",
    (True, False): "better",
    (False, True): "worse",
    (False, False): "incomparable",
}


def check_comparison(certificate: Any) -> None:  # noqa: ANN401
    """Each term of either rate is at most the other rate, or a direction shows that it is not."""
    problem = certificate["problem"]
    rates = {side: [powers_of(p) for p in problem[side]] for side in ("claimed", "derived")}
    region = [powers_of(p) for p in problem["region"]]
    logs = frozenset(problem["logs"])
    if logs:
        demand(_has_inside(region, logs), "no direction strictly inside the region is found")
    below = []
    for side, other in (("claimed", "derived"), ("derived", "claimed")):
        answers = certificate[side]
        for own, answer in zip(rates[side], answers, strict=True):
            if "at" in answer:
                _outgrows(own, rates[other], region, answer, logs)
            else:
                _stays_below(own, rates[other], region, answer, logs)
        below.append(all("at" not in answer for answer in answers))
    word = _VERDICTS[below[0], below[1]]
    demand(certificate["verdict"] == word, f"the answers say {word}")


def _stays_below(
    own: Powers,
    rivals: list[Powers],
    region: list[Powers],
    answer: Any,  # noqa: ANN401
    logs: frozenset[str],
) -> None:
    blend = numbers(answer["blend"], len(rivals))
    rest = numbers(answer["multipliers"], len(region))
    demand(sum(blend) == 1, "a blend does not sum to 1")
    product = combine(zip(rivals + region, blend + rest, strict=True))
    if product == own:
        return
    demand(_fast(product, logs) == _fast(own, logs), "the powers do not multiply out")
    strict = any(
        z and _fast(v, logs) != _fast(own, logs) for v, z in zip(rivals, blend, strict=True)
    )
    strict = strict or any(z and _fast(r, logs) for r, z in zip(region, rest, strict=True))
    demand(strict and answer["logs"] == "free", "the logarithms do not multiply out")


def _outgrows(
    own: Powers,
    rivals: list[Powers],
    region: list[Powers],
    answer: Any,  # noqa: ANN401
    logs: frozenset[str],
) -> None:
    at = {s: number(x) for s, x in answer["at"].items()}

    def growth(powers: Powers) -> tuple[Fraction, Fraction]:
        fast = sum((e * at.get(s, 0) for s, e in powers.items() if s not in logs), Fraction(0))
        slow = sum((e * at.get(s, 0) for s, e in powers.items() if s in logs), Fraction(0))
        return fast, slow

    zero = (Fraction(0), Fraction(0))
    gains = [growth(ratio(own, rival)) for rival in rivals]
    moves = [growth(condition) for condition in region]
    demand(all(gain > zero for gain in gains), "a rival keeps up in the direction")
    demand(all(move <= zero for move in moves), "the direction leaves the region")
    tied = any(
        gain[0] == 0 and _fast(ratio(own, rival), logs)
        for rival, gain in zip(rivals, gains, strict=True)
    )
    demand(not tied, "logarithms decide between different powers: the direction is not generic")
    for stated, found in ((answer["gains"], gains), (answer["moves"], moves)):
        pairs = [tuple(number(x) for x in pair) for pair in stated]
        demand(pairs == found, "something grows by other powers than the stated ones")


def _fast(powers: Powers, logs: frozenset[str]) -> Powers:
    return {s: e for s, e in powers.items() if s not in logs}


def _has_inside(region: list[Powers], logs: frozenset[str]) -> bool:
    """Whether a direction is found in which every condition on powers strictly falls.

    Steps against a condition that does not fall yet: if such directions exist, finitely many steps
    lead to one (the perceptron); narrow regions may need more than are made here.
    """
    rows = [row for row in (_fast(condition, logs) for condition in region) if row]
    at: Powers = {}
    for _ in range(_MOST_STEPS):
        row = next((r for r in rows if sum(e * at.get(s, 0) for s, e in r.items()) >= 0), None)
        if row is None:
            return True
        at = combine([(at, Fraction(1)), (row, Fraction(-1))])
    return False
