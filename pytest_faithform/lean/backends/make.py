"""From `--faithform-lean SPEC` to a backend, for those that need nothing but the SPEC."""

from __future__ import annotations

from pytest_faithform.lean.checker import LeanChecker

__all__ = ["CHECKED", "SPECS", "make_backend"]

#: Those that elaborate something.
CHECKED = "embedded, embedded:prelude, repl:DIR or kimina:URL"

SPECS = "embedded, embedded:prelude, repl:DIR, kimina:URL, recorded:RUN"


def make_backend(spec: str, *, timeout: float, unsafe: bool = False) -> LeanChecker | None:
    """The backend, not yet started; None for a SPEC of another kind. `unsafe`: native Lean without a sandbox.

    Raises ValueError for a wrong SPEC.
    """
    kind, _, rest = spec.partition(":")
    if spec in ("embedded", "embedded:prelude"):
        from pytest_faithform.lean.backends.embedded import EmbeddedLean

        return EmbeddedLean(prelude=rest == "prelude", timeout=timeout)
    if kind == "repl":
        from pytest_faithform.lean.backends.repl import ReplLean

        return ReplLean(rest, timeout=timeout, unsafe=unsafe)
    if kind == "kimina":
        from pytest_faithform.lean.backends.kimina import KiminaLean

        return KiminaLean(rest, timeout=timeout)
    return None
