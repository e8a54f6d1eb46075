"""JUnit as XML elements: gates as test cases, a run's records as test cases, and the limits of those who read them.

Jenkins's strict schema (junit-10.xsd) allows no properties in a test case; GitLab reads 30 MB a file and 250,000 XML
objects, of which a case with ten properties is twelve. So there are three styles: `full` has properties, `strict` writes
them to system-out, `slim` has neither and short texts. A file that would pass the limits in `full` is written `slim`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree as ET

from pytest_faithform.metrics import MetricRow
from pytest_faithform.model import Record, printable
from pytest_faithform.reports.decision import Decision, items_of
from pytest_faithform.reports.gate import GateResult
from pytest_faithform.reports.stored import StoredRun

__all__ = [
    "STYLES",
    "Style",
    "fitting",
    "gate_case",
    "properties",
    "styled",
    "suite_properties",
    "verdict",
    "write_junit",
]

Style = Literal["full", "strict", "slim"]
STYLES: tuple[Style, ...] = ("full", "strict", "slim")
#: GitLab's limit is 250,000 objects a job; other jobs' reports are in the same pipeline.
MAX_OBJECTS = 200_000
MAX_CHARACTERS = 25_000_000

_SUITE = "faithform"
_GATES = "faithform.gates"
_SLIM_TEXT = 300
_ATTRIBUTES = ("name", "classname", "time")


def gate_case(result: GateResult, records: Sequence[Record], decision: Decision) -> ET.Element:
    """A gate as a test case of its own; of one that fails the text names three items."""
    case = ET.Element("testcase", classname=_GATES, name=printable(result.gate, 200), time="0")
    if not result.passed:
        items = items_of(result, records, decision.comparison)[:3]
        text = "\n".join([result.said, *(f"e.g. {record.case.id}: {record.outcome}" for record in items)])
        failure = ET.SubElement(case, "failure", message=printable(result.said.splitlines()[0], 400))
        failure.text = printable(text)
    return case


def shown(decision: Decision) -> list[GateResult]:
    """The results that become test cases: of a gated run all but the one that each unfaithful item's own failure says; of
    another one the implied rule that is broken and that no item's case says."""
    said_by_items = ("unfaithful",) if decision.gated else ("unfaithful", "errors")
    return [
        result
        for result in decision.results
        if (decision.gated or not result.passed) and result.metric not in said_by_items
    ]


def properties(record: Record) -> list[tuple[str, str]]:
    """Few and short, as dashboards want them; the texts are in records.jsonl under the same case id."""
    case = record.case
    pairs = [
        ("faithform.case", case.id),
        ("faithform.sample", record.sample),
        ("faithform.kind", case.kind),
        ("faithform.region", case.region),
        ("faithform.family", case.family),
        ("faithform.style", case.style),
        ("faithform.dataset", case.problem.dataset),
        ("faithform.outcome", record.outcome),
        ("faithform.verdict", verdict(record)),
        ("faithform.lean", record.lean.backend if record.lean else None),
        ("faithform.model", record.formalization.model if record.formalization else None),
    ]
    return [_pair(name, printable(str(value), 200)) for name, value in pairs if value is not None]


@lru_cache(maxsize=1024)
def _pair(name: str, value: str) -> tuple[str, str]:
    """Reports are held to the session's end, and most properties are the same for many items."""
    return name, value


def verdict(record: Record) -> str | None:
    if record.fault:
        return f"fault:{record.fault.where}"
    if record.edit:
        return record.edit.label
    if record.proof:
        return record.proof.value
    return f"{record.correctness.name}:{record.correctness.value}" if record.correctness else None


def suite_properties(run: StoredRun, decision: Decision, style: Style) -> list[tuple[str, str]]:
    """The run's numbers for a dashboard: what was measured with what, every metric with its interval, the decision."""
    lean = run.manifest.get("lean", {})
    found = [
        ("faithform.system", run.system),
        ("faithform.lean", f"{lean.get('lean', '?')} ({lean.get('backend', '?')})"),
        ("faithform.passed", str(decision.passed).lower()),
        ("faithform.junit", style),
    ]
    found += [(f"faithform.warning.{number}", text) for number, text in enumerate(decision.warnings, 1)]
    found += [(f"faithform.{_named(row)}", _value(row)) for row in run.rows if row.value is not None]
    return [(printable(name, 200), printable(value, 400)) for name, value in found]


def fitting(style: Style | None, cases: Iterable[ET.Element]) -> Style:
    """The style asked for; where none is, `full` within the limits and `slim` beyond them."""
    if style is not None:
        return style
    objects = characters = 0
    for case in cases:
        for element in case.iter():
            objects += 1
            characters += 60 + len(element.text or "") + sum(len(value) for value in element.attrib.values())
    return "full" if objects <= MAX_OBJECTS and characters <= MAX_CHARACTERS else "slim"


def styled(case: ET.Element, style: Style) -> ET.Element:
    """A test case in a style, changed in place."""
    if style == "full":
        return case
    held = case.find("properties")
    if held is not None:
        case.remove(held)
        if style == "strict":
            lines = [f"{one.get('name')}={one.get('value')}" for one in held]
            out = case.find("system-out")
            if out is None:
                out = ET.SubElement(case, "system-out")
            out.text = "\n".join([*([out.text] if out.text else []), *lines])
    if style == "slim":
        for element in list(case):
            if element.tag in ("system-out", "system-err"):
                case.remove(element)
            elif element.text and len(element.text) > _SLIM_TEXT:
                element.text = element.text[:_SLIM_TEXT] + "…"
    for name in set(case.attrib) - set(_ATTRIBUTES):
        del case.attrib[name]
    return case


def write_junit(run: StoredRun, decision: Decision, path: Path, style: Style | None = None) -> Style:
    """The JUnit file of a stored run (a merged one too), as its session would have written it. The style it came to."""
    measured = run.manifest.get("verdict") == "measure"
    cases = list(_cases(run.records, measured=measured))
    chosen = fitting(style, cases)
    cases = [styled(case, chosen) for case in cases]
    cases += [gate_case(result, run.records, decision) for result in shown(decision)]
    counted = Counter(child.tag for case in cases for child in case)
    suite = ET.Element(
        "testsuite",
        name=_SUITE,
        errors=str(counted["error"]),
        failures=str(counted["failure"]),
        skipped=str(counted["skipped"]),
        tests=str(len(cases)),
        time=f"{sum(record.seconds for record in run.records):.3f}",
        timestamp=str(run.manifest.get("started_at", "")),
        hostname="-",
    )
    held = ET.SubElement(suite, "properties")
    for name, value in suite_properties(run, decision, chosen):
        ET.SubElement(held, "property", name=name, value=value)
    suite.extend(cases)
    root = ET.Element("testsuites", name=_SUITE)
    root.append(suite)
    ET.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
    return chosen


def _cases(records: Sequence[Record], *, measured: bool) -> Iterator[ET.Element]:
    seen: Counter[tuple[str, str]] = Counter()
    for record in records:
        classname, name = _address(record)
        seen[classname, name] += 1
        if seen[classname, name] > 1:
            name = f"{name} ({seen[classname, name]})"
        case = ET.Element("testcase", classname=classname, name=name, time=f"{record.seconds:.3f}")
        held = ET.SubElement(case, "properties")
        for key, value in properties(record):
            ET.SubElement(held, "property", name=key, value=value)
        tag = {"fail": None if measured else "failure", "error": "error", "skip": "skipped"}.get(record.outcome)
        if tag is not None:
            text = printable(record.message or (record.fault.message if record.fault else ""))
            brief = " · ".join(part.strip() for part in text.splitlines()[:2])[:400]
            result = ET.SubElement(case, tag, message=brief)
            if tag == "skipped":
                result.set("type", "faithform.undetermined")
            result.text = text
        yield case


def _address(record: Record) -> tuple[str, str]:
    """Class and name as pytest derives them from a node id."""
    sample = f"-s{record.sample}" if record.sample else ""
    path, bracket, parameters = record.nodeid.partition("[")
    parts = path.split("::")
    if len(parts) < 2:
        return _SUITE, f"{record.case.id}{sample}"
    parts[0] = parts[0].replace("/", ".").removesuffix(".py")
    return printable(".".join(parts[:-1]), 400), printable(parts[-1] + bracket + parameters, 400)


def _named(row: MetricRow) -> str:
    return f"{row.metric}[{row.slice}]" if row.slice else row.metric


def _value(row: MetricRow) -> str:
    if row.low is None or row.high is None:
        return f"{row.value:g}"
    return f"{row.value:.4f} [{row.low:.4f}, {row.high:.4f}] n={row.n}"
