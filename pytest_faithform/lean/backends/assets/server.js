// A Lean checker that speaks JSON lines: one request a line on stdin, one reply a line on stdout.
//
//   start    -> {"ready": true, "node": "v24…", "axioms": ["Real", …], "heap_mb": 300}
//   request     {"id": 1, "head": "", "source": "theorem t : 1 = 1 := rfl", "frame": "", "heartbeats": 400000,
//                "seconds": 60, "compiled": true}; `head` stands before `source`, and what it elaborates to is kept for the
//                next text; with a `frame` that is done with the source itself, in a section of that name
//   reply    -> {"id": 1, "messages": […], "declarations": […], "sorries": […], "heap_mb": 310}
//   after a crash or past its time {"id": 1, "failed": "crash" | "timeout", "reason": "…"}, and the process ends
//
// usage: node --permission --allow-fs-read=TOOLCHAIN server.js TOOLCHAIN [--load IMAGE ID | --save IMAGE ID] --base FILE …
// It ends when stdin is closed. With --save it starts, writes an image of itself, and ends.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const image = require("./image.js");
const { boot } = require("./runtime.js");
const { openSession } = require("./session.js");

// A process whose parent is gone cannot see that stdin was closed while Lean is busy: Node's own watchdog ends the
// check a little after the time at which the parent would have killed it.
const GRACE_SECONDS = 2;

function send(message) {
  const line = Buffer.from(JSON.stringify(message) + "\n", "utf8");
  for (let at = 0; at < line.length; ) {
    try {
      at += fs.writeSync(1, line, at);
    } catch (error) {
      if (error.code !== "EAGAIN") process.exit(0); // nobody reads any more
    }
  }
}

// Lean's own exits and C++ exceptions arrive as objects that are no Error and do not say what they are.
function described(error) {
  if (error instanceof Error) return String(error).slice(0, 500);
  const name = (error && (error.name || error.constructor.name)) || typeof error;
  const status = error && error.status !== undefined ? ` (exit status ${error.status})` : "";
  return `Lean ended by ${name === "Object" ? "an exception of its own" : name}${status}`;
}

function answer(session, lean, request) {
  globalThis.runCheck = () => session.check(request);
  try {
    const reply = vm.runInThisContext("runCheck()", { timeout: Math.ceil(1000 * (request.seconds + GRACE_SECONDS)) });
    send({ id: request.id, ...reply, heap_mb: lean.heapMegabytes() });
  } catch (error) {
    const failed = error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "timeout" : "crash";
    send({ id: request.id, failed, reason: described(error) });
    process.exit(3); // Lean's memory is in an unknown state
  }
}

function serve(session, lean) {
  let pending = [];
  process.stdin.on("data", (chunk) => {
    let end;
    while ((end = chunk.indexOf(10)) >= 0) {
      const line = Buffer.concat([...pending, chunk.subarray(0, end)]).toString("utf8");
      pending = [];
      chunk = chunk.subarray(end + 1);
      answer(session, lean, JSON.parse(line));
    }
    pending.push(chunk);
  });
  process.stdin.on("end", () => process.exit(0));
  process.stdin.on("error", () => process.exit(0));
}

function parsed([toolchain, ...rest]) {
  const found = { toolchain, bases: [] };
  while (rest.length) {
    const option = rest.shift();
    if (option === "--base") found.bases.push(rest.shift());
    else Object.assign(found, { use: option, file: rest.shift(), id: rest.shift() });
  }
  return found;
}

async function main() {
  const { toolchain, use, file, id, bases } = parsed(process.argv.slice(2));
  const lib = use === "--load" ? null : path.join(toolchain, "lib", "lean");
  const lean = await boot({ dir: path.join(toolchain, "libexec"), lib });
  const saved = use === "--load" ? image.load(lean, file, id) : null;
  if (saved) lean.closeFileSystem();
  const read = (base) => ({ name: path.basename(base), text: fs.readFileSync(base, "utf8") });
  const session = openSession(lean, saved ? [] : bases.map(read), saved);
  if (use === "--save") {
    image.save(lean, file, id, session.saved);
    process.exit(0);
  }
  send({ ready: true, node: process.version, axioms: session.saved.axioms, heap_mb: lean.heapMegabytes() });
  serve(session, lean);
}

main().catch((error) => {
  fs.writeSync(2, `${(error && error.stack) || error}\n`);
  process.exit(1);
});
