"""What `--faithform-judge openai:NAME,setting=value,…` says of a judge."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from pytest_faithform.formalizers.parameters import SAMPLING_NAMES, checked_endpoint, parse_sampling

__all__ = ["DEFAULT_SAMPLING", "GRADE_THRESHOLD", "JudgeSpec", "parse_judge"]

Structured = Literal["json_schema", "json_object", "none"]
Criterion = Literal["grade", "leanscorer", "stmt_sc"]
Role = Literal["judge", "review"]

#: A judge is asked for its likeliest answer (SPEC f).
DEFAULT_SAMPLING: dict[str, Any] = {"temperature": 0.0, "max_tokens": 4096}
#: A grade of at least this much is an acceptance (SPEC b.3).
GRADE_THRESHOLD = 9.0
_SCORE_THRESHOLD = 0.6
_SETTINGS = (
    "name", "base_url", "key_env", "revision", "structured", "statement", "threshold", "repeats", "definitions", "role",
)  # fmt: skip


@dataclass(frozen=True)
class JudgeSpec:
    """One judge model. `statement` is how it judges statements, `threshold` what it must give for an acceptance; `repeats`
    grades are asked for, of which the first decides."""

    model: str
    name: str
    base_url: str | None = None
    key_env: str | None = None
    revision: str | None = None
    structured: Structured | None = None
    statement: Criterion = "grade"
    threshold: float = GRADE_THRESHOLD
    repeats: int = 1
    definitions: bool = False
    role: Role = "judge"
    sampling: dict[str, Any] = field(default_factory=lambda: dict(DEFAULT_SAMPLING))


def parse_judge(spec: str) -> JudgeSpec | None:
    """The judge of a SPEC; None where it is of another kind. Raises ValueError naming the setting and what it may be."""
    kind, _, rest = spec.partition(":")
    if kind != "openai":
        return None
    model, *settings = rest.split(",")
    if not model:
        raise ValueError("name a model: openai:NAME")
    given: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not value or (name not in _SETTINGS and name not in SAMPLING_NAMES):
            known = ", ".join([*_SETTINGS, *sorted(SAMPLING_NAMES)])
            raise ValueError(f"{_without_address(setting)!r}: write NAME=VALUE with one of {known}")
        if name in given:
            raise ValueError(f"{name} is given twice; keep one")
        given[name] = value
    return _judge(model, given)


def _judge(model: str, given: dict[str, str]) -> JudgeSpec:
    sampling = ",".join(f"{name}={value}" for name, value in given.items() if name in SAMPLING_NAMES)
    base_url, key_env = given.get("base_url"), given.get("key_env")
    if base_url is not None:
        checked_endpoint(base_url)
    if key_env is not None and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", key_env):
        raise ValueError("key_env is the name of the environment variable that holds the key")
    statement: Criterion = _one_of("statement", given.get("statement", "grade"), Criterion)
    return JudgeSpec(
        model=model,
        name=given.get("name", f"openai:{model}"),
        base_url=base_url,
        key_env=key_env,
        revision=given.get("revision"),
        structured=_one_of("structured", given["structured"], Structured) if "structured" in given else None,
        statement=statement,
        threshold=_threshold(given.get("threshold"), statement),
        repeats=_repeats(given.get("repeats", "1")),
        definitions=_one_of("definitions", given.get("definitions", "no"), Literal["yes", "no"]) == "yes",
        role=_one_of("role", given.get("role", "judge"), Role),
        sampling=parse_sampling(sampling, DEFAULT_SAMPLING),
    )


def _one_of(name: str, value: str, allowed: Any) -> Any:
    values = get_args(allowed)
    if value not in values:
        raise ValueError(f"{name} is one of {', '.join(values)}, not {value!r}")
    return value


def _threshold(text: str | None, statement: Criterion) -> float:
    most, default = (1.0, _SCORE_THRESHOLD) if statement == "leanscorer" else (10.0, GRADE_THRESHOLD)
    if text is None:
        return default
    if statement == "stmt_sc":
        raise ValueError("threshold has no use for statement=stmt_sc, which is yes or no")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= most:
        raise ValueError(f"threshold is a number from 0 to {most:g}, not {text!r}")
    return value


def _repeats(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise ValueError(f"repeats is a whole number from 1 to 100, not {text!r}")
    return int(text)


def _without_address(setting: str) -> str:
    """An address may hold a password."""
    return setting.partition("=")[0] + "=…" if "://" in setting else setting
