"""Lemmas that the checker has accepted in this process, so that variants of a proof cost little.

A false variant of a proof has most of the library of the proof itself, which the checker has
accepted before.  These lemmas are taken for granted here, and the lemmas and steps that are left
are put to the checker's own functions: what they refuse then, the checker would refuse as well if
it took the lemmas anew.  What is not refused here is for the checker, with all its lemmas.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.claims.deciding import refusals_decide
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.theorem.proof import opened, show
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.remembering import prove

Lemmas = Sequence[Mapping[str, Any]]
_ACCEPTED: set[bytes] = set()  # digests of a lemma with all that stand before it


def accept(library: Lemmas) -> None:
    """Note the lemmas of a proof that the checker has accepted."""
    _ACCEPTED.update(_keys(library))


def refusal(theorem: Mapping[str, Any], library: Lemmas, steps: Sequence[Any]) -> str:
    """Why a false variant of a proof is refused; empty where that is not known so soon."""
    if not refusals_decide():
        return ""
    known = 0
    for key in _keys(library):
        if key not in _ACCEPTED:
            break
        known += 1
    try:
        if known:
            _take(theorem, library, steps, known)
    except Malformed as error:
        return str(error)
    except Exception:  # noqa: BLE001 - whatever it is, the checker meets it again
        return ""
    return ""


def _take(theorem: Mapping[str, Any], library: Lemmas, steps: Sequence[Any], known: int) -> None:
    """Take all that stands after the lemmas that are known, as the checker does."""
    told = [one["theorem"] for one in library]
    for place, lemma in enumerate(library[known:], known):
        scope = opened(told[place], prove, told[:place])
        if "proof" in lemma:
            show(f"library {place}", scope, lemma["proof"], told[place]["conclusion"])
    show("the proof", opened(theorem, prove, told), steps, theorem["conclusion"])


def _keys(library: Lemmas) -> Iterator[bytes]:
    text = hashlib.sha256()
    for lemma in library:
        text.update(key_of(lemma))
        yield text.digest()
