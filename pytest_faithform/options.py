"""The options of the plugin, each with an environment and an ini twin: command line over environment over ini.

Imports nothing heavy: it is read in every pytest session of an environment that has the plugin installed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Settings", "add_options"]

_TEXT: dict[str, tuple[str, str]] = {
    "model": (
        "SPEC",
        "the system under test: recorded:FILE, control:faithful, control:biased, openai:NAME, or a plugin's",
    ),
    "base-url": ("URL", "the OpenAI-compatible endpoint of openai: (default: OPENAI_BASE_URL, else the client's own)"),
    "lean": ("SPEC", "the Lean backend: embedded (default), embedded:prelude, or a plugin's"),
    "run": ("DIR", "the run folder; an existing run of the same settings is continued (default: reports/TIME-MODEL)"),
    "samples": ("K", "answers asked per case, each one item (default 1)"),
    "concurrency": ("N", "requests in flight per process (default 16)"),
    "store": ("PATH", "the store of answers (default: .faithform/store.sqlite under the rootdir)"),
    "revision": (
        "REV",
        "the model's revision; part of the store's key, so that new weights are not answered from old ones",
    ),
    "sampling": (
        "SETTINGS",
        "generation settings, e.g. temperature=0.2,max_tokens=4096 (default: 0.6, top_p 0.95, 8192)",
    ),
    "request-timeout": ("SECONDS", "how long one request may take (default 600)"),
    "lean-timeout": ("SECONDS", "how long Lean may take for one text (default 60)"),
    "verdict": (
        "assert|measure",
        "assert: an unfaithful item is a failed test (default); measure: it is shown as unfaithful, the session passes",
    ),
}
_LISTS: dict[str, tuple[str, str]] = {
    "cases": ("PATH", "case file or folder for tests that name none themselves; repeatable (default: starter)"),
    "judge": ("SPEC", "a judge beside the deterministic one; repeatable"),
    "prompt": ("TASK=FILE", "your own prompt template for proof, statement or step; repeatable"),
}


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("faithform", "faithfulness of autoformalizers")
    for name, (metavar, text) in _TEXT.items():
        group.addoption(f"--faithform-{name}", metavar=metavar, default=None, help=text)
        parser.addini(f"faithform_{name.replace('-', '_')}", help=text, default="")
    for name, (metavar, text) in _LISTS.items():
        group.addoption(f"--faithform-{name}", metavar=metavar, action="append", default=None, help=text)
        parser.addini(f"faithform_{name}", help=text, type="linelist", default=[])
    group.addoption(
        "--faithform-fresh",
        action="store_true",
        default=False,
        help="ask again, whatever is stored; the new answers replace the stored ones",
    )


class Settings:
    """The settings of a session, from command line, environment (FAITHFORM_…) and ini. Wrong values are usage
    errors."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.root: Path = config.rootpath
        self.model = self._text("model")
        self.base_url = self._text("base-url")
        self.lean = self._text("lean") or "embedded"
        self.run = self._text("run")
        self.revision = self._text("revision")
        self.sampling = self._text("sampling") or ""
        self.samples = int(self._number("samples", 1, whole=True))
        self.concurrency = int(self._number("concurrency", 16, whole=True))
        self.request_timeout = self._number("request-timeout", 600)
        self.lean_timeout = self._number("lean-timeout", 60)
        self.fresh: bool = config.getoption("--faithform-fresh")
        self.cases = self._list("cases") or ["starter"]
        self.judges = self._list("judge")
        self.store = self._path(self._text("store") or ".faithform/store.sqlite")
        self.verdict = self._text("verdict") or "assert"
        if self.verdict not in ("assert", "measure"):
            raise pytest.UsageError(f"--faithform-verdict is assert or measure, not {self.verdict!r}")
        self.prompts = dict(self._prompt(entry) for entry in self._list("prompt"))

    def _raw(self, name: str) -> Any:
        value = self._config.getoption(f"--faithform-{name}")
        if value is not None:
            return value
        value = os.environ.get("FAITHFORM_" + name.upper().replace("-", "_"))
        return value if value else self._config.getini("faithform_" + name.replace("-", "_"))

    def _text(self, name: str) -> str | None:
        return self._raw(name) or None

    def _list(self, name: str) -> list[str]:
        value = self._raw(name)
        return [part for part in value.split(os.pathsep) if part] if isinstance(value, str) else list(value)

    def _number(self, name: str, default: float, *, whole: bool = False) -> float:
        text = self._text(name)
        if text is None:
            return default
        try:
            number = int(text) if whole else float(text)
        except ValueError:
            number = 0
        if not 0 < number < float("inf"):
            kind = "a whole number of at least 1" if whole else "a number of seconds above 0"
            raise pytest.UsageError(f"--faithform-{name} is {kind}, not {text!r}")
        return number

    def _path(self, text: str) -> Path:
        path = Path(text).expanduser()
        return path if path.is_absolute() else self.root / path

    def _prompt(self, entry: str) -> tuple[str, Path]:
        task, equals, file = entry.partition("=")
        if not equals:
            raise pytest.UsageError(f"--faithform-prompt is TASK=FILE, not {entry!r}")
        return task.strip(), self._path(file.strip())
