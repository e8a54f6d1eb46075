"""Turns the sources of the starter suite (`source/*.yaml`) into its case files and the recordings of its controls."""
