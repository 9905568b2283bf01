"""Slides "l_p Setup: 1 < p < 2": lower bounds, and noisy variance-reduced Frank-Wolfe."""
