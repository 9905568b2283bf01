"""Appendix F: sums of weights over epochs and over the nodes of a prefix."""
