"""The algorithms: what holds by their definition, other accounting, and what runs of them show."""
