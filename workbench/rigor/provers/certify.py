"""All provers on one statement, in the order in which they work.

First the statement is evaluated at rational points: most wrong ones end there.  Then the methods of
`run` look for a proof, those without parts first, then those whose parts need proofs themselves.
What is not seen at once happens in a process that is ended at its limits of time and memory.  When
nothing is found, the outcome says what stayed open, where it is tight, and what to try.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Grade, Obligation, Outcome, all_of, holds, inconclusive
from workbench.claims.deciding import rejections_decide
from workbench.errors import require
from workbench.rigor.asking import is_limited
from workbench.rigor.check import discharge
from workbench.rigor.check.trees import Malformed
from workbench.rigor.check.vacuous import refuse_vacuous
from workbench.rigor.provers.asked_relations import relations_of
from workbench.rigor.provers.attempts import Evidence, Fact
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.confined import briefly, confined
from workbench.rigor.provers.covers import covered
from workbench.rigor.provers.falsify import SearchResult, search
from workbench.rigor.provers.hints import hints, kept_for_hints
from workbench.rigor.provers.hypotheses import doubts
from workbench.rigor.provers.lemmas import with_facts
from workbench.rigor.provers.outcomes import (
    TRUST,
    at_point,
    counterexample,
    duty_of,
    encoded,
    exact,
    stamped,
)
from workbench.rigor.provers.remembering import attempted, prove, remembered, text_of
from workbench.rigor.provers.run import METHODS, NAMES, SHOWN_BY, ProofSearch
from workbench.rigor.provers.sight import at_sight
from workbench.rigor.provers.stuck import stuck
from workbench.rigor.provers.trace import Subgoal
from workbench.symbolic import Expr, Relation
from workbench.symbolic.expr import ZERO
from workbench.symbolic.plain import plain_obligation

__all__ = ["METHODS", "Budget", "certify", "proved"]

_SOON = 0.5  # processor seconds for what is seen at once, before a process is made for a search
_IN_A_CHECK = 3.0  # for a search in the process of a check, which has limits of its own
Way = Callable[[ProofSearch], Evidence]
_FOR_DUTIES = tuple(m for m in METHODS if m not in ("sos", "substitution", "between"))  # quick


def certify(
    claim: Claim | Relation | Iterable[Relation],
    budget: Budget | None = None,
    *,
    methods: Sequence[str] = METHODS,
    cuts: Mapping[str, Sequence[Any]] | None = None,
    facts: Iterable[Fact] = (),
    at: Mapping[str, Any] | None = None,
    summary: str = "",
) -> Outcome:
    """Refute or prove a statement on its whole domain, by whatever works within the budget.

    Of several statements, and of those that a claim declares in `encoded`, each is certified with
    its share of the time: the outcome is as strong as the weakest of them.

    `cuts` are rational points, by variable, where the domain is to be cut, each piece then with a
    proof of its own.  `facts` are steps on the way: each is proved on the same domain, with those
    before it, and then used; they belong to the proof, and not to the statement.  z3 is asked too
    if it is installed; its word alone is DERIVED.  What cannot be decided comes back inconclusive,
    with at most eight lines for people: the part that stayed open, where it is tight, what to try.
    What is not seen at once is searched in a process of its own, which is ended at
    its limits of time and memory, whatever it is doing.

    claim: a relation, or some of them, or a claim that declares its statements
    budget: limits of time and memory
    methods: what is tried, in this order
    facts: steps on the way, (left, op, right) in the variables of the statement, or a relation in
           variables of its own with an expression for each of them
    at: the first point to try for one relation, as {"name": exact value}; where the statement is
        true there, it shows that its conditions can hold
    summary: what the outcome says where a proof is found, by default the method that found it
    """
    unknown = [m for m in methods if m not in NAMES]
    require(not unknown, "methods", unknown, "are no methods", f"Choose from {', '.join(METHODS)}.")
    budget, steps = budget or Budget(), tuple(facts)
    way = way_of(methods, cuts, steps)
    met = None if at is None else {name: str(value) for name, value in at.items()}
    asked = text_of(budget, methods, cuts, steps)
    seen = () if cuts or steps else methods  # what an author says of the way is part of the proof

    def found(r: Relation, share: Budget, words: str = "") -> Outcome:
        key = asked and ["certify", r.tree, share.seconds, words, asked, met]
        return remembered(key, lambda: traced(r, share, way, words, seen, met)[0])

    parts = relations_of(claim, cuts=cuts, at=at)
    if isinstance(claim, Relation):
        if at is not None and (shown := counterexample(claim, **at)).decision == "fails":
            return shown
        return found(claim, budget, summary)
    share = replace(budget, seconds=budget.seconds / max(1, len(parts)))
    return all_of((found(r, share) for r in parts), summary=summary)


def way_of(
    methods: Sequence[str] = METHODS,
    cuts: Mapping[str, Sequence[Any]] | None = None,
    facts: tuple[Fact, ...] = (),
) -> Way:
    """How a search goes about a statement: in pieces of its domain, by way of facts, or at once."""

    def pieces(run: ProofSearch, r: Relation) -> Evidence:
        if not cuts:
            return attempted(run, r, methods)
        wanted = {n: [Fraction(exact(n, c)) for c in points] for n, points in cuts.items()}
        found, why = covered(r, wanted, lambda part: attempted(run, part, methods))
        return None if found is None else {"kind": "cover", "pieces": found}, why

    return lambda run: with_facts(run.asked, facts, lambda part: pieces(run, part))


def traced(
    r: Relation,
    budget: Budget,
    way: Way | None = None,
    summary: str = "",
    sight: Sequence[str] = (),
    met: dict[str, str] | None = None,
) -> tuple[Outcome, Subgoal]:
    """The outcome for one relation, and the goals of the search.

    r: the statement
    budget: limits of time and memory
    way: how the search goes about it, by all methods at once if nothing is said
    summary: what the outcome says where a proof is found
    sight: methods by which it may be seen at once, before any point is tried
    met: a point at which an author says that the conditions hold
    """
    try:
        refuse_vacuous(r.tree)
    except Malformed as error:  # every statement about nothing is true, and says nothing
        why = f"{error}. Correct the conditions: they contradict each other."
        return inconclusive("conditions", why, encoded=encoded(r)), Subgoal(r, note=str(error))
    run = ProofSearch(r, budget, met=met)
    known: list[SearchResult] = []

    def late() -> tuple[Outcome, Subgoal]:
        why = f"it was cut off after {budget.seconds:g} s"
        text = stuck(run, known[0] if known else None, "", why)
        return inconclusive("all provers", text, encoded=encoded(r)), run.trace.goals.get(
            r, Subgoal(r)
        )

    def seen() -> Outcome | None:
        if (at_once := at_sight(r, sight)) is None:
            return None
        clear = all(duty["discharged"] for duty in discharge(r.tree))
        return proved(r, at_once, run, summary=summary) if clear else None

    def soon() -> Outcome | None:
        short = ProofSearch(r, budget, met=met)
        evidence, _ = (way or way_of())(short)
        if short.point is not None:
            return at_point(r, short.point)
        return None if evidence is None else proved(r, evidence, short, summary=summary)

    def refuted() -> Outcome | None:
        known.append(search(r))
        found = known[0]
        return None if found.point is None else at_point(found.relation, found.point)

    def work() -> tuple[Outcome, Subgoal]:
        run.end = time.process_time() + budget.seconds - kept_for_hints(budget.seconds)
        found = _searched(run, known, way or way_of(), summary, sight)
        return found, run.trace.goals.get(r, Subgoal(r))

    looks = [(seen, _SOON), (refuted, _SOON)]
    if is_limited() and not rejections_decide():  # most checks are of what is true
        looks.insert(1, (soon, _IN_A_CHECK))
    for look, seconds in looks:
        if budget.seconds > seconds and (told := briefly(look, seconds=seconds)) is not None:
            return told, Subgoal(r)
    answer = confined(work, late, seconds=budget.seconds, memory=budget.memory)
    if answer.cut_off:
        why = stuck(run, None, "", answer.cut_off)
        return inconclusive("all provers", why, encoded=encoded(r)), Subgoal(r, note=answer.cut_off)
    outcome: tuple[Outcome, Subgoal] = answer.value
    return outcome


def _searched(
    run: ProofSearch,
    known: list[SearchResult],
    way: Way,
    summary: str,
    sight: Sequence[str],
) -> Outcome:
    """Refute, then prove; `known` is told what the search for a counterexample saw."""
    r = run.asked
    if (at_once := at_sight(r, sight)) is not None:
        return proved(r, at_once, run, summary=summary)
    if not known:
        known.append(search(r))
    found = known[0]
    if found.point is not None:
        return at_point(found.relation, found.point)
    evidence, why = way(run)
    if run.point is not None:
        return at_point(r, run.point)
    if evidence is not None:
        return proved(r, evidence, run, summary=summary)
    if run.excluded:
        return holds(
            "z3", summary or "z3 finds no point where it fails", grade=Grade.DERIVED,
            reason=f"z3's word, without a certificate; {why}", encoded=encoded(r), trust=("z3",),
        )  # fmt: skip
    cut_off = f"no time is left of {run.budget.seconds:g} s" if run.left <= 0 else ""
    seen = hints(run, found.nearest)
    return inconclusive("all provers", stuck(run, found, why, cut_off, seen), encoded=encoded(r))


def proved(
    r: Relation, evidence: dict[str, Any], run: ProofSearch, *, summary: str = ""
) -> Outcome:
    """The outcome of a proof, with proofs of those domain obligations that are not visible.

    r: the relation
    evidence: what shows its sign, as the checker takes it
    run: the search, which keeps the limits
    summary: what the outcome says, in a sentence
    """
    main = {**evidence, "statement": r.tree}
    members, duties, missing = [main], [], []
    for duty in discharge(r.tree):
        by = "visible sign" if duty["discharged"] else ""
        if not by:
            proof = _of_duty(r, duty, run)
            if proof is not None:
                members.append(proof)
                by = f"certificate ({proof['kind']})"
        if not by:
            missing.append(plain_obligation(duty_of(duty)))
        duties.append(Obligation(duty_of(duty).latex(), "discharged" if by else "open", by))
    certificate = main if len(members) == 1 else {"kind": "all", "members": members}
    message = prove(r.tree, evidence).message
    return holds(
        SHOWN_BY[evidence["kind"]],
        summary or message,
        grade=Grade.DERIVED if missing else Grade.CERTIFIED,
        reason=f"domain obligations are open: {'; '.join(missing)}" if missing else "",
        certificate=stamped(certificate),
        encoded=encoded(r),
        obligations=tuple(duties),
        trust=(*TRUST, *doubts(r.tree, run.met)),
    )


def _of_duty(r: Relation, duty: dict[str, Any], run: ProofSearch) -> dict[str, Any] | None:
    """A certificate, with its statement, that a denominator or an argument has its sign."""
    if duty["kind"] not in ("nonzero", "positive", "nonnegative") or duty["bound"]:
        return None
    tree = Expr.from_tree(duty["tree"])
    signs = (tree, Expr("neg", (tree,))) if duty["kind"] == "nonzero" else (tree,)
    for side in signs:
        weak = duty["kind"] == "nonnegative"
        part = replace(r, left=ZERO, op="<=" if weak else "<", right=side)
        if search(part, 40).point is not None:
            continue
        evidence, _ = run.attempt(part, _FOR_DUTIES)
        if evidence is not None:
            return {**evidence, "statement": part.tree}
    return None
