"""The repository itself: its folders, its lock file, its commands and what its READMEs promise."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml  # comes with jupytext, and is locked
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import workbench
from tests.long_cases import LISTED, long_cases
from workbench.report.baseline import BROUGHT

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {"workbench", "proofs", "notebooks", "tests", "reports"}
ABOUT = {"README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "SECURITY.md"}
FILES = {"pyproject.toml", "Makefile", "requirements.lock", *ABOUT}
PAPERS = "proofs/workbench_papers"
READMES = [
    *(Path(name) for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(Path(name, "README.md") for name in sorted(FOLDERS)),
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCK = (ROOT / "requirements.lock").read_text()
NOTEBOOKS = (ROOT / "notebooks/requirements.lock").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()


def project_files() -> list[Path]:
    """Files under version control or about to be, relative to the root."""
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git working tree")
    return [Path(name) for name in listing.split("\0") if name and (ROOT / name).is_file()]


# ------------------------------------------------------------------------------------ folders


def test_the_top_level_is_fixed() -> None:
    top = {path.parts[0] for path in project_files()}
    visible = {name for name in top if not name.startswith(".")}
    assert visible == FOLDERS | FILES


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_every_folder_says_what_it_is(name: str) -> None:
    title, _, text = (ROOT / name / "README.md").read_text().partition("\n")
    assert title.startswith("# ")
    assert len(text.split()) > 40


# Put together from pieces, so that this file does not contain what it forbids.
MACHINE = re.compile(
    r"(?<![\w.+/=}\\])/(?:" + "|".join(["home", "root", "work", "Users", "opt", "mnt"]) + r")/\w"
    r"|(?i:\b[a-z]:\\users\\)"
)
INDEX = re.compile(
    "|".join(["--(?:extra-)?index" + "-url", "--find" + "-links", r"py" + r"pi\.org"])
    + "|python"
    + "hosted"
)


@pytest.mark.parametrize(
    ("pattern", "sample"),
    [
        (MACHINE, "see " + "/ho" + "me/ada/x"),
        (MACHINE, "C:\\" + "Users\\ada"),
        (INDEX, "--index" + "-url https://example.org"),
        (INDEX, "https://py" + "pi.org/simple"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: re.Pattern[str], sample: str) -> None:
    assert pattern.search(sample)


def test_no_file_tells_of_a_machine_or_a_package_index() -> None:
    found = []
    for path in project_files():
        try:
            text = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:  # fonts and pictures
            continue
        for number, line in enumerate(text.splitlines(), 1):
            hit = MACHINE.search(line) or INDEX.search(line)
            if hit:
                found.append(f"{path}:{number}: {hit.group()}")
    assert not found


# --------------------------------------------------------------------------------------- lock


def locked(text: str = LOCK) -> list[tuple[Requirement, list[str]]]:
    """Every entry of the lock file with its hashes."""
    entries = []
    for entry in text.replace("\\\n", " ").splitlines():
        if entry.strip() and not entry.startswith("#"):
            words, *hashes = entry.split("--hash=")
            entries.append((Requirement(words.strip()), [one.strip() for one in hashes]))
    return entries


def wanted() -> list[Requirement]:
    groups = PROJECT["dependency-groups"]["dev"]
    return [Requirement(text) for text in [*PROJECT["project"]["dependencies"], *groups]]


def test_every_locked_package_is_one_version_with_hashes() -> None:
    assert len(locked()) > 50
    for requirement, hashes in locked():
        assert requirement.url is None
        assert [one.operator for one in requirement.specifier] == ["=="], requirement
        assert hashes, requirement
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", one) for one in hashes), requirement


@pytest.mark.parametrize("requirement", wanted(), ids=lambda one: one.name)
def test_the_lock_file_serves_the_project_file(requirement: Requirement) -> None:
    versions = [
        next(iter(entry.specifier)).version
        for entry, _ in locked()
        if canonicalize_name(entry.name) == canonicalize_name(requirement.name)
    ]
    assert versions, f"{requirement.name} is not in requirements.lock: run `make lock`"
    assert all(requirement.specifier.contains(version) for version in versions)


def test_what_notebooks_need_fits_what_is_installed_already() -> None:
    """It goes into the same .venv, so what both files lock is one version."""
    known = {(canonicalize_name(one.name), str(one.specifier)) for one, _ in locked()}
    names = {name for name, _ in known}
    more = locked(NOTEBOOKS)
    for text in PROJECT["dependency-groups"]["notebooks"]:
        assert canonicalize_name(Requirement(text).name) in {
            canonicalize_name(one.name) for one, _ in more
        }
    for one, hashes in more:
        name = canonicalize_name(one.name)
        assert hashes
        assert name not in names or (name, str(one.specifier)) in known


def test_the_build_backend_is_locked() -> None:
    """The project is installed without build isolation, so the lock file must bring the backend."""
    names = {canonicalize_name(entry.name) for entry, _ in locked()}
    for text in PROJECT["build-system"]["requires"]:
        assert canonicalize_name(Requirement(text).name) in names


def test_there_is_one_version_number() -> None:
    for folder in (ROOT, ROOT / "proofs"):
        assert ProjectMetadata(str(folder), PluginManager()).version == workbench.__version__
    assert "version" in PROJECT["project"]["dynamic"], "it stands in workbench/__init__.py alone"
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == workbench.__version__


@pytest.mark.parametrize(
    ("folder", "package"), [(".", "workbench"), ("proofs", "workbench_papers")]
)
def test_a_wheel_holds_one_package(tmp_path: Path, folder: str, package: str) -> None:
    """Whoever installs the engine gets no paper, and no top-level name but the engine's."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT / folder,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert f"{package}/py.typed" in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {package}
    recorded = [name for name in names if name.endswith(f".dist-info/{BROUGHT}")]
    assert len(recorded) == (package == "workbench_papers")
    with zipfile.ZipFile(wheel) as archive:
        held = [archive.read(name) for name in recorded]
    assert held in ([], [(ROOT / "reports" / "baseline.json").read_bytes()])
    points = [n for n in names if n.endswith("entry_points.txt")]
    with zipfile.ZipFile(wheel) as archive:
        text = "".join(archive.read(name).decode() for name in points)
    assert ("[workbench.papers]" in text) == (package == "workbench_papers")


def test_the_papers_are_locked_with_the_engine() -> None:
    """The papers need nothing that the engine does not bring, so that one lock file serves both."""
    papers = tomllib.loads((ROOT / "proofs" / "pyproject.toml").read_text())["project"]
    names = {canonicalize_name(Requirement(one).name) for one in papers["dependencies"]}
    engine = {
        canonicalize_name(Requirement(one).name) for one in PROJECT["project"]["dependencies"]
    }
    assert names - engine == {"dp-workbench"}


def test_the_addresses_of_the_papers_are_those_of_their_references() -> None:
    project = tomllib.loads((ROOT / "proofs" / "pyproject.toml").read_text())["project"]
    papers = project["entry-points"]["workbench.papers"]
    numbers = {}
    for name, package in papers.items():
        text = (ROOT / "proofs" / package.replace(".", "/") / "__init__.py").read_text()
        found = re.search(r'reference="[^",]*arXiv:([0-9.]+)"', text)
        if found:
            numbers[name] = f"https://arxiv.org/abs/{found[1]}"
    assert project["urls"] == numbers


def test_the_project_file_and_the_citation_say_the_same() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    project = ProjectMetadata(str(ROOT), PluginManager()).core
    assert project.classifiers, "hatchling refuses one that is not on the list"
    assert citation["keywords"] == PROJECT["project"]["keywords"]
    assert citation["license"] == project.license_expression
    assert citation["authors"] == PROJECT["project"]["authors"]
    assert citation["title"].startswith(f"{project.raw_name}: ")


def test_users_of_the_engine_get_its_types() -> None:
    assert (ROOT / "workbench" / "py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["project"]["classifiers"]


# ----------------------------------------------------------------------------------- commands


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*##", MAKEFILE, flags=re.MULTILINE))


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run make as a user would, whatever this test was itself started by."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFL"))}
    return subprocess.run(
        ["make", *words],
        cwd=folder,
        env=plain,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """What `make setup` reads, in a folder of its own without .venv."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    (tmp_path / "workbench").mkdir()
    for name in ("Makefile", "requirements.lock", "pyproject.toml", "workbench/__init__.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_make_alone_lists_every_command(bare: Path) -> None:
    done = make(bare)
    assert done.returncode == 0
    assert set(re.findall(r"^  make ([a-z-]+)", done.stdout, flags=re.MULTILINE)) == targets()
    assert {"setup", "verify", "test", "report", "lock", "bench", "clean", "help"} <= targets()
    assert not (bare / ".venv").exists()


def test_setup_refuses_an_old_python_and_names_the_way_out(bare: Path) -> None:
    old = bare / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")  # what `sys.exit(sys.version_info < (3, 11))` answers
    old.chmod(0o755)
    done = make(bare, "setup", f"PYTHON={old}")
    assert done.returncode != 0
    assert "no Python 3.11 or newer" in done.stderr
    assert "make setup PYTHON=" in done.stderr
    assert not (bare / ".venv").exists()


@pytest.mark.parametrize(("told", "taken"), [("0.000001", "fast/python3"), ("99", "python3")])
def test_setup_takes_a_much_faster_build_of_the_same_python(
    bare: Path, told: str, taken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = f"{sys.version_info[0]} {sys.version_info[1]}"
    answers = {
        "first": f'case "$*" in *venv*) exit 1 ;; *) exec {sys.executable} "$@" ;; esac',
        "fast": f'case "$1" in -m) exit 1 ;; -I) echo {version} {told} ;; esac',
        "other": "echo 3 1 0.0000001",  # another version, however fast
    }
    for name, answer in answers.items():
        (bare / name).mkdir()
        (bare / name / "python3").write_text(f"#!/bin/sh\n{answer}\n")
        (bare / name / "python3").chmod(0o755)
    for tool in filter(shutil.which, ("make", "rm", "cat", "cksum")):  # and no Python, and no uv
        (bare / "other" / tool).symlink_to(str(shutil.which(tool)))
    monkeypatch.setenv("PATH", os.pathsep.join(str(bare / name) for name in answers))
    done = make(bare, "setup", "PYTHON=")
    assert f"{taken} has no working venv module" in done.stderr
    named = make(bare, "setup", "PYTHON=python3")
    assert "make: python3 has no working venv module" in named.stderr


def test_a_copied_environment_is_made_anew(bare: Path) -> None:
    stamp = bare / ".venv" / "locked.stamp"
    stamp.parent.mkdir()
    stamp.write_text("another folder\n")
    rehearsal = make(bare, "--dry-run", "setup")
    assert "--require-hashes" in rehearsal.stdout


STUB = """#!/bin/sh
echo "$@" >> calls
case "$1" in
verify) mkdir -p .workbench/report; exit $VERIFY ;;
diff) exit $DIFF ;;
report) head -c "${SIZE:-1000}" /dev/zero > .workbench/report/report.html ;;
esac
"""


@pytest.fixture
def installed(bare: Path) -> Path:
    """What `bare` holds, and a .venv whose `workbench` writes down how it is called."""
    programs = bare / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    (programs / "workbench").write_text(STUB)
    (programs / "workbench").chmod(0o755)
    for name in ("reports", *(f"{PAPERS}/{paper}" for paper in ("ext", "one", "two"))):
        (bare / name).mkdir(parents=True)
        (bare / name / "__init__.py").touch()
    origin = subprocess.run(
        ["sh", "-c", "pwd; cksum < requirements.lock"], cwd=bare, stdout=subprocess.PIPE, check=True
    )
    (bare / ".venv" / "locked.stamp").write_bytes(origin.stdout)
    (bare / ".venv" / "ready.stamp").touch()
    return bare


@pytest.mark.parametrize(("verify", "made"), [(0, True), (1, True), (6, True), (2, False)])
def test_the_report_of_a_release_is_one_of_everything(
    installed: Path, verify: int, made: bool
) -> None:
    done = make(installed, "report", "ARGS=one", f"VERIFY={verify}")
    assert (done.returncode == 0) == made, done.stderr
    first, *rest = (installed / "calls").read_text().splitlines()
    assert first == "verify --profile quick --no-baseline --out .workbench/report"
    record = "report .workbench/report/verification.json -o .workbench/report --record reports/"
    assert rest == ([f"{record} --beside one --beside two"] if made else [])


@pytest.mark.parametrize(("size", "right"), [(5_999_999, True), (6_000_000, False)])
def test_the_report_of_a_release_in_one_file_has_a_limit(
    installed: Path, size: int, right: bool
) -> None:
    done = make(installed, "report", "VERIFY=0", f"SIZE={size}")
    assert (done.returncode == 0) == right
    assert ("below 6 MB" in done.stderr) != right


@pytest.mark.parametrize(("verify", "diff"), [(0, 0), (0, 1), (1, 0)])
def test_the_baseline_is_held_to_and_all_certificates_are_checked_again(
    installed: Path, verify: int, diff: int
) -> None:
    done = make(installed, "baseline", f"VERIFY={verify}", f"DIFF={diff}")
    assert (done.returncode == 0) == (verify == diff == 0)
    new = ".workbench/quick/verification.json"
    expected = [
        "verify --profile quick --out .workbench/quick",
        f"diff reports/baseline.json {new}",
        f"recheck {new}",
    ]
    calls = (installed / "calls").read_text().splitlines()
    assert calls == expected[: 1 if verify else 2 if diff else 3]


def test_continuous_integration_runs_the_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert re.search(r"^make .*\btest\b", script.read_text(), flags=re.MULTILINE)
    parts = re.search(r"^test: (.*?) *##", MAKEFILE, flags=re.MULTILINE)
    assert parts is not None
    assert {"lint", "types", "contracts", "unit", "baseline"} <= set(parts.group(1).split())


def test_the_hosted_run_is_the_same_script() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
    (job,) = workflow["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    (python,) = [s["with"]["python-version"] for s in job["steps"] if "python" in str(s)]
    assert f"Programming Language :: Python :: {python}" in PROJECT["project"]["classifiers"]


def test_the_hooks_of_a_commit_are_locked_programs_that_make_runs_too() -> None:
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert local["repo"] == "local"
    programs = {hook["id"]: hook["entry"] for hook in local["hooks"]}
    assert set(programs) == {"ruff", "ruff-format", "mypy"}
    for entry in programs.values():
        command = entry.removeprefix(".venv/bin/").removesuffix(" --force-exclude")
        assert re.search(rf"^\t\$\(BIN\)/{re.escape(command)}\b", MAKEFILE, re.MULTILINE), entry


@pytest.mark.parametrize("name", ["false_verdict", "wrong_claim", "bug"])
def test_a_form_asks_for_what_is_needed(name: str) -> None:
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml").read_text())
    assert {"name", "description", "title", "body"} <= set(form)
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields) >= 3
    assert all(field["type"] in ("input", "textarea") for field in fields)
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field["validations"]["required"] for field in fields)


# ------------------------------------------------------------------------------------ READMEs


@pytest.mark.parametrize("readme", READMES, ids=str)
def test_a_readme_names_only_what_exists(readme: Path) -> None:
    text = (ROOT / readme).read_text()
    here = (ROOT / readme).parent
    names = re.findall(r"`([\w./-]+/)`", text) + re.findall(r"\]\(([\w./-]+)\)", text)
    made_by_runs = (".workbench/", ".venv/")
    missing = [
        name
        for name in names
        if not name.startswith(made_by_runs)
        and not (here / name).exists()
        and not (ROOT / name).exists()
    ]
    assert not missing


@pytest.mark.parametrize("readme", READMES, ids=str)
def test_a_readme_names_only_commands_of_make_that_exist(readme: Path) -> None:
    text = (ROOT / readme).read_text()
    commands = set(re.findall(r"(?:`|^)make ([a-z-]+)", text, flags=re.MULTILINE))
    assert commands <= targets()


def interpreter(*words: str, folder: Path = ROOT, code: int = 0) -> str:
    """What a fresh interpreter prints that starts in a folder and ends with this code."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_the_readmes_name_only_commands_of_workbench_that_exist() -> None:
    text = "\n".join((ROOT / readme).read_text() for readme in READMES)
    commands = set(re.findall(r"(?:`|^\$ )workbench ([a-z-]+)", text, flags=re.MULTILINE))
    run = "import sys; from workbench.cli import main; sys.argv = ['workbench', '--help']; main()"
    known = set(re.findall(r"^  ([a-z-]+)", interpreter("-c", run), flags=re.MULTILINE))
    assert {"verify", "list", "show", "trust", "recheck", "diff"} <= commands <= known


BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.S | re.M)
MODULES = {"workbench": ["-m", "workbench"], "python": []}


@pytest.mark.thorough
def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    """As its reader runs it: a block that names a file is that file, for the commands below it.

    What the files promise is false, so that every command that reads one of them has to find it.
    """
    files: dict[str, int] = {}
    told = ""
    for kind, text in BLOCK.findall((ROOT / "README.md").read_text()):
        named = re.match(r"# (\w+\.py)\n", text)
        if kind == "python" and named:
            (tmp_path / named[1]).write_text(text)
            files[named[1]] = 0
        elif kind == "python":
            assert interpreter("-c", text).strip()
        for line in re.findall(r"^\$ (.*)", text, re.M) if kind == "console" else ():
            for name in files:
                if re.search(rf"(?<!\w){name}", line):
                    program, *words = shlex.split(line)
                    words = MODULES[program] + words
                    told = interpreter(*words, folder=tmp_path, code=1)
                    assert "epsilon >= 1." in told
                    files[name] += 1
    assert set(files.values()) == {1}, "each file is read by a command"


def packages(folder: Path) -> set[str]:
    """Packages directly inside a folder that hold code."""
    return {path.parent.name for path in folder.glob("*/__init__.py")}


@pytest.mark.parametrize(
    ("readme", "folder"), [("workbench", "workbench"), ("proofs", PAPERS)], ids=["engine", "papers"]
)
def test_every_package_has_its_line_in_the_readme(readme: str, folder: str) -> None:
    text = (ROOT / readme / "README.md").read_text()
    assert {name for name in packages(ROOT / folder) if f"{name}/`" not in text} == set()


def test_of_every_test_and_file_a_case_stays_in_the_default_run() -> None:
    took = {"a.py::f[1]": 1.0, "a.py::f[2]": 2.0, "a.py::g": 3.0, "b.py::h": 9.0, "c.py::k": 0.1}
    assert long_cases(took, marked=set()) == ["a.py::f[2]", "a.py::g"]
    assert long_cases({"a.py::f": 1.0, "a.py::g": 3.0}, marked={"a.py::f"}) == []


def test_long_cases_are_cases_that_exist() -> None:
    for name in LISTED:
        file, _, test = name.partition("::")
        function = test.partition("[")[0].rpartition("::")[2].rpartition(".")[2]  # or of a doctest
        assert function in (ROOT / file).read_text(), name
