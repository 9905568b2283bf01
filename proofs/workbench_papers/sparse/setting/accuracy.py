"""Accuracy and privacy: what an algorithm of this paper promises.

alpha-accuracy is a mean over data and coins.  For ERM it holds for the worst sample, for SCO for
the worst distribution, on average over samples from it.  Mean estimation is the reference instance:
with f(x; z) = |x - z|^2/2 the excess risk of any x is half its squared distance to the sample mean
(ERM) or to the mean (SCO), so that an error of the mean is an excess risk.

(eps, delta)-DP is one number for each ordered pair of neighbours: sum_y (p_y - e^eps q_y)_+.
"""

from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor.provers import hockey_stick
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic import theorem as th

x, m = th.draw("x", mean=None), th.vector("m")
z = th.draw("z", mean=m)
HALF = th.num(1) / 2


def excess(share: th.Num = HALF, law: th.Vec = z) -> th.Theorem:
    """E |x - z|^2/2 - E |m - z|^2/2 = share E |x - m|^2, m the mean of z."""
    risks = th.mean(HALF * th.square(x - law)) - th.mean(HALF * th.square(m - law))
    return th.Theorem((m, x, law), concludes=(risks, "=", share * th.mean(th.square(x - m))))


CLAIM = Claim(
    "sparse.so-def",
    title="Accuracy, and (eps, delta)-differential privacy",
    printed=("definition", "Stochastic Optimization; Differential Privacy"),
    statement=r"""\mathbb{E} F_{\mathcal{D}}(A(S)) - \min_{\mathcal{X}} F_{\mathcal{D}} \le \alpha;
        \; f = \tfrac12 \lVert x - z \rVert_2^2: \; \mathbb{E} F_{\mathcal{D}}(A(S)) -
        \min_{\mathbb{R}^d} F_{\mathcal{D}} = \tfrac12 \mathbb{E} \lVert A(S) - \mathbb{E} z
        \rVert_2^2; \quad \Pr[A(S) \in E] \le e^\epsilon \Pr[A(S') \in E] + \delta \;\;\forall E
        \;\Longleftrightarrow\; \sum_y (p_y - e^\epsilon q_y)_+ \le \delta""",
    hypotheses=r"""S \sim \mathcal{D}^n; \text{ for ERM } F_S \text{ in place of } \
            F_{\mathcal{D}}, \text{ for every } S
        S \simeq S': \text{ one record is replaced, both orders}""",
    parts=("accuracy", "privacy"),
    encoded={"accuracy": (excess(),),
             "privacy": (hockey_stick.every_event("E"), hockey_stick.attained("E"))},
    note="An ERM guarantee is about the worst sample, an SCO guarantee about the worst"
    " distribution: neither contains the other. The first formula says what accurate means, and the"
    " second is ours; with the minimum over X it holds for E z in X, and not else. As encoded x is"
    " A(S) and z a fresh record of any law with mean m, for ERM one of the sample; the right side"
    " is 0 for x = m, and never negative, so m is the best point. " + hockey_stick.AS_ENCODED,
)  # fmt: skip


@CLAIM.proof(part="accuracy")
@broken("the_half_is_needed", "The excess is not the whole squared distance.", share=th.num(1))
@broken("another_centre", "E z has to be m.", law=th.draw("z", mean=None))
def means_are_the_reference_instance(**changes: Any) -> Outcome:  # noqa: ANN401
    """|x - z|^2 - |m - z|^2 = |x - m|^2 - 2 <z - m, x - m>, and the mean of z - m is 0."""
    theorem = excess(**changes)
    p, law = Proof(theorem), changes.get("law", z)
    past = x - m
    sure = p.gram(
        (HALF * th.square(x - law) - HALF * th.square(m - law), "=",
         HALF * th.square(past) - (law - m) @ past), [],
    )  # fmt: skip
    p.gram(theorem.concludes, [(1, p.expect(sure)), (-1, p.centred(law, past))])
    return proved(p)


@CLAIM.proof(part="privacy")
@broken("without_the_bound", "Two laws may be far apart.", bounded=False)
@broken("without_privacy", "The positive parts may then add up to more.", private=False)
def positive_parts_are_the_worst_event(*, bounded: bool = True, private: bool = True) -> Outcomes:
    """E = {p > e^eps q} collects the positive parts, and no event collects more."""
    yield hockey_stick.no_event_gains_more("E", given=bounded)
    yield hockey_stick.one_event_gains_it("E", given=private)
