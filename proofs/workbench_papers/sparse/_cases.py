"""The outcome of a finite check in exact arithmetic."""

from collections.abc import Iterable

from workbench.claims import Counterexample, Figure, Grade, Outcome, fails, holds

UNCHECKED = "exact computation, without a certificate"


def decide(cases: Iterable[tuple[str, bool]], what: str) -> Outcome:
    """All cases of a finite range, each with its name and whether it is as stated."""
    count = 0
    for name, good in cases:
        count += 1
        if not good:
            text = f"{what}: not so for {name}"
            return fails(
                "exhaustive enumeration",
                text,
                grade=Grade.DERIVED,
                counterexample=Counterexample((("case", name),), text),
                trust=("Python integers",),
            )
    return holds(
        "exhaustive enumeration",
        f"{what}: all {count} cases",
        grade=Grade.DERIVED,
        reason=UNCHECKED,
        figures=(Figure("cases", count),),
        trust=("Python integers",),
    )
