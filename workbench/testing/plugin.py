"""The pytest plugin: a fixture `assert_private` and the options that go with it.

    pytest --privacy-samples 2000000 --privacy-seed 7

It is loaded by every pytest run of an environment that has the workbench installed, and so imports
nothing: the audit is loaded by the first test that uses the fixture.
"""

from collections.abc import Callable

import pytest


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


@pytest.fixture(name="assert_private")
def assert_private_fixture(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`workbench.testing.assert_private` with the samples and the seed of the command line."""
    from functools import partial

    from workbench.testing.private import SAMPLES, assert_private

    samples = request.config.getoption("--privacy-samples")
    seed = request.config.getoption("--privacy-seed")
    return partial(assert_private, samples=SAMPLES if samples is None else samples, seed=seed)
