"""What an accepted certificate of a rate shows, read off the certificate itself, as plain JSON.

    rate              the problem, the terms whose largest is the best rate, each with the constants
                      below which the bound cannot fall, and what the constraints require of data
    rate-unbounded    from wherever the constraints hold the bound can be driven to 0; whether any
                      data and parameters meet them is not decided
    rate-infeasible   no data and parameters meet the constraints of the problem
    rate-comparison   how two rates compare
    order             the best order of a bound is a claimed one, or at most that: what a rate and
                      a comparison with it show together, constants aside

The means are left out: weights, multipliers, settings and directions.  Only an accepted certificate
shows anything: check it first.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from workbench.rates.check.arithmetic import number


def conclusions(certificate: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a certificate, as JSON
    """What the certificate shows if the checker accepts it."""
    kind, problem = certificate["kind"], certificate["problem"]
    shown: dict[str, Any] = {"says": kind, "problem": problem}
    if kind == "rate":
        terms = [
            {
                "powers": _powers(term["powers"]),
                "at least": _ordered([_factors(f["coefficient"]) for f in term["floors"]]),
            }
            for term in certificate["sum"]
        ]
        required = [
            {"powers": _powers(r["powers"]), "at most": _factors(r["coefficient"], power=-1)}
            for r in certificate["requirements"]
        ]
        return [{**shown, "sum": _ordered(terms), "requirements": _ordered(required)}]
    if kind == "rate-comparison":
        return [{**shown, "verdict": certificate["verdict"]}]
    return [shown]


def _powers(powers: dict[str, str]) -> dict[str, str]:
    found = {symbol: number(e) for symbol, e in powers.items()}
    return {symbol: str(e) for symbol, e in sorted(found.items()) if e}


def _factors(coefficient: list[list[Any]], *, power: int = 1) -> list[list[Any]]:
    """The base and exponent of each factor, every base once."""
    total: dict[int, Fraction] = {}
    for base, e in coefficient:
        total[base] = total.get(base, Fraction(0)) + power * number(e)
    return [[base, str(e)] for base, e in sorted(total.items()) if e and base != 1]


def _ordered(entries: list[Any]) -> list[Any]:
    """The entries without repetitions, in an order that does not depend on the proof."""
    return [entry for _, entry in sorted({repr(entry): entry for entry in entries}.items())]


def orders(shown: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the rates among accepted conclusions show together with the comparisons with them."""
    said = list(shown)
    rates = [one for one in said if one["says"] == "rate"]
    against = [one for one in said if one["says"] == "rate-comparison"]
    return [
        order(one["problem"], one["requirements"], other["problem"]["claimed"],
              other["problem"]["logs"], verdicts)
        for one in rates
        for other in against
        if _fits(one, other["problem"])
        for verdicts in (["equal"], ["equal", "worse"])
        if other["verdict"] in verdicts
    ]  # fmt: skip


def _fits(rate: dict[str, Any], compared: dict[str, Any]) -> bool:
    """Whether a comparison is one with this rate, on no smaller region."""

    def powers(rows: list[Any]) -> list[Any]:
        return _ordered([_powers(row["powers"]) for row in rows])

    known = powers([*rate["problem"]["region"], *rate["requirements"]])
    same = powers(compared["derived"]) == powers(rate["sum"])
    return same and all(condition in known for condition in powers(compared["region"]))


def order(
    problem: dict[str, Any],
    requirements: list[Any],
    claimed: list[Any],
    logs: list[str],
    verdicts: list[str],
) -> dict[str, Any]:
    """The statement that the best order of a bound compares so with a claimed one.

    problem: the bound, with its constraints and the region of the data
    requirements: what the constraints ask of the data
    claimed: the terms of the claimed order
    logs: the symbols that stand for logarithms
    verdicts: how the claimed order may compare with the best one
    """
    region = [_powers(row["powers"]) for row in problem["region"] if not row["coefficient"]]
    beyond = [r for r in requirements if r["at most"] or r["powers"] not in region]
    return {
        "says": "order",
        "problem": problem,
        "requirements": beyond,
        "claimed": _ordered([_powers(row["powers"]) for row in claimed]),
        "logs": sorted(logs),
        "claimed is": verdicts,
    }
