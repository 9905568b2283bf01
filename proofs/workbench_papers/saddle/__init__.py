"""Mirror descent for private saddle points: Maurey sampling, bias-reduced gradients, rates."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="saddle",
    title="Mirror Descent Algorithms with Nearly Dimension-Independent Rates for"
    " Differentially-Private Stochastic Saddle-Point Problems",
    authors="T. Gonzalez, C. Guzman, C. Paquette",
    reference="arXiv:2403.02912",
    contents="""
        Eq. (1), Sections 1 and 1.3: def-problem
        Eq. (2): def-gap
        Section 1.3: def-exp-sampling
        Table 1, abstract: table1 table1.improvable
        Abstract, Remark 3.2, last sentence of Theorem 1.1: lower-bound
        Theorem 1.1, eq. (3); the variant is ours: thm1.1
        Section 1.4: ex-max-loss ex-max-loss.repaired
        Footnote in Section 1.2: footnote3
        Lemma 2.1, proof 2.2: lem2.1 lem2.1.adaptive
        Corollary 2.3: cor2.3 cor2.3.product cor2.3.adaptive
        Corollary 2.4, proof 2.5: cor2.4
        Corollary 2.6, proof 2.7: cor2.6 cor2.6.inside cor2.6.simplex
        Remark on Corollary 2.6; not in the paper: cor2.6.order
        Remark on Corollary 2.6; not in the paper: cor2.6.dimension
        Lemma 2.8, proof 2.9: lem2.8
        Lemma 2.10, proof 2.11: lem2.10
        Remark on Lemma 2.10; not in the paper: lem2.10.order
        Corollary 2.12, proof 2.13: cor2.12 cor2.14 cor2.14.simplex
        Not in the paper: ours.leave-one-out
        Algorithm 1: alg1 alg2 alg4 alg5
        Algorithm 3, Proposition 3.17: alg3 alg3.draw-first
        Theorem 3.4: thm3.4
        Theorem 3.5: thm3.5
        Corollary 3.6: cor3.6 cor3.6.unrestricted
        Proposition 3.3, proof 3.7: prop3.3 prop3.3.bounded-range
        Lemma 3.9: lem3.9
        Lemma 3.8, proof 3.10: lem3.8
        Proof 3.12: fbeta-smooth
        Lemma 3.11, proof 3.12: lem3.11 lem3.11.adaptive lem3.11.quadratic
        Theorem 3.1, proof 3.13: thm3.1 thm3.1.repaired thm3.1a thm3.1b thm3.1c
        Theorem 3.1, parameter settings; constants not in the paper: thm3.1.optimum
        Not in the paper; improves Theorem 3.1, first part:
             ours.private-iterate ours.private-iterate-rate
        Section 3.2: def-tgeom
        Lemma 3.15, proof 3.16: lem3.15 lem3.15.quadratic
        Proposition 3.17, proof 3.18: prop3.17
        Theorem 3.14, eq. (9), proof 3.19: thm3.14 thm3.14.rate erratum-e9 thm3.14.base-vertices
        Cited in Theorem 3.22; constants are not in the paper: alg-pvrfw
        Theorem 3.22, eq. (10), Remark 3.23: thm3.22 erratum-e11
        Theorem 3.24: thm3.24
        Theorem 3.20, proofs 3.21 and 3.25: thm3.20 erratum-e12
        Lemma 4.1: lem4.1
        Proposition 4.3, proof 4.4: prop4.3
        In place of a step of proof 4.5: lem-softmax-lip
        Theorem 4.2, proof 4.5, eq. (11): thm4.2 thm4.2a thm4.2b
        Proposition 3.17, other accounting: prop3.17.bounded-range prop4.3.bounded-range
        Theorem 1.1, other accounting; the variant is ours: thm1.1.bounded-range
        Algorithm 1, Proposition 3.3, Theorem 3.1: alg1.runs alg1.runs.bounded-range
        Algorithm 3, Proposition 3.17: alg3.runs alg3.runs.bounded-range
        Theorem 3.14, proof 3.19: thm3.14.runs
        Algorithm 4, Theorem 3.20: alg4.runs
        Algorithm 5, Proposition 4.3, Theorem 4.2: alg5.runs alg5.runs.bounded-range
        Cited in Theorem 3.22; constants are not in the paper: alg-pvrfw.runs
        Theorem 1.1; the variant is ours: thm1.1.runs thm1.1.runs.bounded-range
        Theorem 3.1, third part; Table 1: alg1.scaling alg1.scaling.first-order
        Theorem 1.1; the variant is ours: thm1.1.scaling
    """,
)
CLAIMS = collect(__name__, PAPER)
