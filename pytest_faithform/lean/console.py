"""What `faithform lean install` and `faithform lean check FILE` do and print. Exit statuses are those of `cli`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytest_faithform.lean.backends import images, install
from pytest_faithform.lean.backends.bases import CORE, PRELUDE
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.model import LeanReply, printable

__all__ = ["progress_display", "run_check", "run_install"]

OK, NO, USAGE, APPARATUS = 0, 1, 2, 3


def run_install() -> int:
    try:
        with progress_display() as report:
            toolchain = install.install(report)
            node = install.find_node()
            for base in (CORE, PRELUDE):
                if images.find(node, toolchain, base) is None:
                    report(f"saving a started Lean ({base.name})", 0, None)
                    images.require(node, toolchain, base)
    except LeanUnavailable as error:
        print(f"faithform: {error}", file=sys.stderr)
        return APPARATUS
    print(f"the embedded Lean is ready: {toolchain} ({install.disk_size(toolchain) / 1e6:.0f} MB)")
    return OK


def run_check(file: str, *, timeout: float, as_json: bool, prelude: bool = False) -> int:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        source = data.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"faithform: {file} cannot be read: {error}", file=sys.stderr)
        return USAGE
    try:
        with EmbeddedLean(prelude=prelude) as lean:
            reply = lean.check(source, timeout=timeout)
    except LeanUnavailable as error:
        print(f"faithform: {error}", file=sys.stderr)
        return APPARATUS
    print(reply.model_dump_json(indent=2) if as_json else "\n".join(_lines(file, reply)))
    return OK if reply.outcome == "ok" else NO


def _lines(file: str, reply: LeanReply) -> Iterator[str]:
    for message in reply.messages:
        place = f"{file}:{message.line}:{message.column}" if message.line is not None else file
        yield printable(f"{place}: {message.severity}: {message.text}")
    for declaration in reply.declarations:
        axioms = ", ".join(declaration.axioms) or "no axioms"
        assumed = f", and assumes of the prelude {', '.join(declaration.assumed)}" if declaration.assumed else ""
        yield printable(f"{declaration.kind} {declaration.name} rests on {axioms}{assumed}")
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
