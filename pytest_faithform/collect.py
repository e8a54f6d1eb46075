"""From case files to parametrized items, the same in every process."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

from pytest_faithform.cases.files import CaseFileError, check_suite, read_cases, resolve
from pytest_faithform.model import Case, Kind, Region, Task

if TYPE_CHECKING:
    from pytest_faithform.session import Session

__all__ = ["Item", "drop_empty", "parametrize"]

_PARAMETER = "faithform_item"
_FILTERS: dict[str, tuple[str, ...] | None] = {
    "kind": get_args(Kind),
    "region": get_args(Region),
    "task": get_args(Task),
    "style": None,
    "family": ("relation", "operator"),
    "dataset": None,
    "domain": None,
}


@dataclass(frozen=True)
class Item:
    """What one pytest item is about: a case and the index of the sample, from 0."""

    case: Case
    sample: int


def parametrize(metafunc: pytest.Metafunc, marker: pytest.Mark, session: Session) -> None:
    """Make one item per case and sample of a test marked with `faithform_cases`."""
    if _PARAMETER not in metafunc.fixturenames:
        raise pytest.Collector.CollectError(
            f"{metafunc.function.__name__} is marked faithform_cases but asks for no fixture of pytest-faithform: "
            "take `case`, `formalization`, `edit_verdict`, `proof_verdict` or `correctness` as an argument"
        )
    wanted = _filters(marker)
    here = Path(metafunc.definition.path).parent
    try:
        cases = session.cases(_paths(marker.args, session, here))
    except CaseFileError as error:
        raise pytest.Collector.CollectError(str(error)) from error
    samples = session.settings.samples
    parameters = [
        pytest.param(
            Item(case, sample),
            id=case.id if samples == 1 else f"{case.id}-s{sample}",
            marks=pytest.mark.faithform(
                kind=case.kind,
                region=case.region,
                family=case.family,
                style=case.style,
                dataset=case.problem.dataset,
                domain=case.problem.domain,
                task=case.problem.task,
            ),
        )
        for case in cases
        if all(_value(case, name) in allowed for name, allowed in wanted.items())
        for sample in range(samples)
    ]
    metafunc.parametrize(_PARAMETER, parameters)


def drop_empty(items: list[pytest.Item]) -> None:
    """Remove the placeholder that pytest makes of a test that no case matches: it is no item of the suite."""
    items[:] = [item for item in items if not _is_placeholder(item)]


def load(config: pytest.Config, paths: Iterable[Path]) -> list[Case]:
    """The cases of these files and what perturbation plugins make of them. Raises CaseFileError."""
    cases = [case for path in paths for case in read_cases(path)]
    for case in [case for case in cases if case.kind == "original"]:
        for made in config.hook.pytest_faithform_perturb(config=config, case=case):
            cases.extend(made or ())
    check_suite(cases)
    return cases


def _paths(named: tuple[Any, ...], session: Session, here: Path) -> list[Path]:
    specs = [str(name) for name in named] or session.settings.cases
    base = here if named else session.settings.root
    return [path for spec in specs for path in resolve(spec if spec == "starter" else str(base / spec))]


def _filters(marker: pytest.Mark) -> dict[str, set[Any]]:
    wanted: dict[str, set[Any]] = {}
    for name, value in marker.kwargs.items():
        if name not in _FILTERS:
            raise pytest.Collector.CollectError(f"faithform_cases knows no filter {name!r}: {', '.join(_FILTERS)}")
        values = {value} if isinstance(value, str) else set(value)
        allowed = _FILTERS[name]
        unknown = sorted(map(str, values - set(allowed))) if allowed else []
        if unknown:
            raise pytest.Collector.CollectError(f"faithform_cases({name}=…): no {unknown[0]!r}; there are {allowed}")
        wanted[name] = values
    return wanted


def _value(case: Case, name: str) -> Any:
    return getattr(case.problem, name) if name in ("dataset", "domain", "task") else getattr(case, name)


def _is_placeholder(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    return callspec is not None and _PARAMETER in callspec.params and not isinstance(callspec.params[_PARAMETER], Item)
