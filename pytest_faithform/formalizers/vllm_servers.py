"""`vllm serve` once per GPU (or group of GPUs), for as long as a session lasts (DESIGN, decision 2).

The one who makes them owns them: they end with it, however it ends (see `supervisor`).
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers import supervisor
from pytest_faithform.formalizers.devices import device_groups, visible_devices

__all__ = ["VllmServers", "VllmSettings"]

DEFAULT_COMMAND = "vllm serve {model}"

#: A port that was free may be taken by the time a slow server binds it.
_STARTS = 3
_SHOWN_LINES = 15
_TELL_SECONDS = 30.0
_POLL_SECONDS = 0.2
#: What the session decides for each server.
_OURS = ("--host", "--port", "--revision", "--served-model-name", "--uds")


_NO_GPU = (
    "no GPU is visible here (CUDA_VISIBLE_DEVICES, nvidia-smi): make one visible, install vLLM's build for CPUs, or name a "
    "running server with --faithform-base-url"
)


@dataclass(frozen=True)
class VllmSettings:
    """How the servers are started. `command` holds {model} where the model's name goes; `args` are vLLM's own. `files`:
    what of the model and the arguments is a file or folder, with its fingerprint."""

    model: str
    revision: str | None = None
    command: str = DEFAULT_COMMAND
    args: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    #: Seconds that a server may take until it answers /health: weights are read from disk or fetched.
    timeout: float = 1800.0

    def __post_init__(self) -> None:
        taken = [arg for arg in self.args if arg.partition("=")[0] in _OURS]
        if taken:
            raise ValueError(f"{taken[0]} is the session's to set (the revision by --faithform-revision); leave it out")
        if "{model}" not in self.command:
            raise ValueError(
                f"the command {self.command!r} does not say where the model goes: write {DEFAULT_COMMAND!r}"
            )
        if self.tensor_parallel < 1:
            raise ValueError("--tensor-parallel-size is a whole number of at least 1")

    @property
    def tensor_parallel(self) -> int:
        text = self.value("--tensor-parallel-size", "-tp") or "1"
        return int(text) if text.isdecimal() else 0

    def value(self, *names: str) -> str | None:
        """What `args` give for an option, the last one where it stands twice."""
        found = None
        for place, arg in enumerate(self.args):
            name, equals, value = arg.partition("=")
            if name in names:
                found = value if equals else next(iter(self.args[place + 1 : place + 2]), None)
        return found

    @property
    def identity(self) -> str:
        """All that the answers depend on, but the request and the revision, which are named beside it: no port, no place
        where the program lies."""
        program, *rest = self._command()
        files = [f"{name}={digest}" for name, digest in sorted(self.files.items())]
        return shlex.join([Path(program).name, *rest, *self.args, *files])

    def describe(self) -> dict[str, Any]:
        """For the manifest: what decides the answers."""
        return {
            "model": self.model,
            "command": self.command,
            "args": list(self.args),
            "dtype": self.value("--dtype") or "auto",
            "chat_template": self.value("--chat-template") or "the model's own",
            "tensor_parallel": self.tensor_parallel,
            "files": dict(self.files),
        }

    def _command(self) -> list[str]:
        return [part.replace("{model}", self.model) for part in shlex.split(self.command)]

    def command_line(self, port: int) -> list[str]:
        """Raises ValueError where the program is not installed."""
        program, *rest = self._command()
        found = shutil.which(program)
        if found is None:
            raise ValueError(
                f"{program!r}, which serves the model, is not installed: pip install 'pytest-faithform[vllm]', name a "
                "running server with --faithform-base-url, or the command with --faithform-vllm-command"
            )
        revision = ["--revision", self.revision] if self.revision else []
        return [found, *rest, "--host", "127.0.0.1", "--port", str(port), *revision, *self.args]


@dataclass
class _Server:
    number: int
    devices: str | None
    log: Path = Path(os.devnull)
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0
    ready: bool = False
    #: Whether its end was told with all that belongs to it.
    mourned: bool = False
    pipe: IO[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def tail(self) -> list[str]:
        with contextlib.suppress(OSError), self.log.open("rb") as file:
            file.seek(max(0, self.log.stat().st_size - 20_000))
            lines = file.read().decode(errors="replace").splitlines()
            return [line.rstrip() for line in lines if line.strip()][-_SHOWN_LINES:]
        return []


class VllmServers:
    """The servers of one session. `logs` names the folder that keeps what they print, when they start; `tell` is told how
    starting goes."""

    def __init__(
        self,
        settings: VllmSettings,
        logs: Callable[[], Path],
        *,
        tell: Callable[[str], None] = lambda line: None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        """Raises ValueError where there are too few GPUs, or the program is missing."""
        self.settings = settings
        self._logs, self._tell = logs, tell
        self._environ = dict(os.environ if environ is None else environ)
        devices = visible_devices(self._environ)
        size = settings.tensor_parallel
        # Without a GPU the program may be a build for the CPU; it says so itself where it is not.
        groups: Sequence[str | None] = device_groups(devices, size) if devices or size > 1 else [None]
        self._servers = [_Server(at, group) for at, group in enumerate(groups)]
        settings.command_line(0)
        self._stopped = False

    @property
    def count(self) -> int:
        return len(self._servers)

    @property
    def identity(self) -> str:
        return self.settings.identity

    def addresses(self) -> list[str]:
        self.start()
        return self.wait()

    def start(self) -> None:
        """Start what does not run yet."""
        if any(server.process is not None for server in self._servers):
            return
        logs = self._logs()
        for server in self._servers:
            server.log = logs / f"server-{server.number}.log"
            self._launch(server)
        on = " and ".join(f"GPU {server.devices}" for server in self._servers if server.devices) or "no GPU"
        self._tell(f"starting {self.count} vllm server{'s' * (self.count > 1)} on {on}; logs in {logs}")

    def wait(self) -> list[str]:
        """The addresses, once every server answers; tells every half minute what is waited for. Raises FaithformFault,
        with the end of its log, where a server ends or is not ready in time."""
        began = time.monotonic()
        told = began
        while waiting := [server for server in self._servers if not server.ready]:
            for server in waiting:
                if self._stopped:
                    raise FaithformFault("formalizer", "the servers were stopped because the session is ending")
                self._look(server)
            now = time.monotonic()
            if now - began > self.settings.timeout:
                raise self._fault(waiting[0], f"is not ready after {self.settings.timeout:g} s")
            if now - told >= _TELL_SECONDS:
                told = now
                last = next(reversed(waiting[0].tail()), "it has printed nothing")
                self._tell(
                    f"waiting for {len(waiting)} of {self.count} vllm servers for {now - began:.0f} s; "
                    f"server {waiting[0].number}: {last[:160]}"
                )
            time.sleep(_POLL_SECONDS)
        return [server.url for server in self._servers]

    def ended(self, address: str) -> str:
        """How the server at this address ended, with the end of its log the first time; "" where it runs, or was stopped."""
        server = next((one for one in self._servers if one.url == address), None)
        status = None if server is None or server.process is None or self._stopped else server.process.poll()
        if server is None or status is None:
            return ""
        if server.mourned:
            return f"the vllm server {server.number} ended with status {status}; see {server.log}"
        server.mourned = True
        return self._said(server, f"ended with status {status}")

    def stop(self) -> None:
        """End all servers; safe to call again, and while another thread waits for them."""
        self._stopped = True
        for server in self._servers:
            self._hang_up(server)
        for server in self._servers:
            if server.process is not None:
                try:
                    server.process.wait(timeout=supervisor.GRACE_SECONDS + 10)
                except subprocess.TimeoutExpired:
                    server.process.kill()
                    server.process.wait()

    def describe(self) -> dict[str, Any]:
        return self.settings.describe()

    def serving(self) -> dict[str, Any]:
        """For the manifest: on what the answers were made."""
        return {"servers": self.count, "gpus": [server.devices for server in self._servers]}

    def _launch(self, server: _Server) -> None:
        server.starts += 1
        server.port = _free_port()
        command = self.settings.command_line(server.port)
        environ = self._environ if server.devices is None else self._environ | {"CUDA_VISIBLE_DEVICES": server.devices}
        server.log.parent.mkdir(parents=True, exist_ok=True)
        with server.log.open("ab") as log:
            log.write(f"$ CUDA_VISIBLE_DEVICES={server.devices or ''} {shlex.join(command)}\n".encode())
            log.flush()
            process = subprocess.Popen(
                [sys.executable, "-I", supervisor.__file__, *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environ,
                start_new_session=True,
            )
        server.process, server.pipe = process, process.stdin

    def _look(self, server: _Server) -> None:
        import httpx

        assert server.process is not None
        status = server.process.poll()
        if self._stopped:
            return
        if status is not None:
            taken = any("address already in use" in line.lower() for line in server.tail())
            if not taken or server.starts >= _STARTS or self._stopped:
                raise self._fault(server, f"ended with status {status} before it was ready")
            self._hang_up(server)
            self._launch(server)
            return
        with contextlib.suppress(httpx.HTTPError):
            answer = httpx.get(f"http://127.0.0.1:{server.port}/health", timeout=5, trust_env=False)
            server.ready = answer.status_code == 200

    def _hang_up(self, server: _Server) -> None:
        if server.pipe is not None:
            with contextlib.suppress(OSError):
                server.pipe.close()

    def _fault(self, server: _Server, what: str) -> FaithformFault:
        mend = "" if server.devices else f"\n{_NO_GPU}"
        return FaithformFault("formalizer", self._said(server, what) + mend)

    def _said(self, server: _Server, what: str) -> str:
        shown = "".join(f"\n  {line[:300]}" for line in server.tail())
        devices = f" on GPU {server.devices}" if server.devices else ""
        return f"the vllm server {server.number}{devices} {what}; the end of {server.log}:{shown or ' it is empty'}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
