"""Poster, "Algorithm: Output Perturbation with l_oo-Projection": sensitivities and rates."""
