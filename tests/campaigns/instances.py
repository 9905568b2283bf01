"""Random functions of a class with a method and a bound, and a judge with arithmetic of its own.

The judge knows no formula of a class: it draws pairs of points and compares values and gradients.
A gradient is read off three values on either side of a point.  A mean over noise comes from runs
with the noise at a few numbers, by two interpolations of different degree, which have to agree.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.campaigns.evaluate import NoValue, compare
from tests.campaigns.judge import Judgement
from tests.campaigns.statements import q, v

Certificate = dict[str, Any]
Tree = list[Any]
Point = tuple[Fraction, ...]
_CLOSE = Fraction(1, 10**15)
_SIGNS = {"<=": "<=", "<": "<", "=": "==", ">=": ">=", ">": ">"}
_NOISE = ("laplace", "normal")


# makers -------------------------------------------------------------------------------------------


def instance(rng: random.Random) -> Certificate:
    """One or two functions of one or two coordinates, some steps of descent, a bound nearby."""
    noisy, count, d = rng.random() < 0.4, rng.choice((1, 1, 2)), rng.choice((1, 1, 2))
    family = [_function(rng, d, pieces=1 if noisy else 2) for _ in range(count)]
    spec = {"name": "F", "is": _classes(rng, family), "on": _set(rng)}
    other = [one if rng.random() < 0.6 else _function(rng, d, pieces=1) for one in family]
    numbers = {"alpha": rng.choice(("1/2", "1", "1/4")), "c": "1"}
    start = rng.choice((["v", "u"], ["vec", *([q("1/2")] * d)])) if d > 1 else v("c")
    step = ["grad", "F", v("x"), *([q("1")] if rng.random() < 0.3 else [])]
    move = ["+", v("x"), ["neg", ["*", v("alpha"), step]]]
    draws: list[Any] = []
    if noisy:
        draws = [["z", {rng.choice(_NOISE): rng.choice((q("1/2"), v("c")))}]]
        move = ["+", move, ["vec", v("z"), q("0")] if d > 1 else v("z")]
    elif rng.random() < 0.4:
        draws = [["z", [[q("1/3"), q("1")], [q("2/3"), q("-1/2")]]]]
        move = ["+", move, ["*", v("z"), step]]
    steps = [{"times": q(rng.choice(("1", "2"))), "draws": draws, "next": [["x", move]]}]
    measured = rng.choice((["f", "F", v("x")], ["dot", v("x"), v("x")], ["f", "G", v("x"), q("1")]))
    run = {
        "functions": [spec, {"name": "G", "is": [], "on": None}], "neighbours": [["F", "G"]],
        "tables": ["u"], "start": [["x", start]], "steps": steps, "means": [["m", measured]],
    }  # fmt: skip
    given = {"functions": {"F": family, "G": other}, "tables": {"u": ["1"] * d}}
    names = [{"name": n, "sort": "real", "low": None, "low_open": False, "high": None,
              "high_open": False} for n in ("alpha", "c", "m")]  # fmt: skip
    c = {"kind": "instance", "run": run, "point": numbers, "object": given}
    try:
        found = dict(_means(c))["m"]
    except (ArithmeticError, LookupError, ValueError):
        found = Fraction(0)
    bound = found + Fraction(rng.choice(("0", "0", "1/1000", "-1/1000", "1", "-1")))
    said = {"vars": names, "where": [[v("c"), "<=", q("1")]], "left": v("m"),
            "op": rng.choice(list(_SIGNS)), "right": q(str(bound))}  # fmt: skip
    return {**c, "statement": said}


def _function(rng: random.Random, d: int, pieces: int) -> dict[str, Any]:
    if rng.random() < 0.1 and pieces > 1:
        return {"planes": [[_direction(rng, d), rng.choice(("0", "1/2"))] for _ in range(2)]}
    return {"ridges": [[_direction(rng, d), _profile(rng, rng.randint(1, pieces))]
                       for _ in range(rng.choice((1, 1, 2)))]}  # fmt: skip


def _direction(rng: random.Random, d: int) -> list[str]:
    return [rng.choice(("1", "1", "0", "-1", "2"))] if d == 1 else [
        rng.choice(("1", "0", "-1")) for _ in range(d)]  # fmt: skip


def _profile(rng: random.Random, pieces: int) -> list[list[Any]]:
    curve, slope = rng.choice(("0", "1", "2", "-1")), rng.choice(("0", "1", "-1"))
    rows: list[list[Any]] = [[None, curve, slope, "0"]]
    for at in [rng.choice(("0", "1", "1/2"))] * (pieces - 1):
        t, (_, c, b, r) = Fraction(at), rows[-1]
        value = Fraction(c) * t * t / 2 + Fraction(b) * t + Fraction(r)
        bend = Fraction(rng.choice(("0", "1", "2")))
        kink = rng.choice((0, 0, 0, 1, -1))
        slope_here = Fraction(c) * t + Fraction(b) + kink - bend * t
        jump = 0 if rng.random() < 0.95 else 1
        rows.append([at, str(bend), str(slope_here),
                     str(value + jump - bend * t * t / 2 - slope_here * t)])  # fmt: skip
    return rows


def _classes(rng: random.Random, family: list[dict[str, Any]]) -> list[list[Any]]:
    curves = [Fraction(p[1]) for f in family for _, ps in f.get("ridges", []) for p in ps] or [1]
    near = str(max(curves) + rng.choice((0, 0, 1, 2, -1)))
    low = str(min(curves) + rng.choice((0, 0, -1, 1)))
    every: list[list[Any]] = [
        ["convex", None, "2"], ["strongly-convex", q(low), "2"], ["quadratic", None, "2"],
        ["smooth", q(near), rng.choice(("2", "1"))], ["sparse", q("1"), "2"],
        ["lipschitz", q(rng.choice(("1", "2", "3"))), rng.choice(("1", "2", "inf"))],
    ]  # fmt: skip
    return rng.sample(every, rng.choice((1, 1, 2)))


def _set(rng: random.Random) -> Any:
    box = ["box", q("-1"), q(rng.choice(("1", "2")))]
    return rng.choice((None, None, None, box, ["simplex"], ["ball", q("1")]))


# the judge ----------------------------------------------------------------------------------------


def judge_instance(c: Certificate, rng: random.Random) -> Judgement:
    """Whether the functions are in their classes, and the statement is false for their run."""
    try:
        numbers = {n: Fraction(x) for n, x in c["point"].items()}
        for spec in c["run"]["functions"]:
            for one in c["object"]["functions"][spec["name"]]:
                if why := _not_in(spec, one, numbers, rng):
                    return Judgement(violation=f"{spec['name']} is not in its class: {why}")
        for f, g in c["run"]["neighbours"]:
            pair = [list(map(_same, c["object"]["functions"][name])) for name in (f, g)]
            if sum(a != b for a, b in zip(*pair, strict=True)) > 1:
                return Judgement(violation="neighbours differ in two members")
        means = list(_means(c))
        if any(mean is None for _, mean in means):
            return Judgement(unknown=1)
        here, s = {**numbers, **dict(means)}, c["statement"]
        conditions = [compare(a, op, b, here) for a, op, b in s["where"]]
        if False in conditions:
            return Judgement(violation="a condition of the statement does not hold")
        answer = compare(s["left"], s["op"], s["right"], here)
    except (ArithmeticError, LookupError, ValueError, NoValue) as why:
        return Judgement(violation=f"the run has no value: {type(why).__name__}: {why}")
    if answer is True:
        return Judgement(violation="the statement is true for this function")
    unknown = answer is None or None in conditions
    return Judgement(true=not unknown, unknown=unknown)


def _same(data: Any) -> Any:
    """The data of a function with numbers in place of their texts."""
    if isinstance(data, Mapping):
        return {key: _same(part) for key, part in data.items()}
    if isinstance(data, list):
        return [_same(part) for part in data]
    return data if data is None else Fraction(data)


def _at(data: Mapping[str, Any], x: Point) -> Fraction:
    """The value of a function."""
    if "planes" in data:
        return max(_dot(a, x) + Fraction(r) for a, r in data["planes"])
    total = Fraction(0)
    for a, pieces in data["ridges"]:
        t = _dot(a, x)
        values = []
        for k, (low, *numbers) in enumerate(pieces):
            high = pieces[k + 1][0] if k + 1 < len(pieces) else None
            if (low is None or t >= Fraction(low)) and (high is None or t <= Fraction(high)):
                curve, slope, rest = map(Fraction, numbers)
                values.append(curve * t * t / 2 + slope * t + rest)
        if len(set(values)) != 1:
            raise ValueError("a function with two values, or none")
        total += values[0]
    return total


def _dot(a: Any, x: Point) -> Fraction:
    return sum((Fraction(e) * t for e, t in zip(a, x, strict=True)), Fraction(0))


def _slopes(data: Mapping[str, Any], x: Point) -> tuple[Point, Point]:
    """The derivatives along the coordinates from the left and from the right."""
    sides = []
    for sign in (-1, 1):
        h, found = sign * _CLOSE / 4, []  # a point that is `_CLOSE` to a kink stays on its side
        for i in range(len(x)):
            f = [_at(data, tuple(e + k * h * (i == j) for j, e in enumerate(x))) for k in range(3)]
            found.append((-3 * f[0] + 4 * f[1] - f[2]) / (2 * h))
        sides.append(tuple(found))
    return sides[0], sides[1]


def _gradient(data: Mapping[str, Any], x: Point) -> Point:
    left, right = _slopes(data, x)
    if left != right:
        raise ValueError("no gradient")
    return left


def _not_in(
    spec: Mapping[str, Any], data: Mapping[str, Any], numbers: Mapping[str, Fraction],
    rng: random.Random,
) -> str:  # fmt: skip
    """A pair of points of the set that shows a function to be off its class, or nothing."""
    terms = data.get("ridges") or data["planes"]
    d = len(terms[0][0])
    kinks = [Fraction(p[0]) for _, ps in data.get("ridges", ()) for p in ps if p[0] is not None]
    near = [t + e for t in {*kinks, Fraction(0), Fraction(1)} for e in (-_CLOSE, 0, _CLOSE)]
    some = [*near, *(Fraction(rng.randint(-40, 40), 8) for _ in range(8))]
    on = [tuple(rng.choice(some) for _ in range(d)) for _ in range(60)]
    if spec["on"] == ["simplex"]:
        on = [(t, *(Fraction(0),) * (d - 2), 1 - t) if d > 1 else (Fraction(1),)
              for t in (Fraction(rng.randint(0, 8), 8) for _ in range(9))]  # fmt: skip
    known = {n: ({}, x) for n, x in numbers.items()}
    sized = [(kind, None if size is None else _run_value(size, known), norm)
             for kind, size, norm in spec["is"]]  # fmt: skip
    on = [x for x in on if _inside(spec["on"], x, known)]
    for x, y in itertools.combinations(on[:24], 2):
        sides = [*_slopes(data, x), *_slopes(data, y)]
        away = tuple(a - b for a, b in zip(y, x, strict=True))
        gap = _at(data, y) - _at(data, x)
        for kind, size, norm in sized:
            if kind in ("convex", "strongly-convex") and sides[0] == sides[1]:
                least = (size or 0) * sum(e * e for e in away) / 2
                if gap < _dot(sides[0], away) + least:
                    return f"{kind} at {x}, {y}"
            if kind == "smooth":
                turned = tuple(b - a for a, b in zip(sides[1], sides[2], strict=True))
                long = _long(turned, norm, dual=True) > size**2 * _long(away, norm)
                if x != y and long and _between(spec["on"], x, y):
                    return f"smooth at {x}, {y}"
            if (
                kind == "lipschitz"
                and _long(sides[0], norm, dual=True) > size**2
                and (sides[0] == sides[1])
            ):
                return f"lipschitz at {x}"
            if kind == "sparse" and sides[0] == sides[1] and sum(map(bool, sides[0])) > size:
                return f"sparse at {x}"
            if kind == "quadratic" and _third(data, x, away) != 0:
                return f"quadratic at {x}, {y}"
    return ""


def _between(on: Any, x: Point, y: Point) -> bool:
    """Inner points, at which both one-sided slopes belong to the set."""
    return on is None or all(abs(e) < 1 for e in (*x, *y))


def _third(data: Mapping[str, Any], x: Point, away: Point) -> Fraction:
    f = [_at(data, tuple(e + k * a for e, a in zip(x, away, strict=True))) for k in range(4)]
    return f[3] - 3 * f[2] + 3 * f[1] - f[0]


def _long(u: Any, norm: str, *, dual: bool = False) -> Fraction:
    """The square of a norm, or of its dual."""
    if norm == "2":
        return sum((e * e for e in u), Fraction(0))
    largest = (norm == "inf") != dual
    return (max(map(abs, u)) if largest else sum(map(abs, u), Fraction(0))) ** 2


def _inside(on: Any, x: Point, known: Mapping[str, Any]) -> bool:
    match on:
        case None:
            return True
        case ["simplex"]:
            return min(x) >= 0 and sum(x) == 1
        case ["box", low, high]:
            return all(_run_value(low, known) <= e <= _run_value(high, known) for e in x)
        case ["ball", radius]:
            return sum(map(abs, x)) <= _run_value(radius, known)
    raise ValueError("no set")


def _means(c: Certificate) -> Iterator[tuple[str, Fraction | None]]:
    """Each mean; None where two interpolations disagree."""
    run, given = c["run"], c["object"]
    known: dict[str, Any] = {n: ({}, Fraction(x)) for n, x in c["point"].items()}
    for name, row in given["tables"].items():
        known[name] = ({}, tuple(map(Fraction, row)))
    sets = {spec["name"]: spec["on"] for spec in run["functions"]}
    for name, family in given["functions"].items():
        known[name] = ({"family": family, "on": sets[name]}, None)
    plan = [s for s in run["steps"] for _ in range(int(_run_value(s["times"], known)))]
    found: list[dict[str, Fraction]] = []
    for reach in (2, 3):
        total = dict.fromkeys((name for name, _ in run["means"]), Fraction(0))
        for here, chance in _ends(run, known, plan, reach):
            for name, tree in run["means"]:
                total[name] += chance * _run_value(tree, here)
        found.append(total)
    for name, _ in run["means"]:
        yield name, found[0][name] if found[0][name] == found[1][name] else None


def _ends(run: Any, known: Any, plan: list[Any], reach: int) -> Iterator[tuple[Any, Fraction]]:
    """The last states, with weights."""
    state = dict(known)
    for name, tree in run["start"]:
        state[name] = ({}, _run_value(tree, state))

    def walk(here: Any, taken: int, todo: list[Any], chance: Fraction) -> Iterator[Any]:
        if todo:
            (name, law), *rest = todo
            for weight, drawn in _outcomes(law, here, reach):
                if weight:
                    yield from walk({**here, name: ({}, drawn)}, taken, rest, chance * weight)
            return
        after = {n: here[n] for n in state}
        if taken >= 0:
            moved = {n: ({}, _run_value(tree, here)) for n, tree in plan[taken]["next"]}
            after |= moved
        if taken + 1 == len(plan):
            yield after, chance
            return
        start = {**after, "step": ({}, Fraction(taken + 1))}
        yield from walk(start, taken + 1, plan[taken + 1]["draws"], chance)

    return walk(state, -1, [], Fraction(1))


def _outcomes(law: Any, here: Any, reach: int) -> list[tuple[Fraction, Any]]:
    if isinstance(law, list):
        chances = [_run_value(p, here) for p, _ in law]
        if sum(chances) != 1 or min(chances) < 0:
            raise ValueError("no law")
        return [(p, _run_value(t, here)) for p, (_, t) in zip(chances, law, strict=True)]
    ((kind, scale),) = law.items()
    size = _run_value(scale, here)
    moments = {"laplace": [1, 2, 24, 720], "normal": [1, 1, 3, 15]}[kind][: reach + 1]
    return [(w, size * t) for t, w in _weights(moments)]


def _weights(moments: list[int]) -> list[tuple[int, Fraction]]:
    """Numbers -r..r with weights that have these even moments: each of a Lagrange polynomial."""
    reach, found = len(moments) - 1, []
    for k in range(reach + 1):  # a polynomial in t^2 that is 1 at k and 0 at the other nodes
        poly = [Fraction(1)]
        for other in range(reach + 1):
            if other != k:
                lead = Fraction(1, k * k - other * other)
                poly = [(poly[i - 1] if i else 0) * lead
                        - other * other * lead * (poly[i] if i < len(poly) else 0)
                        for i in range(len(poly) + 1)]  # fmt: skip
        weight = sum(a * m for a, m in zip(poly, moments, strict=True))
        found += [(k, weight)] if k == 0 else [(k, weight / 2), (-k, weight / 2)]
    return found


def _run_value(tree: Tree, here: Mapping[str, Any]) -> Any:
    """The value of a tree of a run, in fractions and tuples of them."""
    op, *args = tree
    match op:
        case "q":
            return Fraction(args[0])
        case "v":
            return here[args[0]][1]
        case "idx":
            return _pick(here[args[0]][1], _run_value(args[1], here))
        case "if":
            (a, sign, b), yes, no = args
            left, right = _run_value(a, here), _run_value(b, here)
            holds = {"<=": left <= right, "<": left < right, "=": left == right,
                     ">=": left >= right, ">": left > right}[sign]  # fmt: skip
            return _run_value(yes if holds else no, here)
        case "^":
            return _run_value(args[0], here) ** args[1]
        case "size":
            return Fraction(len(here[args[0]][0]["family"]))
        case "f" | "grad" | "sub":
            return _called(op, here[args[0]][0], [_run_value(a, here) for a in args[1:]])
    values = [_run_value(a, here) for a in args[op == "norm" :]]
    wide = [u if isinstance(u, tuple) else (u,) for u in values]
    match op:
        case "vec":
            return tuple(values)
        case "dot":
            return _dot(wide[0], wide[1])
        case "norm":
            return max(map(abs, wide[0])) if args[0] == "inf" else sum(map(abs, wide[0]))
        case "abs":
            return abs(values[0])
        case "neg":
            made = tuple(-e for e in wide[0])
        case "+":
            made = tuple(map(sum, zip(*wide, strict=True)))
        case "/":
            made = tuple(e / values[1] for e in wide[0])
        case "*":
            (*numbers, long) = sorted(values, key=lambda u: isinstance(u, tuple))
            factor = Fraction(1)
            for one in numbers:
                factor *= one
            made = tuple(factor * e for e in (long if isinstance(long, tuple) else (long,)))
        case _:
            raise ValueError(f"operator {op}")
    return made if any(isinstance(u, tuple) for u in values) else made[0]


def _called(op: str, of: Mapping[str, Any], values: list[Any]) -> Any:
    at, *more = values
    x = at if isinstance(at, tuple) else (at,)
    if not _inside(of["on"], x, {}):
        raise ValueError("off the set")
    chosen = [_pick(tuple(of["family"]), more[0])] if more else of["family"]
    if op == "f":
        return sum(_at(f, x) for f in chosen) / len(chosen)
    if op == "sub":
        tops = [a for a, r in chosen[0]["planes"] if _dot(a, x) + Fraction(r) == _at(chosen[0], x)]
        weights = [w for w, (a, _) in zip(more[1], chosen[0]["planes"], strict=True) if a in tops]
        if sum(weights) != 1 or min(more[1]) < 0 or sum(more[1]) != 1:
            raise ValueError("no subgradient")
        found = [tuple(sum(w * Fraction(a[i]) for w, (a, _) in zip(more[1], chosen[0]["planes"],
                 strict=True)) for i in range(len(x)))]  # fmt: skip
    else:
        found = [_gradient(f, x) for f in chosen]
    total = tuple(sum(column) / len(chosen) for column in zip(*found, strict=True))
    return total if isinstance(at, tuple) else total[0]


def _pick(row: tuple[Any, ...], at: Fraction) -> Any:
    if at.denominator != 1 or at < 1:
        raise LookupError("no such entry")
    return row[int(at) - 1]
