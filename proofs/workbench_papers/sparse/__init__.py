"""Private optimisation with sparse gradients: mean estimation, output perturbation, stopped SGD."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="sparse",
    title="Differentially Private Optimization with Sparse Gradients",
    authors="B. Ghazi, C. Guzman, P. Kamath, R. Kumar, P. Manurangsi",
    reference="poster; arXiv:2404.10881",
    contents="""
        Setting: setting
        Stochastic Optimization; Differential Privacy: so-def
        implicit in both mechanisms: mean-sens
        every noise formula for delta > 0: gauss-calibration gauss-calibration.unconditional
        Projection Mechanism, the projection step: l1-projection l1-projection.two-balls
        Projection Mechanism, the projection step: l1-projection.runs linf-proj.runs
        Algorithm - Projection Mechanism: proj-mech
        Algorithm - Projection Mechanism; Table 1, upper bounds with explicit co: proj-mech.runs
        behind Table 1 - the analysis of the projection mechanism: proj-error
        behind Table 1: largest-noise
        Table 1, row 1: me-ub-pure me-ub-pure.trivial-term me-ub-pure.repaired
        Table 1, row 2: me-ub-approx me-ub-approx.vanishing-logarithm
        Upper Bounds for Mean Estimation, last line - the block-diagonal constru:
             block-lb block-lb.rate
        Table 1, lower bounds; constants ours: packing-lb
        Table 1, lower bounds, dense regime; constants ours: packing-lb.signs packing-lb.two-points
        Table 1, row 1; constants ours: packing-lb.gap
        Table 1, row 1, lower bound: me-lb-pure me-lb-pure.every-budget
        Table 1, row 1, lower bound, repaired; constants ours: me-lb-pure.repaired
        Table 1, row 2, lower bound; no condition on delta:
             me-lb-approx me-lb-approx.repaired me-lb-approx.short-blocks
        Algorithm - Gaussian l1-Recovery; the gain is read off the constant 18:
             cs-mech cs-mech.clipped
        Algorithm - Gaussian l1-Recovery; the number of rows is ours:
             cs-privacy cs-privacy.given-matrix
        Algorithm - Gaussian l1-Recovery; not on the poster:
             cs-privacy.fixed-data cs-privacy.any-rows
        Algorithm - Gaussian l1-Recovery; Table 1, row 2:
             cs-accuracy cs-accuracy.every-budget cs-accuracy.square
        not on the poster: cs-accuracy.decoder
        Algorithm - Gaussian l1-Recovery; clipping and the second decoder are ou: cs-mech.runs
        Table 2, row 1: t2-erm-approx t2-sco-approx t2-erm-pure t2-sco-pure t2-gradnorm
        block - Output Perturbation, the noise for delta > 0: erm-l2-sens
        block - Output Perturbation, the noise for delta = 0: erm-l1-sens
        in place of the noise scale for delta = 0; not on the poster: erm-l1-sens-sharp
        not on the poster: erm-l1-sens-sharp.star erm-l1-sens-sharp.flat
        not on the poster: erm-l1-sens-sharp.kinks erm-l1-sens-sharp.almost-everywhere
        block - Output Perturbation, delta = 0, read with the closed convex X of:
             erm-l1-constrained erm-l1-constrained.repaired
        block - Output Perturbation with l_oo-Projection: outpert outpert.tolerance
        block - Output Perturbation with l_oo-Projection: linf-proj
        Table 2, row 1, with the block Output Perturbation: outpert-approx
        Table 2, row 3, with the block Output Perturbation: outpert-pure outpert-pure.sharp
        in place of the block Output Perturbation for delta = 0 and constrained :
             outpert-pure.constrained
        Table 2, rows 2 and 4: outpert-sco outpert-sco.sharp
        Output Perturbation with l_inf projection; the sharper l1 rule is ours: outpert.runs
        Output Perturbation, Table 2 row 3 with explicit constants:
             outpert-pure.runs outpert-approx.runs
        Output Perturbation, Table 2 row 2 with explicit constants: outpert-sco.runs
        block - Subsampled Bias-Reduced Gradient Estimator: mlmc
        block - Subsampled Bias-Reduced Gradient Estimator, with the level 0:
             mlmc-unbiased mlmc-unbiased.from-one
        not on the poster: mlmc-unbiased.replacement
        block - Subsampled Bias-Reduced Gradient Estimator: mlmc-moment
        not on the poster: mlmc-moment.tails
        block - Subsampled Bias-Reduced Gradient Estimator: mlmc-privacy
        block - Subsampled Bias-Reduced Gradient Estimator: mlmc.runs
        block - Upper Bounds for DP-SO, first bullet: filter
        not on the poster: filter.adversary
        block - Upper Bounds for DP-SO, second and third bullet: stopped-sgd
        block - Upper Bounds for DP-SO; constants not on the poster: stopped-sgd.horizon
        not on the poster: stopped-sgd.example
        block - Upper Bounds for DP-SO: stopped-sgd.runs
        block - Upper Bounds for DP-SO: sgd-convex sgd-convex.rate
        Table 2, row 5: sgd-nonconvex sgd-nonconvex.rate
        in place of Table 2, row 5: sgd-nonconvex.improved
        not on the poster: sgd-nonconvex.numbers
        block - Upper Bounds for DP-SO: stopped-sgd.walks
        block - Upper Bounds for DP-SO, third bullet: boost boost.pure
        block - Upper Bounds for DP-SO, third bullet: boost.runs
        conclusions; Tables 1 and 2: remarks remarks.pure
    """,
)
CLAIMS = collect(__name__, PAPER)
