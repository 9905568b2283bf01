"""Hard samples: codes by enumeration, blocks, and errors between the lower and the upper bound."""

import math
from itertools import combinations

import numpy as np
import pytest

from workbench.algorithms.sparse.projection_mechanism import ProjectionMechanism
from workbench.errors import ParameterError
from workbench.privacy import NoiselessCurator, SeparateCurator
from workbench.problems import SparseVectors
from workbench.problems.sparse_priors import (
    OPPOSITE,
    sign_code,
    sparse_code,
    sparse_code_size,
)

LENGTHS = [(1, 1), (5, 1), (2, 2), (8, 2), (9, 3), (10, 4), (6, 6)]


@pytest.mark.parametrize(("t", "s"), LENGTHS)
def test_a_sparse_code_is_far_apart_maximal_and_large(t, s):
    code = sparse_code(t, s)
    words = [set(row) for row in code.positions.tolist()]
    assert all(len(word) == s for word in words)
    assert all(2 * len(a & b) <= s for a, b in combinations(words, 2))
    assert all(any(2 * len(a & set(c)) > s for a in words) for c in combinations(range(t), s))
    assert len(code) >= sparse_code_size(t, s)


def test_a_sign_code_is_far_apart():
    code = sign_code(32, 60)
    gaps = [(a != b).sum() for a, b in combinations(code.signs, 2)]
    assert len(code) == 60
    assert min(gaps) >= 8


@pytest.mark.parametrize("m", [0, 2])
def test_blocks_hold_one_word_each(m):
    vectors, code = SparseVectors(d=40, s=2, radius=3.0), sparse_code(8, 2)
    data = vectors.checked(code.blocks(vectors, np.random.default_rng(0), 23, K=5, m=m))
    dense = vectors.dense(data.records).reshape(23, 5, 8)
    for k in range(5):
        rows = dense[k::5, k] if m == 0 else dense[k : m * 5 : 5, k]
        assert (rows == rows[0]).all()
        assert np.linalg.norm(rows[0]) == pytest.approx(3.0)
    others = dense.any(axis=2).sum(axis=1)
    assert others.tolist() == [1 if m == 0 or i < 5 * m else 0 for i in range(23)]


def blocks_of_code(d, s, n, epsilon):
    """The fewest blocks for which half of the words must be missed, and L^2/(8 K)."""
    sizes = ((K, sparse_code_size(d // K, s)) for K in range(1, d // s + 1))
    K = next(K for K, M in sizes if M > 2 and epsilon * math.ceil(n / K) <= math.log(M / 2))
    return sparse_code(d // K, s), {"K": K}, 1 / (8 * K)


def case(name):
    """A domain, a code, its blocks, the lower bound, n and epsilon."""
    if name == "sparse":
        return SparseVectors(d=400, s=1), *blocks_of_code(400, 1, 60, 1.0), 60, 1.0
    if name == "pairs":
        return SparseVectors(d=300, s=2), *blocks_of_code(300, 2, 60, 1.0), 60, 1.0
    if name == "signs":
        m, K, n, epsilon = 2, 10, 200, 0.5
        code = sign_code(16, math.ceil(2 * math.exp(epsilon * m)))
        return SparseVectors(d=160, s=16), code, {"K": K, "m": m}, K * (m / n) ** 2 / 8, n, epsilon
    m, K, n, epsilon = 1, 100, 400, 1.0
    least = K * (m / n) ** 2 / (1 + math.exp(epsilon * m))
    return SparseVectors(d=100, s=1), OPPOSITE, {"K": K, "m": m}, least, n, epsilon


@pytest.mark.parametrize("name", ["sparse", "pairs", "signs", "opposite"])
def test_the_projection_mechanism_is_between_the_bounds(name):
    """Mean errors over draws of the sample and of the noise; without noise it falls below."""
    vectors, code, shape, least, n, epsilon = case(name)
    rng, runs = np.random.default_rng(1), 200
    rows = [code.blocks(vectors, rng, n, **shape) for _ in range(runs)]
    data, means = vectors.checked(np.vstack(rows)), [vectors.dense(r).mean(axis=0) for r in rows]
    method = ProjectionMechanism.calibrated(vectors, n=n, epsilon=epsilon)
    found = method.run(vectors, SeparateCurator(data, rng, trials=runs), trials=runs)
    errors = ((found - np.array(means)) ** 2).sum(axis=1)
    spread = 5 * errors.std() / math.sqrt(runs)
    assert least <= errors.mean() + spread
    assert errors.mean() - spread <= method.bound(vectors)
    exact = method.run(vectors, NoiselessCurator(vectors.checked(rows[0])))
    assert ((exact - means[0]) ** 2).sum() < least


VECTORS = SparseVectors(d=10, s=2)
RNG = np.random.default_rng(0)
REFUSED = [
    (lambda: sparse_code(3, 4), "s = 4 is outside 1..t = 3"),
    (lambda: sparse_code(40, 3), "t = 40 has 9880"),
    (lambda: sign_code(16, 9), "size = 9 is outside 1..8"),
    (lambda: OPPOSITE.blocks(VECTORS, RNG, 5, K=1), "vectors.s = 2 is not 1"),
    (lambda: sparse_code(5, 2).blocks(VECTORS, RNG, 5, K=3), "K = 3 is outside 1..2"),
    (lambda: sparse_code(5, 2).blocks(VECTORS, RNG, 5, K=2, m=3), "n = 5 is below K m = 6"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()
