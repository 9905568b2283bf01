"""Poster, "Algorithm: Gaussian l1-Recovery": its mechanism, privacy and accuracy."""
