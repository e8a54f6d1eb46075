"""The real vLLM, where somebody has a build of it that runs on a CPU (docs/validation.md says how to get one): the same
servers and sessions that the other tests try with a stand-in.

    FAITHFORM_VLLM_PYTHON=…/bin/python FAITHFORM_VLLM_MODEL=…/smollm2 pytest tests/test_vllm_cpu.py
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import support

PYTHON, MODEL = os.environ.get("FAITHFORM_VLLM_PYTHON"), os.environ.get("FAITHFORM_VLLM_MODEL")
pytestmark = pytest.mark.skipif(
    not (PYTHON and MODEL), reason="opt-in: FAITHFORM_VLLM_PYTHON and FAITHFORM_VLLM_MODEL are not set"
)
ARGS = "--dtype bfloat16 --max-model-len 2048 --enforce-eager"
SERVING = f"{PYTHON} -m vllm.entrypoints.openai.api_server --model {{model}}"
ENVIRON = {"VLLM_CPU_KVCACHE_SPACE": "1", "HF_HUB_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1", "CUDA_VISIBLE_DEVICES": ""}


def command(folder: Path, *more: str) -> list[str]:
    support.mini_suite(folder)
    (folder / "conftest.py").write_text(support.OBLIGING_LEAN, encoding="utf-8")
    return [
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "test_edit", "--faithform-run", "run",
        "--faithform-model", f"vllm:{MODEL}", "--faithform-vllm-command", SERVING, "--faithform-vllm-args", ARGS,
        "--faithform-lean", "obliging", "--faithform-verdict", "measure", "--faithform-samples", "3",
        "--faithform-sampling", "temperature=0.8,max_tokens=48", *more,
    ]  # fmt: skip


def servers() -> list[str]:
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if "vllm.entrypoints" in line or "VLLM::" in line]


def wait_until(condition: object, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.5)
    return False


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])
def test_a_session_starts_it_asks_it_and_ends_it(tmp_path: Path, workers: tuple[str, ...]) -> None:
    environ = os.environ | ENVIRON
    done = subprocess.run(
        command(tmp_path, *workers), cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    made = [record.formalization for record in support.records(tmp_path / "run")]
    assert len(made) == 12
    assert all(one is not None and one.raw and one.stored_at is None for one in made)
    # Samples that were asked for together are counted together.
    assert {one.usage.completion_tokens for one in made if one is not None} >= {None}
    assert len({one.raw for one in made if one is not None}) > 8
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["system"]["dtype"] == "bfloat16"
    log = (tmp_path / "run" / "servers" / "server-0.log").read_text(errors="replace")
    assert re.search(r"(?i)application startup complete", log)
    assert wait_until(lambda: not servers(), 60), servers()
    again = subprocess.run(
        command(tmp_path, *workers, "--faithform-run", "again"), cwd=tmp_path, env=environ, capture_output=True, text=True,
        timeout=600, check=False,
    )  # fmt: skip
    assert again.returncode == 0
    # All of it was stored: no server was started.
    assert not (tmp_path / "again" / "servers").exists()


def test_it_ends_when_the_session_is_killed(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(tmp_path), cwd=tmp_path, env=os.environ | ENVIRON, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    log = tmp_path / "run" / "servers" / "server-0.log"
    ready = lambda: log.exists() and "startup complete" in log.read_text(errors="replace")  # noqa: E731
    assert wait_until(lambda: process.poll() is not None or ready(), 300)
    assert ready()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert wait_until(lambda: not servers(), 60), servers()
