"""Limits of checks: time of the processor, that of children too, and patience on the clock."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from workbench.claims import Claim, Library
from workbench.runner import Sources, limits, plan
from workbench.runner.limits import PATIENCE, TimeIsUp, soft_limit
from workbench.runner.perform import ended, over_time


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_what_waits_for_others_is_not_ended_at_its_limit():
    with soft_limit(0.2):
        time.sleep(0.5)


def test_what_waits_for_a_processor_is_not_ended_by_the_clock(monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 0.25)
    with pytest.raises(TimeIsUp), soft_limit(1):
        busy(0.5)  # 0.25 s on the clock have passed
    monkeypatch.setattr(limits, "_starved", time.monotonic)
    with soft_limit(1):
        busy(0.5)
    monkeypatch.setattr(limits, "_starved", lambda: 0.0)
    with pytest.raises(TimeIsUp), soft_limit(1):
        busy(0.5)


@pytest.mark.skipif(not Path("/proc/thread-self/schedstat").exists(), reason="asks the kernel")
def test_the_kernel_tells_for_how_long_a_processor_was_waited_for():
    others = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        before, begin, used = limits._starved(), time.monotonic(), time.process_time()
        busy(0.3)
        waited = time.monotonic() - begin - (time.process_time() - used)
        told = limits._starved() - before
    finally:
        for one in others:
            one.kill()
            one.wait()
    assert told == pytest.approx(waited, rel=0.5, abs=0.1)


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
import ctypes, signal, sys, threading, time
from pathlib import Path
from workbench.runner import limits
from workbench.runner.limits import hard_limit

signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
def stuck():
    {stuck}
limits.PATIENCE, limits._DEAF = {patience}, 1
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
with hard_limit(0.1, 0.1, Path(sys.argv[1])) as block, block():
    stuck()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the C library of Linux")
@pytest.mark.parametrize(
    ("stuck", "status", "patience"),
    [("while True: pass", -signal.SIGPROF, 500), ("ctypes.CDLL(None).sleep(60)", 1, PATIENCE)],
    ids=["works", "waits"],
)
def test_a_process_that_hears_nothing_is_ended_with_its_stack(
    tmp_path: Path, stuck: str, status: int, patience: int
):
    start = time.monotonic()
    code, words = hung(tmp_path / "stack", stuck, patience)
    assert code == status
    assert "stuck" in words
    assert time.monotonic() - start < 30


def hung(path: Path, stuck: str, patience: int) -> tuple[int, str]:
    """How a process ends that hangs, and its last words."""
    done = subprocess.run(
        [sys.executable, "-c", HARD.format(stuck=stuck, patience=patience), str(path)],
        check=False, env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )  # fmt: skip
    return done.returncode, path.read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="asks for the processor time of a process")
def test_the_record_of_what_hung_does_not_say_which_limit_ended_it(tmp_path: Path):
    """A busy machine is slow on the clock; its report is that of any other."""
    claim = Claim("toy.c", title="", statement="1 = 1", ours=("lemma", ""))
    check = claim.exact()(lambda: None)
    check.mutant(lambda: None)
    (task,) = plan(Library((), {claim.id: claim}), sources=Sources()).tasks
    code, by_processor = hung(tmp_path / "one", "while True: pass", patience=500)
    assert code == -signal.SIGPROF
    code, by_clock = hung(tmp_path / "other", "time.sleep(60)", patience=0)  # no processor time
    assert code == 1
    assert by_processor != by_clock
    traces = [
        ended(task, over_time("it", 1), trace=words).trace for words in (by_processor, by_clock)
    ]
    assert traces[0] == traces[1]
    assert "in stuck" in traces[0]
