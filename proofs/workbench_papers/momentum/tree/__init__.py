"""Section 3 and Appendix A: dyadic intervals, and momentum as sums over them."""
