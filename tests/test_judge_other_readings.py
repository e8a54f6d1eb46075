"""Places where Lean may count, bound or hint otherwise than the text: what could be either value is settled for neither."""

from __future__ import annotations

import pytest
from edit_cases import edited

from pytest_faithform.judges.edits import judge_edit

EVENS = "How many even integers are there from $1$ to $[[50]]$? Show that the answer is $25$."
GROWING = "Let $a_1 = 5$ and $a_{n+1} = 2a_n + 1$ for $n \\geq 1$. Show that $a_{[[10]]} > 3000$."
RATIO = "A geometric sequence has first term $2$ and ratio $3$. Show that its $[[8]]$th term is $4374$."
DIGITS = "A password has $[[6]]$ digits, the first of which is not $0$. Show that there are $900000$ such passwords."
VALUE = "What is the value of $2^5 + 11$? Show that it is $[[43]]$."
MEANS = "Let $x, y$ be reals with $xy = 9$ and $x, y > 0$. Show that $x + y \\geq 6$."
SQUARE = "Note that $(x [[-]] y)^2 \\geq 0$, so $x^2 + y^2 \\geq 18$. Hence the claim."
REALS = "theorem t (x y : ℝ) (hx : 0 < x) (hy : 0 < y) (h : x * y = 9) : x + y ≥ 6 := by\n"


@pytest.mark.parametrize(
    ("statement", "new", "lean"),
    [
        (EVENS, "51", "theorem t : ((Finset.Ico 1 51).filter Even).card = 25 := by decide"),
        (EVENS, "51", "theorem t : ((Finset.Ioo 0 51).filter Even).card = 25 := by decide"),
        (EVENS, "51", "theorem t : (Set.Ico 1 51 ∩ {n : ℕ | Even n}).ncard = 25 := by simp"),
        (EVENS, "51", "theorem t : Nat.card {n : Fin 51 // Even n.val ∧ n.val ≠ 0} = 25 := by simp"),
        (
            GROWING,
            "11",
            "theorem t (a : ℕ → ℕ) (h0 : a 0 = 5) (h : ∀ n, a (n+1) = 2 * a n + 1) : a 10 > 3000 := by simp",
        ),
        (RATIO, "9", "theorem t : 2 * 3 ^ 8 = 4374 := by norm_num"),
        (DIGITS, "7", "theorem t : 9 * 10 ^ 6 = 900000 := by norm_num"),
        (VALUE, "45", "theorem t : 2 ^ 5 + 11 ≠ 43 := by norm_num"),
        (VALUE, "45", "theorem t : 2 ^ 5 + 11 > 43 := by norm_num"),
        (VALUE, "45", "theorem t : 2 ^ 5 + 11 < 45 := by norm_num"),
    ],
)
def test_a_number_that_could_stand_for_either_text_is_unclear(statement: str, new: str, lean: str) -> None:
    assert judge_edit(edited(statement, "Compute.", new), lean).label == "unclear"


@pytest.mark.parametrize(
    ("statement", "new", "lean", "label"),
    [
        (GROWING, "11", "theorem t (a : ℕ → ℕ) (h1 : a 1 = 5) : a 11 > 3000 := by simp", "faithful"),
        (GROWING, "11", "theorem t (a : ℕ → ℕ) (h1 : a 1 = 5) : a 10 > 3000 := by simp", "reverted"),
        # Of numbers that are no neighbours it is plain which one is meant, wherever counting begins.
        (GROWING, "14", "theorem t (a : ℕ → ℕ) (h0 : a 0 = 5) : a 10 > 3000 := by simp", "reverted"),
        (VALUE, "45", "theorem t : 2 ^ 5 + 11 = 45 := by norm_num", "faithful"),
        (VALUE, "45", "theorem t : 2 ^ 5 + 11 = 43 := by norm_num", "reverted"),
    ],
)
def test_where_it_is_plain_it_is_settled(statement: str, new: str, lean: str, label: str) -> None:
    assert judge_edit(edited(statement, "Compute.", new), lean).label == label


SIDE = "A square has side $[[5]]$. Show that its perimeter is $20$ and its area is $25$."
CLAIM = "4 * s = 20 ∧ s * s = 25 := by sorry"


@pytest.mark.parametrize(
    ("lean", "label"),
    [
        (f"theorem t (s : ℝ) (h : s = 10) : {CLAIM}", "faithful"),
        (f"theorem t (s : ℝ) (h : s = 5) : {CLAIM}", "reverted"),
        # One step away from the value of the other text, with a number that neither text has.
        (f"theorem t (s : ℝ) (h : 2 * s = 10) : {CLAIM}", "unclear"),
        (f"theorem t (s : ℝ) (h : s / 2 = 5) : {CLAIM}", "unclear"),
        (f"theorem t (s : ℝ) (h : s = 10 / 2) : {CLAIM}", "unclear"),
        (f"theorem t (s : ℝ) (h : s + 5 = 10) : {CLAIM}", "unclear"),
        ("def side : ℝ := 10 / 2\ntheorem t : 4 * side = 20 ∧ side ^ 2 = 25 := by sorry", "unclear"),
    ],
)
def test_a_number_from_which_the_other_is_computed_settles_nothing(lean: str, label: str) -> None:
    assert judge_edit(edited(SIDE, "Compute.", "10"), lean).label == label


def test_a_multiple_that_the_text_names_is_its_own() -> None:
    text = "Twice the side of a square is $[[5]]$. Show that its perimeter is $20$."
    lean = "theorem t (s : ℝ) (h : 2 * s = 10) : 4 * s = 20 := by sorry"
    assert judge_edit(edited(text, "Compute.", "10"), lean).label == "faithful"


JUG = "Mia drinks [[3/8]] of a 40-ounce jug. Show that 25 ounces remain."
GIRLS = "In a class of 30 there are [[11]] girls. Show that there are more boys than girls."
AGES = "Rosa is [[4]] years older than Ben, and the sum of their ages is 30. Show that Ben is 13."
TIMES = "Rosa is [[4]] times as old as Ben, and the sum of their ages is 30. Show that Ben is 13."


@pytest.mark.parametrize(
    ("statement", "new", "lean", "label"),
    [
        # What remains of the one text is what is taken of the other.
        (JUG, "5/8", "theorem t : (40 : ℝ) * (5 / 8) = 25 := by norm_num", "unclear"),
        (JUG, "5/8", "theorem t : (40 : ℝ) * (3 / 8) = 25 := by norm_num", "unclear"),
        (JUG, "5/8", "theorem t : (40 : ℝ) - 40 * (5 / 8) = 25 := by norm_num", "faithful"),
        (JUG, "5/8", "theorem t : (1 - 3 / 8 : ℝ) * 40 = 25 := by norm_num", "reverted"),
        (GIRLS, "19", "theorem t (b : ℕ) (h : b = 19) (hc : b < 30) : 2 * b > 30 := by omega", "unclear"),
        (GIRLS, "19", "theorem t (b g : ℕ) (h : g = 19) (hc : b + g = 30) : b > g := by omega", "faithful"),
        # Added in the text, multiplied by in the Lean; and the other way round.
        (AGES, "6", "theorem t (r b : ℕ) (h1 : r = 4 * b) (h2 : r + b = 30) : b = 13 := by sorry", "unclear"),
        (AGES, "6", "theorem t (r b : ℕ) (h1 : r = b + 4) (h2 : r + b = 30) : b = 13 := by omega", "reverted"),
        (AGES, "6", "theorem t (r b : ℕ) (h1 : r - b = 6) (h2 : r + b = 30) : b = 13 := by sorry", "faithful"),
        (TIMES, "6", "theorem t (r b : ℕ) (h1 : r = 6 + b) (h2 : r + b = 30) : b = 13 := by sorry", "unclear"),
        (TIMES, "6", "theorem t (r b : ℕ) (h1 : r = 6 * b) (h2 : r + b = 30) : b = 13 := by sorry", "faithful"),
    ],
)
def test_a_number_in_another_role_settles_nothing(statement: str, new: str, lean: str, label: str) -> None:
    assert judge_edit(edited(statement, "Compute.", new), lean).label == label


@pytest.mark.parametrize("hint", ["sq_nonneg (x - y)", "mul_self_nonneg (x - y)", "sq_nonneg (y - x)"])
def test_a_piece_beside_a_hint_of_the_other_value_is_unclear(hint: str) -> None:
    case = edited(MEANS, SQUARE, "+")
    lean = f"{REALS}  have key : (x + y) ^ 2 ≥ 36 := by nlinarith [{hint}]\n  nlinarith"
    assert judge_edit(case, lean).label == "unclear"
    assert judge_edit(case, f"{REALS}  have key : (x + y) ^ 2 ≥ 0 := by positivity\n  nlinarith").label == "faithful"
    assert judge_edit(case, f"{REALS}  have key : (x - y) ^ 2 ≥ 0 := by positivity\n  nlinarith").label == "reverted"
