"""When a check that gave no answer is the text's fault: after a fresh Lean shows it again, and a control snippet passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from pytest_faithform.lean.backends.process import Failure
from pytest_faithform.lean.checker import LeanUnavailable

__all__ = ["CONTROL", "CONTROL_SECONDS", "ask_until_settled"]

# Uses what any text may use; its reply is known.
CONTROL = "theorem faithform_control (a b : Nat) (h : a + 1 = b) : b = a + 1 := by omega\n"
# Of a busy machine too: a control that runs out of time is an error of the apparatus.
CONTROL_SECONDS = 120.0
# A process that something else ends, again and again, is the machine's trouble and no text's.
KILLS_ENDURED = 5


class Process(Protocol):
    fresh: bool


P = TypeVar("P", bound=Process)


def ask_until_settled(
    running: Callable[[], P],
    ask: Callable[[P], dict[str, Any] | Failure],
    end: Callable[[], None],
    require_control: Callable[[Failure], None],
) -> dict[str, Any] | Failure:
    """The answer to a text, or the failure that follows it.

    What happens in a used process may come of what it ran before. `running` gives a process, started where there is none,
    `end` ends it, `require_control` raises LeanUnavailable where Lean itself is at fault. Raises LeanUnavailable where
    something else kills every process that is given the text.
    """
    failures = kills = 0
    while True:
        process = running()
        fresh = process.fresh
        answer = ask(process)
        if not isinstance(answer, Failure):
            return answer
        end()
        kills += answer.killed
        if kills > KILLS_ENDURED:
            raise LeanUnavailable(
                f"Lean was killed from outside {kills} times while it checked one text ({answer.reason}): is the machine "
                "short of memory?"
            )
        failures += fresh and not answer.killed
        # A timeout on a fresh process is final: asking again would only take as long again.
        if failures == 2 or (fresh and answer.kind == "timeout"):
            require_control(answer)
            return answer
