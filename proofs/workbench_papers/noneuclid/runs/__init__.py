"""The methods of the slides, run: accounted, attacked, and their errors held against the bounds."""
