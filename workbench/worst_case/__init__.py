"""Worst cases of first-order methods."""

from workbench.worst_case.answer import Answer, bracket
from workbench.worst_case.language import Problem
from workbench.worst_case.pepit import from_pepit

__all__ = ["Answer", "Problem", "bracket", "from_pepit"]
