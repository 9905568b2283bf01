"""Private stochastic optimisation in l_p norms: building blocks, Frank-Wolfe methods, rates."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="noneuclid",
    title="Non-Euclidean Differentially Private Stochastic Convex Optimization",
    authors="C. Guzman",
    reference="slides, April 2022; after Bassily, Guzman and Nandi, arXiv:2103.01278, and"
    " Bassily, Guzman and Menart, arXiv:2107.05585",
    contents="""
    Privacy in Data Analysis
      The Netflix case, and the privacy of models:
    Differential Privacy
      "Differential Privacy (DP)", the definition: dp-def
      "Gaussian Mechanism", with the note on its error: gauss-mech
      "Gaussian Mechanism", the constant in its variance:
        gauss-calibration.unconditional gauss-calibration.constant-one gauss-calibration
      "Report Noisy Max Mechanism", the guarantee: rnm rnm.repaired rnm.tight rnm-exact-loss
      "Report Noisy Max Mechanism", the accuracy: rnm-accuracy rnm-accuracy.sharp
      Theorem (Basic Composition): basic-comp
      Theorem (Advanced Composition) [Dwork, Rothblum and Vadhan 2010]: adv-comp
      How much one of k steps may spend, not on the slides: adv-comp.unconditional adv-comp.choice
    Stochastic Convex Optimization
      "Stochastic Convex Optimization (SCO)", the problem and its excess risk: sco-def sco-def.step
      "SCO: Excess Risk Rates", the table: sco-rates sco-rates.lower
      "SCO: Excess Risk Rates", mirror descent in a single pass: smd-onepass smd-onepass.runs
      "SCO: Excess Risk Rates", with high probability:
    Differentially Private Stochastic Convex Optimization (DP-SCO)
      "DP-SCO", the question:
      "DP-SCO", the table of rates: dpsco-table dpsco-table.lower
      "DP-SCO", the notes below the table, with high probability:
    DP-SCO, l_1-setup
      The optimal Euclidean rate, quoted: dpsco-l2.rate dpsco-l2 dpsco-l2.runs
      Frank-Wolfe with noisy choices of a vertex: private-fw private-fw.rate private-fw.runs
      Full-batch Frank-Wolfe against stochastic Frank-Wolfe, the remarks: fw-facts
      "Polyhedral Stochastic Frank-Wolfe w/Variance Reduction", the method: polysfw polysfw.runs
      "Poly-SFW: Privacy Analysis", Lemma (Sensitivity Bound):
        polysfw-sens polysfw-sens.repaired polysfw-sens.attained
      "Poly-SFW: Privacy Analysis", Corollary:
        polysfw-privacy polysfw-privacy.moderate polysfw-privacy.few-records
        polysfw-privacy.many-records polysfw-privacy.repaired polysfw-privacy.exact
        polysfw-privacy.every-n polysfw-privacy.decay polysfw-privacy.decay.runs
      "Poly-SFW: Privacy Analysis", proof idea, what a step spends: adv-comp.printed-choice
      "Poly-SFW: Convergence Analysis", Lemma (Variance-Reduced Gradient Estimate):
        polysfw-vr polysfw-vr.one-dimension polysfw-vr.sharp
        polysfw-vr.two-terms
      "Poly-SFW: Convergence Analysis", proof idea, l_infinity is regular:
        regularity-linf regularity-linf.display regularity-linf.repaired regularity-linf.lower
      "Poly-SFW: Convergence Analysis", Theorem [BGN'21]:
        polysfw-risk.every-budget polysfw-risk.rate polysfw-risk
      "Poly-SFW: Convergence Analysis", note, with high probability:
    l_1-Setup, Further Improvements
      The improved rate [Asi, Feldman, Koren and Talwar 2021]:
        asi-rate asi-tree-risk.rate asi-rate.two-points
      Tree aggregation for prefix sums, the method:
        asi-tree asi-tree-privacy asi-tree-vr asi-tree-risk asi-tree.runs
      Privacy amplification by shuffling:
    l_p Setup, 1 < p <= 2
      "Lower Bounds for l_p Setup", Theorem [BGN'21]:
        lp-lower lp-lower.repaired lp-lower.no-constant lp-lower.pure
        lp-lower.pure.error
      "Lower Bounds for l_p Setup", remark, a sudden transition of the excess risk:
      "Lower Bounds for l_p Setup", remark, the bound is tight up to p - 1: lp-lower.tightness
      "Lower Bounds for l_p Setup", remark, strong convexity of l_p: uc-gap uc-gap.sharp
      "Generalized Gaussian Mechanism", regular spaces:
        kappa-regular kappa-regular.lq kappa-regular.least
      "Generalized Gaussian (GG) Mechanism", the density: gg-mech gg-mech.sampler
      Proposition [BGN'21], first item, the privacy:
        gg-privacy gg-privacy.repaired gg-privacy.conversion gg-privacy.range
      Proposition [BGN'21], second item, the error: gg-error gg-error.sums
      Proposition [BGN'21], consequence, noisy first-order methods in regular spaces:
      "GG Mechanism: Analysis", the Renyi divergence:
        gg-renyi gg-renyi.repaired gg-renyi.quadrature gg-renyi.necessary
      Isotropic Gaussian noise in its place, not on the slides: gg-vs-gauss gg-vs-gauss.values
    Upper Bounds, Noisy Variance-Reduced Stochastic Frank-Wolfe
      The naive version: nvrsfw-naive.rate nvrsfw-naive nvrsfw-naive.runs
      With tree aggregation: nvrsfw-tree.rate nvrsfw-tree nvrsfw-tree.runs
      Note, the nonsmooth case [AFKT'21]: nvrsfw-afkt
    Nonconvex Losses
      "DP Stochastic Nonconvex Optimization", vanishing excess risk is hard:
      "DP Stochastic Nonconvex Optimization", the stationarity measures: nc-measures
      Table, the method of the smooth rows: nc-spider nc-spider.vertices.runs nc-spider.norm.runs
      Table, row 1, smooth, p = 1: nc-l1 nc-l1.best
      Table, row 2, smooth, 1 < p <= 2: nc-lp nc-lp.free nc-lp.tree
      Table, row 3, weakly convex, 1 <= p <= 2: nc-weak.lp nc-weak.lp-descent nc-weak.lp-runs
      Open problem, lower bounds for stationarity:
      "DP Stochastic Weakly Convex Optimization", the proximal step: nc-weak.prox
      "DP Stochastic Weakly Convex Optimization", the solver of a step:
        nc-weak.solver nc-weak.lp-solver nc-weak.lp-distance
      "DP Stochastic Weakly Convex Optimization", the guarantee: nc-weak nc-weak.runs
      "DP Stochastic Weakly Convex Optimization", the best rate without privacy: nc-facts
      "DP Stochastic Weakly Convex Optimization", the oracle complexity:
        nc-weak-cost nc-weak-cost.not-tight
    Summary
      Conclusions:
      Future directions:
""",
)
CLAIMS = collect(__name__, PAPER)
