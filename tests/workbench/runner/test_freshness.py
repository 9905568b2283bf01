"""Evidence is stale as soon as anything changed that its check can reach, by whatever way."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workbench.runner.toy import Toys, check
from workbench.processes import THREADS, workers
from workbench.runner import Sources, places, plan
from workbench.runner.reading import ALL, read
from workbench.runner.sources import _LOADERS
from workbench.runner.versions import environment


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the import path with a package `shop` and, beside it, other code."""
    for path, text in {
        "shop/__init__.py": "",
        "shop/claim.py": "",
        "shop/sub/__init__.py": "",
        "shop/sub/leaf.py": "X = 1\n",
        "shop/sibling.py": "X = 1\n",
        "script.py": "X = 1\n",
        "helper.py": "X = 1\n",
        "other/__init__.py": "",
        "other/deep/__init__.py": "",
        "other/deep/er.py": "X = 1\n",
        "apart/nothing.py": "X = 1\n",
    }.items():
        write(tmp_path / path, text)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def in_disguise(path: Path, text: str) -> None:
    """Change a file so that neither its size nor its time of change shows it."""
    before = path.stat()
    assert len(text) == before.st_size
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


WAYS = {
    "a file beside the package": ("import helper", "helper.py"),
    "a package beside the package": ("from other.deep import er", "other/deep/er.py"),
    "through two of them": ("import other.deep.er", "other/deep/er.py"),
    "a folder without __init__": ("import apart.nothing", "apart/nothing.py"),
    "a package on the way": ("import other.deep.er", "other/__init__.py"),
    "inside a function": ("def f():\n    from helper import X", "helper.py"),
    "where it may be missing": ("try:\n    import helper\nexcept ImportError: pass", "helper.py"),
    "a constant name": ("importlib.import_module('helper')", "helper.py"),
    "a dotted name in a table": ("T = {'f': 'other.deep.er'}", "other/deep/er.py"),
    "a name with a known start": ("import_module(f'other.deep.{n}')", "other/deep/er.py"),
    "a sum with a known start": ("import_module('other.' + n)", "other/deep/er.py"),
    "its own package": ("import_module(f'{__package__}.sub.{n}')", "shop/sub/leaf.py"),
    "its own name": ("import_module(__name__ + '.' + n)", "shop/sibling.py"),
    "a relative name": ("import_module('.sub.leaf', __package__)", "shop/sub/leaf.py"),
    "a computed name": ("import_module(n)", "other/deep/er.py"),
    "a computed name, a file": ("import_module('hel' + 'per')", "helper.py"),
    "__import__": ("__import__(n)", "helper.py"),
    "an alias": ("from importlib import import_module as get\nget(n)", "other/deep/er.py"),
    "a variable": ("get = importlib.import_module\nget('hel' + 'per')", "helper.py"),
    "getattr": ("getattr(importlib, 'import_module')(n)", "helper.py"),
    "runpy": ("import runpy\nrunpy.run_path(n)", "helper.py"),
    "runpy by module": ("runpy.run_module('helper')", "helper.py"),
    "exec": ("exec(open('script' + '.py').read())", "script.py"),
    "the name of a file": ("Path(__file__).with_name('sibling.py')", "shop/sibling.py"),
    "a loader": ("importlib.util.spec_from_file_location('x', n)", "helper.py"),
    "a changed path": ("sys.path.append(n)\nimport helper2", "helper.py"),
    "a process": ("import subprocess\nsubprocess.run(n)", "script.py"),
    "a pair of the two": ("import helper", "other/deep/er.py"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_change_of_code_is_noticed_whatever_way_it_is_reached(home: Path, way: str):
    text, changed = WAYS[way]
    write(home / "shop/claim.py", text + "\n")
    if way == "a pair of the two":
        write(home / "helper.py", "from other import deep\nimport_module(f'{deep.__name__}.er')\n")
    before = Sources().digest("shop.claim")
    path = home / changed
    in_disguise(path, path.read_text().replace("1", "2")) if path.read_text() else write(path, "#")
    assert Sources().digest("shop.claim") != before


DATA = {
    "beside the check": ("", "shop/table.csv"),
    "in a folder below": ("", "shop/data/deep/table.csv"),
    "without a suffix": ("", "shop/table"),
    "hidden": ("", "shop/.table.json"),
    "a library in C": ("", "shop/fast.so"),
    "a program below": ("", "shop/scripts/run.py"),
    "beside an imported helper": ("import other.deep.er", "other/deep/table.npz"),
    "below an imported helper": ("from other import deep", "other/deep/data/table.npz"),
    "beside a file that is a helper": ("import helper", "table.json"),
    "below a file that is a helper": ("import helper", "tables/one/x.json"),
    "in a package named in a text": ("files('other.deep')", "other/deep/table.npz"),
    "Markdown by its name": ("Path(__file__).with_name('table.md')", "shop/table.md"),
    "Markdown by its suffix": ("Path(__file__).with_suffix('.md')", "shop/claim.md"),
    "Markdown by a list": ("list(Path(__file__).parent.iterdir())", "shop/table.md"),
    "Markdown by a walk": ("import os\nos.walk(folder)", "shop/data/table.md"),
}


@pytest.mark.parametrize("way", DATA)
def test_a_change_of_data_is_noticed_wherever_it_lies(home: Path, way: str):
    text, changed = DATA[way]
    write(home / "shop/claim.py", text + "\n")
    write(home / "helper.py", "read('table.json'); read('tables/' + n)\n")
    seen = [Sources().digest("shop.claim")]
    write(home / changed, "1")
    seen.append(Sources().digest("shop.claim"))
    in_disguise(home / changed, "2")
    seen.append(Sources().digest("shop.claim"))
    (home / changed).rename(home / (changed + "x"))
    seen.append(Sources().digest("shop.claim"))
    assert len(set(seen[:3])) == 3
    assert seen[3] != seen[2]


def test_data_below_a_link_count(home: Path):
    write(home / "elsewhere/table.csv", "1")
    (home / "shop/data").symlink_to(home / "elsewhere")
    (home / "elsewhere/loop").symlink_to(home / "elsewhere")
    before = Sources().digest("shop.claim")
    in_disguise(home / "elsewhere/table.csv", "2")
    assert Sources().digest("shop.claim") != before


@pytest.mark.parametrize(
    "path",
    ["shop/README.md", "shop/sub/table.csv", "shop/stranger.py", "helper.py", "table.csv",
     "shop/__pycache__/claim.pyc", "other/table.csv"],
)  # fmt: skip
def test_what_no_module_reaches_does_not_count(home: Path, path: str):
    write(home / "shop/claim.py", '"""About other.deep.md."""\nimport json\n')
    before = Sources().digest("shop.claim")
    write(home / path, "Y = 2\n")
    assert Sources().digest("shop.claim") == before


VARIABLES = {
    "index": ("os.environ['SHOP']", "SHOP"),
    "get": ("os.environ.get('SHOP', '1')", "SHOP"),
    "getenv": ("from os import getenv\ngetenv('SHOP')", "SHOP"),
    "in": ("'SHOP' in os.environ", "SHOP"),
    "not in": ("from os import environ\n'SHOP' not in environ", "SHOP"),
    "bytes": ("os.environb[b'SHOP']", "SHOP"),
    "computed": ("os.environ['SH' + 'OP']", ALL),
    "computed get": ("os.getenv(name)", ALL),
    "a copy": ("dict(os.environ)", ALL),
    "an alias": ("from os import environ as e\ne['SHOP']", ALL),
    "a variable": ("get = os.environ.get\nget('SHOP')", ALL),
    "getattr": ("getattr(os, 'environ')['SHOP']", ALL),
}


@pytest.mark.parametrize("way", VARIABLES)
def test_a_variable_that_is_read_counts(home: Path, monkeypatch: pytest.MonkeyPatch, way: str):
    text, noted = VARIABLES[way]
    assert read(text.encode()).variables == (noted,)
    write(home / "shop/claim.py", "import helper\n")
    write(home / "helper.py", text + "\n")
    monkeypatch.delenv("SHOP", raising=False)
    seen = [Sources().digest("shop.claim")]
    for value in ("", "1", "2"):
        monkeypatch.setenv("SHOP", value)
        seen.append(Sources().digest("shop.claim"))
    assert len(set(seen)) == 4


def test_other_variables_do_not(home: Path, monkeypatch: pytest.MonkeyPatch):
    write(home / "shop/claim.py", "os.environ['SHOP']\n")
    before = Sources().digest("shop.claim")
    monkeypatch.setenv("STALL", "1")
    assert Sources().digest("shop.claim") == before


def installed(home: Path, name: str, **files: str) -> None:
    for file, text in files.items():
        write(home / f"{name}.dist-info" / file.replace("PLUS", "."), text)


CHANGES: dict[str, Callable[[Path, pytest.MonkeyPatch], None]] = {
    **{
        f"{name} of another version": (
            lambda home, patch, name=name: installed(home, f"{name}-99.0", METADATA="")
        )
        for name in ("mpmath", "clarabel", "scs", "osqp", "highspy", "anything_at_all")
    },
    "a variable of a library": lambda home, patch: patch.setenv("OPENBLAS_CORETYPE", "Haswell"),
    "another interpreter": lambda home, patch: patch.setattr(sys, "version", "4.0"),
    "another path": lambda home, patch: patch.syspath_prepend(home / "vendored"),
    "the same version from a folder": lambda home, patch: write(
        home / "local-1.0.dist-info/RECORD", "local.py,sha256=def,1\n"
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_installed_or_set_counts(home: Path, monkeypatch, change: str):
    write(home / "vendored/thing-1.0.dist-info/METADATA", "")
    write(home / "local-1.0.dist-info/direct_url.json", '{"url": "file:///x", "dir_info": {}}')
    write(home / "local-1.0.dist-info/RECORD", "local.py,sha256=abc,1\n")
    before = environment()
    assert environment() == before
    CHANGES[change](home, monkeypatch)
    assert environment() != before


POINTS = "[workbench.papers]\nnew = new_paper.lemmas\n"
RECORD = "new_paper/__init__.py,,\nnew-1.0.dist-info/RECORD,,\n"


@pytest.mark.parametrize(
    "record",
    ["", RECORD, "_new.pth,,\nnew-1.0.dist-info/RECORD,,\n"],
    ids=["beside it", "installed", "for editing"],
)
def test_another_paper_changes_nothing_for_those_that_are_there(home: Path, record: str):
    before = environment()
    write(home / "_new.pth", "/somewhere/else\n")
    installed(home, "new-1.0", METADATA="", RECORD=record)
    (home / "new-1.0.dist-info/entry_points.txt").write_text(POINTS)
    assert environment() == before


@pytest.mark.parametrize(
    ("points", "record"),
    [
        (POINTS + "[pytest11]\nnew = new_paper.plugin\n", RECORD),
        (POINTS, RECORD + "numpy/more.py,,\n"),
        (POINTS, RECORD + "starts.pth,,\n"),
        (POINTS, RECORD + "../../../bin/new,,\n"),
    ],
    ids=["a plugin", "another package", "a line that is run", "a command"],
)
def test_a_paper_that_brings_more_counts(home: Path, points: str, record: str):
    before = environment()
    write(home / "starts.pth", "import new_paper\n")
    installed(home, "new-1.0", METADATA="", RECORD=record)
    (home / "new-1.0.dist-info/entry_points.txt").write_text(points)
    assert environment() != before


def test_the_text_of_an_installed_paper_counts_where_another_reaches_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its version does not."""
    place = tmp_path / "site-packages"
    write(place / "new_paper/__init__.py", "X = 1\n")
    installed(place, "new-1.0", METADATA="Name: new\nVersion: 1.0\n", RECORD=RECORD)
    (place / "new-1.0.dist-info/entry_points.txt").write_text(POINTS)
    write(tmp_path / "shop.py", "from new_paper import X\n")
    monkeypatch.syspath_prepend(place)
    monkeypatch.syspath_prepend(tmp_path)
    for known in (places._installed, places.is_local):
        known.cache_clear()
    try:
        assert not places.is_local(place / "new_paper")
        before = Sources().digest("shop")
        write(place / "new_paper/__init__.py", "X = 2\n")
        assert Sources().digest("shop") != before
    finally:
        for known in (places._installed, places.is_local):
            known.cache_clear()


def test_threads_do_not_count_since_workers_have_one(monkeypatch: pytest.MonkeyPatch):
    before = environment()
    for name in THREADS:
        monkeypatch.setenv(name, "7")
    assert environment() == before
    pool = workers(1, instead="")
    assert set(pool.map(os.getenv, THREADS)) == {"1"}
    pool.shutdown(kill_workers=True)


def test_the_key_of_a_task_has_it_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    toys = Toys(tmp_path / "papers")
    package = toys.paper(a=check("a", "os.environ.get('SHOP'); return yes()"))
    library = toys.use(monkeypatch)
    keys = {plan(library).tasks[0].key}
    monkeypatch.setenv("SHOP", "1")
    keys.add(plan(library).tasks[0].key)
    installed(tmp_path / "papers", "mpmath-99.0", METADATA="")
    keys.add(plan(library).tasks[0].key)
    write(package / "data/table.csv", "1")
    keys.add(plan(library).tasks[0].key)
    assert len(keys) == 4


@pytest.mark.parametrize(
    "module",
    ["rigor/check/kinds.py", "rates/check/rate.py", "referee/grading.py", "referee/server.py",
     "claims/outcome.py", "runner/perform.py"],
)  # fmt: skip
def test_a_change_of_what_grades_makes_all_evidence_stale(tmp_path, monkeypatch, module: str):
    """A check need not import the checker that its certificate is put to."""
    toys = Toys(tmp_path / "papers")
    toys.paper(a=check("a", "return yes()"))
    library = toys.use(monkeypatch)
    before = plan(library).tasks[0].key
    original = Path.read_bytes

    def edited(path: Path) -> bytes:
        more = b"# mended" if path.as_posix().endswith("workbench/" + module) else b""
        return original(path) + more

    monkeypatch.setattr(Path, "read_bytes", edited)
    assert plan(library).tasks[0].key != before


def test_a_cache_is_believed_by_content_alone(home: Path, tmp_path: Path):
    write(home / "shop/claim.py", "import helper\n")
    cache = tmp_path / "sources.cache"
    first = Sources(cache)
    before = first.digest("shop.claim")
    first.save()
    in_disguise(home / "helper.py", "X = 2\n")
    assert Sources(cache).digest("shop.claim") == Sources().digest("shop.claim") != before
    text = cache.read_text()
    for wrong in (('"helper"', '"hidden"'), ("false", "true"), ("[]", "[[]]"), ('"digest"', '"x"')):
        assert wrong[0] in text
        cache.write_text(text.replace(*wrong))
        assert Sources(cache).digest("shop.claim") == Sources().digest("shop.claim")


def test_the_engine_computes_the_names_of_its_imports_in_its_loaders_alone():
    reached = Sources().closure(*Sources().modules_of("workbench.harness"))
    unclear = [name for name, path in reached.items() if read(path.read_bytes()).anything]
    assert set(unclear) <= set(_LOADERS), "they would tie every check to every module"


def test_an_unreadable_file_is_no_reason_to_stop(home: Path, monkeypatch: pytest.MonkeyPatch):
    before = Sources().digest("shop.claim")
    original = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "claim.py":
            raise PermissionError(13, "Permission denied")
        return original(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert Sources().digest("shop.claim") != before


def test_where_and_on_how_many_threads_a_check_runs_is_no_part_of_its_key(monkeypatch):
    """A worker of a cluster has variables of its own, and so has another shell."""
    names = ("workbench.audit.fixed", "workbench.audit.whole", "workbench.harness")
    before = [Sources().digest(name) for name in names]
    for variable in ("OMP_NUM_THREADS", "MALLOC_TRIM_THRESHOLD_", "RAY_ADDRESS", "TERM"):
        monkeypatch.setenv(variable, "7")
    assert [Sources().digest(name) for name in names] == before
