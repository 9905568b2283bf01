"""Poster, "Algorithm: Projection Mechanism", and the error of projecting."""
