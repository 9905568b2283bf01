"""Section 3 and Appendix D: normalised steps with momentum from a tree (Algorithm 1)."""
