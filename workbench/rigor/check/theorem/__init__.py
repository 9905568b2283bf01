"""Whole theorems with their proofs as data: see README.md of this folder for the language."""
