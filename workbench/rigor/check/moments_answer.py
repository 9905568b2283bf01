"""The answer of a private mechanism to records that know random words, and how often it errs.

    answer  {"name", "words", "count", "of", "parts", "records", "size", "epsilon"}

    words    c_1, ..., c_N, for N the `count`, independent and uniform on 1, ..., q, which is `of`;
             they are divided into `parts` K
    records  n of them, which is the `size`: for each part m, the `records`, that know the words of
             this part alone, and others that know none; so K m <= n
    name     a_1, a_2, ...: the answer of a mechanism to these records that is eps-DP, `epsilon`,
             where one record is replaced; nothing else is known of its law given the words

A mean of the answer is one of a sum over all words of x(b, c_b, a), and of terms that know no word.
That it exists is a hypothesis.  Two steps bound it from below.  To exchange words of one part for
independent copies, which the answer does not know, costs a factor e^(eps m) at most: so

    guess    {"mean", "at", "word", "rate", "gain", "shown"}: where for every answer and every b
                         sum_j exp(-rate x(b, j, a)) <= q exp(-gain),
                         (N gain - K m eps)/rate <= E sum_b x(b, c_b, a)
    mistake  {"mean", "at", "word", "rate", "gain", "shown"}: where for every answer, every b and j
                         0 <= x(b, j, a), and q gain <= sum_j x(b, j, a),
                         N q gain/(1 + (q - 1) e^(eps m)) <= E sum_b x(b, c_b, a)

The first is Jensen's inequality: in a part of s words E exp(s gain - rate sum x) <= e^(eps m), as
the copies are independent of the answer and of each other.  In the second E x(b, j, a) of a word j
that is not c_b, uniform among them, is at most e^(eps m) E x(b, c_b, a).  The rate and the gain are
numbers, rate > 0 (of a mistake it is 1); `shown` holds {"steps", "proof"} for each relation that
`duties_of` lists, with b called `at` and j called `word`.  Records whose parts are drawn from hard
priors instead are those of `moments_prior`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from workbench.rigor.check.cover import Statement
from workbench.rigor.check.moments_families import real
from workbench.rigor.check.moments_prior import (
    Duty,
    HardAnswer,
    counted,
    hard_answer_of,
    hard_duties_of,
    not_negative,
)
from workbench.rigor.check.trees import Malformed, Tree, replace

_KEYS = {"name", "words", "count", "of", "parts", "records", "size", "epsilon"}
_ZERO, _ONE = ["q", "0"], ["q", "1"]


@dataclass(frozen=True)
class PrivateAnswer:
    """What is declared of an answer, and the factor that words of one part cost, as its log."""

    rules: ClassVar[tuple[str, ...]] = ("mistake", "guess")

    name: str
    words: str
    count: Tree
    of: Tree
    parts: Tree
    cost: Tree


def answer_of(told: Any, s: Statement) -> PrivateAnswer | HardAnswer:  # noqa: ANN401 - JSON
    """An answer whose numbers make sense on the domain of a statement."""
    if isinstance(told, Mapping) and "least" in told:
        return hard_answer_of(told, s)
    if not isinstance(told, Mapping) or set(told) != _KEYS or told["name"] == told["words"]:
        raise Malformed(f"an answer has the keys {', '.join(sorted(_KEYS))}, and two names")
    counted(told, ("count", "of", "parts", "records", "size"), s)
    if [["*", told["parts"], told["records"]], "<=", told["size"]] not in s["where"]:
        raise Malformed("a condition says that there is room for the records, K m <= n")
    epsilon = told["epsilon"]
    not_negative(epsilon, s)
    cost = ["*", told["records"], epsilon]
    name, words, count, of, parts = (told[k] for k in ("name", "words", "count", "of", "parts"))
    return PrivateAnswer(name, words, count, of, parts, cost)


def losses(answer: PrivateAnswer, of: Tree, at: str, word: str) -> tuple[Tree, Tree]:
    """x(at, word, a), and the terms that know no word; `at` and `word` are new names."""
    terms = list(of[1:]) if of[0] == "+" else [of]
    known = [one for one in terms if _knows(one, answer.words)]
    if len(known) != 1 or known[0][0] != "sum" or known[0][2:4] != [_ONE, answer.count]:
        raise Malformed("a mean of an answer is one of a sum over all words, and of other terms")
    _, index, _, _, body = known[0]
    if _binds(body, index):
        raise Malformed("an index is there twice")
    own = ["idx", answer.words, ["v", index]]
    each = replace(_with(body, own, ["v", word]), {index: ["v", at]})
    if _knows(each, answer.words):
        raise Malformed("a term of the sum over all words knows its own word alone")
    others = [one for one in terms if one is not known[0]]
    return each, ["+", ["q", "0"], *others]


def duties_of(
    answer: PrivateAnswer | HardAnswer, of: Tree, step: Mapping[str, Any]
) -> tuple[list[Duty], list[Any]]:
    """What a step has to show, and what it then says of a mean."""
    if step["rule"] not in answer.rules:
        raise Malformed(f"such an answer is bounded by {' or '.join(answer.rules)}")
    if isinstance(answer, HardAnswer):
        return hard_duties_of(answer, of, step)
    at, word, gain, rate = (step[key] for key in ("at", "word", "gain", "rate"))
    x, others = losses(answer, of, at, word)
    N, q, cost = answer.count, answer.of, answer.cost
    any_answer = {**real(answer.name), "sort": "seq"}
    place, any_word = ({**real(name), "sort": "int"} for name in (at, word))
    here = [[_ONE, "<=", ["v", at]], [["v", at], "<=", N]]
    every = [*here, [_ONE, "<=", ["v", word]], [["v", word], "<=", q]]
    duties: list[Duty] = [([], [], [_ZERO, "<", rate]),
                          ([any_answer], [], [_ZERO, "<=", others])]  # fmt: skip
    if step["rule"] == "guess":
        kept = ["sum", word, _ONE, q, ["exp", ["neg", ["*", rate, x]]]]
        duties.append(([any_answer, place], here, [kept, "<=", ["*", q, ["exp", ["neg", gain]]]]))
        told = ["+", ["*", N, gain], ["neg", ["*", answer.parts, cost]]]
        return duties, [["/", told, rate], "<=", ["v", step["mean"]]]
    duties.append(([any_answer, place, any_word], every, [_ZERO, "<=", x]))
    total = ["sum", word, _ONE, q, x]
    duties.append(([any_answer, place], here, [["*", q, gain], "<=", total]))
    sure = ["+", _ONE, ["*", ["+", q, ["q", "-1"]], ["exp", cost]]]
    return duties, [["/", ["*", N, q, gain], sure], "<=", ["v", step["mean"]]]


def _knows(tree: Any, name: str) -> bool:  # noqa: ANN401 - a tree
    """Whether a name stands anywhere in a tree."""
    return tree == name or (isinstance(tree, list) and any(_knows(one, name) for one in tree))


def _binds(tree: Any, index: str) -> bool:  # noqa: ANN401 - a tree
    """Whether a sum or a product in a tree has this index."""
    if not isinstance(tree, list):
        return False
    return (tree[:1] in (["sum"], ["prod"]) and tree[1] == index) or any(
        _binds(one, index) for one in tree
    )


def _with(tree: Any, old: Tree, new: Tree) -> Any:  # noqa: ANN401 - a tree
    """The tree with one subtree in the place of another."""
    if tree == old:
        return new
    return [_with(one, old, new) for one in tree] if isinstance(tree, list) else tree
