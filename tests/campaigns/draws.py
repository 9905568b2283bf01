"""Random statements about integrals and draws, and sums over fine grids as their judge.

The judge knows nothing of primitives.  An integral is a sum over a grid, which reaches far out; the
mean of what is drawn is a sum over the growth of its distribution function, which for the largest
of n is the n-th power.  Whether a law is one is looked at on the grid.  So what is accepted may be
off by no more than a grid is.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.campaigns.domain import candidates
from tests.campaigns.evaluate import NoValue, compare
from tests.campaigns.judge import Judgement
from tests.campaigns.statements import ONE, ZERO, q, v, var
from tests.workbench.rigor import test_attacks_integration as written
from tests.workbench.rigor.build import add, div, mul, neg, op, power, sub

Certificate = dict[str, Any]
Env = dict[str, Any]
Tree = list[Any]
_POINTS, _GRID, _NEAR = 4, 1200, 0.01
_FAR = 60.0  # to where a grid reaches
X = v("x")


def _exp(inner: Any) -> Tree:
    return op("exp", inner)


# makers -------------------------------------------------------------------------------------------


def integration(rng: random.Random) -> Certificate:
    """Integrals over ranges and draws from laws; often with a wrong value, law, range or count."""
    return rng.choice((_range, _tail, _pole, _drawn, _no_law, _elsewhere, _largest, _known))(rng)


def _off(rng: random.Random, value: Tree) -> Tree:
    return rng.choice((value, value, mul(value, 2), add(value, 1), neg(value)))


def _range(rng: random.Random) -> Certificate:
    """A power over a range with an end that is a number, and may lie on the wrong side."""
    n = rng.choice((1, 2, 3))
    c = var("c", "real", rng.choice(("0", "1", None, "-1")))
    primitive = div(power("x", n + 1), n + 1)
    value = div(power("c", n + 1), n + 1)
    return written.proof(
        (v("M"), "=", _off(rng, value)), [written.over(ZERO, v("c"), power("x", n))],
        written.evaluate(written.piece(primitive, sign=rng.choice("+++-")), order=1), numbers=[c],
    )  # fmt: skip


def _tail(rng: random.Random) -> Certificate:
    """An integral without an end: of an exponential, of 1, or of a bell."""
    b = var("b", "real", "0", None, rng.choice(("(]", "(]", "[]")))
    of, primitive, value = rng.choice((
        (div(_exp(neg(div("x", "b"))), "b"), neg(_exp(neg(div("x", "b")))), ONE),
        (_exp(neg(mul("x", "b"))), neg(div(_exp(neg(mul("x", "b"))), "b")), div(1, "b")),
        (ONE, X, ZERO), (_exp(X), _exp(X), neg(ONE)),
        (mul("x", _exp(neg(power("x", 2)))), neg(div(_exp(neg(power("x", 2))), 2)), div(1, 2)),
    ))  # fmt: skip
    return written.proof(
        (v("M"), "=", _off(rng, value)), [written.over(ZERO, None, of)],
        written.evaluate(written.piece(primitive)), numbers=[b],
    )  # fmt: skip


def _pole(rng: random.Random) -> Certificate:
    """A primitive that may have a pole on its piece."""
    low = rng.choice(("-1", "-1", "1"))
    n = rng.choice((1, 2))
    of, primitive = div(n, power("x", n + 1)), neg(div(1, power("x", n)))
    value = sub(-1, neg(div(1, q(Fraction(low) ** n))))
    high = ONE if low == "-1" else q("2")
    value = value if low == "-1" else sub(1, q(Fraction(1, 2**n)))
    return written.proof(
        (v("M"), "=", _off(rng, value)), [written.over(q(low), high, of)],
        written.evaluate(written.piece(primitive), order=1),
    )  # fmt: skip


def _drawn(rng: random.Random) -> Certificate:
    """The mean of an exponential draw, with a rate that may be a scale."""
    rate = div("x", "b")
    law = written.law((None, ZERO, ZERO), (ZERO, None, sub(1, _exp(neg(rate)))))
    primitive = neg(mul(add("x", "b"), _exp(neg(rate))))
    b = var("b", "real", "0", None, "(]")
    return written.proof(
        (v("M"), "=", _off(rng, v("b"))), [written.under(rng.choice(("draw", "draw", "largest")))],
        written.evaluate(written.piece(ZERO, 0), written.piece(primitive, 1), cuts=[ZERO]),
        laws=[law], numbers=[b],
    )  # fmt: skip


def _no_law(rng: random.Random) -> Certificate:
    """What may have another mass than 1, an atom, or chances that fall."""
    top = rng.choice(("1", "2", "1/2"))
    first = rng.choice(("0", "0", "1/4"))
    mass = sub(q(top), q(first))
    rest = sub(q(top), mul(mass, _exp(neg(X))))
    law = written.law((None, ZERO, q(first)), (ZERO, None, rest))
    return written.proof(
        (v("M"), "=", mass), [written.under("draw", ONE)],
        written.evaluate(written.piece(ZERO, 0), written.piece(neg(mul(mass, _exp(neg(X)))), 1),
                         cuts=[ZERO]), laws=[law],
    )  # fmt: skip


def _elsewhere(rng: random.Random) -> Certificate:
    """The formula of one piece of a law, which may be used beyond it."""
    last = rng.choice((None, ONE))
    first = written.piece(ZERO, 0, inside=rng.choice((0, 1)))
    middle = written.piece(neg(_exp(neg(X))), 1, inside=rng.choice((0, 2)))
    pieces = [first, middle, *([] if last is None else [written.piece(ZERO, 2)])]
    cuts = [ZERO, *([] if last is None else [ONE])]
    value = ONE if last is None else sub(1, _exp(neg(ONE)))
    return written.proof(
        (v("M"), "=", value), [written.under("draw", _exp(neg(X)))],
        written.evaluate(*pieces, cuts=cuts, order=len(cuts) - 1), laws=[written.UNIFORM],
    )  # fmt: skip


def _largest(rng: random.Random) -> Certificate:
    """The largest of n uniform draws, where n may be 0."""
    c = written.put(written.LARGEST, "integration", "vars",
                        to=[var("n", "int", rng.choice(("1", "1", "0", "2")))])  # fmt: skip
    return written.put(c, "integration", "right", to=_off(rng, c["integration"]["right"]))


def _known(rng: random.Random) -> Certificate:
    """One of those that are written down, with another value, or as it is."""
    c = rng.choice(list(written.TRUE.values()))
    return written.put(c, "integration", "right", to=_off(rng, c["integration"]["right"]))


# judge --------------------------------------------------------------------------------------------


def judge_integration(c: Certificate, rng: random.Random) -> Judgement:
    """Whether the sides agree at some numbers, as far as sums over a grid tell."""
    told, found = c["integration"], Judgement()
    for _ in range(_POINTS):
        env: Env = {one["name"]: rng.choice(_near(one)) for one in told["vars"]}
        if not all(compare(a, sign, b, env) is True for a, sign, b in told["where"]):
            continue
        here = {name: float(x) for name, x in env.items()}
        try:
            for law in told["laws"]:
                _look_at(law, here)
            for one in told["means"]:
                here[one["name"]] = _mean(one, told["laws"], here)
            left, right = _value(told["left"], here), _value(told["right"], here)
        except (NoValue, ZeroDivisionError) as why:
            return Judgement(violation=f"without a value: {why}", point=_shown(env))
        except (OverflowError, ValueError, LookupError):
            found.unknown += 1
            continue
        if not math.isfinite(left) or not math.isfinite(right):
            found.unknown += 1
        elif _is_off(left, told["op"], right):
            return Judgement(violation=f"{left} and {right}", point=_shown(env))
        else:
            found.true += 1
    return found


def _shown(env: Env) -> dict[str, str]:
    return {name: str(x) for name, x in env.items()}


def _near(one: Any) -> list[Fraction]:
    """Values of a number for which a grid is fine enough."""
    fits = [x for x in candidates(one) if abs(x) <= 3 and (x == 0 or abs(x) >= Fraction(1, 4))]
    return fits or [Fraction(1)]


def _is_off(left: float, sign: str, right: float) -> bool:
    near = _NEAR * (1 + abs(left) + abs(right))
    gap = right - left
    return abs(gap) > near if sign == "=" else (gap if "<" in sign else -gap) < -near


def _grid(low: float, high: float) -> list[float]:
    """Points between the ends, close to each other near 0 where they are far apart."""
    if high - low <= 4:
        return [low + (high - low) * k / _GRID for k in range(_GRID + 1)]
    both = [math.copysign(abs(s) ** 3, s) for s in (2 * k / _GRID - 1 for k in range(_GRID + 1))]
    return [x for s in both if low <= (x := _FAR * s) <= high]


def _mean(one: Any, laws: Any, env: Env) -> float:
    over, x = one["over"], one["variable"]
    if over["form"] == "range":
        low, high = (far if over[end] is None else _value(over[end], env)
                     for end, far in (("low", -_FAR), ("high", _FAR)))  # fmt: skip
        if low > high:
            return 0.0
        points = [low, *(p for p in _grid(low, high) if low < p < high), high]
        return sum(
            (b - a) * _value(one["of"], {**env, x: (a + b) / 2}) for a, b in pairwise(points)
        )
    law, form = laws[over["law"]], over["form"]
    n = 1 if form == "draw" else _value(over["count"], env)
    if n != int(n) or n < (0 if form == "ahead" else 1):
        raise NoValue("the number of draws")
    total = 0.0
    for a, b in pairwise(_grid(0.0 if form == "largest size" else -_FAR, _FAR)):
        grown = _chance(form, law, b, n, env) - _chance(form, law, a, n, env)
        middle = (a + b) / 2
        if form == "ahead":
            grown *= _distribution(law, middle - _value(over["by"], env), env) ** n
        if grown:
            total += grown * _value(one["of"], {**env, x: middle})
    return total


def _chance(form: str, law: Any, x: float, n: float, env: Env) -> float:
    """The distribution function of what is drawn."""
    if form in ("draw", "ahead"):
        return _distribution(law, x, env)
    below = _distribution(law, -x, env) if form == "largest size" else 0.0
    return (_distribution(law, x, env) - below) ** n


def _distribution(law: Any, x: float, env: Env) -> float:
    for piece in law["pieces"]:
        if piece["high"] is None or x <= _value(piece["high"], env):
            return _value(piece["chance"], {**env, law["variable"]: x})
    raise NoValue("no piece of the law")


def _look_at(law: Any, env: Env) -> None:
    """Refuse what is no law on the grid."""
    chances = [_distribution(law, x, env) for x in _grid(-_FAR, _FAR)]
    ends = abs(chances[0]) < _NEAR and abs(chances[-1] - 1) < _NEAR
    if not ends or any(b < a - 1e-9 or b > a + 0.2 for a, b in pairwise(chances)):
        raise NoValue("a law that is none")


def _value(tree: Tree, env: Env) -> float:
    """The tree in floating point."""
    kind, *args = tree
    match kind:
        case "q":
            return float(Fraction(args[0]))
        case "v":
            return float(env[args[0]])
        case "pi":
            return math.pi
        case "sum" | "prod":
            low, high = (int(_value(end, env)) for end in args[1:3])
            parts = [_value(args[3], {**env, args[0]: k}) for k in range(low, high + 1)]
            return math.fsum(parts) if kind == "sum" else math.prod(parts)
        case "^":
            return _value(args[0], env) ** int(args[1])
        case "root":
            return float(_value(args[1], env) ** (1 / args[0]))
    values = [_value(a, env) for a in args]
    match kind:
        case "+":
            return math.fsum(values)
        case "*":
            return math.prod(values)
        case "/":
            return values[0] / values[1]
        case "npow":
            return float(values[0] ** values[1])
        case "neg":
            return -values[0]
    known = {"exp": math.exp, "ln": math.log, "abs": abs, "erfc": math.erfc}
    return float(known[kind](values[0]))
