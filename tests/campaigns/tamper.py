"""Tampering: single changes to real certificates, with the digest left, and with a new one.

With the digest left as it was, none may be accepted.  With a digest of its own, an accepted one
must say what it is about: its conclusions are others exactly where the change touches what is
stated.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tests.campaigns import corpus, rates
from tests.campaigns.mutate import mutated
from workbench.rates import check as rates_check
from workbench.rigor import check as rigor_check

Certificate = dict[str, Any]
# what a certificate is about; all other fields are evidence
STATED = (
    "statement",
    "rules",
    "base",
    "point",
    "matrix",
    "strict",
    "matrices",
    "integrand",
    "variable",
    "low",
    "high",
    "op",
    "bound",
    "side",
    "parameters",
    "kappa",
    "noise",
    "problem",
    "family",
    "verdict",
    "theorem",
    "law",
    "process",
    "moments",
    "integration",
    "run",
    "object",
    "private",
    "pairs",
    "epsilon",
    "delta",
)
_EVIDENCE = {
    "growth": {"variable", "strict"},
    "taylor": {"variable"},
    "symmetry": {"variable"},
    "variation": {"variable"},
    "substitution": {"variable", "low", "high"},
    "termwise": {"low", "high"},
    "inductive": {"strict", "variable"},
    "induction": {"variable"},
    "cover": set(),
    "rate-comparison": set(),
}


def stated(c: Certificate) -> dict[str, Any]:
    """The part of a certificate that says what it is about."""
    if c["kind"] == "finite-tree":  # all of it: the law and the statement
        return {k: v for k, v in c.items() if k != "digest"}
    found = {k: v for k, v in c.items() if k in STATED and k not in _EVIDENCE.get(c["kind"], ())}
    if c["kind"] == "enumeration" and c.get("rules"):  # the entry up to which they hold
        found["last"] = c["last"]
    if c["kind"] == "rate":  # the rate itself, each term with its constants
        terms = [[t["powers"], *_once(f["coefficient"] for f in t["floors"])] for t in c["sum"]]
        required = _once([r["powers"], r["coefficient"]] for r in c["requirements"])
        found |= {"sum": terms, "requirements": required}
    return found


def _once(entries: Iterable[Any]) -> list[Any]:
    """Bounds that hold together, without repetitions: those say nothing more."""
    return list({repr(entry): entry for entry in entries}.values())


def conclusions(c: Certificate) -> list[Any] | None:
    """What the checker says that an accepted certificate shows."""
    return (rates_check if c["kind"] in rates.KINDS else rigor_check).conclusions(c)


def is_accepted(c: Certificate) -> bool:
    """Whether the checker of its format accepts it."""
    if c["kind"] in rates.KINDS:
        return rates_check.accepts(c)
    return rigor_check.check_certificate(c).accepted


def batch(
    kind: str,
    seed: str,
    known: dict[str, list[Certificate]],
    size: int = 60,
    about: Callable[[Certificate], None] = lambda c: None,
) -> tuple[Counter[str], list[dict[str, Any]]]:
    """Change certificates of one kind; the counts and the findings."""
    rng, counts, findings = random.Random(f"tampering/{seed}/{kind}"), Counter[str](), []
    own = known.get(kind, [])
    for _ in range(size if own else 0):
        c = rng.choice(own)
        kept = mutated(rng, c)
        if kept == c:
            continue
        about(kept)
        counts["kept"] += 1
        trouble = ""
        if is_accepted(kept):
            counts["kept accepted"] += 1
            trouble = "accepted with the digest of another certificate"
        changed = corpus.sealed(kept)
        counts["sealed"] += 1
        if is_accepted(changed):
            about_the_same = stated(changed) == stated(c)
            counts["same statement" if about_the_same else "another statement"] += 1
            if (conclusions(changed) == conclusions(c)) != about_the_same:
                says = "others" if about_the_same else "the same"
                trouble = f"the statement and the conclusions disagree: these are {says}"
        if trouble:
            counts["violations"] += 1
            findings.append({"kind": kind, "why": trouble, "certificate": changed, "original": c})
    return counts, findings
