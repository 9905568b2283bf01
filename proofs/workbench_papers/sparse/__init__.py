"""Private optimisation with sparse gradients: mean estimation, output perturbation, stopped SGD."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="sparse",
    title="Differentially Private Optimization with Sparse Gradients",
    authors="B. Ghazi, C. Guzman, P. Kamath, R. Kumar, P. Manurangsi",
    reference="poster; arXiv:2404.10881",
    contents="""
    Motivation
      Figure 1, gradient sparsity of embedding features:
    Setting
      Items 1 to 4, the problem and the sparsity of its gradients: setting
      Stochastic Optimization (SO); (eps, delta)-Differential Privacy: so-def
    Our Results
      Table 1, pure DP, upper bound: me-ub-pure me-ub-pure.trivial-term me-ub-pure.repaired
      Table 1, pure DP, lower bound:
        me-lb-pure me-lb-pure.every-budget me-lb-pure.repaired packing-lb packing-lb.signs
        packing-lb.two-points packing-lb.gap
      Table 1, approximate DP, upper bound: me-ub-approx.vanishing-logarithm me-ub-approx
      Table 1, approximate DP, lower bound:
        me-lb-approx me-lb-approx.repaired me-lb-approx.short-blocks
      Table 2, approximate DP, convex ERM: t2-erm-approx outpert-approx outpert-approx.runs
      Table 2, approximate DP, SCO: t2-sco-approx outpert-sco outpert-sco.runs
      Table 2, pure DP, convex ERM:
        t2-erm-pure outpert-pure outpert-pure.runs outpert-pure.sharp
      Table 2, pure DP, SCO: t2-sco-pure outpert-sco.sharp
      Table 2, approximate DP, norm of the empirical gradient:
        t2-gradnorm sgd-nonconvex.rate sgd-nonconvex sgd-nonconvex.improved
        sgd-nonconvex.numbers
      Table 2, the bounds without sparsity:
    Upper Bounds for Mean Estimation
      The sensitivity of the mean, implicit in both algorithms: mean-sens
      Every noise for delta > 0: gauss-calibration.unconditional gauss-calibration
      Algorithm: Projection Mechanism, its privacy: proj-mech proj-mech.exact proj-mech.runs
      Algorithm: Projection Mechanism, the projection:
        l1-projection l1-projection.two-balls l1-projection.runs
      Algorithm: Projection Mechanism, its error, behind Table 1:
        proj-error
      Algorithm: Gaussian l1-Recovery, the noise: cs-mech cs-mech.clipped cs-mech.runs
      Algorithm: Gaussian l1-Recovery, the number of rows m:
        cs-privacy.given-matrix cs-privacy cs-privacy.any-rows cs-privacy.fixed-data
      Algorithm: Gaussian l1-Recovery, the output and its error:
        cs-accuracy.every-budget cs-accuracy.square cs-accuracy cs-accuracy.decoder
      The block-diagonal construction of lower bounds: block-lb block-lb.rate
    Upper Bounds for DP-SO
      Nearly optimal for DP-ERM and DP-SCO, the first sentence: remarks.pure remarks
      Algorithm: Output Perturbation with l_oo-Projection: outpert outpert.runs outpert.tolerance
      Output Perturbation, the noise for delta > 0: erm-l2-sens
      Output Perturbation, the noise for delta = 0:
        erm-l1-constrained erm-l1-sens erm-l1-constrained.repaired outpert-pure.constrained
      A smaller noise for delta = 0, not on the poster:
        erm-l1-sens-sharp erm-l1-sens-sharp.attained erm-l1-sens-sharp.star
        erm-l1-sens-sharp.flat erm-l1-sens-sharp.nonsmooth erm-l1-sens-sharp.kinks
        erm-l1-sens-sharp.almost-everywhere
      Output Perturbation, the projection: linf-proj linf-proj.runs
      Bias-reduced DP-SGD, convex losses: sgd-convex sgd-convex.rate
      A random privacy budget and a stopping time:
        filter filter.adversary stopped-sgd stopped-sgd.horizon stopped-sgd.example
        stopped-sgd.example.chances stopped-sgd.runs stopped-sgd.walks
      Constant success probability, and boosting: boost boost.pure boost.runs
      Subsampled Bias-Reduced Gradient Estimator: mlmc mlmc.runs
      Subsampled Bias-Reduced Gradient Estimator, the range of N:
        mlmc-unbiased.from-one mlmc-unbiased mlmc-unbiased.replacement
      Subsampled Bias-Reduced Gradient Estimator, the privacy of a call: mlmc-privacy
      Subsampled Bias-Reduced Gradient Estimator, its moments: mlmc-moment mlmc-moment.tails
""",
)
CLAIMS = collect(__name__, PAPER)
