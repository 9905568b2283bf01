"""What certificates of rates show: the answer, and not the way to it."""

from __future__ import annotations

import copy
import json
from itertools import combinations

from tests.workbench.rates.test_check import CERTIFICATES
from workbench.rates import best_rate
from workbench.rates.check import accepts, conclusions, digest


def test_conclusions_differ_where_the_answers_do() -> None:
    shown = {name: conclusions(c) for name, c in CERTIFICATES.items()}
    json.dumps(list(shown.values()))
    for one, other in combinations(CERTIFICATES, 2):
        same = CERTIFICATES[one]["problem"] == CERTIFICATES[other]["problem"]
        assert same or shown[one] != shown[other], (one, other)


def test_the_means_are_left_out() -> None:
    """Scaled multipliers of the same certificate: nothing else is shown."""
    made = CERTIFICATES["unbounded"]
    doubled = copy.deepcopy(made)
    for key in doubled["direction"]:
        doubled["direction"][key] += "0"  # "-1" becomes "-10"
    doubled["changes"] = [c if c == "0" else c + "0" for c in doubled["changes"]]
    doubled["digest"] = digest(doubled)
    assert accepts(made)
    assert accepts(doubled)
    assert conclusions(made) == conclusions(doubled)


def test_the_order_of_terms_and_regimes_does_not_matter() -> None:
    made = best_rate(["1/T + T/n", "n**(-3)"], free=["T"]).certificate()
    turned = copy.deepcopy(made)
    turned["sum"].reverse()
    turned["dominated"] = []
    assert accepts(made)
    assert conclusions(made) == conclusions(turned)


def test_another_answer_is_another_conclusion() -> None:
    for name, path in (("better", ("verdict",)), ("incomparable", ("verdict",))):
        made = copy.deepcopy(CERTIFICATES[name])
        made[path[0]] = "equal"
        assert conclusions(made) != conclusions(CERTIFICATES[name])
    made = copy.deepcopy(CERTIFICATES["coefficients"])
    made["sum"][0]["floors"][0]["coefficient"] = [[2, "1"]]
    assert conclusions(made) != conclusions(CERTIFICATES["coefficients"])
