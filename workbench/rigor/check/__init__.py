"""Small exact checkers of certificates: the standard library and python-flint, nothing else."""

from workbench.rigor.check.boxes import is_evaluated
from workbench.rigor.check.conclusions import conclusions
from workbench.rigor.check.definitions import discharge
from workbench.rigor.check.kinds import Answer, check_certificate, decide

__all__ = ["Answer", "check_certificate", "conclusions", "decide", "discharge", "is_evaluated"]
