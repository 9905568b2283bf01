"""Exact linear algebra against scipy and high precision; constants against mpmath."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import fmpq
from scipy.optimize import linprog

from workbench.errors import ParameterError
from workbench.rates.cone import Direction, Multipliers, farkas, fmpq_of, solve
from workbench.rates.constants import ONE, Constant


def random_rows(rng: np.random.Generator, count: int, width: int) -> list[tuple[fmpq, ...]]:
    return [tuple(fmpq(int(x), 2) for x in rng.integers(-4, 5, width)) for _ in range(count)]


def dot(left: tuple[fmpq, ...], right: tuple[Fraction, ...]) -> fmpq:
    return sum((a * fmpq_of(b) for a, b in zip(left, right, strict=True)), fmpq(0))


def test_farkas_against_linear_programs_and_by_substitution() -> None:
    """Either answer proves itself; scipy agrees on which one it is, and on the least cost."""
    kinds = set()
    for seed in range(150):
        rng = np.random.default_rng(seed)
        width = int(rng.integers(1, 4))
        target, *_ = random_rows(rng, 1, width)
        rivals = random_rows(rng, int(rng.integers(0, 4)), width)
        conditions = random_rows(rng, int(rng.integers(0, 4)), width)
        answer = farkas(target, rivals, conditions)
        kinds.add(type(answer))
        if isinstance(answer, Multipliers):
            every = (*answer.blend, *answer.conditions)
            assert min(every, default=0) >= 0
            assert sum(answer.blend) == (1 if rivals else 0)
            for k in range(width):
                column = tuple(row[k] for row in (*rivals, *conditions))
                assert dot(column, every) == target[k]
        else:
            assert all(dot(r, answer.at) <= 0 for r in conditions)
            rest = [dot(v, answer.at) for v in rivals] or [fmpq(0)]
            assert all(dot(target, answer.at) > x for x in rest)
        if rivals or conditions:
            columns = [[*v, 1] for v in rivals] + [[*r, 0] for r in conditions]
            matrix = np.array([[float(fmpq(x)) for x in c] for c in columns]).T
            right = [float(x) for x in target] + [1.0 if rivals else 0.0]
            cost = [0.0] * len(rivals) + [1.0] * len(conditions)
            found = linprog(cost, A_eq=matrix, b_eq=right)
            assert (found.status == 0) == isinstance(answer, Multipliers), seed
            if found.status == 0:
                assert float(sum(answer.conditions)) == pytest.approx(found.fun, abs=1e-7)
    assert kinds == {Multipliers, Direction}


def test_solve_inverts_the_rows_it_chooses() -> None:
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(60):
        width = int(rng.integers(1, 5))
        rows = random_rows(rng, int(rng.integers(1, 7)), width)
        chosen, inverse = solve(rows, width)
        matrix = np.array([[float(x) for x in r] for r in rows])
        assert len(chosen) == np.linalg.matrix_rank(matrix)
        seen.add(bool(inverse))
        if inverse:
            product = np.array([[float(x) for x in r] for r in inverse]) @ matrix[list(chosen)]
            assert np.allclose(product, np.eye(width))
    assert seen == {True, False}


def test_constants_against_high_precision() -> None:
    rng = np.random.default_rng(8)
    mpmath.mp.dps = 40
    for _ in range(60):
        bases = [Fraction(int(a), int(b)) for a, b in rng.integers(1, 200, (3, 2))]
        powers = [
            Fraction(int(a), int(b)) for a, b in zip(*rng.integers(1, 9, (2, 3)), strict=True)
        ]
        powers[0] = -powers[0]
        constant = Constant.product((Constant.of(b), e) for b, e in zip(bases, powers, strict=True))
        exact = mpmath.fprod(
            mpmath.mpf(b.numerator) ** (mpmath.mpf(e.numerator) / e.denominator)
            / mpmath.mpf(b.denominator) ** (mpmath.mpf(e.numerator) / e.denominator)
            for b, e in zip(bases, powers, strict=True)
        )
        assert float(constant) == pytest.approx(float(exact), rel=1e-13)
        assert constant.log() == pytest.approx(float(mpmath.log(exact)), abs=1e-12)
        assert constant.exceeds_one() == bool(exact > 1)
        assert constant / constant == ONE


def test_nearly_equal_constants_are_told_apart() -> None:
    """2^485 and 3^306 differ by 0.1 percent, their 10^9-th roots by 1e-12."""
    small = Constant.of(3) ** Fraction(306, 10**9)
    large = Constant.of(2) ** Fraction(485, 10**9)
    assert 2**485 > 3**306
    assert (large / small).exceeds_one()
    assert not (small / large).exceeds_one()
    assert not ONE.exceeds_one()


def test_precision_grows_until_it_decides() -> None:
    """Convergents a/b of log_2 3: 2^a and 3^b agree in all of the first 64 bits of a log 2."""
    mpmath.mp.dps = 120
    x = mpmath.log(3, 2)
    (a, a0), (b, b0) = (1, 0), (0, 1)
    for _ in range(40):
        digit = int(mpmath.floor(x))
        (a, a0), (b, b0) = (digit * a + a0, a), (digit * b + b0, b)
        x = 1 / (x - digit)
        ratio = Constant.of(2) ** a / Constant.of(3) ** b
        assert ratio.exceeds_one() == bool(a * mpmath.log(2) > b * mpmath.log(3))
    assert b > 10**15


def test_a_constant_shows_itself() -> None:
    c = Constant.of(8) ** Fraction(1, 2) / Constant.of(3)
    assert c.latex() == r"\frac{2}{3} \cdot \sqrt{2}"
    assert (Constant.of(5) ** Fraction(2, 3)).latex() == "5^{2/3}"
    assert str(ONE) == "1"
    assert ONE.latex() == "1"
    with pytest.raises(ParameterError, match="coefficient = -1/2 is not positive"):
        Constant.of(Fraction(-1, 2))
