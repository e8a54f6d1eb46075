""" "Evaluating the Robustness of Proof Autoformalization in Lean 4" (arXiv 2606.14867): what follows from the counts that
its prose prints, and the number edits that it shows. Its outputs are not released."""

from __future__ import annotations

from pytest_faithform.metrics.agreement import balanced_kappa
from pytest_faithform.perturb.number_edit import new_value
from pytest_faithform.reproduce import Check

__all__ = ["checks"]


def checks() -> list[Check]:
    """Numbers that need no data."""
    edits = [
        ("40", "aime_1983_p1", "statement", "43"),
        ("40", "aime_1983_p1", "proof", "43"),
        ("49", "amc12a_2020_p7", "proof", "48"),
    ]
    return [
        Check(
            "judge validation", "κ with a person, StmtSC (94 of 100 right)", f"{balanced_kappa(94, 100):.2f}", "0.88"
        ),
        Check(
            "judge validation", "κ with a person, ProofSC (90 of 100 right)", f"{balanced_kappa(90, 100):.2f}", "0.80"
        ),
        Check("instances", "744 items in five styles", str(744 * 5), "3720"),
        Check("instances", "local edits of Table 2", str(sum(map(sum, _TABLE_2))), "2637"),
        *(
            Check("number edits", f"{name}, {region}: {old}", _edited(old, name, region), new)
            for old, name, region, new in edits
        ),
    ]


_TABLE_2 = ((227, 490), (241, 489), (130, 195), (195, 349), (129, 192))


def _edited(old: str, name: str, region: str) -> str:
    return new_value(name, region, old) or ""
