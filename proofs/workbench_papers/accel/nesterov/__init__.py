"""Section 4.1, up to eq. (29): Nesterov's method with noisy gradients."""
