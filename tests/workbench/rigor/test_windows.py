"""The theorems about windows of the momentum, against sums of fractions."""

from fractions import Fraction

import pytest

from workbench.rigor.provers import windows

ALPHA, KAPPA = Fraction(1, 3), Fraction(3, 5)


def gradients(steps: int) -> list[Fraction]:
    """g_0 = 0, and numbers without a pattern."""
    return [Fraction(0), *(Fraction(t * t % 17 - 8, 3) for t in range(1, steps + 1))]


def faded(values: list[Fraction]) -> Fraction:
    """The sum of values, each shrunk by 1 - alpha for every one after it."""
    total = Fraction(0)
    for value in values:
        total = (1 - ALPHA) * total + value
    return total


@pytest.mark.parametrize(("N", "r", "e"), [(1, 0, 1), (1, 0, 5), (2, 1, 4), (3, 0, 3), (3, 2, 5)])
def test_windows_and_prefixes_add_up_as_the_theorems_say(N: int, r: int, e: int) -> None:
    t, rho = e * N + r, (1 - ALPHA) ** N
    g = gradients(t)
    moved = [g[i] - KAPPA * (g[i - N] if i > N else 0) for i in range(t + 1)]
    c = [sum((rho**j * KAPPA ** (l - j) for j in range(l + 1)), Fraction(0)) for l in range(e)]  # noqa: E741
    found = rho**e * faded(g[: r + 1]) + c[e - 1] * faded(g[r + 1 : N + r + 1])
    for back in range(e - 1):
        end = t - back * N
        found += c[back] * faded(moved[end - N + 1 : end + 1])
    assert found == faded(g)
    prefixes = [faded(moved[: t - j * N + 1]) for j in range(e + 1)]
    assert sum((KAPPA**j * prefix for j, prefix in enumerate(prefixes)), Fraction(0)) == faded(g)


@pytest.mark.parametrize("ends", [{7}, {1, 2, 3, 4, 5, 6, 7}, {4, 6, 7}])
def test_pieces_add_up_to_the_momentum(ends: set[int]) -> None:
    t, g = 7, gradients(7)
    found, start = Fraction(0), 1
    for end in sorted(ends):
        found += (1 - ALPHA) ** (t - end) * faded(g[start : end + 1])
        start = end + 1
    assert found == faded(g)


@pytest.mark.thorough
def test_proofs_are_accepted_and_say_what_is_left_out() -> None:
    made = (windows.cut, windows.buffers, windows.reconstructed, windows.prefix, windows.pieces)
    assert all(proof().outcome().decision == "holds" for proof in made)
    assert windows.cut(factor=1).outcome().decision == "refused"
    assert windows.series().outcome().decision == "holds"
    assert windows.series(given=windows.SERIES[:-1]).outcome().decision == "refused"
