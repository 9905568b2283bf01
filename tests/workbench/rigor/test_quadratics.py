"""A gap that is quadratic in a tail is split into two bounds of that tail."""

from __future__ import annotations

import copy

from workbench.claims import Grade
from workbench.rigor import Budget, certify
from workbench.rigor.check.kinds import prove
from workbench.symbolic.text import parse

_HAZARD = "exp(-x^2) <= pi*erfc(x/sqrt(2))^2/2 + {}*x*erfc(x/sqrt(2))*exp(-x^2/2)*sqrt(pi/2)"


def test_a_quadratic_in_a_tail_is_a_product_that_the_checker_multiplies_out() -> None:
    relation = parse(_HAZARD.format(1))
    outcome = certify(relation, Budget(seconds=15))
    assert outcome.grade is Grade.CERTIFIED
    assert outcome.certificate is not None
    right = {k: outcome.certificate[k] for k in ("kind", "factors")}
    assert prove(relation.tree, right).accepted
    wrong = copy.deepcopy(right)
    wrong["factors"][-1]["tree"] = ["*", ["q", "2"], wrong["factors"][-1]["tree"]]
    assert not prove(relation.tree, wrong).accepted


def test_the_same_with_a_constant_too_good_is_refuted() -> None:
    assert certify(parse(_HAZARD.format("9/10")), Budget(seconds=15)).decision == "fails"
