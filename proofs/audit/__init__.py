"""What the audits of the workbench rest on: every confidence bound with its proof obligation."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="audit",
    title="Confidence bounds of the workbench",
    authors="the workbench itself",
    reference="workbench/audit and workbench/privacy/confidence.py",
)
CLAIMS = collect(
    __name__,
    order="""
    coin_design clopper_pearson two_binomials ville e_process betting empirical_bernstein
    """.split(),
)
