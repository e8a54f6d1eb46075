"""Shared by the plugin's tests: one installed embedded Lean, whatever HOME a test gives to a pytest of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

# A pytest that runs inside this process must find these loaded: extension modules can be loaded only once.
import pytest_faithform.measure
import pytest_faithform.metrics.summary
import pytest_faithform.wiring  # noqa: F401
from pytest_faithform.lean.backends import install
from pytest_faithform.lean.backends.embedded import EmbeddedLean

os.environ["FAITHFORM_HOME"] = str(install.cache_folder())


@pytest.fixture(scope="session")
def lean() -> Iterator[EmbeddedLean]:
    """A running embedded Lean, installed if it is not."""
    install.install()
    running = EmbeddedLean()
    yield running
    running.close()
