"""Runs that were measured elsewhere, as runs of this instrument: what their files report, and what to re-score them with."""
