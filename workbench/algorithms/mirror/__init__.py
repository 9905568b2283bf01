"""Mirror descent on simplices and in l_p norms, by sampled vertices or added noise."""
