"""Worst cases: certificates made from known ones, judged by members of the classes on the line.

An upper bound is false if a method on concrete functions of one variable, all conditions met, does
worse; an instance is false if its Gram matrix, a condition, a measure or the interpolation
inequality of convex functions says so.  And no accepted upper bound of a problem is below an
accepted lower bound of the same problem.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from tests.campaigns.judge import Judgement
from tests.campaigns.matrices import Matrix, is_psd, read
from tests.campaigns.mutate import mutated

Certificate = dict[str, Any]
Point = dict[str, Fraction]
Member = Callable[[Fraction], tuple[Fraction, Fraction]]
_GRID = [Fraction(t) for t in "0 1 -1 1/2 -1/2 2 1/3 -1/3 1/4 1/5 -2 1/6 3/2".split()]
_TRIES = 150
_INTERPOLATED = (
    "convex", "smooth-convex", "strongly-convex", "smooth-strongly-convex", "smooth",
    "convex-lipschitz",
)  # fmt: skip


def worst_case(rng: random.Random, known: list[Certificate]) -> Certificate | None:
    """A known certificate with another bound, or of another's problem, or with two changes."""
    if not known:
        return None
    c = copy.deepcopy(rng.choice(known))
    c.pop("digest", None)
    match rng.randrange(4):
        case 0 if "bound" in c:
            factor = Fraction(100 + rng.choice((0, 1, -1, 20, -20, -50)), 100)
            c["bound"] = str(Fraction(c["bound"]) * factor)
        case 1:
            c["problem"] = copy.deepcopy(rng.choice(known)["problem"])
        case 2:  # the bound scaled with the first condition, which is often |x0 - xs|^2 <= R^2
            for term in c["problem"]["conditions"][0][0] if c["problem"]["conditions"] else []:
                if len(term) == 1:
                    term[0] = str(Fraction(term[0]) * rng.choice((2, Fraction(1, 2), 1)))
        case _:
            c = mutated(rng, mutated(rng, c))
    return c


def judge(c: Certificate, rng: random.Random, known: Iterable[Certificate] = ()) -> Judgement:
    """Look for a member of the classes, or a known certificate, that contradicts it."""
    side, problem = c["side"], c["problem"]
    for other in known:
        if other["problem"] == problem and _contradict(c, other):
            return Judgement(violation=f"against an accepted certificate: {other['side']}")
    if side in ("upper", "empty"):
        found = Judgement()
        for _ in range(_TRIES):
            point = on_the_line(problem, rng)
            if point is None:
                continue
            worst = min(_value(m, _products(point), point) for m in problem["measures"])
            if side == "empty" or worst > Fraction(c["bound"]):
                shown = {k: str(x) for k, x in point.items()}
                return Judgement(violation=f"a member of the classes has {worst}", point=shown)
            found.true += 1
        found.unknown = int(not found.true)
        return found
    wrong = _wrong_instance(c)
    if wrong:
        return Judgement(violation=wrong)
    return Judgement(true=1) if side == "lower" else Judgement(unknown=1)


def _contradict(c: Certificate, other: Certificate) -> bool:
    for a, b in ((c, other), (other, c)):
        if a["side"] == "upper" and b["side"] == "lower":
            return Fraction(a["bound"]) < Fraction(b["bound"])
        if a["side"] == "upper" and b["side"] == "unbounded":
            return True
        if a["side"] == "empty" and b["side"] in ("lower", "unbounded"):
            return True
    return False


# values -----------------------------------------------------------------------------------------


def _products(point: Point) -> Callable[[str, str], Fraction]:
    return lambda a, b: point[a] * point[b]


def _value(
    terms: list[Any], product: Callable[[str, str], Fraction], numbers: Point
) -> Fraction:  # fmt: skip
    """The value of an expression of numbers and inner products."""
    total = Fraction(0)
    for weight, *names in terms:
        one = product(*names) if len(names) == 2 else numbers[names[0]] if names else Fraction(1)
        total += Fraction(weight) * one
    return total


def _meets(problem: dict[str, Any], product: Any, numbers: Point) -> bool:
    for terms, op in problem.get("conditions", []):
        value = _value(terms, product, numbers)
        if value > 0 or (op == "=" and value != 0):
            return False
    for rows in problem.get("matrices", []):
        if not is_psd([[_value(e, product, numbers) for e in row] for row in rows]):
            return False
    return True


# members of the classes on the line -------------------------------------------------------------


def _span(kind: str, p: Point) -> tuple[Fraction, Fraction, str] | None:
    """The least and largest slope of g, and its shape: "bent", "straight", "at 0"; or no member."""
    zero, much = Fraction(0), Fraction(10)
    mu, size, beta = p.get("mu", zero), p.get("L", zero), p.get("beta", Fraction(1))
    spans = {
        "convex": (zero, much, "bent"), "strongly-convex": (mu, mu + much, "bent"),
        "smooth-convex": (zero, size, "bent"), "smooth-strongly-convex": (mu, size, "bent"),
        "smooth": (-size, size, "bent"), "convex-lipschitz": (zero, much, "bent"),
        "smooth-convex-lipschitz": (zero, size, "bent"),
        "convex-quadratic-growth": (zero, size, "bent"),
        "quadratic": (mu, size, "straight"), "restricted-secant": (mu, size, "bent"),
        "monotone": (zero, much, "bent"), "strongly-monotone": (mu, mu + much, "bent"),
        "cocoercive": (zero, 1 / beta if beta else much, "bent"),
        "lipschitz": (-size, size, "bent"),
        "cocoercive-strongly-monotone": (mu, 1 / beta if beta else mu + much, "bent"),
        "lipschitz-strongly-monotone": (mu, size, "bent"), "linear": (-size, size, "at 0"),
        "symmetric-linear": (mu, size, "at 0"),
    }  # fmt: skip
    return spans.get(kind)


def _member(o: dict[str, Any], rng: random.Random) -> tuple[Member, Fraction] | None:
    """A member x -> (g, f) with two slopes that bend at c, and c, where g is 0."""
    p = {k: Fraction(x) for k, x in o["parameters"].items()}
    span = _span(o["class"], p)
    if span is None or span[0] > span[1] or "center" in o:
        return None
    low, high, shape = span
    slopes = [low + (high - low) * rng.choice((0, 1, 1, Fraction(1, 2)))
              for _ in "ab"]  # fmt: skip
    if shape != "bent" or rng.random() < 0.5:
        slopes[1] = slopes[0]
    c = Fraction(0) if shape == "at 0" else rng.choice(_GRID)
    cap = p.get("M")
    if (
        cap is None and low == 0 and shape == "bent" and rng.random() < 0.6
    ):  # flat: as steep as at the kink
        cap = max(slopes) * rng.choice([g for g in _GRID if g > 0])
    base = rng.choice(_GRID)

    def member(x: Fraction) -> tuple[Fraction, Fraction]:
        u = x - c
        a = slopes[u > 0]
        if cap is None or abs(a * u) <= cap:
            return a * u, base + a * u * u / 2
        return (cap if u > 0 else -cap), base + cap * abs(u) - cap * cap / (2 * a)

    return member, c


def on_the_line(problem: dict[str, Any], rng: random.Random) -> Point | None:
    """Vectors of dimension 1 and numbers: the method on members of the classes; None if it fails.

    Equations that define a point by a value at that point (proximal steps) are not solved.
    """
    members = [_member(o, rng) for o in problem["oracles"]]
    if None in members:
        return None
    free, known = set(problem["vectors"]), dict[str, Fraction]()
    combinations = {name: terms for name, terms in problem.get("points", [])}
    calls = [(m, x, g, f) for m, o in zip(members, problem["oracles"], strict=True)
             for x, g, f in o.get("calls", [])]  # fmt: skip
    gradients = {g for _, _, g, _ in calls} & free

    def settle(name: str) -> Fraction | None:
        """The value of a vector, as far as it is determined."""
        if name not in known and name in combinations:
            parts = [(Fraction(w), settle(n)) for w, n in combinations[name]]
            if all(x is not None for _, x in parts):
                known[name] = sum((w * x for w, x in parts if x is not None), Fraction(0))
        return known.get(name)

    for member, x, g, _ in calls:  # stationary points
        if x in free and settle(g) == 0 and g not in free:
            known.setdefault(x, member[1])
    for name in sorted(free - gradients):
        known.setdefault(name, rng.choice(_GRID))
    values: Point = {}
    for _ in calls:
        for member, x, g, f in calls:
            at = settle(x)
            if at is not None:
                slope, value = member[0](at)
                if g in free:
                    known.setdefault(g, slope)
                if f is not None:
                    values.setdefault(f, value)
    return _whole(problem, known, values, calls, settle)


def _whole(
    problem: dict[str, Any], known: Point, values: Point, calls: Any, settle: Any
) -> Point | None:
    """The point, if everything is determined, fits, and meets all conditions."""
    for name in (*problem["vectors"], *(n for n, _ in problem.get("points", []))):
        if settle(name) is None:
            return None
    point = {**known, **{n: values[n] for n in problem.get("numbers", []) if n in values}}
    try:
        for name, terms in problem.get("values", []):
            point[name] = _value(terms, _products(point), point)
        for member, x, g, f in calls:
            slope, value = member[0](point[x])
            if point[g] != slope or (f is not None and point[f] != value):
                return None
        if any(o.get("adjoint") for o in problem["oracles"]):
            return None
        return point if _meets(problem, _products(point), point) else None
    except KeyError:  # a number that no call determines
        return None


# instances --------------------------------------------------------------------------------------


def _wrong_instance(c: Certificate) -> str:
    """What is wrong with the Gram matrix and the numbers of an instance, or nothing."""
    problem, gram = c["problem"], read(c["gram"])
    if not is_psd(gram) or any(row[k] != gram[k][i] for i, row in enumerate(gram)
                               for k in range(len(gram))):  # fmt: skip
        return "the Gram matrix is not positive semidefinite"
    size, rows = len(gram), dict[str, list[Fraction]]()
    for k, name in enumerate(problem["vectors"]):
        rows[name] = [Fraction(i == k) for i in range(size)]
    for name, terms in problem.get("points", []):
        rows[name] = [sum((Fraction(w) * rows[n][i] for w, n in terms), Fraction(0))
                      for i in range(size)]  # fmt: skip
    numbers = {k: Fraction(x) for k, x in c["numbers"].items()}

    def product(a: str, b: str) -> Fraction:
        return _form(gram, rows[a], rows[b])

    for name, terms in problem.get("values", []):
        numbers[name] = _value(terms, product, numbers)
    if not _meets(problem, product, numbers):
        return "a condition is violated"
    if c["side"] == "lower" and any(
        _value(m, product, numbers) < Fraction(c["bound"]) for m in problem["measures"]
    ):
        return "a measure is below the bound"
    for o in problem["oracles"]:
        if o["class"] in _INTERPOLATED and not _convex(o, gram, rows, numbers):
            return f"no member of {o['class']} has these values"
    return ""


def _form(gram: Matrix, u: list[Fraction], w: list[Fraction]) -> Fraction:
    return sum((a * b * gram[i][j] for i, a in enumerate(u) if a for j, b in enumerate(w) if b),
               Fraction(0))  # fmt: skip


def _convex(o: dict[str, Any], gram: Matrix, rows: Any, numbers: Point) -> bool:
    """The theorem of Taylor, Hendrickx and Glineur: f - mu |x|^2/2 is convex, (L - mu)-smooth."""
    p = {k: Fraction(x) for k, x in o["parameters"].items()}
    size = p.get("L")
    mu = -size if o["class"] == "smooth" and size is not None else p.get("mu", Fraction(0))
    calls = []
    for x, g, f in o.get("calls", []):
        if "M" in p and _form(gram, rows[g], rows[g]) > p["M"] ** 2:
            return False
        shifted = [a - mu * b for a, b in zip(rows[g], rows[x], strict=True)]
        calls.append((rows[x], shifted, numbers[f] - mu * _form(gram, rows[x], rows[x]) / 2))
    for xi, gi, fi in calls:
        for xj, gj, fj in calls:
            dx = [a - b for a, b in zip(xi, xj, strict=True)]
            dg = [a - b for a, b in zip(gi, gj, strict=True)]
            slack = fi - fj - _form(gram, gj, dx)
            if slack < 0 or (size is not None and size > mu
                             and slack * 2 * (size - mu) < _form(gram, dg, dg)):  # fmt: skip
                return False
    return True
