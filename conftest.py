"""Shared by this repository's own suites: tests of the plugin run pytest inside pytest."""

pytest_plugins = ["pytester"]
