"""A digest changes with everything that a check imports, and with nothing else."""

import os
from pathlib import Path

import pytest

from workbench.runner import Sources


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "srcpkg"
    (root / "deep" / "er").mkdir(parents=True)
    for folder in (root, root / "deep", root / "deep" / "er"):
        (folder / "__init__.py").write_text("")
    (root / "claim.py").write_text("def check():\n    from srcpkg.deep import helper\n")
    (root / "deep" / "helper.py").write_text("from .er import leaf\nfrom .. import sibling\n")
    (root / "deep" / "er" / "leaf.py").write_text("X = 1\n")
    (root / "sibling.py").write_text("import numpy\nLAZY = {'f': 'srcpkg.lazy'}\n")
    (root / "lazy.py").write_text("import workbench.errors\n")
    (root / "stranger.py").write_text("Y = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    return root


def test_closure_follows_nested_relative_and_lazy_imports(package: Path):
    names = set(Sources().closure("srcpkg.claim"))
    assert names == {
        "srcpkg",
        "srcpkg.claim",
        "srcpkg.deep",
        "srcpkg.deep.helper",
        "srcpkg.deep.er",
        "srcpkg.deep.er.leaf",
        "srcpkg.sibling",
        "srcpkg.lazy",
        "workbench",
        "workbench.errors",
    }


@pytest.mark.parametrize(
    "path",
    ["claim.py", "__init__.py", "deep/__init__.py", "deep/er/leaf.py", "lazy.py", "deep/helper.py"],
)
def test_a_change_anywhere_below_changes_the_digest(package: Path, path: str):
    before = Sources().digest("srcpkg.claim")
    with (package / path).open("a") as file:
        file.write("# changed\n")
    assert Sources().digest("srcpkg.claim") != before


def test_a_change_elsewhere_does_not(package: Path):
    before = Sources().digest("srcpkg.claim")
    (package / "stranger.py").write_text("Y = 2\n")
    (package / "README.md").write_text("text\n")
    assert Sources().digest("srcpkg.claim") == before


def test_data_beside_the_check_counts(package: Path):
    before = Sources().digest("srcpkg.claim")
    (package / "certificate.json").write_text("[1]")
    with_data = Sources().digest("srcpkg.claim")
    (package / "certificate.json").write_text("[2]")
    assert len({before, with_data, Sources().digest("srcpkg.claim")}) == 3


def test_new_modules_are_seen_although_the_importer_did_not_change(package: Path):
    (package / "claim.py").write_text("try:\n    import srcpkg.later\nexcept ImportError: pass\n")
    before = Sources().digest("srcpkg.claim")
    (package / "later.py").write_text("")
    assert Sources().digest("srcpkg.claim") != before


def test_reading_never_imports(package: Path):
    (package / "lazy.py").write_text("raise SystemExit('imported')\n")
    assert Sources().digest("srcpkg.claim")


def test_cache_gives_the_same_answer_and_notices_changes(package: Path, tmp_path: Path):
    old = 1_000_000_000
    for path in package.rglob("*.py"):
        os.utime(path, (old, old))
    cache = tmp_path / "cache.json"
    first = Sources(cache)
    digest = first.digest("srcpkg.claim")
    first.save()
    assert cache.is_file()
    assert Sources(cache).digest("srcpkg.claim") == digest == Sources().digest("srcpkg.claim")
    (package / "deep" / "er" / "leaf.py").write_text("X = 2\n")  # the same size, a new time
    assert Sources(cache).digest("srcpkg.claim") == Sources().digest("srcpkg.claim") != digest


def test_a_file_that_may_still_change_within_its_tick_is_not_cached(package: Path, tmp_path: Path):
    cache = tmp_path / "cache.json"
    first = Sources(cache)
    digest = first.digest("srcpkg.claim")
    first.save()
    leaf = package / "deep" / "er" / "leaf.py"
    when = leaf.stat().st_mtime_ns
    leaf.write_text("X = 2\n")
    os.utime(leaf, ns=(when, when))
    assert Sources(cache).digest("srcpkg.claim") != digest


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": "workbench-sources/1"}', "\0"])
def test_a_damaged_cache_costs_nothing_but_time(package: Path, tmp_path: Path, content: str):
    cache = tmp_path / "cache.json"
    cache.write_text(content)
    assert Sources(cache).digest("srcpkg.claim") == Sources().digest("srcpkg.claim")


def test_packages_of_an_environment_beside_this_one_are_installed(tmp_path: Path, monkeypatch):
    """As with `venv --system-site-packages`: their versions count, not their texts."""
    from workbench.runner.places import _installed, is_local

    folder = tmp_path / "lib" / "site-packages"
    (folder / "other").mkdir(parents=True)
    assert is_local(folder / "other")
    monkeypatch.syspath_prepend(folder)
    for known in (_installed, is_local):
        known.cache_clear()
    try:
        assert not is_local(folder / "other")
        assert is_local(tmp_path)
    finally:
        monkeypatch.undo()
        for known in (_installed, is_local):
            known.cache_clear()
