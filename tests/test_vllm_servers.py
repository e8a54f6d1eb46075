"""The life of vLLM's servers: which GPUs they get, what they are started with, and that they end with their owner."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.devices import device_groups, visible_devices
from pytest_faithform.formalizers.vllm_servers import VllmServers, VllmSettings

STAND_IN = Path(__file__).with_name("vllm_stand_in.py")
COMMAND = f"{shlex.quote(sys.executable)} {shlex.quote(str(STAND_IN))} serve {{model}}"


class Servers:
    """Stand-ins under real supervisors, and what they say they were started with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls_path = folder / "calls.jsonl"
        self.made: list[VllmServers] = []

    def make(self, gpus: str | None = None, **settings: Any) -> VllmServers:
        environ = {k: v for k, v in os.environ.items() if k != "CUDA_VISIBLE_DEVICES"}
        environ |= {"STAND_IN_CALLS": str(self.calls_path)} | settings.pop("environ", {})
        if gpus is not None:
            environ["CUDA_VISIBLE_DEVICES"] = gpus
        wanted = VllmSettings(**{"model": "org/m", "command": COMMAND, "timeout": 60.0} | settings)
        servers = VllmServers(wanted, lambda: self.folder / "logs", environ=environ)
        self.made.append(servers)
        return servers

    def calls(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.calls_path.read_text().splitlines()]

    def pids(self) -> list[int]:
        return [pid for call in self.calls() for pid in call["pids"]]


#: A supervisor for whom time passes between its looks, and a server that ends in that time.
SLOW_LOOKS = """
import sys, time
from pytest_faithform.formalizers import supervisor

look = supervisor._orphans

def slow(server):
    found = look(server)
    time.sleep(0.5)
    return found

supervisor._orphans = slow
sys.exit(supervisor.main(sys.argv[1:]))
"""
LEAVES_A_CHILD = """
import signal, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
signal.signal(signal.SIGTERM, lambda *_: (time.sleep(0.25), sys.exit()))
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture
def servers(tmp_path: Path) -> Any:
    held = Servers(tmp_path)
    yield held
    for made in held.made:
        made.stop()


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(pids: list[int], seconds: float = 30) -> list[int]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and any(map(lives, pids)):
        time.sleep(0.1)
    return [pid for pid in pids if lives(pid)]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("4,5", ["4", "5"]),
        (" 5 , 4 ", ["5", "4"]),
        ("", []),
        ("-1", []),
        ("0,-1,2", ["0"]),
        ("GPU-a1,MIG-b2", ["GPU-a1", "MIG-b2"]),
        ("NoDevFiles", []),
    ],
)
def test_the_callers_list_of_gpus_is_read_as_cuda_reads_it(held: str, expected: list[str]) -> None:
    assert visible_devices({"CUDA_VISIBLE_DEVICES": held}) == expected


def test_a_gpu_that_is_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="names the GPU 4 twice"):
        visible_devices({"CUDA_VISIBLE_DEVICES": "4,4"})


def test_groups_hold_entries_of_the_callers_list_and_leave_out_what_makes_no_group() -> None:
    assert device_groups(["4", "5", "7"], 1) == ["4", "5", "7"]
    assert device_groups(["4", "5", "7"], 2) == ["4,5"]
    with pytest.raises(ValueError, match=r"spread over 4 GPUs, but visible are 4, 5"):
        device_groups(["4", "5"], 4)


def test_one_server_per_visible_gpu_each_on_a_port_of_its_own(servers: Servers) -> None:
    made = servers.make("6,2", revision="abc", args=("--dtype", "bfloat16", "--chat-template=t.jinja"))
    made.start()
    urls = made.wait()
    assert len(set(urls)) == 2
    said = [httpx.post(f"{url}/chat/completions", json={"model": "org/m"}).json() for url in urls]
    contents = [answer["choices"][0]["message"]["content"] for answer in said]
    assert [content.splitlines()[0] for content in contents] == ["-- GPU 6", "-- GPU 2"]
    for call in servers.calls():
        assert call["argv"][1:3] == ["serve", "org/m"]
        line = " ".join(call["argv"])
        assert "--revision abc" in line
        assert "--dtype bfloat16 --chat-template=t.jinja" in line
    told = made.describe() | made.serving()
    assert (told["gpus"], told["dtype"], told["chat_template"]) == (["6", "2"], "bfloat16", "t.jinja")


def test_tensor_parallel_servers_get_a_group_of_gpus(servers: Servers) -> None:
    made = servers.make("0,1,2,3", args=("--tensor-parallel-size", "2"))
    made.start()
    made.wait()
    assert sorted(call["gpus"] for call in servers.calls()) == ["0,1", "2,3"]


def test_without_a_gpu_there_is_one_server_that_is_pinned_to_none(servers: Servers) -> None:
    made = servers.make("")
    made.start()
    made.wait()
    assert [call["gpus"] for call in servers.calls()] == [""]


def test_stopped_servers_leave_no_process_behind(servers: Servers) -> None:
    made = servers.make("0,1")
    made.start()
    made.wait()
    pids = servers.pids()
    assert len(pids) == 4
    assert all(map(lives, pids))
    made.stop()
    assert wait_until_gone(pids, 5) == []


def test_what_a_server_leaves_that_ends_between_two_looks_is_ended_too() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SLOW_LOOKS, sys.executable, "-c", LEAVES_A_CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as supervised:
        assert supervised.stdin is not None
        assert supervised.stdout is not None
        child = int(supervised.stdout.readline())
        supervised.stdin.close()
        supervised.wait(timeout=60)
    left = wait_until_gone([child], 2)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


def test_a_server_that_does_not_end_when_asked_is_killed(servers: Servers) -> None:
    made = servers.make("0", environ={"STAND_IN_STUBBORN": "1"})
    made.start()
    made.wait()
    pids = servers.pids()
    made.stop()
    assert wait_until_gone(pids, 5) == []


OWNER = """
import os, sys
from pathlib import Path
from pytest_faithform.formalizers.vllm_servers import VllmServers, VllmSettings
servers = VllmServers(VllmSettings(model="m", command=sys.argv[1]), lambda: Path(sys.argv[2]))
servers.start()
servers.wait()
print("ready", flush=True)
{}
"""


@pytest.mark.parametrize(
    ("ending", "number"),
    [
        ("import time; time.sleep(600)", signal.SIGKILL),
        ("import time; time.sleep(600)", signal.SIGTERM),
        ("import time; time.sleep(600)", signal.SIGINT),
        ("raise RuntimeError('broken')", None),
        ("os._exit(0)", None),
    ],
    ids=["kill -9", "SIGTERM", "Ctrl-C", "exception", "os._exit"],
)
def test_servers_end_with_their_owner_however_it_ends(tmp_path: Path, ending: str, number: int | None) -> None:
    calls = tmp_path / "calls.jsonl"
    environ = os.environ | {"STAND_IN_CALLS": str(calls), "CUDA_VISIBLE_DEVICES": "0"}
    with subprocess.Popen(
        [sys.executable, "-c", OWNER.format(ending), COMMAND, str(tmp_path)],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "ready\n"
        pids = json.loads(calls.read_text())["pids"]
        if number is not None:
            assert all(map(lives, pids))
            owner.send_signal(number)
    assert wait_until_gone(pids) == []


def test_a_server_that_cannot_start_is_named_with_the_end_of_its_log(servers: Servers) -> None:
    made = servers.make("3", environ={"STAND_IN_FAILS": "memory"})
    made.start()
    with pytest.raises(FaithformFault, match="Free memory on device is less") as caught:
        made.wait()
    assert "server 0 on GPU 3 ended with status 1" in str(caught.value)
    assert str(servers.folder / "logs" / "server-0.log") in str(caught.value)


def test_a_port_that_somebody_took_meanwhile_is_exchanged(servers: Servers) -> None:
    made = servers.make("0", environ={"STAND_IN_FAILS": "port"})
    made.start()
    assert len(made.wait()) == 1
    first, second = [call["argv"][call["argv"].index("--port") + 1] for call in servers.calls()]
    assert first != second


def test_a_server_that_is_never_ready_ends_the_wait(servers: Servers) -> None:
    made = servers.make("0", timeout=1.0, environ={"STAND_IN_LOADS": "600"})
    made.start()
    with pytest.raises(FaithformFault, match=r"is not ready after 1 s"):
        made.wait()


def test_stopping_ends_the_wait_of_another_thread(servers: Servers) -> None:
    made = servers.make("0", environ={"STAND_IN_LOADS": "600"})
    made.start()
    timer = threading.Timer(0.5, made.stop)
    timer.start()
    with pytest.raises(FaithformFault, match="ending"):
        made.wait()
    timer.join()


def test_a_program_that_is_missing_is_said_with_the_ways_to_mend_it(servers: Servers) -> None:
    with pytest.raises(
        ValueError, match=r"'no-such-vllm'.*pip install 'pytest-faithform\[vllm\]'.*--faithform-base-url"
    ):
        servers.make("0", command="no-such-vllm serve {model}")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"args": ("--port", "80")}, "--port is the session's to set"),
        ({"args": ("--revision=x",)}, "--faithform-revision"),
        ({"args": ("--tensor-parallel-size", "two")}, "whole number"),
        ({"command": "vllm serve"}, "does not say where the model goes"),
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        VllmSettings(model="m", **wrong)
