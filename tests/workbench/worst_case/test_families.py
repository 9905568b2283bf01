"""Rates of textbook methods for all steps and parameters; slightly better ones are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction as Q
from functools import cache

import pytest
import sympy as sp

from tests.workbench.worst_case import methods
from workbench.errors import ParameterError
from workbench.rigor.check import check_certificate, conclusions
from workbench.symbolic import declare
from workbench.worst_case import PerformanceProblem, textbook, worst_case
from workbench.worst_case.families import MethodFamily
from workbench.worst_case.family_prover import FamilyProof, prove_family
from workbench.worst_case.noisy import NOISY
from workbench.worst_case.textbook import TEXTBOOK

EVERY = {**TEXTBOOK, **NOISY}
USUAL = ("gradient_descent", "contraction", "noisy_heavy_ball")
NAMES = [pytest.param(x, marks=() if x in USUAL else pytest.mark.thorough) for x in EVERY]


@cache
def proof_of(name: str, better: Q = Q(1)) -> FamilyProof:
    return prove_family(EVERY[name](better=sp.Rational(better.numerator, better.denominator)))


@pytest.mark.parametrize("name", NAMES)
def test_the_rate_is_a_theorem_with_a_proof_as_data(name: str) -> None:
    found = proof_of(name)
    assert found.certificate is not None, found.reason
    again = json.loads(json.dumps(found.certificate))
    assert check_certificate(again).accepted
    [shown] = conclusions(again)
    assert shown["says"] == "worst-case-family"
    assert "potential" not in json.dumps(shown)


@pytest.mark.parametrize("name", NAMES)
def test_a_rate_that_is_slightly_too_good_has_no_proof(name: str) -> None:
    found = proof_of(name, Q(999, 1000))
    assert found.certificate is None
    assert found.reason


@pytest.mark.parametrize("name", NAMES)
def test_a_certificate_does_not_show_a_better_rate(name: str) -> None:
    made = proof_of(name).certificate
    assert made is not None
    key = "rate" if made["family"]["factor"] == ["q", "1"] else "factor"
    smaller = ["*", ["q", "99/100"], made["family"][key]]
    if name in ("frank_wolfe", "noisy_nesterov"):  # their bound stands in the measure
        measure = [[w if len(names) else ["*", ["q", "99/100"], w], *names]
                   for w, *names in made["family"]["measure"]]  # fmt: skip
        changed = {**made["family"], "measure": measure}
    else:
        changed = {**made["family"], key: smaller}
    assert not check_certificate({**made, "family": changed}).accepted


TIGHT: dict[str, tuple[Callable[[int], PerformanceProblem], Callable[[int], Q]]] = {
    "gradient_descent": (methods.gradient_descent, lambda n: Q(1, 4 * n + 2)),
    "proximal_point": (lambda n: methods.proximal_point(n, Q(2)), lambda n: Q(1, 8 * n)),
    "subgradient": (lambda n: methods.subgradient(n**2 - 1, Q(1, n)), lambda n: Q(1, n)),
    "nesterov": (methods.nesterov, lambda n: Q(2, (n + 1) ** 2)),
    "frank_wolfe": (methods.frank_wolfe, lambda n: Q(2, n + 2)),
}


@pytest.mark.parametrize("name", TIGHT)
@pytest.mark.parametrize("n", [1, 2])
def test_the_formula_is_above_the_worst_case_that_is_found_number_by_number(
    name: str, n: int
) -> None:
    build, rate = TIGHT[name]
    answer = worst_case(build(n))
    assert answer.lower is not None, answer.reason
    assert answer.lower <= rate(n)
    if name in ("gradient_descent", "proximal_point", "subgradient"):
        assert float(answer.upper) == pytest.approx(float(rate(n)), rel=1e-6)


def test_a_potential_that_is_wrong_by_little_leaves_the_family_without_a_proof() -> None:
    made = textbook.heavy_ball()
    changed = MethodFamily(**{**_arguments(made), "potential": lambda s: made.potential(s) * 2})
    assert prove_family(changed).certificate is None


def test_a_method_that_does_not_converge_has_no_proof() -> None:
    k, L = declare("integer k >= 0, L > 0")
    made = textbook.gradient_descent()
    known = _arguments(made)
    h = sp.Rational(21, 10) / L
    known |= {
        "symbols": (k, L), "index": k, "where": (), "rate": 1,
        "oracles": {"f": ("smooth-convex", {"L": L})},
        "step": lambda p, f, s: _moved(f, s.x - s.g * h),
        "potential": known["initial"], "measure": known["initial"],
    }  # fmt: skip
    found = prove_family(MethodFamily(**known))
    assert found.certificate is None
    assert "is the bound true" in found.reason


def test_a_state_that_the_start_does_not_give_is_named() -> None:
    known = _arguments(textbook.gradient_descent())
    with pytest.raises(ParameterError, match="is missing from the state"):
        MethodFamily(**{**known, "vectors": "x best g more"}).statement()
    with pytest.raises(ParameterError, match="is not in the state"):
        MethodFamily(**{**known, "calls": [("f", "y", "g", "value")]}).statement()


def _moved(f: object, x: object) -> dict[str, object]:
    g, value = f.call(x)  # type: ignore[attr-defined]
    return {"x": x, "g": g, "value": value}


def _arguments(made: MethodFamily) -> dict[str, object]:
    return {name: getattr(made, name) for name in MethodFamily.__dataclass_fields__}
