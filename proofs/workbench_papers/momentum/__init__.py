"""Momentum with tree aggregation for private non-convex empirical risk minimisation."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="momentum",
    title="Momentum Aggregation for Private Non-convex ERM",
    authors="H. Tran, A. Cutkosky",
    reference="arXiv:2210.06328",
    contents="""
        1 Introduction
          Definition 1: def-dp
          Rates of earlier work, and of this paper: prior-rates baseline-fullbatch
        2 Preliminaries
          Assumptions: setting
          Definition 2: def-sensitivity
          Definition 3: def-rdp
          Tree aggregation, Figure 1: tree-facts tree-facts.privacy erratum-10
          What the tree gains; the comparisons are not in the paper: tree-gain tree-gain.late
            honaker matrix-mechanism comparisons comparisons.run
        3 Private normalized SGD
          Intervals, the nodes of the tree: intervals
          Momentum as a weighted sum of a prefix: momentum-identity prefix-fenwick online-tree
          Algorithm 1: alg1
          Theorem 4: thm-4 thm-4.fresh thm-4.exact
          Lemma 5, proof in Appendix F: lem-5 lem-5-sharp scale-invariance
          Theorem 6: thm-6 thm-6.optimised thm-6.rate thm-6.fixed-order thm-6.run alg1.scaling
        4 Sensitivity reduced normalized SGD
          Motivation by full gradients: fullbatch-motivation
          Eqs. (1) to (3): eq-123
          Algorithm 2: alg2
          Algorithm 2 from prefixes, not in the paper: lem-17.prefix alg2p alg2p.run alg2p.utility
          Lemma 7, eqs. (7) and (8), proof in Appendix E.2: lem-7
          Theorem 8: thm-8 thm-8.fresh thm-8.split
          Theorem 9, abstract: thm-9 thm-9.rate erratum-2 thm-9.repaired thm-9.repaired.run
          A uniform window in place of Algorithm 2, not in the paper: alg2u alg2u.run alg2u.utility
          A tree of differences in place of Algorithm 2, not in the paper: alg2t alg2t.rate
            alg2t.run alg2t.scaling
        5 Conclusions
          Limitation, no amplification by shuffling:
        Appendix A Compose algorithm
          Algorithm 3: alg3-compose
        Appendix B Reconstruction algorithm for Algorithm 2
          Algorithm 4, run time in Section 5: alg4-reconstruct
        Appendix C Renyi differential privacy
          Divergence of normal laws: gaussian-renyi
          Algorithm 5, Theorem 10: thm-10
          Conversion to approximate privacy, with Appendix D.1: rdp-to-dp rdp-to-dp.sharp
            rdp-to-dp.unconditional
        Appendix D.1 Privacy of Algorithm 1
          Proof of Theorem 4, sensitivity of a node: sens-g sens-g.fresh erratum-3
          Proof of Theorem 4, nodes of a record: node-count
          Proof of Theorem 4, eq. (4), Algorithm 1 as a case of Algorithm 5:
        Appendix D.2 Utility of Algorithm 1
          Lemma 11, eq. (5): lem-11 without-replacement lem-11.repeated lem-11.single
            lem-11.single.one-over-n lem-11-det
          Lemma 12, eq. (6): lem-12 lem-12.exact noise-variance
          Lemmas 11 and 12 in runs, not in the paper: error-split
        Appendix E.1 Privacy of Algorithm 2
          Proof of Theorem 8, sensitivity of differences: sens-h sens-h.fresh
        Appendix F Technical lemmas
          Proposition 13: prop-13 prop-13.sharp
          Proposition 14: prop-14
          Corollary 15: cor-15
          Proposition 16: prop-16
          Lemma 17, eq. (9): lem-17
          Proposition 18: prop-18
    """,
)
CLAIMS = collect(__name__, PAPER)
