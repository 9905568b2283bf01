"""Published faults of differential privacy code, each as a small model of our own."""
