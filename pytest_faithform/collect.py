"""From case files to parametrized items, the same in every process."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest
from pydantic import ValidationError

from pytest_faithform.cases.explain import explain
from pytest_faithform.cases.files import CaseFileError, check_suite, read_placed, resolve
from pytest_faithform.cases.jsonl import BadLine
from pytest_faithform.cases.kept import KeptCase
from pytest_faithform.model import Case, Kind, Region, Task

if TYPE_CHECKING:
    from pytest_faithform.session import Session

__all__ = ["Item", "drop_empty", "longest_first", "parametrize", "split"]

_PARAMETER = "faithform_item"
_SHOWN = 40
_FILTERS: dict[str, tuple[str, ...] | None] = {
    "kind": get_args(Kind),
    "region": get_args(Region),
    "task": get_args(Task),
    "style": None,
    "family": ("relation", "operator"),
    "dataset": None,
    "domain": None,
}


@dataclass(frozen=True, slots=True)
class Item:
    """What one pytest item is about: a case, the index of the sample, from 0, the files that the case was read from, and
    which of its test's items it is."""

    kept: KeptCase
    sample: int
    files: tuple[Path, ...]
    place: int = 0

    @property
    def case(self) -> Case:
        """Made anew each time."""
        return self.kept.case

    @property
    def key(self) -> tuple[str, int]:
        return (self.kept.id, self.sample)


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
        paths = _paths(marker.args, session, here)
        cases = session.cases(paths)
    except CaseFileError as error:
        raise pytest.Collector.CollectError(str(error)) from error
    _require_found(wanted, cases, paths)
    samples = session.settings.samples
    matching = [case for case in cases if all(case.terms[name] in allowed for name, allowed in wanted.items())]
    files = tuple(paths)
    marks: dict[int, pytest.MarkDecorator] = {}
    parameters = [
        pytest.param(
            Item(case, sample, files, number * samples + sample),
            id=case.id if samples == 1 else f"{case.id}-s{sample}",
            # One mark for all that have the same terms.
            marks=marks.setdefault(id(case.terms), pytest.mark.faithform(**case.terms)),
        )
        for number, case in enumerate(matching)
        for sample in range(samples)
    ]
    metafunc.parametrize(_PARAMETER, parameters)


def drop_empty(items: list[pytest.Item]) -> None:
    """Remove the placeholder that pytest makes of a test that no case matches: it is no item of the suite."""
    items[:] = [item for item in items if not _is_placeholder(item)]


def longest_first(items: list[pytest.Item]) -> None:
    """Have the longest texts of each test come first, so that no long answer is waited for at the end. Tests keep their
    places, a case's samples stay together, and where somebody has put a test's items into another order, that one stands."""
    done: list[pytest.Item] = []
    for _, together in groupby(items, key=_test_of):
        of_one = list(together)
        held = [one for item in of_one if (one := _held(item)) is not None]
        if len(held) == len(of_one) and all(one.place < other.place for one, other in pairwise(held)):
            ranked = sorted(zip(held, of_one, strict=True), key=lambda pair: (-_length(pair[0].case), pair[0].place))
            of_one = [item for _, item in ranked]
        done += of_one
    items[:] = done


def _test_of(item: pytest.Item) -> tuple[Any, str]:
    return item.parent, getattr(item, "originalname", None) or item.nodeid


def _length(case: Case) -> int:
    """Characters that the system is given: a longer text takes a longer answer, and Lean longer to check it."""
    problem = case.problem
    return len(case.informal_statement) + len(case.informal_proof or "") + sum(map(len, problem.context))


def split(items: list[pytest.Item], shard: str) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Share I of N of a suite's items, and the rest. Source problems stay whole, so that pairs and clusters do; items that
    belong to no suite are in every share."""
    share, _, shares = shard.partition("/")
    groups = {id(item): held.kept.group for item in items if (held := _held(item)) is not None}
    # Spread by a digest: neighbours in the alphabet are often of one domain, and take Lean equally long.
    order = sorted(set(groups.values()), key=lambda group: hashlib.sha256(group.encode()).digest())
    mine = set(order[int(share) - 1 :: int(shares)])
    kept = [item for item in items if groups.get(id(item)) in mine or id(item) not in groups]
    return kept, [item for item in items if id(item) in groups and groups[id(item)] not in mine]


def _held(item: pytest.Item) -> Item | None:
    callspec = getattr(item, "callspec", None)
    held = callspec.params.get(_PARAMETER) if callspec is not None else None
    return held if isinstance(held, Item) else None


def load(config: pytest.Config, paths: Sequence[Path]) -> list[KeptCase]:
    """The cases of these files and what perturbation plugins make of them. Raises CaseFileError."""
    first: dict[str, KeptCase] = {}

    def kept_of(case: Case) -> KeptCase:
        kept = KeptCase(case, first.get(case.problem.group))
        first.setdefault(kept.group, kept)
        return kept

    placed = [(place, kept_of(case)) for place, case in read_placed(paths)]
    if not placed:
        raise CaseFileError(", ".join(map(str, paths)), [BadLine(None, "", "no case is in there")])
    hook = config.hook.pytest_faithform_perturb
    originals = [(place, kept) for place, kept in placed if kept.kind == "original"] if hook.get_hookimpls() else []
    for place, kept in originals:
        for made in hook(config=config, case=kept.case):
            placed.extend((f"made by a plugin from {place}", kept_of(one)) for one in _made(made, place))
    cases = [case for _, case in placed]
    check_suite(cases, [place for place, _ in placed])
    return cases


def _made(made: Any, place: str) -> Iterator[Case]:
    """What a plugin's hook gave for one case. Raises CaseFileError where it gave something else than cases."""
    wanted = "pytest_faithform_perturb gives a list of pytest_faithform.model.Case, or None"
    try:
        for one in made or ():
            if not isinstance(one, Case):
                found = f"{type(one).__name__} {str(one)[:60]!r}"
                raise CaseFileError("a plugin", [BadLine(None, "", f"for {place}: {wanted}; found in it {found}")])
            # `model_copy(update=…)` checks nothing.
            yield Case.model_validate(one.model_dump(warnings=False))
    except ValidationError as error:
        bad = [BadLine(None, complaint.field, f"{complaint.text} (for {place})") for complaint in explain(error, Case)]
        raise CaseFileError("a plugin's case", bad) from error
    except TypeError as error:
        raise CaseFileError("a plugin", [BadLine(None, "", f"for {place}: {wanted}; {error}")]) from error


def _paths(named: tuple[Any, ...], session: Session, here: Path) -> list[Path]:
    for name in named:
        if not isinstance(name, str | Path):
            raise pytest.Collector.CollectError(f"faithform_cases takes paths one by one, as texts; found {name!r}")
    specs = [name if name == "starter" else str(here / os.path.expanduser(name)) for name in named]
    paths = [path for spec in specs or session.settings.cases for path in resolve(spec)]
    # A file that is named twice, by itself and by its folder, is one file.
    distinct: dict[Path, Path] = {}
    for path in paths:
        distinct.setdefault(path.resolve(), path)
    return list(distinct.values())


def _filters(marker: pytest.Mark) -> dict[str, set[str]]:
    wanted: dict[str, set[str]] = {}
    for name, value in marker.kwargs.items():
        if name not in _FILTERS:
            raise pytest.Collector.CollectError(
                f"faithform_cases knows no filter {name!r}; there are: {', '.join(_FILTERS)}"
            )
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list | tuple | set | frozenset) or not values:
            raise pytest.Collector.CollectError(
                f"faithform_cases({name}=…) is a text or a list of texts that is not empty, not {value!r}"
            )
        for one in values:
            if not isinstance(one, str):
                raise pytest.Collector.CollectError(f"faithform_cases({name}=…) takes texts, not {one!r}")
        allowed = _FILTERS[name]
        unknown = sorted(set(values) - set(allowed)) if allowed else []
        if allowed and unknown:
            raise pytest.Collector.CollectError(
                f"faithform_cases({name}=…): no {unknown[0]!r}; there are: {', '.join(allowed)}"
            )
        wanted[name] = set(values)
    return wanted


def _require_found(wanted: dict[str, set[str]], cases: list[KeptCase], paths: list[Path]) -> None:
    """Of styles, datasets and domains there is no list but the cases: what none of them has is taken for a mistake."""
    for name in [name for name in wanted if _FILTERS[name] is None]:
        found = {value for case in cases if (value := case.terms[name]) is not None}
        missing = sorted(wanted[name] - found)
        if missing:
            shown = ", ".join(sorted(found)[:_SHOWN]) + (", …" if len(found) > _SHOWN else "")
            raise pytest.Collector.CollectError(
                f"faithform_cases({name}=…): no case has {missing[0]!r}; "
                + (f"there are: {shown}" if found else f"none of the cases has a {name}")
                + f" (in {', '.join(map(str, paths))})"
            )


def _is_placeholder(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    return callspec is not None and _PARAMETER in callspec.params and not isinstance(callspec.params[_PARAMETER], Item)
