"""The hooks by which a plugin adds a system, a Lean backend, a judge, a perturbation, a metric or a report.

A plugin is any pytest plugin (a conftest.py, a module with `-p`, an installed entry point). Hooks marked *first result*
are asked until one answers something other than None.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_faithform.formalizers.base import Formalizer
    from pytest_faithform.judges import Judge
    from pytest_faithform.lean.checker import LeanChecker
    from pytest_faithform.metrics import MetricRow
    from pytest_faithform.model import Case, Record


@pytest.hookspec(firstresult=True)
def pytest_faithform_formalizer(config: pytest.Config, spec: str) -> Formalizer | None:
    """The system under test for `--faithform-model SPEC`, or None where the spec is not this plugin's. First result."""


@pytest.hookspec(firstresult=True)
def pytest_faithform_lean(config: pytest.Config, spec: str) -> LeanChecker | None:
    """The Lean backend for `--faithform-lean SPEC`, or None. First result."""


@pytest.hookspec(firstresult=True)
def pytest_faithform_judge(config: pytest.Config, spec: str) -> Judge | None:
    """The judge for `--faithform-judge SPEC`, or None. First result."""


@pytest.hookspec
def pytest_faithform_perturb(config: pytest.Config, case: Case) -> Iterable[Case] | None:
    """Further cases made from an original one (`case.kind == "original"`). Called at collection, in every process: the
    answer must depend on the case alone. The cases go through the same checks as those read from a file."""


@pytest.hookspec
def pytest_faithform_metrics(config: pytest.Config, records: list[Record]) -> Iterable[MetricRow] | None:
    """Further rows of the summary, computed from the run's records alone."""


@pytest.hookspec
def pytest_faithform_report(
    config: pytest.Config, folder: Path, manifest: dict[str, Any], records: list[Record], summary: list[MetricRow]
) -> str | None:
    """Write a report of a finished run, into its folder or elsewhere; a returned line is shown in the terminal."""
