"""The examples have test suites of their own, which need what they depend on."""

collect_ignore = ["noisy-queries"]
