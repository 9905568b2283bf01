"""Section 4, Appendices B and E: momentum from differences (Algorithm 2), and repairs."""
