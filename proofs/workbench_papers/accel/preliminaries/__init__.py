"""Section 2 and Appendix A: the problem, the methods, and what privacy is."""
