"""Poster, "Subsampled Bias-Reduced Gradient Estimator"."""
