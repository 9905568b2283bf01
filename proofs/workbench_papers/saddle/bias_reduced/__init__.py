"""Section 3.2: gradients of reduced bias (Algorithms 2 and 3), with constant probability."""
