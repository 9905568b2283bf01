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
    dp_nag_update nag_lyapunov_certificate thm_4_1 erratum_19 erratum_20 noise_allocation_problem
    prop_4_2 erratum_22 allocation_general_power allocation_monotone remark_4_1 remark_4_1_general
    remark_4_1_steps remark_4_2 erratum_27
    alg_dp_gd alg_dp_hb alg_dp_nag
    """.split(),
)
