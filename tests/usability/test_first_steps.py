"""A new user's path: every step of the README, with at most three commands, does what it says."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.usability.first_steps import Step, main, steps, take

STEPS = steps()


def test_the_path_has_its_four_steps():
    assert [step.title for step in STEPS] == [
        "From a clone to a report",
        "A lemma of your own",
        "A mechanism of your own",
        "Claims of your own",
    ]
    assert all(1 <= len(step.commands) <= 3 for step in STEPS)


@pytest.fixture(scope="module")
def environment(tmp_path_factory) -> dict[str, str]:
    """An environment of its own that sees what is installed here, and installs nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    (site,) = folder.glob("lib/python*/site-packages")
    here = [p for p in sys.path if p.endswith("site-packages")]
    root = Path(__file__).resolve().parents[2]
    lines = [*(f"import site; site.addsitedir({p!r})" for p in here), str(root)]
    (site / "outer.pth").write_text("\n".join(lines))
    pip = f'exec {sys.executable} -m pip --python {python} "$@"'
    for name, line in (("workbench", f'exec {python} -m workbench "$@"'), ("pip", pip)):
        script = folder / "bin" / name
        script.write_text(f"#!/bin/sh\n{line}\n")
        script.chmod(0o755)
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "VIRTUAL_ENV": str(folder)}
    return {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", **offline, **quiet}


SAYS = {
    "A lemma of your own": ("Proved", "1 of 1 certificates accepted"),
    "A mechanism of your own": ("violation: noisy_count", "observed epsilon >= 1.9", "repeat: "),
    "Claims of your own": ("my_paper", "Successfully installed my_paper", "1 claim: 1 certified"),
}


@pytest.mark.parametrize("step", STEPS[1:], ids=lambda step: step.title)
def test_a_step_does_what_the_readme_says(step: Step, environment, tmp_path: Path):
    if "pip" in " ".join(step.commands) and importlib.util.find_spec("pip") is None:
        pytest.skip("this environment was made without pip")
    done = take(step, tmp_path, environment)
    told = "\n".join(f"$ {ran.command}\n{ran.output}" for ran in done)
    assert all(ran.as_expected for ran in done), told
    assert [words for words in SAYS[step.title] if words not in told] == [], told
    if step.title == "Claims of your own":
        assert (tmp_path / "report/index.html").is_file()


@pytest.mark.slow
def test_all_steps_from_a_clone_on(tmp_path: Path, monkeypatch):
    """With `make setup` from the package registry; one claim in place of all."""
    monkeypatch.setenv("ARGS", "accel.prop-4-2")
    assert main(tmp_path) == 0
