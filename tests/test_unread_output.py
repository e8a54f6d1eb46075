"""`faithform … | head -1`: a command whose reader has gone says nothing, does its work and keeps its exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_import_run import beyond_rows, edit_files, imported, jsonl, summary

COMMAND = (sys.executable, "-c", "import sys; from pytest_faithform.cli import main; sys.exit(main())")


def unread(*arguments: str, buffered: bool = True, together: bool = False) -> tuple[int, str]:
    """Exit status and standard error of a command that nobody reads; with `together` nobody reads that either."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*COMMAND, *arguments],
            stdout=writer,
            stderr=writer if together else subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": "" if buffered else "1"},
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    return done.returncode, (done.stderr or b"").decode()


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    imported("rpa", edit_files(tmp_path), tmp_path / "run")
    capsys.readouterr()
    return str(tmp_path / "run")


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["compare", "RUN", "RUN"], 0),
        (["compare", "RUN", "RUN", "--json"], 0),
        (["gate", "RUN", "--gate", "FR >= 0.9"], 1),
        (["compat", "rpa", "RUN"], 0),
        (["audit", "RUN", "--read", "nothing.csv"], 3),
        (["reproduce"], 0),
        (["--help"], 0),
        (["import", "--help"], 0),
    ],
)
def test_a_command_that_nobody_reads_ends_quietly(run: str, arguments: list[str], status: int, buffered: bool) -> None:
    given = [run if one == "RUN" else one for one in arguments]
    found, err = unread(*given, buffered=buffered)
    assert "Broken pipe" not in err
    assert "BrokenPipe" not in err
    assert "Traceback" not in err
    assert found == status, err
    assert unread(*given, buffered=buffered, together=True)[0] == status


def test_what_it_writes_is_whole(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "rows.jsonl", beyond_rows())
    status, err = unread("import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "runs"), buffered=False)
    assert (status, err) == (0, "")
    assert all(summary(tmp_path / "runs" / config) for config in ("000", "111"))
