"""What `faithform lean install` and `faithform lean check FILE` do and print. Exit statuses are those of `cli`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytest_faithform.lean.backends import images, install
from pytest_faithform.lean.backends.bases import CORE, PRELUDE
from pytest_faithform.lean.backends.make import CHECKED, make_backend
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.layout import Span
from pytest_faithform.lean.second_opinion import examined
from pytest_faithform.lean.source import Source, parse_reached
from pytest_faithform.model import LeanReply, printable

__all__ = ["progress_display", "run_check", "run_install"]

OK, NO, USAGE, APPARATUS = 0, 1, 2, 3


def run_install(*, prelude: bool = False) -> int:
    try:
        with progress_display() as report:
            toolchain = install.install(report)
            node = install.find_node()
            for base in (CORE, PRELUDE) if prelude else (CORE,):
                if images.find(node, toolchain, base) is None:
                    report(f"saving a started Lean ({base.name})", 0, None)
                    images.require(node, toolchain, base)
    except LeanUnavailable as error:
        print(f"faithform: {error}", file=sys.stderr)
        return APPARATUS
    print(f"the embedded Lean is ready: {toolchain} ({install.disk_size(toolchain) / 1e6:.0f} MB)")
    return OK


def run_check(file: str, *, spec: str, timeout: float, as_json: bool, unsafe: bool = False) -> int:
    """Print what the instrument sees in a file: its regions, what the guard finds, and what Lean says of it.

    What the guard rejects is shown to Lean here all the same: the file is the user's own.
    """
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        source = data.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"faithform: {file} cannot be read: {error}", file=sys.stderr)
        return USAGE
    try:
        lean = make_backend(spec, timeout=timeout, unsafe=unsafe)
    except ValueError as error:
        print(f"faithform: {error}", file=sys.stderr)
        return USAGE
    if lean is None:
        print(f"faithform: {spec!r} names no Lean: write {CHECKED}", file=sys.stderr)
        return USAGE
    parsed = parse_reached(source)
    try:
        reply = examined(lean, parsed, lean.check(source, timeout=timeout), timeout=timeout)
        reply = reply.model_copy(update={"guard": (*guard(parsed), *reply.guard)})
    except LeanUnavailable as error:
        print(f"faithform: {error}", file=sys.stderr)
        return APPARATUS
    finally:
        lean.close()
    lines = [*_seen(parsed), *_said(file, reply)]
    print(reply.model_dump_json(indent=2) if as_json else "\n".join(map(printable, lines)))
    rejected = any(finding.severity == "reject" for finding in reply.guard)
    return OK if reply.outcome == "ok" and not rejected else NO


def _seen(parsed: Source) -> Iterator[str]:
    def places(spans: list[Span]) -> str:
        return ", ".join(f"{_place(parsed, begin)}-{_place(parsed, end)}" for begin, end in spans) or "none"

    yield f"main theorem      {parsed.main.full_name if parsed.main else 'none (no theorem or lemma with a name)'}"
    yield f"statement region  {places(parsed.statement_spans)}"
    yield f"proof region      {places(parsed.proof_spans)}"
    for claim in parsed.claims:
        yield f"claim             {_place(parsed, claim.prop[0])} {' '.join(parsed.prop_text(claim).split())[:100]}"
    for hole in parsed.sorries:
        yield f"placeholder       {_place(parsed, hole.span[0])} {hole.word}"


def _place(parsed: Source, offset: int) -> str:
    line, column = parsed.position(offset)
    return f"{line}:{column}"


def _said(file: str, reply: LeanReply) -> Iterator[str]:
    for finding in reply.guard:
        yield f"{file}:{finding.line}:{finding.column}: guard {finding.severity}s ({finding.rule}): {finding.message}"
    for message in reply.messages:
        place = f"{file}:{message.line}:{message.column}" if message.line is not None else file
        yield f"{place}: {message.severity}: {message.text}"
    for declaration in reply.declarations:
        axioms = ", ".join(declaration.axioms) or "no axioms"
        assumed = f", and assumes of the prelude {', '.join(declaration.assumed)}" if declaration.assumed else ""
        yield f"{declaration.kind} {declaration.name} rests on {axioms}{assumed}"
    lacking = f" (lacks {', '.join(reply.lacking)})" if reply.lacking else ""
    yield f"{reply.outcome}{lacking} in {reply.seconds:.2f} s on {reply.backend}"


@contextmanager
def progress_display() -> Iterator[install.Progress]:
    """A bar on a terminal, else a line for each tenth of each step."""
    if not sys.stderr.isatty():
        yield _line_progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description:<12}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as display:
        tasks = {}

        def report(what: str, done: int, total: int | None) -> None:
            if what not in tasks:
                tasks[what] = display.add_task(what, total=total)
            display.update(tasks[what], completed=done, total=total)

        yield report


def _line_progress() -> install.Progress:
    last: dict[str, int] = {}

    def report(what: str, done: int, total: int | None) -> None:
        tenth = 10 * done // total if total else 0
        if last.get(what) != tenth:
            last[what] = tenth
            size = f" {10 * tenth} % of {total / 1e6:.0f} MB" if total else ""
            print(f"{what}{size}", file=sys.stderr, flush=True)

    return report
