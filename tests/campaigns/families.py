"""Families of worst cases: the method is run step by step at some parameters, on the line.

What is accepted is false if a member of the classes makes the measure larger than the bound.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq

from tests.campaigns.judge import Judgement
from tests.campaigns.mutate import mutated
from tests.campaigns.worst_cases import on_the_line
from workbench.rigor.provers.compiled import Irrational, compiled

Certificate = dict[str, Any]
Values = dict[str, Fraction]
_TRIES = 40
_CHOICES = [Fraction(t) for t in "1 1/2 2 1/3 1/4 3 1/10 3/4".split()]


def family(rng: random.Random, known: list[Certificate]) -> Certificate | None:
    """A known certificate with another rate, step or weight, or with two changes."""
    if not known:
        return None
    c = copy.deepcopy(rng.choice(known))
    c.pop("digest", None)
    factor = ["q", rng.choice(("1", "2", "1/2", "99/100", "101/100"))]
    match rng.randrange(4):
        case 0:
            key = rng.choice(("rate", "factor"))
            c["family"][key] = ["*", factor, c["family"][key]]
        case 1:
            for _, combination in c["family"]["step"]["points"]:
                term = rng.choice(combination or [[["q", "1"], ""]])
                weight = ["q", term[0]] if isinstance(term[0], str) else term[0]
                term[0] = ["*", factor, weight]
        case 2:
            term = rng.choice(c["family"][rng.choice(("measure", "initial"))])
            weight = ["q", term[0]] if isinstance(term[0], str) else term[0]
            term[0] = ["*", factor, weight]
        case _:
            c = mutated(rng, mutated(rng, c))
    return c


def judge(c: Certificate, rng: random.Random) -> Judgement:
    """Look for parameters, a number of steps and members on which the bound fails."""
    found = Judgement()
    for _ in range(_TRIES):
        steps = rng.choice((0, 1, 1, 2, 3))
        try:
            values = _drawn(c["family"], rng, steps)
            made = None if values is None else unrolled(c["family"], values, steps)
        except (Irrational, ZeroDivisionError, KeyError):
            continue
        if made is None:
            continue
        problem, bound = made
        for _ in range(6):
            point = on_the_line(problem, rng)
            if point is None:
                continue
            measure, initial = (_value(problem[key], point) for key in ("measure", "initial"))
            rate, power, more = bound
            if measure > rate * (power * initial + more):
                shown = {k: str(v) for k, v in {**(values or {}), **point}.items()}
                return Judgement(violation=f"after {steps} steps: {measure}", point=shown)
            found.true += 1
    found.unknown = int(not found.true)
    return found


def _drawn(f: dict[str, Any], rng: random.Random, steps: int) -> Values | None:
    """Parameters in their domain, all conditions met."""
    values: Values = {}
    for v in f["vars"]:
        if v["name"] in (f["index"], *f["scalars"]):
            continue
        if v["name"] == f["horizon"]:
            values[v["name"]] = Fraction(steps)
            continue
        choice = Fraction(rng.randint(0, 4)) if v["sort"] == "int" else rng.choice(_CHOICES)
        values[v["name"]] = choice
        for end, side in (("low", 1), ("high", -1)):
            if v[end] is not None and (choice - Fraction(v[end])) * side < 0:
                return None
            if v[end] is not None and v[f"{end}_open"] and choice == Fraction(v[end]):
                return None
    for left, op, right in f["where"]:
        gap = _number(right, values) - _number(left, values)
        if not {"<=": gap >= 0, "<": gap > 0, "=": gap == 0, ">=": gap <= 0, ">": gap < 0}[op]:
            return None
    return values


def _number(weight: Any, values: Mapping[str, Fraction]) -> Fraction:
    tree = ["q", weight] if isinstance(weight, str) else weight
    exact = {name: fmpq(value.numerator, value.denominator) for name, value in values.items()}
    found = compiled(tree, exact=True)(exact)
    return Fraction(int(found.p), int(found.q))


def _value(terms: list[Any], point: Mapping[str, Fraction]) -> Fraction:
    total = Fraction(0)
    for weight, *names in terms:
        one = Fraction(1)
        for name in names:
            one *= point[name]
        total += weight * one
    return total


def unrolled(
    f: dict[str, Any], values: Values, steps: int
) -> tuple[dict[str, Any], tuple[Fraction, Fraction, Fraction]] | None:
    """All steps as one problem, and (rate, factor^k, floor (1 + ... + factor^(k-1)))."""
    if any(f[part].get("noise") for part in ("start", "step", "finish")) or steps < f["after"]:
        return None
    problem: dict[str, Any] = {
        "vectors": [], "points": [], "numbers": [], "values": [], "conditions": [],
        "measures": [[["1"]]],
        "oracles": [{"class": o["class"], "calls": [],
                     "parameters": {k: str(_number(v, values)) for k, v in o["parameters"].items()}}
                    for o in f["oracles"]],
    }  # fmt: skip
    now = {n: _number(law["start"], values) for n, law in f["scalars"].items()}
    index = f["index"]

    def add(fragment: dict[str, Any], known: dict[str, str], tag: str) -> dict[str, str]:
        here = {**values, **now, index: Fraction(at)}
        names = dict(known)
        for key in ("vectors", "numbers"):
            for name in fragment.get(key, []):
                names[name] = f"{name}_{tag}"
                problem[key].append(names[name])
        for name, terms in fragment.get("points", []):
            names[name] = f"{name}_{tag}"
            problem["points"].append(
                [names[name], [[str(_number(w, here)), names[n]] for w, n in terms]])  # fmt: skip
        for name, terms in fragment.get("values", []):
            problem["values"].append([f"{name}_{tag}", _terms(terms, here, names)])
            names[name] = f"{name}_{tag}"
        for o, *call in fragment.get("calls", []):
            problem["oracles"][o]["calls"].append([None if n is None else names[n] for n in call])
        for terms, op in fragment.get("conditions", []):
            problem["conditions"].append([_terms(terms, here, names), op])
        return names

    at = 0
    names = add(f["start"], {}, "s")
    state = {n: names[m] for n, m in f["start"]["map"].items()}
    problem["initial"] = _exact(f["initial"], values, names)
    for at in range(steps):
        names = add(f["step"], state, str(at))
        state = {n: names[m] for n, m in f["step"]["map"].items()}
        now = {n: _number(law["next"], {**values, **now, index: Fraction(at)})
               for n, law in f["scalars"].items()}  # fmt: skip
    at = steps
    names = add(f["finish"], state, "f")
    here = {**values, **now, index: Fraction(steps)}
    problem["measure"] = _exact(f["measure"], here, names)
    factor, floor = _number(f["factor"], values), _number(f["floor"], values)
    more = floor * sum((factor**i for i in range(steps)), Fraction(0))
    return problem, (_number(f["rate"], here), factor**steps, more)


def _terms(terms: list[Any], here: Mapping[str, Fraction], names: dict[str, str]) -> list[Any]:
    return [[str(_number(w, here)), *(names[n] for n in rest)] for w, *rest in terms]


def _exact(terms: list[Any], here: Mapping[str, Fraction], names: dict[str, str]) -> list[Any]:
    return [[_number(w, here), *(names[n] for n in rest)] for w, *rest in terms]
