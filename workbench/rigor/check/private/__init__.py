"""Judgements about privacy: what a method releases, and the rules for what it costs."""
