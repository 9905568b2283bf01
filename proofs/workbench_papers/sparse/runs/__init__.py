"""The methods of the poster, run: accounted, attacked, and their errors held against the bounds."""
