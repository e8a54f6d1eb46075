"""`faithform audit` from the outside: sheets drawn from a run, filled by readers, and read back into figures."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import support

from pytest_faithform.cli import main
from pytest_faithform.model import EditVerdict, Formalization, Record

Row = dict[str, str]


def run_of(folder: Path, labels: list[tuple[str, str]]) -> Path:
    """A run with one number edit for each (label, domain)."""
    case = support.number_edit("proof")
    folder.mkdir()
    lines = []
    for number, (label, domain) in enumerate(labels):
        problem = case.problem.model_copy(update={"id": f"p{number}", "group": f"p{number}", "domain": domain})
        record = Record(
            case=case.model_copy(update={"id": f"p{number}-number", "problem": problem}),
            outcome={"faithful": "pass", "reverted": "fail", "unclear": "skip"}[label],
            formalization=Formalization(raw="", lean=f"=cmd{number}"),
            edit=EditVerdict.model_validate({"label": label, "reason": "secret", "rule": "place"}),
        )
        lines.append(record.model_dump_json() + "\n")
    (folder / "records.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def fill(path: Path, label: Callable[[Row], str], to: Path, delimiter: str = ",") -> Path:
    rows = read(path)
    with to.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(row | {"label": label(row)} for row in rows)
    return to


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return run_of(
        tmp_path / "run",
        [("faithful", "algebra")] * 30 + [("reverted", "geometry")] * 20 + [("unclear", "geometry")] * 10,
    )


def test_a_balanced_sheet_is_blinded_and_its_labels_come_back_as_agreement(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.csv"
    assert main(["audit", str(run), "--sample", "balanced", "--count", "40", "--seed", "3", "-o", str(sheet)]) == 0
    rows = read(sheet)
    number = {row["case"]: int(row["case"].split("-")[0][1:]) for row in rows}
    assert Counter(number[row["case"]] < 30 for row in rows) == {True: 20, False: 20}
    assert all(number[row["case"]] < 50 for row in rows)
    assert "secret" not in sheet.read_text(encoding="utf-8")
    assert {row["label"] for row in rows} == {""}
    assert "[47 → 49]" in rows[0]["edit"]
    assert all(row["lean"].startswith("'=") for row in rows), "a spreadsheet would run it"
    # The judge is right of 18 of 20 accepted and 19 of 20 rejected.
    wrong = [row["case"] for row in rows if number[row["case"]] < 30][:2]
    wrong += [row["case"] for row in rows if number[row["case"]] >= 30][:1]

    def says(row: Row) -> str:
        return "Faithful " if (number[row["case"]] < 30) != (row["case"] in wrong) else "reverted"

    filled = fill(sheet, says, tmp_path / "ann.csv", delimiter=";")
    capsys.readouterr()
    assert main(["audit", str(run), "--read", str(filled)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"agreement +37/40 = 0\.925 \[\d\.\d+, \d\.\d+\], κ 0\.85", out)
    assert re.search(r"precision +18/20", out)
    assert re.search(r"negative confirmation +19/20", out)
    assert re.search(r"positive rate, reader +19/40", out)
    assert re.search(r"κ = 2·agreement − 1 +0\.85", out)
    assert re.search(r"algebra: agreement 18/20", out)


def test_a_proportional_sheet_gives_each_domain_its_share(run: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    assert main(["audit", str(run), "--sample", "proportional", "--count", "21", "-o", str(sheet)]) == 0
    numbers = [int(row["case"].split("-")[0][1:]) for row in read(sheet)]
    assert Counter(number < 30 for number in numbers) in ({True: 11, False: 10}, {True: 10, False: 11})
    again = tmp_path / "again.csv"
    assert main(["audit", str(run), "--sample", "proportional", "--count", "21", "-o", str(again)]) == 0
    assert again.read_bytes() == sheet.read_bytes()


def test_several_readers_decide_by_majority(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.csv"
    main(["audit", str(run), "--sample", "balanced", "--count", "10", "-o", str(sheet)])
    cases = [row["case"] for row in read(sheet)]
    truth = {case: "faithful" if int(case.split("-")[0][1:]) < 30 else "reverted" for case in cases}
    one = fill(sheet, lambda row: truth[row["case"]], tmp_path / "one.csv")
    two = fill(sheet, lambda row: truth[row["case"]] if row["case"] != cases[0] else "", tmp_path / "two.csv")
    three = fill(
        sheet, lambda row: "unclear" if row["case"] in cases[:2] else truth[row["case"]], tmp_path / "three.csv"
    )
    capsys.readouterr()
    assert main(["audit", str(run), "--read", str(one), str(two), str(three)]) == 0
    out = capsys.readouterr().out
    assert "two: 9 labelled, 1 left empty" in out
    assert "one, three: agreement 8/10" in out
    # The first output has one vote each way: it has no majority.
    assert re.search(r"all 3 labels: agreement 9/9, κ 1\.00", out)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace(",label,", ",answer,"), "row 1: there is no column 'label'"),
        (lambda text: text.replace("-number,0,", "-symbol,0,", 1), "row 2: the run has no output of case"),
        (lambda text: text.replace("-number,0,", "-number,first,", 1), "row 2, column 'sample': found 'first'"),
        (lambda text: text.replace("-number,0,", "-number,²,", 1), "row 2, column 'sample': found '²'"),
        (
            lambda text: text.replace(",question,label,", ",Label,label,"),
            "row 1: there is more than one column 'label'",
        ),
        (lambda text: text + text.splitlines()[1] + "\n", "stands twice"),
        (
            lambda text: re.sub(r",reverted,", ",wrong,", text, count=1),
            "column 'label': found 'wrong'; allowed: faithful",
        ),
    ],
)
def test_a_sheet_that_cannot_be_read_is_named_with_its_row(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[str], str], told: str
) -> None:
    sheet, filled = tmp_path / "sheet.csv", tmp_path / "filled.csv"
    main(["audit", str(run), "--sample", "balanced", "--count", "4", "-o", str(sheet)])
    fill(sheet, lambda row: "reverted", filled)
    filled.write_text(change(filled.read_text(encoding="utf-8")), encoding="utf-8")
    capsys.readouterr()
    assert main(["audit", str(run), "--read", str(filled)]) == 3
    assert told in capsys.readouterr().err


def saved(rows: list[Row], to: Path, *, delimiter: str = ",", encoding: str = "utf-8", before: str = "") -> Path:
    with to.open("w", encoding=encoding, newline="") as file:
        file.write(before)
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return to


@pytest.mark.parametrize(
    ("change", "how"),
    [
        (lambda rows: [*rows, dict.fromkeys(rows[0], ""), dict.fromkeys(rows[0], " ")], {}),
        (lambda rows: [row | {"sample": "0.0"} for row in rows], {}),
        (lambda rows: [{name.title(): value for name, value in row.items()} for row in rows], {}),
        (lambda rows: rows, {"delimiter": ";", "before": "sep=;\r\n"}),
        (lambda rows: rows, {"delimiter": "\t", "encoding": "utf-16"}),
        (
            lambda rows: [row | {"my, own, notes, of, all, that, I, saw, in, it": "a, b"} for row in rows],
            {"delimiter": ";"},
        ),
    ],
)
def test_what_spreadsheets_make_of_a_sheet_is_read(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[list[Row]], list[Row]], how: Row
) -> None:
    sheet = tmp_path / "sheet.csv"
    main(["audit", str(run), "--sample", "balanced", "--count", "4", "-o", str(sheet)])
    filled = saved(change([row | {"label": "reverted"} for row in read(sheet)]), tmp_path / "ann.csv", **how)
    capsys.readouterr()
    assert main(["audit", str(run), "--read", str(filled)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ann: 4 labelled\n")
    assert re.search(r"agreement +2/4", out)


def test_one_reader_is_not_two(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.csv"
    main(["audit", str(run), "--sample", "balanced", "--count", "4", "-o", str(sheet)])
    filled = fill(sheet, lambda row: "reverted", tmp_path / "ann.csv")
    (tmp_path / "ben.csv").write_bytes(filled.read_bytes())
    for other in (filled, tmp_path / "ben.csv"):
        capsys.readouterr()
        assert main(["audit", str(run), "--read", str(filled), str(other)]) == 3
        assert f"{other} is the same as {filled}, to the byte" in capsys.readouterr().err
    saved([row | {"comment": "Ben"} for row in read(filled)], tmp_path / "ben.csv")
    assert main(["audit", str(run), "--read", str(filled), str(tmp_path / "ben.csv")]) == 0


def test_rows_that_a_sheet_has_lost_are_told(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.csv"
    main(["audit", str(run), "--sample", "balanced", "--count", "12", "-o", str(sheet)])
    rows = [row | {"label": "reverted"} for row in read(sheet)]
    kept = saved([*rows[:6], rows[6] | {"label": ""}], tmp_path / "ann.csv")
    capsys.readouterr()
    assert main(["audit", str(run), "--read", str(kept)]) == 0
    assert capsys.readouterr().out.startswith("ann: 6 labelled, 1 left empty, 5 of 12 missing from the sheet\n")
    # Without the column that counts them the other readers' sheets tell.
    bare = [{name: value for name, value in row.items() if name != "item"} for row in rows]
    sheets = [saved(bare, tmp_path / "one.csv"), saved(bare[:10], tmp_path / "two.csv")]
    assert main(["audit", str(run), "--read", *map(str, sheets)]) == 0
    assert "one: 12 labelled\ntwo: 10 labelled, 2 of 12 missing from the sheet\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["--sample", "balanced", "--count", "60", "-o", "x.csv"], 3, "accepts 30 and rejects 20"),
        (["--sample", "balanced", "--count", "7", "-o", "x.csv"], 3, "an even number"),
        (["--sample", "proportional", "--count", "61", "-o", "x.csv"], 3, "60 outputs to draw from, fewer than 61"),
        (["--question", "StmtSC", "--sample", "proportional", "-o", "x.csv"], 3, "0 outputs to draw from"),
        (
            ["--sample", "balanced", "--count", "-2", "-o", "x.csv"],
            2,
            "--count: found -2; allowed: a whole number from 1",
        ),
        (["--sample", "proportional", "--count", "0", "-o", "x.csv"], 2, "--count: found 0; allowed"),
        (["--sample", "balanced"], 2, "-o SHEET"),
        ([], 2, "--read SHEET"),
    ],
)
def test_what_cannot_be_drawn(
    run: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, told: str
) -> None:
    assert main(["audit", str(run), *arguments]) == status
    assert told in capsys.readouterr().err


def test_a_folder_that_is_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(tmp_path), "--sample", "balanced", "-o", "x.csv"]) == 3
    assert "is no run" in capsys.readouterr().err
