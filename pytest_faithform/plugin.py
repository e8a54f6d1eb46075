"""The pytest plugin: a shell of hooks. It is loaded in every pytest session of an environment, so it imports nothing
heavy and does nothing until an item of a faithform suite is collected."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from pytest_faithform import fixtures as _fixtures
from pytest_faithform.fixtures import *  # noqa: F403  (pytest finds fixtures as attributes of the plugin)
from pytest_faithform.options import Settings, add_options, executor_of, model_of

if TYPE_CHECKING:
    from pytest_faithform.session import Session

__all__ = [*_fixtures.__all__]

_SESSION = pytest.StashKey["Session"]()
_TOLD = pytest.StashKey[dict[str, Any]]()
_WRONG = pytest.StashKey[pytest.UsageError]()
_XDIST_INPUT = "faithform"
#: Options with which pytest runs no test.
_ONLY_SHOWN = ("collectonly", "setupplan", "showfixtures", "show_fixtures_per_test")
#: Systems whose answers take as long as they are long.
_ASKED = ("openai", "vllm", "vllm-offline")


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    from pytest_faithform import hookspec

    pluginmanager.add_hookspecs(hookspec)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "faithform_cases(*paths, kind=…, region=…, family=…, style=…, dataset=…, domain=…, task=…): make one item of this "
        "test for each case of the files (default: --faithform-cases) that matches; each filter is a value or a list of "
        "values",
    )
    config.addinivalue_line(
        "markers",
        "faithform(kind=…, region=…, family=…, style=…, dataset=…, domain=…, task=…): set on every item of a faithform "
        "suite, for exact selection with -m \"faithform(kind='number_edit', region='proof')\"",
    )


def session_of(config: pytest.Config) -> Session:
    """The faithform side of this pytest session, made when it is first needed."""
    held = config.stash.get(_SESSION, None)
    if held is None:
        from pytest_faithform.session import Session

        told = getattr(config, "workerinput", {}).get(_XDIST_INPUT) or config.stash.get(_TOLD, None)
        held = config.stash[_SESSION] = Session(config, told)
    return held


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marker = metafunc.definition.get_closest_marker("faithform_cases")
    if [own.name for own in metafunc.definition.own_markers].count("faithform_cases") > 1:
        raise pytest.Collector.CollectError(
            f"{metafunc.function.__name__} is marked faithform_cases twice: name all files in one marker, or write two tests"
        )
    if marker is not None:
        from pytest_faithform.collect import parametrize

        try:
            held = session_of(metafunc.config)
        except pytest.UsageError as error:
            # pytest would print a traceback here; the session ends with the error when collection is over.
            metafunc.config.stash[_WRONG] = error
            raise pytest.Collector.CollectError(str(error)) from error
        parametrize(metafunc, marker, held)


def _is_asked(config: pytest.Config) -> bool:
    return (model_of(config)[0] or "").partition(":")[0] in _ASKED


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _SESSION in config.stash:
        from pytest_faithform.collect import drop_empty, longest_first

        drop_empty(items)
        if _is_asked(config):
            longest_first(items)
    for item in items:
        if item.get_closest_marker("faithform_cases") and not hasattr(item, "callspec"):
            raise pytest.UsageError(
                f"{item.nodeid} is marked faithform_cases, but cases cannot be given to it: write a test function, or a "
                "method of a class that is no unittest.TestCase"
            )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> Generator[None, None, None]:
    held = session.config.stash.get(_SESSION, None)
    told = _XDIST_INPUT in getattr(session.config, "workerinput", {})
    if held is None and told and any("formalizer" in getattr(item, "fixturenames", ()) for item in session.items):
        held = session_of(session.config)
    if held is not None and held.is_worker:
        # xdist tells the controller in this hook, which then looks for the list.
        held.leave_list(session.items)
    if told:
        from pytest_faithform.head_start import leave_mark

        leave_mark(session.config)
    yield
    wrong = session.config.stash.get(_WRONG, None)
    if wrong is not None:
        raise wrong
    if held is not None and not any(getattr(session.config.option, name, False) for name in _ONLY_SHOWN):
        held.start(session.items)
        if held.selected:
            held.collector.spare()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    held = item.config.stash.get(_SESSION, None)
    if held is None:
        return (yield)
    with held.items.without_frames(item, call):
        report = yield
    return held.items.make_report(item, call, report)


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    note = getattr(report, "faithform", None)
    if note is not None and "rescheduled" in note:
        return "rescheduled", "R", "RESCHEDULED"
    if note is None or report.outcome != "failed" or "refusal" in note:
        return None
    if note.get("outcome") == "error":
        return "error", "E", "ERROR"
    return ("unfaithful", "u", "UNFAITHFUL") if note.get("measured") else None


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    held = session.config.stash.get(_SESSION, None)
    if held is not None:
        held.finish(session)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    held = config.stash.get(_SESSION, None)
    if held is not None:
        held.summarize(terminalreporter)


def pytest_unconfigure(config: pytest.Config) -> None:
    held = config.stash.get(_SESSION, None)
    if held is not None:
        held.close()
    elif _TOLD in config.stash:
        # The first worker may have left there that it has nothing of ours.
        shutil.rmtree(config.stash[_TOLD]["folder"], ignore_errors=True)


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    spec, base_url = model_of(config)
    others = len(config.hook.pytest_xdist_auto_num_workers.get_hookimpls()) > 2
    if spec is None or others or os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        # What a user decides stands.
        return None
    from pytest_faithform.auto import auto_workers, cluster_workers
    from pytest_faithform.formalizers.devices import visible_devices

    kind = spec.partition(":")[0]
    if kind != "vllm-offline" and executor_of(config) == "ray":
        return cluster_workers(session_of(config).cluster.processors)
    with contextlib.suppress(ValueError):
        servers = len(visible_devices(os.environ)) or 1 if kind == "vllm" and base_url is None else 0
        return auto_workers(kind, servers)
    return None


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Under xdist the controller names the run; workers measure, the controller alone writes."""
    # A wrong setting is said where items are collected: a session without any has no use for it.
    with contextlib.suppress(pytest.UsageError):
        told = node.workerinput[_XDIST_INPUT] = _told(node.config)
        if _is_asked(node.config):
            from pytest_faithform.head_start import wait_for_first

            first = wait_for_first(node, told)
            if first is not None:
                session_of(node.config).worker_collected(first)


def _told(config: pytest.Config) -> dict[str, Any]:
    """What workers are told, once for all of them; the session is made when one of them has items. Raises UsageError."""
    from pytest_faithform.told import told_by

    if _TOLD not in config.stash:
        held = config.stash.get(_SESSION, None)
        config.stash[_TOLD] = told_by(Settings(config)) if held is None else held.for_worker()
    return config.stash[_TOLD]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any) -> None:
    from pytest_faithform.told import has_list

    told, worker = node.config.stash.get(_TOLD, None), node.gateway.id
    if told is not None and (_SESSION in node.config.stash or has_list(told["folder"], worker)):
        session_of(node.config).worker_collected(worker)


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str, report: Any, sched: Any) -> None:
    held = report.node.config.stash.get(_SESSION, None)
    if held is not None:
        held.worker_died(crashitem, report, sched)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    held = node.config.stash.get(_SESSION, None)
    if held is not None:
        held.worker_done(getattr(node, "workeroutput", None) or {})
