"""Section 3.3: the best of several runs (Algorithm 4), with high probability."""
