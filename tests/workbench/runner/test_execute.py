"""Workers that hang, crash or are killed; runs that are interrupted; equal results for any -j."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.workbench.runner.toy import GOOD, Toys, check
from workbench.report.build import build_report
from workbench.report.canonical import canonical_json, without_times
from workbench.runner import RunSetting, Store, WorkerError, plan, verify
from workbench.runner.execute import worth

HANG_WITH_BLOCKED_ALARM = (
    "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM}); time.sleep(60)"
)
HANG_IN_C = "import collections, itertools; collections.deque(itertools.repeat(0), maxlen=0)"


@pytest.fixture
def toys(tmp_path: Path) -> Toys:
    return Toys(tmp_path / "papers")


@pytest.fixture(autouse=True)
def path_for_workers(toys: Toys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", toys.environment()["PYTHONPATH"])


def session(toys: Toys, tmp_path: Path, monkeypatch, *, store: str = "store", **options):
    library = toys.use(monkeypatch)
    options = {"jobs": 2, "grace": 0.5} | options
    return verify(library, plan(library), Store(tmp_path / store), **options)


def count(slug: str) -> str:
    """Leave a trace of each execution."""
    return f"(Path(os.environ['COUNT']) / f'{slug}-{{time.monotonic_ns()}}').touch()"


@pytest.fixture
def counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "count"
    folder.mkdir()
    monkeypatch.setenv("COUNT", str(folder))
    return folder


def executions(counter: Path, slug: str) -> int:
    return len(list(counter.glob(f"{slug}-*")))


@pytest.mark.parametrize("hang", [HANG_WITH_BLOCKED_ALARM, HANG_IN_C])
def test_a_check_that_hears_no_alarm_is_ended_and_the_others_go_on(
    toys, tmp_path, monkeypatch, counter, hang
):
    toys.paper(
        a_hang=check("hang", hang, options="seconds=0.3"),
        b=GOOD,
        c=check("slow", f"{count('slow')}; time.sleep(0.05); return yes()"),
    )
    found = session(toys, tmp_path, monkeypatch)
    record = found.records["toy.hang::check_hang"]
    assert record.outcome.decision == "inconclusive"
    assert "0.3 s" in record.outcome.reason
    assert "check_hang" in record.trace, "the stack says where it hung"
    assert found.verdicts["toy.hang"].status == "inconclusive"
    assert found.verdicts["toy.good"].status == "certified"
    assert found.verdicts["toy.slow"].status == "argued"
    assert executions(counter, "slow") <= 2
    assert session(toys, tmp_path, monkeypatch).reused == 3


def test_a_worker_that_is_killed_once_gets_a_second_try(toys, tmp_path, monkeypatch, counter):
    once = f"""seen = list(Path(os.environ['COUNT']).glob('once-*')); {count("once")}
    if not seen:
        os.kill(os.getpid(), signal.SIGKILL)
    return yes()"""
    toys.paper(a=check("once", once), b=GOOD)
    found = session(toys, tmp_path, monkeypatch)
    assert {v.status for v in found.verdicts.values()} == {"argued", "certified"}
    assert executions(counter, "once") == 2


def test_a_check_that_kills_its_worker_twice_is_an_error_and_the_others_are_not(
    toys, tmp_path, monkeypatch, counter
):
    toys.paper(
        a=check("crash", f"{count('crash')}; os.kill(os.getpid(), signal.SIGSEGV)"),
        b=GOOD,
        c=check("slow", f"{count('slow')}; time.sleep(0.3); return yes()"),
    )
    found = session(toys, tmp_path, monkeypatch)
    record = found.records["toy.crash::check_crash"]
    assert record.outcome.decision == "error"
    assert "killed twice" in record.outcome.reason
    assert "SIGSEGV" in record.outcome.reason
    assert found.verdicts["toy.good"].status == "certified"
    assert found.verdicts["toy.slow"].status == "argued"
    assert executions(counter, "crash") == 2
    again = session(toys, tmp_path, monkeypatch)
    assert executions(counter, "crash") == 4, "an outside cause may be gone the next time"
    assert again.reused == 2


def test_a_worker_imports_no_other_module_of_the_paper(toys, tmp_path, monkeypatch):
    seen = "return yes() if 'toy_pkg.b' not in sys.modules else no()"
    toys.paper(a=check("x", seen), b=check("y", "return yes()"))
    library = toys.use(monkeypatch)
    found = verify(library, plan(library, ["toy.x"]), Store(tmp_path / "store"), jobs=1)
    assert found.records["toy.x::check_x"].outcome.decision == "holds"


def test_cycles_are_not_looked_for_in_what_earlier_checks_have_made(toys, tmp_path, monkeypatch):
    makes = "sys.made = [[] for _ in range(1000)]; return yes()"
    looks = "import gc; return no() if any(o is sys.made for o in gc.get_objects()) else yes()"
    toys.paper(a=check("makes", makes) + check("looks", looks))
    library = toys.use(monkeypatch)
    found = verify(library, plan(library), Store(tmp_path / "store"), jobs=1)
    assert [r.outcome.decision for r in found.records.values()] == ["holds", "holds"]


def test_what_runs_is_known_while_it_runs(toys, tmp_path, monkeypatch, counter):
    wait = "while not (Path(os.environ['COUNT']) / 'go').exists(): time.sleep(0.01)"
    toys.paper(a=check("slow", f"{wait}\n    return yes()"))
    library, store = toys.use(monkeypatch), Store(tmp_path / "store")
    planned = plan(library)
    (task,) = planned.tasks
    run = threading.Thread(target=verify, args=(library, planned, store))
    run.start()
    while store.in_flight(planned.tasks) != [task.name]:
        assert run.is_alive()
        time.sleep(0.01)
    (counter / "go").touch()
    run.join()
    assert store.in_flight(planned.tasks) == []
    assert store.find(task)


def test_papers_that_kill_every_worker_end_the_run_with_a_way_out(toys, tmp_path, monkeypatch):
    home = os.getpid()
    deadly = f"if os.getpid() != {home}: os._exit(7)"
    toys.paper(a=deadly + "\n" + GOOD)
    with pytest.raises(WorkerError, match=r"3 times before they started a check.*-j 0"):
        session(toys, tmp_path, monkeypatch)


def test_workers_that_are_killed_while_they_load_are_replaced(toys, tmp_path, monkeypatch, counter):
    first = "not list(Path(os.environ['COUNT']).glob('load-*'))"
    once = f"""if os.getpid() != {os.getpid()} and {first}:
    {count("load")}
    os.kill(os.getpid(), signal.SIGKILL)
"""
    toys.paper(a=once + GOOD)
    found = session(toys, tmp_path, monkeypatch, jobs=1)
    assert found.verdicts["toy.good"].status == "certified"
    assert executions(counter, "load") == 1


def test_want_of_memory_is_not_kept_as_evidence(toys, tmp_path, monkeypatch):
    flag = tmp_path / "plenty"
    body = f"x = None if Path({str(flag)!r}).exists() else bytearray(2**62); return yes()"
    toys.paper(a=check("hungry", body))
    first = session(toys, tmp_path, monkeypatch, jobs=0)
    assert first.verdicts["toy.hungry"].status == "error"
    flag.touch()
    again = session(toys, tmp_path, monkeypatch, jobs=0)
    assert (again.reused, again.verdicts["toy.hungry"].status) == (0, "argued")


def test_a_store_that_is_removed_during_a_run_is_made_again(toys, tmp_path, monkeypatch):
    remove = f"import shutil; shutil.rmtree({str(tmp_path / 'store')!r}); return yes()"
    toys.paper(a=check("first", remove, options="seconds=99"), b=GOOD)
    found = session(toys, tmp_path, monkeypatch, jobs=1)
    assert {v.status for v in found.verdicts.values()} == {"argued", "certified"}


def test_a_system_without_semaphores_is_told_with_the_way_out(toys, tmp_path, monkeypatch):
    toys.paper(a=GOOD)

    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("joblib.externals.loky.ProcessPoolExecutor.__init__", refuse)
    with pytest.raises(WorkerError, match=r"cannot be started here.*Permission denied.*-j 0"):
        session(toys, tmp_path, monkeypatch, jobs=1)


SEVERAL = {
    "a": GOOD,
    "b": check("boom", "raise ValueError(repr(object()))"),
    "c": check("over", "time.sleep(60)", options="seconds=0.2"),
    "d": """
RANDOM = claim("random")


@RANDOM.statistical
def mean_is_small(run):
    '''Draws.'''
    x = run.rng("x").normal(size=100).mean()
    return holds("mean", "small", grade=Grade.SUPPORTED, alpha=run.alpha,
                 figures=(Figure("mean", float(x)),))


@mean_is_small.mutant
def mean_is_large(run):
    '''Draws too.'''
    return fails("mean", str(run.rng("x").normal()), grade=Grade.SUPPORTED)
""",
    "e": """
from hypothesis import strategies as st
SETS = claim("sets")


@SETS.sampled(x=st.floats(0, 9), examples=40)
def order_of_sets_does_not_show(x):
    '''Text that depends on the order of a set.'''
    assert x < 8.5, " ".join({"alpha", "beta", "gamma", "delta"})


@order_of_sets_does_not_show.mutant
def never(x):
    '''False.'''
    assert x < 0
""",
}


def test_reports_are_equal_for_any_number_of_workers_and_for_stored_evidence(
    toys, tmp_path, monkeypatch
):
    toys.paper(**SEVERAL)
    one = session(toys, tmp_path, monkeypatch, store="one", jobs=1)
    two = session(toys, tmp_path, monkeypatch, store="two", jobs=2)
    eight = session(toys, tmp_path, monkeypatch, store="eight", jobs=8)
    stored = session(toys, tmp_path, monkeypatch, store="two", jobs=2)
    assert stored.reused == len(stored.records) == 5
    texts = {
        canonical_json(without_times(build_report(s, wanted=["toy"])))
        for s in (one, two, eight, stored)
    }
    assert len(texts) == 1
    assert '"disputed"' in texts.pop()


def test_serial_runs_decide_the_same(toys, tmp_path, monkeypatch):
    toys.paper(**SEVERAL)
    serial = session(toys, tmp_path, monkeypatch, store="serial", jobs=0)
    workers = session(toys, tmp_path, monkeypatch, store="workers", jobs=2)
    assert {k: v.outcome.decision for k, v in serial.records.items()} == {
        k: v.outcome.decision for k, v in workers.records.items()
    }


def test_a_change_of_the_source_runs_what_it_concerns_and_no_more(
    toys, tmp_path, monkeypatch, counter
):
    package = toys.paper(
        a=check("first", f"{count('first')}; return yes()"),
        b=check("second", f"{count('second')}; return yes()"),
    )
    session(toys, tmp_path, monkeypatch, jobs=0)
    with (package / "a.py").open("a") as file:
        file.write("# changed\n")
    assert session(toys, tmp_path, monkeypatch, jobs=0).reused == 1
    assert (executions(counter, "first"), executions(counter, "second")) == (2, 1)
    session(toys, tmp_path, monkeypatch, jobs=0, fresh=True)
    assert (executions(counter, "first"), executions(counter, "second")) == (3, 2)


def steps(n: int) -> dict[str, str]:
    return {
        f"m{i}": check(f"step{i}", f"time.sleep(0.15); {count(f'step{i}')}; return yes()")
        for i in range(n)
    }


@pytest.mark.parametrize(
    "end",
    [
        signal.SIGKILL,
        pytest.param(signal.SIGINT, marks=pytest.mark.thorough),
        pytest.param(signal.SIGTERM, marks=pytest.mark.thorough),
    ],
)
def test_after_an_end_in_the_middle_nothing_finished_runs_twice(toys, tmp_path, counter, end):
    toys.paper(**steps(14))
    process = subprocess.Popen(
        toys.command("verify", "-j", "2"),
        cwd=tmp_path,
        env=toys.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # not that of a job with &
    )
    evidence = tmp_path / ".workbench" / "evidence"
    deadline = time.monotonic() + 30
    while len(list(evidence.glob("*/*.json"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(end)
    _, err = process.communicate(timeout=20)
    if end != signal.SIGKILL:
        assert process.returncode == 130
        assert "of 14 checks done and kept" in err
        assert "same command" in err
        assert "leaked" not in err
    time.sleep(0.7)  # workers notice within 0.3 s that their parent is gone
    done = {p.parent.name.removeprefix("toy.") for p in evidence.glob("*/*.json")}
    assert 3 <= len(done) < 14, "it ended in the middle"
    before = {slug: executions(counter, slug) for slug in done}
    again = toys.run("verify", "-j", "2")
    assert again.returncode == 0, again.stderr
    assert f"{14 - len(done)} checks run, {len(done)} known before" in again.stderr
    assert {slug: executions(counter, slug) for slug in done} == before
    assert all(executions(counter, f"step{i}") >= 1 for i in range(14))


def test_planning_needs_no_setting(toys, tmp_path, monkeypatch):
    toys.paper(a=GOOD)
    library = toys.use(monkeypatch)
    assert plan(library) == plan(library, setting=RunSetting())


def test_a_few_short_checks_are_worth_one_worker_and_long_ones_one_each():
    def tasks(*limits: float, alpha: int = 0) -> list:
        return [SimpleNamespace(limit=limit, alpha=alpha) for limit in limits]

    assert worth(tasks(60, 60)) == 1
    assert worth(tasks(*[60] * 21)) == 3
    assert worth(tasks(300, 300, 60)) == 3
    assert worth(tasks(60, 60, alpha=1)) == 2
