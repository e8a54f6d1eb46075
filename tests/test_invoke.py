"""The calls under which Lean may catch a C++ exception are WebAssembly of our own, and do what the loader's do."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from pytest_faithform.lean.backends import install
from pytest_faithform.lean.backends.bases import ASSETS
from pytest_faithform.lean.backends.embedded import EmbeddedLean

CHECK = Path(__file__).parent / "data" / "invoke_check.js"


@pytest.mark.usefixtures("lean")
def test_each_call_that_lean_imports_is_ours_and_tells_what_was_thrown() -> None:
    module = install.require_toolchain(None) / "libexec" / "lean.wasm"
    command = [str(install.find_node()), str(CHECK), str(ASSETS / "invoke.js"), str(module)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found = json.loads(done.stdout)
    assert found["needed"] == found["ours"] > 40
    assert found["others"] == [1, 2]
    assert found["answers"] == [
        {"answer": 42, "stack": 100, "threw": []},
        # A number is a C++ exception: the stack is as it was before the call, and the module learns of it.
        {"answer": 0, "stack": 100, "threw": [[1, 0]]},
        {"answer": "RangeError: deep", "stack": 100, "threw": []},
    ]


def test_an_exception_of_the_kernel_is_an_error_of_the_text_and_ends_nothing(lean: EmbeddedLean) -> None:
    lean.check("theorem before : 1 = 1 := rfl")
    running = lean._process
    for _ in range(2):
        reply = lean.check("inductive T | mk (f : T → Nat) : T\ntheorem t : 1 = 1 := rfl")
        assert [message.text for message in reply.messages] == [
            "(kernel) arg #1 of 'T.mk' has a non positive occurrence of the datatypes being declared"
        ]
        assert "t" in {declaration.name for declaration in reply.declarations}
    assert lean._process is running
