"""Momentum with tree aggregation for private non-convex empirical risk minimisation."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="momentum",
    title="Momentum Aggregation for Private Non-convex ERM",
    authors="H. Tran, A. Cutkosky",
    reference="arXiv:2210.06328",
)
# the order of the paper
CLAIMS = collect(
    __name__,
    order="""
    setting privacy_definitions gaussian_renyi rdp_to_dp tree_facts prior_rates
    intervals compose prefix_fenwick prop_16 momentum_identity
    prop_13 sens_g sens_g_fresh node_count thm_4 noise
    lem_5 scale_invariance without_replacement lem_11 lem_11_single lem_11_memory lem_11_det
    thm_6 thm_6_rate alg_1 lem_17 prefix_form alg_2p_run cor_15 sens_h thm_8 thm_8_split lem_7 alg_2
    thm_9 thm_9_repaired thm_10
    online_tree uniform_window difference_tree alg_2_repairs utility_runs alg_2p_utility error_split
    scaling_alg_1 scaling_alg_2t alternatives comparisons comparisons_run
    """.split(),
)
