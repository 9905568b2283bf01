"""The algorithms as they run: their accountants, audits, noise, descent and scaling."""
