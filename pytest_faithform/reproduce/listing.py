"""What of the papers' printed numbers can be computed again, from what, and what cannot and why."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ITEMS", "PAPERS", "Item"]

#: The papers by the name that `faithform reproduce` takes, and whether they need a data folder.
PAPERS = {"beyond-compilation": True, "robust-pa": False}


@dataclass(frozen=True)
class Item:
    """`how` says from what a number is computed, or why it cannot be."""

    paper: str
    what: str
    possible: bool
    how: str


_NO_OUTPUTS = "the outputs with their grades are not among the audit files"

ITEMS = (
    Item("beyond-compilation", "Tables 1, 2, 17–22: human audits, LeanScorer", True, "the audit files (--data)"),
    Item(
        "beyond-compilation", "Table 4: certified pairs, with the interval over anchors", True, "beq_pairs.csv (--data)"
    ),
    Item("beyond-compilation", "share of real errors among rejections", True, "the audit files (--data)"),
    Item(
        "beyond-compilation", "effects of the factorial: point estimates", True, "the printed counts per configuration"
    ),
    Item("beyond-compilation", "effects of the factorial: intervals; ledger, oracle, trajectory", False, _NO_OUTPUTS),
    Item("beyond-compilation", "third judge, threshold sweep, disagreement by domain", False, _NO_OUTPUTS),
    Item("beyond-compilation", "45 of 55 rejections confirmed without flagged statements", False, _NO_OUTPUTS),
    Item(
        "beyond-compilation",
        "review of the newer models, regrading",
        False,
        "the reviews are not among the audit files",
    ),
    Item("robust-pa", "κ of the judges with a person", True, "the printed counts"),
    Item("robust-pa", "the number edits shown", True, "the generator of the edits"),
    Item("robust-pa", "every table of FullyCorrect, FR, RR, UR", False, "no outputs and no verdicts are released"),
    Item(
        "faithformbench",
        "every table of FNR, FPR, AFFR, UFLB",
        False,
        "neither the graphs, the perturbations nor outputs are released",
    ),
    Item(
        "proofflow",
        "means of ProofScore over 184 files",
        False,
        "needs the 184 result files; their means are metrics of an imported run",
    ),
    Item("leanscorer", "the test set of 98 outputs", False, "the graded outputs are not among the audit files"),
)
