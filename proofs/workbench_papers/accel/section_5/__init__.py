"""The experiment of Section 5: its setting, its grid, the published values, its conclusions."""
