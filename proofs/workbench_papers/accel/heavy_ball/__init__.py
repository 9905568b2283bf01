"""Sections 3 and 3.1, Appendices B.1 and B.2: private heavy ball, its privacy and its error."""
