"""vLLM's servers on the nodes of a Ray cluster: one actor per GPU (or group of GPUs), which Ray places and restarts.

An actor starts its server as a session does on one machine, under the same supervisor, so that the server ends with it; and
it asks it on the node's own loopback, so that no port is open to others.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_faithform.cluster.joined import NAMESPACE, Cluster, first_line, this_node
from pytest_faithform.connection import ACTOR, Connection, RefusedRequest
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers import supervisor
from pytest_faithform.formalizers.vllm_servers import VllmServers, VllmSettings

__all__ = ["NodeServer", "RayServers"]

_TELL_SECONDS = 30.0
_STOPPED = "the servers were stopped because the session is ending"
_LOG_BYTES = 2_000_000


class NodeServer:
    """On a node: one server, on the GPUs that Ray gives its actor. `asking` are the settings of a Connection."""

    def __init__(self, settings: VllmSettings, asking: Mapping[str, Any]) -> None:
        self._settings, self._asking = settings, asking
        self._folder = Path(tempfile.mkdtemp(prefix="faithform-server-"))
        self._servers: VllmServers | None = None
        self._connection: Connection | None = None
        self._opening = asyncio.Lock()

    async def ready(self) -> dict[str, Any]:
        """Once the server answers: on which node and GPUs it is; or why it does not."""
        try:
            await self._open()
        except (FaithformFault, ValueError, OSError) as error:
            return {"failed": f"node {this_node()}: {error}"}
        return {"node": this_node(), "files": _outlines(self._settings)}

    async def ask(self, request: dict[str, Any], count: int) -> dict[str, Any]:
        """The answers, or whose fault it is that there are none."""
        try:
            connection = await self._open()
            async with connection.slots.taken(count):
                return {"answers": await connection.ask(request, count)}
        except RefusedRequest as error:
            return {"refused": str(error)}
        except (FaithformFault, ValueError, OSError) as error:
            servers, held = self._servers, self._connection
            ended = servers.ended(held.address) if servers is not None and held is not None else ""
            return {"failed": f"{error}\n{ended}".rstrip()}

    async def stop(self) -> str:
        """End the server. Gives what it printed."""
        if self._servers is not None:
            await asyncio.to_thread(self._servers.stop)
        printed = b"".join(map(_end, sorted(self._folder.glob("*.log"))))
        shutil.rmtree(self._folder, ignore_errors=True)
        return printed.decode(errors="replace")

    async def _open(self) -> Connection:
        async with self._opening:
            if self._connection is None:
                self._servers = VllmServers(self._settings, lambda: self._folder)
                try:
                    address = (await asyncio.to_thread(self._servers.addresses))[0]
                except FaithformFault:
                    await asyncio.to_thread(self._servers.stop)
                    raise
                self._connection = Connection(self._settings.model, address, **self._asking)
            return self._connection


def _end(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _LOG_BYTES))
        return file.read()


def _outlines(settings: VllmSettings) -> dict[str, str]:
    """Of the model and of what the arguments name, where these are files or folders here: names and sizes. Times differ
    between copies on several machines."""
    found = {}
    for name in (settings.model, *settings.files):
        path = Path(name)
        if path.is_absolute() and path.exists():
            files = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())
            sizes = [(str(one.relative_to(path)), one.stat().st_size) for one in files]
            found[name] = hashlib.sha256(json.dumps(sizes).encode()).hexdigest()
    return found


@dataclass
class _Actor:
    name: str
    handle: Any
    ready: bool = False


class RayServers:
    """The servers of one session, as many as the cluster has GPUs (or groups of them) for; one without GPUs where it has
    none. They end with the process that made them."""

    def __init__(
        self,
        cluster: Cluster,
        settings: VllmSettings,
        asking: Mapping[str, Any],
        logs: Callable[[], Path],
        *,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        """Raises ValueError where no node has GPUs enough for one server."""
        self.settings = settings
        self._cluster, self._asking, self._logs, self._tell = cluster, asking, logs, tell
        size = settings.tensor_parallel
        gpus = [int(node["Resources"].get("GPU", 0)) for node in cluster.nodes()]
        # A server's GPUs are on one node.
        self._count = sum(found // size for found in gpus)
        self._gpus = size if self._count else 0
        if not self._count:
            if sum(gpus) or size > 1:
                raise ValueError(
                    f"the model is spread over {size} GPUs, but no node of the Ray cluster has as many: {gpus}"
                )
            self._count = 1
        self._actors: list[_Actor] = []
        self._stopped = False

    @property
    def identity(self) -> str:
        return self.settings.identity

    def addresses(self) -> list[str]:
        """Waits until all answer. Raises FaithformFault, with the end of its log, where one does not."""
        if self._stopped:
            raise FaithformFault("formalizer", _STOPPED)
        if not self._actors:
            self._start()
        self._wait()
        return [f"{ACTOR}{actor.name}" for actor in self._actors]

    def ended(self, address: str) -> str:
        """The actor that asks it says how."""
        return ""

    def describe(self) -> dict[str, Any]:
        return self.settings.describe()

    def serving(self) -> dict[str, Any]:
        return {"servers": self._count, "gpus_each": self._gpus}

    def stop(self) -> None:
        """End all servers and keep what they printed; safe to call again."""
        self._stopped = True
        actors, self._actors = self._actors, []
        ray = self._cluster.ray
        ending = [actor.handle.stop.remote() for actor in actors]
        for number, (actor, printed) in enumerate(zip(actors, ending, strict=True)):
            try:
                text = ray.get(printed, timeout=supervisor.GRACE_SECONDS + 10)
                path = self._logs() / f"server-{number}.log"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", errors="replace")
            except (ray.exceptions.RayError, OSError):
                # A lost node takes along what its server printed.
                pass
            finally:
                ray.kill(actor.handle)

    def _start(self) -> None:
        token = secrets.token_hex(8)
        made = self._cluster.ray.remote(NodeServer)
        for name in (f"{token}-{number}" for number in range(self._count)):
            placed = made.options(name=name, namespace=NAMESPACE, num_cpus=0, num_gpus=self._gpus, max_restarts=-1)
            self._actors.append(_Actor(name, placed.remote(self.settings, dict(self._asking))))
        on = f"{self._gpus} GPU{'s' * (self._gpus > 1)} each" if self._gpus else "no GPU"
        self._tell(f"starting {self._count} vllm server{'s' * (self._count > 1)} on the Ray cluster, {on}")

    def _wait(self) -> None:
        ray = self._cluster.ray
        began = told = time.monotonic()
        waiting = {actor.handle.ready.remote(): actor for actor in self._actors if not actor.ready}
        while waiting:
            if self._stopped:
                raise FaithformFault("formalizer", _STOPPED)
            for done in ray.wait(list(waiting), timeout=0.5)[0]:
                actor = waiting.pop(done)
                try:
                    found: dict[str, Any] = ray.get(done)
                except ray.exceptions.ActorUnavailableError:
                    # Its node was lost, and Ray is about to start it on another one.
                    waiting[actor.handle.ready.remote()] = actor
                    continue
                except ray.exceptions.RayError as error:
                    found = {"failed": first_line(error)}
                if why := found.get("failed") or self._other_files(found):
                    raise FaithformFault("formalizer", f"a vllm server on the Ray cluster: {why}")
                actor.ready = True
            now = time.monotonic()
            if now - began > self.settings.timeout + supervisor.GRACE_SECONDS:
                raise FaithformFault("formalizer", f"{self._missing(waiting)} after {now - began:.0f} s")
            if waiting and now - told >= _TELL_SECONDS:
                told = now
                self._tell(f"{self._missing(waiting)} after {now - began:.0f} s")

    def _other_files(self, told: Mapping[str, Any]) -> str | None:
        """Answers are stored under what lies here: what lies under the same path on a node must be the same."""
        here = _outlines(self.settings)
        other = [name for name, outline in told["files"].items() if here.get(name) != outline]
        if not other or (self.settings.revision and other[0] not in here):
            return None
        return (
            f"{other[0]} on node {told['node']} is not what lies there on this machine, so that answers could be taken for "
            "those of other weights: put the same there on all machines, this one included"
        )

    def _missing(self, waiting: Mapping[Any, _Actor]) -> str:
        free = self._cluster.ray.available_resources().get("GPU", 0)
        return (
            f"{len(waiting)} of {self._count} vllm servers on the cluster are not ready ({free:g} of its GPUs are free)"
        )
