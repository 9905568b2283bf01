"""Random statements about batches, noise and signs, and a judge that draws all outcomes.

A batch is each of its subsets, an order each permutation, signs are each of their choices, and
noise is a law of three points with the same second moment: means of quadratic functions ask for no
more.  So a mean is a finite sum.  What is said for all numbers is tried at integers near the range.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from tests.campaigns.evaluate import NoValue, Tree, Unknown, compare, evaluate
from tests.campaigns.judge import Judgement, judged
from tests.campaigns.statements import ONE, ZERO, q, v, var
from workbench.rigor.check.trees import replace

Certificate = dict[str, Any]
Env = dict[str, Any]
_WORLDS = 25
_ENTRIES = tuple(map(Fraction, (0, 1, -1, 2, "1/2", -3)))
_SIGN = {"kind": "sign"}
_SIZES = [[v("m"), "<=", v("n")], [q(2), "<=", v("n")]]
_SHARES = ("batch", "with replacement")
_LAWS = {"batch": v("m"), "laplace": v("b"), "normal": v("b"), "signs": None}


def _idx(name: str, at: Tree) -> Tree:
    return ["idx", name, at]


def _sum(body: Tree, index: str = "i", low: Tree = ONE, high: Tree | None = None) -> Tree:
    return ["sum", index, low, high or v("n"), body]


def _times(*trees: Tree) -> Tree:
    return ["*", *trees]


# makers -------------------------------------------------------------------------------------------


def moments(rng: random.Random) -> Certificate:
    """Means of quadratic functions, averages, and sums of what holds for all; often wrong."""
    return rng.choice((_mean, _mean, _ordered, _of_three, _average, _added, _split, _least,
                       _mistaken, _mistaken, _guessed, _hard))(rng)  # fmt: skip


def _told(
    claim: tuple[Tree, str, Tree], steps: list[Any], proof: Any = _SIGN, **more: Any
) -> Certificate:
    left, op, right = claim
    numbers = [var("m", "int", "1"), var("n", "int", "1"), var("b", "real", "0"), var("a", "seq"),
               var("c", "seq")]  # fmt: skip
    told = {"vars": numbers, "where": _SIZES, "every": [], "families": [], "means": [],
            "left": left, "op": op, "right": right, **more}  # fmt: skip
    return {"kind": "moments", "moments": told, "steps": steps, "proof": proof}


def _family(law: str, name: str = "X") -> dict[str, Any]:
    return {"name": name, "law": law, "count": v("n"), "of": _LAWS[law]}


def _value(law: str, x: Tree, y: Tree) -> Tree:
    """E (sum x_i X_i)(sum y_i X_i)."""
    both = _sum(_times(x, y))
    if law in _SHARES:
        share = ["/", v("m"), v("n")]
        less = ["/", ["+", v("m"), q(-1)], ["+", v("n"), q(-1)]] if law == "batch" else share
        pair = _times(share, less)
        apart = ["+", _times(_sum(x), _sum(y)), ["neg", both]]
        return ["+", _times(share, both), _times(pair, apart)]
    return _times({"signs": ONE, "normal": ["^", v("b"), 2]}.get(
        law, _times(q(2), ["^", v("b"), 2])), both)  # fmt: skip


def _mean(rng: random.Random) -> Certificate:
    """E (k + sum x_i X_i)(l + sum y_i X_i), with a formula that may be that of another law."""
    law = rng.choice(list(_LAWS))
    told = law if rng.random() < 0.7 else rng.choice([*_LAWS, *_SHARES])
    x, y = (rng.choice((_idx("a", v("i")), _idx("c", v("i")), ONE, v("b"))) for _ in range(2))
    k, shift = q(rng.choice((0, 1, -2))), q(rng.choice((0, 0, 1)))
    first, other = (["+", c, _sum(_times(w, _idx("X", v("i"))))] for c, w in ((k, x), (shift, y)))
    one = ["/", v("m"), v("n")] if told in _SHARES else ZERO
    linear = _times(one, ["+", _times(k, _sum(y)), _times(shift, _sum(x))])
    right = ["+", _value(told, x, y), linear, _times(k, shift)]
    if rng.random() < 0.2:
        right = _times(q("1/2"), right)
    return _told(
        (v("M"), "=", right), [{"rule": "mean", "mean": "M"}], {"kind": "identity"},
        families=[_family(law)], means=[{"name": "M", "of": _times(first, other)}],
    )  # fmt: skip


def _ordered(rng: random.Random) -> Certificate:
    """E (k + sum x_i a_(pi_i)) sum y_i c_(pi_i), some as if draws were put back; N = 1 as well."""
    x, y = (rng.choice((_idx("a", v("i")), _idx("c", v("i")), ONE)) for _ in range(2))
    f, g = (rng.choice((_idx("a", v("i")), _idx("c", v("i")), v("i"))) for _ in range(2))
    k, n, less = q(rng.choice((0, 1, -2))), v("n"), ["+", v("n"), q(-1)]
    random_f, random_g = (replace(one, {"i": _idx("X", v("i"))}) for one in (f, g))
    if rng.random() < 0.2:  # it is no function of the entry alone
        random_g = _idx("a", ["+", v("i"), _idx("X", v("i"))])
    one, other = _sum(_times(x, random_f)), _sum(_times(y, random_g))
    both, same = _sum(_times(f, g)), _sum(_times(x, y))
    pair = ["/", ["+", _times(_sum(f), _sum(g)), ["neg", both]], _times(n, less)]
    if rng.random() < 0.3:
        pair = _times(["/", _sum(f), n], ["/", _sum(g), n])
    value = ["+", _times(pair, ["+", _times(_sum(x), _sum(y)), ["neg", same]]),
             _times(["/", both, n], same), _times(k, ["/", _sum(g), n], _sum(y))]  # fmt: skip
    return _told(
        (v("M"), "=", value), [{"rule": "mean", "mean": "M"}], {"kind": "identity"},
        families=[{"name": "X", "law": "order", "count": n, "of": None}],
        means=[{"name": "M", "of": _times(["+", k, one], other)}],
        where=_SIZES[rng.choice((0, 0, 0, 2)):],
    )  # fmt: skip


def _of_three(rng: random.Random) -> Certificate:
    """E (sum a_i X_i^2)(sum c_i X_i), or the square of the first, as the product of the means."""
    law, a, c, x = rng.choice(list(_LAWS)), *(_idx(name, v("i")) for name in ("a", "c", "X"))
    squares = _sum(_times(a, x, x))
    second = _times(["/", _value(law, ONE, ONE), v("n")], _sum(a))
    if law == "batch":
        second = _times(["/", v("m"), v("n")], _sum(a))
    mean = _times(["/", v("m"), v("n")], _sum(c)) if law == "batch" else ZERO
    other, value = rng.choice(((_sum(_times(c, x)), mean), (squares, second), (ONE, ONE)))
    return _told(
        (v("M"), "=", _times(second, value)), [{"rule": "mean", "mean": "M"}], {"kind": "identity"},
        families=[_family(law)], means=[{"name": "M", "of": _times(squares, other)}],
    )  # fmt: skip


def _average(rng: random.Random) -> Certificate:
    """0 <= E (c - sum a_i X_i)^2 in place of a number that may be too large."""
    law = rng.choice(list(_LAWS))
    along = ["+", v("b"), _sum(_times(_idx("a", v("i")), _idx("X", v("i"))))]
    one = {"rule": "average", "families": [_family(law)], "steps": [], "proof": _SIGN,
           "left": ZERO, "op": rng.choice(("<=", "<=", "<")), "right": ["^", along, 2]}  # fmt: skip
    a = _idx("a", v("i"))
    mean = _times(["/", v("m"), v("n")], _sum(a)) if law == "batch" else ZERO
    right = ["+", ["^", v("b"), 2], _times(q(2), v("b"), mean), _value(law, a, a)]
    less = q(rng.choice(("0", "0", "1")))
    return _told((less, "<=", right), [one])


def _bound(rng: random.Random) -> list[Any]:
    """a_i <= b for all i of a range that may be smaller than it should be."""
    high = v("n") if rng.random() < 0.8 else v("m")
    low = rng.choice((ONE, ONE, q(2)))
    return [[low, "<=", v("i")], [v("i"), "<=", high]]


def _added(rng: random.Random) -> Certificate:
    """Sum a_i <= n b where each a_i is at most b."""
    where = _bound(rng)
    one = {"vars": [var("i", "int")], "where": where, "left": _idx("a", v("i")),
           "op": rng.choice(("<=", "<=", "=", "<")), "right": v("b")}  # fmt: skip
    factor = v("n") if rng.random() < 0.8 else v("m")
    claim = (_sum(_idx("a", v("i"))), "<=", _times(factor, v("b")))
    return _told(claim, [{"rule": "add", "every": 0}], every=[one])


def _split(rng: random.Random) -> Certificate:
    """A sum is what comes before a place, the entry there, and the rest; or the places differ."""
    a, at = _idx("a", v("i")), rng.choice((v("m"), ONE, v("n"), q(2), ["+", v("n"), ONE]))
    there = at if rng.random() < 0.8 else v("m")
    right = ["+", _sum(a, high=["+", there, q(-1)]), _idx("a", there),
             _sum(a, low=["+", there, ONE])]  # fmt: skip
    step = {"rule": "split", "sum": _sum(a), "at": at, "inside": [_SIGN] * 2}
    proof = {"kind": "identity", "multiples": [[2, ONE]]}
    return _told((_sum(a), "=", right), [step], proof)


def _least(rng: random.Random) -> Certificate:
    """N times the least of the a_i is at most their sum: where it is asked of the least alone."""
    low = rng.choice((ONE, ONE, q(2)))
    step = {"rule": "least", "index": "i", "low": low, "high": v("n"), "name": "at",
            "value": _idx("a", v("i")), "inside": [_SIGN]}  # fmt: skip
    inner = [{"rule": "take", "every": 1, "at": {"i": v("i")}, "inside": [_SIGN] * 2},
             {"rule": "take", "every": 0, "at": {"i": v("at")}, "inside": [_SIGN] * 2}]  # fmt: skip
    where = _bound(rng)
    one = {"vars": [var("i", "int")], "where": where, "left": v("b"), "op": "<=",
           "right": _idx("a", v("i"))}  # fmt: skip
    least = q(rng.choice((0, 0, 1)))
    here, there = _idx("a", v("i")), _idx("a", v("at"))
    gap = ["+", ["+", here, ["neg", there]], ["+", there, ["neg", v("b")]], ["neg", least]]
    every = {"rule": "every", "vars": [var("i", "int")], "where": [[low, "<=", v("i")],
             [v("i"), "<=", v("n")]], "left": ["+", v("b"), least], "op": "<=",
             "right": here, "steps": inner, "proof": {**_SIGN, "gap": gap}}  # fmt: skip
    claim = (_times(v("n"), v("b")), "<=", _sum(_idx("a", v("i")), low=low))
    return _told(claim, [step, every, {"rule": "add", "every": 2}], every=[one])


def _answer(of: int) -> dict[str, Any]:
    """Of n words in m parts, each with one record."""
    return {"name": "X", "words": "W", "count": v("n"), "of": q(of), "parts": v("m"),
            "records": ONE, "size": v("n"), "epsilon": v("b")}  # fmt: skip


def _mistaken(rng: random.Random) -> Certificate:
    """E sum (X_i - W_i)^2 where words are 1 or 2, with a bound that may not count the budget."""
    gain = q(rng.choice(("1/4", "1/4", "1/8", "3/8")))
    x, word, off = _idx("X", v("at")), v("j"), ["+", _idx("X", v("i")), ["neg", _idx("W", v("i"))]]
    others = rng.choice(([], [["^", _idx("X", ONE), 2]], [["neg", ["^", _idx("X", ONE), 2]]]))
    rest = ["+", q("1/2"), ["neg", _times(q(2), gain)]]
    square = _times(q(2), ["^", ["+", x, q("-3/2")], 2])
    shown = [{"steps": [], "proof": one} for one in
             (_SIGN, _SIGN, _SIGN, {**_SIGN, "gap": ["+", square, rest]})]  # fmt: skip
    step = {"rule": "mistake", "mean": "M", "at": "at", "word": word[1], "rate": ONE, "gain": gain,
            "shown": shown}  # fmt: skip
    cost = rng.choice((_times(ONE, v("b")), _times(ONE, v("b")), ZERO))
    left = ["/", _times(v("n"), q(2), gain), ["+", ONE, _times(["+", q(2), q(-1)], ["exp", cost])]]
    room = [_times(v("m"), ONE), "<=", v("n")]
    of = ["+", _sum(["^", off, 2]), *others] if others else _sum(["^", off, 2])
    return _told((left, "<=", v("M")), [step], means=[{"name": "M", "of": of}], answer=_answer(2),
                 where=rng.choice(([*_SIZES, room], [*_SIZES, room], _SIZES)))  # fmt: skip


def _guessed(rng: random.Random) -> Certificate:
    """E sum W_i where the only word is 1, with a gain that may be too large."""
    gain = q(rng.choice((1, 1, 2)))
    shown = [{"steps": [], "proof": _SIGN}] * 3
    step = {"rule": "guess", "mean": "M", "at": "at", "word": "j", "rate": ONE, "gain": gain,
            "shown": shown}  # fmt: skip
    left = ["/", ["+", _times(v("n"), gain), ["neg", _times(v("m"), _times(ONE, v("b")))]], ONE]
    room = [_times(v("m"), ONE), "<=", v("n")]
    return _told((left, "<=", v("M")), [step], means=[{"name": "M", "of": _sum(_idx("W", v("i")))}],
                 answer=_answer(1), where=[*_SIZES, room])  # fmt: skip


def _hard(rng: random.Random) -> Certificate:
    """Parts with hard priors, and a bound that may count a part by its share of the records."""
    k, i, length = v("k"), v("j"), q(rng.choice((1, 2)))
    place = ["+", _times(["+", k, q(-1)], length), i]
    share = ["/", _idx("c", k), v("n")]
    scaled = rng.choice((_times(share, _idx("W", place)),) * 3 + (_idx("W", place),))
    off = ["^", ["+", _idx("X", place), ["neg", scaled]], 2]
    others = rng.choice(([], [["^", _idx("X", ONE), 2]], [["neg", ["^", _idx("X", ONE), 2]]]))
    errors = _sum(_sum(off, "j", ONE, length), "k", ONE, v("m"))
    of = ["+", errors, *others] if others else errors
    step = {"rule": "prior", "mean": "M", "at": "at", "word": "word", "rate": ONE, "gain": ZERO,
            "shown": [{"steps": [], "proof": _SIGN}]}  # fmt: skip
    counted = rng.choice((["^", share, 2], ["^", share, 2], share))
    left = _sum(_times(counted, _idx("a", k)), "k", ONE, v("m"))
    answer = {"name": "X", "words": "W", "parts": v("m"), "length": length, "sizes": "c",
              "size": v("n"), "least": "a", "epsilon": ZERO, "delta": ZERO}  # fmt: skip
    room = [_sum(_idx("c", k), "k", ONE, v("m")), "<=", v("n")]
    numbers = [var("m", "int", "1"), var("n", "int", "1"), var("a", "seq"), var("c", "seq", "0")]
    return _told((left, "<=", v("M")), [step], means=[{"name": "M", "of": of}], answer=answer,
                 vars=numbers, where=rng.choice(([room], [room], [room], [])))  # fmt: skip


# judge --------------------------------------------------------------------------------------------


def judge_moments(c: Certificate, rng: random.Random) -> Judgement:
    """Whether no numbers and sequences among those that are drawn violate the statement."""
    told = c["moments"]

    def drawn() -> Env | None:
        env = _world(told, rng)
        if env is None:
            return None
        families, of_answer = told["families"], "answer" in told
        mean = (lambda of: _erring(of, told["answer"], env)) if of_answer else (
            lambda of: _expected(of, families, env))  # fmt: skip
        return {**env, **{m["name"]: mean(m["of"]) for m in told["means"]}}

    return judged(told, _WORLDS, drawn, "some numbers violate it")


def _world(told: Certificate, rng: random.Random) -> Env | None:
    """Numbers and sequences that meet all conditions, if a few tries find some."""
    for _ in range(20):
        env: Env = {}
        for one in told["vars"]:
            if one["sort"] == "seq":
                env[one["name"]] = _entries(rng, [x for x in _ENTRIES if _inside(one, x)])
            else:
                values = [Fraction(k) for k in range(-1, 4)] if one["sort"] == "int" else _ENTRIES
                env[one["name"]] = rng.choice([x for x in values if _inside(one, x)] or [None])
        if None in env.values():
            return None
        if all(compare(a, op, b, env) is True for a, op, b in told["where"]) and all(
            _holds_for_all(one, env) for one in told["every"]
        ):
            return env
    return None


def _entries(rng: random.Random, values: list[Fraction]) -> Any:
    known: dict[int, Fraction] = {}
    choices = values if rng.random() < 0.6 else rng.sample(values, 1)
    return lambda k: known.setdefault(k, rng.choice(choices))


def _inside(one: dict[str, Any], x: Fraction) -> bool:
    low, high = one["low"], one["high"]
    above = low is None or x > Fraction(low) or (x == Fraction(low) and not one["low_open"])
    return above and (
        high is None or x < Fraction(high) or (x == Fraction(high) and not one["high_open"])
    )


def _holds_for_all(one: dict[str, Any], env: Env) -> bool:
    names = [x["name"] for x in one["vars"]]
    for values in product(range(-1, 5), repeat=len(names)):
        here = {**env, **dict(zip(names, map(Fraction, values), strict=True))}
        fits = all(_inside(x, here[x["name"]]) for x in one["vars"])
        asked = fits and all(compare(a, op, b, here) is True for a, op, b in one["where"])
        if asked and compare(one["left"], one["op"], one["right"], here) is not True:
            return False
    return True


def _expected(of: Tree, families: list[Any], env: Env) -> Fraction:
    total = Fraction(0)
    laws = [list(_outcomes(one, env)) for one in families]
    for outcome in product(*laws):
        weight, here = Fraction(1), dict(env)
        for one, (chance, row) in zip(families, outcome, strict=True):
            weight *= chance
            here[one["name"]] = lambda k, row=row: row[k - 1] if 1 <= k <= len(row) else _outside()
        value = evaluate(of, here)
        if not isinstance(value, Fraction):
            raise Unknown("a mean that is not rational")
        total += weight * value
    return total


def _erring(of: Tree, answer: dict[str, Any], env: Env) -> Fraction:
    """For an answer that names a word of each part, the right one with an odd of 1 + eps m.

    Entry b of the answer is the mean of word b given what was named, and that of all words beyond.
    """
    if "least" in answer:
        return _unknown(of, answer, env)
    N, words, parts, records, size = (
        int(evaluate(answer[key], env)) for key in ("count", "of", "parts", "records", "size")
    )
    if words ** (2 * N) > 5000 or parts * records > size or parts < 1:
        raise Unknown("too many outcomes, or no room")
    odd = 1 + records * evaluate(answer["epsilon"], env)
    right, mean = odd / (odd + words - 1), Fraction(words + 1, 2)
    wrong, total = (1 - right) / max(words - 1, 1), Fraction(0)
    for row in product(range(1, words + 1), repeat=N):
        for named in product(range(1, words + 1), repeat=min(parts, N)):
            chance = Fraction(1, words**N)
            for own, other in zip(row, named, strict=False):
                chance *= right if own == other else wrong
            told = [right * one + wrong * (words * mean - one) for one in named]
            entry = lambda k, told=told: told[k - 1] if 1 <= k <= len(told) else mean  # noqa: E731
            word = lambda k, row=row: Fraction(row[k - 1]) if 1 <= k <= N else _outside()  # noqa: E731
            value = evaluate(of, {**env, answer["name"]: entry, answer["words"]: word})
            total += chance * value
    return total


def _unknown(of: Tree, answer: dict[str, Any], env: Env) -> Fraction:
    """For the answer 0 of a mechanism that sees nothing, where entries of a mean are -g or g.

    Nothing that is (0, 0)-DP errs less than by the t g^2 of a part: g is the least tenth for which
    this is B_k or more.
    """
    parts, length = (int(evaluate(answer[key], env)) for key in ("parts", "length"))
    budgets = [evaluate(answer[key], env) for key in ("epsilon", "delta")]
    if any(budgets) or parts * length > 8:
        raise Unknown("a budget, or too many outcomes")
    scales = [next(Fraction(g, 10) for g in range(100)
                   if length * Fraction(g, 10) ** 2 >= env[answer["least"]](k))
              for k in range(1, parts + 1) for _ in range(length)]  # fmt: skip
    total = Fraction(0)
    for row in product((-1, 1), repeat=parts * length):
        mean = lambda k, row=row: row[k - 1] * scales[k - 1]  # noqa: E731
        here = {**env, answer["name"]: lambda _: Fraction(0), answer["words"]: mean}
        total += evaluate(of, here) / 2 ** len(row)
    return total


def _outside() -> Fraction:
    raise NoValue("an entry outside of a family")


def _outcomes(one: dict[str, Any], env: Env) -> Iterator[tuple[Fraction, tuple[Fraction, ...]]]:
    count = int(evaluate(one["count"], env))
    if one["law"] == "batch":
        subsets = list(combinations(range(count), int(evaluate(one["of"], env))))
        for subset in subsets:
            yield Fraction(1, len(subsets)), tuple(Fraction(k in subset) for k in range(count))
        return
    if one["law"] == "order":
        rows = list(permutations(map(Fraction, range(1, count + 1))))
        yield from ((Fraction(1, len(rows)), row) for row in rows)
        return
    if one["law"] == "signs":
        law = [(Fraction(1, 2), Fraction(x)) for x in (1, -1)]
    else:  # 2s or -2s, each with a chance of 1/4 or 1/8, or 0
        scale = evaluate(one["of"], env)
        chance = Fraction(1, 4 if one["law"] == "laplace" else 8)
        law = [(chance, 2 * scale), (chance, -2 * scale), (1 - 2 * chance, Fraction(0))]
    for each in product(law, repeat=count):
        weight = Fraction(1)
        for share, _ in each:
            weight *= share
        yield weight, tuple(x for _, x in each)
