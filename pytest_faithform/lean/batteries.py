"""The last rungs of the ladder between two statements: one applied to the other, with tactics for what is left over.

After BEq+ (Poiroux et al., `augustepoiroux/RLMEval`; SPEC b.8): apply the one statement to the other's goal, or convert the
goal into it, and let a battery close the rest; a direction counts only if the battery does not prove its goal without the
statement. The guard runs the same tactics as the rung and with twice the limit, so that where a Lean does not know one of
them both fail.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CORE", "MATHLIB", "Battery", "battery_of"]


@dataclass(frozen=True)
class Battery:
    """`closers` is what may close a goal; in the text of an `application` it stands for `{close}`, and the statement that
    is applied for `ffh`. `opening` introduces the goal's own arguments."""

    opening: str
    closers: str
    applications: tuple[tuple[str, str], ...]
    heartbeats: int

    @property
    def alone(self) -> str:
        """Prove the goal without the statement, or by computing, which applying does by itself."""
        return f"{self.opening}\nfirst | rfl | decide | ({self.closers})"

    def scripts(self) -> list[tuple[str, str]]:
        """(name, script) of each rung."""
        return [
            (name, f"intro ffh\n{self.opening}\n{text.replace('{close}', f'({self.closers})')}")
            for name, text in self.applications
        ]


CORE = Battery(
    opening="intros",
    closers="first | assumption | omega | (simp_all; done) | grind | fail",
    # More transparency would compute both sides, or unfold one text's definition into the other's.
    applications=(("apply", "(with_reducible apply ffh) <;> {close}"),),
    heartbeats=8_000,
)

MATHLIB = Battery(
    opening="intros\nsymm_saturate",
    closers="first | assumption | omega | tauto | (simp_all; done) | noncomm_ring | linarith | exact?",
    applications=(
        ("exact?", "exact?"),
        ("apply", "(with_reducible apply ffh) <;> {close}"),
        ("apply_rules", "apply_rules [ffh] <;> {close}"),
        *((f"convert using {depth}", f"convert ffh using {depth} <;> {{close}}") for depth in range(5)),
    ),
    heartbeats=200_000,
)


def battery_of(backend: str) -> Battery:
    """The battery for what the backend elaborates on."""
    return MATHLIB if backend.partition(":")[0] in ("repl", "kimina") else CORE
