"""Faults of the rules for theorems and for privacy: steps that a rule leaves out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from workbench.rigor.check.numbers import put
from workbench.rigor.check.private import laws
from workbench.rigor.check.private.judgement import _bounded
from workbench.rigor.check.private.laws import PrivacyCost
from workbench.rigor.check.private.program import Round
from workbench.rigor.check.theorem.instance import _fits_fixed
from workbench.rigor.check.theorem.proof import RULES, induction
from workbench.rigor.check.theorem.rules import gram, moment

Patch = tuple[str, Any]
THEOREM = "workbench.rigor.check.theorem"
PRIVATE = "workbench.rigor.check.private"


def always(*_: Any, **__: Any) -> bool:
    """Whatever is asked is so."""
    return True


def never(*_: Any) -> bool:
    """Nothing is so."""
    return False


def nothing(*_: Any, **__: Any) -> list[Any]:
    """Nothing is wrong."""
    return []


def index_believed(terms: Any, tree: Any, low: int) -> Any:
    """An index is an integer in range, whatever it is."""
    return terms.scalar(tree)


def with_rule(name: str, rule: Callable[..., Any]) -> Patch:
    """The rules of proofs with another one of this name."""
    return f"{THEOREM}.proof.RULES", {**RULES, name: rule}


def centred_whatever_it_is(scope: Any, step: Any) -> Any:
    """A draw has mean 0 against what comes before it, centred or not."""
    return [["E", ["dot", step["draw"], step["against"]]], "=", ["q", "0"]]


def gram_without_signs(scope: Any, step: Any) -> Any:
    """Squares are added with any multiple."""
    free = [multiple for multiple, _ in step.get("squares", [])]
    known = scope.terms.nonnegative
    with patch.object(scope.terms, "nonnegative", lambda tree: tree in free or known(tree)):
        return gram(scope, step)


def half_a_moment(scope: Any, step: Any) -> Any:
    """The second moment of Laplace noise without its factor 2."""
    left, op, right = moment(scope, step)
    return [left, op, ["*", ["q", "1/2"], right]]


def outcome_by_outcome(scope: Any, symbol: Any, values: Any, *, chance: bool) -> None:
    """A lemma is used at random vectors as if it spoke of no chance."""
    _fits_fixed(scope, symbol, values, chance=False)


def induction_without_base(scope: Any, step: Any) -> Any:
    """The base is the statement at the first index, whatever fact is named."""
    left, op, right = step["conclusion"]
    at = {step["index"]: ["q", str(step["first"])]}
    facts = scope.facts
    scope.facts = list(facts)
    scope.facts[step["base"]] = [put(left, at), op, put(right, at)]
    try:
        return induction(scope, step)
    finally:
        scope.facts = facts


def amplified_twice(loss: PrivacyCost, batch: Any, records: Any) -> PrivacyCost:
    """Sampling counts with the square of its rate."""
    grown = ["+", ["exp", loss.pure], ["q", "-1"]]
    rate = ["/", batch, records]
    return laws.from_pure(["ln", ["+", ["q", "1"], ["*", rate, rate, grown]]])


def sensitivity_believed(_: Any, bound: Any, *__: Any) -> str:
    """What a release states of its sensitivity is taken for the truth."""
    return str(bound[1])


def one_round(_: Any, each: Any, __: Any) -> Any:
    """All rounds together cost what one does."""
    return each


def a_share_of_a_mixture(one: Any, release: Any, *rest: Any) -> Any:
    """A draw from one of the rounds so far costs half, as if the record were in half of them."""
    cost = _cost(one, release, *rest)
    if not release["query"] or release["query"][0] != "earlier":
        return cost
    return replace(cost, loss=cost.loss.times(["q", "1/2"]))


def without_normaliser(law: Any, norm: Any, *rest: Any) -> PrivacyCost:
    """The normaliser of exponential weights is taken to stay where it is."""
    return laws.loss(law, "range" if norm == "inf" else norm, *rest)


def half_concentrated(loss: Any) -> PrivacyCost:
    """A pure loss is taken for that of normal noise of the same variance."""
    return PrivacyCost(loss, ["/", ["^", loss, 2], ["q", "4"]])


def without_the_order(said: Any, above: Any, *rest: Any) -> Any:
    """A conversion costs nothing beside its order."""
    left, right = _bounded(said, above, *rest)
    return (left if above is None else left[1]), right


def any_turns(*_: Any) -> int:
    """Turns may be any numbers."""
    return 0


def sizes_as_distances(_: Any, bound: Any) -> tuple[str, Any]:
    """Two values of a size are taken to be no further apart."""
    return str(bound[1]), bound[2]


_cost = Round._cost
# fault: (kind that shows it, what is replaced)
FAULTS: dict[str, tuple[str, Patch]] = {
    "a draw is centred against what is drawn later": (
        "theorem", (f"{THEOREM}.vectors.Vectors.known_before", always)),
    "every draw is centred": ("theorem", with_rule("centred", centred_whatever_it_is)),
    "squares have any multiple": ("theorem", with_rule("gram", gram_without_signs)),
    "half a second moment": ("theorem", with_rule("moment", half_a_moment)),
    "a lemma without its hypotheses": (
        "theorem", (f"{THEOREM}.instance._meets", always)),
    "a lemma about another draw": (
        "theorem", (f"{THEOREM}.instance._alike", always)),
    "a lemma with a mean at a random vector": (
        "theorem", (f"{THEOREM}.instance._fits_fixed", outcome_by_outcome)),
    "an induction without a base": (
        "theorem", with_rule("induction", induction_without_base)),
    "an index out of range": (
        "theorem", ("workbench.rigor.check.numbers.Numbers.index", index_believed)),
    "nothing is random": (
        "theorem", (f"{THEOREM}.vectors.Vectors.is_random", never)),
    "sampling counts twice": (
        "private", (f"{PRIVATE}.laws.PrivacyCost.amplified", amplified_twice)),
    "a sensitivity is believed": (
        "private", (f"{PRIVATE}.program.Round._moves", sensitivity_believed)),
    "all rounds cost what one does": (
        "private", (f"{PRIVATE}.judgement._over_rounds", one_round)),
    "batches of one sum overlap": (
        "private", (f"{PRIVATE}.judgement._fit", nothing)),
    "a mixture costs a share": (
        "private", (f"{PRIVATE}.program.Round._cost", a_share_of_a_mixture)),
    "exponential weights without their normaliser": (
        "private", (f"{PRIVATE}.program.loss", without_normaliser)),
    "Laplace noise as normal noise": (
        "private", (f"{PRIVATE}.laws.from_pure", half_concentrated)),
    "turns that are halves": (
        "private", (f"{PRIVATE}.program.Round._first_bit", any_turns)),
    "values as far apart as they are long": (
        "private", (f"{PRIVATE}.program.Round._apart", sizes_as_distances)),
    "a conversion for nothing": (
        "private", (f"{PRIVATE}.judgement._bounded", without_the_order)),
}  # fmt: skip
