"""Section 3.2 with Appendix B.3: private heavy ball on quadratic objectives."""
