"""One check of a claim, and the mutants that keep it honest.

A check supports its claim, or (`@CLAIM.refutation`) tries to refute it.  A mutant is a nearby false
variant put through the same argument, mostly the check itself with changed arguments
(`@broken(...)`, see `workbench.claims.variants`): a supporting check must decide `fails` on it, a
refutation must not accept it as a counterexample.  A check that is a proof as data
(`@CLAIM.proof`) rejects a variant by refusing its proof as well.  What cannot be said by changed
arguments is a function of its own, under `@check.mutant`.  A check that accepts one of its mutants
is worthless, and its evidence counts as an error.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypedDict, cast

from workbench.claims.cards import CheckCard
from workbench.claims.cases import Encodes, Example, Of, decided
from workbench.claims.deciding import all_of, asked, first_rejection_decides
from workbench.claims.outcome import Outcome
from workbench.claims.run import Profile, Run
from workbench.claims.variants import Variant
from workbench.errors import ClaimError

Aim = Literal["support", "refute"]
Manner = Literal["exact", "proof", "sampled", "statistical", "cited"]
Outcomes = Iterator[Outcome | Example | str]  # what a check needs, and a sentence that sums it up
Body = Callable[..., Outcome | Example | Outcomes]
Wrap = Callable[[Callable[..., Any]], Callable[..., Outcome]]


class Options(TypedDict, total=False):
    """What every decorator takes; `stronger` is for arguments alone, not for refutations.

    part:     the part of the statement that the check covers; empty for all of it
    corner:   the part of the domain that it covers, in words: it then earns SUPPORTED at most
    stronger: what it shows where that is more than the statement, in words: a sufficient
              condition that fails takes away an argument and refutes nothing
    uses:     the claims that it rests on, in place of those of the claim
    seconds:  its limit, in seconds of the processor
    profile:  "full" for a check that `verify --profile quick` leaves out
    of:       of a refutation that hands over a case: whether this is false of the "statement" of
              its claim, or of a "case" of it
    """

    part: str
    corner: str
    stronger: str
    uses: Iterable[str] | None
    seconds: float
    profile: Profile
    of: Of


@dataclass(slots=True, repr=False)
class Check(CheckCard):
    """One named argument for or against a claim, with its mutants."""

    claim: str
    name: str
    doc: str
    body: Body
    function: Callable[..., Any]  # as its author wrote it
    aim: Aim
    manner: Manner
    part: str
    corner: str
    stronger: str
    uses: tuple[str, ...] | None
    seconds: float
    profile: Profile
    module: str
    mutants: list[Check] = field(default_factory=list)
    wrap: Wrap | None = None
    false: bool = False  # a variant which the check has to reject
    of: Of = ""
    told: tuple[Encodes, str] | None = None  # what `case` answered

    def __call__(self, run: Run | None = None) -> Outcome:
        """Run the argument and return its outcome, or that of all that it yields.

        Raises:
            ClaimError: it returned something else, or spent more than its share of the budget.
        """
        run = run or Run()
        with contextlib.ExitStack() as block:
            if self.false and self.aim == "support":
                block.enter_context(first_rejection_decides(of_proof=self.manner == "proof"))
            outcome = self.body(run) if _takes_run(self.body) else self.body()
            outcome = (
                self._met(list(asked(map(decided, outcome))))
                if isinstance(outcome, Iterator)
                else decided(outcome)
            )
        if self.of and self.case() is None:
            raise ClaimError(
                f"check {self.claim}::{self.name} is of = {self.of!r} and hands over no case: one"
                " comes first, such as witness(relation, a=1) or a FiniteTree. Return or yield it,"
                " or drop `of`."
            )
        if not isinstance(outcome, Outcome):
            raise ClaimError(
                f"check {self.claim}::{self.name} returned {type(outcome).__name__}:"
                " a check returns a workbench.claims.Outcome."
                " Use holds(...), fails(...), inconclusive(...) or a prover of workbench.rigor."
            )
        return self.within(outcome, run.alpha)

    def case(self) -> tuple[Encodes, str] | None:
        """The statement of the case that it hands over, and where; nothing is decided for it.

        None where it raises or hands over no case first: then it is an error when it is run.
        """
        if self.told is None and self.of:
            with contextlib.suppress(Exception):
                made = self.body()
                first = next(made) if isinstance(made, Iterator) else made
                if isinstance(first, Example):
                    point = (f"{name} = {value}" for name, value in first.place().items())
                    self.told = first.says(), ", ".join(point)
        return self.told

    def _met(self, parts: list[Outcome | str]) -> Outcome:
        """The meet of all outcomes among the parts, with the sentences as its summary."""
        said = [part for part in parts if isinstance(part, str)]
        found = [part for part in parts if not isinstance(part, str)]
        if strange := [one for one in found if not isinstance(cast(object, one), Outcome)]:
            raise ClaimError(
                f"check {self.claim}::{self.name} yielded {type(strange[0]).__name__}: a check"
                " yields outcomes, and a sentence that sums them up."
            )
        return all_of(*found, summary="; ".join(said))

    def within(self, outcome: Outcome, alpha: Fraction) -> Outcome:
        """The outcome, if it spent no more than this share; raises ClaimError."""
        if outcome.alpha > alpha:
            raise ClaimError(
                f"check {self.claim}::{self.name} spent alpha = {outcome.alpha} of {alpha}:"
                " its error probability is its share of the budget."
                " Use run.alpha, divided by looks."
            )
        return outcome

    def mutant(self, body: Callable[..., Any]) -> Check:
        """Register a nearby false variant that this check must reject, as a function of its own."""
        return self._add(body.__name__, told(body), body)

    def vary(self, variant: Variant) -> Check:
        """Register the check itself with changed arguments; authors write `@broken(...)`.

        Raises:
            ClaimError: an argument that the check does not have, no change at all, no reason, a
                name that another mutant has.
        """
        taken = inspect.signature(self.function).parameters.values()
        own = {p.name: p.default for p in taken if p.default is not p.empty}
        where = f"{self.claim}::{self.name}: broken({variant.name!r}, ...)"
        if not variant.name:
            raise ClaimError(
                f"{self.claim}::{self.name}: because({variant.why!r}) stands below no variant: it"
                " is the reason of the @broken(name, ...) directly above it. Put one there."
            )
        passed_on = any(p.kind is p.VAR_KEYWORD for p in taken)  # what takes them, refuses a name
        if not passed_on and (strange := sorted(variant.changes.keys() - own.keys())):
            raise ClaimError(
                f"{where} changes {', '.join(strange)}, and the check has the keyword arguments"
                f" {', '.join(own) or '(none)'}: a variant changes what the check can be asked."
                " Correct the name, or give the check such an argument with its true value."
            )
        if not variant.changes or not variant.why:
            raise ClaimError(
                f"{where} {'has no reason' if variant.changes else 'changes nothing'}: a variant is"
                " false because of what was changed. Say why, here or in @because(...) below, and"
                " name a new value for an argument."
            )
        return self._add(variant.name, variant.why, partial(self.function, **variant.changes))

    def _add(self, name: str, doc: str, function: Callable[..., Any]) -> Check:
        if any(m.name == name for m in self.mutants):
            raise ClaimError(
                f"{self.claim}::{self.name}: two mutants are called {name}; rename one of them."
            )
        made = Check(
            claim=self.claim,
            name=name,
            doc=doc,
            body=self.wrap(function) if self.wrap else function,
            function=function,
            aim=self.aim,
            manner=self.manner,
            part=self.part,
            corner=self.corner,
            stronger=self.stronger,
            uses=None,
            seconds=self.seconds,
            profile=self.profile,
            module=self.module if isinstance(function, partial) else function.__module__,
            false=True,
        )
        self.mutants.append(made)
        return made

    def rejects(self, outcome: Outcome) -> bool:
        """Whether `outcome`, found for a mutant, counts as a rejection."""
        if self.aim == "refute":
            return outcome.decision == "holds"
        return outcome.decision == "fails" or (
            self.manner == "proof" and outcome.decision == "refused"
        )


def _takes_run(body: Callable[..., Any]) -> bool:
    """Whether a body has a place for its `Run`: a parameter in front without a default."""
    return any(
        p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty
        for p in inspect.signature(body).parameters.values()
    )


def told(body: Callable[..., Any]) -> str:
    """The docstring of a check or a mutant, on one line."""
    return " ".join((inspect.getdoc(body) or "").split())
