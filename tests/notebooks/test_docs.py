"""The documentation: docstrings as Markdown, links that lead somewhere, no public name left out.

The whole site, with warnings as errors, is built by the slow test, for which `make test-all`
installs Sphinx.
"""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2] / "notebooks" / "docs"


def load(name):
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


docstrings, pages = load("docstrings"), load("pages")


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs") / "source"
    pages.gather(folder)
    return folder


def test_parameters_become_a_list_with_their_longer_lines():
    text = "What it does.\n\nclaims: claims, or ids\n    of installed ones\nseed: the root"
    shown = docstrings.markdown(text, frozenset({"claims", "seed"}))
    assert shown.splitlines()[2:] == [
        "- `claims`: claims, or ids", "  of installed ones", "- `seed`: the root",
    ]  # fmt: skip
    assert docstrings.markdown("Note: it is fast.", frozenset({"seed"})) == "Note: it is fast."


def test_sections_samples_and_columns_keep_their_form():
    raised = docstrings.markdown("Raises:\n    ClaimError: two claims\n        with one id.")
    assert raised == "**Raises**\n\n- `ClaimError`: two claims\n  with one id."
    assert docstrings.markdown(">>> 1 + 1\n2") == "~~~pycon\n>>> 1 + 1\n2\n~~~"
    assert docstrings.markdown("    show(x)") == "~~~python\nshow(x)\n~~~"
    assert docstrings.markdown("a     one\nb     two") == "~~~text\na     one\nb     two\n~~~"


def test_signs_are_no_markup_outside_of_code():
    assert docstrings.markdown("a * b * c < `a * b`") == r"a \* b \* c \< `a * b`"
    assert docstrings.markdown(r"at most \(x_1\) for __all__") == r"at most $x_1$ for \_\_all\_\_"


def test_arrays_have_their_names_in_a_signature():
    array = "~numpy.ndarray[tuple[~typing.Any, ...], ~numpy.dtype[~numpy.{}]]".format
    told = f"(x: {array('float64')}, k: {array('int64')}, b: {array('bool')}) -> None"
    assert docstrings.with_short_arrays(told) == "(x: Array, k: Ints, b: NDArray[bool]) -> None"


def test_every_public_name_has_its_place_in_the_reference(source):
    rooms = pages.rooms()
    assert len(rooms) > 15
    missing = [
        f"{name}.{one}"
        for name, room in rooms.items()
        for one in room.__all__
        if not re.search(
            rf"(auto\w+:: {re.escape(name)}\.{one}$)|(py:obj\}}`[\w.]+\.{one}`)",
            (source / "reference" / f"{name}.md").read_text(),
            re.MULTILINE,
        )
    ]
    assert missing == []


def test_every_link_leads_to_a_page_and_to_a_heading_of_it(source):
    broken = []
    texts = {path: path.read_text() for path in source.rglob("*.md")}
    for path, text in texts.items():
        for target, heading in re.findall(r"\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)", text):
            page = (path.parent / target).resolve() if target else path
            if not page.exists() or (heading and heading[1:] not in headings(page.read_text())):
                broken.append(f"{path.relative_to(source)}: {target}{heading}")
    assert len(texts) > 40
    assert broken == []


def headings(text):
    """The anchors of a page: a title in lower case, with dashes between its words."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


def test_a_link_that_leads_nowhere_is_an_error():
    with pytest.raises(FileNotFoundError, match=r"nothing\.md leads nowhere"):
        pages._linked("[x](nothing.md)", pages.ROOT / "README.md")
    kept = pages._linked("[x](workbench/README.md) [y](LICENSE)", pages.ROOT / "README.md")
    assert kept == "[x](workbench/README.md) y"


def test_every_tutorial_stands_in_the_contents():
    contents = (HERE / "index.md").read_text()
    for path in HERE.parent.glob("*.py"):
        assert f"notebooks/{path.stem}" in contents


def test_a_page_whose_links_lead_nowhere_or_whose_notebook_was_not_run_is_seen(tmp_path):
    """The script of the build finds them; it needs Sphinx, which is not asked for here."""
    text = (HERE / "build.py").read_text()
    names: dict = {"__name__": "build", "__file__": str(HERE / "build.py"), "ROOT": pages.ROOT}
    exec(re.sub(r"from (pages|sphinx.cmd.build) import .*", "", text), names)
    page = tmp_path / "notebooks" / "tour.html"
    page.parent.mkdir()
    cell = '<div class="cell_input"></div>'
    page.write_text(f'<a id="here"></a><a href="#here"></a><a href="?q=1#here"></a>{cell}')
    (fault,) = names["faults"](tmp_path)
    assert "was not executed" in fault
    assert list(names["faults"](tmp_path, run=False)) == []
    page.write_text(f'{cell}<div class="cell_output docutils"></div><a href="../x.html"></a>')
    (fault,) = names["faults"](tmp_path)
    assert fault.endswith("the link ../x.html leads nowhere")
    page.write_text('<a href="#elsewhere"></a>')
    assert len(list(names["faults"](tmp_path))) == 1
    old = tmp_path / "cache" / "of-other-sources"
    old.mkdir(parents=True)
    assert names["_cache"](old.parent) == names["_cache"](old.parent) != old
    assert not old.exists()


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path):
    command = [sys.executable, str(HERE / "build.py"), str(tmp_path), "--without-running"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "html/reference/workbench.privacy.html").read_text()
    assert 'id="workbench.privacy.mean_query"' in page
    first = (tmp_path / "html/index.html").read_text()
    assert not re.findall(r'(?:src|href)="https?://[^"]*\.(?:js|css|woff2?)', first)
