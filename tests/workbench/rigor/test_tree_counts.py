"""The theorems about the nodes of a tree, against lists of nodes."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from workbench.rigor.provers import tree_counts as counts
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th


def value(tree: Any, at: dict[str, Any]) -> Any:
    """A scalar tree at numbers, where a sequence is a function of its index."""
    match tree:
        case ["q", text]:
            return Fraction(text)
        case ["v", name]:
            return at[name]
        case ["idx", name, index]:
            return at[name](int(value(index, at)))
        case [("sum" | "prod") as op, index, low, high, body]:
            ends = [int(value(end, at)) for end in (low, high)]
            every = [value(body, {**at, index: k}) for k in range(ends[0], ends[1] + 1)]
            return sum(every) if op == "sum" else math.prod(every)
        case ["neg", inner]:
            return -value(inner, at)
        case [op, *inner]:
            numbers = [value(one, at) for one in inner]
            if op == "/":
                return Fraction(numbers[0]) / numbers[1]
            return sum(numbers) if op == "+" else math.prod(numbers)


def sides(proof: Proof, **at: Any) -> tuple[Any, Any]:
    left, _, right = proof.theorem.tree["conclusion"]
    return value(left, at), value(right, at)


@pytest.mark.parametrize(
    ("N", "T", "uses"),
    [(3, 11, {1, 6, 7, 11}), (4, 8, {4, 5}), (5, 12, {2, 6, 12}), (1, 3, {1, 2, 3}), (2, 2, {1})],
)
def test_what_is_counted_is_the_nodes_that_use_a_record(N: int, T: int, uses: set[int]) -> None:
    K, E = N.bit_length() - 1, -(-T // N)
    at = {"N": N, "T": T, "K": K, "E": E, "m": T.bit_length(),
          "x": lambda i: int(i in uses), "z": lambda t: int(t <= T)}  # fmt: skip
    nodes = [(a << k, a + 1 << k) for k in range(K + T.bit_length() + 1) for a in range(T)]
    used = [one for one in nodes if one[1] <= T and uses & {*range(one[0] + 1, one[1] + 1)}]
    high = sum(T >> k for k in range(K + 1, K + T.bit_length() + 1))
    assert sides(counts.in_epochs(), **at) == (len(used), E * (K + 1) + high)
    low, most = sides(counts.long_ones(), **at)
    assert len(used) <= low <= most == E * (K + 1) + Fraction(2 * T, N)
    for p in (1, 2, 3, 4, 8, 16):
        assert sides(counts.of_a_level(), p=p, f=T // p, **at) == (T // p, T // p)


@pytest.mark.parametrize(("T", "leaf"), [(1, 1), (7, 1), (7, 7), (8, 3), (12, 9)])
def test_a_leaf_is_in_one_node_of_a_level(T: int, leaf: int) -> None:
    K = T.bit_length() - 1
    at = {"T": T, "K": K, "m": 2, "x": lambda i: int(i == leaf), "z": lambda t: int(t <= T)}
    found, most = sides(counts.of_leaf(), **at)
    inside = [k for k in range(K + 1) if (((leaf - 1) >> k) + 1) << k <= T]
    assert found == len(inside) <= most == K + 1
    if leaf == 1:
        assert sides(counts.first_nodes(), **at) == (K + 1, K + 1)


def test_a_theorem_brings_its_lemmas_to_their_new_places() -> None:
    """Each uses earlier ones, which stand elsewhere where other lemmas were there before."""
    n = th.integer("n", at_least=0)
    proof = Proof(th.Theorem((n, counts.z), given=[counts.FALLS],
                             concludes=(2, "<=", 2 * counts.power(n))))  # fmt: skip
    proof.by(counts.falling(), {"n": n, "r": 1, "z": counts.z})
    proof.by(counts.longer(), {"n": n, "r": 1})  # which uses a lemma of its own
    proof.gram(proof.theorem.concludes, [(2, proof.by(counts.at_least_one(), {"n": n}))])
    assert len(proof.library) == 3
    assert proof.outcome().decision == "holds"
