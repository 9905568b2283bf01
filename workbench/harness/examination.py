"""The standard checks of an algorithm: budget, audit, sensitivities, errors, with their mutants.

    @examine(CLAIM, audit=True, attained="sensitivity_is_two_lipschitz_over_n")
    @examine(CLAIM, accounted=True)
    @broken("half_of_the_noise_overspends", "A sensitivity of L0/n.", noise=0.5)
    def few(*, noise: float = 1.0) -> Case:
        \"\"\"Linear losses, d = 2, n = 20, T = 4, rho = 1/2.

        All four releases move by 2 L0/n.
        \"\"\"
        problem = linear_means(2, 2.0)
        method = NoisyProjectedDescent(eta=0.1, sigma=0.2 * noise, T=4)
        return Case(method, problem, n=20, pair=problem.extremal_pair(20), rho=0.5)

The first paragraph of the docstring is the corner that the checks cover, the rest goes on their
page.  The case is built when a check runs, and what it takes is what a mutant may change.  The
audit takes `share` (of the claimed loss) and `fault` beside that, the sensitivities a `factor` by
which they are multiplied, the errors `terms`, which maps some terms of the bound to factors.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from workbench.claims import Check, Claim, Outcome, Run, all_of, broken
from workbench.claims.variants import taken
from workbench.errors import ClaimError
from workbench.harness.accounts import accounted, accounted_zcdp
from workbench.harness.audits import audited, audited_zcdp, sensitivity_is_attained
from workbench.harness.case import Case
from workbench.harness.errors import mean_is_below
from workbench.harness.levels import number
from workbench.privacy import Fault

Cases = Callable[..., Case | Sequence[Case]]
"""Makes a case, or several that all have to pass, from keyword arguments with true values."""

Examined = TypeVar("Examined", bound=Cases)

Name = bool | str
"""Whether a check is registered; its name, where it is not the standard one."""

CAUGHT: Mapping[Fault, tuple[str, str]] = {
    "half-scale": ("half_the_noise", "The sampler draws noise of half the declared scale."),
    "std-as-scale": (
        "a_deviation_taken_for_the_scale",
        "The sampler takes the Laplace scale for a standard deviation, and draws too little noise.",
    ),
    "drop-batch-factor": (
        "a_sum_in_place_of_a_mean",
        "The sum over a batch is released at the noise that its mean needs.",
    ),
    "reuse-noise": ("reused_noise", "One draw of noise serves all releases."),
    "skip-one-noise": ("a_release_without_noise", "The second release carries no noise."),
}
"""What an audit catches: end of the mutant's name, and what is wrong with it."""


def examine(
    claim: Claim,
    *,
    accounted: Name = False,
    audit: Name = False,
    attained: Name = False,
    errors: Name = False,
    part: str = "",
    corner: str = "",
    stronger: str = "",
    caught: Sequence[Fault] = ("half-scale",),
    tight: bool = True,
    **given: Any,  # noqa: ANN401 - what the case takes
) -> Callable[[Examined], Examined]:
    """Register the standard checks of a claim about an algorithm, as asked for.

    It is the decorator of a case, which may stand under several: the lowest comes first.

    accounted: the accountant, run through the method itself, reads no more than is claimed
    audit:     exact log-ratios of whole transcripts find no violation, in both orders of the pair;
               samplers with the faults `caught` are caught, and half the claimed loss is refuted
               (unless not `tight`: then the pair does not come near it)
    attained:  no release moves by more than it claims, and one by all of it; half of the claims is
               refused
    errors:    the mean error of independent trials is not above the bound; the row shows its terms

    Each is True, or the name of the check.  `part` is the part of the statement that they cover, by
    default the claim's part of that kind.  `corner` replaces the first paragraph of the docstring
    of the case, and `given` its arguments.  Several cases share the error probability of a check.
    A `@broken(...)` below it is a mutant of the one check that is asked for.

    `stronger` says what the checks show beyond the statement, where they show more.

    Raises:
        ClaimError: a case that says nothing of itself, or takes an argument without a true value;
            a variant below an examination that asks for several checks, or for none.
    """
    asked = {"accounted": accounted, "audit": audit, "attained": attained, "errors": errors}

    def register(case: Examined) -> Examined:
        variants = taken(case)
        told = _Told(claim, case, given, part=part, corner=corner, stronger=stronger)
        found = [_standard(told, kind, name, caught, tight) for kind, name in asked.items() if name]
        if variants and len(found) != 1:
            raise ClaimError(
                f"{claim.id}: broken({variants[0].name!r}, ...) stands under an examination of"
                f" {case.__name__} with {len(found)} checks: a variant belongs to one."
                " Put an @examine(...) that asks for that check alone directly above it."
            )
        for variant in variants:
            found[0].vary(variant)
        return case

    return register


def _standard(told: _Told, kind: str, name: Name, caught: Sequence[Fault], tight: bool) -> Check:
    """One standard check with its standard mutants."""
    if kind == "accounted":
        return told.check(kind, name, _accounted)
    if kind == "errors":
        return told.check(kind, name, _errors, terms={})
    if kind == "attained":
        check = told.check(kind, name, _attained, factor=1.0)
        check.vary(broken("half_of_it", "Half of all the claimed sensitivities.", factor=0.5))
        return check
    check = told.check(kind, name, _audit, share=1.0, fault=None)
    for fault in caught:
        end, why = CAUGHT[fault]
        check.vary(broken(_after(check, "catches", end), why, fault=fault))
    if tight:
        why = "The pair loses more than half of what is claimed."
        check.vary(broken(_after(check, "refutes", "half_the_loss"), why, share=0.5))
    return check


def _after(check: Check, verb: str, what: str) -> str:
    """The name of a mutant: `audit_of_x_finds_no_violation` -> `audit_of_x_catches_...`."""
    suffix = "_finds_no_violation"
    stem = check.name.removesuffix(suffix) if check.name.endswith(suffix) else "audit"
    return f"{stem}_{verb}_{what}"


def _accounted(case: Case, trial: Run) -> Outcome:
    """The accountant, run through the method itself, reads no more than is claimed."""
    del trial
    if case.rho is not None:
        return accounted_zcdp(case.reading(), rho=case.rho, more=case.more)
    reading = case.reading()
    every = reading if isinstance(reading, Sequence) else [reading]
    beside = (
        number(f"epsilon by {name}", max(one.epsilon_at(case.delta, using=using) for one in every))
        for name, using in case.beside.items()
    )
    return accounted(
        reading, epsilon=_loss(case), delta=case.delta, using=case.using,
        more=(*beside, *case.more),
    )  # fmt: skip


def _audit(case: Case, trial: Run, *, share: float, fault: Fault | None) -> Outcome:
    """The exact log-ratios of whole transcripts stay within the claim, in both orders of a pair."""
    size = {"trials": case.transcripts} if case.transcripts else {}
    if case.rho is not None:
        return audited_zcdp(
            case.run, case.neighbours(), trial, rho=case.rho, gaussian=case.gaussian, share=share,
            fault=fault, **size,
        )  # fmt: skip
    return audited(
        case.run, case.neighbours(), trial, epsilon=share * _loss(case), delta=case.delta,
        fault=fault, **(size or ({"trials": 3000} if case.delta else {})),
    )  # fmt: skip


def _loss(case: Case) -> float:
    """The claimed epsilon, or the pure loss that the accountant reads."""
    if case.epsilon is not None:
        return case.epsilon
    reading = case.reading()
    return max(one.epsilon for one in (reading if isinstance(reading, Sequence) else [reading]))


def _attained(case: Case, trial: Run, *, factor: float) -> Outcome:
    """No release moves by more than it claims, and one moves by all of it."""
    return sensitivity_is_attained(case.run, case.neighbours(), trial, factor=factor)


def _errors(case: Case, trial: Run, *, terms: Mapping[str, float]) -> Outcome:
    """The mean error of independent trials is not above the bound."""
    drawing = replace(case, terms={}, trivial=math.inf, more=(), picture=None)  # no claim of it
    found = mean_is_below(
        drawing.draw, trial, bound=case.bound(terms), trivial=case.trivial, trials=case.trials,
        resolution=case.resolution, more=case.figures(),
    )  # fmt: skip
    return found if terms or case.picture is None else found.with_plots(case.picture(trial))


Body = Callable[..., Outcome]

NAMES = {
    "accounted": "accountant_reads_the_budget",
    "audit": "audit_finds_no_violation",
    "attained": "sensitivity_is_attained",
    "errors": "mean_error_is_not_above_the_bound",
}
"""The standard names of the checks."""

PARTS = {
    "accounted": ("privacy",),
    "audit": ("audit", "pure loss", "loss", "privacy"),
    "attained": ("sensitivity", "privacy"),
    "errors": ("error", "gap", "convergence"),
}
"""The part of a claim that a check covers: the first of these that the claim has."""


class _Told:
    """What the checks of one examination have in common."""

    def __init__(
        self, claim: Claim, case: Cases, given: Mapping[str, Any], *, part: str, corner: str,
        stronger: str,
    ) -> None:  # fmt: skip
        first, _, rest = (inspect.getdoc(case) or "").partition("\n\n")
        self.claim, self.case, self.part, self.stronger = claim, case, part, stronger
        self.corner, self.rest = corner or " ".join(first.split()).rstrip("."), rest
        if not self.corner:
            raise ClaimError(
                f"{claim.id}: the case {case.__name__} has no docstring: nobody could say what its"
                " checks cover. Name problem, sizes and budget in its first line."
            )
        self.takes = [
            p.replace(kind=p.KEYWORD_ONLY, default=given.get(name, p.default))
            for name, p in inspect.signature(case).parameters.items()
        ]
        names = {p.name for p in self.takes}
        if strange := sorted(given.keys() - names):
            raise ClaimError(
                f"{claim.id}: the case {case.__name__} does not take {', '.join(strange)}."
                f" Its arguments are {', '.join(sorted(names)) or '(none)'}. Correct the name."
            )
        if bare := [p.name for p in self.takes if p.default is p.empty]:
            raise ClaimError(
                f"{claim.id}: the case {case.__name__} takes {', '.join(bare)} without a true"
                " value. Give the argument a default, or pass it to examine(...)."
            )

    def check(self, kind: str, name: Name, judge: Callable[..., Outcome], **own: Any) -> Check:  # noqa: ANN401
        """Register one check, with the arguments of the case and its `own`."""
        parts = [p for p in PARTS[kind] if p in self.claim.parts]
        body = self._body(judge, own)
        body.__name__ = body.__qualname__ = NAMES[kind] if name is True else str(name)
        body.__doc__ = f"{inspect.getdoc(judge)} {self.rest}"
        body.__module__ = self.case.__module__
        register = self.claim.exact if kind == "accounted" else self.claim.statistical
        return register(
            part=self.part or (parts[0] if parts else ""), corner=self.corner,
            stronger=self.stronger, uses=(),
        )(body)  # fmt: skip

    def _body(
        self, judge: Callable[..., Outcome], own: Mapping[str, Any]
    ) -> Callable[..., Outcome]:
        defaults = {p.name: p.default for p in self.takes}
        if clash := sorted(defaults.keys() & own.keys()):
            raise ClaimError(
                f"{self.claim.id}: the case {self.case.__name__} takes {', '.join(clash)}, which"
                " the check itself takes. Give the argument of the case another name."
            )
        make = self.case

        def body(*run: Run, **changes: Any) -> Outcome:  # noqa: ANN401
            asked = {**defaults, **own, **changes}
            made = make(**{name: asked[name] for name in defaults})
            cases = [made] if isinstance(made, Case) else list(made)
            trial = run[0] if run else Run()
            part = replace(trial, alpha=trial.alpha / len(cases)) if run else trial
            options = {name: asked[name] for name in own}
            found = [judge(case, part, **options) for case in cases]
            return found[0] if len(found) == 1 else all_of(*found)

        empty = inspect.Parameter("run", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        keyword = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value)
            for name, value in own.items()
        ]
        first = [] if judge is _accounted else [empty]
        body.__signature__ = inspect.Signature([*first, *self.takes, *keyword])  # type: ignore[attr-defined]
        return body
