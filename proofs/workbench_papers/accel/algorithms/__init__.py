"""The six methods that the paper compares, each with its accountant, audits and mean errors."""
