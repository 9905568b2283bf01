"""Slides "l_1-Setup: Further Improvements": Frank-Wolfe on trees of gradient estimates."""
