"""Curators, the only door to the data: they answer with noise, keep the budget, or count."""
