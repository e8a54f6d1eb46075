"""Plays `vllm serve MODEL --port P …` on loopback: slow to get ready, with a child of its own, and able to go wrong in the
ways that the real one does. What it was started with is written beside its log, as JSON lines in $STAND_IN_CALLS."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


def main(argv: list[str]) -> None:
    options = dict(zip(argv[3::2], argv[4::2], strict=False))
    if os.environ.get("STAND_IN_STUBBORN"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # The real one's engine core is a process of its own; this one even leaves the group.
    engine = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    with open(os.environ["STAND_IN_CALLS"], "a") as file:
        told = {"argv": argv, "gpus": os.environ.get("CUDA_VISIBLE_DEVICES"), "pids": [os.getpid(), engine.pid]}
        file.write(json.dumps(told) + "\n")
    print("loading weights", flush=True)
    failing = os.environ.get("STAND_IN_FAILS", "")
    if failing == "port" and len(Path(os.environ["STAND_IN_CALLS"]).read_text().splitlines()) == 1:
        sys.exit("OSError: [Errno 98] Address already in use")
    if failing == "memory":
        sys.exit("ValueError: Free memory on device is less than desired GPU memory utilization")
    time.sleep(float(os.environ.get("STAND_IN_LOADS", "0.3")))
    server = ThreadingHTTPServer((options["--host"], int(options["--port"])), Handler)
    server.daemon_threads = True
    server.serve_forever()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._send({"status": "ok"})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        print("answering", flush=True)
        if os.environ.get("STAND_IN_FAILS") == "answering":
            print("RuntimeError: CUDA error: an illegal memory access was encountered", flush=True)
            os._exit(3)
        time.sleep(float(os.environ.get("STAND_IN_ANSWERS", "0.05")))
        gpus = os.environ.get("CUDA_VISIBLE_DEVICES", "none")
        text = f"-- GPU {gpus}\n```lean4\ntheorem t : 1 = 1 := rfl\n```"
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
        answer = {"id": "x", "object": "chat.completion", "created": 0, "model": body["model"]}
        self._send(answer | {"choices": [choice], "usage": usage})

    def _send(self, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        pass


if __name__ == "__main__":
    main(sys.argv)
