"""The contents of a paper are the one list of its claims, in the paper's own order."""

import pytest

from tests.workbench.runner.toy import GOOD, Toys, check
from workbench.claims import Paper
from workbench.claims.paper import Item
from workbench.errors import ClaimError

TEXT = """
    2 Preliminaries
      Definition 2.1: dp-definition
      Lemma 2.2, eq. (4): lemma-2-2
        lemma-2-2.repaired
      Remark 2.3:
    3 Method
      Theorem 3.1: thm-3-1
"""


def paper(contents: str) -> Paper:
    return Paper("p", "t", "a", "r", contents)


def test_items_have_their_section_and_their_claims():
    assert paper(TEXT).items() == (
        Item("2 Preliminaries", "Definition 2.1", ("p.dp-definition",)),
        Item("2 Preliminaries", "Lemma 2.2, eq. (4)", ("p.lemma-2-2", "p.lemma-2-2.repaired")),
        Item("2 Preliminaries", "Remark 2.3", ()),
        Item("3 Method", "Theorem 3.1", ("p.thm-3-1",)),
    )
    assert paper("").items() == ()


def test_a_claim_belongs_to_one_item():
    with pytest.raises(ClaimError, match=r"name p\.a twice"):
        paper("Lemma 1: a\nLemma 2: a").items()
    with pytest.raises(ClaimError, match=r"name p\.a twice"):
        paper("Lemma 1: a a").items()


def contents(toys: Toys, text: str) -> None:
    init = toys.folder / "toy_pkg" / "__init__.py"
    source = init.read_text().replace('"none")', f'"none", contents={text!r})')
    init.write_text(source.replace("collect(__name__)", "collect(__name__, PAPER)"))


def test_claims_stand_in_the_order_of_the_contents(tmp_path, monkeypatch):
    toys = Toys(tmp_path)
    toys.paper(a=GOOD, b=check("early", "return yes()"), c=check("late", "return yes()"))
    contents(toys, "Lemma 1: late\nLemma 2: early")
    assert list(toys.use(monkeypatch).claims) == ["toy.late", "toy.early", "toy.good"]


def test_contents_name_only_what_exists(tmp_path, monkeypatch):
    toys = Toys(tmp_path)
    toys.paper(a=GOOD)
    contents(toys, "Lemma 1: god")
    (failure,) = toys.use(monkeypatch).failures
    assert "toy.god, which is no claim of its modules. Did you mean toy.good?" in failure.message
