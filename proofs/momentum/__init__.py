"""Momentum with tree aggregation for private non-convex empirical risk minimisation."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="momentum",
    title="Momentum Aggregation for Private Non-convex ERM",
    authors="H. Tran, A. Cutkosky",
    reference="arXiv:2210.06328",
)
# the order of the paper
CLAIMS = collect(__name__)
