"""One pytest session's side of a run: what is wired from the settings, and what becomes of each item.

In a plain session this process does everything. Under xdist the workers measure and the controller alone writes: a
worker's record travels on the item's report, and is taken off it on arrival.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Generator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from pytest_faithform.ahead import Ahead
from pytest_faithform.errors import FaithformFault
from pytest_faithform.items import Items, item_of, questions_of, require_distinct, uncounted
from pytest_faithform.options import Settings
from pytest_faithform.uncollected import SparedCollector
from pytest_faithform.watch import Watch
from pytest_faithform.workers import Workers

if TYPE_CHECKING:
    from pytest_faithform.ahead import Wanted
    from pytest_faithform.board import Board
    from pytest_faithform.cases.kept import KeptCase
    from pytest_faithform.cluster.joined import Cluster
    from pytest_faithform.formalizers.base import Formalizer
    from pytest_faithform.judges import Judge
    from pytest_faithform.judges.review import Reviewers
    from pytest_faithform.lean.checker import LeanChecker
    from pytest_faithform.prover import ModelProver
    from pytest_faithform.runlog import Run
    from pytest_faithform.settled import Settled

__all__ = ["Session"]

_P = TypeVar("_P")

_NO_MODEL = (
    "items of a faithform suite are selected, but no system under test is named: give one with --faithform-model, e.g. "
    "--faithform-model control:faithful, --faithform-model recorded:FILE, or --faithform-model openai:NAME "
    "--faithform-base-url URL (ini: faithform_model, environment: FAITHFORM_MODEL)"
)


class Session:
    """Settings, the parts wired from them, and the run. Made when the first faithform item is collected, or on the
    controller of an xdist session. `given` is what a worker was told by its controller."""

    def __init__(self, config: pytest.Config, given: dict[str, Any] | None) -> None:
        self.config = config
        self.is_worker = hasattr(config, "workerinput")
        self.settings = Settings(config, given["located"] if given and self.is_worker else None)
        #: Of a worker its number, from 0.
        self.number = int(re.sub(r"\D", "", getattr(config, "workerinput", {}).get("workerid", "")) or 0)
        self._now = datetime.now(UTC)
        self.started_at: str = given["started_at"] if given else self._now.isoformat(timespec="milliseconds")
        self._serving = False
        self.workers = Workers(given["folder"] if given else None, self.cases, made=not self.is_worker)
        self.selected: set[tuple[str, int]] = set()
        self._received = 0
        self._errors = 0
        self._deselected = 0
        self._run: Run | None = None
        # Why nothing of the suite can be measured. A worker cannot end the session; its items say so and the controller does.
        self.refusal: str | None = None
        # What is to be measured, as far as the controller knows it before the first record.
        self._wanted: list[Wanted] = []
        self._cases: dict[tuple[Path, ...], list[KeptCase]] = {}
        # Why nothing more can be written.
        self._broken: str | None = None
        self._lines: list[str] = []
        self.ahead = Ahead(self)
        self.watch = Watch(config, self.settings.progress)
        self.collector = SparedCollector()
        self._closers: list[Any] = [self.collector, self.watch]
        self.items = Items(self)
        config.pluginmanager.register(self, "faithform-session")
        config.pluginmanager.register(self.items, "faithform-items")

    # what is wired

    @cached_property
    def formalizer(self) -> Formalizer:
        from pytest_faithform.wiring import make_formalizer

        if self.settings.model is None:
            raise pytest.UsageError(_NO_MODEL)
        return self.closing(make_formalizer(self))

    @cached_property
    def lean(self) -> LeanChecker:
        from pytest_faithform.wiring import make_lean

        return self.closing(make_lean(self))

    @cached_property
    def cluster(self) -> Cluster:
        """The Ray cluster that the session has joined; left when every other part has ended."""
        from pytest_faithform.cluster.joined import Cluster

        try:
            return self.closing(Cluster())
        except ValueError as error:
            raise pytest.UsageError(f"--faithform-executor ray: {error}") from error

    @cached_property
    def judges(self) -> list[Judge]:
        if not self.settings.judges:
            return []
        from pytest_faithform.judge_wiring import make_judges

        return [self.closing(judge) if hasattr(judge, "close") else judge for judge in make_judges(self)]

    @cached_property
    def reviewers(self) -> Reviewers | None:
        if not self.settings.judges:
            return None
        from pytest_faithform.judge_wiring import make_reviewers

        made = make_reviewers(self)
        return None if made is None else self.closing(made)

    @cached_property
    def prover(self) -> ModelProver | None:
        from pytest_faithform.wiring import make_prover

        made = make_prover(self)
        return None if made is None else self.closing(made)

    @cached_property
    def settled(self) -> Settled:
        from pytest_faithform.settled import Settled

        return self.closing(Settled(self.workers.folder))

    def cases(self, paths: list[Path]) -> list[KeptCase]:
        from pytest_faithform.collect import load

        key = tuple(paths)
        if key not in self._cases:
            self._cases[key] = load(self.config, paths)
        return self._cases[key]

    # the run

    def for_worker(self) -> dict[str, Any]:
        return {
            "started_at": self.started_at,
            "located": self.settings.located(),
            "folder": self.workers.name_folder(),
        }

    def require_lean(self) -> None:
        """Raises UsageError where the backend cannot say what it is."""
        from pytest_faithform.lean.checker import LeanUnavailable

        try:
            self.lean.describe()
            if hasattr(self.lean, "agree") and not self.is_worker:
                self.lean.agree()
        except LeanUnavailable as error:
            raise pytest.UsageError(f"--faithform-lean {self.settings.lean.partition(':')[0]}: {error}") from error

    def leave_list(self, nodes: list[pytest.Item]) -> None:
        """In a worker, before its controller is told that collection is over."""
        items = ((node, item_of(node)) for node in nodes)
        listed = [
            (node.nodeid, item.kept.id, item.sample, item.files, questions_of(node))
            for node, item in items
            if item is not None
        ]
        served = (self.settings.model or "").startswith("vllm:")
        asks = served and any("formalizer" in getattr(node, "fixturenames", ()) for node in nodes)
        if listed or asks:
            self.workers.leave_list(self.config.workerinput["workerid"], listed, asks=asks)  # type: ignore[attr-defined]

    def start(self, items: list[pytest.Item]) -> None:
        """Collection is over. Refuse to run without a system, or into the folder of another experiment."""
        chosen = [(node, item) for node in items if (item := item_of(node)) is not None]
        if not chosen:
            return
        from pytest_faithform.runlog import Run, RunMismatch
        from pytest_faithform.wiring import check_prompts, manifest

        self.selected = {item.key for _, item in chosen}
        try:
            require_distinct(items)
            check_prompts(self)
            if self.settings.executor == "ray":
                self.require_lean()
            found = manifest(self)
            if self.settings.run is not None:
                Run(self.settings.run).check(found, [item.kept for _, item in chosen])
            if not self.is_worker:
                self._run = self._opened()
        except Exception as error:
            told = isinstance(error, RunMismatch | pytest.UsageError)
            why = str(error) if told else f"what the session needs cannot be made: {type(error).__name__}: {error}"
            if not self.is_worker:
                raise pytest.UsageError(why) from error
            self.refusal = why
            return
        wanted = [(item.kept, item.sample, questions_of(node)) for node, item in chosen]
        if self.is_worker:
            if self.workers.folder is not None:
                self.ahead.follow(wanted, self._board)
            return
        try:
            self.ahead.ask(wanted)
        except FaithformFault as error:
            raise pytest.UsageError(str(error)) from error
        self.watch.begin(len(wanted), self.formalizer)

    def _board(self) -> Board:
        from pytest_faithform.board import Board

        return self.closing(Board(Path(self.workers.name_folder())))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None, None, None]:
        note = getattr(report, "faithform", None)
        from pytest_faithform.reports.junit import shared_note, shared_properties

        if note is None or "rescheduled" in note:
            with shared_properties(self.config, report):
                return (yield)
        if "refusal" in note:
            self._refuse(note["refusal"])
            return (yield)
        if not self.is_worker:
            self._errors += note.get("outcome") == "error" and report.failed
            self._receive(note.pop("record"))
            self.watch.item(note)
            report.faithform = shared_note(*note.items())  # type: ignore[attr-defined]
        with uncounted(self.config) if note.get("measured") else contextlib.nullcontext():
            return (yield)

    def worker_collected(self, worker: str) -> None:
        """In the controller: a worker has collected; nothing was given to one yet."""
        if not self._serving:
            self._serve(worker)
        if self._serving:
            self.workers.share_in_order(getattr(self.config.pluginmanager.get_plugin("dsession"), "sched", None))

    def _serve(self, worker: str) -> None:
        """Ask for all workers what one of them has collected."""
        asks = self.workers.asks(worker)
        if not (asks or self.workers.has_items(worker)):
            return
        self._serving = True
        try:
            if self.settings.executor == "ray":
                # Nodes that differ, or lack a Lean, are told before anything is measured.
                self.require_lean()
            self._wanted = self.workers.collected(worker)
            self.ahead.ask(self._wanted, self._board)
            if asks:
                self.ahead.serve(self._board())
            self.watch.begin(len(self._wanted), self.formalizer)
        except (FaithformFault, pytest.UsageError) as error:
            self._refuse(str(error))
        except Exception as error:
            self._refuse(f"nothing can be asked ahead of the items: {type(error).__name__}: {error}")

    def logs(self) -> Path:
        """The folder for what servers of this session print: in its run, which is opened for it."""
        from pytest_faithform.runlog import Run, RunMismatch
        from pytest_faithform.wiring import manifest

        if self._run is None and not self._wanted:
            # A test of the user's own asks the model: there is no run.
            return self.settings.store.parent / "servers"
        if self._run is None:
            try:
                if self.settings.run is not None:
                    Run(self.settings.run).check(manifest(self), [case for case, *_ in self._wanted])
                self._run = self._opened()
            except (RunMismatch, OSError) as error:
                raise pytest.UsageError(str(error)) from error
        return self._run.folder / "servers"

    def worker_died(self, nodeid: str, report: Any, scheduler: Any) -> None:
        """The item that a worker died of is measured once more; then it is an error of the apparatus, with a record."""
        worker = report.node.gateway.id
        if self.workers.try_again(worker, nodeid, report, scheduler):
            report.outcome, report.faithform = "rescheduled", {"rescheduled": worker}
            return
        record = self.workers.record_of_death(worker, nodeid)
        if record is not None:
            report.faithform = {"record": record.model_dump_json(), "outcome": "error"}

    def worker_done(self, output: dict[str, Any]) -> None:
        self.selected |= {(case, sample) for case, sample in output.get("faithform", [])}
        self._deselected = max(self._deselected, output.get("faithform_deselected", 0))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.settings.shard is not None:
            from pytest_faithform.collect import split

            items[:], others = split(items, self.settings.shard)
            before = self._deselected
            self.config.hook.pytest_deselected(items=others)
            # They are left to the other shards.
            self._deselected = before

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self._deselected += sum(item_of(node) is not None for node in items)

    def finish(self, session: pytest.Session) -> None:
        """Write what is computed from the run's records, and let report plugins look at them."""
        if self.is_worker:
            output: dict[str, Any] = self.config.workeroutput  # type: ignore[attr-defined]
            output |= {"faithform": sorted(self.selected), "faithform_deselected": self._deselected}
            return
        self.watch.close()
        if self.refusal is not None:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
            self._lines = [f"ERROR: {self.refusal}"]
            return
        if self._broken is not None:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            self._lines = [f"ERROR: {self._broken}"]
            return
        if self._run is None or session.exitstatus == pytest.ExitCode.USAGE_ERROR:
            return
        self.ahead.halt()
        from pytest_faithform.conclude import conclude
        from pytest_faithform.gating import exit_status, partial

        left_out = partial(self.config, self._deselected, self.settings.shard)
        ending = conclude(self, self._run, self.selected, received=self._received, partial=left_out)
        self._lines = ending.lines
        session.exitstatus = exit_status(session, ending, errors=self._errors)

    def summarize(self, terminal: pytest.TerminalReporter) -> None:
        if self._lines:
            terminal.section("faithform")
            for line in self._lines:
                terminal.line(line)

    def close(self) -> None:
        """End every part, whatever another one's end comes to: a part may hold processes."""
        try:
            while self._closers:
                part = self._closers.pop()
                try:
                    part.close()
                except (Exception, SystemExit) as error:
                    print(f"faithform: {type(part).__qualname__} did not close: {error!r}", file=sys.stderr)
        finally:
            self.workers.remove_folder()

    def _refuse(self, why: str) -> None:
        controller = self.config.pluginmanager.get_plugin("dsession")
        if controller is not None:
            self.refusal = controller.shouldstop = why

    def _receive(self, line: str) -> None:
        if self.refusal is not None:
            return
        if self._run is None:
            from pytest_faithform.runlog import RunMismatch

            try:
                self._run = self._opened()
            except (RunMismatch, OSError, pytest.UsageError) as error:
                self._refuse(str(error))
                return
        try:
            self._run.append(line)
        except OSError as error:
            self._stop(
                f"{self._run.records_path} cannot be written ({error}); what was measured before is there. Mend that, then "
                f"run again with --faithform-run {self._run.folder}"
            )
        else:
            self._received += 1

    def _stop(self, why: str) -> None:
        """Nothing more can be kept: measuring on would only spend what the answers cost."""
        self._broken = why
        for name in ("session", "dsession"):
            held = self.config.pluginmanager.get_plugin(name)
            if held is not None:
                held.shouldstop = why

    def _opened(self) -> Run:
        from pytest_faithform.opening import open_run

        return self.closing(open_run(self, self._now))

    def closing(self, part: _P) -> _P:
        self._closers.append(part)
        return part
