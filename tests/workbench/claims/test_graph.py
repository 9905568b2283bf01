"""The dependency graph, and how claims and papers get into it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.runner.toy import GOOD, Toys
from workbench.claims import Claim, Grade, Outcome, Run, derive_seed, fails, holds, load
from workbench.claims.graph import check_graph, order, uses_of
from workbench.errors import ClaimError


def claim(id: str, **more) -> Claim:
    options = {"title": "", "ours": ("lemma", ""), "statement": ""}
    return Claim(id, **(options | more))


@given(st.dictionaries(st.integers(0, 6), st.frozensets(st.integers(0, 6), max_size=3), max_size=7))
def test_the_order_puts_premises_first_or_names_a_circle(edges):
    ids = {n: f"t.c{n}" for n in edges}
    claims = {
        ids[n]: claim(ids[n], uses=tuple(ids[m] for m in sorted(below) if m in ids))
        for n, below in edges.items()
    }
    reach = {id: set(uses_of(c)) for id, c in claims.items()}
    for _ in claims:  # transitive closure, the slow way
        for id in reach:
            reach[id] |= {v for u in reach[id] for v in reach[u]}
    if any(id in below for id, below in reach.items()):
        with pytest.raises(ClaimError, match="in a circle") as caught:
            order(claims)
        named = [w for w in str(caught.value).replace(".", " .").split() if w in ("->",)]
        assert named
    else:
        found = order(claims)
        assert sorted(found) == sorted(claims)
        assert all(found.index(u) < found.index(id) for id in claims for u in uses_of(claims[id]))


def test_a_circle_is_spelt_out():
    claims = {i: claim(i, uses=(u,)) for i, u in (("t.a", "t.b"), ("t.b", "t.c"), ("t.c", "t.a"))}
    with pytest.raises(ClaimError) as caught:
        check_graph(claims)
    for id in claims:
        assert id in str(caught.value)


@pytest.mark.parametrize("where", ["uses", "repairs"])
def test_an_unknown_id_is_named_with_its_place_and_a_hint(where: str):
    claims = {"t.good": claim("t.good"), "t.bad": claim("t.bad", **{where: ("t.goood",)})}
    with pytest.raises(
        ClaimError, match=rf"t\.bad: {where} names 't\.goood'.*Did you mean t\.good\?"
    ):
        check_graph(claims)
    claims = {"t.bad": claim("t.bad", **{where: ("lost.claim",)})}
    check_graph(claims, missing={"lost"})


def test_a_check_brings_its_own_premises():
    c = claim("t.a", uses=("t.b",))
    c.exact(lambda: None, uses=("t.c", "t.b"))
    assert uses_of(c) == ("t.b", "t.c")


@pytest.mark.parametrize(
    "id", ["", "a", "A.b", "a.", "a.B", "a.b_c", "a b.c", "a.b.", "1a.b", "a.-b"]
)
def test_an_id_is_paper_dot_slug(id: str):
    with pytest.raises(ClaimError, match=r"paper\.slug"):
        claim(id)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"ours": ("theory", "")}, "ours = .'theory', ''.: 'theory' is not one of"),
        ({"ours": "lemma"}, "ours = 'lemma' is no pair of a kind and a place"),
        ({"ours": None}, "no source: a claim says once what it is"),
        ({"printed": ("lemma", "")}, "printed and ours: a claim says once"),
        ({"uses": "t.b"}, r"Write uses=\('t.b',\)"),
        ({"parts": "if"}, "a tuple of strings is expected"),
        ({"ours": ("cited", "")}, "citation is empty"),
        ({"citation": "B (1)"}, "only what is 'cited' is taken on trust"),
    ],
)
def test_a_malformed_claim_says_what_and_how(options, words: str):
    with pytest.raises(ClaimError, match=words):
        claim("t.a", **options)


def test_checks_have_names_of_their_own_and_declared_parts():
    c = claim("t.a")

    def one() -> Outcome:
        return holds("m", "s", grade=Grade.DERIVED)

    c.exact(one)
    with pytest.raises(ClaimError, match="two checks are called one"):
        c.exact(one)
    with pytest.raises(ClaimError, match="part = 'if' is not one of"):
        c.exact(lambda: None, part="if")


def test_a_mutant_inherits_the_setting_of_its_check():
    c = claim("t.a", parts=("if",))

    @c.refutation(part="if", corner="n = 1", seconds=3)
    def refute() -> Outcome:
        return fails("m", "s", grade=Grade.DERIVED)

    @refute.mutant
    def true_variant() -> Outcome:
        """It holds."""
        return holds("m", "s", grade=Grade.DERIVED)

    assert (true_variant.aim, true_variant.seconds, true_variant.doc) == ("refute", 3, "It holds.")
    assert refute.rejects(true_variant(Run()))
    assert not refute.rejects(refute(Run()))


@given(st.lists(st.tuples(st.integers(), st.lists(st.text(max_size=4), max_size=3)), max_size=8))
def test_seeds_are_functions_of_names_that_hardly_collide(calls):
    distinct = {(root, *names) for root, names in calls if not any("\x1f" in n for n in names)}
    assert len({derive_seed(*c) for c in distinct}) == len(distinct)
    assert all(derive_seed(*c) == derive_seed(*c) < 2**64 for c in distinct)


def test_papers_are_found_through_entry_points(tmp_path, monkeypatch):
    toys = Toys(tmp_path)
    toys.paper(b=GOOD, a=GOOD.replace("good", "early"))
    toys.paper("hurt", a="1/0")
    library = toys.use(monkeypatch)
    assert list(library.claims) == ["toy.early", "toy.good"], "modules in alphabetical order"
    assert [p.id for p in library.papers] == ["toy"]
    (failure,) = library.failures
    assert failure.name == "hurt"
    assert "ZeroDivisionError" in failure.message
    assert "python -c 'import hurt_pkg'" in failure.message
    assert [p.id for p in load(["toy"]).papers] == ["toy"]
    with pytest.raises(ClaimError, match=r"Did you mean toy\.good\?"):
        library["toy.god"]


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        ({"a": GOOD, "b": GOOD}, "claimed twice"),
        ({"a": "X = Claim('other.x', title='', statement='', ours=('lemma', ''))"},
         "ids start with the paper's id"),
    ],
)  # fmt: skip
def test_a_paper_with_wrong_ids_is_a_failure_that_says_so(tmp_path, monkeypatch, modules, words):
    toys = Toys(tmp_path)
    toys.paper(**modules)
    (failure,) = toys.use(monkeypatch).failures
    assert words in failure.message
