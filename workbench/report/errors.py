"""What can be wrong with a report that somebody hands to us."""

from workbench.errors import EvidenceError


class ReportError(EvidenceError):
    """A report is malformed, truncated, or of another version."""
