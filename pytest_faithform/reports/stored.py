"""A finished run as its files tell it: what reports, gates and comparisons are computed from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import Record
from pytest_faithform.runlog import latest
from pytest_faithform.uncollected import uncollected

__all__ = ["RunError", "StoredRun", "find_run", "load_run"]

_FIELDS = ("metric", "slice", "value", "low", "high", "n", "method")


class RunError(ValueError):
    """A folder that holds no run that can be read, or not to its end."""


@dataclass(frozen=True)
class StoredRun:
    """One record per case and sample, the manifest, and the rows: recomputed from the records, with those that a metric
    plugin had added to the summary."""

    folder: Path
    manifest: dict[str, Any]
    records: Sequence[Record]
    rows: Sequence[MetricRow]

    @property
    def name(self) -> str:
        return str(self.manifest.get("saved_as") or self.folder.name)

    @property
    def system(self) -> str:
        return str(self.manifest.get("system", {}).get("name", "?"))


def find_run(text: str, base: Path, root: Path) -> Path:
    """The folder that `text` names: a path from `base`, or the name of a run under `root`/reports. Raises RunError."""
    candidates = [base / Path(text).expanduser(), root / "reports" / text]
    for folder in candidates:
        if (folder / "records.jsonl").is_file():
            return folder
    looked = " nor ".join(dict.fromkeys(map(str, candidates)))
    raise RunError(f"there is no run {text!r}: neither {looked} holds a records.jsonl")


def load_run(folder: Path) -> StoredRun:
    """Read a run without changing anything in its folder. Raises RunError naming the file, and the line of a bad record."""
    from pytest_faithform.cases.files import read_records

    manifest = _json(folder / "manifest.json", dict)
    if manifest.get("format") != "faithform.run/1":
        raise RunError(f"{folder / 'manifest.json'} is no manifest of a run that this release can read")
    try:
        with uncollected():
            records = latest(read_records(folder / "records.jsonl", growing=True))
    except (OSError, ValueError) as error:
        raise RunError(str(error)) from error
    if "planned" not in manifest:
        raise RunError(
            f"the session that measured {folder} did not come to its end; continue it with --faithform-run {folder}"
        )
    _check(folder / "manifest.json", manifest)
    with uncollected():
        rows = summarize(records, planned=manifest["planned"])
    own = {(row.metric, row.slice) for row in rows}
    more = [row for row in _summary(folder) if (row.metric, row.slice) not in own]
    return StoredRun(folder, manifest, records, [*rows, *more])


#: What reports and gates read of a manifest, and what that is where it is there.
_READ: dict[str, tuple[type | tuple[type, ...], str]] = {
    "planned": (int, "a whole number"),
    "gates": (list, "a list of texts"),
    "system": (dict, "an object"),
    "lean": (dict, "an object"),
    "judges": (list, "a list"),
    "baseline": ((str, type(None)), "a path or null"),
    "partial": ((str, type(None)), "a text or null"),
    "junit": ((str, type(None)), "full, strict, slim or null"),
}


def _check(path: Path, manifest: dict[str, Any]) -> None:
    """A manifest that somebody changed by hand is told before it is read. Raises RunError."""
    for name, (kinds, wanted) in _READ.items():
        value = manifest.get(name)
        wrong = name in manifest and (not isinstance(value, kinds) or isinstance(value, bool))
        if name == "gates" and isinstance(value, list):
            wrong = not all(isinstance(text, str) for text in value)
        if wrong or (name == "planned" and isinstance(value, int) and value < 0):
            raise RunError(f"{path}, field {name!r}: it is {wanted}, not {json.dumps(value)[:60]}")


def _summary(folder: Path) -> list[MetricRow]:
    path = folder / "summary.json"
    if not path.exists():
        return []
    try:
        return [MetricRow(**{name: row[name] for name in _FIELDS}) for row in _json(path, list)]
    except (KeyError, TypeError) as error:
        raise RunError(f"{path} is no summary of a run: {error!r}") from error


def _json(path: Path, kind: type) -> Any:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(f"{path} cannot be read: {error}") from error
    if not isinstance(value, kind):
        raise RunError(f"{path} is damaged: it holds a {type(value).__name__}")
    return value
