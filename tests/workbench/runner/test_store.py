"""Evidence on disk: whole or not at all, and never silently dropped."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.workbench.runner.arithmetic import no, yes
from workbench.claims import Claim, Library
from workbench.errors import EvidenceError
from workbench.referee import Referee
from workbench.runner import EVIDENCE, Record, RunSetting, Store, perform, plan
from workbench.runner.caches import read_cache

CLAIM = Claim("toy.c", title="", statement="", ours=("lemma", ""))


@CLAIM.exact
def one():
    return yes()


@one.mutant
def two():
    return no()


LIBRARY = Library((), {CLAIM.id: CLAIM})
TASK = plan(LIBRARY).tasks[0]


def performed() -> Record:
    with Referee() as referee:
        return perform(CLAIM, one, TASK, referee)


@pytest.fixture
def stored(tmp_path: Path) -> tuple[Store, Path, list[str]]:
    told: list[str] = []
    store = Store(tmp_path, notice=told.append)
    store.write(TASK, performed())
    return store, store.path(TASK), told


def test_what_was_written_is_found(stored):
    store, path, told = stored
    record = store.find(TASK)
    assert record is not None
    assert record.outcome.decision == "holds"
    assert [m.name for m in record.mutants] == ["two"]
    assert json.loads(path.read_text())["schema"] == EVIDENCE
    assert told == []


def test_another_seed_profile_or_key_is_not_this_task(stored):
    store, path, told = stored
    for setting in (RunSetting(seed=1), RunSetting(profile="full")):
        assert store.find(plan(LIBRARY, setting=setting).tasks[0]) is None
    path.write_text(replace(store.find(TASK), key="another").text())
    assert store.find(TASK) is None
    assert path.exists(), "stale evidence is kept until it is replaced"
    assert told == []


def damage(text: str) -> dict[str, bytes]:
    document = json.loads(text)
    other = json.loads(text)
    del other["outcome"]["grade"]
    return {
        "empty": b"",
        "cut short": text[: len(text) // 2].encode(),
        "not text": b"\xff\xfe\x00",
        "a list": b"[]",
        "deep": b"[" * 100_000,
        "another schema": json.dumps(document | {"schema": "workbench-run/1"}).encode(),
        "a better grade": text.replace("CERTIFIED", "PROVED", 1).encode(),
        "another decision": text.replace('"holds"', '"fails"').encode(),
        "a digit": text.replace('"seconds": ', '"seconds": 1').encode(),
        "another digest": text.replace('"digest": "', '"digest": "0', 1).encode(),
        "no digest": json.dumps({k: v for k, v in document.items() if k != "digest"}).encode(),
        "another layout": json.dumps(document).encode(),
        "something after it": (text + " ").encode(),
        "something before it": (" " + text).encode(),
        "no outcome": json.dumps({k: v for k, v in document.items() if k != "outcome"}).encode(),
        "no grade": json.dumps(other).encode(),
        "a foreign claim": replace(Record.read(text), claim="toy.d").text().encode(),
        "a wrong type": json.dumps(document | {"mutants": [3]}).encode(),
    }


@pytest.mark.parametrize("kind", list(damage(performed().text())))
def test_a_damaged_file_is_set_aside_and_said_so(stored, kind: str):
    store, path, told = stored
    content = damage(path.read_text())[kind]
    assert content != path.read_bytes()
    path.write_bytes(content)
    assert store.find(TASK) is None
    aside = path.with_name(path.name + ".damaged")
    assert aside.read_bytes() == content
    assert not path.exists()
    (message,) = told
    assert str(path) in message
    assert "runs again" in message


def test_links_in_a_circle_are_set_aside(stored):
    store, path, told = stored
    path.unlink()
    path.symlink_to(path.name)
    assert store.find(TASK) is None
    assert path.name in told[0]
    store.write(TASK, performed())
    assert store.find(TASK) is not None


IN_ITS_PLACE = {
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="asks for pipes and devices")
@pytest.mark.parametrize("kind", IN_ITS_PLACE)
def test_what_is_no_file_is_set_aside_and_nobody_waits_for_it(stored, kind: str):
    store, path, told = stored
    path.unlink()
    IN_ITS_PLACE[kind](path)
    assert store.find(TASK) is None
    assert "no file" in told[0]
    store.write(TASK, performed())
    assert store.find(TASK) is not None
    path.unlink()
    IN_ITS_PLACE[kind](path)
    assert read_cache(path, "key") is None


def test_evidence_of_another_version_is_stale_and_not_damaged(stored):
    store, path, told = stored
    for schema in ("workbench-evidence/1", "workbench-evidence/9"):
        path.write_text(json.dumps(json.loads(path.read_text()) | {"schema": schema}))
        assert store.find(TASK) is None
    assert path.exists()
    assert told == []


def test_damage_in_a_folder_that_cannot_be_written_is_said_and_stops_nothing(stored, monkeypatch):
    store, path, told = stored
    path.write_text("{")

    def refuse(*names: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    assert store.find(TASK) is None
    (message,) = told
    assert "cannot be set aside (Permission denied); its task runs again" in message


def test_a_full_disk_is_said_and_leaves_the_old_evidence(stored, monkeypatch):
    store, path, _ = stored
    before = path.read_text()

    def full(path: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(EvidenceError, match=r"No space left on device\. Make room"):
        store.write(TASK, performed())
    assert path.read_text() == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_what_an_outside_cause_did_is_tried_again(stored):
    store, path, _ = stored
    path.write_text(replace(store.find(TASK), passing=True).text())
    assert store.find(TASK) is None
    assert store.find(TASK, passing=True) is not None


def test_marks_and_scraps_of_dead_processes_are_removed(stored):
    store, path, _ = stored
    dead = store.root / "running" / "999999999"
    dead.mkdir(parents=True)
    scrap = path.with_name(f".{path.name}.999999999.tmp")
    scrap.write_text("half")
    with store.running() as here:
        assert here.is_dir()
        assert not dead.exists()
        assert not scrap.exists()
    assert not here.exists()


def test_a_store_that_is_a_file_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(EvidenceError, match="--store"), Store(tmp_path / "file").running():
        pass


@pytest.mark.parametrize("text", ["null", "3", '{"schema": null}', "{"])
def test_reading_anything_else_is_an_evidence_error(text: str):
    with pytest.raises(EvidenceError, match="workbench verify"):
        Record.read(text)
