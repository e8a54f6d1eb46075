"""From settings to parts: which formalizer, Lean and judges a session uses, and what its manifest says of them."""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_faithform.formalizers.base import Formalizer
from pytest_faithform.formalizers.openai_api import OpenAIFormalizer, parse_sampling
from pytest_faithform.formalizers.recorded import RecordedFormalizer, control
from pytest_faithform.judges import Judge
from pytest_faithform.lean.checker import LeanChecker
from pytest_faithform.prompts import Prompts
from pytest_faithform.reports.terminal import summary_lines
from pytest_faithform.store import AnswerStore

if TYPE_CHECKING:
    from pytest_faithform.runlog import Run
    from pytest_faithform.session import Session

__all__ = ["conclude", "make_formalizer", "make_judges", "make_lean", "manifest"]


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
            path = Path(name).expanduser()
            return RecordedFormalizer(path if path.is_absolute() else settings.root / path)
        if kind == "control":
            return control(name)
        if kind == "openai" and name:
            return OpenAIFormalizer(
                name,
                prompts=_prompts(session),
                store=AnswerStore(settings.store, fresh_since=session.started_at if settings.fresh else None),
                base_url=settings.base_url,
                sampling=parse_sampling(settings.sampling),
                revision=settings.revision,
                concurrency=settings.concurrency,
                timeout=settings.request_timeout,
            )
    except (ValueError, OSError) as error:
        raise pytest.UsageError(f"--faithform-model {spec}: {error}") from error
    raise pytest.UsageError(
        f"--faithform-model {spec!r} names no system: write recorded:FILE, control:faithful, control:biased, openai:NAME, "
        "or install the plugin that knows it"
    )


def make_lean(session: Session) -> LeanChecker:
    """The backend that --faithform-lean names."""
    settings, config = session.settings, session.config
    made: LeanChecker | None = config.hook.pytest_faithform_lean(config=config, spec=settings.lean)
    if made is not None:
        return made
    if settings.lean in ("embedded", "embedded:prelude"):
        from pytest_faithform.lean.backends.embedded import EmbeddedLean

        return EmbeddedLean(prelude=settings.lean == "embedded:prelude", timeout=settings.lean_timeout)
    raise pytest.UsageError(
        f"--faithform-lean {settings.lean!r} names no backend: write embedded or embedded:prelude, or install the plugin"
    )


def make_judges(session: Session) -> list[Judge]:
    """The judges that --faithform-judge names, in their order."""
    judges = []
    for spec in session.settings.judges:
        made: Judge | None = session.config.hook.pytest_faithform_judge(config=session.config, spec=spec)
        if made is None:
            raise pytest.UsageError(f"--faithform-judge {spec!r} names no judge: install the plugin that knows it")
        judges.append(made)
    return judges


def manifest(session: Session) -> dict[str, Any]:
    """Everything that can change a record of the run, and what it ran on. No secrets: parts describe themselves."""
    from pytest_faithform.measure import COMPARE_SECONDS, PROVE_SECONDS
    from pytest_faithform.metrics.intervals import RESAMPLES, SEED

    settings = session.settings
    asks = (settings.model or "").startswith("openai:")
    return {
        "format": "faithform.run/1",
        "started_at": session.started_at,
        "system": session.formalizer.describe(),
        "prompts": _prompts(session).sha256 if asks else None,
        "sampling": _sampling(session) if asks else None,
        "revision": settings.revision,
        "lean": {
            **session.lean.describe(),
            "timeout_s": settings.lean_timeout,
            "compare_s": COMPARE_SECONDS,
            "prove_s": PROVE_SECONDS,
        },
        "judges": ["deterministic", *(judge.describe() for judge in session.judges)],
        "samples": settings.samples,
        "concurrency": settings.concurrency if asks else None,
        "verdict": settings.verdict,
        "bootstrap": {"seed": SEED, "resamples": RESAMPLES},
        "versions": {name: version(name) for name in ("pytest-faithform", "pytest", "pytest-xdist", "pydantic")}
        | {"python": platform.python_version()},
    }


def conclude(session: Session, run: Run, selected: set[tuple[str, int]], *, received: int) -> list[str]:
    """Summary and reports from the run's records; returns the lines for the terminal."""
    from pytest_faithform.metrics.summary import summarize

    records = run.records()
    planned = {record.key for record in records} | selected
    hook = session.config.hook
    rows = summarize(records, planned=len(planned))
    for more in hook.pytest_faithform_metrics(config=session.config, records=records):
        rows.extend(more or ())
    stored = [r.formalization.stored_at for r in records if r.formalization and r.formalization.stored_at]
    run.manifest |= {
        "planned": len(planned),
        "stored_answers": {
            "count": len(stored),
            "oldest": min(stored, default=None),
            "newest": max(stored, default=None),
        },
    }
    run.write_manifest()
    run.write_summary([row.as_dict() for row in rows])
    lines = summary_lines(
        run.manifest, records, rows, folder=_relative(run.folder, session.settings.root), fresh=received
    )
    told = hook.pytest_faithform_report(
        config=session.config, folder=run.folder, manifest=run.manifest, records=records, summary=rows
    )
    return lines + [line for line in told if line]


def _prompts(session: Session) -> Prompts:
    lean = session.lean.describe()
    return Prompts(session.settings.prompts, lean=lean.get("prompt") or f"Lean {lean.get('lean', '4')}")


def _sampling(session: Session) -> dict[str, Any]:
    return parse_sampling(session.settings.sampling)


def _relative(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
