"""Mirror descent for private saddle points: Maurey sampling, bias-reduced gradients, rates."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="saddle",
    title="Mirror Descent Algorithms with Nearly Dimension-Independent Rates for"
    " Differentially-Private Stochastic Saddle-Point Problems",
    authors="T. Gonzalez, C. Guzman, C. Paquette",
    reference="arXiv:2403.02912",
)
# the order of the paper
CLAIMS = collect(
    __name__,
    order="""
    problem gap vertex_sampling table_1 lower_bound thm_1_1 ex_max_loss footnote_3
    lem_2_1 cor_2_3 cor_2_4 cor_2_6 cor_2_6_order cor_2_6_dimension lem_2_8
    lem_2_10 lem_2_10_order cor_2_12 leave_one_out
    algorithms algorithm_3 thm_3_4 thm_3_5 cor_3_6 prop_3_3 lem_3_9 lem_3_8 fbeta_smooth lem_3_11
    thm_3_1 thm_3_1_optimum private_iterate tgeom lem_3_15 prop_3_17 thm_3_14 frank_wolfe thm_3_22
    thm_3_24 thm_3_20 lem_4_1 prop_4_3 softmax_lipschitz thm_4_2
    bounded_range thm_1_1_bounded_range
    alg_1_runs alg_3_runs thm_3_14_runs alg_4_runs alg_5_runs alg_frank_wolfe_runs
    alg_synthetic_runs alg_1_scaling alg_synthetic_scaling
    """.split(),
)
