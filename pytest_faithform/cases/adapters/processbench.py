"""ProcessBench: chains of reasoning whose first error was found by people; the error-free ones become reasoning steps.

Fields read: `id` (with the source before its number: the domain), `problem`, `steps`, `label` (-1: no error; other chains
are left out). Each step is a problem of task `step`. Its context is what a dependency graph names as its direct parents,
where a model draws one (`--model`); without a model it is the problem and every step before it, and the flag
`sequential-context` says so. Licence: Apache-2.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pytest_faithform.cases.adapters.base import (
    Adapter,
    GraphFailure,
    Imported,
    Options,
    Row,
    leave_out,
    problem,
    read_rows,
    slug,
)
from pytest_faithform.cases.adapters.fields import caught, each, placed, term, texts, whole, words

__all__ = ["ADAPTER"]


def read(file: str, options: Options) -> Iterator[Imported]:
    rows = read_rows(Path(file), options)
    if options.graphs is None:
        yield from each(rows, options, lambda row: _chain(row, options))
        return
    with ThreadPoolExecutor(options.concurrency) as pool:
        try:
            drawn = pool.map(lambda row: (row, list(caught(row, lambda one: _chain(one, options)))), rows)
            for row, made in drawn:
                yield from placed(row, options, made)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _chain(row: Row, options: Options) -> Iterator[Imported]:
    name, question = term(row, "id"), words(row, "problem")
    steps = texts("steps", row.value.get("steps"))
    if whole(row, "label", "-1 for a chain without an error, or the number of the step that has it") != -1:
        yield leave_out(row, name, "the chain has an error")
        return
    if not question.strip() or not steps:
        yield leave_out(row, name, "no steps" if question.strip() else "no problem")
        return
    parents = [list(range(number + 1)) for number in range(len(steps))]
    flags = ("sequential-context",)
    if options.graphs is not None:
        try:
            parents, flags = options.graphs(question, steps), ("graph-by-model",)
        except GraphFailure as error:
            yield leave_out(row, name, f"no dependency graph: {error}")
            return
    stated = [question, *steps]
    for number, step in enumerate(steps, start=1):
        yield problem(
            row,
            id=f"{slug(name)}-s{number}",
            dataset="processbench",
            domain=slug(name.rpartition("-")[0] or "reasoning"),
            task="step",
            group=slug(name),
            context=tuple(stated[parent] for parent in parents[number - 1]),
            informal_statement=step,
            flags=flags,
        )


ADAPTER = Adapter(
    "processbench", "ProcessBench, error-free chains", "Apache-2.0", read, tasks=("step",), accepts=("graphs",)
)
