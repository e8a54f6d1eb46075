"""Symbol edits: the swap table, the families and their balance, and which symbols may be edited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_faithform.perturb.symbol_edit import SWAPS, candidates, editable, family, new_symbol


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (">", "<"), ("<", ">"), ("\\geq", "\\leq"), ("\\leq", "\\geq"), ("\\ge", "\\le"), ("\\le", "\\ge"),
        ("≥", "≤"), ("≤", "≥"), ("\\gt", "\\lt"), ("\\lt", "\\gt"), ("+", "-"), ("-", "+"), ("\\times", "\\div"),
        ("×", "÷"), ("\\cdot", "\\div"), ("·", "÷"), ("\\div", "\\times"), ("÷", "×"),
    ],
)  # fmt: skip
def test_the_swap_table(old: str, new: str) -> None:
    assert SWAPS[old] == new
    assert new_symbol(old) == new


@pytest.mark.parametrize("symbol", [">=", "<=", "=", "\\neq", "≠", "\\left", "*", "x"])
def test_what_has_no_swap(symbol: str) -> None:
    assert new_symbol(symbol) is None


def test_a_command_in_place_of_a_character_brings_its_space(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SWAPS, "±", "\\mp")
    assert new_symbol("±") == "\\mp "


def test_families() -> None:
    assert {symbol: family(symbol) for symbol in (">=", "\\lt", "+", "\\cdot", "=", "\\left")} == {
        ">=": "relation",
        "\\lt": "relation",
        "+": "operator",
        "\\cdot": "operator",
        "=": None,
        "\\left": None,
    }


def verdicts(text: str) -> list[tuple[str, str | None]]:
    return [(candidate.text, candidate.refusal) for candidate in candidates(text)]


def symbols(text: str) -> list[str]:
    return [candidate.text for candidate in editable(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so $x < \\left(3 + y\\right)$", ["<"]),
        ("with $\\leftarrow$ and $x \\ge 3$", ["\\ge"]),
        ("$x \\geq \\left\\lfloor y \\right\\rfloor$", ["\\geq"]),
        ("Let $a > 0$ and $b > 0$.", [">", ">"]),
        ("Let $a > 0, b > 0$.", [">", ">"]),
        ("$a > 0 \\text{ and } b < 1$", [">", "<"]),
        ("$a \\le b \\implies c \\le d$", ["\\le", "\\le"]),
        ("$x > 1,000$", [">"]),
        ("$x > 2.5$", [">"]),
        ("one has x ≥ 3 here", ["≥"]),
        ("Let x ≥ 3 and y ≤ 2 be.", ["≥", "≤"]),
        ("It is x ≥ 3, but y ≤ 2 there", ["≥", "≤"]),
        ("\\begin{align*} f(x) &> 3 \\end{align*}", [">"]),
    ],
)
def test_relations_that_are_no_chain(text: str, expected: list[str]) -> None:
    assert symbols(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "$0 < x \\le 3$",
        "$0 \\lt x \\lt 3$",
        "$a \\gt b > c$",
        "$a <= b < c$",
        "$a \\leqslant b < c$",
        "$0 <\n x < 5$",
        "$$1 \\le \\left(x\\right) \\le 9.$$",
        "$0 < f(x, y) < 1$",
        "$900 < 1,000 < n$",
        "$0 < 2.5 < n$",
        "1 ≤ x ≤ 3",
        "\\begin{align*} f(x) &> 3 \\\\ &> 2 \\end{align*}",
    ],
)
def test_chains_are_not_edited(text: str) -> None:
    found = [refusal for symbol, refusal in verdicts(text) if family(symbol) == "relation" and symbol != "<="]
    assert len(found) >= 1
    assert all("chain" in (refusal or "") for refusal in found)


@pytest.mark.parametrize(
    ("text", "symbol", "reason"),
    [
        ("$x^{a-b} = 1$", "-", "subscript or superscript"),
        ("$x_{i+1}$", "+", "subscript or superscript"),
        ("$x^-$", "-", "subscript or superscript"),
        ("$\\lim_{x > 0} f$", ">", "subscript or superscript"),
        ("step-by-step", "-", "outside a formula"),
        ("a < b", "<", "outside a formula"),
        ("$x = -3$", "-", "no operand"),
        ("$-3$", "-", "no operand"),
        ("$(-a)$", "-", "no operand"),
        ("$|-3|$", "-", "no operand"),
        ("$\\left(-a\\right)$", "-", "no operand"),
        ("$2 \\cdot -3$", "-", "no operand"),
        ("$\\|\\cdot\\|_2$", "\\cdot", "no operand"),
        ("$\\lVert\\,\\cdot\\,\\rVert$", "\\cdot", "no operand"),
        ("$\\left\\|\\cdot\\right\\|$", "\\cdot", "no operand"),
        ("$|\\cdot|$", "\\cdot", "no operand"),
        ("$C++$", "+", "no operand"),
        ("$\\begin{pmatrix} a & -3 \\end{pmatrix}$", "-", "no operand"),
        ("$a >= b$", ">=", "no swap"),
        ("$a = \\text{x + y}$", "+", "layout or text command"),
    ],
)
def test_symbols_that_are_refused(text: str, symbol: str, reason: str) -> None:
    found = dict(verdicts(text))
    assert reason in (found[symbol] or "")


@pytest.mark.parametrize(
    "text",
    [
        "$|x| - 3$",
        "$f(x) + 1$",
        "$\\left(a\\right) - 2$",
        "$\\pi + 1$",
        "$a! - 1$",
        "$\\|x\\|\\cdot\\|y\\|$",
        "$|x|\\cdot|y|$",
    ],
)
def test_operators_with_both_operands(text: str) -> None:
    assert len(symbols(text)) == 1


def test_relations_go_first() -> None:
    text = "Since $a + b = 4$ we get $a < 4$."
    assert symbols(text) == ["<"]
    assert "relations go first" in (dict(verdicts(text))["+"] or "")


def test_operators_are_edited_where_every_relation_is_refused() -> None:
    assert symbols("Since $a + b = 4$ and $0 < a < 4$.") == ["+"]


def test_spans_are_those_of_the_symbols() -> None:
    text = "We know $a \\ge 0$ and $b \\le 7$."
    assert [text[c.start : c.end] for c in candidates(text)] == ["\\ge", "\\le"]


@given(st.text(alphabet="$\\{}_^()<>=+-,.; abegl12\n", max_size=80))
def test_any_text_is_answered_and_spans_are_true(text: str) -> None:
    for candidate in candidates(text):
        assert text[candidate.start : candidate.end] == candidate.text
        assert candidate.refusal is not None or candidate.text in SWAPS
