"""The checkers of rates and of the other answers; see the package for what they prove."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rates.check.arithmetic import (
    ONE,
    Factors,
    Powers,
    coefficient,
    combine,
    demand,
    number,
    numbers,
    powers_of,
    ratio,
    versus_one,
)


class _Problem:
    """The stated problem, with what multipliers of its rows mean."""

    def __init__(self, problem: Any) -> None:  # noqa: ANN401
        limits = [(j, row) for j, c in enumerate(problem["constraints"]) for row in c]
        self.rows = [*problem["terms"], *(row for _, row in limits)]
        self.groups = [j for j, _ in limits]
        self.terms = len(problem["terms"])
        self.powers = [powers_of(row) for row in self.rows]
        self.region = [powers_of(row) for row in problem["region"]]
        self.stated = problem["region"]
        self.free = frozenset(problem["free"])
        for row in (*self.rows, *self.stated):
            coefficient(row, ONE)  # all positive, or the means are not
        stray = any(self.free & powers.keys() for powers in self.region)
        demand(not stray, "the region holds a free parameter")

    def product(self, entry: Any, total: int) -> Powers:  # noqa: ANN401
        """The product of the rows, free of parameters, with the stated constant."""
        weights = numbers(entry["weights"], self.terms)
        multipliers = numbers(entry["multipliers"], len(self.groups))
        demand(sum(weights) == total, f"the weights do not sum to {total}")
        powers = combine(zip(self.powers, weights + multipliers, strict=True))
        demand(not self.free & powers.keys(), "a free parameter does not cancel")
        factors = [
            f
            for row, z in zip(self.rows, weights + multipliers, strict=True)
            for f in coefficient(row, z)
        ]
        factors += [(share, z) for share, z in self.shares(weights, multipliers) if z]
        demand(
            versus_one(factors + coefficient(entry, -ONE)) == 0,
            "the weights give another constant",
        )
        return powers

    def shares(self, weights: list[Fraction], multipliers: list[Fraction]) -> Factors:
        """For each row, 1/w or M/m, and its w or m; M sums the m of one constraint."""
        sums: dict[int, Fraction] = {}
        for j, m in zip(self.groups, multipliers, strict=True):
            sums[j] = sums.get(j, Fraction(0)) + m
        totals = [ONE] * len(weights) + [sums[j] for j in self.groups]
        both = zip(totals, weights + multipliers, strict=True)
        return [(total / z if z else ONE, z) for total, z in both]


def check_rate(certificate: Any) -> None:  # noqa: ANN401
    """Floors, requirements, attainment and domination."""
    problem = _Problem(certificate["problem"])
    for requirement in certificate["requirements"]:
        _matches(problem.product(requirement, 0), requirement)
    known = problem.region + [powers_of(r) for r in certificate["requirements"]]
    terms = [powers_of(t) for t in certificate["sum"]]
    demand(bool(terms), "a rate without terms")
    for own, term in zip(terms, certificate["sum"], strict=True):
        demand(bool(term["floors"]), "a term has no floor")
        for floor in term["floors"]:
            _matches(problem.product(floor, 1), term)
        others = [ratio(other, own) for other in terms if other != own]
        demand(len(others) == len(terms) - 1, "a term is listed twice")
        _tree(problem, term, own, known + others, term["tree"])
    for entry in certificate["dominated"]:
        for floor in entry["floors"]:
            _matches(problem.product(floor, 1), entry)
        blend = numbers(entry["blend"], len(terms))
        demand(sum(blend) == 1, "a blend does not sum to 1")
        rest = numbers(entry["multipliers"], len(known))
        _matches(combine(zip(terms + known, blend + rest, strict=True)), entry)


def _matches(powers: Powers, entry: Any) -> None:  # noqa: ANN401
    demand(powers == powers_of(entry), "multipliers give another product than the stated one")


def _tree(
    problem: _Problem,
    term: Any,  # noqa: ANN401
    goal: Powers,
    conditions: list[Powers],
    tree: Any,  # noqa: ANN401
) -> None:
    """A setting, or one on each side of a split."""
    if "on" in tree:
        on = powers_of(tree["on"])
        demand(not problem.free & on.keys(), "a regime is split by a free parameter")
        _tree(problem, term, goal, [*conditions, on], tree["below"])
        _tree(problem, term, goal, [*conditions, ratio({}, on)], tree["above"])
        return
    setting = {p: powers_of(row) for p, row in tree["setting"].items()}
    demand(setting.keys() == problem.free, "the setting does not name every free parameter")
    held = frozenset(s for value in setting.values() for s in value)
    demand(not problem.free & held, "a setting holds a free parameter")
    for i, (powers, proof) in enumerate(zip(problem.powers, tree["proofs"], strict=True)):
        reached = combine((setting.get(s, {s: ONE}), e) for s, e in powers.items())
        proved = combine(zip(conditions, numbers(proof, len(conditions)), strict=True))
        demand(
            proved == (ratio(reached, goal) if i < problem.terms else reached),
            "a row is not shown to stay below its bound at the setting",
        )
    if tree["exact"]:
        _optimal(problem, term["floors"], tree["setting"])
    else:
        given = [row for row in tree["setting"].values() if row["coefficient"]]
        demand(not given, "a setting that is not exact has a coefficient")


def _optimal(problem: _Problem, floors: Any, setting: Any) -> None:  # noqa: ANN401
    """At the setting, every row with a weight has the share of its bound that is optimal."""
    demand(len(floors) == 1, "an exact setting belongs to one floor")
    weights = numbers(floors[0]["weights"], problem.terms)
    multipliers = numbers(floors[0]["multipliers"], len(problem.groups))
    for i, (inverse, z) in enumerate(problem.shares(weights, multipliers)):
        if not z:
            continue
        factors = [(inverse, ONE), *coefficient(problem.rows[i], ONE)]
        for parameter, row in setting.items():
            factors += coefficient(row, problem.powers[i].get(parameter, Fraction(0)))
        if i < problem.terms:
            factors += coefficient(floors[0], -ONE)
        demand(versus_one(factors) == 0, "the coefficients of a setting are not optimal")


def check_unbounded(certificate: Any) -> None:  # noqa: ANN401
    """A direction of the parameters in which every term falls and no constraint grows.

    It leads from data and parameters that meet the constraints, of which there may be none.
    """
    problem = _Problem(certificate["problem"])
    direction = {p: number(x) for p, x in certificate["direction"].items()}
    demand(direction.keys() == problem.free, "the direction does not name the free parameters")
    for i, (powers, stated) in enumerate(zip(problem.powers, certificate["changes"], strict=True)):
        change = sum((e * direction.get(s, Fraction(0)) for s, e in powers.items()), Fraction(0))
        demand(change == number(stated), "a row changes by another power than the stated one")
        demand(change < 0 if i < problem.terms else change <= 0, "a row grows")
    demand(problem.terms > 0, "a bound without terms")


def check_infeasible(certificate: Any) -> None:  # noqa: ANN401
    """Constraints and conditions of the region multiply to a constant above 1."""
    problem = _Problem(certificate["problem"])
    entry = {**certificate, "weights": ["0"] * problem.terms}
    outside = numbers(certificate["region"], len(problem.region))
    demand(
        not combine([(problem.product(entry, 0), ONE), *zip(problem.region, outside, strict=True)]),
        "a symbol does not cancel",
    )
    factors = coefficient(certificate, ONE)
    for row, z in zip(problem.stated, outside, strict=True):
        factors += coefficient(row, z)
    demand(versus_one(factors) > 0, "the product of the constraints is not above 1")
    demand(
        versus_one(factors + coefficient({"coefficient": certificate["excess"]}, -ONE)) == 0,
        "the product of the constraints is not the stated one",
    )
