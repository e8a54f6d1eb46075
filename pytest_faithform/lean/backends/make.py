"""From `--faithform-lean SPEC` to a backend, for those that need nothing but the SPEC."""

from __future__ import annotations

from pytest_faithform.lean.checker import LeanChecker

__all__ = ["SPECS", "make_backend"]

SPECS = "embedded, embedded:prelude, kimina:URL, recorded:RUN"


def make_backend(spec: str, *, timeout: float) -> LeanChecker | None:
    """The backend, not yet started; None for a SPEC of another kind. Raises ValueError for a wrong one."""
    kind, _, rest = spec.partition(":")
    if spec in ("embedded", "embedded:prelude"):
        from pytest_faithform.lean.backends.embedded import EmbeddedLean

        return EmbeddedLean(prelude=rest == "prelude", timeout=timeout)
    if kind == "kimina":
        from pytest_faithform.lean.backends.kimina import KiminaLean

        return KiminaLean(rest, timeout=timeout)
    return None
