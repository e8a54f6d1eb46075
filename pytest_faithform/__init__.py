"""Faithfulness tests for autoformalizers (informal mathematics to Lean 4), as pytest items."""

__version__ = "0.1.0"
