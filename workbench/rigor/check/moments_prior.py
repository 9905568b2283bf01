"""The answer of a private mechanism to records whose parts are drawn from hard priors.

    answer  {"name", "words", "parts", "length", "sizes", "size", "least", "epsilon", "delta"}

    parts    K of them, k = 1, ..., K; each has a prior of its own, a law of m_k points of R^t, for
             t the `length` and m_1, m_2, ... the sequence `sizes`
    records  n of them, which is the `size`: for each part its m_k points, drawn from its prior and
             independent of all other parts, as entries (k - 1) t + 1, ..., k t of a record that is
             0 elsewhere; and others that are 0; so m_1 + ... + m_K <= n
    words    w_1, w_2, ...: w_{(k - 1) t + i} is entry i of the mean of the m_k points of part k
    least    B_1, B_2, ...: every (eps, delta)-DP estimator of the mean of the m_k points, where one
             of them is replaced, errs in the mean square by at least B_k; this is the hypothesis
             that the prior of part k is hard, and that there are such priors is one too
    name     a_1, a_2, ...: the answer of a mechanism to the n records that is (eps, delta)-DP, with
             the same `epsilon` and `delta`, where one record is replaced; nothing else is known

The m_k, B_k and all other numbers are fixed: they know neither the points nor the answer.  A mean
of the answer is any x(a, w); that it exists is a hypothesis.  It is bounded from below by

    prior    {"mean", "at", "word", "rate", "gain", "shown"}: where for every answer and all means
                 sum_k sum_i (a_{(k - 1) t + i} - (m_k/n) w_{(k - 1) t + i})^2 <= x(a, w),
                 sum_k (m_k/n)^2 B_k <= E x(a, w)

For, n/m_k times block k of the answer is an estimate of the mean of m_k points that are placed in
block k, beside points of the other parts that the estimator draws itself.  For each draw of those
it is (eps, delta)-DP, as neighbours stay neighbours among the n records; so it is on average over
them, and what is computed from the answer alone is as private.  With points from the prior it has
the law of the mechanism at these records, as the parts are independent: it errs by at least B_k,
and block k of the answer by (m_k/n)^2 of that.  A part with m_k = 0 adds nothing to the bound.

`at` and `word` are the indices k and i, the rate is 1 and the gain is 0; `shown` holds {"steps",
"proof"} of the relation.  Where records are of a class, neighbours are of this class: that points
of R^t with zeros beside them are of it, such as sparse ones, is for the statement to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from workbench.rigor.check.atom_signs import NONNEGATIVE
from workbench.rigor.check.cover import Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.moments_families import real
from workbench.rigor.check.signs import reader_of
from workbench.rigor.check.trees import Malformed, Tree, least, rational, read_tree

_KEYS = {"name", "words", "parts", "length", "sizes", "size", "least", "epsilon", "delta"}
_ZERO, _ONE = ["q", "0"], ["q", "1"]
Duty = tuple[list[Any], list[Any], list[Any]]  # for all these numbers, where this holds: a relation


@dataclass(frozen=True)
class HardAnswer:
    """What is declared of an answer to parts with hard priors."""

    rules: ClassVar[tuple[str, ...]] = ("prior",)

    name: str
    words: str
    parts: Tree
    length: Tree
    sizes: str
    size: Tree
    least: str


def hard_answer_of(told: Mapping[str, Any], s: Statement) -> HardAnswer:
    """An answer whose numbers make sense on the domain of a statement."""
    if set(told) != _KEYS or told["name"] == told["words"]:
        raise Malformed(f"an answer to hard priors has the keys {', '.join(sorted(_KEYS))}")
    counted(told, ("parts", "length", "size"), s)
    seqs = {v["name"]: v for v in s["vars"] if v["sort"] == "seq"}
    sizes = told["sizes"]
    if sizes not in seqs or told["least"] not in seqs or sizes == told["least"]:
        raise Malformed("the sizes and the least errors of the parts are two sequences")
    if seqs[sizes]["low"] is None or rational(seqs[sizes]["low"]) < 0:
        raise Malformed("the sizes of the parts are not negative")
    if not any(
        isinstance(one[0], list) and one[0][:1] == ["sum"] and one[1] == "<="
        and one[0][2:] == [_ONE, told["parts"], ["idx", sizes, ["v", one[0][1]]]]
        and one[2] == told["size"] for one in s["where"]
    ):  # fmt: skip
        raise Malformed("a condition says that there is room for the parts, sum_k m_k <= n")
    for budget in ("epsilon", "delta"):
        not_negative(told[budget], s)
    return HardAnswer(**{key: told[key] for key in _KEYS - {"epsilon", "delta"}})


def hard_duties_of(
    answer: HardAnswer, of: Tree, step: Mapping[str, Any]
) -> tuple[list[Duty], list[Any]]:
    """What a step has to show, and what it then says of a mean."""
    if step["rate"] != _ONE or step["gain"] != _ZERO:
        raise Malformed("of hard priors the rate is 1 and the gain is 0")
    k, i = step["at"], step["word"]
    place = ["+", ["*", ["+", ["v", k], ["q", "-1"]], answer.length], ["v", i]]
    share = ["/", ["idx", answer.sizes, ["v", k]], answer.size]
    off = ["+", ["idx", answer.name, place], ["neg", ["*", share, ["idx", answer.words, place]]]]
    errors = ["sum", k, _ONE, answer.parts, ["sum", i, _ONE, answer.length, ["^", off, 2]]]
    drawn = [{**real(name), "sort": "seq"} for name in (answer.name, answer.words)]
    each = ["*", ["^", share, 2], ["idx", answer.least, ["v", k]]]
    said = [["sum", k, _ONE, answer.parts, each], "<=", ["v", step["mean"]]]
    return [(drawn, [], [errors, "<=", of])], said


def counted(told: Mapping[str, Any], keys: tuple[str, ...], s: Statement) -> None:
    """Refuse what is no integer variable that is at least 1, and no such number."""
    ints = {v["name"]: v for v in s["vars"] if v["sort"] == "int" and v["low"] is not None}
    for key in keys:
        one = told[key]
        whole = one[0] == "q" and Fraction(one[1]).denominator == 1 and Fraction(one[1]) >= 1
        if not whole and (one[0] != "v" or one[1] not in ints or least(ints[one[1]]) < 1):
            raise Malformed(f"the {key} of an answer is an integer variable >= 1, or such a number")


def not_negative(budget: Tree, s: Statement) -> None:
    """Refuse a budget of privacy that is not visibly non-negative."""
    read_tree(budget, {v["name"]: v["sort"] for v in s["vars"]})
    if unmet(s, [budget]) or not reader_of(s)(budget) <= NONNEGATIVE:
        raise Malformed("the budget of a private answer is visibly non-negative")
