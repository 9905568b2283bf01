"""Slides "l_p Setup": regular norms and the generalised Gaussian mechanism."""
