"""Random statements about privacy, and their judge: losses of worst datasets, computed directly.

Each release is a pair of laws that its mechanism has on two neighbouring datasets: Laplace or
normal noise on an answer that moves, two scores of which the one rises and the other falls,
randomised response for any mechanism of a known loss; a sum over steps in which the values of the
record are opposite ends of their bound wherever it has a turn.  Hidden batches are listed, or
counted where there are many.  Fresh draws add up: their losses at one output, their Renyi
divergences, and the laws of their losses, whose hockey-stick divergence is the true delta.  A
statement is violated where one of these is for certain above what it claims.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import mpf

from tests.campaigns.domain import points
from tests.campaigns.evaluate import NoValue, Unknown, evaluate
from tests.campaigns.functions import ends
from tests.campaigns.judge import Judgement, as_point
from tests.campaigns.statements import ONE, Tree, q, v, var

Certificate = dict[str, Any]
_MOST_BATCHES = 300
_MOST_DRAWS = 40
_FARTHEST = 1000  # entries of a sequence for which a condition is kept
_LARGEST_LOSS = 1000
_SLACK = mpf(10) ** -15
_NO_SHIFT = mpf(0)
_TILTS = (mpf(1), mpf(4), mpf(30))  # how rare the item is that a rising score makes likely
_ORDERS = (mpf("1.1"), mpf(2), mpf(8))


class Pair:
    """Two laws of one draw, on neighbouring datasets: what an adversary sees of a release.

    loss: its supremum
    chances: some outcomes, each with its chance under both laws
    shift: of a normal law, in units of its deviation; its loss is unbounded
    """

    def __init__(self, loss: mpf, chances: list[tuple[mpf, mpf]], shift: mpf = _NO_SHIFT) -> None:
        self.loss, self.chances, self.shift = loss, chances, shift

    def divergence(self, order: mpf) -> mpf:
        """Renyi divergence of the first law from the second."""
        if self.shift:
            return order * self.shift**2 / 2
        total = sum(p**order * r ** (1 - order) for p, r in self.chances)
        return mpmath.log(total) / (order - 1)


def judge_private(c: Certificate, rng: random.Random, *, count: int = 20) -> Judgement:
    """Compare the guarantee with losses at points of the domain of an accepted statement."""
    s, found = c["private"], Judgement()
    small = [_small(one) for one in s["vars"]]
    plain = [one for one in s["where"] if one[0] != "all"]
    domain = {"vars": small, "where": plain, "left": q(0), "op": "<=", "right": q(0)}
    for env in points(domain, rng, count):
        _draw_turns(s, env, rng)
        mpmath.iv.prec, mpmath.mp.dps = 100, 40
        try:
            held = _held(s, env, rng)
        except (Unknown, OverflowError):
            found.unknown += 1
            continue
        except NoValue as why:
            return Judgement(violation=f"something has no value: {why}", point=as_point(env))
        if isinstance(held, str):
            return Judgement(violation=held, point=as_point(env))
        found.true += held
        found.unknown += not held
    return found


def _draw_turns(s: Mapping[str, Any], env: dict[str, Any], rng: random.Random) -> None:
    """Entries that are 0 or 1 for the sequences of which a condition says so."""
    for one in s["where"]:
        match one:
            case ["all", _, first, [["*", x, y], "=", z]] if x == y == z:
                bits = {k: Fraction(rng.choice((0, 1, 1))) for k in range(first, _FARTHEST)}
                env[x[1]].drawn.update(bits)


def _small(one: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(one)
    if one["sort"] == "int" and one["high"] is None:
        made |= {"high": str(math.ceil(Fraction(one["low"] or 0)) + 6), "high_open": False}
    return made


def _number(tree: Tree, env: Mapping[str, Any]) -> mpf:
    """The middle of a value that is known to many digits."""
    low, high = map(_float, ends(evaluate(tree, env)))
    if high - low > _SLACK * (1 + abs(low)):
        raise Unknown("a value that is not known well")
    return (low + high) / 2


def _float(value: Any) -> mpf:
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpf(value)


def _whole(tree: Tree, env: Mapping[str, Any]) -> int:
    value = evaluate(tree, env)
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise NoValue("a number that is not whole")
    return int(value)


def _held(s: Mapping[str, Any], env: dict[str, Any], rng: random.Random) -> str | bool:
    """Whether the guarantee is seen to hold against these pairs, or what is above it."""
    n = _whole(s["records"], env)
    if isinstance(s["index"], list):
        each = [(1, _pair(one, s, here, rng)) for here in _choices(s["index"], env)
                for one in s["releases"]]  # fmt: skip
        return _against(s["guarantee"], each, env)
    rounds = _whole(s["rounds"], env)
    if n < 1 or rounds < 0:
        raise NoValue("no records, or fewer rounds than none")
    draws: list[tuple[int, Pair]] = []
    numbered = s["index"] is not None
    for t in range(1, rounds + 1) if numbered else (1,):
        here = {**env, s["index"]: Fraction(t)} if numbered else env
        for one in s["releases"]:
            free = _first(one)  # nothing was gathered yet in the first round
            many = int(not (free and t == 1)) if numbered else max(rounds - free, 0)
            draws.append((many * _times(one, here), _pair(one, s, here, rng)))
    _disjoint(s, env, n, rounds)
    return _against(s["guarantee"], draws, env)


def _choices(ranges: list[Any], env: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All choices of integers in these ranges."""
    if not ranges:
        yield env
        return
    (name, *ends), *others = ranges
    low, high = (_whole(end, env) for end in ends)
    if high < low - 1:
        raise NoValue("a range that ends long before its start")
    for k in range(low, high + 1):
        yield from _choices(others, {**env, name: Fraction(k)})


def _first(release: Mapping[str, Any]) -> bool:
    """Whether nothing was gathered yet where this is the first round."""
    return bool(release["query"] and release["query"][0] in ("gathered", "earlier"))


def _times(release: Mapping[str, Any], env: dict[str, Any]) -> int:
    times = _number(release["times"], env)
    if times < 0:
        raise NoValue("fewer draws than none")
    return int(times)


def _disjoint(s: Mapping[str, Any], env: dict[str, Any], n: int, rounds: int) -> None:
    """A gathered sum has enough records for all its batches."""
    for one in s["gathered"]:
        used = mpf(0)
        for t in range(1, rounds + 1):
            used += _number(one["batch"], env if s["index"] is None else
                            {**env, s["index"]: Fraction(t)})  # fmt: skip
        if used > n * (1 + _SLACK):
            raise NoValue("a record in two batches of a gathered sum")


def _against(said: Mapping[str, Any], draws: list[tuple[int, Pair]], env: Any) -> str | bool:
    """The guarantee against all draws together."""
    limit = {k: _number(tree, env) for k, tree in said.items() if k != "notion"}

    def judged(value: mpf, most: mpf, what: str) -> str | bool:
        if value > most + _SLACK * (1 + abs(most)):
            return f"{what} {float(value):.6g} is above {float(most):.6g}"
        return bool(value <= most)

    orders = (limit["order"],) if said["notion"] == "renyi" else _ORDERS
    if any(order <= 1 for order in orders):
        raise NoValue("an order of 1 or less")
    match said["notion"]:
        case "pure":
            total = sum((k * one.loss for k, one in draws if k), mpf(0))
            return judged(total, limit["epsilon"], "the loss")
        case "zcdp" | "renyi":
            found: list[str | bool] = []
            for order in orders:
                total = sum((k * one.divergence(order) for k, one in draws), mpf(0))
                most = limit["epsilon"] if said["notion"] == "renyi" else order * limit["rho"]
                found.append(judged(total, most, "the divergence"))
            return next((one for one in found if isinstance(one, str)), all(found))
    return judged(_delta(draws, limit["epsilon"]), limit["delta"], "the chance")


def _delta(draws: list[tuple[int, Pair]], epsilon: mpf) -> mpf:
    """The hockey-stick divergence of all normal draws, or of all others if these are few."""
    spread = mpmath.sqrt(sum((k * one.shift**2 for k, one in draws), mpf(0)))
    best = mpf(0)
    if spread:
        phi = mpmath.ncdf
        best = phi(spread / 2 - epsilon / spread) - mpmath.exp(epsilon) * phi(
            -spread / 2 - epsilon / spread
        )
    laws = [one.chances for k, one in draws for _ in range(k) if not one.shift]
    if len(laws) > _MOST_DRAWS:
        raise Unknown("many draws")
    known: dict[tuple[int, ...], tuple[mpf, mpf]] = {(): (mpf(1), mpf(1))}
    kinds = [tuple(law) for law in laws]
    for law in kinds:  # outcomes of alike draws are counted, whatever their order
        grown: dict[tuple[int, ...], tuple[mpf, mpf]] = {}
        for key, (p, r) in known.items():
            for a, b in law:
                where = (*key, hash((a, b)))
                place = tuple(sorted(where)) if len(set(kinds)) == 1 else where
                old = grown.get(place, (mpf(0), mpf(0)))
                grown[place] = (old[0] + p * a, old[1] + r * b)
        if len(grown) > 5000:
            raise Unknown("many outcomes")
        known = grown
    total = sum((max(p - mpmath.exp(epsilon) * r, mpf(0)) for p, r in known.values()), mpf(0))
    return max(best, total)


# the laws -----------------------------------------------------------------------------------------


def _pair(
    release: Mapping[str, Any], s: Mapping[str, Any], env: dict[str, Any], rng: random.Random
) -> Pair:
    """What one draw of a release is on two neighbouring datasets."""
    kind, tree = release["law"]
    scale = _number(tree, env)
    if release["query"] is None:
        if scale < 0:
            raise NoValue("a loss below 0")
        if scale > _LARGEST_LOSS:
            raise Unknown("a loss too large to compute with")
        return _response(scale) if kind == "pure" else Pair(mpf("inf"), [], mpmath.sqrt(2 * scale))
    if scale <= 0:
        raise NoValue("a scale that is none")
    if release["query"][0] == "batch":
        return _hidden(release, s, env, rng)
    moved, norm = _moved(release, s, env)
    units = moved / scale
    if units > _LARGEST_LOSS:
        raise Unknown("a loss too large to compute with")
    match kind, norm:
        case "gaussian", "2":
            return Pair(mpf("inf"), [], units)
        case "laplace", "1":
            return _laplace(units)
        case "exponential" | "noisy-max", "inf" | "range":
            swing = units if norm == "range" else 2 * units
            return _choice(kind, swing, rng.choice(_TILTS))
    raise NoValue("a law in another norm")


def _response(loss: mpf) -> Pair:
    """Randomised response."""
    truth, lie = _of_weights(loss), _of_weights(-loss)
    return Pair(loss, [(truth, lie), (lie, truth)])


def _laplace(units: mpf) -> Pair:
    """Noise below both answers, above both, and between them in two halves."""

    def below(x: mpf) -> mpf:
        return mpmath.exp(x) / 2 if x < 0 else 1 - mpmath.exp(-x) / 2

    cuts = [mpf(0), units / 2, units]
    first = [below(x) for x in cuts]
    second = [below(x - units) for x in cuts]
    laws = [[law[0], law[1] - law[0], law[2] - law[1], 1 - law[2]] for law in (first, second)]
    chances = [(p, r) for p, r in zip(*laws, strict=True) if p > 0 and r > 0]
    return Pair(units, chances)


def _choice(kind: str, swing: mpf, tilt: mpf) -> Pair:
    """The first of two items is rare, and its score rises by `swing` against the other one."""
    chance = _of_weights if kind == "exponential" else _of_noise
    near, far = chance(-tilt), chance(swing - tilt)
    loss = mpmath.log(far / near)
    return Pair(loss, [(far, near), (chance(tilt - swing), chance(tilt))])


def _of_weights(gap: mpf) -> mpf:
    return 1 / (1 + mpmath.exp(-gap))


def _of_noise(gap: mpf) -> mpf:
    """That a score with Laplace noise is above another one that is `gap` lower."""
    tail = mpmath.exp(-abs(gap)) * (2 + abs(gap)) / 4
    return tail if gap < 0 else 1 - tail


def _apart(bound: Any, env: dict[str, Any]) -> mpf:
    apart = _number(bound[2], env) * (2 if bound[0] == "size" else 1)
    if apart < 0:
        raise NoValue("values that are less than nothing apart")
    return apart


def _moved(
    release: Mapping[str, Any], s: Mapping[str, Any], env: dict[str, Any]
) -> tuple[mpf, str]:
    """How far an answer moves, and in which norm."""
    query = release["query"]
    if query[0] == "function":
        moved = _number(release["sensitivity"], env)
        if moved < 0:
            raise NoValue("a sensitivity below 0")
        return moved, query[1]
    if query[0] == "all":
        return _apart(query[1], env) / _whole(s["records"], env), query[1][1]
    if query[0] == "steps":
        *_, weight, (x, place), bound, _ = query
        weights = [(_number(weight, here), _number(["idx", x, place], here))
                   for here in _choices([query[1:4]], env)]  # fmt: skip
        if any(c < 0 for c, _ in weights):
            raise NoValue("a weight below 0")
        return _apart(bound, env) * sum((c for c, turn in weights if turn), mpf(0)), bound[1]
    one = next(one for one in s["gathered"] if one["name"] == query[1])
    batch = _number(one["batch"], env)
    if batch <= 0:
        raise NoValue("a batch of nothing")
    factor = abs(_number(one["factor"], env))
    return factor * _apart(one["bound"], env) / batch, one["bound"][1]


def _hidden(
    release: Mapping[str, Any], s: Mapping[str, Any], env: dict[str, Any], rng: random.Random
) -> Pair:
    """Laplace noise on a mean over a hidden batch: all draws of a release see one batch."""
    n, m = _whole(s["records"], env), _whole(release["query"][1], env)
    if not 1 <= m <= n:
        raise NoValue("a batch that is none")
    if release["law"][0] != "laplace":
        raise Unknown("a hidden batch under another law")
    bound, scale = _apart(release["query"][2], env), _number(release["law"][1], env)
    if _times(release, env) > 1:
        raise Unknown("several draws of one hidden batch")
    losses = [_loss(n, m, bound, scale, others) for others in (_none(n), _some(rng, n))]
    return Pair(max(losses), [(mpf(1), mpf(1))])


def _none(n: int) -> list[Fraction]:
    """All other records have the gradient 0."""
    return [Fraction(0)] * (n - 1)


def _some(rng: random.Random, n: int) -> list[Fraction]:
    """Shares of the bound that the gradients of the other records are."""
    return [rng.choice((Fraction(0), Fraction(1, 2), Fraction(1))) for _ in range(n - 1)]


def _loss(n: int, m: int, bound: mpf, scale: mpf, others: list[Fraction]) -> mpf:
    """The largest logarithm of the ratio of densities where the record is at 0, or at the bound."""
    if math.comb(n, m) > _MOST_BATCHES:
        if any(others):
            return mpf(0)
        with_it, without = math.comb(n - 1, m - 1), math.comb(n - 1, m)
        laws = [Counter({Fraction(k): with_it}) for k in (0, 1)]
        for law in laws:
            law[Fraction(0)] += without
    else:
        batches = list(itertools.combinations(range(n), m))
        laws = [
            Counter(sum((all_records[k] for k in batch), Fraction(0)) for batch in batches)
            for all_records in ([k, *others] for k in (Fraction(0), Fraction(1)))
        ]
    unit = bound / m
    outputs = [unit * k for k in (-1, 0, 1, m, m + 1)]

    def density(law: Counter[Fraction], at: mpf) -> mpf:
        return sum(count * mpmath.exp(-abs(at - unit * _float(k)) / scale)
                   for k, count in law.items())  # fmt: skip

    return max(
        mpmath.log(density(laws[j], at) / density(laws[1 - j], at))
        for at in outputs for j in (0, 1)
    )  # fmt: skip


# makers -------------------------------------------------------------------------------------------


def private(rng: random.Random) -> Certificate:
    """A method of one to three releases a round, and a guarantee that may be its own."""
    make: Callable[[random.Random], Certificate] = rng.choice((_batches, _batches, _mixed, _nodes))
    return make(rng)


def _declared(*found: tuple[Tree, dict[str, Any] | None]) -> list[dict[str, Any]]:
    return list({one["name"]: one for _, one in found if one is not None}.values())


def _sealed(rng: random.Random, above: Tree | None = None, **stated: Any) -> Certificate:
    """A certificate of a statement, with what many of them share."""
    statement = {
        "varying": [], "index": None, "adjacency": "replace-one", "space": "densities",
        "state": ["x"], "gathered": [], **stated,
    }  # fmt: skip
    step = ["vec", statement["releases"][-1]["name"]]
    statement["next"] = {"x": ["v+", ["vec", "x"], ["v*", ["q", "-1"], step]]}
    evidence = {"kind": "sign"} if statement["vars"] else {"kind": "boxes", "tree": "n"}
    return {"kind": "private", "private": statement, "above": above, "evidence": evidence}


def _batches(rng: random.Random) -> Certificate:
    """Laplace noise on hidden batches."""
    n, m, rounds = (
        _natural(rng, "n", 1),
        _natural(rng, "m", 1),
        _natural(rng, "T", rng.choice((0, 1))),
    )
    bound, b = _positive(rng, "S"), _positive(rng, "b")
    where = [[m[0], "<=", n[0]]] if rng.random() < 0.95 else []
    releases, costs = [], []
    for k in range(rng.choice((1, 1, 2, 3))):
        batch = rng.choice((m[0], m[0], m[0], n[0], ONE))
        shift = ["/", bound[0], rng.choice((*[batch] * 9, m[0], n[0], ONE))]
        if rng.random() < 0.15:
            shift = rng.choice((["*", shift, q("1/2")], ["*", shift, q(2)], bound[0]))
        scale = rng.choice((b[0], b[0], ["*", q(2), b[0]], ["/", b[0], batch]))
        at = rng.choice((["vec", "x"], ["v+", ["vec", "x"], ["v*", b[0], ["vec", "x"]]]))
        query = ["batch", batch, ["apart", "1", bound[0]], at]
        releases.append({"name": f"r{k}", "law": ["laplace", scale], "query": query,
                         "sensitivity": shift, "times": ONE})  # fmt: skip
        rate = rng.choice(
            (["/", batch, n[0]],) * 9
            + (["/", batch, ["+", n[0], ONE]], ["^", ["/", batch, n[0]], 2])
        )
        cost = rng.choice((["/", shift, scale],) * 9 + (["/", bound[0], scale],))
        costs.append(_amplified(rng, rate, cost))
    epsilon = _off(rng, ["*", rng.choice((rounds[0],) * 7 + (ONE,)), ["+", *costs]])
    return _sealed(
        rng, vars=_declared(n, m, rounds, bound, b), where=where, records=n[0], rounds=rounds[0],
        releases=releases, guarantee={"notion": "pure", "epsilon": epsilon},
    )  # fmt: skip


def _off(rng: random.Random, budget: Tree) -> Tree:
    """The budget, or seldom another one."""
    return budget if rng.random() < 0.9 else ["*", q(rng.choice(("1/2", "9/10", "2"))), budget]


def _mixed(rng: random.Random) -> Certificate:
    """All other queries and laws, in every notion."""
    n, rounds = _natural(rng, "n", 1), _natural(rng, "T", 1)
    m, S, b = _natural(rng, "m", 1), _positive(rng, "S"), _positive(rng, "b")
    free = [S, b, n, rounds, m]
    where = [[["*", m[0], rounds[0]], "<=", n[0]]] if rng.random() < 0.9 else []
    releases, sums, losses = [], [], []
    for k in range(rng.choice((1, 1, 2))):
        kind = rng.choice(("laplace", "gaussian", "exponential", "noisy-max", "pure", "zcdp"))
        norm = {"laplace": "1", "gaussian": "2"}.get(kind) or rng.choice(("inf", "inf", "range"))
        query, moved, first = _query(rng, f"h{k}", norm, n[0], m[0], S[0], b[0], sums)
        scale = rng.choice((b[0], ["*", q(2), b[0]], ONE))
        if kind in ("pure", "zcdp"):
            query = moved = None
            first = 1
        times = rng.choice((ONE, ONE, q(2), q(3)))
        if rng.random() < 0.05:
            kind = rng.choice(("laplace", "gaussian", "exponential", "noisy-max"))
        releases.append({"name": f"r{k}", "law": [kind, scale], "query": query,
                         "sensitivity": moved, "times": times})  # fmt: skip
        many = rounds[0] if first == 1 or rng.random() < 0.05 else ["+", rounds[0], q(-1)]
        if rng.random() < 0.05:
            many = ONE
        losses.append((["*", many, times], _costs(rng, kind, norm, moved, scale)))
    notion = rng.choice(("pure", "zcdp", "renyi", "approximate"))
    which = 0 if notion == "pure" else 1
    total = _off(rng, ["+", *(["*", many, cost[which]] for many, cost in losses)])
    above: Tree | None = None
    if notion == "renyi":
        order = _positive(rng, "a", low="1")
        free.append(order)
        epsilon = ["*", rng.choice((order[0],) * 9 + (ONE,)), total]
        guarantee = {"notion": notion, "order": order[0], "epsilon": epsilon}
    elif notion == "approximate":
        delta = q(rng.choice(("1/10", "1/100", "9/10")))
        above = rng.choice((q(1), q(5), q("1/2"), b[0], q(0)))
        tail = ["/", ["ln", ["/", ONE, delta]], above]
        epsilon = rng.choice(
            (["+", ["*", ["+", ONE, above], total], tail],) * 8
            + (total, ["+", total, tail], ["*", ["+", ONE, above], total])
        )
        guarantee = {"notion": notion, "epsilon": epsilon, "delta": delta}
    else:
        guarantee = {"notion": notion, "epsilon" if notion == "pure" else "rho": total}
    return _sealed(
        rng, above, vars=_declared(*free), where=where, records=n[0], rounds=rounds[0],
        releases=releases, gathered=sums, guarantee=guarantee,
    )  # fmt: skip


def _nodes(rng: random.Random) -> Certificate:
    """Sums over steps with normal or Laplace noise, in levels and places, and nearly their cost."""
    n, S, b = _natural(rng, "n", 1), _positive(rng, "S"), _positive(rng, "b")
    levels, places = _natural(rng, "K", 0), _natural(rng, "p", 0)
    x, start = "x", rng.choice((0, 0, 1))
    said = ["all", "j", rng.choice((start,) * 9 + (5,)),
            [["*", *[["idx", x, v("j")]] * 2], "=", ["idx", x, v("j")]]]  # fmt: skip
    where = [said] if rng.random() < 0.85 else []
    place = rng.choice((["+", ["*", v("a"), places[0]], v("i")],) * 4 + (v("i"), v("a")))
    if rng.random() < 0.1:
        place = ["+", place, q(-1)]
    weight = rng.choice((ONE, b[0], ["/", ONE, ["+", v("i"), v("k"), ONE]], q(rng.choice((2, -1)))))
    kind, norm = rng.choice((("gaussian", "2"), ("gaussian", "2"), ("laplace", "1")))
    told, high = rng.choice(("apart", "size")), rng.choice((places[0],) * 4 + (v("k"),))
    query = ["steps", "i", ONE, high, weight, [x, place], [told, norm, S[0]], ["vec", "x0"]]
    apart = S[0] if told == "apart" or rng.random() < 0.1 else ["*", q(2), S[0]]
    uses = ["sum", "i", ONE, high, ["*", weight, ["idx", x, place]]]
    one = ["/", ["*", apart, uses], b[0]]
    notion = "zcdp" if kind == "gaussian" or rng.random() < 0.5 else "pure"
    cost = one if notion == "pure" else ["/", ["^", one, 2], q(2)]
    first, last = rng.choice(((ONE, levels[0]), (q(0), levels[0]), (q(0), q(1))))
    ranges = [["k", first, last], ["a", q(0), rng.choice((["+", places[0], q(-1)], v("k")))]]
    total = cost
    for name, low, top in reversed(ranges[rng.random() < 0.05 :]):
        total = ["sum", name, low, top, total]
    turns = {**var(x, "real"), "sort": "seq"}
    sealed = _sealed(
        rng, vars=[*_declared(n, S, b, levels, places), turns], where=where, records=n[0],
        rounds=None, index=ranges, adjacency="replace-record", state=["x0"],
        releases=[{"name": "y", "law": [kind, b[0]], "query": query, "sensitivity": None,
                   "times": ONE}],
        guarantee={"notion": notion, "epsilon" if notion == "pure" else "rho": _off(rng, total)},
    )  # fmt: skip
    sealed["private"]["next"] = {"x0": ["vec", "y"]}
    return sealed


def _query(
    rng: random.Random, name: str, norm: str, n: Tree, m: Tree, S: Tree, b: Tree,
    sums: list[dict[str, Any]],
) -> tuple[Any, Any, int]:  # fmt: skip
    """A query, how far it moves (or nearly), and the first round that costs something."""
    kind, at = rng.choice(("all", "gathered", "gathered", "function")), ["vec", "x"]
    told = rng.choice(("apart", "size"))
    most = S if told == "apart" else ["*", q(2), S]
    if rng.random() < 0.1:
        most = rng.choice((S, ["*", q("1/2"), most], ["*", q(2), most]))
    bound = [told, norm, S]
    if kind == "function":
        return ["function", norm, at], S, 1
    if kind == "all":
        return ["all", bound, at], ["/", most, rng.choice((n,) * 9 + (m,))], 1
    factor = rng.choice((b, ["neg", b], ONE))
    sums.append({"name": name, "batch": m, "bound": bound, "factor": factor, "at": at})
    size = b if factor != ONE else ONE
    return (
        [rng.choice(("gathered", "gathered", "earlier")), name],
        ["*", size, ["/", most, rng.choice((m,) * 9 + (n,))]],
        2,
    )


def _costs(rng: random.Random, kind: str, norm: str, moved: Tree, scale: Tree) -> tuple[Tree, Tree]:
    """The pure loss and the zCDP loss of a draw, or what is nearly that."""
    near = rng.random() < 0.2
    half = q("1/4") if near and kind != "exponential" else q("1/2")
    if kind == "zcdp":
        return scale, scale
    if kind == "pure":
        return scale, ["*", half, ["^", scale, 2]]
    one = ["/", moved if moved is not None else ONE, scale]
    if kind in ("gaussian", "laplace"):
        return one, ["*", half, ["^", one, 2]]
    swing = one if norm == "range" or near else ["*", q(2), one]
    share = q("1/8") if kind == "exponential" or rng.random() < 0.1 else half
    return swing, ["*", share, ["^", swing, 2]]


def _amplified(rng: random.Random, rate: Tree, cost: Tree) -> Tree:
    """The cost of one release by the rule, or by another one."""
    grown = ["+", ["exp", cost], ["neg", ONE]]
    exact = ["ln", ["+", ONE, ["*", rate, grown]]]
    return rng.choice((exact,) * 9 + (["*", rate, cost], ["*", rate, grown], cost))


def _natural(rng: random.Random, name: str, low: int) -> tuple[Tree, dict[str, Any] | None]:
    if rng.random() < 0.7:
        return v(name), var(name, "int", str(rng.choice((low,) * 24 + (low - 1,))))
    return q(rng.choice((1, 2, 3, 5))), None


def _positive(rng: random.Random, name: str, low: str = "0") -> tuple[Tree, dict[str, Any] | None]:
    if rng.random() < 0.7 or low != "0":
        return v(name), var(name, "real", low, None, rng.choice(("(]",) * 24 + ("[]",)))
    return q(rng.choice(("1", "2", "1/2", "3"))), None
