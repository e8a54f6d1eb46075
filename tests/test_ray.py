"""Sessions on a Ray cluster of several nodes on this machine, and nodes that are lost meanwhile."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import support
from ray.cluster_utils import Cluster
from test_vllm_servers import COMMAND, lives, wait_until_gone

from pytest_faithform.lean.backends import install

STARTER = Path(__file__).parents[1] / "cases"
_STORE = {"object_store_memory": 80 * 2**20}


class Nodes:
    """A cluster whose head gives no processor: all work is done on nodes that a test adds, and may lose."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # A lost node is noticed within seconds.
        noticing = {"health_check_period_ms": 500, "health_check_failure_threshold": 4}
        head = {"num_cpus": 0, "include_dashboard": False, "_system_config": noticing, **_STORE}
        self._cluster = Cluster(initialize_head=True, head_node_args=head)
        self._nodes: list[Any] = []
        self.address: str = self._cluster.address

    def add(self, **more: Any) -> Any:
        node = self._cluster.add_node(**_STORE, **more)
        self._nodes.append(node)
        return node

    def lose(self, node: Any) -> None:
        """As a machine that is switched off."""
        self._nodes.remove(node)
        self._cluster.remove_node(node, allow_graceful=False)

    def lose_all(self) -> None:
        for node in list(self._nodes):
            self.lose(node)
        self._cluster.wait_for_nodes(timeout=60)

    def close(self) -> None:
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    install.install()
    folder = tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as patch:
        # What runs on a node has the node's environment.
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("STAND_IN_CALLS", str(folder / "calls.jsonl"))
        patch.setenv("STAND_IN_ANSWERS", "0.3")
        patch.delenv("RAY_ADDRESS", raising=False)
        held = Nodes(folder)
        yield held
        held.close()


@pytest.fixture
def nodes(cluster: Nodes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    monkeypatch.setenv("FAITHFORM_VLLM_COMMAND", COMMAND)
    (cluster.folder / "calls.jsonl").write_text("")
    yield cluster
    cluster.lose_all()


def calls(nodes: Nodes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (nodes.folder / "calls.jsonl").read_text().splitlines()]


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--faithform-run", "run", *options]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def records(folder: Path, run: str = "run") -> list[str]:
    path = folder / run / "records.jsonl"
    return path.read_text().splitlines() if path.exists() else []


def wait_for(what: Callable[[], bool], session: subprocess.Popen[str], seconds: float = 240) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert session.poll() is None, session.communicate()[0]
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.1)


def ended(session: subprocess.Popen[str]) -> str:
    try:
        return session.communicate(timeout=400)[0]
    finally:
        session.kill()


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if key not in ("seconds", "finished_at")}
    return [without_times(one) for one in value] if isinstance(value, list) else value


def test_records_are_those_of_this_machine_though_a_node_is_lost(nodes: Nodes, pytester: pytest.Pytester) -> None:
    lost, _ = nodes.add(num_cpus=2), nodes.add(num_cpus=2)
    suite = [str(STARTER / "test_reasoning_steps.py"), "-k", "s2", "--rootdir", str(pytester.path)]
    chosen = [*suite, "-c", os.devnull, "--faithform-model", "control:faithful"]
    session = start(pytester.path, *chosen, "-n", "2", "--faithform-executor", "ray")
    wait_for(lambda: len(records(pytester.path)) > 3, session)
    nodes.lose(lost)
    before = len(records(pytester.path))
    told = ended(session)
    found = [json.loads(line) for line in records(pytester.path)]
    assert session.returncode == 0, told
    assert before < len(found)
    assert len({row["case"]["id"] for row in found}) == len(found) > 20
    assert {row["outcome"] for row in found} == {"pass"}
    manifest = json.loads((pytester.path / "run" / "manifest.json").read_text())
    assert (manifest["executor"]["kind"], manifest["executor"]["nodes"], manifest["executor"]["processors"]) == (
        "ray",
        3,
        4,
    )
    local = start(pytester.path, *chosen, "--faithform-run", "local")
    assert "passed" in ended(local)
    here = [json.loads(line) for line in records(pytester.path, "local")]
    in_order = [sorted(map(without_times, rows), key=lambda row: row["case"]["id"]) for rows in (found, here)]
    assert in_order[0] == in_order[1]
    told_here = json.loads((pytester.path / "local" / "manifest.json").read_text())
    assert told_here["lean"] == manifest["lean"]
    assert told_here["executor"] == {"kind": "local"}


def test_a_lost_server_leaves_its_requests_to_the_others_and_comes_back(
    nodes: Nodes, pytester: pytest.Pytester
) -> None:
    support.mini_suite(pytester.path)
    pytester.makeconftest(support.OBLIGING_LEAN)
    options = ["-k", "test_edit", "--faithform-lean", "obliging", "--faithform-concurrency", "2"]
    options += ["--faithform-model", "vllm:org/m", "--faithform-samples", "20", "--faithform-executor", "ray"]
    first, second = nodes.add(num_cpus=1, num_gpus=1), nodes.add(num_cpus=1, num_gpus=1)
    session = start(pytester.path, *options, "-n", "2")
    wait_for(lambda: len(records(pytester.path)) > 5, session)
    assert len(calls(nodes)) == 2
    nodes.lose(first)
    wait_for(lambda: len(records(pytester.path)) > 20, session)
    # The only server that is left, and a node that has room for one.
    nodes.lose(second)
    nodes.add(num_cpus=1, num_gpus=1)
    told = ended(session)
    found = [json.loads(line) for line in records(pytester.path)]
    assert len(found) == 80, told
    assert {row["outcome"] for row in found} == {"skip"}, told
    assert len(calls(nodes)) == 3
    assert "faithform: starting 2 vllm servers on the Ray cluster, 1 GPU each" in told
    assert wait_until_gone([pid for call in calls(nodes) for pid in call["pids"]], 20) == []
    # What a lost node's server printed is lost with it.
    kept = [log.read_text() for log in (pytester.path / "run" / "servers").iterdir()]
    assert any("answering" in printed for printed in kept)


def test_a_session_that_is_killed_leaves_nothing_on_the_nodes(nodes: Nodes, pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.makeconftest(support.OBLIGING_LEAN)
    nodes.add(num_cpus=1, num_gpus=2)
    options = ["-k", "test_edit", "--faithform-lean", "obliging", "--faithform-samples", "50"]
    args = ["--faithform-model", "vllm:org/m", "--faithform-vllm-args", "--tensor-parallel-size 2"]
    session = start(pytester.path, *options, *args, "--faithform-executor", "ray")
    wait_for(lambda: len(records(pytester.path)) > 2, session)
    assert [call["gpus"] for call in calls(nodes)] == ["0,1"]
    session.send_signal(signal.SIGKILL)
    session.wait()
    pids = calls(nodes)[0]["pids"]
    assert wait_until_gone(pids, 60) == [], [pid for pid in pids if lives(pid)]


def told(folder: Path, *options: str) -> str:
    """What a session says that cannot begin."""
    session = start(folder, "--faithform-executor", "ray", *options)
    said = ended(session)
    assert session.returncode == pytest.ExitCode.USAGE_ERROR, said
    assert records(folder) == []
    return said


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "workers"])
def test_a_node_without_the_lean_is_named(
    nodes: Nodes, pytester: pytest.Pytester, tmp_path: Path, workers: tuple[str, ...]
) -> None:
    support.mini_suite(pytester.path)
    nodes.add(num_cpus=1)
    nodes.add(num_cpus=1, env_vars={"FAITHFORM_HOME": str(tmp_path / "empty")})
    said = told(pytester.path, "--faithform-model", "recorded:replies.jsonl", *workers)
    assert "the embedded Lean is not installed" in said
    assert "run `faithform lean install`" in said
    assert re.search(r"--faithform-lean embedded: node [\d.]+ \([0-9a-f]{8}\): ", said)


def test_what_the_cluster_cannot_give_is_a_usage_error(nodes: Nodes, pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    recorded = ("--faithform-model", "recorded:replies.jsonl")
    assert "no node of the Ray cluster has a processor to give" in told(pytester.path, *recorded)
    nodes.add(num_cpus=1, num_gpus=1)
    wide = told(pytester.path, "--faithform-model", "vllm:org/m", "--faithform-vllm-args", "-tp 2")
    assert "the model is spread over 2 GPUs, but no node of the Ray cluster has as many: [" in wide
    own = told(pytester.path, "--faithform-model", "vllm-offline:org/m")
    assert "write vllm:NAME for servers on the Ray cluster" in own


def test_where_no_cluster_runs_the_session_says_how_to_start_one(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    support.mini_suite(pytester.path)
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:9")
    said = told(pytester.path, "--faithform-model", "recorded:replies.jsonl")
    assert "no Ray cluster can be joined at RAY_ADDRESS=127.0.0.1:9" in said
    assert "ray start --head" in said


def test_an_executor_that_is_none_is_a_usage_error(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    result = pytester.runpytest_inprocess(
        "--faithform-model", "recorded:replies.jsonl", "--faithform-executor", "slurm"
    )
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--faithform-executor is local or ray, not 'slurm'" in result.stdout.str() + result.stderr.str()
