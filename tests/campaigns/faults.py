"""Faults of the checker: those that it once had, and steps that a rule leaves out.

A campaign has to find each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from flint import fmpz

from workbench.rigor.check.cases import cases_of
from workbench.rigor.check.theorem.privacy import _cost
from workbench.rigor.check.theorem.proof import _induction
from workbench.rigor.check.theorem.rules import RULES, gram, moment
from workbench.rigor.check.theorem.terms import put

Patch = tuple[str, Any]


def root_of_zero(value: int, order: int) -> tuple[int, int]:
    """The root of 0 is 1, because the empty product of prime factors is."""
    outside, inside = 1, 1
    for prime, power in fmpz(value).factor_smooth() if value > 1 else ():
        outside *= int(prime) ** (int(power) // order)
        inside *= int(prime) ** (int(power) % order)
    return outside, inside


def counted_where_declared(counter: dict[str, Any], start: int) -> dict[str, Any]:
    """The step is checked on the declared domain only, though it is used from `start` on."""
    if counter["name"] == "n~":
        return {**counter, "low": "0", "low_open": False, "high": None, "high_open": False}
    return counter


def domain_believed(s: dict[str, Any], rules: list[Any], base: list[Any]) -> dict[str, Any]:
    """A defined sequence has the domain that it was declared with, whatever defines it."""
    return s


def always(*_: Any) -> bool:
    """Whatever is asked is so: every region has an inside, every gap is homogeneous."""
    return True


def positive(*_: Any, **__: Any) -> int:
    """Every sign is that one."""
    return 1


def never(*_: Any) -> bool:
    """Nothing is so."""
    return False


def index_believed(terms: Any, tree: Any, low: int) -> Any:
    """An index is an integer in range, whatever it is."""
    return terms.scalar(tree)


def nothing(*_: Any) -> list[Any]:
    """No obligation is open."""
    return []


def above_twice(s: dict[str, Any], tree: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both cases are those where the expression is not negative."""
    above, _ = cases_of(s, tree)
    return above, above


def with_rule(name: str, rule: Callable[..., Any]) -> Patch:
    """The rules of proofs with another one of this name."""
    return "workbench.rigor.check.theorem.proof.RULES", {**RULES, name: rule}


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


def induction_without_base(scope: Any, step: Any, *rest: Any) -> Any:
    """The base is the statement at the first index, whatever fact is named."""
    left, op, right = step["conclusion"]
    at = {step["index"]: ["q", str(step["first"])]}
    facts = scope.facts
    scope.facts = list(facts)
    scope.facts[step["base"]] = [put(left, at), op, put(right, at)]
    try:
        return _induction(scope, step, *rest)
    finally:
        scope.facts = facts


def amplified_twice(release: Any, s: Any, scope: Any) -> Any:
    """Sampling counts with the square of its rate."""
    cost = _cost(release, s, scope)
    rate, grown = cost[1][2][1:]
    return ["ln", ["+", ["q", "1"], ["*", rate, rate, grown]]]


def sensitivity_believed(release: Any, s: Any, scope: Any) -> Any:
    """What a release states of its sensitivity is taken for the truth."""
    return _cost(release, {**s, "bound": ["q", "0"]}, scope)


def one_round(release: Any, s: Any, scope: Any) -> Any:
    """All rounds together cost what one does."""
    scope.terms.index(s["rounds"], 1)
    return ["/", _cost(release, s, scope), s["rounds"]]


# fault: (kind that shows it, what is replaced)
FAULTS: dict[str, tuple[str, Patch]] = {
    "the root of zero is one": ("identity", ("workbench.rigor.check.normal.extract", root_of_zero)),
    "an induction starts before its domain": (
        "induction", ("workbench.rigor.check.induction.counted_from", counted_where_declared)),
    "the domain of a defined sequence is believed": (
        "induction", ("workbench.rigor.check.definitions.settled", domain_believed)),
    "logarithms do not count where powers are tied": (
        "rate-comparison", ("workbench.rates.check.comparison._has_inside", always)),
    "every gap is homogeneous": (
        "symmetry", ("workbench.rigor.check.symmetry._has_symmetry", always)),
    "a middle need not have a value": ("between", ("workbench.rigor.check.between.unmet", nothing)),
    "what is negative is never looked at": (
        "cases", ("workbench.rigor.check.cases.cases_of", above_twice)),
    "what is raised need not be a side": (
        "powers", ("workbench.rigor.check.powers.is_zero", always)),
    "a term of an expansion is taken for 0": (
        "taylor", ("workbench.rigor.check.expansion.is_zero", always)),
    "what rises and falls need not have a value": (
        "variation", ("workbench.rigor.check.variation._has_value", always)),
    "what rises ends above 0": (
        "variation", ("workbench.rigor.check.variation.sign_at_end", positive)),
    "a draw is centred against what is drawn later": (
        "theorem", ("workbench.rigor.check.theorem.vectors.Vectors.known_before", always)),
    "every draw is centred": ("theorem", with_rule("centred", centred_whatever_it_is)),
    "squares have any multiple": ("theorem", with_rule("gram", gram_without_signs)),
    "half a second moment": ("theorem", with_rule("moment", half_a_moment)),
    "a lemma without its hypotheses": (
        "theorem", ("workbench.rigor.check.theorem.instance._meets", always)),
    "a lemma about another draw": (
        "theorem", ("workbench.rigor.check.theorem.instance._same_law", nothing)),
    "an induction without a base": (
        "theorem", ("workbench.rigor.check.theorem.proof._induction", induction_without_base)),
    "an index out of range": (
        "theorem", ("workbench.rigor.check.theorem.numbers.Numbers.index", index_believed)),
    "nothing is random": (
        "theorem", ("workbench.rigor.check.theorem.vectors.Vectors.is_random", never)),
    "sampling counts twice": (
        "private", ("workbench.rigor.check.theorem.privacy._cost", amplified_twice)),
    "a sensitivity is believed": (
        "private", ("workbench.rigor.check.theorem.privacy._cost", sensitivity_believed)),
    "all rounds cost what one does": (
        "private", ("workbench.rigor.check.theorem.privacy._cost", one_round)),
    "every matrix is semidefinite": (
        "worst-case", ("workbench.rigor.check.worst_case.is_semidefinite", always)),
}  # fmt: skip
