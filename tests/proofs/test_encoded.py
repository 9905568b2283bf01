"""What claims declare to the machine says something, and no two claims declare the same."""

from collections import Counter

from workbench.claims import load
from workbench.symbolic import Defined, Relation

CLAIMS = load().claims


def test_no_declared_statement_is_a_term_against_itself():
    said = [(c.id, one) for c in CLAIMS.values() for _, one in c.statements()]
    assert len(said) > 30
    relations = [(id, one.relation if isinstance(one, Defined) else one) for id, one in said]
    same = [id for id, one in relations if isinstance(one, Relation) and one.left == one.right]
    assert same == []


def test_no_two_claims_declare_the_same():
    declared = Counter(
        frozenset(one.digest for _, one in c.statements()) for c in CLAIMS.values() if c.encoded
    )
    assert max(declared.values()) == 1
