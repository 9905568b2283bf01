"""A theorem that a proof takes from another claim is one that this claim declares."""

from pathlib import Path
from typing import Any

import pytest

from tests.workbench.referee.small import ruled
from workbench.claims import Claim, Library, Outcome, Paper, broken
from workbench.referee.digests import stamped
from workbench.referee.rebuild import rebuild
from workbench.report.build import build_report
from workbench.rigor.provers.theorems import Proof
from workbench.runner import Session, Store, plan, verify
from workbench.symbolic.theorem import Theorem, function, number, vector

L, s, x, y = number("L", above=0), vector("s"), vector("x"), vector("y")
F = function("F", smooth=L, strong=0, minimiser=s)
LEAST = Theorem((L, s, x, F), concludes=(F(s), "<=", F(x)))
FALSE = Theorem((L, s, x, y, F), concludes=(F(x), "<=", F(y)))


def claim(slug: str, *, kind="lemma", **more: Any) -> Claim:
    options = {"title": slug, "statement": slug} | more
    return Claim(f"toy.{slug}", ours=(kind, "s"), **options)


def library(declared: Theorem | None, taken: Theorem) -> Library:
    """The user takes a theorem from the law, which declares one, another one or none."""
    encoded = () if declared is None else (declared,)
    law = claim("law", kind="cited", citation="B (1999)", encoded=encoded)
    wanted = Theorem(
        taken.symbols, concludes=(2 * taken.concludes[0], "<=", 2 * taken.concludes[2])
    )
    user = claim("user", encoded=(wanted,))

    @user.proof
    @broken("once", "once is not twice", share=1)
    def proof(*, share: int = 2) -> Outcome:
        made = Proof(wanted)
        put = {one.symbol["name"]: one for one in taken.symbols}
        made.gram(wanted.concludes, [(share, made.by(taken, put, claim="toy.law"))])
        return made.outcome()

    return Library((Paper("toy", "A toy", "A. Toy", "none"),), {c.id: c for c in (law, user)})


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def run(made: Library, store: Store, *chosen: str) -> Session:
    return verify(made, plan(made, chosen or None), store, jobs=0)


def verdict(session: Session) -> tuple[str, str, tuple[str, ...]]:
    found = session.verdicts["toy.user"]
    reason = session.records["toy.user::proof"].outcome.reason
    return found.status, reason, found.assumes


def test_what_the_claim_declares_can_be_taken(store: Store):
    session = run(library(LEAST, LEAST), store)
    assert verdict(session) == ("certified", "", ("toy.law",))
    report = build_report(session)
    assert rebuild(report, ruled(report)) == []


@pytest.mark.parametrize("declared", [None, LEAST])
def test_what_the_claim_does_not_declare_cannot(store: Store, declared: Theorem | None):
    for session in (run(library(declared, FALSE), store), run(library(declared, FALSE), store)):
        status, reason, _ = verdict(session)
        assert status == "derived"
        assert reason == "its proof takes a theorem from toy.law, which does not declare it"
    report = build_report(session)
    assert rebuild(report, ruled(report)) == []


def test_a_claim_that_is_not_looked_at_declares_nothing(store: Store):
    session = run(library(LEAST, LEAST), store, "toy.user")
    status, reason, _ = verdict(session)
    assert status == "derived"
    assert "toy.law, which is not looked at in this run" in reason
    report = build_report(session)
    assert rebuild(report, ruled(report)) == []


def test_a_report_whose_law_declares_something_else_does_not_follow(store: Store):
    report = build_report(run(library(LEAST, LEAST), store))
    (law,) = (c for c in report["claims"] if c["id"] == "toy.law")
    law["encoded"] = [{"part": "", "digest": FALSE.digest}]
    edited = stamped(report)
    found = {one.where: one.what for one in rebuild(edited, ruled(edited))}
    assert "toy.law, which does not declare it" in found["toy.user::proof"]
    report["claims"].remove(law)
    report["outside"]["toy.law"] = "cited"
    edited = stamped(report)
    found = {one.where: one.what for one in rebuild(edited, ruled(edited))}
    assert "not looked at in this run" in found["toy.user::proof"]
