"""How often and from which seed resampling intervals and tests draw (SPEC b.5b): the same for every metric of a run."""

from __future__ import annotations

__all__ = ["RESAMPLES", "SEED"]

RESAMPLES = 10_000
SEED = 20260614
