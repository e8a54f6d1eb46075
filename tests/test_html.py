"""The HTML report in a real browser: what it shows first, what can be done with it, and that no text in it does anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import browser
import pytest
import run_folders
import support
from playwright.sync_api import Browser, Page, expect

from pytest_faithform.model import (
    Correctness,
    EditVerdict,
    Evidence,
    Fault,
    Formalization,
    Grade,
    GuardFinding,
    Judgement,
    JudgeReply,
    LeanMessage,
    LeanReply,
    Part,
    ProofVerdict,
    Record,
)
from pytest_faithform.reports import html as html_report
from pytest_faithform.reports.baseline import compare_runs
from pytest_faithform.reports.decision import decide, items_of
from pytest_faithform.reports.gate_language import parse_gate
from pytest_faithform.reports.html import html
from pytest_faithform.reports.packed import MAX_TEXT
from pytest_faithform.reports.stored import StoredRun
from pytest_faithform.reports.write import write_report

DESKTOP, PHONE = (1280, 800), (390, 844)
GATES = ("FR[symbol_edit,proof].low >= 0.9", "UFUB.high <= 0.1", "completed >= 0.9")
RAN = "window.ran = 1"
#: Each would run, style, load or hide something, if it were taken for anything but text.
HOSTILE = (
    f"</script><script>{RAN}</script>",
    f"<img src=x onerror='{RAN}'><svg onload='{RAN}'></svg>",
    f"\"' onmouseover={RAN} x='",
    "<!--<script>",
    "<style>*{display:none}</style></style>",
    f"[a](javascript:{RAN}) javascript:{RAN} http://e.vil/",
    "{{ 7 * 7 }} {% raw %} ${7 * 7} `${window.ran = 1}`",
    "\u202egninnur\u202c \u2066x\u2069 a\u200bb \u2028 \u2029 \ufeff \x00 \x1b[31m \x07 \U000e0041",
    "<iframe src='http://e.vil/'></iframe><base href='http://e.vil/'><meta http-equiv=refresh content='0;http://e.vil/'>",
    "]]> &lt;b&gt; &amp; %3Cscript%3E",
)
EVERYTHING = "\n".join(HOSTILE)


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with browser.chromium() as running:
        yield running


def lean_of(case_id: str) -> str:
    return support.faithful_replies()[case_id].partition("```lean4\n")[2].removesuffix("```\n")


def item(number: int, label: str) -> Record:
    """A symbol edit in a proof, with its answer and its evidence."""
    case = run_folders.of_group(support.symbol_edit(), number)
    source = lean_of("farm-symbol_edit-proof") if label == "faithful" else support.LEAN
    quote = "c - 2 * r = 47" if label == "faithful" else "c + 2 * r = 47"
    column = source.splitlines()[1].index(quote)
    reason = f"{label}: the Lean has `{quote}` at 2:{column}"
    held = run_folders.edit_record(case, label)
    verdict = EditVerdict(
        label=label,  # type: ignore[arg-type]
        reason=reason,
        rule="place",
        evidence=(Evidence(quote=quote, region="proof", line=2, column=column),),
    )
    reply = f"Here it is, item {number}.\n\n```lean4\n{source}```\n"
    return held.model_copy(
        update={
            "edit": verdict,
            "message": "" if label == "faithful" else f"symbol edit in the proof: + → -\n{reason}",
            "nodeid": f"cases/test_a.py::test_edit[farm-{number}]",
            "seconds": 0.25,
            "formalization": Formalization(raw=reply, lean=source, seconds=1.5, model="m-7"),
            "lean": LeanReply(
                outcome="error",
                backend="embedded",
                seconds=0.5,
                messages=(LeanMessage(severity="error", line=3, column=7, text="omega could not prove the goal"),),
                guard=(GuardFinding(rule="axiom", severity="reject", message="declares an axiom", line=1, column=0),),
            ),
        }
    )


def records() -> list[Record]:
    labels = ["faithful"] * 8 + ["reverted"] * 6 + ["unclear"] * 2
    held = [item(number, label) for number, label in enumerate(labels)]
    held += [
        run_folders.edit_record(run_folders.of_group(case, 20 + place), "reverted").model_copy(
            update={"message": f"of the data set {place}", "formalization": Formalization(raw="x", lean="")}
        )
        for place, case in enumerate((support.number_edit("statement"), support.step_deletion()))
    ]
    for number in range(50, 56):
        held += run_folders.step_pair(number, {"value": "proved"}, {"value": "refuted" if number % 2 else "proved"})
    fault = Fault(where="lean", message="Lean is dead")
    return [*held, Record(case=support.original(), outcome="error", message="Lean is dead", fault=fault)]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> StoredRun:
    return run_folders.write_run(tmp_path_factory.mktemp("runs") / "v2", records(), system={"name": "prover-v2"})


@pytest.fixture(scope="module")
def report(run: StoredRun, tmp_path_factory: pytest.TempPathFactory) -> Path:
    better = Formalization(raw="x", lean=lean_of("farm-symbol_edit-proof"))
    before = [
        record.model_copy(update={"outcome": "pass", "formalization": better, "message": "it was reflected"})
        if record.outcome == "fail" and record.edit
        else record
        for record in records()
    ]
    first = run_folders.write_run(tmp_path_factory.mktemp("before") / "v1", before)
    decision = decide(run, [parse_gate(gate) for gate in GATES], compare_runs(first, run))
    return write_report(run, decision, "html")


def written(folder: Path, held: Sequence[Record], gates: Sequence[str] = (), **manifest: Any) -> Path:
    run = run_folders.write_run(folder, held, **manifest)
    return write_report(run, decide(run, [parse_gate(gate) for gate in gates]), "html")


def names(page: Page) -> list[str]:
    return page.locator("#rows a").all_text_contents()


# ---- what stands there first ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_first_screen_names_the_failing_gate_its_slice_and_three_items(
    chrome: Browser, report: Path, run: StoredRun, size: tuple[int, int]
) -> None:
    with browser.opened(chrome, report, size) as page:
        assert browser.on_first_screen(page, ".state") == ["FAILED"]
        assert browser.on_first_screen(page, ".gate h3")[0] == GATES[0]
        assert browser.on_first_screen(page, ".gate .slice")[0] == "symbol_edit,proof"
        links = browser.on_first_screen(page, ".gate:first-of-type a[href^='#item']")
        assert len(links) == 3
        assert set(links) <= {record.case.id for record in run.records if record.outcome == "fail"}
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator(".gate a").first.click()
        expect(page.locator("dialog h2")).to_have_text(links[0])


def test_a_gates_other_items_are_one_link_away(chrome: Browser, report: Path, run: StoredRun) -> None:
    decision = decide(run, [parse_gate(GATES[0])])
    wanted = sorted(record.case.id for record in items_of(decision.results[0], run.records))
    with browser.opened(chrome, report) as page:
        page.get_by_role("link", name=f"all {len(wanted)} items").click()
        expect(page.locator("#found")).to_contain_text(f"{len(wanted)} of {len(run.records)} items, of the gate")
        assert sorted(names(page)) == wanted
        page.get_by_role("button", name="show all").click()
        expect(page.locator("#found")).to_have_text(f"{len(run.records)} items")


def test_figures_and_tables_say_what_the_rows_say(chrome: Browser, report: Path, run: StoredRun) -> None:
    rates = {(row.metric, row.slice): row for row in run.rows}
    with browser.opened(chrome, report) as page:
        titles = page.locator("figcaption strong").all_text_contents()
        assert titles == [
            "Faithful edits: FR by kind and region",
            "Faithful, reverted, unclear",
            "Valid and invalidated steps: contingency",
            "Reasoning steps: rates",
        ]
        row = rates["FR", "symbol_edit,proof"]
        line = page.locator("figure").first.get_by_role("row").filter(has_text="symbol edit")
        expect(line.locator(".said")).to_have_text(f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}]")
        drawn = line.locator("path.whisker").get_attribute("d")
        assert drawn is not None
        first, last = re.findall(r"M([\d.]+) 10H([\d.]+)", drawn)[0]
        assert (float(first), float(last)) == pytest.approx((100 * row.low, 100 * row.high), abs=0.01)  # type: ignore[operator]
        stack = page.locator("figure").nth(1).get_by_role("row").filter(has_text="symbol edit")
        widths = [float(part.get_attribute("width") or 0) for part in stack.locator("rect.part").all()]
        assert widths == pytest.approx([100 * 8 / 16, 100 * 6 / 16, 100 * 2 / 16], abs=0.02)
        expect(page.locator("section", has=page.locator("#against"))).to_contain_text("Newly failing: 8")


# ---- what can be done with it ---------------------------------------------------------------------------------------


def test_search_and_filters_leave_what_was_asked_for(chrome: Browser, report: Path, run: StoredRun) -> None:
    def ids(keep: Callable[[Record], bool]) -> list[str]:
        return sorted(record.case.id for record in run.records if keep(record))

    with browser.opened(chrome, report) as page:
        page.get_by_label("outcome").select_option("fail")
        expect(page.locator("#found")).to_contain_text("11 of 31 items")
        assert sorted(names(page)) == ids(lambda record: record.outcome == "fail")
        page.get_by_label("perturbation").select_option("symbol_edit")
        expect(page.locator("#found")).to_contain_text("6 of 31 items")
        page.get_by_label("perturbation").select_option(index=0)
        page.get_by_label("outcome").select_option(index=0)
        page.get_by_label("region").select_option(label="– (13)")
        expect(page.locator("#found")).to_contain_text("13 of 31 items")
        assert sorted(names(page)) == ids(lambda record: record.case.region is None)
        page.get_by_label("region").select_option(index=0)
        page.get_by_label("search").fill("DATA SET 1")
        expect(page.locator("#found")).to_contain_text("1 of 31 items")
        assert names(page) == ["farm-step_deletion-21"]
        page.get_by_label("search").fill("")
        page.get_by_label("order").select_option("outcome")
        expect(page.locator("#rows .badge").first).to_have_text("error")
        page.reload()
        browser.ready(page)
        expect(page.locator("#rows .badge").first).to_have_text("error")


def test_a_search_can_look_into_the_texts(chrome: Browser, report: Path) -> None:
    with browser.opened(chrome, report) as page:
        page.get_by_label("search").fill("item 9. omega")
        expect(page.locator("#found")).to_contain_text("0 of 31 items")
        page.get_by_label("in inputs, Lean and replies too").check()
        expect(page.locator("#found")).to_contain_text("1 of 31 items")
        assert names(page) == ["farm-symbol_edit-proof-9"]
        page.get_by_label("search").fill("hence $x = 13$")
        expect(page.locator("#found")).to_contain_text("6 of 31 items")
        page.get_by_label("outcome").select_option("pass")
        expect(page.locator("#found")).to_contain_text("3 of 31 items")
        assert page.get_by_label("search").input_value() == "hence $x = 13$"


def test_what_is_typed_fast_is_not_lost(chrome: Browser, report: Path) -> None:
    with browser.opened(chrome, report) as page:
        page.get_by_label("search").press_sequentially("symbol_edit reverted -13 ", delay=50)
        expect(page.locator("#found")).to_contain_text("1 of 31 items")
        assert page.get_by_label("search").input_value() == "symbol_edit reverted -13 "
        page.get_by_role("button", name="show all").click()
        expect(page.locator("#found")).to_have_text("31 items")
        assert page.get_by_label("search").input_value() == ""


def test_a_damaged_file_says_so(chrome: Browser, report: Path, tmp_path: Path) -> None:
    text = report.read_text(encoding="utf-8")
    for packet, told in (("index", "#found"), ("items-0", "#item-body")):
        broken = re.sub(rf'(id="{packet}">).*?<', r"\1AAAA<", text)
        path = tmp_path / f"{packet}.html"
        path.write_text(broken, encoding="utf-8")
        page = chrome.new_page()
        page.goto(path.as_uri() + "#item=farm-original")
        expect(page.locator(told)).to_contain_text("This file is damaged")
        page.close()


def test_a_long_table_has_pages(chrome: Browser, tmp_path: Path) -> None:
    held = [item(number, "faithful") for number in range(230)]
    with browser.opened(chrome, written(tmp_path / "run", held)) as page:
        assert len(names(page)) == 100
        page.get_by_role("button", name="next →").click()
        page.get_by_role("button", name="next →").click()
        expect(page.locator("#page")).to_have_text("page 3 of 3")
        assert len(names(page)) == 30
        assert page.get_by_role("button", name="next →").is_disabled()
        page.locator("#rows a").first.click()
        assert page.get_by_role("button", name="Previous item").is_enabled()


def test_the_keyboard_is_enough(chrome: Browser, report: Path) -> None:
    with browser.opened(chrome, report) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the items"
        page.keyboard.press("/")
        page.keyboard.type("reverted symbol")
        expect(page.locator("#found")).to_contain_text("6 of 31 items")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        first = page.evaluate("document.activeElement.textContent")
        page.keyboard.press("Enter")
        expect(page.locator("dialog h2")).to_have_text(first)
        assert page.evaluate("document.activeElement.closest('dialog') !== null")
        page.keyboard.press("ArrowRight")
        expect(page.locator("dialog h2")).not_to_have_text(first)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("dialog h2")).to_have_text(first)
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate(
                "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
            )
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).not_to_be_visible()
        assert page.evaluate("document.activeElement.textContent") == first


def test_links_lead_to_an_item_and_back(chrome: Browser, report: Path) -> None:
    with browser.opened(chrome, report, at="#item=farm-symbol_edit-proof-9&outcome=fail") as page:
        expect(page.locator("dialog h2")).to_have_text("farm-symbol_edit-proof-9")
        page.get_by_role("button", name="Close").click()
        expect(page.locator("dialog")).not_to_be_visible()
        expect(page.locator("#found")).to_contain_text("11 of 31 items")
        page.locator("#rows a").first.click()
        expect(page.locator("dialog")).to_be_visible()
        page.go_back()
        expect(page.locator("dialog")).not_to_be_visible()
    with browser.opened(chrome, report, at="#item=no-such-item") as page:
        expect(page.locator("dialog")).to_contain_text("This run has no such item.")


def test_an_item_shows_its_edit_its_evidence_and_what_was_said_of_it(chrome: Browser, report: Path) -> None:
    with browser.opened(chrome, report, at="#item=farm-symbol_edit-proof-9") as page:
        body = page.locator("#item-body")
        before, after = body.locator(".beside > div").all()
        expect(before.locator("del")).to_have_text("+")
        expect(after.locator("ins")).to_have_text("-")
        expect(before.locator("pre")).to_have_text(support.PROOF)
        expect(after.locator("pre")).to_have_text(support.symbol_edit().informal_proof)
        expect(body.locator(".only pre").first).to_have_text(support.STATEMENT)
        assert "".join(body.locator(".lean mark").all_text_contents()) == "c + 2 * r = 47"
        lines = [line for line in body.locator(".lean code").all_text_contents() if line]
        assert lines == support.LEAN.splitlines()
        assert body.locator(".lean .keyword").first.text_content() == "theorem"
        assert body.locator(".row.wrong .at").all_text_contents() == ["1", "3"]
        for said in ("omega could not prove the goal", "declares an axiom", "rule place", "formalizer 1.50s", "m-7"):
            expect(body).to_contain_text(said)
        body.get_by_text("Raw reply").click()
        expect(body.locator("details[open] pre")).to_contain_text("Here it is, item 9.")
    with browser.opened(chrome, report, at="#item=farm-step_deletion-21") as page:
        expect(page.locator(".beside del")).to_have_text(
            "Subtracting the first equation from this one, we obtain $r = 12$."
        )
        expect(page.locator(".beside ins")).to_have_text("we obtain $r = 12$.")
    with browser.opened(chrome, report, at="#item=farm-s1-invalid_step-50") as page:
        expect(page.locator(".beside del")).to_have_text("2")
        expect(page.locator(".beside ins")).to_have_text("3")
        expect(page.locator("#item-body")).to_contain_text("$2x + 3 = 27$.")


def test_an_item_that_newly_fails_shows_what_the_baseline_answered(chrome: Browser, report: Path) -> None:
    with browser.opened(chrome, report, at="#item=farm-symbol_edit-proof-9") as page:
        held = page.locator("section", has=page.get_by_role("heading", name="What the baseline answered"))
        expect(held).to_contain_text("it was reflected")
        expect(held.locator("pre")).to_have_text(lean_of("farm-symbol_edit-proof"))
        assert held.locator("mark").all_text_contents() == ["-"]
    with browser.opened(chrome, report, at="#item=farm-step_deletion-21") as page:
        expect(page.locator("#item-body")).to_contain_text("What the baseline answered")
    with browser.opened(chrome, report, at="#item=farm-symbol_edit-proof-1") as page:
        expect(page.locator("#item-body")).to_contain_text("faithful")
        expect(page.locator("#item-body")).not_to_contain_text("What the baseline answered")


def test_judges_answers_grades_and_proofs_are_shown(chrome: Browser, tmp_path: Path) -> None:
    held = item(3, "reverted").model_copy(update={"sample": 2})
    reply = JudgeReply(reply="{'score': 2}", trouble="no JSON")
    said = Judgement(
        judge="openai:j", question="stmt", said="2", answer={"why": "94 is 97", "as": {"$": 0}}, replies=(reply,)
    )
    rejected = Part(value="no", reason="another equation", judge="openai:j", judgements=(said,))
    proof = ProofVerdict(value="refuted", reason="by omega", strategy="omega", proof="by\n  omega", vacuous=True)
    opinion = EditVerdict(
        label="unclear", reason="I cannot tell", rule="model", judge="openai:j", checks={"evidence": False}
    )
    record = held.model_copy(
        update={
            "correctness": Correctness(tc=part("yes"), stmt_sc=rejected, proof_sc=Part(value="not_measured")),
            "proof": proof,
            "opinions": (opinion,),
            "grades": (Grade(judge="g", value=4, reason="the wrong constant"),),
        }
    )
    path = written(tmp_path / "run", [record, item(4, "faithful")])
    with browser.opened(chrome, path, at=f"#item={held.case.id}~2") as page:
        expect(page.locator("dialog h2")).to_have_text(f"{held.case.id} sample 2")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        for text in (
            "StmtSC no",
            "another equation",
            "94 is 97",
            '\\"$\\": 0',
            "{'score': 2}",
            "no JSON",
            "refuted",
            "vacuous",
        ):
            expect(page.locator("#item-body")).to_contain_text(text)
        for text in ("I cannot tell", "evidence ✗", "4 of 10", "the wrong constant"):
            expect(page.locator("#item-body")).to_contain_text(text)
        assert "ProofSC" not in page.locator("#item-body").inner_text()


def test_marks_count_characters_as_the_records_do(chrome: Browser, tmp_path: Path) -> None:
    source = '-- 𝔸𝔹 /- \ntheorem t : 𝔸 = 3 := by /- a /- b -/ "c" -/ sorry\n'
    column = source.splitlines()[1].index("𝔸 = 3")
    held = item(1, "reverted")
    assert held.edit is not None
    evidence = (Evidence(quote="𝔸 = 3", line=2, column=column), Evidence(quote="not there", line=9, column=0))
    record = held.model_copy(
        update={
            "formalization": Formalization(raw=source, lean=source),
            "edit": held.edit.model_copy(update={"evidence": evidence}),
        }
    )
    with browser.opened(chrome, written(tmp_path / "run", [record]), at=f"#item={held.case.id}") as page:
        assert "".join(page.locator(".lean mark").all_text_contents()) == "𝔸 = 3"
        assert page.locator(".lean .comment").all_text_contents() == ["-- 𝔸𝔹 /- ", '/- a /- b -/ "c" -/']
        assert page.locator(".lean .doubtful").all_text_contents() == ["sorry"]
        expect(page.locator(".evidence")).to_contain_text("not there")


def luminance(color: str) -> float:
    channels = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_in_light_and_dark(chrome: Browser, report: Path, scheme: str) -> None:
    """The contrast of each text with what lies behind it, by WCAG 2: at least 4.5."""
    with browser.opened(chrome, report, scheme=scheme, at="#item=farm-symbol_edit-proof-9") as page:
        seen = page.evaluate("""() => {
            const ground = (one) => {
                for (let at = one; at; at = at.parentElement) {
                    const color = getComputedStyle(at).backgroundColor;
                    if (!/, 0\\)$/.test(color)) return color;
                }
                return getComputedStyle(document.documentElement).backgroundColor;
            };
            const found = [];
            for (const one of document.querySelectorAll("body *")) {
                if (one.closest("script, style, noscript, option") || one.matches(":disabled")) continue;
                if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
                found.push([getComputedStyle(one).color, ground(one), one.tagName + "." + one.className]);
            }
            return found;
        }""")
        assert len(seen) > 200
        assert (luminance(page.evaluate("getComputedStyle(document.documentElement).backgroundColor")) < 0.1) == (
            scheme == "dark"
        )
        weak = set()
        for color, ground, what in seen:
            dark, light = sorted((luminance(color), luminance(ground)))
            if (light + 0.05) / (dark + 0.05) < 4.5:
                weak.add(what)
        assert weak == set()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_everything_has_a_name_and_fits(chrome: Browser, report: Path, size: tuple[int, int]) -> None:
    with browser.opened(chrome, report, size, at="#item=farm-symbol_edit-proof-9") as page:
        expect(page.get_by_role("dialog", name="farm-symbol_edit-proof-9")).to_be_visible()
        assert page.evaluate(
            "document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth"
        )
        page.keyboard.press("Escape")
        assert page.get_by_role("main").count() == 1
        assert page.get_by_role("heading", level=1).count() == 1
        unnamed = page.evaluate("""() => [...document.querySelectorAll("button, select, input, a")]
            .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.closest("label")))
            .map((one) => one.outerHTML)""")
        assert unnamed == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---- texts do nothing -----------------------------------------------------------------------------------------------


def hostile_records() -> list[Record]:
    """A text that would do something in every field that takes one."""
    text = EVERYTHING
    judgement = Judgement(
        judge=text,
        question="edit",
        said=text,
        answer={text: [text, {"a": text}]},
        trouble=text,
        replies=(JudgeReply(reply=text, trouble=text),),
    )
    evidence = (Evidence(quote=text, line=1, column=0),)
    verdict = EditVerdict(
        label="reverted", reason=text, rule="place", evidence=evidence, judge=text, judgement=judgement
    )
    part = Part(value="no", reason=text, judge=text, evidence=evidence, judgements=(judgement,))
    base = support.number_edit("statement")
    problem = base.problem.model_copy(
        update={"informal_statement": base.problem.informal_statement + text, "formal_statement": text}
    )
    case = base.model_copy(update={"problem": problem, "informal_statement": base.informal_statement + text})
    lean = LeanReply(
        outcome="error",
        messages=(LeanMessage(severity="error", line=1, column=0, text=text),),
        lacking=(text,),
        guard=(GuardFinding(rule="axiom", severity="reject", message=text, line=1),),
        backend=text,
    )
    made = Formalization(
        raw=text + "\n" + text, lean=text, extraction=text, finish_reason=text, model=text, steps=({text: text},)
    )
    first = Record(
        case=case,
        outcome="fail",
        message=text,
        nodeid=text,
        formalization=made,
        lean=lean,
        edit=verdict,
        opinions=(verdict,),
        correctness=Correctness(tc=part, stmt_sc=part, proof_sc=part),
        proof=ProofVerdict(value="undetermined", reason=text, strategy=text, proof=text),
        grades=(Grade(judge=text, value=3, reason=text),),
        finished_at=text,
    )
    long = "x" * 1_000_000 + f"</script><script>{RAN}</script>"
    second = first.model_copy(
        update={
            "case": run_folders.of_group(case, 2),
            "formalization": Formalization(raw=long, lean=long),
            "message": long,
        }
    )
    fault = Fault(where="judge", message=text)
    return [first, second, Record(case=support.original(), outcome="error", message=text, fault=fault)]


def test_hostile_texts_stand_there_as_text(chrome: Browser, tmp_path: Path) -> None:
    run = run_folders.write_run(tmp_path / "run", hostile_records())
    lean = {"lean": EVERYTHING, "backend": "b\ud800"}
    run.manifest.update(system={"name": EVERYTHING}, lean=lean, note=EVERYTHING, partial=EVERYTHING)
    gates = [parse_gate(gate) for gate in ("FR[number_edit] >= 0.5", "errors == 0")]
    path = write_report(run, decide(run, gates), "html")
    for record in hostile_records():
        with browser.opened(chrome, path, at=f"#item={record.case.id}") as page:
            expect(page.locator("dialog h2")).to_have_text(record.case.id)
            browser.wait(page, "document.querySelector('#item-body').children.length > 2")
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            shown = page.locator("body").inner_text()
            for text in HOSTILE[:5]:
                assert text in shown
            assert page.locator("img, iframe, base, style:not(head style), [onerror], [onload], [style]").count() == 0
            assert page.locator("meta[http-equiv=refresh]").count() == 0
            assert page.evaluate("[...document.links].every(one => one.getAttribute('href').startsWith('#'))")
            marked = set(page.locator(".cp").all_text_contents())
            assert {"U+202E", "U+2066", "U+200B", "U+2028", "U+FEFF", "U+001B", "U+E0041", "U+D800"} <= marked
            assert not set("\u202e\u2066\u200b\u2028\ufeff\x1b") & set(shown)
            expect(page.locator("h1")).to_be_visible()
            page.mouse.move(300, 300)


def test_a_long_text_is_cut_and_says_so(chrome: Browser, tmp_path: Path) -> None:
    record = hostile_records()[1]
    with browser.opened(chrome, written(tmp_path / "run", [record]), at=f"#item={record.case.id}") as page:
        browser.wait(page, "document.querySelector('.lean') !== null")
        assert len(page.locator(".lean code").first.text_content() or "") == MAX_TEXT
        expect(page.locator("#item-body")).to_contain_text(
            f"Only the beginning of its {len(record.message)} characters is in this page"
        )


def test_the_policy_lets_nothing_in(chrome: Browser, report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[0]
    assert "default-src &#39;none&#39;" in policy
    assert "unsafe" not in policy
    context = chrome.new_context()
    page = context.new_page()
    page.goto(report.as_uri())
    browser.ready(page)
    page.evaluate(
        "() => { const one = document.createElement('img'); one.src = 'http://127.0.0.1:9/x'; document.body.append(one); }"
    )
    refused = page.evaluate("""() => {
        try { document.body.insertAdjacentHTML("beforeend", "<b>x</b>"); return false; } catch (error) { return true; }
    }""")
    assert refused
    context.close()


# ---- runs of every kind ---------------------------------------------------------------------------------------------


def test_the_same_run_gives_the_same_file(run: StoredRun) -> None:
    decision = decide(run, [parse_gate(gate) for gate in GATES])
    assert html(run, decision) == html(run, decision)


def test_a_run_without_records(chrome: Browser, tmp_path: Path) -> None:
    run = StoredRun(tmp_path, {**run_folders.MANIFEST, "planned": 5}, [], [])
    path = write_report(run, decide(run, [parse_gate("FR >= 0.5")]), "html")
    with browser.opened(chrome, path) as page:
        expect(page.locator("main")).to_contain_text("this run holds no records")
        assert browser.on_first_screen(page, ".gate h3") == ["FR >= 0.5", "completed == 1"]
        expect(page.locator("#found")).to_have_text("0 items")
        page.get_by_label("search").fill("x")


def part(value: str) -> Part:
    return Part.model_validate({"value": value, "reason": "r"})


def correct(number: int, style: str, *values: str) -> Record:
    case = support.original() if style == "original" else support.paraphrase()
    found = Correctness(tc=part(values[0]), stmt_sc=part(values[1]), proof_sc=part(values[2]))
    outcome = "pass" if found.value == "yes" else "fail"
    return Record(case=run_folders.of_group(case, number), outcome=outcome, correctness=found)


def test_styles_are_shown_with_their_change(chrome: Browser, tmp_path: Path) -> None:
    held = [correct(number, "original", "yes", "yes", "yes" if number % 4 else "no") for number in range(20)]
    held += [correct(number, "free-form", "yes", "yes" if number % 2 else "no", "yes") for number in range(20)]
    with browser.opened(chrome, written(tmp_path / "run", held)) as page:
        figures = page.locator("figure")
        expect(figures.nth(0)).to_contain_text("FullyCorrect by style")
        expect(figures.nth(1)).to_contain_text("FullyCorrect: change against the original")
        expect(figures.nth(1).get_by_role("row").filter(has_text="free-form")).to_contain_text("-25.0 pp")
        page.get_by_label("style").select_option("free-form")
        expect(page.locator("#found")).to_contain_text("20 of 40 items")


def test_only_steps(chrome: Browser, tmp_path: Path) -> None:
    held = run_folders.step_pair(1, {"value": "proved"}, {"value": "proved"})
    with browser.opened(chrome, written(tmp_path / "run", held)) as page:
        expect(page.locator("figure").nth(0).get_by_role("row").filter(has_text="Sycophancy")).to_contain_text("1.00")
        assert page.locator("figure").count() == 2


def graded(number: int, compiles: bool, *grades: int) -> Record:
    problem = support.problem("statement", id=f"p{number}", group=f"g{number}")
    case = support.original().model_copy(update={"id": f"p{number}-original", "problem": problem, "informal_proof": ""})
    tc = part("yes" if compiles else "no")
    none = Part(value="not_measured")
    return Record(
        case=case,
        outcome="pass",
        correctness=Correctness(tc=tc, stmt_sc=none, proof_sc=none),
        grades=tuple(Grade(judge=f"judge-{place}", value=value) for place, value in enumerate(grades)),
    )


def test_graded_statements_and_a_factorial_of_tools(chrome: Browser, tmp_path: Path) -> None:
    for configuration in range(8):
        held = [graded(number, number % 8 <= configuration, 9, 9 if number % 3 else 4) for number in range(24)]
        run_folders.write_run(tmp_path / f"{configuration:03b}", held)
    path = written(tmp_path / "alone", held)
    with browser.opened(chrome, path) as page:
        assert page.locator("figcaption strong").all_text_contents() == ["Compiles, but is not accepted: statement"]
        expect(page.locator("figure").get_by_role("row").filter(has_text="accepted|compile")).to_contain_text("0.67")
    run = StoredRun(tmp_path / "111", {"planned": 24}, [], [])
    text = html(run, decide(run, []))
    assert len(re.findall("Effects of the tools on (?:compile|faithful|gap)", text)) == 3
    (tmp_path / "000" / "records.jsonl").write_text("{}\n{}\n", encoding="utf-8")
    assert "the effects of the eight runs beside this one are not shown: " in html(run, decide(run, []))


def test_beyond_the_budget_passing_items_keep_verdict_and_evidence(
    chrome: Browser, run: StoredRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlike = "".join(chr(0x4E00 + (number * 7919) % 20000) for number in range(20_000))
    held = [
        record.model_copy(
            update={"formalization": Formalization(raw=f"{place} " + unlike[place * 900 :][:900], lean="")}
        )
        for place, record in enumerate(records()[:16])
    ]
    whole = written(tmp_path / "whole", held).stat().st_size
    monkeypatch.setattr(html_report, "MAX_BYTES", whole + 200_000 - 6_000)
    path = written(tmp_path / "cut", held)
    assert path.stat().st_size <= whole - 5_000
    with browser.opened(chrome, path) as page:
        note = page.locator(".items .warning").text_content() or ""
        left_out = int(re.findall(r"the texts of\s+(\d+) passed\s+items are left out", note)[0])
        assert 1 <= left_out <= 8
        page.goto(path.as_uri() + "#item=farm-symbol_edit-proof-7")
        expect(page.locator("#item-body .warning")).to_contain_text("records.jsonl")
        expect(page.locator("#item-body .evidence")).to_contain_text("c - 2 * r = 47")
        page.goto(path.as_uri() + "#item=farm-symbol_edit-proof-9")
        expect(page.locator("#item-body .beside")).to_be_visible()


def test_a_text_that_items_share_stands_once(tmp_path: Path) -> None:
    shared = "".join(chr(0x4E00 + (number * 7919) % 20000) for number in range(6000))
    sizes = []
    for count in (1, 200):
        held = [
            item(number, "faithful").model_copy(update={"formalization": Formalization(raw=shared, lean="")})
            for number in range(count)
        ]
        sizes.append(written(tmp_path / str(count), held).stat().st_size)
    assert sizes[1] - sizes[0] < 40_000


def test_without_chromium_the_tests_say_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AssertionError, match="apt-get install -y --no-install-recommends chromium"):
        browser.executable()
