"""A whole run: reuse what is known, run the rest, and compute the verdicts.

With `library = load()` and `store = Store(Path(".workbench"))`,
`verify(library, plan(library, ["sgd.lemma-2-1"]), store, jobs=2).verdicts` has the answer.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from workbench.claims import CheckResult, Claim, Library, Verdict, judge
from workbench.errors import ParameterError
from workbench.referee import Referee, tied
from workbench.runner.execute import execute, find_check
from workbench.runner.perform import GRACE, perform
from workbench.runner.plan import Plan, RunSetting, Task, plan
from workbench.runner.record import Record
from workbench.runner.sources import Sources
from workbench.runner.store import Store

if TYPE_CHECKING:
    from workbench.runner.early import EarlyWorker


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: tasks done out of all, and the one that was finished last."""

    done: int
    total: int
    task: Task
    record: Record


class Interrupted(Exception):
    """Ctrl-C: what was finished is stored."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__(f"{done} of {total} checks are done")
        self.done, self.total = done, total


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What a run found: the record of each task in the order of the plan, and the verdicts.

    A verdict uses the evidence of this run only: what was not selected counts as open, so the
    result does not depend on earlier runs.  `reused` tasks had stored evidence.
    """

    library: Library
    plan: Plan
    records: dict[str, Record]
    verdicts: dict[str, Verdict]
    reused: int
    seconds: float

    @property
    def spent(self) -> Fraction:
        """The part of the error budget that this run used."""
        return sum((r.outcome.alpha for r in self.records.values()), Fraction(0))

    @property
    def further(self) -> set[str]:
        """The papers that the evidence names and the library does not have."""
        return further_papers(self.library, self.records.values())

    def judged_in(self, library: Library) -> Session:
        """The same evidence, judged with a library that has more papers."""
        verdicts = verdicts_of(library, self.plan, self.records)
        return replace(self, library=library, verdicts=verdicts)


def further_papers(library: Library, records: Iterable[Record]) -> set[str]:
    """The papers of the claims that evidence assumes, those in the library left out."""
    assumed = {id for record in records for id in record.outcome.assumes}
    return {id.split(".", 1)[0] for id in assumed - library.claims.keys()}


def verify(
    library: Library,
    planned: Plan,
    store: Store,
    *,
    jobs: int = 1,
    executor: str = "local",
    fresh: bool = False,
    grace: float = GRACE,
    progress: Callable[[Progress], None] | None = None,
    early: EarlyWorker | None = None,
) -> Session:
    """Carry out a plan; raises Interrupted on Ctrl-C, with everything finished in the store.

    library: the installed papers
    planned: the checks, as `plan` made them
    store: where evidence is kept
    jobs: worker processes; 0 stays in this one, for debuggers
    executor: the engine that has the workers: local, dask, dask://HOST:PORT or ray
    fresh: run again what is known already
    grace: seconds beyond its limit after which a check is ended from outside
    progress: called after each check
    early: a worker that is there already, for the engine `local`
    """
    if jobs < 0:
        raise ParameterError(
            f"jobs = {jobs} is negative: it is a number of worker processes. Use 0 for none."
        )
    start = time.monotonic()
    records: dict[str, Record] = {}
    if not fresh:
        for task in planned.tasks:
            record = store.find(task)
            if record is not None:
                records[task.name] = record
    reused = len(records)
    todo = [task for task in planned.tasks if task.name not in records]
    if todo:
        if executor == "local":
            pools = None if early is None else early.pool
            running = execute(library, todo, store, jobs=jobs, grace=grace, pools=pools)
        else:
            from workbench.runner.cluster import on_engine

            running = on_engine(executor, todo, store, jobs=jobs, grace=grace)
        try:
            with contextlib.closing(running):
                for task, record in running:
                    records[task.name] = record
                    if progress is not None:
                        progress(Progress(len(records), len(planned.tasks), task, record))
        except KeyboardInterrupt:
            raise Interrupted(len(records), len(planned.tasks)) from None
    records = _tied(library, planned, records)
    return Session(
        library=library,
        plan=planned,
        records={t.name: records[t.name] for t in planned.tasks},
        verdicts=verdicts_of(library, planned, records),
        reused=reused,
        seconds=time.monotonic() - start,
    )


def verdicts_of(library: Library, planned: Plan, records: dict[str, Record]) -> dict[str, Verdict]:
    """The verdicts on the planned claims from the records of their tasks."""
    findings: dict[str, list[CheckResult]] = {}
    for task in planned.tasks:
        if task.name in records:
            check = find_check(library, task)
            findings.setdefault(task.claim, []).append(records[task.name].finding(check))
    verdicts = judge(library.claims, findings)
    return {id: verdicts[id] for id in planned.claims}


def try_claim(claim: Claim, *, setting: RunSetting | None = None) -> tuple[Verdict, list[Record]]:
    """Run the checks of a claim here and now: no store, no papers, for notebooks and first drafts.

    What the claim uses counts as open unless it is checked by itself.
    """
    library = Library((), {claim.id: claim})
    planned = plan(library, setting=setting, sources=_read_once())
    with Referee() as referee:
        records = {
            t.name: perform(library[t.claim], find_check(library, t), t, referee)
            for t in planned.tasks
        }
    records = _tied(library, planned, records)
    return verdicts_of(library, planned, records)[claim.id], list(records.values())


@functools.cache
def _read_once() -> Sources:
    """The texts behind drafts: what a process has imported stays, and no draft is stored."""
    return Sources()


def _tied(library: Library, planned: Plan, records: dict[str, Record]) -> dict[str, Record]:
    """The records, of which none takes a theorem that is not that of a claim of this run."""
    said = {id: [one.digest for _, one in library[id].statements()] for id in planned.claims}
    return {name: replace(r, outcome=tied(r.outcome, said)) for name, r in records.items()}
