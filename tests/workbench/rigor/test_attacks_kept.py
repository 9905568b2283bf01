"""What is kept for one certificate serves no other, no other domain and no other thread."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    certificate,
    idx,
    mul,
    neg,
    positive,
    power,
    q,
    root,
    state,
    sub,
    total,
    var,
)  # fmt: skip
from workbench.rigor.check import check_certificate, fuel
from workbench.rigor.check.atom_signs import ANY, NONNEGATIVE, POSITIVE
from workbench.rigor.check.fuel import forget, kept, spend, tank
from workbench.rigor.check.normal import Forms, NotReducible, normal_form
from workbench.rigor.check.signs import SignReader, reader_of
from workbench.rigor.check.trees import Tree, free, replace, size

REAL, UP, SEQ = var("x"), var("x", low=0), var("x", "seq")
POSITIVE_X = positive("x")


def about(*variables: Any, where: Any = ()) -> dict[str, Any]:
    return {"vars": list(variables), "where": list(where)}


def test_what_is_kept_goes_with_its_tank() -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(len(made))
        return made[:]

    with tank():
        first = kept(("a", 1), make)
        assert kept(("a", 1), make) is first
        with tank():  # a member, or what was worked out before
            assert kept(("a", 1), make) is not first
        assert kept(("a", 1), make) is first
        assert kept(("a", "1"), make) is not first
        forget(("a", 1))
        assert kept(("a", 1), make) is not first
    with tank():
        kept(("a", 1), make)
    assert len(made) == 5


def test_the_oldest_go_where_there_is_no_room() -> None:
    with tank():
        first: list[int] = kept(0, list)
        for k in range(1, fuel._MOST_KEPT):
            kept(k, list)
        assert kept(0, list) is first
        kept("one more", list)
        assert kept(0, list) is first  # it was asked for last
        again: list[int] = [1]
        assert kept(1, lambda: again) is again


def test_threads_keep_nothing_in_common() -> None:
    found: list[Any] = []
    for _ in range(2):
        thread = threading.Thread(target=lambda: found.append(kept("thread", list)))
        thread.start()
        thread.join()
    assert found[0] is not found[1]


@pytest.mark.parametrize("by_structure", [True, False])
def test_signs_are_those_of_the_domain_at_hand(by_structure: bool) -> None:
    asked = [
        (about(REAL), ANY), (about(UP), NONNEGATIVE), (about(POSITIVE_X), POSITIVE),
        (about(REAL, where=[[q(0), "<=", ["v", "x"]]]), NONNEGATIVE), (about(REAL), ANY),
    ]  # fmt: skip
    for _ in range(2):
        for statement, signs in asked:
            assert reader_of(statement, by_structure=by_structure)(["v", "x"]) == signs
    structure = reader_of(about(UP), by_structure=True)
    assert reader_of(about(UP)) is not structure
    assert not reader_of(about(UP)).by_structure


def test_a_condition_that_comes_later_is_not_seen_before() -> None:
    statement = about(REAL)
    assert reader_of(statement)(["v", "x"]) == ANY
    statement["where"].append([q(1), "<=", ["v", "x"]])
    assert reader_of(statement)(["v", "x"]) == POSITIVE
    statement["where"].pop()
    assert reader_of(statement)(["v", "x"]) == ANY
    reader = SignReader(statement)
    statement["where"].append([q(1), "<=", ["v", "x"]])
    assert reader(["v", "x"]) == ANY


def test_rules_for_positive_numbers_are_those_of_the_domain_at_hand() -> None:
    square = sub(root(2, power("x", 2)), ["v", "x"])
    for _ in range(2):
        assert Forms([POSITIVE_X]).zero(square)
        assert not Forms([REAL]).zero(square)


def test_what_looks_alike_is_not_taken_for_another() -> None:
    x = ["v", "x"]
    alike: list[Tree] = [
        ["^", x, 2], ["^", x, 3], ["root", 2, x], ["root", 3, x], ["exp", x], ["ln", x],
        ["abs", x], ["neg", x], ["+", x, x],  ["+", x, x, x], 
        ["/", x, ["q", "2"]], ["/", ["q", "2"], x], ["npow", ["q", "2"], ["v", "n"]],
        ["npow", ["q", "3"], ["v", "n"]], idx("a", 1), idx("a", 2), idx("b", 1), idx("a", "n"),
        total("i", 1, "n", idx("a", "i")), total("i", 1, "n", idx("b", "i")),
        total("i", 2, "n", idx("a", "i")), ["prod", "i", q(1), ["v", "n"], idx("a", ["v", "i"])],
    ]  # fmt: skip
    variables = [POSITIVE_X, var("n", "int", 1), var("a", "seq"), var("b", "seq")]
    forms = Forms(variables)
    for _ in range(2):
        for k, one in enumerate(alike):
            for j, other in enumerate(alike):
                both = [replace(t, {"y": x}) for t in (one, other)]
                assert forms.same(*both) == (k == j), (one, other)
                assert forms.zero(["+", both[0], ["neg", both[1]]]) == (k == j)


def test_a_sum_that_binds_a_name_is_not_one_outside() -> None:
    forms = Forms([var("n", "int", 1), var("i", "int", 1)])
    inside, outside = total("i", 1, "n", ["v", "i"]), mul("n", "i")
    assert not forms.same(inside, outside)
    assert forms.same(total("i", 1, "n", ["v", "n"]), mul("n", "n"))
    assert not forms.same(total("i", 1, "n", ["v", "n"]), total("n", 1, "n", ["v", "n"]))


def test_finer_roots_of_one_question_are_not_those_of_the_next() -> None:
    forms = Forms([POSITIVE_X])
    assert forms.zero(sub(power(root(6, "x"), 3), root(2, "x")))
    n, value = forms.of(["v", "x"])
    assert [n.plain(place)[0] for place, d in enumerate(value.num.degrees()) if d > 0] == [1]
    assert normal_form(["v", "x"], [POSITIVE_X])[1].num.total_degree() == 1


def test_atoms_that_ran_out_are_made_anew() -> None:
    names = [var(f"v{k}") for k in range(90)]
    forms = Forms([var("x")])
    for k in range(40):  # more than there are generators
        assert forms.zero(sub(["exp", mul(q(k), power("x", k + 1))],
                              ["exp", mul(q(k), power("x", k + 1))]))  # fmt: skip
    assert Forms(names).zero(sub(add(*[v["name"] for v in names]),
                                 add(*[v["name"] for v in reversed(names)])))  # fmt: skip


def test_an_alarm_leaves_nothing_half_done() -> None:
    class Alarm(BaseException):
        pass

    forms = Forms([REAL])
    before = forms.of(["exp", ["v", "x"]])[0]

    def work(atoms: Any) -> None:
        raise Alarm

    with pytest.raises(Alarm):
        forms.work(work)
    assert forms.of(["exp", ["v", "x"]])[0] is not before
    assert Forms([REAL]).of(["exp", ["v", "x"]])[0] is not before
    here = forms.of(["exp", ["v", "x"]])[0]
    with pytest.raises(NotReducible):  # an answer, after which all is as it was
        forms.zero(total("i", 1, "x", ["v", "i"]))
    assert forms.of(["exp", ["v", "x"]])[0] is here


def test_certificates_cost_the_same_after_others() -> None:
    deep: Tree = ["v", "x"]
    for k in range(30):
        deep = add(mul(deep, deep) if k % 9 == 0 else deep, power("x", k))
    one = certificate("identity", state([UP], deep, "=", add(neg(neg(deep)), 0)))

    def units() -> int:
        spent: list[int] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("workbench.rigor.check.kinds.tank", lambda: _watched(spent))
            assert check_certificate(one).accepted
        return spent[0]

    first = units()
    assert first > 500
    assert check_certificate(certificate("identity", state([UP], deep, "=", deep))).accepted
    assert units() == first


class _watched:
    def __init__(self, spent: list[int]) -> None:
        self.spent, self.tank = spent, tank()

    def __enter__(self) -> None:
        self.left = self.tank.__enter__()

    def __exit__(self, *error: Any) -> None:
        self.spent.append(fuel.FULL - self.left[0])
        self.tank.__exit__(*error)


def test_nodes_are_paid_for_whole_or_not_at_all() -> None:
    line: Tree = ["v", "x"]
    for _ in range(300):
        line = ["neg", line]
    for work in (size, free, lambda tree: replace(tree, {"x": ["q", "1"]})):
        with tank() as left:
            work(line)
        assert fuel.FULL - left[0] == 2 * 301
        with tank(400), pytest.raises(fuel.OutOfFuel):
            work(line)
    wide: Tree = ["v", "x"]
    for _ in range(60):  # 2^60 leaves, in few lists
        wide = ["+", wide, wide]
    for work in (size, free, lambda tree: replace(tree, {"x": ["q", "1"]})):
        with tank(50_000), pytest.raises(fuel.OutOfFuel):
            work(wide)


def test_what_is_not_replaced_is_the_same_tree() -> None:
    left, right = add("x", 1), mul("y", 2)
    made = replace(["+", left, right], {"x": ["q", "3"]})
    assert made == ["+", add(3, 1), right]
    assert made[2] is right
    assert replace(right, {"x": ["q", "3"]}) is right
    assert left == add("x", 1)


def test_a_normal_form_costs_something_each_time() -> None:
    with tank() as left:
        forms = Forms([REAL])
        forms.zero(add("x", 1))
        before = left[0]
        for _ in range(100):  # what is known is paid for in portions
            forms.zero(add("x", 1))
        assert left[0] < before
    with tank(10), pytest.raises(fuel.OutOfFuel):
        spend(11, "all of it")
