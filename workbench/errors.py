"""Every error that the workbench raises on purpose.

A message names the argument, its value, the rule it breaks and the way out, in that order:

    beta = 1.2 is outside [0, 1): the momentum would never fade.
      Choose beta < 1, or pass check=False to run the method without its guarantee.
"""


class WorkbenchError(Exception):
    """Base of all errors raised on purpose; catch it to catch them all."""


class ParameterError(WorkbenchError, ValueError):
    """An argument breaks a rule of the function that received it."""


class DataError(WorkbenchError, ValueError):
    """A dataset is malformed, outside its declared domain, or not a neighbour of the other one."""


class PrivacyError(WorkbenchError):
    """A privacy statement that the code relies on is false for the data at hand."""


class OutOfReachError(WorkbenchError):
    """An exact computation was asked for that is too large; the message names the alternative."""


class SolverError(WorkbenchError):
    """A numerical solver's answer failed its verification."""


class ClaimError(WorkbenchError):
    """A claim is malformed: a float in a statement, an unknown id, a cycle, an unfit check."""


class EvidenceError(WorkbenchError):
    """Stored evidence, a certificate or a report cannot be read or does not fit its claim."""


def require(ok: bool, argument: str, value: object, rule: str, way_out: str) -> None:
    """Raise a ParameterError in the house form unless ok.

    >>> require(False, "beta", 1.2, "is outside [0, 1)", "Choose beta < 1.")
    Traceback (most recent call last):
        ...
    workbench.errors.ParameterError: beta = 1.2 is outside [0, 1).
      Choose beta < 1.
    """
    if not ok:
        raise ParameterError(f"{argument} = {value} {rule}.\n  {way_out}")


_LOADER = ("failed to map segment", "cannot allocate memory", "too many open files")


def out_of_room(error: BaseException) -> bool:
    """Whether a library could not be loaded for want of memory or descriptors.

    Python calls that an ImportError; the words are those of the system's loader.
    """
    return isinstance(error, ImportError) and any(w in str(error).lower() for w in _LOADER)
