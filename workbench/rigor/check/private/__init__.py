"""Judgements about privacy: what a recorded method releases, and the rules for what it costs."""
