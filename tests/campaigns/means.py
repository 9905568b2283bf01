"""Random statements about expectations, and a judge that looks for a law for which they are false.

The judge draws laws of a few outcomes, each of which meets what is sure, puts the means of such a
law in the place of their names, and evaluates.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.campaigns.domain import candidates, is_inside
from tests.campaigns.evaluate import NoValue, Unknown, compare, evaluate
from tests.campaigns.judge import Judgement, judged
from tests.campaigns.statements import q, v, var

Certificate = dict[str, Any]
Tree = list[Any]
_LAWS = 60
_SIGN = {"kind": "sign"}


def expectation(rng: random.Random) -> Certificate:
    """Markov, a variance, bounds by the values, or sums over coordinates; often a little wrong."""
    return rng.choice((_markov, _variance, _bounded, _counted))(rng)


def _law(
    claim: tuple[Tree, str, Tree], means: list[tuple[str, Tree, bool]], **more: Any
) -> Certificate:
    left, op, right = claim
    stated = [{"name": n, "of": of, "finite": known} for n, of, known in means]
    made = {"vars": [], "random": [var("x", "real", "0", "2")], "where": [], "sure": [],
            "over": None, "all": [], "means": stated}  # fmt: skip
    return {**made, "left": left, "op": op, "right": right, **more}


def _step(op: str, *terms: Any, cases: int = 1, gap: Tree | None = None) -> dict[str, Any]:
    shown = _SIGN if gap is None else {**_SIGN, "gap": gap}
    return {"rule": "integrate", "op": op, "terms": list(terms), "uses": None,
            "proofs": [shown] * cases}  # fmt: skip


def _sealed(law: Certificate, *steps: Any) -> Certificate:
    return {"kind": "expectation", "law": law, "steps": list(steps), "proof": _SIGN}


def _markov(rng: random.Random) -> Certificate:
    share = q(rng.choice(("1", "1", "2", "1/2", "9/10")))
    low = rng.choice(("0", "0", "-1", None))
    above = [[v("x"), ">=", v("a")], [v("s"), "=", q("1")]]
    below = [[v("x"), "<", v("a")], [v("s"), "=", q(rng.choice(("0", "0", "-1", "1/2")))]]
    law = _law(
        (["*", v("a"), v("c")], "<=", ["*", share, v("m")]),
        [("m", v("x"), True), ("c", v("s"), False)],
        vars=[var("a", "real", "0", None, "(]")], random=[var("x", "real", low), var("s")],
        sure=[[above, below] if rng.random() < 0.8 else [above]],
    )  # fmt: skip
    count = rng.choice((len(law["sure"][0]), 1))
    exists = {"rule": "exists", "mean": "c", "of": v("s"), "terms": [[q("1"), None]], "uses": None,
              "low": [_SIGN] * count, "high": [_SIGN] * count}  # fmt: skip
    scale = share if rng.random() < 0.8 else q("1")
    terms = [[scale, "m"], [["*", q("-1"), v("a")], "c"]]
    return _sealed(law, exists, _step("<=", *terms, cases=count))


def _variance(rng: random.Random) -> Certificate:
    share = rng.choice(("1", "1", "9/10", "11/10"))
    law = _law(
        (["*", q(share), ["^", v("m"), 2]], rng.choice(("<=", "<=", "<")), v("w")),
        [("m", v("x"), True), ("w", ["^", v("x"), 2], True)],
    )  # fmt: skip
    gap = ["^", ["+", v("x"), ["neg", v("m")]], 2]
    terms = [[q("1"), "w"], [["*", q("-2"), v("m")], "m"], [["^", v("m"), 2], None]]
    return _sealed(law, _step(rng.choice(("<=", "<=", "<")), *terms, gap=gap))


def _bounded(rng: random.Random) -> Certificate:
    bound, strict = rng.choice(("2", "2", "3", "1")), rng.choice(("[]", "[)"))
    sign = rng.choice(("<=", "<"))
    law = _law(
        (v("m"), sign, q(bound)), [("m", v("x"), rng.random() < 0.7)],
        random=[var("x", "real", "0", "2", strict)],
    )  # fmt: skip
    exists = {"rule": "exists", "mean": "m", "of": v("x"), "terms": [[q(bound), None]],
              "uses": None, "low": [_SIGN], "high": [_SIGN]}  # fmt: skip
    steps = [] if law["means"][0]["finite"] else [exists]
    return _sealed(law, *steps, _step(sign, [q(bound), None], [q("-1"), "m"]))


def _counted(rng: random.Random) -> Certificate:
    right = rng.choice((["*", q("2"), v("d")], v("d"), q("2")))
    law = _law(
        (v("m"), "<=", right), [("m", v("x"), True)], vars=[var("d", "int", "1", "4")],
        over=rng.choice(("d", "d", None)),
    )  # fmt: skip
    return _sealed(law, _step("<=", [q("2"), None], [q("-1"), "m"]))


def judge_law_statement(c: Certificate, rng: random.Random) -> Judgement:
    """Whether no law among those that are drawn violates the statement."""
    law = c["law"]
    return judged(law, _LAWS, lambda: _some_law(law, rng), "a law violates it")


def _some_law(law: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """Numbers and means of one law that meets every condition, if one was found."""
    env: dict[str, Any] = {}
    for one in law["vars"]:
        if one["sort"] == "seq":
            raise Unknown("sequences")
        env[one["name"]] = rng.choice(candidates(one))
    count = rng.choice((1, 2, 2, 3)) if law["over"] is None else int(env[law["over"]])
    if count > 6:
        return None
    outcomes = [x for x in (_outcome(law, env, rng) for _ in range(count)) if x is not None]
    if len(outcomes) < count:
        return None
    raw = [Fraction(rng.choice((1, 1, 2, 3, 7))) for _ in outcomes]
    weights = raw if law["over"] is None else [Fraction(1)] * count
    scale = sum(raw) if law["over"] is None else Fraction(1)
    for mean in law["means"]:
        parts = [evaluate(mean["of"], {**env, **x}) for x in outcomes]
        if not all(isinstance(part, Fraction) for part in parts):
            raise Unknown("a mean that is not rational")
        total = sum((w * part for w, part in zip(weights, parts, strict=True)), Fraction(0))
        env[mean["name"]] = total / scale
    met = all(compare(a, op, b, env) is True for a, op, b in law["where"])
    return env if met and not law["all"] else None


def _outcome(law: dict[str, Any], env: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """Values of the random variables that meet what is sure."""
    for _ in range(20):
        here = {x["name"]: rng.choice(candidates(x)) for x in law["random"]}
        said = [one for clause in law["sure"] for one in rng.choice(clause)]
        for left, _, right in _definitions(said):
            if left[1] in here:
                try:
                    here[left[1]] = evaluate(right, {**env, **here})
                except (NoValue, Unknown):
                    break
        try:
            inside = all(is_inside(x, here[x["name"]]) for x in law["random"])
            if inside and all(compare(a, op, b, {**env, **here}) is True for a, op, b in said):
                return here
        except (NoValue, Unknown, AttributeError):
            continue
    return None


def _definitions(said: list[Any]) -> Iterator[Any]:
    return (one for one in said if one[1] == "=" and one[0][0] == "v")
