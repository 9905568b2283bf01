"""Sums of normal numbers: what is proved, and what is not."""

from workbench.rigor.provers import gaussian_sums as sums


def test_the_ratio_and_the_law_need_what_they_say() -> None:
    assert sums.ratios_add_up().decision == "holds"
    assert sums.ratios_add_up(1).decision != "holds"
    assert sums.is_normal().decision == "holds"
    for lost in ("given", "after"):
        assert sums.is_normal(**{lost: ()}).decision == "refused"


def test_vectors_and_divergences_need_the_law() -> None:
    for shown in (sums.vectors_add_up, sums.moment_of_ratio):
        assert shown().decision == "holds"
        assert shown(given=()).decision == "refused"
        assert shown(factor=1).decision == "refused"
    assert sums.moment_of_ratio(where=()).decision == "refused"
