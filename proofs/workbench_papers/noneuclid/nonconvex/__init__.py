"""Slides "Nonconvex Losses": smooth losses over constraints, and weakly convex losses."""
