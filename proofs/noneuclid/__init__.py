"""Non-Euclidean private stochastic convex optimisation: its privacy building blocks."""

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
    adv_choice
    """.split(),
)
