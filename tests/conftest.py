"""Shared by the plugin's tests: one installed embedded Lean, whatever HOME a test gives to a pytest of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import httpx
import openai
import pytest

# A pytest that runs inside this process must find these loaded: extension modules can be loaded only once.
import pytest_faithform.measure
import pytest_faithform.metrics.summary
import pytest_faithform.wiring
from pytest_faithform.lean.backends import install
from pytest_faithform.lean.backends.embedded import EmbeddedLean

for _module in ("scipy.optimize", "scipy.stats", "statsmodels.stats.inter_rater"):
    import_module(_module)

# Its client loads its transport when it is made, and knows that transport's exceptions only if it is loaded once.
openai.AsyncOpenAI(api_key="unused", base_url="http://127.0.0.1:9")
httpx.Client().close()

os.environ["FAITHFORM_HOME"] = str(install.cache_folder())


@pytest.fixture(scope="session")
def lean() -> Iterator[EmbeddedLean]:
    """A running embedded Lean, installed if it is not."""
    install.install()
    running = EmbeddedLean()
    yield running
    running.close()


class Kept:
    """The tests' running Lean for a session that would end it: starting one takes seconds."""

    def __init__(self, lean: EmbeddedLean) -> None:
        self._lean = lean

    def close(self) -> None:
        """It goes on to the next session."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._lean, name)


@pytest.fixture
def kept_lean(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions that run inside this process share the tests' Lean; workers and processes of their own start theirs."""
    make_lean = pytest_faithform.wiring.make_lean

    def make(session: Any) -> Any:
        if session.settings.lean != "embedded":
            return make_lean(session)
        return Kept(request.getfixturevalue("lean"))

    monkeypatch.setattr(pytest_faithform.wiring, "make_lean", make)
