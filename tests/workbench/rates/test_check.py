"""The checker of rates: accepts what the engine finds, rejects what was changed in any number."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest

from tests.workbench.rates.papers import BOUNDS
from workbench.rates import best_rate, compare
from workbench.rates.check import accepts, digest, fault

CERTIFICATES: dict[str, dict[str, Any]] = {
    **{name: best_rate(**bound).certificate() for name, bound in BOUNDS.items()},
    "split": best_rate(
        **{**BOUNDS["saddle 4.2a"], "region": ["1/n", "1/ell", "ell**(7/4)/P"]}
    ).certificate(),
    "coefficients": best_rate(
        ["5*ell/(2*tau*T)", "3*tau"], ["T/n + tau/7"], free=["tau", "T"]
    ).certificate(),
    "unbounded": best_rate(["1/T", "1/(T*K)"], ["K/n"], free=["T", "K"]).certificate(),
    "infeasible": best_rate("1/T", ["T/n", "7/T"], free=["T"], region=["2*n"]).certificate(),
    "better": compare("sqrt(d)/n", "d/n + sqrt(1/n)", ["1/d"]).certificate(),
    "incomparable": compare("1/P + lg/n", "1/sqrt(n)", ["1/n"], logs=["lg"]).certificate(),
}


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a certificate holds numbers: exact ones are text, primes are integers."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            yield from numbers(inner, (*path, key))
        elif isinstance(inner, int) and not isinstance(inner, bool):
            yield (*path, key)
        elif isinstance(inner, str):
            try:
                Fraction(inner)
            except ValueError:
                continue
            if key != "digest":
                yield (*path, key)


@contextmanager
def changed(certificate: Any, path: tuple[Any, ...], value: Any) -> Iterator[Any]:
    """The certificate with one value replaced, for as long as the context lasts."""
    place = certificate
    for key in path[:-1]:
        place = place[key]
    kept, place[path[-1]] = place[path[-1]], value
    yield certificate
    place[path[-1]] = kept


def at(certificate: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        certificate = certificate[key]
    return certificate


def bumped(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else str(Fraction(value) + Fraction(1, 7))


LARGE = ("saddle 4.2a", "saddle 4.2b", "split")  # hundreds of numbers, some seconds each


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow if n in LARGE else ()) for n in CERTIFICATES]
)
def test_a_certificate_survives_json_and_no_damage(name: str) -> None:
    """Every number in turn is changed, by addition and to zero; each change is noticed."""
    certificate = json.loads(json.dumps(CERTIFICATES[name]))
    assert fault(certificate) == ""
    places = list(numbers(certificate))
    assert len(places) >= 10
    for path in places:
        old = at(certificate, path)
        for new in {bumped(old), 0 if isinstance(old, int) else "0"} - {old}:
            with changed(certificate, path, new):
                assert not accepts(certificate), path
                if path[0] != "problem":  # a proof that is damaged, with a digest of its own
                    assert not accepts({**certificate, "digest": digest(certificate)}), path
    assert accepts(certificate)


@pytest.mark.parametrize("name", BOUNDS)
def test_another_problem_needs_another_certificate(name: str) -> None:
    """With the digest mended, changes of exponents of the problem itself are noticed."""
    certificate = copy.deepcopy(CERTIFICATES[name])
    places = [
        path
        for path in numbers(certificate)
        if path[0] == "problem" and path[1] != "region" and "powers" in path
    ]
    assert places
    for path in places:
        with changed(certificate, path, bumped(at(certificate, path))):
            assert not accepts({**certificate, "digest": digest(certificate)}), path


def test_the_names_of_damage() -> None:
    certificate = CERTIFICATES["saddle 3.1a"]

    def why(*path: Any, to: Any) -> str:
        with changed(copy.deepcopy(certificate), path, to) as damaged:
            if path[0] != "digest":
                damaged["digest"] = digest(damaged)
            return fault(damaged)

    assert why("digest", to="0" * 64) == "it was changed: the digest differs"
    assert why("kind", to="poem").startswith("malformed: KeyError")
    assert why("sum", to=[]) == "a rate without terms"
    assert why("sum", 0, "floors", to=[]) == "a term has no floor"
    assert why("sum", 0, "floors", 0, "weights", 0, to="-1/2") == "a multiplier is negative"
    assert why("sum", 0, "floors", 0, "weights", 0, to=0.5).startswith("malformed: ValueError")
    assert "is not a rational number" in why("sum", 0, "floors", 0, "weights", 0, to="1e99")
    assert "rows" in why("sum", 0, "floors", 0, "weights", to=["1"])
    assert why("problem", "terms", 0, "coefficient", to=[[-2, "1"]]) == (
        "a coefficient is no product of natural numbers"
    )
    assert why("problem", "region", 0, "powers", to={"tau": "1"}) == (
        "the region holds a free parameter"
    )


def test_a_negative_term_without_weight_is_noticed() -> None:
    """The means need every term to be positive, also those that have no weight."""
    certificate = copy.deepcopy(CERTIFICATES["momentum 2"])
    weightless = [
        i
        for i in range(len(certificate["problem"]["terms"]))
        if all(f["weights"][i] == "0" for t in certificate["sum"] for f in t["floors"])
    ]
    assert weightless
    certificate["problem"]["terms"][weightless[0]]["coefficient"] = [[-1, "1"]]
    certificate["digest"] = digest(certificate)
    assert not accepts(certificate)


def test_huge_numbers_are_refused_quickly() -> None:
    """A checker must not be made to compute 2^(10^18)."""
    certificate = copy.deepcopy(CERTIFICATES["coefficients"])
    certificate["problem"]["terms"][0]["coefficient"] = [[2, "1000000000000000000"]]
    certificate["digest"] = digest(certificate)
    assert fault(certificate) == "a number is too large"
    deep: dict[str, Any] = {"on": {"powers": {}}, "below": {}, "above": {}}
    for _ in range(5000):
        deep = {"on": {"powers": {}}, "below": deep, "above": {}}
    certificate = {**CERTIFICATES["saddle 3.1c"]}
    certificate["sum"] = [{**t, "tree": deep} for t in certificate["sum"]]
    assert fault(certificate) == "malformed: nested too deeply"


def test_rubbish_is_malformed_and_never_an_exception() -> None:
    for rubbish in (None, 3, "text", [], {}, {"problem": {}}, {"problem": {}, "digest": "x"}):
        assert not accepts(rubbish)


def test_the_checker_needs_the_standard_library_alone() -> None:
    code = (
        "import sys; import workbench.rates.check;"
        "bad = [m for m in ('numpy', 'sympy', 'flint', 'cvxpy', 'scipy') if m in sys.modules];"
        "print(bad); sys.exit(bool(bad))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def compared(region: list[dict[str, str]], *, logs: str = "free") -> dict[str, Any]:
    """A certificate that n lg and n, which differ by a logarithm, are equal on the region."""
    problem = {
        "claimed": [{"powers": {"n": "1", "lg": "1"}}], "derived": [{"powers": {"n": "1"}}],
        "region": [{"powers": powers} for powers in region], "logs": ["lg"],
    }  # fmt: skip
    answer = [{"blend": ["1"], "multipliers": ["1"] * len(region), "logs": logs}]
    made = {"kind": "rate-comparison", "problem": problem,
            "verdict": "equal", "claimed": answer, "derived": answer}  # fmt: skip
    return {**made, "digest": digest(made)}


def test_a_condition_that_ties_powers_is_no_strict_step() -> None:
    """Z <= 1 and 1/z <= 1 say z = 1, and n lg is not of the order of n there."""
    assert "strictly inside" in fault(compared([{"z": "1"}, {"z": "-1"}]))
    assert "strictly inside" in fault(compared([{"z": "1"}, {"y": "1"}, {"z": "-2", "y": "-1"}]))
    assert fault(compared([{"z": "1"}])) == "the powers do not multiply out"


def test_logarithms_do_not_decide_where_different_powers_happen_to_meet() -> None:
    """In generic directions n is below P if n/P <= 1; on n = P alone it would outgrow P / lg."""
    kept = compare("n*lg", "P", ["n/P"], logs=["lg"])
    assert kept.verdict == "better"
    certificate = kept.certificate()
    assert accepts(certificate)
    boundary = {"at": {"n": "1", "P": "1", "lg": "1"}, "gains": [["0", "1"]], "moves": [["0", "0"]]}
    certificate["claimed"], certificate["verdict"] = [boundary], "incomparable"
    certificate["digest"] = digest(certificate)
    assert "not generic" in fault(certificate)


@pytest.mark.parametrize("text", ["٣", "1_0", " 1", "1e1", "0x1", "0.5", "+1", "1/0", "nan"])
def test_a_number_has_one_spelling(text: str) -> None:
    certificate = copy.deepcopy(CERTIFICATES["unbounded"])
    certificate["changes"][0] = text
    certificate["digest"] = digest(certificate)
    assert "not a rational number" in fault(certificate)
