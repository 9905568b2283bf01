"""A small paper that was really checked, and its report: each kind of row that verdicts rest on."""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sympy as sp

from tests.workbench.runner.arithmetic import Stated, equal
from workbench.claims import (
    Claim,
    Grade,
    Library,
    Outcome,
    Paper,
    argued,
    broken,
    fails,
    holds,
    inconclusive,
    refused,
)
from workbench.referee import Referee, Ruling
from workbench.referee.rebuild import certificates_of
from workbench.report.build import build_report
from workbench.rigor import counterexample, identity, inequality
from workbench.runner import RunSetting, Store, plan, verify
from workbench.symbolic import Relation, relation

x, y = sp.symbols("x y", real=True)
TWO = Stated(equal("2", "2").certificate["statement"])
POSITIVE = relation(x**2 + 1, ">", 0)


def claim(slug: str, *, kind="lemma", **more: Any) -> Claim:
    options = {"title": slug, "printed": (kind, "Lemma 1"), "statement": r"x \ge 0"}
    return Claim(f"toy.{slug}", **(options | more))


def library() -> Library:
    law = claim("law", kind="cited", citation="B (1999), Theorem 1")
    declared = claim("declared", statement="x^2 + 1 > 0", encoded=(POSITIVE,))
    square = claim(
        "square",
        statement="(x + y)^2 = x^2 + 2xy + y^2",
        encoded=(relation((x + y) ** 2, "=", x**2 + 2 * x * y + y**2),),
    )
    sums = claim("sum", statement="1 + 1 = 2", encoded=(TWO,))
    false = claim("false", statement=r"x^2 \ge x")
    repaired = claim("false.repaired", repairs=("toy.false",), statement=r"2x^2 + 1 \ge x")
    half = claim("half", parts=("first", "second"), encoded={"first": (TWO,), "second": (TWO,)})
    drawn = claim("drawn", uses=("toy.square",))
    opened = claim("open")
    user = claim(
        "user", uses=("toy.law", "toy.square", "toy.open", "toy.far", "toy.far-law"), encoded=(TWO,)
    )
    on_sand = claim("broken", uses=("toy.false",))
    told = claim("told", statement="x^2 + 1 > 0", encoded=(POSITIVE,))
    stuck = claim("stuck")
    far, far_law = claim("far"), claim("far-law", kind="cited", citation="C (2000)")

    @declared.exact
    @broken("without_one", "the 1 is lost", r=relation(x**2, ">", 0))
    def positive(*, r: Relation = POSITIVE) -> Outcome:
        return inequality(r)

    @told.exact
    @broken("three", "1 + 1 is no 3", value="3")
    def in_words(*, value: str = "2") -> Outcome:
        return argued(equal("2", value), "1 + 1 = 2 is what the statement comes to.")

    @stuck.proof
    @broken("four", "3 is no 4", value="4")
    def proof(*, value: str = "2") -> Outcome:
        found = equal("3", value)
        return refused("theorem", found.summary) if found.decision == "fails" else found

    @square.exact
    @broken("lost_factor", "the 2 is lost", factor=1)
    def binomial(*, factor: int = 2) -> Outcome:
        return identity((x + y) ** 2, x**2 + factor * x * y + y**2)

    @false.refutation
    @broken("two", "the statement holds there", at="2")
    def a_half(*, at: str = "1/2") -> Outcome:
        return counterexample(relation(x**2, ">=", x), x=at)

    @repaired.exact(corner="x = 1")
    @broken("wrong", "2 + 1 is no 4", value="4")
    def at_one(*, value: str = "3") -> Outcome:
        return equal("3", value)

    @drawn.statistical
    @broken("violated", "a violation is put in", seen=1)
    def sampled(run, *, seen: int = 0) -> Outcome:
        if seen:
            return fails("sampling", "seen", grade=Grade.SUPPORTED, alpha=run.alpha)
        return holds("sampling", "not seen", grade=Grade.SUPPORTED, alpha=run.alpha, looks=1)

    @opened.exact
    @broken("wrong", "1 is no 2", value="2")
    def undecided(*, value: str = "") -> Outcome:
        return equal("1", value) if value else inconclusive("none", "nobody knows")

    for one, part in ((sums, ""), (half, "first"), (half, "second"), (user, ""), (on_sand, "")):

        def added(*, value: str = "2") -> Outcome:
            return equal("2", value)

        added.__name__ = f"added_{part or 'up'}"
        one.exact(part=part)(broken("three", "1 + 1 is no 3", value="3")(added))
    claims = [law, declared, square, sums, false, repaired, half, drawn, opened, user, on_sand]
    claims += [told, stuck, far, far_law]
    return Library((Paper("toy", "A toy", "A. Toy", "none"),), {c.id: c for c in claims})


@cache
def _made() -> dict[str, Any]:
    made = library()
    chosen = [id for id in made.claims if not id.startswith("toy.far")]
    planned = plan(made, chosen, setting=RunSetting(seed=4))
    with TemporaryDirectory() as folder:
        return build_report(verify(made, planned, Store(Path(folder)), jobs=0), wanted=chosen)


def small_report() -> dict[str, Any]:
    """The report of the small paper, without two of its claims, to be spoiled by a test."""
    return deepcopy(_made())


@cache
def _ruling(certificate: str) -> Ruling:
    with Referee() as referee:
        return referee.rule(json.loads(certificate))


def ruled(report: dict[str, Any]) -> dict[str, Ruling]:
    """The rulings on all certificates of a report; each certificate is checked once."""
    found = certificates_of(report)
    return {name: _ruling(json.dumps(one, sort_keys=True)) for name, one in found.items()}
