"""Everything the instrument says about Lean text. Knows nothing of cases, models or pytest."""
