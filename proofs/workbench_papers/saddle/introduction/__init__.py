"""Section 1: the problem, its gap, vertices drawn at random, the table of rates, examples."""
