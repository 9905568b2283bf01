"""Section 1.4: synthetic data for linear queries (Theorem 1.1)."""
