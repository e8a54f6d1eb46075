"""What the controller of an xdist session tells its workers before it knows whether they have anything to do with us.

Imports nothing heavy: a session of other tests tells it too.
"""

from __future__ import annotations

import secrets
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pytest_faithform.options import Settings

__all__ = ["has_list", "list_of", "new_folder", "told_by"]


def told_by(settings: Settings) -> dict[str, Any]:
    return {
        "started_at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "located": settings.located(),
        "folder": new_folder(),
    }


def new_folder() -> str:
    """A name for the folder that controller and workers share; the first that needs it makes it."""
    return str(Path(tempfile.gettempdir()) / f"faithform-{secrets.token_hex(16)}")


def list_of(folder: str | Path, worker: str) -> Path:
    """Where a worker leaves what it has collected."""
    return Path(folder) / f"items-{worker}.json"


def has_list(folder: str | Path, worker: str) -> bool:
    return list_of(folder, worker).exists()
