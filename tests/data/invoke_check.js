// Runs what stands in for the Lean loader's invoke functions, on Lean's own list of imports and with a stand-in for what the
// module gives: a stack, a table with one function that does what it is told, and a place for what was thrown.
// usage: node invoke_check.js INVOKE_JS LEAN_WASM; prints JSON.
"use strict";
const fs = require("node:fs");
const { replaceInvokes } = require(process.argv[2]);

const lean = new WebAssembly.Module(fs.readFileSync(process.argv[3]));
const { imports, fill } = replaceInvokes(lean, { env: { other: 1 }, more: 2 });
const needed = WebAssembly.Module.imports(lean).map(({ name }) => name).filter((name) => name.startsWith("invoke_"));

// (module (import "m" "f" (func (param i32) (result i32))) (export "f" (func 0)))
const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f, 2, 7, 1, 1, 109, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0];
const told = { 1: (n) => n + 41, 2: () => { throw 4096; }, 3: () => { throw new RangeError("deep"); } };
let current = 100;
const inner = (n) => {
  current = 50; // what a call left on the stack
  const result = told[n](n);
  current = 100;
  return result;
};
const { f } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)), { m: { f: inner } }).exports;
const table = new WebAssembly.Table({ element: "anyfunc", initial: 3 });
table.set(2, f);

// The stack's functions must be WebAssembly's own: (param i32) (result i32) will not do for either, so they go the long way.
const wrap = (parameters, results, target) => {
  const type = [0x60, parameters, ...Array(parameters).fill(0x7f), results, ...Array(results).fill(0x7f)];
  const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, type.length + 1, 1, ...type, 2, 7, 1, 1, 109, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0];
  return new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(code)), { m: { f: target } }).exports.f;
};
const threw = [];
fill({
  __indirect_function_table: table,
  emscripten_stack_get_current: wrap(0, 1, () => current),
  _emscripten_stack_restore: wrap(1, 0, (to) => (current = to)),
  setThrew: (...what) => threw.push(what),
});

const call = (n) => {
  try {
    return imports.env.invoke_ii(2, n);
  } catch (error) {
    return String(error);
  }
};
const answers = [1, 2, 3].map((n) => ({ answer: call(n), stack: current, threw: threw.splice(0) }));
const ours = needed.filter((name) => Object.hasOwn(imports.env, name) && typeof imports.env[name] === "function");
console.log(JSON.stringify({ needed: needed.length, ours: ours.length, others: [imports.env.other, imports.more], answers }));
