"""The names of what Lean makes beside a text's definitions, in the namespaces of its own."""

from __future__ import annotations

import re

from pytest_faithform.lean.tokens import name_parts
from pytest_faithform.model import Declaration

__all__ = ["is_made_by_lean", "is_matcher"]

_MADE = re.compile(
    r"_arg_pusher|_unary|_mutual|_sizeOf_\d+(?:_eq)?|splitter|eq_(?:\d+|def|unfold)|congr_simp|hcongr_\d+(?:_\d+)?"
    r"|(?:mutual_)?induct(?:_unfolding)?|fun_cases(?:_unfolding)?"
)
_MATCHER = re.compile(r"match_\d+")


def is_made_by_lean(declaration: Declaration, text: str) -> bool:
    """Whether Lean made it while it read the text: recursion over several arguments needs lemmas about Lean's own types.

    A text can only declare a name whose last part stands in it, so that none takes this way past the scanner.
    """
    last = name_parts(declaration.name)[-1]
    return declaration.kind in ("theorem", "definition") and bool(_MADE.fullmatch(last)) and last not in text


def is_matcher(constant: str, text: str) -> bool:
    """Whether it takes a value apart as a definition's patterns say; definitions with the same patterns share one."""
    last = name_parts(constant)[-1]
    return bool(_MATCHER.fullmatch(last)) and last not in text
