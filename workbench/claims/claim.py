"""Claims, their checks, and the mutants that keep the checks honest.

    CLAIM = Claim("sgd.noise-scale", kind="definition", ...)

    @CLAIM.exact
    def inverse_undoes_the_formula(*, factor=m) -> Outcome: ...

    inverse_undoes_the_formula.broken(
        "lost_factor_m", "Without the factor m the two are no inverses.", factor=1
    )

A check supports its claim, or (`@CLAIM.refutation`) tries to refute it.  A mutant is a nearby false
variant put through the same argument, mostly the check itself with changed arguments: a supporting
check must decide `fails` on it, a refutation must not accept it as a counterexample.  A check that
is a proof as data (`@CLAIM.proof`) rejects a variant by refusing its proof as well.  What cannot
be said by changed arguments is a function of its own, under `@inverse_undoes_the_formula.mutant`.
A check that accepts one of its mutants is worthless, and its evidence counts as an error.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, Protocol, TypedDict, Unpack, cast, get_args, overload

from workbench.claims.outcome import Grade, Outcome, holds
from workbench.claims.run import Profile, Run
from workbench.errors import ClaimError

Provenance = Literal["printed", "reconstructed", "ours"]
Aim = Literal["support", "refute"]
Manner = Literal["exact", "proof", "sampled", "statistical", "cited"]
Kind = Literal[
    "definition",
    "lemma",
    "proposition",
    "theorem",
    "corollary",
    "remark",
    "rate",
    "mechanism",
    "algorithm",
    "erratum",
    "cited",
]

_ID = re.compile(r"[a-z][a-z0-9]*\.[a-z0-9]+([.-][a-z0-9]+)*")


class Encodes(Protocol):
    """A machine-readable statement: see `workbench.symbolic.Relation`."""

    def latex(self) -> str:
        """The statement as encoded."""
        ...

    @property
    def digest(self) -> str:
        """A hash of the statement as encoded."""
        ...


Encoded = Iterable[Encodes] | Mapping[str, Iterable[Encodes]]  # of the whole, or of each part
Body = Callable[..., Outcome]
Wrap = Callable[[Callable[..., Any]], Callable[..., Outcome]]


class Options(TypedDict, total=False):
    """What every decorator takes; `stronger` is for arguments alone, not for refutations.

    part:     the part of the statement that the check covers; empty for all of it
    corner:   the part of the domain that it covers, in words: it then earns SUPPORTED at most
    stronger: what it shows where that is more than the statement, in words: a sufficient
              condition that fails takes away an argument and refutes nothing
    uses:     the claims that it rests on, in place of those of the claim
    seconds:  its time limit
    profile:  "full" for a check that `verify --profile quick` leaves out
    """

    part: str
    corner: str
    stronger: str
    uses: Iterable[str] | None
    seconds: float
    profile: Profile


@dataclass(slots=True)
class Check:
    """One named argument for or against a claim, with its mutants."""

    claim: str
    name: str
    doc: str
    body: Callable[..., Outcome]
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

    def __call__(self, run: Run | None = None) -> Outcome:
        """Run the argument and return its outcome; anything else that it returns is an error."""
        run = run or Run()
        outcome = self.body(run) if _takes_run(self.body) else self.body()
        if not isinstance(outcome, Outcome):
            raise ClaimError(
                f"check {self.claim}::{self.name} returned {type(outcome).__name__}:"
                " a check returns a workbench.claims.Outcome."
                " Use holds(...), fails(...), inconclusive(...) or a prover of workbench.rigor."
            )
        if outcome.alpha > run.alpha:
            raise ClaimError(
                f"check {self.claim}::{self.name} spent alpha = {outcome.alpha} of {run.alpha}:"
                " its error probability is its share of the budget."
                " Use run.alpha, divided by looks."
            )
        return outcome

    def broken(self, name: str, why: str, /, **changes: Any) -> Check:  # noqa: ANN401
        """Register the check itself with changed arguments as a false variant of the claim.

        name:    what the variant is called, such as "forgotten_sum"
        why:     one sentence: what was changed, and why it is then false
        changes: new values for keyword arguments of the check

        Raises:
            ClaimError: an argument that the check does not have, no change at all, no reason.
        """
        own = {
            p.name: p.default
            for p in inspect.signature(self.function).parameters.values()
            if p.default is not p.empty
        }
        where = f"{self.claim}::{self.name}: broken({name!r}, ...)"
        if strange := sorted(changes.keys() - own.keys()):
            raise ClaimError(
                f"{where} changes {', '.join(strange)}, and the check has the keyword arguments"
                f" {', '.join(own) or '(none)'}: a variant changes what the check can be asked."
                " Correct the name, or give the check such an argument with its true value."
            )
        if not changes or not why.strip():
            raise ClaimError(
                f"{where} {'has no reason' if changes else 'changes nothing'}: a variant is false"
                " because of what was changed. Say why, and name a new value for an argument."
            )
        return self._variant(name, " ".join(why.split()), partial(self.function, **changes))

    def mutant(self, body: Callable[..., Any]) -> Check:
        """Register a nearby false variant that this check must reject, as a function of its own."""
        return self._variant(body.__name__, _doc(body), body)

    def _variant(self, name: str, doc: str, function: Callable[..., Any]) -> Check:
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


Registered = Check | Callable[[Body], Check]


@dataclass(slots=True)
class Claim:
    """One statement of a paper, its source, what it rests on, and the checks it must survive.

    id:          `paper.slug-with-dashes`
    title:       one line for tables
    statement:   LaTeX, as the source has it
    hypotheses:  LaTeX, one condition each
    source:      where it stands, e.g. "Proposition 4.2, eqs. (30)-(32)"
    provenance:  printed | reconstructed | ours
    uses:        ids of the claims that the argument rests on
    repairs:     ids of the claims that this one corrects
    parts:       names of the parts that make up the statement (both directions of an "iff", ...);
                 a check that names no part covers them all
    encoded:     the statement as machine-readable relations and theorems, or those of each part; what
                 is certified shows all of them, and where there are none words say what was shown
    note:        one or two sentences for the reader of the report
    citation:    for `kind="cited"`: the reference; the claim is then ASSUMED
    """

    id: str
    kind: Kind = field(kw_only=True)
    title: str = field(kw_only=True)
    statement: str = field(kw_only=True)
    source: str = field(kw_only=True)
    provenance: Provenance = field(kw_only=True)
    hypotheses: tuple[str, ...] = field(default=(), kw_only=True)
    uses: tuple[str, ...] = field(default=(), kw_only=True)
    repairs: tuple[str, ...] = field(default=(), kw_only=True)
    parts: tuple[str, ...] = field(default=(), kw_only=True)
    encoded: Encoded = field(default=(), kw_only=True)
    note: str = field(default="", kw_only=True)
    citation: str = field(default="", kw_only=True)
    module: str = field(default="", kw_only=True)
    checks: list[Check] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ClaimError(
                f"id = {self.id!r} is not paper.slug: lower-case words joined by dashes after a"
                " paper name and a dot, as in sgd.lemma-2-1. Rename the claim."
            )
        for word, name, allowed in (
            (self.kind, "kind", get_args(Kind)),
            (self.provenance, "provenance", get_args(Provenance)),
        ):
            if word not in allowed:
                raise ClaimError(
                    f"{self.id}: {name} = {word!r} is not one of {', '.join(allowed)}. Choose one."
                )
        for value, name in ((self.uses, "uses"), (self.repairs, "repairs"), (self.parts, "parts")):
            if isinstance(cast(object, value), str):
                raise ClaimError(
                    f"{self.id}: {name} = {value!r} is a string; a tuple of strings is expected."
                    f" Write {name}=({value!r},)."
                )
        if isinstance(self.encoded, Mapping):
            if strange := sorted(self.encoded.keys() - set(self.parts)):
                raise ClaimError(
                    f"{self.id}: encoded states {strange[0]!r}, which is not one of"
                    f" {self.parts or '() (the claim declares no parts)'}: its keys are parts."
                    " Declare the part in Claim(parts=...), or correct its name."
                )
            self.encoded = {part: tuple(said) for part, said in self.encoded.items()}
        else:
            self.encoded = tuple(self.encoded)
        if self.kind == "cited":
            if not self.citation:
                raise ClaimError(
                    f"{self.id}: citation is empty; a cited claim says where its proof stands."
                    " Pass citation='Author (year), Theorem k'."
                )
        elif self.citation:
            raise ClaimError(
                f"{self.id}: citation is set but kind is {self.kind!r}; only kind='cited' is taken"
                " on trust. Drop the citation, or make it a cited claim."
            )
        if not self.module:
            frame = inspect.currentframe()
            while frame and frame.f_globals.get("__name__", "").startswith(
                ("workbench.claims.claim", "dataclasses")
            ):
                frame = frame.f_back
            self.module = frame.f_globals.get("__name__", "") if frame else ""

    @property
    def paper(self) -> str:
        """The part of the id before the first dot."""
        return self.id.split(".", 1)[0]

    def statements(self) -> tuple[tuple[str, Encodes], ...]:
        """What the claim declares to the machine, each with its part; "" where it is the whole."""
        if not isinstance(self.encoded, Mapping):
            return tuple(("", one) for one in self.encoded)
        return tuple((part, one) for part, said in self.encoded.items() for one in said)

    def declares(self, part: str = "") -> tuple[Encodes, ...]:
        """The statements that a check of the part, or of the whole, has to show.

        There are none where anything that it covers is left without a statement.
        """
        said = self.statements()
        if part or not isinstance(self.encoded, Mapping):
            return tuple(one for of, one in said if of == part)
        return tuple(one for _, one in said) if {of for of, _ in said} == set(self.parts) else ()

    @overload
    def exact(self, body: Body) -> Check: ...
    @overload
    def exact(self, **options: Unpack[Options]) -> Callable[[Body], Check]: ...
    def exact(self, body: Body | None = None, **options: Unpack[Options]) -> Registered:
        """Register a check without randomness; it returns an Outcome."""
        return self._registered(body, "support", "exact", **options)

    @overload
    def proof(self, body: Body) -> Check: ...
    @overload
    def proof(self, **options: Unpack[Options]) -> Callable[[Body], Check]: ...
    def proof(self, body: Body | None = None, **options: Unpack[Options]) -> Registered:
        """Register a proof as data: its mutants are rejected where their proofs are refused.

        That says that the proof needs what the mutant took away, not that the mutant is false.
        """
        return self._registered(body, "support", "proof", **options)

    @overload
    def refutation(self, body: Body) -> Check: ...
    @overload
    def refutation(self, **options: Unpack[Options]) -> Callable[[Body], Check]: ...
    def refutation(self, body: Body | None = None, **options: Unpack[Options]) -> Registered:
        """Register an attempt to refute: it decides `fails`, with an exact counterexample."""
        return self._registered(body, "refute", "exact", **options)

    @overload
    def statistical(self, body: Body) -> Check: ...
    @overload
    def statistical(self, **options: Unpack[Options]) -> Callable[[Body], Check]: ...
    def statistical(self, body: Body | None = None, **options: Unpack[Options]) -> Registered:
        """Register a check that draws from `run.rng()` and spends at most `run.alpha`."""
        return self._registered(body, "support", "statistical", **options)

    def sampled(
        self,
        *,
        examples: int = 200,
        part: str = "",
        corner: str = "",
        stronger: str = "",
        uses: Iterable[str] | None = None,
        seconds: float = 60.0,
        profile: Profile = "quick",
        **given: Any,  # noqa: ANN401 - search strategies; hypothesis is not imported here
    ) -> Callable[[Callable[..., None]], Check]:
        """Register a property that asserts; hypothesis draws its arguments from strategies."""
        from workbench.claims.sampling import as_check

        def wrap(prop: Callable[..., Any]) -> Callable[..., Outcome]:
            return as_check(prop, strategies=given, examples=examples)

        def register(prop: Callable[..., None]) -> Check:
            return self._register(
                prop, "support", "sampled", part=part, corner=corner, stronger=stronger, uses=uses,
                seconds=seconds, profile=profile, wrap=wrap,
            )  # fmt: skip

        return register

    def _registered(
        self, body: Body | None, aim: Aim, manner: Manner, **options: Unpack[Options]
    ) -> Registered:
        if body is not None:
            return self._register(body, aim, manner, **options)
        return lambda later: self._register(later, aim, manner, **options)

    def _register(
        self,
        function: Callable[..., Any],
        aim: Aim,
        manner: Manner,
        *,
        part: str = "",
        corner: str = "",
        stronger: str = "",
        uses: Iterable[str] | None = None,
        seconds: float = 60.0,
        profile: Profile = "quick",
        wrap: Wrap | None = None,
    ) -> Check:
        if part and part not in self.parts:
            raise ClaimError(
                f"{self.id}::{function.__name__}: part = {part!r} is not one of"
                f" {self.parts or '() (the claim declares none)'}."
                " Declare it in Claim(parts=...)."
            )
        if any(c.name == function.__name__ for c in self.checks):
            raise ClaimError(
                f"{self.id}: two checks are called {function.__name__}; rename one of them."
            )
        check = Check(
            claim=self.id,
            name=function.__name__,
            doc=_doc(function),
            body=wrap(function) if wrap else function,
            function=function,
            aim=aim,
            manner=manner,
            part=part,
            corner=corner,
            stronger=stronger,
            uses=None if uses is None else tuple(uses),
            seconds=seconds,
            profile=profile,
            module=function.__module__,
            wrap=wrap,
        )
        self.checks.append(check)
        return check


def _takes_run(body: Callable[..., Any]) -> bool:
    """Whether a body has a place for its `Run`: a parameter in front without a default."""
    return any(
        p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty
        for p in inspect.signature(body).parameters.values()
    )


def _doc(body: Callable[..., Any]) -> str:
    return " ".join((inspect.getdoc(body) or "").split())


def citation_outcome(claim: Claim) -> Outcome:
    """The standing evidence of a cited claim: ASSUMED, with its reference."""
    return holds(
        "citation",
        claim.citation,
        grade=Grade.ASSUMED,
        assumes=(claim.id,),
        trust=("the cited reference",),
    )
