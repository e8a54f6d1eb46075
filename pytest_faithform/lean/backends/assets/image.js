// Saves the memory of a started, idle Lean to a file, and restores it in a fresh process, which then has nothing to import
// and nothing to elaborate.
//
// The state of a Lean at rest is its linear memory without the C stack, the bounds of that stack, the functions that were
// added to the table since the module was loaded (Lean's interpreter looks them up by name), and the pointers that the
// session holds. All else that the loader and the module have is the same after every start.
//
// An image is trusted code: who can write one can make Lean accept anything. It is kept in the toolchain's folder.
"use strict";
const crypto = require("node:crypto");
const fs = require("node:fs");

const MAGIC = "faithform-image1";
const HEAD_START = MAGIC.length + 4;
const WASM_PAGE = 65536;
const STANDARD_STREAMS = 3;

function requireRest({ wasm, loaderState, stack }) {
  if (wasm.emscripten_stack_get_current() !== stack().top) throw new Error("no image: a C function is running");
  if (loaderState.exceptionCaught.length) throw new Error("no image: an exception is being handled");
  if (loaderState.openStreams() > STANDARD_STREAMS) throw new Error("no image: a file is open");
  if (loaderState.freeTableIndexes.length) throw new Error("no image: the function table has holes");
}

function addedFunctions({ wasm, loaderState: { table, tableLength } }) {
  const names = new Map();
  for (const [name, value] of Object.entries(wasm)) {
    if (typeof value === "function" && !names.has(value)) names.set(value, name);
  }
  const added = [];
  for (let i = tableLength; i < table.length; i++) {
    const name = names.get(table.get(i));
    if (name === undefined) throw new Error(`no image: table entry ${i} is no export`);
    added.push(name);
  }
  return added;
}

// Runs of pages that are not all zero, outside the C stack.
function usedBlocks(bytes, stack) {
  const words = new BigInt64Array(bytes.buffer);
  const isZero = (page) => {
    const start = page / 8;
    for (let i = start; i < start + WASM_PAGE / 8; i++) if (words[i] !== 0n) return false;
    return true;
  };
  const blocks = [];
  for (let page = 0; page < bytes.length; page += WASM_PAGE) {
    const inStack = page >= stack.low && page + WASM_PAGE <= stack.top;
    if (inStack || isZero(page)) continue;
    const last = blocks.at(-1);
    if (last && last.start + last.size === page) last.size += WASM_PAGE;
    else blocks.push({ start: page, size: WASM_PAGE });
  }
  return blocks;
}

// `session`: JSON, what openSession needs. `id` names everything that the image depends on.
function save(lean, file, id, session) {
  requireRest(lean);
  const bytes = lean.memoryBytes();
  const stack = lean.stack();
  const blocks = usedBlocks(bytes, stack);
  const data = blocks.map(({ start, size }) => Buffer.from(bytes.slice(start, start + size)));
  const hash = crypto.createHash("sha256");
  for (const block of data) hash.update(block);
  const head = Buffer.from(
    JSON.stringify({
      id, session, stack, blocks, size: bytes.length, tableLength: lean.loaderState.tableLength,
      functions: addedFunctions(lean), sha256: hash.digest("hex"),
    }),
  );
  const start = Buffer.alloc(HEAD_START);
  start.write(MAGIC, "latin1");
  start.writeUInt32LE(head.length, MAGIC.length);
  fs.writeFileSync(file, Buffer.concat([start, head, ...data]));
}

function readInto(handle, target, position) {
  for (let done = 0; done < target.length; ) {
    const read = fs.readSync(handle, target, done, target.length - done, position + done);
    if (read === 0) throw new Error("the image is cut short");
    done += read;
  }
  return target;
}

// Returns the session that was saved. After an exception (the image is another's, or damaged) this Lean is of no use.
function load(lean, file, id) {
  const handle = fs.openSync(file, "r");
  const start = readInto(handle, Buffer.alloc(HEAD_START), 0);
  if (start.toString("latin1", 0, MAGIC.length) !== MAGIC) throw new Error("the image is no image");
  const head = JSON.parse(readInto(handle, Buffer.alloc(start.readUInt32LE(MAGIC.length)), HEAD_START));
  const { table, tableLength, addFunction } = lean.loaderState;
  if (head.id !== id) throw new Error("the image is of another Lean");
  if (head.tableLength !== tableLength || table.length !== tableLength) throw new Error("the image is of another module");
  const bytes = lean.memoryBytes(head.size);
  bytes.fill(0, 0, lean.loaderState.initialBytes);
  const hash = crypto.createHash("sha256");
  // Straight into Lean's memory: the file is large, and each start of a worker waits for it.
  let at = HEAD_START + start.readUInt32LE(MAGIC.length);
  for (const block of head.blocks) {
    hash.update(readInto(handle, bytes.subarray(block.start, block.start + block.size), at));
    at += block.size;
  }
  fs.closeSync(handle);
  if (hash.digest("hex") !== head.sha256) throw new Error("the image is damaged");
  lean.useStack(head.stack);
  head.functions.forEach((name, i) => {
    if (addFunction(lean.wasm[name]) !== tableLength + i) throw new Error(`the image's function ${name} has moved`);
  });
  return head.session;
}

module.exports = { save, load };
