"""From settings to parts: which formalizer, Lean and judges a session uses, and what its manifest says of them."""

from __future__ import annotations

import json
import platform
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from pytest_faithform.cluster.lean import RayLean, runs_on_nodes
from pytest_faithform.endpoint import Endpoint
from pytest_faithform.formalizers.base import Formalizer
from pytest_faithform.formalizers.openai_api import OpenAIFormalizer
from pytest_faithform.formalizers.recorded import RecordedFormalizer, control
from pytest_faithform.judges.prompts import JUDGE_PROMPTS, JudgePrompts
from pytest_faithform.lean.backends.make import SPECS, make_backend
from pytest_faithform.lean.checker import LeanChecker
from pytest_faithform.model import Model
from pytest_faithform.prompts import Prompts
from pytest_faithform.store import AnswerStore
from pytest_faithform.strict import JsonObject, complaint

if TYPE_CHECKING:
    from pytest_faithform.formalizers.vllm_servers import VllmSettings
    from pytest_faithform.prover import ModelProver
    from pytest_faithform.session import Session

__all__ = ["check_prompts", "for_judges", "idle_options", "make_formalizer", "make_lean", "make_prover", "manifest"]

#: Systems that are asked with prompts and sampling of ours.
_ASKING = ("openai:", "vllm:", "vllm-offline:")


def make_formalizer(session: Session) -> Formalizer:
    """The system that --faithform-model names. A plugin is asked first, so that it may wrap what is built in."""
    settings, config = session.settings, session.config
    spec = settings.model or ""
    made: Formalizer | None = config.hook.pytest_faithform_formalizer(config=config, spec=spec)
    if made is not None:
        return made
    kind, _, name = spec.partition(":")
    try:
        if kind == "recorded":
            return RecordedFormalizer(settings.recording or Path(name))
        if kind == "control":
            return control(name)
        if kind == "openai" and name:
            return OpenAIFormalizer(name, base_url=settings.base_url, **_asked(session))
        if settings.served is not None:
            return _vllm(session, kind, *settings.served)
    except (ValueError, OSError) as error:
        raise pytest.UsageError(f"--faithform-model {spec}: {error}") from error
    raise pytest.UsageError(
        f"--faithform-model {spec!r} names no system: write recorded:FILE, control:faithful, control:biased, openai:NAME, "
        "vllm:NAME, vllm-offline:NAME, or install the plugin that knows it"
    )


def _asked(session: Session) -> dict[str, Any]:
    """With what a system behind an endpoint is asked. Each worker prefers an address of its own."""
    settings = session.settings
    return {
        "prompts": _prompts(session),
        "store": AnswerStore(settings.store, session_start=session.started_at, fresh=settings.fresh),
        "sampling": settings.sampling,
        "revision": settings.revision,
        "concurrency": settings.concurrency,
        "timeout": settings.request_timeout,
        "prefer": session.number,
    }


def _vllm(session: Session, kind: str, model: str, args: list[str], files: dict[str, str]) -> Formalizer:
    """The session's own servers, which its controller starts; running ones where an address is given; or an engine."""
    from pytest_faithform.formalizers.vllm import Announced, Running, Servers, VllmFormalizer
    from pytest_faithform.formalizers.vllm_servers import DEFAULT_COMMAND, VllmServers, VllmSettings

    settings = session.settings
    wanted = VllmSettings(
        model,
        revision=settings.revision,
        command=settings.vllm_command or DEFAULT_COMMAND,
        args=tuple(args),
        files=files,
        timeout=settings.vllm_timeout,
    )
    if kind == "vllm-offline":
        return _offline(session, wanted)
    served: Servers
    if settings.base_url is not None:
        if idle := settings.given("vllm-args", "vllm-command", "vllm-timeout"):
            raise ValueError(f"{idle[0]} is for servers that are started; those at --faithform-base-url run already")
        served = Running(model, settings.base_url)
    elif session.is_worker:
        served = Announced(wanted, session.workers.folder)
    elif settings.executor == "ray":
        from pytest_faithform.cluster.servers import RayServers

        served = RayServers(session.cluster, wanted, _asking_servers(session), session.logs, tell=session.watch.tell)
    else:
        served = VllmServers(wanted, session.logs, tell=session.watch.tell)
    return VllmFormalizer(model, served=served, **_asked(session))


def _asking_servers(session: Session) -> dict[str, Any]:
    settings = session.settings
    return {
        "where": "formalizer",
        "concurrency": settings.concurrency,
        "timeout": settings.request_timeout,
        "max_retries": 5,
        "key_variable": None,
    }


def _offline(session: Session, wanted: VllmSettings) -> Formalizer:
    from pytest_faithform.formalizers.vllm_offline import VllmOfflineFormalizer

    if session.settings.executor == "ray":
        raise ValueError("an engine runs in the session's own process: write vllm:NAME for servers on the Ray cluster")
    if session.workers.folder is not None:
        raise ValueError("an engine holds its GPUs in one process: leave -n out, or write vllm:NAME for servers")
    settings = session.settings
    store = AnswerStore(settings.store, session_start=session.started_at, fresh=settings.fresh)
    return VllmOfflineFormalizer(wanted, prompts=_prompts(session), store=store, sampling=settings.sampling)


def check_prompts(session: Session) -> None:
    """Raise UsageError where a prompt of the user's is no template for its task, whatever the system under test."""
    if session.settings.prompts:
        try:
            Prompts(_for_systems(session.settings.prompts))
            JudgePrompts(for_judges(session.settings.prompts))
        except ValueError as error:
            raise pytest.UsageError(f"--faithform-prompt: {error}") from error


def idle_options(session: Session) -> str | None:
    """What to say of options on the command line that change nothing, because the system answers from a file. Of a plugin's
    system nothing is known: it may read them."""
    idle = session.settings.idle()
    if session.settings.judges:
        from pytest_faithform.judges.llm import LLMJudge

        if any(isinstance(judge, LLMJudge) for judge in session.judges):
            idle = [option for option in idle if option == "--faithform-sampling"]
    if not idle or session.settings.prover or type(session.formalizer) is not RecordedFormalizer:
        return None
    return f"{', '.join(idle)}: no effect on {session.formalizer.name}, which answers from a file and asks no endpoint"


def make_lean(session: Session) -> LeanChecker:
    """The backend that --faithform-lean names."""
    settings, config = session.settings, session.config
    made: LeanChecker | None = config.hook.pytest_faithform_lean(config=config, spec=settings.lean)
    if made is not None:
        return made
    try:
        if settings.executor == "ray" and runs_on_nodes(settings.lean):
            return RayLean(
                session.cluster,
                settings.lean,
                timeout=settings.lean_timeout,
                unsafe=settings.lean_unsafe,
                everywhere=not session.is_worker,
                agreed=None if (folder := session.workers.folder) is None else folder / "lean",
                workers=getattr(config, "workerinput", {}).get("workercount", 1),
                tell=session.watch.tell,
            )
        built = make_backend(settings.lean, timeout=settings.lean_timeout, unsafe=settings.lean_unsafe)
        if built is None and settings.lean_run is not None:
            built = _recorded_lean(settings.lean_run)
    except (ValueError, OSError) as error:
        # Not the whole SPEC: an address may hold a password.
        raise pytest.UsageError(f"--faithform-lean {settings.lean.partition(':')[0]}: {error}") from error
    if built is None:
        raise pytest.UsageError(
            f"--faithform-lean {settings.lean!r} names no backend: write {SPECS}, or install the plugin that knows it"
        )
    return built


def _recorded_lean(folder: Path) -> LeanChecker:
    from pytest_faithform.lean.backends.recorded import RecordedLean
    from pytest_faithform.runlog import Run

    run = Run(folder)
    try:
        manifest = json.loads((run.folder / "manifest.json").read_text(encoding="utf-8"))
        lean: dict[str, Any] = manifest["lean"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{run.folder / 'manifest.json'} is no manifest of a run: {error!r}") from error
    run.mend_last_line()
    return RecordedLean(run.folder, lean)


def make_prover(session: Session) -> ModelProver | None:
    """The prover that --faithform-prover names, if any."""
    settings = session.settings
    if settings.prover is None:
        if idle := settings.given("prover-base-url", "prover-sampling", "prover-samples", "prover-prompt"):
            raise pytest.UsageError(f"{idle[0]} has no prover to go with: name one with --faithform-prover openai:NAME")
        return None
    kind, _, name = settings.prover.partition(":")
    if kind != "openai" or not name:
        raise pytest.UsageError(f"--faithform-prover {settings.prover!r} names no prover: write openai:NAME")
    from pytest_faithform.prover import ModelProver

    try:
        endpoint = Endpoint(
            name,
            store=AnswerStore(settings.store, session_start=session.started_at, fresh=settings.fresh),
            where="prover",
            base_url=settings.prover_base_url or settings.base_url,
            concurrency=settings.concurrency,
            timeout=settings.request_timeout,
        )
        return ModelProver(
            endpoint,
            sampling=settings.prover_sampling,
            samples=settings.prover_samples,
            lean=_prompted_lean(session),
            prompt=settings.prover_prompt,
        )
    except (ValueError, OSError) as error:
        raise pytest.UsageError(f"--faithform-prover: {error}") from error


def _for_systems(prompts: dict[str, Path]) -> dict[str, Path]:
    return {name: path for name, path in prompts.items() if name not in JUDGE_PROMPTS}


def for_judges(prompts: dict[str, Path]) -> dict[str, Path]:
    return {name: path for name, path in prompts.items() if name in JUDGE_PROMPTS}


def manifest(session: Session) -> dict[str, Any]:
    """Everything that can change a record of the run, and what it ran on. No secrets: parts describe themselves."""
    from pytest_faithform.lean import solver
    from pytest_faithform.measure import COMPARE_SECONDS, PROVE_SECONDS
    from pytest_faithform.metrics.resampling import RESAMPLES, SEED

    settings = session.settings
    asks = (settings.model or "").startswith(_ASKING)
    serving = getattr(session.formalizer, "serving", None)
    found_solver = solver.installed()
    return {
        "format": "faithform.run/1",
        "instrument": version("pytest-faithform"),
        "started_at": session.started_at,
        "system": _description("the system", session.formalizer, "name"),
        **({"serving": serving()} if serving is not None else {}),
        "prompts": _prompts(session).sha256 if asks else None,
        "sampling": settings.sampling if asks else None,
        "revision": settings.revision,
        "lean": {
            **_description("the Lean backend", session.lean, "backend"),
            "timeout_s": settings.lean_timeout,
            "compare_s": COMPARE_SECONDS,
            "prove_s": PROVE_SECONDS,
        },
        "judges": ["deterministic", *(_description("the judge", judge) for judge in session.judges)],
        **({"prover": session.prover.describe()} if session.prover is not None else {}),
        "reviewers": [] if session.reviewers is None else session.reviewers.describe(),
        "samples": settings.samples,
        "concurrency": settings.concurrency if asks else None,
        "verdict": settings.verdict,
        "verdict_chosen": settings.verdict_chosen,
        "junit": settings.junit,
        "shard": settings.shard,
        "executor": session.cluster.describe() if settings.executor == "ray" else {"kind": "local"},
        "gates": [gate.text for gate in settings.gates],
        "baseline": str(settings.baseline) if settings.baseline else None,
        "bootstrap": {"seed": SEED, "resamples": RESAMPLES},
        "versions": {name: version(name) for name in ("pytest-faithform", "pytest", "pytest-xdist", "pydantic")}
        | {"python": platform.python_version()}
        | ({"z3-solver": found_solver} if found_solver else {}),
    }


class _Described(Model):
    description: JsonObject


def _description(role: str, part: Any, *needed: str) -> dict[str, Any]:
    """What a part says of itself, as the manifest can hold it. Raises UsageError where it cannot."""
    named = f"{role} {getattr(part, 'name', '')!r} ({type(part).__module__}.{type(part).__qualname__})"
    try:
        found = _Described(description=part.describe()).description
    except ValidationError as error:
        raise pytest.UsageError(f"{named} gives no description for the manifest: {complaint(error)}") from error
    missing = [key for key in needed if not isinstance(found.get(key), str)]
    if missing:
        raise pytest.UsageError(f"{named} describes itself without {missing[0]!r}, a text that reports show")
    return found


def _prompts(session: Session) -> Prompts:
    return Prompts(_for_systems(session.settings.prompts), lean=_prompted_lean(session))


def _prompted_lean(session: Session) -> str:
    """What the prompts say of the Lean that checks."""
    lean = session.lean.describe()
    return lean.get("prompt") or f"Lean {lean.get('lean', '4')}"
