"""Random statements about draws one after the other, and a judge that looks for a law against them.

The judge grows a tree: at each node it draws what is determined before the step, and then two or
three outcomes with weights for which every mean that is given has the value that is asked.  A mean
at the end is a finite sum over the leaves.  In some of the worlds the first thing known is 2^j with
chance 2^-j, for every j, and the tree is grown once for each of many j: a mean to which each j adds
as much as the one before does not exist.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from tests.campaigns.domain import candidates, is_inside
from tests.campaigns.evaluate import NoValue, Tree, Unknown, compare, evaluate
from tests.campaigns.judge import Judgement, Violated, judged
from tests.campaigns.statements import ONE, ZERO, q, v, var
from workbench.rigor.provers.ville import seldom_large

Certificate = dict[str, Any]
Env = dict[str, Any]
Leaf = tuple[Fraction, Env]  # with its chance
_WORLDS = 40
_MOST_STEPS = 3
_SCALES = range(4, 30)
_SIGN = {"kind": "sign"}
_LEFT = ["+", v("n"), ["neg", v("k")]]  # how many draws are to come
_KEPT = [ZERO, "<=", v("S")]  # the interval of a state
_E, _NEXT = "E", "Next"


# makers -------------------------------------------------------------------------------------------


def process(rng: random.Random) -> Certificate:
    """Sums, products, chances, spreads and budgets of draws, sums of what is known; often wrong."""
    makers = (_sum, _product, _chance, _spread, _known, _budget, _ever, _coordinates)
    return rng.choice(makers)(rng)


def _told(claim: tuple[Tree, str, Tree], states: list[Any], **more: Any) -> Certificate:
    left, op, right = claim
    made: Certificate = {
        "vars": [var("n", "int", "0")], "steps": "n", "clock": "k", "fixed": [], "known": [],
        "drawn": [var("x", "real", "0")], "where": [], "sure": [], "given": [], "states": states,
        "random": [], "after": [], "means": [{"name": "m", "of": v("S"), "finite": False}],
        "left": left, "op": op, "right": right,
    }  # fmt: skip
    return {**made, **more}


def _state(then: Tree, start: str, low: str | None = "0") -> dict[str, Any]:
    return {"var": var("S", "real", low), "fixed": False, "start": q(start), "next": then}


def _given(of: Tree, op: str, bound: Tree) -> dict[str, Any]:
    return {"vars": [], "where": [], "of": of, "op": op, "bound": bound}


def _always(*relations: list[Any]) -> list[Any]:
    return [{"relation": r, "start": _SIGN, "steps": [_SIGN]} for r in relations]


def _take(place: int, mean: str) -> dict[str, Any]:
    return {"rule": "take", "mean": mean, "all": place, "at": {}, "inside": []}


def _exists(mean: str, of: Tree, *terms: Any, cases: int = 1, gap: Tree | None = None) -> Any:
    high = _SIGN if gap is None else {**_SIGN, "gap": gap}
    return {"rule": "exists", "mean": mean, "of": of, "terms": list(terms), "uses": None,
            "low": [_SIGN] * cases, "high": [high] * cases}  # fmt: skip


def _integrate(op: str, *terms: Any, cases: int = 1, gap: Tree | None = None) -> Any:
    shown = _SIGN if gap is None else {**_SIGN, "gap": gap}
    return {"rule": "integrate", "op": op, "terms": list(terms), "uses": None,
            "proofs": [shown] * cases}  # fmt: skip


def _fact(relation: list[Any], proof: Any) -> dict[str, Any]:
    return {"rule": "fact", "fact": relation, "uses": None, "proof": proof}


def _adds_up(variables: int, *products: Iterable[int]) -> dict[str, Any]:
    """The gap is a sum of products of these constraints, in the order that `sos` gives them."""
    one = {"basis": [[0] * variables], "L": [["1"]], "D": ["1"]}
    return {"kind": "sos", "margin": "0", "terms": [{**one, "times": [*p]} for p in products]}


def _follows(*multiples: tuple[int, Tree]) -> dict[str, Any]:
    """The equation is a sum of multiples of these conditions."""
    return {"kind": "identity", "multiples": [[*one] for one in multiples]}


def _potential(
    value: Tree, op: str, proof: Any, *steps: Any, below: Sequence[Any] = ()
) -> dict[str, Any]:
    return {"vars": [], "where": [], "value": value, "op": op, "below": list(below),
            "least": _SIGN, "step": {"steps": list(steps), "proof": proof}}  # fmt: skip


def _sealed(
    told: Certificate, always: list[Any], potentials: list[Any], proof: Any, *end: Any
) -> Certificate:
    return {"kind": "process", "process": told, "helpers": [], "always": always,
            "potentials": potentials, "end": {"steps": list(end), "proof": proof}}  # fmt: skip


def _sum(rng: random.Random, ops: str = "<= <= = <") -> Certificate:
    """E S_n <= s + c n where no draw has a mean above c."""
    c, op = rng.choice(("1", "1", "2", "1/2")), rng.choice(ops.split())
    rate, start = (c if rng.random() < 0.7 else rng.choice("012")), rng.choice(("0", "1", "1/2"))
    equal = op == "=" and rng.random() < 0.8
    told = _told(
        (v("m"), op, ["+", q(start), ["*", q(rate), v("n")]]),
        [_state(["+", v("S"), v("x")], start)],
        given=[_given(v("x"), "=" if equal else "<=", q(c))],
    )  # fmt: skip
    rest = ["*", q(rate), ["+", v("n"), ["neg", ["+", v("k"), ONE]]]]
    others, moved = ["+", v("S"), rest], ["+", ["+", v("S"), v("x")], rest]
    value = ["+", v("S"), ["*", q(rate), _LEFT]]
    step = [_take(0, "a"), _exists(_NEXT, moved, [others, None], [ONE, "a"])]
    end = [_take(0, _E), _exists("m", v("S"), [ONE, _E])]
    if op != "=":
        made = _potential(value, "<=", _adds_up(5, [5], [6]), *step)
        return _sealed(told, _always(_KEPT), [made], _adds_up(3, [1], [2]), *end)
    step.append(_integrate("=", [ONE, _NEXT], [["neg", ONE], "a"], [["neg", others], None]))
    end.append(_integrate("=", [ONE, "m"], [["neg", ONE], _E]))
    made = _potential(value, "=", _follows((4, q("-1")), (2, ONE)), *step)
    return _sealed(told, _always(_KEPT), [made], _follows((2, q("-1")), (0, ONE)), *end)


def _product(rng: random.Random) -> Certificate:
    """E S_n <= s where no factor has a mean above 1."""
    start, low = rng.choice(("1", "2", "-1", "-1")), rng.choice(("0", "0", "0", None))
    told = _told(
        (v("m"), "<=", q(start if rng.random() < 0.7 else "1")),
        [_state(["*", v("S"), v("x")], start)], drawn=[var("x", "real", low)],
        given=[_given(v("x"), "<=", q(rng.choice(("1", "1", "2", "1/2"))))],
    )  # fmt: skip
    step = [_take(0, "a"), _exists(_NEXT, ["*", v("S"), v("x")], [v("S"), "a"])]
    made = _potential(v("S"), "<=", _adds_up(5, [3, 5], [6]), *step)
    end = [_take(0, _E), _exists("m", v("S"), [ONE, _E])]
    return _sealed(told, _always(_KEPT), [made], _adds_up(3, [1], [2]), *end)


def _chance(rng: random.Random) -> Certificate:
    """Markov's inequality: b Pr[S_n >= b] <= s + c n."""
    c = _sum(rng, "<=")
    b, low = rng.choice(("1", "2", "3")), rng.choice(("0", "0", "0", "1/2"))
    c["process"] |= {
        "random": [var("Z")], "means": [{"name": "m", "of": v("Z"), "finite": False}],
        "after": [[[[v("S"), ">=", ["*", q(b), v("Z")]], [v("Z"), "=", ONE]],
                   [[v("S"), "<", q(b)], [v("Z"), "=", q(low)]]]],
        "left": ["*", q(b if rng.random() < 0.8 else "4"), v("m")],
    }  # fmt: skip
    end = [_take(0, _E), _exists("m", v("Z"), [ONE, None], cases=2),
           _integrate("<=", [ONE, _E], [["neg", q(b)], "m"], cases=2)]  # fmt: skip
    return {**c, "end": {"steps": end, "proof": _adds_up(3, [1], [3])}}


def _spread(rng: random.Random) -> Certificate:
    """E S_n^2 <= s^2 + c n for centred draws of second moment at most c."""
    c = rng.choice(("1", "1", "4"))
    rate, start = (c if rng.random() < 0.7 else rng.choice("123")), rng.choice(("0", "1", "-1"))
    square, then = ["^", v("S"), 2], ["+", v("S"), v("x")]
    known = [_given(v("x"), rng.choice(("=", "=", "=", "<=")), ZERO),
             _given(["^", v("x"), 2], "<=", q(c))]  # fmt: skip
    told = _told(
        (v("m"), "<=", ["+", ["^", q(start), 2], ["*", q(rate), v("n")]]),
        [_state(then, start, None)], drawn=[var("x")], given=known,
        means=[{"name": "m", "of": square, "finite": False}],
    )  # fmt: skip
    rest = ["*", q(rate), ["+", v("n"), ["neg", ["+", v("k"), ONE]]]]
    others = ["+", square, rest]
    terms = [[["+", ["*", q("2"), square], rest], None], [q("2"), "b"]]
    step = [
        _take(0, "a"), _take(1, "b"),
        _exists(_NEXT, ["+", ["^", then, 2], rest], *terms,
                gap=["^", ["+", v("S"), ["neg", v("x")]], 2]),
        _integrate("=", [ONE, _NEXT], [["neg", others], None],
                   [["*", q("-2"), v("S")], "a"], [["neg", ONE], "b"]),
        _fact([v(_NEXT), "=", ["+", others, v("b")]],
              _follows((4, q("-1")), (1, ["*", q("2"), v("S")]))),
    ]  # fmt: skip
    made = _potential(
        ["+", square, ["*", q(rate), _LEFT]], "<=", _adds_up(4, [3]), *step
    )  # the equations are solved
    end = [_take(0, _E), _exists("m", square, [ONE, _E])]
    return _sealed(told, [], [made], _adds_up(3, [1], [2]), *end)


def _known(rng: random.Random) -> Certificate:
    """E S_n exists and is not negative, for a sum of what is known before each draw."""
    high = rng.choice(("1", "1", "2", None))
    told = _told(
        (ZERO, "<=", v("m")), [_state(["+", v("S"), v("A")], "0")],
        known=[var("A", "real", "0", high)],
    )  # fmt: skip
    most = high or "1"
    top, grown = ["*", q(most), v("n")], ["neg", ["+", v("S"), v("A")]]
    kept = _always(_KEPT, *([[v("S"), "<=", ["*", q(most), v("k")]]] if high else []))
    still = [_exists(_NEXT, top, [top, None]), _integrate("=", [ONE, _NEXT], [["neg", top], None])]
    step = [_exists(_NEXT, grown, [["+", v("S"), v("A")], None]),
            _integrate("<=", [["neg", v("S")], None], [["neg", ONE], _NEXT])]  # fmt: skip
    made = [_potential(top, "=", _follows((len(kept) + 2, q("-1"))), *still),
            _potential(["neg", v("S")], "<=", _SIGN, *step, below=[[ONE, 0]])]  # fmt: skip
    end = [_take(1, _E), _exists("m", v("S"), [["neg", ONE], _E]),
           _integrate("<=", [ONE, "m"], [ONE, _E])]  # fmt: skip
    return _sealed(told, kept, made, _adds_up(3, [1], [3]), *end)


def _budget(rng: random.Random) -> Certificate:
    """E S_n <= b where each draw has to fit what is left of b, or something else."""
    b, start = q(rng.choice("112")), rng.choice("00112")
    fits, more = ["+", v("S"), v("x")], rng.choice((v("S"), v("x"), ["+", v("S"), v("x"), v("x")]))
    told = _told(
        (v("m"), rng.choice(("<=", "<=", "<=", "<")), b if rng.random() < 0.7 else ONE),
        [_state(fits, start)], sure=[[[[fits if rng.random() < 0.7 else more, "<=", b]]]],
    )  # fmt: skip
    kept = _always(_KEPT, [v("S"), "<=", b])
    end = [_exists("m", v("S"), [b, None])]
    return _sealed(told, kept, [], _adds_up(2, [1]), *end)


def _coordinates(rng: random.Random) -> Certificate:
    """The sum of all E S_n is at most that of the starts a, and c n for each coordinate."""
    c = rng.choice(("1", "1", "2"))
    rate, weight = (c if rng.random() < 0.7 else rng.choice("012")), rng.choice("1110")
    total = ["+", *([v("A")] if weight == "1" else []), ["*", q(rate), v("n"), v("d")]]
    told = _told(
        (v("m"), "<=", total if weight == "1" else rng.choice((total, ZERO))),
        [{**_state(["+", v("S"), v("x")], "0"), "start": v("a")}],
        vars=[var("d", "int", "1"), var("n", "int", "0")],
        given=[_given(v("x"), "<=", q(c if rng.random() < 0.8 else "3"))],
        means=[{"name": "A", "of": v("a"), "finite": True},
               {"name": "m", "of": v("S"), "finite": False}],
        over={"size": "d", "each": [var("a", "real", rng.choice(("0", "0", "0", None)))]},
    )  # fmt: skip
    rest = ["*", q(rate), ["+", v("n"), ["neg", ["+", v("k"), ONE]]]]
    others, moved = ["+", v("S"), rest], ["+", ["+", v("S"), v("x")], rest]
    step = [_take(0, "b"), _exists(_NEXT, moved, [others, None], [ONE, "b"])]
    made = _potential(["+", v("S"), ["*", q(rate), _LEFT]], "<=", _adds_up(7, [7], [8]), *step)
    more = [[ONE, "A"], [["*", q(rate), v("n")], None]] if weight == "1" else []
    end = [_take(0, _E), _exists("m", v("S"), [ONE, _E], *more)]
    return _sealed(told, _always(_KEPT), [made], _adds_up(5, [2], [3]), *end)


@cache
def _ville() -> Certificate:
    found = seldom_large().certificate
    return {key: value for key, value in found.items() if key != "digest"}


def _ever(rng: random.Random) -> Certificate:
    """Ville's inequality, a state by cases and a limit, with other numbers in the statement."""
    made = copy.deepcopy(_ville())
    told = made["process"]
    wealth, hit = told["states"]
    if rng.random() < 0.7:
        for here, key, found in rng.sample([
            (told, "right", ["*", q(rng.choice(("1/2", "1/3", "2"))), v("alpha")]),
            (told, "right", q("1/4")), (told["given"][0], "op", rng.choice(("=", ">="))),
            (told["given"][0], "bound", ["*", q(rng.choice(("1/2", "2"))), v("W")]),
            (wealth, "start", q(rng.choice(("1/2", "2", "3")))),
            (wealth, "next", ["+", v("W"), ONE]),
            (hit, "start", ONE), (hit["next"], "else", ZERO), (hit["next"], "then", ZERO),
            (hit["next"]["if"], 1, rng.choice(("<=", "<", ">"))),
            (hit["next"]["if"], 2, q(rng.choice("123"))), (told["drawn"][0], "low", None),
            (told, "clock", None), (told["means"][0], "of", v("W")), (made, "rises", []),
        ], 1 if rng.random() < 0.8 else 2):  # fmt: skip
            here[key] = found
    return made


# the judge ----------------------------------------------------------------------------------------


def judge_process(c: Certificate, rng: random.Random) -> Judgement:
    """Whether no law among those that are drawn violates the statement."""
    told = c["process"]

    def drawn() -> Env | None:
        env, seed = _numbers(told, rng), rng.random()
        if env is None:
            return None
        if "over" in told:
            return _summed(told, env, rng)
        if told["known"] and env.get(told["steps"]) and (lost := _unbounded(told, env, seed)):
            raise Violated(f"the mean {lost} does not exist", env)
        leaves = _World(told, random.Random(seed), env).leaves()
        if leaves is None:
            return None
        means = {m["name"]: _mean(m["of"], leaves) for m in told["means"]}
        return {**env, **leaves[0][1], **means}

    return judged(told, _WORLDS, drawn, "a law violates it")


def _summed(told: Certificate, env: Env, rng: random.Random) -> Env | None:
    """Means that are added up over a few coordinates, each with numbers and a law of its own."""
    totals = {m["name"]: Fraction(0) for m in told["means"]}
    if (size := env[told["over"]["size"]]) > _MOST_STEPS:
        return None
    for _ in range(int(size)):
        here = {**env, **{x["name"]: rng.choice(candidates(x)) for x in told["over"]["each"]}}
        leaves = _World(told, rng, here).leaves() if _hold(told["where"], here) else None
        if leaves is None:
            return None
        for m in told["means"]:
            totals[m["name"]] += _mean(m["of"], leaves)
    return {**env, **totals}


def _numbers(told: Certificate, rng: random.Random) -> Env | None:
    env = {}
    for one in told["vars"]:
        if one["sort"] == "seq":
            raise Unknown("sequences")
        found = candidates(one)
        if one["name"] == told["steps"]:
            found = [n for n in found if n <= _MOST_STEPS]
        if not found:
            return None
        env[one["name"]] = rng.choice(found)
    return env if "over" in told or _hold(told["where"], env) else None


def _mean(of: Tree, leaves: list[Leaf]) -> Fraction:
    parts = [(weight, evaluate(of, env)) for weight, env in leaves]
    if not all(isinstance(value, Fraction) for _, value in parts):
        raise Unknown("a mean that is not rational")
    return sum((weight * value for weight, value in parts), Fraction(0))


def _hold(relations: Iterable[Any], env: Env) -> bool:
    return all(compare(a, op, b, env) is True for a, op, b in relations)


def _unbounded(told: Certificate, env: Env, seed: float) -> str:
    """A mean to which every scale adds as much as the one before, if there is one."""
    sizes: dict[str, list[Fraction]] = {m["name"]: [] for m in told["means"] if not m["finite"]}
    for scale in _SCALES:  # the same choices for each
        leaves = _World(told, random.Random(seed), env, Fraction(2) ** scale).leaves()
        if leaves is None:
            return ""
        for mean in told["means"]:
            if not mean["finite"]:
                sizes[mean["name"]].append(_mean(["abs", mean["of"]], leaves) / 2**scale)
            elif not _mean(["abs", mean["of"]], leaves) <= 4:
                return ""  # it may be that this one does not exist, against the hypothesis
    return next((name for name, each in sizes.items() if min(each) >= Fraction(1, 100)), "")


class _World:
    """One law: a tree of draws, in which all that is given holds."""

    def __init__(
        self, told: Certificate, rng: random.Random, env: Env, scale: Fraction | None = None
    ) -> None:
        self.told, self.rng, self.env, self.scale = told, rng, env, scale

    def leaves(self) -> list[Leaf] | None:
        """Everything at the end, with its chance; none where no law was found."""
        told = self.told
        starts = {s["var"]["name"]: evaluate(s["start"], self.env) for s in told["states"]}
        nodes: list[Leaf] = [(Fraction(1), {**self.env, **starts})]
        # without an end the claim is about each number of draws
        steps = self.env[told["steps"]] if told["steps"] else self.rng.randint(0, _MOST_STEPS)
        for count in range(int(steps)):
            fixed = {x["name"]: self.rng.choice(candidates(x)) for x in told["fixed"]}
            grown = []
            for weight, env in nodes:
                clock = {told["clock"]: Fraction(count)} if told["clock"] else {}
                law = self._law({**env, **fixed, **clock}, first=count == 0)
                if law is None:
                    return None
                grown += [(weight * w, self._moved(here)) for w, here in law]
            nodes = grown
        ended = [(w, self._outcome(told["random"], told["after"], env)) for w, env in nodes]
        return None if any(env is None for _, env in ended) else ended

    def _moved(self, env: Env) -> Env:
        return {**env, **{s["var"]["name"]: _next(s["next"], env) for s in self.told["states"]}}

    def _law(self, env: Env, *, first: bool) -> list[Leaf] | None:
        """Outcomes of one step with their chances."""
        told, rng = self.told, self.rng
        for _ in range(12):
            known = {x["name"]: rng.choice(candidates(x)) for x in told["known"]}
            if first and self.scale and known:
                one = rng.choice(told["known"])
                known[one["name"]] = self.scale
                if not is_inside(one, self.scale):
                    return None
            here = {**env, **known}
            some = [self._outcome(told["drawn"], told["sure"], here) for _ in range(6)]
            outcomes = [one for one in some if one is not None]
            gaps = [[self._gap(one, x) for x in outcomes] for one in told["given"]]
            for law in self._weighed(len(outcomes), gaps):
                pairs = zip(told["given"], gaps, strict=True)
                if all(_fits(one["op"], law, gap) for one, gap in pairs):
                    return [(w, outcomes[place]) for place, w in law.items()]
        return None

    def _gap(self, one: dict[str, Any], env: Env) -> Fraction:
        if one["vars"]:
            raise Unknown("a mean that is given for all numbers")
        value = evaluate(["+", one["of"], ["neg", one["bound"]]], env)
        if not isinstance(value, Fraction):
            raise Unknown("a mean that is not rational")
        return value

    def _weighed(self, count: int, gaps: list[list[Fraction]]) -> Iterator[dict[int, Fraction]]:
        """Weights of two outcomes for which one of the means is what it may be at most; others."""
        pairs = [(a, b) for a in range(count) for b in range(count) if a != b]
        self.rng.shuffle(pairs)
        for a, b in pairs:
            for gap in self.rng.sample(gaps, len(gaps)):
                if gap[a] < 0 < gap[b]:
                    share = gap[b] / (gap[b] - gap[a])
                    yield {a: share, b: 1 - share}
            share = Fraction(self.rng.choice((1, 1, 2, 3, 7)), 8)
            yield {a: share, b: 1 - share}
        yield from ({a: Fraction(1)} for a in range(count))

    def _outcome(self, variables: list[Any], sure: list[Any], env: Env) -> Env | None:
        """Values of what is drawn that meet what is sure."""
        near = [s * x for x in env.values() if isinstance(x, Fraction) for s in (1, -1)]
        for _ in range(20):
            values = {
                x["name"]: self.rng.choice([*candidates(x), *(y for y in near if is_inside(x, y))])
                for x in variables
            }
            said = [one for clause in sure for one in self.rng.choice(clause)]
            here = {**env, **values}
            try:
                for left, op, right in said:
                    if op == "=" and left[0] == "v" and left[1] in values:
                        here[left[1]] = evaluate(right, here)
                exact = all(isinstance(here[x["name"]], Fraction) for x in variables)
                inside = exact and all(is_inside(x, here[x["name"]]) for x in variables)
                if inside and _hold(said, here):
                    return here
            except (NoValue, Unknown):
                continue
        return None


def _next(told: Any, env: Env) -> Any:
    """A state after a step, perhaps by cases."""
    if isinstance(told, list):
        return evaluate(told, env)
    return evaluate(told["then" if _hold([told["if"]], env) else "else"], env)


def _fits(op: str, law: dict[int, Fraction], gap: list[Fraction]) -> bool:
    mean = sum((w * gap[place] for place, w in law.items()), Fraction(0))
    return {"<=": mean <= 0, "<": mean < 0, "=": mean == 0, ">=": mean >= 0, ">": mean > 0}[op]
