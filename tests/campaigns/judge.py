"""The judge: whether what a checker accepted is true, by evaluation alone.

Invariants for statements:  no accepted statement has a variable without a value;  none is false at
a point of its domain (and where `discharge` says that all duties are met, both sides have a value
at every point);  and never are a proof and a counterexample accepted for one statement.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.campaigns.domain import Entries, candidates, is_inside, points
from tests.campaigns.evaluate import NoValue, Unknown, compare, evaluate
from workbench.rigor.check import check_certificate, discharge

Certificate = dict[str, Any]


@dataclass
class Judgement:
    """What became of one accepted certificate."""

    true: int = 0  # points at which the statement holds for certain
    unknown: int = 0  # points at which nothing is decided
    violation: str = ""
    point: dict[str, Any] | None = None


class Violated(Exception):
    """What an accepted statement says does not hold, with the values at which it does not."""

    def __init__(self, what: str, values: Mapping[str, Any]) -> None:
        super().__init__(what)
        self.values = values


def judged(
    told: Mapping[str, Any], tries: int, draw: Callable[[], Mapping[str, Any] | None], what: str
) -> Judgement:
    """Compare the sides of a statement at the values of worlds; `draw` may find none, or raise."""
    found = Judgement()
    for _ in range(tries):
        try:
            values = draw()
            if values is None:
                continue
            answer = compare(told["left"], told["op"], told["right"], values)
            if answer is False:
                raise Violated(what, values)
        except NoValue as why:
            found.violation = f"without a value: {why}"
            return found
        except Violated as why:
            found.violation = str(why)
            found.point = {k: str(x) for k, x in why.values.items() if not callable(x)}
            return found
        except Unknown:
            found.unknown += 1
            continue
        found.true += answer is True
        found.unknown += answer is None
    return found


def judge_statement(
    c: Certificate, rng: random.Random, *, count: int = 12, both: bool = True
) -> Judgement:
    """Evaluate an accepted statement at points of its domain; `both` offers refutations, too."""
    s, found = c["statement"], Judgement()
    definitions = {k: c[k] for k in ("rules", "base") if c.get(k)}
    total = all(duty["discharged"] for duty in discharge({**s, **definitions}))
    finite = c["kind"] == "enumeration"  # it computes both sides at every point
    if finite:
        count = 60
        definitions |= {"last": c["last"]} if definitions.get("rules") else {}

    def violation(what: str) -> Judgement:
        found.violation, found.point = what, as_point(env)
        return found

    for v in s["vars"]:
        if not candidates(v):
            return Judgement(violation=f"about nothing: {v['name']} has no value")
    for env in points(s, rng, count, definitions):
        try:
            if total and not all(_is_met(duty, env) for duty in s.get("requires", [])):
                return violation("a duty is called met and is not")
        except Unknown:
            pass
        try:
            answer = compare(s["left"], s["op"], s["right"], env)
        except NoValue as why:
            if total or finite:
                return violation(f"all duties are met, and a side has no value: {why}")
            continue
        if answer is False:
            return violation("false at a point of its domain")
        found.true += answer is True
        found.unknown += answer is None
        if both and not definitions and found.true + found.unknown <= 3:
            point = as_point(env)
            if None not in point.values() and refuted(s, point):
                return violation("proved, and refuted at a point")
    if found.true and both and not definitions:
        kinds = [proof["kind"] for proof in _PROOFS if negation_shown(s, proof)]
        if kinds:
            found.violation = f"proved, and so is its negation, by {kinds[0]}"
    return found


_PROOFS: tuple[Certificate, ...] = (
    {"kind": "sign"},
    {"kind": "boxes", "tree": "n"},
    {"kind": "chain"},
    {"kind": "enumeration"},
    {"kind": "between", "middle": ["q", "0"], "left": {"kind": "sign"}, "right": {"kind": "sign"}},
)


def negation_shown(s: dict[str, Any], proof: Certificate) -> bool:
    """Whether a proof is accepted of the negation, which is false at some point of the domain."""
    if s["op"] == "=":
        return False
    op = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}[s["op"]]
    return check_certificate({**proof, "statement": {**s, "op": op, "requires": []}}).accepted


def _is_met(duty: Mapping[str, Any], env: Mapping[str, Any]) -> bool:
    """Whether an obligation that a statement lists holds at the point; raises Unknown."""
    if duty["bound"]:  # a range without ends is a duty of its own
        (index, low, high), *rest = duty["bound"]
        try:
            ends = [evaluate(end, env) for end in (low, high)]
        except NoValue as why:
            raise Unknown("a range") from why
        if not all(isinstance(e, Fraction) and e.denominator == 1 for e in ends):
            raise Unknown("a range")
        inner = {**duty, "bound": rest}
        return all(
            _is_met(inner, {**env, index: Fraction(k)})
            for k in range(int(ends[0]), min(int(ends[1]), int(ends[0]) + 200) + 1)
        )
    tree, zero = duty["tree"], ["q", "0"]
    try:
        match duty["kind"]:
            case "integer":
                value = evaluate(tree, env)
                return isinstance(value, Fraction) and value.denominator == 1
            case "power":
                zero_base = compare(tree[1], "=", zero, env)
                known = True if zero_base is False else compare(zero, "<=", tree[2], env)
            case "nonzero":
                known = compare(tree, "=", zero, env)
                known = None if known is None else not known
            case "positive":
                known = compare(zero, "<", tree, env)
            case _:
                known = compare(zero, "<=", tree, env)
    except NoValue as why:  # then it is another duty, of the duty's own tree, that is not met
        raise Unknown("a duty about an expression without a value") from why
    if known is None:
        raise Unknown("a duty")
    return known


def refuted(s: dict[str, Any], point: dict[str, Any]) -> bool:
    """Whether a counterexample at the point is accepted."""
    return check_certificate({"kind": "counterexample", "statement": s, "point": point}).accepted


def as_point(env: Mapping[str, Any]) -> dict[str, Any]:
    """The point as a counterexample states it; None for a value that is no fraction."""
    found: dict[str, Any] = {}
    for name, value in env.items():
        if isinstance(value, Entries):
            found[name] = {str(k): str(x) for k, x in value.drawn.items()}
        else:
            try:
                value = value() if callable(value) else value
            except (NoValue, Unknown):
                value = None
            found[name] = str(value) if isinstance(value, Fraction) else None
    return found


def judge_counterexample(c: Certificate) -> Judgement:
    """An accepted refutation: the point is in the domain and the statement is false there."""
    s, point, found = c["statement"], c["point"], Judgement()
    env: dict[str, Any] = {}
    for v in s["vars"]:
        value = point[v["name"]]
        if v["sort"] == "seq":
            given = value.items() if isinstance(value, dict) else enumerate(value, start=1)
            entries = Entries(v, random.Random(0), ())
            entries.drawn = {int(k): Fraction(x) for k, x in given}
            env[v["name"]] = entries
        else:
            env[v["name"]] = Fraction(value)
            if not is_inside(v, env[v["name"]]):
                return Judgement(violation="refuted at a point off the domain", point=point)
    try:
        met = [compare(a, op, b, env) for a, op, b in s["where"]]
        answer = compare(s["left"], s["op"], s["right"], env)
    except NoValue as why:
        return Judgement(violation=f"refuted at a point without a value: {why}", point=point)
    if False in met or answer is True:
        return Judgement(violation="refuted at a point where it holds", point=point)
    if answer is None or None in met:
        found.unknown += 1
    else:
        found.true += 1
    return found
