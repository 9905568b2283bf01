"""Appendix C: privacy in the sense of Renyi, and of a tree whose queries are adaptive."""
