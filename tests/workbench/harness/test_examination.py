"""An examination passes a sound method, finds broken ones, and says what each check covers."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from workbench.algorithms import GradientDescent, NoisyProjectedDescent
from workbench.claims import Claim, Grade, Run, broken
from workbench.convergence.plots import Line, line_plot
from workbench.errors import ClaimError, ParameterError
from workbench.harness import Case, examine
from workbench.privacy import AdvancedAccountant, TrustedCurator, ZCDPAccountant
from workbench.problems import reference_quadratic
from workbench.problems.ball_instances import linear_means, quadratic_means

RUN = Run(alpha=Fraction(1, 10_000))


def claim(parts=("privacy", "audit", "sensitivity", "error")):
    return Claim(
        "paper.method", title="A method", statement="x", ours=("algorithm", "here"),
        parts=parts,
    )  # fmt: skip


def small(*, noise: float = 1.0, told: float = 1.0) -> Case:
    """Linear losses, d = 2, n = 20.

    All releases move.
    """
    problem = linear_means(2, 2.0)
    method = NoisyProjectedDescent.calibrated(problem, n=20, T=4, rho=0.5)
    return Case(
        replace(method, sigma=noise * method.sigma), problem, n=20, rho=told * 0.5, gaussian=True,
        pair=problem.extremal_pair(20), error=problem.excess, start=problem.start,
        terms={"regret": method.bound(problem, n=20) / 2, "noise": method.bound(problem, n=20) / 2},
    )  # fmt: skip


def examined(case, subject=None, **asked):
    """The checks of a claim whose case is examined, by the kinds asked for."""
    subject = subject or claim()
    assert examine(subject, **asked)(case) is case
    kinds = [k for k in ("accounted", "audit", "attained", "errors") if asked.get(k)]
    return dict(zip(kinds, subject.checks, strict=True))


def rejected(check):
    """Which mutants of a check are rejected."""
    return {m.name: check.rejects(m(RUN)) for m in check.mutants}


def test_the_standard_checks_have_names_parts_corners_and_mutants():
    subject = claim()
    found = examined(small, subject, accounted=True, audit=True, attained="it_moves", errors=True)
    assert [(c.name, c.part, c.manner) for c in subject.checks] == [
        ("accountant_reads_the_budget", "privacy", "exact"),
        ("audit_finds_no_violation", "audit", "statistical"),
        ("it_moves", "sensitivity", "statistical"),
        ("mean_error_is_not_above_the_bound", "error", "statistical"),
    ]
    assert {c.corner for c in subject.checks} == {"Linear losses, d = 2, n = 20"}
    assert all(c.doc.endswith("All releases move.") for c in subject.checks)
    assert {c.module for c in subject.checks} == {__name__}
    assert all(c.uses == () for c in subject.checks)
    assert [m.name for m in found["audit"].mutants] == [
        "audit_catches_half_the_noise", "audit_refutes_half_the_loss",
    ]  # fmt: skip


def test_a_sound_method_passes_and_broken_ones_are_found():
    subject = claim()
    less_noise = broken("less_noise", "Half of the noise.", noise=0.5)
    no_bound = broken("no_bound", "A millionth of it.", terms={"regret": 1e-6, "noise": 0.0})
    examine(subject, accounted=True)(less_noise(small))
    examine(subject, errors=True)(no_bound(small))
    examine(subject, audit=True, attained=True)(small)
    first, second = subject.checks[:2]
    assert [m.name for m in (*first.mutants, *second.mutants)] == ["less_noise", "no_bound"]
    for check in subject.checks:
        outcome = check(RUN)
        assert outcome.decision == "holds", check.name
        assert outcome.alpha <= RUN.alpha
        assert check.mutants
        assert all(rejected(check).values()), check.name
    assert first(RUN).grade is Grade.DERIVED


def test_the_terms_of_a_bound_and_the_start_are_shown():
    shown = {f.name: f.value for f in examined(small, errors=True)["errors"](RUN).figures}
    assert shown["term of the bound: regret"] == shown["term of the bound: noise"]
    assert shown["bound"] == pytest.approx(2 * shown["term of the bound: noise"])
    assert shown["error of the start"] > 0
    with pytest.raises(ParameterError, match="factors = nois is not among the terms regret, noise"):
        small().bound({"nois": 0.0})


def test_a_case_may_draw_its_errors_and_a_variant_of_it_is_not_drawn():
    plot = line_plot(
        "errors", (Line("mean", [0, 1], [2.0, 1.0]),), alt="It falls.", x_label="t", y_label="e"
    )

    def drawn() -> Case:
        """As the small one, with a picture."""
        return replace(small(), picture=lambda trial: plot)

    no_noise = broken("no_noise", "The noise alone is above it.", terms={"regret": 0.0})
    (check,) = examined(no_noise(drawn), errors=True).values()
    assert check(RUN).plots == (plot,)
    assert check.mutants[0](RUN).plots == ()


def test_several_cases_share_the_error_probability_and_all_have_to_pass():
    subject = claim()

    @examine(subject, audit=True, attained=True)
    @examine(subject, accounted=True)
    @broken("the_second", "Less noise.", noise=0.5)
    def both(*, noise: float = 1.0) -> tuple[Case, Case]:
        """Twice the same; the second may have other noise."""
        return small(), small(noise=noise)

    accounted, audit, attained = subject.checks
    assert audit(RUN).alpha <= RUN.alpha
    assert accounted().decision == "holds"
    (wrong,) = accounted.mutants
    assert wrong().decision == "fails"
    assert [m.name for m in attained.mutants] == ["half_of_it"]


def test_what_examine_is_given_replaces_the_defaults_of_the_case():
    subject = claim()
    again = broken("again", "Nothing wrong.", noise=1.0)
    given = {"accounted": "other", "corner": "Half the noise", "noise": 0.5}
    (check,) = examined(again(small), subject, **given).values()
    assert subject.checks[0].corner == "Half the noise"
    assert check().decision == "fails"
    assert check.mutants[0]().decision == "holds"


def test_methods_of_steps_are_run_and_read():
    def steps() -> Case:
        """The reference quadratic, five steps."""
        problem, _ = reference_quadratic()
        method = GradientDescent(alpha=1.0, b=2 / 100 * 5, m=100)
        return Case(
            method, problem, n=100, options={"steps": 5}, pair=problem.extremal_pair(100),
            epsilon=1.0 + 1e-12,
        )  # fmt: skip

    found = examined(steps, accounted=True, audit=True)
    assert found["accounted"]().decision == "holds"
    assert found["audit"](RUN).decision == "holds"
    assert all(rejected(found["audit"]).values())


def test_without_a_claimed_loss_it_is_the_accounted_one():
    problem, _ = reference_quadratic()
    case = Case(
        GradientDescent(alpha=1.0, b=0.1, m=100), problem, n=100, options={"steps": 5},
        pair=problem.extremal_pair(100),
        beside={"strong composition": AdvancedAccountant, "bounded range": ZCDPAccountant},
    )  # fmt: skip

    def made(*, delta: float = 0.0, epsilon: float | None = None) -> Case:
        """One method."""
        return replace(case, delta=delta, epsilon=epsilon)

    figures = examined(made, audit=True)["audit"](RUN).figures
    assert next(f.value for f in figures if f.name == "claimed epsilon") == pytest.approx(1.0)
    spent = examined(made, accounted=True, delta=1e-3, epsilon=5.0)["accounted"]()
    assert {"epsilon by strong composition", "epsilon by bounded range"} <= {
        f.name for f in spent.figures
    }


def test_errors_of_fresh_samples_do_not_depend_on_how_the_trials_are_run():
    problem = quadratic_means(3, m=0.9)
    method = NoisyProjectedDescent.calibrated(problem, n=30, T=3, rho=0.5)
    case = Case(method, problem, n=30, error=problem.excess, terms={"all": 1.0})
    fresh = [
        replace(case, at_once=way).draw(np.random.default_rng(1), 400) for way in (True, False)
    ]
    spread = np.hypot(*(sample.std() / 20 for sample in fresh))
    assert abs(fresh[0].mean() - fresh[1].mean()) < 6 * spread
    data = problem.sample(np.random.default_rng(2), 30)
    fixed = replace(case, data=data).draw(np.random.default_rng(1), 5)
    curator = TrustedCurator(data, np.random.default_rng(1))
    assert (fixed == problem.excess(method.run(problem, curator, trials=5))).all()
    sampled = replace(case, sample=lambda rng, n: problem.sample(np.random.default_rng(7), n))
    assert sampled.draw(np.random.default_rng(1), 4).shape == (4,)
    own = replace(case, errors=lambda rng, size: np.zeros(size), runs=lambda c, t: 0)
    assert (own.draw(np.random.default_rng(0), 3) == 0).all()
    assert own.run(curator, 1) == 0


def test_what_is_missing_is_named():
    subject = claim(parts=())

    def bare() -> Case:
        return small()

    with pytest.raises(ClaimError, match="the case bare has no docstring"):
        examine(subject, audit=True)(bare)
    with pytest.raises(ClaimError, match="does not take nois"):
        examine(subject, audit=True, nois=1.0)(small)

    def takes(noise, *, fault=None) -> Case:
        """Two arguments."""
        del fault
        return small(noise=noise)

    with pytest.raises(ClaimError, match="takes noise without a true value"):
        examine(subject, audit=True)(takes)
    with pytest.raises(ClaimError, match="takes fault, which the check itself takes"):
        examine(subject, audit=True, noise=1.0)(takes)
    with pytest.raises(ParameterError, match="pair = None is not given"):
        Case(n=1).neighbours()
    with pytest.raises(ParameterError, match=r"terms = \{\} is empty"):
        Case().bound({})


@pytest.mark.parametrize("asked", [{"accounted": True, "audit": True}, {}])
def test_a_variant_belongs_to_one_check(asked):
    less_noise = broken("less_noise", "Half of the noise.", noise=0.5)
    with pytest.raises(ClaimError, match=rf"small with {len(asked)} checks: a variant belongs to"):
        examine(claim(), **asked)(less_noise(small))
