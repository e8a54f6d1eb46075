"""`faithform perturb`: a problems file in, a file of audited cases out, and a table of what was made and dropped."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, NoReturn

from rich.console import Console

from pytest_faithform.cases.files import CaseFileError, read_cases, read_problems, write_jsonl
from pytest_faithform.errors import FaithformFault
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.lean.prove import InconsistentLean
from pytest_faithform.model import CASE_FORMAT, Case, Problem
from pytest_faithform.perturb.build import Plan, build
from pytest_faithform.perturb.journal import Journal
from pytest_faithform.perturb.outcome import Dropped
from pytest_faithform.perturb.progress import output as output_console
from pytest_faithform.perturb.progress import shown
from pytest_faithform.perturb.summary import Tally, write_dropped

__all__ = ["Request", "run_perturb"]

DONE, NO, USAGE, FAULT, STOPPED, TERMINATED = 0, 1, 2, 3, 128 + signal.SIGINT, 128 + signal.SIGTERM

#: Problems from which on a second process is worth its start.
_WORTH_A_POOL = 64

_KEPT = "What was made before is kept; the same call goes on from here."


@dataclass(frozen=True)
class Request:
    """A call: what to read and write, the plan, and what the results depend on beside it (`depends`)."""

    problems: Path
    output: Path | None
    plan: Plan
    show: str | None = None
    restart: bool = False
    workers: int | None = None
    threads: int = 0
    depends: dict[str, Any] = field(default_factory=dict)


class _Terminated(KeyboardInterrupt):
    """SIGTERM: the call ends as after Ctrl-C."""


def run_perturb(request: Request) -> int:
    """The exit status: 0 done, 1 nothing to show, 2 a file or option is wrong, 3 the apparatus failed, 130 and 143 stopped by
    SIGINT and SIGTERM."""
    wrong = _wrong_option(request)
    if wrong:
        print(wrong, file=sys.stderr)
        return USAGE
    try:
        with _terminable():
            return _show(request) if request.show is not None else _make(request)
    except KeyboardInterrupt as stopped:
        print("stopped", file=sys.stderr)
        return _status(stopped)
    except CaseFileError as error:
        print(error, file=sys.stderr)
        return USAGE
    except OSError as error:
        print(f"{error.filename or request.output}: {error.strerror or error}", file=sys.stderr)
        return USAGE


def _wrong_option(request: Request) -> str | None:
    if request.workers is not None and request.workers < 1:
        return f"--workers: found {request.workers}; allowed: 1 or more"
    if request.show is not None:
        return None
    if request.output is None:
        return "where the cases go is missing: add -o CASES.jsonl, or --show ID to look at one"
    for written in (request.output, _dropped_file(request.output)):
        if _same_file(written, request.problems):
            return (
                f"-o {request.output}: {written} would replace {request.problems}, the problems that it is made of; "
                "name another file"
            )
    return None


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


@contextmanager
def _terminable() -> Iterator[None]:
    """Within, SIGTERM raises; a second one ends the process at once."""

    def stop(*_: object) -> NoReturn:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        raise _Terminated

    # Handlers belong to the main thread, and whoever ignores the signal has a reason.
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _status(stopped: KeyboardInterrupt) -> int:
    return TERMINATED if isinstance(stopped, _Terminated) else STOPPED


def _make(request: Request) -> int:
    assert request.output is not None
    problems = read_problems(request.problems)
    journal = Journal(request.output, _settings(request), restart=request.restart)
    done = journal.done()
    if done:
        print(f"going on after {len(done)} of {len(problems)} problems", file=sys.stderr)
    wanted = [problem for problem in problems if problem.id not in done]
    rater = request.plan.rater
    for name, found in done.items():
        if rater:
            rater.recall(name, found)
    results = _results(wanted, request)
    try:
        for problem, made in shown(results, total=len(problems), what="perturb", done=len(done)):
            journal.add(problem, made, rater.found(problem) if rater else None)
        _finish(journal, {problem.id: at for at, problem in enumerate(problems)}, request.output)
    except KeyboardInterrupt as stopped:
        print(f"stopped; the same call goes on from here ({journal.path})", file=sys.stderr)
        return _status(stopped)
    except (FaithformFault, LeanUnavailable, InconsistentLean) as error:
        print(f"{error}\n{_KEPT}", file=sys.stderr)
        return FAULT
    except BrokenProcessPool:
        print(f"a worker process was ended from outside, or ran out of memory.\n{_KEPT}", file=sys.stderr)
        return FAULT
    for line in rater.told() if rater else ():
        print(line)
    return DONE


def _finish(journal: Journal, order: dict[str, int], output: Path) -> None:
    tally = Tally()

    def cases() -> Iterator[Case]:
        for case in journal.cases(order):
            tally.case(case)
            yield case

    def dropped() -> Iterator[Dropped]:
        for one in journal.dropped(order):
            tally.drop(one)
            yield one

    write_jsonl(output, cases())
    write_dropped(_dropped_file(output), dropped())
    journal.remove()
    console = output_console()
    tally.print(console)
    console.print(f"{tally.made.total()} cases in {output}", soft_wrap=True)
    if tally.dropped:
        console.print(f"what was dropped and why, line by line: {_dropped_file(output)}", soft_wrap=True)


def _dropped_file(output: Path) -> Path:
    return output.with_suffix(".dropped.tsv")


def _results(problems: list[Problem], request: Request) -> Iterator[tuple[str, list[Case | Dropped]]]:
    """Each problem's results in the problems' order."""
    workers = request.workers or min(os.cpu_count() or 1, 8)
    if request.threads:
        pool: Executor | None = ThreadPoolExecutor(request.threads)
        window = 2 * request.threads
    elif workers > 1 and len(problems) >= _WORTH_A_POOL:
        pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_serve_the_caller)
        window = 16 * workers
    else:
        pool, window = None, 1
    make = partial(_made, plan=request.plan)
    with pool if pool is not None else nullcontext():
        try:
            yield from map(make, problems) if pool is None else _in_order(pool, make, problems, window)
        except BaseException:
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)
            raise


def _serve_the_caller() -> None:
    """In a worker: leave interrupts to the caller, and end when the caller is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A worker waits for work on a pipe whose other end its siblings hold too: it would never see it close.
    threading.Thread(target=_end_with_the_caller, daemon=True).start()


def _end_with_the_caller() -> None:
    caller = multiprocessing.parent_process()
    assert caller is not None
    wait([caller.sentinel])
    os._exit(1)


def _in_order(pool: Executor, make: Any, problems: list[Problem], window: int) -> Iterator[Any]:
    """Like `pool.map`, with at most `window` problems under way, so that results do not pile up in memory."""
    rest = iter(problems)
    pending = [pool.submit(make, problem) for problem in islice(rest, window)]
    while pending:
        yield pending.pop(0).result()
        pending += [pool.submit(make, problem) for problem in islice(rest, 1)]


def _made(problem: Problem, plan: Plan) -> tuple[str, list[Case | Dropped]]:
    return problem.id, list(build(problem, plan))


def _settings(request: Request) -> dict[str, Any]:
    data = request.problems.read_bytes()
    kinds = None if request.plan.kinds is None else sorted(request.plan.kinds)
    return {
        "problems": hashlib.sha256(data).hexdigest(),
        "kinds": kinds,
        "seed": request.plan.seed,
        "compat": request.plan.compat,
        **request.depends,
    }


def _show(request: Request) -> int:
    """Print the case or the cases of the problem that --show names: made now, or read from a file of cases."""
    from pytest_faithform.perturb.show import show

    wanted = request.show or ""
    ids: list[str] = []
    console = Console(highlight=False, soft_wrap=True)
    found: list[Case | Dropped] = []
    if _holds_cases(request.problems):
        cases: Iterable[Case] = read_cases(request.problems)
        for case in cases:
            ids.append(case.id)
            if wanted in (case.id, case.problem.id):
                found.append(case)
    else:
        for problem in read_problems(request.problems):
            ids.append(problem.id)
            if wanted == problem.id or wanted.startswith(f"{problem.id}-"):
                made = list(build(problem, request.plan))
                found += made if wanted == problem.id else [c for c in made if isinstance(c, Case) and c.id == wanted]
    for one in found:
        if isinstance(one, Case):
            show(one, console)
        else:
            console.print(f"no {one.kind} ({one.variant}): {one.reason}{f' ({one.detail})' if one.detail else ''}")
    if not found:
        import difflib

        near = difflib.get_close_matches(wanted, ids, n=3)
        hint = f"; near: {', '.join(near)}" if near else f"; there are {len(ids)} ids, the first {ids[:1]}"
        print(f"{request.problems} has no case or problem {wanted!r}{hint}", file=sys.stderr)
        return NO
    return DONE


def _holds_cases(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            first = next((line for line in file if line.strip()), "")
            value = json.loads(first)
    except (OSError, ValueError):
        return False
    return isinstance(value, dict) and value.get("format") == CASE_FORMAT
