// The calls under which a C++ exception may be caught, in WebAssembly instead of JavaScript.
//
// Lean's module imports one function for each signature of such a call, and the loader's are JavaScript: enter a try, call
// back into the module, and where something was thrown, put the stack back and say so in the module's memory. They are a tenth
// of Lean's time. Here the same is done by a small module of our own. It calls what stands in Lean's table, which exists only
// once Lean's module is there, so that what Lean imports are calls through a table of ours that is filled afterwards.
"use strict";

const TYPES = { i: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c };
const ZERO = { i: [0x41, 0], j: [0x42, 0], f: [0x43, 0, 0, 0, 0], d: [0x44, 0, 0, 0, 0, 0, 0, 0, 0] };
const EXTERNREF = 0x6f;

function leb(number) {
  const out = [];
  do {
    out.push((number & 127) | (number > 127 ? 128 : 0));
    number >>>= 7;
  } while (number);
  return out;
}
const vector = (items) => [...leb(items.length), ...items.flat()];
const section = (id, items) => [id, ...vector([vector(items)].flat())];
const string = (text) => vector([...Buffer.from(text)]);
const type = (parameters, results) => [0x60, ...vector(parameters), ...vector(results)];
const body = (locals, code) => vector([...vector(locals), ...code, 0x0b]);
const get = (local) => [0x20, ...leb(local)];
const module_ = (...sections) => Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, ...sections.flat()]);

// "viij": the result, then the parameters; the function's index in Lean's table comes before them.
function signature(letters) {
  const [result, ...parameters] = letters;
  if (![...parameters, ...(result === "v" ? [] : [result])].every((letter) => letter in TYPES)) {
    throw new Error(`no call of the signature ${letters} is known`);
  }
  const results = result === "v" ? [] : [TYPES[result]];
  const inner = parameters.map((letter) => TYPES[letter]);
  return { inner: type(inner, results), outer: type([TYPES.i, ...inner], results), count: inner.length, results, result };
}

const exported = (signatures, first) => signatures.map((_, k) => [...string(String(k)), 0, ...leb(first + k)]);

// What Lean imports: each call goes on to the same place of a table of ours.
function entrances(signatures) {
  return module_(
    section(1, signatures.map(({ outer }) => outer)),
    section(3, signatures.map((_, k) => leb(k))),
    section(4, [[0x70, 0, ...leb(signatures.length)]]),
    section(7, [[...string("table"), 1, 0], ...exported(signatures, 0)]),
    section(10, signatures.map(({ count }, k) => {
      const all = Array.from({ length: count + 1 }, (_, local) => get(local)).flat();
      return body([], [...all, 0x41, ...signed(k), 0x11, ...leb(k), 0]);
    })),
  );
}

// An i32.const's operand is signed.
const signed = (k) => (k < 64 ? [k] : [(k & 127) | 128, k >> 7]);

// What goes on there: the function is called, and what it throws is handed to `caught` with the stack as it was before.
function callers(signatures) {
  const [current, restore, caught] = [0, 1, 2];
  const more = [type([], [TYPES.i]), type([TYPES.i], []), type([EXTERNREF], [])];
  const [gives, takes, handles] = more.map((_, k) => 2 * signatures.length + k);
  const imported = (name, description) => [...string("lean"), ...string(name), ...description];
  return module_(
    section(1, [...signatures.flatMap(({ inner, outer }) => [inner, outer]), ...more]),
    section(2, [
      imported("current", [0, ...leb(gives)]), imported("restore", [0, ...leb(takes)]),
      imported("caught", [0, ...leb(handles)]), imported("table", [1, 0x70, 0, 0]),
      imported("thrown", [4, 0, ...leb(handles)]),
    ]),
    section(3, signatures.map((_, k) => leb(2 * k + 1))),
    section(7, exported(signatures, more.length)),
    section(10, signatures.map(({ count, results, result }, k) => {
      const stack = count + 1;
      const given = Array.from({ length: count }, (_, local) => get(local + 1)).flat();
      return body([[1, TYPES.i]], [
        0x10, current, 0x21, ...leb(stack),
        0x02, EXTERNREF, // block: left with what was thrown
        0x1f, results.length ? results[0] : 0x40, 1, 0x00, 0, 0, // try_table, catch the tag to the block
        ...given, ...get(0), 0x11, ...leb(2 * k), 0, // call_indirect
        0x0b, 0x0f, // end, return
        0x0b,
        ...get(stack), 0x10, restore, 0x10, caught,
        ...(result === "v" ? [] : ZERO[result]),
      ]);
    })),
  );
}

// `imports` with calls of ours in the place of the loader's, and `fill`, which must be called with the exports of the
// `module` before anything in it runs. In a Node that cannot catch in WebAssembly what JavaScript throws, the loader's stay.
function replaceInvokes(module, imports) {
  const names = WebAssembly.Module.imports(module).map(({ name }) => name).filter((name) => /^invoke_/.test(name));
  const signatures = names.map((name) => signature(name.slice("invoke_".length)));
  const ours = [entrances(signatures), callers(signatures)];
  if (!WebAssembly.JSTag || !ours.every((bytes) => WebAssembly.validate(bytes))) return { imports, fill() {} };
  const [outer, inner] = ours.map((bytes) => new WebAssembly.Module(bytes));
  const outside = new WebAssembly.Instance(outer).exports;
  const env = Object.create(imports.env);
  names.forEach((name, k) => Object.defineProperty(env, name, { value: outside[k] }));
  const fill = (lean) => {
    const caught = (error) => {
      // A C++ exception is the number of its place; all else is none of the module's.
      if (error !== error + 0) throw error;
      lean.setThrew(1, 0);
    };
    const { exports } = new WebAssembly.Instance(inner, {
      lean: {
        current: lean.emscripten_stack_get_current, restore: lean._emscripten_stack_restore, caught,
        table: lean.__indirect_function_table, thrown: WebAssembly.JSTag,
      },
    });
    names.forEach((_, k) => outside.table.set(k, exports[k]));
  };
  return { imports: { ...imports, env }, fill };
}

module.exports = { replaceInvokes };
