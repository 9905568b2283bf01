"""A search is made once for the same statement, limits and facts; nobody can change its answer."""

import sys

import pytest
import sympy as sp

from workbench.rigor import Budget, certify, enumeration, inequality
from workbench.rigor.check import check_certificate
from workbench.rigor.provers import expectations, inequalities, remembering, searched
from workbench.rigor.provers.moments import moments_shown
from workbench.symbolic import declare, relation
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

x, y = declare("real x, y > 0")


@pytest.fixture
def searches(monkeypatch):
    """The statements that were searched, from an empty memory on."""
    monkeypatch.setattr(remembering, "_MEMORY", type(remembering._MEMORY)())
    seen = []
    module = sys.modules[certify.__module__]
    real = module.traced

    def traced(r, *more):
        seen.append(r)
        return real(r, *more)

    monkeypatch.setattr(module, "traced", traced)
    return seen


def test_the_same_search_is_made_once(searches):
    square, product = relation(0, "<=", x**2 + 1), relation(2 * x * y, "<=", x**2 + y**2)
    first = certify([square, product])
    assert first == certify([square, product])
    assert certify([product, square]).decision == "holds"
    assert searches == [square, product]


def test_another_question_is_another_search(searches):
    r = relation(2 * x * y, "<=", x**2 + y**2)
    step = (0, "<=", (x - y) ** 2)
    certify(r)
    certify(r, methods=("sos", "sign"))
    certify(r, budget=Budget(seconds=19))
    certify(r, summary="in other words")
    certify(r, cuts={"y": [1]})
    certify(r, facts=[step])
    certify(r, facts=[(0, "<=", (x + y) ** 2)])
    certify(r, facts=[(relation(0, "<=", y), {"y": y})])
    certify(r, facts=[(relation(0, "<=", y), {"y": y + 1})])
    assert len(searches) == 9
    certify(r, facts=[step])
    assert len(searches) == 9


def test_what_is_remembered_cannot_be_changed(searches):
    r = relation(0, "<=", x**2 + 1)
    certify(r).certificate["kind"] = "forged"
    assert certify(r).certificate["kind"] != "forged"
    assert len(searches) == 1


def test_what_was_not_decided_is_asked_again(searches):
    r = relation(1 + x, "<=", sp.exp(x))
    for _ in range(2):
        assert certify(r, methods=("sign",)).decision == "inconclusive"
    assert len(searches) == 2


def test_the_memory_is_bounded(searches, monkeypatch):
    statements = [relation(0, "<=", x**2 + k) for k in (1, 2, 3)]
    certify(statements[0])
    most = 5 * remembering._MEMORY.size // 2  # of what is kept of one statement
    monkeypatch.setattr(remembering, "_MOST", most)
    for r in (*statements, statements[0]):
        certify(r)
    kept = sum(map(len, remembering._MEMORY.known.values()))
    assert 0 < kept == remembering._MEMORY.size <= most
    assert searches == [*statements, statements[0]]


@pytest.fixture
def checked(monkeypatch):
    """The certificates that were put to the checker by a prover, from an empty memory on."""
    monkeypatch.setattr(remembering, "_MEMORY", type(remembering._MEMORY)())
    seen = []

    def check(certificate):
        seen.append(certificate)
        return check_certificate(certificate)

    monkeypatch.setattr(inequalities, "check_certificate", check)
    return seen


def test_inequalities_are_told_apart_by_all_that_they_are_given(checked):
    r = relation(2 * x * y, "<=", x**2 + y**2)
    first = inequality(r, gap=(x - y) ** 2)
    assert first == inequality(r, gap=(x - y) ** 2)
    assert len(checked) == 1
    inequality(r, gap=(y - x) ** 2)
    inequality(r, gap=(x - y) ** 2, summary="in other words")
    inequality(r, gap=(x - y) ** 2, at={"x": 1, "y": 2})
    inequality(r, gap=(x - y) ** 2, methods=("sign",))
    assert len(checked) == 5
    assert (
        inequality(relation(x**2 + y**2, "<=", 2 * x * y), at={"x": 1, "y": 2}).decision == "fails"
    )


def test_enumerations_are_told_apart_by_their_ranges(monkeypatch):
    monkeypatch.setattr(remembering, "_MEMORY", type(remembering._MEMORY)())
    n = declare("integer n > 0")
    r = relation(n, "<=", 5)
    assert enumeration(r, {n: (1, 5)}) == enumeration(r, {n: (1, 5)})
    assert enumeration(r, {n: (1, 6)}).decision == "fails"
    assert len(remembering._MEMORY.known) == 2


def test_the_facts_of_another_proof_about_a_law_are_searched_once(monkeypatch):
    monkeypatch.setattr(remembering, "_MEMORY", type(remembering._MEMORY)())
    real, seen = expectations.ProofSearch.attempt, []

    def attempt(run, r, methods):
        seen.append((r.digest, methods))
        return real(run, r, methods)

    monkeypatch.setattr(expectations.ProofSearch, "attempt", attempt)
    v, m, w = declare("real v m w")
    tangent = relation(1 + x, "<=", sp.exp(x))
    stated = LawStatement((1 + m, "<=", w), random=(v,), means={m: v, w: sp.exp(v)})

    def asked(seconds=100.0, methods=("sign", "taylor")):
        before = len(seen)
        proof = expectations.LawProof(stated, seconds=seconds)
        proof.integrate(
            "<=", (1, w), (-1, m), (-1, 1), facts=[(tangent, {"x": v})], methods=methods
        )
        assert proof.outcome().decision == "holds"
        return sum(one == (tangent.digest, methods) for one in seen[before:])

    assert [asked(), asked()] == [1, 0]
    assert [asked(seconds=99.0), asked(methods=("taylor", "sign"))] == [1, 1]


def test_a_general_fact_about_means_is_searched_once(monkeypatch):
    monkeypatch.setattr(remembering, "_MEMORY", type(remembering._MEMORY)())
    seen, search = [], searched.ProofSearch.attempt

    def attempt(self, part, *more):
        seen.append(part)
        return search(self, part, *more)

    monkeypatch.setattr(searched.ProofSearch, "attempt", attempt)
    general = parse("abs(u - v) <= abs(u) + abs(v)")

    def steps(known):
        for v in (y, 2 * y, 3 * y):
            said = (sp.Abs(x - v), "<=", sp.Abs(x) + sp.Abs(v))
            known.fact(said, lambda one, at={"u": x, "v": v}: one.using((general, at)))

    claim = MomentStatement((sp.Abs(x - y), "<=", sp.Abs(x) + sp.Abs(y)))
    assert moments_shown(claim, steps).decision == "holds"
    assert seen.count(general) == 1
    assert moments_shown(claim, steps, seconds=19).decision == "holds"
    assert seen.count(general) == 2
