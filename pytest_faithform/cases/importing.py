"""`faithform import`: a public data set in, a problems file out (and a case file, where it carries edits)."""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from pytest_faithform.cases.adapters import ADAPTERS
from pytest_faithform.cases.adapters.base import Adapter, Imported, LeftOut, Options
from pytest_faithform.cases.files import CaseFileError, write_jsonl
from pytest_faithform.cases.jsonl import BadLine
from pytest_faithform.cases.outputs import check_outputs
from pytest_faithform.errors import FaithformFault
from pytest_faithform.model import Case, Problem, printable
from pytest_faithform.perturb.progress import output as output_console
from pytest_faithform.perturb.progress import shown

__all__ = ["run_import"]

DONE, NOTHING, USAGE, FAULT, STOPPED = 0, 1, 2, 3, 130

#: Rows left out that are named one by one in the terminal; the table counts them all.
_NAMED = 10

#: Places that are named of an id that stands more than once.
_PLACES = 5


@dataclass
class _Result:
    problems: list[Problem] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    places: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def add(self, item: Imported, place: str) -> None:
        if isinstance(item, Problem):
            self.problems.append(item)
            self.places.setdefault(("problem", item.id), []).append(place)
        elif isinstance(item, Case):
            self.cases.append(item)
            self.places.setdefault(("case", item.id), []).append(place)
        else:
            self.left_out.append(item)


def run_import(name: str, file: str, output: Path, options: Options, *, cases: Path | None = None) -> int:
    """The exit status: 0 done, 1 nothing was usable, 2 a file or option is wrong, 3 the apparatus failed, 130 stopped."""
    try:
        adapter = _adapter(name, options)
        check_outputs(output, cases, [Path(file), *filter(None, [options.flags])])
        result = _Result()
        for item in _watched(adapter.read(file, options)):
            result.add(item, options.places[-1])
        # Which files a folder holds is known only now.
        check_outputs(output, cases, options.files)
        if result.cases and cases is None and adapter.carries_cases:
            raise CaseFileError(
                file, [BadLine(None, "", f"carries {len(result.cases)} cases; say where they go: --cases CASES.jsonl")]
            )
        _refuse_twice(file, result.places)
        if not result.problems:
            _report(adapter, options, result, output, cases)
            return NOTHING
        write_jsonl(output, result.problems)
        if cases is not None:
            write_jsonl(cases, result.cases)
    except CaseFileError as error:
        print(error, file=sys.stderr)
        return USAGE
    except FaithformFault as error:
        print(f"{error}\nAnswers that came before are stored; the same call goes on from here.", file=sys.stderr)
        return FAULT
    except KeyboardInterrupt:
        print("stopped; nothing was written, and a model's answers that came before are stored", file=sys.stderr)
        return STOPPED
    except OSError as error:
        print(f"{error.filename or output}: {error.strerror or error}", file=sys.stderr)
        return USAGE
    _report(adapter, options, result, output, cases)
    return DONE


def _adapter(name: str, options: Options) -> Adapter:
    adapter = ADAPTERS.get(name)
    if adapter is None:
        near = difflib.get_close_matches(name, ADAPTERS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CaseFileError(name, [BadLine(None, "", f"is no data set{hint} There are: {', '.join(ADAPTERS)}")])
    if options.task is not None and options.task not in adapter.tasks:
        allowed = ", ".join(adapter.tasks)
        raise CaseFileError(
            name, [BadLine(None, "", f"--task {options.task} is not to be had of it; allowed: {allowed}")]
        )
    given = {
        "mapping": ("--map or --set", bool(options.mapping or options.constants)),
        "flags": ("--flags", options.flags is not None),
        "hub": ("--config or --split", bool(options.config or options.split)),
        "graphs": ("--model", options.graphs is not None),
    }
    for kind, (option, is_given) in given.items():
        if is_given and kind not in adapter.accepts:
            raise CaseFileError(name, [BadLine(None, "", f"{option} means nothing for this data set; leave it out")])
    return adapter


def _watched(items: Iterator[Imported]) -> Iterator[Imported]:
    return shown(items, total=0, what="import")


def _refuse_twice(file: str, places: Mapping[tuple[str, str], list[str]]) -> None:
    bad = []
    for (what, name), where in places.items():
        if len(where) > 1:
            rows, more = "; ".join(where[:_PLACES]), "; …" if len(where) > _PLACES else ""
            number = "two" if len(where) == 2 else str(len(where))
            told = f"{number} rows would have the id {name!r} of a {what} ({rows}{more}); ids must differ"
            bad.append(BadLine(None, "id", told))
    if bad:
        raise CaseFileError(file, bad)


def _report(adapter: Adapter, options: Options, result: _Result, output: Path, cases: Path | None) -> None:
    console = output_console()
    table = Table(adapter.title, box=SIMPLE_HEAD)
    table.add_column("n", justify="right")
    for (task, domain), count in sorted(Counter((p.task, p.domain) for p in result.problems).items()):
        table.add_row(f"{task}, {domain}", str(count))
    table.add_row("problems", str(len(result.problems)))
    for kind, count in sorted(Counter(case.kind for case in result.cases).items()):
        table.add_row(f"cases, {kind}", str(count))
    for mended, count in Counter(one.reason for one in options.mended).items():
        table.add_row(f"mended: {mended}", str(count))
    for left, count in Counter(one.kind or one.reason for one in result.left_out).most_common():
        table.add_row(escape(printable(f"left out: {left}")), str(count))
    console.print(table)
    named = _named(result.left_out)
    for one in named:
        told = f"left out: {one.what or 'a row without a name'} ({one.place}): {one.reason}"
        console.print(printable(told), soft_wrap=True, markup=False)
    if len(result.left_out) > len(named):
        console.print(f"… and {len(result.left_out) - len(named)} more")
    flags = Counter(flag for problem in result.problems for flag in problem.flags)
    if flags["sequential-context"]:
        console.print(
            f"{flags['sequential-context']} steps have the flag sequential-context: no model drew their dependencies, so "
            "each has the problem and all earlier steps as context"
        )
    console.print(f"licence: {adapter.licence}")
    if result.problems:
        console.print(f"{len(result.problems)} problems in {output}", soft_wrap=True, markup=False)
    else:
        print("no row was usable; nothing was written", file=sys.stderr)
    if cases is not None and result.cases:
        console.print(f"{len(result.cases)} cases in {cases}", soft_wrap=True, markup=False)


def _named(left_out: list[LeftOut]) -> list[LeftOut]:
    """The first rows left out, and the first of every kind that none of them is of."""
    first: dict[str, LeftOut] = {}
    for one in left_out:
        first.setdefault(one.kind or one.reason, one)
    beyond = [one for one in first.values() if one not in left_out[:_NAMED]]
    return left_out[:_NAMED] + beyond[:_NAMED]
