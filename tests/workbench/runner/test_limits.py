"""Limits of checks: time of the processor, that of children too, and patience on the clock."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from workbench.runner.limits import PATIENCE, TimeIsUp, soft_limit


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_what_waits_for_others_is_not_ended_at_its_limit():
    with soft_limit(0.2):
        time.sleep(0.5)


def test_what_works_is_ended_by_the_processor_time_that_it_used():
    start = time.process_time()
    with pytest.raises(TimeIsUp), soft_limit(0.2):
        (time.sleep(0.3), busy(60))  # the first alarm finds nothing used
    assert 0.2 <= time.process_time() - start < 0.6


def test_the_time_of_children_counts_when_they_have_ended():
    code = "import time\nwhile time.process_time() < 0.5: pass"
    with pytest.raises(TimeIsUp), soft_limit(0.3):
        (subprocess.run([sys.executable, "-c", code], check=True), time.sleep(0.5))
    with soft_limit(0.3):  # and what was used before does not
        pass


def test_what_waits_for_something_that_never_comes_is_ended():
    start = time.monotonic()
    with pytest.raises(TimeIsUp), soft_limit(0.1):
        time.sleep(60)
    assert PATIENCE * 0.1 <= time.monotonic() - start < 30


def test_an_alarm_that_is_swallowed_comes_again():
    heard = []

    def deaf() -> None:
        for _ in range(2):
            try:
                busy(60)
            except TimeIsUp:
                heard.append(1)
        busy(60)

    with pytest.raises(TimeIsUp), soft_limit(0.05):
        deaf()
    assert len(heard) == 2
    assert signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, None)


HARD = """
import ctypes, signal, sys, time
from pathlib import Path
from workbench.runner.limits import hard_limit

signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
def stuck():
    {stuck}
with hard_limit(0.1, 0.1, Path(sys.argv[1])):
    stuck()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the C library of Linux")
@pytest.mark.parametrize(
    ("stuck", "status"),
    [("while True: pass", -signal.SIGPROF), ("ctypes.CDLL(None).sleep(60)", 1)],
    ids=["works", "waits"],
)
def test_a_process_that_hears_nothing_is_ended_with_its_stack(
    tmp_path: Path, stuck: str, status: int
):
    words = tmp_path / "stack"
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", HARD.format(stuck=stuck), str(words)],
        check=False, env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )  # fmt: skip
    assert done.returncode == status
    assert "stuck" in words.read_text()
    assert time.monotonic() - start < 30
