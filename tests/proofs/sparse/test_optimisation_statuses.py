"""The claims on optimisation with sparse gradients: complete, and with the verdicts found."""

import pytest

from workbench.claims import CheckResult, Run, judge, load

CLAIMS = load(["ext", "noneuclid", "sparse"]).claims

EXPECTED = """
t2-erm-approx t2-sco-approx t2-erm-pure t2-sco-pure t2-gradnorm erm-l2-sens erm-l1-sens
erm-l1-sens-sharp erm-l1-constrained outpert linf-proj outpert-approx outpert-pure outpert-sco mlmc
mlmc-unbiased mlmc-moment mlmc-privacy filter stopped-sgd sgd-convex sgd-nonconvex boost remarks
""".split()

REFUTED = """
erm-l1-constrained erm-l1-sens-sharp.flat erm-l1-sens-sharp.almost-everywhere
mlmc-unbiased.from-one remarks.pure
""".split()

OURS = """
erm-l1-sens-sharp erm-l1-sens-sharp.star erm-l1-sens-sharp.kinks erm-l1-constrained.repaired
outpert-pure.sharp outpert-pure.constrained sgd-nonconvex.improved
""".split()


def own_level(id):
    """The status that the checks of this claim earn by themselves."""
    checks = CLAIMS[id].checks
    found = [CheckResult(c, c(Run()), tuple(m(Run()) for m in c.mutants)) for c in checks]
    return judge(CLAIMS, {id: found})[id].status


@pytest.mark.parametrize("slug", EXPECTED)
def test_every_entry_of_the_sections_has_a_claim(slug):
    assert f"sparse.{slug}" in CLAIMS


@pytest.mark.parametrize("slug", REFUTED)
def test_what_is_false_is_refuted_and_repaired(slug):
    id = f"sparse.{slug}"
    assert own_level(id) == "refuted"
    assert any(id in c.repairs for c in CLAIMS.values())


@pytest.mark.parametrize("slug", OURS)
def test_what_is_better_than_printed_is_certified_and_marked_as_ours(slug):
    id = f"sparse.{slug}"
    assert own_level(id) == "certified"
    assert CLAIMS[id].provenance == "ours"
