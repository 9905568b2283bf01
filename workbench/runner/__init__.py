"""Runs: planning, named seeds, worker processes, time limits, stored evidence, resume."""

from workbench.processes import WorkerError
from workbench.runner.early import EarlyWorker
from workbench.runner.execute import execute
from workbench.runner.index import read_library
from workbench.runner.perform import perform
from workbench.runner.plan import EVIDENCE, Plan, RunSetting, Share, Task, command, divide, plan
from workbench.runner.record import MutantRecord, Record
from workbench.runner.select import compile_expression, named_by, select
from workbench.runner.session import Interrupted, Progress, Session, try_claim, verify
from workbench.runner.sources import Sources
from workbench.runner.store import Store
from workbench.runner.versions import versions

__all__ = [
    "EVIDENCE",
    "EarlyWorker",
    "Interrupted",
    "MutantRecord",
    "Plan",
    "Progress",
    "Record",
    "RunSetting",
    "Session",
    "Share",
    "Sources",
    "Store",
    "Task",
    "WorkerError",
    "command",
    "compile_expression",
    "divide",
    "execute",
    "named_by",
    "perform",
    "plan",
    "read_library",
    "select",
    "try_claim",
    "verify",
    "versions",
]
