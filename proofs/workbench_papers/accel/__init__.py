"""Differentially private accelerated optimisation: gradient descent, heavy ball, Nesterov, MASG."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="accel",
    title="Differentially Private Accelerated Optimization Algorithms",
    authors="N. Kuru, S. I. Birbil, M. Gurbuzbalaban, S. Yildirim",
    reference="arXiv:2008.01989",
    contents="""
        eqs. (1)-(3), Definition A.1: problem-class
        eqs. (4)-(7): update-rules
        Definition A.2: dp-definition
        sentence after eq. (10): erratum-36 sensitivity
        Theorem A.1: laplace-mechanism
        Theorem A.2, in the adaptive form that Propositions 3.1 and 4.2 use: composition
        Theorem A.3: subsampling
        eq. (11), domain: erratum-37 eps-function
        Section 5, comparison of m = 1000 and m = 100000: erratum-32 eps-monotone-in-m
        eq. (8): noisy-gradient
        Section 3, eqs. (8)-(9): dp-shb-update
        Proposition 3.1, eqs. (12)-(13): prop-3-1 prop-3-1.tight
        Section 3, after Proposition 3.1 - not in the paper: prop-3-1.tight-subsampled
        Section 3, eqs. (14)-(15):
             smoothing-form smoothing-form.average
            smoothing-form.average.repaired smoothing-form.averaged-start
        Section 3.1, eqs. (16)-(18): dynamical-system erratum-8 dynamical-system.repaired
        Assumption 3.2, eq. (19): assumption-3-2
        Proposition 3.3, eqs. (20)-(21):
             prop-3-3 prop-3-3.repaired erratum-15 erratum-15.repaired
            erratum-16
        Proof of Proposition 3.3, eqs. (39)-(40): prop-3-3.sampling-covariance
        Proof of Proposition 3.3, last step of eq. (41):
             erratum-17 prop-3-3.projected-variance erratum-17.repaired
        Proposition 3.3 - not in the paper: prop-3-3.euclidean
        Section 3.1, between Propositions 3.3 and 3.4: error-shape error-shape.subsampled
        Section 3.1, before Proposition 3.4; the lower bound is implicit in eq. : lyapunov-function
        Lemma B.1, eqs. (42)-(46): lemma-b1
        Proposition 3.4, below eq. (22):
             erratum-9 erratum-9.repaired erratum-12 erratum-13 erratum-14
        Proposition 3.4, eqs. (22)-(23), with (18): prop-3-4
        Proposition 3.4, eqs. (22)-(23), corrected: prop-3-4.repaired
        not in the paper; about Proposition 3.4: lmi-scaling
        not in the paper; about Proposition 3.4: lmi-monotone-in-rho
        not in the paper; about Proposition 3.4: lmi-lower-bound
        not in the paper; Proposition 3.4 at beta = 0: lmi-gd-closed-form
        not in the paper; about Proposition 3.4: lmi-feasible-region lmi-feasible-region.converse
        not in the paper; about Proposition 3.4: lmi-tight-region
        not in the paper; about Proposition 3.4: lmi-not-better-than-gd
        not in the paper; Goujaud, Taylor, Dieuleveut, arXiv 2307.11291: hb-cycles erratum-38
        not in the paper; about Proposition 3.4: lmi-exact-certificate
        not in the paper; about Proposition 3.4: lmi-exact-refutation
        not in the paper; about Proposition 3.4: lmi-noise-optimal
        not in the paper; beyond Proposition 3.4: lmi-extended
        Section 3.2, eq. (24): quadratic-model
        Theorem 3.5, eq. (26): quad-rate quad-rate.repaired
        Theorem 3.5, m(alpha, beta): quad-stationary erratum-4
        not in the paper; it replaces the bound of Theorem 3.5: quad-finite-time
        not in the paper, which has C_t = O(t): quad-power-bound erratum-6
        Theorem 3.5, eqs. (25)-(26), with appendix B.3: thm-3-5 thm-3-5.repaired
        Section 3.2, before Theorem 3.5: quad-tradeoff quad-tradeoff.repaired
        Section 3.2, numerical demonstration and Figure 1: fig-1 erratum-2
        Eq. (27): dp-nag-update erratum-26 erratum-26.repaired
        behind Theorem 4.1; the certificate is not in the paper: nag-lyapunov-certificate
        Theorem 4.1, eq. (28): thm-4-1 thm-4-1.repaired
        Eq. (29): erratum-19 erratum-19.repaired
        Sentence after eq. (28): erratum-20 erratum-20.repaired
        Eq. (30): noise-allocation-problem
        Proposition 4.2, eq. (31), proof B.4: prop-4-2
        Proof of Proposition 4.2, appendix B.4, last sentence: erratum-22 erratum-22.repaired
        not in the paper; Proposition 4.2 is the case p = 2: allocation-general-power
        Sentence after Proposition 4.2: allocation-monotone allocation-monotone.repaired
        Remark 4.1, eq. (32): remark-4-1 remark-4-1.repaired
        not in the paper; Remark 4.1 is the case p = 2: remark-4-1.general-power
        Remark 4.1 and Section 5, recomputed: remark-4-1.steps
        Section 5, lengths decoded from Figures 3 and 4: erratum-35 erratum-35.repaired
        Remark 4.2; lower bound and remainder are not in the paper: remark-4-2
        Remark 4.2, read as - use the scales of (31) with m < n: erratum-27 erratum-27.repaired
        not in the paper, which calls eq. (30) with m < n intractable: allocation-subsampled
        Remark 4.2, read as - keep the budget shares of (31); figures are not in:
             allocation-subsampled.guide
        Remark 4.1 with m < n; not in the paper: remark-4-1.subsampled
        suggested in the conclusion; not in the paper: allocation-zcdp allocation-zcdp.gain
        not in the paper: allocation-hb
        Eq. (33): masg-schedule
        Theorem 4.3, eq. (34), read with s_0 = 0: thm-4-3 thm-4-3.repaired
        Theorem 4.3, eq. (34), read with s_0 = 1: erratum-24 erratum-24.size
        Section 4.2 with Theorem 4.3, eq. (34), s_0 = 0: erratum-25 erratum-25.size
        Text after Theorem 4.3: masg-allocation
        not in the paper: masg-small-step
        Figure 2: fig-2
        Eq. (35): logistic-model logistic-model.repaired
        Section 5, sentence before eq. (36):
             logistic-sensitivity erratum-30 logistic-sensitivity.repaired
        not in the paper: logistic-sensitivity.one-variable
        Section 5: logistic-constants logistic-constants.values
        Section 5 - L estimated from U, alpha = c/L, and epsilon = 1:
             erratum-31 erratum-31.repaired
        Section 5; features, labels and start from the authors' code: exp-grid
        the authors' code - its Laplace sampler takes a standard deviation:
             erratum-34 exp-noise-bug
        Section 5 (the algorithm); the bound is not in the paper: alg-dp-gd
        Eqs. (9), (12), (13); the error formula is not in the paper: alg-dp-hb
        Eqs. (27), (13), Theorem 4.1 as corrected: alg-dp-nag
        Proposition 4.2, Remarks 4.1 and 4.2, Section 5; as corrected: alg-dp-nag-opt
        Eq. (33), Section 4.2, Theorem 4.3 as corrected: alg-dp-masg
        Section 4.2 with Proposition 4.2, Section 5; as corrected: alg-dp-masg-opt
        Section 5, Figures 3 and 4; public code: exp-figures
        Section 5:
             exp-claims.q1 exp-claims.q1.repaired exp-claims.q2
            exp-claims.q2.repaired exp-claims.q3 exp-claims.q4
            exp-claims.q4.repaired exp-claims.q4b exp-claims.q4b.repaired
            exp-claims.q5 exp-claims.q6 exp-claims.q6.repaired exp-claims.q8
            exp-claims.q8.magnitude exp-claims.q8.robust exp-claims.q9
            exp-claims.q9.short exp-claims.q9.magnitude exp-claims.q10
            exp-claims.q11 exp-claims.q7
    """,
)
CLAIMS = collect(__name__, PAPER)
