"""Momentum with tree aggregation for private non-convex empirical risk minimisation."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="momentum",
    title="Momentum Aggregation for Private Non-convex ERM",
    authors="H. Tran, A. Cutkosky",
    reference="arXiv:2210.06328",
    contents="""
        Sections 1 and 2: setting
        Definition 1: def-dp def-sensitivity def-rdp
        Appendix C.1: gaussian-renyi
        Appendix D.1, Appendix C.1: rdp-to-dp rdp-to-dp.sharp rdp-to-dp.unconditional
        Section 2, tree aggregation: tree-facts erratum-10
        Section 1: prior-rates baseline-fullbatch
        Section 3: intervals
        Algorithm 3, Appendix A: alg3-compose prop-18
        Not in the paper; the prefixes of Algorithm 1: prefix-fenwick
        Proposition 16: prop-16
        Section 3: momentum-identity
        Proposition 13: prop-13 prop-13.sharp
        Proof of Theorem 4, Appendix D.1: sens-g
        Proof of Theorem 4, Appendix D.1, corrected: sens-g.fresh erratum-3
        Proof of Theorem 4: node-count
        Theorem 4, Appendix D.1: thm-4 thm-4.exact
        Equation (6): noise-variance lem-12 lem-12.exact
        Lemma 5: lem-5 lem-5-sharp
        Not in the paper: scale-invariance
        Proof of Lemma 11: without-replacement
        Lemma 11, eq. (5): lem-11 lem-11.repeated
        Lemma 11, with the order that Section 4 needs: lem-11.single
        Lemma 11 as Theorem 9 would need it: lem-11.single.one-over-n
        In place of Lemma 11: lem-11-det
        Theorem 6: thm-6 thm-6.optimised
        Theorem 6, abstract: thm-6.rate thm-6.fixed-order
        Algorithm 1; the charge of prefix nodes is not in the paper: alg1
        Equations (1) to (3): eq-123 lem-17 alg4-reconstruct
        Lemma 17, another form: lem-17.prefix alg2p
        Not in the paper; another form of Algorithm 2: alg2p.run
        Proposition 14: prop-14 cor-15
        Section 4: fullbatch-motivation sens-h sens-h.fresh
        Theorem 8, Appendix E.1: thm-8 thm-8.fresh
        Not in the paper; waste in Section 4: thm-8.split
        Lemma 7, eqs. (7), (8): lem-7
        Algorithm 2; ring buffers in place of RECONSTRUCT are not in the paper: alg2
        Theorem 9: thm-9 thm-9.rate erratum-2
        Theorem 9, corrected: thm-9.repaired
        Algorithm 5, Appendix C.1: alg5 thm-10
        Not in the paper; an implementation of Algorithm 1: online-tree
        Not in the paper: alg2u
        Not in the paper: alg2t alg2t.rate
        Not in the paper; repairs Algorithm 2: alg2u.run alg2t.run
        Theorem 6; the runs are not in the paper: thm-6.run thm-9.repaired.run alg2u.utility
        Not in the paper; in place of Theorem 9: alg2p.utility
        Proofs of Lemmas 11 and 12: error-split
        Theorem 6; the runs are not in the paper: alg1.scaling
        Not in the paper; the rate is that of the abstract: alg2t.scaling
        Tempting reading of Sections 1 and 2: tree-gain tree-gain.late honaker matrix-mechanism
        Not in the paper: comparisons
        Not in the paper: comparisons.run
    """,
)
CLAIMS = collect(__name__, PAPER)
