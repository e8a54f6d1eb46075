"""The recording that comes with the suite: replies as a mediocre system gives them, with the shapes real models emit.

It is made, not measured: from the controls' Lean and a fixed set of habits and accidents, chosen by the case's id. Its
rates are those of its making and say nothing about any model; it is there so that every outcome can be seen.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable

from builder.compiling import Answered
from builder.lean_text import statement_only
from builder.shapes import reply
from pytest_faithform.lean.source import parse

__all__ = ["recording"]

MODEL = "recorded-system-1"

Habit = Callable[[Answered, random.Random], tuple[str, str]]


def recording(answered: list[Answered]) -> str:
    """One reply per case, as the text of a JSONL file."""
    return "".join(_line(item) for item in answered)


def _line(item: Answered) -> str:
    seed = int(hashlib.sha256(f"recording:{item.case.id}".encode()).hexdigest()[:16], 16)
    rng = random.Random(seed)
    habits, weights = zip(*_habits(item), strict=True)
    habit: Habit = rng.choices(habits, weights)[0]
    text, finish_reason = habit(item, rng)
    row = {
        "format": "faithform.reply/1",
        "case": item.case.id,
        "sample": 0,
        "reply": text,
        "finish_reason": finish_reason,
        "model": MODEL,
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


def _habits(item: Answered) -> list[tuple[Habit, int]]:
    accidents: list[tuple[Habit, int]] = [
        (_empty, 1),
        (_refusal, 1),
        (_thought_cut_off, 2),
        (_cut_off, 2),
        (_wrong_language, 1),
        (_mathlib, 2),
        (_misspelt, 2),
    ]
    kind, task = item.case.kind, item.case.problem.task
    if kind in ("number_edit", "symbol_edit"):
        return [(_faithful, 26), (_restored, 14), (_automation, 6), (_third_value, 3), (_bare_sorry, 2), *accidents]
    if kind == "step_deletion":
        return [(_faithful, 18), (_restored, 18), (_bare_sorry, 6), (_automation, 4), *accidents]
    if task == "step":
        return [(_faithful, 34), (_restored, 12), (_vacuous, 2), (_third_value, 3), *accidents]
    return [(_faithful, 34), (_helper_lemma, 4), (_leaked_sorry, 6), (_third_value, 5), (_dropped, 4), *accidents]


def _faithful(item: Answered, rng: random.Random) -> tuple[str, str]:
    return _say(item, item.faithful, rng)


def _restored(item: Answered, rng: random.Random) -> tuple[str, str]:
    """The text's change is undone."""
    return _say(item, item.biased, rng)


def _automation(item: Answered, rng: random.Random) -> tuple[str, str]:
    """The proof's steps are not formalized; a tactic is to find them."""
    tactic = rng.choice(["omega", "grind", "simp_all", "decide"])
    return _say(item, statement_only(item.faithful).removesuffix("sorry") + tactic, rng)


def _bare_sorry(item: Answered, rng: random.Random) -> tuple[str, str]:
    return _say(item, statement_only(item.faithful), rng)


def _leaked_sorry(item: Answered, rng: random.Random) -> tuple[str, str]:
    """One tactic block is left open."""
    places = [m.span() for m in re.finditer(r"\bby (?:omega|grind|decide|simp)\b", item.faithful)]
    if not places:
        return _bare_sorry(item, rng)
    start, end = rng.choice(places)
    return _say(item, item.faithful[:start] + "by sorry" + item.faithful[end:], rng)


def _helper_lemma(item: Answered, rng: random.Random) -> tuple[str, str]:
    lemma = "theorem aux_add_zero (n : Nat) : n + 0 = n := by\n  simp\n\n"
    return _say(item, lemma + item.faithful, rng)


def _third_value(item: Answered, rng: random.Random) -> tuple[str, str]:
    """A number of the statement is copied wrongly."""
    main = parse(item.faithful).main
    assert main is not None
    start, end = main.signature
    numbers = [m for m in re.finditer(r"(?<![\w.])\d+(?![\w.])", item.faithful[:end]) if m.start() >= start]
    edit = item.case.perturbation
    if edit.kind == "number_edit":
        new = edit.new.rstrip("%")
        inside = [m for m in re.finditer(r"(?<![\w.])\d+(?![\w.])", item.faithful) if m.group() == new]
        numbers = inside or numbers
    if not numbers:
        return _misspelt(item, rng)
    wrong = rng.choice(numbers)
    value = str(int(wrong.group()) + rng.choice([7, 11, 20]))
    return _say(item, item.faithful[: wrong.start()] + value + item.faithful[wrong.end() :], rng)


def _dropped(item: Answered, rng: random.Random) -> tuple[str, str]:
    """A hypothesis is forgotten; the proof is left open."""
    text = statement_only(item.faithful)
    hypotheses = list(re.finditer(r" ?\((?:h\w*|[a-z]\w*) : [^()]*[=<>≤≥∣≠][^()]*\)", text))
    if not hypotheses:
        return _leaked_sorry(item, rng)
    gone = rng.choice(hypotheses)
    return _say(item, text[: gone.start()] + text[gone.end() :], rng)


def _vacuous(item: Answered, rng: random.Random) -> tuple[str, str]:
    """A superfluous hypothesis contradicts the others."""
    main = parse(item.faithful).main
    assert main is not None
    start = main.signature[0]
    return _say(item, f"{item.faithful[:start]} (hpos : (1 : Nat) < 0){item.faithful[start:]}", rng)


def _misspelt(item: Answered, rng: random.Random) -> tuple[str, str]:
    """Lean rejects it: a tactic or a name that there is not, or a bracket that is not closed."""
    if " := by" in item.faithful and rng.random() < 0.5:
        return _say(item, item.faithful.replace(" := by", " := by\n  interval_solve", 1), rng)
    main = parse(item.faithful).main
    assert main is not None
    end = main.signature[1]
    return _say(item, f"{item.faithful[:end]} ∧ isSolved{item.faithful[end:]}", rng)


def _mathlib(item: Answered, rng: random.Random) -> tuple[str, str]:
    """Written against Mathlib, as models are trained to."""
    lean = re.sub(
        r"\b(omega|grind|decide)\b", lambda m: rng.choice(["norm_num", "linarith", "nlinarith"]), item.faithful
    )
    if lean == item.faithful:
        lean = item.faithful.removesuffix("sorry") + "norm_num"
    return _say(item, f"import Mathlib\n\n{lean}", rng)


def _empty(item: Answered, rng: random.Random) -> tuple[str, str]:
    return rng.choice(["", "\n"]), "stop"


def _refusal(item: Answered, rng: random.Random) -> tuple[str, str]:
    return (
        "To formalize this we would first have to fix the types of all quantities and decide how the conditions are to "
        "be read. The argument then proceeds exactly as in the text. Let me know which conventions you prefer!",
        "stop",
    )


def _thought_cut_off(item: Answered, rng: random.Random) -> tuple[str, str]:
    draft = item.biased[: len(item.biased) * 2 // 3]
    return f"<think>\nThe quantities are natural numbers. A first draft:\n```lean4\n{draft}", "length"


def _cut_off(item: Answered, rng: random.Random) -> tuple[str, str]:
    """The token limit falls into the answer."""
    text = f"<think>\nHypotheses first.\n</think>\n\n<formal_proof>\n```lean4\n{item.faithful}"
    return text[: len(text) - max(12, len(item.faithful) // rng.choice([3, 5, 8]))], "length"


def _wrong_language(item: Answered, rng: random.Random) -> tuple[str, str]:
    if rng.random() < 0.5:
        return "```python\nfrom sympy import symbols, solve\n\nx = symbols('x')\nprint(solve(x - 1, x))\n```\n", "stop"
    name = item.case.problem.id.replace("-", "_").replace(".", "_")
    return f'```isabelle\nlemma {name}:\n  fixes x :: nat\n  shows "x + 0 = x"\n  by simp\n```\n', "stop"


def _say(item: Answered, lean: str, rng: random.Random) -> tuple[str, str]:
    """Wrap a formalization in one of the shapes that models give their answers."""
    task = item.case.problem.task
    shape = rng.randrange(10)
    if shape == 0:
        return f"{lean}\n", "stop"
    if shape == 1:
        return f"{lean}\n\nThis theorem states the result. The proof follows the given argument step by step.\n", "stop"
    if shape == 2:
        draft = "theorem draft : True := trivial"
        return f"A sketch:\n\n```lean4\n{draft}\n```\n\nFilled in, this becomes:\n\n```lean4\n{lean}\n```\n", "stop"
    if shape == 3:
        return f"So the answer is clear.\n</think>\n\n```lean4\n{lean}\n```\n", "stop"
    if shape == 4:
        return f"<formal_{task}>\n```lean4\n{lean}\n```\n", "stop"
    return reply(f"{item.case.id}:{shape}", task, lean), "stop"
