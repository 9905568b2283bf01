"""False certificates of delta, judged by sums over all outcomes that share no code with them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import mpmath
import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.check.trees import rational

Outcomes = list[tuple[Any, Any]]  # masses under P and under Q


def number(text: str) -> Any:
    exact = rational(text)
    return mpmath.mpf(exact.numerator) / exact.denominator


def outcomes(pair: dict[str, Any]) -> Outcomes:
    """All outcomes of one release, those far out (of less than 1e-40 in all) left out."""
    size, kind = number(pair["size"]), pair["kind"]
    if kind.startswith("discrete"):
        scale, moved = number(pair["scale"]), int(size)

        def mass(x: int) -> Any:
            power = (x / scale) ** 2 / 2 if kind == "discrete-gaussian" else abs(x) / scale
            return mpmath.exp(-power)

        reach = int(95 * scale) + moved + 20
        total = mpmath.fsum(mass(x) for x in range(-reach, reach + 1))
        made = [(mass(x - moved) / total, mass(x) / total) for x in range(-reach, reach + 1)]
    else:
        told, lost = 1 / (1 + mpmath.exp(-size)), number(pair.get("delta", "0"))
        made = [(told, 1 - told), (1 - told, told)]
        made = [((1 - lost) * p, (1 - lost) * q) for p, q in made] + [(lost, mpmath.mpf(0))]
    if "sampling" in pair:
        chance = number(pair["chance"])
        made = [(chance * p + (1 - chance) * q, q) for p, q in made]
        if pair["sampling"] == "add":
            made = [(q, p) for p, q in made]
    return made


def delta(pairs: list[dict[str, Any]], epsilon: str) -> Any:
    """Sum over all outcomes of (P - e^epsilon Q)_+."""
    releases = [outcomes(pair) for pair in pairs for _ in range(pair["count"])]
    odds = mpmath.exp(number(epsilon))

    def excess(one: tuple[tuple[Any, Any], ...]) -> Any:
        p, q = (mpmath.fprod(part) for part in zip(*one, strict=True))
        return max(p - odds * q, mpmath.mpf(0))

    return mpmath.fsum(excess(one) for one in product(*releases))


def drawn(draw: random.Random) -> dict[str, Any]:
    """Releases, an epsilon and a plan, some of them good."""
    kinds = ("randomized-response", "approximate", "discrete-laplace", "discrete-gaussian")
    kind, count = draw.choice(kinds), draw.choice((1, 2, 3))
    pair: dict[str, Any] = {"kind": kind, "size": draw.choice(("1", "2", "3")), "count": count}
    if kind == "approximate":
        pair["delta"] = draw.choice(("0", "1/1000", "1/2", "9/10"))
    elif kind == "randomized-response":
        pair["size"] = draw.choice(("1/10", "1/3", "2"))
        if draw.random() < 0.6:
            pair |= {"sampling": draw.choice(("remove", "add")), "chance": draw.choice(CHANCES)}
    else:
        pair |= {"scale": draw.choice(("1/2", "1", "5/3")), "count": 1}
    pairs = [pair]
    if draw.random() < 0.4:
        pairs.append({"kind": "randomized-response", "size": "1/2", "count": 1})
    c = draw.randint(1, 300)
    low, bottom = draw.randint(-90, 20), draw.randint(-150, 30)
    grid = {"step": draw.choice(("1/4", "1/20", "1/33")), "bottom": bottom,
            "least": draw.choice(("0", "1/1000000000", "1/100")),
            "top": bottom + draw.randint(1, 300),
            "ends": [[low, low + draw.randint(1, 200)] for _ in pairs]}  # fmt: skip
    inversion = {"c": f"{c}/100", "beyond": f"{c + draw.randint(1, 800)}/100",
                 "span": draw.choice(("1", "10", "40")),
                 "nodes": draw.choice((0, 2, 3, 17, 64, 201))}  # fmt: skip
    return {
        "pairs": pairs, "plan": draw.choice((grid, inversion)),
        "epsilon": draw.choice(("0", "1/20", "1/3", "1/2", "1", "2", "3")),
    }  # fmt: skip


CHANCES = ("1/2", "1/1000", "999999999/1000000000")


def false_claims(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    truth = delta(case["pairs"], case["epsilon"])
    for side, factor in (("at most", 1 - mpmath.mpf(10) ** -12), ("at least", 1 + 1e-12)):
        digits = int(mpmath.nint(truth * factor * 10**30))
        if 0 < digits <= 10**30:
            yield {"kind": "accounting", "side": side, "delta": f"{digits}/{10**30}", **case}


@pytest.mark.parametrize("seed", range(120))
def test_no_plan_shows_a_delta_that_is_off_by_a_trillionth(seed: int) -> None:
    with mpmath.workdps(60):
        for claim in false_claims(drawn(random.Random(seed))):
            answer = check_certificate(claim)
            assert not answer.accepted, (claim, answer.message)


BIT = {"kind": "randomized-response", "size": "1", "count": 2}
GOOD = {"c": "1", "beyond": "3", "span": "40", "nodes": 201}


@pytest.mark.parametrize(
    ("pairs", "epsilon"),
    [
        ([BIT], "1"),
        ([{**BIT, "sampling": "remove", "chance": "1/3"}, BIT], "1/2"),
        ([{**BIT, "sampling": "add", "chance": "1/3"}], "1/7"),
        ([{"kind": "approximate", "size": "1", "delta": "1/5", "count": 3}], "5/2"),
        ([{"kind": "discrete-gaussian", "size": "2", "scale": "3", "count": 1}, BIT], "1"),
        ([{"kind": "discrete-laplace", "size": "2", "scale": "1", "count": 1}, BIT], "7/3"),
    ],
)
def test_the_judge_and_a_good_plan_agree(pairs: list[dict[str, Any]], epsilon: str) -> None:
    """A judge who is wrong would refuse nothing."""
    with mpmath.workdps(60):
        truth = delta(pairs, epsilon)
    rounded = len({"sampling", "chance"} & set(pairs[0])) > 0
    width = 10**-3 if rounded else 10**-9  # a step of 1/3000 that meets no loss errs by so much
    grid = {
        "step": "1/3000",
        "bottom": -9000,
        "top": 9000,
        "least": "0",
        "ends": [[-4000, 4000]] * len(pairs),
    }
    for side, shift in (("at most", width), ("at least", -width)):
        claim = {
            "kind": "accounting", "side": side, "pairs": pairs, "epsilon": epsilon,
            "delta": f"{int((float(truth) + shift) * 10**15)}/{10**15}",
            "plan": grid if rounded else GOOD,
        }  # fmt: skip
        answer = check_certificate(claim)
        assert answer.accepted, answer.message


def test_what_is_over_is_over_with_secrets_in_clear() -> None:
    """Beyond the largest finite loss delta is the mass of the infinite ones, and not less."""
    pair = {"kind": "approximate", "size": "1", "delta": "1/10", "count": 2}
    claim = {
        "kind": "accounting", "side": "at most", "pairs": [pair], "epsilon": "2",
        "delta": "19/100", "plan": GOOD,
    }  # fmt: skip
    assert not check_certificate({**claim, "delta": "1899/10000"}).accepted
    assert check_certificate({**claim, "delta": "1901/10000"}).accepted
    assert check_certificate({**claim, "side": "at least", "delta": "1899/10000"}).accepted
