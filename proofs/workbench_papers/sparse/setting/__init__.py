"""Poster, "Setting" to "Differential Privacy": sparse gradients, accuracy, sensitivity, noise."""
