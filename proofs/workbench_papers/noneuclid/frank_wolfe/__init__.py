"""Slides "DP-SCO: l_1-setup": private Frank-Wolfe, and Poly-SFW with variance reduction."""
