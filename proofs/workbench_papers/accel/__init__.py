"""Differentially private accelerated optimisation: gradient descent, heavy ball, Nesterov, MASG."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="accel",
    title="Differentially Private Accelerated Optimization Algorithms",
    authors="N. Kuru, S. I. Birbil, M. Gurbuzbalaban, S. Yildirim",
    reference="arXiv:2008.01989",
    contents="""
    2 Preliminaries
      Eqs. (1)-(3), with Definition A.1: problem-class
      Eqs. (4)-(7), the methods and the mini-batch gradient: update-rules
      Eq. (8), the released gradient: noisy-gradient
    3 Differentially Private Heavy Ball Algorithm
      Eq. (9), algorithm DP-SHB: dp-shb-update alg-dp-hb
      Eq. (10), the sensitivity S_1(x), and the sentence after it: erratum-36
      Eq. (11), the privacy loss of a step: erratum-37 eps-function
      Proposition 3.1, eqs. (12)-(13): prop-3-1 prop-3-1.tight prop-3-1.tight-subsampled
      Eqs. (14)-(15), momentum as smoothing:
        smoothing-form smoothing-form.average smoothing-form.average.repaired
        smoothing-form.averaged-start
    3.1 Analysis of DP-SHB
      Eqs. (16)-(18), the dynamical system: dynamical-system erratum-8 dynamical-system.repaired
      Assumption 3.2, eq. (19): assumption-3-2
      Proposition 3.3, eqs. (20)-(21): prop-3-3 erratum-16 prop-3-3.repaired prop-3-3.euclidean
      The shape of the error bounds in T, an unnumbered display: error-shape error-shape.subsampled
      The Lyapunov function V, an unnumbered display: lyapunov-function
      Proposition 3.4, eqs. (22)-(23): prop-3-4 erratum-9 erratum-9.repaired prop-3-4.repaired
      What Proposition 3.4 can certify, not in the paper:
        lmi-scaling lmi-monotone-in-rho lmi-lower-bound lmi-gd-closed-form lmi-feasible-region
        lmi-feasible-region.converse lmi-tight-region lmi-not-better-than-gd hb-cycles
        lmi-exact-certificate lmi-exact-refutation lmi-noise-optimal lmi-extended
    3.2 Analysis of quadratic objective function case
      Eq. (24), the quadratic, and Polyak's parameters: quadratic-model
      Rate against noise, the sentences before Theorem 3.5: quad-tradeoff quad-tradeoff.repaired
      Theorem 3.5, eq. (25): thm-3-5 thm-3-5.repaired
      Theorem 3.5, eq. (26), the rate: quad-rate quad-rate.repaired
      Theorem 3.5, the noise term m(alpha, beta): quad-stationary
      Beside Theorem 3.5, not in the paper: quad-finite-time
      Numerical demonstration, C_t = t, with footnote 1: erratum-6 quad-power-bound
      Figure 1: fig-1 erratum-2
    4 Differentially Private Accelerated Algorithms
      Eq. (27), algorithm DP-NAG: dp-nag-update erratum-26 erratum-26.repaired alg-dp-nag
    4.1 NAG with optimized DP variance
      Theorem 4.1, eq. (28): thm-4-1 thm-4-1.repaired nag-lyapunov-certificate
      The sentence after eq. (28), with Proposition 3.3: erratum-20 erratum-20.repaired
      Eq. (29), the bound after T steps: erratum-19 erratum-19.repaired
      Eq. (30), how to spend the budget: noise-allocation-problem
      Proposition 4.2, eq. (31): prop-4-2
      The sentence after Proposition 4.2: allocation-monotone allocation-monotone.repaired
      Beside Proposition 4.2, not in the paper: allocation-general-power allocation-hb
        allocation-hb.zero-weight
      Remark 4.1, eq. (32):
        remark-4-1 remark-4-1.repaired remark-4-1.general-power remark-4-1.steps
        remark-4-1.subsampled
      Remark 4.2:
        remark-4-2 erratum-27 erratum-27.repaired allocation-subsampled allocation-subsampled.guide
      Algorithm DP-NAG-opt, from Proposition 4.2 and the remarks: alg-dp-nag-opt
    4.2 Multi-stage NAG
      Eq. (33), the stages of MASG: masg-schedule
      Algorithm DP-MASG: alg-dp-masg
      Theorem 4.3, eq. (34):
        thm-4-3 erratum-24 erratum-24.size erratum-25 erratum-25.size thm-4-3.repaired
        masg-small-step masg-small-step.stops
      The weights and the scales after Theorem 4.3: masg-allocation
      Algorithm DP-MASG-opt: alg-dp-masg-opt
      Figure 2: fig-2
    5 Experimental results
      Eq. (35), regularised logistic regression: logistic-model logistic-model.repaired
      Eq. (36), the sensitivity of the model:
        logistic-sensitivity erratum-30 logistic-sensitivity.repaired
        logistic-sensitivity.one-variable
      The constants mu and L:
        logistic-constants logistic-constants.values erratum-31 erratum-31.repaired
      Algorithm DP-GD: alg-dp-gd
      The setting of the experiments, with the authors' code: exp-grid erratum-34 exp-noise-bug
      The parameters of DP-HB, with Proposition 3.4: erratum-38
      The adjusted number of steps, with Remark 4.1: erratum-35 erratum-35.repaired exp-claims.q7
      Figures 3 and 4: exp-figures
      Conclusion, acceleration against DP-GD:
        exp-claims.q1 exp-claims.q1.repaired exp-claims.q2 exp-claims.q2.repaired exp-claims.q3
        exp-claims.q4 exp-claims.q4.repaired exp-claims.q4b exp-claims.q4b.repaired exp-claims.q11
      Conclusion, the optimised methods: exp-claims.q5 exp-claims.q6 exp-claims.q6.repaired
      Conclusion, the step size: exp-claims.q8 exp-claims.q8.magnitude exp-claims.q8.robust
      Conclusion, m = 1000 against m = 100000:
        exp-claims.q9 exp-claims.q9.short exp-claims.q9.magnitude exp-claims.q10 erratum-32
        eps-monotone-in-m
    6 Conclusions
      Other forms of privacy: allocation-zcdp allocation-zcdp.gain
    A Definitions and Known Results
      Definition A.2: dp-definition
      Definition A.3, eq. (37): sensitivity
      Theorem A.1: laplace-mechanism
      Theorem A.2: composition
      Theorem A.3: subsampling
    B.1 Proof of Proposition 3.3
      Eq. (38), the privacy noise: erratum-15 erratum-15.repaired
      Eqs. (39)-(40), the sampling error: prop-3-3.sampling-covariance
      Eq. (41), its last step: erratum-17 prop-3-3.projected-variance erratum-17.repaired
    B.2 Proof of Proposition 3.4
      Lemma B.1, eqs. (42)-(44): lemma-b1 erratum-14
      Proof of Lemma B.1, eq. (45): erratum-13
      Proof of Lemma B.1, eq. (46): erratum-12
    B.3 Proof of Theorem 3.5
      Eq. (47), the recursion of two iterates:
      The trace of their second moment: erratum-4
    B.4 Proof of Proposition 4.2
      The second-order condition: erratum-22 erratum-22.repaired
    """,
)
CLAIMS = collect(__name__, PAPER)
