"""What the tree is worth against other noise of the same privacy; not in the paper."""
