"""Differentially private accelerated optimisation: gradient descent, heavy ball, Nesterov, MASG."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="accel",
    title="Differentially Private Accelerated Optimization Algorithms",
    authors="N. Kuru, S. I. Birbil, M. Gurbuzbalaban, S. Yildirim",
    reference="arXiv:2008.01989",
)
CLAIMS = collect(__name__)
