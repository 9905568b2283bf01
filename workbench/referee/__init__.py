"""What an author cannot decide: whether a certificate is accepted, and what verdicts follow.

    client.py    `Referee`: asks a process of its own, and replaces it when a certificate ended it
    server.py    that process, with a limit of time and of memory for each certificate
    checkers.py  one certificate put to the checker of its kind
    answer.py    `Ruling`: what is said of it
    grading.py   `graded`: what an outcome is worth after that ruling
    rebuild.py   `rebuild`: the verdicts of a report, computed again from its evidence alone
    spare.py     `spare`: which hypotheses the certificates of a report do without
    digests.py   digests over all that a report shows

The checkers of `rigor` and `rates` are all that is asked; no prover, no solver and no sympy is
loaded on either side.

What an author returns from a check earns no more than its certificate does.  What a check does to
the process that runs it is another matter: it is Python code, and could replace `graded`, empty the
`encoded` of its claim or write into the store.  Code of checks is trusted not to attack its
process, like any program that one runs; whoever reviews a paper reads it.  `rebuild` runs none of
it: a grade that such code has forged does not follow from the report, and `recheck` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.referee.answer import Ruling
    from workbench.referee.client import Referee, rule_all
    from workbench.referee.grading import earned, graded, tied

__all__ = ["Referee", "Ruling", "earned", "graded", "rule_all", "tied"]

_HOME = {
    "Referee": "client",
    "Ruling": "answer",
    "earned": "grading",
    "graded": "grading",
    "rule_all": "client",
    "tied": "grading",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name not in _HOME:  # the server loads this package, and has no use for the client
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
