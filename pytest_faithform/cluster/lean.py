"""Lean on the nodes of a Ray cluster: each worker of the session has one, wherever Ray finds a free processor.

A Lean whose node is lost is started on another node by Ray, and the check under way is asked there again. That is sound
because a check depends on its text and on the Lean alone, and because no node may have another Lean than the manifest says.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pytest_faithform.cluster.joined import Cluster, first_line, this_node
from pytest_faithform.lean import composite
from pytest_faithform.lean.backends.make import make_backend
from pytest_faithform.lean.backends.settle import CONTROL, CONTROL_SECONDS
from pytest_faithform.lean.checker import LeanChecker, LeanUnavailable
from pytest_faithform.model import LeanReply

__all__ = ["NodeLean", "RayLean", "runs_on_nodes"]

#: Seconds for a Lean to come up on a node: a processor to get free, a process to start, an image to be read or made.
START_SECONDS = 600.0
_TELL_SECONDS = 30.0
_LOOK_SECONDS = 1.0
#: How often a check is asked whose node is lost. A text that took a node each time would take them all.
_TRIES = 3
#: A backend asks a text twice, with a control between.
_ASKS = 4


def runs_on_nodes(spec: str) -> bool:
    """Whether this Lean is a process of its own. A server is reached from everywhere, and a recording is a file."""
    return spec.partition(":")[0] in ("embedded", "repl")


@dataclass(frozen=True)
class Told:
    """What comes from a node: which it is, what its Lean and this package are there, a reply, or `why` there is none."""

    node: str
    lean: dict[str, Any] | None = None
    instrument: str = ""
    reply: LeanReply | None = None
    why: str = ""

    @property
    def digest(self) -> str:
        """Of all that a reply depends on but its text."""
        return hashlib.sha256(json.dumps([self.lean, self.instrument], sort_keys=True).encode()).hexdigest()


class NodeLean:
    """On a node: its Lean, with what it says of itself beside each reply."""

    def __init__(self, spec: str, timeout: float, unsafe: bool, secret: bytes) -> None:
        self._settings = (spec, timeout, unsafe)
        # So that what it keeps of a text it checked serves the questions that the session asks about it.
        composite.adopt(secret)
        self._lean: LeanChecker | None = None
        self._node = this_node()
        self._instrument = version("pytest-faithform")

    def describe(self) -> Told:
        try:
            return Told(self._node, self._made().describe(), self._instrument)
        except (LeanUnavailable, ValueError, OSError) as error:
            return Told(self._node, why=str(error))

    def check(self, source: str, timeout: float | None) -> Told:
        try:
            lean = self._made()
            reply = lean.check(source, timeout=timeout)
            return Told(self._node, lean.describe(), self._instrument, reply)
        except (LeanUnavailable, ValueError, OSError) as error:
            return Told(self._node, why=str(error))

    def probe(self) -> Told:
        """As `describe`, of a Lean that has shown that it works."""
        told = self.describe()
        if told.why:
            return told
        checked = self.check(CONTROL, CONTROL_SECONDS)
        self.close()
        reply = checked.reply
        if reply is not None and reply.outcome == "ok":
            return told
        found = checked.why or (reply and reply.messages and reply.messages[0].text) or (reply and reply.outcome)
        return Told(self._node, why=f"its Lean does not accept a control: {found}")

    def close(self) -> None:
        if self._lean is not None:
            self._lean.close()

    def _made(self) -> LeanChecker:
        if self._lean is None:
            spec, timeout, unsafe = self._settings
            self._lean = make_backend(spec, timeout=timeout, unsafe=unsafe)
            assert self._lean is not None
        return self._lean


class RayLean:
    """A LeanChecker whose Lean is an actor of the cluster. With `everywhere`, `describe` asks all nodes, and refuses a
    cluster whose nodes differ. `agreed` is the file in which the controller of workers leaves what they must find; `workers`
    share the cluster's processors where they are more than these."""

    def __init__(
        self,
        cluster: Cluster,
        spec: str,
        *,
        timeout: float,
        unsafe: bool = False,
        everywhere: bool = False,
        agreed: Path | None = None,
        workers: int = 1,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        """Raises ValueError for a wrong SPEC."""
        made = make_backend(spec, timeout=timeout, unsafe=unsafe)
        assert made is not None
        self.name = made.name
        self._cluster = cluster
        self._settings = (spec, timeout, unsafe)
        self._timeout = timeout
        self._everywhere = everywhere
        self._agreed = agreed
        self._share = max(0.01, min(1.0, int(100 * cluster.processors / max(1, workers)) / 100))
        self._tell = tell
        self._actor: Any = None
        self._described: Told | None = None

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        expected = self._expected()
        seconds = START_SECONDS + _ASKS * (self._timeout if timeout is None else timeout)
        told: Told = self._asked(lambda actor: actor.check.remote(source, timeout), seconds)
        if told.reply is None:
            raise LeanUnavailable(f"node {told.node}: {told.why}")
        if told.digest != expected:
            # Elsewhere there may be the right one.
            self.close()
            raise LeanUnavailable(
                f"node {told.node} has another Lean, or another release of this package, than the session began with; "
                "install the same on all nodes"
            )
        return told.reply

    def describe(self) -> dict[str, Any]:
        return self._told().lean or {}

    def agree(self) -> None:
        """In the controller: leave for the workers what their Leans must be."""
        if self._agreed is not None:
            self._agreed.parent.mkdir(mode=0o700, exist_ok=True)
            self._agreed.write_text(self._told().digest, encoding="ascii")

    def _expected(self) -> str:
        if self._agreed is not None and self._agreed.exists():
            return self._agreed.read_text(encoding="ascii")
        return self._told().digest

    def _told(self) -> Told:
        if self._described is None:
            asked = self._of_all_nodes() if self._everywhere else [self._of_this()]
            for told in asked:
                if told.lean is None:
                    raise LeanUnavailable(f"node {told.node}: {told.why}")
                if told.digest != asked[0].digest:
                    first = asked[0].lean or {}
                    other = sorted(key for key in told.lean if told.lean[key] != first.get(key)) or ["the release"]
                    raise LeanUnavailable(
                        f"the nodes differ: {asked[0].node} and {told.node} in {', '.join(other)}; install the "
                        "same Lean and the same release of this package on all of them"
                    )
            self._described = asked[0]
        return self._described

    def close(self) -> None:
        actor, self._actor = self._actor, None
        if actor is None:
            return
        ray = self._cluster.ray
        try:
            # Killed, it would leave its Lean to notice.
            ray.get(actor.close.remote(), timeout=5)
        except ray.exceptions.RayError:
            pass
        finally:
            ray.kill(actor)

    def _running(self) -> Any:
        if self._actor is None:
            made = self._cluster.ray.remote(NodeLean).options(
                num_cpus=self._share, max_restarts=-1, scheduling_strategy="SPREAD"
            )
            self._actor = made.remote(*self._settings, composite.secret())
        return self._actor

    def _of_this(self) -> Told:
        found: Told = self._asked(lambda actor: actor.describe.remote(), START_SECONDS)
        return found

    def _of_all_nodes(self) -> list[Told]:
        """Of those that have processors: on others no Lean is placed."""
        ray = self._cluster.ray
        pinned = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
        ask = ray.remote(_probe)
        asked = {
            node["NodeID"]: ask.options(num_cpus=0, scheduling_strategy=pinned(node["NodeID"], soft=False)).remote(
                *self._settings
            )
            for node in self._able()
        }
        found: list[Told] = []
        for name, answer in asked.items():
            try:
                found.append(self._result(answer, START_SECONDS))
            except LeanUnavailable:
                time.sleep(_LOOK_SECONDS)
                if name in {node["NodeID"] for node in self._able()}:
                    raise
        if not found:
            raise LeanUnavailable("no node of the Ray cluster has a processor to give (`ray status` shows what it has)")
        return found

    def _able(self) -> list[dict[str, Any]]:
        return [node for node in self._cluster.nodes() if node["Resources"].get("CPU", 0) >= 1]

    def _asked(self, ask: Callable[[Any], Any], seconds: float) -> Any:
        """What `ask` of this worker's actor comes to, on another node where its own is lost meanwhile. Raises LeanUnavailable
        where nodes are lost again and again."""
        unavailable = self._cluster.ray.exceptions.ActorUnavailableError
        for left in reversed(range(_TRIES)):
            try:
                return self._result(ask(self._running()), seconds)
            except unavailable as error:
                lost = error
                if left:
                    self._wait_until_back()
        self.close()
        raise LeanUnavailable(f"{_TRIES} nodes were lost that checked this text: {first_line(lost)}")

    def _wait_until_back(self) -> None:
        """Ray's own way to ask again counts each try to reach the lost node, and gives up before it knows of the loss."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                self._result(self._running().describe.remote(), max(1.0, deadline - time.monotonic()))
                return
            except self._cluster.ray.exceptions.ActorUnavailableError as error:
                if time.monotonic() > deadline:
                    self.close()
                    raise LeanUnavailable(
                        f"the node of this worker's Lean was lost, and no other had room for one in {START_SECONDS:.0f} s: "
                        f"{self._room()}"
                    ) from error
                time.sleep(_LOOK_SECONDS)

    def _result(self, asked: Any, seconds: float) -> Any:
        """What was asked for. Raises LeanUnavailable where the cluster gives none within so many seconds."""
        ray = self._cluster.ray
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            try:
                return ray.get(asked, timeout=max(0.1, min(left, _TELL_SECONDS)))
            except ray.exceptions.GetTimeoutError as error:
                if left <= _TELL_SECONDS:
                    self.close()
                    raise LeanUnavailable(
                        f"the Ray cluster gave no answer of a Lean within {seconds:.0f} s: {self._room()}"
                    ) from error
                self._tell(f"waiting for the Ray cluster: {self._room()}")
            except ray.exceptions.ActorUnavailableError:
                raise
            except ray.exceptions.RayError as error:
                self.close()
                raise LeanUnavailable(f"the Ray cluster lost the Lean of this worker: {first_line(error)}") from error

    def _room(self) -> str:
        free = self._cluster.ray.available_resources().get("CPU", 0)
        return f"{free:g} of its {self._cluster.processors} processors are free"


def _probe(spec: str, timeout: float, unsafe: bool) -> Told:
    return NodeLean(spec, timeout, unsafe, composite.secret()).probe()
