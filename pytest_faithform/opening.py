"""The run that a session writes: opened once, with what the settings have to say of it told before anything is measured."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_faithform.runlog import Run, claim
from pytest_faithform.wiring import idle_options, manifest

if TYPE_CHECKING:
    from pytest_faithform.session import Session

__all__ = ["open_run"]


def open_run(session: Session, began: datetime) -> Run:
    """The run of the session's settings; in a folder of its own where none is named.

    Raises RunMismatch, OSError, UsageError.
    """
    settings = session.settings
    idle = idle_options(session)
    if idle is not None:
        _warn(session.config, idle)
    found = manifest(session)
    if settings.baseline is not None or settings.save is not None:
        from pytest_faithform.gating import check_before

        check_before(settings, found, settings.root)
    name = f"{began:%Y%m%d-%H%M%S}-{_slug(settings.model or 'none')}"
    run = Run(settings.run or claim(settings.root / "reports" / name))
    run.open(found)
    return run


def _slug(model: str) -> str:
    """The system as part of a folder's name: of a recording the file's own name says most."""
    kind, _, file = model.partition(":")
    text = f"{kind}-{Path(file).stem}" if kind == "recorded" else model
    return re.sub(r"[^A-Za-z0-9._]+", "-", text)[:40].strip("-._") or "run"


def _warn(config: pytest.Config, text: str) -> None:
    """One warning of the session. Raises UsageError where the user made warnings errors."""
    try:
        config.issue_config_time_warning(pytest.PytestWarning(text), stacklevel=2)
    except pytest.PytestWarning as error:
        raise pytest.UsageError(text) from error
