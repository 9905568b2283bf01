"""Differentially private accelerated optimisation: gradient descent, heavy ball, Nesterov, MASG."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="accel",
    title="Differentially Private Accelerated Optimization Algorithms",
    authors="N. Kuru, S. I. Birbil, M. Gurbuzbalaban, S. Yildirim",
    reference="arXiv:2008.01989",
)
# the order of the paper
CLAIMS = collect(
    __name__,
    order="""
    problem_class update_rules dp_definition sensitivity laplace_mechanism composition subsampling
    eps_function eps_monotone_in_m noisy_gradient
    dp_shb_update prop_3_1 prop_3_1_subsampled smoothing_form dynamical_system assumption_3_2
    prop_3_3 prop_3_3_sampling prop_3_3_trace prop_3_3_euclidean error_shape
    lyapunov_function lemma_b1 errata_b2 prop_3_4 prop_3_4_repaired lmi_scaling lmi_monotone_in_rho
    lmi_lower_bound lmi_gd_closed_form lmi_feasible_region lmi_tight_region lmi_not_better_than_gd
    hb_cycles lmi_exact_certificate lmi_exact_refutation lmi_noise_optimal lmi_extended
    quadratic_model quad_rate quad_stationary quad_finite_time quad_power_bound thm_3_5
    quad_tradeoff fig_1
    dp_nag_update nag_lyapunov_certificate thm_4_1 erratum_19 erratum_20 noise_allocation_problem
    prop_4_2 erratum_22 allocation_general_power allocation_monotone remark_4_1 remark_4_1_general
    remark_4_1_steps erratum_35 remark_4_2 erratum_27 allocation_subsampled
    allocation_subsampled_guide remark_4_1_subsampled allocation_zcdp allocation_hb
    masg_schedule thm_4_3 erratum_24 erratum_25 masg_allocation masg_small_step fig_2
    logistic_model logistic_sensitivity logistic_sensitivity_line logistic_constants erratum_31
    exp_grid exp_noise_bug
    alg_dp_gd alg_dp_hb alg_dp_nag alg_dp_nag_opt alg_dp_masg alg_dp_masg_opt
    section_5.figures section_5.claims
    """.split(),
)
