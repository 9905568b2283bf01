"""A record that takes part by chance only: the pure loss is amplified in both directions.

Under Poisson sampling a record that is there is used with chance c.  With masses p of an outcome
where it is used and q where it is not, the outcome has mass (1 - c) q + c p with the record and q
without it.  With E = 1 + w = e^epsilon the claim is that no outcome loses more than
ln(1 + c (E - 1)); sums over outcomes follow, as both sides are linear in masses.
"""

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify
from workbench.symbolic import Relation
from workbench.symbolic.text import parse


def removed(factor: str = "c") -> Relation:
    """The mass with the record is at most 1 + factor w times the mass without it."""
    where = "0 < c < 1, w >= 0, q > 0, p > 0, p <= (1 + w)*q"
    return parse(f"(1 - c)*q + c*p <= (1 + {factor}*w)*q", where=where)


def added(factor: str = "c") -> Relation:
    """The mass without it is at most 1 + factor w times the mass with it."""
    where = "0 < c < 1, w >= 0, q > 0, p > 0, q <= (1 + w)*p"
    return parse(f"q <= (1 + {factor}*w)*((1 - c)*q + c*p)", where=where)


CLAIM = Claim(
    "audit.poisson-sampling",
    title="A record sampled with chance c changes masses by at most 1 + c (e^epsilon - 1)",
    ours=("proposition", "workbench/privacy/composition/conversions.py: amplified"),
    statement=r"""(1 - c) q + c p \le (1 + c w) q, \qquad q \le (1 + c w) ((1 - c) q + c p),
        \qquad w = e^{\epsilon} - 1""",
    hypotheses=r"""0 < c < 1, \; \epsilon \ge 0
        p, q > 0 \text{ are masses of one outcome, } e^{-\epsilon} q \le p \le e^{\epsilon} q""",
    parts=("remove", "add"),
    encoded={"remove": (removed(),), "add": (added(),)},
    note="That a sampled mechanism has these masses, for each draw of the other records, and that"
    " events inherit the bound, is not part of the statement. As encoded, w is any number >= 0.",
)


@CLAIM.exact(part="remove")
@broken("the_square_of_the_chance_is_too_little", factor="c^2")
@because("With c^2 in place of c the mass (1 - c) q + c (1 + w) q is above the bound.")
def what_a_record_adds_is_bounded(*, factor: str = "c") -> Outcome:
    """(1 - c) q + c p <= (1 - c) q + c (1 + w) q = (1 + c w) q."""
    return certify(removed(factor))


@CLAIM.exact(part="add")
@broken("half_the_chance_is_too_little", factor="c/2")
@because("At p = q/(1 + w) and small w the bound with c/2 leaves out half of what is lost.")
def what_its_absence_takes_is_bounded(*, factor: str = "c") -> Outcome:
    """(1 + c w) (1 - c + c/(1 + w)) - 1 = c (1 - c) w^2/(1 + w) >= 0."""
    return certify(added(factor))
