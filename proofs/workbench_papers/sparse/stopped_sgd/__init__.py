"""Poster, "Upper Bounds for DP-SO": SGD under a privacy filter, stopped at random, and boosted."""
