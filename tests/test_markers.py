"""Which places the rule-based marker offers, beyond what its parts are tested for, and how one is drawn."""

from __future__ import annotations

import pytest

from pytest_faithform.model import Problem
from pytest_faithform.perturb import number_places, symbol_places
from pytest_faithform.perturb.candidates import Candidate, in_order, pick
from pytest_faithform.perturb.latex import price_dollars
from pytest_faithform.perturb.local_edits import Drawing
from pytest_faithform.perturb.marker import PublishedRules, RuleMarker
from pytest_faithform.perturb.steps import best, deletable_steps, sentence_spans
from pytest_faithform.perturb.structure import MalformedText, code_blocks, structure


def numbers(text: str) -> dict[str, str | None]:
    return {one.text: one.refusal for one in number_places.candidates(text, structure(text))}


def symbols(text: str) -> list[tuple[str, str | None]]:
    return [(one.text, one.refusal) for one in symbol_places.candidates(text, structure(text))]


def problem(statement: str, proof: str = "It holds.") -> Problem:
    return Problem(
        id="p", dataset="d", domain="d", task="proof", group="p", informal_statement=statement, informal_proof=proof
    )


@pytest.mark.parametrize(
    ("text", "number", "reason"),
    [
        ("Take $\\sqrt2$ and $\\sqrt[3]{x}$.", "2", "without braces"),
        ("Take $\\sqrt2$ and $\\sqrt[3]{x}$.", "3", "index of a root"),
        ("$x \\\\[2mm] y$", "2", "line's spacing"),
        ("$\\begin{array}{c|2} a \\end{array}$", "2", "environment"),
        ("$0.\\overline{36} = x$", "36", "bar"),
        ("$1011_2$ in base two", "1011", "another base"),
        ("the 5-th of them", "5", "ordinal"),
        ("the $5^{\\text{th}}$ one", "5", "ordinal"),
        ("from equation (2) we see", "2", "label"),
        ("By Lemma 3, all is well", "3", "label"),
        ("(2) all is well", "2", "label"),
        ("on May 31 it rains", "31", "date"),
        ("on the 31 of May it rains", "31", "date"),
        ("at 7:45 it rains", "45", "time"),
        ("$\\textbf{(A)}\\ 12 \\qquad$ or", "12", "choose"),
        ("$\\textbf{(A)}\\ 12\\qquad\\textbf{(B)}\\ \\frac{5}{3}$ Show $x$", "3", "choose"),
        ("(A) 12 and (B) x \\cdot 37", "37", "choose"),
        ("$1 + 2 + \\dots + 9$", "2", "ellipsis"),
        ("there is 1 apple", "1", "singular"),
        ("the code 007 is", "007", "zero"),
        ("it is $1,\\!000,\\!500$ now", "1", "groups"),
        ("it is $11,\\! 111,\\! 100$ now", "11", "groups"),
        ("$\\begin{array}{@{}c@{}c} 3 & 9 \\end{array}$", "9", "columns"),
        ("$20\\_7$ is", "7", "letter"),
        ("a 4x4 grid", "4", "letter"),
        ("$A4$ is", "4", "letter"),
        ("it was 1,500 years", "500", "groups"),
        ("it is $3\\;000$ now", "000", "groups"),
        ("it is $6{,}5$ now", "6", "decimal comma"),
        ("it is 1.5E-10 now", "1.5", "scientific"),
        ("it is $6.02 \\times 10^{23}$ now", "10", "scientific"),
        ("an area of 7 m\\textsuperscript{2} is", "2", "layout"),
        ("\\setcounter{enumi}{3} so $x$", "3", "layout"),
        ("\\begin{minipage}{0.5\\textwidth} $x = 3$ \\end{minipage}", "0.5", "environment"),
        ("\\begin{problem}[2 points] $x = 3$ \\end{problem}", "2", "environment"),
        ("$x \\overset{7}{=} y$", "7", "layout"),
        ("by Thm. 7 we see", "7", "label"),
        ("by Lemmas 3 and 4 we see", "4", "label"),
        ("see pp. 3--7 of it", "7", "label"),
        ("in § 5 we see", "5", "label"),
        ("on Jan 5 it rains", "5", "date"),
        ("at 3 o'clock it rains", "3", "time"),
        ("see https://a.b/c/42 for it", "42", "address"),
        ("$1 + 4 + 9 + \\cdots + 81$", "1", "ellipsis"),
        ("$1 + 4 + 9 + \\cdots + 81$", "4", "ellipsis"),
        ("$1^2+2^2+\\cdots+10^2$", "10", "ellipsis"),
        ("$1\\cdot 2\\cdot 3\\cdots n$", "1", "ellipsis"),
        ("$2 \\cdot 3 \\cdot 5 \\cdots 9999$", "9999", "ellipsis"),
        ("$(1-2)+(3-6)+\\dots$", "6", "ellipsis"),
        ("$a_1 = 7, a_2 = 4, \\dots$", "7", "ellipsis"),
        ("$7 < a < b < \\dots < z$", "7", "ellipsis"),
        ("On July 14, 2000, it rains", "2000", "date"),
        ("am 3. Mai 2020 und", "2020", "date"),
        ("on 3 May 2020 it rains", "2020", "date"),
        ("Show that 1) $x$ and 2) $y$.", "2", "label"),
        ("By 1) and 2), we see", "1", "label"),
        ("\\textcircled{4} $x$", "4", "layout"),
        ("[4] $e$ [5] $f$", "4", "citation"),
        ("by Axiom 3 and so on", "3", "label"),
        ("by Conjecture 3 and so on", "3", "label"),
        ("by Problem no. 18 we see", "18", "label"),
        ("by Problem-32 we see", "32", "label"),
        ("by \\#12 and \\S 19 we see", "12", "label"),
        ("by \\#12 and \\S 19 we see", "19", "label"),
        ("nach Satz 3 ist", "3", "label"),
        ("par Théorème 5 on a", "5", "label"),
        ("see Ref. 8 for it", "8", "label"),
        ("By [12, p. 45], we see", "12", "citation"),
        ("By [5,6] we see", "6", "citation"),
        ("Show it (AMC 12A, 2020)", "2020", "source"),
        ("Show it [Putnam 1998 A3]", "1998", "source"),
        ("AIME 2019 I #7 is", "7", "label"),
        ("Show it. [10 points]", "10", "marks"),
        ("Show it. (5 marks)", "5", "marks"),
        ("\\multirow{2}{*}{A}", "2", "layout"),
        ("on page \\pageref{7} we", "7", "layout"),
        ("see \\cref{eq:1} for it", "1", "layout"),
        ("see \\citep[13]{ab} for it", "13", "layout"),
        ("\\cmidrule(lr){1-2}", "1", "layout"),
        ("\\pagebreak[4] so", "4", "layout"),
        ("\\rotatebox{90}{x}", "90", "layout"),
        ("\\colorbox[gray]{0.26}{x}", "0.26", "layout"),
        ("Which? A) 4 B) 6 C) 7 D) 9", "9", "choose"),
        ("Which? A. 4 B. 6 or", "4", "choose"),
        ("Which? A: 4\nB: 6\n", "6", "choose"),
        ("(a) 10 (b) 12", "12", "choose"),
        ("\\task 4 \\task 5", "5", "choose"),
        ("\\choice 5", "5", "choose"),
        ("12,50 Euro", "12", "half a number"),
        ("12,50 Euro", "50", "half a number"),
        ("it is $12,50$ now", "50", "half a number"),
        ("it is $2\\mathord{,}5$ now", "2", "decimal comma"),
        ("$0.1\\overline{6}$ is", "0.1", "half a number"),
        ("$0.\\dot{3}$ is", "3", "under a dot"),
        ("10 000 people", "10", "groups"),
        ("10\u00a0000 people", "10", "groups"),
        ("1'000 people", "1", "groups"),
        ("the $(n+1)$-st one", "1", "ordinal"),
        ("$(n+2)^{\\text{th}}$ is", "2", "ordinal"),
        ("x<sub>2</sub> is", "2", "subscript"),
        ("<td colspan=3> x", "3", "layout"),
        ("\\ce{3H2 + O2 -> x}", "3", "chemical"),
    ],
)
def test_numbers_that_a_rule_refuses(text: str, number: str, reason: str) -> None:
    assert reason in (numbers(text)[number] or "")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Let $x = -5$ be", "-5"),
        ("Let $x = a - 5$ be", "5"),
        ("Let $f(-5) = y$ be", "-5"),
        ("It is 1/3 of it", "1/3"),
        ("It is 12.5% of it", "12.5%"),
        ("It is $12\\%$ of it", "12"),
        ("There are 3 apples", "3"),
        ("a 3-digit number", "3"),
        ("$\\frac{1}{3}Bh$ is", "3"),
        ("$45^\\circ$ is", "45"),
        ("$\\binom{10}{x}$ is", "10"),
        ("it costs \\$97 in all", "97"),
        ("$1$ and $x$ are", "1"),
        ("$3 \\cdot 10 = x$", "10"),
        ("$\\begin{cases} 7 & x \\end{cases}$", "7"),
        ("at 12, 345 and 8 we see", "345"),
        ("the year has 12 months", "12"),
        ("$P(5) = y$ holds", "5"),
        ("$p(7) + y$ is", "7"),
        ("$\\sec 30^\\circ$ is", "30"),
        ("There are 4 125-gram bars", "4"),
        ("$\\begin{pmatrix}[7] & x \\end{pmatrix}$", "7"),
        ("\\href{http://a/3}{5 apples} are", "5"),
        ("on $[3,5]$ we see", "5"),
        ("on the interval [3,5] we see", "5"),
        ("$f(12,50)$ is", "12"),
        ("f(12,50) is", "50"),
        ("the remainders 1,2,3 are", "2"),
        ("the point (6,31,-1) is", "31"),
        ("(as $R=0$ belongs to 625). Since", "625"),
        ("$\\log_2 160$ is", "160"),
        ("$(x - a)(x - b) = 7$ is", "7"),
        ("in formula $3 + x$ we see", "3"),
        ("The point A: 4 is", "4"),
        ("(a) Find 5 (b) Find 7", "5"),
        ("\\colorbox{red}{9} is", "9"),
        ("$S = 1+2+\\dots+n = 5050$ is", "5050"),
        ("$x = 1, 2, \\dots, 9$, $f(x) = 7$", "7"),
        ("$a<b>7$ is", "7"),
    ],
)
def test_numbers_that_may_be_edited(text: str, number: str) -> None:
    assert numbers(text)[number] is None


@pytest.mark.parametrize(
    ("text", "symbol", "reason"),
    [
        ("a $3 \\times 3$ grid", "\\times", "size"),
        ("a 3 × 3 grid", "×", "size"),
        ("$\\mathbf{u} \\cdot \\mathbf{v}$", "\\cdot", "vectors"),
        ("$\\mathbb{R} \\times \\mathbb{R}$", "\\times", "vectors"),
        ("$3 \\cdot 10^{8}$", "\\cdot", "scientific"),
        ("$1 + 2 + \\cdots + n$", "+", "ellipsis"),
        ("$\\begin{pmatrix} -7 \\end{pmatrix}$", "-", "operand"),
        ("[asy] a < b; [/asy] so", "<", "outside a formula"),
        ("$\\text{non}-x$", "-", "hyphen"),
        ("a $30-60-90$ triangle", "-", "name"),
        ("a $45^\\circ-45^\\circ-90^\\circ$ triangle", "-", "name"),
        ("$x + 0 = y$", "+", "adds nothing"),
        ("$x \\times 1$ is", "\\times", "one"),
        ("$x \\cdot 1 \\times y$ is", "\\cdot", "one"),
        ("$x \\cdot 0$ is", "\\cdot", "zero"),
        ("$x \\cdot (0)$ is", "\\cdot", "zero"),
        ("$1\\cdot 2\\cdot 3\\cdots n$", "\\cdot", "ellipsis"),
        ("$(1-2)+(3-6)+\\dots$", "-", "ellipsis"),
        ("by $AM-GM$ we see", "-", "name"),
        ("the $x-y$ plane", "-", "name"),
        ("an $\\epsilon-\\delta$ proof", "-", "name"),
        ("a $p-group$ is", "-", "name"),
        ("the $k-th$ one", "-", "name"),
        ("$5\\,\\mathrm{kg}\\cdot\\mathrm{m}$", "\\cdot", "units"),
        ("a $10\\text{ ft}\\times 12\\text{ ft}$ room", "\\times", "size"),
        ("a rectangle $a\\times b$.", "\\times", "size"),
        ("$\\ce{2H2 + O2}$", "+", "chemical"),
        ("A set for $300 and a well-known one for $50 more", "-", "outside a formula"),
        ("From $5-$10 to more", "-", "outside a formula"),
        ("It costs $5 and $x$ is well-known", "-", "outside a formula"),
        ("$*:S\\times S\\to S$", "\\times", "sets"),
        ("$C_3\\times C_5$", "\\times", "sets"),
        ("$S^1\\times S^{n-1}$", "\\times", "sets"),
        ("$[0,1]\\times[2,3]$", "\\times", "sets"),
        ("$\\{0,1\\}\\times\\{2,3\\}$", "\\times", "sets"),
    ],
)
def test_symbols_that_a_rule_refuses(text: str, symbol: str, reason: str) -> None:
    assert reason in (dict(symbols(text))[symbol] or "")


def test_products_that_are_no_sizes_may_be_edited() -> None:
    assert symbols("so $3 \\times 3 = 9$ is") == [("\\times", None)]
    assert symbols("so $a \\cdot b$ is") == [("\\cdot", None)]
    assert symbols("so $AB \\times CD = x$ is") == [("\\times", None)]
    assert symbols("so $A \\times 3 = x$ is") == [("\\times", None)]


@pytest.mark.parametrize(
    "operand", ["12", "1.5", "1{,}5", "1\\frac12", "1x", "x", "1,000", "1\\,000", "1 000", "1\\%", "1_3"]
)
def test_factors_that_only_begin_like_one(operand: str) -> None:
    assert symbols(f"so $a \\cdot {operand}$ is") == [("\\cdot", None)]
    assert symbols("so $a + 0.5$ is") == [("+", None)]


@pytest.mark.parametrize("operand", ["0!", "0^0", "0_F", "0\\,.5"])
def test_summands_that_only_begin_like_zero(operand: str) -> None:
    assert symbols(f"so $a + {operand}$ is") == [("+", None)]


def test_a_difference_of_three_numbers_may_be_edited() -> None:
    assert symbols("so $100-50-25$ is") == [("-", None), ("-", None)]
    assert symbols("so $AB-CD$ and $n-xyz$ and $x-y$ are") == [("-", None)] * 3


def test_a_text_that_no_parser_takes_says_where() -> None:
    with pytest.raises(MalformedText, match=r"expecting '\$' at line 2, column"):
        structure("Let $x = 3$.\nAnd $y = 4.")
    assert code_blocks("a [asy] b [/asy] c") == [(2, 16)]


def test_the_dollars_of_prices_are_no_formulas() -> None:
    """An odd number of dollars is no LaTeX, but for prices; a statement's open formula stays malformed."""
    assert numbers("It costs $3 and 7 cents.") == {"3": None, "7": None}
    assert numbers("It costs $3, $5 and $8 in all.")["8"] is None
    assert numbers("It costs $3 and $5 in all; $x = 7$ holds.") == {"3": None, "5": None, "7": None}
    assert symbols("He pays $300. Let $x - y$ be.") == [("-", None)]
    with pytest.raises(MalformedText):
        structure("Let $x$ and $y be 3.")


@pytest.mark.parametrize("text", ["Let $2 - a$ and $5 - b$ be", "$2$ - $3$", "take $3 x - 2$ of $5$ and $7$"])
def test_formulas_that_begin_like_a_price(text: str) -> None:
    assert price_dollars(text) == []


def test_the_pick_does_not_depend_on_the_markers_order() -> None:
    places = [Candidate(n, n + 1, str(n), "number") for n in range(9)]
    shuffled = [*places[4:], *places[:4], places[2]]
    of = problem("Show $x$.")
    chosen = {Drawing(seed).pick(of, "proof", places) for seed in range(40)}
    assert len(chosen) > 5
    for seed in range(10):
        assert Drawing(seed).pick(of, "proof", shuffled) == Drawing(seed).pick(of, "proof", places)
    assert in_order(shuffled) == places
    published = [Drawing(published=True).pick(of, "proof", listed) for listed in (places, shuffled)]
    assert published[0] != published[1]
    assert pick("p", "proof", []) is None


def test_a_number_keeps_its_article() -> None:
    from pytest_faithform.model import Case, NumberEdit
    from pytest_faithform.perturb.build import Plan, build

    of = problem("It is an 8 by $x$ board.")
    for seed in range(20):
        made = next(iter(build(of, Plan(kinds=frozenset(["number_edit"]), seed=seed))))
        if isinstance(made, Case):
            assert isinstance(made.perturbation, NumberEdit)
            assert made.perturbation.new in ("8", "11")
        else:
            assert "article" in made.detail


@pytest.mark.parametrize("text", ["an \\$8 bill and $x$", "2 red apples and $x$", "$2$ apples and $x$"])
def test_a_number_keeps_article_and_plural(text: str) -> None:
    from pytest_faithform.model import Case
    from pytest_faithform.perturb.build import Plan, build

    edited = set()
    for seed in range(30):
        made = next(iter(build(problem(text), Plan(kinds=frozenset(["number_edit"]), seed=seed))))
        if isinstance(made, Case):
            edited.add(made.informal_statement)
    assert edited
    assert not any(wrong in one for one in edited for wrong in ("\\$9", "\\$10", "\\$5", "1 red", "$1$"))


def test_refused_places_are_never_drawn() -> None:
    places = [
        Candidate(0, 1, "1", "number", "no"),
        Candidate(2, 3, "2", "number"),
        Candidate(4, 5, "3", "number", "no"),
    ]
    assert {Drawing(seed).pick(problem("S"), "statement", places) for seed in range(20)} == {places[1]}


def test_published_filters() -> None:
    marker = PublishedRules(RuleMarker())
    of = problem(
        "Let $x^2 = 40$, $y = 7.$",
        "If $a > 0$ and $b > 0$ then $x < \\left(y\\right)$.\nSo $c_{i + 1} > 0$ and $d \\lt e$.",
    )
    assert {one.text: one.refusal for one in marker.numbers(of, "statement")} == {
        "2": None,
        "40": None,
        "7": "a digit or a point touches it",
    }
    found = [(one.text, one.refusal) for one in marker.symbols(of, "proof")]
    assert found[:3] == 2 * [(">", "part of a chain of inequalities")] + [("<", "part of a chain of inequalities")]
    assert ("+", "in a subscript or superscript") in found
    assert found[-2:] == [(">", None), ("\\lt", None)]
    own = [(one.text, one.refusal) for one in RuleMarker().symbols(of, "proof") if one.family == "relation"]
    assert own == [(">", None), (">", None), ("<", None), (">", None), ("\\lt", None)]


PROOF = (
    "Let $n$ be the number. Adding the equations $x + y = 5$ and $x - y = 1$ removes $y$. Hence $2x = 6$. "
    "Since $x$ is positive, we get $x = 3$. Finally, we consider $y$. By Lemma 2 and a remark, it follows that $y = 2$."
)


def test_sentences_end_where_readers_end_them() -> None:
    text = "We have, e.g. $x = 3.$ Then\n\\[ y = 4.\\]So $z = 5$ holds. [asy] a. b. [/asy] Dr. No. says\n\n"
    text += "1. first\n2. second"
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "We have, e.g. $x = 3.$", "Then\n\\[ y = 4.\\]", "So $z = 5$ holds.", "[asy] a. b. [/asy]", "Dr.", "No. says", "1.",
        "first", "2.", "second",
    ]  # fmt: skip


def test_steps_are_reasons_with_what_follows_from_them() -> None:
    found = deletable_steps(PROOF)
    assert [(one.step.reasoning, one.step.outcome) for one in found] == [
        ("Adding the equations $x + y = 5$ and $x - y = 1$ removes $y$.", "Hence $2x = 6$."),
    ]
    chosen = best("p", found)
    assert chosen is not None
    assert (chosen.tier, chosen.is_last) == ("silver", False)


@pytest.mark.parametrize(
    "proof",
    [
        "Let $x$ be the number of all the apples in the box. Hence $x = 3$. It is so.",
        "Adding the two equations gives the result. Hence we need to find $x = 3$. It is so.",
        "Adding the two equations gives $x + y$. Hence this is $x = 3$. It is so.",
        "Adding the two equations gives $x + y$. Hence $x = 3$ since $y = 2$. It is so.",
        "Adding the two equations gives $x + y$. Hence all is well and good. It is so.",
        "Adding the two equations gives $x + y$. Hence $3$ is the value of the left-hand side. It is so.",
        "We see the following: Adding the equations gives $x + y$.\n\nHence $x = 3$. It is so.",
        "Adding the two equations [asy] draw(a); [/asy] gives $x + y$. Hence $x = 3$. It is so.",
    ],
)
def test_steps_that_keep_their_reasoning(proof: str) -> None:
    assert deletable_steps(proof) == []


def test_a_deleted_reasoning_that_stands_elsewhere_is_said() -> None:
    from pytest_faithform.model import Case, StepDeletion
    from pytest_faithform.perturb.build import Plan, build

    reason = "Adding the equations $x + y = 5$ and $x - y = 1$ removes $y$."
    proof = f"{reason} Hence the double is $2x = 6$. Half of it is the answer, for so it was asked. {reason}"
    made = list(build(problem("Show $x = 3$.", proof), Plan(kinds=frozenset(["step_deletion"]))))
    assert isinstance(made[0], Case)
    assert isinstance(made[0].perturbation, StepDeletion)
    assert made[0].perturbation.reasoning_reappears_elsewhere
