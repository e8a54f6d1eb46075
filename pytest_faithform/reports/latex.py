"""The metric tables in LaTeX, with booktabs, for a paper's appendix."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_faithform.model import printable
from pytest_faithform.reports.stored import StoredRun
from pytest_faithform.reports.tables import Table, metric_tables

__all__ = ["latex"]

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "∧": r"$\wedge$",
    "–": "--",
    **{char: f"\\{char}" for char in "&%$#_{}"},
}


def latex(run: StoredRun, more: Iterable[Table] = ()) -> str:
    """One table environment for each group of metrics; needs `\\usepackage{booktabs}`."""
    head = f"% {printable(run.system, 200)}; needs \\usepackage{{booktabs}}"
    return "\n\n".join([head.replace("\n", " "), *map(_table, [*metric_tables(run.rows), *more])]) + "\n"


def _table(table: Table) -> str:
    rows = [" & ".join(map(escaped, row)) + r" \\" for row in table.body]
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{escaped(table.title)}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(table.head) - 1)}}}",
            r"\toprule",
            " & ".join(map(escaped, table.head)) + r" \\",
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def escaped(text: str) -> str:
    """Text that LaTeX sets as it is."""
    return "".join(_SPECIAL.get(char, char) for char in printable(text, 400))
