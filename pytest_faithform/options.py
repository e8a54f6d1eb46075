"""The options of the plugin, each with an environment and an ini twin: command line over environment over ini.

A relative path starts from where it was written: on the command line from the folder that pytest was called in, in the
environment from the current one, in the ini from the ini file's.

Imports nothing heavy: it is read in every pytest session of an environment that has the plugin installed.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_faithform.option_texts import LISTS, TEXT

if TYPE_CHECKING:
    from pytest_faithform.reports.gate_language import Gate
    from pytest_faithform.reports.junit_file import Style

__all__ = ["Settings", "add_options", "executor_of", "model_of"]


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("faithform", "faithfulness of autoformalizers")
    for name, (metavar, text) in TEXT.items():
        group.addoption(f"--faithform-{name}", metavar=metavar, default=None, help=text)
        parser.addini(f"faithform_{name.replace('-', '_')}", help=text, default="")
    for name, (metavar, text) in LISTS.items():
        group.addoption(f"--faithform-{name}", metavar=metavar, action="append", default=None, help=text)
        parser.addini(f"faithform_{name}", help=text, type="linelist", default=[])
    parser.addini(
        "faithform_junit",
        help="full: properties in each case of --junitxml; strict: none, for Jenkins's schema; slim: short, for large suites "
        "(default: full, beyond GitLab's limits slim)",
        default="",
    )
    group.addoption(
        "--faithform-fresh",
        action="store_true",
        default=False,
        help="ask again, whatever is stored; the new answers replace the stored ones",
    )
    unsafe = "run native Lean (repl:DIR) without a sandbox, where nothing is at stake; the reports say so"
    group.addoption("--faithform-lean-unsafe", action="store_true", default=None, help=unsafe)
    parser.addini("faithform_lean_unsafe", help=unsafe, default="")


#: What only an endpoint is asked with: a recording or a control has no use for it.
_OF_ENDPOINTS = ("base-url", "sampling", "prompt", "concurrency", "request-timeout", "store", "fresh")
_OF_VLLM = ("vllm-args", "vllm-command", "vllm-timeout")

# Each sample is a pytest item of its own.
_MOST_SAMPLES = 1000

_TASKS = ("proof", "statement", "step")


class Settings:
    """The settings of a session, from command line, environment (FAITHFORM_…) and ini. Wrong values are usage errors,
    whether or not the system under test has a use for them.

    All paths are absolute. `located` holds those that the controller of an xdist session found: a worker may run in
    another folder, and must not look for itself.
    """

    def __init__(self, config: pytest.Config, located: dict[str, Any] | None = None) -> None:
        self._config = config
        self._located = located
        self.root: Path = config.rootpath
        self.model = self._text("model")
        self.base_url = self._text("base-url")
        self.lean = self._text("lean") or "embedded"
        self.revision = self._text("revision")
        self.samples = int(self._number("samples", 1, whole=True))
        if self.samples > _MOST_SAMPLES:
            raise pytest.UsageError(f"--faithform-samples is at most {_MOST_SAMPLES}, not {self.samples}")
        self.concurrency = int(self._number("concurrency", 16, whole=True))
        #: Seconds between two lines of progress; None for none.
        self.progress = None if self._text("progress") == "off" else self._number("progress", 30)
        self.request_timeout = self._number("request-timeout", 600)
        self.lean_timeout = self._number("lean-timeout", 60)
        self.lean_unsafe = self._flag("lean-unsafe")
        self.fresh: bool = config.getoption("--faithform-fresh")
        self.judges = self._list("judge")[0]
        self.prover = self._text("prover")
        self.prover_base_url = self._text("prover-base-url")
        self.prover_samples = int(self._number("prover-samples", 1, whole=True))
        self.junit = self._junit()
        self.gates = self._gates()
        self.save = self._save()
        self.shard = self._shard()
        self.executor = executor_of(config)
        self.reports = self._reports()
        self.compat = self._text("compat")
        if self.compat not in (None, "rpa", "bc", "vf"):
            raise pytest.UsageError(f"--faithform-compat is rpa, bc or vf, not {self.compat!r}")
        self.vllm_command = self._text("vllm-command")
        self.vllm_timeout = self._number("vllm-timeout", 1800)
        self.sampling = self._sampling() | ({"stop": stop} if (stop := self._list("stop")[0]) else {})
        self.prover_sampling = self._sampling("prover-")
        paths = located if located is not None else self._paths()
        if paths["lean_project"]:
            self.lean = f"repl:{paths['lean_project']}"
        #: The file of a `recorded:` system, the run of a `recorded:` Lean.
        self.recording = Path(paths["recording"]) if paths["recording"] else None
        self.lean_run = Path(paths["lean_run"]) if paths["lean_run"] else None
        #: The name of a vllm: or vllm-offline: model, the servers' arguments, and what of these is a file.
        self.served: tuple[str, list[str], dict[str, str]] | None = paths["served"] and tuple(paths["served"])
        self.run = Path(paths["run"]) if paths["run"] else None
        self.baseline = Path(paths["baseline"]) if paths["baseline"] else None
        self.verdict_chosen = self._text("verdict") is not None
        self.verdict = self._text("verdict") or ("measure" if self.gates or self.baseline else "assert")
        if self.verdict not in ("assert", "measure"):
            raise pytest.UsageError(f"--faithform-verdict is assert or measure, not {self.verdict!r}")
        self.store = Path(paths["store"])
        #: "starter", or a case file or folder.
        self.cases: list[str] = paths["cases"]
        self.prompts = {task: Path(file) for task, file in paths["prompts"].items()}
        self.prover_prompt = Path(paths["prover_prompt"]) if paths["prover_prompt"] else None

    def located(self) -> dict[str, Any]:
        """The paths, for the workers of this session."""
        return {
            "recording": str(self.recording) if self.recording else None,
            "lean_run": str(self.lean_run) if self.lean_run else None,
            "lean_project": self.lean.partition(":")[2] if self.lean.startswith("repl:") else None,
            "served": self.served,
            "run": str(self.run) if self.run else None,
            "baseline": str(self.baseline) if self.baseline else None,
            "store": str(self.store),
            "cases": self.cases,
            "prompts": {task: str(file) for task, file in self.prompts.items()},
            "prover_prompt": str(self.prover_prompt) if self.prover_prompt else None,
        }

    def idle(self) -> list[str]:
        """The options given on the command line that only an endpoint has a use for."""
        return self.given(*_OF_ENDPOINTS, *_OF_VLLM)

    def given(self, *names: str) -> list[str]:
        """Those of the options that stand on the command line."""
        values = {name: self._config.getoption(f"--faithform-{name}") for name in names}
        return [f"--faithform-{name}" for name, value in values.items() if value is not None and value is not False]

    def _raw(self, name: str) -> tuple[Any, Path]:
        return _raw(self._config, name)

    def _text(self, name: str) -> str | None:
        return self._raw(name)[0] or None

    def _list(self, name: str) -> tuple[list[str], Path]:
        value, base = self._raw(name)
        # Only paths are lists in the manner of PATH: a judge's SPEC has colons of its own.
        between = {"judge": None, "stop": None, "gate": ";"}.get(name, os.pathsep)
        parts = ([value] if name == "stop" else value.split(between)) if isinstance(value, str) else value
        return [part for part in parts if part], base

    def _junit(self) -> Style | None:
        value = self._config.getini("faithform_junit")
        if value not in ("", "full", "strict", "slim"):
            raise pytest.UsageError(f"faithform_junit is full, strict or slim, not {value!r}")
        return value or None

    def _gates(self) -> list[Gate]:
        from pytest_faithform.reports.gate_language import GateError, parse_gate

        given = self._config.getoption("--faithform-gate")
        if given is not None and not all(text.strip() for text in given):
            raise pytest.UsageError(
                "--faithform-gate is empty; name a gate, or write none to set aside those of the ini"
            )
        texts = [text for text in self._list("gate")[0] if text.strip() and text.strip() != "none"]
        try:
            gates = [parse_gate(text) for text in texts]
        except GateError as error:
            raise pytest.UsageError(f"--faithform-gate: {error}") from error
        return list({gate.text: gate for gate in gates}.values())

    def _baseline(self) -> str | None:
        from pytest_faithform.reports.gate import requires_baseline

        text, base = self._raw("baseline")
        if text:
            from pytest_faithform.reports.stored import RunError, find_run

            try:
                return str(find_run(text, base, self.root).resolve())
            except RunError as error:
                raise pytest.UsageError(f"--faithform-baseline: {error}") from error
        alone = next((gate.text for gate in self.gates if requires_baseline(gate)), None)
        # Of a share nothing is decided before the merge, which is told its baseline.
        if alone is not None and self.shard is None:
            raise pytest.UsageError(
                f"--faithform-gate: {alone!r} compares with a baseline; name it with --faithform-baseline"
            )
        return None

    def _shard(self) -> str | None:
        text = self._text("shard")
        if text is None:
            return None
        share, _, shares = text.partition("/")
        if not (share.isdecimal() and shares.isdecimal() and 1 <= int(share) <= int(shares)):
            raise pytest.UsageError(f"--faithform-shard is I/N with I from 1 to N, e.g. 1/4, not {text!r}")
        return f"{int(share)}/{int(shares)}"

    def _reports(self) -> list[str]:
        kinds = self._list("report")[0]
        if kinds:
            from pytest_faithform.reports.write import FORMATS

            unknown = next((kind for kind in kinds if kind not in FORMATS), None)
            if unknown is not None:
                raise pytest.UsageError(f"--faithform-report: no format {unknown!r}; there are: {', '.join(FORMATS)}")
        return list(dict.fromkeys(kinds))

    def _save(self) -> str | None:
        name = self._text("save")
        if self._config.getoption("--faithform-save") == "":
            raise pytest.UsageError("--faithform-save is empty; name the baseline, or leave the option out")
        if name is not None and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
            raise pytest.UsageError(f"--faithform-save is a name of letters, digits, '.', '_' and '-', not {name!r}")
        return name

    def _flag(self, name: str) -> bool:
        value = self._raw(name)[0]
        if value is None or isinstance(value, bool):
            return bool(value)
        flag = {"": False, "0": False, "no": False, "false": False, "1": True, "yes": True, "true": True}.get(
            value.lower()
        )
        if flag is None:
            raise pytest.UsageError(f"--faithform-{name} is true or false where it is written, not {value!r}")
        return flag

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

    def _sampling(self, of: str = "") -> dict[str, Any]:
        from pytest_faithform.formalizers.parameters import addresses, parse_sampling

        try:
            if (url := self._text(f"{of}base-url")) is not None:
                addresses(url)
        except ValueError as error:
            raise pytest.UsageError(f"--faithform-{of}base-url: {error}") from error
        try:
            return parse_sampling(self._text(f"{of}sampling") or "")
        except ValueError as error:
            raise pytest.UsageError(f"--faithform-{of}sampling: {error}") from error

    def _paths(self) -> dict[str, Any]:
        store, run, cases = self._raw("store"), self._raw("run"), self._list("cases")
        prompt = self._raw("prover-prompt")
        return {
            "recording": self._recorded("model"),
            "lean_run": self._recorded("lean"),
            "lean_project": self._path_in("lean", "repl"),
            "served": self._served(),
            "run": _absolute(*run) if run[0] else None,
            "baseline": self._baseline(),
            "store": _absolute(*store) if store[0] else str(self.root / ".faithform" / "store.sqlite"),
            "cases": [spec if spec == "starter" else _absolute(spec, cases[1]) for spec in cases[0]] or ["starter"],
            "prompts": self._prompts(*self._list("prompt")),
            "prover_prompt": _absolute(*prompt) if prompt[0] else None,
        }

    def _served(self) -> tuple[str, list[str], dict[str, str]] | None:
        (spec, beside), (text, base) = self._raw("model"), self._raw("vllm-args")
        kind, _, name = (spec or "").partition(":")
        if kind not in ("vllm", "vllm-offline") or not name:
            return None
        from pytest_faithform.formalizers.fingerprint import absolute_paths

        try:
            args, files = absolute_paths(shlex.split(text or ""), base)
        except ValueError as error:
            raise pytest.UsageError(f"--faithform-vllm-args {text!r}: {error}") from error
        (model,), weights = absolute_paths([name], beside)
        return model, args, files | weights

    def _recorded(self, name: str) -> str | None:
        return self._path_in(name, "recorded")

    def _path_in(self, name: str, kind: str) -> str | None:
        """The path of a SPEC of this kind."""
        spec, beside = self._raw(name)
        found, _, path = (spec or "").partition(":")
        return _absolute(path, beside) if found == kind and (path or kind == "recorded") else None

    def _prompts(self, entries: list[str], base: Path) -> dict[str, str]:
        prompts: dict[str, str] = {}
        if not entries:
            return prompts
        from pytest_faithform.judges.prompts import JUDGE_PROMPTS

        known = (*_TASKS, *JUDGE_PROMPTS)
        for entry in entries:
            task, equals, file = (part.strip() for part in entry.partition("="))
            if not equals or not file:
                raise pytest.UsageError(f"--faithform-prompt is NAME=FILE, not {entry!r}")
            if task not in known:
                raise pytest.UsageError(f"--faithform-prompt: no prompt {task!r}; there are: {', '.join(known)}")
            if task in prompts:
                raise pytest.UsageError(f"--faithform-prompt: {task} is given twice; keep one")
            prompts[task] = _absolute(file, base)
            if not Path(prompts[task]).is_file():
                raise pytest.UsageError(f"--faithform-prompt: there is no file {prompts[task]}")
        return prompts


def model_of(config: pytest.Config) -> tuple[str | None, str | None]:
    """The system under test and its address as they are written, before anything is made of them."""
    return _raw(config, "model")[0] or None, _raw(config, "base-url")[0] or None


def executor_of(config: pytest.Config) -> str:
    """ "local" or "ray"."""
    found = _raw(config, "executor")[0] or "local"
    if found not in ("local", "ray"):
        raise pytest.UsageError(f"--faithform-executor is local or ray, not {found!r}")
    return str(found)


def _raw(config: pytest.Config, name: str) -> tuple[Any, Path]:
    """The value, and the folder from which a relative path in it starts."""
    value = config.getoption(f"--faithform-{name}")
    if value is not None:
        return value, config.invocation_params.dir
    value = os.environ.get("FAITHFORM_" + name.upper().replace("-", "_"))
    if value:
        return value, Path.cwd()
    ini = config.inipath
    return config.getini("faithform_" + name.replace("-", "_")), ini.parent if ini else config.rootpath


def _absolute(text: str, base: Path) -> str:
    return str(base / os.path.expanduser(text))
