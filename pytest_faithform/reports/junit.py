"""What an item's pytest report carries: its outcome, a message that stands alone, short properties, and the record.

Reports cross process borders and end in XML, so everything on them is a builtin and printable: models do emit control
characters and lone surrogates, and either would take a worker or the report file down.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from functools import lru_cache
from operator import is_
from typing import TYPE_CHECKING, Any, Literal
from xml.etree import ElementTree

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback, TerminalRepr
from _pytest.junitxml import xml_key

from pytest_faithform.errors import FaithformFault, Undetermined
from pytest_faithform.model import Fault, encodable, printable
from pytest_faithform.reports import junit_file
from pytest_faithform.reports.junit_file import Style, fitting, gate_case, shown, styled, suite_properties

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from pytest_faithform.measure import Measurement
    from pytest_faithform.reports.decision import Decision
    from pytest_faithform.reports.stored import StoredRun

__all__ = [
    "attach",
    "complete",
    "make_encodable",
    "make_warning_encodable",
    "sanitize",
    "shared_note",
    "shared_properties",
]

_MAX_DEPTH = 40

Outcome = Literal["pass", "fail", "skip", "error"]


def attach(
    node: pytest.Item,
    call: pytest.CallInfo[Any],
    report: pytest.TestReport,
    measurement: Measurement,
    *,
    measured: bool,
) -> None:
    """Give `report` its outcome, message, properties and record. `measured`: unfaithful items are findings, not failures."""
    error = call.excinfo.value if call.excinfo is not None else None
    outcome = _outcome(report, error)
    message = printable(encodable(str(error))) if error is not None else ""
    fault = None
    if outcome == "error":
        assert error is not None
        where = error.where if isinstance(error, FaithformFault) else "session"
        fault = Fault(where=where, message=message or type(error).__name__)
    record = measurement.record(nodeid=printable(node.nodeid), outcome=outcome, message=message, fault=fault)
    _show(node, report, outcome, message, error)
    properties = junit_file.properties(record)
    node.user_properties.extend(properties)
    report.user_properties = [*report.user_properties, *properties]
    report.faithform = {  # type: ignore[attr-defined]
        "record": record.model_dump_json(),
        "outcome": outcome,
        "checked": record.lean is not None,
        "judged": any((record.edit, record.proof, record.correctness)),
        "measured": measured and outcome == "fail" and report.outcome == "failed",
    }


def sanitize(report: pytest.TestReport) -> None:
    """Make everything on a measurement's report printable: captured output holds what is logged of models' replies."""
    report.sections = [(printable(title, 200), printable(text, 200_000)) for title, text in report.sections]
    report.user_properties = [_plain_pair(pair) for pair in report.user_properties]


def make_encodable(report: pytest.TestReport) -> None:
    """Write out the lone surrogates on any report: one that a test prints or fails with would end its xdist worker. What
    else is on it, colours and lengths included, is its test's own."""
    report.sections = [(encodable(title), encodable(text)) for title, text in report.sections]
    report.user_properties = _encodable(report.user_properties)
    report.longrepr = _encodable(report.longrepr)
    if hasattr(report, "wasxfail"):
        report.wasxfail = encodable(str(report.wasxfail))


def make_warning_encodable(warning: Warning) -> None:
    """The same for a warning, which xdist sends on its own."""
    warning.args = tuple(_encodable(part) for part in warning.args)


def _encodable(value: Any, depth: int = 0) -> Any:
    """Texts, containers of them, and pytest's own representations of what went wrong, whose parts are exchanged."""
    if isinstance(value, str):
        return encodable(value)
    if depth > _MAX_DEPTH:
        return value
    if type(value) in (list, tuple):
        parts = [_encodable(one, depth + 1) for one in value]
        # What is shared stays so: reports are held to the session's end.
        return value if all(map(is_, parts, value)) else type(value)(parts)
    if type(value) is dict:
        return {_encodable(key, depth + 1): _encodable(one, depth + 1) for key, one in value.items()}
    if isinstance(value, TerminalRepr):
        for name, part in vars(value).items():
            setattr(value, name, _encodable(part, depth + 1))
    return value


# How pytest fails a coroutine that no plugin has run: the test has judged nothing.
_NOT_RUN = "async def functions are not natively supported"


def _plain_pair(pair: tuple[str, object]) -> tuple[str, object]:
    plain = printable(str(pair[0]), 200), _plain(pair[1])
    return pair if plain == pair else plain


def _plain(value: object) -> object:
    return value if isinstance(value, bool | int | float) else printable(str(value), 200)


def _outcome(report: pytest.TestReport, error: BaseException | None) -> Outcome:
    if error is None:
        return "pass"
    if isinstance(error, Undetermined | pytest.skip.Exception):
        return "skip"
    if isinstance(error, pytest.fail.Exception) and str(error).startswith(_NOT_RUN):
        return "error"
    failures = (AssertionError, pytest.fail.Exception, pytest.xfail.Exception)
    return "fail" if isinstance(error, failures) and report.when == "call" else "error"


def _show(
    node: pytest.Item, report: pytest.TestReport, outcome: Outcome, message: str, error: BaseException | None
) -> None:
    path, line = str(node.path), (node.location[1] or 0) + 1
    if hasattr(report, "wasxfail"):
        if outcome != "error":
            return
        # What is expected to fail is the answer, not the apparatus.
        del report.wasxfail
        report.outcome = "failed"
    if isinstance(error, Undetermined):
        report.outcome = "skipped"
        report.longrepr = (path, line, f"Skipped: {message}")
    elif outcome == "error":
        # pytest knows errors by their phase alone; one in the test's body would be reported as a failed assertion.
        report.when = "setup"
        if isinstance(error, FaithformFault):
            report.longrepr = _message(path, line, message)
    elif outcome == "fail" and type(error).__module__.startswith("pytest_faithform"):
        report.longrepr = _message(path, line, message)
    elif outcome in ("fail", "error") and report.longrepr is not None:
        report.longrepr = _message(path, line, message or outcome, printable(str(report.longrepr), 40_000))


def _message(path: str, line: int, message: str, full: str | None = None) -> ReprExceptionInfo:
    """A message in place of a traceback, in the one form that pytest, xdist and JUnit all carry; the summary line and the
    JUnit attribute get its first two lines."""
    brief = " · ".join(part.strip() for part in message.splitlines()[:2])[:400]
    text = f"{full or message}\n".splitlines(keepends=True)
    return ReprExceptionInfo(
        ReprTraceback([ReprEntryNative(text)], None, style="native"), ReprFileLocation(path, line, brief)
    )


@contextlib.contextmanager
def shared_properties(config: pytest.Config, report: pytest.TestReport) -> Generator[None, None, None]:
    """While pytest makes the XML of an item that has ended: elements of properties that are the same for many items become
    one, since all of them are held until the file is written."""
    xml = config.stash.get(xml_key, None)
    reporter = xml.node_reporter(report) if xml is not None and report.when == "teardown" else None
    yield
    held = reporter.to_xml().find("properties") if reporter is not None else None
    if held is not None:
        held[:] = [_property(one.get("name", ""), one.get("value", "")) for one in held]


@lru_cache(maxsize=64)
def shared_note(*items: tuple[str, Any]) -> dict[str, Any]:
    """What is left on an item's report once its record is taken off: few differ."""
    return dict(items)


@lru_cache(maxsize=1024)
def _property(name: str, value: str) -> Element:
    return ElementTree.Element("property", name=name, value=value)


def complete(config: pytest.Config, run: StoredRun, decision: Decision, style: Style | None) -> None:
    """Bring the file that pytest is about to write to the decision: gates as cases of their own, metrics as properties of
    the suite, and, where unfaithful items are findings, these as passed cases, so that dashboard and exit status agree."""
    xml = config.stash.get(xml_key, None)
    if xml is None:
        return
    cases = [reporter.to_xml() for reporter in xml.node_reporters_ordered]
    if run.manifest.get("verdict") == "measure":
        findings = sum(_passes(case) for case in cases)
        xml.stats["failure"] -= findings
        xml.stats["passed"] += findings
    chosen = fitting(style, cases)
    cases = [styled(case, chosen) for case in cases]
    results = shown(decision)
    failed = sum(not result.passed for result in results)
    xml.stats["failure"] += failed
    xml.stats["passed"] += len(results) - failed
    for name, value in suite_properties(run, decision, chosen):
        xml.add_global_property(name, value)
    cases += [gate_case(result, run.records, decision) for result in results]
    written: list[Any] = [_Written(case) for case in cases]
    xml.node_reporters_ordered[:] = written


class _Written:
    """A case whose XML is settled, where pytest expects the reporter of one."""

    def __init__(self, case: Element) -> None:
        self._case = case

    def to_xml(self) -> Element:
        return self._case


def _passes(case: Element) -> bool:
    """Take the failure off an unfaithful item; its verdict is in its properties. Whether there was one."""
    outcomes = [one.get("value") for one in case.iter("property") if one.get("name") == "faithform.outcome"]
    failure = case.find("failure")
    if failure is None or outcomes != ["fail"]:
        return False
    case.remove(failure)
    return True
