"""Claims, and the decorators that register their checks.

    CLAIM = Claim("sgd.noise-scale", printed=("definition", "eq. (4)"), ...)

    @CLAIM.exact
    @broken("lost_factor_m", "Without the factor m the two are no inverses.", factor=1)
    def inverse_undoes_the_formula(*, factor=m) -> Outcome: ...

A check supports its claim, or (`@CLAIM.refutation`) tries to refute it; what a mutant is and when
it counts as rejected stands in `workbench.claims.check`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Unpack, cast, overload

from workbench.claims.cards import ClaimCard
from workbench.claims.cases import Encodes, Of
from workbench.claims.check import Aim, Body, Check, Manner, Options, Wrap, told
from workbench.claims.outcome import Outcome
from workbench.claims.run import Profile
from workbench.claims.source import Item, Kind, Provenance, conditions, standing
from workbench.claims.variants import taken
from workbench.errors import ClaimError

_ID = re.compile(r"[a-z](?:_?[a-z0-9])*\.[a-z0-9]+([.-][a-z0-9]+)*")


Encoded = Iterable[Encodes] | Mapping[str, Iterable[Encodes]]  # of the whole, or of each part
Registered = Check | Callable[[Body], Check]


@dataclass(slots=True, init=False, repr=False)
class Claim(ClaimCard):
    """One statement of a paper, its source, what it rests on, and the checks it must survive.

    id:            `paper.slug-with-dashes`
    title:         one line for tables
    printed:       the kind of the statement and where it stands in the source, such as
                   ("theorem", "Proposition 4.2, eqs. (30)-(32)")
    reconstructed: the same of a statement that is garbled there, or missing
    reading:       the same of one reading of a text that allows several
    boundary:      the same of a statement at the ends of its range, which the source leaves open
    ours:          the same of a statement that is not the source's; one of the five is given
    statement:     LaTeX, as the source has it
    hypotheses:    LaTeX, a condition on each line; one goes on after a backslash that ends a line
    uses:          ids of the claims that the argument rests on
    repairs:       ids of the claims that this one corrects
    parts:         names of the parts that make up the statement (both directions of an "iff", ...);
                   a check that names no part covers them all
    encoded:       the statement as machine-readable relations and theorems, or those of each part;
                   what is certified shows all of them, without them words say what was shown
    note:          one or two sentences for the reader of the report
    citation:      for a statement that is "cited": the reference; the claim is then ASSUMED
    module:        where it is made, by default the module that calls

    Raises:
        ClaimError: an id, a kind or a field that is malformed, with the way out.
    """

    id: str
    kind: Kind
    title: str
    statement: str
    source: str
    provenance: Provenance
    hypotheses: tuple[str, ...]
    uses: tuple[str, ...]
    repairs: tuple[str, ...]
    parts: tuple[str, ...]
    encoded: Encoded
    note: str
    citation: str
    module: str
    checks: list[Check]

    def __init__(
        self,
        id: str,
        *,
        title: str,
        statement: str,
        printed: Item | None = None,
        reconstructed: Item | None = None,
        reading: Item | None = None,
        boundary: Item | None = None,
        ours: Item | None = None,
        hypotheses: str | Iterable[str] = (),
        uses: tuple[str, ...] = (),
        repairs: tuple[str, ...] = (),
        parts: tuple[str, ...] = (),
        encoded: Encoded = (),
        note: str = "",
        citation: str = "",
        module: str = "",
    ) -> None:
        self.id, self.title, self.statement = id, title, statement
        self.provenance, (self.kind, self.source) = standing(
            id, printed=printed, reconstructed=reconstructed, reading=reading,
            boundary=boundary, ours=ours,
        )  # fmt: skip
        self.hypotheses = conditions(hypotheses)
        self.uses, self.repairs, self.parts, self.encoded = uses, repairs, parts, encoded
        self.note, self.citation, self.checks = note, citation, []
        self.module = module
        self._check()

    def _check(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ClaimError(
                f"id = {self.id!r} is not paper.slug: lower-case words joined by dashes after a"
                " paper name and a dot, as in sgd.lemma-2-1. Rename the claim."
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
                f"{self.id}: citation is set but it is a {self.kind}; only what is 'cited' is taken"
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
        own = self.encoded.items() if isinstance(self.encoded, Mapping) else [("", self.encoded)]
        said = [(part, one) for part, several in own for one in several]
        put = [(c.part, t[0]) for c in self.checks if c.of == "statement" and (t := c.case())]
        known = {one.digest for _, one in said}
        return (*said, *((part, one) for part, one in put if one.digest not in known))

    def cases(self) -> tuple[tuple[Check, Encodes, str], ...]:
        """The cases of it that refutations put to the machine: the check, the statement, where."""
        return tuple((c, *told) for c in self.checks if c.of == "case" and (told := c.case()))

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
        of: Of = "",
        wrap: Wrap | None = None,
    ) -> Check:
        if part and part not in self.parts:
            raise ClaimError(
                f"{self.id}::{function.__name__}: part = {part!r} is not one of"
                f" {self.parts or '() (the claim declares none)'}."
                " Declare it in Claim(parts=...)."
            )
        if of and aim != "refute":
            raise ClaimError(
                f"{self.id}::{function.__name__}: of = {of!r} is for refutations. Drop it."
            )
        if any(c.name == function.__name__ for c in self.checks):
            raise ClaimError(
                f"{self.id}: two checks are called {function.__name__}; rename one of them."
            )
        check = Check(
            claim=self.id,
            name=function.__name__,
            doc=told(function),
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
            of=of,
            wrap=wrap,
        )
        for variant in taken(function):
            check.vary(variant)
        self.checks.append(check)
        return check
