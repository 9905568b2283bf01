"""Sections 1 and 2: the problem, what privacy is, trees in prose, and the rates of others."""
