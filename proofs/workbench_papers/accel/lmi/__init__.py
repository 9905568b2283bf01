"""What the matrix inequality of Proposition 3.4 can certify and what not: not in the paper."""
