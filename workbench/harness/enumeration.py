"""The outcome of a finite check in exact arithmetic: all cases, one by one."""

from collections.abc import Iterable

from workbench.claims import Counterexample, Figure, Grade, Outcome, fails, holds


def every_case(cases: Iterable[tuple[str, bool]], what: str) -> Outcome:
    """Whether all cases of a finite range are as stated: DERIVED, as nobody checks the loop again.

    cases: the name of each case and whether it is as stated, computed with Python's integers
    what: what is stated of a case, in a few words
    """
    trust, count = ("Python integers",), 0
    for name, good in cases:
        count += 1
        if not good:
            text = f"{what}: not so for {name}"
            found = Counterexample((("case", name),), text)
            return fails(
                "exhaustive enumeration", text, grade=Grade.DERIVED, counterexample=found,
                trust=trust,
            )  # fmt: skip
    return holds(
        "exhaustive enumeration", f"{what}: all {count} cases", grade=Grade.DERIVED, trust=trust,
        reason="exact computation, without a certificate", figures=(Figure("cases", count),),
    )  # fmt: skip
