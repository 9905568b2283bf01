"""Private optimisation with sparse gradients: mean estimation, output perturbation, stopped SGD."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="sparse",
    title="Differentially Private Optimization with Sparse Gradients",
    authors="B. Ghazi, C. Guzman, P. Kamath, R. Kumar, P. Manurangsi",
    reference="poster; arXiv:2404.10881",
)
CLAIMS = collect(
    __name__,
    order="""
    setting so_def mean_sens gauss_calibration l1_projection alg_projection_runs proj_mech
    alg_projection_mechanism_runs proj_error largest_noise me_ub_pure me_ub_approx block_lb
    packing_lb packing_dense packing_gap me_lb_pure me_lb_pure_repaired me_lb_approx cs_mech
    cs_privacy cs_rows cs_accuracy cs_decoder alg_l1_recovery_runs t2 erm_l2_sens erm_l1_sens
    erm_l1_sens_sharp erm_l1_sens_star erm_l1_kinks erm_l1_constrained outpert linf_proj
    outpert_approx outpert_pure outpert_constrained outpert_sco alg_output_perturbation_runs
    alg_output_perturbation_errors alg_output_perturbation_sco_runs mlmc mlmc_unbiased
    mlmc_replacement mlmc_moment mlmc_tails mlmc_privacy alg_mlmc_runs filter filter_adversary
    stopped_sgd stopped_sgd_horizon stopped_sgd_example alg_stopped_sgd_runs sgd_convex
    sgd_nonconvex sgd_nonconvex_improved sgd_nonconvex_numbers alg_stopped_sgd_walks boost
    alg_boost_runs remarks
    """.split(),
)
