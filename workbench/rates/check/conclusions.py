"""What an accepted certificate of a rate shows, read off the certificate itself, as plain JSON.

    rate              the problem, the terms whose largest is the best rate, each with the constants
                      below which the bound cannot fall, and what the constraints require of data
    rate-unbounded    from wherever the constraints hold the bound can be driven to 0; whether any
                      data and parameters meet them is not decided
    rate-infeasible   no data and parameters meet the constraints of the problem
    rate-comparison   how two rates compare

The means are left out: weights, multipliers, settings and directions.  Only an accepted certificate
shows anything: check it first.
"""

from __future__ import annotations

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
