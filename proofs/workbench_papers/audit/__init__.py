"""What audits and accounts of the workbench rest on, each with its proof obligation."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="audit",
    title="Confidence bounds and accounts of the workbench",
    authors="the workbench itself",
    reference="workbench/audit and workbench/privacy/confidence.py",
    contents="""
        workbench/audit/coins.py: coin-design
        workbench/privacy/confidence.py: clopper-pearson
        workbench/privacy/confidence.py, workbench/audit/coins.py: clopper-pearson.computed
        workbench/audit/two_binomials.py; Berger and Boos (1994): two-binomials
        Ville (1939), Etude critique de la notion de collectif: ville
        workbench/audit/sequential.py: e-process
        workbench/privacy/confidence.py; Waudby-Smith and Ramdas (2024), Section 4: betting
        workbench/audit/bernstein.py; Maurer and Pontil (2009), Theorem 4: empirical-bernstein
        workbench/privacy/composition/conversions.py: poisson-sampling
        https://github.com/opendp/opendp/issues/2911: permute-and-flip
        https://github.com/opendp/opendp/issues/949: gumbel-max
        https://github.com/opendp/opendp/issues/2933: reused-sample
        workbench/privacy/composition/pld.py: dp-sgd.loss
        workbench/algorithms/gradient/dp_sgd.py: dp-sgd
        workbench/privacy/composition/matrices.py: dp-ftrl.banded
        workbench/privacy/composition/pld.py: dp-ftrl.banded.loss dp-ftrl.loss
        workbench/algorithms/gradient/dp_ftrl.py: dp-ftrl
        Dong, Roth and Su (2022), Corollary 1: gdp-curve
        Dong, Roth and Su (2022), Corollary 2: gdp-composition
        Bun and Steinke (2016), Proposition 1.4: pure-to-zcdp
        Bun and Steinke (2016), Proposition 1.3: zcdp-to-dp
        https://github.com/opendp/opendp/issues/2046: zcdp-to-rdp
        https://github.com/opendp/opendp/issues/2005: approximate-zcdp
    """,
)
CLAIMS = collect(__name__, PAPER)
