"""What a reader of a proof is shown has the value of what the checker holds."""

import random

from tests.workbench.rigor.trees import random_tree
from workbench.symbolic import Expr, theorem_text
from workbench.symbolic.readable import readable

ZERO, ONE, T = ["q", "0"], ["q", "1"], ["v", "t"]


def littered(rng: random.Random, tree):
    """The tree with units put in at random places, as substitution leaves them."""
    if not isinstance(tree, list) or tree[0] in ("q", "v"):
        units = (
            ["*", ONE, tree],
            ["/", tree, ONE],
            ["+", ZERO, tree],
            ["+", ["*", ZERO, T], tree],
            tree,
        )
        return rng.choice(units) if isinstance(tree, list) else tree
    return [tree[0], *(littered(rng, part) for part in tree[1:])]


UNITS = (("*", ONE), ("*", ZERO), ("+", ZERO))


def nodes(tree, op: str):
    if isinstance(tree, list):
        yield from (tree,) if tree[0] == op else ()
        for part in tree:
            yield from nodes(part, op)


def test_the_value_stays_and_the_units_go():
    rng = random.Random(5)
    for _ in range(300):
        tree = random_tree(rng, 3, ("x", "y", "t"), rational=True)
        made = readable(littered(rng, tree))
        try:
            wanted = Expr.from_tree(tree)(x=1.5, y=0.625, t=2.25)
        except (ArithmeticError, ValueError):
            continue
        got = Expr.from_tree(made)(x=1.5, y=0.625, t=2.25)
        assert abs(got - wanted) <= 1e-9 * (1 + abs(wanted))
        assert not any(parts[2] == ONE for parts in nodes(made, "/"))
        assert not any(unit in parts for op, unit in UNITS for parts in nodes(made, op))


def test_a_renamed_index_captures_no_other_one():
    def over(index, body):
        return ["sum", index, ZERO, ["q", "3"], body]

    inner = ["idx", "a", ["v", "t~b"]]
    assert readable(over("t~b", inner)) == over("t", ["idx", "a", T])
    assert readable(over("t~b", ["*", T, inner])) == over("i", ["*", T, ["idx", "a", ["v", "i"]]])
    nested = over("t", over("t~b", ["*", T, inner]))
    assert readable(nested) == over("t", over("i", ["*", T, ["idx", "a", ["v", "i"]]]))


def test_vectors_lose_what_is_nothing():
    x = ["vec", "x"]
    gone = ["v+", ["v*", ZERO, ["vec", "y"]], ["v*", ONE, x]]
    assert theorem_text.relation([["dot", gone, x], "<=", ["*", ONE, ZERO]]) == (
        r"\lVert x \rVert^{2} \le 0"
    )


def test_a_fact_for_all_indices_shows_its_index_by_its_name():
    fact = ["all", "k~b", 0, [["idx", "a", ["v", "k~b"]], "<=", ["*", ZERO, ["v", "k~b"]]]]
    assert theorem_text.hypothesis(fact) == r"a_{k} \le 0 \text{ for all } k \ge 0"
