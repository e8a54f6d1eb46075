"""The options that name a model, for `faithform perturb` and `faithform import`."""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["PROMPTS", "add_model_options"]

#: The prompts that a user's own file may replace.
PROMPTS = ("numbers", "symbols", "steps", "paraphrase", "invalid", "effect", "graph")

DEFAULT_STORE = Path(".faithform") / "store.sqlite"


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """The options that say which model to ask and how."""
    group = parser.add_argument_group("a model")
    group.add_argument(
        "--model", metavar="openai:NAME", action="append", default=[], help="repeatable, for paraphrases"
    )
    group.add_argument("--base-url", metavar="URL", action="append", default=[], help="one, or one for each --model")
    group.add_argument("--revision", metavar="REV", help="names the weights, where a model changes under its name")
    group.add_argument("--sampling", metavar="temperature=…,…", help="generation settings, over those of each task")
    group.add_argument("--concurrency", type=int, default=8, metavar="N", help="problems under way at once (default 8)")
    group.add_argument("--request-timeout", type=float, default=600.0, metavar="SECONDS")
    group.add_argument("--store", type=Path, default=DEFAULT_STORE, metavar="PATH", help=f"default: {DEFAULT_STORE}")
    group.add_argument(
        "--prompt", metavar="NAME=FILE", action="append", default=[], help=f"a prompt of your own: {', '.join(PROMPTS)}"
    )
