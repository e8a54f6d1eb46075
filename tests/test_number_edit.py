"""Number edits: the published vectors, the rules of the new value, and which numbers of a text may be edited."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_faithform.perturb.latex import formulas, scan
from pytest_faithform.perturb.number_edit import is_isolated, new_value, refusal

# Old value, problem, region, new value: as the paper's released function gives them (RPA; SPEC a.2).
PUBLISHED = [
    ("40", "aime_1983_p1", "statement", "43"),
    ("40", "aime_1983_p1", "proof", "43"),
    ("49", "amc12a_2020_p7", "proof", "48"),
    ("0", "demo", "statement", "2"),
    ("1", "demo", "proof", "3"),
    ("-5", "demo", "proof", "-8"),
    ("2005", "demo", "statement", "1914"),
    ("150", "demo", "proof", "156"),
    ("6.5", "mathd_algebra_478", "statement", "6.1"),
    ("65", "mathd_algebra_478", "proof", "66"),
    ("30", "mathd_algebra_478", "statement", "32"),
    ("0.25", "demo", "statement", "0.24"),
    ("123.4", "demo", "proof", "125.3"),
    ("1/3", "demo", "proof", "3/3"),
    ("-7/2", "demo", "proof", "-10/2"),
    ("50%", "demo", "statement", "51%"),
    ("12.5%", "demo", "proof", "12.6%"),
]


@pytest.mark.parametrize(("old", "name", "region", "new"), PUBLISHED)
def test_published_vectors(old: str, name: str, region: str, new: str) -> None:
    assert new_value(name, region, old) == new


integers = st.integers(-(10**12), 10**12).map(str)
decimals = st.decimals(-9999, 9999, allow_nan=False, places=3).map(lambda x: f"{x:.3f}")


@given(st.text(max_size=20), st.sampled_from(["statement", "proof"]), integers | decimals)
def test_the_new_value_keeps_form_and_side(name: str, region: str, old: str) -> None:
    new = new_value(name, region, old)
    assert new is not None
    before, after = Decimal(old), Decimal(new)
    assert after != before
    assert after != 0
    assert before == 0 or (before > 0) == (after > 0)
    assert len(old.partition(".")[2]) == len(new.partition(".")[2])
    assert new_value(name, region, old) == new


@given(st.integers(-999, 999), st.integers(1, 99))
def test_a_fraction_keeps_its_denominator(numerator: int, denominator: int) -> None:
    new = new_value("p", "proof", f"{numerator} / {denominator}")
    assert new is not None
    assert new.endswith(f" / {denominator}")
    assert Fraction(new.replace(" ", "")) not in (0, Fraction(numerator, denominator))


@given(st.integers(1, 10**6), st.sampled_from(["statement", "proof"]))
def test_the_step_obeys_the_magnitude(number: int, region: str) -> None:
    new = new_value("p", region, str(number))
    assert new is not None
    step = abs(int(new) - number)
    if number <= 10:
        assert 1 <= step <= 3
    elif number <= 100:
        assert 1 <= step <= 5
    elif number <= 1000:
        assert 2 <= step <= 15
    else:
        assert 1 <= step <= number // 20


@pytest.mark.parametrize(
    "value", ["", "x", "1/0", "1e5", "1,000", "½", "٣", ".5", "5.", "+4", "--4", "1/2/3", " 4", "4\n"]
)
def test_what_is_no_editable_literal_has_no_new_value(value: str) -> None:
    assert new_value("p", "proof", value) is None


def test_a_number_of_400_digits_is_edited_and_one_beyond_conversion_is_not() -> None:
    assert re.fullmatch("[0-9]{400}", new_value("p", "proof", "7" * 400) or "")
    assert new_value("p", "proof", "7" * 5000) is None


def test_the_seed_depends_on_problem_region_and_value() -> None:
    drawn = {new_value(name, region, "1000000") for name in ("a", "b", "c") for region in ("statement", "proof")}
    assert len(drawn) == 6


def place(text: str, value: str) -> tuple[int, int]:
    start = text.index(value)
    return start, start + len(value)


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        ("$x = 40$ and", "40", None),
        ("it costs $12.50$ euros", "12.50", None),
        ("$x = 40.$", "40", "a digit or a point touches it"),
        ("it is 40.", "40", "a digit or a point touches it"),
        ("$x = 140$", "40", "a digit or a point touches it"),
        ("$3.14$", "14", "a digit or a point touches it"),
        ("$x_{12} = 3$", "12", "subscript or superscript"),
        ("$x^2 + 1$", "2", "subscript or superscript"),
        ("$2^{n+7}$", "7", "subscript or superscript"),
        ("$a_{b_{5}}$", "5", "subscript or superscript"),
        ("\\hspace{12pt} $x$", "12", "layout or text command"),
        ("$x = \\text{box 9}$", "9", "layout or text command"),
        ("see \\ref{eq7}", "7", "layout or text command"),
        ("$\\frac{31}{2}$", "31", None),
        ("a 1,000 b", "1,000", "no digit-form literal"),
    ],
)
def test_which_numbers_may_be_edited(text: str, value: str, reason: str | None) -> None:
    found = refusal(text, *place(text, value))
    assert found is None if reason is None else reason in (found or "")


def test_isolation_looks_at_one_character_on_each_side() -> None:
    assert is_isolated("a40b", 1, 3)
    assert not is_isolated("a.40", 2, 4)
    assert is_isolated("40", 0, 2)


@given(st.text(alphabet="$\\{}_^[]() abx12.,<>=\n&", max_size=60))
def test_the_scanner_loses_no_character_of_any_text(text: str) -> None:
    assert "".join(token.text for token in scan(text)) == text
    for formula in formulas(text):
        assert formula.inner in text[formula.start : formula.end]


def test_the_scanner_is_linear_on_hostile_text() -> None:
    for text in ("{" * 50_000, "$" * 50_000, "\\begin{a" * 10_000, "x_{" * 15_000, "\\" * 50_001):
        assert len(scan(text)) > 1000
