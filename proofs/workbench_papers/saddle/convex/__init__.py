"""Section 4: stochastic convex optimisation (Algorithm 5), its privacy and its error."""
