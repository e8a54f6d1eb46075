"""An OpenAI-compatible endpoint on loopback for faults: what it answers is scripted, what it was asked is kept."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

#: Status and body; a body of text is sent as it is.
Answer = tuple[int, dict[str, Any] | str]


def completion(text: Any, **choice: Any) -> tuple[int, dict[str, Any]]:
    return 200, {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "stub-1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}} | choice],
        "usage": {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12},
    }


class StubServer:
    """`script(prompt, n)` answers the n-th request (from 0). `most_at_once` is the highest number of requests in flight."""

    def __init__(self, script: Callable[[str, int], Answer], *, delay: float = 0.0) -> None:
        self.requests: list[dict[str, Any]] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with stub._lock:
                    number = len(stub.requests)
                    stub.requests.append(body)
                    stub._at_once += 1
                    stub.most_at_once = max(stub.most_at_once, stub._at_once)
                time.sleep(delay)
                status, answer = script(body["messages"][-1]["content"], number)
                with stub._lock:
                    stub._at_once -= 1
                data = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
                # The client may have given up waiting.
                with contextlib.suppress(OSError):
                    self._send(status, data)

            def _send(self, status: int, data: bytes) -> None:
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                if status == 429 or status >= 500:
                    self.send_header("retry-after-ms", "1")
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> StubServer:
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
