"""Descent along a noisy gradient: plain, projected, proximal."""
