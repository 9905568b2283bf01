"""A workbench for the claims of papers on differentially private optimisation.

A claim is something that a paper asserts.  A claim owns checks; a check returns an outcome; a
verdict is computed from the outcomes and from the claims that this one rests on.  Nothing heavy
is imported here: `workbench.claims`, `workbench.symbolic`, `workbench.rigor`, `workbench.privacy`
and the other rooms are imported by name (workbench/README.md is the plan of the building).
"""

__version__ = "0.2.0"
