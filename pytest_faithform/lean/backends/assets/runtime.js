// Boots Lean's WebAssembly module inside this process, without threads, and gives access to Lean objects.
//
// boot({dir, lib}) -> Promise of a `lean` object. `dir` holds loader.js (the module's own emscripten loader, slimmed at
// install) and lean.wasm (patched at install); `lib` is the folder of .olean files, by its real path, or null where the
// memory comes from an image and nothing will be imported.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const { replaceInvokes } = require("./invoke.js");

const WASM_PAGE = 65536;
const HEAP_LIMIT_MB = 2048;
const C_STACK_MB = 256;
const FILE_OPERATIONS = [
  "open", "mkdir", "mkdev", "mknod", "symlink", "rename", "rmdir", "unlink", "truncate", "ftruncate", "chmod", "chown",
  "utime", "mount", "readdir", "readlink",
];
const PERMISSION_DENIED = 2; // EACCES in WASI's numbers
const MOUNT = "/lean/lib/lean";

// Parts of the loader's own scope that an image is made of.
const LOADER_STATE =
  ';Module["loaderState"]={get table(){return wasmTable},addFunction,freeTableIndexes,exceptionCaught,' +
  "openStreams:()=>FS.streams.filter(Boolean).length};";

// What the loader may ask Node for. It would also take child_process, worker_threads and ws: no Lean text gets there.
const LOADER_MODULES = new Set(["fs", "path", "crypto", "util", "os"]);

// The loader looks here to learn that it is on the main thread. There are no others.
const NO_WORKERS = { isMainThread: true, workerData: null, Worker: undefined };

function loaderRequire(name) {
  const plain = name.replace(/^node:/, "");
  if (plain === "worker_threads") return NO_WORKERS;
  if (!LOADER_MODULES.has(plain)) throw new Error(`the Lean loader may not use the module ${name}`);
  return require(plain);
}

// With the network's globals gone and eval switched off (a Node option), code that escaped from the wasm module's
// memory would still find nothing to talk to.
function closeDoors() {
  for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest", "Worker", "BroadcastChannel"]) {
    delete globalThis[name];
  }
  process.getBuiltinModule = undefined;
  process.binding = undefined;
  process.dlopen = undefined;
}

function boot({ dir, lib }) {
  return new Promise((resolve, reject) => {
    const loader = path.join(dir, "loader.js");
    const memory = new WebAssembly.Memory({
      initial: 256,
      maximum: (HEAP_LIMIT_MB * 1024 * 1024) / WASM_PAGE,
      shared: true,
    });
    // Lean's own console goes to stderr, without what this debug build prints for each file it imports: stdout carries
    // the protocol.
    const toStderr = (line) => {
      if (!/^\[DEBUG|^  - |^  mainModule\?/.test(line)) fs.writeSync(2, `${line}\n`);
    };
    const Module = {
      noInitialRun: true,
      thisProgram: "/lean",
      stdin: () => null, // the process's own stdin carries the protocol
      wasmMemory: memory,
      print: toStderr,
      printErr: toStderr,
      instantiateWasm(imports, done) {
        const compiled = new WebAssembly.Module(fs.readFileSync(path.join(dir, "lean.wasm")));
        const ours = replaceInvokes(compiled, imports);
        WebAssembly.instantiate(compiled, ours.imports).then((instance) => {
          ours.fill(instance.exports);
          done(instance, compiled);
        }).catch(reject);
        return {};
      },
      onRuntimeInitialized() {
        try {
          Object.assign(Module.loaderState, {
            tableLength: Module.loaderState.table.length,
            initialBytes: memory.buffer.byteLength,
          });
          if (lib !== null) {
            const folders = MOUNT.split("/").slice(1);
            folders.forEach((_, i) => Module.FS.mkdir("/" + folders.slice(0, i + 1).join("/")));
            Module.FS.mount(Module.NODEFS, { root: lib }, MOUNT);
          }
          resolve(objects(Module, lib !== null));
        } catch (error) {
          reject(error);
        }
      },
    };
    const quiet = { log() {}, info() {}, debug() {}, warn() {}, error: toStderr };
    const names = ["Module", "require", "__filename", "__dirname", "module", "console"];
    const run = vm.compileFunction(fs.readFileSync(loader, "utf8") + LOADER_STATE, names, { filename: loader });
    run(Module, loaderRequire, loader, dir, { exports: {} }, quiet);
    closeDoors();
  });
}

// Lean objects in the module's memory. Layout of this 32-bit build: reference count (4 bytes), size (2), number of
// fields (1), tag (1), then the fields (4 bytes each), then scalars. Odd "pointers" are boxed scalars.
function objects(Module, mounted) {
  const wasm = Module.wasmExports;
  const memory = Module.wasmMemory;
  let buffer = null;
  let words;
  let bytes;
  let halves;
  // The views go stale when memory grows.
  const refresh = () => {
    if (buffer === memory.buffer) return;
    buffer = memory.buffer;
    words = new Int32Array(buffer);
    bytes = new Uint8Array(buffer);
    halves = new Uint16Array(buffer);
  };
  const word = (address) => (refresh(), words[address >>> 2]);

  const box = (n) => (n << 1) | 1;
  const unbox = (o) => o >>> 1;
  const isScalar = (o) => (o & 1) === 1;

  function retain(o) {
    if (isScalar(o)) return o;
    const count = word(o);
    if (count > 0) words[o >>> 2] = count + 1;
    else if (count < 0) Atomics.sub(words, o >>> 2, 1); // shared between threads: counted downwards
    return o;
  }
  function release(o) {
    if (isScalar(o)) return;
    const count = word(o);
    if (count > 1) words[o >>> 2] = count - 1;
    else if (count !== 0) wasm.lean_dec_ref_cold(o); // 0: never freed
  }

  const tag = (o) => (isScalar(o) ? unbox(o) : (refresh(), bytes[o + 7]));
  const fieldCount = (o) => (refresh(), bytes[o + 6]);
  const field = (o, i) => word(o + 8 + 4 * i); // borrowed
  const scalarByte = (o, i) => (refresh(), bytes[o + 8 + 4 * fieldCount(o) + i]);

  function constructor(tagNumber, fields, scalarBytes = 0) {
    const size = (8 + 4 * fields.length + scalarBytes + 7) & ~7;
    const o = wasm.lean_alloc_object(size);
    refresh();
    bytes.fill(0, o, o + size);
    words[o >>> 2] = 1;
    halves[(o + 4) >>> 1] = size;
    bytes[o + 6] = fields.length;
    bytes[o + 7] = tagNumber;
    fields.forEach((f, i) => (words[(o + 8 + 4 * i) >>> 2] = f));
    return o;
  }
  const setScalarByte = (o, i, value) => (refresh(), (bytes[o + 8 + 4 * fieldCount(o) + i] = value));

  function string(text) {
    const encoded = Buffer.from(text, "utf8");
    const at = wasm.malloc(encoded.length + 1);
    refresh();
    bytes.set(encoded, at);
    bytes[at + encoded.length] = 0;
    const o = wasm.lean_mk_string_from_bytes(at, encoded.length);
    wasm.free(at);
    return o;
  }
  const decoder = new TextDecoder();
  function text(o) {
    const size = word(o + 8) - 1; // without the closing NUL
    return decoder.decode(bytes.slice(o + 20, o + 20 + size));
  }

  const arraySize = (o) => word(o + 8);
  const arrayItem = (o, i) => word(o + 16 + 4 * i);
  const emptyArray = () => wasm.lean_array_mk(box(0));

  // A Lean constant (a global of the module that points to an object).
  function constant(name) {
    const global = wasm[name];
    if (!global) throw new Error(`the Lean module has no ${name}`);
    return retain(word(global.value));
  }

  // The result of an IO action: its value, or the IO error as an exception.
  function io(result, what) {
    const value = retain(field(result, 0));
    const failed = tag(result) !== 0;
    release(result);
    if (failed) throw new Error(`${what}: ${text(wasm.lean_io_error_to_string(value))}`);
    return value;
  }

  let stack = null;
  function useStack({ top, low }) {
    stack = { top, low };
    wasm.emscripten_stack_set_limits(top, low);
    wasm._emscripten_stack_restore(top);
  }
  function useLargeStack() {
    // The module comes with a C stack of 64 KiB and no guard; deep terms need more.
    const size = C_STACK_MB * 1024 * 1024;
    const low = wasm.malloc(size);
    useStack({ top: (low + size) & ~15, low });
  }

  // After the imports no Lean code has a file to read or to write, not even in memory, where one text could leave
  // something for the next.
  function closeFileSystem() {
    const { FS } = Module;
    if (mounted) FS.unmount(MOUNT);
    const refused = () => {
      throw new FS.ErrnoError(PERMISSION_DENIED);
    };
    for (const operation of FILE_OPERATIONS) FS[operation] = refused;
  }

  return {
    wasm, box, unbox, isScalar, retain, release, tag, field, scalarByte, setScalarByte, constructor, string, text,
    arraySize, arrayItem, emptyArray, constant, io, useLargeStack, useStack,
    stack: () => stack,
    loaderState: Module.loaderState,
    // All of the memory, at least `size` bytes of it.
    memoryBytes(size = 0) {
      const lacking = size - memory.buffer.byteLength;
      if (lacking > 0) memory.grow(lacking / WASM_PAGE);
      refresh();
      return bytes;
    },
    searchPath: path.dirname(path.dirname(MOUNT)),
    heapMegabytes: () => memory.buffer.byteLength >> 20,
    closeFileSystem,
  };
}

module.exports = { boot, HEAP_LIMIT_MB, C_STACK_MB };
