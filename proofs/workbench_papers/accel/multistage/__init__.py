"""Section 4.2: Nesterov's method in stages of shrinking step sizes."""
