"""Settings shared by all tests, and which cases are left to `make thorough` for their time.

Property tests draw the same examples in every run and on every machine: a failure in CI is then
a failure here, and nobody's cache decides what is tested.  No deadline: the first example of a
symbolic check pays for imports, which says nothing about the code.
"""

import json
import os
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, settings

from tests.long_cases import FILE, LISTED, long_cases

settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=False,
    # Speed of data generation depends on the machine; a slow one must not fail a proof.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

os.environ["WORKBENCH_CACHE"] = os.devnull  # nothing that a test says is remembered by the next


def pytest_addoption(parser):
    parser.addoption(
        "--record-long", action="store_true",
        help="write tests/long.json: the cases of this run that `make thorough` is left with",
    )  # fmt: skip


@pytest.hookimpl(tryfirst=True)  # before markers select
def pytest_collection_modifyitems(config, items):
    for item in items if not config.getoption("record_long") else ():
        if item.nodeid in LISTED:
            item.add_marker("thorough")


def pytest_terminal_summary(terminalreporter, config):
    if not config.getoption("record_long"):
        return
    seconds, marked = defaultdict(float), set()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                seconds[report.nodeid] += report.duration
                if "thorough" in report.keywords:
                    marked.add(report.nodeid)
    found = long_cases(seconds, marked)
    FILE.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n")
    left = sum(t for n, t in seconds.items() if n not in {*found, *marked})
    terminalreporter.line(f"{len(found)} long cases; all others take {left:.0f} s")
