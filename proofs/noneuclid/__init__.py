"""Private stochastic optimisation in l_p norms: building blocks, Frank-Wolfe methods, rates."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="noneuclid",
    title="Non-Euclidean Differentially Private Stochastic Convex Optimization",
    authors="C. Guzman",
    reference="slides, April 2022; after Bassily, Guzman and Nandi, arXiv:2103.01278, and"
    " Bassily, Guzman and Menart, arXiv:2107.05585",
)
CLAIMS = collect(
    __name__,
    order="""
    dp_def gauss_mech gauss_calibration rnm rnm_exact_loss rnm_accuracy basic_comp adv_comp
    adv_choice sco_def sco_rates smd_onepass alg_smd_onepass_runs dpsco_table dpsco_l2
    dpsco_l2_rate alg_dpsco_l2_runs private_fw alg_private_fw_runs fw_facts polysfw polysfw_sens
    polysfw_sens_repaired polysfw_privacy polysfw_privacy_moderate polysfw_privacy_every_n
    polysfw_privacy_repaired polysfw_privacy_decay polysfw_vr regularity_linf
    regularity_linf_repaired polysfw_risk alg_polysfw_runs alg_polysfw_decay_runs asi_rate
    asi_tree asi_tree_privacy asi_tree_vr asi_tree_risk alg_asi_tree_runs lp_lower lp_lower_pure
    uc_gap kappa_regular gg_mech gg_renyi gg_renyi_quadrature gg_renyi_necessary gg_privacy
    gg_privacy_conversion gg_privacy_range gg_error gg_vs_gauss nvrsfw_naive nvrsfw_naive_rate
    alg_nvrsfw_naive_runs nvrsfw_tree nvrsfw_tree_rate alg_nvrsfw_tree_runs nc_measures
    nc_spider alg_nc_spider_vertices_runs alg_nc_spider_norm_runs nc_l1 nc_lp nc_lp_tree nc_weak
    nc_weak_details nc_weak_solver alg_nc_weak_runs nc_weak_lp_solver nc_weak_lp_distance
    nc_weak_lp_descent alg_nc_weak_lp_runs nc_weak_cost
    """.split(),
)
