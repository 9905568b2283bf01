"""Slides "Differential Privacy": the definition, two mechanisms and two composition theorems."""
