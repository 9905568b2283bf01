"""What the system refuses is one clear line with its exit code, and never "a bug"."""

import contextlib
import errno
import itertools
import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.workbench.runner.toy import GOOD, Toys, check

BUG = "bug of the workbench"


@pytest.fixture
def toys(tmp_path: Path) -> Toys:
    made = Toys(tmp_path / "papers")
    made.paper(a=GOOD)
    return made


def shell(toys: Toys, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `workbench` is the workbench."""
    workbench = f'workbench() {{ {" ".join(toys.command())} "$@"; }}'
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{workbench}; {line}"],
        cwd=toys.folder.parent, env=toys.environment(**environment), capture_output=True,
        text=True, errors="replace", timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("workbench verify -j 0 --out /proc/nowhere", 2, "--out"),
        ("workbench verify -j 0 --out papers/toy_pkg/a.py/below", 2, "Not a directory"),
        ("workbench verify -j 0 --store /proc/nowhere", 2, "--store"),
        ("workbench verify -j 0 > /dev/full", 2, "No space left on device"),
        ("workbench list > /dev/full", 2, "No space left on device"),
        ("workbench list >&-", 0, ""),
        pytest.param("workbench verify -j 1 >&-", 0, "1 check run", marks=pytest.mark.thorough),
        pytest.param("workbench verify -j 1 2>&-", 0, "", marks=pytest.mark.thorough),
        ("workbench verify -j 1 2> /dev/full", 0, ""),
        ("workbench show toy.god 2> /dev/full", 2, ""),
        ("workbench verify --no-such-option 2> /dev/full", 2, ""),
        ("workbench verify -j 0 <&- >&- 2>&-", 0, ""),
        ("workbench recheck papers", 5, "no certificate in papers"),
        ("echo '[' > papers/a.json; workbench recheck papers", 2, "papers/a.json"),
        ("workbench prove '1 > 0' > /dev/full", 2, "the output: No space left on device"),
        ("workbench prove '1 > 0' --out /dev/full", 2, "Choose another file with --out"),
        ("workbench verify -j 0 --summary /dev/full", 2, "another file with --summary"),
        ("workbench verify -j 0 --summary papers", 2, "is a directory"),
        (
            "workbench verify -j 0 --out r 2> t; workbench report r/verification.json -o t",
            2,
            "t cannot be written: something that is no folder is in its place",
        ),
        ("workbench report nothing.json -o r", 2, "nothing.json cannot be read"),
        ("workbench init-paper /proc/mine", 2, "Choose another place"),
        (f"workbench recheck {'a' * 5000}", 2, "too long"),
        (f"workbench list -k '{'(' * 2000}good{')' * 2000}'", 2, "nested more than 50 deep"),
        (f"workbench list -k '{'not ' * 2000}good'", 2, "nested more than 50 deep"),
        ("workbench experiment toy.none", 2, "is not an experiment"),
    ],
)
def test_ordinary_faults(toys: Toys, line: str, code: int, words: str):
    done = shell(toys, line)
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    told = [line for line in done.stderr.splitlines() if not re.match(r"\d+/\d+", line)]
    assert len(told) <= 4  # beside the lines of progress, which a busy machine has more of
    assert BUG not in done.stderr


COMMANDS = ("list", "verify -j 0", "show toy.good", "list --json")
USUAL = {("latin-1", "verify -j 0"), ("ascii", "list --json"), ("cp1252", "show toy.good")}


@pytest.mark.parametrize(
    ("encoding", "command"),
    [
        pytest.param(*both, marks=() if both in USUAL else pytest.mark.thorough)
        for both in itertools.product(("latin-1", "ascii", "cp1252"), COMMANDS)
    ],
)
def test_a_terminal_without_our_letters(toys: Toys, encoding: str, command: str):
    toys.paper(b=check("greek", "return yes()", title="'\u03b5-\u03b4 \u2264 \u2713 \u00e9'"))
    done = shell(toys, f"workbench {command}", PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    if "--json" in command:
        titles = [c["title"] for c in json.loads(done.stdout)["claims"]]
        assert "\u03b5-\u03b4 \u2264 \u2713 \u00e9" in titles


def test_a_reader_that_goes_away_is_no_fault(toys: Toys):
    toys.paper(b="\n".join(check(f"c{i}", "return yes()", title="'x' * 999") for i in range(200)))
    done = shell(toys, "workbench list | head -1")
    assert (done.returncode, done.stderr) == (141, "")
    assert done.stdout.startswith("toy.")


def test_it_runs_as_a_module(toys: Toys):
    done = subprocess.run(
        [*toys.command()[:2], "workbench", "--version"],
        env=toys.environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("workbench ")


def test_a_store_with_a_wrong_name_is_not_made(toys: Toys, monkeypatch, tmp_path: Path):
    for command in (["trust", "toy.good"],):
        toys.call(monkeypatch, *command, "--store", str(tmp_path / "mistyped"))
        assert not (tmp_path / "mistyped").exists()
    for command in (["list"], ["show", "toy.good"]):
        toys.call(monkeypatch, *command)
    assert not (tmp_path / ".workbench").exists()


def test_outside_of_a_store_the_papers_are_not_read_twice(toys: Toys, tmp_path: Path):
    """The second process finds the index of the first in the user's cache, and imports no paper."""
    (package,) = (tmp_path / "papers").glob("*_pkg")
    head = package / "__init__.py"
    head.write_text(head.read_text() + f"\nopen({str(tmp_path / 'imported')!r}, 'a').write('x')\n")
    alone = tmp_path / "alone"
    alone.mkdir()
    environment = toys.environment() | {"WORKBENCH_CACHE": str(tmp_path / "cache")}
    told = [
        subprocess.run(
            [*toys.command(), "list"], cwd=alone, env=environment, capture_output=True, text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]  # fmt: skip
    assert told[0] == told[1]
    assert (tmp_path / "imported").read_text() == "x"
    assert list(alone.iterdir()) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.EACCES, errno.EIO])
def test_whatever_the_system_refuses_is_told(toys: Toys, monkeypatch, number: int):
    def refuse(*args: object, **kwargs: object) -> None:
        raise OSError(number, os.strerror(number), "some/file")

    monkeypatch.setattr("workbench.report.build.build_report", refuse)
    done = toys.call(monkeypatch, "verify", "-j", "0")
    assert done.returncode == 2
    assert f"some/file: {os.strerror(number)}" in done.stderr
    assert BUG not in done.stderr


def test_want_of_memory_is_told(toys: Toys, monkeypatch):
    def refuse(*args: object, **kwargs: object) -> None:
        raise MemoryError

    monkeypatch.setattr("workbench.report.build.build_report", refuse)
    done = toys.call(monkeypatch, "verify", "-j", "0")
    assert (done.returncode, "no memory is left" in done.stderr) == (2, True)


def test_a_library_that_finds_no_memory_is_told(toys: Toys, monkeypatch):
    def refuse(*args: object, **kwargs: object) -> None:
        raise ImportError("flint.so: failed to map segment from shared object")

    monkeypatch.setattr("workbench.report.build.build_report", refuse)
    done = toys.call(monkeypatch, "verify", "-j", "0")
    assert (done.returncode, BUG in done.stderr) == (2, False)
    assert "failed to map segment" in done.stderr


def test_a_bug_is_still_called_one(toys: Toys, monkeypatch):
    monkeypatch.setattr("workbench.report.build.build_report", lambda *a, **k: 1 / 0)
    done = toys.call(monkeypatch, "verify", "-j", "0")
    assert done.returncode == 3
    assert BUG in done.stderr


def test_an_unwritable_folder_is_told_before_a_check_runs(toys: Toys, monkeypatch, tmp_path: Path):
    ran = tmp_path / "ran"
    toys.paper(a=check("x", f"Path({str(ran)!r}).touch(); return yes()"))
    done = toys.call(monkeypatch, "verify", "-j", "0", "--out", "/proc/nowhere")
    assert done.returncode == 2
    assert not ran.exists()


@pytest.mark.parametrize("option", ["--out", "--summary"])
def test_what_cannot_be_written_is_told_before_a_paper_is_read(toys: Toys, monkeypatch, option):
    toys.paper(a="raise KeyError('this paper was read')")
    done = toys.call(monkeypatch, "verify", "-j", "0", option, "/proc/nowhere")
    assert done.returncode == 2
    assert "/proc/nowhere cannot be written: No such file or directory" in done.stderr
    assert "was read" not in done.stderr
    assert "was read" in toys.call(monkeypatch, "verify", "-j", "0", option, "new").stderr


def test_nothing_is_left_where_nothing_is_selected(toys: Toys, monkeypatch):
    toys.paper(a=GOOD)
    done = toys.call(monkeypatch, "verify", "-j", "0", "-k", "nothing", "--out", "new/deep")
    assert done.returncode == 5
    assert not (toys.folder.parent / "new").exists()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("workbench verify -j 0 > /dev/full", 2),
        ("{ sleep 0.5; workbench verify -j 0; } | true", 141),
        ("workbench verify -j 0 > small/output", 2),
    ],
)
def test_an_output_without_room_or_reader_is_told_before_a_check_runs(
    toys: Toys, tmp_path: Path, line: str, code: int
):
    ran = tmp_path / "ran"
    toys.paper(a=check("x", f"Path({str(ran)!r}).touch(); return yes()"))
    if "small/" in line:
        disk = tmp_path / "small"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("this user may not mount a small disk")
        with contextlib.suppress(OSError):
            (disk / "full").write_bytes(b"x" * 2**17)
    try:
        done = shell(toys, line)
    finally:
        if "small/" in line:
            subprocess.run(["umount", str(tmp_path / "small")], check=True)
    assert done.returncode == code, done.stderr
    assert ("the output: No space left on device" in done.stderr) == (code == 2)
    assert not ran.exists()


def test_a_paper_that_exits_is_a_paper_that_cannot_be_loaded(toys: Toys, monkeypatch):
    toys.paper("leaver", a="sys.exit(9)")
    done = toys.call(monkeypatch, "list")
    assert done.returncode == 0
    assert "'leaver'" in done.stderr
    assert "SystemExit: 9" in done.stderr
    assert toys.call(monkeypatch, "experiment").returncode == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import sys; sys.exit(9)", "cannot be imported: SystemExit: 9"),
        ("def f(data, size, rng):\n    raise SystemExit(9)", "raised SystemExit: 9"),
    ],
)
def test_a_mechanism_that_exits_does_not_choose_the_exit_code(toys, monkeypatch, text, words):
    (toys.folder.parent / "leaver.py").write_text(text)
    done = toys.call(
        monkeypatch, "audit", "leaver.py:f", "--dataset", "[1]", "--neighbour", "[2]",
        "--epsilon", "1", "--samples", "100",
    )  # fmt: skip
    assert done.returncode == 2
    assert words in done.stderr


@pytest.mark.parametrize("jobs", ["0", "1"])
def test_a_check_that_raises_shows_its_trace(toys: Toys, monkeypatch, jobs: str):
    toys.paper(b=check("boom", "here = 1; raise ValueError('no')"))
    done = toys.call(monkeypatch, "verify", "-j", jobs, "toy.boom")
    assert done.returncode == 1
    assert "raised ValueError: no" in done.stdout
    assert "in check_boom" in done.stdout
    assert "here = 1; raise ValueError('no')" in done.stdout


def test_an_interruption_before_the_first_check_loses_nothing(toys: Toys, monkeypatch):
    def stop(*args: object, **kwargs: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("workbench.runner.plan", stop)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    try:
        done = toys.call(monkeypatch, "verify", "-j", "0")
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.returncode == 130
    assert "Nothing that was finished is lost" in done.stderr
