"""What a run is going to do: one task for each check of each selected claim.

A task runs a check and all its mutants.  Its key is the hash of everything that its result may
depend on (the check, the seed, the text and data it reaches, the text of what grades it, the
environment); evidence with the same key is not made twice.  Neither seed nor share of the error
budget depends on what else is selected, so one claim verified alone gives what it gives in a full
run.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from workbench.claims import Check, Claim, Library, Run, derive_seed
from workbench.claims.run import Profile
from workbench.errors import ParameterError
from workbench.runner.sources import Sources
from workbench.runner.versions import environment

EVIDENCE = "workbench-evidence/2"
GRADING = (
    *("workbench.claims", "workbench.referee", "workbench.rigor.check", "workbench.rates.check"),
    *("workbench.runner.perform", "workbench.runner.limits", "workbench.runner.raised"),
)
"""What runs and grades every check, imported by it or not: when it changes, all run again."""
PARTS = 256
"""Into how many equal parts the error budget is cut.

A statistical check takes one part, whatever else there is: a new check changes the share of no
other and makes no evidence stale.  The price is the parts that nobody takes.
"""
_SEVERAL = 2  # variants
FULL_EFFORT = 10  # a full profile gives each check this many times its time limit


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSetting:
    """What a whole run shares: the root seed, the effort, and the error budget of the report.

    `budget` bounds the probability that any statistical check of the run contradicts a true
    statement.
    """

    seed: int = 0
    profile: Profile = "quick"
    budget: Fraction = Fraction(1, 1000)

    def __post_init__(self) -> None:
        if self.profile not in ("quick", "full"):
            raise ParameterError(
                f"profile = {self.profile!r} is not one of quick, full. Choose one."
            )
        if not 0 < self.budget < 1:
            raise ParameterError(
                f"budget = {self.budget} is outside (0, 1): it is a probability of error."
                " Choose one in between, such as 1/1000."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One check with its mutants, and the setting in which they run: plain data.

    modules: where the claim and the check are, for a process that knows neither
    variants: how many false ones it has, of which each may take as long as it does
    """

    claim: str
    check: str
    modules: tuple[str, ...] = ()
    key: str
    seed: int
    alpha: Fraction
    profile: Profile
    root: int
    limit: float
    variants: int = 0

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.claim}::{self.check}"

    @property
    def repeat(self) -> str:
        """The command that runs it again."""
        return command(RunSetting(seed=self.root, profile=self.profile), [self.claim]) + " --fresh"

    def run(self, *mutant: str) -> Run:
        """What the check (or one of its mutants) may draw on."""
        seed = derive_seed(self.root, self.claim, self.check, *mutant)
        return Run(seed=seed, alpha=self.alpha, profile=self.profile)


def command(setting: RunSetting, wanted: Iterable[str] = (), *, expression: str = "") -> str:
    """The command line that gives the same result, on any number of workers.

    >>> command(RunSetting(seed=7), ["sgd"], expression="noise or bias")
    "workbench verify sgd -k 'noise or bias' --seed 7 --profile quick"
    """
    words = ["workbench", "verify", *wanted]
    if expression:
        words += ["-k", expression]
    return shlex.join([*words, "--seed", str(setting.seed), "--profile", setting.profile])


@dataclass(frozen=True, slots=True)
class Share:
    """The part of the error budget of one statistical check."""

    claim: str
    check: str
    alpha: Fraction


@dataclass(frozen=True, slots=True)
class Plan:
    """The selected claims, their tasks, and the shares of their statistical checks."""

    setting: RunSetting
    claims: tuple[str, ...]
    tasks: tuple[Task, ...]
    shares: tuple[Share, ...]


def plan(
    library: Library,
    claims: Iterable[str] | None = None,
    *,
    setting: RunSetting | None = None,
    sources: Sources | None = None,
    variables: Mapping[str, str | None] | None = None,
) -> Plan:
    """Plan the checks of `claims` (ids; all, if None) that belong to the profile.

    library: the installed papers
    setting: seed and profile; those of `workbench verify` if None
    sources: digests of what the checks import, read once for several plans
    variables: those of the environment that tell libraries how to compute; ours if None
    """
    setting = setting or RunSetting()
    sources = sources or Sources()
    ids = tuple(library.claims) if claims is None else tuple(claims)
    surroundings = (environment(variables), sources.texts(*GRADING))
    tasks = tuple(
        _task(library[id], check, setting, sources, surroundings)
        for id in ids
        for check in library[id].checks
        if check.profile == "quick" or setting.profile == "full"
    )
    return Plan(setting, ids, tasks, divide([library[id] for id in ids], setting.budget))


def divide(claims: Iterable[Claim], budget: Fraction) -> tuple[Share, ...]:
    """The shares of the statistical checks of `claims`, which together stay within the budget.

    Raises ParameterError if they do not: there are more of them than parts.
    """
    found = tuple(
        Share(claim.id, check.name, budget / PARTS)
        for claim in claims
        for check in claim.checks
        if check.manner == "statistical"
    )
    if len(found) > PARTS:
        raise ParameterError(
            f"claims = ({found[0].claim}, ...) have {len(found)} statistical checks, and the error"
            f" budget of {budget} is cut into {PARTS} parts, one for each check: together they"
            " could contradict a true statement more often than a report may."
            " Verify fewer papers in one run, each run with a report of its own."
        )
    return found


def _task(
    claim: Claim, check: Check, setting: RunSetting, sources: Sources, surroundings: tuple[str, str]
) -> Task:
    alpha = setting.budget / PARTS if check.manner == "statistical" else Fraction(0)
    limit = check.seconds * (FULL_EFFORT if setting.profile == "full" else 1)
    modules = sorted({claim.module, check.module, *(m.module for m in check.mutants)} - {""})
    spec = {
        "schema": EVIDENCE,
        "claim": claim.id,
        "check": check.name,
        "aim": check.aim,
        "manner": check.manner,
        "part": check.part,
        "corner": check.corner,
        "stronger": check.stronger,
        "mutants": [m.name for m in check.mutants],
        "seed": setting.seed,
        "alpha": str(alpha),
        "profile": setting.profile,
        "limit": limit,
        "sources": sources.digest(*modules),
        "surroundings": surroundings,
    }
    text = json.dumps(spec, sort_keys=True)
    return Task(
        claim=claim.id,
        check=check.name,
        modules=tuple(dict.fromkeys(name for name in (claim.module, check.module) if name)),
        key=hashlib.sha256(text.encode()).hexdigest(),
        seed=derive_seed(setting.seed, claim.id, check.name),
        alpha=alpha,
        profile=setting.profile,
        root=setting.seed,
        limit=limit,
        variants=len(check.mutants),
    )


def longest_first(tasks: Iterable[Task]) -> list[Task]:
    """The tasks in the order in which workers begin them, so that none waits long for the last one.

    First those that ask for much time, last those with no more than one variant; in between, the
    claims of a paper stay together, as they use the same modules.
    """
    return sorted(tasks, key=lambda task: (-task.limit, task.variants < _SEVERAL))
