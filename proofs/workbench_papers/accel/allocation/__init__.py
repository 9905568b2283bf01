"""Section 4.1 from eq. (30) on, Appendix B.4: how to split a privacy budget over the steps."""
