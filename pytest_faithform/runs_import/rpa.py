"""Results of "Evaluating the Robustness of Proof Autoformalization" (SPEC g): `…_output.jsonl`, `…_scored.jsonl`.

An output file holds the source row with `LLM_Output#k`, k from 1; scored with TC and the semantic checks it also holds
`LLM_Syntax?#k`, `LLM_StmtSC?#k`, `LLM_ProofSC?#k` and the conjunction `LLM_FullyCorrect?#k`. A scored edit file holds
`name`, `edit_type`, `judgment`, `reason` and what the judge quoted, of the first sample; it is given together with its
output file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pytest_faithform.cases.adapters import robustpabench
from pytest_faithform.cases.adapters.base import LeftOut, Options, Row, read_rows, slug, text
from pytest_faithform.judges.values import number_values, symbol_class
from pytest_faithform.lean.source import mask, parse, position
from pytest_faithform.model import Case, Correctness, EditVerdict, Evidence, Formalization, Record
from pytest_faithform.runs_import.base import (
    ImportedRun,
    not_measured,
    record_of,
    reported,
    reported_lean,
    truth,
    wrong,
)

__all__ = ["read"]

_OUTPUT = re.compile(r"LLM_Output#(\d+)")
_LABELS: Mapping[str, Literal["faithful", "reverted", "unclear"]] = {
    "faithful": "faithful",
    "reverted": "reverted",
    "other": "unclear",
}
_FAILED = "scoring_failed_after_retries"
#: Reasons that the scoring writes itself, with the rule that they come to.
_RULES = {
    "empty_or_error_output": "empty-output",
    "degenerate_lean_no_target_region": "no-target-region",
}
_HANDLING: Mapping[str, Literal["unproved", "derived", "absent"]] = {
    "sorry": "unproved",
    "placeholder": "unproved",
    "simplified": "derived",
    "full": "derived",
    "absent": "absent",
}


def read(files: Sequence[Path]) -> ImportedRun:
    """Raises CaseFileError where a row is of neither kind, or a verdict has no output."""
    verdicts: list[Row] = []
    outputs: list[tuple[Path, list[Row]]] = []
    for path in files:
        rows = list(read_rows(path, Options(), mend=False))
        scored = [row for row in rows if "judgment" in row.value]
        verdicts += scored
        if len(scored) < len(rows):
            outputs.append((path, [row for row in rows if "judgment" not in row.value]))
    run = ImportedRun()
    by_case: dict[tuple[str, str, str], Row] = {_verdict_key(row): row for row in verdicts}
    used: set[tuple[str, str, str]] = set()
    for path, rows in outputs:
        cases = {}
        for item in robustpabench.read(str(path), Options()):
            if isinstance(item, LeftOut):
                run.left_out.append(item)
            elif isinstance(item, Case):
                cases[item.problem.id] = item
        for row in rows:
            case = cases.get(slug(text(row, "name") or text(row, "id")))
            if case is not None:
                key = (case.problem.id, case.kind, case.region or "")
                used |= {key} & by_case.keys()
                for record in _records(row, case, by_case.get(key)):
                    run.add(record)
    lost = next((row for key, row in by_case.items() if key not in used), None)
    if lost is not None and not run.left_out:
        raise wrong(lost, "name", "a name of the output file; give the scored file together with its output file")
    return run


def _verdict_key(row: Row) -> tuple[str, str, str]:
    told = f"{text(row, 'edit_type')} {' '.join(row.value)}".lower()
    kind = "step_deletion" if "target_step" in told or "step" in text(row, "edit_type") else "number_edit"
    if kind == "number_edit" and ("old_symbol" in row.value or "symbol" in text(row, "edit_type")):
        kind = "symbol_edit"
    region = "proof" if kind == "step_deletion" else text(row, "edit_source")
    if region not in ("statement", "proof"):
        raise wrong(row, "edit_source", "statement or proof")
    return slug(text(row, "name")), kind, region


def _records(row: Row, case: Case, verdict: Row | None) -> list[Record]:
    samples = sorted(int(found[1]) for key in row.value if (found := _OUTPUT.fullmatch(key)))
    if not samples:
        raise wrong(row, "LLM_Output#1", "the model's output")
    records = []
    for k in samples:
        raw = text(row, f"LLM_Output#{k}")
        made = Formalization(raw=raw, lean="" if raw.startswith("ERROR") else raw, extraction="reported")
        tc = truth(row, f"LLM_Syntax?#{k}") if f"LLM_Syntax?#{k}" in row.value else None
        lean = None if tc is None else reported_lean(tc, made.lean, text(row, f"LLM_SyntaxError#{k}"))
        verdict_row = verdict if k == 1 else None
        failed = verdict_row is not None and text(verdict_row, "reason") == _FAILED
        edit = _edit(case, made.lean, verdict_row) if verdict_row is not None and not failed else None
        correctness = None if failed else _correctness(row, k, tc)
        records.append(record_of(case, k - 1, made, lean=lean, edit=edit, correctness=correctness, judge_failed=failed))
    return records


def _correctness(row: Row, k: int, tc: bool | None) -> Correctness | None:
    parts = {}
    for name, call in (("StmtSC", "stmt_call"), ("ProofSC", "proof_call")):
        details = row.value.get(f"LLM_SC_details#{k}")
        failed = (
            isinstance(details, dict) and isinstance(details.get(call), dict) and details[call].get("_parse_failed")
        )
        field = f"LLM_{name}?#{k}"
        answer = truth(row, field) if field in row.value else None
        parts[name] = not_measured() if field not in row.value else reported(None if failed else answer)
    _agrees(row, k, [tc, *(None if part.value == "not_measured" else part.value == "yes" for part in parts.values())])
    if tc is None and all(part.value == "not_measured" for part in parts.values()):
        return None
    return Correctness(
        tc=not_measured() if tc is None else reported(tc), stmt_sc=parts["StmtSC"], proof_sc=parts["ProofSC"]
    )


def _agrees(row: Row, k: int, parts: Sequence[bool | None]) -> None:
    """FullyCorrect is the conjunction of its parts: where the row says another, one of the two is not what the run found."""
    field = f"LLM_FullyCorrect?#{k}"
    if field not in row.value:
        return
    whole = truth(row, field)
    if (whole and False in parts) or (not whole and all(parts)):
        raise wrong(row, field, "what its parts come to, yes where Syntax, StmtSC and ProofSC are; no elsewhere")


def _edit(case: Case, lean: str, row: Row) -> EditVerdict:
    said = text(row, "judgment")
    if said not in _LABELS:
        raise wrong(row, "judgment", "faithful, reverted or other")
    reason, label = text(row, "reason"), _LABELS[said]
    quote = text(row, "context_in_fl") or text(row, "evidence_in_fl")
    rule = _RULES.get(reason, "reported")
    checks: dict[str, bool] = {}
    evidence = _evidence(lean, quote)
    if rule == "reported" and label != "unclear":
        checks["evidence"] = evidence is not None
    value = text(row, "value_in_fl")
    if rule == "reported" and value and case.kind in ("number_edit", "symbol_edit"):
        checks["consistent"] = _consistent(case, value, label)
    return EditVerdict(
        label=label,
        reason=reason,
        rule=rule,
        evidence=(evidence,) if evidence else (),
        handling=_HANDLING.get(text(row, "proof_method")),
        empty_proof_body=case.kind == "step_deletion" and parse(lean).empty_proof_body,
        judge="reported",
        checks=checks,
    )


def _evidence(lean: str, quote: str) -> Evidence | None:
    """The quote in the comment-free code, whatever its white space (SPEC c.4)."""
    pattern = r"\s*".join(map(re.escape, "".join(quote.split())))
    found = re.search(pattern, mask(lean)) if pattern else None
    if found is None:
        return None
    line, column = position(lean, found.start())
    return Evidence(quote=lean[found.start() : found.end()], line=line, column=column)


def _consistent(case: Case, value: str, label: str) -> bool:
    """Whether the reported value is the one that the label says: the new one, the old one, or neither."""
    edit: Any = case.perturbation
    read_value = number_values if case.kind == "number_edit" else lambda one: {symbol_class(one)} - {None}
    found, old, new = (read_value(one) for one in (value, edit.old, edit.new))
    return {"faithful": bool(found & new), "reverted": bool(found & old)}.get(label, not found & (old | new))
