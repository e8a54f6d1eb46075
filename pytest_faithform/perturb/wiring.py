"""From the options of `faithform perturb` to the call: the plan with its marker, writers and raters."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from typing import Any

from pytest_faithform.model import Kind
from pytest_faithform.perturb.asking import Asker
from pytest_faithform.perturb.build import KINDS, Plan, Writer
from pytest_faithform.perturb.command import Request
from pytest_faithform.perturb.effect import LeanRater, Rater, Raters
from pytest_faithform.perturb.llm_marker import ModelMarker
from pytest_faithform.perturb.llm_writers import MANNERS, Judge, ModelPerturber, Paraphraser
from pytest_faithform.perturb.models import make_askers

__all__ = ["make_request"]


def make_request(arguments: argparse.Namespace) -> tuple[Request, Callable[[], None]]:
    """The call, and what ends its parts. Raises ValueError with the option that is wrong."""
    kinds = _named(arguments.kinds, KINDS, "--kinds") if arguments.kinds is not None else None
    manners = _named(arguments.styles, MANNERS, "--styles")
    rates = _named(arguments.rate, ("lean", "judge"), "--rate") if arguments.rate else []
    _require_model(arguments, kinds or [], rates)
    askers = make_askers(arguments)
    rater = _rater(rates, arguments.lean, askers)
    writers: list[tuple[Kind, Writer]] = []
    if kinds and "paraphrase" in kinds:
        writers.append(("paraphrase", Paraphraser(askers, manners)))
    if arguments.invalid == "llm":
        writers.append(("invalid_step", ModelPerturber(askers[0], rater)))
    plan = Plan(
        kinds=None if kinds is None else frozenset(kind for kind in KINDS if kind in kinds),
        seed=arguments.seed,
        compat=arguments.compat,
        marker=ModelMarker(askers[0]) if arguments.marker == "llm" else None,
        perturber=None if arguments.invalid == "llm" else arguments.invalid,
        rater=rater,
        writers=tuple(writers),
    )
    threads = arguments.concurrency if askers else 1 if rater else 0
    request = Request(
        problems=arguments.problems,
        output=arguments.output,
        plan=plan,
        show=arguments.show,
        restart=arguments.restart,
        workers=arguments.workers,
        threads=threads,
        depends=_depends(arguments, askers),
    )

    def close() -> None:
        for asker in askers:
            asker.close()
        if rater is not None:
            rater.close()

    return request, close


def _named(text: str, allowed: tuple[str, ...], option: str) -> list[str]:
    named = [one.strip() for one in text.split(",") if one.strip()]
    unknown = [one for one in named if one not in allowed]
    if unknown or not named:
        found = repr(unknown[0]) if unknown else "nothing"
        raise ValueError(f"{option}: found {found}; allowed: {', '.join(allowed)}, with commas between")
    return named


def _require_model(arguments: argparse.Namespace, kinds: list[str], rates: list[str]) -> None:
    wants = {
        "--kinds paraphrase": "paraphrase" in kinds,
        "--marker llm": arguments.marker == "llm",
        "--invalid llm": arguments.invalid == "llm",
        "--rate judge": "judge" in rates,
    }
    for option, wanted in wants.items():
        if wanted and not arguments.model:
            raise ValueError(f"{option} asks a model: add --model openai:NAME --base-url URL")
    if arguments.model and not any(wants.values()):
        raise ValueError(f"--model: nothing here asks a model; add one of {', '.join(wants)}")
    if arguments.concurrency < 1:
        raise ValueError(f"--concurrency: found {arguments.concurrency}; allowed: 1 or more")


def _rater(rates: list[str], lean: str, askers: list[Asker]) -> Rater | None:
    raters: list[Rater] = []
    for name in rates:
        if name == "judge":
            raters.append(Judge(askers[0]))
            continue
        from pytest_faithform.lean.backends.make import SPECS, make_backend

        checker = make_backend(lean, timeout=60.0)
        if checker is None:
            raise ValueError(f"--lean {lean!r} names no backend; write {SPECS}")
        raters.append(LeanRater(checker))
    return Raters(raters) if raters else None


def _depends(arguments: argparse.Namespace, askers: list[Asker]) -> dict[str, Any]:
    prompts = "".join(askers[0].texts[name] for name in sorted(askers[0].texts)) if askers else ""
    return {
        "invalid": arguments.invalid,
        "marker": arguments.marker,
        "rate": arguments.rate,
        "lean": arguments.lean if arguments.rate else None,
        "styles": arguments.styles if askers else None,
        "models": [[asker.name, asker.endpoint.address] for asker in askers],
        "revision": arguments.revision,
        "sampling": arguments.sampling,
        "prompts": hashlib.sha256(prompts.encode()).hexdigest(),
    }
