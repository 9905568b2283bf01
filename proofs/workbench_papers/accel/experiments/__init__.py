"""Section 5: private logistic regression, the published figures, stored runs of the experiment."""
