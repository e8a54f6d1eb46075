"""The `repl` backend, on a Lake project whose REPL elaborates with the embedded Lean."""

from __future__ import annotations

from pathlib import Path

import pytest
from repl_stand_in import ReplStandIn

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.repl import ReplLean


def test_try(lean: EmbeddedLean, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import time
    with ReplStandIn(tmp_path, lean) as stand_in:
        monkeypatch.setenv("ELAN_HOME", str(stand_in.elan))
        checker = ReplLean(stand_in.project)
        t = time.monotonic()
        print(checker.describe())
        print(checker.check("theorem t : 1 = 1 := rfl"), time.monotonic() - t)
        t = time.monotonic()
        print(checker.check("theorem t : 1 = 2 := by sorry"), time.monotonic() - t)
        checker.close()
        assert 0
