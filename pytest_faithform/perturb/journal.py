"""The unfinished output of a long command: what is done is kept line by line, so that a second call goes on from there.

The journal is a hidden file beside the output. Its first line says what is being made; a call that would make something
else is refused rather than mixed in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pytest_faithform.cases.jsonl import BadLine, CaseFileError
from pytest_faithform.model import Case
from pytest_faithform.perturb.outcome import Dropped

__all__ = ["Journal"]


class Journal:
    """Results by problem, appended as they come. `settings` is everything that the results depend on."""

    def __init__(self, output: Path, settings: dict[str, Any], *, restart: bool = False) -> None:
        self.path = output.with_name(f".{output.name}.unfinished")
        self.output = output
        self._settings = settings
        if restart:
            self.path.unlink(missing_ok=True)

    def done(self) -> dict[str, dict[str, Any]]:
        """The problems whose results are here, each with what was found out about it beside them; a last line that was cut
        off is dropped. Raises CaseFileError where the journal is of another call."""
        if not self.path.exists():
            return {}
        with self.path.open("rb") as file:
            lines = file.readlines()
        whole = [line for line in lines if line.endswith(b"\n")]
        if whole and _read(self.path, 1, whole[0]).get("settings") != self._settings:
            text = (
                "belongs to a call with other problems or options; make that call again to end it, "
                "or add --restart to begin anew"
            )
            raise CaseFileError(self.path, [BadLine(None, "", text)])
        if len(whole) < len(lines):
            with self.path.open("rb+") as file:
                file.truncate(sum(map(len, whole)))
        entries = (_read(self.path, number, line) for number, line in enumerate(whole[1:], start=2))
        return {entry["problem"]: entry.get("found", {}) for entry in entries}

    def add(self, problem: str, results: list[Case | Dropped], found: dict[str, Any] | None = None) -> None:
        """Keep what became of one problem, at once on disk."""
        cases = [one.model_dump(mode="json", exclude_none=True) for one in results if isinstance(one, Case)]
        dropped = [asdict(one) for one in results if isinstance(one, Dropped)]
        self._append({"problem": problem, "cases": cases, "dropped": dropped, **({"found": found} if found else {})})

    def cases(self, order: dict[str, int]) -> Iterator[Case]:
        """The cases in the order of their problems."""
        for entry in self._entries(order):
            for case in entry["cases"]:
                yield Case.model_validate_json(json.dumps(case))

    def dropped(self, order: dict[str, int]) -> Iterator[Dropped]:
        for entry in self._entries(order):
            yield from (Dropped(**one) for one in entry["dropped"])

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def _entries(self, order: dict[str, int]) -> Iterator[dict[str, Any]]:
        """Entries by their problems' places; only the places of lines are held, not the lines."""
        if not self.path.exists():
            return
        offsets: list[tuple[int, int]] = []
        with self.path.open("rb") as file:
            file.readline()
            while True:
                offset = file.tell()
                line = file.readline()
                if not line:
                    break
                offsets.append((order[_read(self.path, 0, line)["problem"]], offset))
            for _, offset in sorted(offsets):
                file.seek(offset)
                yield _read(self.path, 0, file.readline())

    def _append(self, entry: dict[str, Any]) -> None:
        new = not self.path.exists() or self.path.stat().st_size == 0
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            if new:
                file.write(json.dumps({"settings": self._settings}) + "\n")
            file.write(json.dumps(entry) + "\n")


def _read(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError as error:
        text = "is damaged; add --restart to begin anew"
        raise CaseFileError(path, [BadLine(number or None, "", text)]) from error
    if not isinstance(value, dict):
        raise CaseFileError(path, [BadLine(number or None, "", "is damaged; add --restart to begin anew")])
    return value
