"""What a method may ask a curator, about which data, and what it gets."""
