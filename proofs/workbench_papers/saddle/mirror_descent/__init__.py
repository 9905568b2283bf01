"""Section 3.1: mirror descent on sampled vertices (Algorithm 1), its privacy and its gap."""
