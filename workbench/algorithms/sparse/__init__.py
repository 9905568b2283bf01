"""Methods for sparse gradients: projection, recovery, output perturbation, stopped descent."""
