"""Section 2: what a point loses in value and in gradient when a few vertices replace it."""
