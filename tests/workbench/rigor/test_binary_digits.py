"""Sums over cut-off digits, against whole numbers."""

import pytest

from workbench.rigor.provers import binary_digits as digits


@pytest.mark.parametrize("number", [1, 2, 6, 7, 64, 100, 255])
def test_cut_off_numbers_add_up(number: int) -> None:
    length = number.bit_length()
    left = [number >> k for k in range(length)]
    assert sum(left) == 2 * number - number.bit_count() <= 2 * number - 1
    every = {(a << k, a + 1 << k) for k in range(length) for a in range(number)}
    nodes = {(start, end) for start, end in every if end <= number}
    assert len(nodes) == sum(left)


def test_proofs_are_accepted_and_need_their_hypotheses() -> None:
    for made in (digits.counted, digits.bounded, digits.cut):
        assert made().outcome().decision == "holds"
    assert digits.cut(above=True).outcome().decision == "holds"
    assert digits.cut(above=True, given=digits.CUT[:3]).outcome().decision == "refused"
    assert digits.counted(ones=2).outcome().decision == "refused"
