"""Small exact checkers of certificates: the standard library and python-flint, nothing else."""

from workbench.rigor.check.kinds import Answer, check_certificate, decide
from workbench.rigor.check.signs import discharge

__all__ = ["Answer", "check_certificate", "decide", "discharge"]
