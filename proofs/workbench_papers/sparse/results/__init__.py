"""Poster, "Our Results": Table 1 with its upper and lower bounds, Table 2, and the conclusions."""
