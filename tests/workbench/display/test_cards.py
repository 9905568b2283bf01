"""What objects look like in a notebook: what nobody ran says so, text is escaped, HTML is sound."""

from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import pytest
import sympy as sp

from workbench import audit
from workbench.algorithms import HeavyBall
from workbench.claims import Claim, Outcome, holds, judge, load
from workbench.display import NOT_RUN, card, formula, table
from workbench.privacy import (
    ExponentialMechanism,
    Gaussian,
    GeneralizedGaussian,
    Laplace,
    NoisyMax,
    RandomizedResponse,
    Subsampled,
    TreeSums,
)
from workbench.problems import reference_quadratic
from workbench.rates import best_rate, compare
from workbench.report import examine
from workbench.rigor import certify, counterexample
from workbench.symbolic import Relation, relation
from workbench.worst_case import PerformanceProblem, worst_case

x = sp.Symbol("x", nonnegative=True)


def bent(factor: int = 1) -> Relation:
    return relation(sp.log(1 + x), "<=", factor * x)


MINE = Claim(
    "mine.log",
    title="A logarithm <below> its tangent",
    statement=r"\log(1 + x) \le x",
    hypotheses=r"x \ge 0",
    ours=("lemma", "a test"),
    encoded=(bent(),),
)


@MINE.exact
def the_tangent_is_above() -> Outcome:
    """log(1 + x) <= x."""
    return certify(bent())


@the_tangent_is_above.mutant
def half_of_it_is_not() -> Outcome:
    """x/2 is below."""
    return certify(bent(Fraction(1, 2)))


class Reader(HTMLParser):
    """Collects the text, and the elements that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        assert tag not in ("script", "img", "link", "iframe")
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text.append(data)


def read(html: str) -> str:
    """The text of a display, which has to be well-formed and to load nothing."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return " ".join("".join(reader.text).split())


def bracket() -> object:
    problem = PerformanceProblem()
    f = problem.oracle("smooth-convex", L=1)
    x0, best = problem.vector("x0"), f.stationary("best")
    problem.require((x0 - best) ** 2 <= 1)
    problem.measure(f.value(x0 - f.gradient(x0)) - f.value(best))
    return worst_case(problem, sharp=True)


def account() -> object:
    problem, _ = reference_quadratic()
    return HeavyBall(alpha=0.5, beta=0.3, b=1.0, m=30).cost(problem, n=30, steps=4)


def count(rows: list[int], size: int, rng: np.random.Generator) -> np.ndarray:
    return len(rows) + rng.laplace(scale=0.5, size=size)


SHOWN = {
    "a claim": (
        lambda: MINE,
        ["not run yet", "A logarithm <below> its tangent", "the tangent is above"],
    ),
    "a check": (lambda: the_tangent_is_above, ["not run yet", "log(1 + x) <= x.", "x/2 is below"]),
    "papers": (lambda: load({"ext"}), ["not run yet", "claims"]),
    "a statement": (bent, ["not run yet", "real in [0, oo)", "digest"]),
    "what holds": (lambda: certify(bent()), ["holds, certified", "certificate"]),
    "what fails": (
        lambda: counterexample(bent(Fraction(1, 2)), x=1),
        ["fails, certified", "counterexample", "x = 1"],
    ),
    "a verdict": (lambda: judge({MINE.id: MINE}, {})[MINE.id], ["inconclusive", "own evidence"]),
    "an examination": (lambda: examine(MINE), ["CERTIFIED", "half of it is not"]),
    "noise": (lambda: Laplace(2.0), ["scale", "2.0", "0.5"]),
    "other noise": (lambda: Gaussian(1.0), ["sigma", "4.88"]),
    "sampling": (lambda: Subsampled(Laplace(1.0), n=10, m=2), ["proven epsilon"]),
    "a cost": (account, ["pure epsilon", "laplace", "4"]),
    "an audit": (
        lambda: audit.black_box(count, [1, 1], [1], epsilon=1.0, samples=5000),
        ["violation", "epsilon >= 1.", "repeat"],
    ),
    "a bracket": (bracket, ["at most", "at least", "1/6 = 0.16666"]),
}


@pytest.mark.parametrize("name", SHOWN)
def test_it_says_what_it_is(name):
    make, words = SHOWN[name]
    thing = make()
    html = thing._repr_html_()
    text = read(html)
    assert [word for word in words if word not in text] == []
    assert (NOT_RUN in text) == (words[0] == NOT_RUN)


@pytest.mark.parametrize(
    "mechanism",
    [
        GeneralizedGaussian(sigma=1.0, order=4.0, dimension=3),
        NoisyMax(scale=1.0),
        RandomizedResponse(odds=2.0),
        ExponentialMechanism(factor=1.0),
        TreeSums(steps=8, noise=Gaussian(1.0)),
    ],
)
def test_a_mechanism_shows_its_parameters(mechanism):
    text = read(mechanism._repr_html_())
    assert text.startswith(type(mechanism).__name__)


def test_rates_show_their_formula_and_their_comparison():
    found = best_rate("a/P + P*b", free=["P"])
    assert r"\sqrt" in found._repr_latex_()
    assert "with P = " in read(found._repr_html_())
    assert "equal" in read(compare("(a*b)**(1/2)", found)._repr_html_())


def test_a_claim_prints_in_one_line_and_in_full():
    assert repr(MINE) == "<Claim mine.log: A logarithm <below> its tangent; 1 check, not run yet>"
    assert "the_tangent_is_above: log(1 + x) <= x." in str(MINE)
    assert "1 mutant, not run yet" in repr(the_tangent_is_above)


def test_a_cited_claim_has_nothing_to_run():
    cited = next(c for c in load({"ext"}).claims.values() if c.citation)
    text = read(cited._repr_html_())
    assert cited.citation.split(",")[0] in text
    assert NOT_RUN not in text


def test_text_is_escaped_and_a_refused_formula_is_seen():
    page = card("<b>", [("a", "<i>"), ("none", ""), ("b", [r"\(x\)", "`<u>`"])], formula=r"\nosuch")
    text = read(page)
    assert "<b>" in text
    assert "<i>" in text
    assert "none" not in text
    assert r"\nosuch" in text
    assert "<math" in str(formula("x"))
    assert read(str(table(("<", ">"), [("&", "")]))) == "<>&"


def test_a_long_certificate_is_cut():
    long = holds(
        "test",
        "long",
        certificate={"kind": "test", "data": "y" * 10_000},
    )
    assert len(long._repr_html_()) < 5_000
    assert "10,0" in read(long._repr_html_())


def test_a_long_formula_and_all_but_twelve_statements_are_folded():
    many = tuple(relation(x, "<=", x + k) for k in range(15))
    long = relation(sum(x**k / (k + 1) for k in range(150)), ">=", 0)

    def shown(*encoded: Relation) -> str:
        made = Claim("mine.many", title="Many", statement="x", ours=("lemma", ""), encoded=encoded)
        return made._repr_html_()

    html = shown(*many, long)
    assert "4 more" in read(html)
    assert "a formula of" in read(html)
    assert html.count("<details>") == 2
    assert long._repr_html_().count("<details>") == 1
    assert "<details>" not in bent()._repr_html_() + shown(*many[:12])


def test_cases_of_two_parts_name_them():
    text = read(load({"sparse", "ext"})["sparse.me-lb-pure.every-budget"]._repr_html_())
    assert "(part: defined, at d = 1000, s = 1, P = 2000)" in text
    assert "(part: tight, at d = 1000, s = 1, P = 1000, C = 1000)" in text
