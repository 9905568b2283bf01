"""Whether a property really asserts something: it is watched while it runs.

A property that returns before its first assertion, or that catches its own AssertionError, survives
every instance and shows nothing.  While an instance is tried, `watched` follows the lines of the
property and of the functions of its own package, and notes

- whether an `assert` statement was reached, or a function called that raises AssertionError by
  itself (`numpy.testing.assert_allclose`, `pytest.raises` and the like are called assert... or so);
- whether an AssertionError was raised somewhere below and did not come out.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

Tracer = Callable[[FrameType, str, Any], Any]


@dataclass(slots=True)
class Seen:
    """What one instance did: whether it reached an assertion, whether one failed inside."""

    asserted: bool = False
    failed: bool = False


@contextmanager
def watched(package: str) -> Iterator[Seen]:
    """Follow the functions of `package` (a top-level name) in the block."""
    seen = Seen()

    def enter(frame: FrameType, event: str, argument: Any) -> Tracer | None:  # noqa: ANN401
        code = frame.f_code
        if code.co_name.startswith("assert"):
            seen.asserted = True
        if str(frame.f_globals.get("__name__", "")).split(".", 1)[0] != package:
            return None
        lines = _assertions(code)

        def follow(frame: FrameType, event: str, argument: Any) -> Tracer:  # noqa: ANN401
            if event == "line" and frame.f_lineno in lines:
                seen.asserted = True
            elif event == "exception" and issubclass(argument[0], AssertionError):
                seen.asserted = seen.failed = True
            return follow

        return follow

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield seen
    finally:
        sys.settrace(before)


@functools.cache
def _assertions(code: CodeType) -> frozenset[int]:
    """The lines of a function's assert statements; one that shares its line with `if` is left out.

    Of `if rare: assert x` nobody can tell by the line whether the assertion was reached.
    """
    try:
        lines, first = inspect.getsourcelines(code)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return frozenset()
    found: set[int] = set()
    for outer in ast.walk(tree):
        for node in ast.iter_child_nodes(outer):
            if isinstance(node, ast.Assert) and node.lineno != getattr(outer, "lineno", 0):
                end = node.end_lineno or node.lineno
                found.update(range(first + node.lineno - 1, first + end))
    return frozenset(found)
