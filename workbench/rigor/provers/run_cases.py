"""A statement about the functions of a class, put to one of them: `RunStatement.refuted`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from workbench.claims import (
    Counterexample,
    Encoded,
    Encodes,
    Example,
    Grade,
    Outcome,
    fails,
    holds,
    inconclusive,
)
from workbench.errors import ClaimError
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.instance import means_of
from workbench.rigor.check.points import decide
from workbench.rigor.check.regions import Outside
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.outcomes import TRUST, side_figure, stamped, value_text
from workbench.symbolic import Expr
from workbench.symbolic.run_text import run_formulas


class Runs(Encodes, Protocol):
    """A statement about a run on the functions of a class: a `RunStatement`."""

    @property
    def tree(self) -> dict[str, Any]:
        """The statement and the run, as certificates hold them."""
        ...


@dataclass(frozen=True, eq=False)
class FunctionExample(Example):
    """A statement about the functions of a class, and one of them."""

    statement: Runs
    object: Mapping[str, Any]
    numbers: Mapping[str, Any]

    def says(self) -> Runs:
        """The statement, for every function of the class."""
        return self.statement

    def place(self) -> dict[str, str]:
        """The numbers; the functions are in the certificate."""
        return {name: value_text(one) for name, one in self.numbers.items()}

    def outcome(self) -> Outcome:
        """Decide the statement; `fails` carries the object as its counterexample.

        Raises:
            ClaimError: a function is not in its class, or the run has no value.
        """
        tree = self.statement.tree
        said = {key: part for key, part in tree.items() if key != "run"}
        certificate = stamped({
            "kind": "instance", "statement": said, "run": tree["run"],
            "point": dict(self.numbers), "object": dict(self.object),
        })  # fmt: skip
        try:
            means = means_of(certificate)
        except (Malformed, Outside) as error:
            raise ClaimError(f"instance: {error}. Correct the function or the method.") from error
        whole = {**self.numbers, **means}
        figures = tuple(
            side_figure(side, Expr.from_tree(said[side]), whole) for side in ("left", "right")
        )
        answer, method = check_certificate(certificate), "function of a class"
        if answer.accepted:
            both = f"{figures[0].value:.6g} {said['op']} {figures[1].value:.6g}"
            words = f"it says {both} for a function of the class"
            example = Counterexample(tuple(self.place().items()), answer.message)
            return fails(
                method, words, grade=Grade.CERTIFIED, figures=figures, trust=TRUST,
                certificate=certificate, counterexample=example,
            )  # fmt: skip
        if decide(said, whole):
            words = "the statement holds for this function"
            return holds(method, words, grade=Grade.SUPPORTED, figures=figures, trust=TRUST)
        shown = tuple(Encoded(label, text) for label, text in run_formulas(tree))
        return inconclusive(method, answer.message, encoded=shown)
