"""The door for other people's test suites."""

import subprocess
import sys
from importlib.metadata import entry_points

import numpy as np
import pytest

from tests.workbench.audit.strangers import laplace, randomised_response
from workbench import audit
from workbench.errors import ParameterError
from workbench.testing import assert_private

pytest_plugins = ("pytester",)

MODULE = """
import numpy as np

def release(count, size, rng):
    return count + rng.laplace(scale={scale}, size=size)

def test_release(assert_private):
    assert_private(release, dataset=0, neighbour=1, epsilon=1.0)
"""


def test_a_true_claim_passes():
    for seed in range(5):
        assert_private(laplace, dataset=0.0, neighbour=1.0, epsilon=1.0, seed=seed)
    assert assert_private(laplace, dataset=0.0, neighbour=1.0, epsilon=1.0, delta=1e-3) is None


def test_a_false_claim_fails_with_witness_and_seed():
    with pytest.raises(AssertionError) as caught:
        assert_private(
            randomised_response, dataset=0, neighbour=1, epsilon=0.7, samples=20_000, seed=12
        )
    text = str(caught.value)
    assert "randomised_response is not (0.7, 0)-DP: epsilon >= " in text
    assert "times on the dataset" in text
    assert "seed=12" in text
    assert "samples=20000" in text
    with pytest.raises(AssertionError) as again:
        assert_private(
            randomised_response, dataset=0, neighbour=1, epsilon=0.7, samples=20_000, seed=12
        )
    assert str(again.value) == text


def test_an_assertion_that_could_not_fail_is_refused():
    with pytest.raises(ParameterError, match=r"could not fail(.|\n)*samples = \d+ is needed"):
        assert_private(laplace, dataset=0.0, neighbour=1.0, epsilon=12.0, samples=5000)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1.0, float("nan")])
def test_nonsense_is_refused(alpha):
    with pytest.raises(ParameterError, match="alpha"):
        assert_private(laplace, dataset=0.0, neighbour=1.0, epsilon=1.0, alpha=alpha)


def test_numpy_datasets_are_pasted_with_their_import():
    rows = {"dataset": np.array([1.0, 1.0]), "neighbour": np.array([1.0])}
    with pytest.raises(AssertionError) as caught:
        assert_private(one_release, **rows, epsilon=1.0, samples=4_000)
    line = str(caught.value).split("reproduce: ")[1].splitlines()[0]
    assert "import numpy as np; " in line
    with pytest.raises(AssertionError, match="is not"):
        exec(line, {})


def test_randomness_of_its_own_is_said():
    def release(rows):
        return len(rows) + np.random.default_rng().laplace(scale=0.25)

    with pytest.raises(AssertionError, match="a repetition draws other outputs"):
        assert_private(release, **PAIR, epsilon=1.0, samples=4_000)


def test_importing_the_room_costs_nothing():
    """Neither numpy nor scipy nor hypothesis is loaded before an assertion runs."""
    code = (
        "import sys, workbench.testing, workbench.testing.plugin; "
        "print(sorted({'numpy', 'scipy', 'sympy', 'hypothesis', 'cvxpy', 'matplotlib'} "
        "& set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def run_pytest(pytester, *arguments):
    """Run pytest with the plugin, loaded by hand where no entry point does it."""
    points = entry_points(group="pytest11")
    installed = any(point.value == "workbench.testing.plugin" for point in points)
    load = () if installed else ("-p", "workbench.testing.plugin")
    return pytester.runpytest_inprocess(*load, "-p", "no:cacheprovider", *arguments)


def test_fixture_passes_and_fails(pytester):
    pytester.makepyfile(test_good=MODULE.format(scale=1.0), test_bad=MODULE.format(scale=0.5))
    result = run_pytest(pytester)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*release is not (1, 0)-DP: epsilon >= *", "*seed=0)*"])


def test_options_reach_the_assertion(pytester):
    pytester.makepyfile(test_bad=MODULE.format(scale=0.5))
    result = run_pytest(pytester, "--privacy-samples", "30000", "--privacy-seed", "7")
    result.stdout.fnmatch_lines(["*samples=30000, seed=7)*"])


def test_the_witness_is_shown_without_the_internals(pytester):
    pytester.makepyfile(test_bad=MODULE.format(scale=0.5))
    shown = run_pytest(pytester, "--tb=short").stdout.str()
    assert "private.py" not in shown
    assert "black_box.py" not in shown


RAISES = """
def release(rows, rng):
    return rows["age"]

def test_release(assert_private):
    assert_private(release, dataset=[1, 1], neighbour=[1], epsilon=1.0, samples=2000)
"""


def test_what_a_wrong_call_raises_has_no_internals_either(pytester):
    pytester.makepyfile(test_bad=RAISES)
    shown = run_pytest(pytester, "--tb=short").stdout.str()
    assert "in every draw on both datasets" in shown
    assert "fixed.py" not in shown
    assert "black_box.py" not in shown


MARKED = """
import pytest

pytestmark = pytest.mark.dp(epsilon=1.0, samples=20000)

def release(scale):
    return lambda count, size, rng: count + rng.laplace(scale=scale, size=size)

@pytest.mark.dp(dataset=0, neighbour=1)
def test_good(assert_private):
    assert_private(release(1.0))

@pytest.mark.dp(dataset=0, neighbour=1)
def test_bad(assert_private):
    assert_private(release(0.5))

@pytest.mark.dp(dataset=0, neighbour=1, epsilon=2.0)
class TestNearer:
    def test_the_nearest_marker_goes_first(self, assert_private):
        assert_private(release(0.5))

    def test_the_call_goes_before_the_marker(self, assert_private):
        assert_private(release(0.25), epsilon=4.0)
"""


def test_the_marker_states_the_claim(pytester):
    pytester.makepyfile(test_marked=MARKED)
    result = run_pytest(pytester, "--strict-markers", "--privacy-summary", "all.md")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["*is not (1, 0)-DP*", "*samples=20000, seed=0)*"])
    written = (pytester.path / "all.md").read_text()
    assert written.startswith("**4 privacy assertions, 1 failed.**\n")
    assert "| ✗ | `test_marked.py::test_bad` |" in written
    assert written.count("| ✓ |") == 3
    assert "epsilon >= 1." in written


def test_junit_of_pytest_holds_what_was_found(pytester):
    pytester.makepyfile(test_marked=MARKED)
    run_pytest(pytester, "--junitxml", "junit.xml")
    text = (pytester.path / "junit.xml").read_text()
    assert text.count('<property name="dp"') == 4
    assert "violation, claimed (1, 0), epsilon &gt;= 1." in text


@pytest.mark.parametrize(
    ("marker", "body", "words"),
    [
        ("epsilon=1.0", "pass", "audits nothing"),
        ("epsilon=1.0", "assert_private(print)", "needs dataset, neighbour: pass it, or mark"),
        ("epsylon=1.0", "pass", "the marker dp does not take epsylon = 1.0"),
        ("1.0", "pass", "the marker dp does not take 1.0"),
    ],
)
def test_a_slip_in_a_marker_does_not_pass(pytester, marker, body, words):
    text = f"import pytest\n@pytest.mark.dp({marker})\ndef test_it(assert_private):\n    {body}\n"
    pytester.makepyfile(test_it=text)
    result = run_pytest(pytester)
    assert result.ret != 0
    assert words in result.stdout.str() + result.stderr.str()


def test_a_summary_that_cannot_be_written_is_told_before_a_test_runs(pytester):
    pytester.makepyfile(test_marked=MARKED)
    result = run_pytest(pytester, "--privacy-summary", "nowhere/all.md")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--privacy-summary nowhere/all.md cannot be written" in result.stderr.str()
    assert "passed" not in result.stdout.str()


def test_default_level_tolerates_large_suites():
    """A claim that holds with equality passes for many seeds at alpha = 1e-6."""
    for seed in range(50):
        assert_private(
            randomised_response, dataset=0, neighbour=1, epsilon=1.0, samples=2000, seed=seed
        )
    assert np.isclose(1e-6 * 50, 5e-5)  # the probability that one of them fails is below this


def one_release(rows, rng):
    """A mechanism of one output a call, with the wrong scale."""
    return len(rows) + rng.laplace(scale=0.25)


def test_the_line_that_reproduces_can_be_pasted():
    with pytest.raises(AssertionError) as caught:
        assert_private(one_release, dataset=[1, 1], neighbour=[1], epsilon=1.0, samples=4_000)
    line = str(caught.value).split("reproduce: ")[1].splitlines()[0]
    assert "dataset=[1, 1], neighbour=[1]" in line
    with pytest.raises(AssertionError) as again:
        exec(line)
    assert str(again.value) == str(caught.value)
    assert "Put the mechanism" not in str(caught.value)
    with pytest.raises(AssertionError) as nameless:
        assert_private(lambda rows, rng: one_release(rows, rng), **PAIR, epsilon=1.0, samples=4_000)
    assert "Put the mechanism in the place of sample: " in str(nameless.value)


def test_the_line_for_stored_outputs_can_be_pasted_beside_them():
    dataset, neighbour = (
        np.random.default_rng(side).laplace(4.0 * side, size=3_000) for side in (0, 1)
    )
    stored = audit.from_samples(dataset, neighbour)
    told = {"dataset": stored.pair[0], "neighbour": stored.pair[1]}
    with pytest.raises(AssertionError) as caught:
        assert_private(stored, **told, epsilon=1.0, samples=stored.samples)
    assert "dataset and neighbour are the outputs" in str(caught.value)
    line = str(caught.value).split("reproduce: ")[1].splitlines()[0]
    with pytest.raises(AssertionError) as again:
        exec(line, {"dataset": dataset, "neighbour": neighbour})
    assert str(again.value) == str(caught.value)


def test_one_output_a_call_is_taken_as_it_is():
    assert_private(lambda rows, rng: len(rows) + rng.laplace(), **PAIR, epsilon=1.0, samples=2_000)
    with pytest.raises(AssertionError, match="is not"):
        assert_private(one_release, **PAIR, epsilon=1.0, samples=4_000)


def test_wrong_arguments_and_outputs_come_with_the_way_out():
    from workbench.audit import MechanismError

    with pytest.raises(MechanismError, match=r"audit\.per_call\(f\)"):
        assert_private(lambda rows, size, rng: 1.5, **PAIR, epsilon=1.0)
    with pytest.raises(MechanismError, match="in every draw on both datasets"):
        assert_private(lambda rows, rng: rows["age"], **PAIR, epsilon=1.0, samples=1_000)


def test_the_relation_is_held_to():
    from workbench.errors import DataError

    with pytest.raises(DataError, match="no neighbours by 'replace-one'"):
        assert_private(one_release, **PAIR, epsilon=1.0, neighbouring="replace-one")


PAIR = {"dataset": [1, 1], "neighbour": [1]}
