"""Private stochastic optimisation in l_p norms: building blocks, Frank-Wolfe methods, rates."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="noneuclid",
    title="Non-Euclidean Differentially Private Stochastic Convex Optimization",
    authors="C. Guzman",
    reference="slides, April 2022; after Bassily, Guzman and Nandi, arXiv:2103.01278, and"
    " Bassily, Guzman and Menart, arXiv:2107.05585",
    contents="""
        slide - Differential Privacy (DP): dp-def
        slide - Gaussian Mechanism, with its note: gauss-mech
        slide - Gaussian Mechanism, with the constant made explicit:
             gauss-calibration gauss-calibration.unconditional
            gauss-calibration.constant-one
        slide - Report Noisy Max Mechanism: rnm rnm.repaired
        slide - Report Noisy Max Mechanism, made exact: rnm-exact-loss
        slide - Report Noisy Max Mechanism, accuracy: rnm-accuracy
        slide - Theorem (Basic Composition): basic-comp
        slide - Theorem (Advanced Composition): adv-comp
        slides - Advanced Composition; Poly-SFW - Privacy Analysis, corrected:
             adv-comp.choice adv-comp.unconditional adv-comp.printed-choice
        slide - Stochastic Convex Optimization: sco-def
        slide - SCO - Excess Risk Rates: sco-rates sco-rates.lower
        slide - SCO - Excess Risk Rates, the bullets: smd-onepass
        "SCO - Excess Risk Rates": smd-onepass.runs
        slide - DP-SCO, the table; reconstructed from the slides after it:
             dpsco-table dpsco-table.lower
        slide - DP-SCO - l_1-setup, the quoted Euclidean rate: dpsco-l2
        slide - DP-SCO - l_1-setup, the quoted Euclidean rate: dpsco-l2.rate
        "DP-SCO", Euclidean rate: dpsco-l2.runs
        slides - "Is the polynomial dimension-dependence avoidable?": private-fw private-fw.rate
        "Is the polynomial dimension-dependence avoidable?": private-fw.runs
        slides - "Is the polynomial dimension-dependence avoidable?": fw-facts
        slide - Polyhedral Stochastic Frank-Wolfe with Variance Reduction: polysfw
        slide - Poly-SFW - Privacy Analysis, lemma: polysfw-sens
        slide - Poly-SFW - Privacy Analysis, lemma, corrected: polysfw-sens.repaired
        slide - Poly-SFW - Privacy Analysis, corollary:
             polysfw-privacy polysfw-privacy.moderate
            polysfw-privacy.few-records
        slide - Poly-SFW - Privacy Analysis, corollary, with two conditions:
             polysfw-privacy.many-records
        slide - Poly-SFW - Privacy Analysis, corollary, with other noise: polysfw-privacy.every-n
        slide - Poly-SFW - Privacy Analysis, corollary, corrected:
             polysfw-privacy.repaired polysfw-privacy.exact
        sharpens the slide - Poly-SFW - Privacy Analysis, corollary: polysfw-privacy.decay
        slide - Poly-SFW - Convergence Analysis, lemma:
             polysfw-vr polysfw-vr.sharp polysfw-vr.one-dimension
        slide - Poly-SFW - Convergence Analysis, proof idea:
             regularity-linf regularity-linf.display regularity-linf.lower
        slide - Poly-SFW - Convergence Analysis, proof idea, corrected: regularity-linf.repaired
        slide - Theorem [BGN'21], with constants:
             polysfw-risk polysfw-risk.rate polysfw-risk.every-budget
        "Polyhedral Stochastic Frank-Wolfe w/Variance Reduction": polysfw.runs
        "Polyhedral Stochastic Frank-Wolfe w/Variance Reduction"; the accounting:
             polysfw-privacy.decay.runs
        slide - l_1-Setup - Further Improvements: asi-rate asi-rate.two-points
        slide - l_1-Setup - Further Improvements: asi-tree
        slide - l_1-Setup - Further Improvements; constants are not on the slide: asi-tree-privacy
        slide - l_1-Setup - Further Improvements; constants are not on the slide: asi-tree-vr
        slide - l_1-Setup - Further Improvements; constants are not on the slide:
             asi-tree-risk asi-tree-risk.rate
        "l1-Setup - Further Improvements"; constants are not on the slides: asi-tree.runs
        slide - Lower Bounds for l_p Setup:
             lp-lower lp-lower.repaired lp-lower.no-constant lp-lower.tightness
        slide - Lower Bounds for l_p Setup; not on the slide: lp-lower.pure
        slide - Lower Bounds for the l_p Setup, the step from values to distance:
             uc-gap uc-gap.sharp
        slide - Generalized Gaussian Mechanism; the definition is the standard o:
             kappa-regular kappa-regular.lq
        slide - Generalized Gaussian (GG) Mechanism; the sampler is ours: gg-mech
        slide - GG Mechanism - Analysis: gg-renyi gg-renyi.repaired
        slide - GG Mechanism - Analysis; not on the slide: gg-renyi.quadrature
        slide - GG Mechanism - Analysis; not on the slide: gg-renyi.necessary
        slide - Proposition [BGN'21], first item: gg-privacy gg-privacy.repaired
        not on the slides; Canonne, Kamath and Steinke (2020): gg-privacy.conversion
        slide - Proposition [BGN'21], first item; its range: gg-privacy.range
        slide - Proposition [BGN'21], second item: gg-error
        not on the slides: gg-vs-gauss gg-vs-gauss.values
        slide - Upper Bounds - Noisy Variance-Reduced Stochastic Frank-Wolfe, fi: nvrsfw-naive
        slide - Upper Bounds - Noisy Variance-Reduced Stochastic Frank-Wolfe, fi: nvrsfw-naive.rate
        "Upper Bounds - Noisy Variance-Reduced Stochastic Frank-Wolfe", direct v: nvrsfw-naive.runs
        slide - Upper Bounds - Noisy Variance-Reduced Stochastic Frank-Wolfe, se: nvrsfw-tree
        slide - Upper Bounds - Noisy Variance-Reduced Stochastic Frank-Wolfe, se:
             nvrsfw-tree.rate nvrsfw-afkt
        "Upper Bounds - Noisy Variance-Reduced Stochastic Frank-Wolfe", tree agg: nvrsfw-tree.runs
        slide - DP Stochastic Nonconvex Optimization: nc-measures
        slide - DP Stochastic Nonconvex Optimization; the table has rates only: nc-spider
        "DP Stochastic Nonconvex Optimization", table, p = 1: nc-spider.vertices.runs
        "DP Stochastic Nonconvex Optimization", table, row 2: nc-spider.norm.runs
        slide - DP Stochastic Nonconvex Optimization, table, first row: nc-l1 nc-l1.best
        slide - DP Stochastic Nonconvex Optimization, table, second row: nc-lp nc-lp.free
        slide - DP Stochastic Nonconvex Optimization, table, second row; improve: nc-lp.tree
        slide - DP Stochastic Weakly Convex Optimization; table, third row: nc-weak
        slide - DP Stochastic Weakly Convex Optimization, the display of the pro:
             nc-weak.prox nc-weak.lp
        "DP Stochastic Weakly Convex Optimization", the solver of a stage: nc-weak.solver
        "DP Stochastic Weakly Convex Optimization": nc-weak.runs
        "DP Stochastic Weakly Convex Optimization", the solver of a stage, 1 < p: nc-weak.lp-solver
        "DP Stochastic Weakly Convex Optimization", the solver of a stage, 1 < p:
             nc-weak.lp-distance
        slide - DP Stochastic Nonconvex Optimization, table, third row (1 <= p <:
             nc-weak.lp-descent
        "DP Stochastic Weakly Convex Optimization", 1 < p <= 2: nc-weak.lp-runs
        slide - DP Stochastic Weakly Convex Optimization, last item:
             nc-weak-cost nc-weak-cost.not-tight nc-facts
    """,
)
CLAIMS = collect(__name__, PAPER)
