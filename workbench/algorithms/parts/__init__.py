"""What several methods share: runs, parameters, projections, noise of vectors, trees."""
