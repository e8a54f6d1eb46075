"""A run on disk: a folder with manifest.json, records.jsonl and summary.json.

Records are appended as they arrive, one line each, and are never rewritten: whatever ends a run, what was measured is
there. Reading takes one record per case and sample: the last one, where an error never replaces a result.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar

from filelock import FileLock, Timeout

from pytest_faithform.brief import Brief
from pytest_faithform.cases.kept import KeptCase
from pytest_faithform.model import Record

__all__ = ["AGREE", "Run", "RunMismatch", "claim", "latest", "stored_answers"]

#: What must agree before a run may be continued: everything that can change a record.
AGREE = ("instrument", "system", "prompts", "sampling", "revision", "lean", "judges", "reviewers", "samples")


class RunMismatch(ValueError):
    """The folder holds a run that was measured otherwise; continuing it would mix two experiments."""


class _Outcome(Protocol):
    @property
    def key(self) -> tuple[str, int]: ...

    @property
    def outcome(self) -> str: ...


_R = TypeVar("_R", bound=_Outcome)


def latest(records: Iterable[_R]) -> list[_R]:
    """One record per (case, sample): the last result, or the last error where there is no result."""
    best: dict[tuple[str, int], _R] = {}
    for record in records:
        held = best.get(record.key)
        if held is None or record.outcome != "error" or held.outcome == "error":
            best[record.key] = record
    return list(best.values())


def stored_answers(records: Iterable[Record]) -> dict[str, Any]:
    """How many of the answers were stored ones, and of when."""
    times = [r.formalization.stored_at for r in records if r.formalization and r.formalization.stored_at]
    return {"count": len(times), "oldest": min(times, default=None), "newest": max(times, default=None)}


def claim(folder: Path) -> Path:
    """Create this folder, or where another session has it already, folder-2, folder-3, …"""
    folder.parent.mkdir(parents=True, exist_ok=True)
    candidate, number = folder, 1
    while True:
        try:
            candidate.mkdir()
        except FileExistsError:
            number += 1
            candidate = folder.with_name(f"{folder.name}-{number}")
        else:
            return candidate


class Run:
    """One run folder, opened for writing by the controller alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: dict[str, Any] = {}
        self._was_whole = False
        self._lock = FileLock(folder / ".lock")

    @property
    def records_path(self) -> Path:
        return self.folder / "records.jsonl"

    def check(self, manifest: dict[str, Any], cases: Iterable[KeptCase] = ()) -> None:
        """Raise RunMismatch, naming the difference, where the folder holds a run that was measured otherwise: under other
        settings, or with other texts under the ids of these cases."""
        path = self.folder / "manifest.json"
        if not path.exists():
            if self.records_path.exists():
                raise RunMismatch(
                    f"{self.folder} holds records, but no manifest.json that says what they were measured with; "
                    "name another folder with --faithform-run"
                )
            return
        try:
            held = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise RunMismatch(f"{path} cannot be read ({error}); name another folder with --faithform-run") from error
        if not isinstance(held, dict) or held.get("format") != manifest.get("format"):
            raise RunMismatch(
                f"{path} is no manifest of a run that this release can continue; name another folder with --faithform-run"
            )
        for field in AGREE:
            ours, theirs = manifest.get(field), held.get(field)
            if json.loads(json.dumps(ours)) != theirs:
                raise RunMismatch(
                    f"the run in {self.folder} was measured with {field} = {_brief(theirs)}, this session has "
                    f"{_brief(ours)}; name another folder with --faithform-run, or use the same settings"
                )
        given = {case.id: case for case in cases}
        alike: dict[str, bool] = {}
        try:
            for record in self._whole_records():
                if record.case.id in given:
                    alike[record.case.id] = given[record.case.id].case == record.case
        except ValueError as error:
            raise RunMismatch(f"{error}\nmend the file, or name another folder with --faithform-run") from error
        changed = [case for case in given if not alike.get(case, True)]
        if changed:
            raise RunMismatch(
                f"{len(changed)} cases changed since the run in {self.folder} was measured, e.g. {changed[0]}; "
                "name another folder with --faithform-run"
            )

    def open(self, manifest: dict[str, Any]) -> None:
        """Create the folder, or continue the run in it, after `check`. Raises RunMismatch where another session does."""
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise RunMismatch(
                f"another session is writing into the run in {self.folder}; wait for its end, or name another folder "
                "with --faithform-run"
            ) from None
        path = self.folder / "manifest.json"
        held = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.manifest = {**manifest, "started_at": held.get("started_at", manifest.get("started_at"))}
        self._was_whole = "planned" in held and not held.get("partial")
        self.mend_last_line()
        self.write_manifest()

    def close(self) -> None:
        """Let other sessions continue the run."""
        if self._lock.is_locked:
            (self.folder / ".lock").unlink(missing_ok=True)
            self._lock.release()

    def write_manifest(self) -> None:
        self.write("manifest.json", self.manifest)

    def append(self, line: str) -> None:
        """Append one record, already in JSON."""
        with self.records_path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def records(self) -> list[Record]:
        """All records, one per case and sample. Raises ValueError naming file and line where one cannot be read."""
        self.mend_last_line()
        return latest(self._whole_records())

    def brief_records(self) -> list[Record]:
        """The same without their texts, which take most of the room and no metric needs."""
        self.mend_last_line()
        brief = Brief()
        return latest(map(brief.of, self._whole_records()))

    def _whole_records(self) -> Iterator[Record]:
        """The records whose line has its end, without touching the file: workers look while the controller writes."""
        if not self.records_path.exists():
            return iter(())
        from pytest_faithform.cases.files import each_record

        return (record for _, record in each_record(self.records_path, growing=True))

    def left_out(self, partial: str | None) -> str | None:
        """Why this run is no measurement of the whole suite, None if it is. A session of a selection that continues a whole
        run leaves it whole, unless it measured anew what had a result: then results were picked."""
        if partial is None or not self._was_whole:
            return partial
        results = [record.key for record in self._whole_records() if record.outcome != "error"]
        again = len(results) - len(set(results))
        return f"{partial}, {again} results measured anew" if again else None

    def write_summary(self, rows: list[dict[str, Any]]) -> None:
        self.write("summary.json", rows)

    def mend_last_line(self) -> None:
        """A session killed while writing leaves a line without its end; it is set aside so that the next record does not
        become part of it."""
        if not self.records_path.exists():
            return
        with self.records_path.open("rb") as file:
            if file.seek(0, os.SEEK_END) == 0:
                return
            file.seek(-1, os.SEEK_END)
            if file.read() == b"\n":
                return
        data = self.records_path.read_bytes()
        whole = data.rfind(b"\n") + 1
        try:
            Record.model_validate_json(data[whole:])
        except ValueError:
            pass
        else:
            with self.records_path.open("ab") as file:
                file.write(b"\n")
            return
        with (self.folder / "records.cut.jsonl").open("ab") as file:
            file.write(data[whole:] + b"\n")
        with self.records_path.open("r+b") as file:
            file.truncate(whole)

    def write(self, name: str, value: Any) -> None:
        """Write a file of the run that is computed from its records, all of it or nothing."""
        path = self.folder / name
        temporary = path.with_name(path.name + ".part")
        temporary.write_text(json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
        os.replace(temporary, path)


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 200 else text[:199] + "…"
