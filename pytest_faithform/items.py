"""What becomes of one pytest item: the measurement that its fixtures share, and the report that carries its record."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any, cast

import pytest
from _pytest._code import Traceback

from pytest_faithform.errors import FaithformFault, FatalFault, Undetermined, Unfaithful

if TYPE_CHECKING:
    import warnings

    from pytest_faithform.collect import Item
    from pytest_faithform.judging_ahead import Question
    from pytest_faithform.measure import Measurement
    from pytest_faithform.session import Session

__all__ = ["Items", "item_of", "questions_of", "require_distinct", "uncounted"]


class Items:
    """The items of one session, registered as a plugin of its own. Inert until an item of a suite is selected."""

    def __init__(self, session: Session) -> None:
        self._session = session
        # Of the items under way; an item lives as long as the session, and so would what its stash holds.
        self._begun: dict[pytest.Item, Measurement] = {}
        self._running: set[pytest.Item] = set()
        self._failed_parts: dict[pytest.Item, int] = {}

    def begin(self, node: pytest.Item, item: Item) -> Measurement:
        from pytest_faithform.measure import Measurement

        if self._session.refusal is not None:
            raise pytest.UsageError(self._session.refusal)
        measurement = Measurement(self._session, item.case, item.sample)
        self._begun[node] = measurement
        return measurement

    @contextlib.contextmanager
    def without_frames(self, node: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, None, None]:
        """While pytest words what ended a phase: a verdict is told by its message alone, and of its traceback, which pytest
        would look through frame by frame for each item, nothing would be left."""
        error = call.excinfo
        kind = type(error.value) if error is not None else None
        worded = (
            ((kind is Unfaithful and call.when == "call") or (kind is Undetermined and call.when != "teardown"))
            and node in self._begun
            and node not in self._running
            and node.get_closest_marker("xfail") is None
        )
        if error is None or not worded:
            yield
            return
        last = error.tb
        while last.tb_next is not None:
            last = last.tb_next
        # The whole one is made when somebody asks for it.
        held, error._traceback = error._traceback, Traceback(last)
        try:
            yield
        finally:
            error._traceback = held

    def make_report(
        self, node: pytest.Item, call: pytest.CallInfo[Any], report: pytest.TestReport
    ) -> pytest.TestReport:
        """Turn what ended a phase into the item's outcome, and put its record on the report."""
        from pytest_faithform.reports.junit import attach, make_encodable, sanitize

        if not self._session.selected:
            return report
        if node in self._running:
            # A subtest is a part of its item; the item's own report says how the item ended.
            self._failed_parts[node] = self._failed_parts.get(node, 0) + report.failed
            return report
        failed = self._failed_parts.get(node, 0)
        if failed and report.when == "call" and call.excinfo is None:
            call.excinfo, report.outcome = _unfaithful(f"{failed} of its subtests failed"), "failed"
        make_encodable(report)
        measurement = self._measurement(node, report)
        if measurement is not None:
            sanitize(report)
        if self._session.refusal is not None:
            report.faithform = {"refusal": self._session.refusal}  # type: ignore[attr-defined]
        if report.when == "teardown":
            self._begun.pop(node, None)
            self._failed_parts.pop(node, None)
        if measurement is None or report.when == "teardown" or (report.when == "setup" and report.passed):
            return report
        attach(node, call, report, measurement, measured=self._session.settings.verdict == "measure")
        if call.excinfo is not None and isinstance(call.excinfo.value, FatalFault):
            node.session.shouldstop = str(call.excinfo.value)
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        self._running.add(item)
        try:
            self._require_own_fixtures(item)
            return (yield)
        finally:
            self._running.discard(item)

    def _require_own_fixtures(self, node: pytest.Item) -> None:
        """A fixture that a suite replaced would show the test another thing than the one that is judged and recorded."""
        measurement = self._begun.get(node)
        if measurement is None:
            return
        given = getattr(node, "funcargs", {})
        for name, own in measurement.fixtures().items():
            if name in given and given[name] is not own:
                raise FaithformFault(
                    "session",
                    f"the fixture {name!r} is replaced in this suite, but what is measured is pytest-faithform's own: give "
                    "the system, the Lean or the judge by a hook instead (docs/extending.md), or name the fixture otherwise",
                )

    def _measurement(self, node: pytest.Item, report: pytest.TestReport) -> Measurement | None:
        """What was begun of the item; an item that failed before anything was begun leaves the record of its error too."""
        begun = self._begun.get(node)
        item = item_of(node)
        if (
            begun is None
            and item is not None
            and report.failed
            and report.when == "setup"
            and self._session.refusal is None
        ):
            return self.begin(node, item)
        return begun

    @pytest.hookimpl(tryfirst=True)
    def pytest_warning_recorded(self, warning_message: warnings.WarningMessage) -> None:
        if self._session.selected and isinstance(warning_message.message, Warning):
            from pytest_faithform.reports.junit import make_warning_encodable

            make_warning_encodable(warning_message.message)


@contextlib.contextmanager
def uncounted(config: pytest.Config) -> Generator[None, None, None]:
    """In measure mode an unfaithful item is a finding, not a failed test: it stays in the last-failed cache, but counts
    neither for the exit status nor for --maxfail."""
    plugins = config.pluginmanager
    session, controller = plugins.get_plugin("session"), plugins.get_plugin("dsession")
    maxfail, failed = config.option.maxfail, session.testsfailed if session else 0
    config.option.maxfail = 0
    if controller is not None:
        # xdist counts a failed report after this hook.
        controller.countfailures -= 1
    yield
    config.option.maxfail = maxfail
    if session is not None:
        session.testsfailed = failed


def item_of(node: pytest.Item) -> Item | None:
    callspec = getattr(node, "callspec", None)
    return cast("Item | None", callspec.params.get("faithform_item")) if callspec is not None else None


def questions_of(node: pytest.Item) -> tuple[Question, ...]:
    """What the item will ask its judges, by the fixtures that it takes."""
    taken = getattr(node, "fixturenames", ())
    fixtures: dict[str, Question] = {"edit_verdict": "edit", "correctness": "correctness"}
    return tuple(question for fixture, question in fixtures.items() if fixture in taken)


def require_distinct(items: Iterable[pytest.Item]) -> None:
    """One case × one sample is one item and one record: of two items, one would lose its verdict."""
    first: dict[tuple[str, int], str] = {}
    for node in items:
        item = item_of(node)
        if item is None:
            continue
        other = first.setdefault(item.key, node.nodeid)
        if other != node.nodeid:
            raise pytest.UsageError(
                f"case {item.kept.id}, sample {item.sample} is selected twice, by {other} and by {node.nodeid}: measure "
                "a case in one test of the session (ask for several fixtures in it), or select one of the two"
            )


def _unfaithful(why: str) -> pytest.ExceptionInfo[BaseException]:
    try:
        raise Unfaithful(why)
    except Unfaithful:
        return pytest.ExceptionInfo.from_current()
