"""The pytest plugin: a marker `dp`, a fixture `assert_private`, and options that go with them.

    @pytest.mark.dp(epsilon=1.0, dataset=[1, 1], neighbour=[1])
    def test_noisy_count(assert_private):
        assert_private(noisy_count)

    pytest --privacy-samples 2000000 --privacy-seed 7 --privacy-summary "$GITHUB_STEP_SUMMARY"

It is loaded by every pytest run of an environment that has the workbench installed, and so imports
nothing: the audit is loaded by the first test that uses the fixture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from workbench.audit.finding import BlackBoxAudit

MARKER = (
    "dp(epsilon, delta=0, dataset, neighbour, alpha, samples, seed, neighbouring): the privacy"
    " claim that the fixture assert_private holds a mechanism to; the one nearest to a test goes"
    " first"
)
KEYWORDS = (
    *("epsilon", "delta", "dataset", "neighbour"),
    *("alpha", "samples", "seed", "neighbouring"),
)
PROPERTY = "dp"
_ASSERTED = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register the options."""
    group = parser.getgroup("workbench", "privacy audits")
    group.addoption(
        "--privacy-samples",
        type=int,
        default=None,
        metavar="N",
        help="draws of every privacy assertion that does not say itself (default: 200000)",
    )
    group.addoption(
        "--privacy-seed",
        type=int,
        default=0,
        metavar="SEED",
        help="seed of every privacy assertion that does not say itself (default: 0)",
    )
    group.addoption(
        "--privacy-summary",
        type=Path,
        default=None,
        metavar="FILE",
        help='append a Markdown table of all privacy assertions, as to "$GITHUB_STEP_SUMMARY"',
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the writer of the summary in the process that sees all results."""
    config.addinivalue_line("markers", MARKER)
    path = config.getoption("--privacy-summary")
    if path is not None and not hasattr(config, "workerinput"):
        try:
            path.open("a", encoding="utf-8").close()
        except OSError as error:
            raise pytest.UsageError(
                f"--privacy-summary {path} cannot be written: {error.strerror}. Name another file."
            ) from error
        config.pluginmanager.register(_Summary(path))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a marker that says what no claim can say: a slip of the pen must not pass a test."""
    for item in items:
        for mark in item.iter_markers("dp"):
            unknown = [name for name in mark.kwargs if name not in KEYWORDS]
            if unknown or mark.args:
                what = f"{unknown[0]} = {mark.kwargs[unknown[0]]!r}" if unknown else mark.args[0]
                raise pytest.UsageError(
                    f"{item.nodeid}: the marker dp does not take {what}."
                    f" It takes these, each by its name: {', '.join(KEYWORDS)}."
                )


@pytest.fixture(name="assert_private")
def assert_private_fixture(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`workbench.testing.assert_private` with the claim of the marker `dp`.

    What a call says itself goes before the marker, and the marker before the command line.
    """
    from workbench.testing.private import SAMPLES, audited, refuse

    samples = request.config.getoption("--privacy-samples")
    said: dict[str, Any] = {
        "samples": SAMPLES if samples is None else samples,
        "seed": request.config.getoption("--privacy-seed"),
    }
    for mark in reversed(list(request.node.iter_markers("dp"))):
        said |= mark.kwargs
    node = request.node

    def assert_private(sample: Callable[..., object], **claim: Any) -> None:  # noqa: ANN401
        __tracebackhide__ = True
        asked = said | claim
        missing = [n for n in ("dataset", "neighbour", "epsilon") if n not in asked]
        if missing:
            raise TypeError(
                f"assert_private needs {', '.join(missing)}: pass it, or mark the test with"
                " @pytest.mark.dp(epsilon=..., dataset=..., neighbour=...)"
            )
        node.stash[_ASSERTED] = node.stash.get(_ASSERTED, 0) + 1
        found = audited(sample, **asked)
        node.user_properties.append((PROPERTY, _told(found)))
        refuse(found, sample)

    return assert_private


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a marked test that audited nothing: it would pass whatever the mechanism does."""
    yield
    marked = item.get_closest_marker("dp") is not None
    if marked and not item.stash.get(_ASSERTED, 0):
        pytest.fail(
            "the test is marked dp, but audits nothing: call the fixture assert_private with the"
            " mechanism",
            pytrace=False,
        )


def _told(found: BlackBoxAudit) -> str:
    claimed = f"({found.epsilon:g}, {found.delta:g})"
    return (
        f"{found.mechanism}: {found.verdict}, claimed {claimed}, epsilon >="
        f" {max(found.epsilon_lower, 0):.4g} in {found.used} draws"
    )


class _Summary:
    """Collects the privacy assertions of a run and writes them as a table, at its end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[tuple[bool, str, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.rows += [
                (report.passed, report.nodeid, str(told))
                for name, told in report.user_properties
                if name == PROPERTY
            ]

    def pytest_sessionfinish(self) -> None:
        bad = sum(not passed for passed, _, _ in self.rows)
        lines = [
            f"**{len(self.rows)} privacy assertions, {bad or 'none'} failed.**",
            "",
            "| | test | audit |",
            "|---|---|---|",
            *(
                f"| {'✓' if passed else '✗'} | `{_cell(node)}` | {_cell(told)} |"
                for passed, node, told in sorted(self.rows, key=lambda row: row[0])
            ),
        ]
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n\n")


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
