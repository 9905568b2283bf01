"""Slides "Stochastic Convex Optimization" and "DP-SCO": excess risk without privacy and with it."""
