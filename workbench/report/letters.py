"""The letters of a counterexample that is a run: which change, which stay, what is measured.

A paper has x_t and x_{t-1}; a run has letters whose values its steps change.  What each of them is
follows from the start, the steps and the means alone, so it is read off the certificate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from workbench.report.model import ReportedEvidence
from workbench.symbolic.latex import latex, name
from workbench.symbolic.run_text import possible

_LONGEST = 60  # characters of a value that is told among words


class Letter(NamedTuple):
    """Letters with their names, what each is in words, and the formula that these words end in."""

    names: tuple[str, ...]
    words: str
    value: str = ""

    @property
    def latex(self) -> str:
        """The letters, separated by commas."""
        return r",\; ".join(map(name, self.names))


def letters_of(evidence: ReportedEvidence) -> tuple[Letter, ...]:
    """The letters of the runs and laws for which a certificate shows a statement to be false."""
    from workbench.referee.checkers import members_of

    if evidence.certificate is None:
        return ()
    found: dict[str, Letter] = {}
    for member in members_of(evidence.certificate):
        if member.get("kind") in ("instance", "finite-tree"):
            for letter in _letters(member.get("run", member)):
                found.setdefault(letter.latex, letter)
    alike: dict[tuple[str, str], tuple[str, ...]] = {}
    for letter in found.values():
        told = (letter.words, letter.value)
        alike[told] = (*alike.get(told, ()), *letter.names)
    return tuple(Letter(names, *told) for told, names in alike.items())


def _letters(run: Mapping[str, Any]) -> Iterator[Letter]:
    if not run["steps"]:
        return  # then its letters are numbers, and what is defined by them stands below
    moves: dict[str, list[Any]] = {}
    for step in run["steps"]:
        for letter, tree in step["next"]:
            moves.setdefault(letter, []).append(tree)
    for letter, tree in run["start"]:
        if letter in moves and tree[0] == "v":
            yield Letter((tree[1],), "the start of", name(letter))
    for letter, tree in run["start"]:
        made = moves.get(letter)
        if made is None:
            yield _told(letter, "kept from the start:", tree)
        elif all(one[0] == "v" and one[1] in moves for one in made) and made[1:] == made[:-1]:
            yield _told(letter, "one step behind", made[0])
        else:
            yield Letter((letter,), "changed by the steps")
    for step in run["steps"]:
        for letter, law in step["draws"]:
            certain = isinstance(law, list) and len(possible(law)) == 1
            how = "computed" if certain else "drawn anew"
            yield Letter((letter,), f"{how} in each step")
    for letter, _ in run.get("means", ()):
        yield Letter((letter,), "measured after the last step")


def _told(letter: str, words: str, tree: Any) -> Letter:  # noqa: ANN401 - JSON
    value = latex(tree)
    if len(value) > _LONGEST:
        return Letter((letter,), words.rstrip(":"))
    return Letter((letter,), words, value)
