"""One valid case of every kind, as the JSON objects that a case file holds."""

from __future__ import annotations

from typing import Any

STATEMENT = "Let $c + r = 35$ and $2c + 4r = 94$. Show that $c = 23$ and $r = 12$."
PROOF = (
    "Doubling gives $2c + 2r = 70$. Subtracting this removes $c$ from the sum. Hence $2r = 24$, so $r > 11$. "
    "The rest is $c = 23$."
)
LEAN = "theorem t (c r : Nat) (h : c + r = 35) (k : 2 * c + 4 * r = 94) : c = 23 ∧ r = 12 := by omega\n"
REASONING = "Subtracting this removes $c$ from the sum."
OUTCOME = "Hence $2r = 24$, so $r > 11$."


def problem(**changes: Any) -> dict[str, Any]:
    return {
        "format": "faithform.problem/1",
        "id": "heads-and-legs",
        "dataset": "sample",
        "domain": "linear-systems",
        "task": "proof",
        "group": "heads-and-legs",
        "context": [],
        "informal_statement": STATEMENT,
        "informal_proof": PROOF,
        "formal_statement": LEAN,
        "flags": ["checked"],
        **changes,
    }


def case(name: str, perturbation: dict[str, Any], statement: str = STATEMENT, proof: str = PROOF) -> dict[str, Any]:
    return {
        "format": "faithform.case/1",
        "id": f"heads-and-legs-{name}",
        "problem": problem(),
        "perturbation": perturbation,
        "informal_statement": statement,
        "informal_proof": proof,
    }


def span(text: str, part: str) -> dict[str, int]:
    return {"start": text.index(part), "end": text.index(part) + len(part)}


def original() -> dict[str, Any]:
    return case("original", {"kind": "original"})


def number_edit() -> dict[str, Any]:
    edit = {"kind": "number_edit", "region": "statement", "span": span(STATEMENT, "94"), "old": "94", "new": "97"}
    return case("number_edit-statement", edit, statement=STATEMENT.replace("94", "97"))


def symbol_edit() -> dict[str, Any]:
    edit = {
        "kind": "symbol_edit",
        "region": "proof",
        "span": span(PROOF, ">"),
        "old": ">",
        "new": "<",
        "family": "relation",
    }
    return case("symbol_edit-proof", edit, proof=PROOF.replace(">", "<"))


def step_deletion() -> dict[str, Any]:
    step = f"{REASONING} {OUTCOME}"
    edit = {
        "kind": "step_deletion",
        "region": "proof",
        "span": span(PROOF, step),
        "reasoning": REASONING,
        "outcome": OUTCOME,
        "is_last": False,
        "tier": "silver",
        "reasoning_reappears_elsewhere": False,
        "claim_lean": "2 * r = 24",
    }
    return case("step_deletion-proof", edit, proof=PROOF.replace(step, OUTCOME))


def paraphrase() -> dict[str, Any]:
    edit = {"kind": "paraphrase", "style": "free-form", "author": "hand"}
    return case("paraphrase-free-form", edit, statement=STATEMENT.replace("Show", "Prove"))


def step_problem() -> dict[str, Any]:
    return problem(
        id="heads-and-legs-s1",
        task="step",
        context=["$c + r = 35$"],
        informal_statement="Doubling gives $2c + 2r = 70$.",
        informal_proof="",
    )


def valid_step() -> dict[str, Any]:
    return {
        "format": "faithform.case/1",
        "id": "heads-and-legs-s1-original",
        "problem": step_problem(),
        "perturbation": {"kind": "original"},
        "informal_statement": "Doubling gives $2c + 2r = 70$.",
        "informal_proof": "",
    }


def invalid_step() -> dict[str, Any]:
    edit = {
        "kind": "invalid_step",
        "pairs_with": "heads-and-legs-s1-original",
        "method": "value",
        "old": "70",
        "new": "72",
    }
    return {
        **valid_step(),
        "id": "heads-and-legs-s1-invalid_step",
        "perturbation": edit,
        "informal_statement": "Doubling gives $2c + 2r = 72$.",
    }


ALL = {make.__name__: make for make in (original, number_edit, symbol_edit, step_deletion, paraphrase, invalid_step)}
