"""Every field of a report, edited by itself under new digests: found, unless it is one of words."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.workbench.referee.small import ruled, small_report
from workbench.referee.digests import stamped
from workbench.referee.rebuild import rebuild
from workbench.report.errors import ReportError
from workbench.report.reader import read_report

Path = tuple[str | int, ...]

# what the published digest alone covers: words, figures, and what the author of a check says of it
WORDS = {
    "papers": {"title", "authors", "reference"},
    "claims": {"title", "statement", "source", "note", "module", "hypotheses", "encoded"},
    "evidence": {
        "doc", "method", "summary", "reason", "joints", "power", "trace", "check", "figures",
        "part", "corner", "stronger", "trust", "name", "unit", "value", "text", "looks",
    },
}  # fmt: skip
# their certificates have a root of their own, and these are times or rewritten
APART = {"certificate", "ended", "seconds", "digest", "versions"}


def fields(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        for key in keys:
            if key not in APART:
                yield from fields(value[key], (*path, key))
    else:
        yield path


def edited(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int | float) else f"{value or ''}x"


def survives(report: dict[str, Any], path: Path) -> bool:
    """Whether nobody sees the edit of one field."""
    *way, last = path
    changed = deepcopy(report)
    inner: Any = changed
    for key in way:
        inner = inner[key]
    inner[last] = edited(inner[last])
    changed = stamped(changed)
    try:
        read_report(changed)
    except ReportError:
        return False
    return not rebuild(changed, ruled(changed))


def test_whatever_is_no_word_has_to_follow():
    report = small_report()
    unseen, tried = set(), Counter[str]()
    for path in fields(report):
        names = [key for key in path if isinstance(key, str)]
        tried[".".join(names)] += 1
        if tried[".".join(names)] > 3:
            continue
        room = next((r for r in ("evidence", "claims", "papers") if r in names), "report")
        if not WORDS.get(room, set()) & set(names) and survives(report, path):
            unseen.add(".".join(names))
    assert not unseen
