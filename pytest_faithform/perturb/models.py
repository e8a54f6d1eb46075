"""From the options that name models to the parts that ask them: `faithform perturb` and `faithform import` alike."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from pytest_faithform.endpoint import Endpoint
from pytest_faithform.perturb.asking import Asker
from pytest_faithform.perturb.model_options import PROMPTS
from pytest_faithform.store import AnswerStore

__all__ = ["make_askers"]


def make_askers(arguments: argparse.Namespace) -> list[Asker]:
    """One for each --model. Raises ValueError with the option that is wrong."""
    names = [_name(spec) for spec in arguments.model]
    urls: Sequence[str | None] = arguments.base_url or [None]
    if len(urls) not in (1, len(names)):
        raise ValueError(f"--base-url: found {len(urls)} for {len(names)} models; give one, or one for each --model")
    if len(set(names)) < len(names):
        raise ValueError("--model: each model once")
    prompts = _prompts(arguments.prompt)
    store = AnswerStore(arguments.store)
    askers = []
    for at, name in enumerate(names):
        endpoint = Endpoint(
            name,
            store=store,
            where="session",
            base_url=urls[at % len(urls)],
            revision=arguments.revision,
            concurrency=arguments.concurrency,
            timeout=arguments.request_timeout,
        )
        askers.append(Asker(endpoint, prompts=prompts, sampling=arguments.sampling))
    return askers


def _name(spec: str) -> str:
    kind, _, name = spec.partition(":")
    if kind != "openai" or not name:
        raise ValueError(f"--model {spec!r}: write openai:NAME, any model behind an OpenAI-compatible endpoint")
    return name


def _prompts(entries: Sequence[str]) -> dict[str, Path]:
    prompts = {}
    for entry in entries:
        name, _, file = entry.partition("=")
        if name not in PROMPTS or not file:
            raise ValueError(f"--prompt {entry!r}: write NAME=FILE; names: {', '.join(PROMPTS)}")
        prompts[name] = Path(file)
    return prompts
