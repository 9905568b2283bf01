"""The smallest honest check: whether two rational numbers are equal, with its certificate."""

from workbench.claims import Counterexample, Outcome, fails, holds


def equal(left: str, right: str, **more) -> Outcome:
    """Decide left = right; both ways the outcome carries what the checker accepts."""
    statement = {"vars": [], "where": [], "left": ["q", left], "op": "=", "right": ["q", right]}
    if left == right:
        certificate = {"kind": "identity", "statement": statement}
        return holds("arithmetic", "it holds", certificate=certificate, **more)
    certificate = {"kind": "counterexample", "statement": statement, "point": {}}
    more = {"counterexample": Counterexample((), "it fails")} | more
    return fails("arithmetic", "it fails", certificate=certificate, **more)


def yes(**more) -> Outcome:
    """1 = 1."""
    return equal("1", "1", **more)


def no(**more) -> Outcome:
    """1 = 2."""
    return equal("1", "2", **more)
