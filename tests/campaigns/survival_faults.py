"""Faults of a machine, put on one run: each yields what its process is started with."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

How = dict[str, Any]

MIB = 2**20
AHEAD = 400 * 86_400  # seconds by which a clock was fast
BACK = """
import time
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() - 40_000_000
time.time_ns = lambda: _time_ns() - 40_000_000 * 10**9
"""


@dataclass(frozen=True)
class Fault:
    """`applied(world, store)` is a block during which it lasts; it yields None if it cannot be."""

    name: str
    applied: Callable[[Any, Path], AbstractContextManager[How | None]]
    runs: int = 1


def limited(name: str, kind: int, value: int) -> Fault:
    """Start the process under a limit."""

    @contextlib.contextmanager
    def applied(world: Any, store: Path) -> Iterator[How]:
        yield {"preexec_fn": lambda: resource.setrlimit(kind, (value, value))}

    return Fault(name, applied)


def surroundings(name: str, **env: str) -> Fault:
    """Start the process in another environment."""

    @contextlib.contextmanager
    def applied(world: Any, store: Path) -> Iterator[How]:
        yield {"env": env}

    return Fault(name, applied)


@contextlib.contextmanager
def _small_disk(world: Any, store: Path) -> Iterator[How | None]:
    """A disk of 64 KiB, where this user may mount one."""
    store.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(store)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        yield None
        return
    try:
        yield {}
    finally:
        subprocess.run(["umount", "-l", str(store)], check=False)


@contextlib.contextmanager
def _no_folder(world: Any, store: Path) -> Iterator[How]:
    """A file stands where the evidence should go (a folder without write permission, for root)."""
    store.mkdir()
    (store / "evidence").write_text("in the way")
    yield {}
    (store / "evidence").unlink()


@contextlib.contextmanager
def _read_only(world: Any, store: Path) -> Iterator[How | None]:
    """Folders of evidence that this user may read and not write; root may always."""
    if os.geteuid() == 0:
        yield None
        return
    world.report(store)
    folders = [store, *(p for p in store.rglob("*") if p.is_dir())]
    for folder in folders:
        folder.chmod(0o500)
    yield {}
    for folder in folders:
        folder.chmod(0o700)


@contextlib.contextmanager
def _clock_set_back(world: Any, store: Path) -> Iterator[How]:
    """Evidence from the future, and a clock that is a year behind."""
    world.report(store)
    for path in store.rglob("*"):
        at = path.stat().st_mtime + AHEAD
        os.utime(path, (at, at))
    folder = Path(f"{store}-clock")
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(BACK)
    path = world.toys.environment()["PYTHONPATH"]
    yield {"env": {"PYTHONPATH": f"{folder}{os.pathsep}{path}"}}


def damaged(kind: str, rng: random.Random) -> Fault:
    """Half of the evidence is damaged before the run."""

    @contextlib.contextmanager
    def applied(world: Any, store: Path) -> Iterator[How]:
        world.report(store)
        evidence = sorted(store.glob("evidence/*/*.json"))
        files = [*evidence, store / "sources.cache", *store.glob("library/*.cache")]
        others = [path.read_bytes() for path in evidence]
        for path in rng.sample(files, len(files) // 2 + 1):
            _damage(path, kind, rng, others)
        yield {}

    return Fault(f"store with files {kind}", applied)


def _damage(path: Path, kind: str, rng: random.Random, others: list[bytes]) -> None:
    content = path.read_bytes()
    at = rng.randrange(max(1, len(content)))
    match kind:
        case "cut short":
            path.write_bytes(content[:at])
        case "emptied":
            path.write_bytes(b"")
        case "with one byte changed":
            path.write_bytes(
                content[:at] + bytes([content[at] ^ 1 << rng.randrange(7)]) + content[at + 1 :]
            )
        case "of noise":
            path.write_bytes(rng.randbytes(200))
        case "of another":
            path.write_bytes(rng.choice(others))
        case "replaced by links in a circle":
            path.unlink()
            path.symlink_to(path.name)


KINDS = (
    "cut short", "emptied", "with one byte changed", "of noise", "of another",
    "replaced by links in a circle",
)  # fmt: skip


@contextlib.contextmanager
def _nothing(world: Any, store: Path) -> Iterator[How]:
    yield {}


def faults(rng: random.Random) -> list[Fault]:
    """All of them once."""
    sizes = (256, 1024, 4096, 20_000)
    return [
        *(limited(f"files of at most {n} bytes", resource.RLIMIT_FSIZE, n) for n in sizes),
        Fault("a disk of 64 KiB", _small_disk),
        Fault("a file where the evidence goes", _no_folder),
        Fault("read-only folders", _read_only),
        *(damaged(kind, rng) for kind in KINDS),
        Fault("two runs at once", _nothing, runs=2),
        Fault("four runs at once", _nothing, runs=4),
        *(limited(f"{n} MiB of addresses", resource.RLIMIT_AS, n * MIB) for n in (150, 400, 1200)),
        *(limited(f"{n} descriptors", resource.RLIMIT_NOFILE, n) for n in (8, 12, 20, 40)),
        surroundings("locale C, letters ASCII", LC_ALL="C", PYTHONIOENCODING="ascii"),
        surroundings("locale Turkish, letters cp1252", LANG="tr_TR", PYTHONIOENCODING="cp1252"),
        surroundings("no home, no terminal", HOME="/nonexistent", TERM=""),
        surroundings("temporary folder gone", TMPDIR="/nonexistent"),
        Fault("clock set back", _clock_set_back),
    ]
