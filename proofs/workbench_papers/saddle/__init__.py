"""Mirror descent for private saddle points: Maurey sampling, bias-reduced gradients, rates."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="saddle",
    title="Mirror Descent Algorithms with Nearly Dimension-Independent Rates for"
    " Differentially-Private Stochastic Saddle-Point Problems",
    authors="T. Gonzalez, C. Guzman, C. Paquette",
    reference="arXiv:2403.02912",
    contents="""
        1 Introduction
          Eq. (1), the problem: def-problem
          Eq. (2), the duality gap: def-gap def-gap.bilinear
          Footnote 1, polytopes in place of simplices:
        1.1 Summary of contributions
          Table 1, abstract: table1 table1.improvable
        1.2 Related work
          Footnote 3, condition numbers in the 1-norm: footnote3
        1.3 Preliminaries
          Law of a sampled vertex: def-exp-sampling
          Footnote 4, quadratic and logistic losses are second-order-smooth:
        1.4 Motivating examples
          Theorem 1.1, eq. (3): thm1.1 thm1.1.bounded-range
            thm1.1.runs thm1.1.runs.bounded-range thm1.1.scaling
          Minimising the maximal loss: ex-max-loss ex-max-loss.repaired
        2 Maurey sparsification with functional value approximation
          Lemma 2.1, proof 2.2: lem2.1 lem2.1.sharp lem2.1.adaptive
          Corollary 2.3: cor2.3 cor2.3.sharp cor2.3.product cor2.3.adaptive
          Corollary 2.4, proof 2.5: cor2.4 cor2.4.attained
          Corollary 2.6, proof 2.7: cor2.6 cor2.6.product cor2.6.inside cor2.6.simplex
            cor2.6.order cor2.6.dimension cor2.6.dimension.entries
          Lemma 2.8, proof 2.9, eq. (4): lem2.8 lem2.8.sharp
          Lemma 2.10, proof 2.11: lem2.10 lem2.10.sharp lem2.10.order
          Corollary 2.12, proof 2.13: cor2.12
          Corollary 2.14: cor2.14 cor2.14.simplex
        3.1 Private stochastic mirror descent with sampling from vertices
          Algorithm 1: alg1 alg1.runs alg1.runs.bounded-range
          Theorem 3.1, eqs. (5) to (8), proof 3.13: thm3.1 thm3.1.repaired thm3.1a
            thm3.1b thm3.1c thm3.1.optimum alg1.scaling
          Theorem 3.1, a better first part that is not in the paper: ours.leave-one-out
            ours.leave-one-out.sharp
            ours.private-iterate ours.private-iterate-rate alg1.scaling.first-order
          Remark 3.2, abstract, optimality in Theorem 1.1: lower-bound lower-bound.curvature
        3.1.1 Privacy analysis of Algorithm 1
          Proposition 3.3, proof 3.7: prop3.3 prop3.3.bounded-range
          Theorem 3.4: thm3.4
          Theorem 3.5: thm3.5
          Corollary 3.6: cor3.6 cor3.6.unrestricted
        3.1.2 Convergence analysis of Algorithm 1
          Lemma 3.8, proof 3.10: lem3.8
          Lemma 3.9: lem3.9 lem3.9.entropic
          Lemma 3.11, proof 3.12: lem3.11 lem3.11.adaptive lem3.11.quadratic
            lem3.11.quadratic.sharp fbeta-smooth
        3.2 Bias-reduced sampling from vertices, with constant probability
          Theorem 3.14, eq. (9), proof 3.19: thm3.14 thm3.14.rate erratum-e9
            thm3.14.base-vertices thm3.14.runs
          Truncated geometric law: def-tgeom
          Algorithm 2: alg2
          Lemma 3.15, proof 3.16: lem3.15 lem3.15.quadratic
          Algorithm 3: alg3 alg3.draw-first alg3.runs alg3.runs.bounded-range
        3.2.1 Privacy analysis of Algorithm 3
          Proposition 3.17, proof 3.18: prop3.17 prop3.17.bounded-range
        3.3 The best of several runs, with high probability
          Algorithm 4: alg4 alg4.runs
          Theorem 3.20, proofs 3.21 and 3.25: thm3.20 erratum-e12
          Theorem 3.22, eq. (10): thm3.22 alg-pvrfw alg-pvrfw.runs
          Remark 3.23: erratum-e11
          Theorem 3.24: thm3.24
        4 Differentially private stochastic convex optimisation
          Lemma 4.1: lem4.1
          Algorithm 5: alg5 alg5.runs alg5.runs.bounded-range
          Theorem 4.2, eq. (11), proof 4.5: thm4.2 thm4.2a thm4.2b \
            thm4.2.every-round lem-softmax-lip
        4.1 Privacy analysis of Algorithm 5
          Proposition 4.3, proof 4.4: prop4.3 prop4.3.bounded-range
        5 Conclusion and future work
          Question, optimal rates in expectation for first-order-smooth objectives:
    """,
)
CLAIMS = collect(__name__, PAPER)
