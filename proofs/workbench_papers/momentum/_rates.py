"""Where orders of bounds are held against the paper: R = L = G = 1, and logarithms are left out."""

REGION = ("d/(N*eps)**2",)  # sqrt(d) <= eps N, as a constraint `<= 1`
